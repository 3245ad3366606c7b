#include "render/engine/target_parts.h"
#include "render/engine/targets.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/audit_fields.h"

namespace fw {
namespace {

/// Where lines run, a row a vertex.
GeoTable vertices_of(const ExportLines& layer, const GroundSurface& ground) {
  GeoTable table{layer.name + "_vertices", "", {}, {}};
  table.attributes.columns = {{"uid", AttributeKind::text},
                              {"vertex", AttributeKind::integer},
                              {"x_m", AttributeKind::real},
                              {"y_m", AttributeKind::real},
                              {"ground_m", AttributeKind::real}};
  for (const ExportLine& line : layer.lines)
    for (size_t i = 0; i < line.vertices_m.size(); ++i) {
      const Vec2 v = line.vertices_m[i];
      table.attributes.rows.push_back(
          {line.uid, static_cast<int64_t>(i), v.x, v.y, ground_m(ground, v, QuadShape::bilinear)});
    }
  return table;
}

}  // namespace

Result<Done> write_csv(const ExportSource& source, ExportSink& sink) {
  const auto ground = surface_for(source, "csv");
  if (!ground) return ground.error();
  const auto things = things_for(source, "csv");
  state_facts(source, "csv", things, sink);
  sink.facts.unmapped.clear();  // a table has no assets
  sink.facts.surface = ground.value();
  std::vector<GeoTable> tables;
  tables.push_back({"points", "", points_table(source, things, *ground.value(), QuadShape::bilinear), {}});
  tables.push_back({"regions", "", source.regions, {}});
  for (const ExportLines& layer : source.lines) {
    GeoTable table{layer.name, "", {layer.table.columns, {}}, {}};
    for (const ExportLine& line : layer.lines) table.attributes.rows.push_back(layer.table.rows[line.row]);
    tables.push_back(std::move(table));
    tables.push_back(vertices_of(layer, *ground.value()));
  }
  tables.push_back({"audit_mix", "", audit_mix_attributes(*source.audit), {}});
  tables.push_back({"audit_quota", "", audit_quota_attributes(*source.audit), {}});
  const auto names = write_sheets(sink.staging(), source.name(), tables);
  if (!names) return names.error();
  for (const std::string& name : names.value())
    if (auto adopted = sink.adopt(name); !adopted) return adopted;
  return Done{};
}

}  // namespace fw
