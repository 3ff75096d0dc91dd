#include "exec/platform_core.h"

#include <array>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "device/chip.h"

namespace fe {

using Texts = std::map<std::string, std::string, std::less<>>;
using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

class PlatFormInfosImpl {
 public:
  static void adopt(PlatFormInfos &infos, std::shared_ptr<PlatFormInfosImpl> impl) { infos.impl_ = std::move(impl); }
  std::map<std::string, Texts, std::less<>> labels;
  std::array<Lists, 3> lists;
};

class OptionalInfosImpl {
 public:
  std::array<std::string, 3> fields;
  uint32_t cores = 0;
};

}  // namespace fe

namespace opstrata::exec {
static uint64_t number_of(const fe::PlatFormInfosImpl *infos, std::string_view label, std::string_view key) {
  uint64_t number = 0;
  (void)get_text(infos, label, key, [&number](std::string_view text) { (void)std::from_chars(text.data(), text.data() + text.size(), number); });
  return number;
}

std::shared_ptr<fe::PlatFormInfosImpl> make_platform_infos() { return std::make_shared<fe::PlatFormInfosImpl>(); }

std::shared_ptr<fe::PlatFormInfosImpl> make_chip_infos() {
  auto infos = make_platform_infos();
  const device::Chip &chip = device::chip();
  const auto set = [&infos](const char *label, const char *key, const std::string &value) { set_text(infos.get(), label, key, value); };
  set("version", "SoC_version", device::chip_name());
  set("version", "Short_SoC_version", chip.short_name);
  set("version", "NpuArch", std::to_string(chip.architecture));
  set("SoCInfo", "ai_core_cnt", std::to_string(chip.cube_cores));
  set("SoCInfo", "cube_core_cnt", std::to_string(chip.cube_cores));
  set("SoCInfo", "vector_core_cnt", std::to_string(chip.vector_cores));
  set("SoCInfo", "ai_cpu_cnt", std::to_string(chip.ai_cpus));
  set("SoCInfo", "l2_size", std::to_string(chip.l2_bytes));
  set("AICoreSpec", "l0_a_size", std::to_string(chip.l0a_bytes));
  set("AICoreSpec", "l0_b_size", std::to_string(chip.l0b_bytes));
  set("AICoreSpec", "l0_c_size", std::to_string(chip.l0c_bytes));
  set("AICoreSpec", "l1_size", std::to_string(chip.l1_bytes));
  set("AICoreSpec", "ub_size", std::to_string(chip.ub_bytes));
  set("AICoreSpec", "ubblock_size", "32");
  return infos;
}

fe::PlatFormInfos *new_chip_infos() {
  auto *infos = new fe::PlatFormInfos;
  fe::PlatFormInfosImpl::adopt(*infos, make_chip_infos());
  infos->SetCoreNum(device::chip().cube_cores);
  return infos;
}
bool get_text(const fe::PlatFormInfosImpl *infos, std::string_view label, std::string_view key, const TextSink &sink) {
  if (infos == nullptr) return false;
  const auto texts = infos->labels.find(label);
  if (texts == infos->labels.end()) return false;
  const auto value = texts->second.find(key);
  if (value == texts->second.end()) return false;
  sink(value->second);
  return true;
}
bool get_texts(const fe::PlatFormInfosImpl *infos, std::string_view label, const PairSink &sink) {
  if (infos == nullptr) return false;
  const auto texts = infos->labels.find(label);
  if (texts == infos->labels.end()) return false;
  for (const auto &[key, value] : texts->second) sink(key, value);
  return true;
}
void clear_label(fe::PlatFormInfosImpl *infos, std::string_view label) { infos->labels[std::string(label)].clear(); }
void set_text(fe::PlatFormInfosImpl *infos, std::string_view label, std::string_view key, std::string_view value) {
  infos->labels[std::string(label)][std::string(key)] = value;
}
void clear_lists(fe::PlatFormInfosImpl *infos, size_t which) { infos->lists[which].clear(); }
void add_to_list(fe::PlatFormInfosImpl *infos, size_t which, std::string_view key, std::string_view element) {
  infos->lists[which][std::string(key)].emplace_back(element);
}
void get_lists(const fe::PlatFormInfosImpl *infos, size_t which, const ListSink &sink) {
  if (infos == nullptr) return;
  for (const auto &[key, elements] : infos->lists[which]) {
    for (const std::string &element : elements) sink(key, element);
  }
}
void save_texts(const fe::PlatFormInfosImpl *infos, const TextSink &sink) {
  std::string text;
  if (infos != nullptr) {
    for (const auto &[label, texts] : infos->labels) {
      for (const auto &[key, value] : texts) text.append(label).append("\t").append(key).append("\t").append(value).append("\n");
    }
    for (size_t which = 0; which < infos->lists.size(); ++which) {
      for (const auto &[key, elements] : infos->lists[which]) {
        for (const std::string &element : elements)
          text.append("#")
              .append(std::to_string(which))
              .append("\t")
              .append(key)
              .append("\t")
              .append(element)
              .append("\n");
      }
    }
  }
  sink(text);
}
bool load_texts(fe::PlatFormInfosImpl *infos, std::string_view text) {
  std::map<std::string, fe::Texts, std::less<>> labels;
  std::array<fe::Lists, 3> lists;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const size_t first = line.find('\t');
    const size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
    if (end == std::string_view::npos || second == std::string_view::npos) return false;
    const std::string label(line.substr(0, first)), key(line.substr(first + 1, second - first - 1));
    if (label.size() == 2 && label[0] == '#') {
      const auto which = static_cast<size_t>(label[1] - '0');
      if (which >= lists.size()) return false;
      lists[which][key].emplace_back(line.substr(second + 1));
    } else {
      labels[label][key] = line.substr(second + 1);
    }
    text.remove_prefix(end + 1);
  }
  infos->labels = std::move(labels);
  infos->lists = std::move(lists);
  return true;
}

std::shared_ptr<fe::OptionalInfosImpl> make_optional_infos() { return std::make_shared<fe::OptionalInfosImpl>(); }
void set_optional(fe::OptionalInfosImpl *infos, size_t field, std::string_view value) { infos->fields[field] = value; }
std::string_view get_optional(const fe::OptionalInfosImpl *infos, size_t field) {
  return infos == nullptr ? std::string_view() : std::string_view(infos->fields[field]);
}
void set_optional_cores(fe::OptionalInfosImpl *infos, uint32_t cores) { infos->cores = cores; }
uint32_t get_optional_cores(const fe::OptionalInfosImpl *infos) { return infos == nullptr ? 0 : infos->cores; }

bool is_this_chip(std::string_view name) { return name == device::chip_name() || name == device::chip().short_name; }
const char *this_chip() { return device::chip_name(); }
uint32_t device_count() {
  uint32_t count = 0;
  return aclrtGetDeviceCount(&count) == ACL_SUCCESS ? count : 0;
}

}  // namespace opstrata::exec

// --- Members without strings ---------------------------------------------------------------------------------------------

namespace fe {

using opstrata::exec::number_of;

bool PlatFormInfos::Init() {
  impl_ = opstrata::exec::make_platform_infos();
  return true;
}
uint32_t PlatFormInfos::GetCoreNum() const { return core_num_; }
uint32_t PlatFormInfos::GetCoreNumWithLock() const { return core_num_; }
void PlatFormInfos::SetCoreNum(const uint32_t &core_num) { core_num_ = core_num; }
void PlatFormInfos::GetLocalMemSize(const LocalMemType &mem_type, uint64_t &size) {
  switch (mem_type) {
    case LocalMemType::L0_A: size = number_of(impl_.get(), "AICoreSpec", "l0_a_size"); break;
    case LocalMemType::L0_B: size = number_of(impl_.get(), "AICoreSpec", "l0_b_size"); break;
    case LocalMemType::L0_C: size = number_of(impl_.get(), "AICoreSpec", "l0_c_size"); break;
    case LocalMemType::L1: size = number_of(impl_.get(), "AICoreSpec", "l1_size"); break;
    case LocalMemType::UB: size = number_of(impl_.get(), "AICoreSpec", "ub_size"); break;
    case LocalMemType::L2: size = number_of(impl_.get(), "SoCInfo", "l2_size"); break;
    case LocalMemType::HBM: size = number_of(impl_.get(), "SoCInfo", "memory_size"); break;
    default: size = 0; break;
  }
}
void PlatFormInfos::GetLocalMemBw(const LocalMemType &mem_type, uint64_t &bw_size) {
  switch (mem_type) {
    case LocalMemType::L2: bw_size = number_of(impl_.get(), "AICoreMemoryRates", "l2_rate"); break;
    case LocalMemType::HBM: bw_size = number_of(impl_.get(), "AICoreMemoryRates", "ddr_rate"); break;
    default: bw_size = 0; break;
  }
}

bool PlatFormInfos::LoadFromBuffer(const char *buf, const size_t len) {
  if (buf == nullptr) return false;
  if (impl_ == nullptr) (void)Init();
  return opstrata::exec::load_texts(impl_.get(), std::string_view(buf, len));
}

bool OptionalInfos::Init() {
  impl_ = opstrata::exec::make_optional_infos();
  return true;
}
uint32_t OptionalInfos::GetAICoreNum() { return opstrata::exec::get_optional_cores(impl_.get()); }
void OptionalInfos::SetAICoreNum(uint32_t ai_core_num) {
  if (impl_ == nullptr) (void)Init();
  opstrata::exec::set_optional_cores(impl_.get(), ai_core_num);
}

}  // namespace fe
