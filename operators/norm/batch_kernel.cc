// Steps of normalisation by channels, and by channels of each image.
#include <algorithm>

#include "norm/groups.h"

namespace opstrata::operators {
namespace {

/// Elements of one channel.
double per_channel(const Reals &x, const Channels &c) {
  return c.count == 0 ? 0 : static_cast<double>(x.size()) / static_cast<double>(c.count);
}
/// Mean and variance of each channel.
void statistics(const Reals &x, const Channels &c, Reals &mean, Reals &variance) {
  const double n = per_channel(x, c);
  mean.assign(static_cast<size_t>(c.count), 0.0);
  variance = mean;
  for (size_t i = 0; i < x.size(); ++i) mean[c.of(i)] += x[i] / n;
  for (size_t i = 0; i < x.size(); ++i) variance[c.of(i)] += (x[i] - mean[c.of(i)]) * (x[i] - mean[c.of(i)]) / n;
}
/// What estimates the variance of more than these elements.
void make_unbiased(Reals &variance, double n) {
  for (double &v : variance) v = n > 1 ? v * n / (n - 1) : v;
}
void invert_roots(Reals &variance, double epsilon) {
  for (double &v : variance) v = 1 / std::sqrt(v + epsilon);
}

std::unique_ptr<KernelState> prepare_batch_norm(PrepareContext &ctx) {
  Channels c;
  const bool training = ctx.bool_attr("is_training", true);
  const uint32_t inputs = training ? 3 : 5;
  for (uint32_t i = 3; i < inputs; ++i) {
    if (ctx.input(i) == nullptr) return ctx.refuse("%s: missing, although is_training is false", ctx.input_name(i));
  }
  if (!are_numbers(ctx, inputs, 5) || !read_channels(ctx, c) || !are_by_channel(ctx, c, inputs, 1, 5)) return nullptr;
  return make_kernel([c, training, epsilon = ctx.float_attr("epsilon", 1e-4)](RunContext &run) {
    Reals x = read_values<double>(run, 0), mean, variance;
    const double n = per_channel(x, c);
    if (training) {
      statistics(x, c, mean, variance);
    } else {
      mean = read_values<double>(run, 3);
      variance = read_values<double>(run, 4);
    }
    normalise(x, c, mean, variance, read_values<double>(run, 1), read_values<double>(run, 2), epsilon);
    write_values(run, 0, x.data());
    write_values(run, 1, mean.data());
    write_values(run, 3, mean.data());
    write_values(run, 4, variance.data());
    if (training) make_unbiased(variance, n);
    write_values(run, 2, variance.data());
    return true;
  });
}
/// From the sums of channels and of their squares.
std::unique_ptr<KernelState> prepare_update_v3(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 5, 5) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 5, 1, 5)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon")](RunContext &run) {
    Reals x = read_values<double>(run, 0), mean = read_values<double>(run, 1), variance = read_values<double>(run, 2);
    const double n = per_channel(x, c);
    for (size_t k = 0; k < mean.size(); ++k) {
      mean[k] /= n;
      variance[k] = variance[k] / n - mean[k] * mean[k];
    }
    normalise(x, c, mean, variance, read_values<double>(run, 3), read_values<double>(run, 4), epsilon);
    write_values(run, 0, x.data());
    write_values(run, 1, mean.data());
    write_values(run, 3, mean.data());
    write_values(run, 4, variance.data());
    make_unbiased(variance, n);
    write_values(run, 2, variance.data());
    return true;
  });
}

/// The sums over each channel of d, and of d times the normalised x.
void sums_of(const Reals &d, const Reals &x, const Channels &c, const Reals &mean, const Reals &rstd, Reals &sums,
             Reals &along) {
  sums.assign(static_cast<size_t>(c.count), 0.0);
  along = sums;
  for (size_t i = 0; i < d.size(); ++i) {
    const size_t k = c.of(i);
    sums[k] += d[i];
    along[k] += d[i] * (x[i] - mean[k]) * rstd[k];
  }
}
/// d becomes the gradient of x: without the shares of the statistics where `training` is false.
void gradient_of(Reals &d, const Reals &x, const Channels &c, const Reals &mean, const Reals &rstd, const Reals &scale,
                 const Reals &sums, const Reals &along, bool training) {
  const double n = per_channel(d, c);
  for (size_t i = 0; i < d.size(); ++i) {
    const size_t k = c.of(i);
    const double taken = training ? (sums[k] + (x[i] - mean[k]) * rstd[k] * along[k]) / n : 0;
    d[i] = (d[i] - taken) * rstd[k] * scale[k];
  }
}
/// Inputs d and x of one shape, which has channels; further inputs and outputs from `first_output` on have one element
/// for each.
bool check_back(PrepareContext &ctx, Channels &c, uint32_t inputs, uint32_t first_output, uint32_t outputs) {
  if (!are_numbers(ctx, inputs, outputs) || !read_channels(ctx, c)) return false;
  if (!same_shape(ctx, *ctx.input(1), ctx.input_name(1), ctx.input(0)->shape)) return false;
  for (uint32_t i = 2; i < inputs; ++i) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), c.count)) return false;
  }
  for (uint32_t i = first_output; i < outputs; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), c.count)) return false;
  }
  return first_output == 0 || same_shape(ctx, *ctx.output(0), ctx.output_name(0), ctx.input(0)->shape);
}
std::unique_ptr<KernelState> prepare_batch_norm_back(PrepareContext &ctx) {
  Channels c;
  if (!check_back(ctx, c, 5, 1, 3)) return nullptr;
  for (uint32_t i = 3; i < ctx.output_num(); ++i) {
    if (ctx.output(i) != nullptr && !check_numbers(ctx, i, true)) return nullptr;
  }
  return make_kernel(
      [c, training = ctx.bool_attr("is_training", true), epsilon = ctx.float_attr("epsilon", 1e-4)](RunContext &run) {
        Reals d = read_values<double>(run, 0), rstd = read_values<double>(run, 4), sums, along;
        const Reals x = read_values<double>(run, 1), scale = read_values<double>(run, 2),
                    mean = read_values<double>(run, 3);
        invert_roots(rstd, epsilon);
        sums_of(d, x, c, mean, rstd, sums, along);
        gradient_of(d, x, c, mean, rstd, scale, sums, along, training);
        write_values(run, 0, d.data());
        write_values(run, 1, along.data());
        write_values(run, 2, sums.data());
        for (uint32_t i = 3; i < run.output_num(); ++i) {
          if (run.output(i) != nullptr)
            write_values(run, i, Reals(static_cast<size_t>(run.output(i)->elements)).data());
        }
        return true;
      });
}
std::unique_ptr<KernelState> prepare_update_back(PrepareContext &ctx) {
  Channels c;
  if (!check_back(ctx, c, 4, 0, 2)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon", 1e-4)](RunContext &run) {
    Reals rstd = read_values<double>(run, 3), sums, along;
    invert_roots(rstd, epsilon);
    sums_of(read_values<double>(run, 0), read_values<double>(run, 1), c, read_values<double>(run, 2), rstd, sums,
            along);
    write_values(run, 0, along.data());
    write_values(run, 1, sums.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_reduce_back(PrepareContext &ctx) {
  Channels c;
  if (!check_back(ctx, c, 7, 1, 1)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon", 1e-4)](RunContext &run) {
    Reals d = read_values<double>(run, 0), rstd = read_values<double>(run, 6);
    invert_roots(rstd, epsilon);
    gradient_of(d, read_values<double>(run, 1), c, read_values<double>(run, 5), rstd, read_values<double>(run, 4),
                read_values<double>(run, 3), read_values<double>(run, 2), true);
    write_values(run, 0, d.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_infer_back(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 3, 1) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 3, 1, 1)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon", 1e-4)](RunContext &run) {
    Reals d = read_values<double>(run, 0), rstd = read_values<double>(run, 2);
    const Reals scale = read_values<double>(run, 1);
    invert_roots(rstd, epsilon);
    for (size_t i = 0; i < d.size(); ++i) d[i] *= rstd[c.of(i)] * scale[c.of(i)];
    write_values(run, 0, d.data());
    return true;
  });
}

/// Channels of several devices: sums of gradients, and what they say along the centred x.
std::unique_ptr<KernelState> prepare_device_sums(PrepareContext &ctx) {
  if (!are_numbers(ctx, 4, 2)) return nullptr;
  for (uint32_t i = 0; i < 4; ++i) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), ctx.input(0)->elements)) return nullptr;
    if (i < 2 && !has_elements(ctx, *ctx.output(i), ctx.output_name(i), ctx.input(0)->elements)) return nullptr;
  }
  return make_kernel([](RunContext &run) {
    const Reals sums = read_values<double>(run, 0), mean = read_values<double>(run, 2),
                rstd = read_values<double>(run, 3);
    Reals along = read_values<double>(run, 1);
    for (size_t i = 0; i < along.size(); ++i) along[i] -= sums[i] * mean[i];
    write_values(run, 0, along.data());
    for (size_t i = 0; i < along.size(); ++i) along[i] *= rstd[i];
    write_values(run, 1, along.data());
    return true;
  });
}
/// Statistics of devices with counts of their own.
std::unique_ptr<KernelState> prepare_counted(PrepareContext &ctx) {
  if (!are_numbers(ctx, 6, 2)) return nullptr;
  const Dims all = ctx.input(0)->shape;
  const int64_t channels = all.size() == 2 ? all[1] : 0;
  bool fits = all.size() == 2 && same_shape(ctx, *ctx.input(1), ctx.input_name(1), all) &&
              has_elements(ctx, *ctx.input(3), ctx.input_name(3), channels) &&
              has_elements(ctx, *ctx.input(5), ctx.input_name(5), channels) &&
              has_elements(ctx, *ctx.output(0), ctx.output_name(0), channels) &&
              has_elements(ctx, *ctx.output(1), ctx.output_name(1), channels);
  for (uint32_t i : {2U, 4U}) {
    if (fits && !broadcasts_to(*ctx.input(i), all))
      fits = ctx.refuse("%s: shape %s does not broadcast to %s", ctx.input_name(i),
                        KernelCall::dims_text(ctx.input(i)->shape), KernelCall::dims_text(all)) != nullptr;
  }
  if (!fits)
    return all.size() == 2 ? nullptr
                           : ctx.refuse("%s: shape %s; [devices, channels] is required", ctx.input_name(0),
                                        KernelCall::dims_text(all));
  return make_kernel(
      [momentum = ctx.float_attr("momentum", 0.1), epsilon = ctx.float_attr("epsilon", 1e-5)](RunContext &run) {
        const Dims shape = run.input(0)->shape;
        const auto channels_count = static_cast<size_t>(shape[1]);
        const Reals means = read_values<double>(run, 0), rstds = read_values<double>(run, 1),
                    counts = read_values<double>(run, 2, shape), mean = read_values<double>(run, 3),
                    total = read_values<double>(run, 4, shape);
        Reals rstd(channels_count), running = read_values<double>(run, 5);
        for (size_t k = 0; k < channels_count; ++k) {
          double squares = 0;
          for (size_t i = k; i < means.size(); i += channels_count) {
            const double own = 1 / (rstds[i] * rstds[i]) - epsilon;
            squares += counts[i] * (own + (means[i] - mean[k]) * (means[i] - mean[k]));
          }
          rstd[k] = 1 / std::sqrt(squares / total[k] + epsilon);
          running[k] = running[k] * (1 - momentum) + momentum * squares / (total[k] - 1);
        }
        write_values(run, 0, rstd.data());
        write_values(run, 1, running.data());
        return true;
      });
}

/// Each channel of each image by its own statistics; gamma and beta for each channel, or for each channel of each
/// image.
std::unique_ptr<KernelState> prepare_instance_norm(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 3, 3) || !read_channels(ctx, c)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const int64_t rows = x.shape[0] * c.count;
  for (uint32_t i = 1; i < 3; ++i) {
    const KernelTensor &t = *ctx.input(i);
    if (t.elements != c.count && !has_elements(ctx, t, ctx.input_name(i), rows)) return nullptr;
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), rows)) return nullptr;
  }
  if (!same_shape(ctx, *ctx.output(0), "y", x.shape)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon", 1e-6)](RunContext &run) {
    Reals values = read_values<double>(run, 0);
    const Reals gamma = read_values<double>(run, 1), beta = read_values<double>(run, 2);
    const auto images = static_cast<size_t>(run.input(0)->shape[0]), channels = static_cast<size_t>(c.count);
    const size_t per_image = images == 0 ? 0 : values.size() / images;
    Reals means, variances;
    for (size_t n = 0; n < images; ++n) {
      Reals image(values.begin() + static_cast<std::ptrdiff_t>(n * per_image),
                  values.begin() + static_cast<std::ptrdiff_t>((n + 1) * per_image));
      const auto own = [&](const Reals &of) {
        const size_t from = of.size() == channels ? 0 : n * channels;
        return Reals(of.begin() + static_cast<std::ptrdiff_t>(from),
                     of.begin() + static_cast<std::ptrdiff_t>(from + channels));
      };
      Reals mean, variance;
      statistics(image, c, mean, variance);
      normalise(image, c, mean, variance, own(gamma), own(beta), epsilon);
      std::copy(image.begin(), image.end(), values.begin() + static_cast<std::ptrdiff_t>(n * per_image));
      means.insert(means.end(), mean.begin(), mean.end());
      variances.insert(variances.end(), variance.begin(), variance.end());
    }
    write_values(run, 0, values.data());
    write_values(run, 1, means.data());
    write_values(run, 2, variances.data());
    return true;
  });
}

OPSTRATA_KERNEL(BatchNorm, prepare_batch_norm);
OPSTRATA_KERNEL(BatchNormGrad, prepare_batch_norm_back);
OPSTRATA_KERNEL(BNTrainingUpdateV3, prepare_update_v3);
OPSTRATA_KERNEL(BNTrainingUpdateGrad, prepare_update_back);
OPSTRATA_KERNEL(BN3DTrainingUpdateGrad, prepare_update_back);
OPSTRATA_KERNEL(BNTrainingReduceGrad, prepare_reduce_back);
OPSTRATA_KERNEL(BN3DTrainingReduceGrad, prepare_reduce_back);
OPSTRATA_KERNEL(BNInferGrad, prepare_infer_back);
OPSTRATA_KERNEL(SyncBatchNormBackwardReduce, prepare_device_sums);
OPSTRATA_KERNEL(SyncBatchNormGatherStatsWithCounts, prepare_counted);
OPSTRATA_KERNEL(InstanceNorm, prepare_instance_norm);
OPSTRATA_KERNEL(InstanceNormV3, prepare_instance_norm);

}  // namespace
}  // namespace opstrata::operators
