# What is installed where, and the Debian packages that it makes: cpack in a tree configured with the preset `debian`.
#
#   command  grundy: the program, manual, completion, examples      library      libgrundy: the shared library
#   mpi      grundy-mpi: the program for several processes          development  libgrundy-dev: header, static library
#   python   python3-grundy

# ---- what is made for installing ----

find_program(MANUAL_PYTHON NAMES python3 python)
mark_as_advanced(MANUAL_PYTHON)
set(library_manual ${PROJECT_BINARY_DIR}/grundy.3)
if(MANUAL_PYTHON)
  add_custom_command(OUTPUT ${library_manual} DEPENDS include/grundy.h doc/library_manual.py
                     COMMAND ${MANUAL_PYTHON} ${PROJECT_SOURCE_DIR}/doc/library_manual.py
                             ${PROJECT_SOURCE_DIR}/include/grundy.h ${PROJECT_VERSION} >${library_manual})
  add_custom_target(library-manual ALL DEPENDS ${library_manual})
else()
  message(STATUS "Without python3: no manual page of the library")
endif()

set(completions ${PROJECT_BINARY_DIR}/completion)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${completions}/${shell} DEPENDS grundy
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
                     COMMAND $<TARGET_FILE:grundy> completion ${shell} >${completions}/${shell})
  list(APPEND completion_files ${completions}/${shell})
endforeach()
add_custom_target(completion ALL DEPENDS ${completion_files})

# What Debian wants otherwise in /usr: zsh looks in a directory of its own, manual pages are compressed.
set(manuals ${PROJECT_SOURCE_DIR}/doc/grundy.1)
if(MANUAL_PYTHON)
  list(APPEND manuals ${library_manual})
endif()
set(zsh_functions site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
  set(zsh_functions vendor-completions)
  foreach(manual ${manuals})
    get_filename_component(name ${manual} NAME)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${name}.gz DEPENDS ${manual}
                       COMMAND gzip -9 -n -c ${manual} >${PROJECT_BINARY_DIR}/${name}.gz)
    list(APPEND compressed ${PROJECT_BINARY_DIR}/${name}.gz)
  endforeach()
  add_custom_target(compressed-manuals ALL DEPENDS ${compressed})
  set(manuals ${compressed})
endif()
list(POP_FRONT manuals command_manual) # what is left, if anything, is the library's

# ---- installing ----

get_property(GRUNDY_PRIVATE_LIBRARIES GLOBAL PROPERTY GRUNDY_PRIVATE_LIBRARIES)
foreach(library ${CMAKE_DL_LIBS})
  string(APPEND GRUNDY_PRIVATE_LIBRARIES " -l${library}")
endforeach()
configure_file(cmake/grundy.pc.in grundy.pc @ONLY)

install(TARGETS grundy COMPONENT command)
install(FILES ${command_manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${completions}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME grundy COMPONENT command)
install(FILES ${completions}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME grundy.fish COMPONENT command)
install(FILES ${completions}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_functions} RENAME _grundy COMPONENT command)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/grundy USE_SOURCE_PERMISSIONS COMPONENT command)

if(TARGET grundy-mpi)
  install(TARGETS grundy-mpi COMPONENT mpi)
endif()

install(TARGETS grundy-shared LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS grundy-static COMPONENT development)
install(FILES include/grundy.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/grundy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
if(MANUAL_PYTHON)
  install(FILES ${manuals} DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development)
endif()

# Where the system's Python looks. For another one, pip installs the package.
if(TARGET grundy-python)
  set(python_packages lib/python3/dist-packages/grundy)
  install(TARGETS grundy-python LIBRARY DESTINATION ${python_packages} COMPONENT python)
  install(FILES ${GRUNDY_PYTHON_FILES} DESTINATION ${python_packages} COMPONENT python)
endif()

# ---- Debian packages ----

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME grundy)
set(GRUNDY_MAINTAINER "Nobody <nobody@localhost>" CACHE STRING "Who answers for the Debian packages")
set(CPACK_PACKAGE_CONTACT ${GRUNDY_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "impartial combinatorial games by computer")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_COMPONENTS_ALL command library development)

# Nothing tells dpkg-shlibdeps of the libraries that are loaded when they are first needed.
find_program(DPKG_QUERY dpkg-query)
mark_as_advanced(DPKG_QUERY)
function(packages_of libraries variable)
  set(packages "")
  foreach(library ${libraries})
    string(REGEX REPLACE "^.*=" "" file ${library})
    if(DPKG_QUERY)
      execute_process(COMMAND ${DPKG_QUERY} -S "*/${file}" OUTPUT_VARIABLE found ERROR_QUIET)
      if(found MATCHES "^([a-z0-9.+-]+):")
        list(APPEND packages ${CMAKE_MATCH_1})
      endif()
    endif()
  endforeach()
  list(JOIN packages ", " packages)
  set(${variable} "${packages}" PARENT_SCOPE)
endfunction()
get_property(late GLOBAL PROPERTY GRUNDY_LATE_LIBRARIES)
set(GRUNDY_LATE_LIBRARIES "${late}" CACHE INTERNAL "Libraries that are loaded when they are first needed")
packages_of("${late}" CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS)
get_property(late GLOBAL PROPERTY GRUNDY_LATE_LIBRARIES_OF_LIBRARY)
packages_of("${late}" CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "${CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS}")

# debian_package(COMPONENT NAME SECTION "depends" "what is in it"); each has its license, where Debian wants it
function(debian_package component name section depends text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright
          COMPONENT ${component})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "Grundy values, outcomes, winning moves, tables and proved periods of\nNim, octal games, coin turning, Cram and many more. ${text}" PARENT_SCOPE)
endfunction()

debian_package(command grundy math "" "This is the\nprogram.")
debian_package(library libgrundy libs "" "This is the\nshared library.")
debian_package(development libgrundy-dev libdevel "libgrundy (= ${PROJECT_VERSION})" "This is what\nprograms in C are built with.")
# After the library is installed, the system looks anew for shared libraries.
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
if(TARGET grundy-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  debian_package(mpi grundy-mpi math "" "This is the\nprogram for several processes, run by mpirun.")
endif()
if(TARGET grundy-python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  debian_package(python python3-grundy python "libgrundy (= ${PROJECT_VERSION}), python3, python3-cffi-backend, python3-numpy"
                 "This is the\npackage for Python.")
endif()
include(CPack)
