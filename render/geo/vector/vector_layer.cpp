#include "render/geo/vector/vector_layer.h"

#include <ogrsf_frmts.h>

#include <cassert>

namespace fw {
namespace {

OGRFieldType field_type(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::text:
      return OFTString;
    case AttributeKind::integer:
      return OFTInteger64;
    case AttributeKind::real:
      return OFTReal;
    case AttributeKind::boolean:
      return OFTInteger;
    case AttributeKind::json:
      return OFTString;
  }
  return OFTString;
}

bool create_fields(OGRLayer& layer, const std::vector<AttributeColumn>& columns,
                   const std::map<std::string, std::string>& domains) {
  for (const AttributeColumn& column : columns) {
    OGRFieldDefn field(column.name.c_str(), field_type(column.kind));
    if (column.kind == AttributeKind::boolean) field.SetSubType(OFSTBoolean);
    if (column.kind == AttributeKind::json) field.SetSubType(OFSTJSON);
    if (const auto domain = domains.find(column.name); domain != domains.end())
      field.SetDomainName(domain->second);
    if (layer.CreateField(&field) != OGRERR_NONE) return false;
  }
  return true;
}

void set_field(OGRFeature& feature, int index, const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    feature.SetField(index, text->c_str());
  } else if (const auto* integer = std::get_if<int64_t>(&value)) {
    feature.SetField(index, static_cast<GIntBig>(*integer));
  } else if (const auto* real = std::get_if<double>(&value)) {
    feature.SetField(index, *real);
  } else if (const auto* boolean = std::get_if<bool>(&value)) {
    feature.SetField(index, *boolean ? 1 : 0);
  } else if (const auto* json = std::get_if<JsonText>(&value)) {
    feature.SetField(index, json->text.c_str());
  } else {
    feature.SetFieldNull(index);
  }
}

}  // namespace

Result<Done> add_layer(const GdalSession& session, GDALDataset& dataset, const LayerSpec& spec,
                       const AttributeTable& table, const Geometries& geometries) {
  assert(geometries.empty() || geometries.size() == table.rows.size());
  if (Result<Done> finite = check_finite(table, spec.name); !finite) return finite;
  // CreateLayer takes the CRS by non-const pointer and keeps its own reference.
  std::unique_ptr<OGRSpatialReference, void (*)(OGRSpatialReference*)> crs(
      spec.crs == nullptr ? nullptr : spec.crs->Clone(), [](OGRSpatialReference* c) { c->Release(); });
  CPLStringList options(spec.options);
  OGRLayer* const layer = dataset.CreateLayer(spec.name.c_str(), crs.get(), spec.type, options.List());
  if (layer == nullptr || !create_fields(*layer, table.columns, spec.domains))
    return session.error("layer " + spec.name);
  for (size_t i = 0; i < table.rows.size(); ++i) {
    OGRFeature feature(layer->GetLayerDefn());
    for (size_t c = 0; c < table.columns.size(); ++c)
      set_field(feature, static_cast<int>(c), table.rows[i][c]);
    if (!geometries.empty()) feature.SetGeometry(geometries[i].get());
    if (layer->CreateFeature(&feature) != OGRERR_NONE || session.failed())
      return session.error("layer " + spec.name);
  }
  return Done{};
}

Geometries point_geometries(const World& world) {
  Geometries out;
  out.reserve(world.points.points.size());
  for (const Point& point : world.points.points)
    out.push_back(std::make_unique<OGRPoint>(point.position_m.x, point.position_m.y));
  return out;
}

Geometries track_geometries(const World& world) {
  Geometries out;
  for (const Track& track : world.tracks) {
    auto line = std::make_unique<OGRLineString>();
    line->setNumPoints(static_cast<int>(track.vertices_m.size()));
    for (size_t i = 0; i < track.vertices_m.size(); ++i)
      line->setPoint(static_cast<int>(i), track.vertices_m[i].x, track.vertices_m[i].y);
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace fw
