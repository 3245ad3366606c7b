# Compile rules shared by every target: fieldwright_options carries them, fieldwright_room() makes a room.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# An assert is a finding about our own code: it stays on in every build, so that users and tests run one and the same.
foreach(config RELEASE RELWITHDEBINFO)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
endforeach()

# Where a program finds the libraries that it opens by itself: in the build tree, and from where it is installed.
set(FIELDWRIGHT_LIBRARIES ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_BUILD_RPATH ${FIELDWRIGHT_LIBRARIES})
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/fieldwright")

option(FIELDWRIGHT_TESTS "Build the tests" ON)
option(FIELDWRIGHT_BENCH "Build the benchmarks" OFF)
option(FIELDWRIGHT_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(FIELDWRIGHT_SANITIZE_THREADS "Thread sanitizer" OFF)
option(FIELDWRIGHT_FUZZ "The fuzzer of the readers, with both sanitizers (clang)" OFF)
option(FIELDWRIGHT_PORTABLE "The library alone, without oneTBB and OpenSSL: for other processors (docs/library.md, 12)" OFF)
option(FIELDWRIGHT_WERROR "Treat warnings as errors (on in the presets of developers: other compilers know other warnings)" OFF)

add_library(fieldwright_options INTERFACE)
target_include_directories(fieldwright_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(fieldwright_options INTERFACE
  FIELDWRIGHT_VERSION="${PROJECT_VERSION}")
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(threads_option -pthread)
endif()
# One rounding for every multiply and add: a compiler that fuses them changes the world between CPUs. Nobody reads errno
# after a root: without it roots are taken several at a time, with the same bits.
target_compile_options(fieldwright_options INTERFACE
  -ffp-contract=off -fno-math-errno ${threads_option} -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
# Beyond x86-64 one instruction set serves every processor, and a portable build has no library of Highway's to choose one;
# on Windows core/base/exact/instruction_sets.cpp does.
# Highway 1.0.3 would take SVE too on 64-bit ARM, whose vectors no struct can hold (the first name below); for WebAssembly
# it has no doubles, so that its plain vectors are left to the compiler.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  target_compile_definitions(fieldwright_options INTERFACE HWY_COMPILE_ONLY_EMU128)
elseif((FIELDWRIGHT_PORTABLE AND NOT WIN32) OR CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  target_compile_definitions(fieldwright_options INTERFACE TOOLCHAIN_MISS_SYS_AUXV_H HWY_COMPILE_ONLY_STATIC)
endif()
if(FIELDWRIGHT_PORTABLE)
  include(cmake/portable.cmake)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees copies that overlap, leave their array or read past it in "literal" + std::string (GCC bug 105651).
  target_compile_options(fieldwright_options INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-error=invalid-pch)
endif()
if(FIELDWRIGHT_WERROR)
  target_compile_options(fieldwright_options INTERFACE -Werror)
endif()
if(FIELDWRIGHT_SANITIZE)
  # GCC 12 takes its own instrumented std::regex for the use of something uninitialized.
  target_compile_options(fieldwright_options INTERFACE -Wno-maybe-uninitialized
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  # The Debug build (preset smoke) is compiled afresh in every run of CI: three checks that the preset asan keeps make
  # that half as long again.
  target_compile_options(fieldwright_options INTERFACE $<$<CONFIG:Debug>:-fno-sanitize=null,alignment,object-size>)
  # The sanitizers' own dlopen() finds libraries by the program's RPATH alone, not by its RUNPATH.
  target_link_options(fieldwright_options INTERFACE -fsanitize=address,undefined LINKER:--disable-new-dtags)
endif()

if(FIELDWRIGHT_SANITIZE_THREADS)
  target_compile_options(fieldwright_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(fieldwright_options INTERFACE -fsanitize=thread)
endif()

if(FIELDWRIGHT_FUZZ)
  target_compile_options(fieldwright_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
  # The sanitizers' own dlopen() finds libraries by the program's RPATH alone, not by its RUNPATH.
  target_link_options(fieldwright_options INTERFACE -fsanitize=address,undefined LINKER:--disable-new-dtags)
endif()

# Headers parsed once for many targets, not in each of 300 sources: fieldwright_headers(name LINK targets HEADERS <a> ...)
# makes a set, with the standard library's; target_precompile_headers(target REUSE_FROM name) uses it. A source still
# includes what it needs: the sanitizers' build (preset asan) parses all headers afresh. So does a build with a compile
# cache, which would not know a precompiled header of another checkout again.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
else()
  # The words of an assert name files from the checkout on; a compile cache sees to that itself.
  target_compile_options(fieldwright_options INTERFACE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
endif()
set(fieldwright_standard_headers
  <algorithm> <array> <atomic> <bit> <cassert> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring>
  <filesystem> <functional> <limits> <map> <memory> <mutex> <numbers> <numeric> <optional> <span> <sstream> <string>
  <string_view> <type_traits> <utility> <variant> <vector>)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  list(REMOVE_ITEM fieldwright_standard_headers <filesystem>)
endif()
function(fieldwright_headers name)
  cmake_parse_arguments(ARG "" "" "LINK;HEADERS" ${ARGN})
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/cmake/headers.cpp)
  target_link_libraries(${name} PRIVATE fieldwright_options ${ARG_LINK})
  target_precompile_headers(${name} PRIVATE ${fieldwright_standard_headers} ${ARG_HEADERS})
endfunction()
fieldwright_headers(fieldwright_standard)
# The rooms of core are also parts of the shared library (app/lib): their code runs at any address and shows no symbol.
fieldwright_headers(fieldwright_core)
set_target_properties(fieldwright_core PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)

# Rooms without long loops, and the tests, are optimised lightly: that compiles in three quarters of the time.
set(fieldwright_light_rooms core/template core/experiment render/chart app/job)
if(FIELDWRIGHT_PORTABLE)  # games step crowds all the time, and make a world now and then
  list(APPEND fieldwright_light_rooms core/water core/world core/measure)
endif()
function(fieldwright_optimise_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()

# The sources of one folder are compiled as one, so that headers are read once a folder: names that a source keeps to itself
# stand once in a folder. Kernels that Highway compiles for every instruction set include themselves again: each stays alone,
# and so do the sources that another static part of the library takes (app/lib/static_parts.cmake).
# Who works on one folder takes them one by one, and so does the checker asan (presets dev, asan).
option(FIELDWRIGHT_UNITY "Compile the sources of one folder as one" OFF)
function(fieldwright_one_source_a_folder target)
  get_target_property(sources ${target} SOURCES)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${FIELDWRIGHT_UNITY} UNITY_BUILD_MODE GROUP)
  # GCC takes a source that another includes for a header, whose types should not hold those of an anonymous namespace.
  if(FIELDWRIGHT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  foreach(source IN LISTS sources)
    if(source MATCHES "(_kernel|_tuning|^shore)\\.cpp$" OR IS_ABSOLUTE ${source})
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    string(REPLACE "/" "_" group "folder_${folder}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# fieldwright_room(core/field SOURCES a.cpp ... ROOMS core/base ... THIRD_PARTY hwy::hwy ...)
# ROOMS are public (their values show in this room's headers), THIRD_PARTY is private, HEADERS as in fieldwright_headers.
function(fieldwright_room room)
  cmake_parse_arguments(ARG "" "HEADERS" "SOURCES;ROOMS;THIRD_PARTY" ${ARGN})
  string(REPLACE "/" "_" target ${room})
  add_library(${target} STATIC ${ARG_SOURCES})
  fieldwright_one_source_a_folder(${target})
  if(room MATCHES "^core/")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON)
  endif()
  if(NOT ARG_HEADERS AND room MATCHES "^core/")
    set(ARG_HEADERS fieldwright_core)
  elseif(NOT ARG_HEADERS)
    set(ARG_HEADERS fieldwright_standard)
  endif()
  add_library(fieldwright::${target} ALIAS ${target})
  target_link_libraries(${target} PUBLIC fieldwright_options)
  target_precompile_headers(${target} REUSE_FROM ${ARG_HEADERS})
  if(room IN_LIST fieldwright_light_rooms)
    fieldwright_optimise_lightly(${target})
  endif()
  foreach(lower IN LISTS ARG_ROOMS)
    string(REPLACE "/" "_" lower_target ${lower})
    target_link_libraries(${target} PUBLIC fieldwright::${lower_target})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ARG_THIRD_PARTY})
endfunction()

# fieldwright_manual(fieldwright): its manual page, which the program makes of its own option tables; installed with it.
function(fieldwright_manual program)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${program}.1)
  add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${page}
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:${program}> --man > ${page})
  string(REGEX REPLACE ".*-" "" component ${program})
  string(REPLACE fieldwright command component ${component})
  install(FILES ${page} DESTINATION share/man/man1 COMPONENT ${component})
endfunction()

# fieldwright_completion(fieldwright): what lets bash and zsh complete its commands and options; installed with it.
function(fieldwright_completion program)
  foreach(shell IN ITEMS bash zsh)
    set(script ${CMAKE_CURRENT_BINARY_DIR}/completion.${shell})
    add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${script}
      COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:${program}> completion ${shell} > ${script})
  endforeach()
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/completion.bash DESTINATION share/bash-completion/completions RENAME ${program}
    COMPONENT command)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/completion.zsh DESTINATION share/zsh/vendor-completions RENAME _${program}
    COMPONENT command)
endfunction()
