#include "esgen/instructions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <limits>

#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using Class = CParameter::Class;

// 64, 32 and 8 bits of the registers that carry the first arguments.
constexpr std::array<std::array<const char *, 3>, 6> kWords = {{{"%rdi", "%edi", "%dil"},
                                                                {"%rsi", "%esi", "%sil"},
                                                                {"%rdx", "%edx", "%dl"},
                                                                {"%rcx", "%ecx", "%cl"},
                                                                {"%r8", "%r8d", "%r8b"},
                                                                {"%r9", "%r9d", "%r9b"}}};
constexpr size_t kReals = 8;

/// Where an argument is: register number, or place on the stack in units of eight bytes.
struct Place {
  enum class Kind : uint8_t { kWord, kReal, kStack };
  Kind kind;
  size_t number;

  bool operator==(const Place &) const = default;
  std::string text(size_t stack_offset) const {
    if (kind == Kind::kWord) return kWords[number][0];
    if (kind == Kind::kReal) return "%xmm" + std::to_string(number);
    return std::to_string(stack_offset + 8 * number) + "(%rsp)";
  }
};

/// The calling convention: numbers and pointers in six registers, floats in eight, the rest on the stack in order.
std::vector<Place> places(const std::vector<bool> &is_real, size_t result_words) {
  size_t words = result_words > 2 ? 1 : 0;  // the address of a large result comes first
  size_t reals = 0, stack = 0;
  std::vector<Place> list;
  for (const bool real : is_real) {
    if (real && reals < kReals)
      list.push_back({Place::Kind::kReal, reals++});
    else if (!real && words < kWords.size())
      list.push_back({Place::Kind::kWord, words++});
    else
      list.push_back({Place::Kind::kStack, stack++});
  }
  return list;
}

bool fits_int32(int64_t value) {
  return value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max();
}

/// Text of an assembler's string.
std::string escaped(const std::string &text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == ' ' || c == '_' || c == '.' || c == ';' || c == '-') {
      out += c;
    } else {
      char octal[6];
      std::snprintf(octal, sizeof octal, "\\\\%03o", static_cast<unsigned>(byte));
      out += octal;
    }
  }
  return out;
}

struct Move {
  Place to, from;
};

}  // namespace

size_t ArgumentMoves::index(const std::string &parameter) const {
  const auto at =
      std::find_if(parameters.begin(), parameters.end(), [&](const CParameter &p) { return p.name == parameter; });
  return static_cast<size_t>(at - parameters.begin());
}

void Instructions::begin(const AbiList &list) {
  const std::string symbol = abi_symbol(list);
  code_ += "    // Parameter list of release " + comment_text(list.release.version) + ".\n    OPSTRATA_ES_BEGIN(\"" +
           symbol + "\") OPSTRATA_ES_VERSION_LINE(\".symver " + symbol + ",Es" + list.op->type + "@" + list.node +
           "\")\n";
}

void Instructions::end(const AbiList &list) { line(".size " + abi_symbol(list) + ", . - " + abi_symbol(list)); }

std::string Instructions::string(const std::string &text) {
  const auto at = strings_.emplace(text, strings_.size()).first;
  return ".Lopstrata_" + std::to_string(at->second) + "(%rip)";
}

/// The change is in the register of its argument; the address of a large result still in its own.
void Instructions::refuse(const AbiList &list, size_t result_words) {
  const bool in_memory = result_words > 2;
  line("leaq " + string(list.release.version) + ", " + (in_memory ? "%rdx" : "%rsi"));
  line("leaq " + string(list.op->type) + ", " + (in_memory ? "%rsi" : "%rdi"));
  if (in_memory) line("movl $" + std::to_string(result_words) + ", %r8d");
  line(std::string("jmp opstrata_refuse_") + (in_memory ? "memory" : result_words == 2 ? "two" : "one"));
}

void Instructions::add_refusal(const AbiList &list, size_t result_words, const std::string &change) {
  begin(list);
  line("leaq " + string(change) + ", " + (result_words > 2 ? "%rcx" : "%rdx"));
  refuse(list, result_words);
  end(list);
}

bool Instructions::add_forward(const AbiList &list, const std::string &target, const ArgumentMoves &moves) {
  std::vector<bool> old_reals, new_reals;
  for (const auto &parameter : moves.parameters) old_reals.push_back(parameter.kind == Class::kFloat);
  for (const auto &argument : moves.arguments) {
    new_reals.push_back(
        argument.kind == MovedArgument::Kind::kReal ||
        (argument.kind == MovedArgument::Kind::kParameter && old_reals.at(static_cast<size_t>(argument.value))));
  }
  const std::vector<Place> from = places(old_reals, moves.result_words), to = places(new_reals, moves.result_words);
  const auto too_large = [](const auto &item) { return !fits_int32(item.value); };
  if (!moves.complete || std::any_of(moves.checks.begin(), moves.checks.end(), [&](const auto &check) {
        return moves.parameters[check.parameter].kind == Class::kWord && too_large(check);
      }))
    return false;

  begin(list);
  // Values that the current function cannot take. 8: the return address lies before the stack's arguments.
  for (size_t i = 0; i < moves.checks.size(); ++i) {
    const auto &check = moves.checks[i];
    const Place place = from[check.parameter];
    const Class kind = moves.parameters[check.parameter].kind;
    const bool on_stack = place.kind == Place::Kind::kStack;
    const std::string value =
        "$" +
        std::to_string(kind == Class::kWord ? check.value : static_cast<int64_t>(static_cast<uint32_t>(check.value)));
    if (kind == Class::kFloat && !on_stack) {
      line("movd " + place.text(8) + ", %eax");
      line("cmpl " + value + ", %eax");
    } else {
      const size_t width = kind == Class::kWord ? 0 : kind == Class::kBool ? 2 : 1;
      const std::string operand = on_stack ? place.text(8) : kWords[place.number][width];
      const char letter = "qlb"[width];
      if (!on_stack && check.value == 0)
        line(std::string("test") + letter + " " + operand + ", " + operand);
      else
        line(std::string("cmp") + letter + " " + value + ", " + operand);
    }
    line((check.forbidden ? "je " : "jne ") + std::to_string(i + 1) + "f");
  }

  std::vector<Move> registers;
  std::vector<size_t> others;  // arguments that are not moved from one register to another
  bool stack_moves = false;
  size_t stack = 0;
  for (size_t i = 0; i < to.size(); ++i) {
    const auto &argument = moves.arguments[i];
    const bool is_parameter = argument.kind == MovedArgument::Kind::kParameter;
    const Place source =
        is_parameter ? from[static_cast<size_t>(argument.value)] : Place{Place::Kind::kStack, SIZE_MAX};
    if (to[i].kind == Place::Kind::kStack) {
      ++stack;
      stack_moves = stack_moves || !(source == to[i]);
    }
    if (is_parameter && source.kind != Place::Kind::kStack && to[i].kind != Place::Kind::kStack) {
      if (!(source == to[i])) registers.push_back({to[i], source});
    } else {
      others.push_back(i);
    }
  }
  // Arguments on the stack that differ from those of the caller need places of their own, and a call that comes back.
  const size_t frame = stack_moves ? 8 * stack + (stack % 2 == 0 ? 8 : 0) : 0;
  if (frame != 0) {
    line("subq $" + std::to_string(frame) + ", %rsp");
    line(".cfi_adjust_cfa_offset " + std::to_string(frame));
    for (const size_t i : others) {
      if (to[i].kind != Place::Kind::kStack) continue;
      const auto &argument = moves.arguments[i];
      const std::string place = to[i].text(0);
      if (argument.kind == MovedArgument::Kind::kParameter) {
        const Place source = from[static_cast<size_t>(argument.value)];
        if (source.kind == Place::Kind::kReal) {
          line("movss " + source.text(0) + ", " + place);
          continue;
        }
        if (source.kind == Place::Kind::kStack) line("movq " + source.text(frame + 8) + ", %rax");
        line("movq " + std::string(source.kind == Place::Kind::kStack ? "%rax" : source.text(0)) + ", " + place);
      } else if (argument.kind == MovedArgument::Kind::kText) {
        line("leaq " + string(argument.string) + ", %rax");
        line("movq %rax, " + place);
      } else if (argument.kind == MovedArgument::Kind::kReal) {
        line("movl $" + std::to_string(argument.value) + ", " + place);
      } else if (fits_int32(argument.value)) {
        line("movq $" + std::to_string(argument.value) + ", " + place);
      } else {
        line("movabsq $" + std::to_string(argument.value) + ", %rax");
        line("movq %rax, " + place);
      }
    }
  }
  // Registers: each move once nothing else waits for what it overwrites; a ring is opened with a free register.
  while (!registers.empty()) {
    const auto is_source = [&](const Place &place) {
      return std::any_of(registers.begin(), registers.end(), [&](const Move &move) { return move.from == place; });
    };
    const auto ready =
        std::find_if(registers.begin(), registers.end(), [&](const Move &move) { return !is_source(move.to); });
    const bool real = (ready == registers.end() ? registers.front() : *ready).to.kind == Place::Kind::kReal;
    if (ready != registers.end()) {
      // The free registers have numbers of their own: 6 is %rax, 15 is %xmm15.
      const std::string source =
          ready->from.kind == Place::Kind::kWord && ready->from.number == kWords.size() ? "%rax" : ready->from.text(0);
      line((real ? "movaps " : "movq ") + source + ", " + ready->to.text(0));
      registers.erase(ready);
      continue;
    }
    const Place saved = registers.front().to,
                free = real ? Place{Place::Kind::kReal, 15} : Place{Place::Kind::kWord, kWords.size()};
    line((real ? "movaps " : "movq ") + saved.text(0) + ", " + (real ? "%xmm15" : "%rax"));
    for (Move &move : registers) {
      if (move.from == saved) move.from = free;
    }
  }
  for (const size_t i : others) {
    if (to[i].kind == Place::Kind::kStack) continue;
    const auto &argument = moves.arguments[i];
    const std::string place = to[i].text(0);
    if (argument.kind == MovedArgument::Kind::kParameter) {
      line((to[i].kind == Place::Kind::kReal ? "movss " : "movq ") +
           from[static_cast<size_t>(argument.value)].text(frame + 8) + ", " + place);
    } else if (argument.kind == MovedArgument::Kind::kText) {
      line("leaq " + string(argument.string) + ", " + place);
    } else if (argument.kind == MovedArgument::Kind::kReal) {
      if (argument.value == 0) {
        line("xorps " + place + ", " + place);
      } else {
        line("movl $" + std::to_string(argument.value) + ", %eax");
        line("movd %eax, " + place);
      }
    } else {
      const std::string low = kWords[to[i].number][1];
      if (argument.value == 0)
        line("xorl " + low + ", " + low);
      else if (argument.value > 0 && argument.value <= std::numeric_limits<uint32_t>::max())
        line("movl $" + std::to_string(argument.value) + ", " + low);
      else
        line((fits_int32(argument.value) ? "movq $" : "movabsq $") + std::to_string(argument.value) + ", " + place);
    }
  }
  if (frame == 0) {
    line("jmp " + target + "@PLT");
  } else {
    line("call " + target + "@PLT");
    line("addq $" + std::to_string(frame) + ", %rsp");
    line(".cfi_adjust_cfa_offset -" + std::to_string(frame));
    line("ret");
  }
  for (size_t i = 0; i < moves.checks.size(); ++i) {
    line(std::to_string(i + 1) + ": leaq " + string(moves.checks[i].change) + ", " +
         (moves.result_words > 2 ? "%rcx" : "%rdx"));
    if (i + 1 < moves.checks.size()) line("jmp 99f");
  }
  if (!moves.checks.empty()) {
    line("99:");
    refuse(list, moves.result_words);
  }
  end(list);
  return true;
}

std::string Instructions::text() const {
  if (code_.empty()) return "";
  std::string text =
      "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
      "#ifdef __CET__ /* functions are marked as targets of indirect calls */\n"
      "#define OPSTRATA_ES_BEGIN(name) \".globl \" name \"\\n.type \" name \", @function\\n\" name \":\\n  "
      "endbr64\\n\"\n"
      "#else\n"
      "#define OPSTRATA_ES_BEGIN(name) \".globl \" name \"\\n.type \" name \", @function\\n\" name \":\\n\"\n"
      "#endif\n"
      "#ifdef OPSTRATA_ES_VERSIONED\n#define OPSTRATA_ES_VERSION_LINE(directive) directive \"\\n\"\n"
      "#else\n#define OPSTRATA_ES_VERSION_LINE(directive)\n#endif\n";
  const auto calls = [&](const char *function) { return code_.find(function) != std::string::npos; };
  // The null handle, two nulls, and nulls in the caller's structure.
  if (calls("opstrata_refuse_one")) {
    text +=
        "static EsCTensorHolder *opstrata_refuse_one(const char *, const char *, const char *) "
        "__asm__(\"opstrata_refuse_one\");\n"
        "__attribute__((used, cold)) EsCTensorHolder *opstrata_refuse_one(const char *op_type, const char *release, "
        "const char *change) {\n"
        "  return opstrata_es::refuse_old_call(op_type, release, change);\n}\n";
  }
  if (calls("opstrata_refuse_two")) {
    text +=
        "struct OpstrataTwoWords {\n  void *first, *second;\n};\n"
        "static OpstrataTwoWords opstrata_refuse_two(const char *, const char *, const char *) "
        "__asm__(\"opstrata_refuse_two\");\n"
        "__attribute__((used, cold)) OpstrataTwoWords opstrata_refuse_two(const char *op_type, const char *release, "
        "const char *change) {\n"
        "  opstrata_es::refuse_old_call(op_type, release, change);\n  return {};\n}\n";
  }
  if (calls("opstrata_refuse_memory")) {
    text +=
        "static void **opstrata_refuse_memory(void **, const char *, const char *, const char *, int64_t) "
        "__asm__(\"opstrata_refuse_memory\");\n"
        "__attribute__((used, cold)) void **opstrata_refuse_memory(void **result, const char *op_type, const char "
        "*release, const char *change, int64_t words) {\n"
        "  opstrata_es::refuse_old_call(op_type, release, change);\n"
        "  for (int64_t i = 0; i < words; ++i) result[i] = nullptr;\n  return result;\n}\n";
  }
  text += "__asm__(\n    \".pushsection .text.unlikely, \\\"ax\\\", @progbits\\n.cfi_startproc\\n\"\n" + code_ +
          "    \".cfi_endproc\\n.popsection\\n\"\n";
  text += "    \".pushsection .rodata.str1.1, \\\"aMS\\\", @progbits, 1\\n\"\n";
  for (const auto &[string, number] : strings_)
    text += "    \".Lopstrata_" + std::to_string(number) + ": .string \\\"" + escaped(string) + "\\\"\\n\"\n";
  return text + "    \".popsection\\n\");\n";
}

}  // namespace opstrata::esgen
