#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"

namespace fw {

/// Reads template text. Hostile-proof: size, depth and string caps, duplicate and unknown keys refused with
/// "did you mean", every number checked against its row of the parameter table. The error names
/// `source_name`, JSON path, line and column, what was found and what was expected. "vocabulary": a built-in
/// one, or a file in the folder of `source_name`.
Result<Template> parse_template(std::string_view text, std::string_view source_name);

/// Info `defaults_changed`: what a text of the format before this one leaves out whose default is another
/// now. Nothing for a text of this format, or one that is no template.
Findings changed_defaults(std::string_view text, std::string_view source_name);

/// Applies `path=value` settings (--set) to a template text before parsing: same checks, unknown path =
/// ErrorKind::usage.
Result<Template> parse_template_with(std::string_view text, std::string_view source_name,
                                     const std::vector<std::string>& settings);

/// What stated a value of a template: a place in its text, or a setting.
struct TemplatePlace {
  std::string source;   ///< name of the file or built-in template
  size_t line = 0;      ///< from 1; 0: in no text
  size_t column = 0;    ///< in characters, from 1
  std::string setting;  ///< "path=value" of --set; "" = the text states the value
  std::string path{};   ///< the value's, rows by index: "hand.pins[1].x_m" for "hand.pins.p7f3a.x_m"

  /// "my.json:12:5", "--set danger.black.share=0.2", or the source alone.
  std::string text() const;
};
/// What stated the value at a path ("resources[3].quota") of a text with settings, or the nearest stated
/// value that contains it.
TemplatePlace template_place(std::string_view text, std::string_view source_name,
                             const std::vector<std::string>& settings, std::string_view path);
/// Of many paths, the text read once.
std::vector<TemplatePlace> template_places(std::string_view text, std::string_view source_name,
                                           const std::vector<std::string>& settings,
                                           const std::vector<std::string>& paths);

/// The template as a file of its canonical form would give it (labels and families derived), or, by template
/// path, everything that parse_template would refuse in that file: for an editor, which holds templates that
/// no file would.
struct CheckedTemplate {
  Template tmpl;      ///< as given if anything is refused
  Findings refusals;  ///< all of Severity::error
};
CheckedTemplate check_edited(const Template& tmpl);

/// As parse_template, but what an editor may hold while work goes on is taken as it stands: words and ranges
/// that their rows refuse, values that contradict one another; check_edited says what is wrong. Still
/// refused: broken syntax, unknown keys, numbers out of range and values of another kind.
Result<Template> parse_unfinished(std::string_view text, std::string_view source_name);

/// The template complete but short: "vocabulary": "classic" and what differs from its rows where the
/// template's tables begin with them.
std::string write_compact(const Template& tmpl);

/// The resolved template in canonical form: defaults filled, fixed key order, shortest numbers, LF, final
/// newline. parse_template(write_template(t)) == t.
std::string write_template(const Template& tmpl);

/// SHA-256 of the canonical form without the seed.
std::string template_digest(const Template& tmpl);

/// The parameters under the given path prefixes ("island.", "resources[2]."), one "path=value" a line with
/// row numbers filled in: what anything that reads only these depends on.
std::string template_part(const Template& tmpl, const std::vector<std::string>& prefixes);

/// The paths of what a calendar is, for template_part: its group, its fields, and the dates of those classes
/// that have any.
std::vector<std::string> calendar_paths(const Template& tmpl);

/// JSON Schema (draft-07) from the parameter table.
std::string template_schema();
/// The templates' reference page (Markdown) from the parameter table.
std::string template_reference();

/// The templates that travel inside the program.
struct BuiltinTemplate {
  std::string_view name;
  std::string_view text;
};
const std::vector<BuiltinTemplate>& builtin_templates();
/// Case-insensitive; nullptr if there is none.
const BuiltinTemplate* find_builtin(std::string_view name);
/// The built-in template that took the place of one of an earlier version, case-insensitive; "" where none
/// of that name went.
std::string_view builtin_in_place_of(std::string_view name);

/// The rows that travel inside the program, as templates name them: "classic".
const std::vector<BuiltinTemplate>& builtin_vocabularies();

}  // namespace fw
