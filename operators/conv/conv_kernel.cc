// Convolutions and their gradients. All three are sums over the same triples of a point of the image, a point of the
// filter and a point of the result; they differ in which of the three is the sum.
#include <string_view>
#include <type_traits>
#include <vector>

#include "conv/geometry.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

/// Which of the three is computed.
enum class Wanted : uint8_t { kResult, kImage, kFilter };

struct Convolution {
  Wanted wanted = Wanted::kResult;
  Tensor5 image, filter, result;
  int64_t groups = 1, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1}, before[3] = {0, 0, 0};

  /// Calls f(offset in the image, offset in the filter, offset in the result) for the triples of image `n` in the given
  /// channel of the filter (a channel of the result).
  template <class F>
  void visit(int64_t n, int64_t channel, const F &f) const {
    const int64_t per_group = filter.c, first_channel = channel / (filter.n / groups) * per_group;
    const int64_t *s = result.size, *k = filter.size;
    for (int64_t z = 0; z < s[0]; ++z) {
      for (int64_t y = 0; y < s[1]; ++y) {
        for (int64_t x = 0; x < s[2]; ++x) {
          const int64_t to = n * result.step_n + channel * result.step_c + z * result.step[0] + y * result.step[1] +
                             x * result.step[2];
          for (int64_t kz = 0; kz < k[0]; ++kz) {
            const int64_t iz = z * stride[0] - before[0] + kz * dilation[0];
            if (iz < 0 || iz >= image.size[0]) continue;
            for (int64_t ky = 0; ky < k[1]; ++ky) {
              const int64_t iy = y * stride[1] - before[1] + ky * dilation[1];
              if (iy < 0 || iy >= image.size[1]) continue;
              for (int64_t kx = 0; kx < k[2]; ++kx) {
                const int64_t ix = x * stride[2] - before[2] + kx * dilation[2];
                if (ix < 0 || ix >= image.size[2]) continue;
                const int64_t from = n * image.step_n + first_channel * image.step_c + iz * image.step[0] +
                                     iy * image.step[1] + ix * image.step[2];
                const int64_t weight =
                    channel * filter.step_n + kz * filter.step[0] + ky * filter.step[1] + kx * filter.step[2];
                for (int64_t c = 0; c < per_group; ++c) f(from + c * image.step_c, weight + c * filter.step_c, to);
              }
            }
          }
        }
      }
    }
  }
};

/// Inputs `a` and `b` are the two that are given, in the order image, filter, result. `bias`: an input, or -1.
template <class X>
bool convolve(RunContext &run, const Convolution &conv, uint32_t a, uint32_t b, int bias) {
  const auto first = read_values<X>(run, a), second = read_values<X>(run, b);
  std::vector<X> sums(static_cast<size_t>(run.output(0)->elements), X(0));
  const int64_t results = conv.filter.n, images = conv.image.n;
  const auto at = [](int64_t i) { return static_cast<size_t>(i); };
  if (conv.wanted == Wanted::kResult) {
    run.parallel_for(images * results, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        conv.visit(i / results, i % results,
                   [&](int64_t x, int64_t w, int64_t y) { sums[at(y)] += first[at(x)] * second[at(w)]; });
    });
  } else if (conv.wanted == Wanted::kImage) {  // `first` is the filter, `second` the gradient of the result
    run.parallel_for(images, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin * results; i < end * results; ++i)
        conv.visit(i / results, i % results,
                   [&](int64_t x, int64_t w, int64_t y) { sums[at(x)] += first[at(w)] * second[at(y)]; });
    });
  } else {
    run.parallel_for(results, 1, [&](int64_t begin, int64_t end) {
      for (int64_t channel = begin; channel < end; ++channel) {
        for (int64_t n = 0; n < images; ++n)
          conv.visit(n, channel, [&](int64_t x, int64_t w, int64_t y) { sums[at(w)] += first[at(x)] * second[at(y)]; });
      }
    });
  }
  if (bias >= 0) {
    const auto terms = read_values<X>(run, static_cast<uint32_t>(bias));
    const Tensor5 &y = conv.wanted == Wanted::kResult ? conv.result : conv.image;
    const int64_t step = y.step_c == 0 ? 1 : y.step_c;
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += terms[at(static_cast<int64_t>(i) / step % y.c)];
  }
  write_values(run, 0, sums.data());
  return true;
}

struct Parameter {
  const KernelTensor *tensor;
  const char *name;
};

/// The filter of a depthwise convolution as one of as many groups as the image has channels, every channel of the result in a filter of
/// its own: its dimensions C and N are channel and copy, or 1 and both. False when its letters leave no step from one to the next.
bool make_depthwise(Tensor5 &filter, int64_t channels) {
  if (filter.c != 1 || channels == 1) {
    if (filter.c != channels) return false;
    if (filter.n == 1)
      filter.step_n = filter.step_c;
    else if (filter.step_c != filter.n * filter.step_n)
      return false;
    filter.n *= filter.c;
  }
  filter.c = 1;
  return filter.n % channels == 0;
}

/// `bias`: the input, -1 where the operator has none.
std::unique_ptr<KernelState> prepare(PrepareContext &ctx, Wanted wanted, size_t rank, Parameter image, Parameter filter,
                                     Parameter result, uint32_t a, uint32_t b, int bias, bool depthwise = false) {
  const std::string_view data_format = ctx.string_attr("data_format", rank == 4 ? "NHWC" : "NDHWC");
  const std::string_view x_letters = image_letters(image.tensor->format, data_format, image.tensor->rank());
  const std::string_view y_letters = image_letters(result.tensor->format, data_format, result.tensor->rank());
  const std::string_view w_letters = filter_letters(filter.tensor->format, data_format, filter.tensor->rank());
  for (const KernelTensor *t : {image.tensor, filter.tensor, result.tensor}) {
    if (conversion(t->dtype, ge::DT_DOUBLE) == nullptr)
      return ctx.refuse("%s: data type %s is no number", image.name, KernelCall::dtype_name(t->dtype));
  }
  if (x_letters.size() != rank || y_letters.size() != rank || w_letters.size() != rank) {
    return ctx.refuse("%s, %s, %s: shapes %s, %s and %s do not have the dimensions of data_format %s", image.name,
                      filter.name, result.name, KernelCall::dims_text(image.tensor->shape),
                      KernelCall::dims_text(filter.tensor->shape), KernelCall::dims_text(result.tensor->shape),
                      data_format.data());
  }
  Windows w;
  const char *wrong = read_windows(data_format, rank, ctx.int_list_attr("strides"), ctx.int_list_attr("dilations"),
                                   ctx.int_list_attr("pads"), w);
  if (wrong != nullptr) return ctx.refuse("%s", wrong);
  if (const std::string_view mode = ctx.string_attr("pad_mode", "SPECIFIC"); mode != "SPECIFIC")
    return ctx.refuse("pad_mode: \"%s\"; only SPECIFIC is supported", mode.data());
  if (ctx.int_attr("offset_x") != 0)
    return ctx.refuse("offset_x: %lld; only 0 is supported", static_cast<long long>(ctx.int_attr("offset_x")));
  Convolution conv;
  conv.wanted = wanted;
  conv.image = by_letters(image.tensor->shape, x_letters);
  conv.filter = by_letters(filter.tensor->shape, w_letters);
  conv.result = by_letters(result.tensor->shape, y_letters);
  conv.groups = ctx.int_attr("groups", 1);
  if (depthwise) {
    conv.groups = conv.image.c;
    if (conv.groups < 1 || !make_depthwise(conv.filter, conv.groups))
      return ctx.refuse("%s: shape %s has no filters for each channel of %s %s", filter.name,
                        KernelCall::dims_text(filter.tensor->shape), image.name, KernelCall::dims_text(image.tensor->shape));
  }
  const size_t axes = rank - 2, skipped = 3 - axes;
  bool fits = conv.groups >= 1 && conv.image.n == conv.result.n && conv.image.c == conv.filter.c * conv.groups &&
              conv.filter.n % conv.groups == 0 && conv.result.c == conv.filter.n;
  for (size_t i = 0; i < axes; ++i) {
    conv.stride[skipped + i] = w.stride[i];
    conv.dilation[skipped + i] = w.dilation[i];
    conv.before[skipped + i] = w.before[i];
    // A transposed convolution may leave points at the end of the image that no window reaches.
    const int64_t places = places_of(w, i, conv.image.size[skipped + i], conv.filter.size[skipped + i]);
    fits = fits && places == conv.result.size[skipped + i];
  }
  if (!fits) {
    return ctx.refuse("%s, %s, %s: shapes %s, %s and %s, %lld groups: they do not belong to one convolution",
                      image.name, filter.name, result.name, KernelCall::dims_text(image.tensor->shape),
                      KernelCall::dims_text(filter.tensor->shape), KernelCall::dims_text(result.tensor->shape),
                      static_cast<long long>(conv.groups));
  }
  if (bias >= 0) {
    const KernelTensor *terms = ctx.input(static_cast<uint32_t>(bias));
    for (auto k = static_cast<uint32_t>(bias) + 1; k < ctx.input_num(); ++k) {
      if (ctx.input(k) != nullptr) return ctx.refuse("%s: not supported", ctx.input_name(k));
    }
    if (terms == nullptr) {
      bias = -1;
    } else if (!check_numbers(ctx, static_cast<uint32_t>(bias)) ||
               terms->elements != (wanted == Wanted::kResult ? conv.result.c : conv.image.c)) {
      return ctx.refuse("bias: shape %s; a number for each channel of y is required",
                        KernelCall::dims_text(terms->shape));
    }
  }
  const bool integers = ctx.input(a)->dtype == ge::DT_INT8 && ctx.input(b)->dtype == ge::DT_INT8;
  return make_kernel([conv, a, b, bias, integers](RunContext &run) {
    return integers ? convolve<int64_t>(run, conv, a, b, bias) : convolve<double>(run, conv, a, b, bias);
  });
}

bool are_there(PrepareContext &ctx, uint32_t inputs) {
  for (uint32_t i = 0; i < inputs; ++i) {
    if (ctx.input(i) == nullptr) return ctx.refuse("%s: missing", ctx.input_name(i)), false;
  }
  return true;
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_conv(PrepareContext &ctx) {
  if (!are_there(ctx, 2)) return nullptr;
  return prepare(ctx, Wanted::kResult, Rank, {ctx.input(0), "x"}, {ctx.input(1), "filter"}, {ctx.output(0), "y"}, 0, 1,
                 2);
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_back_to_input(PrepareContext &ctx) {
  if (!are_there(ctx, 3)) return nullptr;
  return prepare(ctx, Wanted::kImage, Rank, {ctx.output(0), "y"}, {ctx.input(1), "filter"},
                 {ctx.input(2), "out_backprop"}, 1, 2, -1);
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_back_to_filter(PrepareContext &ctx) {
  if (!are_there(ctx, 3)) return nullptr;
  return prepare(ctx, Wanted::kFilter, Rank, {ctx.input(0), "x"}, {ctx.output(0), "y"}, {ctx.input(2), "out_backprop"},
                 0, 2, -1);
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_transposed(PrepareContext &ctx) {
  if (!are_there(ctx, 3)) return nullptr;
  return prepare(ctx, Wanted::kImage, Rank, {ctx.output(0), "y"}, {ctx.input(2), "filter"}, {ctx.input(1), "x"}, 2, 1,
                 3);
}

std::unique_ptr<KernelState> prepare_depthwise(PrepareContext &ctx) {
  if (!are_there(ctx, 2)) return nullptr;
  return prepare(ctx, Wanted::kResult, 4, {ctx.input(0), "x"}, {ctx.input(1), "filter"}, {ctx.output(0), "y"}, 0, 1, 2, true);
}
std::unique_ptr<KernelState> prepare_depthwise_to_input(PrepareContext &ctx) {
  if (!are_there(ctx, 3)) return nullptr;
  return prepare(ctx, Wanted::kImage, 4, {ctx.output(0), "input_grad"}, {ctx.input(1), "filter"},
                 {ctx.input(2), "out_backprop"}, 1, 2, -1, true);
}
std::unique_ptr<KernelState> prepare_depthwise_to_filter(PrepareContext &ctx) {
  if (!are_there(ctx, 3)) return nullptr;
  return prepare(ctx, Wanted::kFilter, 4, {ctx.input(0), "input"}, {ctx.output(0), "filter_grad"},
                 {ctx.input(2), "out_backprop"}, 0, 2, -1, true);
}

OPSTRATA_KERNEL(DepthwiseConv2D, prepare_depthwise);
OPSTRATA_KERNEL(DepthwiseConv2DBackpropInput, prepare_depthwise_to_input);
OPSTRATA_KERNEL(DepthwiseConv2DBackpropFilter, prepare_depthwise_to_filter);
OPSTRATA_KERNEL(Conv2D, prepare_conv<4>);
OPSTRATA_KERNEL(Conv3D, prepare_conv<5>);
OPSTRATA_KERNEL(Conv2DBackpropInput, prepare_back_to_input<4>);
OPSTRATA_KERNEL(Conv3DBackpropInput, prepare_back_to_input<5>);
OPSTRATA_KERNEL(Conv2DBackpropFilter, prepare_back_to_filter<4>);
OPSTRATA_KERNEL(Conv3DBackpropFilter, prepare_back_to_filter<5>);
OPSTRATA_KERNEL(Conv2DTranspose, prepare_transposed<4>);
OPSTRATA_KERNEL(Conv2DV2, prepare_conv<4>);
OPSTRATA_KERNEL(Conv3DV2, prepare_conv<5>);
OPSTRATA_KERNEL(Conv2DBackpropInputV2, prepare_back_to_input<4>);
OPSTRATA_KERNEL(Conv3DBackpropInputV2, prepare_back_to_input<5>);
OPSTRATA_KERNEL(Conv2DBackpropFilterV2, prepare_back_to_filter<4>);
OPSTRATA_KERNEL(Conv3DBackpropFilterV2, prepare_back_to_filter<5>);
OPSTRATA_KERNEL(Conv3DTranspose, prepare_transposed<5>);
OPSTRATA_KERNEL(Conv3DTransposeV2, prepare_transposed<5>);

}  // namespace
}  // namespace opstrata::operators
