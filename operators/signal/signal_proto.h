/// @file
/// Prototypes of Fourier transforms.
#ifndef OPSTRATA_OPERATORS_SIGNAL_PROTO_H_
#define OPSTRATA_OPERATORS_SIGNAL_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y [..., n / 2 + 1, 2] = the first frequencies of the Fourier transform of the last dimension of x, real and imaginary
 * parts; x is cut to n elements or filled up with zeros. norm: 1 as it is, 2 divided by n, 3 by the root of n. dft: the
 * matrix of the transform, which is of no matter here.
 */
REG_OP(Rfft1D)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16}))
    .OPTIONAL_INPUT(dft, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16}))
    .REQUIRED_ATTR(n, Int)
    .ATTR(norm, Int, 1)
    .OP_END_FACTORY_REG(Rfft1D)

    /**
     * y [batch, frequencies, frames] (and 2, without return_complex) = the Fourier transforms of n_fft elements of x
     * each, which begin hop_length apart, times window. A window of win_length elements stands in the middle, with
     * zeros around; without one it is ones. normalized: divided by the root of n_fft. onesided: the first n_fft / 2 + 1
     * frequencies. hop_length 0: n_fft / 4; win_length 0: n_fft. plan: the matrix of the transform, which is of no
     * matter here.
     */
    REG_OP(STFT)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OPTIONAL_INPUT(plan, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OPTIONAL_INPUT(window, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(hop_length, Int, 0)
    .ATTR(win_length, Int, 0)
    .ATTR(normalized, Bool, false)
    .ATTR(onesided, Bool, true)
    .ATTR(return_complex, Bool, true)
    .REQUIRED_ATTR(n_fft, Int)
    .OP_END_FACTORY_REG(STFT)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SIGNAL_PROTO_H_
