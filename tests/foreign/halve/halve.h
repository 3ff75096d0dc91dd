#ifndef HALVE_L0_H_
#define HALVE_L0_H_
#include "opdev/op_executor.h"
namespace l0op {
const aclTensor *Halve(const aclTensor *x, const aclTensor *offset, int64_t times, bool onCpu, aclOpExecutor *executor);
}
#endif
