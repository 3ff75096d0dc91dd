/// @file
/// The launch line: one operator launch as one line of printable text, the same line that OPSTRATA_VERBOSE=1 prints,
/// that ends the text of a failure, and that `opstrata replay` reads. There is one writer and one parser.
///
///     opstrata1 Add in(x1=float[2,3] x2=float[2,3]) out(y=float[2,3]) attr(alpha=1f) api=aclnnAdd plan=hit us=1.25
///
///     line    = "opstrata1" name "in(" {param} ")" "out(" {param} ")" "attr(" {attr} ")" {fact}      separated by
///     blanks param   = name "=" (tensor | "<" [tensor {";" tensor}] ">")             the second form: not exactly one
///     tensor tensor  = "none" | type "[" dims "]" [":" format ["/" storage format]] [",strides[" … "]"] [",storage[" …
///     "]"]
///               [",origin[" … "]"] [",blocked"] [",const(" (hex digits | "#" bytes) ")"] [",@" number]
///     attr    = name "=" value
///     value   = integer | real "f" | real "d" | "true" | "false" | text | "t:" type | "i[" … "]" | "f[" … "]" | "b[" …
///     "]"
///             | "s[" … "]" | "t[" … "]" | "l[" {"[" … "]"} "]"                int64, float, double, bool, string,
///             type, lists
///     fact    = "core=aicpu" | "names=tensorflow" | "api=" name | "plan=" ("hit" | "miss") | "stream=" number | "us="
///     real
///             | "sum=" 16 hex digits                                          at most once each, in this order
///     name    = letters, digits, "_", ".", ":", beginning with no digit, or text
///     text    = between double quotes; characters other than printable ASCII, and " \ ', as \xNN
///
/// Strides of contiguous tensors and storage and original shapes that equal the shape are left out. `const`: a value
/// that the host knows, byte by byte, or, when it is long, only its length. `@n`: the tensor lies where tensor n of the
/// line lies, counted from 0 over inputs, then outputs. No line holds an apostrophe, so a shell takes it between two of
/// them.
#ifndef OPSTRATA_SRC_EXEC_LAUNCH_LINE_H_
#define OPSTRATA_SRC_EXEC_LAUNCH_LINE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aicpu/kernel_registry.h"
#include "base/export.h"
#include "base/status.h"

namespace opstrata::exec {

/// One launch. Constants of `desc` point into `constants` when the parser made it, else to whatever the writer is
/// given.
struct LaunchLine {
  aicpu::CallDesc desc;
  /// By tensor, inputs before outputs: an earlier tensor at the same address, or -1. May be shorter than the tensors.
  std::vector<int32_t> lies_at;
  /// By tensor: bytes of a constant whose value the line does not hold; 0 for others. May be shorter.
  std::vector<uint64_t> left_out;
  bool on_ai_cpu = false;
  bool tensorflow_names = false;  ///< attributes have the names of TensorFlow's kernels, not the prototype's
  std::string api;                ///< API function; may be empty
  std::optional<bool> plan_hit;   ///< whether the plan came from the cache
  std::optional<uint32_t> stream;
  std::optional<double> microseconds;  ///< time of the kernel
  std::optional<uint64_t> sum;         ///< of the bytes of the outputs
  std::vector<std::vector<uint8_t>> constants;
};

/// The sum of a line over what the outputs hold, byte by byte (FNV-1a).
class OutputSum {
 public:
  void add(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3U;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325U;
};

/// Bytes of a constant up to which the line holds its value.
inline constexpr uint64_t kLaunchLineConstant = 256;

OPSTRATA_INTERNAL std::string to_text(const LaunchLine &line);
/// kInvalid with the column (from 1) of the first character that does not belong there.
OPSTRATA_INTERNAL Result<LaunchLine> parse_launch_line(std::string_view text);

/// What the text leaves out is left out: strides of contiguous tensors, storage and original shapes that equal the
/// shape; parameters without a name get the one that the text gives them.
OPSTRATA_INTERNAL void normalise(aicpu::CallDesc &desc);
/// Bytes of the dense value of a described tensor; 0 when its type has no fixed size or the shape is not known.
OPSTRATA_INTERNAL uint64_t value_bytes(const aicpu::CallTensor &tensor);

/// `status` with the line at the end of its text: "…; replay: opstrata1 …". Once: a text that has a line stays as it
/// is.
OPSTRATA_INTERNAL Status with_launch_line(const Status &status, const LaunchLine &line);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_LAUNCH_LINE_H_
