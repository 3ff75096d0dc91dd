/// @file
/// Files of tests: whole binary files, existence, clean-up of what a case left in the working folder (op-test-kit-api
/// section 11).
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_FILE_IO_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_FILE_IO_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

using namespace std;  // NOLINT: tests of operator libraries rely on it (op-test-kit-api section 3)

inline bool FileExists(const string &file_name) {
  error_code ignored;
  return filesystem::exists(file_name, ignored);
}
inline bool IsDir(const string &path) {
  error_code ignored;
  return filesystem::is_directory(path, ignored);
}
/// Absolute path without links; empty when there is no such file.
inline string RealPath(const string &path) {
  error_code failed;
  const filesystem::path real = filesystem::canonical(path, failed);
  return failed ? string() : real.string();
}
/// The file's bytes and their number; null when it cannot be read.
inline unique_ptr<char[]> GetBinFromFile(const string &path, uint32_t &data_len) {
  ifstream in(path, ios::binary | ios::ate);
  if (!in) return nullptr;
  const streamoff size = in.tellg();
  unique_ptr<char[]> bytes(new char[static_cast<size_t>(max<streamoff>(size, 1))]);
  in.seekg(0);
  if (!in.read(bytes.get(), size)) return nullptr;
  data_len = static_cast<uint32_t>(size);
  return bytes;
}
/// The same in memory of malloc, which the caller frees.
inline void *ReadBinFile(const string &file_name, size_t &size) {
  uint32_t length = 0;
  const unique_ptr<char[]> bytes = GetBinFromFile(file_name, length);
  if (bytes == nullptr) return nullptr;
  void *copy = malloc(max<size_t>(length, 1));
  if (copy != nullptr) copy_n(bytes.get(), length, static_cast<char *>(copy));
  size = length;
  return copy;
}
/// 0; -1 when the file cannot be written.
inline int WriteBinFile(const void *host_mem, const string &file_name, size_t size) {
  ofstream out(file_name, ios::binary | ios::trunc);
  out.write(static_cast<const char *>(host_mem), static_cast<streamsize>(size));
  out.close();
  return out ? 0 : -1;
}

namespace opstrata_testkit {
inline bool &KeepTemporaryFiles() {
  static bool keep = false;
  return keep;
}
/// Removes the regular files of the working folder whose names `wanted` accepts.
template <typename Wanted>
void RemoveHere(Wanted wanted) {
  error_code ignored;
  for (const auto &entry : filesystem::directory_iterator(filesystem::current_path(), ignored)) {
    if (entry.is_regular_file(ignored) && wanted(entry.path().filename().string()))
      filesystem::remove(entry.path(), ignored);
  }
}
}  // namespace opstrata_testkit

/// After this the two functions below leave files where they are.
inline void SetUtTmpFileSwitch() { opstrata_testkit::KeepTemporaryFiles() = true; }
inline bool GetUtTmpFileSwitch() { return opstrata_testkit::KeepTemporaryFiles(); }
inline void DeleteUtTmpFiles(const string &file_prefix) {
  if (GetUtTmpFileSwitch() || file_prefix.empty()) return;
  opstrata_testkit::RemoveHere(
      [&](const string &name) { return name.compare(0, file_prefix.size(), file_prefix) == 0; });
}
inline void DeleteCwdFilesEndsWith(const string &file_suffix) {
  if (GetUtTmpFileSwitch() || file_suffix.empty()) return;
  opstrata_testkit::RemoveHere([&](const string &name) {
    return name.size() >= file_suffix.size() &&
           name.compare(name.size() - file_suffix.size(), file_suffix.size(), file_suffix) == 0;
  });
}
/// Appends the files below `path` that end in `suffix`, by path.
inline void GetFilesWithSuffix(const string &path, const string &suffix, vector<string> &files) {
  error_code ignored;
  vector<string> found;
  for (const auto &entry : filesystem::recursive_directory_iterator(path, ignored)) {
    const string name = entry.path().string();
    if (name.size() >= suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
      found.push_back(name);
  }
  sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_FILE_IO_H_
