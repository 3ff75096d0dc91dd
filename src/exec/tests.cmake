opstrata_test(NAME exec_launch_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/launch_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_objects_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/objects_test.cc
  LIBS nnopbase graph ascendcl opstrata_base LABELS exec)
