# Notices when the archive of the shipped operators (examples/data/history/opstrata) lags behind their prototypes: archiving them again
# under the same version must be the identical content.  -DGEN_ESB= -DOPP= -DARCHIVE= -DVERSION= -DWORK=
file(REMOVE_RECURSE "${WORK}")
file(COPY "${ARCHIVE}/" DESTINATION "${WORK}")
execute_process(COMMAND ${CMAKE_COMMAND} -E env "ASCEND_OPP_PATH=${OPP}" "${GEN_ESB}" --extract-history "--output-dir=${WORK}" "--release-version=${VERSION}" --quiet
  RESULT_VARIABLE result ERROR_VARIABLE error)
file(REMOVE_RECURSE "${WORK}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${error}The archive of the shipped operators is not that of today's prototypes; CONTRIBUTING.md says how it is renewed.")
endif()
