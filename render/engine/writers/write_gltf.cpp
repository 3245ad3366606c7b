#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/writers/glb.h"
#include "render/engine/writers/terrain_mesh.h"

namespace fw {
namespace {

/// Above it a node a point would be more than viewers take.
constexpr size_t kMostSceneNodes = 20000;
constexpr int kLods = 3;
constexpr double kMarker_m = 6;
constexpr double kSeaAlpha = 0.6;

std::string vector_text(const Place3& p) {
  return "[" + mm(p.x) + "," + mm(p.y) + "," + mm(p.z) + "]";
}

class Gltf {
 public:
  Gltf(const ExportSource& source, ExportSink& sink)
      : source_(source), sink_(sink), cells_(source.world->grid), axes_(axes_for(source, "gltf")) {}

  Result<Done> write() {
    const auto start = start_target(source_, "gltf", "2.0", sink_, 1 << kLods);
    if (!start) return start.error();
    const GroundSurface& ground = *start.value().ground;
    const std::vector<const ExportPoint*>& things = start.value().things;
    Glb glb;
    const auto albedo = albedo_png(source_);
    if (!albedo) return albedo.error();
    const int cover = glb.material("terrain", {}, 1, glb.texture(albedo.value()));
    glb.top(group(glb, "terrain", add_terrain(glb, ground, cells_, cover, 0)));
    add_sea(glb);
    things.size() > kMostSceneNodes ? add_instances(glb, things, ground) : add_points(glb, things, ground);
    add_layers(glb, ground);
    if (auto put = glb.put(sink_, "world.glb"); !put) return put;
    return put_lods(ground, albedo.value());
  }

 private:
  static int group(Glb& glb, const std::string& name, const std::vector<int>& children) {
    return glb.node("{\"name\":" + json_string(name) +
                    (children.empty() ? "" : ",\"children\":" + ints_text(children)) + "}");
  }

  /// A mesh at its place, with the row of a table; `turn` as turn_text() gives it.
  static int placed(Glb& glb, const std::string& name, int mesh, const Place3& at, const std::string& turn,
                    const std::string& extras) {
    return glb.node("{\"name\":" + json_string(name) + ",\"mesh\":" + std::to_string(mesh) +
                    ",\"translation\":" + vector_text(at) + turn + ",\"extras\":" + extras + "}");
  }

  /// One quad at sea level over the frame.
  void add_sea(Glb& glb) const {
    const auto w = static_cast<float>(cells_.width_m()), h = static_cast<float>(cells_.height_m());
    const std::array<float, 12> corners{0, 0, 0, w, 0, 0, 0, 0, -h, w, 0, -h};
    const std::array<float, 12> up{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    const std::array<uint32_t, 6> triangles{0, 1, 2, 2, 1, 3};
    const int positions = glb.floats({corners, 3, true}), normals = glb.floats({up, 3, false}),
              indices = glb.indices(triangles, 4),
              material = glb.material("sea", source_.tmpl->view.sea.value_or(colour::kSeaFar), kSeaAlpha);
    const int mesh = glb.mesh("sea", {positions, material, normals, -1, indices});
    glb.top(glb.node("{\"name\":\"sea\",\"mesh\":" + std::to_string(mesh) + "}"));
  }

  /// An octahedron that stands on its lowest corner, in the colour of a class or layer.
  int marker(Glb& glb, const std::string& name, Rgb colour) {
    const auto found = markers_.find(name);
    if (found != markers_.end()) return found->second;
    constexpr float r = kMarker_m / 2, top = kMarker_m;
    constexpr std::array<std::array<float, 3>, 6> corner{
        {{0, 0, 0}, {r, r, 0}, {0, r, r}, {-r, r, 0}, {0, r, -r}, {0, top, 0}}};
    std::vector<float> positions, normals;
    std::vector<uint32_t> triangles;
    const auto face = [&](size_t a, size_t b, size_t c, float up) {
      const float s = 0.57735026f;
      const float x = corner[a][0] + corner[b][0] + corner[c][0] > 0 ? s : -s,
                  z = corner[a][2] + corner[b][2] + corner[c][2] > 0 ? s : -s;
      for (const size_t k : {a, b, c}) {
        triangles.push_back(static_cast<uint32_t>(positions.size() / 3));
        positions.insert(positions.end(), corner[k].begin(), corner[k].end());
        normals.insert(normals.end(), {x, up * s, z});
      }
    };
    for (size_t k = 1; k <= 4; ++k) {
      const size_t next = k % 4 + 1;
      face(5, next, k, 1);
      face(0, k, next, -1);
    }
    // One by one: the order in which the operands of + are evaluated is the compiler's.
    const int at = glb.floats({positions, 3, true}), up = glb.floats({normals, 3, false}),
              faces = glb.indices(triangles, positions.size() / 3), material = glb.material(name, colour);
    return markers_[name] = glb.mesh(name, {at, material, up, -1, faces});
  }

  /// How a thing is turned and sized, as members of a node with a comma before each.
  static std::string turn_text(const ExportAsset& asset) {
    std::string out;
    if (asset.yaw_deg != 0) {
      const exact::SinCos half = half_turn(asset.yaw_deg);
      out += ",\"rotation\":[0," + number_text(half.sin) + ",0," + number_text(half.cos) + "]";
    }
    if (asset.scale != 1) {
      const std::string s = number_text(asset.scale);
      out += ",\"scale\":[" + s + "," + s + "," + s + "]";
    }
    return out;
  }

  void add_points(Glb& glb, const std::vector<const ExportPoint*>& things, const GroundSurface& ground) {
    const AttributeTable table = points_table(source_, things, ground_of(ground, QuadShape::triangles));
    const size_t height = column_of(table, "ground_m");
    std::array<std::vector<int>, kCategorySlugs.size()> nodes;
    for (size_t i = 0; i < things.size(); ++i) {
      const ExportPoint& thing = *things[i];
      const ExportAsset asset = asset_of(source_, thing, "gltf");
      const Place3 at = axes_(
          {thing.position_m.x, thing.position_m.y, std::get<double>(table.rows[i][height]) + asset.lift_m});
      std::string extras = json_row(table, i);
      if (!asset.asset.empty()) extras.insert(extras.size() - 1, ", \"asset\": " + json_string(asset.asset));
      const PointClassInfo& cls = source_.world->points.classes[static_cast<size_t>(thing.class_index)];
      const int mesh = marker(glb, cls.slug, class_colour(source_, cls));
      nodes[static_cast<size_t>(cls.category)].push_back(
          placed(glb, thing.uid, mesh, at, turn_text(asset), extras));
    }
    for (size_t c = 0; c < nodes.size(); ++c)
      if (!nodes[c].empty()) glb.top(group(glb, std::string(kCategorySlugs[c]), nodes[c]));
  }

  /// One node a class; its places in an accessor, uids and properties in `extras`.
  void add_instances(Glb& glb, const std::vector<const ExportPoint*>& things, const GroundSurface& ground) {
    glb.require("EXT_mesh_gpu_instancing");
    const AttributeTable table = points_table(source_, things, ground_of(ground, QuadShape::triangles));
    const size_t height = column_of(table, "ground_m");
    for (size_t begin = 0; begin < things.size();) {
      const int cls = things[begin]->class_index;
      std::vector<float> places;
      std::string uids, rows;
      size_t end = begin;
      for (; end < things.size() && things[end]->class_index == cls; ++end) {
        const Place3 at = axes_({things[end]->position_m.x, things[end]->position_m.y,
                                 std::get<double>(table.rows[end][height])});
        for (const double value : {at.x, at.y, at.z}) places.push_back(static_cast<float>(value));
        uids += (end > begin ? "," : "") + json_string(things[end]->uid);
        rows += (end > begin ? ",\n" : "\n") + json_row(table, end);
      }
      const PointClassInfo& info = source_.world->points.classes[static_cast<size_t>(cls)];
      const std::string& slug = info.slug;
      const int mesh = marker(glb, slug, class_colour(source_, info));
      const int at = glb.floats({places, 3, false});
      glb.top(glb.node("{\"name\":" + json_string(slug) + ",\"mesh\":" + std::to_string(mesh) +
                       ",\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":" +
                       std::to_string(at) + "}}},\"extras\":{\"uids\":[" + uids + "],\"properties\":[" +
                       rows + "]}}"));
      begin = end;
    }
    sink_.facts.findings.push_back({Severity::info, "instances", "export",
                                    "More than " + std::to_string(kMostSceneNodes) +
                                        " points: one instanced node per class instead of a node "
                                        "per point (EXT_mesh_gpu_instancing)."});
  }

  /// Lines and outlines as strips on the ground, places as markers.
  void add_layers(Glb& glb, const GroundSurface& ground) {
    for (const ExportLayer& layer : source_.layers) {
      std::vector<int> nodes;
      const Rgb colour = look_of(layer.name).colour;
      const bool points = layer.kind == ShapeKind::point;
      const int material = layer.shapes.empty() || points ? 0 : glb.material(layer.name, colour);
      for (const ShapePart& part : parts_of(layer)) {
        const std::vector<Place3> places = on_ground(part, axes_, ground_of(ground, QuadShape::triangles));
        // A strip's own origin lies at sea level.
        const Place3 origin = points ? places.front() : Place3{places.front().x, 0, places.front().z};
        const int mesh =
            points ? marker(glb, layer.name, colour) : strip(glb, part.uid, places, origin, material);
        nodes.push_back(placed(glb, part.uid, mesh, origin, "", json_row(layer.table, part.of->row)));
      }
      if (!nodes.empty()) glb.top(group(glb, layer.name, nodes));
    }
  }

  static int strip(Glb& glb, const std::string& name, const std::vector<Place3>& places, const Place3& origin,
                   int material) {
    std::vector<float> positions;
    for (const Place3& at : places)
      for (const double value : {at.x - origin.x, at.y - origin.y, at.z - origin.z})
        positions.push_back(static_cast<float>(value));
    return glb.mesh(name, {glb.floats({positions, 3, true}), material});
  }

  Result<Done> put_lods(const GroundSurface& ground, const std::string& albedo) {
    for (int lod = 1; lod <= kLods; ++lod) {
      const GroundSurface coarse = decimate(ground, 1 << lod);
      const LodError error = lod_error(ground, coarse);
      Glb glb;
      const int cover = glb.material("terrain", {}, 1, glb.texture(albedo));
      const std::string name = "terrain_lod" + std::to_string(lod);
      glb.top(group(glb, name, add_terrain(glb, coarse, cells_, cover, error.worst_m)));
      glb.extras("{\"step\":" + std::to_string(1 << lod) + ",\"worst_m\":" + short_decimal(error.worst_m, 3) +
                 ",\"p99_m\":" + short_decimal(error.p99_m, 3) + "}");
      if (auto put = glb.put(sink_, name + ".glb"); !put) return put;
    }
    return Done{};
  }

  const ExportSource& source_;
  ExportSink& sink_;
  const GridSpec& cells_;
  ToTarget axes_;
  std::map<std::string, int> markers_;
};

}  // namespace

Result<Done> write_gltf(const ExportSource& source, ExportSink& sink) {
  return Gltf(source, sink).write();
}

}  // namespace fw
