# Tests of the package `ge`: in a virtual environment, with a generated library.
if(TARGET gen_esb)
  set(test_environment)
  if(TARGET ge_session_wrapper)
    set(test_environment --environment GE_TEST_SESSION=1)
  endif()
  if(OPSTRATA_SANITIZE MATCHES "address")
    # The interpreter is not instrumented, and leaks at exit by design.
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so OUTPUT_VARIABLE stdcxx OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(PREPEND test_environment --environment)
    list(REMOVE_DUPLICATES test_environment)
    list(APPEND test_environment "LD_PRELOAD=${asan} ${stdcxx}" ASAN_OPTIONS=detect_leaks=0)
  elseif(OPSTRATA_SANITIZE)
    return()  # a thread sanitizer cannot be loaded into an interpreter that is not instrumented
  endif()
  add_test(NAME python_ge_test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tests/run_tests.py
    --wheel ${wheel} --prefix ${OPSTRATA_PREFIX} --work ${CMAKE_CURRENT_BINARY_DIR}/test ${test_environment}
    -- ${CMAKE_CXX_COMPILER})
  set_tests_properties(python_ge_test PROPERTIES LABELS "python" TIMEOUT 300)
endif()
