# Functions by which rooms, products and tests are declared. One room = one folder of src/ = one object library.

set(OPSTRATA_SANITIZE "" CACHE STRING "Sanitizers for everything, e.g. address,undefined or thread")

add_library(opstrata_flags INTERFACE)
target_compile_options(opstrata_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-gnu-zero-variadic-macro-arguments>)
if(OPSTRATA_SANITIZE)
  target_compile_options(opstrata_flags INTERFACE -fsanitize=${OPSTRATA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(opstrata_flags INTERFACE -fsanitize=${OPSTRATA_SANITIZE})
  if(OPSTRATA_SANITIZE MATCHES "undefined")
    # Callers may pass any number for an enumeration of the interface (`ge::DataType(-1)` is in use); it is checked and refused.
    target_compile_options(opstrata_flags INTERFACE -fno-sanitize=enum)
  endif()
  # What the sanitizers add confuses GCC 12 about the standard library.
  target_compile_options(opstrata_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  # GCC's sanitizers produce false positives of these warnings in optimised builds.
  target_compile_options(opstrata_flags INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized;-Wno-error=stringop-overflow;-Wno-error=array-bounds>")
endif()

# The interface's include roots, as a consumer has them on its path (docs/libraries.md).
function(opstrata_add_headers)
  add_library(opstrata_headers INTERFACE)
  set(inc ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(opstrata_headers INTERFACE
    ${inc}/ascend ${inc}/ascend/aclnn ${inc}/testkit ${inc}/pkg_inc ${inc}/pkg_inc/base
    ${inc}/ascend/op_common ${inc}/ascend/op_common/op_host ${inc}/op_proto
    ${inc}/pkg_inc/aicpu_common/context ${inc}/pkg_inc/aicpu_common/context/common
    ${inc}/pkg_inc/aicpu_common/context/cpu_proto ${inc}/pkg_inc/aicpu_common/context/utils)
endfunction()

# opstrata_room(NAME base SOURCES a.cc ... [DUAL_ABI_SOURCES x.cc ...] [LIBS fmt::fmt ...])
# DUAL_ABI_SOURCES are compiled twice, once for each string ABI (_GLIBCXX_USE_CXX11_ABI 1 and 0): the thin functions that
# take or return std::string. They must be written over std::string_view / char pointers toward the room.
function(opstrata_room)
  cmake_parse_arguments(R "" "NAME" "SOURCES;DUAL_ABI_SOURCES;LIBS;INCLUDES" ${ARGN})
  add_library(room_${R_NAME} OBJECT ${R_SOURCES} ${R_DUAL_ABI_SOURCES})
  set(objects $<TARGET_OBJECTS:room_${R_NAME}>)
  set(targets room_${R_NAME})
  if(R_DUAL_ABI_SOURCES)
    add_library(room_${R_NAME}_abi0 OBJECT ${R_DUAL_ABI_SOURCES})
    target_compile_definitions(room_${R_NAME}_abi0 PRIVATE _GLIBCXX_USE_CXX11_ABI=0)
    list(APPEND objects $<TARGET_OBJECTS:room_${R_NAME}_abi0>)
    list(APPEND targets room_${R_NAME}_abi0)
  endif()
  foreach(t IN LISTS targets)
    target_include_directories(${t} PRIVATE ${PROJECT_SOURCE_DIR}/src ${R_INCLUDES})
    target_link_libraries(${t} PRIVATE opstrata_flags opstrata_headers ${R_LIBS})
  endforeach()
  set_property(GLOBAL PROPERTY OPSTRATA_ROOM_OBJECTS_${R_NAME} "${objects}")
  set_property(GLOBAL PROPERTY OPSTRATA_ROOM_LIBS_${R_NAME} "${R_LIBS}")
endfunction()

# opstrata_product(NAME graph ROOMS proto infer graph [NEEDS opstrata_base ...]) -> lib<name>.so in the prefix layout.
# -Bsymbolic-functions: our own calls bind to our own definitions, whatever a consumer's test program redefines.
function(opstrata_product)
  cmake_parse_arguments(P "" "NAME" "ROOMS;NEEDS;LIBS" ${ARGN})
  set(objects)
  set(libs ${P_LIBS})
  set(rooms)
  foreach(room IN LISTS P_ROOMS)
    if(TARGET room_${room})
      get_property(o GLOBAL PROPERTY OPSTRATA_ROOM_OBJECTS_${room})
      get_property(l GLOBAL PROPERTY OPSTRATA_ROOM_LIBS_${room})
      list(APPEND objects ${o})
      list(APPEND libs ${l})
      list(APPEND rooms ${room})
    endif()
  endforeach()
  if(NOT rooms)
    return()
  endif()
  add_library(${P_NAME} SHARED ${objects})
  set_target_properties(${P_NAME} PROPERTIES LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY ${OPSTRATA_LIB_DIR}
    BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
  target_link_options(${P_NAME} PRIVATE -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now -Wl,--exclude-libs,ALL)
  if(NOT OPSTRATA_SANITIZE)
    target_link_options(${P_NAME} PRIVATE -Wl,-z,defs)
  endif()
  target_link_libraries(${P_NAME} PRIVATE opstrata_flags ${libs} INTERFACE opstrata_headers)
  foreach(need IN LISTS P_NEEDS)
    if(TARGET ${need})
      target_link_libraries(${P_NAME} PUBLIC ${need})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY OPSTRATA_PRODUCTS ${P_NAME})
endfunction()

# opstrata_test(NAME base_half_test SOURCES half_test.cc LIBS opstrata_base [LABELS base] [ENV A=b] [TIMEOUT 120])
# A GoogleTest program beside the code that it tests; it sees src/ and the public headers.
function(opstrata_test)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(T "" "NAME;TIMEOUT" "SOURCES;LIBS;LABELS;ENV;DEFINITIONS;INCLUDES" ${ARGN})
  add_executable(${T_NAME} ${T_SOURCES})
  target_include_directories(${T_NAME} PRIVATE ${PROJECT_SOURCE_DIR}/src ${T_INCLUDES})
  target_compile_definitions(${T_NAME} PRIVATE OPSTRATA_SOURCE_DIR="${PROJECT_SOURCE_DIR}" OPSTRATA_BUILD_DIR="${PROJECT_BINARY_DIR}"
    OPSTRATA_PREFIX_DIR="${OPSTRATA_PREFIX}" ${T_DEFINITIONS})
  target_link_libraries(${T_NAME} PRIVATE opstrata_flags opstrata_headers ${T_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  set_target_properties(${T_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  if(OPSTRATA_SANITIZE)
    target_compile_options(${T_NAME} PRIVATE -O0)  # the tests' own code: compile time counts
  endif()
  add_test(NAME ${T_NAME} COMMAND ${T_NAME})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 120)
  endif()
  set_tests_properties(${T_NAME} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} ENVIRONMENT "${T_ENV}")
  # tests_<label> builds what `ctest -L <label>` runs.
  foreach(label IN LISTS T_LABELS)
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${T_NAME})
  endforeach()
endfunction()

# opstrata_tool(NAME gen_esb SOURCES main.cc LIBS graph) -> program in the prefix's bin folder.
function(opstrata_tool)
  cmake_parse_arguments(T "" "NAME" "SOURCES;LIBS" ${ARGN})
  add_executable(${T_NAME} ${T_SOURCES})
  target_include_directories(${T_NAME} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${T_NAME} PRIVATE opstrata_flags opstrata_headers ${T_LIBS})
  set_target_properties(${T_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${OPSTRATA_BIN_DIR}
    BUILD_RPATH "$ORIGIN/../lib64" INSTALL_RPATH "$ORIGIN/../lib64" BUILD_WITH_INSTALL_RPATH ON)
  set_property(GLOBAL APPEND PROPERTY OPSTRATA_TOOLS ${T_NAME})
endfunction()
