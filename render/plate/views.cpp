#include "render/plate/views.h"

#include <array>

#include "render/map/map_picture.h"
#include "render/plate/map_grid.h"
#include "render/plate/sections.h"

namespace fw {
namespace {

using In = const PanelInput&;
using Words = const Vocabulary&;

PanelSection danger_by_region(In in) {
  return region_section(in.atlas, RegionBar::danger);
}
PanelSection biomes_by_region(In in) {
  return region_section(in.atlas, RegionBar::biome);
}

PanelSection foremost_landmarks(In in) {
  return with_left_out(landmark_section(in.atlas, "Landmarks", LandmarkChoice::foremost), in.atlas, in.shown,
                       LandmarkChoice::foremost);
}
PanelSection asked_landmarks(In in) {
  return with_left_out(landmark_quota_section(in.atlas), in.atlas, in.shown, LandmarkChoice::all);
}

const std::array<PlateView, kViewSlugs.size()>& views() {
  static const std::array<PlateView, kViewSlugs.size()> rows{{
      {.title = [](Words) { return std::string("Territory overview"); },
       .cost_ms = 72,
       .sections = {[](In in) { return faction_section(in.atlas, false); },
                    [](In in) { return danger_tint_section(in.atlas, in.shown.denominator); },
                    foremost_landmarks, [](In in) { return rare_section(in.atlas, in.shown); },
                    [](In in) { return line_section(in.atlas, in.shown.denominator); },
                    [](In in) { return key_figure_section(in.atlas); }, danger_by_region}},
      {.title = [](Words words) { return words.categories.resource + " over biomes"; },
       .cost_ms = 58,
       .sections = {[](In in) { return biome_section(in.atlas, in.shown.denominator); },
                    [](In in) { return resource_family_section(in.atlas); },
                    [](In in) { return tier_section(in.atlas); },
                    [](In in) { return class_section(in.atlas, in.shown); }, biomes_by_region}},
      {.title = [](Words words) { return words.categories.enemy + " over danger bands"; },
       .cost_ms = 48,
       .sections = {
           [](In in) { return danger_band_section(in.atlas); },
           [](In in) { return enemy_family_section(in.atlas); },
           [](In in) { return rarity_section(in.atlas); },
           [](In in) { return rarity_by_band_section(in.atlas); },
           [](In in) { return family_by_band_section(in.atlas, in.shown); },
           [](In in) { return strength_by_band_section(in.atlas); },
           [](In in) { return landmark_section(in.atlas, "Strong landmarks", LandmarkChoice::strong); },
           danger_by_region}},
      {.title = [](Words) { return std::string("Landmarks and administration"); },
       .cost_ms = 64,
       .sections = {[](In in) { return faction_section(in.atlas, true); }, asked_landmarks,
                    [](In in) { return line_section(in.atlas, in.shown.denominator); }, danger_by_region,
                    [](In in) { return seat_section(in.atlas); },
                    [](In in) { return key_figure_section(in.atlas); }}},
      {.title = [](Words) { return std::string("Zoom quadrants"); }, .cost_ms = 125, .sections = {}},
      {.title = [](Words) { return std::string("Fairness between factions"); },
       .cost_ms = 150,
       .sections = {
           [](In in) { return control_section(in.atlas); },
           [](In in) { return travel_section(in.atlas, in.shown.denominator); },
           [](In in) { return fairness_section(in.atlas); },
           [](In in) { return landmark_section(in.atlas, "Seats and goals", LandmarkChoice::journeys); },
           [](In in) { return rare_section(in.atlas, in.shown); }}},
      {.title = [](Words) { return std::string("Relief"); },
       .cost_ms = 160,
       .sections = {[](In in) { return height_section(in.atlas, in.shown); },
                    [](In in) { return relief_line_section(in.atlas, in.shown); },
                    [](In in) { return summit_section(in.atlas); },
                    [](In in) { return region_height_section(in.atlas); }}},
      {.title = [](Words) { return std::string("Landscape"); }, .cost_ms = 900, .sections = {}},
  }};
  return rows;
}

constexpr size_t kMostColumns = 24;  // the longest tables that a template may state need fewer

std::vector<PanelSection> panel_sections(In in, View view) {
  std::vector<PanelSection> sections;
  for (const SectionMaker make : plate_view(view).sections) sections.push_back(make(in));
  return sections;
}

/// Where furniture hides least: in a corner, or where landmarks stand in both, between them.
double free_place(const Atlas& atlas, const PageMap& map, Vec2 south_west_m,
                  Box (*box_of)(const PageMap&, double), double preferred) {
  constexpr int kLandmark = 20;
  const auto hidden = [&](double across) {
    const Box box = box_of(map, across).grown(8);
    int count = 0;
    for (const Point& p : atlas.world.points.points)
      if (const Vec2 at = (p.position_m - south_west_m) * map.units_per_m();
          box.holds(map.box.x0 + at.x, map.box.y1 - at.y))
        count += atlas.world.points.class_of(p).category == Category::landmark ? kLandmark : 1;
    return count;
  };
  const double other = 1 - preferred;
  double best = preferred;
  int least = hidden(preferred);
  for (const double across : {other, 0.25, 0.75, 0.5}) {
    if (across != other && least < kLandmark) break;
    const int count = hidden(across);
    if (count >= least) continue;
    least = count;
    best = across;
  }
  return best;
}

}  // namespace

const PlateView& plate_view(View view) {
  return views()[static_cast<size_t>(view)];
}

PlateArea frame_area(const PlateStyle& style, const GridSpec& frame) {
  return plate_area(px_per_unit(style), {0, 0}, map_units(style, frame).x, {0, 0},
                    {frame.width_m(), frame.height_m()});
}

PageLayout layout_of(const Atlas& atlas, View view, const std::vector<ZoomWindow>& windows) {
  if (view == View::oblique) return oblique_layout(atlas);
  const bool zoom = view == View::zoom_quadrants;
  PageLayout page = zoom ? zoom_layout(atlas) : frame_layout(atlas.style, atlas.world.grid);
  if (page.paper_mm) return page;  // what has no room goes on a further page
  const DisplayList nothing{.atlas = atlas, .window = {}, .content = {}, .items = {}};  // with every note
  const std::vector<PanelSection> sections =
      zoom ? zoom_sections(atlas, windows) : panel_sections({atlas, nothing}, view);
  while (!panel_fits(page.columns, sections) && page.columns.size() < kMostColumns) page.add_column();
  return page;
}

FurnitureSides furniture_sides(const Atlas& atlas, const PageMap& map, Vec2 south_west_m) {
  return {free_place(atlas, map, south_west_m, scale_bar_box, 0),
          free_place(atlas, map, south_west_m, north_arrow_box, 1)};
}

std::vector<PanelSection> draw_sections(const Sheet& sheet, std::vector<PanelSection> sections) {
  const std::vector<Box>& columns = sheet.layout.columns;
  if (!sheet.layout.paper_mm) {
    draw_panel(sheet.pen, columns, std::move(sections));
    return {};
  }
  draw_panel(sheet.pen, columns, take_fitting(columns, sections, false));
  return sections;
}

Result<std::vector<PanelSection>> draw_frame_view(const Sheet& sheet, View view, const GroundPixels& ground) {
  const PlateArea area = frame_area(sheet.atlas.style, sheet.atlas.world.grid);
  const PageMap& map = area.map;
  const auto [bar, arrow] = furniture_sides(sheet.atlas, map);
  const auto shown = draw_layers(sheet, area, plate_layers(view),
                                 {scale_bar_box(map, bar), north_arrow_box(map, arrow)}, &ground);
  if (!shown) return shown.error();
  if (sheet.figures != nullptr)
    sheet.figures->push_back(
        plate_figures(std::string(kViewSlugs[static_cast<size_t>(view)]), shown.value()));
  draw_grid(sheet.pen, map, map_grid(sheet.atlas.world.grid), {});
  draw_scale_bar(sheet.pen, map, bar);
  draw_north_arrow(sheet.pen, map, arrow);
  draw_frame(sheet.pen, map, round_length(sheet.atlas.longer_m() / 6), true);
  std::vector<PanelSection> left = draw_sections(sheet, panel_sections({sheet.atlas, shown.value()}, view));
  if (const auto ok = sheet.canvas.check("plate"); !ok) return ok.error();
  return left;
}

}  // namespace fw
