#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/messages.h"
#include "history/abi.h"
#include "history/files.h"
#include "history/index_text.h"
#include "history/json_input.h"
#include "history/json_text.h"
#include "history/operators_input.h"
#include "history/registry.h"
#include "history/transaction.h"

namespace opstrata::history {
namespace {

using proto::OpPrototype;

std::string without_trailing_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

bool same_folder(const std::string &a, const std::string &b) {
  struct stat first {
  }, second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// Opens a registry that may not exist yet. A broken one is an error: nothing may build on what cannot be read.
Result<Registry> open_or_empty(const std::string &directory) {
  const Result<bool> there = exists(directory + "/index.json");
  if (!there.ok()) return there.status();
  return *there ? Registry::open(directory) : Registry();
}

// Texts of one release as they stand in a registry.
struct ReleaseFiles {
  std::string metadata;
  std::string operators;
};
Result<ReleaseFiles> read_release_files(const std::string &directory, const std::string &version) {
  const std::string folder = directory + "/registry/" + version;
  Result<std::string> metadata = read_file(folder + "/metadata.json", kMaxFileBytes, false);
  if (!metadata.ok()) return metadata.status();
  Result<std::string> operators = read_file(folder + "/operators.json", kMaxFileBytes, false);
  if (!operators.ok()) return operators.status();
  return ReleaseFiles{std::move(*metadata), std::move(*operators)};
}

std::vector<const OpPrototype *> pointers(const std::vector<OpPrototype> &prototypes) {
  std::vector<const OpPrototype *> out;
  for (const OpPrototype &prototype : prototypes) out.push_back(&prototype);
  return out;
}

// Whether archived operators and those to archive are the same; `difference` names one that is not.
bool same_operators(const Operators &archived, const std::vector<const OpPrototype *> &wanted,
                    std::string &difference) {
  const auto differs = [&](const std::string &what) {
    difference = what;
    return false;
  };
  for (const OpPrototype *op : wanted) {
    const OpPrototype *const old = archived.find(op->type);
    if (old == nullptr) return differs("no operator '" + op->type + "'");
    // Ranges behind symbols came later: an archive without them is no other content.
    if (!proto::same_interface(*old, *op) || (!old->symbols.empty() && old->symbols != op->symbols)) {
      return differs("another operator '" + op->type + "'");
    }
  }
  for (const OpPrototype &old : archived.prototypes) {
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), old.type,
                                     [](const OpPrototype *a, const std::string &type) { return a->type < type; });
    if (at == wanted.end() || (*at)->type != old.type) return differs("operator '" + old.type + "' besides");
  }
  return archived.findings.empty() || differs("malformed operators");
}

/// The file kPendingAbi: stands from before a release is visible until abi.json knows it. It holds the space of the new
/// abi.json, so that a full disk is noticed before, and tells the next writer that the last one was stopped in between.
class PendingAbi {
 public:
  explicit PendingAbi(const std::string &directory) : path_(directory + "/" + std::string(kPendingAbi)) {}
  PendingAbi(const PendingAbi &) = delete;
  PendingAbi &operator=(const PendingAbi &) = delete;
  ~PendingAbi() {
    if (taken_ && !visible_) finish();
  }

  // Whether a writer was stopped.
  bool left() const {
    struct stat there {};
    return ::lstat(path_.c_str(), &there) == 0;
  }
  Status take(size_t bytes) {
    if (left()) return {};
    taken_ = true;
    return write_new_file(path_, std::string(bytes, '\0'));
  }
  // The release is there: whatever happens now, abi.json has to follow.
  void set_visible() { visible_ = true; }
  // Gives the space to the file that needs it.
  void give_space() const {
    const int file = ::open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    (void)!::ftruncate(file, 0);  // a file that cannot be shortened only takes space
    ::close(file);
  }
  void finish() const { (void)remove_tree(path_); }  // whatever stands there

 private:
  const std::string path_;
  bool taken_ = false;
  bool visible_ = false;
};

class Archiver {
 public:
  Archiver(const ArchiveRequest &request, std::vector<const OpPrototype *> operators,
           std::vector<const OpPrototype *> loose, ArchiveReport &report)
      : request_(request),
        directory_(without_trailing_slash(request.directory)),
        operators_(std::move(operators)),
        loose_(std::move(loose)),
        report_(report),
        pending_(directory_) {}

  // Opens both registries. Nothing is put beside a release that is not to be trusted.
  Status open() {
    Result<Registry> target = open_or_empty(directory_);
    if (!target.ok()) return target.status();
    target_ = std::move(*target);
    OPSTRATA_TRY(trusted(target_));
    if (!request_.merge_from.empty()) {
      const Result<bool> same = same_folder(request_.merge_from, directory_);
      if (!same.ok()) return same.status();
      Result<Registry> source = *same ? Registry() : Registry::open(request_.merge_from);
      if (!source.ok()) return source.status();
      source_ = std::move(*source);
      report_.left_out.insert(report_.left_out.end(), source_.findings().begin(), source_.findings().end());
    }
    return {};
  }

  Status merge(bool rescue) {
    if (!rescue) OPSTRATA_TRY(trusted(source_));
    Transaction transaction(directory_);
    OPSTRATA_TRY(stage_merged(transaction));
    // Of a registry without releases the index is taken over; one of which nothing can be read is not begun.
    if (put_.empty() && target_.directory().empty() && !report_.left_out.empty()) return {};
    OPSTRATA_TRY(record_abi(!put_.empty()));
    OPSTRATA_TRY(reserve_abi(!put_.empty()));
    return publish(transaction);
  }

  // Caught up with after the releases too, because what it lacks can be told from them again.
  Status update_abi() {
    const Result<bool> there = exists(directory_ + "/abi.json");
    if (!there.ok()) return there.status();
    if (!report_.changed && !*there && !pending_.left()) return {};
    pending_.give_space();
    OPSTRATA_TRY(history::update_abi(directory_, nullptr, {{report_.release.version, report_.release.date}, loose_}));
    pending_.finish();
    return {};
  }

  Status archive() {
    OPSTRATA_TRY(trusted(source_));
    Transaction transaction(directory_);
    OPSTRATA_TRY(stage_merged(transaction));
    Release &release = report_.release;
    const Result<Found> found = find_archived();
    if (!found.ok()) return found.status();
    const Release *const archived = found->release;
    if (release.date.empty()) release.date = archived != nullptr ? archived->date : found->date;
    if (release.date.empty()) release.date = today_utc().to_string();
    if (archived != nullptr && release.branch.empty()) release.branch = archived->branch;
    std::map<std::string, std::string> unknown = request_.unknown;
    for (const auto &[place, members] : found->operators.unknown) {
      const auto [at, fresh] = unknown.emplace(place, members);
      if (!fresh) at->second = with_members_of(at->second, members);
    }
    const Result<std::string> operators = operators_json_text(operators_, unknown);
    if (!operators.ok()) return operators.status();
    const std::string metadata = metadata_text(release, found->metadata);

    const bool in_target = archived != nullptr && target_.find_release(release.version) != nullptr;
    if (!in_target && !(archived != nullptr && found->same)) {
      // New here. Whatever the source holds under this version loses: `replace` was given, or it would have been
      // refused.
      OPSTRATA_TRY(transaction.stage_release(release.version, metadata, *operators));
      put_.push_back(release);
    } else if (!in_target) {
      OPSTRATA_TRY(stage_copy(transaction, release));
    }
    const bool changes = !put_.empty() || (in_target && !found->same);
    OPSTRATA_TRY(record_abi(changes));
    OPSTRATA_TRY(reserve_abi(changes));
    OPSTRATA_TRY(publish(transaction));
    if (in_target && !found->same) {
      pending_.set_visible();  // how far a replacement came, a failure does not tell
      OPSTRATA_TRY(transaction.replace_release(release.version, metadata, *operators));
      report_.changed = true;
    }
    if (changes) tell_unusable();
    return {};
  }

 private:
  // An error for a release, other than the one to archive, that is not to be trusted. One that lacks files is none.
  Status trusted(const Registry &registry) const {
    for (const Release &release : registry.releases()) {
      if (release.version == report_.release.version) continue;
      const Status status = registry.load_release(release.version).status();
      if (!status.ok() && status.code() != Code::kNotFound) {
        return Status(status.code(), "release " + release.version + ": " + status.text());
      }
    }
    for (const Finding &finding : registry.findings()) {
      if (finding.code == Code::kOk || finding.code == Code::kNotFound || finding.release == report_.release.version) continue;
      return Status(finding.code, "release " + finding.release + ": " + finding.text);
    }
    return {};
  }

  // Before anything is published: what libraries of either registry were built by keeps its nodes, whatever date or
  // content comes now.
  Status record_abi(bool changes) const {
    // The same again writes nothing, unless the source has assignments that are new here.
    for (const Registry *registry : {&target_, &source_}) {
      if (changes || registry->directory().empty()) continue;
      const Result<bool> there = exists(registry->directory() + "/abi.json");
      if (!there.ok()) return there.status();
      changes = *there;
    }
    if (!changes) return {};
    return history::update_abi(directory_, source_.directory().empty() ? nullptr : &source_);
  }

  // Releases that stand beside the new one and cannot be used stay as they are, but not without a word.
  void tell_unusable() {
    for (const Finding &finding : target_.findings()) {
      if (finding.release != report_.release.version) report_.left_out.push_back(finding);
    }
    for (const Release &release : target_.releases()) {
      if (release.version == report_.release.version) continue;
      if (const Status status = target_.load_release(release.version).status(); !status.ok())
        report_.left_out.push_back({release.version, "", status.text()});
    }
  }

  // Sets the space of the new abi.json aside.
  Status reserve_abi(bool changes) {
    if (!changes) return {};
    Result<AbiRecord> record = abi_record(target_);
    if (!record.ok()) return record.status();
    for (const auto *list : {&operators_, &loose_}) {
      for (const OpPrototype *op : *list) record->add(*op, {report_.release.version, report_.release.date});
    }
    size_t bytes = 0;
    const Result<AbiRecord> other = abi_record(source_);
    if (!other.ok()) return other.status();
    const AbiRecord *const parts[] = {&*record, &*other};
    for (const AbiRecord *part : parts) {
      const Result<std::string> text = abi_text(*part);
      if (!text.ok()) return text.status();
      bytes += part->nodes.empty() ? 0 : text->size();
    }
    return bytes == 0 ? Status() : pending_.take(bytes);
  }

  // What either registry holds under the version to archive, and whether that is the same as what is to be archived.
  struct Found {
    const Release *release = nullptr;
    std::string metadata;
    Operators operators;
    bool same = false;
    std::string date;  // of one whose metadata cannot be used
  };

  Status publish(Transaction &transaction) {
    if (put_.empty() && !target_.directory().empty()) return {};
    const Result<std::string> index = index_with(put_);
    if (!index.ok()) return index.status();
    const Status status = transaction.publish(*index);
    if (!status.ok() && !transaction.visible()) return status;
    pending_.set_visible();
    report_.changed = true;
    return status;
    return {};
  }

  Result<Found> find_archived() const {
    Found found;
    const Release &wanted = report_.release;
    for (const Registry *registry : {&target_, &source_}) {
      found.release = registry->find_release(wanted.version);
      if (found.release == nullptr) continue;
      const std::string index = registry->directory() + "/index.json";
      if (!wanted.date.empty() && wanted.date != found.release->date) {
        return fail(
            Msg::kHistoryOtherDate,
            {{"release", wanted.version}, {"file", index}, {"archived", found.release->date}, {"date", wanted.date}});
      }
      Result<ReleaseFiles> files = read_release_files(registry->directory(), wanted.version);
      if (files.status().code() == Code::kIo) return files.status();
      if (files.ok()) found.metadata = files->metadata;
      const Result<const Operators *> operators = registry->load_release(wanted.version);
      if (operators.status().code() == Code::kIo) return operators.status();
      std::string difference;
      if (operators.ok()) {
        found.operators = **operators;
        found.same = same_operators(found.operators, operators_, difference);
        if (found.same && !wanted.branch.empty() && wanted.branch != found.release->branch) {
          difference = "branch '" + found.release->branch + "'";
          found.same = false;
        }
      } else {
        difference = "unusable content (" + operators.status().text() + ")";
      }
      if (!found.same && !request_.replace) {
        return fail(Msg::kHistoryOtherContent,
                    {{"release", wanted.version}, {"file", index}, {"difference", difference}});
      }
      return found;
    }
    // An index entry that reading left out (bad date, missing files) is repaired only on request.
    for (const Finding &finding : target_.findings()) {
      if (finding.release == wanted.version && !request_.replace) {
        return fail(Msg::kHistoryOtherContent, {{"release", wanted.version},
                                                {"file", directory_ + "/index.json"},
                                                {"difference", "unusable content (" + finding.text + ")"}});
      }
      if (finding.release != wanted.version || finding.date.empty()) continue;
      // A release keeps its date whatever became of its files.
      if (!wanted.date.empty() && wanted.date != finding.date) {
        return fail(Msg::kHistoryOtherDate, {{"release", wanted.version},
                                             {"file", directory_ + "/index.json"},
                                             {"archived", finding.date},
                                             {"date", wanted.date}});
      }
      found.date = finding.date;
    }
    return found;
  }

  // Stages the releases of the source that the target lacks, and compares the others.
  Status stage_merged(Transaction &transaction) {
    for (const Release &release : source_.releases()) {
      if (release.version == report_.release.version) continue;
      // A rescue carries on what can be read, a merge what is there; an archive that is built upon has to be whole.
      // What cannot be read today (permissions, media) ends the matter.
      const Status readable = source_.load_release(release.version).status();
      if (!readable.ok() && (readable.code() == Code::kIo || !report_.release.version.empty())) return readable;
      if (!readable.ok()) {
        report_.left_out.push_back({release.version, "", readable.text()});
        continue;
      }
      if (const Release *const here = target_.find_release(release.version); here == nullptr) {
        OPSTRATA_TRY(stage_copy(transaction, release));
      } else {
        OPSTRATA_TRY(compare(*here, release));
      }
    }
    return {};
  }

  Status stage_copy(Transaction &transaction, const Release &release) {
    const Result<ReleaseFiles> files = read_release_files(source_.directory(), release.version);
    if (!files.ok()) return files.status();
    OPSTRATA_TRY(transaction.stage_release(release.version, files->metadata, files->operators));
    put_.push_back(release);
    report_.merged.push_back(release);
    return {};
  }

  Status compare(const Release &here, const Release &there) const {
    const std::string index = directory_ + "/index.json";
    if (here.date != there.date) {
      return fail(Msg::kHistoryOtherDate,
                  {{"release", here.version}, {"file", index}, {"archived", here.date}, {"date", there.date}});
    }
    const Result<const Operators *> ours = target_.load_release(here.version);
    if (!ours.ok()) return ours.status();
    const Result<const Operators *> theirs = source_.load_release(here.version);
    if (!theirs.ok()) return theirs.status();
    std::string difference;
    if (same_operators(**ours, pointers((*theirs)->prototypes), difference)) return {};
    return fail(Msg::kHistoryOtherContent, {{"release", here.version}, {"file", index}, {"difference", difference}});
  }

  Result<std::string> index_with(const std::vector<Release> &put) const {
    std::string texts[2];
    const Registry *const registries[2] = {&target_, &source_};
    for (size_t i = 0; i < 2; ++i) {
      if (registries[i]->directory().empty()) continue;
      Result<std::string> text = read_file(registries[i]->directory() + "/index.json", kMaxFileBytes, false);
      if (!text.ok()) return text.status();
      texts[i] = std::move(*text);
    }
    return edit_index(texts[0], {put, {}, texts[1]});
  }

  const ArchiveRequest &request_;
  const std::string directory_;
  const std::vector<const OpPrototype *> operators_;  // ascending by type
  const std::vector<const OpPrototype *> loose_;      // that the archive cannot hold
  ArchiveReport &report_;
  Registry target_;
  Registry source_;
  std::vector<Release> put_;  // staged in the transaction
  PendingAbi pending_;
};

}  // namespace

Result<ArchiveReport> archive_release(const ArchiveRequest &request,
                                      const std::vector<const OpPrototype *> &prototypes) {
  // Section 4.6: the date is checked before the version.
  if (!request.release.date.empty() && !parse_day(request.release.date)) {
    return fail(Msg::kHistoryBadDate, {{"date", printable(request.release.date)}});
  }
  OPSTRATA_TRY(check_release_version(request.release.version));
  if (printable(request.release.branch) != request.release.branch) {
    return fail(Msg::kHistoryBadBranch, {{"branch", printable(request.release.branch)}});
  }
  ArchiveReport report;
  report.release = request.release;
  std::vector<const OpPrototype *> operators, loose;
  for (const OpPrototype *prototype : prototypes) {
    const Status status = archivable(*prototype);
    (status.ok() ? operators : loose).push_back(prototype);
    if (!status.ok()) report.left_out.push_back({request.release.version, prototype->type, status.text()});
  }
  std::sort(operators.begin(), operators.end(),
            [](const OpPrototype *a, const OpPrototype *b) { return a->type < b->type; });
  report.archived = operators.size();

  const std::string directory = without_trailing_slash(request.directory);
  MadeDirectories made;
  const Result<DirectoryLock> lock = DirectoryLock::acquire(directory, &made);
  if (!lock.ok()) return lock.status();
  Archiver archiver(request, std::move(operators), std::move(loose), report);
  OPSTRATA_TRY(archiver.open());
  OPSTRATA_TRY(archiver.archive());
  made.keep();
  OPSTRATA_TRY(archiver.update_abi());
  return report;
}

Result<ArchiveReport> merge_registry(const std::string &directory, const std::string &source, bool rescue) {
  const ArchiveRequest request{directory, source, {}, {}, false};
  ArchiveReport report;
  MadeDirectories made;
  const Result<DirectoryLock> lock = DirectoryLock::acquire(without_trailing_slash(directory), &made);
  if (!lock.ok()) return lock.status();
  Archiver archiver(request, {}, {}, report);
  OPSTRATA_TRY(archiver.open());
  OPSTRATA_TRY(archiver.merge(rescue));
  if (report.changed) made.keep();
  OPSTRATA_TRY(archiver.update_abi());
  return report;
}

}  // namespace opstrata::history
