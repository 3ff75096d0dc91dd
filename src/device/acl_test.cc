// The acl functions outside streams and events. Expected values: acl-runtime-api sections 4 to 7, 12, 13, 16.
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>
#include <thread>
#include <vector>

#include "acl/acl_rt_api.h"
#include "device/test_support.h"
#include "runtime/runtime/rt.h"

namespace opstrata::device {
namespace {

using AclTest = DeviceTest;

TEST(AclInit, CountsAndRefuses) {
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  uint64_t count = 9;
  EXPECT_EQ(aclFinalizeReference(&count), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(""), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalizeReference(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit("/nonexistent/acl.json"), ACL_ERROR_INVALID_FILE);
  EXPECT_NE(recent().find("/nonexistent/acl.json"), std::string::npos);
}

TEST(AclInit, ConfigurationIsJsonOfLimitedDepthAndMayNotChange) {
  const std::string path = testing::TempDir() + "opstrata_acl.json";
  const auto write = [&](const std::string &text) { std::ofstream(path) << text; };
  write("{\"dump\": ");
  EXPECT_EQ(aclInit(path.c_str()), ACL_ERROR_PARSE_FILE);
  std::string deep = "1";
  for (int i = 0; i < 14; ++i) deep = "{\"a\":" + deep + "}";
  write(deep);
  EXPECT_EQ(aclInit(path.c_str()), ACL_ERROR_PARSE_FILE);
  write("{\"dump\": {}}");  // differs from the empty configuration of the test before
  EXPECT_EQ(aclInit(path.c_str()), ACL_ERROR_INVALID_PARAM);
  std::remove(path.c_str());
  (void)recent();
}

TEST(AclInit, CallbacksRunAndMayFail) {
  static int inits;
  static int finals;
  inits = finals = 0;
  const aclInitCallbackFunc on_init = [](const char *, size_t, void *user) -> aclError {
    ++inits;
    return *static_cast<aclError *>(user);
  };
  const aclFinalizeCallbackFunc on_final = [](void *) -> aclError {
    ++finals;
    return ACL_SUCCESS;
  };
  aclError answer = ACL_ERROR_FAILURE;
  EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, on_init, &answer), ACL_SUCCESS);
  EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, on_init, &answer), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, on_final, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_FAILURE);
  answer = ACL_SUCCESS;
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(inits, 2);
  EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_ACL_DVPP, on_init, &answer), ACL_SUCCESS);  // late: called at once
  EXPECT_EQ(inits, 3);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(finals, 1);
  EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, on_init), ACL_SUCCESS);
  EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, on_init), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_DVPP, on_init), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, on_final), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, on_final), ACL_ERROR_INVALID_PARAM);
  (void)recent();
}

TEST(AclDevice, BindingIsPerThreadAndCounted) {
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_NE(recent().find("aclrtSetDevice"), std::string::npos);
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
  void *memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 3U);  // OPSTRATA_DEVICES of this test
  EXPECT_EQ(aclrtSetDevice(3), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 2);
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  std::thread([context] {
    aclrtContext own = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&own), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetCurrentContext(&own), ACL_SUCCESS);
    EXPECT_EQ(own, context);  // threads of one device share its default context
  }).join();
  EXPECT_EQ(aclrtResetDevice(2), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);  // the other thread's binding still counts
  EXPECT_EQ(aclrtResetDevice(2), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtResetDevice(2), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtResetDevice(7), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDeviceForce(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDeviceForce(1), ACL_ERROR_RT_CONTEXT_NULL);
  (void)recent();
}

TEST(AclDevice, ResetWaitsForTheWorkOfTheDefaultContext) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  int done = 0;
  for (int i = 0; i < 50; ++i) submit(nullptr, [&done] { ++done; });
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(done, 50);
}

TEST_F(AclTest, ContextsAreHandlesWithRules) {
  aclrtContext standard = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&standard), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(standard), ACL_ERROR_INVALID_PARAM);
  aclrtContext own = nullptr;
  EXPECT_EQ(aclrtCreateContext(&own, 9), ACL_ERROR_RT_INVALID_DEVICEID);
  ASSERT_EQ(aclrtCreateContext(&own, 1), ACL_SUCCESS);
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 1);
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
  int64_t value = -1;
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(aclrtDestroyContext(own), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetCurrentContext(own), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetCurrentContext(standard), ACL_SUCCESS);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
}

TEST_F(AclTest, SystemOptions) {
  int64_t value = -1;
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, 5), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(aclrtSetSysParamOpt(static_cast<aclSysParamOpt>(4), 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(AclTest, ChipAnswersAlikeEverywhere) {
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
  int64_t value = 0;
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 2201);
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 24);
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 48);
  EXPECT_EQ(aclrtGetDeviceInfo(0, static_cast<aclrtDevAttr>(999), &value), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetDeviceInfo(9, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(rtGetDeviceInfo(0, RT_MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM, &value), RT_ERROR_NONE);
  EXPECT_EQ(value, 48);
  EXPECT_EQ(rtGetDeviceInfo(0, 0, 1, &value), ACL_ERROR_RT_PARAM_INVALID);
  char text[64] = "";
  EXPECT_EQ(rtGetSocVersion(text, sizeof(text)), RT_ERROR_NONE);
  EXPECT_STREQ(text, "Ascend910B1");
  EXPECT_EQ(rtGetSocVersion(text, 11), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(rtGetSocSpec("version", "NpuArch", text, sizeof(text)), RT_ERROR_NONE);
  EXPECT_STREQ(text, "2201");
  for (const char *key : {"l0_a_size", "l0_b_size", "l0_c_size", "l1_size"}) {
    EXPECT_EQ(rtGetSocSpec("AICoreSpec", key, text, sizeof(text)), RT_ERROR_NONE) << key;
    EXPECT_GT(std::atol(text), 0) << key;
  }
  EXPECT_EQ(rtGetSocSpec("AICoreSpec", "l9", text, sizeof(text)), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(rtGetSocSpec(nullptr, "l9", text, sizeof(text)), ACL_ERROR_INVALID_PARAM);
  uint32_t physical = 9;
  EXPECT_EQ(rtGetDevicePhyIdByIndex(2, &physical), RT_ERROR_NONE);
  EXPECT_EQ(physical, 2U);
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
  aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_ABNORMAL;
  EXPECT_EQ(aclrtQueryDeviceStatus(0, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
  int32_t peer = -1;
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&peer, 0, 1), ACL_SUCCESS);
  EXPECT_EQ(peer, 1);
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&peer, 1, 1), ACL_SUCCESS);
  EXPECT_EQ(peer, 0);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 2), ACL_ERROR_INVALID_PARAM);
  aclrtFloatOverflowMode overflow = ACL_RT_OVERFLOW_MODE_UNDEF;
  EXPECT_EQ(aclrtGetDeviceSatMode(&overflow), ACL_SUCCESS);
  EXPECT_EQ(overflow, ACL_RT_OVERFLOW_MODE_INFNAN);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

TEST_F(AclTest, CoreLimitsOfDeviceStreamAndThread) {
  uint32_t value = 0;
  EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 48U);
  EXPECT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 20), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 20U);
  aclrtStream stream = new_stream();
  EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 20U);
  EXPECT_EQ(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, 3), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_CUBE_CORE, 25), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtUseStreamResInCurrentThread(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 3U);
  EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 20U);
  EXPECT_EQ(aclrtResetStreamResLimit(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 20U);
  EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 48U);
  EXPECT_EQ(aclrtGetDeviceResLimit(0, static_cast<aclrtDevResLimitType>(2), &value), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(7), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetOpExecuteTimeout(&value), ACL_SUCCESS);
  EXPECT_EQ(value, 7000U);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(UINT32_MAX), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS);
}

TEST_F(AclTest, AllocationFollowsTheInterfacesRules) {
  void *memory = nullptr;
  EXPECT_EQ(aclrtMalloc(nullptr, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMalloc(&memory, SIZE_MAX - 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMalloc(&memory, SIZE_MAX / 2, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
  size_t free_before = 0;
  size_t total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_before, &total), ACL_SUCCESS);
  EXPECT_GT(total, 0U);
  EXPECT_EQ(aclrtGetMemInfo(static_cast<aclrtMemAttr>(18), &free_before, &total), ACL_ERROR_INVALID_PARAM);
  for (const size_t size : {size_t{1}, size_t{32}, size_t{33}, size_t{4096}}) {
    ASSERT_EQ(aclrtMalloc(&memory, size, static_cast<aclrtMemMallocPolicy>(12345)), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0U);
    size_t free_now = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &free_now, &total), ACL_SUCCESS);
    const size_t rounded = (size + 32 + 31) / 32 * 32;
    EXPECT_EQ(free_before - free_now, rounded) << size;
    std::memset(memory, 1, rounded);  // the padding belongs to the block
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtMallocAlign32(&memory, 33, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  size_t free_now = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &free_now, &total), ACL_SUCCESS);
  EXPECT_EQ(free_before - free_now, 64U);
  EXPECT_EQ(aclrtMemFlush(memory, 64), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemInvalidate(memory, 65), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemFlush(&memory, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeHost(memory), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent().find("pinned host memory"), std::string::npos);
  EXPECT_EQ(aclrtFree(static_cast<char *>(memory) + 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeWithDevSync(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  aclrtMallocConfig config = {nullptr, 1};
  EXPECT_EQ(aclrtMallocWithCfg(&memory, 5, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_ERROR_INVALID_PARAM);
  config.numAttrs = 0;
  ASSERT_EQ(aclrtMallocWithCfg(&memory, 5, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &free_now, &total), ACL_SUCCESS);
  EXPECT_EQ(free_before - free_now, 5U);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocCached(&memory, 5, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

TEST_F(AclTest, PointersAreKnownByKind) {
  void *device = nullptr;
  void *pinned = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&pinned, 100), ACL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(pinned) % 64, 0U);
  EXPECT_EQ(aclrtMallocHost(&pinned, 0), ACL_ERROR_INVALID_PARAM);
  aclrtPtrAttributes attributes;
  EXPECT_EQ(aclrtPointerGetAttributes(static_cast<char *>(device) + 50, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 0U);
  EXPECT_EQ(aclrtPointerGetAttributes(pinned, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
  std::vector<char> own(4096);
  EXPECT_EQ(aclrtPointerGetAttributes(own.data(), &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  void *mapped = nullptr;
  EXPECT_EQ(aclrtHostRegister(own.data(), own.size(), ACL_HOST_REGISTER_MAPPED, &mapped), ACL_SUCCESS);
  EXPECT_EQ(mapped, own.data());
  EXPECT_EQ(aclrtPointerGetAttributes(own.data() + 4000, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(aclrtHostRegister(own.data() + 1, 1, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(aclrtHostRegister(own.data(), 1, static_cast<aclrtHostRegisterType>(3), &mapped), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtHostUnregister(own.data()), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostUnregister(own.data()), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
  EXPECT_EQ(aclrtFree(pinned), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
}

TEST_F(AclTest, CopyChecksInTheInterfacesOrder) {
  int a = 1;
  int b = 2;
  const auto kind = [](int value) { return static_cast<aclrtMemcpyKind>(value); };
  EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, kind(99)), ACL_SUCCESS);  // a count of 0 comes before everything
  EXPECT_EQ(aclrtMemcpy(nullptr, 0, &b, 4, kind(99)), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(&a, 0, nullptr, 4, kind(1)), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(&a, 0, &b, 4, kind(6)), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(&a, 0, &b, 4, kind(1)), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(&a, 3, &b, 4, kind(1)), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(&a, 4, &a, 4, kind(1)), ACL_SUCCESS);
  EXPECT_EQ(a, 1);
  for (int k = 0; k <= 5; ++k) {
    a = 10 + k;
    EXPECT_EQ(aclrtMemcpy(&b, 4, &a, 4, kind(k)), ACL_SUCCESS);
    EXPECT_EQ(b, a);
  }
  EXPECT_EQ(aclrtMemset(nullptr, 0, 0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(nullptr, 4, 0, 4), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemset(&a, 3, 0, 4), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(&a, 4, 0x1FF, 4), ACL_SUCCESS);  // the low byte
  EXPECT_EQ(a, -1);
  uint32_t words[3] = {};
  EXPECT_EQ(aclrtMemsetD32(words, sizeof(words), 0x01020304, 2), ACL_SUCCESS);
  EXPECT_EQ(words[1], 0x01020304U);
  EXPECT_EQ(words[2], 0U);
  EXPECT_EQ(aclrtMemsetD32(words, sizeof(words), 1, 4), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemsetD32(words, sizeof(words), 1, SIZE_MAX), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(AclTest, CopyOverTheEndOfABlockIsRefused) {
  void *device = nullptr;
  ASSERT_EQ(aclrtMallocWithCfg(&device, 16, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_SUCCESS);
  std::vector<char> host(64);
  EXPECT_EQ(aclrtMemcpy(device, 64, host.data(), 17, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_NE(recent().find("dst"), std::string::npos);
  EXPECT_EQ(aclrtMemcpy(host.data(), 64, device, 17, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpyAsync(device, 64, host.data(), 17, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(device, 64, 0, 17), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(device, 16, host.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
}

TEST_F(AclTest, AsynchronousCopiesKeepStreamOrder) {
  constexpr size_t kCount = 64;
  int *device = nullptr;
  int *pinned = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, kCount * sizeof(int)), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&pinned, kCount * sizeof(int), nullptr), ACL_SUCCESS);
  aclrtStream stream = new_stream();
  Gate gate;
  submit(stream, [&gate] { gate.wait(); });
  // Buffered at submission: the source changes before the copy runs.
  int value = 7;
  ASSERT_EQ(aclrtMemcpyAsync(device, sizeof(int), &value, sizeof(int), ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream), ACL_SUCCESS);
  value = 8;
  ASSERT_EQ(aclrtMemcpyAsync(pinned, kCount * sizeof(int), device, sizeof(int), ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemsetAsync(device, kCount * sizeof(int), 0, kCount * sizeof(int), stream), ACL_SUCCESS);
  pinned[0] = -1;
  gate.open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(pinned[0], 7);
  EXPECT_EQ(device[0], 0);
  // Pageable host memory: complete on return.
  std::vector<int> host(kCount);
  std::iota(host.begin(), host.end(), 0);
  ASSERT_EQ(aclrtMemcpyAsync(device, kCount * sizeof(int), host.data(), kCount * sizeof(int), ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
  EXPECT_EQ(std::memcmp(device, host.data(), kCount * sizeof(int)), 0);
  EXPECT_EQ(aclrtMemcpyAsyncWithCondition(host.data(), 4, pinned, 4, ACL_MEMCPY_HOST_TO_HOST, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  // A kernel may not wait, so it cannot copy from pageable memory.
  aclError from_task = 0;
  submit(stream, [&] { from_task = aclrtMemcpyAsync(device, 4, host.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE, nullptr); });
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(from_task, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(AclTest, TwoDimensionalAndBatchedCopies) {
  const std::vector<char> source = {'a', 'b', 'c', '.', 'd', 'e', 'f', '.'};
  std::vector<char> target(10, '-');
  EXPECT_EQ(aclrtMemcpy2d(target.data(), 5, source.data(), 4, 3, 2, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(std::string(target.data(), 10), "abc--def--");
  EXPECT_EQ(aclrtMemcpy2d(target.data(), 2, source.data(), 4, 3, 2, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2d(target.data(), 5, source.data(), 4, 3, 2, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2d(nullptr, 5, source.data(), 4, 0, 2, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2d(target.data(), 5, source.data(), 4, 3, SIZE_MAX / 2, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2dAsync(target.data() + 1, 5, source.data(), 4, 3, 2, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_SUCCESS);
  EXPECT_EQ(std::string(target.data(), 10), "aabc-ddef-");
  char x = 'x';
  char y = 'y';
  void *dsts[2] = {target.data(), target.data() + 9};
  void *srcs[2] = {&x, &y};
  size_t maxima[2] = {1, 1};
  size_t sizes[2] = {1, 1};
  size_t failed = 0;
  EXPECT_EQ(aclrtMemcpyBatch(dsts, maxima, srcs, sizes, 2, nullptr, nullptr, 0, &failed), ACL_SUCCESS);
  EXPECT_EQ(failed, SIZE_MAX);
  EXPECT_EQ(std::string(target.data(), 10), "xabc-ddefy");
  sizes[1] = 2;
  EXPECT_EQ(aclrtMemcpyBatchAsync(dsts, maxima, srcs, sizes, 2, nullptr, nullptr, 0, &failed, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(failed, 1U);
  EXPECT_EQ(aclrtMemcpyBatch(dsts, maxima, srcs, sizes, 0, nullptr, nullptr, 0, &failed), ACL_ERROR_INVALID_PARAM);
}

TEST(AclValues, SizesOfDataTypes) {
  const struct {
    aclDataType type;
    size_t size;
  } expected[] = {{ACL_STRING, 0}, {ACL_DT_UNDEFINED, 0}, {ACL_BOOL, 1}, {ACL_INT4, 1}, {ACL_UINT1, 1}, {ACL_HIFLOAT8, 1},
                  {ACL_FLOAT8_E8M0, 1}, {ACL_BF16, 2}, {ACL_FLOAT16, 2}, {ACL_UINT16, 2}, {ACL_FLOAT, 4}, {ACL_COMPLEX32, 4},
                  {ACL_INT64, 8}, {ACL_DOUBLE, 8}, {ACL_COMPLEX64, 8}, {ACL_COMPLEX128, 16}, {ACL_FLOAT6_E3M2, 8}, {ACL_FLOAT4_E2M1, 8}};
  for (const auto &e : expected) EXPECT_EQ(aclDataTypeSize(e.type), e.size) << e.type;
}

TEST(AclValues, HalfPrecisionSaturates) {
  EXPECT_EQ(aclFloatToFloat16(1.0F), 0x3C00);
  EXPECT_EQ(aclFloatToFloat16(-2.0F), 0xC000);
  EXPECT_EQ(aclFloatToFloat16(65504.0F), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(65536.0F), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-1e30F), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(INFINITY), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-INFINITY), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(std::nanf("")), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(5.960464477539063e-08F), 0x0001);
  EXPECT_FLOAT_EQ(aclFloat16ToFloat(0x3555), 0.33325195F);
  EXPECT_EQ(aclFloat16ToFloat(0x7C00), INFINITY);
  for (uint32_t bits = 0; bits < 0x7C00; ++bits) {
    EXPECT_EQ(aclFloatToFloat16(aclFloat16ToFloat(static_cast<aclFloat16>(bits))), bits);
  }
}

TEST(AclValues, DataBuffersViewMemory) {
  int value = 3;
  aclDataBuffer *buffer = aclCreateDataBuffer(&value, 4);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &value);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 4U);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 4U);
  EXPECT_EQ(aclUpdateDataBuffer(buffer, nullptr, 0), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyDataBuffer(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclUpdateDataBuffer(nullptr, nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferSizeV2(nullptr), 0U);
  (void)recent();
}

TEST(AclValues, VersionsAndErrors) {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = -1;
  EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor, 17);
  EXPECT_EQ(patch, 0);
  char package[] = "ge_compiler";
  char unknown[] = "nonsense";
  char text[ACL_PKG_VERSION_MAX_SIZE] = "";
  int32_t number = 0;
  EXPECT_EQ(aclsysGetVersionNum(package, &number), ACL_SUCCESS);
  EXPECT_GE(number, 90100000);  // operator sources compare with this number of release 9.1.0
  EXPECT_EQ(aclsysGetVersionStr(package, text), ACL_SUCCESS);
  aclCANNPackageVersion version;
  EXPECT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_RUNTIME, &version), ACL_SUCCESS);
  EXPECT_STREQ(version.version, text);
  EXPECT_EQ(std::atoi(version.majorVersion), number / 10000000);
  EXPECT_EQ(aclsysGetVersionNum(unknown, &number), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  EXPECT_EQ(aclrtPeekAtLastError(static_cast<aclrtLastErrLevel>(1)), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent(), "");
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);  // taken
  aclAppLog(ACL_INFO, "f", "g", 1, "%d", 3);
}

TEST_F(AclTest, WhatACpuDoesNotOfferIsRefusedByName) {
  int place = 0;
  void *const some = &place;
  void *handle = nullptr;
  const auto expect = [](aclError got, aclError wanted, const char *function, const char *parameter) {
    EXPECT_EQ(got, wanted) << function;
    const std::string text = recent();
    EXPECT_NE(text.find(function), std::string::npos) << text;
    EXPECT_NE(text.find(parameter), std::string::npos) << function << ": " << text;
  };
  constexpr aclError kNull = ACL_ERROR_INVALID_PARAM, kNot = ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     kHandle = ACL_ERROR_RT_INVALID_HANDLE;
  expect(aclrtBinaryLoadFromFile(nullptr, nullptr, &handle), kNull, "aclrtBinaryLoadFromFile", "binPath");
  expect(aclrtBinaryLoadFromFile("a", nullptr, nullptr), kNull, "aclrtBinaryLoadFromFile", "binHandle");
  expect(aclrtBinaryLoadFromFile("/no/such/file.o", nullptr, &handle), ACL_ERROR_RT_FILE_OPEN,
         "aclrtBinaryLoadFromFile", "/no/such/file.o");
  expect(aclrtBinaryLoadFromFile("/proc/self/exe", nullptr, &handle), kNot, "aclrtBinaryLoadFromFile",
         "/proc/self/exe");
  expect(aclrtBinaryLoadFromData(nullptr, 4, nullptr, &handle), kNull, "aclrtBinaryLoadFromData", "data");
  expect(aclrtBinaryLoadFromData(some, 4, nullptr, nullptr), kNull, "aclrtBinaryLoadFromData", "binHandle");
  expect(aclrtBinaryLoadFromData(some, 0, nullptr, &handle), kNull, "aclrtBinaryLoadFromData", "length");
  expect(aclrtBinaryLoadFromData(some, 4, nullptr, &handle), kNot, "aclrtBinaryLoadFromData", "data");
  EXPECT_EQ(handle, nullptr);
  expect(aclrtBinaryUnLoad(nullptr), kNull, "aclrtBinaryUnLoad", "binHandle");
  expect(aclrtBinaryUnLoad(some), kHandle, "aclrtBinaryUnLoad", "binHandle");
  expect(aclrtBinaryGetFunction(nullptr, "f", &handle), kNull, "aclrtBinaryGetFunction", "binHandle");
  expect(aclrtBinaryGetFunction(some, nullptr, &handle), kNull, "aclrtBinaryGetFunction", "kernelName");
  expect(aclrtBinaryGetFunction(some, "f", &handle), kHandle, "aclrtBinaryGetFunction", "binHandle");
  expect(aclrtBinaryGetFunctionByEntry(some, 0, nullptr), kNull, "aclrtBinaryGetFunctionByEntry", "funcHandle");
  expect(aclrtBinaryGetFunctionByEntry(some, 0, &handle), kHandle, "aclrtBinaryGetFunctionByEntry", "binHandle");
  expect(aclrtRegisterCpuFunc(some, "f", nullptr, &handle), kNull, "aclrtRegisterCpuFunc", "kernelName");
  expect(aclrtRegisterCpuFunc(some, "f", "k", &handle), kHandle, "aclrtRegisterCpuFunc", "handle");
  expect(aclrtLaunchKernel(nullptr, 1, nullptr, 0, nullptr), kNull, "aclrtLaunchKernel", "funcHandle");
  expect(aclrtLaunchKernel(some, 1, nullptr, 0, nullptr), kHandle, "aclrtLaunchKernel", "funcHandle");
  expect(aclrtLaunchKernel(some, 1, nullptr, 0, some), kNull, "aclrtLaunchKernel", "stream");
  expect(aclrtLaunchKernelV2(some, 1, nullptr, 0, nullptr, nullptr), kHandle, "aclrtLaunchKernelV2", "funcHandle");
  expect(aclrtLaunchKernelWithConfig(some, 1, nullptr, nullptr, nullptr, nullptr), kHandle,
         "aclrtLaunchKernelWithConfig", "funcHandle");
  expect(aclrtLaunchKernelWithHostArgs(some, 1, nullptr, nullptr, nullptr, 0, nullptr, 0), kHandle,
         "aclrtLaunchKernelWithHostArgs", "funcHandle");
  expect(aclrtGetHardwareSyncAddr(nullptr), kNull, "aclrtGetHardwareSyncAddr", "addr");
  expect(aclrtGetHardwareSyncAddr(&handle), kNot, "aclrtGetHardwareSyncAddr", "");
  expect(aclrtCacheLastTaskOpInfo(nullptr, 0), kNull, "aclrtCacheLastTaskOpInfo", "infoPtr");
  expect(aclrtCacheLastTaskOpInfo(some, 4), kNot, "aclrtCacheLastTaskOpInfo", "");
  expect(rtAicpuKernelLaunchExWithArgs(0, "", 0, nullptr, nullptr, nullptr, 0), kNot, "rtAicpuKernelLaunchExWithArgs",
         "");
  expect(rtsBinaryLoadFromFile("", nullptr, nullptr), kNot, "rtsBinaryLoadFromFile", "");
  expect(rtsFuncGetByName(nullptr, "", nullptr), kNot, "rtsFuncGetByName", "");
  expect(rtsLaunchCpuKernel(nullptr, 0, nullptr, nullptr, nullptr), kNot, "rtsLaunchCpuKernel", "");
}

TEST(RtNames, AreTheSameObjectsAsAcls) {
  ASSERT_EQ(rtSetDevice(0), RT_ERROR_NONE);
  int32_t number = -1;
  EXPECT_EQ(rtGetDevice(&number), RT_ERROR_NONE);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(rtCtxGetDevice(&number), RT_ERROR_NONE);
  EXPECT_EQ(rtGetDeviceCount(&number), RT_ERROR_NONE);
  EXPECT_EQ(number, 3);
  rtContext_t context = nullptr;
  rtContext_t standard = nullptr;
  EXPECT_EQ(rtCtxGetCurrent(&standard), RT_ERROR_NONE);
  EXPECT_EQ(rtCtxCreate(&context, 0, 0), RT_ERROR_NONE);
  EXPECT_EQ(rtCtxDestroy(context), RT_ERROR_NONE);
  EXPECT_EQ(rtCtxSetCurrent(standard), RT_ERROR_NONE);
  rtStream_t stream = nullptr;
  rtEvent_t event = nullptr;
  EXPECT_EQ(rtStreamCreate(&stream, 0), RT_ERROR_NONE);
  EXPECT_EQ(rtGetStreamId(stream, &number), RT_ERROR_NONE);
  EXPECT_EQ(rtEventCreate(&event), RT_ERROR_NONE);
  void *device = nullptr;
  void *pinned = nullptr;
  EXPECT_EQ(rtMalloc(&device, 4, RT_MEMORY_DEFAULT, 0), RT_ERROR_NONE);
  EXPECT_EQ(rtMallocHost(&pinned, 4, 0), RT_ERROR_NONE);
  EXPECT_EQ(rtMemset(device, 4, 1, 4), RT_ERROR_NONE);
  EXPECT_EQ(rtMemcpyAsync(pinned, 4, device, 4, RT_MEMCPY_DEVICE_TO_HOST, stream), RT_ERROR_NONE);
  EXPECT_EQ(rtEventRecord(event, stream), RT_ERROR_NONE);
  EXPECT_EQ(rtStreamWaitEvent(stream, event), RT_ERROR_NONE);
  EXPECT_EQ(rtEventSynchronize(event), RT_ERROR_NONE);
  EXPECT_EQ(rtStreamSynchronize(stream), RT_ERROR_NONE);
  EXPECT_EQ(*static_cast<int *>(pinned), 0x01010101);
  EXPECT_EQ(rtMemcpy(device, 4, pinned, 5, RT_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(rtDeviceSynchronize(), RT_ERROR_NONE);
  EXPECT_EQ(rtCtxSynchronize(), RT_ERROR_NONE);
  EXPECT_EQ(rtFree(device), RT_ERROR_NONE);
  EXPECT_EQ(rtFreeHost(pinned), RT_ERROR_NONE);
  EXPECT_EQ(rtEventDestroy(event), RT_ERROR_NONE);
  EXPECT_EQ(rtStreamDestroy(stream), RT_ERROR_NONE);
  EXPECT_EQ(rtDeviceReset(0), RT_ERROR_NONE);
  (void)recent();
}

}  // namespace
}  // namespace opstrata::device

extern "C" int opstrata_c_round_trip(void);

TEST(AclC, ARoundTripFromC) { EXPECT_EQ(opstrata_c_round_trip(), 0); }
