# find_package(GenerateEsPackage MODULE): the CMake functions that turn operator prototypes into a graph-building library.
# Put this folder on CMAKE_MODULE_PATH. Sets GenerateEsPackage_FOUND, _VERSION, _FUNCTIONS.
include(${CMAKE_CURRENT_LIST_DIR}/generate_es_package.cmake)
set(GenerateEsPackage_FOUND TRUE)
set(GenerateEsPackage_VERSION 1.0.0)
set(GenerateEsPackage_FUNCTIONS generate_es_package add_es_library add_es_library_and_whl)
