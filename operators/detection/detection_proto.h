/// @file
/// Prototypes of boxes and of regions of images. A box is two corners x1, y1, x2, y2, or with `trans` its centre, width
/// and height, in points.
#ifndef OPSTRATA_OPERATORS_DETECTION_PROTO_H_
#define OPSTRATA_OPERATORS_DETECTION_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y [regions, channels, pooled_height, pooled_width] = features [n, channels, height, width] in the cells of regions:
 * the mean (pool_mode "avg") or the largest ("max") of sample_num x sample_num points of each cell, between whose four
 * neighbours is interpolated; sample_num 0: as many as the cell has points. rois [regions, 5]: number of the image and
 * box, which is multiplied by spatial_scale. roi_end_mode 0: as it is; 1: one point longer at its end; 2 and 3: half a
 * point before. Sides of 0 and 1 are at least 1. rois_n: rois [regions, 4] are boxes of one image after the other, so
 * many of each.
 */
REG_OP(ROIAlign)
    .INPUT(features, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(rois, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(rois_n, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .REQUIRED_ATTR(spatial_scale, Float)
    .REQUIRED_ATTR(pooled_height, Int)
    .REQUIRED_ATTR(pooled_width, Int)
    .ATTR(sample_num, Int, 2)
    .ATTR(roi_end_mode, Int, 1)
    .ATTR(pool_mode, String, "avg")
    .OP_END_FACTORY_REG(ROIAlign)

    /** xdiff, of xdiff_shape = the gradient of ROIAlign with pool_mode "avg" by its features. */
    REG_OP(ROIAlignGrad)
    .INPUT(ydiff, TensorType({DT_FLOAT}))
    .INPUT(rois, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(rois_n, TensorType({DT_INT32}))
    .OUTPUT(xdiff, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(xdiff_shape, ListInt)
    .REQUIRED_ATTR(pooled_width, Int)
    .REQUIRED_ATTR(pooled_height, Int)
    .REQUIRED_ATTR(spatial_scale, Float)
    .ATTR(sample_num, Int, 2)
    .ATTR(roi_end_mode, Int, 1)
    .OP_END_FACTORY_REG(ROIAlignGrad)

    /**
     * y [boxes, crop height, crop width, channels] = the parts of images x that boxes (y1, x1, y2, x2 in heights and
     * widths of the image) hold, resized to crop_size; method "bilinear" or "nearest". Points beyond the image are
     * extrapolation_value. Dimensions of x and y by the format of x, which is NHWC unless it is NCHW.
     */
    REG_OP(CropAndResize)
    .INPUT(x, TensorType({DT_UINT8, DT_UINT16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(box_index, TensorType({DT_INT32}))
    .INPUT(crop_size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(extrapolation_value, Float, 0.0f)
    .ATTR(method, String, "bilinear")
    .OP_END_FACTORY_REG(CropAndResize)

    /**
     * overlap [gtboxes, bboxes] = common area of each pair, divided by that of both together (mode "iou") or by that of
     * the box of gtboxes ("iof"). Sides are one point longer than the difference of the corners.
     */
    REG_OP(Iou)
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(overlap, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(Iou)

    /** Iou where sides are eps longer than the difference of the corners. aligned: overlap [boxes, 1] of the pairs of
       equal numbers. */
    REG_OP(IouV2)
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(overlap, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(mode, String, "iou")
    .ATTR(eps, Float, 1.0f)
    .ATTR(aligned, Bool, false)
    .OP_END_FACTORY_REG(IouV2)

    /**
     * overlap [gtboxes, bboxes] (is_cross) or [1, boxes] of pairs = intersection over union, or over the box of gtboxes
     * (mode "iof"), less the share of the smallest box around both that neither covers. bboxes, gtboxes: [4, boxes].
     */
    REG_OP(GIoU)
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(overlap, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(GIoU)

    /** dbboxes, dgtboxes = the gradients of GIoU. */
    REG_OP(GIoUGrad)
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dbboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dgtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(GIoUGrad)

    /** GIoU with the square of the distance of the centres, divided by that of the diagonal of the smallest box around
       both, in place of the share. */
    REG_OP(DIoU)
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(overlap, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(DIoU)

    /** dbboxes, dgtboxes = the gradients of DIoU. */
    REG_OP(DIoUGrad)
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dbboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dgtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(DIoUGrad)

    /**
     * DIoU less a v, where v = (2 / pi * atan_sub)^2, a = v / (1 - iou + v), atan_sub = the angle of the diagonal of
     * the box of gtboxes less that of the box of bboxes, of their width over their height. atan_sub_flag: of no matter
     * here.
     */
    REG_OP(CIoU)
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(overlap, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(atan_sub, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .ATTR(atan_sub_flag, Bool, false)
    .OP_END_FACTORY_REG(CIoU)

    /** dbboxes, dgtboxes = the gradients of CIoU, where a counts as a number. atan_sub: computed anew. */
    REG_OP(CIoUGrad)
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(gtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(atan_sub, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dbboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(dgtboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(trans, Bool, false)
    .ATTR(is_cross, Bool, true)
    .ATTR(mode, String, "iou")
    .OP_END_FACTORY_REG(CIoUGrad)

    /**
     * delats [boxes, 4] = how ground_truth_box lies to anchor_box: the difference of their centres in widths and
     * heights of the anchor, the logarithms of the quotients of their sides; less means, divided by stds. Sides are one
     * point longer than the difference of the corners.
     */
    REG_OP(BoundingBoxEncode)
    .INPUT(anchor_box, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(ground_truth_box, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(delats, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(means, ListFloat, {0.0, 0.0, 0.0, 0.0})
    .ATTR(stds, ListFloat, {1.0, 1.0, 1.0, 1.0})
    .OP_END_FACTORY_REG(BoundingBoxEncode)

    /**
     * bboxes = the boxes that BoundingBoxEncode describes by deltas relative to rois, inside of an image of max_shape
     * (height, width). Logarithms are not farther from 0 than that of wh_ratio_clip.
     */
    REG_OP(BoundingBoxDecode)
    .INPUT(rois, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(deltas, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(bboxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(means, ListFloat, {0.0, 0.0, 0.0, 0.0})
    .ATTR(stds, ListFloat, {1.0, 1.0, 1.0, 1.0})
    .REQUIRED_ATTR(max_shape, ListInt)
    .ATTR(wh_ratio_clip, Float, 0.016)
    .OP_END_FACTORY_REG(BoundingBoxDecode)

    /**
     * selected_mask [boxes] = 1 where no box before it that has 1 overlaps by more than iou_threshold; box_scores
     * [boxes, 5]: corners and scores, the largest score first. selected_boxes = box_scores, selected_idx = 0, 1, ...
     */
    REG_OP(NMSWithMask)
    .INPUT(box_scores, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(selected_boxes, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(selected_idx, TensorType({DT_INT32}))
    .OUTPUT(selected_mask, TensorType({DT_UINT8}))
    .ATTR(iou_threshold, Float, 0.5)
    .OP_END_FACTORY_REG(NMSWithMask)

    /**
     * selected_indices = at most max_output_size boxes, the largest score first, of which none overlaps one before it
     * by more than iou_threshold. boxes [boxes, 4]: y1, x1, y2, x2, any two opposite corners. Equal scores: the first.
     */
    REG_OP(NonMaxSuppression)
    .INPUT(boxes, TensorType({DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT}))
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(iou_threshold, Float, 0.5f)
    .OP_END_FACTORY_REG(NonMaxSuppression)

    /** NonMaxSuppression with iou_threshold as a tensor. */
    REG_OP(NonMaxSuppressionV2)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(NonMaxSuppressionV2)

    /** NonMaxSuppressionV2 of the boxes whose scores are larger than score_threshold. offset: sides are so much longer
       than the difference of the corners. */
    REG_OP(NonMaxSuppressionV3)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(score_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(offset, Int, 0)
    .OP_END_FACTORY_REG(NonMaxSuppressionV3)

    /** NonMaxSuppressionV3; valid_outputs = the number of selected boxes. pad_to_max_output_size: zeros behind them up
       to max_output_size. */
    REG_OP(NonMaxSuppressionV4)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(score_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OUTPUT(valid_outputs, TensorType({DT_INT32}))
    .ATTR(pad_to_max_output_size, Bool, false)
    .OP_END_FACTORY_REG(NonMaxSuppressionV4)

    /**
     * selected_indices [selected, 3] = image, class and box of what NonMaxSuppressionV3 selects for each class of each
     * image. boxes [images, boxes, 4], scores [images, classes, boxes]. max_output_size of a class: 0 unless given;
     * iou_threshold: 0 unless given; without score_threshold all scores count. center_point_box 1: boxes are x, y of
     * the centre, width, height. max_boxes_size: more than so many are not selected, 0: no limit.
     */
    REG_OP(NonMaxSuppressionV6)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(max_output_size, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(iou_threshold, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(score_threshold, TensorType({DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(center_point_box, Int, 0)
    .ATTR(max_boxes_size, Int, 0)
    .OP_END_FACTORY_REG(NonMaxSuppressionV6)

    /** y [points, channels, samples] = the features [all, channels] that indices [points, samples] name inside of the
       batch of the point; batches have so many features and points as the counts say. */
    REG_OP(StackGroupPoints)
    .INPUT(features, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(features_batch_cnt, TensorType({DT_INT32, DT_INT64}))
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .INPUT(indices_batch_cnt, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(StackGroupPoints)

    /** grad_y [n, channels, m] = the sums of grad_x [n, channels, points] times weight [n, points, 3] over the three
       points that idx [n, points, 3] names for each. */
    REG_OP(ThreeInterpolateBackward)
    .INPUT(grad_x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .INPUT(weight, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(grad_y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .REQUIRED_ATTR(m, Int)
    .OP_END_FACTORY_REG(ThreeInterpolateBackward)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_DETECTION_PROTO_H_
