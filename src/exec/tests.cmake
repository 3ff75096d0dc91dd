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
opstrata_test(NAME exec_prototype_check_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/prototype_check_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_repeat_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/repeat_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_misuse_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/misuse_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec ENV OPSTRATA_DEVICES=2)
opstrata_test(NAME exec_aicpu_handlers_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/aicpu_handlers_test.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_profile_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/profile_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec
  ENV OPSTRATA_PROFILE=${PROJECT_BINARY_DIR}/exec_profile_test.json GE_PROFILING_TO_STD_OUT=1)
opstrata_test(NAME exec_interface_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/interface_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_cache_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/cache_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec ENV OPSTRATA_DEVICES=2)
opstrata_test(NAME exec_cache_limits_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/cache_limits_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
if(BUILD_TESTING)
  find_program(OPSTRATA_CLANGXX NAMES clang++ clang++-14)
  set(unload_library ${PROJECT_BINARY_DIR}/tests/libexec_unload_library.so)
  set(unload_compiler ${CMAKE_CXX_COMPILER})
  if(OPSTRATA_CLANGXX)
    set(unload_compiler ${OPSTRATA_CLANGXX})
  endif()
  add_custom_command(OUTPUT ${unload_library}
    COMMAND ${unload_compiler} -std=c++17 -O1 -fPIC -shared -fvisibility=hidden -I ${PROJECT_SOURCE_DIR}/include/ascend
            ${CMAKE_CURRENT_LIST_DIR}/unload_library.cc -o ${unload_library}
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/unload_library.cc ${PROJECT_SOURCE_DIR}/include/ascend/opstrata/kernel.h VERBATIM)
  add_custom_target(exec_unload_library DEPENDS ${unload_library})
endif()
opstrata_test(NAME exec_thread_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/thread_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec ENV OPSTRATA_DEVICES=2 TSAN_OPTIONS=die_after_fork=0
  DEFINITIONS EXEC_UNLOAD_LIBRARY="${PROJECT_BINARY_DIR}/tests/libexec_unload_library.so")
if(BUILD_TESTING)
  add_dependencies(exec_thread_test exec_unload_library)
endif()
if(BUILD_TESTING AND OPSTRATA_FULL_TESTS)
  opstrata_test(NAME exec_soak_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/soak_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
    LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec TIMEOUT 1200)
  add_test(NAME exec_thread_test_long COMMAND exec_thread_test --gtest_filter=*ManyStreams*)
  set_tests_properties(exec_thread_test_long PROPERTIES LABELS exec TIMEOUT 600 ENVIRONMENT OPSTRATA_FULL_TESTS=1)
endif()
if(BUILD_TESTING)
  # exec_variant(name program variables...): a test program once more under settings of the caches.
  function(exec_variant name program)
    add_test(NAME ${name} COMMAND ${program})
    set_tests_properties(${name} PROPERTIES LABELS exec TIMEOUT 120 ENVIRONMENT "${ARGN}")
  endfunction()
  exec_variant(exec_cache_limits_test_one exec_cache_limits_test ACLNN_CACHE_LIMIT=1 ACLNN_AICPU_CACHE_LIMIT=1)
  exec_variant(exec_cache_limits_test_none exec_cache_limits_test ACLNN_CACHE_LIMIT=0 ACLNN_AICPU_CACHE_LIMIT=0)
  exec_variant(exec_cache_limits_test_bytes exec_cache_limits_test OPSTRATA_CACHE_BYTES=5000)
  exec_variant(exec_cache_limits_test_bad exec_cache_limits_test ACLNN_CACHE_LIMIT=many ACLNN_AICPU_CACHE_LIMIT=-1 OPSTRATA_CACHE_BYTES=1MB
    ASCEND_GLOBAL_LOG_LEVEL=2 OPSTRATA_LOG_FILE=${PROJECT_BINARY_DIR}/exec_cache_limits_test_bad.log)
  # Results do not depend on the cache.
  exec_variant(exec_launch_test_checked exec_launch_test OPSTRATA_CHECKED=1)
  exec_variant(exec_launch_test_uncached exec_launch_test DISABLE_L2_CACHE=1)
  exec_variant(exec_launch_test_one_plan exec_launch_test ACLNN_CACHE_LIMIT=1)
endif()
opstrata_test(NAME exec_launch_line_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/launch_line_test.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec)
opstrata_test(NAME exec_checked_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/checked_test.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc
  LIBS nnopbase graph ascendcl opstrata_aicpu opstrata_base LABELS exec ENV OPSTRATA_CHECKED=1)
if(BUILD_TESTING)
  add_executable(exec_watched_program ${CMAKE_CURRENT_LIST_DIR}/watched_program.cc ${CMAKE_CURRENT_LIST_DIR}/test_operators.cc)
  target_include_directories(exec_watched_program PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(exec_watched_program PRIVATE opstrata_flags opstrata_headers nnopbase graph ascendcl opstrata_aicpu opstrata_base)
  add_dependencies(tests_exec exec_watched_program)
  if(NOT OPSTRATA_SANITIZE)  # ends in every way there is
    add_test(NAME exec_watch_test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/watch_test.py $<TARGET_FILE:exec_watched_program>)
    set_tests_properties(exec_watch_test PROPERTIES LABELS exec TIMEOUT 120)
  endif()
endif()
opstrata_test(NAME exec_cache_key_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/cache_key_test.cc
  LIBS nnopbase graph ascendcl opstrata_base LABELS exec)
