#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "render/map/scene/ink_raster.h"
#include "render/map/scene/plate_style.h"
#include "render/page/painter.h"

namespace fw {

/// A label that dearer places than this are not worth: a name across a line and a half.
inline constexpr double kMostLabelCost = 1.3;
/// Of a name with little choice: a lake's, a region's.
inline constexpr double kMostAreaCost = 3;

/// A label that belongs to a symbol.
struct PointLabel {
  std::string text;
  TextStyle style;
  Vec2 anchor;             ///< page position of the symbol's centre
  double radius = 0;       ///< of the symbol
  double most_cost = 1e9;  ///< without a place at that cost it is dropped
  bool far = false;  ///< where no usual place costs kMostLabelCost or less: up to 3.2 mm from the symbol
};

/// A label that belongs to an area: candidates are page positions inside it, best first.
struct AreaLabel {
  std::string text;
  TextStyle style;
  std::vector<Vec2> candidates;
  std::vector<Box> avoid = {};           ///< this label covers them if nothing better is free
  std::vector<std::string> broken = {};  ///< the text on several lines, for where one has no good room
  double least_size = 1e9;               ///< letters shrink to 0.76 of their size, but not below this
  double most_cost = kMostAreaCost;
};

struct PlacedLabel {
  std::string text;
  TextStyle style;
  Box box;
  double baseline = 0;
};

/// What labels must keep off.
struct LabelObstacles {
  Box frame;                  ///< labels stay at least 4 units inside
  Box visible;                ///< the part of the frame that is shown: a label avoids being cut by its edge
  std::vector<Box> reserved;  ///< symbols and furniture
  std::vector<Box> avoid;     ///< lesser symbols: a label may cover them if nothing better is free
  double mm = 1 / kUnit_mm;   ///< units of a millimetre
  std::shared_ptr<const InkRaster> ink = nullptr;  ///< finished; null = there are no lines
};

/// Places labels one after the other, each where it covers no reserved box and no earlier label and least of
/// lines, and drops those that find no such place: a name that hides a symbol is worse than a name that the
/// table alone gives. Sixteen positions around a symbol at three distances. The label of an area is tried on
/// one line and on several, then the same in smaller letters.
class LabelLayout {
 public:
  LabelLayout(LabelObstacles obstacles, Typesetter& type) : obstacles_(std::move(obstacles)), type_(type) {}

  bool place(const PointLabel& label);
  bool place(const AreaLabel& label);
  /// What a box costs that a label of another sort would take, lines apart; infinite if it is not allowed.
  double cost_of(const Box& box) const;
  /// What lines under a box cost; `by_share`: of a label that lines cross along all its length.
  double line_cost(const Box& box, double by_share) const;
  /// Keeps later labels off a box.
  void reserve(const Box& box) { obstacles_.reserved.push_back(box); }
  /// The same of a letter that is placed elsewhere.
  void reserve_letter(const Box& box) {
    reserve(box);
    letters_.push_back(box);
  }
  void avoid(const Box& box) { obstacles_.avoid.push_back(box); }

  const std::vector<PlacedLabel>& placed() const { return placed_; }
  const std::vector<Box>& letters() const { return letters_; }
  const LabelObstacles& obstacles() const { return obstacles_; }

 private:
  /// One or several lines about a centre.
  struct Lines {
    std::vector<std::string> texts;
    std::vector<double> widths;
    double pitch = 0, height = 0;  ///< from line to line, of one

    Box box_about(Vec2 centre) const;
  };
  struct Found {
    double cost;
    Vec2 centre;
  };
  void accept(const std::string& text, const TextStyle& style, const Box& box);
  Lines measured(const std::vector<std::string>& texts, const TextStyle& style) const;
  Found best_of(const AreaLabel& label, const Lines& lines) const;
  void accept(const Lines& lines, const TextStyle& style, Vec2 centre);

  LabelObstacles obstacles_;
  Typesetter& type_;
  std::vector<PlacedLabel> placed_;
  std::vector<Box> letters_;
};

void draw_labels(const Painter& pen, std::vector<PlacedLabel> labels, double opacity = 1);

/// Moves a symbol radially out of the badges it overlaps, by at most `reach` in all.
Vec2 moved_off(Vec2 at, double radius, const std::vector<Box>& badges, double reach);

}  // namespace fw
