/// @file
/// Reading the files of expected values (tests/golden/make_goldens.py) and comparing results with them; for tests only.
#ifndef OPSTRATA_OPERATORS_SUPPORT_GOLDEN_H_
#define OPSTRATA_OPERATORS_SUPPORT_GOLDEN_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph/types.h"

namespace opstrata::operators {

/// A tensor as a strided view over a storage. Inputs hold the storage, outputs the contiguous expected elements.
struct GoldenTensor {
  bool present = true;
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape, strides;
  int64_t offset = 0, storage_elements = 0;
  std::vector<char> data;

  int64_t elements() const;
  int64_t item() const;
  /// Bytes of the storage; elements of less than a byte are packed.
  size_t storage_bytes() const;
  bool contiguous() const;
};

/// An attribute in the order of the file: an integer ('i'), a number ('f'), a boolean ('b'), a text ('s'), a list of integers
/// ('l'), of numbers ('g') or of booleans ('h'). Directions for the runner begin with '#'.
struct GoldenAttr {
  std::string name;
  char kind = 'i';
  std::vector<int64_t> ints;
  std::vector<double> reals;
  std::string text;
};

struct GoldenCase {
  std::string name;
  std::vector<GoldenTensor> inputs, outputs;
  std::map<std::string, std::vector<int64_t>> ints;
  std::map<std::string, std::vector<double>> reals;
  std::vector<GoldenAttr> attrs;

  int64_t int_attr(const std::string &key) const { return ints.at(key).at(0); }
};

/// All cases of operators/<op>/<op>.golden, or of operators/<op>/<part>.golden for "<op>/<part>"; empty when the file is missing
/// or broken.
std::vector<GoldenCase> read_golden(const std::string &op);

/// How far a result may be from the expected value: `ulps` units in the last place of the expected value (of the larger part
/// for complex numbers), or `absolute`, whichever is larger. Zero for both: the same bits, except that any NaN equals any NaN.
struct Tolerance {
  double ulps = 0, absolute = 0;
};

/// Bytes that fill an output's storage before the run; what the view does not cover must keep them.
inline constexpr unsigned char kUntouched = 0xA5;

/// Empty if `storage` (the memory of `expected`'s view, filled with kUntouched before) holds the expected elements and
/// nothing else changed; else a text with the first differences.
std::string difference(const GoldenTensor &expected, const std::vector<char> &storage, Tolerance tolerance);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_GOLDEN_H_
