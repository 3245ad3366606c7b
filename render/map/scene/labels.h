#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "render/page/painter.h"

namespace fw {

/// A label that belongs to a symbol.
struct PointLabel {
  std::string text;
  TextStyle style;
  Vec2 anchor;        ///< page position of the symbol's centre
  double radius = 0;  ///< of the symbol
};

/// A label that belongs to an area: candidates are page positions inside it, best first.
struct AreaLabel {
  std::string text;
  TextStyle style;
  std::vector<Vec2> candidates;
  std::vector<Box> avoid = {};             ///< this label covers them if nothing better is free
  std::vector<Vec2> last_candidates = {};  ///< for where those have no room
  std::vector<std::string> broken = {};    ///< the text on several lines, for where one has no room
  double least_size = 1e9;                 ///< letters shrink to 0.76 of their size, but not below this
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
  double apart = 2;           ///< least room between two labels
};

/// Places labels one after the other, each where it covers no reserved box and no earlier label, and drops
/// those that find no such place: a name that hides a symbol is worse than a name that the table alone gives.
/// Eight positions around a symbol (E S N W SE NE SW NW), then the same further out. The label of an area is
/// tried on one line and on several, then the same in smaller letters.
class LabelLayout {
 public:
  LabelLayout(LabelObstacles obstacles, Typesetter& type) : obstacles_(std::move(obstacles)), type_(type) {}

  bool place(const PointLabel& label);
  bool place(const AreaLabel& label);
  /// What a box costs that a label of another sort would take; infinite if it is not allowed.
  double cost_of(const Box& box) const;
  /// Keeps later labels off a box.
  void reserve(const Box& box) { obstacles_.reserved.push_back(box); }

  const std::vector<PlacedLabel>& placed() const { return placed_; }
  const LabelObstacles& obstacles() const { return obstacles_; }

 private:
  void accept(const std::string& text, const TextStyle& style, const Box& box);
  bool place_lines(const AreaLabel& label, const std::vector<Vec2>& candidates,
                   const std::vector<std::string>& lines, const TextStyle& style);

  LabelObstacles obstacles_;
  Typesetter& type_;
  std::vector<PlacedLabel> placed_;
};

void draw_labels(const Painter& pen, std::vector<PlacedLabel> labels, double opacity = 1);

/// Moves a symbol radially out of the badges it overlaps, by at most `reach` in all.
Vec2 moved_off(Vec2 at, double radius, const std::vector<Box>& badges, double reach);

}  // namespace fw
