/// @file
/// What the two copies of platform_boundary.cc (one per string ABI) stand on: the labelled texts of a chip.
#ifndef OPSTRATA_SRC_EXEC_PLATFORM_CORE_H_
#define OPSTRATA_SRC_EXEC_PLATFORM_CORE_H_

#include <functional>
#include <memory>
#include <string_view>

#include "platform/platform_infos_def.h"

namespace opstrata::exec {

using TextSink = std::function<void(std::string_view)>;
using PairSink = std::function<void(std::string_view, std::string_view)>;
using ListSink = std::function<void(std::string_view key, std::string_view element)>;

std::shared_ptr<fe::PlatFormInfosImpl> make_platform_infos();
/// The chip of this process, with all labels.
std::shared_ptr<fe::PlatFormInfosImpl> make_chip_infos();
/// A new PlatFormInfos of it, never freed.
fe::PlatFormInfos *new_chip_infos();
bool get_text(const fe::PlatFormInfosImpl *infos, std::string_view label, std::string_view key, const TextSink &sink);
bool get_texts(const fe::PlatFormInfosImpl *infos, std::string_view label, const PairSink &sink);
void clear_label(fe::PlatFormInfosImpl *infos, std::string_view label);
void set_text(fe::PlatFormInfosImpl *infos, std::string_view label, std::string_view key, std::string_view value);
/// Lists of data types: 0 of the cube core, 1 of the vector core, 2 of the fix pipe.
void clear_lists(fe::PlatFormInfosImpl *infos, size_t which);
void add_to_list(fe::PlatFormInfosImpl *infos, size_t which, std::string_view key, std::string_view element);
void get_lists(const fe::PlatFormInfosImpl *infos, size_t which, const ListSink &sink);
/// All labels as lines `label\tkey\tvalue`, then the lists as lines `#which\tkey\telement`.
void save_texts(const fe::PlatFormInfosImpl *infos, const TextSink &sink);
bool load_texts(fe::PlatFormInfosImpl *infos, std::string_view text);

std::shared_ptr<fe::OptionalInfosImpl> make_optional_infos();
/// Fields: 0 chip, 1 core type, 2 fusion flag.
void set_optional(fe::OptionalInfosImpl *infos, size_t field, std::string_view value);
std::string_view get_optional(const fe::OptionalInfosImpl *infos, size_t field);
void set_optional_cores(fe::OptionalInfosImpl *infos, uint32_t cores);
uint32_t get_optional_cores(const fe::OptionalInfosImpl *infos);

/// Whether `name` (long or short) is the chip of this process.
bool is_this_chip(std::string_view name);
const char *this_chip();
/// Number of simulated devices.
uint32_t device_count();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PLATFORM_CORE_H_
