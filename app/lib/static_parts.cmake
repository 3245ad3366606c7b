# The library as static parts, for consoles and programs in one file: cmake --install BUILD --component static --prefix FOLDER.
# Each part holds the objects of its rooms and its share of this folder; it links downwards as the rooms do. `field` holds
# what all parts read: the parameters of every kind, and grounds.
set(read_by_all "(context|noise|params|ground|state_block|shore|[a-z]+_tuning)[.]cpp[.]o(bj)?$")

# fieldwright_static_part(crowd SHARE crowd.cpp ... ROOMS core_crowd ... PARTS field THIRD_PARTY hwy::hwy ...)
function(fieldwright_static_part part)
  cmake_parse_arguments(ARG "" "" "SHARE;ROOMS;PARTS;THIRD_PARTY" ${ARGN})
  string(REPLACE ";" "|" share "${ARG_SHARE}")
  string(REPLACE "." "[.]" share "${share}")
  set(objects "$<FILTER:$<TARGET_OBJECTS:fieldwright_library>,INCLUDE,/(${share})[.]o(bj)?$>")
  foreach(room IN LISTS ARG_ROOMS)
    list(APPEND objects "$<FILTER:$<TARGET_OBJECTS:${room}>,EXCLUDE,${read_by_all}>")
  endforeach()
  if(part STREQUAL field)
    foreach(room core_steer core_tactics core_crowd core_action core_spawn)
      list(APPEND objects "$<FILTER:$<TARGET_OBJECTS:${room}>,INCLUDE,${read_by_all}>")
    endforeach()
  endif()
  add_library(fieldwright_${part} STATIC ${objects})
  set_target_properties(fieldwright_${part} PROPERTIES EXPORT_NAME ${part} LINKER_LANGUAGE CXX
    ARCHIVE_OUTPUT_DIRECTORY ${FIELDWRIGHT_LIBRARIES})
  target_include_directories(fieldwright_${part} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_PARTS PREPEND fieldwright_)
  target_link_libraries(fieldwright_${part} PUBLIC ${ARG_PARTS} PRIVATE ${ARG_THIRD_PARTY})
  install(TARGETS fieldwright_${part} EXPORT FieldwrightStaticTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT static EXCLUDE_FROM_ALL)
endfunction()

if(FIELDWRIGHT_PORTABLE)
  set(third_party)
  set(FIELDWRIGHT_STATIC_REQUIRES "")
else()
  find_package(HWY CONFIG REQUIRED NAMES hwy)
  find_package(OpenSSL REQUIRED)
  find_package(TBB REQUIRED)
  set(third_party TBB::tbb hwy::hwy OpenSSL::Crypto)
  set(FIELDWRIGHT_STATIC_REQUIRES "tbb libhwy libcrypto")
  set(FIELDWRIGHT_STATIC_PACKAGES
    "include(CMakeFindDependencyMacro)\n  find_dependency(TBB)\n  find_dependency(hwy CONFIG)\n  find_dependency(OpenSSL COMPONENTS Crypto)")
endif()
fieldwright_static_part(field SHARE context.cpp dates.cpp noise.cpp params.cpp ground.cpp state_block.cpp
  ROOMS core_base core_field core_model THIRD_PARTY ${third_party} stdc++ m)
fieldwright_static_part(steer SHARE steer.cpp ways.cpp ROOMS core_steer PARTS field)
fieldwright_static_part(crowd SHARE crowd.cpp agents_state.cpp ROOMS core_crowd PARTS steer)
fieldwright_static_part(action SHARE action.cpp action_state.cpp ROOMS core_action PARTS field)
fieldwright_static_part(spawn SHARE spawn.cpp ROOMS core_spawn PARTS field)
fieldwright_static_part(tactics SHARE tokens.cpp ROOMS core_tactics PARTS field)
fieldwright_static_part(world SHARE world.cpp world_values.cpp
  ROOMS core_template core_water core_world core_measure PARTS field)
add_library(fieldwright_static INTERFACE)
set_target_properties(fieldwright_static PROPERTIES EXPORT_NAME fieldwright)
target_link_libraries(fieldwright_static INTERFACE fieldwright_crowd fieldwright_steer fieldwright_action fieldwright_spawn fieldwright_tactics fieldwright_world)
install(TARGETS fieldwright_static EXPORT FieldwrightStaticTargets)
install(EXPORT FieldwrightStaticTargets NAMESPACE Fieldwright:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Fieldwright
  COMPONENT static EXCLUDE_FROM_ALL)
# What -lfieldwright means there: all parts, upper ones first.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/static/libfieldwright.a
  "INPUT(-lfieldwright_crowd -lfieldwright_steer -lfieldwright_action -lfieldwright_spawn -lfieldwright_tactics -lfieldwright_world -lfieldwright_field)\n")
configure_file(fieldwright-static.pc.in ${CMAKE_CURRENT_BINARY_DIR}/static/fieldwright.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/static/libfieldwright.a
  DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT static EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/static/fieldwright.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT static EXCLUDE_FROM_ALL)
install(FILES fieldwright.h fieldwright.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT static EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/FieldwrightConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/FieldwrightConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Fieldwright COMPONENT static EXCLUDE_FROM_ALL)
