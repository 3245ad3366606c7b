#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/weights.h"
#include "render/engine/writers/glb.h"
#include "render/engine/writers/godot_scenes.h"
#include "render/engine/writers/terrain_mesh.h"

namespace fw {
namespace {

/// Quads along a side of a collision shape: one file of text each.
constexpr int kCollisionQuads = 256;

class Godot {
 public:
  Godot(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        text_(source.exports.godot_version == 4),
        cells_(source.world->grid),
        axes_(axes_for(source, "godot")),
        root_(source.exports.root.empty() ? "res://fieldwright" : source.exports.root) {}

  Result<Done> write() {
    const auto start = start_target(source_, "godot", text_.four() ? "4" : "3", sink_, kChunkQuads);
    if (!start) return start.error();
    const GroundSurface& ground = *start.value().ground;
    if (auto put = put_terrain(ground); !put) return put;
    if (auto put = put_collision(ground); !put) return put;
    const auto scenes = put_godot_points(source_, text_, start.value().things, ground, sink_);
    if (!scenes) return scenes.error();
    scenes_ = scenes.value();
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
    return glb.put(sink_, "terrain.glb");
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
        const std::string text = "[gd_resource type=\"" + std::string(text_.words().shape) +
                                 "\" format=" + text_.words().format +
                                 "]\n\n[resource]\nmap_width = " + std::to_string(i1 - i + 1) +
                                 "\nmap_depth = " + std::to_string(j1 - j + 1) +
                                 "\nmap_data = " + text_.words().floats + "( " + data + " )\n";
        if (auto put = sink_.put(name + ".tres", text); !put) return put;
      }
    return Done{};
  }

  /// A curve without handles: straight from vertex to vertex.
  std::string curve(const ShapePart& part, const GroundSurface& ground, size_t number) const {
    std::string points, tilts;
    size_t count = 0;
    for (const Place3& at : on_ground(part, axes_, ground_of(ground, QuadShape::triangles))) {
      points += (points.empty() ? "" : ", ") + std::string("0, 0, 0, 0, 0, 0, ") + mm(at.x) + ", " +
                mm(at.y) + ", " + mm(at.z);
      tilts += count++ == 0 ? "0" : ", 0";
    }
    return "[sub_resource type=\"Curve3D\" id=" + text_.id(number) +
           "]\n_data = {\n\"points\": " + text_.words().vectors + "( " + points +
           " ),\n\"tilts\": " + text_.words().floats + "( " + tilts + " )\n}\n" +
           (text_.four() ? "point_count = " + std::to_string(count) + "\n" : "") + "\n";
  }

  Result<Done> put_world(const GroundSurface& ground) {
    size_t lines = 0;
    for (const ExportLayer& layer : source_.layers)
      if (layer.kind != ShapeKind::point) lines += parts_of(layer).size();
    std::string text = text_.scene_head(1 + shapes_.size() + scenes_.size() + lines);
    size_t number = 0;
    text += text_.external(root_ + "/terrain.glb", "PackedScene", ++number);
    for (const Collision& shape : shapes_)
      text += text_.external(root_ + "/" + shape.name + ".tres", text_.words().shape, ++number);
    for (const std::string& scene : scenes_)
      text += text_.external(root_ + "/" + scene + ".tscn", "PackedScene", ++number);
    text += "\n";
    size_t curves = 0;
    for (const ExportLayer& layer : source_.layers)
      if (layer.kind != ShapeKind::point)
        for (const ShapePart& part : parts_of(layer)) text += curve(part, ground, ++curves);
    text += "[node name=\"World\" type=\"" + std::string(text_.words().node) +
            "\"]\n\n[node name=\"Terrain\" parent=\".\" instance=" + text_.use("ExtResource", 1) +
            "]\n\n[node name=\"Ground\" type=\"" + text_.words().body + "\" parent=\".\"]\n";
    number = 1;
    for (const Collision& shape : shapes_)
      text += "\n[node name=" + godot_quoted(shape.name) + " type=\"" + text_.words().collision +
              "\" parent=\"Ground\"]\ntransform = " + text_.transform(shape.at, 0, ground.grid.spacing_m) +
              "\nshape = " + text_.use("ExtResource", ++number) + "\n";
    for (const std::string& scene : scenes_)
      text += "\n[node name=" + godot_quoted(scene) +
              " parent=\".\" instance=" + text_.use("ExtResource", ++number) + "]\n";
    curves = 0;
    for (const ExportLayer& layer : source_.layers) {
      const std::string parent = "\" parent=" + godot_quoted(layer.name) + "]\n";
      text +=
          "\n[node name=" + godot_quoted(layer.name) + " type=\"" + text_.words().node + "\" parent=\".\"]\n";
      for (const ShapePart& part : parts_of(layer)) {
        const bool point = layer.kind == ShapeKind::point;
        text +=
            "\n[node name=" + godot_quoted(part.uid) + " type=\"" +
            (point ? text_.words().marker : text_.words().path) + parent +
            (point ? "transform = " +
                         text_.transform(
                             on_ground(part, axes_, ground_of(ground, QuadShape::triangles)).front(), 0, 1)
                   : "curve = " + text_.use("SubResource", ++curves)) +
            "\n" + text_.metadata(layer.table, part.of->row, "");
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
  GodotText text_;
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
