// Expected values: foreign-build section 4.8 and the contract in securec.h.
#include "securec.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace {

TEST(Securec, MemoryFunctionsKeepTheirBounds) {
  char buffer[8] = "1234567";
  EXPECT_EQ(memset_s(buffer, sizeof(buffer), 'x', 3), EOK);
  EXPECT_STREQ(buffer, "xxx4567");
  EXPECT_EQ(memset_s(buffer, 4, 'y', 9), ERANGE_AND_RESET);
  EXPECT_STREQ(buffer, "yyyy567");
  EXPECT_EQ(memset_s(nullptr, 4, 0, 1), EINVAL);
  EXPECT_EQ(memset_s(buffer, 0, 0, 0), ERANGE);
  EXPECT_EQ(memcpy_s(buffer, sizeof(buffer), "ab", 3), EOK);
  EXPECT_STREQ(buffer, "ab");
  EXPECT_EQ(memcpy_s(buffer, 4, "abcdefg", 7), ERANGE_AND_RESET);
  EXPECT_EQ(std::string(buffer, 8), std::string("\0\0\0\0" "567\0", 8));
  EXPECT_EQ(memcpy_s(buffer, 8, nullptr, 2), EINVAL_AND_RESET);
  EXPECT_EQ(memcpy_s(buffer, SECUREC_MEM_MAX_LEN + 1, "a", 1), ERANGE);
  char overlapping[8] = "abcdefg";
  EXPECT_EQ(memcpy_s(overlapping + 1, 6, overlapping, 4), EOVERLAP_AND_RESET);
  EXPECT_EQ(overlapping[1], '\0');
  std::strcpy(overlapping, "abcdefg");
  EXPECT_EQ(memmove_s(overlapping + 1, 7, overlapping, 4), EOK);
  EXPECT_STREQ(overlapping, "aabcdfg");
  EXPECT_EQ(memcpy_s(overlapping, 8, overlapping, 8), EOK);  // the same place is no overlap
}

TEST(Securec, StringFunctionsKeepTheirBounds) {
  char buffer[8] = "";
  EXPECT_EQ(strcpy_s(buffer, sizeof(buffer), "1234567"), EOK);
  EXPECT_STREQ(buffer, "1234567");
  EXPECT_EQ(strcpy_s(buffer, sizeof(buffer), "12345678"), ERANGE_AND_RESET);
  EXPECT_STREQ(buffer, "");
  EXPECT_EQ(strncpy_s(buffer, sizeof(buffer), "abcdefghijk", 3), EOK);
  EXPECT_STREQ(buffer, "abc");
  EXPECT_EQ(strcat_s(buffer, sizeof(buffer), "de"), EOK);
  EXPECT_STREQ(buffer, "abcde");
  EXPECT_EQ(strncat_s(buffer, sizeof(buffer), "fghi", 2), EOK);
  EXPECT_STREQ(buffer, "abcdefg");
  EXPECT_EQ(strcat_s(buffer, sizeof(buffer), "h"), ERANGE_AND_RESET);
  EXPECT_STREQ(buffer, "");
  EXPECT_EQ(strcpy_s(buffer, sizeof(buffer), nullptr), EINVAL_AND_RESET);
  EXPECT_EQ(strcpy_s(nullptr, 1, "a"), EINVAL);
  char unterminated[2] = {'a', 'b'};
  EXPECT_EQ(strcat_s(unterminated, 2, "c"), EINVAL_AND_RESET);
  char own[8] = "abc";
  EXPECT_EQ(strcat_s(own, sizeof(own), own), EOVERLAP_AND_RESET);
}

TEST(Securec, PrintingAnswersTheLengthOrMinusOne) {
  char buffer[8] = "";
  EXPECT_EQ(sprintf_s(buffer, sizeof(buffer), "%d-%s", 12, "ab"), 5);
  EXPECT_STREQ(buffer, "12-ab");
  EXPECT_EQ(sprintf_s(buffer, sizeof(buffer), "%s", "12345678"), -1);
  EXPECT_STREQ(buffer, "");
  EXPECT_EQ(snprintf_s(buffer, sizeof(buffer), 3, "%s", "12345678"), -1);
  EXPECT_STREQ(buffer, "123");
  EXPECT_EQ(snprintf_s(buffer, sizeof(buffer), 7, "%s", "1234567"), 7);
  EXPECT_STREQ(buffer, "1234567");
  EXPECT_EQ(snprintf_s(nullptr, 8, 7, "x"), -1);
}

}  // namespace
