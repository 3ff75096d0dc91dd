# The link names of the interface (docs/libraries.md). A name that is not a product of its own is a one-line linker script;
# the relative form INPUT(libX.so) is found beside the script by ld.bfd, gold and lld, by -l and by full path.
# Format: name|library [library...]   (a library in square brackets is taken only when something in it is needed)
set(OPSTRATA_LINK_SCRIPTS
  "register|libgraph.so"
  "opp_registry|libgraph.so"
  "exe_graph|libgraph.so"
  "graph_base|libgraph.so"
  "metadef|libgraph.so"
  "error_manager|libgraph.so libopstrata_base.so"
  "platform|libnnopbase.so"
  "ge_common|libgraph.so libopstrata_base.so"
  "ge_compiler|libge_runner.so libgraph.so"
  "runtime|libascendcl.so"
  "acl_rt|libascendcl.so"
  "mmpa|libopstrata_base.so"
  "unified_dlog|libopstrata_base.so"
  "ascendalog|libopstrata_base.so"
  "c_sec|libopstrata_base.so [libopstrata_aicpu.so]")
# Archives that foreign builds ask for by exact file name and link whole: they hold no code and no state; what they stand for
# is in the shared libraries.
set(OPSTRATA_EMPTY_ARCHIVES rt2_registry tiling_api c_sec aicpu_context_host aicpu_nodedef_host host_ascend_protobuf
  aicpu_context base_ascend_protobuf)

set(OPSTRATA_LINK_NAME_FILES)
file(MAKE_DIRECTORY ${OPSTRATA_LIB_DIR})
foreach(entry IN LISTS OPSTRATA_LINK_SCRIPTS)
  string(REPLACE "|" ";" entry "${entry}")
  list(GET entry 0 name)
  list(GET entry 1 libraries)
  string(REGEX REPLACE "\\[([^]]+)\\]" "AS_NEEDED(\\1)" libraries "${libraries}")
  file(CONFIGURE OUTPUT ${OPSTRATA_LIB_DIR}/lib${name}.so CONTENT "/* Opstrata: link name */ INPUT(${libraries})\n" @ONLY)
  list(APPEND OPSTRATA_LINK_NAME_FILES ${OPSTRATA_LIB_DIR}/lib${name}.so)
endforeach()
foreach(name IN LISTS OPSTRATA_EMPTY_ARCHIVES)
  set(file ${OPSTRATA_LIB_DIR}/lib${name}.a)
  if(NOT EXISTS ${file})
    file(WRITE ${file} "!<arch>\n")
  endif()
  list(APPEND OPSTRATA_LINK_NAME_FILES ${file})
endforeach()
