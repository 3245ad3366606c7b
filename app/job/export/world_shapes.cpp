#include "app/job/export/world_shapes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/job/export/world_of_folder.h"

namespace fw {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Waterfalls of one reach lie farther apart (docs/water.md, 7: 250 m of vertices 6 m apart).
constexpr size_t kFallVertices = 41;

ShapeLayer* find_layer(std::vector<ShapeLayer>& layers, std::string_view name) {
  const auto found =
      std::find_if(layers.begin(), layers.end(), [&](const ShapeLayer& l) { return l.name == name; });
  return found == layers.end() ? nullptr : &*found;
}

const Attribute& value_of(const ShapeLayer& layer, size_t row, std::string_view column) {
  size_t c = 0;
  while (layer.table.columns[c].name != column) ++c;
  return layer.table.rows[row][c];
}

/// Where the bed falls most, as often as the reach says: upper vertices, downstream.
std::vector<size_t> falls_of(const std::vector<double>& bed_m, size_t count) {
  std::vector<size_t> order, out;
  for (size_t i = 0; i + 1 < bed_m.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bed_m[a] - bed_m[a + 1] > bed_m[b] - bed_m[b + 1]; });
  for (const size_t vertex : order) {
    if (out.size() == count) break;
    const bool near = std::any_of(out.begin(), out.end(), [&](size_t other) {
      return other < vertex + kFallVertices && vertex < other + kFallVertices;
    });
    if (!near) out.push_back(vertex);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void fill_waterfalls(std::vector<ShapeLayer>& layers) {
  const ShapeLayer* const rivers = find_layer(layers, "rivers");
  ShapeLayer* const falls = find_layer(layers, "waterfalls");
  if (rivers == nullptr || falls == nullptr) return;
  falls->table.rows.clear();
  falls->shapes.clear();
  for (size_t row = 0; row < rivers->shapes.size(); ++row) {
    const GeoShape& reach = rivers->shapes[row];
    const auto count = static_cast<size_t>(std::get<int64_t>(value_of(*rivers, row, "falls")));
    for (const size_t vertex : falls_of(reach.heights_m, count)) {
      falls->table.rows.push_back({"waterfall-" + std::to_string(falls->shapes.size() + 1),
                                   value_of(*rivers, row, "river"), value_of(*rivers, row, "id"),
                                   round_decimals(reach.heights_m[vertex] - reach.heights_m[vertex + 1], 3)});
      falls->shapes.push_back({{{reach.parts.front()[vertex]}}, {}});
    }
  }
}

/// Lists in one way of writing, whoever wrote them.
Attribute list_of(const Json& list) {
  return JsonText{list.dump()};
}

Attribute attribute_of(AttributeKind kind, const Json& value) {
  switch (kind) {
    case AttributeKind::integer:
      return value.get<int64_t>();
    case AttributeKind::real:
      return value.get<double>();
    case AttributeKind::boolean:
      return value.get<bool>();
    case AttributeKind::json:
      return list_of(value);
    case AttributeKind::text:
      break;
  }
  return value.get<std::string>();
}

Vec2 place_of(const Json& at) {
  return {at.at(0).get<double>(), at.at(1).get<double>()};
}

/// The coordinates of a Point, LineString or Polygon; of a ring without the last, which repeats the first.
GeoShape shape_of(ShapeKind kind, const Json& coordinates) {
  GeoShape shape;
  if (kind == ShapeKind::point) return {{{place_of(coordinates)}}, {}};
  if (kind == ShapeKind::area) {
    for (const Json& ring : coordinates) {
      std::vector<Vec2>& part = shape.parts.emplace_back();
      for (size_t i = 0; i + 1 < ring.size(); ++i) part.push_back(place_of(ring[i]));
    }
    return shape;
  }
  std::vector<Vec2>& line = shape.parts.emplace_back();
  for (const Json& at : coordinates) {
    line.push_back(place_of(at));
    if (at.size() > 2) shape.heights_m.push_back(at[2].get<double>());
  }
  return shape;
}

void read_layer_of(const Json& root, ShapeLayer& layer) {
  for (const Json& feature : root.at("features")) {
    auto& row = layer.table.rows.emplace_back();
    for (const AttributeColumn& column : layer.table.columns)
      row.push_back(attribute_of(column.kind, feature.at("properties").at(column.name)));
    layer.shapes.push_back(shape_of(layer.kind, feature.at("geometry").at("coordinates")));
  }
}

}  // namespace

Result<std::vector<ShapeLayer>> made_shapes(const World& world, const Template& tmpl) {
  Result<std::vector<ShapeLayer>> layers = world_shapes(world, tmpl);
  if (!layers) return layers;
  for (ShapeLayer& layer : layers.value())
    for (auto& row : layer.table.rows)
      for (Attribute& value : row)
        if (const auto* list = std::get_if<JsonText>(&value)) value = list_of(Json::parse(list->text));
  fill_waterfalls(layers.value());
  return layers;
}

Result<std::vector<ShapeLayer>> read_shapes(const fs::path& folder, const Stored& stored) {
  // A world of nothing: which layers there are, and their columns.
  Result<std::vector<ShapeLayer>> layers = world_shapes(World{}, stored.tmpl);
  if (!layers) return layers;
  for (ShapeLayer& layer : layers.value()) {
    if (layer.file.empty()) continue;
    const std::string name = layer.file + ".geojson";
    const Result<std::string> text = read_checked(folder, stored.manifest, name);
    if (!text) return text.error();
    try {
      read_layer_of(Json::parse(text.value()), layer);
    } catch (const std::exception& problem) {
      return misread(folder / name, problem);
    }
  }
  fill_waterfalls(layers.value());
  return layers;
}

}  // namespace fw
