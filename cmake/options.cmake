# Compile rules shared by every target: fieldwright_options carries them, fieldwright_room() makes a room.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Where a program finds the libraries that it opens by itself: in the build tree, and from where it is installed.
set(FIELDWRIGHT_LIBRARIES ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_BUILD_RPATH ${FIELDWRIGHT_LIBRARIES})
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/fieldwright")

option(FIELDWRIGHT_TESTS "Build the tests" ON)
option(FIELDWRIGHT_BENCH "Build the benchmarks" OFF)
option(FIELDWRIGHT_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(FIELDWRIGHT_WERROR "Treat warnings as errors" ON)

add_library(fieldwright_options INTERFACE)
target_include_directories(fieldwright_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(fieldwright_options INTERFACE
  FIELDWRIGHT_VERSION="${PROJECT_VERSION}")
# One rounding for every multiply and add: a compiler that fuses them changes the world between CPUs.
target_compile_options(fieldwright_options INTERFACE
  -ffp-contract=off -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlapping copies in "literal" + std::string (GCC bug 105651).
  target_compile_options(fieldwright_options INTERFACE -Wno-restrict)
endif()
if(FIELDWRIGHT_WERROR)
  target_compile_options(fieldwright_options INTERFACE -Werror)
endif()
if(FIELDWRIGHT_SANITIZE)
  # GCC 12 takes its own instrumented std::regex for the use of something uninitialized.
  target_compile_options(fieldwright_options INTERFACE -Wno-maybe-uninitialized
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(fieldwright_options INTERFACE -fsanitize=address,undefined)
endif()

# fieldwright_room(core/field SOURCES a.cpp ... ROOMS core/base ... THIRD_PARTY hwy::hwy ...)
# ROOMS are public (their values show in this room's headers), THIRD_PARTY is private.
function(fieldwright_room room)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;THIRD_PARTY" ${ARGN})
  string(REPLACE "/" "_" target ${room})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(fieldwright::${target} ALIAS ${target})
  target_link_libraries(${target} PUBLIC fieldwright_options)
  foreach(lower IN LISTS ARG_ROOMS)
    string(REPLACE "/" "_" lower_target ${lower})
    target_link_libraries(${target} PUBLIC fieldwright::${lower_target})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ARG_THIRD_PARTY})
endfunction()
