#include "app/job/hand/import/field_choices.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/job/hand/import/import_errors_internal.h"
#include "core/base/suggest.h"

namespace fw {
namespace {

/// Fields that fill a column without being asked to; the column's own name comes first.
const std::map<std::string, std::vector<std::string>, std::less<>> kAliases{
    {"class", {"biome", "danger", "faction", "type"}},
    {"owner", {"faction"}},
    {"x_m", {"x"}},
    {"y_m", {"y"}}};
/// Columns of pins that come only if --fields says so: a generated point states all of them.
const std::set<std::string, std::less<>> kPinColumnsAsked{
    "rarity", "level",   "hp_mult", "dps_mult", "loot",     "respawn_s", "number",
    "counts", "spacing", "where",   "on",       "from_x_m", "from_y_m"};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Result<std::vector<ColumnSource>> column_sources(const std::vector<RowColumn>& columns,
                                                 const SourceLayer& layer,
                                                 const std::vector<FieldChoice>& choices,
                                                 std::string_view list, bool own) {
  const auto field = [&](const std::string& name) {
    for (size_t f = 0; f < layer.fields.size(); ++f)
      if (lower(layer.fields[f]) == lower(name)) return f;
    return SIZE_MAX;
  };
  std::vector<std::string> names;
  for (const RowColumn& c : columns) names.push_back(c.name);
  for (const FieldChoice& choice : choices) {
    if (!has_column(columns, choice.column))
      return usage_error("--fields " + choice.column + ": a row of " + std::string(list) +
                         " has no such column" + did_you_mean(choice.column, names));
    if (!choice.constant && field(choice.field) == SIZE_MAX)
      return usage_error("--fields " + choice.column + "=" + choice.field + ": the layer " + layer.name +
                         " has no field " + choice.field + did_you_mean(choice.field, layer.fields));
  }
  std::vector<ColumnSource> sources;
  for (const RowColumn& column : columns) {
    ColumnSource source{column};
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&](const FieldChoice& c) { return c.column == column.name; });
    if (chosen != choices.end()) {
      source.constant = chosen->constant;
      if (!source.constant) source.field = field(chosen->field);
    } else if (own || list != "pins" || !kPinColumnsAsked.contains(column.name)) {
      source.field = field(column.name);
      const auto aliases = kAliases.find(column.name);
      if (!own && source.field == SIZE_MAX && aliases != kAliases.end())
        for (const std::string& alias : aliases->second)
          if (source.field == SIZE_MAX) source.field = field(alias);
    }
    if (source.constant || source.field != SIZE_MAX) sources.push_back(std::move(source));
  }
  return sources;
}

std::string no_places_text(const SourceLayer& layer, bool points) {
  constexpr size_t kMostNames = 12;
  std::string text = "found the columns ", degrees;
  for (size_t f = 0; f < layer.fields.size(); ++f) {
    const std::string start = lower(layer.fields[f]).substr(0, 3);
    if (start == "lon" || start == "lng" || start == "lat")
      degrees = "; places in degrees are taken from GeoJSON and GeoPackage";
    if (f <= kMostNames) text += (f == 0 ? "" : ", ") + (f < kMostNames ? layer.fields[f] : "...");
  }
  text += ", expected ";
  if (points)
    text +=
        "x_m and y_m (or x and y) in metres of the frame (--fields x_m=COLUMN,y_m=COLUMN for columns of "
        "other names), or ";
  return text + "WKT in shape" + degrees;
}

Result<std::vector<FieldChoice>> read_field_choices(const std::string& text) {
  std::vector<FieldChoice> choices;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size())
      return usage_error("--fields " + part + ": expected column=field, or column:=value");
    const bool constant = part[equals - 1] == ':';
    FieldChoice choice{part.substr(0, constant ? equals - 1 : equals), part.substr(equals + 1), {}};
    if (constant) choice.constant = choice.field;
    choices.push_back(std::move(choice));
    begin = end + 1;
  }
  return choices;
}

}  // namespace fw
