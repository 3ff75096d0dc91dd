# Names, versions and needs of packages. An operator library states them in its version file; here they are kept as global properties
# (OPSTRATA_PACKAGE_<name>_VERSION, _BUILD_NEEDS, _RUN_NEEDS), and the build needs are what the install tree stands for as a whole.
# Building installers is not part of the CPU toolkit: the functions for it accept their arguments and leave nothing behind.
function(set_cann_package name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VERSION" "")
  set_property(GLOBAL PROPERTY OPSTRATA_PACKAGE ${name})
  set_property(GLOBAL PROPERTY OPSTRATA_PACKAGE_${name}_VERSION "${arg_VERSION}")
endfunction()

function(set_cann_build_dependencies need)
  get_property(name GLOBAL PROPERTY OPSTRATA_PACKAGE)
  set_property(GLOBAL APPEND PROPERTY OPSTRATA_PACKAGE_${name}_BUILD_NEEDS "${need} ${ARGN}")
endfunction()

function(set_cann_run_dependencies need)
  get_property(name GLOBAL PROPERTY OPSTRATA_PACKAGE)
  set_property(GLOBAL APPEND PROPERTY OPSTRATA_PACKAGE_${name}_RUN_NEEDS "${need} ${ARGN}")
endfunction()

function(check_cann_pkg_build_deps name)
  get_property(needs GLOBAL PROPERTY OPSTRATA_PACKAGE_${name}_BUILD_NEEDS)
  list(JOIN needs ", " needs)
  if(NOT EXISTS "$ENV{ASCEND_HOME_PATH}/include/opstrata")
    message(FATAL_ERROR "ASCEND_HOME_PATH ('$ENV{ASCEND_HOME_PATH}') is not an install prefix of Opstrata; ${name} needs: ${needs}")
  endif()
  message(STATUS "Opstrata stands for what ${name} needs: ${needs}")
endfunction()

function(add_cann_version_info_targets)
endfunction()
function(gen_cann_version_header)
endfunction()
function(set_cann_cpack_config)
endfunction()
