#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"

// What several targets do alike. Private to this room.
namespace fw {

/// The ground of a target with its usual number of vertices; along a shorter side whole tiles of `steps`.
Result<std::shared_ptr<const GroundSurface>> surface_for(const ExportSource& source, std::string_view target,
                                                         int steps = 1);

/// Matrix, unit, counts and unmapped classes of a target.
void state_facts(const ExportSource& source, std::string_view target,
                 const std::vector<const ExportPoint*>& things, ExportSink& sink, double pixels_per_m = 1);

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
std::vector<Place3> on_ground(const ShapePart& part, const ToTarget& axes, const GroundSurface& ground,
                              QuadShape shape);

/// How a layer of shapes is drawn where a target draws it.
struct LayerLook {
  std::string_view name;
  Rgb colour;
  std::string_view node{};  ///< of minetest_game, for the ground under its lines; "" = none
};
/// Grey for a layer without a row.
const LayerLook& look_of(std::string_view layer);
/// "point", "line", "area".
inline constexpr std::array<std::string_view, 3> kShapeKindSlugs{"point", "line", "area"};

/// A class's colour: of its kind of landmark, of its family, or of its category.
Rgb class_colour(const ExportSource& source, const PointClassInfo& cls);

/// An attribute as JSON; reals in shortest form, lists as they are.
std::string json_attribute(const Attribute& value);
/// The whole row as a JSON object on one line.
std::string json_row(const AttributeTable& table, size_t row);
/// The column of that name; it must be there.
size_t column_of(const AttributeTable& table, std::string_view name);

/// A text file of resources/export, embedded at build.
std::string_view script_text(std::string_view name);

/// A PNG of rows: grey (1) or RGB(A) (3, 4 channels) of 8 bits, grey of 16. Filter Paeth, runs alone: half
/// the time of zlib's default, and the bytes depend on nothing but the pixels and the library.
struct PngShape {
  int columns = 0, rows = 0, channels = 1, bits = 8;
};
/// Fills a row: `columns * channels` bytes, or big-endian pairs of them where bits is 16.
using FillRow = std::function<void(int row, uint8_t* out)>;
Result<std::string> png_of(const PngShape& shape, const FillRow& fill);

/// classes/NAME.png for every class layer: one pixel a cell, its code.
Result<Done> put_class_pngs(const ExportSource& source, ExportSink& sink);

}  // namespace fw
