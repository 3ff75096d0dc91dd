foreach(name IN ITEMS es_base node_table attr_lists)
  opstrata_test(NAME graph_${name}_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/es/${name}_test.cc
    LIBS eager_style_graph_builder_base graph opstrata_base LABELS graph)
endforeach()
foreach(name IN ITEMS graph dumps)
  opstrata_test(NAME graph_${name}_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cc
    LIBS eager_style_graph_builder_base graph opstrata_base LABELS graph)
endforeach()
opstrata_test(NAME graph_fusion_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/fusion/fusion_test.cc
  LIBS eager_style_graph_builder_base graph opstrata_base LABELS graph)
if(BUILD_TESTING)
  add_library(graph_test_es_math SHARED ${CMAKE_CURRENT_LIST_DIR}/es/arithmetic_test_library.cc)
  set_target_properties(graph_test_es_math PROPERTIES OUTPUT_NAME es_math LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/es_math)
  opstrata_test(NAME graph_arithmetic_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/es/arithmetic_test.cc
    LIBS eager_style_graph_builder_base graph opstrata_base LABELS graph DEFINITIONS OPSTRATA_TEST_ES_MATH="$<TARGET_FILE:graph_test_es_math>")
  add_dependencies(graph_arithmetic_test graph_test_es_math)
endif()
if(BUILD_TESTING AND OPSTRATA_FULL_TESTS)
  add_test(NAME graph_large_test COMMAND graph_graph_test --gtest_filter=*WhatNoImageCanHold*)
  set_tests_properties(graph_large_test PROPERTIES LABELS graph TIMEOUT 600 ENVIRONMENT OPSTRATA_FULL_TESTS=1)
endif()
