# embed_templates(<output .cpp> <function> <file .json>...): writes the function and reruns CMake when a template changes.
function(embed_templates output name_of_function)
  set(rows "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND rows "      {\"${name}\", R\"template(${text})template\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"core/template/builtin_texts.h\"

namespace fw {

std::vector<BuiltinTemplate> @name_of_function@() {
  return {
@rows@  };
}

}  // namespace fw
")
endfunction()
