/// @file
/// Equations of Einstein sums, such as "bij,bjk->bik". Shared by inference and kernels.
#ifndef OPSTRATA_OPERATORS_EINSUM_EQUATION_H_
#define OPSTRATA_OPERATORS_EINSUM_EQUATION_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace opstrata::operators {

/// Every dimension of the operands and of the result by a label: letters, and numbers from 128 on for those that an
/// ellipsis stands for, the last of which is the same one in all.
struct Equation {
  using Labels = std::vector<unsigned char>;

  std::vector<Labels> operands;
  Labels result;
  std::array<int64_t, 256> extent{};  ///< of each label; -1: not known

  /// Null, or what is wrong. `shapes`: of the operands, -1 for extents that are not known.
  const char *read(std::string_view text, const std::vector<std::vector<int64_t>> &shapes) {
    std::string plain;
    for (char c : text) {
      if (c != ' ') plain += c;
    }
    const size_t arrow = plain.find("->");
    std::string_view left(plain.data(), arrow == std::string::npos ? plain.size() : arrow);
    std::array<int, 256> seen{};
    size_t widest = 0;
    for (size_t i = 0; i < shapes.size(); ++i) {
      const size_t comma = left.find(',');
      if ((comma == std::string_view::npos) != (i + 1 == shapes.size())) return "as many terms as tensors are required";
      const char *wrong = term(left.substr(0, comma), shapes[i].size(), widest);
      if (wrong != nullptr) return wrong;
      left = comma == std::string_view::npos ? std::string_view() : left.substr(comma + 1);
      for (size_t d = 0; d < shapes[i].size(); ++d) {
        const unsigned char label = operands[i][d];
        int64_t &size = extent[label];
        const int64_t here = shapes[i][d];
        if (++seen[label] == 1 || size == 1 || (size < 0 && here != 1)) {
          size = here;
        } else if (here >= 0 && here != 1 && size != here) {
          return "a letter has different extents";
        }
      }
    }
    if (arrow == std::string::npos) {  // every letter that is there once, in alphabetical order behind the ellipsis
      for (size_t k = widest; k > 0; --k) result.push_back(static_cast<unsigned char>(kEllipsis + k - 1));
      for (unsigned char c = 'A'; c <= 'z'; ++c) {
        if (seen[c] == 1) result.push_back(c);
      }
      return nullptr;
    }
    const std::string_view right = std::string_view(plain).substr(arrow + 2);
    const size_t dots = right.find("...");
    for (size_t c = 0; c < right.size(); ++c) {
      if (c == dots) {
        for (size_t k = widest; k > 0; --k) result.push_back(static_cast<unsigned char>(kEllipsis + k - 1));
        c += 2;
        continue;
      }
      const auto letter = static_cast<unsigned char>(right[c]);
      if (!is_letter(right[c]) || seen[letter] == 0) return "the result has a letter that no term has";
      for (unsigned char other : result) {
        if (other == letter) return "the result has a letter twice";
      }
      result.push_back(letter);
    }
    return nullptr;
  }

 private:
  static constexpr size_t kEllipsis = 128;
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  const char *term(std::string_view text, size_t rank, size_t &widest) {
    Labels labels;
    const size_t dots = text.find("...");
    const size_t letters = text.size() - (dots == std::string_view::npos ? 0 : 3);
    if (dots == std::string_view::npos ? letters != rank : letters > rank)
      return "a term has another number of dimensions than its tensor";
    for (size_t c = 0; c < text.size(); ++c) {
      if (c == dots) {
        const size_t hidden = rank - letters;
        widest = widest < hidden ? hidden : widest;
        for (size_t k = hidden; k > 0; --k) labels.push_back(static_cast<unsigned char>(kEllipsis + k - 1));
        c += 2;
        continue;
      }
      if (!is_letter(text[c])) return "letters, commas, one arrow and dots by threes are allowed";
      labels.push_back(static_cast<unsigned char>(text[c]));
    }
    operands.push_back(labels);
    return nullptr;
  }
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_EINSUM_EQUATION_H_
