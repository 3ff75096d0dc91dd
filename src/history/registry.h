/// @file
/// The history registry: operator prototypes archived at every release, as files that travel with an operator package
/// (es-api section 4; seed "History Registry Protocol"). This room reads a registry, selects the releases that a
/// generator has to serve, and writes releases so that a crash at any moment leaves the old or the new registry. It
/// knows nothing of overloads or generated code.
///
/// Layout: `<pkg>/index.json` lists the releases; `<pkg>/registry/<release>/{metadata,operators}.json` hold one each.
/// Only the index decides what is archived: a folder that no index entry names is no release.
#ifndef OPSTRATA_SRC_HISTORY_REGISTRY_H_
#define OPSTRATA_SRC_HISTORY_REGISTRY_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "history/civil_day.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// One archived release of a package.
struct Release {
  std::string version;  ///< also the folder's name
  std::string date;     ///< `YYYY-MM-DD`, valid
  std::string branch;   ///< empty when not recorded
  friend bool operator==(const Release &, const Release &) = default;
};

/// Something that reading left out or found doubtful, and why: file, JSON pointer and reason. Never lost silently.
struct Finding {
  std::string release;  ///< empty: concerns the index
  std::string op_type;  ///< empty: concerns the whole release or index
  std::string text;
  Code code = Code::kOk;  ///< of a release whose metadata cannot be used: kNotFound, or what is wrong with the file
  std::string date = {};  ///< of such a release, as the index has it
};

/// The content of one operators.json.
struct Operators {
  std::vector<proto::OpPrototype> prototypes;  ///< ascending by type; `where` holds file and JSON pointer
  std::vector<Finding> findings;               ///< operators that were left out
  /// Members that this version does not know, so that they survive a round trip: JSON pointer of the object
  /// (operators and their parameters by name: `/Add/inputs/x1`; the root: empty) -> JSON object text.
  std::map<std::string, std::string> unknown;

  OPSTRATA_INTERNAL const proto::OpPrototype *find(std::string_view op_type) const;
};

/// A registry opened for reading. Cheap to copy; releases are parsed at first use, once, and shared by the copies.
/// Thread-safe.
class OPSTRATA_INTERNAL Registry {
 public:
  /// A registry without releases (history switched off, or first enablement: seed section 6.1).
  Registry();
  /// Opens package folder `directory` (a trailing separator is allowed). Errors: kNotFound when the folder or its
  /// index.json is absent, kCorrupt when the index is broken, kUnsupported for a newer major version, kIo. Invalid and
  /// duplicate entries of the index, and releases whose metadata.json is missing or invalid, are left out as findings.
  static Result<Registry> open(const std::string &directory);

  const std::string &directory() const;
  /// Ascending by date; equal dates in the order of the index.
  const std::vector<Release> &releases() const;
  /// What opening left out, in the order found.
  const std::vector<Finding> &findings() const;
  const Release *find_release(std::string_view version) const;
  /// The release's operators; the pointer lives as long as any copy of this registry. Malformed or duplicated operators
  /// are left out as findings. Errors: kNotFound for an unknown release (lists the known ones), kCorrupt or kIo when
  /// operators.json as a whole is unusable (the same error at every call; nothing is read twice).
  Result<const Operators *> load_release(std::string_view version) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// How far back a window reaches: days (`365d`, the default: 0 <= delta <= 365), calendar months (`12m`), the latest
/// releases (`4r`), or everything (`all`). Releases after the anchor are never inside.
struct WindowSize {
  enum class Unit : uint8_t { kDays, kMonths, kReleases, kAll };
  Unit unit = Unit::kDays;
  uint32_t count = 365;
};
/// Parses `365d`, `12m`, `4r`, `all`. Error: kInvalid with the allowed forms.
OPSTRATA_INTERNAL Result<WindowSize> parse_window_size(std::string_view text);

struct WindowRequest {
  WindowSize size;
  std::string release_version;  ///< empty: anchor at `release_date`, else today
  std::string release_date;     ///< for a release that the index does not hold (yet)
  std::string today;            ///< empty: the current UTC day; tests set it
};

/// The releases to serve.
struct Window {
  enum class Anchor : uint8_t { kRelease, kDate, kToday };
  Anchor anchor = Anchor::kToday;
  std::string anchor_date;
  WindowSize size;
  std::vector<Release> releases;   ///< ascending by date, equal dates in index order
  std::vector<Release> future;     ///< left out: dated after the anchor
  std::vector<Release> expired;    ///< left out: older than the window
  std::vector<std::string> notes;  ///< decisions a user should see, one sentence each
};
/// Selects the window (es-api sections 4.8 and 4.9). An archived `release_version` anchors at its own date and is
/// itself inside. One that the index does not hold is a new release: with `release_date`, or when the registry holds no
/// release at all, it is accepted (note); otherwise kNotFound, listing the known ones. Error kInvalid for a date that
/// is none.
OPSTRATA_INTERNAL Result<Window> select_window(const Registry &registry, const WindowRequest &request);

/// Index of the first release that was in the window when `releases[newest]` came out. `releases` is ascending by date.
OPSTRATA_INTERNAL size_t window_begin(const std::vector<const Release *> &releases, size_t newest,
                                      const WindowSize &size);

/// Whether `version` may name a release: not empty, at most 128 bytes, valid UTF-8, no separator, no control character,
/// no leading dot, no blank at either end. Error: kInvalid with the reason.
OPSTRATA_INTERNAL Status check_release_version(std::string_view version);

/// Reads one operators.json outside a registry. Strict: the first malformed operator is the error (file, pointer,
/// reason).
OPSTRATA_INTERNAL Result<Operators> read_operators_json(const std::string &path);
/// The text of an operators.json (section 4.4): key order of the section, two blanks per level, no trailing newline.
/// `unknown` members (see Operators) are appended to the objects they came from. Error kUnsupported names operator,
/// attribute and reason when a prototype cannot be archived (section 4.4, last paragraph); `archivable` tells
/// beforehand.
OPSTRATA_INTERNAL Result<std::string> operators_json_text(const std::vector<const proto::OpPrototype *> &prototypes,
                                                          const std::map<std::string, std::string> &unknown = {});
/// Writes that text atomically (temporary file, fsync, rename).
OPSTRATA_INTERNAL Status write_operators_json(const std::string &path,
                                              const std::vector<const proto::OpPrototype *> &prototypes,
                                              const std::map<std::string, std::string> &unknown = {});
/// Whether the prototype can be archived: every attribute of a kind of section 4.4, every default expressible.
OPSTRATA_INTERNAL Status archivable(const proto::OpPrototype &prototype);

struct ArchiveRequest {
  std::string directory;   ///< package folder to write; created when absent
  std::string merge_from;  ///< existing registry whose releases are taken over first; empty: none
  Release release;         ///< date empty: the archived one, else today (UTC); branch empty: not recorded
  std::map<std::string, std::string> unknown;  ///< members to keep, as `Operators::unknown`
  bool replace = false;  ///< other content under an archived version replaces it; its date cannot change
};
struct ArchiveReport {
  bool changed = false;           ///< false: everything was there already, nothing was written
  size_t archived = 0;            ///< operators in the release
  std::vector<Finding> left_out;  ///< operators that cannot be archived; unusable releases of `merge_from`, and of the
                                  ///< folder when something is written
  std::vector<Release> merged;    ///< releases taken over from `merge_from`
  Release release;                ///< as archived
};
/// Archives `prototypes` (any order) as one release. Locks the package folder against other writers and waits for them.
/// The same content again is success and writes nothing; an archive that lacks the ranges behind symbols counts as the
/// same. Errors: kInvalid (version, date), kAlreadyExists (other content or date under this version), kCorrupt (an
/// existing index.json that is broken is never replaced), kIo. After an error nothing has changed; a crash leaves the
/// old or the new registry (taking over releases and replacing one are two such steps, in this order).
OPSTRATA_INTERNAL Result<ArchiveReport> archive_release(const ArchiveRequest &request,
                                                        const std::vector<const proto::OpPrototype *> &prototypes);

/// Takes the releases of `source` that `directory` lacks over; both hold the others with the same content and date, or nothing
/// happens (kAlreadyExists). Releases that lack files are left out; one that is not to be trusted is an error (kCorrupt), unless `rescue`
/// (what can be read is taken over, the others are left out); files that cannot be read are an error
/// (kIo). The report tells what was taken over (`merged`) and left out. Lock and crash safety as for archive_release.
OPSTRATA_INTERNAL Result<ArchiveReport> merge_registry(const std::string &directory, const std::string &source, bool rescue = false);

/// Takes releases out of the index, then removes their folders. All of them must be in the index (kNotFound), also as
/// unusable entries. A crash leaves the old or the new registry.
OPSTRATA_INTERNAL Status prune_releases(const std::string &directory, const std::vector<std::string> &versions);

/// Everything that is wrong with a registry: findings of opening, unusable releases and operators, folders without index entry,
/// leftovers of crashed writers.
OPSTRATA_INTERNAL Result<std::vector<Finding>> check_registry(const std::string &directory);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_REGISTRY_H_
