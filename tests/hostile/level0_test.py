#!/usr/bin/env python3
"""A hostile caller of operator code: every function of namespace l0op that the headers of level0 and aclnn_kernels declare is called
with null pointers, with and without an executor, and with tensors, lists, numbers and texts of which hardly any make sense.

The functions are read from the headers, so a new declaration is swept without being written down here. What has to hold: what is
declared is exported, and nothing crashes, hangs or aborts. Each call has a process of its own.

    level0_test.py SOURCE_DIR PREFIX WORK_DIR COMPILER...
"""
import os
import re
import subprocess
import sys

PROGRAM = r"""
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include "acl/acl.h"
@INCLUDES@

using namespace l0op;

// One caller with its objects. `round` chooses what the arguments are.
struct Caller {
  int round;
  UniqueExecutor executor{"Hostile"};
  std::deque<std::string> texts;
  static const char *name(int round) {
    static const char *names[] = {"nulls, no executor", "nulls", "tensors, no executor", "matrices of floats", "scalars", "nine dimensions",
                                  "empty tensors of integers", "unknown shapes", "complex numbers against texts", "one of each null"};
    return names[round];
  }
  static constexpr int kRounds = 10;
  int count = 0;

  const aclTensor *tensor() {
    static const op::DataType odd[] = {op::DataType::DT_COMPLEX64, op::DataType::DT_STRING, op::DataType::DT_BOOL, op::DataType::DT_UNDEFINED};
    ++count;
    const auto make = [&](std::initializer_list<int64_t> dims, op::DataType type) {
      op::Shape shape;
      for (const int64_t dim : dims) shape.AppendDim(dim);
      return executor->AllocTensor(shape, type, op::Format::FORMAT_ND);
    };
    switch (round) {
      case 0: case 1: return nullptr;
      case 4: return make({}, op::DataType::DT_FLOAT);
      case 5: return make({1, 1, 1, 1, 1, 1, 1, 1, 2}, op::DataType::DT_FLOAT16);
      case 6: return make({0, 3}, op::DataType::DT_INT64);
      case 7: return make({-1, -2}, op::DataType::DT_FLOAT);
      case 8: return make({3, 2, 5}, odd[count % 4]);
      case 9: return count % 2 == 0 ? nullptr : make({2, 3}, op::DataType::DT_FLOAT);
      default: return make({2, 3}, op::DataType::DT_FLOAT);
    }
  }
  bool nulls() { return round < 2 || (round == 9 && ++count % 2 == 0); }

  template <typename T>
  T value() {
    using P = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_same_v<T, aclOpExecutor *>) return round == 0 || round == 2 ? nullptr : executor.get();
    else if constexpr (std::is_same_v<P, aclTensor>) return const_cast<T>(tensor());
    else if constexpr (std::is_same_v<P, aclTensorList>) {
      if (nulls()) return nullptr;
      const aclTensor *tensors[] = {tensor(), tensor()};
      return const_cast<T>(executor->AllocTensorList(tensors, round == 6 ? 0 : 2));
    } else if constexpr (std::is_same_v<P, aclIntArray>) {
      static const int64_t odd[] = {7, -9};
      static const int64_t plain[] = {1, 0};
      return nulls() ? nullptr : const_cast<T>(executor->AllocIntArray(round == 5 || round == 8 ? odd : plain, round == 6 ? 0 : 2));
    } else if constexpr (std::is_same_v<P, aclFloatArray>) {
      static const float some[] = {0.5F, -1.0F};
      return nulls() ? nullptr : const_cast<T>(executor->AllocFloatArray(some, round == 6 ? 0 : 2));
    } else if constexpr (std::is_same_v<P, aclBoolArray>) {
      static const bool some[] = {true, false};
      return nulls() ? nullptr : const_cast<T>(executor->AllocBoolArray(some, round == 6 ? 0 : 2));
    } else if constexpr (std::is_same_v<P, aclScalar>) {
      return nulls() ? nullptr : const_cast<T>(executor->AllocScalar(1.0F));
    } else if constexpr (std::is_same_v<T, const char *>) return round % 2 == 0 ? nullptr : "some";
    else if constexpr (std::is_pointer_v<T>) return nullptr;
    else if constexpr (std::is_same_v<T, bool>) return round % 2 != 0;
    else if constexpr (std::is_enum_v<T>) return static_cast<T>(round == 8 ? 12345 : round == 3 ? 0 : round);
    else if constexpr (std::is_floating_point_v<T>) return static_cast<T>(round == 8 ? 0.0 / zero : 0.5);
    else if constexpr (std::is_integral_v<T>) return static_cast<T>(round == 8 ? -7 : round == 5 ? 1234567 : round % 3);
    else if constexpr (std::is_same_v<T, std::string>) return round % 2 == 0 ? "" : "some";
    else return T{};
  }
  volatile double zero = 0;
};

template <typename R, typename... Args>
void call(R (*function)(Args...), int round) {
  auto caller = std::make_unique<Caller>();
  caller->round = round;
  std::tuple<std::remove_cv_t<std::remove_reference_t<Args>>...> arguments{caller->value<std::remove_cv_t<std::remove_reference_t<Args>>>()...};
  std::apply([&](auto &...values) { (void)function(values...); }, arguments);
}

int failures = 0;
template <typename F>
void sweep(const char *what, F *function) {
  for (int round = 0; round < Caller::kRounds; ++round) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      call(function, round);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) {
      ++failures;
      printf("%s (%s): %s %d\n", what, Caller::name(round), WIFSIGNALED(status) ? "signal" : "exit status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
  }
}

int main() {
@CALLS@
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
"""


def main():
    source, prefix, work, *compiler = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    includes, calls = [], []
    for folder in ("level0", "aclnn_kernels"):
        for name in sorted(os.listdir(os.path.join(source, "include/ascend", folder))):
            if not name.endswith(".h"):
                continue
            includes.append(f'#include "{folder}/{name}"')
            text = open(os.path.join(source, "include/ascend", folder, name), encoding="utf-8").read()
            text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
            text = re.sub(r"//[^\n]*", " ", text)
            for match in re.finditer(r"OPSTRATA_API\s+([^;{}()]*?)\b(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*;", text):
                returns, function, inside = (re.sub(r"\s+", " ", part).strip() for part in match.groups())
                inside = re.sub(r"\s*=\s*[^,]*", "", inside)
                calls.append(f'  sweep("{function}({inside})", static_cast<{returns} (*)({inside})>(&l0op::{function}));')
    program = PROGRAM.replace("@INCLUDES@", "\n".join(includes)).replace("@CALLS@", "\n".join(calls))
    with open(os.path.join(work, "level0.cc"), "w", encoding="utf-8") as file:
        file.write(program)
    include = os.path.join(prefix, "include")
    done = subprocess.run([*compiler, "-std=c++17", "-O0", "-w", f"-I{include}", f"-I{include}/aclnn", os.path.join(work, "level0.cc"), "-o",
                           os.path.join(work, "level0"), f"-L{prefix}/lib64", "-lopapi_math", "-lnnopbase", "-lascendcl",
                           f"-Wl,-rpath,{prefix}/lib64", f"-Wl,-rpath-link,{prefix}/lib64"])
    if done.returncode != 0 or len(calls) < 100:
        sys.exit(f"the program of {len(calls)} functions does not compile")
    print(f"{len(calls)} functions")
    sys.stdout.flush()
    sys.exit(subprocess.run([os.path.join(work, "level0")]).returncode)


main()
