#include <optional>
#include <type_traits>

#include "core/model/template/site_measures.h"
#include "core/template/parameters/parameters.h"
#include "core/template/path.h"
#include "core/template/template_io.h"
#include "core/template/text/json_tree.h"
#include "core/template/text/shape.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

/// Cuts the first member or row off a path: "resources", then "[3]", then "quota".
std::string_view next_step(std::string_view& path) {
  const size_t end = path.find_first_of(".[", 1);
  const std::string_view step = path.substr(0, end);
  path.remove_prefix(step.size());
  if (path.starts_with('.')) path.remove_prefix(1);
  return step;
}

/// A step inwards: the value that it leads to, and the step with a row's index.
struct Inner {
  const json::Node* node = nullptr;  ///< null: the text does not have it
  std::string step;
};
Inner step_into(const json::Node& node, std::string_view step) {
  const auto row_at = [&](size_t row) {
    return row < node.items.size() ? Inner{&node.items[row], "[" + std::to_string(row) + "]"} : Inner{};
  };
  if (step.starts_with('[')) {
    const std::optional<size_t> row = row_number(step.substr(1, step.size() - 2));
    return row ? row_at(*row) : Inner{};
  }
  if (node.kind != json::Kind::array) return {node.find(step), "." + std::string(step)};
  for (const char* key : {"id", "class"})
    for (size_t row = 0; row < node.items.size(); ++row)
      if (const json::Node* id = node.items[row].find(key); id != nullptr && id->text == step)
        return row_at(row);
  return {};
}

/// Fills in where the value at a path stands.
void find_place(const json::Node& root, const json::Source& source, const NamedTexts& named,
                const std::vector<std::string>& settings, std::string_view path, TemplatePlace& place) {
  const json::Node *node = &root, *stated = &root;
  std::string found;
  while (!path.empty()) {
    const std::string_view before = path;
    const Inner inner = step_into(*node, next_step(path));
    if (inner.node == nullptr) {
      found += (before.starts_with('[') ? "" : ".") + std::string(before);
      break;
    }
    found += inner.step;
    node = inner.node;
    if (node->source == 0 || named[node->source - 1u].is_base) stated = node;
  }
  place.path = found.starts_with('.') ? found.substr(1) : found;
  if (stated->setting >= 0) {
    place.setting = settings[static_cast<size_t>(stated->setting)];
    return;
  }
  const json::Source in = source_of(*stated, source, named);
  place.source = in.name;
  const json::LineColumn at = json::line_column(in.text, stated->offset);
  place.line = at.line;
  place.column = at.column;
}

}  // namespace

std::string TemplatePlace::text() const {
  if (!setting.empty()) return "--set " + setting;
  return line == 0 ? source : source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::vector<TemplatePlace> template_places(std::string_view text, std::string_view source_name,
                                           const std::vector<std::string>& settings,
                                           const std::vector<std::string>& paths) {
  const json::Source source{text, source_name};
  NamedTexts named;
  Result<json::Node> root = load_tree(source, settings, named);
  if (!root) root = json::parse(source);
  std::vector<TemplatePlace> places;
  for (const std::string& path : paths) {
    places.push_back({.source = std::string(source_name), .setting = {}, .path = path});
    if (root) find_place(root.value(), source, named, settings, path, places.back());
  }
  return places;
}

TemplatePlace template_place(std::string_view text, std::string_view source_name,
                             const std::vector<std::string>& settings, std::string_view path) {
  return template_places(text, source_name, settings, {std::string(path)}).front();
}

// Places of the table's rows in a template.

namespace {

/// Of everything that a pin may be.
std::vector<std::string> class_ids(const Template& t) {
  std::vector<std::string> ids;
  for (const Category category : kPointCategories)
    for (const PointClass& cls : t.classes(category)) ids.push_back(cls.slug);
  for (const LandmarkRow& kind : t.vocabulary.landmarks) ids.push_back(kind.id);
  return ids;
}

std::optional<size_t> row_of_step(const Template& t, const TemplateShape& list, ParameterPlace at,
                                  const std::string& step) {
  const size_t rows = list.list->size(t, at);
  if (const TemplateShape* key = list.find(list.list->key); key && key->leaf)
    for (size_t i = 0; i < rows; ++i) {
      const ParameterValue value = key->leaf->get(t, list.row_place(at, i));
      if (const std::string* text = std::get_if<std::string>(&value); text && *text == step) return i;
    }
  const std::optional<size_t> number = row_number(step);
  return number && *number < rows ? number : std::nullopt;
}

}  // namespace

std::vector<std::string> table_ids(const Template& tmpl, std::string_view table) {
  const Vocabulary& v = tmpl.vocabulary;
  if (table == "factions") return row_ids(v.factions);
  if (table == "names") return row_ids(v.names);
  if (table == "biomes") return row_ids(v.biomes);
  if (table == "danger") return row_ids(v.danger);
  if (table == "landmarks") return row_ids(v.landmarks);
  if (table == "families") return row_ids(v.families);
  if (table == "rarities") return row_ids(v.rarities);
  if (table == "classes") return class_ids(tmpl);
  if (table == "pins") {
    std::vector<std::string> ids;
    for (const PinRow& pin : tmpl.hand.pins) ids.push_back(pin.id);
    return ids;
  }
  if (table == "calendar.curves") {
    std::vector<std::string> ids;
    for (const CalendarCurve& curve : tmpl.calendar.curves) ids.push_back(curve.id);
    return ids;
  }
  if (table == "hand.zones") {
    std::vector<std::string> ids;
    for (const ZoneRow& zone : tmpl.hand.zones) ids.push_back(zone.id);
    return ids;
  }
  if (table == "wildlife") {
    std::vector<std::string> ids;
    for (const PointClass& cls : tmpl.wildlife) ids.push_back(cls.slug);
    return ids;
  }
  if (table == "tactics.goals") return row_ids(tmpl.tactics.goals);
  return {};
}

std::string referred_table(const Parameter& parameter, const Template& tmpl, ParameterPlace place) {
  if (parameter.refers_to == "import") {
    const std::string& what = tmpl.hand.imports[place.row].what;
    return what == "biome" ? "biomes" : what == "faction" ? "factions" : what == "danger" ? "danger" : "";
  }
  if (parameter.refers_to == "biomes or danger")
    return tmpl.exports.grounds[place.row].layer == "biome" ? "biomes" : "danger";
  if (parameter.refers_to != "measure") return parameter.refers_to;
  const SiteRules& site = tmpl.vocabulary.landmarks[place.row].site;
  const bool demand = parameter.path.find("demand") != std::string::npos;
  if (demand && !site.cover.demand) return "";
  const std::string& measure = demand ? site.cover.demand->measure : site.require[place.inner].measure;
  if (measure == "band") return "danger";
  if (measure == "biome") return "biomes";
  return measure == "region" || measure == "faction" ? "factions" : "";
}

std::string concrete_path(const Parameter& parameter, const Template& tmpl, ParameterPlace place) {
  std::string path = parameter.path;
  size_t from = 0;
  for (const size_t row : {place.row, place.inner}) {
    const size_t at = path.find("[]", from);
    if (at == std::string::npos) break;
    path.insert(at + 1, std::to_string(row));
    from = at + 2;
  }
  if (!parameter.keys.empty()) {
    const std::vector<std::string> ids = table_ids(tmpl, parameter.keys);
    path.pop_back();
    path += place.key < ids.size() ? ids[place.key] : std::to_string(place.key);
  }
  return path;
}

std::string setting_path(const Parameter& parameter, const Template& tmpl, ParameterPlace place) {
  std::string path = concrete_path(parameter, tmpl, place);
  const size_t open = path.find('['), close = path.find(']');
  if (open == std::string::npos) return path;
  const std::string list = path.substr(0, open);
  const ParameterList* rows = find_list(list);
  if (rows == nullptr || rows->key.empty()) return path;
  for (const Parameter& name : parameters()) {
    if (name.path != list + "[]." + rows->key) continue;
    const ParameterValue id = name.get(tmpl, place);
    const auto* const text = std::get_if<std::string>(&id);
    if (text != nullptr && !text->empty()) path.replace(open, close + 1 - open, "." + *text);
  }
  return path;
}

std::optional<std::pair<const Parameter*, ParameterPlace>> find_parameter(const Template& tmpl,
                                                                          std::string_view path) {
  const std::vector<std::string> steps = path_steps(path);
  const TemplateShape* shape = &template_shape();
  ParameterPlace at;
  bool in_row = true;
  for (const std::string& step : steps) {
    if (shape->list && !in_row) {
      const std::optional<size_t> row = row_of_step(tmpl, *shape, at, step);
      if (!row) return std::nullopt;
      at = shape->row_place(at, *row);
      in_row = true;
      continue;
    }
    const TemplateShape* child = shape->find(step);
    if (!child) {
      child = shape->keyed();
      if (!child) return std::nullopt;
      const std::vector<std::string> ids = table_ids(tmpl, child->leaf->keys);
      at.key = 0;
      while (at.key < ids.size() && ids[at.key] != step) ++at.key;
      if (at.key == ids.size()) return std::nullopt;
    }
    shape = child;
    in_row = !shape->list;
  }
  if (!shape->leaf) return std::nullopt;
  return std::pair{shape->leaf, at};
}

void each_place(const Parameter& parameter, const Template& tmpl,
                const std::function<void(ParameterPlace)>& visit) {
  const auto keys = [&](ParameterPlace at) {
    const size_t count = parameter.keys.empty() ? 1 : table_ids(tmpl, parameter.keys).size();
    for (at.key = 0; at.key < count; ++at.key) visit(at);
  };
  const size_t outer = parameter.path.find("[]");
  if (outer == std::string::npos) return keys({});
  const ParameterList* rows = find_list(std::string_view(parameter.path).substr(0, outer));
  const size_t nested = parameter.path.find("[]", outer + 2);
  const ParameterList* inner =
      nested == std::string::npos ? nullptr : find_list(std::string_view(parameter.path).substr(0, nested));
  for (size_t r = 0; r < rows->size(tmpl, {}); ++r) {
    if (!inner) keys({r});
    for (size_t i = 0; inner && i < inner->size(tmpl, {r}); ++i) keys({r, i});
  }
}

}  // namespace fw
