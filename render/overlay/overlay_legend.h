#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/overlay.h"
#include "render/overlay/overlay_card.h"
#include "render/overlay/overlay_paint.h"
#include "render/page/painter.h"

// The letters and curves around a film's map; private to this room. Lengths in the painter's units: a map
// side is 1000 of them.
namespace fw::overlay {

inline constexpr Rgb kPage = overlay_colour::kNight, kText = Rgb::hex(0xE8EDF3),
                     kTextSoft = Rgb::hex(0x93A1B3), kHairline = Rgb::hex(0x2A3644);

/// "02:05:30"
std::string clock_text(double time_s);
/// A figure as a person reads it: "0.84", "12.5 1/s", "1 204"; "-" where there is none.
std::string figure_text(const OverlayFigure& figure);

/// What the symbols and colours mean; the part of the box that it took.
/// `marks`: of the classes that it may show.
Box draw_legend(const Painter& pen, const Box& box, const Overlay& overlay, const ClassMarks& marks = {},
                const LegendWords& words = {});
/// Figures as rows of words and values.
void draw_figures(const Painter& pen, const Box& box, std::span<const OverlayFigure> figures);
/// A curve so far, the time axis as long as the whole film; `top` is the highest value shown.
struct Curve {
  std::span<const double> values;
  size_t frames = 1;
  double top = 1;
};
void draw_curve(const Painter& pen, const Box& box, const Curve& curve, const OverlayFigure& now);
/// 1, 2 or 5 times a power of ten, at least `value`.
double round_top(double value);

}  // namespace fw::overlay
