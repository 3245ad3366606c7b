#include "render/map/map_names.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>

#include "render/map/labels.h"
#include "render/page/fonts.h"
#include "render/page/painter.h"

namespace fw {
namespace {

/// How far outside the window names are placed as well, units: a name does not jump when the window's edge
/// comes near it.
constexpr double kBeyond = 240;

/// With a space on either side, so that two names in a row do not run together.
std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return "\u2002" + text + "\u2002";
}

void place_points(LabelLayout& layout, const Atlas& atlas, const std::vector<MapMark>& marks,
                  double device_scale, double size, bool sites) {
  for (auto it = marks.rbegin(); it != marks.rend(); ++it) {
    const PointClassInfo& c = atlas.world.points.class_of(*it->point);
    if (c.category != Category::landmark || it->point->name.empty()) continue;
    const bool town = c.landmark == LandmarkKind::settlement;
    const bool site = c.landmark == LandmarkKind::outpost || c.landmark == LandmarkKind::expedition ||
                      c.landmark == LandmarkKind::fort;
    if (sites ? !site : !town) continue;
    const TextStyle style =
        town ? TextStyle{Face::serif, true, false, 1.12 * size, 0, colour::kInk, 1, 3.2, 0.95}
             : TextStyle{Face::sans, false, true, 0.92 * size, 0, colour::kInk, 1, 3.0, 0.9};
    layout.place(
        PointLabel{it->point->name, style, it->at_px * (1 / device_scale), it->radius_px / device_scale});
  }
}

void place_regions(LabelLayout& layout, const Atlas& atlas, const MapWindow& window, double size) {
  const double w = window.width_px / window.device_scale, h = window.height_px / window.device_scale;
  for (size_t k = 0; k < atlas.world.regions.size() && k < atlas.label_sites.size(); ++k) {
    AreaLabel label{capitals(atlas.world.regions[k].name),
                    {Face::sans, true, false, 0.95 * size, 2.2, Rgb::hex(0x3A4046), 0.82, 3.2, 0.72},
                    {}};
    for (const Vec2& site : atlas.label_sites[k]) {
      const Vec2 at = window.to_px(site) * (1 / window.device_scale);
      if (at.x > 0 && at.y > 0 && at.x < w && at.y < h) label.candidates.push_back(at);
    }
    if (!label.candidates.empty()) layout.place(label);
  }
}

}  // namespace

Result<Done> paint_names(const Atlas& atlas, const std::vector<MapMark>& keep_off, double opacity,
                         const MapWindow& window, std::span<uint32_t> argb) {
  auto type = Typesetter::open();
  if (!type) return type.error();
  const double scale = window.device_scale, per_unit = window.metres_per_px * scale;
  LabelGround ground{Box{0, 0, window.width_px / scale, window.height_px / scale}.grown(kBeyond), {}, {}};
  for (const MapMark& mark : keep_off)
    ground.reserved.push_back(
        Box::around(mark.at_px.x / scale, mark.at_px.y / scale, mark.radius_px / scale));
  const double size = std::clamp(12.5 * std::pow(9 / per_unit, 0.12), 11.0, 16.0);
  LabelLayout layout(std::move(ground), type.value());
  place_points(layout, atlas, keep_off, scale, size, false);
  place_regions(layout, atlas, window, size);
  if (per_unit < 6) place_points(layout, atlas, keep_off, scale, size, true);
  cairo_surface_t* surface =
      cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(argb.data()), CAIRO_FORMAT_ARGB32,
                                          window.width_px, window.height_px, 4 * window.width_px);
  cairo_t* cr = cairo_create(surface);
  cairo_scale(cr, scale, scale);
  std::vector<PlacedLabel> placed = layout.placed();
  for (PlacedLabel& label : placed) {
    label.style.alpha *= opacity;
    label.style.halo_alpha *= opacity;
  }
  draw_labels({cr, &type.value()}, placed);
  const cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorKind::internal, std::string("map names: ") + cairo_status_to_string(status)};
  return Done{};
}

}  // namespace fw
