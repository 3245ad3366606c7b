# embed_files(<output .cpp> <function> <root> <file>...): writes `std::string_view <function>(std::string_view name)`, which
# gives a file's bytes by its path below the root; "" for a name that is not there.
function(embed_files output name_of_function root)
  set(symbols "")
  set(rows "")
  set(files "")
  set(number 0)
  foreach(file IN LISTS ARGN)
    set(symbol "fieldwright_${name_of_function}_${number}")
    string(APPEND symbols
"__asm__(\".section .rodata\\n.balign 16\\n${symbol}:\\n.incbin \\\"${root}/${file}\\\"\\n${symbol}_end:\\n.byte 0\\n.previous\\n\");\n"
"extern const char ${symbol}_start[] __asm__(\"${symbol}\");\nextern const char ${symbol}_stop[] __asm__(\"${symbol}_end\");\n")
    string(APPEND rows "  if (name == \"${file}\") return {${symbol}_start, static_cast<size_t>(${symbol}_stop - ${symbol}_start)};\n")
    list(APPEND files ${root}/${file})
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include <cstddef>
#include <string_view>

@symbols@
namespace fw {

std::string_view @name_of_function@(std::string_view name);

std::string_view @name_of_function@(std::string_view name) {
@rows@  return {};
}

}  // namespace fw
")
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${files}")
endfunction()
