// Operators + - * / of tensor holders: they need EsAdd, EsSub, EsMul, EsDiv of a generated library. The weak definitions
// here stand in when none is linked statically; they look for one that the process has loaded since.
#include <dlfcn.h>

#include <iterator>

#include "base/messages.h"
#include "ge/esb_funcs.h"
#include "graph/es/builder.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::es::refused;

using BinaryFunction = EsCTensorHolder *(*)(EsCTensorHolder *, EsCTensorHolder *);

extern "C" {
__attribute__((weak)) OPSTRATA_API EsCTensorHolder *EsAdd(EsCTensorHolder *x1, EsCTensorHolder *x2);
__attribute__((weak)) OPSTRATA_API EsCTensorHolder *EsSub(EsCTensorHolder *x1, EsCTensorHolder *x2);
__attribute__((weak)) OPSTRATA_API EsCTensorHolder *EsMul(EsCTensorHolder *x1, EsCTensorHolder *x2);
__attribute__((weak)) OPSTRATA_API EsCTensorHolder *EsDiv(EsCTensorHolder *x1, EsCTensorHolder *x2);
}

namespace {

// Libraries that hold the arithmetic operators, in the order in which they are asked.
constexpr const char *kLibraries[] = {"libes_all.so", "libes_math.so"};

// A definition of `name` other than `own`: in the program's global scope, behind this library, or in one of the libraries
// above when something else has loaded it privately (Python does).
BinaryFunction find_other(const char *name, BinaryFunction own) {
  const auto usable = [own](void *symbol) { return symbol != nullptr && symbol != reinterpret_cast<void *>(own); };
  for (void *scope : {RTLD_DEFAULT, RTLD_NEXT}) {
    if (void *symbol = dlsym(scope, name); usable(symbol)) return reinterpret_cast<BinaryFunction>(symbol);
  }
  for (const char *library : kLibraries) {
    void *handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
    if (handle == nullptr) continue;
    void *symbol = dlsym(handle, name);
    dlclose(handle);  // drops our reference only: whoever loaded it keeps it
    if (usable(symbol)) return reinterpret_cast<BinaryFunction>(symbol);
  }
  return nullptr;
}

EsCTensorHolder *forward(const char *op, const char *name, BinaryFunction own, EsCTensorHolder *x1, EsCTensorHolder *x2) {
  if (const BinaryFunction other = find_other(name, own)) return other(x1, x2);
  refused(fail(Msg::kEsNoArithmetic, {{"op", op},
                                      {"function", name},
                                      {"libraries", std::string(kLibraries[0]) + ", " + kLibraries[1] +
                                                        " (or any library with " + name + ")"}}));
  return nullptr;
}

}  // namespace

extern "C" {

EsCTensorHolder *EsAdd(EsCTensorHolder *x1, EsCTensorHolder *x2) { return forward("+", "EsAdd", &EsAdd, x1, x2); }
EsCTensorHolder *EsSub(EsCTensorHolder *x1, EsCTensorHolder *x2) { return forward("-", "EsSub", &EsSub, x1, x2); }
EsCTensorHolder *EsMul(EsCTensorHolder *x1, EsCTensorHolder *x2) { return forward("*", "EsMul", &EsMul, x1, x2); }
EsCTensorHolder *EsDiv(EsCTensorHolder *x1, EsCTensorHolder *x2) { return forward("/", "EsDiv", &EsDiv, x1, x2); }

EsCTensorHolder *OpstrataEsArithmetic(char op, EsCTensorHolder *x1, EsCTensorHolder *x2) {
  for (const auto *operand : {x1, x2}) {
    if (operand != nullptr) continue;
    const char text[] = {'o', 'p', 'e', 'r', 'a', 't', 'o', 'r', ' ', op, '\0'};
    refused(opstrata::graph::es::missing(
        fail(Msg::kGraphNull, {{"function", text}, {"what", operand == x1 ? "left operand" : "right operand"}})));
    return nullptr;
  }
  switch (op) {
    case '+': return EsAdd(x1, x2);
    case '-': return EsSub(x1, x2);
    case '*': return EsMul(x1, x2);
    case '/': return EsDiv(x1, x2);
    default:
      refused(fail(Msg::kGraphNull,
                   {{"function", "OpstrataEsArithmetic"}, {"what", "operator (one of + - * / is needed)"}}));
      return nullptr;
  }
}

}  // extern "C"
