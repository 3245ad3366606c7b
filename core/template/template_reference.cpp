#include <map>

#include "core/model/number_text.h"
#include "core/template/shape.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

std::string value_text(const ParameterValue& value) {
  if (const double* d = std::get_if<double>(&value)) return number_text(*d);
  if (const std::string* text = std::get_if<std::string>(&value)) return text->empty() ? "\"\"" : *text;
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return "[" + number_text((*range)[0]) + ", " + number_text((*range)[1]) + "]";
  return "derived";
}

std::string type_text(const Parameter& p) {
  switch (p.type) {
    case ParameterType::integer:
      return "whole number";
    case ParameterType::number:
      return "number";
    case ParameterType::range:
      return "[low, high]";
    case ParameterType::choice:
      return "choice";
    case ParameterType::slug:
      return "slug";
    default:
      return "text";
  }
}

std::string range_text(const Parameter& p) {
  if (p.type == ParameterType::slug) return "a-z 0-9 _, 1 to 64";
  if (p.type == ParameterType::name || p.type == ParameterType::text)
    return number_text(p.min) + " to " + number_text(p.max) + " characters";
  if (p.type != ParameterType::choice) return number_text(p.min) + " to " + number_text(p.max);
  std::string words;
  for (const std::string_view word : p.choices)
    words += (words.empty() ? "" : ", ") + (word.empty() ? std::string("\"\"") : std::string(word));
  return words;
}

/// The part of a path that its pattern leaves open: "faction" of "noise.faction.octaves".
std::string open_part(const Parameter& p) {
  const size_t star = p.pattern.find('*');
  if (star == std::string::npos) return p.path;
  const size_t tail = p.pattern.size() - star - 1;
  return p.path.substr(star, p.path.size() - star - tail);
}

/// One default, or one per open part where they differ.
std::string default_text(const std::vector<const Parameter*>& rows) {
  if (rows[0]->required) return "required";
  std::string each;
  bool same = true;
  const std::string first = value_text(default_value(*rows[0]));
  for (const Parameter* p : rows) {
    const std::string text = value_text(default_value(*p));
    same = same && text == first;
    each += (each.empty() ? "" : ", ") + open_part(*p) + " " + text;
  }
  return same ? first : each;
}

std::string group_of(const std::string& pattern) {
  const size_t end = pattern.find_first_of(".[");
  return end == std::string::npos ? "" : pattern.substr(0, end);
}

constexpr const char* kIntroduction =
    "# Template reference\n"
    "\n"
    "Generated from the parameter table of the program; edit the table, not this page.\n"
    "\n"
    "A template is one JSON object, `\"format\": 1`. Lengths are metres, shares lie in [0, 1], bands, biomes "
    "and\n"
    "classes are lower-case slugs. Keys left out take their default; in a group of shares or weights that "
    "is\n"
    "stated, a member left out is 0. Unknown keys are errors. `comment` and keys that begin with `x-` may "
    "stand in\n"
    "any object: they are kept and never read. `*` stands for each member of a group, `[]` for each row of a "
    "list.\n"
    "On the command line `--set path=value` changes one value; a row is named by its number or its class:\n"
    "`--set resources.iron_vein.quota=40`, `--set resources[3].quota=40`.\n";

}  // namespace

std::string template_reference() {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const Parameter*>> by_pattern;
  for (const Parameter& p : parameters()) {
    std::vector<const Parameter*>& rows = by_pattern[p.pattern];
    if (rows.empty()) order.push_back(p.pattern);
    rows.push_back(&p);
  }
  std::string out = kIntroduction;
  std::string group = "none yet";
  for (const std::string& pattern : order) {
    const std::vector<const Parameter*>& rows = by_pattern[pattern];
    const Parameter& p = *rows[0];
    if (group_of(pattern) != group) {
      group = group_of(pattern);
      out += "\n## " + (group.empty() ? "identity" : group) + "\n\n";
      for (const ParameterList& list : parameter_lists())
        if (list.pattern == group)
          out += list.help + " A list of at most " + std::to_string(list.max_rows) + " rows.\n\n";
      out += "| path | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";
    }
    out += "| `" + pattern + "` | " + type_text(p) + " | " + p.unit + " | " + range_text(p) + " | " +
           default_text(rows) + " | " + p.help + " |\n";
  }
  return out;
}

}  // namespace fw
