#pragma once

#include <ogr_geometry.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"

namespace fw {

/// A geometry down to its single points, lines and rings, in metres of the frame.
struct ShapeParts {
  std::vector<Vec2> points;
  std::vector<std::vector<Vec2>> lines;
  std::vector<std::vector<std::vector<Vec2>>> polygons;  ///< rings, the outer one first
  bool off_frame = false;  ///< a part has no place in the frame's projection, or lies far off it
  bool no_area = false;    ///< a polygon is a point or a line

  bool empty() const { return points.empty() && lines.empty() && polygons.empty(); }
};

/// Brings geometries of a file into the frame and writes them as shapes of rows, counting what it does to
/// them.
class ShapeReader {
 public:
  /// `mend`: parts far off the frame are cut away, polygons mended, large ones simplified, places rounded to
  /// millimetres; else all comes as drawn.
  ShapeReader(const FrameOnEarth& frame, const GeoPlacement& placed, bool mend, VectorSource& counts);

  /// The parts of a geometry; nothing where its coordinates are no numbers.
  std::optional<ShapeParts> parts_of(const OGRGeometry& geometry);
  /// WKT of points and lines each on their own, and of all polygons as one shape, or as several where one
  /// would have too many vertices.
  std::vector<std::string> shapes_of(ShapeParts& parts);
  /// The polygons of many geometries without the borders between those that touch; false where they overlap
  /// too often.
  bool dissolve(ShapeParts& parts);

 private:
  struct Box {
    Vec2 low, high;
    bool holds(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
  };
  std::optional<Box> box_in_file() const;
  void collect(const OGRGeometry& geometry, ShapeParts& parts);
  void bring_into_frame(ShapeParts& parts) const;
  bool project(std::vector<Vec2>& places) const;
  std::vector<std::unique_ptr<OGRPolygon>> mended(std::unique_ptr<OGRGeometry> geometry, ShapeParts& parts);

  bool is_tangled(const std::vector<std::vector<std::vector<Vec2>>>& polygons);

  GeoPlacement const& placed_;
  bool mend_;
  VectorSource& counts_;
  size_t crossings_ = 0;          ///< of all polygons that were mended
  Box near_;                      ///< the frame with as much again about it
  std::optional<Box> near_file_;  ///< the same in coordinates of the file, where it has a CRS
};

}  // namespace fw
