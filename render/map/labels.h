#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/map/map_frame.h"

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
};

struct PlacedLabel {
  std::string text;
  TextStyle style;
  Box box;
  double baseline = 0;
};

/// What labels must keep off.
struct LabelGround {
  Box frame;                  ///< labels stay at least 4 units inside
  std::vector<Box> reserved;  ///< symbols and furniture
  std::vector<Box> avoid;     ///< lesser symbols: a label may cover them if nothing better is free
};

/// Places labels one after the other, each where it covers no reserved box and no earlier label, and drops
/// those that find no such place: a name that hides a symbol is worse than a name that the table alone gives.
/// Eight positions around a symbol (E S N W SE NE SW NW), then the same further out.
class LabelLayout {
 public:
  LabelLayout(LabelGround ground, Typesetter& type) : ground_(std::move(ground)), type_(type) {}

  bool place(const PointLabel& label);
  bool place(const AreaLabel& label);

  const std::vector<PlacedLabel>& placed() const { return placed_; }
  const LabelGround& ground() const { return ground_; }

 private:
  double cost_of(const Box& box) const;  ///< infinite if it is not allowed
  void accept(const std::string& text, const TextStyle& style, const Box& box);

  LabelGround ground_;
  Typesetter& type_;
  std::vector<PlacedLabel> placed_;
};

void draw_labels(const Painter& pen, const std::vector<PlacedLabel>& labels);

/// Moves a symbol radially out of the badges it overlaps, by at most `reach` in all.
Vec2 moved_off(Vec2 at, double radius, const std::vector<Box>& badges, double reach);

}  // namespace fw
