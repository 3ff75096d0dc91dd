/// @file
/// The one description of an operator. `REG_OP` capture, operators.json, the generator and the executor all read and write
/// this type; nothing else describes an operator.
#ifndef OPSTRATA_SRC_PROTO_PROTOTYPE_H_
#define OPSTRATA_SRC_PROTO_PROTOTYPE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/export.h"
#include "base/origin.h"
#include "base/status.h"
#include "graph/types.h"

namespace opstrata::proto {

enum class InputKind : uint8_t { kRequired, kOptional, kDynamic };
enum class OutputKind : uint8_t { kRequired, kDynamic };
enum class SubgraphKind : uint8_t { kStatic, kDynamic };

/// Attribute kinds, one per type word of REG_OP (es-api section 1.5). `kUnknown` keeps words of archives that this version
/// does not know; the word itself stays in `AttrDef::type_word`.
enum class AttrType : uint8_t {
  kInt, kFloat, kBool, kString, kType, kTensor, kNamedAttrs, kBytes,
  kListInt, kListFloat, kListBool, kListString, kListType, kListListInt, kListTensor, kListNamedAttrs,
  kUnknown
};

/// Default value `Tensor()`: the only tensor default that prototypes can archive. `has_data` marks one that cannot.
struct TensorDefault {
  bool has_data = false;
  friend bool operator==(const TensorDefault &, const TensorDefault &) = default;
};

/// A typed attribute value. Floats keep their 32-bit value exactly. `std::monostate` = no value.
using AttrValue = std::variant<std::monostate, int64_t, float, bool, std::string, ge::DataType, TensorDefault,
                               std::vector<int64_t>, std::vector<float>, std::vector<bool>, std::vector<std::string>,
                               std::vector<ge::DataType>, std::vector<std::vector<int64_t>>>;

struct InputDef {
  std::string name;
  InputKind kind = InputKind::kRequired;
  std::string dtype;  ///< symbol id: `T`, or the whole expression text, quotes stripped (es-api 1.4)
  friend bool operator==(const InputDef &, const InputDef &) = default;
};

struct OutputDef {
  std::string name;
  OutputKind kind = OutputKind::kRequired;
  std::string dtype;
  friend bool operator==(const OutputDef &, const OutputDef &) = default;
};

struct AttrDef {
  std::string name;
  AttrType type = AttrType::kUnknown;
  std::string type_word;  ///< as written in REG_OP: `Int`, `ListInt`, …
  bool required = false;
  AttrValue default_value;  ///< monostate for required attributes and for archived ones without default
  /// Name of the dynamic input or output whose number of tensors the attribute (an Int) is when a call leaves it out;
  /// empty for all others. `REG_OP` cannot say it: it is registered beside the prototype (history/counts.h).
  std::string count_of = {};
  /// Whether generated functions have a default for it.
  bool may_be_left_out() const { return !required || !count_of.empty(); }
  friend bool operator==(const AttrDef &, const AttrDef &) = default;
};

/// The default as an alternative of `Variant`, which has one for every kind but tensors; none where there is no default.
template <typename Variant>
std::optional<Variant> default_as(const AttrDef &attr) {
  return std::visit(
      [](const auto &value) -> std::optional<Variant> {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, TensorDefault>) {
          return std::nullopt;
        } else {
          return Variant(value);
        }
      },
      attr.default_value);
}

struct SubgraphDef {
  std::string name;
  SubgraphKind kind = SubgraphKind::kStatic;
  friend bool operator==(const SubgraphDef &, const SubgraphDef &) = default;
};

/// What a `DATATYPE` symbol stands for.
struct SymbolDef {
  enum class Kind : uint8_t { kRange, kListRange, kPromote };
  Kind kind = Kind::kRange;
  std::vector<ge::DataType> types;    ///< kRange, kListRange
  std::vector<std::string> promotes;  ///< kPromote: names of the symbols whose promotion this is
  friend bool operator==(const SymbolDef &, const SymbolDef &) = default;
};

/// Where a registration comes from (base/origin.h).
using opstrata::Origin;
using opstrata::OriginRank;

/// Place of a definition: source file and line of its REG_OP, or archive file and JSON pointer.
struct SourceLocation {
  std::string file;
  int line = 0;
  std::string pointer;
  OPSTRATA_INTERNAL std::string to_string() const;  ///< `file:line`, or `file#pointer`
};

/// One operator. Array order is IR order and is significant.
struct OpPrototype {
  std::string type;
  std::vector<InputDef> inputs;
  std::vector<OutputDef> outputs;
  std::vector<AttrDef> attrs;
  std::vector<SubgraphDef> subgraphs;
  std::map<std::string, SymbolDef> symbols;  ///< DATATYPE lines, by symbol name
  Origin origin;
  SourceLocation where;

  OPSTRATA_INTERNAL const AttrDef *find_attr(std::string_view name) const;
  OPSTRATA_INTERNAL int input_index(std::string_view name) const;   ///< -1 when absent
  OPSTRATA_INTERNAL int output_index(std::string_view name) const;  ///< -1 when absent
};

/// Same interface: type, inputs, outputs, attributes with defaults, subgraphs; origin, place and symbols play no role.
OPSTRATA_INTERNAL bool same_interface(const OpPrototype &a, const OpPrototype &b);

/// REG_OP type word <-> kind. Unknown words give kUnknown; both spellings of ListAscendString map to kListString.
OPSTRATA_INTERNAL AttrType attr_type_from_word(std::string_view word);
OPSTRATA_INTERNAL std::string_view attr_type_word(AttrType type);
/// Interface name of the kind as `GetAllIrAttrNamesAndTypes` reports it ("VT_LIST_INT").
OPSTRATA_INTERNAL std::string_view attr_type_vt_name(AttrType type);

// --- Registry of the process (created on first use, never destroyed) -------------------------------------------------

/// The prototype that is in force for `type`, or null. Pointers stay valid for the life of the process.
OPSTRATA_INTERNAL const OpPrototype *find_prototype(std::string_view type);
/// All types in ascending byte order, one prototype (the one in force) each.
OPSTRATA_INTERNAL std::vector<const OpPrototype *> all_prototypes();
/// Registrations that lost against another one and differ from it: (winner, loser).
struct DuplicatePrototype {
  const OpPrototype *winner;
  const OpPrototype *loser;
};
OPSTRATA_INTERNAL std::vector<DuplicatePrototype> differing_duplicates();

/// Loads the prototype libraries below an operator root in both layouts (es-api section 3), or one library.
struct LoadReport {
  std::vector<std::string> searched;  ///< folders, in order
  std::vector<std::string> loaded;    ///< library paths
  std::vector<std::pair<std::string, std::string>> failed;  ///< path, the loader's text
};
OPSTRATA_INTERNAL LoadReport load_prototype_libraries(const std::string &opp_path);
/// Loads custom paths, vendors and built-in libraries as the environment says, else those beside our own library; once.
OPSTRATA_INTERNAL const LoadReport &load_installed_prototypes();

// --- operators.json (es-api section 4.4): reading and writing belong to history/; the value literals are here ----------

/// Default literal of an attribute as archived (section 4.5): `0.10000000149011612`, `"xx"`, `[1,2]`. Empty = no value.
OPSTRATA_INTERNAL std::string default_literal(const AttrDef &attr);
/// Parses such a literal for kind `type`. Errors, with the reason: kInvalid for numbers that no attribute of the kind can hold and lists
/// nested without end, which no prototype library can have had; kCorrupt for everything else.
OPSTRATA_INTERNAL Result<AttrValue> parse_default_literal(AttrType type, std::string_view literal);

}  // namespace opstrata::proto

#endif  // OPSTRATA_SRC_PROTO_PROTOTYPE_H_
