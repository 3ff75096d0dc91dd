# What the builds of operator libraries include first, before project(): the functions of their shared CMake helper, for a machine
# without the vendor's toolkit. Everything comes from this folder, from the install tree around it and from distribution packages;
# nothing is fetched.
#
# Give the folder two levels above (share/opstrata/3rd) as CANN_3RD_LIB_PATH and the install prefix as environment ASCEND_HOME_PATH.
# The folder itself is only read: each build works with a copy of its own, <build>/opstrata_3rd, which the variable names from here on.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/working_folder.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/third_party.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tiling.cmake)

get_filename_component(OPSTRATA_3RD_DIR ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
opstrata_make_working_folder(${OPSTRATA_3RD_DIR} ${CMAKE_BINARY_DIR}/opstrata_3rd)
set(CANN_3RD_LIB_PATH ${CMAKE_BINARY_DIR}/opstrata_3rd)

# The language level and the names that the project's own files rely on. Called after project(), in its scope.
macro(init_cann_project)
  set(CMAKE_CXX_STANDARD 17)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(TARGET_ARCH ${CMAKE_SYSTEM_PROCESSOR})
  # When everything is declared, look at what needs the kernel toolkit.
  cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL opstrata_leave_out_tiling)
endmacro()
