# GCC 12 sees an overlap in `"literal" + std::string` that cannot be (GCC bug 105651).
function(esgen_test name)
  opstrata_test(NAME ${name} LIBS opstrata_esgen graph opstrata_base LABELS esgen ${ARGN})
  if(TARGET ${name})
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
endfunction()
esgen_test(esgen_resolve_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/resolve_test.cc TIMEOUT 300)
