// Broadcasting of two shapes (aicpu-kernel-api section 16).
#include "utils/bcast.h"

#include <algorithm>

#include "cpu_tensor.h"
#include "status.h"
#include "utils/log.h"

namespace aicpu {
namespace {

/// `shape` with leading ones up to `rank` dimensions.
std::vector<int64_t> padded(const std::vector<int64_t> &shape, size_t rank) {
  std::vector<int64_t> result(rank - shape.size(), 1);
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

std::vector<int64_t> strides_of(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

int64_t input_index(int64_t index, const std::vector<int64_t> &output_strides, const std::vector<int64_t> &input_shape,
                    const std::vector<int64_t> &input_strides) {
  int64_t result = 0;
  for (size_t i = 0; i < output_strides.size(); ++i) {
    const int64_t coordinate = index / output_strides[i];
    index -= coordinate * output_strides[i];
    if (input_shape[i] != 1) result += coordinate * input_strides[i];
  }
  return result;
}

enum class Kind { kSame, kX, kY };

}  // namespace

Bcast::Bcast(std::vector<int64_t> &x_shape, std::vector<int64_t> &y_shape) : valid_(true) {
  if (x_shape == y_shape) {
    int64_t elements = 1;
    for (const int64_t dim : x_shape) elements *= dim;
    x_reshape_ = y_reshape_ = shape_out_ = {elements};
    x_bcast_ = y_bcast_ = {1};
    return;
  }
  const size_t rank = std::max(x_shape.size(), y_shape.size());
  const std::vector<int64_t> x = padded(x_shape, rank);
  const std::vector<int64_t> y = padded(y_shape, rank);
  Kind previous = Kind::kSame;
  for (size_t i = 0; i < rank; ++i) {
    if (x[i] != y[i] && x[i] != 1 && y[i] != 1) {
      valid_ = false;
      return;
    }
    if (x[i] == 1 && y[i] == 1) continue;
    const Kind kind = x[i] == y[i] ? Kind::kSame : x[i] == 1 ? Kind::kX : Kind::kY;
    if (shape_out_.empty() || kind != previous) {
      for (auto *list : {&x_reshape_, &y_reshape_, &shape_out_, &x_bcast_, &y_bcast_}) list->push_back(1);
      previous = kind;
    }
    x_reshape_.back() *= x[i];
    y_reshape_.back() *= y[i];
    shape_out_.back() *= x[i] == 1 ? y[i] : x[i];
    if (kind == Kind::kX) x_bcast_.back() *= y[i];
    if (kind == Kind::kY) y_bcast_.back() *= x[i];
  }
  if (shape_out_.empty()) {  // one element on both sides, in different ranks
    for (auto *list : {&x_reshape_, &y_reshape_, &shape_out_, &x_bcast_, &y_bcast_}) list->push_back(1);
  }
  x_input_strides_ = strides_of(x_reshape_);
  y_input_strides_ = strides_of(y_reshape_);
  output_strides_ = strides_of(shape_out_);
}

int64_t Bcast::GetBroadcastXIndex(int64_t index) const {
  return input_index(index, output_strides_, x_reshape_, x_input_strides_);
}
int64_t Bcast::GetBroadcastYIndex(int64_t index) const {
  return input_index(index, output_strides_, y_reshape_, y_input_strides_);
}

uint32_t Bcast::GenerateBcastInfo(const BCalcInfo &calc_info) {
  KERNEL_CHECK_FALSE(calc_info.input_0 != nullptr && calc_info.input_1 != nullptr && calc_info.output != nullptr,
                     KERNEL_STATUS_PARAM_INVALID, "broadcasting needs two inputs and an output")
  const std::vector<int64_t> x = calc_info.input_0->GetTensorShape()->GetDimSizes();
  const std::vector<int64_t> y = calc_info.input_1->GetTensorShape()->GetDimSizes();
  const std::vector<int64_t> out = calc_info.output->GetTensorShape()->GetDimSizes();
  KERNEL_CHECK_FALSE(out.size() == std::max(x.size(), y.size()), KERNEL_STATUS_PARAM_INVALID,
                     "an output of rank %zu does not fit inputs of rank %zu and %zu", out.size(), x.size(), y.size())
  x_reshape_ = padded(x, out.size());
  y_reshape_ = padded(y, out.size());
  shape_out_ = out;
  x_bcast_.clear();
  y_bcast_.clear();
  for (size_t i = 0; i < out.size(); ++i) {
    const int64_t x_dim = x_reshape_[i];
    const int64_t y_dim = y_reshape_[i];
    const bool compatible = x_dim == y_dim || x_dim == 1 || y_dim == 1;
    // The larger one of the two, except that 0 wins over 1.
    const int64_t expected = x_dim == 1 ? y_dim : x_dim;
    KERNEL_CHECK_FALSE(compatible && out[i] == expected, KERNEL_STATUS_PARAM_INVALID,
                       "dimension %zu of the output is %ld for inputs of %ld and %ld", i, static_cast<long>(out[i]),
                       static_cast<long>(x_dim), static_cast<long>(y_dim))
    x_bcast_.push_back(x_dim == y_dim ? 1 : x_dim == 1 ? y_dim : 1);
    y_bcast_.push_back(x_dim == y_dim ? 1 : y_dim == 1 ? x_dim : 1);
  }
  x_input_strides_ = strides_of(x_reshape_);
  y_input_strides_ = strides_of(y_reshape_);
  output_strides_ = strides_of(shape_out_);
  return KERNEL_STATUS_OK;
}

void Bcast::GetBcastVec(BCalcInfo &calc_info) {
  calc_info.reshape_0 = std::move(x_reshape_);
  calc_info.reshape_1 = std::move(y_reshape_);
  calc_info.shape_out = std::move(shape_out_);
  calc_info.bcast_0 = std::move(x_bcast_);
  calc_info.bcast_1 = std::move(y_bcast_);
}

void Bcast::BCastIndexes(std::vector<int64_t> &x_indexes, std::vector<int64_t> &y_indexes) {
  int64_t elements = 1;
  for (const int64_t dim : shape_out_) elements *= dim;
  x_indexes.clear();
  y_indexes.clear();
  const bool same = output_strides_.empty() && !shape_out_.empty();
  for (int64_t i = 0; i < elements; ++i) {
    x_indexes.push_back(same ? i : GetBroadcastXIndex(i));
    y_indexes.push_back(same ? i : GetBroadcastYIndex(i));
  }
}

}  // namespace aicpu
