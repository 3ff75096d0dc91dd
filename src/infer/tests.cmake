opstrata_test(NAME infer_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/infer_test.cc ${CMAKE_CURRENT_LIST_DIR}/promote.cc LIBS graph opstrata_base LABELS infer)
