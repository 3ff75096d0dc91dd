# The install layout (docs/libraries.md), in the build tree and in the install tree.
include(${CMAKE_CURRENT_LIST_DIR}/link_names.cmake)

set(arch ${OPSTRATA_ARCH_DIR})
file(MAKE_DIRECTORY ${OPSTRATA_PREFIX}/${arch} ${OPSTRATA_BIN_DIR} ${OPSTRATA_PREFIX}/lib/cmake/Opstrata ${OPSTRATA_PREFIX}/lib/pkgconfig)
# In the build tree the headers are links to the sources, so that an edited header is the one that programs see.
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/ascend ${OPSTRATA_PREFIX}/${arch}/include SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/pkg_inc ${OPSTRATA_PREFIX}/${arch}/pkg_inc SYMBOLIC)
file(MAKE_DIRECTORY ${OPSTRATA_PREFIX}/share/opstrata)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/testkit ${OPSTRATA_PREFIX}/share/opstrata/testkit SYMBOLIC)
file(MAKE_DIRECTORY ${OPSTRATA_OPP_DIR}/built-in/op_proto)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/op_proto ${OPSTRATA_OPP_DIR}/built-in/op_proto/inc SYMBOLIC)
foreach(folder IN ITEMS include pkg_inc lib64 bin)
  file(CREATE_LINK ${arch}/${folder} ${OPSTRATA_PREFIX}/${folder} SYMBOLIC)
endforeach()

configure_file(${CMAKE_CURRENT_LIST_DIR}/config/OpstrataConfig.cmake.in ${OPSTRATA_PREFIX}/lib/cmake/Opstrata/OpstrataConfig.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${OPSTRATA_PREFIX}/lib/cmake/Opstrata/OpstrataConfigVersion.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
# find_package(Opstrata) with the build folder as hint finds the package of the build tree.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/OpstrataConfig.cmake CONTENT "include(\"${OPSTRATA_PREFIX}/lib/cmake/Opstrata/OpstrataConfig.cmake\")\n" @ONLY)
configure_file(${OPSTRATA_PREFIX}/lib/cmake/Opstrata/OpstrataConfigVersion.cmake ${PROJECT_BINARY_DIR}/OpstrataConfigVersion.cmake COPYONLY)

set(OPSTRATA_PKGCONFIG_FILES)
foreach(entry IN ITEMS
    "acl|Device runtime (acl) on the CPU|-lascendcl|"
    "aicpu|Kernels for the CPU|-lopstrata_aicpu||pkg_inc pkg_inc/base pkg_inc/aicpu_common/context pkg_inc/aicpu_common/context/common pkg_inc/aicpu_common/context/cpu_proto pkg_inc/aicpu_common/context/utils"
    "graph|Operator prototypes, inference and graphs|-lgraph|"
    "es|Eager-style graph building|-leager_style_graph_builder_base|opstrata-graph"
    "aclnn|Two-phase operator execution and the shipped operators|-lopapi_math -lnnopbase|opstrata-acl|pkg_inc"
    "ge|Running whole graphs|-lge_runner|opstrata-graph")
  string(REPLACE "|" ";" entry "${entry}")
  list(GET entry 0 name)
  list(GET entry 1 OPSTRATA_PC_DESCRIPTION)
  list(GET entry 2 OPSTRATA_PC_LIBS)
  list(GET entry 3 OPSTRATA_PC_REQUIRES)
  # Include folders beside those of every package, relative to the architecture's folder.
  set(OPSTRATA_PC_INCLUDES)
  list(LENGTH entry fields)
  if(fields GREATER 4)
    list(GET entry 4 OPSTRATA_PC_INCLUDES)
    string(REGEX REPLACE "([^ ]+)" "-I\${prefix}/${OPSTRATA_ARCH_DIR}/\\1" OPSTRATA_PC_INCLUDES "${OPSTRATA_PC_INCLUDES}")
  endif()
  set(OPSTRATA_PC_NAME opstrata-${name})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/config/opstrata.pc.in ${OPSTRATA_PREFIX}/lib/pkgconfig/opstrata-${name}.pc @ONLY)
  list(APPEND OPSTRATA_PKGCONFIG_FILES ${OPSTRATA_PREFIX}/lib/pkgconfig/opstrata-${name}.pc)
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/config/set_env.sh.in ${OPSTRATA_PREFIX}/set_env.sh @ONLY)

install(DIRECTORY include/ascend/ DESTINATION ${arch}/include)
install(DIRECTORY include/pkg_inc/ DESTINATION ${arch}/pkg_inc)
install(DIRECTORY include/testkit/ DESTINATION share/opstrata/testkit)
get_property(products GLOBAL PROPERTY OPSTRATA_PRODUCTS)
get_property(tools GLOBAL PROPERTY OPSTRATA_TOOLS)
if(products)
  install(TARGETS ${products} LIBRARY DESTINATION ${arch}/lib64 ARCHIVE DESTINATION ${arch}/lib64)
endif()
if(tools)
  install(TARGETS ${tools} RUNTIME DESTINATION ${arch}/bin)
endif()
install(FILES ${OPSTRATA_LINK_NAME_FILES} DESTINATION ${arch}/lib64)
install(DIRECTORY ${OPSTRATA_PREFIX}/lib/ DESTINATION lib)
# Operator packages: plug-ins, and prototype headers of graph examples. Built by operators/.
install(DIRECTORY ${OPSTRATA_OPP_DIR}/ DESTINATION opp USE_SOURCE_PERMISSIONS OPTIONAL PATTERN "history_registry" EXCLUDE PATTERN "inc" EXCLUDE)
install(DIRECTORY include/op_proto/ DESTINATION opp/built-in/op_proto/inc)
install(FILES ${OPSTRATA_PREFIX}/set_env.sh DESTINATION .)
include(${CMAKE_CURRENT_LIST_DIR}/foreign.cmake)
install(FILES LICENSE DESTINATION share/doc/opstrata)
install(CODE "
  foreach(folder IN ITEMS include pkg_inc lib64 bin)
    file(CREATE_LINK ${arch}/\${folder} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${folder}\" SYMBOLIC)
  endforeach()")
