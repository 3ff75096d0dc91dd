// Operators + - * / of tensor holders: they need an Add, Sub, Mul, Div of a generated library. That offers `EsAdd__operator(x1, x2)`,
// whatever parameters its EsAdd has; libraries that were written by hand offer EsAdd(x1, x2) itself. None of these names is defined here:
// programs that are linked with this library first would bind it in place of the generated one.
#include <dlfcn.h>

#include <string>

#include "base/messages.h"
#include "ge/esb_funcs.h"
#include "graph/es/builder.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::es::refused;

using BinaryFunction = EsCTensorHolder *(*)(EsCTensorHolder *, EsCTensorHolder *);

// Names that this library refers to are exported by programs that define them (from a static library, say), so that dlsym finds them.
#define OPSTRATA_REFERENCE(name)                \
  extern "C" __attribute__((weak)) void name(); \
  extern "C" __attribute__((weak)) void name##__operator();
OPSTRATA_REFERENCE(EsAdd)
OPSTRATA_REFERENCE(EsSub)
OPSTRATA_REFERENCE(EsMul)
OPSTRATA_REFERENCE(EsDiv)
#undef OPSTRATA_REFERENCE

namespace {

__attribute__((used)) void (*const kReferences[])() = {&EsAdd,           &EsSub,           &EsMul,           &EsDiv,
                                                       &EsAdd__operator, &EsSub__operator, &EsMul__operator, &EsDiv__operator};

// Libraries that hold the arithmetic operators, in the order in which they are asked.
constexpr const char *kLibraries[] = {"libes_all.so", "libes_math.so"};

// The function `name`: in the program's global scope, behind this library, or in one of the libraries above when something else has loaded
// it privately (Python does).
BinaryFunction find(const std::string &name) {
  for (void *scope : {RTLD_DEFAULT, RTLD_NEXT}) {
    if (void *symbol = dlsym(scope, name.c_str()); symbol != nullptr) return reinterpret_cast<BinaryFunction>(symbol);
  }
  for (const char *library : kLibraries) {
    void *handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
    if (handle == nullptr) continue;
    void *symbol = dlsym(handle, name.c_str());
    dlclose(handle);  // drops our reference only: whoever loaded it keeps it
    if (symbol != nullptr) return reinterpret_cast<BinaryFunction>(symbol);
  }
  return nullptr;
}

EsCTensorHolder *call(char op, const std::string &name, EsCTensorHolder *x1, EsCTensorHolder *x2) {
  for (const std::string &form : {name + "__operator", name}) {
    if (const BinaryFunction function = find(form)) return function(x1, x2);
  }
  refused(fail(Msg::kEsNoArithmetic, {{"op", std::string(1, op)},
                                      {"function", name},
                                      {"libraries", std::string(kLibraries[0]) + ", " + kLibraries[1] + " (or any library with " + name + ")"}}));
  return nullptr;
}

}  // namespace

extern "C" {

EsCTensorHolder *OpstrataEsArithmetic(char op, EsCTensorHolder *x1, EsCTensorHolder *x2) {
  for (const auto *operand : {x1, x2}) {
    if (operand != nullptr) continue;
    const char text[] = {'o', 'p', 'e', 'r', 'a', 't', 'o', 'r', ' ', op, '\0'};
    refused(opstrata::graph::es::missing(
        fail(Msg::kGraphNull, {{"function", text}, {"what", operand == x1 ? "left operand" : "right operand"}})));
    return nullptr;
  }
  switch (op) {
    case '+': return call(op, "EsAdd", x1, x2);
    case '-': return call(op, "EsSub", x1, x2);
    case '*': return call(op, "EsMul", x1, x2);
    case '/': return call(op, "EsDiv", x1, x2);
    default:
      refused(fail(Msg::kGraphNull,
                   {{"function", "OpstrataEsArithmetic"}, {"what", "operator (one of + - * / is needed)"}}));
      return nullptr;
  }
}

}  // extern "C"
