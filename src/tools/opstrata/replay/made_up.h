/// @file
/// Inputs that `opstrata replay` and the programs that it writes make up: sixteen values of the data type, over and
/// over in a fixed scrambled order, so that both have the same data without storing it.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_REPLAY_MADE_UP_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_REPLAY_MADE_UP_H_

#include <array>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "exec/launch_line.h"

namespace opstrata::tools {

inline constexpr size_t kMadeUpValues = 16;

/// Bytes of the storage of a tensor of a line: all that its view, or its layout, reaches. kUnsupported for types
/// without a fixed size, strides below 0 and shapes that cannot be allocated.
Result<uint64_t> storage_bytes(const aicpu::CallTensor &tensor, const std::string &name);

/// Where a tensor of a line has its data.
struct Place {
  static constexpr size_t kNone = SIZE_MAX;
  size_t memory = kNone;  ///< the tensor in whose memory it lies, itself or an earlier one; none: left out, or constant
  uint64_t bytes = 0;     ///< that it reaches
};
/// By tensor, inputs before outputs. A tensor that lies where another one has no memory, or less than it needs, gets
/// its own. kUnsupported as storage_bytes, and for constants whose values the line does not hold.
Result<std::vector<Place>> places_of(const exec::LaunchLine &line);

/// The sixteen values, encoded one after the other; elements below a byte are made byte by byte (width 1).
struct MadeUp {
  std::vector<uint8_t> bytes;
  size_t width = 1;
};
MadeUp made_up_values(ge::DataType type);
/// Which of the values element `i` of tensor `tensor` has.
constexpr size_t made_up_index(uint64_t i, uint64_t tensor) {
  return ((i + 5 * tensor) * 2654435761U >> 7) % kMadeUpValues;
}

/// Whether a parameter is a list of tensors: by its number of tensors, else by the prototype.
bool is_list(const aicpu::CallDesc &desc, bool is_input, size_t group);

/// The line as a C++ program that compiles against the install tree. kUnsupported with the reason for what the launcher
/// macros cannot say.
Result<std::string> program_of(const exec::LaunchLine &line);

}  // namespace opstrata::tools

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_REPLAY_MADE_UP_H_
