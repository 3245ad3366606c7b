#include "render/overlay/overlay_card.h"

#include <cairo.h>

#include <cmath>
#include <numbers>

#include "render/overlay/overlay_legend.h"

namespace fw {
namespace {

using namespace overlay;

/// Pixels of a window per unit of the legend at scale 1.
constexpr double kUnit = 0.9;
constexpr double kPad = 9, kCorner = 5, kOpacity = 0.86;
/// Room for the longest legend: two columns of four rows.
constexpr Box kRoom{kPad, kPad, kPad + 344, kPad + 84};

void round_box(cairo_t* cr, double width, double height) {
  const double quarter = std::numbers::pi / 2;
  cairo_new_path(cr);
  cairo_arc(cr, width - kCorner, kCorner, kCorner, -quarter, 0);
  cairo_arc(cr, width - kCorner, height - kCorner, kCorner, 0, quarter);
  cairo_arc(cr, kCorner, height - kCorner, kCorner, quarter, 2 * quarter);
  cairo_arc(cr, kCorner, kCorner, kCorner, 2 * quarter, 3 * quarter);
  cairo_close_path(cr);
}

}  // namespace

Result<OverlayCard> OverlayCard::open() {
  auto type = Typesetter::open();
  if (!type) return type.error();
  return OverlayCard(std::move(type).value());
}

MapImage OverlayCard::paint(const Overlay& overlay, double scale, const ClassMarks& marks,
                            const LegendWords& words) {
  const double unit_px = kUnit * scale;
  const auto pixels = [&](double units) { return static_cast<int>(std::ceil(units * unit_px)); };
  MapImage room{pixels(kRoom.x1 + kPad), pixels(kRoom.y1 + kPad), {}};
  room.argb.assign(static_cast<size_t>(room.width_px) * static_cast<size_t>(room.height_px), 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(room.argb.data()), CAIRO_FORMAT_ARGB32, room.width_px, room.height_px,
      4 * room.width_px);
  cairo_t* cr = cairo_create(surface);
  cairo_scale(cr, unit_px, unit_px);
  const Painter pen{cr, &type_};
  // How large the card is, its legend says.
  const Box used = draw_legend(pen, kRoom, overlay, marks, words);
  const double width = used.x1 + kPad, height = used.y1 + kPad;
  cairo_set_operator(cr, CAIRO_OPERATOR_DEST_OVER);
  round_box(cr, width, height);
  pen.colour(kPage, kOpacity);
  cairo_fill(cr);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  MapImage card{pixels(width), pixels(height), {}};
  for (int row = 0; row < card.height_px; ++row) {
    const auto from = room.argb.begin() + static_cast<std::ptrdiff_t>(row) * room.width_px;
    card.argb.insert(card.argb.end(), from, from + card.width_px);
  }
  return card;
}

}  // namespace fw
