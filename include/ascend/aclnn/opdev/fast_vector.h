/// @file
/// op::FVector: the vector type of operator code (opdev-api section 2.4).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H_

#include "opdev/pool_allocator.h"
#include "opdev/small_vector.h"

namespace op {

template <typename T, std::size_t N = 8>
using FVector = internal::SmallVector<T, N, internal::PoolAllocator<T>>;

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H_
