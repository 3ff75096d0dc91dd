/// @file
/// Reads whitespace-separated numbers of text files into arrays, for tests of AI CPU kernels (aicpu-kernel-api section 25).
#ifndef OPSTRATA_TESTKIT_UTILS_AICPU_READ_FILE_H_
#define OPSTRATA_TESTKIT_UTILS_AICPU_READ_FILE_H_

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

#include "Eigen/Core"

namespace opstrata_testkit {

/// A word of a file as a T; false when it is none. Floating-point types take `inf`, `nan` and hexadecimal too.
template <typename T>
bool ParseWord(const std::string &word, T &value, std::true_type) {
  char *end = nullptr;
  value = static_cast<T>(std::strtod(word.c_str(), &end));
  return end != word.c_str() && *end == '\0';
}
template <typename T>
bool ParseWord(const std::string &word, T &value, std::false_type) {
  char *end = nullptr;
  if (!word.empty() && word[0] == '-') {
    value = static_cast<T>(std::strtoll(word.c_str(), &end, 10));
  } else {
    value = static_cast<T>(std::strtoull(word.c_str(), &end, 10));
  }
  return end != word.c_str() && *end == '\0';
}
template <typename T>
using IsReal = std::integral_constant<bool, std::is_floating_point<T>::value || std::is_same<T, Eigen::half>::value ||
                                                std::is_same<T, Eigen::bfloat16>::value>;

/// Hands the numbers to `take` until it returns false. False, with a line on standard output, when the file cannot be opened or
/// a word is no number.
template <typename T, typename Take>
bool ReadNumbers(const std::string &file_name, const Take &take) {
  std::ifstream file(file_name);
  if (!file.is_open()) {
    std::cout << "open file: " << file_name << " failed." << std::endl;
    return false;
  }
  std::string word;
  while (file >> word) {
    T value;
    if (!ParseWord(word, value, IsReal<T>())) {
      std::cout << "read file " << file_name << " failed, '" << word << "' is no number" << std::endl;
      return false;
    }
    if (!take(value)) break;
  }
  return true;
}

}  // namespace opstrata_testkit

/// All numbers of the file.
template <typename T>
bool ReadFile(std::string file_name, std::vector<T> &output) {
  return opstrata_testkit::ReadNumbers<T>(file_name, [&](const T &value) {
    output.push_back(value);
    return true;
  });
}
/// At most `size` numbers; the rest of `output` keeps its values when the file holds fewer.
template <typename T>
bool ReadFile(std::string file_name, T output[], uint64_t size) {
  uint64_t index = 0;
  return opstrata_testkit::ReadNumbers<T>(file_name, [&](const T &value) {
    if (index >= size) return false;
    output[index++] = value;
    return true;
  });
}
/// The same; the interface has it for files with `inf` and `nan`.
template <typename T>
bool ReadFile2(std::string file_name, T output[], uint64_t size) {
  return ReadFile(file_name, output, size);
}

#endif  // OPSTRATA_TESTKIT_UTILS_AICPU_READ_FILE_H_
