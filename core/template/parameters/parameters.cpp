#include "core/template/parameters/parameters.h"

#include "core/base/number_text.h"
#include "core/template/parameters/parameter_rows.h"

namespace fw {
namespace {

const table::Builder& whole_table() {
  static const table::Builder built = [] {
    table::Builder t;
    table::add_world_rows(t);
    table::add_water_rows(t);
    table::add_ground_tables(t);
    table::add_mix_rows(t);
    table::add_noise_rows(t);
    table::add_landmark_table(t);
    table::add_content_tables(t);
    table::add_class_rows(t);
    table::add_hand_rows(t);
    table::add_stream_seed_rows(t);
    table::add_play_rows(t);
    table::add_calendar_rows(t);
    table::add_tactics_rows(t);
    table::add_ecology_rows(t);
    table::add_view_rows(t);
    table::add_export_rows(t);
    return t;
  }();
  return built;
}

std::string unit_text(const Parameter& p) {
  return p.unit.empty() ? "" : " (" + p.unit + ")";
}

std::string bounds_text(const Parameter& p) {
  return number_text(p.min) + " to " + number_text(p.max);
}

/// One row of everything, nothing stated.
const Template& bare_template() {
  static const Template bare = [] {
    Template t;
    for (const bool nested : {false, true})
      for (const ParameterList& list : parameter_lists())
        if ((list.path.find("[]") != std::string::npos) == nested) list.resize(t, 1, {});
    for (std::vector<PointClass>* classes : {&t.resources, &t.wildlife, &t.enemies})
      (*classes)[0].biome_affinity.assign(1, 0.0), (*classes)[0].danger_affinity.assign(1, 1.0);
    return t;
  }();
  return bare;
}

}  // namespace

const std::vector<Parameter>& parameters() {
  return whole_table().rows;
}
const std::vector<ParameterList>& parameter_lists() {
  return whole_table().lists;
}

const ParameterList* find_list(std::string_view path) {
  for (const ParameterList& list : parameter_lists())
    if (list.path == path) return &list;
  return nullptr;
}

ParameterValue default_value(const Parameter& parameter) {
  return parameter.get(bare_template(), {});
}

ValueRule rule_of(const Parameter& p) {
  ValueRule rule{.path = p.path,
                 .unit = p.unit,
                 .min = p.min,
                 .max = p.max,
                 .whole = p.type == ParameterType::integer,
                 .help = p.help};
  if (p.type == ParameterType::choice) rule.choices = p.choices;
  return rule;
}

const std::vector<std::string_view>& parameter_paths() {
  static const std::vector<std::string_view> paths = [] {
    std::vector<std::string_view> all;
    for (const Parameter& p : parameters()) all.emplace_back(p.path);
    return all;
  }();
  return paths;
}

std::string expected_text(const Parameter& p) {
  switch (p.type) {
    case ParameterType::integer:
    case ParameterType::number:
      return expected_text(rule_of(p));
    case ParameterType::range:
      return "two numbers [low, high] from " + bounds_text(p) + unit_text(p) + ", low not above high";
    case ParameterType::numbers:
      return "at most 16 numbers from " + bounds_text(p) + unit_text(p);
    case ParameterType::yes_no:
      return "true or false";
    case ParameterType::place:
      return "[x, y] from " + bounds_text(p) + ", a word of the compass such as north_east, or centre";
    case ParameterType::slug:
      return "a slug of 1 to 64 characters out of a-z, 0-9 and _";
    case ParameterType::name:
      return "text of " + bounds_text(p) +
             " characters without slashes, control characters and direction marks; not . or ..";
    case ParameterType::text:
      return "text of " + bounds_text(p) + " characters without control characters and direction marks";
    case ParameterType::colour:
      return "a colour \"#rrggbb\"";
    case ParameterType::words:
      return "a list of at most " + number_text(p.max) + " words" +
             (!p.refers_to.empty() || p.choices.empty() ? "" : " out of " + words_text(p.choices));
    case ParameterType::texts:
      return (p.min > 0 ? number_text(p.min) + " to " : "at most ") + number_text(p.max) +
             " texts of at most " + std::to_string(kMostCharacters) +
             " characters without control characters and direction marks";
    case ParameterType::reference:
      return "the id of a row of " + p.refers_to +
             (p.choices.empty() ? "" : " or one of " + words_text(p.choices));
    case ParameterType::direction:
      return "degrees from " + bounds_text(p) + " or one of " + words_text(p.choices);
    case ParameterType::shape:
      return "WKT: POINT, LINESTRING, POLYGON or MULTIPOLYGON in metres of the frame";
    case ParameterType::runs:
      return "a list of texts of runs such as \"12 5a 3 8b\"";
    case ParameterType::class_key:
      return "signs and ids with commas: a grassland, b forest";
    case ParameterType::class_words:
      return "ids of classes, landmark kinds and families, names of categories or all, with commas, -id to "
             "take one out";
    case ParameterType::choice:
      break;
  }
  return expected_text(rule_of(p)) + (p.refers_to.empty() ? "" : ", or to.<kind>_m");
}

namespace table {

std::optional<Rgb> parse_colour(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  uint32_t value = 0;
  const auto end = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (end.ec != std::errc() || end.ptr != text.data() + 7) return std::nullopt;
  return Rgb::hex(value);
}

std::string colour_text(Rgb colour) {
  std::string out = "#";
  for (const double part : {colour.r, colour.g, colour.b}) {
    const int value = static_cast<int>(std::lround(255 * part));
    for (const int digit : {value >> 4, value & 15}) out += "0123456789ABCDEF"[digit & 15];
  }
  return out;
}

}  // namespace table
std::string value_text(const ParameterValue& value) {
  if (const double* d = std::get_if<double>(&value)) return number_text(*d);
  if (const std::string* text = std::get_if<std::string>(&value)) return text->empty() ? "\"\"" : *text;
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return "[" + number_text((*range)[0]) + ", " + number_text((*range)[1]) + "]";
  if (const bool* yes = std::get_if<bool>(&value)) return *yes ? "true" : "false";
  std::string list;
  if (const auto* words = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& word : *words)
      list += (list.empty() ? "" : ", ") + (word.empty() ? std::string("\"\"") : word);
  else if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers) list += (list.empty() ? "" : ", ") + number_text(number);
  else
    return "none";
  return "[" + list + "]";
}

}  // namespace fw
