#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/model/world/world_layers.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

/// Of low ground with a digit more.
std::string height_figure(double height_m, double highest_m) {
  constexpr double kLow_m = 10;
  return decimal(height_m, highest_m < kLow_m ? 1 : 0);
}

std::string metres(double height_m) {
  return decimal(height_m, 0) + " m";
}

/// The tints from the sea to the highest point, with five figures.
PanelRow tint_bar(double highest_m, const MapStyle& style) {
  return {52, [highest_m, &style](const Painter& pen, const Slot& slot) {
            constexpr int kSlices = 120, kFigures = 4;
            const FieldRow& tints = *row_of(field_rows(), MapLayer::height);
            const double inset = 14 * slot.scale;
            const Box bar{slot.x + inset, slot.y - 18 * slot.scale, slot.x + slot.width - inset,
                          slot.y + 2 * slot.scale};
            for (int i = 0; i < kSlices; ++i)
              // To the end, each over the one before: slices side by side would show their seams.
              pen.rectangle({bar.x0 + bar.width() * i / kSlices, bar.y0, bar.x1, bar.y1},
                            colour_at(tints, (i + 0.5) / kSlices, style));
            pen.outline(bar, colour::kInk, 0.8, 0.6);
            const TextStyle figures{.size = kPanelType * slot.scale, .colour = colour::kInkSoft};
            for (int i = 0; i <= kFigures; ++i) {
              const double share = static_cast<double>(i) / kFigures, x = bar.x0 + bar.width() * share;
              pen.line(x, bar.y1, x, bar.y1 + 4 * slot.scale, colour::kInk, 0.8);
              pen.text(height_figure(highest_m * share, highest_m) + (i == kFigures ? " m" : ""), x,
                       bar.y1 + 19 * slot.scale, figures, Align::centre);
            }
          }};
}

/// The name that stands at a summit, or "".
std::string name_at(const Atlas& atlas, Vec2 at_m) {
  constexpr double kNear_m = 150;  // in a frame of 8 km
  const double near_m = kNear_m * atlas.ground->terrain.look_m;
  const NamedPlace* best = nullptr;
  for (const NamedPlace& place : atlas.world.places)
    if (place.kind == PlaceKind::summit && squared_distance(place.at_m, at_m) <= near_m * near_m &&
        (best == nullptr || squared_distance(place.at_m, at_m) < squared_distance(best->at_m, at_m)))
      best = &place;
  return best != nullptr ? best->name : "";
}

}  // namespace

PanelSection height_section(const Atlas& atlas, const DisplayList& shown) {
  const double highest_m = atlas.ground->terrain.highest_m;
  PanelSection section{"Height above the sea", {}};
  if (!(highest_m > 0)) {
    section.rows.push_back(note("The ground is level: it has no contours and no summits"));
    return section;
  }
  section.rows.push_back(tint_bar(highest_m, atlas.look));
  section.rows.push_back(key_value("Highest point", height_figure(highest_m, highest_m) + " m"));
  section.rows.push_back(shown.contour_interval_m > 0
                             ? key_value("Contours every", metres(shown.contour_interval_m))
                             : note("No contour: the ground is lower than the first one"));
  section.rows.push_back(
      key_value("A tenth is steeper than", percent(atlas.ground->terrain.steep)));
  return section;
}

PanelSection relief_line_section(const Atlas& atlas, const DisplayList& shown) {
  std::vector<LegendItem> items;
  if (shown.contour_interval_m > 0) {
    for (const LineStyle& row : line_rows(atlas.look)) {
      if (row.layer != MapLayer::contours) continue;
      items.push_back({line_symbol(row, 0, 1, atlas), row.index ? "Every fifth contour" : "Contour", ""});
    }
  }
  if (has_tracks(atlas)) items.push_back({line_symbol(MapLayer::tracks, 0, atlas), "Track", ""});
  for (LegendItem& item : water_items(atlas)) items.push_back(std::move(item));
  return {"Lines", legend_rows(std::move(items), 2)};
}

PanelSection summit_section(const Atlas& atlas) {
  PanelSection section{"Summits", {}, 1};
  if (atlas.ground->spot_heights.empty()) return section;
  section.rows.push_back(table_row({{.x = 0.62, .align = Align::right, .text = "height, m", .soft = true},
                                    {.x = 0.99, .align = Align::right, .text = "place, km", .soft = true}},
                                   19));
  std::vector<SpotHeight> spots = atlas.ground->spot_heights;
  std::stable_sort(spots.begin(), spots.end(),
                   [](const SpotHeight& a, const SpotHeight& b) { return a.height_m > b.height_m; });
  for (const SpotHeight& spot : spots)
    section.rows.push_back(table_row(
        {{.x = 0, .text = name_at(atlas, spot.at_m), .max_width = 0.46},
         {.x = 0.62, .align = Align::right, .text = decimal(spot.height_m, 0), .strong = true},
         {.x = 0.99,
          .align = Align::right,
          .text = decimal(spot.at_m.x / 1000, 1) + " E  " + decimal(spot.at_m.y / 1000, 1) + " N"}}));
  return section;
}

PanelSection region_height_section(const Atlas& atlas) {
  const World& world = atlas.world;
  PanelSection section{"Regions", {}, 1};
  if (world.regions.empty()) return section;
  const double highest_m = atlas.ground->terrain.highest_m;
  struct Heights {
    double sum = 0, highest = 0;
    size_t cells = 0;
  };
  std::vector<Heights> of(world.regions.size());
  for (size_t cell = 0; cell < world.region.size(); ++cell) {
    if (!world.on_island(cell)) continue;
    Heights& region = of[world.region[cell] - 1U];
    const auto height = static_cast<double>(told_value(layer_of(&World::height_m), world, cell));
    region.sum += height;
    region.highest = std::max(region.highest, height);
    ++region.cells;
  }
  std::vector<size_t> order;
  for (size_t k = 0; k < of.size(); ++k) order.push_back(k);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return of[a].highest > of[b].highest; });
  section.rows.push_back(table_row({{.x = 0.62, .align = Align::right, .text = "km²", .soft = true},
                                    {.x = 0.78, .align = Align::right, .text = "mean, m", .soft = true},
                                    {.x = 0.99, .align = Align::right, .text = "highest, m", .soft = true}},
                                   19));
  for (const size_t k : order) {
    const double mean = of[k].cells > 0 ? of[k].sum / static_cast<double>(of[k].cells) : 0;
    section.rows.push_back(
        table_row({{.x = 0, .text = world.regions[k].name, .max_width = 0.46},
                   {.x = 0.62, .align = Align::right, .text = area_figure(world, world.regions[k].area_m2)},
                   {.x = 0.78, .align = Align::right, .text = height_figure(mean, highest_m)},
                   {.x = 0.99, .align = Align::right, .text = height_figure(of[k].highest, highest_m)}}));
  }
  return section;
}

}  // namespace fw
