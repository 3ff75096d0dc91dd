/// @file
/// Contexts of tiling parse functions for tests (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_TILING_PARSE_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_TILING_PARSE_CONTEXT_FAKER_H_

#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "context_faker_base.h"

namespace gert {

class TilingParseContextFaker : public opstrata_testkit::ContextFaker<TilingParseContextFaker, OpTilingParseContextBuilder> {
 public:
  TilingParseContextFaker &CompiledJson(const ge::char_t *compiledJson) {
    OpTilingParseContextBuilder::CompiledJson(compiledJson);
    return *this;
  }
  /// A `fe::PlatFormInfos`.
  TilingParseContextFaker &PlatformInfo(const void *platformInfo) {
    OpTilingParseContextBuilder::PlatformInfo(platformInfo);
    return *this;
  }
  /// The object that the function fills.
  TilingParseContextFaker &CompiledInfo(const void *compiledInfo) {
    OpTilingParseContextBuilder::CompiledInfo(compiledInfo);
    return *this;
  }

  opstrata_testkit::ContextHolder<TilingParseContext> Build() {
    ApplyCounts();
    DescribeInputs();
    DescribeOutputs();
    return {OpTilingParseContextBuilder::Build(), keep_alive_};
  }
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_TILING_PARSE_CONTEXT_FAKER_H_
