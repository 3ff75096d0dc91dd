opstrata_test(NAME aicpu_kernel_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernel_test.cc LIBS opstrata_aicpu opstrata_base LABELS aicpu)
if(BUILD_TESTING)
  # The cpu_kernel.h family as consumers meet it: C++14, and either string ABI.
  foreach(abi IN ITEMS 0 1)
    add_executable(aicpu_cpu_kernel_abi${abi}_test ${CMAKE_CURRENT_LIST_DIR}/cpu_kernel_test.cc)
    target_compile_definitions(aicpu_cpu_kernel_abi${abi}_test PRIVATE _GLIBCXX_USE_CXX11_ABI=${abi})
    target_include_directories(aicpu_cpu_kernel_abi${abi}_test PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(aicpu_cpu_kernel_abi${abi}_test PRIVATE opstrata_headers opstrata_aicpu opstrata_base Eigen3::Eigen)
    target_compile_options(aicpu_cpu_kernel_abi${abi}_test PRIVATE -Wall -Wextra -Wshadow -Werror
      $<$<BOOL:${OPSTRATA_SANITIZE}>:-fsanitize=${OPSTRATA_SANITIZE}>)
    target_link_options(aicpu_cpu_kernel_abi${abi}_test PRIVATE $<$<BOOL:${OPSTRATA_SANITIZE}>:-fsanitize=${OPSTRATA_SANITIZE}>)
    set_target_properties(aicpu_cpu_kernel_abi${abi}_test PROPERTIES CXX_STANDARD 14
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    add_test(NAME aicpu_cpu_kernel_abi${abi}_test COMMAND aicpu_cpu_kernel_abi${abi}_test)
    set_tests_properties(aicpu_cpu_kernel_abi${abi}_test PROPERTIES LABELS aicpu TIMEOUT 120)
  endforeach()
  # The same library three times, with either string ABI, to be installed below three kinds of root.
  foreach(value IN ITEMS 1 2 3)
    math(EXPR abi "${value} % 2")
    add_library(aicpu_test_plugin${value} MODULE ${CMAKE_CURRENT_LIST_DIR}/test_plugin.cc)
    target_compile_definitions(aicpu_test_plugin${value} PRIVATE ORIGIN_VALUE=${value} _GLIBCXX_USE_CXX11_ABI=${abi})
    target_link_libraries(aicpu_test_plugin${value} PRIVATE opstrata_flags opstrata_aicpu opstrata_base)
    set_target_properties(aicpu_test_plugin${value} PROPERTIES CXX_STANDARD 17
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/plugins)
    list(APPEND aicpu_test_plugins aicpu_test_plugin${value})
  endforeach()
  opstrata_test(NAME aicpu_kernel_origin_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernel_origin_test.cc
    LIBS opstrata_aicpu opstrata_base LABELS aicpu DEFINITIONS OPSTRATA_PLUGIN_DIR="${PROJECT_BINARY_DIR}/tests/plugins")
  add_dependencies(aicpu_kernel_origin_test ${aicpu_test_plugins})
endif()
