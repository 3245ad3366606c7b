#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/decimal.h"
#include "core/base/plain_text.h"
#include "core/model/number_text.h"
#include "render/engine/glb.h"
#include "render/engine/target_parts.h"
#include "render/engine/targets.h"
#include "render/engine/terrain_mesh.h"
#include "render/engine/weights.h"

namespace fw {
namespace {

/// Above it a node a point would be more than the editor takes.
constexpr size_t kMostNodes = 20000;
/// Quads along a side of a collision shape: one file of text each.
constexpr int kCollisionQuads = 256;

/// What the two text formats call the same.
struct Words {
  const char *format, *node, *body, *collision, *shape, *path, *marker, *multimesh, *transform, *floats,
      *vectors;
};
constexpr Words kThree{
    "2",          "Spatial",           "StaticBody", "CollisionShape", "HeightMapShape",  "Path",
    "Position3D", "MultiMeshInstance", "Transform",  "PoolRealArray",  "PoolVector3Array"};
constexpr Words kFour{"3",
                      "Node3D",
                      "StaticBody3D",
                      "CollisionShape3D",
                      "HeightMapShape3D",
                      "Path3D",
                      "Marker3D",
                      "MultiMeshInstance3D",
                      "Transform3D",
                      "PackedFloat32Array",
                      "PackedVector3Array"};

/// A text between quotes.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string godot_value(const Attribute& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? in_quotes(*text) : json_attribute(value);
}

class Godot {
 public:
  Godot(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        four_(source.exports.godot_version == 4),
        words_(four_ ? kFour : kThree),
        cells_(source.world->grid),
        axes_(to_target(axes_of("godot"), cells_.width_m(), cells_.height_m())),
        root_(source.exports.root.empty() ? "res://fieldwright" : source.exports.root) {}

  Result<Done> write() {
    const auto made = surface_for(source_, "godot", kChunkQuads);
    if (!made) return made.error();
    const GroundSurface& ground = *made.value();
    const auto things = things_for(source_, "godot");
    state_facts(source_, "godot", things, sink_);
    sink_.facts.target_version = four_ ? "4" : "3";
    sink_.facts.surface = made.value();
    if (auto put = put_terrain(ground); !put) return put;
    if (auto put = put_collision(ground); !put) return put;
    if (auto put = put_points(things, ground); !put) return put;
    if (auto put = put_world(ground); !put) return put;
    if (auto put = put_heights(ground); !put) return put;
    if (auto put = put_class_pngs(source_, sink_); !put) return put;
    return put_weight_pngs(source_, ground.grid, "", sink_);
  }

 private:
  Result<Done> put_terrain(const GroundSurface& ground) {
    Glb glb;
    const auto albedo = albedo_png(source_);
    if (!albedo) return albedo.error();
    const int cover = glb.material("terrain", {}, 1, glb.texture(albedo.value()));
    for (const int node : add_terrain(glb, ground, cells_, cover, 0)) glb.top(node);
    return sink_.put("terrain.glb", glb.bytes());
  }

  std::string scene_head(size_t resources) const {
    return "[gd_scene load_steps=" + std::to_string(resources + 1) + " format=" + words_.format + "]\n\n";
  }

  /// Names a file that a scene uses; `number` from 1.
  std::string external(const std::string& path, const char* type, size_t number) const {
    const std::string id = four_ ? in_quotes("r" + std::to_string(number)) : std::to_string(number);
    return "[ext_resource " +
           (four_ ? "type=\"" + std::string(type) + "\" path=" + in_quotes(path)
                  : "path=" + in_quotes(path) + " type=\"" + std::string(type) + "\"") +
           " id=" + id + "]\n";
  }
  std::string use(const char* kind, size_t number) const {
    return std::string(kind) +
           (four_ ? "(\"r" + std::to_string(number) + "\")" : "( " + std::to_string(number) + " )");
  }

  /// The rows of the basis, then the origin.
  std::string transform(const Place3& at, double yaw_deg, double scale) const {
    double sine = 0, cosine = 1;
    if (yaw_deg != 0) {
      const exact::SinCos half = half_turn(yaw_deg);
      sine = 2 * half.sin * half.cos, cosine = 1 - 2 * half.sin * half.sin;
    }
    const auto n = [&](double v) { return short_decimal(v * scale, 6); };
    return std::string(words_.transform) + "( " + n(cosine) + ", 0, " + n(sine) + ", 0, " + n(1) + ", 0, " +
           n(-sine) + ", 0, " + n(cosine) + ", " + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z) + " )";
  }

  Result<Done> put_collision(const GroundSurface& ground) {
    const VertexGrid& g = ground.grid;
    for (int j = 0; j + 1 < g.rows; j += kCollisionQuads)
      for (int i = 0; i + 1 < g.columns; i += kCollisionQuads) {
        const int i1 = std::min(i + kCollisionQuads, g.columns - 1),
                  j1 = std::min(j + kCollisionQuads, g.rows - 1);
        int low = ground.level_at(i, j), high = low;
        for (int r = j; r <= j1; ++r)
          for (int c = i; c <= i1; ++c) {
            low = std::min(low, ground.level_at(c, r));
            high = std::max(high, ground.level_at(c, r));
          }
        // Centred: 3.x places a shape by its middle and leaves the scale out of that.
        const double mid = (low + high) * ground.quantum_m / 2;
        std::string data;
        for (int r = j; r <= j1; ++r)
          for (int c = i; c <= i1; ++c)
            data += (data.empty()      ? ""
                     : r > j && c == i ? ",\n"
                                       : ", ") +
                    float_text(static_cast<float>((ground.height_m(c, r) - mid) / g.spacing_m));
        const std::string name =
            "collision_x" + std::to_string(i / kCollisionQuads) + "_y" + std::to_string(j / kCollisionQuads);
        const Place3 at = axes_({(g.x_of(i) + g.x_of(i1)) / 2, (g.y_of(j) + g.y_of(j1)) / 2, mid});
        shapes_.push_back({name, at});
        const std::string text = "[gd_resource type=\"" + std::string(words_.shape) +
                                 "\" format=" + words_.format +
                                 "]\n\n[resource]\nmap_width = " + std::to_string(i1 - i + 1) +
                                 "\nmap_depth = " + std::to_string(j1 - j + 1) +
                                 "\nmap_data = " + words_.floats + "( " + data + " )\n";
        if (auto put = sink_.put(name + ".tres", text); !put) return put;
      }
    return Done{};
  }

  std::string metadata(const AttributeTable& table, size_t row, const std::string& asset) const {
    std::string out = four_ ? "" : "__meta__ = {\n";
    const auto add = [&](const std::string& name, const std::string& value, bool last) {
      out += four_ ? "metadata/" + name + " = " + value + "\n"
                   : in_quotes(name) + ": " + value + (last ? "\n" : ",\n");
    };
    if (!asset.empty()) add("asset", in_quotes(asset), false);
    for (size_t c = 0; c < table.columns.size(); ++c)
      add(table.columns[c].name, godot_value(table.rows[row][c]), c + 1 == table.columns.size());
    return four_ ? out : out + "}\n";
  }

  Result<Done> put_points(const std::vector<const ExportPoint*>& things, const GroundSurface& ground) {
    const AttributeTable table = points_table(source_, things, ground, QuadShape::triangles);
    const size_t height = column_of(table, "ground_m");
    const bool many = things.size() > kMostNodes;
    if (many)
      sink_.facts.findings.push_back(
          {Severity::info, "instances", "export",
           "More than " + std::to_string(kMostNodes) +
               " points: one multimesh per class, properties in points_CATEGORY.json."});
    for (size_t category = 0; category < kCategorySlugs.size(); ++category) {
      std::vector<size_t> rows;
      for (size_t i = 0; i < things.size(); ++i)
        if (category_of(*things[i]) == category) rows.push_back(i);
      if (rows.empty()) continue;
      const std::string name = "points_" + std::string(kCategorySlugs[category]);
      scenes_.push_back(name);
      const Scene scene{name, rows, things, table, height};
      if (auto put = many ? put_multimeshes(scene) : put_nodes(scene); !put) return put;
    }
    return Done{};
  }

  struct Scene {
    const std::string& name;
    const std::vector<size_t>& rows;
    const std::vector<const ExportPoint*>& things;
    const AttributeTable& table;
    size_t height;
  };

  size_t category_of(const ExportPoint& thing) const {
    return static_cast<size_t>(
        source_.world->points.classes[static_cast<size_t>(thing.class_index)].category);
  }

  Place3 place_of(const Scene& scene, size_t row, double lift_m) const {
    const Vec2 p = scene.things[row]->position_m;
    return axes_({p.x, p.y, std::get<double>(scene.table.rows[row][scene.height]) + lift_m});
  }

  Result<Done> put_nodes(const Scene& scene) {
    std::map<std::string, size_t> assets;
    for (const size_t row : scene.rows)
      if (const std::string asset = asset_of(source_, *scene.things[row], "godot").asset; !asset.empty())
        assets.emplace(asset, 0);
    size_t number = 0;
    std::string head = scene_head(assets.size());
    for (auto& [asset, id] : assets) head += external(asset, "PackedScene", id = ++number);
    std::string text = head + (assets.empty() ? "" : "\n") + "[node name=" + in_quotes(scene.name) +
                       " type=\"" + words_.node + "\"]\n";
    for (const size_t row : scene.rows) {
      const ExportAsset asset = asset_of(source_, *scene.things[row], "godot");
      text += "\n[node name=" + in_quotes(scene.things[row]->uid) +
              (asset.asset.empty() ? " type=\"" + std::string(words_.marker) + "\" parent=\".\""
                                   : " parent=\".\" instance=" + use("ExtResource", assets.at(asset.asset))) +
              "]\ntransform = " + transform(place_of(scene, row, asset.lift_m), asset.yaw_deg, asset.scale) +
              "\n" + metadata(scene.table, row, asset.asset);
    }
    return sink_.put(scene.name + ".tscn", text);
  }

  /// Twelve numbers an instance: the rows of its basis, each with its part of the origin.
  Result<Done> put_multimeshes(const Scene& scene) {
    std::map<int, std::vector<size_t>> classes;
    for (const size_t row : scene.rows) classes[scene.things[row]->class_index].push_back(row);
    std::string text = scene_head(classes.size()), nodes, json = "{\n";
    size_t number = 0;
    for (const auto& [cls, rows] : classes) {
      const std::string& slug = source_.world->points.classes[static_cast<size_t>(cls)].slug;
      ++number;
      std::string data, list;
      for (const size_t row : rows) {
        const Place3 at = place_of(scene, row, 0);
        data += data.empty() ? "" : ", ";
        data += four_ ? "1, 0, 0, " + mm(at.x) + ", 0, 1, 0, " + mm(at.y) + ", 0, 0, 1, " + mm(at.z)
                      : "1, 0, 0, 0, 1, 0, 0, 0, 1, " + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z);
        list += (list.empty() ? "\n    " : ",\n    ") + json_row(scene.table, row);
      }
      const std::string id = four_ ? in_quotes("r" + std::to_string(number)) : std::to_string(number);
      text += "[sub_resource type=\"MultiMesh\" id=" + id +
              "]\ntransform_format = 1\ninstance_count = " + std::to_string(rows.size()) + "\n" +
              (four_ ? "buffer = PackedFloat32Array( " : "transform_array = PoolVector3Array( ") + data +
              " )\n\n";
      nodes += "\n[node name=" + in_quotes(slug) + " type=\"" + words_.multimesh +
               "\" parent=\".\"]\nmultimesh = " + use("SubResource", number) + "\n";
      json += (number > 1 ? ",\n  " : "  ") + json_string(slug) + ": [" + list + "\n  ]";
    }
    text += "[node name=" + in_quotes(scene.name) + " type=\"" + words_.node + "\"]\n" + nodes;
    if (auto put = sink_.put(scene.name + ".json", json + "\n}\n"); !put) return put;
    return sink_.put(scene.name + ".tscn", text);
  }

  /// A curve without handles: straight from vertex to vertex.
  std::string curve(const ExportLine& line, const GroundSurface& ground, size_t number) const {
    std::string points, tilts;
    for (const Vec2 v : line.vertices_m) {
      const Place3 at = axes_({v.x, v.y, ground_m(ground, v, QuadShape::triangles)});
      points += (points.empty() ? "" : ", ") + std::string("0, 0, 0, 0, 0, 0, ") + mm(at.x) + ", " +
                mm(at.y) + ", " + mm(at.z);
      tilts += tilts.empty() ? "0" : ", 0";
    }
    const std::string id = four_ ? in_quotes("c" + std::to_string(number)) : std::to_string(number);
    return "[sub_resource type=\"Curve3D\" id=" + id + "]\n_data = {\n\"points\": " + words_.vectors + "( " +
           points + " ),\n\"tilts\": " + words_.floats + "( " + tilts + " )\n}\n" +
           (four_ ? "point_count = " + std::to_string(line.vertices_m.size()) + "\n" : "") + "\n";
  }

  Result<Done> put_world(const GroundSurface& ground) {
    size_t lines = 0;
    for (const ExportLines& layer : source_.lines) lines += layer.lines.size();
    std::string text = scene_head(1 + shapes_.size() + scenes_.size() + lines);
    size_t number = 0;
    text += external(root_ + "/terrain.glb", "PackedScene", ++number);
    for (const Collision& shape : shapes_)
      text += external(root_ + "/" + shape.name + ".tres", words_.shape, ++number);
    for (const std::string& scene : scenes_)
      text += external(root_ + "/" + scene + ".tscn", "PackedScene", ++number);
    text += "\n";
    size_t curves = 0;
    for (const ExportLines& layer : source_.lines)
      for (const ExportLine& line : layer.lines) text += curve(line, ground, ++curves);
    text += "[node name=\"World\" type=\"" + std::string(words_.node) +
            "\"]\n\n[node name=\"Terrain\" parent=\".\" instance=" + use("ExtResource", 1) +
            "]\n\n[node name=\"Ground\" type=\"" + words_.body + "\" parent=\".\"]\n";
    number = 1;
    for (const Collision& shape : shapes_)
      text += "\n[node name=" + in_quotes(shape.name) + " type=\"" + words_.collision +
              "\" parent=\"Ground\"]\ntransform = " + transform(shape.at, 0, ground.grid.spacing_m) +
              "\nshape = " + use("ExtResource", ++number) + "\n";
    for (const std::string& scene : scenes_)
      text += "\n[node name=" + in_quotes(scene) + " parent=\".\" instance=" + use("ExtResource", ++number) +
              "]\n";
    curves = 0;
    for (const ExportLines& layer : source_.lines) {
      text += "\n[node name=" + in_quotes(layer.name) + " type=\"" + words_.node + "\" parent=\".\"]\n";
      for (const ExportLine& line : layer.lines) {
        ++curves;
        text += "\n[node name=" + in_quotes(line.uid) + " type=\"" + words_.path +
                "\" parent=" + in_quotes(layer.name) + "]\ncurve = SubResource" +
                (four_ ? "(\"c" + std::to_string(curves) + "\")" : "( " + std::to_string(curves) + " )") +
                "\n" + metadata(layer.table, line.row, "");
      }
    }
    return sink_.put("world.tscn", text);
  }

  /// For terrains of other makers: 0 is the base, 65535 lies 65535 quanta above it.
  Result<Done> put_heights(const GroundSurface& ground) {
    std::string bytes;
    bytes.reserve(ground.level.size() * 2);
    const int base = static_cast<int>(kSurfaceBase_m / ground.quantum_m);
    for (const int16_t level : ground.level) {
      const auto value = static_cast<unsigned>(level - base);
      bytes += static_cast<char>(value & 255);
      bytes += static_cast<char>(value >> 8);
    }
    return sink_.put("height.r16", bytes);
  }

  struct Collision {
    std::string name;
    Place3 at;
  };

  const ExportSource& source_;
  ExportSink& sink_;
  bool four_;
  const Words& words_;
  const GridSpec& cells_;
  ToTarget axes_;
  std::string root_;
  std::vector<Collision> shapes_;
  std::vector<std::string> scenes_;
};

}  // namespace

Result<Done> write_godot(const ExportSource& source, ExportSink& sink) {
  return Godot(source, sink).write();
}

}  // namespace fw
