/// @file
/// The norm of a vector, one element after another.
#ifndef OPSTRATA_OPERATORS_SUPPORT_VECTOR_NORM_H_
#define OPSTRATA_OPERATORS_SUPPORT_VECTOR_NORM_H_

#include <cmath>
#include <limits>

namespace opstrata::operators {

/// (sum of |v|^order)^(1/order); of order 0 the count of what is not 0, of an infinite order the largest or smallest
/// size. NaN where there is one.
class VectorNorm {
 public:
  explicit VectorNorm(double order) : order_(order) {
    if (std::isinf(order)) value_ = order > 0 ? 0 : std::numeric_limits<double>::infinity();
  }
  void add(double v) {
    const double size = std::abs(v);
    if (std::isinf(order_)) {
      if (size != size || (order_ > 0 ? size > value_ : size < value_)) value_ = size;
    } else {
      value_ += order_ == 0   ? static_cast<double>(v != 0)
                : order_ == 1 ? size
                : order_ == 2 ? v * v
                              : std::pow(size, order_);
    }
  }
  double value() const {
    if (std::isinf(order_) || order_ == 0 || order_ == 1) return value_;
    return order_ == 2 ? std::sqrt(value_) : std::pow(value_, 1 / order_);
  }

 private:
  double order_, value_ = 0;
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_VECTOR_NORM_H_
