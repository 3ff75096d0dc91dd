set(dir ${CMAKE_CURRENT_LIST_DIR})
opstrata_test(NAME device_stream_test SOURCES ${dir}/stream_test.cc LIBS ascendcl opstrata_base LABELS device)
opstrata_test(NAME device_event_test SOURCES ${dir}/event_test.cc LIBS ascendcl opstrata_base LABELS device)
# One thread serves all streams: nothing may depend on a second one.
if(BUILD_TESTING)
  add_test(NAME device_event_test_one_thread COMMAND device_event_test)
  set_tests_properties(device_event_test_one_thread PROPERTIES LABELS device TIMEOUT 120 ENVIRONMENT OPSTRATA_STREAM_THREADS=1)
endif()
opstrata_test(NAME device_acl_test SOURCES ${dir}/acl_test.cc ${dir}/reduce_test.cc ${dir}/random_test.cc ${dir}/mapped_memory_test.cc ${dir}/c_header_test.c LIBS ascendcl opstrata_base LABELS device
  ENV OPSTRATA_DEVICES=3)
opstrata_test(NAME device_graph_capture_test SOURCES ${dir}/graph_capture_test.cc LIBS ascendcl opstrata_base LABELS device)
opstrata_test(NAME device_checked_test SOURCES ${dir}/checked_test.cc LIBS ascendcl opstrata_base LABELS device ENV OPSTRATA_CHECKED=1)
# The thread sanitizer ends a forked child that starts threads unless told not to.
opstrata_test(NAME device_exit_test SOURCES ${dir}/exit_test.cc LIBS ascendcl opstrata_base LABELS device
  ENV TSAN_OPTIONS=die_after_fork=0)
