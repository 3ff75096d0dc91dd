opstrata_test(NAME exec_launch_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/launch_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_objects_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/objects_test.cc
  LIBS nnopbase graph ascendcl opstrata_base LABELS exec)
if(BUILD_TESTING)
  # An operator library as consumers build theirs: the old string ABI, everything exported.
  add_library(exec_foreign_abi_library SHARED ${CMAKE_CURRENT_LIST_DIR}/foreign_abi_library.cc)
  target_compile_definitions(exec_foreign_abi_library PRIVATE _GLIBCXX_USE_CXX11_ABI=0)
  set_target_properties(exec_foreign_abi_library PROPERTIES CXX_STANDARD 17)
  target_compile_options(exec_foreign_abi_library PRIVATE -Wno-pedantic)
  set_target_properties(exec_foreign_abi_library PROPERTIES CXX_VISIBILITY_PRESET default VISIBILITY_INLINES_HIDDEN OFF)
  target_link_libraries(exec_foreign_abi_library PRIVATE opstrata_flags nnopbase)
endif()
opstrata_test(NAME exec_foreign_abi_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/foreign_abi_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS exec_foreign_abi_library nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_framework_op_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/framework_op_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
