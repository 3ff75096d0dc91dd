/**
 * @file
 * `gert::Range<T>`: lower and upper bound of something that the bounds are pointers to (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_RANGE_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_RANGE_H_

#include <type_traits>

namespace gert {
template <typename T>
class Range {
 public:
  Range() = default;
  Range(T *min, T *max) : min_(min), max_(max) {}
  /** Both bounds are the same object. */
  explicit Range(T *both) : min_(both), max_(both) {}

  /** Same pointers, or equal values behind them. */
  bool operator==(const Range<T> &rht) const { return Same(min_, rht.min_) && Same(max_, rht.max_); }

  const T *GetMin() const { return min_; }
  const T *GetMax() const { return max_; }
  T *GetMin() { return min_; }
  T *GetMax() { return max_; }
  void SetMin(T *min) { min_ = min; }
  void SetMax(T *max) { max_ = max; }

 private:
  static bool Same(const T *lhs, const T *rhs) {
    return lhs == rhs || (lhs != nullptr && rhs != nullptr && *lhs == *rhs);
  }
  T *min_ = nullptr;
  T *max_ = nullptr;
};
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_RANGE_H_
