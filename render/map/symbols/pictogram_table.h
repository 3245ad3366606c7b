#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/colour.h"

namespace fw {

enum class BadgeOutline : uint8_t { circle, square, diamond, octagon, arch, shield };

/// What a landmark's badge is like round its picture.
struct BadgeLook {
  BadgeOutline outline = BadgeOutline::circle;
  double radius = 11;            ///< units, before a view's own factor
  std::optional<Rgb> ground{};   ///< absent: the ink
  std::optional<Rgb> picture{};  ///< absent: the ink
  bool ink_edge = false;         ///< its edge has the ink's colour too
};

/// The path is text: letters with numbers, lengths in the box from (-1, -1) to (1, 1), y down, angles in
/// degrees, clockwise from the east. What goes clockwise is filled, what goes anticlockwise inside it is a
/// hole.
///   M x y ...      begins a closed polygon            L x y ...   goes on with it
///   C 6 numbers    a Bezier curve                     A x y r from to   an arc; a: anticlockwise
///   O x y r        a disc; o: a hole                  R x y width height   a rectangle; r: a hole
///   P x y corners radius inner   a regular polygon with one corner up, a star where inner > 0; p: a hole;
///                  D: with one corner down
///   W x y x y width   a thick line with round ends; w: a hole
///   T x y r from to width   a thick arc
struct Pictogram {
  std::string_view name;
  bool plain = false;  ///< a shape rather than a picture; families get these
  BadgeLook badge;
  double in_badge = 0.66;  ///< the path's unit, in radii of the badge
  double in_mark = 1;      ///< the same where it stands alone
  std::string_view path;
};

/// Plain shapes first.
std::span<const Pictogram> pictogram_table();

}  // namespace fw
