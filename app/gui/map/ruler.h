#pragma once

#include <QPointF>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/geometry.h"

class QPainter;

namespace fw {

/// Lengths of a line's legs, m.
struct LineMeasure {
  double total_m = 0;
  double last_m = 0;  ///< of the leg to the last vertex
};
LineMeasure measure_line(const std::vector<Vec2>& vertices_m);

/// A polygon closed from its last vertex to its first.
struct AreaMeasure {
  double area_m2 = 0;  ///< of the outline as drawn: a crossing outline counts each winding by its sign
  double perimeter_m = 0;
};
AreaMeasure measure_area(const std::vector<Vec2>& vertices_m);

enum class MapTool;

/// A measure being drawn on the map: a line with the lengths of its legs, or an outline with its area.
class Ruler {
 public:
  void add(Vec2 place_m) { vertices_m_.push_back(place_m); }
  void take_back() {
    if (!vertices_m_.empty()) vertices_m_.pop_back();
  }
  void clear();
  /// The measure is done: the cursor no longer draws a leg.
  void finish() { done_ = true; }
  bool done() const { return done_; }
  bool empty() const { return vertices_m_.empty(); }
  /// Where the next vertex would come.
  void set_cursor(std::optional<Vec2> place_m) { cursor_m_ = place_m; }
  const std::vector<Vec2>& vertices_m() const { return vertices_m_; }

  /// The vertices with the one under the cursor.
  std::vector<Vec2> drawn() const;
  /// One line in the reader's language: "Distance 1.24 km, last leg 310 m"; empty without a leg.
  QString text(MapTool tool) const;
  void paint(QPainter& p, MapTool tool, const std::function<QPointF(Vec2)>& to_widget) const;

 private:
  std::vector<Vec2> vertices_m_;
  std::optional<Vec2> cursor_m_;
  bool done_ = false;
};

/// "850 m", "1.24 km" in the reader's number format.
QString length_text(double metres);
/// "0.035 km2" with a raised 2.
QString area_text(double square_metres);

}  // namespace fw
