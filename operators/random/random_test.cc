#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opstrata/philox.h"
#include "support/golden_run.h"
#include "support/op_run.h"
#include "support/two_phase.h"

namespace l0op {
namespace {

OP_TYPE_REGISTER(DSARandomUniform);

/// As operator libraries launch it: numbers and scalars as inputs, a number as attribute.
void Uniform(uint64_t count, uint64_t seed, uint64_t offset, const aclScalar *low, const aclScalar *high,
             const aclTensor *out, aclOpExecutor *executor) {
  ADD_TO_LAUNCHER_LIST_DSA(DSARandomUniform, OP_INPUT(count, seed, offset, low, high), OP_OUTPUT(out), OP_ATTR(0));
}

}  // namespace
}  // namespace l0op

namespace opstrata::operators {
namespace {

using random::philox;

TEST(Random, MatchesTheReference) { EXPECT_EQ(run_operator_golden("random", rounded_once).size(), 32u); }

/// The known answers that come with the published implementation (Random123, kat_vectors).
constexpr std::array<uint32_t, 4> kOfZeros = {0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8};

TEST(Random, PhiloxGivesThePublishedAnswers) {
  EXPECT_EQ(philox(0, 0, 0), kOfZeros);
  EXPECT_EQ(philox(UINT64_MAX, UINT64_MAX, UINT64_MAX),
            (std::array<uint32_t, 4>{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox(0x299F31D0A4093822, 0x85A308D3243F6A88, 0x0370734413198A2E),
            (std::array<uint32_t, 4>{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(Random, EngineLaunchesTakeNumbersAsInputs) {
  DeviceTensor out(make_tensor<float>(ge::DT_FLOAT, {4}, {}), true);
  UniqueExecutor unique("random");
  l0op::Uniform(4, 0, 0, unique->AllocScalar(-1.0F), unique->AllocScalar(1.0F), out.handle(), unique.get());
  const uint64_t size = unique->GetWorkspaceSize();
  aclOpExecutor *executor = nullptr;
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0) << aclGetRecentErrMsg();
  std::vector<float> expected;
  for (uint32_t word : kOfZeros) expected.push_back(static_cast<float>(std::ldexp(word & 0x7FFFFFU, -23) * 2 - 1));
  EXPECT_EQ(difference(make_tensor(ge::DT_FLOAT, {4}, expected), out.download(), {}), "");
}

TEST(Random, BitsInBothTypes) {
  // Bit 22 of the first eight words of key 0, counter 0: the first four are the published ones, the others a
  // reference's.
  constexpr uint8_t kBits = 0x96;
  for (const bool bytes : {true, false}) {
    GoldenCase c;
    c.inputs = {make_tensor<int64_t>(ge::DT_INT64, {1}, {8}), make_tensor<uint64_t>(ge::DT_UINT64, {1}, {0}),
                make_tensor<uint64_t>(ge::DT_UINT64, {1}, {0}), make_tensor<float>(ge::DT_FLOAT, {1}, {0.5F})};
    c.outputs = {make_tensor<uint8_t>(bytes ? ge::DT_UINT8 : ge::DT_UINT1, {bytes ? 1 : 8}, {kBits})};
    GoldenAttr algorithm, type;
    algorithm.name = "random_algorithm";
    type.name = "output_dtype";
    algorithm.kind = type.kind = 's';
    algorithm.text = "Philox";
    type.text = bytes ? "uint8" : "uint1";
    c.attrs = {algorithm, type};
    c.ints["#host"] = {0};
    EXPECT_EQ(run_operator_case("DSAGenBitMask", c, {}), "") << (bytes ? "bytes" : "bits");
    // The engine writes so many bits to memory, of which the output may count numbers of any type.
    if (!bytes) continue;
    c.inputs[0] = make_tensor<int64_t>(ge::DT_INT64, {1}, {8});
    c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT, {1}, {kBits, kUntouched, kUntouched, kUntouched})};
    c.ints["#given"] = {1};
    EXPECT_EQ(run_operator_case("DSAGenBitMask", c, {}), "") << "floats";
  }
}

TEST(Random, ARangeWithoutNumbersFailsTheRun) {
  for (const int64_t max : {5, 4}) {
    GoldenCase c;
    c.inputs = {make_tensor<int64_t>(ge::DT_INT64, {1}, {3}), make_tensor<int64_t>(ge::DT_INT64, {}, {5}),
                make_tensor<int64_t>(ge::DT_INT64, {}, {max})};
    c.outputs = {make_tensor<int64_t>(ge::DT_INT64, {3}, {0, 0, 0})};
    GoldenAttr seed, seed2;
    seed.name = "seed";
    seed2.name = "seed2";
    seed.ints = seed2.ints = {1};
    c.attrs = {seed, seed2};
    c.ints["#host"] = {0};
    EXPECT_NE(run_operator_case("RandomUniformInt", c, {}), "") << max;
  }
}

/// A mask of bits that was filled up to a multiple of 128 bits, as masks are generated, may have more bytes than there are elements.
TEST(Random, GradientsTakeMasksThatAreFilledUp) {
  GoldenCase c;
  std::vector<uint8_t> mask(16, 0);
  mask[0] = 0b10110001;
  c.inputs = {make_tensor<float>(ge::DT_FLOAT, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), make_tensor<uint8_t>(ge::DT_UINT8, {16}, mask),
              make_tensor<float>(ge::DT_FLOAT, {1}, {2})};
  c.outputs = {make_tensor<float>(ge::DT_FLOAT, {4, 2}, {2, 0, 0, 0, 10, 12, 0, 16})};
  c.ints["#host"] = {2};
  EXPECT_EQ(run_operator_case("DropOutV3Grad", c, {}), "");
}

/// The offset of a generated mask: one number, or both halves of the counter.
TEST(Random, OffsetsOfOneNumberOrTwo) {
  int count = 0;
  for (GoldenCase &c : read_golden("random")) {
    if (c.name.rfind("StatelessDropOutGenMask:", 0) != 0 || c.inputs.size() < 5 || !c.inputs[4].present || c.inputs[4].elements() != 1) continue;
    int64_t offset = 0;
    std::memcpy(&offset, c.inputs[4].data.data(), sizeof offset);
    c.inputs[4] = make_tensor<int64_t>(ge::DT_INT64, {2}, {0, offset});
    EXPECT_EQ(run_operator_case("StatelessDropOutGenMask", c, {}), "") << c.name;
    ++count;
  }
  EXPECT_GE(count, 1);
}

}  // namespace
}  // namespace opstrata::operators
