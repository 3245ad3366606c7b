# What a portable build (option FIELDWRIGHT_PORTABLE) takes instead of the packages: of Highway and nlohmann-json the
# headers alone, which are the same for every processor. They are linked into a folder of their own, because a cross
# compiler must not see the rest of /usr/include.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(package hwy/highway.h nlohmann/json.hpp)
  cmake_path(GET package PARENT_PATH folder)
  find_path(FIELDWRIGHT_FOUND_${folder} ${package} PATHS /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${FIELDWRIGHT_FOUND_${folder}}/${folder} ${headers}/${folder} SYMBOLIC)
endforeach()
foreach(target hwy::hwy nlohmann_json::nlohmann_json)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${headers})
endforeach()
file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/hwy-config.cmake "")
file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/nlohmann_json-config.cmake "")
# The C++ library of WebAssembly has no std::filesystem.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  target_compile_definitions(nlohmann_json::nlohmann_json INTERFACE JSON_HAS_FILESYSTEM=0 JSON_HAS_EXPERIMENTAL_FILESYSTEM=0)
endif()
