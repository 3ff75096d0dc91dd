/// @file
/// Text helpers of the operator test kit.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_STRING_UTILS_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_STRING_UTILS_H_

#include <string>
#include <vector>

using namespace std;  // NOLINT: tests of operator libraries rely on it (op-test-kit-api section 3)

/// Parts between occurrences of `spliter`, empty ones included; the whole text when `spliter` is empty.
inline vector<string> Split(const string &s, const string &spliter) {
  vector<string> parts;
  size_t from = 0;
  for (size_t at = spliter.empty() ? string::npos : s.find(spliter); at != string::npos; at = s.find(spliter, from)) {
    parts.push_back(s.substr(from, at - from));
    from = at + spliter.size();
  }
  parts.push_back(s.substr(from));
  return parts;
}
/// Take white space off the left, the right, both ends.
inline string &Ltrim(string &s) {
  const size_t first = s.find_first_not_of(" \t\r\n\v\f");
  s.erase(0, first == string::npos ? s.size() : first);
  return s;
}
inline string &Rtrim(string &s) {
  const size_t last = s.find_last_not_of(" \t\r\n\v\f");
  s.erase(last == string::npos ? 0 : last + 1);
  return s;
}
inline string Trim(string &s) { return Ltrim(Rtrim(s)); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_STRING_UTILS_H_
