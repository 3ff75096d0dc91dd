// The launch line: what is written is read back, and nothing else is read.
#include "exec/launch_line.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace opstrata::exec {
namespace {

using aicpu::CallAttrValue;
using aicpu::CallDesc;
using aicpu::CallTensor;

/// Random descriptions, odd ones among them.
class Maker {
 public:
  explicit Maker(uint32_t seed) : random_(seed) {}

  size_t below(size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random_); }
  bool one_in(size_t count) { return below(count) == 0; }
  int64_t integer() {
    switch (below(4)) {
      case 0:
        return std::numeric_limits<int64_t>::min();
      case 1:
        return std::numeric_limits<int64_t>::max();
      case 2:
        return static_cast<int64_t>(random_()) - (int64_t{1} << 31);
      default:
        return static_cast<int64_t>(below(10));
    }
  }
  template <typename T, typename Bits>
  T real() {
    switch (below(3)) {
      case 0:
        return std::bit_cast<T>(static_cast<Bits>((uint64_t{random_()} << 32) | random_()));  // any bits
      case 1:
        return static_cast<T>(below(100)) / 8;
      default:
        return std::vector<T>{0,
                              -T(0),
                              std::numeric_limits<T>::infinity(),
                              -std::numeric_limits<T>::infinity(),
                              std::numeric_limits<T>::quiet_NaN(),
                              std::numeric_limits<T>::denorm_min(),
                              std::numeric_limits<T>::max(),
                              T(1e-10)}[below(8)];
    }
  }
  float f() { return real<float, uint32_t>(); }
  double d() { return real<double, uint64_t>(); }
  std::string text() {
    std::string made;
    for (size_t i = below(12); i > 0; --i)
      made += one_in(3) ? static_cast<char>(below(256)) : "ab\\\"'x( )=;,]f"[below(14)];
    return made;
  }
  std::string name() {
    static const char *const kNames[] = {"x", "x1", "Add", "_self", "ns::Op", "a.b", "inf", "true"};
    return one_in(4) ? text() : kNames[below(8)];
  }
  ge::DataType type() { return static_cast<ge::DataType>(one_in(8) ? below(1000) : below(ge::DT_MAX)); }
  ge::Format format() { return one_in(2) ? ge::FORMAT_ND : static_cast<ge::Format>(below(60)); }
  template <typename Make>
  auto list(const Make &make) {
    std::vector<decltype(make())> made;
    for (size_t i = one_in(20) ? 200 : below(4); i > 0; --i) made.push_back(make());
    return made;
  }
  std::vector<int64_t> dims() {
    std::vector<int64_t> made(below(5));
    for (int64_t &dim : made) dim = one_in(10) ? integer() : static_cast<int64_t>(below(4));
    return made;
  }
  CallTensor tensor(size_t position, LaunchLine &line) {
    CallTensor made;
    made.present = !one_in(8);
    int32_t lies_at = -1;
    std::vector<uint8_t> value;
    if (made.present) {
      made.dtype = type();
      made.format = format();
      made.storage_format = one_in(2) ? made.format : format();
      made.shape = dims();
      if (one_in(2)) made.strides = dims(), made.strides.resize(made.shape.size(), 1);
      if (one_in(3)) made.storage_shape = one_in(2) ? made.shape : dims();
      if (one_in(3)) made.origin_shape = one_in(2) ? made.shape : dims();
      made.blocked = one_in(5);
      if (position > 0 && one_in(4)) lies_at = static_cast<int32_t>(below(position));
      const uint64_t bytes = value_bytes(made);
      if (one_in(3) && bytes != 0 && bytes <= kLaunchLineConstant) {
        value.resize(bytes);
        for (uint8_t &byte : value) byte = static_cast<uint8_t>(below(256));
      }
    }
    line.lies_at.push_back(lies_at);
    line.left_out.push_back(made.present && value.empty() && one_in(6) ? 1 + below(100000) : 0);
    line.constants.push_back(std::move(value));
    return made;
  }
  CallAttrValue value() {
    switch (below(12)) {
      case 0:
        return integer();
      case 1:
        return f();
      case 2:
        return d();
      case 3:
        return one_in(2);
      case 4:
        return text();
      case 5:
        return type();
      case 6:
        return list([this] { return integer(); });
      case 7:
        return list([this] { return f(); });
      case 8: {
        std::vector<bool> made;
        for (size_t i = below(4); i > 0; --i) made.push_back(one_in(2));
        return made;
      }
      case 9:
        return list([this] { return text(); });
      case 10:
        return list([this] { return type(); });
      default:
        return list([this] { return list([this] { return integer(); }); });
    }
  }
  LaunchLine line() {
    LaunchLine made;
    made.desc.op_type = name();
    for (const bool is_input : {true, false}) {
      auto &tensors = is_input ? made.desc.inputs : made.desc.outputs;
      for (size_t group = below(4); group > 0; --group) {
        const uint32_t count = one_in(4) ? static_cast<uint32_t>(below(4)) : 1;
        (is_input ? made.desc.input_groups : made.desc.output_groups)
            .push_back({name(), static_cast<uint32_t>(tensors.size()), count});
        for (uint32_t i = 0; i < count; ++i) tensors.push_back(tensor(made.lies_at.size(), made));
      }
    }
    for (size_t i = 0; i < made.lies_at.size(); ++i) {
      CallTensor &tensor =
          i < made.desc.inputs.size() ? made.desc.inputs[i] : made.desc.outputs[i - made.desc.inputs.size()];
      if (!made.constants[i].empty()) tensor.constant = made.constants[i].data();
    }
    for (size_t i = below(4); i > 0; --i) made.desc.attrs.push_back({name(), value()});
    made.on_ai_cpu = one_in(2);
    made.tensorflow_names = one_in(4);
    if (one_in(2)) made.api = name();
    if (one_in(2)) made.plan_hit = one_in(2);
    if (one_in(2)) made.stream = random_();
    if (one_in(2)) made.microseconds = d();
    if (one_in(2)) made.sum = (uint64_t{random_()} << 32) | random_();
    return made;
  }

 private:
  std::mt19937 random_;
};

/// Bits, so that every NaN is itself and -0 is not 0.
template <typename T>
bool same_value(const T &a, const T &b) {
  return a == b;
}
bool same_value(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }
bool same_value(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }
bool same_value(const std::vector<float> &a, const std::vector<float> &b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

void expect_same(const CallTensor &a, const CallTensor &b, const std::string &text) {
  EXPECT_EQ(a.present, b.present) << text;
  EXPECT_EQ(a.dtype, b.dtype) << text;
  EXPECT_EQ(a.format, b.format) << text;
  EXPECT_EQ(a.storage_format, b.storage_format) << text;
  EXPECT_EQ(a.shape, b.shape) << text;
  EXPECT_EQ(a.strides, b.strides) << text;
  EXPECT_EQ(a.storage_shape, b.storage_shape) << text;
  EXPECT_EQ(a.origin_shape, b.origin_shape) << text;
  EXPECT_EQ(a.blocked, b.blocked) << text;
  ASSERT_EQ(a.constant == nullptr, b.constant == nullptr) << text;
  if (a.constant != nullptr) {
    EXPECT_EQ(std::memcmp(a.constant, b.constant, value_bytes(a)), 0) << text;
  }
}

TEST(LaunchLine, EveryDescriptionIsReadBackAsItWas) {
  Maker maker(7);
  for (int i = 0; i < 20000; ++i) {
    LaunchLine written = maker.line();
    normalise(written.desc);
    const std::string text = to_text(written);
    for (const char c : text) ASSERT_TRUE(c >= 0x20 && c <= 0x7E && c != '\'') << text;
    const auto parsed = parse_launch_line(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().text() << "\n" << text;
    const LaunchLine &read = *parsed;
    EXPECT_EQ(read.desc.op_type, written.desc.op_type);
    for (const auto side : {&CallDesc::inputs, &CallDesc::outputs}) {
      ASSERT_EQ((read.desc.*side).size(), (written.desc.*side).size()) << text;
      for (size_t k = 0; k < (read.desc.*side).size(); ++k)
        expect_same((written.desc.*side)[k], (read.desc.*side)[k], text);
    }
    for (const auto groups : {&CallDesc::input_groups, &CallDesc::output_groups}) {
      ASSERT_EQ((read.desc.*groups).size(), (written.desc.*groups).size()) << text;
      for (size_t k = 0; k < (read.desc.*groups).size(); ++k) {
        EXPECT_EQ((read.desc.*groups)[k].name, (written.desc.*groups)[k].name) << text;
        EXPECT_EQ((read.desc.*groups)[k].start, (written.desc.*groups)[k].start) << text;
        EXPECT_EQ((read.desc.*groups)[k].count, (written.desc.*groups)[k].count) << text;
      }
    }
    ASSERT_EQ(read.desc.attrs.size(), written.desc.attrs.size()) << text;
    for (size_t k = 0; k < read.desc.attrs.size(); ++k) {
      EXPECT_EQ(read.desc.attrs[k].name, written.desc.attrs[k].name);
      ASSERT_EQ(read.desc.attrs[k].value.index(), written.desc.attrs[k].value.index()) << text;
      std::visit(
          [&](const auto &value) {
            EXPECT_TRUE(same_value(value, std::get<std::decay_t<decltype(value)>>(read.desc.attrs[k].value))) << text;
          },
          written.desc.attrs[k].value);
    }
    EXPECT_EQ(read.lies_at, written.lies_at) << text;
    EXPECT_EQ(read.left_out, written.left_out) << text;
    EXPECT_EQ(read.on_ai_cpu, written.on_ai_cpu);
    EXPECT_EQ(read.tensorflow_names, written.tensorflow_names);
    EXPECT_EQ(read.api, written.api) << text;
    EXPECT_EQ(read.plan_hit, written.plan_hit);
    EXPECT_EQ(read.stream, written.stream);
    EXPECT_EQ(read.sum, written.sum);
    ASSERT_EQ(read.microseconds.has_value(), written.microseconds.has_value());
    if (read.microseconds) {
      EXPECT_TRUE(same_value(*read.microseconds, *written.microseconds)) << text;
    }
    EXPECT_EQ(to_text(read), text) << "one text for one description";
    if (HasFailure()) return;
  }
}

TEST(LaunchLine, ReadsAsPeopleWriteIt) {
  const auto line = parse_launch_line(
      R"(opstrata1 ConcatD in(x=<float[2,3];float[2,1]:NCHW/NC1HWC0,strides[5,1],const(0000803f00000040)>) out(y=float[2,4],@0) )"
      R"(attr(concat_dim=1 N=2 scale=0.5f mode="a\x27b" axes=i[0,-1]) core=aicpu api=aclnnCat plan=hit us=1.5)");
  ASSERT_TRUE(line.ok()) << line.status().text();
  ASSERT_EQ(line->desc.inputs.size(), 2U);
  EXPECT_EQ(line->desc.input_groups[0].count, 2U);
  EXPECT_EQ(line->desc.inputs[1].storage_format, ge::FORMAT_NC1HWC0);
  EXPECT_EQ(static_cast<const float *>(line->desc.inputs[1].constant)[1], 2.0F);
  EXPECT_EQ(line->lies_at, (std::vector<int32_t>{-1, -1, 0}));
  EXPECT_EQ(std::get<std::string>(line->desc.attrs[3].value), "a'b");
  EXPECT_EQ(line->microseconds, 1.5);
}

TEST(LaunchLine, WhatIsNoLineIsRefusedWithTheColumn) {
  struct Case {
    const char *text;
    int column;
  };
  for (const Case &each : std::vector<Case>{
           {"", 1},
           {"opstrata2 Add in() out() attr()", 1},
           {"opstrata1  Add in() out() attr()", 11},
           {"opstrata1 1Add in() out() attr()", 11},
           {"opstrata1 Add out() in() attr()", 14},
           {"opstrata1 Add in(x) out() attr()", 19},
           {"opstrata1 Add in(x=flaot[2]) out() attr()", 20},
           {"opstrata1 Add in(x=float[2) out() attr()", 27},
           {"opstrata1 Add in(x=float[99999999999999999999]) out() attr()", 26},
           {"opstrata1 Add in(x=float[2]:XYZ) out() attr()", 29},
           {"opstrata1 Add in(x=float[2],strides[1,1]) out() attr()", 41},
           {"opstrata1 Add in(x=float[1],const(00)) out() attr()", 35},
           {"opstrata1 Add in(x=float[1],const(#0)) out() attr()", 37},
           {"opstrata1 Add in(x=float[1],@0) out() attr()", 30},
           {"opstrata1 Add in(x=float[1],@-1) out() attr()", 30},
           {"opstrata1 Add in(x=<float[1],float[1]>) out() attr()", 29},
           {"opstrata1 Add in() out() attr(a=)", 33},
           {"opstrata1 Add in() out() attr(a=1.5)", 34},
           {"opstrata1 Add in() out() attr(a=1e999f)", 33},
           {"opstrata1 Add in() out() attr(a=nan(0)f)", 37},
           {"opstrata1 Add in() out() attr(a=nanf)", 33},
           {"opstrata1 Add in() out() attr(a=\"b)", 36},
           {"opstrata1 Add in() out() attr(a=\"b'c\")", 35},
           {"opstrata1 Add in() out() attr(a=\"\\x4G\")", 37},
           {"opstrata1 Add in() out() attr(a=b[yes])", 35},
           {"opstrata1 Add in() out() attr() us=1 plan=hit", 37},
           {"opstrata1 Add in() out() attr() plan=maybe", 38},
           {"opstrata1 Add in() out() attr() sum=12", 39},
           {"opstrata1 Add in() out() attr() ", 32},
           {"opstrata1 Add in() out() attr(); rm -rf", 32},
       }) {
    const auto line = parse_launch_line(each.text);
    ASSERT_FALSE(line.ok()) << each.text;
    EXPECT_EQ(line.status().code(), Code::kInvalid);
    EXPECT_NE(line.status().text().find("column " + std::to_string(each.column) + ":"), std::string::npos)
        << each.text << "\n"
        << line.status().text();
  }
}

TEST(LaunchLine, CutAndChangedLinesNeverCrash) {
  Maker maker(11);
  for (int i = 0; i < 300; ++i) {
    const std::string text = to_text(maker.line());
    for (size_t cut = 0; cut < text.size(); cut += 1 + text.size() / 40)
      (void)parse_launch_line(std::string_view(text).substr(0, cut));
    for (int change = 0; change < 40; ++change) {
      std::string other = text;
      other[maker.below(other.size())] = static_cast<char>(maker.below(256));
      if (const auto read = parse_launch_line(other); read.ok()) {
        EXPECT_TRUE(parse_launch_line(to_text(*read)).ok()) << other;
      }
    }
  }
  const std::string endless = "opstrata1 A in() out() attr(a=l[" + std::string(1 << 20, '[');
  EXPECT_FALSE(parse_launch_line(endless).ok());
  EXPECT_FALSE(parse_launch_line("opstrata1 " + std::string(1 << 22, 'A')).ok());
}

TEST(LaunchLine, AFailureHasOneLine) {
  LaunchLine line;
  line.desc.op_type = "Add";
  const Status once = with_launch_line(Status(Code::kInvalid, "no"), line);
  EXPECT_EQ(once.text(), "no; replay: opstrata1 Add in() out() attr()");
  EXPECT_EQ(once.code(), Code::kInvalid);
  EXPECT_EQ(with_launch_line(once, line).text(), once.text());
  EXPECT_TRUE(with_launch_line({}, line).ok());
}

}  // namespace
}  // namespace opstrata::exec
