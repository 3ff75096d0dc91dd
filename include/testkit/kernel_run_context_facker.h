/// @file
/// Every faker of the kit under the name (spelled so) by which many tests include them (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_FACKER_H_
#define OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_FACKER_H_

#include "infer_datatype_context_faker.h"
#include "infer_shaperange_context_faker.h"
#include "infershape_context_faker.h"
#include "kernel_run_context_holder.h"
#include "tiling_context_faker.h"
#include "tiling_parse_context_faker.h"

#endif  // OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_FACKER_H_
