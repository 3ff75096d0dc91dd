/// @file
/// Behind ge::Session: graphs by number, their runs, variables, allocators.
#ifndef OPSTRATA_SRC_SESSION_SESSION_H_
#define OPSTRATA_SRC_SESSION_SESSION_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ge/ge_api.h"
#include "session/graph_run.h"

namespace opstrata::session {

using Options = std::map<ge::AscendString, ge::AscendString>;

/// The process-wide state of GEInitialize and GEFinalize.
Status start_engine(const Options &options);
Status stop_engine();

class SessionImpl {
 public:
  explicit SessionImpl(const Options &options);
  ~SessionImpl();
  SessionImpl(const SessionImpl &) = delete;
  SessionImpl &operator=(const SessionImpl &) = delete;

  uint64_t id() const { return id_; }
  Status add_graph(const char *function, uint32_t graph_id, const ge::Graph &graph, bool copy);
  Status remove_graph(uint32_t graph_id);
  /// The compiled graph, compiled now if it is not.
  Result<std::shared_ptr<const CompiledGraph>> compiled(const char *function, uint32_t graph_id);
  /// Null when the graph is unknown or not compiled.
  std::shared_ptr<const CompiledGraph> find_compiled(uint32_t graph_id) const;
  Status build(uint32_t graph_id, const std::vector<ge::TensorDesc> &inputs, const std::vector<size_t> &bytes);

  Result<std::vector<ge::Tensor>> run(const char *function, uint32_t graph_id, const std::vector<ge::Tensor> &inputs);
  Status run_async(uint32_t graph_id, const std::vector<ge::Tensor> &inputs, ge::RunAsyncCallback callback);
  Status run_on_stream(uint32_t graph_id, aclrtStream stream, const std::vector<ge::Tensor> &inputs, std::vector<ge::Tensor> &outputs);
  Status execute_on_stream(uint32_t graph_id, aclrtStream stream, const std::vector<gert::Tensor> &inputs, std::vector<gert::Tensor> &outputs);

  Status register_allocator(const void *stream, ge::AllocatorPtr allocator);
  Status unregister_allocator(const void *stream);
  Result<std::vector<ge::Tensor>> variable_values(const std::vector<ge::AscendString> &names);

 private:
  struct Entry {
    ge::Graph graph;
    std::shared_ptr<const CompiledGraph> compiled;
  };
  /// Where a result of a run on a user's stream goes.
  struct Target {
    uint8_t *address;
    size_t bytes;
  };

  /// The engine runs and the session's own context and stream exist.
  Status ready(const char *function);
  Result<std::vector<Value>> launch(aclrtStream stream, const MemorySource &source, const CompiledGraph &graph, std::vector<Value> inputs);
  Status deliver(const char *function, aclrtStream stream, const CompiledGraph &graph, const std::vector<Value> &values, const std::vector<Target> &targets);
  MemorySource source_for(const void *stream) const;
  void work();

  const uint64_t id_;
  int32_t wanted_device_ = -1;
  Status bad_option_;
  mutable std::mutex mutex_;
  std::map<uint32_t, Entry> graphs_;
  std::map<const void *, ge::AllocatorPtr> allocators_;
  Variables variables_;
  aclrtContext context_ = nullptr;
  aclrtStream stream_ = nullptr;

  // Asynchronous runs, one after the other on a thread that starts with the first.
  std::mutex jobs_mutex_;
  std::condition_variable jobs_changed_;
  std::deque<std::function<void()>> jobs_;
  std::thread worker_;
  bool ending_ = false;
};

}  // namespace opstrata::session

#endif  // OPSTRATA_SRC_SESSION_SESSION_H_
