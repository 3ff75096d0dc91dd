/// @file
/// Prototypes of random operators. All are functions of their seeds (opstrata/philox.h): equal seeds give equal numbers. Operators with key
/// and counter take both as they are; those with seed and offset use the seed as key and the offset as the upper half of the counter; those
/// with attributes seed and seed2 likewise, 0 being a seed like any other.
#ifndef OPSTRATA_OPERATORS_RANDOM_PROTO_H_
#define OPSTRATA_OPERATORS_RANDOM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = uniform numbers of [0, 1). alg: 1 or 3, Philox. */
REG_OP(StatelessRandomUniformV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(key, TensorType({DT_UINT64}))
    .INPUT(counter, TensorType({DT_UINT64}))
    .INPUT(alg, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_DOUBLE}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessRandomUniformV2)

/**
 * y = numbers of the uniform distribution over [from, to). The key of the generator is seed, its counter offset, as in
 * StatelessRandomUniformV2. v3KernelMode: of no matter here.
 */
REG_OP(StatelessRandomUniformV3)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(seed, TensorType({DT_UINT64, DT_INT64}))
    .INPUT(offset, TensorType({DT_UINT64, DT_INT64}))
    .INPUT(from, TensorType({DT_FLOAT}))
    .INPUT(to, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .ATTR(dtype, Type, DT_FLOAT)
    .ATTR(v3KernelMode, Int, 0)
    .OP_END_FACTORY_REG(StatelessRandomUniformV3)

/** y = numbers of the standard normal distribution. */
REG_OP(StatelessRandomNormalV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(key, TensorType({DT_UINT64}))
    .INPUT(counter, TensorType({DT_UINT64}))
    .INPUT(alg, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessRandomNormalV2)

/** y = numbers of a normal distribution. */
REG_OP(StatelessRandomNormalV3)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(key, TensorType({DT_UINT64}))
    .INPUT(counter, TensorType({DT_UINT64}))
    .INPUT(mean, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .INPUT(stdev, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessRandomNormalV3)

/** y = numbers of the standard normal distribution between -2 and 2. */
REG_OP(StatelessTruncatedNormalV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(key, TensorType({DT_UINT64}))
    .INPUT(counter, TensorType({DT_UINT64}))
    .INPUT(alg, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessTruncatedNormalV2)

/** y = numbers of normal distributions: mean and std are one number each or one for every element. */
REG_OP(StatelessNormal)
    .INPUT(shape, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .INPUT(mean, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .INPUT(std, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessNormal)

/** y = uniform numbers of [from, to). */
REG_OP(StatelessUniform)
    .INPUT(shape, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .INPUT(from, TensorType({DT_DOUBLE}))
    .INPUT(to, TensorType({DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessUniform)

/** y = whole numbers of [from, to); without the two, of the non-negative ones that the type holds exactly. */
REG_OP(StatelessRandom)
    .INPUT(shape, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(from, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(to, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_INT64, DT_INT32, DT_INT16, DT_INT8, DT_UINT8, DT_BOOL}))
    .ATTR(dtype, Type, DT_INT32)
    .OP_END_FACTORY_REG(StatelessRandom)

/** y = 1 with probability prob, which is one number or one for every element, else 0. */
REG_OP(StatelessBernoulli)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(prob, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL, DT_FLOAT16, DT_FLOAT,
                           DT_DOUBLE, DT_BF16}))
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(StatelessBernoulli)

/** y = 1 with the probability x of each element, else 0. */
REG_OP(StatelessBernoulliV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL, DT_FLOAT16, DT_FLOAT,
                           DT_DOUBLE, DT_BF16}))
    .ATTR(dtype, Type, DT_UNDEFINED)
    .OP_END_FACTORY_REG(StatelessBernoulliV2)

/** y = the numbers 0 to n - 1 in random order. */
REG_OP(StatelessRandperm)
    .INPUT(n, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64, DT_INT32, DT_INT16, DT_UINT8, DT_INT8, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .ATTR(layout, Int, 0)
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(StatelessRandperm)

/** y = uniform numbers of [0, 1). */
REG_OP(RandomUniform)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomUniform)

/** y = numbers of the standard normal distribution. */
REG_OP(RandomStandardNormal)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .REQUIRED_ATTR(dtype, Type)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomStandardNormal)

/** y = numbers of the standard normal distribution between -2 and 2. */
REG_OP(TruncatedNormal)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(TruncatedNormal)

/** y = whole numbers of [min, max). */
REG_OP(RandomUniformInt)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(min, "T")
    .INPUT(max, "T")
    .OUTPUT(y, "T")
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(RandomUniformInt)

    /** y = uniform numbers of [0, 1). offset is added to seed2, and comes back with what has to be added for other
       numbers. */
    REG_OP(RandomUniformV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(offset, TensorType({DT_INT64}))
    .REQUIRED_ATTR(dtype, Int)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomUniformV2)

    /** y = numbers of the standard normal distribution. offset is added to seed2, and comes back with what has to be
       added for other numbers. */
    REG_OP(RandomStandardNormalV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(offset, TensorType({DT_INT64}))
    .REQUIRED_ATTR(dtype, Int)
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(RandomStandardNormalV2)

    /** y = numbers of the standard normal distribution between -2 and 2. offset is added to seed2, and comes back with
       what has to be added for other numbers. */
    REG_OP(TruncatedNormalV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(offset, TensorType({DT_INT64}))
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .ATTR(dtype, Int, 0)
    .OP_END_FACTORY_REG(TruncatedNormalV2)

    /** y = whole numbers of [min, max). offset as that of RandomUniformV2. */
    REG_OP(RandomUniformIntV2)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(min, "T")
    .INPUT(max, "T")
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, "T")
    .OUTPUT(offset, TensorType({DT_INT64}))
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(RandomUniformIntV2)

    /** self = numbers of the exponential distribution of the rate lambd. */
    REG_OP(StatelessExponential)
    .INPUT(self, "T")
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(self, "T")
    .ATTR(lambd, Float, 1.0f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(StatelessExponential)

    /** y = num_samples places in every row of x, each with a probability in proportion to its value. */
    REG_OP(StatelessSampleMultinomial)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .REQUIRED_ATTR(num_samples, Int)
    .OP_END_FACTORY_REG(StatelessSampleMultinomial)

    /** StatelessSampleMultinomial; without `replacement` a place counts once in a row. */
    REG_OP(MultinomialWithReplacement)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(seed, TensorType({DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .REQUIRED_ATTR(numsamples, Int)
    .ATTR(replacement, Bool, true)
    .OP_END_FACTORY_REG(MultinomialWithReplacement)

    /** out = count uniform numbers of [low, high), whole ones for integers. offset: the upper half of the counter. */
    REG_OP(DSARandomUniform)
    .INPUT(count, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_UINT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_UINT64}))
    .INPUT(low, "T")
    .INPUT(high, "T")
    .OUTPUT(out, "T")
    .ATTR(random_algorithm, String, "Philox")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(DSARandomUniform)

/** out = count numbers of a normal distribution. */
REG_OP(DSARandomNormal)
    .INPUT(count, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_UINT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_UINT64}))
    .INPUT(mean, "T")
    .INPUT(stdev, "T")
    .OUTPUT(out, "T")
    .ATTR(random_algorithm, String, "Philox")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(DSARandomNormal)

/** out = count numbers of a normal distribution within two deviations of its mean. */
REG_OP(DSARandomTruncatedNormal)
    .INPUT(count, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_UINT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_UINT64}))
    .INPUT(mean, "T")
    .INPUT(stdev, "T")
    .OUTPUT(out, "T")
    .ATTR(random_algorithm, String, "Philox")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(DSARandomTruncatedNormal)

/** out = count bits, the first one of a byte in its lowest place; each is 0 with probability dropout. */
REG_OP(DSAGenBitMask)
    .INPUT(count, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_UINT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_UINT64}))
    .INPUT(dropout, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(out, TensorType({DT_UINT8, DT_UINT1}))
    .ATTR(random_algorithm, String, "Philox")
    .ATTR(output_dtype, String, "uint8")
    .OP_END_FACTORY_REG(DSAGenBitMask)

/** y = bits for the elements of `shape`, in whole groups of 128; each is 1 with probability prob. */
REG_OP(DropOutGenMask)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(prob, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_UINT8}))
    .ATTR(seed, Int, 0)
    .ATTR(seed2, Int, 0)
    .OP_END_FACTORY_REG(DropOutGenMask)

/** DropOutGenMask with its seeds as inputs: the key is seed, the upper half of the counter seed1 + offset. */
REG_OP(StatelessDropOutGenMask)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(prob, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(seed, TensorType({DT_INT32, DT_INT64}))
    .INPUT(seed1, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_UINT8}))
    .OP_END_FACTORY_REG(StatelessDropOutGenMask)

/** y = x / keep_prob where the bit of the mask is 1, else 0. */
REG_OP(DropOutDoMask)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_UINT8, DT_UINT1}))
    .INPUT(keep_prob, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(DropOutDoMask)

/** y = x / keep_prob where the element of the mask is not 0, else 0. */
REG_OP(DropOutDoMaskV3)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_UINT8, DT_BOOL}))
    .INPUT(keep_prob, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(DropOutDoMaskV3)

/** DropOutDoMaskV3 with the probability as an attribute. */
REG_OP(DropOutDoMaskV3D)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_UINT8, DT_BOOL}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(keep_prob, Float)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(DropOutDoMaskV3D)

    /**
     * y = x / (1 - p), or 0 with probability p. mask: bits of the elements that stay, the first one of a byte in its
     * lowest place, in whole groups of 128. noise_shape does not count.
     */
    REG_OP(DropOutV3)
    .INPUT(x, "T")
    .OPTIONAL_INPUT(noise_shape, TensorType({DT_INT64}))
    .INPUT(p, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(seed, TensorType({DT_INT32, DT_INT64}))
    .INPUT(offset, TensorType({DT_INT64}))
    .OUTPUT(y, "T")
    .OUTPUT(mask, TensorType({DT_UINT8}))
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(DropOutV3)

    /** grad_x = grad_y * scale where the mask is set, else 0. */
    REG_OP(DropOutV3Grad)
    .INPUT(grad_y, "T")
    .INPUT(mask, TensorType({DT_UINT8, DT_UINT1}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .OUTPUT(grad_x, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(DropOutV3Grad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_RANDOM_PROTO_H_
