/// @file
/// The other name of infershape_context_faker.h, which some repositories use (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_INFER_SHAPE_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_INFER_SHAPE_CONTEXT_FAKER_H_

#include "infershape_context_faker.h"

#endif  // OPSTRATA_TESTKIT_INFER_SHAPE_CONTEXT_FAKER_H_
