# Writes a C file that holds files: cmake -DFILES=a;b -DOUTPUT=files.c -P EmbedFiles.cmake
#
# For each file a page_file of page_files.h; index.html is what / names.
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")

set(arrays "")
set(table "")
set(count 0)
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  get_filename_component(ending ${file} LAST_EXT)
  string(SUBSTRING ${ending} 1 -1 ending)
  if(NOT DEFINED type_${ending})
    message(FATAL_ERROR "${file}: no type is known for this ending")
  endif()
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "index\\.html$" "" path "/${name}")
  string(APPEND arrays "static const unsigned char file_${count}[] = {${bytes}};\n")
  string(APPEND table "    {\"${path}\", \"${type_${ending}}\", file_${count}, sizeof file_${count}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"page_files.h\"\n\n${arrays}\nconst page_file page_files[] = {\n${table}};\n"
                     "const size_t page_file_count = ${count};\n")
