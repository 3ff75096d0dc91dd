opstrata_test(NAME proto_reg_op_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/reg_op_test.cc LIBS graph opstrata_base LABELS proto)
opstrata_test(NAME proto_values_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/values_test.cc LIBS graph opstrata_base LABELS proto)
opstrata_test(NAME proto_literals_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/literals_test.cc LIBS graph opstrata_base LABELS proto)
