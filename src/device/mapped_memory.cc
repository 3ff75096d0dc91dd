// Reserved addresses and memory that is mapped there (acl-runtime-api section 16): files in memory stand for the memory
// of a device, so that one piece may be mapped at several places.
#include "device/mapped_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/checks.h"
#include "device/memory.h"
#include "device/runtime.h"

namespace opstrata::device {
namespace {

constexpr uint64_t kHugePage = uint64_t{2} << 20;
constexpr uintptr_t kExpectedAlignment = uintptr_t{1} << 30;

/// One piece of memory; its last owner, a handle or a mapping, gives it back.
class Physical {
 public:
  Physical(int file, size_t size, int32_t device) : file_(file), size_(size), device_(device) {}
  ~Physical() {
    close(file_);
    discharge(device_, size_);
  }
  Physical(const Physical &) = delete;
  Physical &operator=(const Physical &) = delete;

  int file() const { return file_; }
  size_t size() const { return size_; }
  int32_t device() const { return device_; }

 private:
  const int file_;
  const size_t size_;
  const int32_t device_;
};

struct Mapping {
  size_t size;
  std::shared_ptr<Physical> memory;
};
struct Reservation {
  size_t size;
  std::map<uintptr_t, Mapping> mappings;  // by start
};
struct State {
  std::mutex mutex;
  std::map<uintptr_t, Reservation> reservations;  // by start
  std::map<aclrtDrvMemHandle, std::shared_ptr<Physical>> handles;

  /// The reservation that contains `address`, or the end.
  auto containing(uintptr_t address) {
    auto it = reservations.upper_bound(address);
    if (it == reservations.begin()) return reservations.end();
    --it;
    return address - it->first < it->second.size ? it : reservations.end();
  }
};
State &state() {
  static State *const made = new State;  // never destroyed: programs may unmap while the process ends
  return *made;
}

AclStatus bad(const char *function, aclError code, const char *parameter, uint64_t value, const char *allowed) {
  return refuse(code, Msg::kBadArgument,
                {{"function", function}, {"parameter", parameter}, {"value", value}, {"allowed", allowed}});
}
AclStatus wrong_address(const char *function, const char *wanted) {
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNotAllocated,
                {{"function", function}, {"wanted", wanted}, {"found", "another address"}});
}

/// Rounds up to whole pages; 0 for what no such number holds.
size_t whole_pages(size_t size) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size > SIZE_MAX - page ? 0 : (size + page - 1) / page * page;
}

constexpr char kSizes[] = "1 to what fits with rounding to pages";

}  // namespace

void mapped_memory_before_fork() { state().mutex.lock(); }
void mapped_memory_after_fork_in_parent() { state().mutex.unlock(); }
void mapped_memory_after_fork_in_child() { new (&state().mutex) std::mutex; }

}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtReserveMemAddress(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(virPtr);
    const size_t bytes = whole_pages(size);
    if (bytes == 0) return bad(function, ACL_ERROR_INVALID_PARAM, "size", size, kSizes);
    if (alignment != 0) return bad(function, ACL_ERROR_INVALID_PARAM, "alignment", alignment, "0");
    if (flags > 1) return bad(function, ACL_ERROR_INVALID_PARAM, "flags", flags, "0 (pages), 1 (huge pages)");
    const auto expected = reinterpret_cast<uintptr_t>(expectPtr);
    if (expected % kExpectedAlignment != 0) {
      return bad(function, ACL_ERROR_RT_PARAM_INVALID, "expectPtr", expected, "a multiple of 1 GiB, or null");
    }
    const int place = expectPtr == nullptr ? 0 : MAP_FIXED_NOREPLACE;
    void *const start = mmap(expectPtr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | place, -1, 0);
    if (start != MAP_FAILED && expectPtr != nullptr && start != expectPtr) munmap(start, bytes);  // kernels before 4.17
    if (start == MAP_FAILED || (expectPtr != nullptr && start != expectPtr)) {
      if (expectPtr == nullptr)
        return bad(function, ACL_ERROR_RT_MEMORY_ALLOCATION, "size", size, "as many addresses as the process has left");
      return bad(function, ACL_ERROR_RT_MEMORY_ALLOCATION, "expectPtr", expected, "a place where nothing lies");
    }
    const std::lock_guard lock(state().mutex);
    state().reservations[reinterpret_cast<uintptr_t>(start)] = {bytes, {}};
    *virPtr = start;
    return {};
  });
}

aclError aclrtReleaseMemAddress(void *virPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(virPtr);
    State &s = state();
    const std::lock_guard lock(s.mutex);
    const auto it = s.reservations.find(reinterpret_cast<uintptr_t>(virPtr));
    if (it == s.reservations.end()) return wrong_address(function, "the start of reserved addresses");
    if (!it->second.mappings.empty()) {
      return bad(function, ACL_ERROR_RT_PARAM_INVALID, "virPtr", it->first,
                 "addresses where no memory is mapped (aclrtUnmapMem)");
    }
    munmap(virPtr, it->second.size);
    s.reservations.erase(it);
    return {};
  });
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(handle);
    OPSTRATA_ACL_NOT_NULL(prop);
    const size_t bytes = whole_pages(size);
    if (bytes == 0) return bad(function, ACL_ERROR_INVALID_PARAM, "size", size, kSizes);
    if (flags != 0) return bad(function, ACL_ERROR_INVALID_PARAM, "flags", flags, "0");
    const bool on_host = prop->location.type == ACL_MEM_LOCATION_TYPE_HOST;
    if (!on_host && prop->location.type != ACL_MEM_LOCATION_TYPE_DEVICE) {
      return bad(function, ACL_ERROR_INVALID_PARAM, "prop->location.type", prop->location.type, "0 (host), 1 (device)");
    }
    const int32_t device = on_host ? -1 : static_cast<int32_t>(prop->location.id);
    if (!on_host) OPSTRATA_ACL_TRY(check_device(function, device));
    OPSTRATA_ACL_TRY(charge(function, size, bytes, device));
    const int file = memfd_create("opstrata device memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
      if (file >= 0) close(file);
      discharge(device, bytes);
      return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kNoMemory,
                    {{"function", function},
                     {"bytes", size},
                     {"free", total_memory() - allocated_memory(device)},
                     {"device", device}});
    }
    auto memory = std::make_shared<Physical>(file, bytes, device);
    const std::lock_guard lock(state().mutex);
    *handle = memory.get();
    state().handles[*handle] = std::move(memory);
    return {};
  });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(handle);
    const std::lock_guard lock(state().mutex);
    if (state().handles.erase(handle) == 0) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "handle"}});
    }
    return {};
  });
}

aclError aclrtMapMem(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(virPtr);
    OPSTRATA_ACL_NOT_NULL(handle);
    if (offset != 0) return bad(function, ACL_ERROR_INVALID_PARAM, "offset", offset, "0");
    if (flags != 0) return bad(function, ACL_ERROR_INVALID_PARAM, "flags", flags, "0");
    State &s = state();
    const std::lock_guard lock(s.mutex);
    const auto known = s.handles.find(handle);
    if (known == s.handles.end()) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "handle"}});
    }
    const auto start = reinterpret_cast<uintptr_t>(virPtr);
    const auto it = s.containing(start);
    if (it == s.reservations.end() || whole_pages(start) != start)
      return wrong_address(function, "a page of reserved addresses");
    const size_t bytes = whole_pages(size);
    if (bytes == 0 || bytes > known->second->size() || bytes > it->second.size - (start - it->first)) {
      return bad(function, ACL_ERROR_RT_PARAM_INVALID, "size", size,
                 "1 to the size of the memory and of the addresses that are left there");
    }
    auto &mappings = it->second.mappings;
    const auto next = mappings.lower_bound(start);
    if ((next != mappings.end() && next->first - start < bytes) ||
        (next != mappings.begin() && start - std::prev(next)->first < std::prev(next)->second.size)) {
      return bad(function, ACL_ERROR_RT_PARAM_INVALID, "virPtr", start,
                 "addresses where no memory is mapped (aclrtUnmapMem)");
    }
    if (mmap(virPtr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, known->second->file(), 0) == MAP_FAILED) {
      return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kNoMemory,
                    {{"function", function}, {"bytes", size}, {"free", 0}, {"device", known->second->device()}});
    }
    mappings[start] = {bytes, known->second};
    add_mapped(virPtr, bytes, known->second->device());
    return {};
  });
}

aclError aclrtUnmapMem(void *virPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(virPtr);
    State &s = state();
    const std::lock_guard lock(s.mutex);
    const auto start = reinterpret_cast<uintptr_t>(virPtr);
    const auto it = s.containing(start);
    const auto mapping =
        it == s.reservations.end() ? decltype(it->second.mappings.begin()){} : it->second.mappings.find(start);
    if (it == s.reservations.end() || mapping == it->second.mappings.end())
      return wrong_address(function, "the start of mapped memory");
    remove_mapped(virPtr);
    // Back to addresses without memory, in one step: nobody else can take them in between.
    (void)mmap(virPtr, mapping->second.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    it->second.mappings.erase(mapping);
    return {};
  });
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *prop, aclrtMemGranularityOptions option,
                                          size_t *granularity) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(prop);
    OPSTRATA_ACL_NOT_NULL(granularity);
    if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM && option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
      return bad(function, ACL_ERROR_INVALID_PARAM, "option", static_cast<unsigned>(option),
                 "0 (minimum), 1 (recommended)");
    }
    *granularity = kHugePage;
    return {};
  });
}

}  // extern "C"
