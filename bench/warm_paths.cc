// The warm paths of execution, for counting. Prints `path allocations` per round for every path (or the one that is
// named); under callgrind the instructions of the rounds are dumped under the path's name as well
// (instruction_counts.py reads both).
#include <valgrind/callgrind.h>

#include <cstdio>
#include <cstring>

#include "small_add.h"

namespace opstrata::bench {
namespace {

struct State {
  Fixture fixture;
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;    // of the round
  aclOpExecutor *repeatable = nullptr;  // of phase_two_repeatable
  int64_t next_size = 1;                // of phase_one_cold
};

bool phase_one(State &s) { return s.fixture.first(s.size, s.executor) && aclDestroyAclOpExecutor(s.executor) == 0; }
bool phase_one_ai_cpu(State &s) {
  return s.fixture.first(s.size, s.executor, true) && aclDestroyAclOpExecutor(s.executor) == 0;
}
bool both_phases(State &s) { return s.fixture.run(); }
bool both_phases_cpu_kernel(State &s) { return s.fixture.run(true); }
bool phase_two_repeatable(State &s) {
  if (s.repeatable == nullptr &&
      (!s.fixture.first(s.size, s.repeatable) || aclSetAclOpExecutorRepeatable(s.repeatable) != 0))
    return false;
  return s.fixture.second(s.size, s.repeatable) && aclrtSynchronizeStream(s.fixture.stream) == 0;
}
// A shape that was never seen.
bool phase_one_cold(State &s) {
  const int64_t shape = kCount - s.next_size % 8;
  const int64_t stride = ++s.next_size;  // of one dimension that is walked
  const int64_t storage = kCount * stride;
  auto *tensor = aclCreateTensor(&shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &storage, 1, s.fixture.memory[0]);
  auto *out = aclCreateTensor(&shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &shape, 1, s.fixture.memory[2]);
  const bool ok = aclnnAddGetWorkspaceSize(tensor, tensor, s.fixture.alpha, out, &s.size, &s.executor) == 0 &&
                  aclDestroyAclOpExecutor(s.executor) == 0;
  return aclDestroyTensor(tensor) == 0 && aclDestroyTensor(out) == 0 && ok;
}
bool op_arg_context(State &s) {
  const aclTensor *x = s.fixture.tensors[0], *y = s.fixture.tensors[1], *z = s.fixture.tensors[2];
  const float alpha = 1;
  op::OpArgContext *context = op::GetOpArgContext(OP_INPUT(x, y), OP_OUTPUT(z), OP_ATTR(alpha));
  op::DestroyOpArgContext(context);
  return context != nullptr;
}
bool infer_shape(State &s) {
  using l0op::AddOpTypeId;
  const aclTensor *x = s.fixture.tensors[0], *y = s.fixture.tensors[1];
  aclTensor *z = s.fixture.tensors[2];
  return INFER_SHAPE(Add, OP_INPUT(x, y), OP_OUTPUT(z)) == ACLNN_SUCCESS;
}
bool pool_allocation(State &) {
  void *block = op::Allocated(64);
  op::DeAllocated(block);
  return block != nullptr;
}

struct Path {
  const char *name;
  bool (*round)(State &);
};
constexpr Path kPaths[] = {{"phase_one", phase_one},
                           {"phase_one_ai_cpu", phase_one_ai_cpu},
                           {"phase_one_cold", phase_one_cold},
                           {"both_phases", both_phases},
                           {"both_phases_cpu_kernel", both_phases_cpu_kernel},
                           {"phase_two_repeatable", phase_two_repeatable},
                           {"op_arg_context", op_arg_context},
                           {"infer_shape", infer_shape},
                           {"pool_allocation", pool_allocation}};
constexpr int kWarmUp = 600, kRounds = 512;

int fail(const char *path) {
  const char *message = aclGetRecentErrMsg();
  std::fprintf(stderr, "warm_paths: %s failed: %s\n", path, message == nullptr ? "no reason given" : message);
  return 1;
}

int run(int argc, char **argv) {
  State state;
  if (!state.fixture.run() || !state.fixture.run(true)) return fail("warm-up");
  const char *wanted = argc > 1 ? argv[1] : nullptr;
  for (const Path &path : kPaths) {
    if (wanted != nullptr && std::strcmp(wanted, path.name) != 0) continue;
    for (int i = 0; i < kWarmUp; ++i) {
      if (!path.round(state)) return fail(path.name);
    }
    const int64_t before = allocations();
    CALLGRIND_TOGGLE_COLLECT;
    for (int i = 0; i < kRounds; ++i) (void)path.round(state);
    CALLGRIND_TOGGLE_COLLECT;
    const int64_t allocated = allocations() - before;
    CALLGRIND_DUMP_STATS_AT(path.name);
    std::printf("%s %d %.2f\n", path.name, kRounds, static_cast<double>(allocated) / kRounds);
  }
  if (state.repeatable != nullptr) (void)aclDestroyAclOpExecutor(state.repeatable);
  return 0;
}

}  // namespace
}  // namespace opstrata::bench

int main(int argc, char **argv) { return opstrata::bench::run(argc, argv); }
