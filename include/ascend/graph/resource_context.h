/**
 * @file
 * What operators that own a resource share during inference. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_RESOURCE_CONTEXT_H_
#define OPSTRATA_GRAPH_RESOURCE_CONTEXT_H_

namespace ge {

/// Base of the user's own resource descriptions, kept by name in an InferenceContext.
class ResourceContext {
 public:
  virtual ~ResourceContext() = default;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_RESOURCE_CONTEXT_H_
