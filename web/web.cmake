# The explorer page and its server, a part of the command. The page is built by npm (web/page/package.json) and kept in
# the tree as web/page/dist, so that building the program needs no node.
optional_library(MICROHTTPD HEADER microhttpd.h LIBRARY microhttpd LATE TARGET cli-objects WITHOUT "no explorer page (serve)")
optional_library(JANSSON HEADER jansson.h LIBRARY jansson TARGET cli-objects WITHOUT "no explorer page (serve)")
if(GRUNDY_WITH_MICROHTTPD_FOUND AND GRUNDY_WITH_JANSSON_FOUND)
  set(GRUNDY_SERVE ON)
  file(GLOB WEB_SOURCES CONFIGURE_DEPENDS web/*.c)
  list(FILTER WEB_SOURCES EXCLUDE REGEX "/absent\\.c$")
  file(GLOB PAGE_FILES CONFIGURE_DEPENDS web/page/dist/*)
  set(page ${PROJECT_BINARY_DIR}/page_files.c)
  add_custom_command(OUTPUT ${page} DEPENDS ${PAGE_FILES} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
                     COMMAND ${CMAKE_COMMAND} "-DFILES=${PAGE_FILES}" -DOUTPUT=${page}
                             -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake VERBATIM)
  target_sources(cli-objects PRIVATE ${WEB_SOURCES} ${page})
  set_source_files_properties(${page} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/web)
else()
  set(GRUNDY_SERVE OFF)
  target_sources(cli-objects PRIVATE web/absent.c)
endif()
