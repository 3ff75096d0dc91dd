/// @file
/// C++ overloads over acl_rt.h (acl-runtime-api section 15): timeout forms under the short names, typed allocation and copies.
/// A call with `void **` and three arguments still selects the C function.
#ifndef INC_EXTERNAL_ACL_ACL_RT_API_H_
#define INC_EXTERNAL_ACL_ACL_RT_API_H_

#include "acl/acl_rt.h"

#ifdef __cplusplus

inline aclError aclrtSynchronizeDevice(int32_t timeout) { return aclrtSynchronizeDeviceWithTimeout(timeout); }
inline aclError aclrtSynchronizeStream(aclrtStream stream, int32_t timeout) {
  return aclrtSynchronizeStreamWithTimeout(stream, timeout);
}
inline aclError aclrtSynchronizeEvent(aclrtEvent event, int32_t timeout) {
  return aclrtSynchronizeEventWithTimeout(event, timeout);
}
inline aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return aclrtStreamWaitEventWithTimeout(stream, event, timeout);
}
inline aclError aclrtCreateStream(aclrtStream *stream, uint32_t priority, uint32_t flag) {
  return aclrtCreateStreamWithConfig(stream, priority, flag);
}
inline aclError aclrtCreateEvent(aclrtEvent *event, uint32_t flag) { return aclrtCreateEventExWithFlag(event, flag); }

template <typename T>
inline aclError aclrtMalloc(T **devPtr, size_t size, aclrtMallocConfig *cfg = nullptr) {
  return aclrtMallocWithCfg(reinterpret_cast<void **>(devPtr), size, ACL_MEM_MALLOC_HUGE_FIRST, cfg);
}
template <typename T>
inline aclError aclrtMalloc(T **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg = nullptr) {
  return aclrtMallocWithCfg(reinterpret_cast<void **>(devPtr), size, policy, cfg);
}
template <typename T>
inline aclError aclrtMallocHost(T **hostPtr, size_t size, aclrtMallocConfig *cfg = nullptr) {
  return aclrtMallocHostWithCfg(reinterpret_cast<void **>(hostPtr), size, cfg);
}
template <typename T>
inline aclError aclrtMemcpy(T *dst, size_t destMax, const T *src, size_t count, aclrtMemcpyKind kind) {
  return ::aclrtMemcpy(static_cast<void *>(dst), destMax, static_cast<const void *>(src), count, kind);
}
template <typename T>
inline aclError aclrtMemcpyAsync(T *dst, size_t destMax, const T *src, size_t count, aclrtMemcpyKind kind,
                                 aclrtStream stream) {
  return ::aclrtMemcpyAsync(static_cast<void *>(dst), destMax, static_cast<const void *>(src), count, kind, stream);
}
template <typename T>
inline aclError aclrtMemcpy2d(T *dst, size_t dpitch, const T *src, size_t spitch, size_t width, size_t height,
                              aclrtMemcpyKind kind) {
  return ::aclrtMemcpy2d(static_cast<void *>(dst), dpitch, static_cast<const void *>(src), spitch, width, height, kind);
}
template <typename T>
inline aclError aclrtMemcpy2dAsync(T *dst, size_t dpitch, const T *src, size_t spitch, size_t width, size_t height,
                                   aclrtMemcpyKind kind, aclrtStream stream) {
  return ::aclrtMemcpy2dAsync(static_cast<void *>(dst), dpitch, static_cast<const void *>(src), spitch, width, height, kind,
                              stream);
}
template <typename T>
inline aclError aclrtMemcpyBatch(T **dsts, size_t *destMaxs, T **srcs, size_t *sizes, size_t numBatches,
                                 aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex) {
  return ::aclrtMemcpyBatch(reinterpret_cast<void **>(dsts), destMaxs, reinterpret_cast<void **>(srcs), sizes, numBatches,
                            attrs, attrsIndexes, numAttrs, failIndex);
}
template <typename T>
inline aclError aclrtMemcpyBatchAsync(T **dsts, size_t *destMaxs, T **srcs, size_t *sizes, size_t numBatches,
                                      aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex,
                                      aclrtStream stream) {
  return ::aclrtMemcpyBatchAsync(reinterpret_cast<void **>(dsts), destMaxs, reinterpret_cast<void **>(srcs), sizes,
                                 numBatches, attrs, attrsIndexes, numAttrs, failIndex, stream);
}
template <typename T>
inline aclError aclrtPointerGetAttributes(const T *ptr, aclrtPtrAttributes *attributes) {
  return ::aclrtPointerGetAttributes(static_cast<const void *>(ptr), attributes);
}
template <typename T>
inline aclError aclrtHostRegister(T *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr) {
  return ::aclrtHostRegister(static_cast<void *>(ptr), size, type, devPtr);
}
template <typename T>
inline aclError aclrtHostUnregister(T *ptr) {
  return ::aclrtHostUnregister(static_cast<void *>(ptr));
}

#endif

#endif  // INC_EXTERNAL_ACL_ACL_RT_API_H_
