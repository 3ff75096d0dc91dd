// The operators of es-api section 7.4 as generated C functions would be: a constant table and one call. For tests.
#ifndef OPSTRATA_SRC_GRAPH_ES_TEST_OPERATORS_H_
#define OPSTRATA_SRC_GRAPH_ES_TEST_OPERATORS_H_

#include <initializer_list>
#include <vector>

#include "ge/esb_funcs.h"
#include "opstrata/es_node.h"

namespace test_operators {

using Value = OpstrataEsValue;

inline Value of_int(int64_t i) { return {i, 0, nullptr, 0, nullptr}; }
inline Value of_float(float f) { return {0, f, nullptr, 0, nullptr}; }
inline Value of_pointer(const void *p) { return {0, 0, p, 0, nullptr}; }
inline Value of_list(const void *p, int64_t num, const int64_t *inner = nullptr) { return {0, 0, p, num, inner}; }

template <size_t I, size_t O, size_t S, size_t A>
struct Table {
  OpstrataEsInput inputs[I ? I : 1];
  OpstrataEsOutput outputs[O ? O : 1];
  OpstrataEsSubgraph subgraphs[S ? S : 1];
  OpstrataEsAttr attrs[A ? A : 1];
  OpstrataEsNodeDescriptor descriptor(const char *type) const {
    return {sizeof(OpstrataEsNodeDescriptor), OPSTRATA_ES_NODE_VERSION, type, inputs, static_cast<int32_t>(I), outputs, static_cast<int32_t>(O),
            subgraphs, static_cast<int32_t>(S), attrs, static_cast<int32_t>(A)};
  }
};

inline OpstrataEsResult build(const OpstrataEsNodeDescriptor &op, EsCGraphBuilder *owner, const std::vector<Value> &args,
                              OpstrataEsResult *all = nullptr) {
  OpstrataEsResult results[4] = {};
  (void)OpstrataEsBuildNode(&op, owner, args.data(), static_cast<int32_t>(args.size()), all == nullptr ? results : all);
  return all == nullptr ? results[0] : all[0];
}

// REG_OP(Blend).INPUT(base).INPUT(layer).OPTIONAL_INPUT(mask).OUTPUT(out).REQUIRED_ATTR(mode, String).ATTR(alpha, Float, 0.5f)
//   .ATTR(axes, ListInt, {})
inline const Table<3, 1, 0, 3> kBlend{
    {{"base", OPSTRATA_ES_INPUT_REQUIRED, "T"}, {"layer", OPSTRATA_ES_INPUT_REQUIRED, "T"}, {"mask", OPSTRATA_ES_INPUT_OPTIONAL, "TensorType({DT_BOOL})"}},
    {{"out", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
    {},
    {{"mode", "String", OPSTRATA_ES_ATTR_STRING, 1, {}},
     {"alpha", "Float", OPSTRATA_ES_ATTR_FLOAT, 0, of_float(0.5F)},
     {"axes", "ListInt", OPSTRATA_ES_ATTR_LIST_INT, 0, of_list(nullptr, 0)}}};
inline EsCTensorHolder *EsBlend(EsCTensorHolder *base, EsCTensorHolder *layer, EsCTensorHolder *mask, const char *mode, float alpha,
                                const int64_t *axes, int64_t axes_num) {
  return build(kBlend.descriptor("Blend"), nullptr,
               {of_pointer(base), of_pointer(layer), of_pointer(mask), of_pointer(mode), of_float(alpha), of_list(axes, axes_num)})
      .tensor;
}

// REG_OP(SplitEven).INPUT(x).DYNAMIC_OUTPUT(part).OUTPUT(rest).REQUIRED_ATTR(count, Int)
inline const Table<1, 2, 0, 1> kSplitEven{{{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}},
                                          {{"part", OPSTRATA_ES_OUTPUT_DYNAMIC, "T"}, {"rest", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                                          {},
                                          {{"count", "Int", OPSTRATA_ES_ATTR_INT, 1, {}}}};
struct EsSplitEvenOutput {
  EsCTensorHolder **part;
  int64_t part_num;
  EsCTensorHolder *rest;
};
inline EsSplitEvenOutput EsSplitEven(EsCTensorHolder *x, int64_t part_num, int64_t count) {
  OpstrataEsResult results[2] = {};
  build(kSplitEven.descriptor("SplitEven"), nullptr, {of_pointer(x), of_int(part_num), of_int(count)}, results);
  return {results[0].tensors, results[0].num, results[1].tensor};
}

// REG_OP(Seed).OUTPUT(y).ATTR(value, Int, 7)
inline const Table<0, 1, 0, 1> kSeed{{}, {{"y", OPSTRATA_ES_OUTPUT_REQUIRED, "TensorType({DT_INT64})"}}, {}, {{"value", "Int", OPSTRATA_ES_ATTR_INT, 0, of_int(7)}}};
inline EsCTensorHolder *EsSeed(EsCGraphBuilder *owner, int64_t value) {
  return build(kSeed.descriptor("Seed"), owner, {of_int(value)}).tensor;
}

// REG_OP(Choose).INPUT(which).DYNAMIC_INPUT(input).DYNAMIC_OUTPUT(output).GRAPH(fallback).DYNAMIC_GRAPH(branches).ATTR(tags, ListString, {})
inline const Table<2, 1, 2, 1> kChoose{{{"which", OPSTRATA_ES_INPUT_REQUIRED, "TensorType({DT_INT32})"}, {"input", OPSTRATA_ES_INPUT_DYNAMIC, "TensorType::ALL()"}},
                                       {{"output", OPSTRATA_ES_OUTPUT_DYNAMIC, "TensorType::ALL()"}},
                                       {{"fallback", OPSTRATA_ES_SUBGRAPH_STATIC}, {"branches", OPSTRATA_ES_SUBGRAPH_DYNAMIC}},
                                       {{"tags", "ListString", OPSTRATA_ES_ATTR_LIST_STRING, 0, of_list(nullptr, 0)}}};
struct EsChooseOutput {
  EsCTensorHolder **output;
  int64_t output_num;
};
inline EsChooseOutput EsChoose(EsCTensorHolder *which, EsCTensorHolder **input, int64_t input_num, int64_t output_num, EsCGraph *fallback,
                               EsCGraph **branches, int64_t branches_num, const char **tags, int64_t tags_num) {
  const auto result = build(kChoose.descriptor("Choose"), nullptr,
                            {of_pointer(which), of_list(input, input_num), of_int(output_num), of_pointer(fallback),
                             of_list(branches, branches_num), of_list(tags, tags_num)});
  return {result.tensors, result.num};
}

// REG_OP(Tune).OPTIONAL_INPUT(x).OPTIONAL_INPUT(for).OUTPUT(x).ATTR(x, Int, 1).ATTR(steps, ListListInt, {{}, {}}).ATTR(out_type, Type, DT_FLOAT)
inline const int64_t *const kTuneRows[] = {nullptr, nullptr};
inline const int64_t kTuneRowSizes[] = {0, 0};
inline const Table<2, 1, 0, 3> kTune{{{"x", OPSTRATA_ES_INPUT_OPTIONAL, "T"}, {"for", OPSTRATA_ES_INPUT_OPTIONAL, "T"}},
                                     {{"x", OPSTRATA_ES_OUTPUT_REQUIRED, "T"}},
                                     {},
                                     {{"x", "Int", OPSTRATA_ES_ATTR_INT, 0, of_int(1)},
                                      {"steps", "ListListInt", OPSTRATA_ES_ATTR_LIST_LIST_INT, 0, of_list(kTuneRows, 2, kTuneRowSizes)},
                                      {"out_type", "Type", OPSTRATA_ES_ATTR_TYPE, 0, of_int(C_DT_FLOAT)}}};
inline EsCTensorHolder *EsTune(EsCTensorHolder *x, EsCTensorHolder *in_for, EsCGraphBuilder *owner, int64_t attr_x, const int64_t **steps,
                               int64_t steps_num, const int64_t *steps_inner_num, C_DataType out_type) {
  return build(kTune.descriptor("Tune"), owner,
               {of_pointer(x), of_pointer(in_for), of_int(attr_x), of_list(steps, steps_num, steps_inner_num), of_int(out_type)})
      .tensor;
}

// An operator without outputs and one with every attribute kind (defaults in the order of OpstrataEsAttrKind).
inline const Table<1, 0, 0, 0> kSink{{{"x", OPSTRATA_ES_INPUT_REQUIRED, "T"}}, {}, {}, {}};
inline EsCTensorHolder *EsSink(EsCTensorHolder *x) { return build(kSink.descriptor("Sink"), nullptr, {of_pointer(x)}).tensor; }

// REG_OP(While).DYNAMIC_INPUT(input).DYNAMIC_OUTPUT(output).GRAPH(cond).GRAPH(body)
inline const Table<1, 1, 2, 0> kWhile{{{"input", OPSTRATA_ES_INPUT_DYNAMIC, "TensorType::ALL()"}},
                                      {{"output", OPSTRATA_ES_OUTPUT_DYNAMIC, "TensorType::ALL()"}},
                                      {{"cond", OPSTRATA_ES_SUBGRAPH_STATIC}, {"body", OPSTRATA_ES_SUBGRAPH_STATIC}},
                                      {}};

}  // namespace test_operators

#endif  // OPSTRATA_SRC_GRAPH_ES_TEST_OPERATORS_H_
