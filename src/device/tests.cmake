set(dir ${CMAKE_CURRENT_LIST_DIR})
opstrata_test(NAME device_stream_test SOURCES ${dir}/stream_test.cc LIBS ascendcl opstrata_base LABELS device)
opstrata_test(NAME device_event_test SOURCES ${dir}/event_test.cc LIBS ascendcl opstrata_base LABELS device)
