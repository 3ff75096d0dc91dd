// opstrata replay: runs the launch that a line describes (exec/launch_line.h) on made-up data, times and checks it, or
// writes it as a program. The launch itself runs in a process of its own, in checked mode: a kernel that leaves its
// memory ends that process, and this one says so.
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "base/data_type.h"
#include "exec/launch.h"
#include "exec/values.h"
#include "opdev/make_op_executor.h"
#include "tools/opstrata/history/verbs.h"
#include "tools/opstrata/replay/made_up.h"

namespace opstrata::tools {
namespace {

using exec::LaunchLine;

struct Options {
  std::string line, emit;
  int runs = 10;
  double tolerance = 1e-3;
};

/// Device memory by tensor of the line; tensors at one place share it.
class Memory {
 public:
  ~Memory() {
    for (void *block : owned_) (void)aclrtFree(block);
  }
  Memory() = default;
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  Status make(const LaunchLine &line) {
    const auto places = places_of(line);
    if (!places.ok()) return places.status();
    const size_t count = places->size(), inputs = line.desc.inputs.size();
    blocks.assign(count, nullptr);
    bytes.assign(count, 0);
    shares_with_output.assign(count, false);
    for (size_t i = 0; i < count; ++i) {
      const bool is_input = i < inputs;
      const auto [memory, size] = (*places)[i];
      if (!is_input) shares_with_output[i] = true;
      if (memory == Place::kNone) continue;
      bytes[i] = size;
      if (memory != i) {
        blocks[i] = blocks[memory];
        if (!is_input) shares_with_output[memory] = true;
        continue;
      }
      if (aclrtMalloc(&blocks[i], std::max<uint64_t>(size, 1), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
        return Status(Code::kOutOfMemory, std::string(is_input ? "input " : "output ") +
                                              std::to_string(is_input ? i : i - inputs) + ": " + std::to_string(size) +
                                              " bytes cannot be allocated");
      }
      owned_.push_back(blocks[i]);
    }
    // Inputs that lie where an input lies to which an output writes.
    for (size_t i = 0; i < inputs; ++i) {
      const size_t memory = (*places)[i].memory;
      if (memory != Place::kNone && shares_with_output[memory]) shares_with_output[i] = true;
    }
    return {};
  }
  /// Inputs made up anew, then outputs that lie nowhere else filled with `fill`.
  void fill(const LaunchLine &line, int value) {
    for (size_t i = blocks.size(); i-- > 0;) {
      if (blocks[i] == nullptr) continue;
      if (i >= line.desc.inputs.size()) {
        std::memset(blocks[i], value, bytes[i]);
        continue;
      }
      const MadeUp values = made_up_values(line.desc.inputs[i].dtype);
      std::memset(blocks[i], 0, bytes[i]);
      for (uint64_t k = 0; (k + 1) * values.width <= bytes[i]; ++k) {
        std::memcpy(static_cast<uint8_t *>(blocks[i]) + k * values.width,
                    values.bytes.data() + made_up_index(k, i) * values.width, values.width);
      }
    }
  }
  std::vector<uint8_t> content(size_t i) const {
    const auto *from = static_cast<const uint8_t *>(blocks[i]);
    return from == nullptr ? std::vector<uint8_t>() : std::vector<uint8_t>(from, from + bytes[i]);
  }

  std::vector<void *> blocks;
  std::vector<uint64_t> bytes;
  std::vector<bool> shares_with_output;

 private:
  std::vector<void *> owned_;
};

op::Shape shape_of(const std::vector<int64_t> &dims) {
  op::Shape shape;
  for (const int64_t dim : dims) shape.AppendDim(dim);
  return shape;
}

/// The call of a line on a memory, and its tensors.
struct Call {
  exec::OpCall call;
  std::vector<std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor *)>> tensors;
};

Result<const aclTensor *> tensor_of(const LaunchLine &line, size_t index, const Memory &memory, aclOpExecutor &executor,
                                    Call &to) {
  const bool is_input = index < line.desc.inputs.size();
  const aicpu::CallTensor &described =
      is_input ? line.desc.inputs[index] : line.desc.outputs[index - line.desc.inputs.size()];
  if (!described.present) return static_cast<const aclTensor *>(nullptr);
  if (described.constant != nullptr) {
    aclTensor *host = executor.AllocHostTensor(shape_of(described.shape), described.dtype, described.format);
    if (host == nullptr) return Status(Code::kInvalid, "a host tensor cannot be made");
    std::memcpy(host->GetStorageAddr(), described.constant, exec::value_bytes(described));
    return static_cast<const aclTensor *>(host);
  }
  const auto &storage = described.storage_shape.empty() ? described.shape : described.storage_shape;
  const int64_t *strides = described.blocked || described.strides.empty() ? nullptr : described.strides.data();
  aclTensor *made = aclCreateTensor(
      described.shape.data(), described.shape.size(), static_cast<aclDataType>(described.dtype), strides, 0,
      static_cast<aclFormat>(described.format), storage.data(), storage.size(), memory.blocks[index]);
  if (made == nullptr)
    return Status(Code::kInvalid, std::string("a tensor of the line cannot be made: ") + aclGetRecentErrMsg());
  to.tensors.emplace_back(made, &aclDestroyTensor);
  if (described.storage_format != described.format) made->SetStorageFormat(described.storage_format);
  made->SetOriginalShape(shape_of(described.origin_shape.empty() ? described.shape : described.origin_shape));
  return static_cast<const aclTensor *>(made);
}

Status make_call(const LaunchLine &line, const Memory &memory, aclOpExecutor &executor, Call &to) {
  to.call.op_type = line.desc.op_type;
  to.call.attrs = line.desc.attrs;
  to.call.on_ai_cpu = line.on_ai_cpu;
  to.call.vocabulary = line.tensorflow_names ? exec::AttrVocabulary::kTensorFlow : exec::AttrVocabulary::kNative;
  for (const bool is_input : {true, false}) {
    const auto &groups = is_input ? line.desc.input_groups : line.desc.output_groups;
    for (size_t g = 0; g < groups.size(); ++g) {
      exec::CallParameter parameter;
      parameter.dynamic = is_list(line.desc, is_input, g);
      for (uint32_t i = 0; i < groups[g].count; ++i) {
        auto tensor =
            tensor_of(line, (is_input ? 0 : line.desc.inputs.size()) + groups[g].start + i, memory, executor, to);
        if (!tensor.ok()) return tensor.status();
        parameter.tensors.push_back(*tensor);
      }
      (is_input ? to.call.inputs : to.call.outputs).push_back(std::move(parameter));
    }
  }
  return {};
}

/// Both phases once, as the API function of the line has them; microseconds from phase two to the end of the
/// synchronisation.
Result<double> run_once(const LaunchLine &line, const Memory &memory) {
  InitL2Phase1Context(line.api.empty() ? nullptr : line.api.c_str(), nullptr);
  auto executor = exec::make_executor(line.api.empty() ? "replay" : line.api.c_str());
  if (!executor.ok()) return executor.status();
  Call call;
  const auto planned = [&]() -> Result<uint64_t> {
    OPSTRATA_TRY(make_call(line, memory, **executor, call));
    OPSTRATA_TRY(exec::add_launcher(**executor, call.call));
    return exec::finish(**executor);
  }();
  if (!planned.ok()) {
    exec::destroy(*executor);
    return planned.status();
  }
  void *workspace = nullptr;
  if (*planned != 0 && aclrtMalloc(&workspace, *planned, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    exec::destroy(*executor);
    return Status(Code::kOutOfMemory, "the workspace of " + std::to_string(*planned) + " bytes cannot be allocated");
  }
  const auto begin = std::chrono::steady_clock::now();
  Status done = exec::run(*executor, workspace, *planned, nullptr);
  if (done.ok() && aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
    const char *text = aclGetRecentErrMsg();
    done = Status(Code::kInvalid, text == nullptr ? "the run failed" : text);
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  if (workspace != nullptr) (void)aclrtFree(workspace);
  if (!done.ok()) return done;
  return took.count();
}

std::string output_name(const LaunchLine &line, size_t instance) {
  for (const aicpu::CallGroup &group : line.desc.output_groups) {
    if (instance >= group.start && instance < group.start + group.count) {
      return group.count == 1 ? group.name : group.name + "[" + std::to_string(instance - group.start) + "]";
    }
  }
  return std::to_string(instance);
}

/// Adds the elements of a view from an axis on.
void gather(const aicpu::CallTensor &tensor, const uint8_t *from, size_t width, size_t axis,
            std::vector<uint8_t> &out) {
  if (axis == tensor.shape.size()) {
    out.insert(out.end(), from, from + width);
    return;
  }
  for (int64_t i = 0; i < tensor.shape[axis]; ++i) {
    gather(tensor, from + i * tensor.strides[axis] * static_cast<int64_t>(width), width, axis + 1, out);
  }
}

/// The elements of a view, one after the other.
std::vector<uint8_t> gathered(const aicpu::CallTensor &tensor, const std::vector<uint8_t> &memory, size_t width) {
  if (tensor.strides.empty() || tensor.blocked) return memory;
  std::vector<uint8_t> out;
  gather(tensor, memory.data(), width, 0, out);
  return out;
}

/// The largest difference between two outputs, relative to the larger value where that is above 1; 0 when their bits
/// are equal.
double difference(ge::DataType type, const std::vector<uint8_t> &a, const std::vector<uint8_t> &b) {
  if (a == b) return 0;
  const int bits = data_type_bits(type);
  if (a.size() != b.size() || bits < 8 || !exec::is_value_type(type)) return INFINITY;
  double most = 0;
  const size_t width = static_cast<size_t>(bits) / 8;
  for (size_t i = 0; i + width <= a.size(); i += width) {
    if (std::memcmp(&a[i], &b[i], width) == 0) continue;
    exec::Number x, y;
    if (!exec::load_number(&a[i], type, x) || !exec::load_number(&b[i], type, y)) return INFINITY;
    const auto value = [](const exec::Number &n) {
      return n.kind == exec::Number::Kind::kSigned                                            ? static_cast<double>(n.i)
             : n.kind == exec::Number::Kind::kUnsigned || n.kind == exec::Number::Kind::kBool ? static_cast<double>(n.u)
                                                                                              : n.d;
    };
    const double scale = std::max({1.0, std::fabs(value(x)), std::fabs(value(y))});
    double found = (std::fabs(value(x) - value(y)) + std::fabs(x.im - y.im)) / scale;
    if (std::isnan(value(x)) && std::isnan(value(y))) found = 0;
    most = std::isnan(found) ? INFINITY : std::max(most, found);
  }
  return most;
}

/// The same call on tensors that are contiguous. Their made-up values are those of the views.
LaunchLine contiguous(const LaunchLine &line) {
  LaunchLine other = line;
  for (auto *side : {&other.desc.inputs, &other.desc.outputs}) {
    for (aicpu::CallTensor &tensor : *side) {
      if (tensor.blocked || tensor.strides.empty()) continue;
      tensor.strides.clear();
      tensor.storage_shape.clear();
      tensor.origin_shape.clear();
    }
  }
  other.lies_at.assign(other.lies_at.size(), -1);
  return other;
}

class Replay {
 public:
  Replay(const LaunchLine &line, const Options &options, Session &session)
      : line_(line), options_(options), session_(session) {}

  Status run() {
    OPSTRATA_TRY(memory_.make(line_));
    memory_.fill(line_, 0);
    std::vector<std::vector<uint8_t>> before;
    for (size_t i = 0; i < memory_.blocks.size(); ++i) before.push_back(memory_.content(i));
    auto first = run_once(line_, memory_);
    if (!first.ok()) return first.status();
    checked("ran");
    std::vector<std::vector<uint8_t>> after;
    for (size_t i = 0; i < memory_.blocks.size(); ++i) after.push_back(memory_.content(i));
    for (size_t i = 0; i < line_.desc.inputs.size(); ++i) {
      if (!memory_.shares_with_output[i] && before[i] != after[i])
        finding("input " + std::to_string(i) + " was changed");
    }
    checked("inputs are as they were");
    exec::OutputSum sum;
    for (size_t i = line_.desc.inputs.size(); i < after.size(); ++i) sum.add(after[i].data(), after[i].size());
    sum_ = sum.value();
    OPSTRATA_TRY(check_again(after));
    check_other_kernels(after);
    OPSTRATA_TRY(check_contiguous(after));
    return measure();
  }

  void print() {
    if (session_.json) {
      Json out = {{"operator", line_.desc.op_type},
                  {"sum", sum_text()},
                  {"microseconds", {{"median", median_}, {"least", least_}}},
                  {"checks", checks_},
                  {"findings", findings_}};
      print_json(out, session_);
    } else {
      std::string out = line_.desc.op_type + ": median " + number(median_) + " us, least " + number(least_) +
                        " us of " + std::to_string(options_.runs) +
                        " runs (phase two and synchronisation); sum=" + sum_text() + "\n";
      for (const std::string &check : checks_) out += "  checked: " + check + "\n";
      for (const std::string &finding : findings_)
        out += "  " + Session::paint(Colour::kRemoved, "found") + ": " + finding + "\n";
      session_.print(out);
    }
    if (!findings_.empty() && session_.exit_code == kDone) session_.exit_code = kDiffers;
  }

 private:
  void checked(std::string what) { checks_.push_back(std::move(what)); }
  void finding(std::string what) { findings_.push_back(std::move(what)); }
  static std::string number(double value) {
    char text[32];
    (void)std::snprintf(text, sizeof(text), "%.2f", value);
    return text;
  }
  std::string sum_text() const {
    char text[20];
    (void)std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(sum_));
    return text;
  }

  std::vector<uint8_t> output(size_t instance, const std::vector<std::vector<uint8_t>> &memory) const {
    const aicpu::CallTensor &tensor = line_.desc.outputs[instance];
    return gathered(tensor, memory[line_.desc.inputs.size() + instance], made_up_values(tensor.dtype).width);
  }

  /// Once more, on memory whose outputs held something else before: the same results, and nothing of before left in
  /// them.
  Status check_again(const std::vector<std::vector<uint8_t>> &expected) {
    memory_.fill(line_, 0xFF);
    auto again = run_once(line_, memory_);
    if (!again.ok()) return again.status();
    for (size_t i = 0; i < line_.desc.outputs.size(); ++i) {
      const std::vector<uint8_t> a = output(i, expected);
      std::vector<std::vector<uint8_t>> now(memory_.blocks.size());
      now[line_.desc.inputs.size() + i] = memory_.content(line_.desc.inputs.size() + i);
      if (a != output(i, now)) {
        finding("output " + output_name(line_, i) +
                " differs between two runs on equal inputs (it depends on chance, or is not written everywhere)");
      }
    }
    checked("a second run, on outputs that held other bytes before, gives equal bits");
    return {};
  }

  /// Kernels of other libraries that the one in force shadows.
  void check_other_kernels(const std::vector<std::vector<uint8_t>> &expected) {
    const auto candidates = aicpu::kernel_candidates(line_.desc.op_type);
    for (size_t k = 1; k < candidates.size(); ++k) {
      const std::string who = candidates[k]->origin().library;
      auto prepared = candidates[k]->prepare(line_.desc);
      if (!prepared.ok()) {
        checked("the kernel of " + who + " does not take this call: " + prepared.status().text());
        continue;
      }
      memory_.fill(line_, 0);
      std::vector<const void *> inputs;
      std::vector<void *> outputs;
      for (size_t i = 0; i < memory_.blocks.size(); ++i) {
        const bool is_input = i < line_.desc.inputs.size();
        if (is_input)
          inputs.push_back(line_.desc.inputs[i].constant != nullptr ? line_.desc.inputs[i].constant
                                                                    : memory_.blocks[i]);
        else
          outputs.push_back(memory_.blocks[i]);
      }
      const std::unique_ptr<void, void (*)(void *)> scratch(
          std::aligned_alloc(64, ((*prepared)->scratch_bytes() + 127) / 64 * 64), &std::free);
      if (const Status done = (*prepared)->run({inputs, outputs, scratch.get(), nullptr}); !done.ok()) {
        finding("the kernel of " + who + " fails: " + done.text());
        continue;
      }
      for (size_t i = 0; i < outputs.size(); ++i) {
        std::vector<std::vector<uint8_t>> now(memory_.blocks.size());
        now[inputs.size() + i] = memory_.content(inputs.size() + i);
        compare("the kernel of " + who, i, output(i, expected), output(i, now));
      }
      checked("the shadowed kernel of " + who + " was run on the same inputs and compared");
    }
  }

  void compare(const std::string &with, size_t instance, const std::vector<uint8_t> &a, const std::vector<uint8_t> &b) {
    const double found = difference(line_.desc.outputs[instance].dtype, a, b);
    if (found > options_.tolerance) {
      finding("output " + output_name(line_, instance) + " differs from that of " + with + " by " +
              (std::isinf(found) ? "other values" : std::to_string(found)));
    }
  }

  /// Views: the same values in contiguous tensors.
  Status check_contiguous(const std::vector<std::vector<uint8_t>> &expected) {
    const auto is_view = [](const aicpu::CallTensor &tensor) { return !tensor.blocked && !tensor.strides.empty(); };
    if (std::none_of(line_.desc.inputs.begin(), line_.desc.inputs.end(), is_view) &&
        std::none_of(line_.desc.outputs.begin(), line_.desc.outputs.end(), is_view))
      return {};
    const LaunchLine plain = contiguous(line_);
    Memory memory;
    OPSTRATA_TRY(memory.make(plain));
    memory.fill(plain, 0);
    memory_.fill(line_, 0);
    for (size_t i = 0; i < line_.desc.inputs.size(); ++i) {
      if (memory_.blocks[i] == nullptr) continue;
      const std::vector<uint8_t> values =
          gathered(line_.desc.inputs[i], memory_.content(i), made_up_values(line_.desc.inputs[i].dtype).width);
      std::memcpy(memory.blocks[i], values.data(), std::min<size_t>(values.size(), memory.bytes[i]));
    }
    if (const auto done = run_once(plain, memory); !done.ok()) {
      checked("contiguous tensors are not taken: " + done.status().text());
      return {};
    }
    for (size_t i = 0; i < line_.desc.outputs.size(); ++i) {
      compare("the call on contiguous tensors", i, output(i, expected), memory.content(line_.desc.inputs.size() + i));
    }
    checked("the call on contiguous tensors with the same values was compared");
    return {};
  }

  Status measure() {
    std::vector<double> times;
    for (int i = 0; i < options_.runs; ++i) {
      memory_.fill(line_, 0);
      const auto took = run_once(line_, memory_);
      if (!took.ok()) return took.status();
      times.push_back(*took);
    }
    std::sort(times.begin(), times.end());
    median_ = times.empty() ? 0 : times[times.size() / 2];
    least_ = times.empty() ? 0 : times.front();
    return {};
  }

  const LaunchLine &line_;
  const Options &options_;
  Session &session_;
  Memory memory_;
  std::vector<std::string> checks_, findings_;
  uint64_t sum_ = 0;
  double median_ = 0, least_ = 0;
};

constexpr const char *kInChild = "OPSTRATA_REPLAY_CHILD";

/// Starts this program once more in checked mode and waits for it.
void run_in_child(char *const *arguments, Session &session) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("OPSTRATA_CHECKED", "1", 1);
    setenv(kInChild, "1", 1);
    execv("/proc/self/exe", arguments);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return session.refuse(Status(Code::kIo, "cannot start a process for the run"));
  if (WIFSIGNALED(status)) {
    session.print(std::string("  ") + Session::paint(Colour::kRemoved, "found") +
                  ": the kernel was stopped by signal " + std::to_string(WTERMSIG(status)) +
                  (WTERMSIG(status) == SIGSEGV ? ", because it touched memory that is not its own\n" : "\n"));
    session.exit_code = kDiffers;
  } else {
    session.exit_code = WEXITSTATUS(status);
  }
}

void replay(const Options &options, Session &session) {
  // A line is taken as it was printed, with what a log or an error text has before it.
  const size_t at = options.line.find("opstrata1 ");
  std::string text = at == std::string::npos ? options.line : options.line.substr(at);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  auto line = exec::parse_launch_line(text);
  if (!line.ok()) return session.refuse(line.status());
  exec::normalise(line->desc);
  if (!options.emit.empty()) {
    const auto program = program_of(*line);
    if (!program.ok()) return session.refuse(program.status());
    std::ofstream file(options.emit, std::ios::binary);
    file << *program;
    file.close();
    if (!file) session.refuse(Status(Code::kIo, "cannot write " + options.emit));
    return;
  }
  if (std::getenv(kInChild) == nullptr) {
    char tolerance[40];
    (void)std::snprintf(tolerance, sizeof(tolerance), "--tolerance=%.17g", options.tolerance);
    std::vector<std::string> words{"opstrata", "replay", text, "--runs=" + std::to_string(options.runs), tolerance};
    if (session.json) words.emplace_back("--format=json");
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    return run_in_child(arguments.data(), session);
  }
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS)
    return session.refuse(Status(Code::kState, "the runtime cannot be initialised"));
  {
    Replay run(*line, options, session);
    if (const Status done = run.run(); !done.ok()) {
      session.refuse(done);
    } else {
      run.print();
    }
  }
  (void)aclrtResetDevice(0);
  (void)aclFinalize();
}

}  // namespace

void add_replay(CLI::App &app, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *app.add_subcommand(
      "replay", "Run, time and check one operator launch from its line, or write it as a C++ program");
  verb.add_option("LINE", options->line, "the line, as OPSTRATA_VERBOSE=1 prints it and as the text of a failure ends")
      ->required();
  verb.add_option("--emit", options->emit, "write a C++ program that makes this launch, and do not run it");
  verb.add_option("--runs", options->runs, "runs to time (10)")->check(CLI::Range(0, 1000000));
  verb.add_option("--tolerance", options->tolerance,
                  "relative difference that is none, between kernels and between layouts (0.001)");
  session.add_format(verb);
  verb.footer(
      "The data are made up. Checked are: bits equal in a second run, inputs unchanged, memory kept to, and, where "
      "there is one, a kernel\n"
      "that another library has for the operator, and contiguous tensors in place of views. There is no other "
      "reference: with\n"
      "OPSTRATA_DUMP_DIR and OPSTRATA_DUMP_LEVEL=operator a replay leaves inputs and outputs as NumPy files for one.\n"
      "Exit code 0: nothing found, 1: something found, 3: the line cannot be read, or the launch is refused or fails.");
  verb.callback([options, &session] { replay(*options, session); });
}

}  // namespace opstrata::tools
