// Running graphs from C (opstrata/session.h), over ge::Session.
#include <memory>
#include <new>
#include <vector>

#include "base/messages.h"
#include "ge/ge_api.h"
#include "opstrata/session.h"

struct OpstrataSession {
  ge::Session session;
};

namespace {

using opstrata::Msg;

std::map<ge::AscendString, ge::AscendString> options_of(const char *const *keys, const char *const *values, size_t count) {
  std::map<ge::AscendString, ge::AscendString> options;
  for (size_t i = 0; i < count; ++i) options[ge::AscendString(keys[i])] = ge::AscendString(values[i]);
  return options;
}

uint32_t null_argument(const char *function, const char *what) {
  (void)opstrata::report(opstrata::fail(Msg::kSessionNull, {{"function", function}, {"what", what}}));
  return ge::FAILED;
}

/// Nothing that a body throws crosses the C boundary.
template <typename Body>
uint32_t answered(const char *function, Body &&body) noexcept {
  try {
    return body();
  } catch (const std::exception &e) {
    try {
      (void)opstrata::report(opstrata::fail(Msg::kInternal, {{"where", function}, {"what", e.what()}}));
    } catch (...) {
      return ge::FAILED;
    }
    return ge::FAILED;
  }
}

template <typename RunIt>
uint32_t run_with(const char *function, OpstrataSession *session, const void *const *inputs, size_t input_count, void ***outputs,
                  size_t *output_count, RunIt &&run_it) {
  if (session == nullptr) return null_argument(function, "session");
  if (outputs == nullptr || output_count == nullptr) return null_argument(function, "outputs");
  if (inputs == nullptr && input_count != 0) return null_argument(function, "inputs");
  return answered(function, [&] {
    std::vector<ge::Tensor> tensors;
    for (size_t i = 0; i < input_count; ++i) {
      if (inputs[i] == nullptr) return null_argument(function, "an input");
      tensors.push_back(*static_cast<const ge::Tensor *>(inputs[i]));
    }
    std::vector<ge::Tensor> results;
    const uint32_t status = run_it(tensors, results);
    if (status != ge::SUCCESS) return status;
    auto array = std::make_unique<void *[]>(results.size() + 1);
    for (size_t i = 0; i < results.size(); ++i) array[i] = new ge::Tensor(std::move(results[i]));
    *outputs = array.release();
    *output_count = results.size();
    return ge::SUCCESS;
  });
}

/// A user's allocator by three functions.
class CAllocator final : public ge::Allocator {
 public:
  CAllocator(OpstrataTakeBlock take, OpstrataBlockAddress address, OpstrataGiveBlock give, void *context)
      : take_(take), address_(address), give_(give), context_(context) {}
  ge::MemBlock *Malloc(size_t size) override {
    void *block = take_(context_, size);
    return block == nullptr ? nullptr : new Block(*this, address_(context_, block), size, block);
  }
  void Free(ge::MemBlock *block) override {
    give_(context_, static_cast<Block *>(block)->handle);
    delete block;
  }

 private:
  struct Block final : ge::MemBlock {
    Block(ge::Allocator &allocator, void *address, size_t size, void *handle_) : MemBlock(allocator, address, size), handle(handle_) {}
    void *const handle;
  };
  const OpstrataTakeBlock take_;
  const OpstrataBlockAddress address_;
  const OpstrataGiveBlock give_;
  void *const context_;
};

}  // namespace

extern "C" {

uint32_t opstrata_ge_initialize(const char *const *keys, const char *const *values, size_t count) {
  return answered(__func__, [&] { return ge::GEInitialize(options_of(keys, values, count)); });
}

uint32_t opstrata_ge_finalize(void) { return ge::GEFinalize(); }

const char *opstrata_session_recent_error(void) { return opstrata::take_recent_message(); }

OpstrataSession *opstrata_session_create(const char *const *keys, const char *const *values, size_t count) {
  OpstrataSession *session = nullptr;
  (void)answered(__func__, [&] {
    session = new OpstrataSession{ge::Session(options_of(keys, values, count))};
    return ge::SUCCESS;
  });
  return session;
}

void opstrata_session_destroy(OpstrataSession *session) { delete session; }

uint32_t opstrata_session_add_graph(OpstrataSession *session, uint32_t graph_id, const void *graph, const char *const *keys,
                                    const char *const *values, size_t count) {
  if (session == nullptr || graph == nullptr) return null_argument(__func__, session == nullptr ? "session" : "graph");
  return answered(__func__, [&] {
    return session->session.AddGraph(graph_id, *static_cast<const ge::Graph *>(graph), options_of(keys, values, count));
  });
}

uint32_t opstrata_session_remove_graph(OpstrataSession *session, uint32_t graph_id) {
  return session == nullptr ? null_argument(__func__, "session") : session->session.RemoveGraph(graph_id);
}

uint32_t opstrata_session_compile_graph(OpstrataSession *session, uint32_t graph_id) {
  return session == nullptr ? null_argument(__func__, "session") : session->session.CompileGraph(graph_id);
}

uint32_t opstrata_session_run_graph(OpstrataSession *session, uint32_t graph_id, const void *const *inputs, size_t input_count,
                                    void ***outputs, size_t *output_count) {
  return run_with(__func__, session, inputs, input_count, outputs, output_count,
                  [&](const std::vector<ge::Tensor> &tensors, std::vector<ge::Tensor> &results) {
                    return session->session.RunGraph(graph_id, tensors, results);
                  });
}

uint32_t opstrata_session_run_graph_with_stream(OpstrataSession *session, uint32_t graph_id, void *stream, const void *const *inputs,
                                                size_t input_count, void ***outputs, size_t *output_count) {
  return run_with(__func__, session, inputs, input_count, outputs, output_count,
                  [&](const std::vector<ge::Tensor> &tensors, std::vector<ge::Tensor> &results) {
                    return session->session.RunGraphWithStreamAsync(graph_id, stream, tensors, results);
                  });
}

void opstrata_session_free_outputs(void **outputs, size_t count) {
  for (size_t i = 0; outputs != nullptr && i < count; ++i) delete static_cast<ge::Tensor *>(outputs[i]);
  delete[] outputs;
}

uint32_t opstrata_session_register_allocator(OpstrataSession *session, const void *stream, OpstrataTakeBlock take,
                                             OpstrataBlockAddress address, OpstrataGiveBlock give, void *context) {
  if (session == nullptr) return null_argument(__func__, "session");
  if (take == nullptr || address == nullptr || give == nullptr) return null_argument(__func__, "a function");
  return answered(__func__, [&] {
    return session->session.RegisterExternalAllocator(stream, std::make_shared<CAllocator>(take, address, give, context));
  });
}

uint32_t opstrata_session_unregister_allocator(OpstrataSession *session, const void *stream) {
  return session == nullptr ? null_argument(__func__, "session") : session->session.UnregisterExternalAllocator(stream);
}

}  // extern "C"
