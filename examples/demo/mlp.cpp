// Builds two graphs with the generated API of the shipped operators, runs them on the CPU and writes them as ONNX:
// a two-layer perceptron with softmax, and a product whose optional input (bias) is once left out and once used.
//   mlp [folder for the ONNX files]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "es_opstrata_ops.h"
#include "ge/ge_api.h"

using namespace ge::es;

namespace {

// Deterministic small values: ((i * step) mod 11 - 5) / 8, exact in float.
std::vector<float> Fill(int n, int step) {
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>((i * step) % 11 - 5) / 8;
  return values;
}

ge::Tensor HostTensor(const std::vector<float> &values, const std::vector<int64_t> &dims) {
  ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t *>(values.data()), values.size() * sizeof(float));
}

bool failed = false;

// Runs a graph and prints its first output beside the expected numbers (computed with PyTorch).
void RunAndCompare(ge::Session &session, uint32_t id, const ge::Graph &graph, const std::vector<ge::Tensor> &inputs,
                   const std::vector<float> &expected, const char *title) {
  std::vector<ge::Tensor> outputs;
  if (session.AddGraph(id, graph) != ge::SUCCESS || session.RunGraph(id, inputs, outputs) != ge::SUCCESS || outputs.empty()) {
    std::printf("      FAIL %s: %s\n", title, ge::GEGetErrorMsgV2().GetString());
    failed = true;
    return;
  }
  const float *got = reinterpret_cast<const float *>(outputs[0].GetData());
  const size_t n = outputs[0].GetSize() / sizeof(float);
  bool ok = n == expected.size();
  std::printf("      %s\n        computed ", title);
  for (size_t i = 0; i < n; ++i) std::printf(" % .6f", got[i]);
  std::printf("\n        expected ");
  for (float v : expected) std::printf(" % .6f", v);
  for (size_t i = 0; ok && i < n; ++i) ok = std::fabs(got[i] - expected[i]) <= 1e-6f;
  std::printf("   %s\n", ok ? "equal within 1e-6" : "DIFFERENT");
  failed = failed || !ok;
}

void WriteOnnx(const ge::Graph &graph, const std::string &path) {
  if (graph.SaveToFile(path.c_str()) != ge::GRAPH_SUCCESS) {
    std::printf("      FAIL writing %s\n", path.c_str());
    failed = true;
  }
}

}  // namespace

int main(int argc, char **argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  std::map<ge::AscendString, ge::AscendString> options;
  if (ge::GEInitialize(options) != ge::SUCCESS) {
    std::printf("      FAIL GEInitialize: %s\n", ge::GEGetErrorMsgV2().GetString());
    return EXIT_FAILURE;
  }
  {
    ge::Session session(options);

    // softmax(relu(x w1 + b1) w2 + b2)
    EsGraphBuilder builder("mlp");
    auto x = builder.CreateInput(0, "x", ge::DT_FLOAT, ge::FORMAT_ND, {2, 4});
    auto hidden = Relu(MatMul(x, builder.CreateConst(Fill(32, 3), {4, 8}), builder.CreateConst(Fill(8, 5), {8})));
    auto logits = MatMul(hidden, builder.CreateConst(Fill(24, 4), {8, 3}), builder.CreateConst(Fill(3, 9), {3}));
    auto mlp = builder.BuildAndReset({SoftmaxV2(logits)});
    RunAndCompare(session, 1, *mlp, {HostTensor(Fill(8, 7), {2, 4})},
                  {0.0862935707f, 0.68944031f, 0.224266082f, 0.0820679665f, 0.51868552f, 0.399246484f},
                  "two-layer perceptron with softmax");
    WriteOnnx(*mlp, folder + "/mlp.onnx");

    const std::vector<ge::Tensor> inputs = {HostTensor(Fill(6, 7), {2, 3}), HostTensor(Fill(12, 3), {3, 4})};
    EsGraphBuilder without("product");
    auto a = without.CreateInput(0, "a", ge::DT_FLOAT, ge::FORMAT_ND, {2, 3});
    auto b = without.CreateInput(1, "b", ge::DT_FLOAT, ge::FORMAT_ND, {3, 4});
    auto product = without.BuildAndReset({MatMul(a, b)});
    RunAndCompare(session, 2, *product, inputs,
                  {0.359375f, 0.125f, -0.109375f, 0, -0.3125f, -0.171875f, -0.03125f, 0.625f}, "product, bias left out");

    EsGraphBuilder with("product_bias");
    a = with.CreateInput(0, "a", ge::DT_FLOAT, ge::FORMAT_ND, {2, 3});
    b = with.CreateInput(1, "b", ge::DT_FLOAT, ge::FORMAT_ND, {3, 4});
    auto biased = with.BuildAndReset({MatMul(a, b, Fill(4, 5))});
    RunAndCompare(session, 3, *biased, inputs,
                  {-0.265625f, 0.125f, 0.515625f, -0.125f, -0.9375f, -0.171875f, 0.59375f, 0.5f}, "product, bias given");
    WriteOnnx(*biased, folder + "/product_bias.onnx");
  }
  ge::GEFinalize();
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
