/**
 * @file
 * Which dimension of a tensor is which, by the letters of its format. For authors of kernels and inference functions.
 */
#ifndef OPSTRATA_FORMAT_LETTERS_H_
#define OPSTRATA_FORMAT_LETTERS_H_

#include <string_view>

#include "graph/types.h"

namespace opstrata {

/**
 * A letter for each dimension (`NCHW`: images, channels, height, width) of a plain format of images or filters; D is
 * depth, the one direction of NCL counts as W. Empty for private formats and those whose dimensions mean nothing in
 * particular. Sub formats play no role.
 */
inline std::string_view format_letters(ge::Format format) {
  const std::string_view name = ge::GetFormatName(format);
  if (name == "NCL") return "NCW";
  const bool is_plain = name.size() > 3 && name.find_first_not_of("NCDHW") == std::string_view::npos;
  return is_plain ? name : std::string_view();
}

}  // namespace opstrata

#endif  // OPSTRATA_FORMAT_LETTERS_H_
