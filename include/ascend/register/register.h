/**
 * The registration headers in one: prototypes (REG_OP) and the functions of operators (IMPL_OP, IMPL_OP_INFERSHAPE). Find modules of
 * operator libraries recognise the installation by this file. Importers of other frameworks' models are not registered here.
 */
#ifndef INC_EXTERNAL_REGISTER_REGISTER_H_
#define INC_EXTERNAL_REGISTER_REGISTER_H_

#include "graph/operator_reg.h"
#include "register/op_impl_registry.h"

#endif  // INC_EXTERNAL_REGISTER_REGISTER_H_
