#include "render/engine/writers/godot_text.h"

#include "core/base/decimal.h"
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

}  // namespace fw
