#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/engine/axes.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"
#include "render/geo/attribute_table.h"

// The text of scenes and resources of Godot 3 and 4. Private to this room.
namespace fw {

/// What the two text formats call the same.
struct GodotWords {
  const char *format, *node, *body, *collision, *shape, *path, *marker, *multimesh, *transform, *floats,
      *vectors;
};

/// A text between quotes.
std::string godot_quoted(std::string_view text);

/// Pieces of text of one version.
class GodotText {
 public:
  explicit GodotText(bool four);

  bool four() const { return four_; }
  const GodotWords& words() const { return words_; }

  std::string scene_head(size_t resources) const;
  /// Names a file that a scene uses; `number` from 1.
  std::string external(const std::string& path, const char* type, size_t number) const;
  /// Uses it: `kind` "ExtResource" or "SubResource".
  std::string use(const char* kind, size_t number) const;
  /// The id of a resource, as its head has it.
  std::string id(size_t number) const;
  /// The rows of the basis, then the origin.
  std::string transform(const Place3& at, double yaw_deg, double scale) const;
  /// The row's values, with the asset where there is one.
  std::string metadata(const AttributeTable& table, size_t row, const std::string& asset) const;

 private:
  bool four_;
  const GodotWords& words_;
};

/// points_CATEGORY.tscn for every category that has things: a node each, above 20,000 in all one multimesh a
/// class with the properties in points_CATEGORY.json. Returns the scenes' names. Private to this room.
Result<std::vector<std::string>> put_godot_points(const ExportSource& source, const GodotText& text,
                                                  const std::vector<const ExportPoint*>& things,
                                                  const GroundSurface& ground, ExportSink& sink);

}  // namespace fw
