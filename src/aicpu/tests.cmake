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
endif()
