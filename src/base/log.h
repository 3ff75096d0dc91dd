/// @file
/// Logging behind one small interface (spdlog inside). Silent by default: records are formatted and written only when the
/// environment asks for them (ASCEND_GLOBAL_LOG_LEVEL 0 debug .. 3 error, 4 none; ASCEND_SLOG_PRINT_TO_STDOUT=1 prints to
/// standard output, otherwise OPSTRATA_LOG_FILE names a file). Libraries never print otherwise.
#ifndef OPSTRATA_SRC_BASE_LOG_H_
#define OPSTRATA_SRC_BASE_LOG_H_

#include <mutex>
#include <string>
#include <string_view>

#include "base/export.h"

namespace opstrata::log {

/// Levels with the interface's numbers (DLOG_DEBUG 0 .. DLOG_ERROR 3).
enum class Level : int { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3, kNone = 4 };

/// Whether a record of this level would be written anywhere. Cheap: one relaxed load.
OPSTRATA_INTERNAL bool enabled(Level level);
/// Writes one record of the room or module `module`.
OPSTRATA_INTERNAL void write(Level level, std::string_view module, std::string_view text);
/// Number of ERROR records since process start, also when silent (the passing suite must emit none).
OPSTRATA_INTERNAL unsigned long long error_count();
/// Sets the level for this process, as the environment would.
OPSTRATA_INTERNAL void set_level(Level level);
/// Keeps the texts of the ERROR records that its thread writes while it lives, whether they are written anywhere or
/// not. Scopes of one thread nest; the innermost gets the records.
class OPSTRATA_INTERNAL ErrorTexts {
 public:
  ErrorTexts();
  ~ErrorTexts();
  ErrorTexts(const ErrorTexts &) = delete;
  ErrorTexts &operator=(const ErrorTexts &) = delete;
  /// The texts, separated by "; ", at most about a thousand bytes; empty when there was no record.
  const std::string &text() const { return text_; }
  /// Any thread.
  void add(std::string_view text);

  /// What keeps the records of the calling thread; null for nothing.
  static ErrorTexts *of_thread();
  /// While it lives, the records of its thread go to `texts` (null: nowhere): for threads that do a part of the work of the
  /// thread that `texts` belongs to. `texts` has to live longer.
  class OPSTRATA_INTERNAL Share {
   public:
    explicit Share(ErrorTexts *texts);
    ~Share();
    Share(const Share &) = delete;
    Share &operator=(const Share &) = delete;

   private:
    ErrorTexts *before_;
  };

 private:
  ErrorTexts *outer_;
  std::mutex mutex_;
  std::string text_;
};
/// Whether this thread's ERROR records are kept by an ErrorTexts.
OPSTRATA_INTERNAL bool keeps_errors();
/// Hands what is buffered to the system.
OPSTRATA_INTERNAL void flush();

}  // namespace opstrata::log

#endif  // OPSTRATA_SRC_BASE_LOG_H_
