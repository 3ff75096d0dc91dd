/**
 * @file
 * Eigen views of kernel tensors (aicpu-kernel-api section 17): row-major maps, assumed to be aligned unless they are of the
 * Unaligned kind.
 */
#ifndef AICPU_EIGENTENSOR_H
#define AICPU_EIGENTENSOR_H

#include <vector>

#include "cpu_tensor.h"
#include "log.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace aicpu {
/** Names of the map types of T with NDIMS dimensions. */
template <typename T, int NDIMS = 1, typename IndexType = Eigen::DenseIndex>
struct TTypes {
  typedef Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, IndexType>, Eigen::Aligned> Tensor;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, NDIMS, Eigen::RowMajor, IndexType>, Eigen::Aligned> ConstTensor;
  typedef Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, IndexType>> UnalignedTensor;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, NDIMS, Eigen::RowMajor, IndexType>> UnalignedConstTensor;
  typedef Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, int>, Eigen::Aligned> Tensor32Bit;

  typedef Eigen::TensorMap<Eigen::TensorFixedSize<T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>, Eigen::Aligned> Scalar;
  typedef Eigen::TensorMap<Eigen::TensorFixedSize<const T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>, Eigen::Aligned>
      ConstScalar;
  typedef Eigen::TensorMap<Eigen::TensorFixedSize<T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>> UnalignedScalar;
  typedef Eigen::TensorMap<Eigen::TensorFixedSize<const T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>
      UnalignedConstScalar;

  typedef Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>, Eigen::Aligned> Flat;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>, Eigen::Aligned> ConstFlat;
  typedef Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>> UnalignedFlat;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>> UnalignedConstFlat;

  typedef Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>, Eigen::Aligned> Vec;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>, Eigen::Aligned> ConstVec;
  typedef Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>> UnalignedVec;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>> UnalignedConstVec;

  typedef Eigen::TensorMap<Eigen::Tensor<T, 2, Eigen::RowMajor, IndexType>, Eigen::Aligned> Matrix;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 2, Eigen::RowMajor, IndexType>, Eigen::Aligned> ConstMatrix;
  typedef Eigen::TensorMap<Eigen::Tensor<T, 2, Eigen::RowMajor, IndexType>> UnalignedMatrix;
  typedef Eigen::TensorMap<Eigen::Tensor<const T, 2, Eigen::RowMajor, IndexType>> UnalignedConstMatrix;
};

/** Views of the data at `data` in the shape of `tensor`. Missing trailing dimensions count as 1, superfluous ones are cut. */
class EigenTensor {
 public:
  EigenTensor() = delete;
  EigenTensor(Tensor *tensor, void *data) : tensor_(tensor), tensor_data_(data) {}
  EigenTensor(const Tensor *tensor, void *data) : tensor_(tensor), tensor_data_(data) {}
  EigenTensor(const EigenTensor &) = delete;
  EigenTensor(EigenTensor &&) = delete;
  EigenTensor &operator=(const EigenTensor &) = delete;
  EigenTensor &operator=(EigenTensor &&) = delete;
  ~EigenTensor() = default;

  template <int NDIMS, typename IndexType = Eigen::DenseIndex>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizes() const {
    return AsEigenDSizesWithPadding<NDIMS, IndexType>();
  }
  template <int NDIMS, typename IndexType = Eigen::DenseIndex>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizesWithPadding() const {
    const std::vector<int64_t> dims = tensor_->GetTensorShape()->GetDimSizes();
    Eigen::DSizes<IndexType, NDIMS> sizes;
    for (size_t i = 0; i < static_cast<size_t>(NDIMS); ++i) {
      sizes[i] = i < dims.size() ? static_cast<IndexType>(dims[i]) : static_cast<IndexType>(1);
    }
    return sizes;
  }

  template <typename T>
  typename TTypes<T>::Vec vec() {
    return tensor<T, 1>();
  }
  template <typename T>
  typename TTypes<T>::Matrix matrix() {
    return tensor<T, 2>();
  }
  template <typename T>
  typename TTypes<T>::ConstMatrix matrix() const {
    return tensor<T, 2>();
  }
  template <typename T, size_t NDIMS>
  typename TTypes<T, static_cast<int>(NDIMS)>::Tensor tensor() {
    return typename TTypes<T, static_cast<int>(NDIMS)>::Tensor(static_cast<T *>(tensor_data_),
                                                               AsEigenDSizes<static_cast<int>(NDIMS)>());
  }
  template <typename T, size_t NDIMS>
  typename TTypes<T, static_cast<int>(NDIMS)>::ConstTensor tensor() const {
    return typename TTypes<T, static_cast<int>(NDIMS)>::ConstTensor(static_cast<const T *>(tensor_data_),
                                                                    AsEigenDSizes<static_cast<int>(NDIMS)>());
  }
  template <typename T>
  typename TTypes<T>::Flat flat() {
    return typename TTypes<T>::Flat(static_cast<T *>(tensor_data_), tensor_->NumElements());
  }

 private:
  const Tensor *tensor_;
  void *tensor_data_;
};
}  // namespace aicpu

#endif  // AICPU_EIGENTENSOR_H
