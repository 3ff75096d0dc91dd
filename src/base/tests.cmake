opstrata_test(NAME base_messages_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/messages_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_settings_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/settings_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_origin_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/origin_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_half_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/half_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_data_type_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/data_type_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_securec_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/securec_test.cc LIBS opstrata_base LABELS base)
opstrata_test(NAME base_operator_report_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/operator_report_test.cc
  ${CMAKE_CURRENT_LIST_DIR}/operator_log_cpp_test.cc LIBS opstrata_base LABELS base)
