/// @file
/// What is known about a compiled graph before it runs (es-api section 13.3, Session::GetCompiledGraphSummary).
#ifndef OPSTRATA_GE_GE_GRAPH_COMPILE_SUMMARY_H_
#define OPSTRATA_GE_GE_GRAPH_COMPILE_SUMMARY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {
/// Shapes are inferred at every run from the inputs that are fed, so a summary knows the memory of constants, the number of
/// streams and the declared output types; what depends on shapes is answered with FAILED.
class OPSTRATA_API CompiledGraphSummary {
 public:
  class SummaryData;
  explicit CompiledGraphSummary(std::shared_ptr<const SummaryData> data);

  /// Whether all shapes are known before a run.
  bool IsStatic() const;
  /// Bytes of the constants.
  Status GetConstMemorySize(size_t &size) const;
  /// Bytes of intermediate results: unknown before a run.
  Status GetFeatureMemorySize(size_t &size) const;
  Status GetStreamNum(size_t &num) const;
  /// Shapes of the outputs: unknown before a run.
  Status GetOutputShapes(std::vector<ge::Shape> &shapes) const;
  /// Data types of the outputs as the graph declares them.
  Status GetOutputDtypes(std::vector<ge::DataType> &dtypes) const;

 private:
  std::shared_ptr<const SummaryData> data_;
};
using CompiledGraphSummaryPtr = std::shared_ptr<CompiledGraphSummary>;
}  // namespace ge

#endif  // OPSTRATA_GE_GE_GRAPH_COMPILE_SUMMARY_H_
