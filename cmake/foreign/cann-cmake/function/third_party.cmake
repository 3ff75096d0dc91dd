# add_cann_third_party(<name>): the packages of other authors that operator libraries use, taken from the distribution.
#
#   eigen       target Eigen3::Eigen
#   json        target json (definition nlohmann=ascend_nlohmann), JSON_INCLUDE_DIR, JSON_SOURCE_PATH
#   protobuf    targets ascend_protobuf_static_headers and host_protoc, PROTOBUF_INCLUDE_DIRS, Protobuf_PATH
#   gtest       targets GTest::gtest, GTest::gtest_main, GTest::gmock, built from the distribution's sources with the old string ABI
#   abseil-cpp  nothing: the distribution's protobuf needs none
#
# A package that is missing is a warning here and an error where a target that uses it is built.
macro(add_cann_third_party name)
  if("${name}" STREQUAL "eigen")
    _opstrata_add_eigen()
  elseif("${name}" STREQUAL "json")
    _opstrata_add_json()
    set(JSON_SOURCE_PATH ${CANN_3RD_LIB_PATH}/json)
    set(JSON_INCLUDE_DIR ${JSON_SOURCE_PATH}/include)
  elseif("${name}" STREQUAL "protobuf")
    _opstrata_add_protobuf()
    find_path(OPSTRATA_PROTOBUF_ROOT google/protobuf/message.h)
    set(PROTOBUF_INCLUDE_DIRS ${OPSTRATA_PROTOBUF_ROOT})
    get_filename_component(Protobuf_PATH "${OPSTRATA_PROTOBUF_ROOT}" DIRECTORY)
  elseif("${name}" STREQUAL "gtest")
    _opstrata_add_gtest()
  elseif(NOT "${name}" STREQUAL "abseil-cpp")
    message(WARNING "add_cann_third_party: the helper folder knows no package '${name}'")
  endif()
endmacro()

function(_opstrata_add_eigen)
  if(TARGET Eigen3::Eigen)
    return()
  endif()
  if(NOT EXISTS ${CANN_3RD_LIB_PATH}/eigen)
    message(WARNING "Eigen is not installed (Debian package libeigen3-dev)")
  endif()
  # A system folder: warnings of Eigen's headers are not the library's.
  add_library(Eigen3::Eigen INTERFACE IMPORTED GLOBAL)
  set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${CANN_3RD_LIB_PATH}/eigen)
endfunction()

function(_opstrata_add_json)
  if(TARGET json)
    return()
  endif()
  if(NOT EXISTS ${CANN_3RD_LIB_PATH}/json/include/nlohmann)
    message(WARNING "nlohmann-json is not installed (Debian package nlohmann-json3-dev)")
  endif()
  # Libraries name it in add_dependencies, so it is not an imported target.
  add_library(json INTERFACE)
  target_include_directories(json SYSTEM INTERFACE ${CANN_3RD_LIB_PATH}/json/include)
  target_compile_definitions(json INTERFACE nlohmann=ascend_nlohmann)
endfunction()

function(_opstrata_add_protobuf)
  if(TARGET ascend_protobuf_static_headers)
    return()
  endif()
  add_library(ascend_protobuf_static_headers INTERFACE IMPORTED GLOBAL)
  find_program(OPSTRATA_PROTOC protoc)
  if(OPSTRATA_PROTOC)
    add_executable(host_protoc IMPORTED GLOBAL)
    set_target_properties(host_protoc PROPERTIES IMPORTED_LOCATION ${OPSTRATA_PROTOC})
  endif()
endfunction()

function(_opstrata_add_gtest)
  if(TARGET GTest::gtest)
    return()
  endif()
  find_path(OPSTRATA_GTEST_SOURCES googletest/src/gtest-all.cc
    PATHS ${CANN_3RD_LIB_PATH}/googletest /usr/src/googletest /usr/local/src/googletest NO_DEFAULT_PATH)
  if(NOT OPSTRATA_GTEST_SOURCES)
    message(WARNING "The sources of GoogleTest are not installed (Debian package googletest); unit tests cannot be built")
    return()
  endif()
  foreach(entry IN ITEMS "gtest|googletest/src/gtest-all.cc|" "gtest_main|googletest/src/gtest_main.cc|gtest"
      "gmock|googlemock/src/gmock-all.cc|gtest" "gmock_main|googlemock/src/gmock_main.cc|gmock")
    string(REPLACE "|" ";" entry "${entry}")
    list(GET entry 0 target)
    list(GET entry 1 source)
    list(GET entry 2 needs)
    string(REGEX MATCH "^[a-z]+" part ${source})
    set(root ${OPSTRATA_GTEST_SOURCES}/${part})
    add_library(${target} STATIC EXCLUDE_FROM_ALL ${OPSTRATA_GTEST_SOURCES}/${source})
    add_library(GTest::${target} ALIAS ${target})
    target_include_directories(${target} SYSTEM PUBLIC ${root}/include PRIVATE ${root})
    # Their libraries and tests have the old string ABI; a distribution's GoogleTest has the new one.
    target_compile_definitions(${target} PRIVATE _GLIBCXX_USE_CXX11_ABI=0)
    target_compile_options(${target} PRIVATE -w)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    find_package(Threads REQUIRED)
    target_link_libraries(${target} PUBLIC ${needs} Threads::Threads)
  endforeach()
endfunction()
