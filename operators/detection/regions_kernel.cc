// Regions of images: cells of boxes, crops, and points that are gathered from batches.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "conv/geometry.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

/// The four points around (y, x) and their weights; none where that lies more than a point beyond the image.
struct Neighbours {
  std::array<int64_t, 4> offset{};
  std::array<double, 4> weight{};
  bool inside = false;
};
Neighbours neighbours(double y, double x, int64_t height, int64_t width) {
  Neighbours r;
  const auto h = static_cast<double>(height), w = static_cast<double>(width);
  if (!(y >= -1 && y <= h && x >= -1 && x <= w)) return r;
  r.inside = true;
  y = std::clamp(y, 0.0, h - 1);
  x = std::clamp(x, 0.0, w - 1);
  const auto top = static_cast<int64_t>(y), left = static_cast<int64_t>(x);
  const int64_t bottom = std::min(top + 1, height - 1), right = std::min(left + 1, width - 1);
  const double down = y - static_cast<double>(top), across = x - static_cast<double>(left);
  r.offset = {top * width + left, top * width + right, bottom * width + left, bottom * width + right};
  r.weight = {(1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across};
  return r;
}

/// The attributes of ROIAlign.
struct Cells {
  double scale = 1;
  int64_t rows = 1, columns = 1, samples = 0, end_mode = 1;

  /// Calls f(number of the cell, y, x, number of its points) for all points of the cells of a box x1, y1, x2, y2.
  template <class F>
  void points(const double *box, const F &f) const {
    const double shift = end_mode >= 2 ? 0.5 : 0, longer = end_mode == 1 ? 1 : 0;
    const double left = box[0] * scale - shift, top = box[1] * scale - shift;
    double width = (box[2] + longer) * scale - shift - left, height = (box[3] + longer) * scale - shift - top;
    if (end_mode < 2) {
      width = std::max(width, 1.0);
      height = std::max(height, 1.0);
    }
    const double cell_width = width / static_cast<double>(columns), cell_height = height / static_cast<double>(rows);
    const auto down = samples > 0 ? samples : static_cast<int64_t>(std::ceil(cell_height));
    const auto across = samples > 0 ? samples : static_cast<int64_t>(std::ceil(cell_width));
    const int64_t count = std::max<int64_t>(down * across, 1);
    for (int64_t cell = 0; cell < rows * columns; ++cell) {
      for (int64_t i = 0; i < down; ++i) {
        const double y = top + cell_height * (static_cast<double>(cell / columns) +
                                              (static_cast<double>(i) + 0.5) / static_cast<double>(down));
        for (int64_t k = 0; k < across; ++k) {
          const double x = left + cell_width * (static_cast<double>(cell % columns) +
                                                (static_cast<double>(k) + 0.5) / static_cast<double>(across));
          f(static_cast<size_t>(cell), y, x, count);
        }
      }
    }
  }
};
/// More samples of a cell than any image has points.
constexpr int64_t kMostSamples = 1 << 12;

/// Reads attributes and checks the regions; `image` [n, channels, height, width], `result` [regions, channels, rows,
/// columns].
bool read_cells(PrepareContext &ctx, const KernelTensor &image, const KernelTensor &result, Cells &cells) {
  cells.scale = ctx.float_attr("spatial_scale", 1);
  cells.rows = ctx.int_attr("pooled_height", 1);
  cells.columns = ctx.int_attr("pooled_width", 1);
  cells.samples = ctx.int_attr("sample_num", 2);
  cells.end_mode = ctx.int_attr("roi_end_mode", 1);
  const KernelTensor &rois = *ctx.input(1);
  const KernelTensor *counts = ctx.input(2);
  if (cells.end_mode < 0 || cells.end_mode > 3 || cells.samples > kMostSamples || cells.rows < 1 || cells.columns < 1)
    return ctx.refuse("roi_end_mode, sample_num, pooled_height, pooled_width: %lld, %lld, %lld, %lld",
                      static_cast<long long>(cells.end_mode), static_cast<long long>(cells.samples),
                      static_cast<long long>(cells.rows), static_cast<long long>(cells.columns)),
           false;
  const bool counted = rois.rank() == 2 && rois.shape[1] == 4 && counts != nullptr && image.rank() == 4 &&
                       counts->elements == image.shape[0];
  if (rois.rank() != 2 || (rois.shape[1] != 5 && !counted))
    return ctx.refuse("rois: shape %s; [regions, 5], or [regions, 4] with their numbers in rois_n, is required",
                      KernelCall::dims_text(rois.shape)),
           false;
  const bool fits = image.rank() == 4 && result.rank() == 4 && result.shape[0] == rois.shape[0] &&
                    result.shape[1] == image.shape[1] && result.shape[2] == cells.rows &&
                    result.shape[3] == cells.columns && (result.elements == 0 || image.elements > 0);
  if (fits) return true;
  return ctx.refuse("rois: shape %s; images %s have no cells %s there", KernelCall::dims_text(rois.shape),
                    KernelCall::dims_text(image.shape), KernelCall::dims_text(result.shape)),
         false;
}
/// Calls f(number of the region, number of the image, box) for all regions; false when an image does not exist.
template <class F>
bool for_regions(RunContext &run, int64_t images, const F &f) {
  const auto rois = read_values<double>(run, 1);
  const bool numbered = run.input(1)->shape[1] == 5;
  std::vector<int64_t> owner;
  if (!numbered) {
    const auto counts = read_values<int64_t>(run, 2);
    for (size_t n = 0; n < counts.size(); ++n) {
      for (int64_t k = 0; k < counts[n] && owner.size() * 4 < rois.size(); ++k)
        owner.push_back(static_cast<int64_t>(n));
    }
    if (owner.size() * 4 != rois.size())
      return run.fail("rois_n: %zu regions are counted, not %zu", owner.size(), rois.size() / 4);
  }
  const size_t width = numbered ? 5 : 4, count = rois.size() / width;
  for (size_t i = 0; i < count; ++i) {
    const double named = numbered ? rois[i * width] : static_cast<double>(owner[i]);
    if (!(named >= 0 && named < static_cast<double>(images)))
      return run.fail("rois: region %zu names image %g of %lld", i, named, static_cast<long long>(images));
    f(i, static_cast<size_t>(named), &rois[i * width + width - 4]);
  }
  return true;
}

std::unique_ptr<KernelState> prepare_regions(PrepareContext &ctx) {
  Cells cells;
  if (!are_numbers(ctx, 2, 1) || (ctx.input(2) != nullptr && !check_numbers(ctx, 2)) ||
      !read_cells(ctx, *ctx.input(0), *ctx.output(0), cells))
    return nullptr;
  const std::string_view mode = ctx.string_attr("pool_mode", "avg");
  if (mode != "avg" && mode != "max") return ctx.refuse("pool_mode: \"%s\" is neither avg nor max", mode.data());
  return make_kernel([cells, largest = mode == "max"](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    const auto features = read_values<double>(run, 0);
    const auto channels = static_cast<size_t>(shape[1]), points = static_cast<size_t>(shape[2] * shape[3]);
    const auto in_box = static_cast<size_t>(cells.rows * cells.columns);
    std::vector<double> y(static_cast<size_t>(run.output(0)->elements), 0.0);
    std::vector<bool> seen(in_box);
    const bool done = for_regions(run, shape[0], [&](size_t region, size_t image, const double *box) {
      std::fill(seen.begin(), seen.end(), false);
      cells.points(box, [&](size_t cell, double at_y, double at_x, int64_t count) {
        const Neighbours near = neighbours(at_y, at_x, shape[2], shape[3]);
        for (size_t c = 0; c < channels; ++c) {
          const double *from = features.data() + (image * channels + c) * points;
          double value = 0;
          for (size_t k = 0; near.inside && k < 4; ++k) value += near.weight[k] * from[near.offset[k]];
          double &to = y[(region * channels + c) * in_box + cell];
          to = !largest ? to + value / static_cast<double>(count) : seen[cell] ? std::max(to, value) : value;
        }
        seen[cell] = true;
      });
    });
    if (done) write_values(run, 0, y.data());
    return done;
  });
}
std::unique_ptr<KernelState> prepare_regions_back(PrepareContext &ctx) {
  Cells cells;
  if (!are_numbers(ctx, 2, 1) || (ctx.input(2) != nullptr && !check_numbers(ctx, 2)) ||
      !read_cells(ctx, *ctx.output(0), *ctx.input(0), cells))
    return nullptr;
  return make_kernel([cells](RunContext &run) {
    const Dims shape = run.output(0)->shape;
    const auto d = read_values<double>(run, 0);
    const auto channels = static_cast<size_t>(shape[1]), points = static_cast<size_t>(shape[2] * shape[3]);
    const auto in_box = static_cast<size_t>(cells.rows * cells.columns);
    std::vector<double> x(static_cast<size_t>(run.output(0)->elements), 0.0);
    const bool done = for_regions(run, shape[0], [&](size_t region, size_t image, const double *box) {
      cells.points(box, [&](size_t cell, double at_y, double at_x, int64_t count) {
        const Neighbours near = neighbours(at_y, at_x, shape[2], shape[3]);
        for (size_t c = 0; near.inside && c < channels; ++c) {
          double *to = x.data() + (image * channels + c) * points;
          const double share = d[(region * channels + c) * in_box + cell] / static_cast<double>(count);
          for (size_t k = 0; k < 4; ++k) to[near.offset[k]] += near.weight[k] * share;
        }
      });
    });
    if (done) write_values(run, 0, x.data());
    return done;
  });
}

std::unique_ptr<KernelState> prepare_crops(PrepareContext &ctx) {
  if (!are_numbers(ctx, 4, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &boxes = *ctx.input(1), &y = *ctx.output(0);
  const std::string_view letters = image_letters(x.format, "NHWC", x.rank());
  if (letters.size() != 4 || y.rank() != 4 || boxes.rank() != 2 || boxes.shape[1] != 4 ||
      ctx.input(2)->elements != boxes.shape[0])
    return ctx.refuse("x, boxes, box_index: shapes %s, %s, %s; images, [boxes, 4] and [boxes] are required",
                      KernelCall::dims_text(x.shape), KernelCall::dims_text(boxes.shape),
                      KernelCall::dims_text(ctx.input(2)->shape));
  const Tensor5 image = by_letters(x.shape, letters), crop = by_letters(y.shape, letters);
  if (crop.n != boxes.shape[0] || crop.c != image.c || (y.elements > 0 && x.elements == 0))
    return ctx.refuse("y: shape %s does not follow from x %s and boxes %s", KernelCall::dims_text(y.shape),
                      KernelCall::dims_text(x.shape), KernelCall::dims_text(boxes.shape));
  const std::string_view method = ctx.string_attr("method", "bilinear");
  if (method != "bilinear" && method != "nearest")
    return ctx.refuse("method: \"%s\" is neither bilinear nor nearest", method.data());
  return make_kernel([=, beyond = ctx.float_attr("extrapolation_value"),
                      nearest = method == "nearest"](RunContext &run) {
    const auto from = read_values<double>(run, 0), corners = read_values<double>(run, 1);
    const auto owner = read_values<int64_t>(run, 2);
    std::vector<double> to(static_cast<size_t>(run.output(0)->elements));
    /// Where point `i` of `count` between two corners lies among `size` points.
    const auto place = [](double begin, double end, int64_t i, int64_t count, int64_t size) {
      const auto last = static_cast<double>(size - 1);
      if (count <= 1) return (begin + end) / 2 * last;
      return begin * last + static_cast<double>(i) * ((end - begin) * last / static_cast<double>(count - 1));
    };
    for (size_t b = 0; b < owner.size(); ++b) {
      if (owner[b] < 0 || owner[b] >= image.n)
        return run.fail("box_index: %lld is no image of %lld", static_cast<long long>(owner[b]),
                        static_cast<long long>(image.n));
      const double *box = &corners[b * 4];
      for (int64_t i = 0; i < crop.size[1]; ++i) {
        const double at_y = place(box[0], box[2], i, crop.size[1], image.size[1]);
        for (int64_t k = 0; k < crop.size[2]; ++k) {
          const double at_x = place(box[1], box[3], k, crop.size[2], image.size[2]);
          const bool inside = at_y >= 0 && at_y <= static_cast<double>(image.size[1] - 1) && at_x >= 0 &&
                              at_x <= static_cast<double>(image.size[2] - 1);
          const Neighbours near = inside ? neighbours(nearest ? std::round(at_y) : at_y,
                                                      nearest ? std::round(at_x) : at_x, image.size[1], image.size[2])
                                         : Neighbours{};
          for (int64_t c = 0; c < crop.c; ++c) {
            double value = inside ? 0 : beyond;
            for (size_t p = 0; inside && p < 4; ++p) {
              const int64_t row = near.offset[p] / image.size[2], column = near.offset[p] % image.size[2];
              value += near.weight[p] * from[static_cast<size_t>(owner[b] * image.step_n + c * image.step_c +
                                                                 row * image.step[1] + column * image.step[2])];
            }
            to[static_cast<size_t>(static_cast<int64_t>(b) * crop.step_n + c * crop.step_c + i * crop.step[1] +
                                   k * crop.step[2])] = value;
          }
        }
      }
    }
    write_values(run, 0, to.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_groups(PrepareContext &ctx) {
  if (!are_numbers(ctx, 4, 1)) return nullptr;
  const Dims features = ctx.input(0)->shape, indices = ctx.input(2)->shape;
  if (features.size() != 2 || indices.size() != 2 || ctx.input(1)->elements != ctx.input(3)->elements)
    return ctx.refuse("features, indices: shapes %s and %s; [all, channels] and [points, samples] are required",
                      KernelCall::dims_text(features), KernelCall::dims_text(indices));
  const int64_t wanted[3] = {indices[0], features[1], indices[1]};
  if (!same_shape(ctx, *ctx.output(0), "y", Dims(wanted, 3))) return nullptr;
  return make_kernel([](RunContext &run) {
    const auto x = read_values<double>(run, 0);
    const auto own = read_values<int64_t>(run, 1), index = read_values<int64_t>(run, 2),
               points = read_values<int64_t>(run, 3);
    const int64_t all = run.input(0)->shape[0], channels = run.input(0)->shape[1];
    const int64_t count = run.input(2)->shape[0], samples = run.input(2)->shape[1];
    std::vector<double> y(static_cast<size_t>(run.output(0)->elements));
    int64_t point = 0, first = 0;
    for (size_t b = 0; b < points.size(); ++b) {
      for (int64_t k = 0; k < points[b]; ++k, ++point) {
        if (point >= count) return run.fail("indices_batch_cnt: more than %lld points", static_cast<long long>(count));
        for (int64_t s = 0; s < samples; ++s) {
          const int64_t i = index[static_cast<size_t>(point * samples + s)];
          if (i < 0 || i >= own[b] || first + i >= all)
            return run.fail("indices: %lld is no feature of %lld in batch %zu", static_cast<long long>(i),
                            static_cast<long long>(own[b]), b);
          for (int64_t c = 0; c < channels; ++c)
            y[static_cast<size_t>((point * channels + c) * samples + s)] =
                x[static_cast<size_t>((first + i) * channels + c)];
        }
      }
      first += own[b];
    }
    if (point != count)
      return run.fail("indices_batch_cnt: %lld points are counted, not %lld", static_cast<long long>(point),
                      static_cast<long long>(count));
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_three(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 1)) return nullptr;
  const Dims d = ctx.input(0)->shape, index = ctx.input(1)->shape, y = ctx.output(0)->shape;
  const bool fits = d.size() >= 3 && index.size() >= 3 && y.size() == d.size() && index[0] == d[0] &&
                    index[1] == d[2] && index[2] == 3 && ctx.input(0)->elements == d[0] * d[1] * d[2] &&
                    ctx.input(1)->elements == d[0] * d[2] * 3 && y[0] == d[0] && y[1] == d[1] &&
                    ctx.output(0)->elements == y[0] * y[1] * y[2];
  if (!fits || y[2] != ctx.int_attr("m"))
    return ctx.refuse("grad_x, idx: shapes %s and %s do not fit grad_y %s", KernelCall::dims_text(d),
                      KernelCall::dims_text(index), KernelCall::dims_text(y));
  if (!same_shape(ctx, *ctx.input(2), "weight", index)) return nullptr;
  return make_kernel([](RunContext &run) {
    const auto d_values = read_values<double>(run, 0), weight = read_values<double>(run, 2);
    const auto places = read_values<int64_t>(run, 1);
    const Dims shape = run.input(0)->shape;
    const int64_t m = run.output(0)->shape[2];
    std::vector<double> y_values(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (int64_t n = 0; n < shape[0]; ++n) {
      for (int64_t p = 0; p < shape[2]; ++p) {
        for (int64_t k = 0; k < 3; ++k) {
          const auto from = static_cast<size_t>((n * shape[2] + p) * 3 + k);
          if (places[from] < 0 || places[from] >= m)
            return run.fail("idx: %lld is no point of %lld", static_cast<long long>(places[from]),
                            static_cast<long long>(m));
          for (int64_t c = 0; c < shape[1]; ++c)
            y_values[static_cast<size_t>((n * shape[1] + c) * m + places[from])] +=
                d_values[static_cast<size_t>((n * shape[1] + c) * shape[2] + p)] * weight[from];
        }
      }
    }
    write_values(run, 0, y_values.data());
    return true;
  });
}

OPSTRATA_KERNEL(ROIAlign, prepare_regions);
OPSTRATA_KERNEL(ROIAlignGrad, prepare_regions_back);
OPSTRATA_KERNEL(CropAndResize, prepare_crops);
OPSTRATA_KERNEL(StackGroupPoints, prepare_groups);
OPSTRATA_KERNEL(ThreeInterpolateBackward, prepare_three);

}  // namespace
}  // namespace opstrata::operators
