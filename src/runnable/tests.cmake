set(runnable_link_flags)
if(OPSTRATA_SANITIZE)
  set(runnable_link_flags "-fsanitize=${OPSTRATA_SANITIZE}")
endif()
opstrata_test(NAME runnable_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/runnable_test.cc
  LIBS eager_style_graph_builder_base opstrata_esgen graph opstrata_base LABELS runnable TIMEOUT 900
  DEFINITIONS OPSTRATA_LIB_DIR="${OPSTRATA_LIB_DIR}" OPSTRATA_TEST_LINK_FLAGS="${runnable_link_flags}")
if(TARGET runnable_test)
  target_compile_options(runnable_test PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endif()
