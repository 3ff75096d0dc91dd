set(history_libs opstrata_esgen nlohmann_json::nlohmann_json)
foreach(test IN ITEMS civil_day window registry archive crash real_history difference abi counts)
  opstrata_test(NAME history_${test}_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/${test}_test.cc LIBS ${history_libs} LABELS history)
endforeach()
