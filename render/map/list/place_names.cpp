#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "render/map/list/map_names.h"

// The names of seas, islands, ranges and smaller places of the land and the sea.
namespace fw {
namespace {

constexpr double kWideIslet_mm = 10;  // an islet that large is named as an island is
constexpr double kMostNames_a_cm2 =
    0.55;  // small places fill up to so many names a square centimetre of land
constexpr double kMostSmallCost = 0.6;
constexpr double kSign_mm = 0.65;  // half of a summit's triangle

/// Offsets from a place's middle, nearest first, millimetres.
std::vector<Vec2> offsets_mm(double reach_mm) {
  constexpr std::array<Vec2, 8> kWays{
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {.7, .7}, {-.7, .7}, {.7, -.7}, {-.7, -.7}}};
  std::vector<Vec2> out{{0, 0}};
  for (double ring = 1; ring <= 6; ++ring)
    for (const Vec2 way : kWays) out.push_back(way * (reach_mm * ring / 6));
  return out;
}

bool has_line(PlaceKind kind) {
  return kind == PlaceKind::range || kind == PlaceKind::valley || kind == PlaceKind::strait;
}
bool is_spot(PlaceKind kind) {
  return kind == PlaceKind::summit || kind == PlaceKind::pass || kind == PlaceKind::cape;
}
bool is_water(PlaceKind kind) {
  return kind == PlaceKind::sea || kind == PlaceKind::bay || kind == PlaceKind::strait;
}

/// A triangle for a summit, a small one upside down for a pass.
MapFigure sign_of(PlaceKind kind, Rgb ink, Vec2 at_px, double half_px) {
  MapFigure sign{.colour = ink};
  const double up = kind == PlaceKind::summit ? 1 : -0.7, wide = kind == PlaceKind::summit ? 1 : 0.7;
  sign.lines = {{at_px + Vec2{-wide * half_px, up * 0.6 * half_px},
                 at_px + Vec2{wide * half_px, up * 0.6 * half_px}, at_px + Vec2{0, -up * half_px}}};
  sign.top = at_px.y - half_px - 1;
  sign.bottom = at_px.y + half_px + 1;
  return sign;
}

}  // namespace

bool MapNames::on_water(Vec2 at) const {
  const Vec2 m = window_.to_m(at * window_.device_scale);
  const GridSpec& grid = atlas_.world.grid;
  if (m.x < 0 || m.y < 0 || m.x >= grid.width_m() || m.y >= grid.height_m()) return true;
  return !atlas_.world.on_island(grid.cell_at(m)) && atlas_.world.land[grid.cell_at(m)] == 0;
}

std::vector<Vec2> MapNames::candidates_of(const NamedPlace& named, double width) const {
  const double mm = medium_.mm(), size = named.size_m / unit_m_;
  const Vec2 at = units(named.at_m);
  std::vector<Vec2> out;
  const bool beside = named.kind == PlaceKind::islet || named.kind == PlaceKind::island;
  if (beside && width > 0.8 * size) {
    for (const double off_mm : {0.5, 2.0, 4.0})
      for (const Vec2 way : {Vec2{0, 1}, Vec2{0, -1}, Vec2{1, 0}, Vec2{-1, 0}})
        out.push_back(at + Vec2{way.x * (0.6 * size + width / 2 + off_mm * mm),
                                way.y * (0.6 * size + (off_mm + 1) * mm)});
    return out;
  }
  const double reach_mm = named.kind == PlaceKind::sea ? 45 : std::clamp(0.5 * size / mm, 3.0, 14.0);
  for (const Vec2 off : offsets_mm(reach_mm)) {
    const Vec2 c = at + off * mm;
    const bool wet = !is_water(named.kind) ||
                     (on_water(c) && on_water(c - Vec2{width / 2, 0}) && on_water(c + Vec2{width / 2, 0}));
    if (wet) out.push_back(c);
  }
  return out;
}

bool MapNames::place_along_line(const NamedPlace& named, const TextStyle& style) {
  std::vector<Vec2> longest, run;
  for (const Vec2 p : units(named.line_m)) {
    if (!visible().holds(p.x, p.y))
      run.clear();
    else
      run.push_back(p);
    if (run.size() > longest.size()) longest = run;
  }
  LineLabel label;
  if (!place_along(named.name, style, longest, 0, *layout_, type_, label)) return false;
  along_.push_back(std::move(label));
  return true;
}

bool MapNames::place(const NamedPlace& named) {
  const Vec2 at = units(named.at_m);
  if (named.name.empty() || (named.line_m.empty() && !visible().holds(at.x, at.y))) return false;
  const TextStyle style = sized(place_name_style(named.kind));
  if (has_line(named.kind) && !named.line_m.empty()) return place_along_line(named, style);
  if (is_spot(named.kind)) {
    // The heights of summits have signs of their own.
    const bool signed_spot = named.kind != PlaceKind::cape && !shows(MapLayer::contours);
    const double half = kSign_mm * medium_.mm();
    if (signed_spot && !std::isfinite(layout_->cost_of(Box::around(at.x, at.y, half)))) return false;
    if (!layout_->place(PointLabel{
            .text = named.name, .style = style, .anchor = at, .radius = half, .most_cost = kMostSmallCost}))
      return false;
    if (!signed_spot) return true;
    layout_->reserve(Box::around(at.x, at.y, half));
    signs_.figures.push_back(sign_of(named.kind, content_.style.place_text, at * window_.device_scale,
                                     half * window_.device_scale));
    return true;
  }
  AreaLabel label{.text = named.name,
                  .style = style,
                  .candidates = candidates_of(named, type_.measure(named.name, style).width),
                  .most_cost = kMostSmallCost};
  return layout_->place(label);
}

void MapNames::place_wide_places() {
  for (const NamedPlace& named : atlas_.world.places) {
    const bool wide =
        row_of_places(named.kind) == ScaleRow::wide_places ||
        (named.kind == PlaceKind::islet && named.size_m >= kWideIslet_mm * medium_.mm() * unit_m_);
    if (wide && shown(ScaleRow::wide_places)) place(named);
  }
}

/// The largest of every kind first, then the next, while the map is not full.
void MapNames::place_small_places() {
  std::map<PlaceKind, std::vector<const NamedPlace*>> by_kind;
  for (const NamedPlace& named : atlas_.world.places) {
    const bool wide_islet =
        named.kind == PlaceKind::islet && named.size_m >= kWideIslet_mm * medium_.mm() * unit_m_;
    if (const ScaleRow row = row_of_places(named.kind);
        row != ScaleRow::wide_places && shown(row) && !wide_islet)
      by_kind[named.kind].push_back(&named);
  }
  const double most =
      kMostNames_a_cm2 * land_cm2(atlas_.world, unit_m_, medium_.unit_mm) *
      std::min(1.0, window_.width_m() * window_.height_m() / (atlas_.frame_m().x * atlas_.frame_m().y));
  const auto count = [&] { return static_cast<double>(layout_->placed().size() + along_.size()); };
  for (size_t k = 0, left = 1; left > 0; ++k) {
    left = 0;
    for (const auto& [kind, places] : by_kind) {
      const bool radical = shown_at(row_of_places(kind), list_.denominator).show == Show::radical;
      const auto all = static_cast<int64_t>(places.size());
      if (static_cast<int64_t>(k) >= (radical ? radical_count(all, list_.denominator) : all)) continue;
      ++left;
      if (content_.medium == Medium::screen || count() < most) place(*places[k]);
    }
  }
}

}  // namespace fw
