// Differential test of the resolver: random overload sets and calls, answered by the model and by every compiler found.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "esgen/compile_fixture.h"
#include "esgen/resolve.h"

namespace opstrata::esgen {
namespace {

using testing::compilers;
using testing::run;
using testing::ScratchFolder;

struct Question {
  std::vector<Signature> set;
  std::vector<FormId> call;
};

constexpr const char *kPrologue = R"(#include <initializer_list>
#include <memory>
#include <type_traits>
#include <vector>
#include "ge/es_graph_builder.h"
#include "ge/es_tensor_like.h"
using namespace ge::es;
enum Other { kOther };
extern EsTensorHolder z; extern EsCTensorHolder *p; extern EsGraphBuilder b; extern int i; extern int64_t n; extern size_t u;
extern float f; extern double d; extern const char *s; extern ge::DataType t; extern Other e;
extern std::vector<int64_t> vi; extern std::vector<float> vf; extern std::vector<uint8_t> vu; extern std::vector<ge::DataType> vt;
extern std::vector<const char *> vs; extern std::vector<std::vector<int64_t>> vvi; extern std::vector<EsTensorHolder> vz;
template <int K> using R = std::integral_constant<int, K>;
)";

/// Declares the set as static functions of one struct, so that a call through a template parameter is dependent.
std::string set_source(const Question &q, size_t number) {
  std::string text = "struct S" + std::to_string(number) + " {\n";
  for (size_t k = 0; k < q.set.size(); ++k) {
    const auto &signature = q.set[k];
    std::string params, types, conditions;
    size_t guards = 0;
    for (size_t i = 0; i < signature.params.size(); ++i) {
      const auto &param = signature.params[i];
      if (i > 0) params += ", ";
      if (param.type == ParamType::kNullGuard) {
        const std::string name = "N" + std::to_string(guards++);
        types += "class " + name + ", ";
        conditions += (conditions.empty() ? "" : " && ") + std::string("std::is_same<") + name + ", std::nullptr_t>::value";
        params += name + " a" + std::to_string(i);
      } else {
        params += std::string(cpp_type(param.type)) + "a" + std::to_string(i);
      }
      if (param.has_default) params += " = " + param.default_text;
    }
    text += "  ";
    if (guards > 0) text += "template <" + types + "std::enable_if_t<" + conditions + ", int> = 0> ";
    text += "static R<" + std::to_string(k) + "> F(" + params + ")" + (signature.kind == SignatureKind::kGuard ? " = delete" : "") + ";\n";
  }
  return text + "};\n";
}

std::string call_text(const Question &q) {
  std::string text;
  for (const FormId form : q.call) text += (text.empty() ? "" : ", ") + std::string(argument_forms()[form].text);
  return text;
}

/// One line: the call, the model's answer, the candidates.
std::string describe(const Question &q, int answer) {
  std::string text = "F(" + call_text(q) + ") model " + std::to_string(answer) + " of";
  for (const auto &signature : q.set) {
    text += signature.kind == SignatureKind::kGuard ? " deleted(" : " (";
    for (const auto &param : signature.params) text += std::string(cpp_type(param.type)) + (param.has_default ? "=, " : ", ");
    text += ")";
  }
  return text + "\n";
}

/// What the model expects of a compiler: the index of the function, or -1 for an error.
int expected(const Resolution &r) {
  return r.outcome == Resolution::kChosen && !r.deleted && !r.ill_formed ? r.index : -1;
}

std::string default_of(ParamType type) {
  switch (type) {
    case ParamType::kTensorVector: case ParamType::kListInt: case ParamType::kListFloat: case ParamType::kListBool:
    case ParamType::kListType: case ParamType::kListString: case ParamType::kListListInt: case ParamType::kGraphVector:
      return "{}";
    case ParamType::kInt: case ParamType::kFloat: case ParamType::kBool: return "0";
    case ParamType::kDataType: return "ge::DT_FLOAT";
    case ParamType::kBuilderRef: return "b";
    case ParamType::kTensorLike: case ParamType::kTensorHolder: case ParamType::kString: case ParamType::kBuilderPtr:
    case ParamType::kTensor: case ParamType::kGraph: return "nullptr";
    default: return "";
  }
}

struct Answer {
  size_t disagreements = 0;
  std::string text;
};

/// Compiles one unit in which every question is a static_assert of the expected answer.
Answer ask(const std::string &compiler, const std::vector<Question> &questions, const std::vector<int> &answers, const ScratchFolder &folder) {
  std::string source = kPrologue;
  for (size_t q = 0; q < questions.size(); ++q) {
    const std::string n = std::to_string(q);
    source += set_source(questions[q], q) + "template <class S> auto T" + n + "(int) -> decltype(S::F(" + call_text(questions[q]) +
              "));\ntemplate <class S> R<-1> T" + n + "(...);\nstatic_assert(decltype(T" + n + "<S" + n +
              ">(0))::value == " + std::to_string(answers[q]) + ", \"QUESTION " + n + " \");\n";
  }
  const std::string path = folder.write("questions_" + compiler + ".cc", source);
  const char *shown = std::getenv("OPSTRATA_RESOLVE_SHOWN");
  const size_t limit = shown != nullptr ? std::strtoul(shown, nullptr, 10) : 40;
  const std::string all_errors = compiler == "g++" ? " -fmax-errors=0" : " -ferror-limit=0";
  const auto result = run(compiler + " -std=c++17 -fsyntax-only -w" + all_errors + " " + testing::include_flags(folder.path()) + path);
  Answer answer;
  std::set<std::string> seen;
  for (size_t at = result.output.find("QUESTION "); at != std::string::npos; at = result.output.find("QUESTION ", at + 1)) {
    const std::string number = result.output.substr(at + 9, result.output.find(' ', at + 9) - at - 9);
    if (!seen.insert(number).second) continue;
    const size_t q = std::stoul(number);
    ++answer.disagreements;
    if (answer.disagreements <= limit) answer.text += describe(questions[q], answers[q]);
  }
  if (result.code != 0 && seen.empty()) {
    answer.disagreements = questions.size();
    answer.text = result.output.substr(0, 4000);
  }
  return answer;
}

void check(const std::vector<Question> &questions) {
  std::vector<Question> portable;
  std::vector<int> answers;
  for (const auto &q : questions) {
    std::vector<const Signature *> set;
    for (const auto &s : q.set) set.push_back(&s);
    const Resolution r = resolve(set, q.call);
    if (r.outcome == Resolution::kUnportable) continue;
    portable.push_back(q);
    answers.push_back(expected(r));
  }
  const ScratchFolder folder;
  for (const auto &compiler : compilers()) {
    const Answer answer = ask(compiler, portable, answers, folder);
    EXPECT_EQ(answer.disagreements, 0U) << compiler << " disagrees:\n" << answer.text;
  }
  std::printf("%zu questions, %zu unportable\n", questions.size(), questions.size() - portable.size());
}

Param param_of(ParamType type, bool has_default = false) {
  Param param;
  param.type = type;
  param.has_default = has_default;
  param.default_text = default_of(type);
  if (param.default_text.empty()) param.has_default = false;
  return param;
}

constexpr int kTypes = static_cast<int>(ParamType::kNullGuard) + 1;

/// Every form against every parameter type alone and against every pair of types: the whole conversion table.
TEST(Resolve, EveryFormAgainstEveryPairOfTypes) {
  std::vector<Question> questions;
  for (size_t form = 0; form < argument_forms().size(); ++form) {
    for (int a = 0; a < kTypes; ++a) {
      for (int b = a; b < kTypes; ++b) {
        Question q;
        q.call = {static_cast<FormId>(form)};
        for (const int t : {a, b}) {
          Signature s;
          s.params = {param_of(static_cast<ParamType>(t))};
          if (static_cast<ParamType>(t) == ParamType::kNullGuard) s.kind = SignatureKind::kGuard;
          q.set.push_back(s);
          if (a == b) break;
        }
        // Most forms convert to few types: pairs in which neither does say nothing.
        const bool callable = a == b || conversion(q.call[0], static_cast<ParamType>(a)).rank != Conversion::kNone ||
                              conversion(q.call[0], static_cast<ParamType>(b)).rank != Conversion::kNone;
        if (callable) questions.push_back(std::move(q));
      }
    }
  }
  check(questions);
}

/// Random sets of one to five candidates that share prefixes, as overloads of one operator do.
TEST(Resolve, RandomSetsAndCalls) {
  const char *count_text = std::getenv("OPSTRATA_RESOLVE_PAIRS");
  const size_t wanted = count_text != nullptr ? std::strtoul(count_text, nullptr, 10) : 6000;
  std::mt19937 random(20261130);
  const auto pick = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (size_t done = 0; done < wanted;) {
    std::vector<Question> questions;
    while (questions.size() < 6000 && done + questions.size() < wanted) {
      Question q;
      const size_t candidates = 1 + pick(5);
      std::set<std::string> keys;
      std::vector<ParamType> base;
      for (size_t i = 0, n = 1 + pick(4); i < n; ++i) base.push_back(static_cast<ParamType>(pick(kTypes)));
      for (size_t c = 0; c < candidates; ++c) {
        std::vector<ParamType> types = base;
        for (size_t m = pick(3); m > 0; --m) {
          const size_t at = pick(types.size() + 1);
          if (pick(2) == 0 && types.size() < 6) {
            types.insert(types.begin() + static_cast<long>(at), static_cast<ParamType>(pick(kTypes)));
          } else if (at < types.size()) {
            types[at] = static_cast<ParamType>(pick(kTypes));
          }
        }
        Signature s;
        const size_t required = pick(types.size() + 1);
        for (const ParamType t : types) s.params.push_back(param_of(t));
        for (size_t i = types.size(); i-- > required;) {
          s.params[i].has_default = !s.params[i].default_text.empty();
          if (!s.params[i].has_default) break;
        }
        for (const auto &param : s.params) {
          if (param.type == ParamType::kNullGuard) s.kind = SignatureKind::kGuard;
        }
        if (keys.insert(type_key(s)).second) q.set.push_back(std::move(s));
      }
      // Arguments that one candidate accepts, so that most calls mean something.
      const auto &target = q.set[pick(q.set.size())];
      const size_t length = target.required() + pick(target.params.size() - target.required() + 1);
      for (size_t i = 0; i < length; ++i) {
        FormId form = 0;
        for (int attempt = 0; attempt < 60; ++attempt) {
          form = static_cast<FormId>(pick(argument_forms().size()));
          if (conversion(form, target.params[i].type).rank != Conversion::kNone) break;
        }
        q.call.push_back(form);
      }
      if (!q.call.empty()) questions.push_back(std::move(q));
    }
    check(questions);
    done += questions.size();
  }
}

}  // namespace
}  // namespace opstrata::esgen
