/// @file
/// Prototypes of operators on the colours, neighbouring channels and windows of images. Images are [n, height, width,
/// channels] where no format says something else.
#ifndef OPSTRATA_OPERATORS_IMAGE_PROTO_H_
#define OPSTRATA_OPERATORS_IMAGE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the colours (three neighbours in the last dimension) as hue, saturation and value, all in [0, 1]. */
REG_OP(RGBToHSV)
    .INPUT(images, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(RGBToHSV)

    /** What RGBToHSV undoes. */
    REG_OP(HSVToRGB)
    .INPUT(images, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(HSVToRGB)

    /** y = the colours with delta added to their hues, which go round at 1. */
    REG_OP(AdjustHue)
    .INPUT(images, "T")
    .INPUT(delta, TensorType({DT_FLOAT}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AdjustHue)

    /** y = the colours with their saturations times scale, in [0, 1]. */
    REG_OP(AdjustSaturation)
    .INPUT(images, "T")
    .INPUT(scale, TensorType({DT_FLOAT}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AdjustSaturation)

    /**
     * y = (images - m) * contrast_factor + m, m being the mean of each channel of each image [height, width, channels].
     */
    REG_OP(AdjustContrast)
    .INPUT(images, "T")
    .INPUT(contrast_factor, TensorType({DT_FLOAT}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AdjustContrast)

    /**
     * y = x / (bias + alpha * s)^beta, s being the sum of the squares of x in the channels up to depth_radius away.
     * norm_region: only ACROSS_CHANNELS is supported.
     */
    REG_OP(LRN)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(depth_radius, Int, 5)
    .ATTR(bias, Float, 1.0f)
    .ATTR(alpha, Float, 1.0f)
    .ATTR(beta, Float, 0.5f)
    .ATTR(norm_region, String, "ACROSS_CHANNELS")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(LRN)

    /** The gradient of LRN with respect to x, by that of y. */
    REG_OP(LRNGrad)
    .INPUT(grads, "T")
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .ATTR(depth_radius, Int, 5)
    .ATTR(bias, Float, 1.0f)
    .ATTR(alpha, Float, 1.0f)
    .ATTR(beta, Float, 0.5f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(LRNGrad)

    /**
     * y[n, i, k] = the points of the window at place (i, k) one after another, each with its channels; zeros beyond the
     * image. Lists are [1, height, width, 1]; rates: the steps inside a window. padding: SAME or VALID.
     */
    REG_OP(ExtractImagePatches)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(ksizes, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .REQUIRED_ATTR(padding, String)
    .DATATYPE(T, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(ExtractImagePatches)

    /**
     * y = the largest of x + filter in the window at each place and of each channel; filter is [height, width,
     * channels]. Lists are [1, height, width, 1]. padding_mode: SAME, VALID or CALCULATED (by pads: top, bottom, left,
     * right). data_format: only NHWC is supported.
     */
    REG_OP(Dilation2D)
    .INPUT(x, "T")
    .INPUT(filter, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .ATTR(padding_mode, String, "SAME")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(ceil_mode, Bool, false)
    .ATTR(data_format, String, "NHWC")
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8, DT_UINT16}))
    .OP_END_FACTORY_REG(Dilation2D)

    /** The gradient of Dilation2D with respect to x; the first of several largest gets it. */
    REG_OP(Dilation2DBackpropInput)
    .INPUT(x, "T")
    .INPUT(filter, "T")
    .INPUT(out_backprop, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .ATTR(padding_mode, String, "SAME")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(ceil_mode, Bool, false)
    .ATTR(data_format, String, "NHWC")
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8, DT_UINT16}))
    .OP_END_FACTORY_REG(Dilation2DBackpropInput)

    /** The gradient of Dilation2D with respect to filter; the first of several largest gets it. */
    REG_OP(Dilation2DBackpropFilter)
    .INPUT(x, "T")
    .INPUT(filter, "T")
    .INPUT(out_backprop, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .ATTR(padding_mode, String, "SAME")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(ceil_mode, Bool, false)
    .ATTR(data_format, String, "NHWC")
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8, DT_UINT16}))
    .OP_END_FACTORY_REG(Dilation2DBackpropFilter)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_IMAGE_PROTO_H_
