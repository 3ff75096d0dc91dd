#include "support/golden.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

#include "support/elements.h"
#include "support/strided.h"

namespace opstrata::operators {
namespace {

class Reader {
 public:
  explicit Reader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
  bool good() const { return good_; }

  template <class T>
  T number() {
    T value{};
    if (position_ + sizeof(T) > bytes_.size()) {
      good_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }
  std::vector<char> block(size_t n) {
    if (position_ + n > bytes_.size()) {
      good_ = false;
      return {};
    }
    const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(position_);
    position_ += n;
    return {first, first + static_cast<std::ptrdiff_t>(n)};
  }
  std::string text() {
    const std::vector<char> chars = block(number<uint16_t>());
    return {chars.begin(), chars.end()};
  }
  template <class T>
  std::vector<T> numbers(size_t n) {
    std::vector<T> values;
    for (size_t i = 0; i < n && good_; ++i) values.push_back(number<T>());
    return values;
  }
  GoldenTensor tensor() {
    GoldenTensor t;
    const int32_t dtype = number<int32_t>();
    t.present = dtype >= 0;
    t.dtype = t.present ? static_cast<ge::DataType>(dtype) : ge::DT_UNDEFINED;
    const size_t rank = number<uint8_t>();
    for (int32_t v : numbers<int32_t>(rank)) t.shape.push_back(v);
    for (int32_t v : numbers<int32_t>(rank)) t.strides.push_back(v);
    t.offset = number<int32_t>();
    t.storage_elements = number<int32_t>();
    t.data = block(number<uint32_t>());
    return t;
  }

 private:
  std::vector<char> bytes_;
  size_t position_ = 0;
  bool good_ = true;
};

/// Real parts of an element (1 or 2) and the distance between neighbouring numbers of its type at a magnitude.
struct Parts {
  double value[2];
  int count;
};
template <class T>
Parts parts_of(T v) {
  if constexpr (kIsComplex<T>) {
    const auto c = load(v);
    return {{static_cast<double>(c.real()), static_cast<double>(c.imag())}, 2};
  } else if constexpr (std::is_integral_v<T>) {
    return {{static_cast<double>(v), 0}, 1};
  } else {
    return {{static_cast<double>(load(v)), 0}, 1};
  }
}
double spacing(ge::DataType dtype, double magnitude) {
  int digits = 24, least = -149;
  switch (dtype) {
    case ge::DT_FLOAT16: case ge::DT_COMPLEX32: digits = 11; least = -24; break;
    case ge::DT_BF16: digits = 8; least = -133; break;
    case ge::DT_DOUBLE: case ge::DT_COMPLEX128: digits = 53; least = -1074; break;
    case ge::DT_FLOAT: case ge::DT_COMPLEX64: break;
    default: return 1;
  }
  if (magnitude == 0 || !std::isfinite(magnitude)) return std::ldexp(1.0, least);
  return std::ldexp(1.0, std::max(std::ilogb(magnitude) + 1 - digits, least));
}

bool close(const Parts &expected, const Parts &got, ge::DataType dtype, Tolerance tolerance) {
  const double magnitude = std::max(std::fabs(expected.value[0]), std::fabs(expected.value[1]));
  const double allowed = std::max(tolerance.absolute, tolerance.ulps * spacing(dtype, magnitude));
  for (int i = 0; i < expected.count; ++i) {
    const double e = expected.value[i], g = got.value[i];
    if (std::isnan(e) && std::isnan(g)) continue;
    if (std::isinf(e) || std::isinf(g)) {
      if (e == g) continue;
      return false;
    }
    if (!(std::fabs(e - g) <= allowed)) return false;
  }
  return true;
}

}  // namespace

int64_t GoldenTensor::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}
int64_t GoldenTensor::item() const { return item_bytes(dtype); }
size_t GoldenTensor::storage_bytes() const {
  const int bits = ge::GetSizeByDataType(dtype) - ge::kDataTypeSizeBitOffset;
  return static_cast<size_t>(bits > 0 ? (storage_elements * bits + 7) / 8 : storage_elements * item());
}
bool GoldenTensor::contiguous() const {
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    if (shape[d] != 1 && strides[d] != step) return false;
    step *= shape[d];
  }
  return offset == 0;
}

std::vector<GoldenCase> read_golden(const std::string &op) {
  std::ifstream file(std::string(OPSTRATA_SOURCE_DIR) + "/operators/" + (op.find('/') == std::string::npos ? op + "/" + op : op) + ".golden", std::ios::binary);
  Reader in(std::vector<char>(std::istreambuf_iterator<char>(file), {}));
  const std::vector<char> magic = in.block(8);
  if (!in.good() || std::memcmp(magic.data(), "OPGOLD1\n", 8) != 0) return {};
  std::vector<GoldenCase> cases(in.number<uint32_t>());
  for (GoldenCase &c : cases) {
    c.name = in.text();
    c.inputs.resize(in.number<uint8_t>());
    for (GoldenTensor &t : c.inputs) t = in.tensor();
    c.outputs.resize(in.number<uint8_t>());
    for (GoldenTensor &t : c.outputs) t = in.tensor();
    for (int attrs = in.number<uint8_t>(); attrs > 0 && in.good(); --attrs) {
      GoldenAttr attr;
      attr.name = in.text();
      attr.kind = "ifbslgh"[in.number<uint8_t>() % 7];
      const size_t n = in.number<uint16_t>();
      if (attr.kind == 'f' || attr.kind == 'g') {
        c.reals[attr.name] = attr.reals = in.numbers<double>(n);
      } else if (attr.kind == 's') {
        const std::vector<char> text = in.block(n);
        attr.text.assign(text.begin(), text.end());
      } else {
        c.ints[attr.name] = attr.ints = in.numbers<int64_t>(n);
      }
      c.attrs.push_back(std::move(attr));
    }
    if (!in.good()) return {};
  }
  return cases;
}

std::string difference(const GoldenTensor &expected, const std::vector<char> &storage, Tolerance tolerance) {
  std::ostringstream text;
  int differences = 0;
  std::vector<char> covered(storage.size(), 0);
  const auto item = static_cast<size_t>(expected.item());
  const int64_t n = expected.elements();
  if (item == 0) {  // packed: whole bytes, the bits behind the last element must be untouched
    if (!expected.contiguous()) return "views of packed outputs are not compared";
    const int64_t bits = (ge::GetSizeByDataType(expected.dtype) - ge::kDataTypeSizeBitOffset) * n;
    for (int64_t bit = 0; bit < static_cast<int64_t>(storage.size()) * 8; ++bit) {
      const auto at = static_cast<size_t>(bit / 8);
      const int want = bit < bits ? (static_cast<unsigned char>(expected.data[at]) >> (bit % 8)) & 1 : (kUntouched >> (bit % 8)) & 1;
      if (((static_cast<unsigned char>(storage[at]) >> (bit % 8)) & 1) == want) continue;
      if (++differences <= 4) text << " bit " << bit << " is not " << want;
    }
    if (differences != 0) text << " (" << differences << " differences)";
    return text.str();
  }
  for (int64_t i = 0; i < n; ++i) {
    int64_t rest = i, place = expected.offset;
    for (size_t d = expected.shape.size(); d-- > 0;) {
      place += rest % expected.shape[d] * expected.strides[d];
      rest /= expected.shape[d];
    }
    const char *want = expected.data.data() + static_cast<size_t>(i) * item;
    const size_t at = static_cast<size_t>(place) * item;
    if (at + item > storage.size()) return "the output's view leaves its storage";
    const char *got = storage.data() + at;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), item, static_cast<char>(1));
    if (std::memcmp(want, got, item) == 0) continue;
    Parts e{}, g{};
    dispatch<float, Half, BFloat16, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, Boolean, ComplexHalf,
             std::complex<float>, std::complex<double>, HiFloat8, Float8E5M2, Float8E4M3, Float8E8M0>(expected.dtype, [&](auto sample) {
      typename decltype(sample)::type a, b;
      std::memcpy(&a, want, item);
      std::memcpy(&b, got, item);
      e = parts_of(a);
      g = parts_of(b);
    });
    bool same = close(e, g, expected.dtype, tolerance);
    if (same && tolerance.ulps == 0 && tolerance.absolute == 0) {  // only NaN may differ in its bits
      for (int k = 0; k < e.count; ++k) same = same && (std::isnan(e.value[k]) || std::signbit(e.value[k]) == std::signbit(g.value[k]));
    }
    if (same) continue;
    if (++differences <= 4) {
      text << " [" << i << "] expected " << e.value[0];
      if (e.count == 2) text << ',' << e.value[1];
      text << " got " << g.value[0];
      if (g.count == 2) text << ',' << g.value[1];
    }
  }
  for (size_t i = 0; i < storage.size(); ++i) {
    if (covered[i] == 0 && static_cast<unsigned char>(storage[i]) != kUntouched) {
      text << " byte " << i << " outside the view was written";
      ++differences;
      break;
    }
  }
  if (differences != 0) text << " (" << differences << " differences)";
  return text.str();
}

}  // namespace opstrata::operators
