#include "session_wrapper.h"

#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <vector>

#include "ge/ge_api.h"

namespace {

using Options = std::map<ge::AscendString, ge::AscendString>;

Options options_of(const char *const *keys, const char *const *values, size_t count) {
  Options options;
  for (size_t i = 0; i < count; ++i) options[keys[i]] = values[i];
  return options;
}

ge::Session &session_of(void *handle) { return *static_cast<ge::Session *>(handle); }

// Runs `body`; what it throws (only lack of memory) becomes FAILED. Nothing may leave a C function.
template <typename Body>
uint32_t guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::exception &) {
    return ge::FAILED;
  }
}

// A block that the caller's functions provided.
class CallerBlock : public ge::MemBlock {
 public:
  CallerBlock(ge::Allocator &allocator, void *address, size_t size, uint64_t token)
      : MemBlock(allocator, address, size), token_(token) {}
  uint64_t token() const { return token_; }

 private:
  uint64_t token_;
};

class CallerAllocator : public ge::Allocator {
 public:
  CallerAllocator(GePyAllocate allocate, GePyRelease release) : allocate_(allocate), release_(release) {}
  ge::MemBlock *Malloc(size_t size) override {
    void *address = nullptr;
    uint64_t block_size = 0;
    const uint64_t token = allocate_(size, &address, &block_size);
    if (token == 0) return nullptr;
    if (address != nullptr && block_size >= size)
      return new CallerBlock(*this, address, static_cast<size_t>(block_size), token);
    release_(token);  // no memory, or less than was asked for
    return nullptr;
  }
  void Free(ge::MemBlock *block) override {
    release_(static_cast<CallerBlock *>(block)->token());
    delete block;
  }

 private:
  GePyAllocate allocate_;
  GePyRelease release_;
};

}  // namespace

extern "C" {

uint32_t GePyInitialize(const char *const *keys, const char *const *values, size_t count) {
  return guarded([&] { return ge::GEInitialize(options_of(keys, values, count)); });
}
uint32_t GePyFinalize(void) {
  return guarded([] { return ge::GEFinalize(); });
}

void *GePySessionCreate(const char *const *keys, const char *const *values, size_t count) {
  void *session = nullptr;
  (void)guarded([&] {
    session = new ge::Session(options_of(keys, values, count));
    return ge::SUCCESS;
  });
  return session;
}
void GePySessionFree(void *session) { delete static_cast<ge::Session *>(session); }

uint32_t GePySessionAddGraph(void *session, uint32_t graph_id, void *graph, const char *const *keys,
                             const char *const *values, size_t count) {
  return guarded([&] {
    return session_of(session).AddGraph(graph_id, *static_cast<ge::Graph *>(graph), options_of(keys, values, count));
  });
}
uint32_t GePySessionRemoveGraph(void *session, uint32_t graph_id) {
  return guarded([&] { return session_of(session).RemoveGraph(graph_id); });
}

uint32_t GePySessionRun(void *session, uint32_t graph_id, void **inputs, size_t input_count, int32_t asynchronous,
                        void *stream, void ***outputs, size_t *output_count) {
  return guarded([&]() -> uint32_t {
    std::vector<ge::Tensor> in, out;
    for (size_t i = 0; i < input_count; ++i) in.push_back(*static_cast<ge::Tensor *>(inputs[i]));
    const ge::Status status = asynchronous != 0 ? session_of(session).RunGraphWithStreamAsync(graph_id, stream, in, out)
                                                : session_of(session).RunGraph(graph_id, in, out);
    if (status != ge::SUCCESS) return status;
    *outputs = static_cast<void **>(std::malloc((out.size() + 1) * sizeof(void *)));
    if (*outputs == nullptr) return ge::FAILED;
    *output_count = 0;
    for (const ge::Tensor &tensor : out) (*outputs)[(*output_count)++] = new ge::Tensor(tensor);
    return ge::SUCCESS;
  });
}

uint32_t GePySessionRegisterAllocator(void *session, void *stream, GePyAllocate allocate, GePyRelease release) {
  return guarded([&] {
    return session_of(session).RegisterExternalAllocator(stream, std::make_shared<CallerAllocator>(allocate, release));
  });
}
uint32_t GePySessionUnregisterAllocator(void *session, void *stream) {
  return guarded([&] { return session_of(session).UnregisterExternalAllocator(stream); });
}

}  // extern "C"
