#include "render/engine/writers/godot_scenes.h"

#include <map>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"

namespace fw {
namespace {

constexpr GodotWords kThree{
    "2",          "Spatial",           "StaticBody", "CollisionShape", "HeightMapShape",  "Path",
    "Position3D", "MultiMeshInstance", "Transform",  "PoolRealArray",  "PoolVector3Array"};
constexpr GodotWords kFour{"3",
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

std::string godot_value(const Attribute& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? godot_quoted(*text) : json_attribute(value);
}

}  // namespace

std::string godot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

GodotText::GodotText(bool four) : four_(four), words_(four ? kFour : kThree) {}

std::string GodotText::id(size_t number) const {
  return four_ ? godot_quoted("r" + std::to_string(number)) : std::to_string(number);
}

std::string GodotText::scene_head(size_t resources) const {
  return "[gd_scene load_steps=" + std::to_string(resources + 1) + " format=" + words_.format + "]\n\n";
}

std::string GodotText::external(const std::string& path, const char* type, size_t number) const {
  return "[ext_resource " +
         (four_ ? "type=\"" + std::string(type) + "\" path=" + godot_quoted(path)
                : "path=" + godot_quoted(path) + " type=\"" + std::string(type) + "\"") +
         " id=" + id(number) + "]\n";
}
std::string GodotText::use(const char* kind, size_t number) const {
  return std::string(kind) +
         (four_ ? "(\"r" + std::to_string(number) + "\")" : "( " + std::to_string(number) + " )");
}

std::string GodotText::transform(const Place3& at, double yaw_deg, double scale) const {
  double sine = 0, cosine = 1;
  if (yaw_deg != 0) {
    const exact::SinCos half = half_turn(yaw_deg);
    sine = 2 * half.sin * half.cos, cosine = 1 - 2 * half.sin * half.sin;
  }
  const auto n = [&](double v) { return short_decimal(v * scale, 6); };
  return std::string(words_.transform) + "( " + n(cosine) + ", 0, " + n(sine) + ", 0, " + n(1) + ", 0, " +
         n(-sine) + ", 0, " + n(cosine) + ", " + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z) + " )";
}

std::string GodotText::metadata(const AttributeTable& table, size_t row, const std::string& asset) const {
  std::string out = four_ ? "" : "__meta__ = {\n";
  const auto add = [&](const std::string& name, const std::string& value, bool last) {
    out += four_ ? "metadata/" + name + " = " + value + "\n"
                 : godot_quoted(name) + ": " + value + (last ? "\n" : ",\n");
  };
  if (!asset.empty()) add("asset", godot_quoted(asset), false);
  for (size_t c = 0; c < table.columns.size(); ++c)
    add(table.columns[c].name, godot_value(table.rows[row][c]), c + 1 == table.columns.size());
  return four_ ? out : out + "}\n";
}

namespace {

/// Above it a node a point would be more than the editor takes.
constexpr size_t kMostNodes = 20000;

class GodotPoints {
 public:
  GodotPoints(const ExportSource& source, const GodotText& text, ExportSink& sink)
      : source_(source), text_(text), sink_(sink), axes_(axes_for(source, "godot")) {}

  Result<std::vector<std::string>> write(const std::vector<const ExportPoint*>& things,
                                         const GroundSurface& ground) {
    const AttributeTable table = points_table(source_, things, ground_of(ground, QuadShape::triangles));
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
      if (auto put = many ? put_multimeshes(scene) : put_nodes(scene); !put) return put.error();
    }
    return std::move(scenes_);
  }

 private:
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
    std::string head = text_.scene_head(assets.size());
    for (auto& [asset, id] : assets) head += text_.external(asset, "PackedScene", id = ++number);
    std::string text = head + (assets.empty() ? "" : "\n") + "[node name=" + godot_quoted(scene.name) +
                       " type=\"" + text_.words().node + "\"]\n";
    for (const size_t row : scene.rows) {
      const ExportAsset asset = asset_of(source_, *scene.things[row], "godot");
      text += "\n[node name=" + godot_quoted(scene.things[row]->uid) +
              (asset.asset.empty()
                   ? " type=\"" + std::string(text_.words().marker) + "\" parent=\".\""
                   : " parent=\".\" instance=" + text_.use("ExtResource", assets.at(asset.asset))) +
              "]\ntransform = " +
              text_.transform(place_of(scene, row, asset.lift_m), asset.yaw_deg, asset.scale) + "\n" +
              text_.metadata(scene.table, row, asset.asset);
    }
    return sink_.put(scene.name + ".tscn", text);
  }

  /// Twelve numbers an instance: the rows of its basis, each with its part of the origin.
  Result<Done> put_multimeshes(const Scene& scene) {
    std::map<int, std::vector<size_t>> classes;
    for (const size_t row : scene.rows) classes[scene.things[row]->class_index].push_back(row);
    std::string text = text_.scene_head(classes.size()), nodes, json = "{\n";
    size_t number = 0;
    for (const auto& [cls, rows] : classes) {
      const std::string& slug = source_.world->points.classes[static_cast<size_t>(cls)].slug;
      ++number;
      std::string data, list;
      for (const size_t row : rows) {
        const Place3 at = place_of(scene, row, 0);
        data += data.empty() ? "" : ", ";
        data += text_.four() ? "1, 0, 0, " + mm(at.x) + ", 0, 1, 0, " + mm(at.y) + ", 0, 0, 1, " + mm(at.z)
                             : "1, 0, 0, 0, 1, 0, 0, 0, 1, " + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z);
        list += (list.empty() ? "\n    " : ",\n    ") + json_row(scene.table, row);
      }
      text += "[sub_resource type=\"MultiMesh\" id=" + text_.id(number) +
              "]\ntransform_format = 1\ninstance_count = " + std::to_string(rows.size()) + "\n" +
              (text_.four() ? "buffer = PackedFloat32Array( " : "transform_array = PoolVector3Array( ") +
              data + " )\n\n";
      nodes += "\n[node name=" + godot_quoted(slug) + " type=\"" + text_.words().multimesh +
               "\" parent=\".\"]\nmultimesh = " + text_.use("SubResource", number) + "\n";
      json += (number > 1 ? ",\n  " : "  ") + json_string(slug) + ": [" + list + "\n  ]";
    }
    text += "[node name=" + godot_quoted(scene.name) + " type=\"" + text_.words().node + "\"]\n" + nodes;
    if (auto put = sink_.put(scene.name + ".json", json + "\n}\n"); !put) return put;
    return sink_.put(scene.name + ".tscn", text);
  }

  const ExportSource& source_;
  const GodotText& text_;
  ExportSink& sink_;
  ToTarget axes_;
  std::vector<std::string> scenes_;
};

}  // namespace

Result<std::vector<std::string>> put_godot_points(const ExportSource& source, const GodotText& text,
                                                  const std::vector<const ExportPoint*>& things,
                                                  const GroundSurface& ground, ExportSink& sink) {
  return GodotPoints(source, text, sink).write(things, ground);
}

}  // namespace fw
