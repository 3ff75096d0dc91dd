/// @file
/// One batch of witnesses: the programs of some operators of one old release are compiled with the old and today's generated
/// code, run and compared; forbidden calls are compiled and must fail with the promised text.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_BATCH_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_BATCH_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "tools/opstrata/verify/program.h"

namespace opstrata::tools::verify {

struct Compiler {
  std::string command;  ///< `g++`
  std::string version;  ///< first line of --version
};
/// GCC and Clang, as far as they are installed.
std::vector<Compiler> find_compilers();

/// What all batches share.
struct Workshop {
  std::string folder;    ///< of this run's cache; holds objects and outcomes by content
  std::string include;   ///< folder of the public headers
  std::string library;   ///< folder of the link names
  std::string identity;  ///< of headers and libraries: outcomes are reused only with the same
  std::vector<Compiler> compilers;
};

struct Batch {
  std::string release;
  std::string old_folder, new_folder;  ///< generated code of the release and of today
  std::vector<Subject> subjects;
};

struct Failure {
  std::string op_type, release, compiler, call;
  std::string kind;  ///< refused, other_node, no_output, accepted, other_text, old_refused
  std::string text;
};
struct Outcome {
  std::string key;  ///< hash of everything that the batch was made from
  bool cached = false;
  size_t witnessed = 0;  ///< calls that were compiled, run and compared, times compilers
  size_t forbidden = 0;  ///< calls that were refused as promised, times compilers
  size_t default_changed = 0;
  std::vector<Failure> failures;
};
/// Errors: kIo when the cache folder cannot be written or no compiler is there.
Result<Outcome> run_batch(const Workshop &shop, const Batch &batch);

/// `text` hashed (128 bits of FNV-1a), as hexadecimal digits.
std::string content_hash(const std::string &text);

}  // namespace opstrata::tools::verify

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_VERIFY_BATCH_H_
