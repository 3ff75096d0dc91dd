// Differential test of the resolver: random overload sets and calls, answered by the model and by every compiler found.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <future>
#include <map>
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
extern EsTensorHolder z; extern EsCTensorHolder *p; extern EsTensorLike l; extern EsGraphBuilder b; extern int i; extern int64_t n; extern size_t u;
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
      } else if (is_only_type(param.type)) {
        const std::string name = "N" + std::to_string(guards++);
        std::string type(cpp_type(plain_type(param.type)));
        const bool list = type.back() == '&';
        if (list) type = type.substr(6, type.size() - 8);
        types += "class " + name + ", ";
        conditions +=
            (conditions.empty() ? "" : " && ") +
            (param.type <= ParamType::kOnlyBool ? "(std::is_arithmetic<" + name + ">::value || (std::is_enum<" + name +
                                                      ">::value && std::is_convertible<" + name + ", int>::value))"
                                                : "std::is_same<" + name + ", " + type + ">::value");
        params += (list ? "const " + name + " &a" : name + " a") + std::to_string(i);
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

size_t wanted_pairs = 50000;

struct Checked {
  size_t callable = 0, unportable = 0;
};

/// Asks every compiler, at the same time, whether it agrees with the model.
Checked check(const std::vector<Question> &questions) {
  Checked checked;
  std::vector<Question> portable;
  std::vector<int> answers;
  for (const auto &q : questions) {
    std::vector<const Signature *> set;
    for (const auto &s : q.set) set.push_back(&s);
    const Resolution r = resolve(set, q.call);
    if (r.outcome == Resolution::kUnportable) continue;
    portable.push_back(q);
    answers.push_back(expected(r));
    if (answers.back() >= 0) ++checked.callable;
  }
  checked.unportable = questions.size() - portable.size();
  const ScratchFolder folder;
  std::vector<std::future<Answer>> asked;
  for (const auto &compiler : compilers()) {
    asked.push_back(std::async(std::launch::async, [&, compiler] { return ask(compiler, portable, answers, folder); }));
  }
  for (size_t i = 0; i < asked.size(); ++i) {
    const Answer answer = asked[i].get();
    EXPECT_EQ(answer.disagreements, 0U) << compilers()[i] << " disagrees:\n" << answer.text;
  }
  return checked;
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
  const Checked checked = check(questions);
  std::printf("%zu questions, %zu unportable\n", questions.size(), checked.unportable);
}

/// What the random pairs are made of; all but `pairs` count pairs.
struct Mix {
  size_t pairs = 0, unportable = 0;
  size_t callable = 0;        ///< a compiler accepts the call
  size_t contested = 0;       ///< two or more candidates are viable
  size_t braced = 0;          ///< an argument is a braced list
  size_t defaulted = 0;       ///< a parameter is left to its default
  size_t with_deleted = 0, with_template = 0;  ///< candidates of these kinds
  std::map<std::string_view, size_t> forms;    ///< uses of each argument form
  size_t of_size[6] = {};     ///< pairs by number of candidates

  void add(const Mix &other) {
    pairs += other.pairs, unportable += other.unportable, callable += other.callable, contested += other.contested, braced += other.braced;
    defaulted += other.defaulted, with_deleted += other.with_deleted, with_template += other.with_template;
    for (const auto &[form, uses] : other.forms) forms[form] += uses;
    for (size_t n = 0; n < std::size(of_size); ++n) of_size[n] += other.of_size[n];
  }
};

/// Random sets of one to five candidates that share prefixes, as overloads of one operator do, with a call each.
class PairMaker {
 public:
  explicit PairMaker(uint64_t seed) : random_(seed) {
    for (int t = 0; t < kTypes; ++t) {
      for (size_t f = 0; f < argument_forms().size(); ++f) {
        const auto form = static_cast<FormId>(f);
        if (conversion(form, static_cast<ParamType>(t)).rank == Conversion::kNone) continue;
        (argument_forms()[f].braced ? braced_takers_ : takers_)[t].push_back(form);
      }
    }
  }

  Question pair(Mix *mix) {
    Question q;
    do q = draw(); while (q.call.empty() || q.set.empty());
    count(q, mix);
    return q;
  }

 private:
  size_t pick(size_t n) { return static_cast<size_t>(random_() % n); }
  ParamType type() {
    // Types that interfere with each other more often than those that nothing else converts to.
    static constexpr ParamType kContested[] = {ParamType::kTensorLike, ParamType::kTensorHolder, ParamType::kInt, ParamType::kFloat, ParamType::kBool,
                                               ParamType::kString, ParamType::kListInt, ParamType::kInitInt, ParamType::kListListInt, ParamType::kNullGuard};
    return pick(4) != 0 ? kContested[pick(std::size(kContested))] : static_cast<ParamType>(pick(kTypes));
  }

  Question draw() {
    Question q;
    std::set<std::string> keys;
    std::vector<ParamType> base;
    for (size_t i = 0, n = 1 + pick(5); i < n; ++i) base.push_back(type());
    for (size_t c = 0, n = 1 + pick(6); c < std::min<size_t>(n, 5); ++c) {
      std::vector<ParamType> types = base;
      for (size_t m = pick(4) == 0 ? 2 : 1; m > 0; --m) {
        const size_t at = pick(3) == 0 ? pick(types.size() + 1) : types.size() - pick(2);
        if ((at == types.size() || pick(3) == 0) && types.size() < 7) types.insert(types.begin() + static_cast<long>(at), type());
        else if (at < types.size()) types[at] = type();
      }
      Signature s;
      for (const ParamType t : types) s.params.push_back(param_of(t));
      for (size_t i = types.size(), required = pick(types.size() + 1); i-- > required;) {
        s.params[i].has_default = !s.params[i].default_text.empty();
        if (!s.params[i].has_default) break;
      }
      // Guards are deleted templates; forwarding overloads with a null placeholder are templates that are not, and any function may be
      // deleted.
      const size_t kind = pick(24);
      if (std::any_of(types.begin(), types.end(), [](ParamType t) { return t == ParamType::kNullGuard; }) ? kind < 14 : kind == 0) s.kind = SignatureKind::kGuard;
      if (keys.insert(type_key(s)).second) q.set.push_back(std::move(s));
    }
    // Arguments that one candidate accepts, now and then one that it does not.
    const auto &target = q.set[pick(q.set.size())];
    const size_t length = target.required() + pick(target.params.size() - target.required() + 1);
    for (size_t i = 0; i < length; ++i) {
      const auto t = static_cast<size_t>(target.params[i].type);
      const bool braced = takers_[t].empty() || (pick(12) == 0 && !braced_takers_[t].empty());
      const auto &takers = braced ? braced_takers_[t] : takers_[t];
      q.call.push_back(pick(40) == 0 ? static_cast<FormId>(pick(argument_forms().size())) : takers[pick(takers.size())]);
    }
    return q;
  }

  static void count(const Question &q, Mix *mix) {
    ++mix->pairs;
    ++mix->of_size[q.set.size()];
    size_t viable = 0;
    bool defaulted = false, deleted = false, is_template = false, braced = false;
    for (const auto &s : q.set) {
      deleted = deleted || s.kind == SignatureKind::kGuard;
      is_template = is_template || s.is_template();
      bool takes = q.call.size() <= s.params.size() && q.call.size() >= s.required();
      for (size_t i = 0; i < q.call.size() && takes; ++i) takes = conversion(q.call[i], s.params[i].type).rank != Conversion::kNone;
      viable += takes ? 1 : 0;
      defaulted = defaulted || (takes && q.call.size() < s.params.size());
    }
    for (const FormId form : q.call) {
      braced = braced || argument_forms()[form].braced;
      ++mix->forms[argument_forms()[form].text];
    }
    mix->contested += viable > 1 ? 1 : 0;
    mix->defaulted += defaulted ? 1 : 0;
    mix->with_deleted += deleted ? 1 : 0;
    mix->with_template += is_template ? 1 : 0;
    mix->braced += braced ? 1 : 0;
  }

  std::mt19937_64 random_;
  std::vector<FormId> takers_[kTypes], braced_takers_[kTypes];
};

/// Pairs as the compilers answer them, one unit per batch. `--pairs=N` asks for another number, `--full` for two million.
TEST(Resolve, RandomSetsAndCalls) {
  const auto started = std::chrono::steady_clock::now();
  const std::clock_t cpu_started = std::clock();
  rusage before{};
  getrusage(RUSAGE_CHILDREN, &before);
  constexpr size_t kBatch = 5000;
  const size_t batches = (wanted_pairs + kBatch - 1) / kBatch;
  Mix mix;
  for (size_t n = 0; n < batches && !HasFailure(); ++n) {
    PairMaker maker(20261130 + n);
    std::vector<Question> questions;
    while (questions.size() < std::min(kBatch, wanted_pairs - n * kBatch)) questions.push_back(maker.pair(&mix));
    const Checked checked = check(questions);
    mix.unportable += checked.unportable;
    mix.callable += checked.callable;
    if (batches > 20 && n % 10 == 9) {
      std::printf("%zu of %zu pairs\n", mix.pairs, wanted_pairs);
      std::fflush(stdout);
    }
  }
  rusage after{};
  getrusage(RUSAGE_CHILDREN, &after);
  const auto seconds = [](const rusage &r) { return double(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * double(r.ru_utime.tv_usec + r.ru_stime.tv_usec); };
  const auto percent = [&](size_t part) { return 100.0 * double(part) / double(mix.pairs); };
  std::printf("%zu pairs: %.1f %% callable, %.1f %% with two or more viable candidates, %.1f %% with braces, %.1f %% with defaults,\n"
              "%.1f %% with a deleted candidate, %.1f %% with a constrained template, %.2f %% unportable;\n"
              "compilers %.1f CPU s (%.2f ms a pair), test %.1f CPU s, %.1f s in all\n",
              mix.pairs, percent(mix.callable), percent(mix.contested), percent(mix.braced), percent(mix.defaulted), percent(mix.with_deleted),
              percent(mix.with_template), percent(mix.unportable), seconds(after) - seconds(before),
              1e3 * (seconds(after) - seconds(before)) / double(mix.pairs), double(std::clock() - cpu_started) / CLOCKS_PER_SEC,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count());
  // The mix that the questions must have.
  EXPECT_EQ(mix.pairs, wanted_pairs);
  EXPECT_GE(percent(mix.callable), 50);
  EXPECT_GE(percent(mix.contested), 25);
  EXPECT_GE(percent(mix.braced), 10);
  EXPECT_GE(percent(mix.defaulted), 10);
  EXPECT_GE(percent(mix.with_deleted), 10);
  EXPECT_GE(percent(mix.with_template), 10);
  EXPECT_LE(percent(mix.unportable), 5);
  for (const auto &form : argument_forms()) EXPECT_GE(mix.forms[form.text] * 2000, mix.pairs) << form.text;
  for (size_t n = 1; n <= 5; ++n) EXPECT_GE(percent(mix.of_size[n]), 5) << n << " candidates";
}

}  // namespace
}  // namespace opstrata::esgen

/// `--pairs=N`: number of random pairs; `--full`: two million.
int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--full") opstrata::esgen::wanted_pairs = 2000000;
    else if (argument.rfind("--pairs=", 0) == 0) opstrata::esgen::wanted_pairs = std::strtoul(argument.c_str() + 8, nullptr, 10);
  }
  return RUN_ALL_TESTS();
}
