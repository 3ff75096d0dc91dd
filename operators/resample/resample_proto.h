/// @file
/// Prototypes of operators that read images at other places than those of their points: resizing, and sampling by a
/// grid of places. Images are [n, channels, sizes...] unless their format has the channels last (NHWC, NDHWC).
#ifndef OPSTRATA_OPERATORS_RESAMPLE_PROTO_H_
#define OPSTRATA_OPERATORS_RESAMPLE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x with its height and width made `size`, each point that of x nearest to its place. Place i of an image of n
 * points whose original has m lies at i * m / n of the original; with align_corners at i * (m - 1) / (n - 1), rounded;
 * with half_pixel_centers at (i + 0.5) * m / n. The first and last form round down. scales: if positive, they are taken
 * in place of n / m.
 */
REG_OP(ResizeNearestNeighborV2)
    .INPUT(x, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                          DT_BF16}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                           DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2)

/** y = the gradient of ResizeNearestNeighborV2 for an image of `size`: each point gets the sum of the grads of
   those that read it. */
REG_OP(ResizeNearestNeighborV2Grad)
    .INPUT(grads, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT,
                              DT_DOUBLE, DT_BF16}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                           DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2Grad)

/**
 * y = x with its height and width made `size`, linear between the points of x. Places as ResizeNearestNeighborV2
 * has them, but that half_pixel_centers gives (i + 0.5) * m / n - 0.5. Integers are rounded to the nearest. dtype:
 * data type of y.
 */
REG_OP(ResizeBilinearV2)
    .INPUT(x, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                          DT_BF16}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_UINT8, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .ATTR(dtype, Type, DT_FLOAT)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeBilinearV2)

/** y = the gradient of ResizeBilinearV2 for an image like original_image. */
REG_OP(ResizeBilinearV2Grad)
    .INPUT(grads, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(original_image, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeBilinearV2Grad)

/**
 * y = x with its height and width made `size`, by cubic convolution (a = -0.75) over four points in each direction;
 * beyond the border lie the points of the border. Centres of points are at halves, with align_corners the outermost
 * points stay where they are.
 */
REG_OP(ResizeBicubicV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeBicubicV2)

/** y = the gradient of ResizeBicubicV2 for an image like original_image. */
REG_OP(ResizeBicubicV2Grad)
    .INPUT(grads, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(original_image, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(scales, ListFloat, {0.0f, 0.0f})
    .OP_END_FACTORY_REG(ResizeBicubicV2Grad)

/**
 * y = x [n, channels, length] with its length made `size`, linear between the points of x. Centres of points are at
 * halves, with align_corners the outermost points stay where they are.
 */
REG_OP(ResizeLinear)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(scale, Float, 0.0f)
    .OP_END_FACTORY_REG(ResizeLinear)

/** y = the gradient of ResizeLinear for a tensor like original_image. */
REG_OP(ResizeLinearGrad)
    .INPUT(grads, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(original_image, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(align_corners, Bool, false)
    .ATTR(scale, Float, 0.0f)
    .OP_END_FACTORY_REG(ResizeLinearGrad)

/** y = x with its depth, height and width made `size`, linear between the points of x; places as ResizeBilinearV2
   has them. */
REG_OP(ResizeTrilinear)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeTrilinear)

/**
 * y = x with its depth, height and width made output_size, or, where that is empty, multiplied by `scales` and
 * rounded down: each point that of x at i * m / n, rounded down.
 */
REG_OP(UpsampleNearest3d)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_BF16}))
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest3d)

/** y = the gradient of UpsampleNearest3d for an image of input_size, [n, channels, depth, height, width]. */
REG_OP(UpsampleNearest3dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_BF16}))
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest3dGrad)

/** y = x with its depth, height and width made output_size: each point that of x at (i + 0.5) * m / n, rounded
   down. */
REG_OP(UpsampleNearestExact3d)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(scale_d, Float, 0.0f)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleNearestExact3d)

/** y = the gradient of UpsampleNearestExact3d for an image of input_size, [n, channels, depth, height, width]. */
REG_OP(UpsampleNearestExact3dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(output_size, ListInt, {0, 0, 0})
    .ATTR(scales, ListFloat, {0.0f, 0.0f, 0.0f})
    .OP_END_FACTORY_REG(UpsampleNearestExact3dGrad)

/**
 * y = x [n, channels, height, width] with its height and width made output_size: each point that of x at i * m / n, rounded
 * down; with exact_mode at (i + 0.5) * m / n. Scales that are positive count in place of n / m.
 */
REG_OP(UpsampleNearest)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .ATTR(exact_mode, Bool, false)
    .OP_END_FACTORY_REG(UpsampleNearest)

/** y = the gradient of UpsampleNearest for an image of input_size, [n, channels, height, width]. */
REG_OP(UpsampleNearest2dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(output_size, ListInt, {})
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .ATTR(exact_mode, Bool, false)
    .OP_END_FACTORY_REG(UpsampleNearest2dGrad)

/**
 * y[n, :, i, j] = the image x[n] at the place grid[n, i, j], which is (x, y): -1 and 1 are the borders of the
 * image, or with align_corners the centres of its outermost points. interpolation_mode: "bilinear", "nearest" or
 * "bicubic" (a = -0.75). padding_mode says what lies beyond the border: "zeros", "border" (the nearest point of the
 * border) or "reflection".
 */
REG_OP(GridSampler2D)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(grid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler2D)

/**
 * GridSampler2D for images x [n, channels, height, width] with a grid [n, ..., 2], and for [n, channels, depth,
 * height, width] with a grid [n, ..., 3] (not "bicubic"). channel_last: the channels of x are its last dimension; y
 * has them second in any case. scheduler_mode is of no matter here.
 */
REG_OP(GridSample)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(grid, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .ATTR(channel_last, Bool, false)
    .ATTR(scheduler_mode, Int, 1)
    .OP_END_FACTORY_REG(GridSample)

/** GridSampler2D for images [n, channels, depth, height, width] and a grid [n, d, h, w, 3] of places (x, y, z); not
   "bicubic". */
REG_OP(GridSampler3D)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(grid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler3D)

/** dx, dgrid = the gradients of GridSampler2D with respect to x and grid; that of grid is 0 for "nearest". */
REG_OP(GridSampler2DGrad)
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(grid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .OUTPUT(dx, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .OUTPUT(dgrid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler2DGrad)

/** dx, dgrid = the gradients of GridSampler3D with respect to x and grid; that of grid is 0 for "nearest". */
REG_OP(GridSampler3DGrad)
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(grid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(dx, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(dgrid, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler3DGrad)

/** y = x [n, channels, height, width] resized to output_size, with interpolation between the four points around each place: centres of points at halves, or with align_corners the outermost ones of both on each other. Scales that are positive count in place of the quotients of the sizes. */
REG_OP(UpsampleBilinear2d)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBilinear2d)

/** grad_input = the gradient of UpsampleBilinear2d for an image of input_size, [n, channels, height, width]. */
REG_OP(UpsampleBilinear2dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBilinear2dGrad)

/** UpsampleBilinear2d with cubic interpolation (a = -0.75) between sixteen points. */
REG_OP(UpsampleBicubic2d)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBicubic2d)

/** grad_input = the gradient of UpsampleBicubic2d for an image of input_size. */
REG_OP(UpsampleBicubic2dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBicubic2dGrad)

/** UpsampleBilinear2d with a filter that grows as the image shrinks, so that all of its points count. */
REG_OP(UpsampleBilinear2dAA)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBilinear2dAA)

/** grad_input = the gradient of UpsampleBilinear2dAA for an image of input_size. */
REG_OP(UpsampleBilinear2dAABackward)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBilinear2dAABackward)

/** UpsampleBilinear2dAA with a cubic filter (a = -0.5). */
REG_OP(UpsampleBicubic2dAA)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBicubic2dAA)

/** grad_input = the gradient of UpsampleBicubic2dAA for an image of input_size. */
REG_OP(UpsampleBicubic2dAAGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scales_h, Float, 0.0f)
    .ATTR(scales_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleBicubic2dAAGrad)

/** UpsampleBilinear2d in one direction: x [n, channels, length]. */
REG_OP(UpsampleLinear1d)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scale, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleLinear1d)

/** UpsampleBilinear2d in three directions: x [n, channels, depth, height, width]. */
REG_OP(ResizeUpsampleTrilinear)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scale_d, Float, 0.0f)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(ResizeUpsampleTrilinear)

/** grad_input = the gradient of ResizeUpsampleTrilinear for an image of input_size. */
REG_OP(UpsampleTrilinear3dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(scale_d, Float, 0.0f)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleTrilinear3dGrad)

/** grad_input = the gradient of UpsampleNearest with exact_mode for an image of input_size. */
REG_OP(UpsampleNearestExact2dGrad)
    .INPUT(grad_output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(grad_input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .REQUIRED_ATTR(output_size, ListInt)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(scale_h, Float, 0.0f)
    .ATTR(scale_w, Float, 0.0f)
    .OP_END_FACTORY_REG(UpsampleNearestExact2dGrad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_RESAMPLE_PROTO_H_
