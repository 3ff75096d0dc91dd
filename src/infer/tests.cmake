opstrata_test(NAME infer_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/infer_test.cc ${CMAKE_CURRENT_LIST_DIR}/promote.cc LIBS graph opstrata_base LABELS infer)
opstrata_test(NAME infer_tiling_data_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/tiling_data_test.cc LIBS graph opstrata_base LABELS infer)
opstrata_test(NAME infer_op_def_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/op_def_test.cc LIBS graph opstrata_base LABELS infer)
if(BUILD_TESTING)
  add_library(infer_test_plugin MODULE ${CMAKE_CURRENT_LIST_DIR}/test_plugin.cc)
  target_compile_definitions(infer_test_plugin PRIVATE _GLIBCXX_USE_CXX11_ABI=0)
  target_link_libraries(infer_test_plugin PRIVATE opstrata_flags graph opstrata_base)
  # Visible and not inlined, as some operator libraries are: what one copy defines must not stand in for the other's.
  target_compile_options(infer_test_plugin PRIVATE -O0)
  set_target_properties(infer_test_plugin PROPERTIES CXX_STANDARD 17 CXX_VISIBILITY_PRESET default VISIBILITY_INLINES_HIDDEN OFF
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/plugins)
  opstrata_test(NAME infer_op_common_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/op_common_test.cc LIBS graph opstrata_base LABELS infer
    DEFINITIONS OPSTRATA_INFER_PLUGIN="$<TARGET_FILE:infer_test_plugin>")
  add_dependencies(infer_op_common_test infer_test_plugin)
endif()
