/// @file
/// Functions of older parameter lists as instructions. Most of them only move arguments, and a compiler spends as much
/// on such a function as on an operator (docs/abi.md, "What it costs"). x86-64 with the System V calling convention;
/// the generated file also holds the same functions in C++, which other machines and `-DOPSTRATA_ES_PORTABLE` take.
#ifndef OPSTRATA_SRC_ESGEN_INSTRUCTIONS_H_
#define OPSTRATA_SRC_ESGEN_INSTRUCTIONS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "esgen/emit.h"

namespace opstrata::esgen {

/// An argument of the current function: a parameter of the old one, or a constant.
struct MovedArgument {
  enum class Kind : uint8_t { kParameter, kNumber, kReal, kText };
  Kind kind;
  int64_t value = 0;  ///< index of the parameter, the number, or the bits of the float
  std::string string = {};

  static MovedArgument parameter(size_t index) { return {Kind::kParameter, static_cast<int64_t>(index)}; }
  static MovedArgument number(int64_t value) { return {Kind::kNumber, value}; }
  static MovedArgument real(int64_t bits) { return {Kind::kReal, bits}; }
  static MovedArgument text(std::string value) { return {Kind::kText, 0, std::move(value)}; }
};

/// What an old function does: refuses calls by their values, else passes the arguments on, and its result back as it
/// is.
struct ArgumentMoves {
  struct Check {
    size_t parameter;
    int64_t value;       ///< bits of what the parameter has to be, or must not be
    std::string change;  ///< why the call is refused otherwise
    bool forbidden = false;
  };
  bool complete = true;  ///< false: it does more than this can say
  std::vector<CParameter> parameters;
  std::vector<MovedArgument> arguments;
  std::vector<Check> checks;
  size_t result_words = 1;  ///< 1: a pointer; more: a structure of so many pointers and counts

  size_t index(const std::string &parameter) const;
};

/// The functions of a whole library, as one statement: so one record tells how to unwind all of them.
class Instructions {
 public:
  /// A function that passes on to `target`. False, and nothing added, when it takes more than moves.
  bool add_forward(const AbiList &list, const std::string &target, const ArgumentMoves &moves);
  /// A function that always refuses.
  void add_refusal(const AbiList &list, size_t result_words, const std::string &change);
  /// The C++ text: what the instructions call, and the statement. Empty without functions.
  std::string text() const;

 private:
  void line(const std::string &instruction) { code_ += "    \"  " + instruction + "\\n\"\n"; }
  void begin(const AbiList &list);
  void end(const AbiList &list);
  std::string string(const std::string &text);
  void refuse(const AbiList &list, size_t result_words);

  std::string code_;
  std::map<std::string, size_t> strings_;
};

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_INSTRUCTIONS_H_
