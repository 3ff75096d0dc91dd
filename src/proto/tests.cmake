opstrata_test(NAME proto_reg_op_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/reg_op_test.cc LIBS graph opstrata_base LABELS proto)
opstrata_test(NAME proto_operator_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/operator_test.cc LIBS graph opstrata_base LABELS proto)
opstrata_test(NAME proto_values_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/values_test.cc LIBS graph opstrata_base LABELS proto)
opstrata_test(NAME proto_literals_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/literals_test.cc LIBS graph opstrata_base LABELS proto)

if(BUILD_TESTING)
  # Libraries of the loading tests, one per origin, and the program that loads them.
  foreach(level RANGE 0 5)
    add_library(proto_level${level} MODULE ${CMAKE_CURRENT_LIST_DIR}/testdata/precedence.cc)
    target_compile_definitions(proto_level${level} PRIVATE OPSTRATA_TEST_LEVEL=${level})
    target_link_libraries(proto_level${level} PRIVATE opstrata_flags opstrata_headers graph)
    # As consumers build prototypes: symbols visible, and nothing inlined, so that libraries could take each other's functions.
    target_compile_options(proto_level${level} PRIVATE -O0 -fvisibility=default)
    set_target_properties(proto_level${level} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/proto)
    list(APPEND proto_levels proto_level${level})
  endforeach()
  add_executable(proto_probe ${CMAKE_CURRENT_LIST_DIR}/testdata/probe.cc)
  target_include_directories(proto_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(proto_probe PRIVATE opstrata_flags opstrata_headers graph opstrata_base)
  set_target_properties(proto_probe PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/proto)
  # The address sanitizer wants to be the first library; one case preloads another one.
  opstrata_test(NAME proto_loading_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/loading_test.cc LABELS proto ENV ASAN_OPTIONS=verify_asan_link_order=0
    DEFINITIONS OPSTRATA_TEST_LIBRARY_DIR="${PROJECT_BINARY_DIR}/tests/proto" OPSTRATA_TEST_PROBE="${PROJECT_BINARY_DIR}/tests/proto/proto_probe")
  add_dependencies(proto_loading_test proto_probe ${proto_levels})
  add_test(NAME proto_compile_forms_test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/testdata/compile_forms.py ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:graph> $<TARGET_FILE:proto_probe> ${PROJECT_BINARY_DIR}/tests/proto/forms)
  set_tests_properties(proto_compile_forms_test PROPERTIES LABELS proto TIMEOUT 180)
endif()
