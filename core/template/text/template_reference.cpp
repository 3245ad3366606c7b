#include <map>

#include "core/base/number_text.h"
#include "core/template/template_io.h"
#include "core/template/text/shape.h"

namespace fw {
namespace {

std::string type_text(const Parameter& p) {
  constexpr std::array<const char*, 19> kWords{"whole number",
                                               "number",
                                               "[low, high]",
                                               "[number, ...]",
                                               "true or false",
                                               "[x, y] or word",
                                               "choice",
                                               "text",
                                               "text",
                                               "slug",
                                               "colour",
                                               "[word, ...]",
                                               "id",
                                               "degrees or word",
                                               "[text, ...]",
                                               "WKT",
                                               "[runs, ...]",
                                               "sign id, ...",
                                               "words"};
  return kWords[static_cast<size_t>(p.type)];
}

std::string range_text(const Parameter& p) {
  std::string words;
  for (const std::string_view word : p.choices)
    words += (words.empty() ? "" : ", ") + (word.empty() ? std::string("\"\"") : std::string(word));
  const std::string bounds = number_text(p.min) + " to " + number_text(p.max);
  const std::string table = p.refers_to == "measure" ? "rows that the measure tells" : p.refers_to;
  switch (p.type) {
    case ParameterType::slug:
      return "a-z 0-9 _, 1 to 64";
    case ParameterType::name:
    case ParameterType::text:
      return bounds + " characters";
    case ParameterType::texts:
      return bounds + " texts, 0 to " + std::to_string(kMostCharacters) + " characters";
    case ParameterType::yes_no:
    case ParameterType::shape:
      return "";
    case ParameterType::class_key:
      return p.refers_to;
    case ParameterType::class_words:
      return "classes, kinds, families, categories, all";
    case ParameterType::runs:
      return "at most " + number_text(p.max) + " rows";
    case ParameterType::colour:
      return "#rrggbb";
    case ParameterType::choice:
      return words + (p.refers_to.empty() ? "" : ", to.<kind>_m");
    case ParameterType::reference:
    case ParameterType::words:
      return table + (table.empty() || words.empty() ? "" : ", ") + words;
    case ParameterType::direction:
      return bounds + ", " + words;
    default:
      return bounds;
  }
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
  if (rows[0]->optional) return "none";
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
    "A template is one JSON object, `\"format\": 3`. Lengths are metres, shares lie in [0, 1], ids are\n"
    "lower-case slugs. Factions, biomes, danger bands, landmark kinds, families and rarities are rows that "
    "the\n"
    "template states; `\"vocabulary\": \"classic\"`, or the name of a file beside the template, puts rows "
    "below them:\n"
    "a row of the same id overrides its members, a new id is a row more. `\"base\": \"other.json\"` takes "
    "another\n"
    "template as a whole below this one ([vocabulary.md](vocabulary.md)). Keys left out take their default; "
    "in a\n"
    "group of shares or weights that is stated, a member left out is 0. Unknown keys are errors. `comment` "
    "and keys\n"
    "that begin with `x-` may stand in any object: they are kept and never read. `*` stands for each member "
    "of a group\n"
    "or each id of a table, `[]` for each row of a list.\n"
    "On the command line `--set path=value` changes one value; a row is named by its number, its id or its\n"
    "class: `--set factions[0].share=0.3`, `--set resources.iron_vein.quota=40`. A row alone means its share "
    "or\n"
    "count: `--set landmarks.dock=9`.\n";

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
          out += list.help + " A list of at most " + std::to_string(list.max_rows) + " rows." +
                 (list.main_column.empty() ? "" : " A row alone in --set means `" + list.main_column + "`.") +
                 "\n\n";
      out += "| path | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n";
    }
    out += "| `" + pattern + "` | " + type_text(p) + " | " + p.unit + " | " + range_text(p) + " | " +
           default_text(rows) + " | " + p.help + " |\n";
  }
  return out;
}

}  // namespace fw
