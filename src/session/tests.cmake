opstrata_test(NAME session_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/session_test.cc
  LIBS ge_runner nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS session TIMEOUT 300)
if(BUILD_TESTING)
  add_dependencies(session_test opgraph_opstrata opkernel_opstrata)  # The shipped operators, found below the prefix.
endif()
