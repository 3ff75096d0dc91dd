// Normalisations by the mean of squares, by groups and batches, and gradients.
#include <algorithm>
#include <cmath>
#include <vector>

#include "norm/groups.h"

namespace opstrata::operators {
namespace {

/// `Adds`: x is the sum of two inputs and an output, too. `Shift` is added to gamma.
template <bool Adds, int Shift = 0>
std::unique_ptr<KernelState> prepare_rms(PrepareContext &ctx) {
  constexpr uint32_t kGamma = Adds ? 2 : 1;
  int64_t rows = 0;
  if (!are_numbers(ctx, kGamma + 1, Adds ? 3 : 2) || !read_rows(ctx, *ctx.input(0), *ctx.input(kGamma), rows))
    return nullptr;
  const Dims shape = ctx.input(0)->shape;
  if (!same_shape(ctx, *ctx.output(0), "y", shape) || !has_elements(ctx, *ctx.output(1), "rstd", rows) ||
      (Adds && (!same_shape(ctx, *ctx.input(1), "x2", shape) || !same_shape(ctx, *ctx.output(2), "x", shape)))) {
    return nullptr;
  }
  // The sum is rounded before it is normalised, as it would be between two operators.
  const UnaryRow narrow = conversion(ge::DT_DOUBLE, ctx.input(0)->dtype),
                 widen = conversion(ctx.input(0)->dtype, ge::DT_DOUBLE);
  return make_kernel([=, epsilon = ctx.float_attr("epsilon")](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    if (Adds) {
      const Reals other = read_values<double>(run, 1);
      const int64_t item = item_bytes(run.input(0)->dtype), n = run.input(0)->elements;
      for (size_t i = 0; i < x.size(); ++i) x[i] += other[i];
      std::vector<char> rounded(x.size() * static_cast<size_t>(item));
      narrow(reinterpret_cast<const char *>(x.data()), sizeof(double), rounded.data(), item, n);
      widen(rounded.data(), item, reinterpret_cast<char *>(x.data()), sizeof(double), n);
      write_values(run, 2, x.data());
    }
    const Reals gamma = read_values<double>(run, kGamma);
    const size_t n = gamma.size();
    Reals rstd(static_cast<size_t>(rows));
    run.parallel_for(rows, 64, [&](int64_t begin, int64_t end) {
      for (auto r = static_cast<size_t>(begin); r < static_cast<size_t>(end); ++r) {
        double squares = 0;
        for (size_t i = 0; i < n; ++i) squares += x[r * n + i] * x[r * n + i];
        rstd[r] = 1 / std::sqrt(squares / static_cast<double>(n) + epsilon);
        for (size_t i = 0; i < n; ++i) x[r * n + i] *= rstd[r] * (gamma[i] + Shift);
      }
    });
    write_values(run, 0, x.data());
    write_values(run, 1, rstd.data());
    return true;
  });
}

/// `Centred`: the mean was taken off, and there is a beta.
template <bool Centred>
std::unique_ptr<KernelState> prepare_grad(PrepareContext &ctx) {
  constexpr uint32_t kGamma = Centred ? 4 : 3;
  int64_t rows = 0;
  if (!are_numbers(ctx, kGamma + 1, Centred ? 3 : 2) || !read_rows(ctx, *ctx.input(1), *ctx.input(kGamma), rows))
    return nullptr;
  const KernelTensor &x = *ctx.input(1), &gamma = *ctx.input(kGamma);
  if (!same_shape(ctx, *ctx.input(0), "dy", x.shape) || !same_shape(ctx, *ctx.output(0), ctx.output_name(0), x.shape) ||
      !has_elements(ctx, *ctx.input(2), "rstd", rows) || (Centred && !has_elements(ctx, *ctx.input(3), "mean", rows)) ||
      !same_shape(ctx, *ctx.output(1), ctx.output_name(1), gamma.shape) ||
      (Centred && !same_shape(ctx, *ctx.output(2), ctx.output_name(2), gamma.shape))) {
    return nullptr;
  }
  const KernelSpan<bool> mask = ctx.bool_list_attr("output_mask");
  const auto wanted = [&](size_t i) { return i >= mask.size() || mask[i]; };
  return make_kernel([rows = static_cast<size_t>(rows), x_wanted = wanted(0), gamma_wanted = wanted(1),
                      beta_wanted = Centred && wanted(2)](RunContext &run) {
    const Reals dy = read_values<double>(run, 0), x_values = read_values<double>(run, 1),
                rstd = read_values<double>(run, 2);
    const Reals mean = Centred ? read_values<double>(run, 3) : Reals(rows, 0.0),
                scale = read_values<double>(run, kGamma);
    const size_t n = scale.size();
    Reals dx(dy.size()), dgamma(n, 0.0), dbeta(n, 0.0);
    for (size_t r = 0; r < rows; ++r) {
      // Of the gradient with respect to the normalised elements, what goes along with them (and with ones) is taken
      // off.
      double along = 0, sum = 0;
      const auto normal = [&](size_t i) { return (x_values[r * n + i] - mean[r]) * rstd[r]; };
      for (size_t i = 0; i < n; ++i) {
        const double d = dy[r * n + i];
        along += d * scale[i] * normal(i);
        sum += d * scale[i];
        dgamma[i] += d * normal(i);
        dbeta[i] += d;
      }
      const auto count = static_cast<double>(n);
      for (size_t i = 0; i < n; ++i)
        dx[r * n + i] =
            rstd[r] * (dy[r * n + i] * scale[i] - normal(i) * along / count - (Centred ? sum / count : 0.0));
    }
    if (x_wanted) write_values(run, 0, dx.data());
    if (gamma_wanted) write_values(run, 1, dgamma.data());
    if (beta_wanted) write_values(run, 2, dbeta.data());
    return true;
  });
}

/// Attribute num_groups, which divides the channels of x; 0 when it does not, which is refused.
int64_t channel_groups(PrepareContext &ctx, const KernelTensor &x) {
  const int64_t groups = ctx.int_attr("num_groups");
  if (x.rank() >= 2 && groups >= 1 && x.shape[1] % groups == 0) return groups;
  ctx.refuse("num_groups: %lld groups of channels of x %s", static_cast<long long>(groups), KernelCall::dims_text(x.shape));
  return 0;
}

/// Where `Activates`, x * sigmoid(scale * x) follows unless attribute activate_silu says no.
template <bool Activates>
std::unique_ptr<KernelState> prepare_group_norm(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 3)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const int64_t groups = channel_groups(ctx, x);
  if (groups == 0) return nullptr;
  const int64_t images = x.shape[0], channels = x.shape[1];
  for (uint32_t i : {1U, 2U}) {
    if (ctx.input(i) != nullptr &&
        (!check_numbers(ctx, i) || !has_elements(ctx, *ctx.input(i), ctx.input_name(i), channels)))
      return nullptr;
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), images * groups)) return nullptr;
  }
  if (!same_shape(ctx, *ctx.output(0), "y", x.shape)) return nullptr;
  return make_kernel([images, channels, groups, epsilon = ctx.float_attr("eps"),
                      activates = Activates && ctx.bool_attr("activate_silu", true),
                      scale = ctx.float_attr("swish_scale", 1)](RunContext &run) {
    Reals x_values = read_values<double>(run, 0);
    const auto all = static_cast<size_t>(channels);
    const Reals gamma = run.input(1) == nullptr ? Reals(all, 1.0) : read_values<double>(run, 1),
                beta = run.input(2) == nullptr ? Reals(all, 0.0) : read_values<double>(run, 2);
    const auto rows = static_cast<size_t>(images * groups), per_group = static_cast<size_t>(channels / groups);
    const size_t n = rows == 0 ? 0 : x_values.size() / rows, plane = per_group == 0 ? 0 : n / per_group;
    Reals mean(rows), rstd(rows);
    run.parallel_for(static_cast<int64_t>(rows), 1, [&](int64_t begin, int64_t end) {
      for (auto r = static_cast<size_t>(begin); r < static_cast<size_t>(end); ++r) {
        double *row = x_values.data() + r * n, sum = 0, squares = 0;
        for (size_t i = 0; i < n; ++i) sum += row[i];
        mean[r] = sum / static_cast<double>(n);
        for (size_t i = 0; i < n; ++i) squares += (row[i] - mean[r]) * (row[i] - mean[r]);
        rstd[r] = 1 / std::sqrt(squares / static_cast<double>(n) + epsilon);
        for (size_t i = 0; i < n; ++i) {
          const size_t channel = r % static_cast<size_t>(groups) * per_group + i / plane;
          const double v = (row[i] - mean[r]) * rstd[r] * gamma[channel] + beta[channel];
          row[i] = activates ? v / (1 + std::exp(-scale * v)) : v;
        }
      }
    });
    write_values(run, 0, x_values.data());
    write_values(run, 1, mean.data());
    write_values(run, 2, rstd.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_batch_sums(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 1, 2) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 1, 0, 2)) return nullptr;
  return make_kernel([c](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Reals sums(static_cast<size_t>(c.count), 0.0), squares = sums;
    for (size_t i = 0; i < x.size(); ++i) {
      sums[c.of(i)] += x[i];
      squares[c.of(i)] += x[i] * x[i];
    }
    write_values(run, 0, sums.data());
    write_values(run, 1, squares.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_batch_update(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 7, 5) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 7, 1, 5)) return nullptr;
  return make_kernel([c, factor = ctx.float_attr("factor"), epsilon = ctx.float_attr("epsilon")](RunContext &run) {
    Reals x = read_values<double>(run, 0), mean = read_values<double>(run, 1), variance = read_values<double>(run, 2);
    Reals running_mean = read_values<double>(run, 5), running_variance = read_values<double>(run, 6);
    const double n = c.count == 0 ? 0 : static_cast<double>(x.size()) / static_cast<double>(c.count);
    for (size_t k = 0; k < mean.size(); ++k) {
      mean[k] /= n;
      variance[k] = variance[k] / n - mean[k] * mean[k];
      running_mean[k] = running_mean[k] * (1 - factor) + mean[k] * factor;
      running_variance[k] =
          running_variance[k] * (1 - factor) + (n > 1 ? variance[k] * n / (n - 1) : variance[k]) * factor;
    }
    normalise(x, c, mean, variance, read_values<double>(run, 3), read_values<double>(run, 4), epsilon);
    write_values(run, 0, x.data());
    write_values(run, 1, running_mean.data());
    write_values(run, 2, running_variance.data());
    write_values(run, 3, mean.data());
    write_values(run, 4, variance.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_batch_infer(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 5, 1) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 5, 1, 1)) return nullptr;
  return make_kernel([c, epsilon = ctx.float_attr("epsilon")](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    normalise(x, c, read_values<double>(run, 3), read_values<double>(run, 4), read_values<double>(run, 1),
              read_values<double>(run, 2), epsilon);
    write_values(run, 0, x.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_gather(PrepareContext &ctx) {
  if (!are_numbers(ctx, 5, 4)) return nullptr;
  const KernelTensor &total = *ctx.input(0);
  const int64_t channels = ctx.input(3)->elements, devices = ctx.input(2)->elements;
  if (!has_elements(ctx, total, "total_sum", devices * channels) ||
      !same_shape(ctx, *ctx.input(1), "total_square_sum", total.shape) ||
      !has_elements(ctx, *ctx.input(4), "variance", channels)) {
    return nullptr;
  }
  for (uint32_t i = 0; i < 4; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), channels)) return nullptr;
  }
  return make_kernel([channels = static_cast<size_t>(channels), momentum = ctx.float_attr("momentum"),
                      epsilon = ctx.float_attr("eps")](RunContext &run) {
    const Reals sums = read_values<double>(run, 0), squares = read_values<double>(run, 1),
                counts = read_values<double>(run, 2);
    Reals mean(channels, 0.0), invstd(channels, 0.0), running_mean = read_values<double>(run, 3),
                                                      running_variance = read_values<double>(run, 4);
    double n = 0;
    for (double count : counts) n += count;
    for (size_t k = 0; k < channels; ++k) {
      double variance = 0;
      for (size_t d = 0; d < counts.size(); ++d) {
        mean[k] += sums[d * channels + k];
        variance += squares[d * channels + k];
      }
      mean[k] /= n;
      variance = variance / n - mean[k] * mean[k];
      invstd[k] = 1 / std::sqrt(variance + epsilon);
      running_mean[k] = running_mean[k] * (1 - momentum) + mean[k] * momentum;
      running_variance[k] =
          running_variance[k] * (1 - momentum) + (n > 1 ? variance * n / (n - 1) : variance) * momentum;
    }
    write_values(run, 0, mean.data());
    write_values(run, 1, invstd.data());
    write_values(run, 2, running_mean.data());
    write_values(run, 3, running_variance.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_batch_back(PrepareContext &ctx) {
  if (!are_numbers(ctx, 7, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(1);
  Channels c;
  if (!same_shape(ctx, *ctx.input(0), "grad_output", x.shape) ||
      !same_shape(ctx, *ctx.output(0), "grad_input", x.shape) || !read_channels(ctx, c))
    return nullptr;
  for (uint32_t i = 2; i < 7; ++i) {
    if (ctx.input(i)->shape != x.shape && !has_elements(ctx, *ctx.input(i), ctx.input_name(i), c.count)) return nullptr;
  }
  return make_kernel([c](RunContext &run) {
    Reals grad = read_values<double>(run, 0);
    const Reals x_values = read_values<double>(run, 1);
    Reals other[5];
    for (uint32_t i = 0; i < 5; ++i) other[i] = read_values<double>(run, i + 2);
    const auto at = [&](size_t which, size_t i) {
      return other[which][other[which].size() == x_values.size() ? i : c.of(i)];
    };
    for (size_t i = 0; i < grad.size(); ++i) {
      const double invstd = at(1, i);
      grad[i] = (grad[i] - at(3, i) - (x_values[i] - at(0, i)) * invstd * invstd * at(4, i)) * invstd * at(2, i);
    }
    write_values(run, 0, grad.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_training(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 5, 5) || !read_channels(ctx, c) || !are_by_channel(ctx, c, 5, 1, 5)) return nullptr;
  return make_kernel([c, training = ctx.bool_attr("is_training", true), momentum = ctx.float_attr("momentum", 0.1),
                      epsilon = ctx.float_attr("epsilon", 1e-5)](RunContext &run) {
    Reals x = read_values<double>(run, 0), running_mean = read_values<double>(run, 3),
          running_variance = read_values<double>(run, 4);
    Reals mean = running_mean, variance = running_variance;
    const double n = c.count == 0 ? 0 : static_cast<double>(x.size()) / static_cast<double>(c.count);
    if (training) {
      std::fill(mean.begin(), mean.end(), 0.0);
      variance = mean;
      for (size_t i = 0; i < x.size(); ++i) mean[c.of(i)] += x[i] / n;
      for (size_t i = 0; i < x.size(); ++i) variance[c.of(i)] += (x[i] - mean[c.of(i)]) * (x[i] - mean[c.of(i)]) / n;
      for (size_t k = 0; k < mean.size(); ++k) {
        running_mean[k] = running_mean[k] * (1 - momentum) + mean[k] * momentum;
        running_variance[k] =
            running_variance[k] * (1 - momentum) + (n > 1 ? variance[k] * n / (n - 1) : variance[k]) * momentum;
      }
    }
    normalise(x, c, mean, variance, read_values<double>(run, 1), read_values<double>(run, 2), epsilon);
    for (double &v : variance) v = 1 / std::sqrt(v + epsilon);
    write_values(run, 0, x.data());
    write_values(run, 1, running_mean.data());
    write_values(run, 2, running_variance.data());
    write_values(run, 3, mean.data());
    write_values(run, 4, variance.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_training_back(PrepareContext &ctx) {
  Channels c;
  if (!are_numbers(ctx, 7, 3) || !read_channels(ctx, c)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  if (!same_shape(ctx, *ctx.input(1), "x", shape) || !same_shape(ctx, *ctx.output(0), "dx", shape)) return nullptr;
  for (uint32_t i = 2; i < 7; ++i) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), c.count)) return nullptr;
  }
  for (uint32_t i = 1; i < 3; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), c.count)) return nullptr;
  }
  return make_kernel(
      [c, training = ctx.bool_attr("is_training", true), epsilon = ctx.float_attr("epsilon", 1e-5)](RunContext &run) {
        Reals d = read_values<double>(run, 0), rstd = read_values<double>(run, training ? 6 : 4);
        const Reals x = read_values<double>(run, 1), weight = read_values<double>(run, 2),
                    mean = read_values<double>(run, training ? 5 : 3);
        if (!training) {
          for (double &v : rstd) v = 1 / std::sqrt(v + epsilon);
        }
        Reals dweight(weight.size(), 0.0), dbias = dweight;
        const auto normal = [&](size_t i) { return (x[i] - mean[c.of(i)]) * rstd[c.of(i)]; };
        for (size_t i = 0; i < x.size(); ++i) {
          dweight[c.of(i)] += d[i] * normal(i);
          dbias[c.of(i)] += d[i];
        }
        const double n = c.count == 0 ? 0 : static_cast<double>(x.size()) / static_cast<double>(c.count);
        for (size_t i = 0; i < x.size(); ++i) {
          const size_t k = c.of(i);
          const double along = training ? (dbias[k] + normal(i) * dweight[k]) / n : 0;
          d[i] = (d[i] - along) * rstd[k] * weight[k];
        }
        write_values(run, 0, d.data());
        write_values(run, 1, dweight.data());
        write_values(run, 2, dbias.data());
        return true;
      });
}

std::unique_ptr<KernelState> prepare_add_layer_norm(PrepareContext &ctx) {
  int64_t rows = 0;
  if (!are_numbers(ctx, 4, 4) || !read_rows(ctx, *ctx.input(0), *ctx.input(2), rows)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  const KernelTensor *bias = ctx.input(4);
  if (!same_shape(ctx, *ctx.input(1), "x2", shape) || !same_shape(ctx, *ctx.input(3), "beta", ctx.input(2)->shape) ||
      !same_shape(ctx, *ctx.output(0), "y", shape) || !has_elements(ctx, *ctx.output(1), "mean", rows) ||
      !has_elements(ctx, *ctx.output(2), "rstd", rows))
    return nullptr;
  const bool writes = ctx.bool_attr("additional_output");
  if (writes && !same_shape(ctx, *ctx.output(3), "x", shape)) return nullptr;
  if (bias != nullptr && (!check_numbers(ctx, 4) || !broadcasts_to(*bias, shape)))
    return ctx.refuse("bias: shape %s does not broadcast to x1 %s", KernelCall::dims_text(bias->shape),
                      KernelCall::dims_text(shape));
  return make_kernel([=, epsilon = ctx.float_attr("epsilon", 1e-5)](RunContext &run) {
    const Dims dims = run.input(0)->shape;
    Reals x = read_values<double>(run, 0);
    const Reals other = read_values<double>(run, 1), gamma = read_values<double>(run, 2),
                beta = read_values<double>(run, 3);
    const Reals terms = run.input(4) == nullptr ? Reals(x.size(), 0.0) : read_values<double>(run, 4, dims);
    for (size_t i = 0; i < x.size(); ++i) x[i] += other[i] + terms[i];
    if (writes) write_values(run, 3, x.data());
    Reals mean(static_cast<size_t>(rows), 0.0), rstd = mean;
    normalise_rows(x, gamma, beta, epsilon, mean, rstd);
    write_values(run, 0, x.data());
    write_values(run, 1, mean.data());
    write_values(run, 2, rstd.data());
    return true;
  });
}

/// `Activates`: of what x * sigmoid(scale * x) follows, with beta as input 5.
template <bool Activates>
std::unique_ptr<KernelState> prepare_group_grad(PrepareContext &ctx) {
  if (!are_numbers(ctx, Activates ? 6 : 5, 3)) return nullptr;
  const KernelTensor &x = *ctx.input(3);
  const int64_t groups = channel_groups(ctx, x);
  if (groups == 0) return nullptr;
  const int64_t images = x.shape[0], channels = x.shape[1];
  if (!same_shape(ctx, *ctx.input(0), "dy", x.shape) || !same_shape(ctx, *ctx.output(0), "dx", x.shape) ||
      !has_elements(ctx, *ctx.input(1), "mean", images * groups) ||
      !has_elements(ctx, *ctx.input(2), "rstd", images * groups) ||
      !has_elements(ctx, *ctx.input(4), "gamma", channels) || !has_elements(ctx, *ctx.output(1), "dgamma", channels) ||
      !has_elements(ctx, *ctx.output(2), "dbeta", channels) ||
      (Activates && !has_elements(ctx, *ctx.input(5), "beta", channels)))
    return nullptr;
  return make_kernel([=, scale = ctx.float_attr("swish_scale", 1), x_wanted = ctx.bool_attr("dx_is_require", true),
                      gamma_wanted = ctx.bool_attr("dgamma_is_require", true),
                      beta_wanted = ctx.bool_attr("dbeta_is_require", true)](RunContext &run) {
    Reals d = read_values<double>(run, 0);
    const Reals mean = read_values<double>(run, 1), rstd = read_values<double>(run, 2),
                values = read_values<double>(run, 3), gamma = read_values<double>(run, 4);
    const Reals beta = Activates ? read_values<double>(run, 5) : Reals();
    const auto rows = static_cast<size_t>(images * groups), per_group = static_cast<size_t>(channels / groups);
    const size_t n = rows == 0 ? 0 : values.size() / rows, plane = per_group == 0 ? 0 : n / per_group;
    Reals dx(values.size()), dgamma(gamma.size(), 0.0), dbeta = dgamma;
    for (size_t r = 0; r < rows; ++r) {
      const auto channel = [&](size_t i) { return r % static_cast<size_t>(groups) * per_group + i / plane; };
      const auto normal = [&](size_t i) { return (values[r * n + i] - mean[r]) * rstd[r]; };
      double along = 0, sum = 0;
      for (size_t i = 0; i < n; ++i) {
        double &g = d[r * n + i];
        if (Activates) {
          const double v = normal(i) * gamma[channel(i)] + beta[channel(i)], share = 1 / (1 + std::exp(-scale * v));
          g *= share + scale * v * share * (1 - share);
        }
        dgamma[channel(i)] += g * normal(i);
        dbeta[channel(i)] += g;
        along += g * gamma[channel(i)] * normal(i);
        sum += g * gamma[channel(i)];
      }
      const auto count = static_cast<double>(n);
      for (size_t i = 0; i < n; ++i)
        dx[r * n + i] = rstd[r] * (d[r * n + i] * gamma[channel(i)] - (sum + normal(i) * along) / count);
    }
    if (x_wanted) write_values(run, 0, dx.data());
    if (gamma_wanted) write_values(run, 1, dgamma.data());
    if (beta_wanted) write_values(run, 2, dbeta.data());
    return true;
  });
}

OPSTRATA_KERNEL(GemmaRmsNorm, (prepare_rms<false, 1>));
OPSTRATA_KERNEL(InplaceAddRmsNorm, prepare_rms<true>);
OPSTRATA_KERNEL(BatchNormV3, prepare_training);
OPSTRATA_KERNEL(BatchNormGradV3, prepare_training_back);
OPSTRATA_KERNEL(AddLayerNorm, prepare_add_layer_norm);
OPSTRATA_KERNEL(InplaceAddLayerNorm, prepare_add_layer_norm);
OPSTRATA_KERNEL(GroupNormGrad, prepare_group_grad<false>);
OPSTRATA_KERNEL(GroupNormSwishGrad, prepare_group_grad<true>);
OPSTRATA_KERNEL(SyncBatchNormGatherStats, prepare_gather);
OPSTRATA_KERNEL(SyncBatchNormBackwardElemt, prepare_batch_back);
OPSTRATA_KERNEL(RmsNorm, prepare_rms<false>);
OPSTRATA_KERNEL(AddRmsNorm, prepare_rms<true>);
OPSTRATA_KERNEL(RmsNormGrad, prepare_grad<false>);
OPSTRATA_KERNEL(LayerNormGradV3, prepare_grad<true>);
OPSTRATA_KERNEL(GroupNormSilu, prepare_group_norm<true>);
OPSTRATA_KERNEL(GroupNormSwish, prepare_group_norm<true>);
OPSTRATA_KERNEL(GroupNormV2, prepare_group_norm<false>);
OPSTRATA_KERNEL(BNTrainingReduce, prepare_batch_sums);
OPSTRATA_KERNEL(BN3DTrainingReduce, prepare_batch_sums);
OPSTRATA_KERNEL(BNTrainingUpdate, prepare_batch_update);
OPSTRATA_KERNEL(BN3DTrainingUpdate, prepare_batch_update);
OPSTRATA_KERNEL(BNInfer, prepare_batch_infer);

}  // namespace
}  // namespace opstrata::operators
