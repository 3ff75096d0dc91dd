opstrata_test(NAME esgen_resolve_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/resolve_test.cc LIBS opstrata_esgen graph opstrata_base LABELS esgen)
