#pragma once

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"
#include "render/page/png_writer.h"

// What several targets do alike. Private to this room.
namespace fw {

/// The things of a target. The sink's facts get version, matrix, unit, counts and unmapped classes.
std::vector<const ExportPoint*> start_things(const ExportSource& source, std::string_view target,
                                             std::string_view version, ExportSink& sink,
                                             double pixels_per_m = 1);
/// What a target begins with.
struct TargetStart {
  std::shared_ptr<const GroundSurface> ground;
  std::vector<const ExportPoint*> things;
};
/// The things of a target on its ground, which the sink's facts get, too.
TargetStart start_on_ground(const ExportSource& source, std::string_view target, std::string_view version,
                            std::shared_ptr<const GroundSurface> ground, ExportSink& sink,
                            double pixels_per_m = 1);
/// The same on a ground with the target's usual number of vertices; along a shorter side whole tiles of
/// `steps`.
Result<TargetStart> start_target(const ExportSource& source, std::string_view target,
                                 std::string_view version, ExportSink& sink, int steps = 1,
                                 double pixels_per_m = 1);

/// From the world's frame to a target's numbers.
ToTarget axes_for(const ExportSource& source, std::string_view target, double pixels_per_m = 1);

/// A coordinate in millimetres, shortest form.
std::string mm(double value);

/// Sine and cosine of half an angle, to 7 decimals: single precision holds no more. The angle counts from
/// east to north, anticlockwise from above.
exact::SinCos half_turn(double degrees);

/// A place, line or ring of a layer's shape, under a name of its own.
struct ShapePart {
  const ExportShape* of = nullptr;
  std::string uid;  ///< the shape's; its further rings have "-2", "-3" behind it
  const std::vector<Vec2>* vertices_m = nullptr;
  bool closed = false, hole = false;
};
std::vector<ShapePart> parts_of(const ExportLayer& layer);
/// Its vertices on the ground in a target's numbers; a ring comes back to its first.
std::vector<Place3> on_ground(const ShapePart& part, const ToTarget& axes, const GroundUnder& ground_m);

/// How a layer of shapes, or the things of a category, are drawn where a target draws them.
struct LayerLook {
  std::string_view name;
  Rgb colour;
  std::string_view node{};  ///< of minetest_game, for the ground under its lines; "" = none
};
/// Grey for a layer without a row.
const LayerLook& look_of(std::string_view layer);
/// "point", "line", "area".
inline constexpr std::array<std::string_view, 3> kShapeKindSlugs{"point", "line", "area"};

/// "#rrggbb"
std::string hex_colour(std::array<uint8_t, 3> rgb);
std::string hex_colour(Rgb colour);

/// A symbol as a PNG with straight alpha.
Result<std::string> symbol_png(const ExportSymbol& symbol);

/// A class's colour: of its kind of landmark, of its family, or of its category.
Rgb class_colour(const ExportSource& source, const PointClassInfo& cls);

/// An attribute as JSON; reals in shortest form, lists as they are.
std::string json_attribute(const Attribute& value);
/// The whole row as a JSON object on one line.
std::string json_row(const AttributeTable& table, size_t row);
/// "[", the items, one a line, and "]".
std::string json_list(const std::vector<std::string>& items);
/// The column of that name; it must be there.
size_t column_of(const AttributeTable& table, std::string_view name);

/// A file of a target that is written piece by piece.
class PieceFile {
 public:
  PieceFile(ExportSink& sink, std::string name);
  void add(std::string_view bytes);
  /// Stages it. ErrorKind::io if anything of it could not be written.
  Result<Done> finish();

 private:
  ExportSink& sink_;
  std::string name_;
  std::ofstream out_;
};

/// Stages a block of the surface, columns by rows of vertices with its south-west corner at column `west` of
/// row `south`: levels above the base, 2 bytes each, little-endian, rows from the south.
Result<Done> put_levels(const GroundSurface& ground, int west, int south, int columns, int rows,
                        const std::string& name, ExportSink& sink);

/// A PNG that goes into its file strip by strip.
class PngFile {
 public:
  PngFile(ExportSink& sink, std::string name, const PngShape& shape)
      : rows_(shape), file_(sink, std::move(name)) {}
  /// As PngRows::add().
  void add(int end, const PngFill& fill);
  /// Stages it, after the last row.
  Result<Done> finish();

 private:
  PngRows rows_;
  PieceFile file_;
  std::optional<Error> problem_;
};

/// A text file of resources/export, embedded at build.
std::string_view script_text(std::string_view name);

/// classes/NAME.png for every class layer: one pixel a cell, its code.
Result<Done> put_class_pngs(const ExportSource& source, ExportSink& sink);

}  // namespace fw
