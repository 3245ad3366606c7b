#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/model/template/template.h"

// A template that states what differs from another one: "base" names a built-in template, or a file in the
// folder of the template's own (docs/vocabulary.md).
namespace fw {

/// The template that a text names as its "base".
struct BaseTemplate {
  std::string name;  ///< as the text has it
  Template tmpl;
};
/// Nothing where the text names none. Errors as parse_template.
Result<std::optional<BaseTemplate>> base_of(std::string_view text, std::string_view source_name);

}  // namespace fw
