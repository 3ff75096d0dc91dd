opstrata_test(NAME base_messages_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/messages_test.cc LIBS opstrata_base LABELS base)
