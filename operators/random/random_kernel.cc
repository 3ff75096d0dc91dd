// Random numbers, and what drop-out makes of random bits.
#include <numeric>

#include "opstrata/philox.h"
#include "support/moves.h"
#include "support/packed.h"
#include "support/sequence.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using random::Fraction;
using random::RandomStream;

/// Where an operator has its seeds. Inputs count in the prototype; -1: there is none.
class Seeds {
 public:
  /// From attributes seed and seed2.
  static Seeds of_attributes(const KernelCall &ctx) {
    Seeds seeds;
    seeds.key_ = static_cast<uint64_t>(ctx.int_attr("seed"));
    seeds.high_ = static_cast<uint64_t>(ctx.int_attr("seed2"));
    return seeds;
  }
  /// From inputs: the key, and a counter of one number (its upper half) or two. `more`: added to the upper half.
  static bool of_inputs(PrepareContext &ctx, int key, int counter, Seeds &seeds, int more = -1) {
    seeds.key_input_ = key;
    seeds.counter_input_ = counter >= 0 && ctx.input(static_cast<uint32_t>(counter)) != nullptr ? counter : -1;
    seeds.more_input_ = more >= 0 && ctx.input(static_cast<uint32_t>(more)) != nullptr ? more : -1;
    for (int input : {seeds.key_input_, seeds.counter_input_, seeds.more_input_}) {
      if (input < 0) continue;
      const KernelTensor *t = ctx.input(static_cast<uint32_t>(input));
      const int64_t most = input == seeds.key_input_ ? 1 : 2;
      if (t == nullptr || t->elements < 1 || t->elements > most || !t->contiguous || !is_integer(t->dtype)) {
        return ctx.refuse("%s: %s required", ctx.input_name(static_cast<uint32_t>(input)),
                          most == 2 ? "one or two whole numbers are" : "one whole number is"),
               false;
      }
    }
    return true;
  }
  /// Adds input `more`: one whole number to the upper half of the counter, or two to both halves.
  bool add_input(PrepareContext &ctx, int more) { return of_inputs(ctx, key_input_, counter_input_, *this, more); }
  RandomStream stream(const RunContext &run) const {
    uint64_t key = key_, low = 0, high = high_;
    if (key_input_ >= 0) key = read(run, key_input_, 0);
    if (counter_input_ >= 0) {
      const bool two = run.input(static_cast<uint32_t>(counter_input_))->elements == 2;
      low = two ? read(run, counter_input_, 0) : 0;
      high = read(run, counter_input_, two ? 1 : 0);
    }
    if (more_input_ >= 0) {
      const bool two = run.input(static_cast<uint32_t>(more_input_))->elements == 2;
      if (two) low += read(run, more_input_, 0);
      high += read(run, more_input_, two ? 1 : 0);
    }
    return {key, low, high};
  }

 private:
  static uint64_t read(const RunContext &run, int input, int64_t index) {
    const auto ir = static_cast<uint32_t>(input);
    const ge::DataType dtype = run.input(ir)->dtype;
    int64_t value = 0;
    conversion(dtype, ge::DT_INT64)(run.in<char>(ir) + index * item_bytes(dtype), 0, reinterpret_cast<char *>(&value),
                                    0, 1);
    return static_cast<uint64_t>(value);
  }
  uint64_t key_ = 0, high_ = 0;
  int key_input_ = -1, counter_input_ = -1, more_input_ = -1;
};

Fraction fraction_of(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_DOUBLE:
      return Fraction::kDouble;
    case ge::DT_FLOAT16:
      return Fraction::kHalf;
    case ge::DT_BF16:
      return Fraction::kBFloat16;
    default:
      return Fraction::kFloat;
  }
}

/// A parameter of a distribution: one number, or one for every element of the output.
class Parameter {
 public:
  Parameter() = default;
  explicit Parameter(double value) : value_(value) {}
  bool prepare(PrepareContext &ctx, int input) {
    const auto ir = static_cast<uint32_t>(input);
    const KernelTensor *t = ctx.input(ir);
    input_ = input;
    load_ = t == nullptr ? nullptr : conversion(t->dtype, ge::DT_DOUBLE);
    const KernelTensor *y = ctx.output(0);
    if (load_ != nullptr && t->contiguous && (t->elements == 1 || (y != nullptr && t->elements == y->elements))) {
      step_ = t->elements == 1 ? 0 : item_bytes(t->dtype);
      return true;
    }
    return ctx.refuse("%s: one number, or one for every element of the result, is required", ctx.input_name(ir)), false;
  }
  double at(const RunContext &run, int64_t i) const {
    if (load_ == nullptr) return value_;
    double value = 0;
    load_(run.in<char>(static_cast<uint32_t>(input_)) + i * step_, 0, reinterpret_cast<char *>(&value), 0, 1);
    return value;
  }

 private:
  double value_ = 0;
  int input_ = -1;
  UnaryRow load_ = nullptr;
  int64_t step_ = 0;
};

enum class Distribution : uint8_t { kUniform, kNormal, kTruncated };

/// Output 0 = first + scale * numbers of a distribution; of a uniform one, first and scale are its ends.
std::unique_ptr<KernelState> distribute(PrepareContext &ctx, Distribution distribution, const Seeds &seeds,
                                        const Parameter &first, const Parameter &second) {
  if (ctx.output(0) == nullptr) return ctx.refuse("%s: missing", ctx.output_name(0));
  const ge::DataType dtype = ctx.output(0)->dtype;
  return sequence<double>(ctx, [=](RunContext &run) {
    return [=, &run, stream = seeds.stream(run)](int64_t i) mutable {
      const auto index = static_cast<uint64_t>(i);
      const double a = first.at(run, i), b = second.at(run, i);
      switch (distribution) {
        case Distribution::kUniform:
          return a + stream.uniform(index, fraction_of(dtype)) * (b - a);
        case Distribution::kNormal:
          return a + stream.normal(index, dtype == ge::DT_DOUBLE) * b;
        default:
          return a + stream.truncated_normal(index, dtype == ge::DT_DOUBLE) * b;
      }
    };
  });
}

/// Output 0 = whole numbers of [from, to), the ends given by inputs or, without them, by `bound`.
std::unique_ptr<KernelState> whole_numbers(PrepareContext &ctx, const Seeds &seeds, int from, int to, uint64_t bound) {
  Number low{}, high{};
  if (from >= 0 &&
      (!read_number(ctx, static_cast<uint32_t>(from), low) || !read_number(ctx, static_cast<uint32_t>(to), high)))
    return nullptr;
  const bool is_unsigned = ctx.output(0) != nullptr && ctx.output(0)->dtype == ge::DT_UINT64;
  return sequence<int64_t>(ctx, [=](RunContext &run) {
    const uint64_t start = from < 0 ? 0 : static_cast<uint64_t>(low.integer(run));
    const uint64_t range = from < 0 ? bound : static_cast<uint64_t>(high.integer(run)) - start;
    if (from >= 0 && (is_unsigned ? range > UINT64_MAX - start || range == 0 : high.integer(run) <= low.integer(run))) {
      run.fail("%s, %s: there is no number from %lld to %lld", run.input_name(static_cast<uint32_t>(from)),
               run.input_name(static_cast<uint32_t>(to)), static_cast<long long>(low.integer(run)),
               static_cast<long long>(high.integer(run)));
    }
    return [=, stream = seeds.stream(run)](int64_t i) mutable {
      return static_cast<int64_t>(start + stream.below(static_cast<uint64_t>(i), range));
    };
  });
}

/// Philox is the algorithm 1 and the one that 3 chooses.
bool check_algorithm(PrepareContext &ctx, uint32_t input) {
  const KernelTensor *alg = ctx.input(input);
  if (alg == nullptr || alg->constant == nullptr || alg->dtype != ge::DT_INT32) return true;
  const int32_t value = *static_cast<const int32_t *>(alg->constant);
  if (value == 1 || value == 3) return true;
  return ctx.refuse("%s: algorithm %d is not supported; 1 (Philox) and 3 (chosen by the operator) are",
                    ctx.input_name(input), value),
         false;
}

template <Distribution kDistribution>
std::unique_ptr<KernelState> prepare_keyed(PrepareContext &ctx) {
  Seeds seeds;
  if (!Seeds::of_inputs(ctx, 1, 2, seeds) || !check_algorithm(ctx, 3)) return nullptr;
  return distribute(ctx, kDistribution, seeds, Parameter(0), Parameter(1));
}
/// Seeds in inputs 1 and 2, the parameters in 3 and 4.
template <Distribution kDistribution>
std::unique_ptr<KernelState> prepare_seeded(PrepareContext &ctx) {
  Seeds seeds;
  Parameter first, second;
  if (!Seeds::of_inputs(ctx, 1, 2, seeds) || !first.prepare(ctx, 3) || !second.prepare(ctx, 4)) return nullptr;
  return distribute(ctx, kDistribution, seeds, first, second);
}
template <Distribution kDistribution>
std::unique_ptr<KernelState> prepare_by_attributes(PrepareContext &ctx) {
  return distribute(ctx, kDistribution, Seeds::of_attributes(ctx), Parameter(0), Parameter(1));
}

std::unique_ptr<KernelState> prepare_dsa_uniform(PrepareContext &ctx) {
  Seeds seeds;
  if (ctx.output(0) == nullptr || !is_integer(ctx.output(0)->dtype)) return prepare_seeded<Distribution::kUniform>(ctx);
  return Seeds::of_inputs(ctx, 1, 2, seeds) ? whole_numbers(ctx, seeds, 3, 4, 0) : nullptr;
}
std::unique_ptr<KernelState> prepare_uniform_int(PrepareContext &ctx) {
  return whole_numbers(ctx, Seeds::of_attributes(ctx), 1, 2, 0);
}

/// How many non-negative whole numbers a type holds exactly without a gap.
uint64_t exact_count(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_BOOL:
      return 2;
    case ge::DT_INT8:
      return uint64_t{1} << 7;
    case ge::DT_UINT8:
    case ge::DT_BF16:
      return uint64_t{1} << 8;
    case ge::DT_FLOAT16:
      return uint64_t{1} << 11;
    case ge::DT_INT16:
      return uint64_t{1} << 15;
    case ge::DT_FLOAT:
      return uint64_t{1} << 24;
    case ge::DT_INT32:
      return uint64_t{1} << 31;
    default:
      return uint64_t{1} << 63;
  }
}
std::unique_ptr<KernelState> prepare_stateless_random(PrepareContext &ctx) {
  Seeds seeds;
  if (!Seeds::of_inputs(ctx, 1, 2, seeds) || ctx.output(0) == nullptr) return nullptr;
  const bool bounded = ctx.input(3) != nullptr;
  if (bounded != (ctx.input(4) != nullptr)) return ctx.refuse("from, to: both are required, or none");
  return whole_numbers(ctx, seeds, bounded ? 3 : -1, 4, exact_count(ctx.output(0)->dtype));
}

std::unique_ptr<KernelState> bernoulli(PrepareContext &ctx, int probability, const Seeds &seeds) {
  Parameter p;
  if (!p.prepare(ctx, probability)) return nullptr;
  return sequence<int64_t>(ctx, [=](RunContext &run) {
    return [=, &run, stream = seeds.stream(run)](int64_t i) mutable -> int64_t {
      return stream.uniform(static_cast<uint64_t>(i), Fraction::kFloat) < p.at(run, i);
    };
  });
}
std::unique_ptr<KernelState> prepare_bernoulli(PrepareContext &ctx) {
  Seeds seeds;
  return Seeds::of_inputs(ctx, 2, 3, seeds) ? bernoulli(ctx, 1, seeds) : nullptr;
}
std::unique_ptr<KernelState> prepare_bernoulli_v2(PrepareContext &ctx) {
  Seeds seeds;
  return Seeds::of_inputs(ctx, 1, 2, seeds) ? bernoulli(ctx, 0, seeds) : nullptr;
}

/// Exchanges position i, from the last down, with one of those up to it.
std::unique_ptr<KernelState> prepare_randperm(PrepareContext &ctx) {
  Seeds seeds;
  const KernelTensor *y = ctx.output(0);
  const UnaryRow store = y == nullptr ? nullptr : conversion(ge::DT_INT64, y->dtype);
  if (!Seeds::of_inputs(ctx, 1, 2, seeds)) return nullptr;
  if (store == nullptr || y->rank() != 1) return ctx.refuse("y: a vector of numbers is required");
  return make_kernel([seeds, store, n = y->elements, stride = y->strides[0] * item_bytes(y->dtype)](RunContext &run) {
    std::vector<int64_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    RandomStream stream = seeds.stream(run);
    for (int64_t i = n - 1; i > 0; --i) {
      std::swap(order[static_cast<size_t>(i)],
                order[stream.below(static_cast<uint64_t>(i), static_cast<uint64_t>(i) + 1)]);
    }
    store(reinterpret_cast<const char *>(order.data()), sizeof(int64_t), run.out<char>(0), stride, n);
    return true;
  });
}

/// Masks have a bit for each element, the first in the lowest of a byte, or a byte for each: whether `mask` covers `elements`
/// and, of one that does, whether element `at` stays.
bool mask_covers(const KernelTensor *mask, bool bits, int64_t elements) {
  return mask != nullptr && mask->contiguous &&
         (bits ? static_cast<int64_t>(mask->bytes()) * 8 >= elements : mask->elements == elements);
}
bool stays_by(const uint8_t *mask, bool bits, size_t at) {
  return bits ? ((mask[at / 8] >> (at % 8)) & 1) != 0 : mask[at] != 0;
}
/// Byte `index` of a mask of bits; `stays(at)`: whether element `at` does.
template <class Stays>
uint8_t mask_byte(size_t index, const Stays &stays) {
  unsigned byte = 0;
  for (unsigned bit = 0; bit < 8; ++bit) byte |= static_cast<unsigned>(stays(index * 8 + bit)) << bit;
  return static_cast<uint8_t>(byte);
}

/// Bytes of bits that are 1 where the bit's uniform number is below `p` (or not, with `inverted`). `count`: the input with
/// the number of bits, of which so many are written to the memory of an output of any type; -1: all of the output.
std::unique_ptr<KernelState> random_bits(PrepareContext &ctx, const Seeds &seeds, uint32_t probability, bool inverted,
                                         int count = -1) {
  Number p{}, wanted{};
  const KernelTensor *y = ctx.output(0);
  if (!read_number(ctx, probability, p)) return nullptr;
  const bool is_bits = y != nullptr && (y->dtype == ge::DT_UINT8 || y->dtype == ge::DT_UINT1);
  if (y == nullptr || !y->contiguous || (!is_bits && count < 0))
    return ctx.refuse("%s: contiguous bits are required", ctx.output_name(0));
  if (!is_bits && !read_number(ctx, static_cast<uint32_t>(count), wanted)) return nullptr;
  return make_kernel([=, room = static_cast<int64_t>(y->bytes())](RunContext &run) {
    const double limit = p.real(run);
    const int64_t bytes = is_bits ? room : std::min(room, (std::max<int64_t>(wanted.integer(run), 0) + 7) / 8);
    auto *out = run.out<uint8_t>(0);
    run.parallel_for(bytes, 4096, [&](int64_t begin, int64_t end) {
      RandomStream stream = seeds.stream(run);
      for (int64_t i = begin; i < end; ++i) {
        out[i] = mask_byte(static_cast<size_t>(i),
                           [&](size_t at) { return (stream.uniform(at, Fraction::kFloat) < limit) != inverted; });
      }
    });
    return true;
  });
}
std::unique_ptr<KernelState> prepare_dsa_mask(PrepareContext &ctx) {
  Seeds seeds;
  return Seeds::of_inputs(ctx, 1, 2, seeds) ? random_bits(ctx, seeds, 3, true, 0) : nullptr;
}
std::unique_ptr<KernelState> prepare_gen_mask(PrepareContext &ctx) {
  return random_bits(ctx, Seeds::of_attributes(ctx), 1, false);
}
std::unique_ptr<KernelState> prepare_stateless_mask(PrepareContext &ctx) {
  Seeds seeds;
  return Seeds::of_inputs(ctx, 2, 3, seeds, 4) ? random_bits(ctx, seeds, 1, false) : nullptr;
}

/// y = x / keep where the mask is set. `bits`: the mask holds one bit per element, else one byte.
std::unique_ptr<KernelState> drop_out(PrepareContext &ctx, bool bits, bool by_attribute) {
  const KernelTensor *x = ctx.input(0), *mask = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const UnaryRow load = conversion(x->dtype, ge::DT_DOUBLE), store = conversion(ge::DT_DOUBLE, y->dtype);
  Number keep{};
  if (!by_attribute && !read_number(ctx, 2, keep)) return nullptr;
  if (!mask_covers(mask, bits, x->elements))
    return ctx.refuse("mask: %s does not cover x %s", mask == nullptr ? "nothing" : KernelCall::dims_text(mask->shape),
                      KernelCall::dims_text(x->shape));
  if (load == nullptr || store == nullptr || x->shape != y->shape)
    return ctx.refuse("x: %s does not fit y", KernelCall::dims_text(x->shape));
  return make_kernel([=, from = ElementAccess(*x), to = ElementAccess(*y), n = x->elements,
                      fixed = ctx.float_attr("keep_prob")](RunContext &run) {
    const double probability = by_attribute ? fixed : keep.real(run);
    const auto *flags = run.in<uint8_t>(1);
    constexpr int64_t kBlock = 256;
    run.parallel_for((n + kBlock - 1) / kBlock, 128, [&](int64_t begin, int64_t end) {
      alignas(16) char raw[kBlock * 16];
      double values[kBlock];
      for (int64_t b = begin; b < end; ++b) {
        const int64_t first = b * kBlock, count = std::min(kBlock, n - first);
        from.load(run.input_data(0), first, count, raw);
        load(raw, item, reinterpret_cast<char *>(values), sizeof(double), count);
        for (int64_t i = 0; i < count; ++i) {
          values[i] = stays_by(flags, bits, static_cast<size_t>(first + i)) && probability > 0 ? values[i] / probability : 0.0;
        }
        store(reinterpret_cast<const char *>(values), sizeof(double), raw, item, count);
        to.store(run.output_data(0), first, count, raw);
      }
    });
    return true;
  });
}

/// `numbers` for output 0, drawn with seeds that add input `offset`; output 1 is that offset and the blocks of four
/// words that they took, `words` for each number.
std::unique_ptr<KernelState> with_offset(PrepareContext &ctx, int offset, int64_t words,
                                         std::unique_ptr<KernelState> numbers) {
  const KernelTensor *next = ctx.output(1);
  if (numbers == nullptr) return nullptr;
  if (next == nullptr || next->dtype != ge::DT_INT64 || next->elements != 1)
    return ctx.refuse("%s: one number of DT_INT64 is required", ctx.output_name(1));
  return make_kernel([=, numbers = std::shared_ptr<KernelState>(std::move(numbers)),
                      count = ctx.output(0)->elements](RunContext &run) {
    const int64_t before = *run.in<int64_t>(static_cast<uint32_t>(offset));
    if (!numbers->run(run)) return false;
    *run.out<int64_t>(1) =
        static_cast<int64_t>(static_cast<uint64_t>(before) + static_cast<uint64_t>((count * words + 3) / 4));
    return true;
  });
}
template <Distribution kDistribution>
std::unique_ptr<KernelState> prepare_with_offset(PrepareContext &ctx) {
  constexpr int64_t kWords = kDistribution == Distribution::kTruncated ? 128 : 1;
  Seeds seeds = Seeds::of_attributes(ctx);
  if (!seeds.add_input(ctx, 1)) return nullptr;
  return with_offset(ctx, 1, kWords, distribute(ctx, kDistribution, seeds, Parameter(0), Parameter(1)));
}
std::unique_ptr<KernelState> prepare_uniform_int_with_offset(PrepareContext &ctx) {
  Seeds seeds = Seeds::of_attributes(ctx);
  if (!seeds.add_input(ctx, 3)) return nullptr;
  return with_offset(ctx, 3, 2, whole_numbers(ctx, seeds, 1, 2, 0));
}

/// y = -log(1 - u) / lambd.
std::unique_ptr<KernelState> prepare_exponential(PrepareContext &ctx) {
  Seeds seeds;
  const double rate = ctx.float_attr("lambd", 1);
  if (!Seeds::of_inputs(ctx, 1, 2, seeds)) return nullptr;
  if (!(rate > 0)) return ctx.refuse("lambd: %g is not positive", rate);
  return sequence<double>(ctx, [=](RunContext &run) {
    return [rate, stream = seeds.stream(run)](int64_t i) mutable {
      return -std::log1p(-stream.uniform(static_cast<uint64_t>(i), Fraction::kFloat)) / rate;
    };
  });
}

/// Places of the last dimension of input 0, each with a probability in proportion to its value there: `samples` for
/// every row, one number of [0, 1) for each. Without replacement a place counts once.
std::unique_ptr<KernelState> prepare_multinomial(PrepareContext &ctx) {
  Seeds seeds;
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (!Seeds::of_inputs(ctx, 1, 2, seeds) || !check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const bool again = ctx.bool_attr("replacement", true);
  bool fits = x->rank() >= 1 && y->rank() == x->rank() && (again || y->shape.back() <= x->shape.back());
  for (size_t d = 0; fits && d + 1 < x->rank(); ++d) fits = x->shape[d] == y->shape[d];
  if (!fits)
    return ctx.refuse("%s: shape %s does not follow from %s %s", ctx.output_name(0), KernelCall::dims_text(y->shape),
                      ctx.input_name(0), KernelCall::dims_text(x->shape));
  return make_kernel([=, places = static_cast<size_t>(x->shape.back()),
                      samples = static_cast<size_t>(y->shape.back())](RunContext &run) {
    std::vector<double> weights = read_values<double>(run, 0);
    RandomStream stream = seeds.stream(run);
    std::vector<int64_t> drawn(static_cast<size_t>(run.output(0)->elements));
    for (size_t i = 0; i < drawn.size(); ++i) {
      double *row = weights.data() + i / samples * places;
      double total = 0;
      for (size_t k = 0; k < places; ++k) {
        if (!(row[k] >= 0) || std::isinf(row[k])) return run.fail("%s: %g is no weight", run.input_name(0), row[k]);
        total += row[k];
      }
      if (!(total > 0)) return run.fail("%s: row %zu has no weight left", run.input_name(0), i / samples);
      const double wanted = stream.uniform(i, Fraction::kFloat) * total;
      size_t place = 0, last = 0;
      for (double sum = 0; place < places; ++place) {
        if (row[place] > 0) last = place;
        sum += row[place];
        if (wanted < sum) break;
      }
      drawn[i] = static_cast<int64_t>(place == places ? last : place);  // rounding may leave a rest behind the last one
      if (!again) row[drawn[i]] = 0;
    }
    write_values(run, 0, drawn.data());
    return true;
  });
}

/// Zeros x with probability p (input 2) and scales the rest; output 1 has a bit for each element that stays.
std::unique_ptr<KernelState> prepare_drop_out_v3(PrepareContext &ctx) {
  Seeds seeds;
  Number p{};
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0), *mask = ctx.output(1);
  if (!Seeds::of_inputs(ctx, 3, 4, seeds) || !read_number(ctx, 2, p) || !check_numbers(ctx, 0) ||
      !check_numbers(ctx, 0, true))
    return nullptr;
  if (x->shape != y->shape || mask == nullptr || mask->dtype != ge::DT_UINT8 ||
      mask->elements * 8 < x->elements)
    return ctx.refuse("mask, y: %s and %s do not cover x %s",
                      mask == nullptr ? "nothing" : KernelCall::dims_text(mask->shape), KernelCall::dims_text(y->shape),
                      KernelCall::dims_text(x->shape));
  return make_kernel([=, bytes = mask->elements](RunContext &run) {
    const double keep = 1 - p.real(run);
    if (!(keep >= 0 && keep <= 1)) return run.fail("p: %g is no probability", p.real(run));
    std::vector<double> values = read_values<double>(run, 0);
    RandomStream stream = seeds.stream(run);
    std::vector<double> bits(static_cast<size_t>(bytes));
    for (size_t i = 0; i < bits.size(); ++i) {
      bits[i] = mask_byte(i, [&](size_t at) {
        const bool stays = stream.uniform(at, Fraction::kFloat) < keep;
        if (at < values.size()) values[at] = stays ? values[at] / keep : 0.0;
        return stays;
      });
    }
    write_values(run, 0, values.data());
    write_values(run, 1, bits.data());
    return true;
  });
}
/// grad_x = grad_y * scale where the mask is set; the mask has a byte for each element or, when it is smaller or filled up to a multiple of
/// 128 bits as masks are generated, a bit.
std::unique_ptr<KernelState> prepare_drop_out_v3_grad(PrepareContext &ctx) {
  Number scale{};
  const KernelTensor *d = ctx.input(0), *mask = ctx.input(1);
  if (!read_number(ctx, 2, scale) || !check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const bool bits = mask != nullptr && (mask->dtype == ge::DT_UINT1 || mask->elements < d->elements ||
                                        (mask->elements > d->elements && mask->elements == (d->elements + 127) / 128 * 16));
  if (!mask_covers(mask, bits, d->elements) || ctx.output(0)->shape != d->shape) {
    return ctx.refuse("mask: %s does not cover grad_y %s",
                      mask == nullptr ? "nothing" : KernelCall::dims_text(mask->shape),
                      KernelCall::dims_text(d->shape));
  }
  return make_kernel([=](RunContext &run) {
    std::vector<double> values = read_values<double>(run, 0);
    const auto *flags = run.in<uint8_t>(1);
    const double factor = scale.real(run);
    for (size_t i = 0; i < values.size(); ++i) values[i] = stays_by(flags, bits, i) ? values[i] * factor : 0.0;
    write_values(run, 0, values.data());
    return true;
  });
}

OPSTRATA_KERNEL(RandomUniformV2, prepare_with_offset<Distribution::kUniform>);
OPSTRATA_KERNEL(RandomStandardNormalV2, prepare_with_offset<Distribution::kNormal>);
OPSTRATA_KERNEL(TruncatedNormalV2, prepare_with_offset<Distribution::kTruncated>);
OPSTRATA_KERNEL(RandomUniformIntV2, prepare_uniform_int_with_offset);
OPSTRATA_KERNEL(StatelessExponential, prepare_exponential);
OPSTRATA_KERNEL(StatelessSampleMultinomial, prepare_multinomial);
OPSTRATA_KERNEL(MultinomialWithReplacement, prepare_multinomial);
OPSTRATA_KERNEL(DropOutV3, prepare_drop_out_v3);
OPSTRATA_KERNEL(DropOutV3Grad, prepare_drop_out_v3_grad);
OPSTRATA_KERNEL(StatelessRandomUniformV2, prepare_keyed<Distribution::kUniform>);
OPSTRATA_KERNEL(StatelessRandomNormalV2, prepare_keyed<Distribution::kNormal>);
OPSTRATA_KERNEL(StatelessTruncatedNormalV2, prepare_keyed<Distribution::kTruncated>);
OPSTRATA_KERNEL(StatelessRandomUniformV3, prepare_seeded<Distribution::kUniform>);
OPSTRATA_KERNEL(StatelessRandomNormalV3, prepare_seeded<Distribution::kNormal>);
OPSTRATA_KERNEL(StatelessNormal, prepare_seeded<Distribution::kNormal>);
OPSTRATA_KERNEL(StatelessUniform, prepare_seeded<Distribution::kUniform>);
OPSTRATA_KERNEL(StatelessRandom, prepare_stateless_random);
OPSTRATA_KERNEL(StatelessBernoulli, prepare_bernoulli);
OPSTRATA_KERNEL(StatelessBernoulliV2, prepare_bernoulli_v2);
OPSTRATA_KERNEL(StatelessRandperm, prepare_randperm);
OPSTRATA_KERNEL(RandomUniform, prepare_by_attributes<Distribution::kUniform>);
OPSTRATA_KERNEL(RandomStandardNormal, prepare_by_attributes<Distribution::kNormal>);
OPSTRATA_KERNEL(TruncatedNormal, prepare_by_attributes<Distribution::kTruncated>);
OPSTRATA_KERNEL(RandomUniformInt, prepare_uniform_int);
OPSTRATA_KERNEL(DSARandomUniform, prepare_dsa_uniform);
OPSTRATA_KERNEL(DSARandomNormal, prepare_seeded<Distribution::kNormal>);
OPSTRATA_KERNEL(DSARandomTruncatedNormal, prepare_seeded<Distribution::kTruncated>);
OPSTRATA_KERNEL(DSAGenBitMask, prepare_dsa_mask);
OPSTRATA_KERNEL(DropOutGenMask, prepare_gen_mask);
OPSTRATA_KERNEL(StatelessDropOutGenMask, prepare_stateless_mask);
OPSTRATA_KERNEL(DropOutDoMask, [](PrepareContext &ctx) { return drop_out(ctx, true, false); });
OPSTRATA_KERNEL(DropOutDoMaskV3, [](PrepareContext &ctx) { return drop_out(ctx, false, false); });
OPSTRATA_KERNEL(DropOutDoMaskV3D, [](PrepareContext &ctx) { return drop_out(ctx, false, true); });

}  // namespace
}  // namespace opstrata::operators
