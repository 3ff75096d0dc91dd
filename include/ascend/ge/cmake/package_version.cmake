# The version of a package from that of a release.
# Debian versions begin with a digit and know few characters. What stands for a version before the release sorts before it (~),
# so that the release upgrades it: 9.0.0-beta.1 < 9.0.0-rc.1 < 9.0.0, 8.0.RC1 < 8.0 and 8.0.0.
function(opstrata_package_version out version)
  string(REGEX REPLACE "[^A-Za-z0-9.+~]" "." deb_version "${version}")
  string(REGEX REPLACE "^[^0-9]+" "" deb_version "${deb_version}")
  string(REGEX REPLACE "[.~]?([Aa][Ll][Pp][Hh][Aa]|[Bb][Ee][Tt][Aa]|[Dd][Ee][Vv]|[Pp][Rr][Ee]|[Rr][Cc])" "~\\1" deb_version "${deb_version}")
  if(deb_version STREQUAL "")
    set(deb_version 0)
  endif()
  set(${out} "${deb_version}" PARENT_SCOPE)
endfunction()
