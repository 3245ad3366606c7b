#include <algorithm>
#include <utility>

#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/geo/geo_export.h"
#include "render/geo/audit_fields.h"

namespace fw {
namespace {

constexpr auto kReal = AttributeKind::real;

/// Places stand in the layer's own table.
GeoTable places_of(const ExportLayer& layer, const GroundUnder& ground_m) {
  GeoTable table{layer.name, "", {layer.table.columns, {}}, {}};
  for (const char* name : {"x_m", "y_m", "ground_m"}) table.attributes.columns.push_back({name, kReal});
  for (const ExportShape& shape : layer.shapes) {
    const Vec2 v = shape.shape.parts.front().front();
    auto& row = table.attributes.rows.emplace_back(layer.table.rows[shape.row]);
    row.insert(row.end(), {v.x, v.y, ground_m(v)});
  }
  return table;
}

GeoTable rows_of(const ExportLayer& layer) {
  GeoTable table{layer.name, "", {layer.table.columns, {}}, {}};
  for (const ExportShape& shape : layer.shapes) table.attributes.rows.push_back(layer.table.rows[shape.row]);
  return table;
}

/// Where lines and outlines run, a row a vertex; `level_m` where the layer has heights of its own.
GeoTable vertices_of(const ExportLayer& layer, const GroundUnder& ground_m) {
  GeoTable table{layer.name + "_vertices", "", {}, {}};
  const bool levels = std::any_of(layer.shapes.begin(), layer.shapes.end(),
                                  [](const ExportShape& s) { return !s.shape.heights_m.empty(); });
  table.attributes.columns = {{"uid", AttributeKind::text},
                              {"part", AttributeKind::integer},
                              {"vertex", AttributeKind::integer},
                              {"x_m", kReal},
                              {"y_m", kReal},
                              {"ground_m", kReal}};
  if (levels) table.attributes.columns.push_back({"level_m", kReal});
  for (const ExportShape& shape : layer.shapes)
    for (size_t part = 0; part < shape.shape.parts.size(); ++part)
      for (size_t i = 0; i < shape.shape.parts[part].size(); ++i) {
        const Vec2 v = shape.shape.parts[part][i];
        auto& row = table.attributes.rows.emplace_back(std::vector<Attribute>{
            shape.uid, static_cast<int64_t>(part), static_cast<int64_t>(i), v.x, v.y, ground_m(v)});
        if (levels) row.emplace_back(shape.shape.heights_m[i]);
      }
  return table;
}

}  // namespace

Result<Done> write_csv(const ExportSource& source, ExportSink& sink) {
  const auto start = start_target(source, "csv", "", sink);
  if (!start) return start.error();
  const auto& [ground, things] = start.value();
  sink.facts.unmapped.clear();  // a table has no assets
  const GroundUnder ground_m = ground_of(*ground, QuadShape::bilinear);
  std::vector<GeoTable> tables;
  tables.push_back({"points", "", points_table(source, things, ground_m), {}});
  tables.push_back({"regions", "", source.regions, {}});
  for (const ExportLayer& layer : source.layers) {
    if (layer.kind == ShapeKind::point) {
      tables.push_back(places_of(layer, ground_m));
      continue;
    }
    tables.push_back(rows_of(layer));
    tables.push_back(vertices_of(layer, ground_m));
  }
  AuditAttributes audit = audit_attributes(*source.audit);
  tables.push_back({"audit_mix", "", std::move(audit.mix), {}});
  tables.push_back({"audit_quota", "", std::move(audit.quota), {}});
  const auto names = write_sheets(sink.staging(), source.name(), tables);
  if (!names) return names.error();
  for (const std::string& name : names.value())
    if (auto adopted = sink.adopt(name); !adopted) return adopted;
  return Done{};
}

}  // namespace fw
