#include "render/engine/export_source.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/model/world/world_layers.h"
#include "render/engine/identity.h"
#include "render/geo/attribute_table.h"

namespace fw {
namespace {

void put_uids_first(AttributeTable& table, const std::vector<std::string>& uids) {
  table.columns.insert(table.columns.begin(), {"uid", AttributeKind::text});
  for (size_t i = 0; i < table.rows.size(); ++i)
    table.rows[i].insert(table.rows[i].begin(), Attribute(uids[i]));
}

Vec2 whole_millimetres(Vec2 p) {
  return {round_decimals(p.x, 3), round_decimals(p.y, 3)};
}

void fill_things(ExportSource& source, const std::vector<std::string>& uids) {
  const PointSet& set = source.world->points;
  for (size_t i = 0; i < set.points.size(); ++i)
    source.things.push_back(
        {i, set.points[i].class_index, uids[i], whole_millimetres(set.points[i].position_m)});
  const auto key = [&](const ExportPoint& p) {
    const PointClassInfo& cls = set.classes[static_cast<size_t>(p.class_index)];
    return std::tie(cls.category, cls.slug, p.uid);
  };
  std::sort(source.things.begin(), source.things.end(),
            [&](const ExportPoint& a, const ExportPoint& b) { return key(a) < key(b); });
}

ExportLayer with_uids(ShapeLayer&& layer, const std::vector<std::string>& uids) {
  ExportLayer out{std::move(layer.name), layer.kind, std::move(layer.table), {}};
  put_uids_first(out.table, uids);
  for (size_t i = 0; i < uids.size(); ++i) out.shapes.push_back({i, uids[i], std::move(layer.shapes[i])});
  std::sort(out.shapes.begin(), out.shapes.end(),
            [](const ExportShape& a, const ExportShape& b) { return a.uid < b.uid; });
  return out;
}

/// The first row for which the words fit, of the target before those of any.
template <typename Rows, typename Fits>
auto find_for(const Rows& rows, std::string_view target, const Fits& fits) -> decltype(rows.data()) {
  for (const std::string_view wanted : {target, kExportRowTargets[0]})
    for (const auto& row : rows)
      if (row.target == wanted && fits(row)) return &row;
  return nullptr;
}

constexpr int kMostOwnVertices = 4097;
constexpr std::array<int, 7> kLandscapeSides{127, 253, 505, 1009, 2017, 4033, 8129};

bool is_power_and_one(int v) {
  return v > 2 && ((v - 1) & (v - 2)) == 0;
}

int own_vertices(std::string_view target, int cells) {
  if (target == "unreal") {
    for (const int side : kLandscapeSides)
      if (side >= 1.9 * cells) return side;
    return kLandscapeSides.back();
  }
  if (target == "gltf") return std::min(513, own_vertices("", cells));
  if (target == "godot") return std::min(1025, own_vertices("", cells));
  int v = 33;
  while (v < 2 * cells && v < kMostOwnVertices) v = 2 * v - 1;
  return v;
}

}  // namespace

std::string ExportSource::name() const {
  return file_slug(tmpl->name);
}

void fill_tables(ExportSource& source, std::vector<ShapeLayer> shapes) {
  const World& world = *source.world;
  const std::vector<std::string> uids = point_uids(world.points);
  source.points = point_attributes(world);
  put_uids_first(source.points, uids);
  fill_things(source, uids);
  source.regions = region_attributes(world);
  put_uids_first(source.regions, region_uids(world));
  std::map<std::string, std::string> uid_of_id;
  for (size_t i = 0; i < uids.size(); ++i) uid_of_id[world.points.id_of(world.points.points[i])] = uids[i];
  for (ShapeLayer& layer : shapes) {
    const std::vector<std::string> own = shape_uids(layer, uid_of_id);
    source.layers.push_back(with_uids(std::move(layer), own));
  }
}

const ExportThing* thing_row(const ExportParams& exports, const PointClassInfo& cls,
                             std::string_view target) {
  const std::string_view category = kCategorySlugs[static_cast<size_t>(cls.category)];
  for (const std::string_view word : {std::string_view(cls.slug), category})
    if (const auto* row =
            find_for(exports.things, target, [&](const ExportThing& r) { return r.cls == word; }))
      return row;
  return nullptr;
}

ExportAsset asset_of(const ExportSource& source, const ExportPoint& thing, std::string_view target) {
  const ExportThing* row =
      thing_row(source.exports, source.world->points.classes[static_cast<size_t>(thing.class_index)], target);
  if (row == nullptr) return {};
  ExportAsset out{row->asset, 0, row->scale[0], row->lift_m, row->leave_out};
  const uint64_t place = source.world->seeds.place_stream(), index = fnv1a64(thing.uid);
  if (row->yaw == ExportYaw::seeded)
    out.yaw_deg = round_decimals(360 * random_uniform(derive(place, "export/yaw"), index), 3);
  if (row->scale[1] > row->scale[0])
    out.scale = round_decimals(row->scale[0] + (row->scale[1] - row->scale[0]) *
                                                   random_uniform(derive(place, "export/scale"), index),
                               4);
  return out;
}

std::string ground_asset(const ExportParams& exports, std::string_view layer, std::string_view cls,
                         std::string_view target) {
  const auto* row = find_for(exports.grounds, target,
                             [&](const ExportGround& r) { return r.layer == layer && r.cls == cls; });
  return row == nullptr ? std::string() : row->asset;
}

std::vector<const ExportPoint*> things_for(const ExportSource& source, std::string_view target) {
  std::vector<const ExportPoint*> out;
  for (const ExportPoint& thing : source.things) {
    const ExportThing* row = thing_row(
        source.exports, source.world->points.classes[static_cast<size_t>(thing.class_index)], target);
    if (row == nullptr || !row->leave_out) out.push_back(&thing);
  }
  return out;
}

GroundUnder ground_of(const GroundSurface& surface, QuadShape shape) {
  return [&surface, shape](Vec2 p) { return round_decimals(ground_under(surface, p, shape), 3); };
}

AttributeTable points_table(const ExportSource& source, const std::vector<const ExportPoint*>& things,
                            const GroundUnder& ground_m) {
  AttributeTable table;
  table.columns = source.points.columns;
  table.columns.push_back({"ground_m", AttributeKind::real});
  for (const ExportPoint* thing : things) {
    auto& row = table.rows.emplace_back(source.points.rows[thing->row]);
    row.emplace_back(ground_m(thing->position_m));
  }
  return table;
}

std::vector<ClassLayerView> class_rasters(const ExportSource& source) {
  std::vector<ClassLayerView> layers = class_layers(*source.world);
  // The category that suits a cell best follows every quota: each edit would change every tile.
  std::erase_if(layers, [&](const ClassLayerView& layer) {
    return find_world_layer(layer.name)->kind != LayerKind::classes || layer.codes == &source.world->type;
  });
  for (ClassLayerView& layer : layers)
    layer.classes.front().slug = layer.codes == &source.world->water
                                     ? std::string(kWaterCodeSlugs[static_cast<size_t>(WaterCode::dry)])
                                     : std::string(kExportSea);
  return layers;
}

std::vector<int> vertex_sides(std::string_view target) {
  if (target == "unreal") {
    std::vector<int> sides(kLandscapeSides.begin(), kLandscapeSides.end());
    sides.push_back(2 * (kLandscapeSides.back() - 1) + 1);
    return sides;
  }
  std::vector<int> sides;
  for (int v = 129; v <= 8193; v = 2 * v - 1) sides.push_back(v);
  return sides;
}

Result<int> vertices_for(const ExportSource& source, std::string_view target) {
  const GridSpec& g = source.world->grid;
  const int wanted = source.exports.vertices;
  if (wanted == 0) return own_vertices(target, std::max(g.columns, g.rows));
  const std::vector<int> sides = vertex_sides(target);
  if (std::find(sides.begin(), sides.end(), wanted) != sides.end()) return wanted;
  if (target != "unreal" && wanted <= sides.back() && is_power_and_one(wanted)) return wanted;
  const auto above = std::lower_bound(sides.begin(), sides.end(), wanted);
  std::string nearest = std::to_string(above == sides.end() ? sides.back() : *above);
  if (above != sides.begin() && above != sides.end())
    nearest = std::to_string(*std::prev(above)) + " and " + nearest;
  return Error{ErrorKind::usage, "export.vertices: found " + std::to_string(wanted) + ", which " +
                                     std::string(target) + " does not take; the nearest are " + nearest};
}

}  // namespace fw
