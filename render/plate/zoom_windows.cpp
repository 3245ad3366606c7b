#include "render/plate/zoom_windows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/field/filter.h"
#include "render/map/marks/symbols.h"

namespace fw {
namespace {

using L = MapLayer;

float resource_weight(const World&, const Point&, const PointClassInfo& c) {
  constexpr std::array<float, 4> kTier{1.0F, 1.0F, 1.6F, 4.0F};
  return c.category == Category::resource ? kTier[static_cast<size_t>(c.tier)] : 0.0F;
}
float enemy_weight(const World& world, const Point& p, const PointClassInfo& c) {
  constexpr std::array<float, 3> kBelowTop{8.0F, 4.0F, 2.0F};
  if (c.category != Category::enemy) return 0.0F;
  const RarityPlace rarity = rarity_place(world.vocabulary, p.rarity);
  return rarity.level == 0 ? 1.0F : kBelowTop[std::min(static_cast<size_t>(rarity.below_top), size_t{2})];
}
float landmark_weight(const World&, const Point&, const PointClassInfo& c) {
  return c.category == Category::landmark ? 1.0F : 0.0F;
}

/// The most important strong kind that has points.
std::optional<LandmarkKind> foremost_strong(const World& world) {
  for (const LandmarkKind kind : chosen_kinds(world.vocabulary, LandmarkChoice::strong))
    for (const Point& p : world.points.points) {
      const PointClassInfo& c = world.points.class_of(p);
      if (c.category == Category::landmark && c.landmark == kind) return kind;
    }
  return std::nullopt;
}
float strong_weight(const World& world, const Point&, const PointClassInfo& c) {
  return c.category == Category::landmark && c.landmark == foremost_strong(world) ? 1.0F : 0.0F;
}

std::string resource_title(const World& world) {
  return world.vocabulary.categories.resource + ": peak";
}
std::string enemy_title(const World& world) {
  return world.vocabulary.categories.enemy + ": peak";
}
std::string landmark_title(const World&) {
  return "Landmark cluster";
}
std::string strong_title(const World& world) {
  const auto kind = foremost_strong(world);
  return kind ? world.vocabulary.landmarks[static_cast<size_t>(*kind)].label : "";
}

struct ThemeRow {
  ZoomTheme theme;
  std::string (*title)(const World&);
  float (*weight)(const World&, const Point&, const PointClassInfo&);  ///< most of it lies in the window
  std::vector<StyledLayer> layers;                                     ///< from below
};

using Layers = std::vector<StyledLayer>;

/// One after the other, from below.
Layers stacked(std::initializer_list<Layers> parts) {
  Layers out;
  for (const Layers& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

const std::array<ThemeRow, 4>& themes() {
  constexpr int kRareEnough = 2;  // importance of enemies
  const Layers land{{.layer = L::relief, .opacity = 0.34},
                    {.layer = L::depth},
                    {.layer = L::contours},
                    {.layer = L::water}};
  const Layers ways{
      {.layer = L::footprints}, {.layer = L::tracks, .size = 1.25}, {.layer = L::roads, .size = 1.25}};
  const Layers coast{{.layer = L::coast}, {.layer = L::coast_type}};
  const StyledLayer biome_border{.layer = L::biome_border, .size = 1.18},
      resources{.layer = L::resources, .size = 1.5}, rare{.layer = L::rare_resources, .size = 1.5},
      strong{.layer = L::strong_enemies, .size = 1.4}, landmarks{.layer = L::landmarks, .size = 1.25},
      names{.layer = L::names, .size = 1.1},
      towns{.layer = L::names, .size = 1.1, .region_names = false, .kinds = LandmarkChoice::seats};
  static const std::array<ThemeRow, 4> rows{{
      {.theme = ZoomTheme::resources,
       .title = resource_title,
       .weight = resource_weight,
       .layers = stacked(
           {{{.layer = L::biome}}, land, {biome_border}, ways, coast, {resources, rare, landmarks, towns}})},
      {.theme = ZoomTheme::enemies,
       .title = enemy_title,
       .weight = enemy_weight,
       .layers = stacked({{{.layer = L::danger}},
                          land,
                          {{.layer = L::danger_border, .size = 1.2}},
                          ways,
                          coast,
                          {{.layer = L::enemies, .size = 1.4}, strong, landmarks, towns}})},
      {.theme = ZoomTheme::landmarks,
       .title = landmark_title,
       .weight = landmark_weight,
       .layers = stacked({{{.layer = L::faction}},
                          land,
                          {{.layer = L::region_border, .opacity = 0.88, .size = 0.88}},
                          ways,
                          {{.layer = L::faction_border, .size = 1.15}},
                          coast,
                          {landmarks, names}})},
      {.theme = ZoomTheme::strong,
       .title = strong_title,
       .weight = strong_weight,
       .layers = stacked({{{.layer = L::biome}},
                          land,
                          {biome_border},
                          ways,
                          // Wider than the tracks here, whose dashes are shorter.
                          {{.layer = L::danger_outline, .size = 1.2}},
                          coast,
                          {resources,
                           {.layer = L::enemies, .size = 1.4, .most_rank = kRareEnough},
                           rare,
                           strong,
                           landmarks,
                           {.layer = L::names, .size = 1.1, .region_names = false}}})},
  }};
  return rows;
}

}  // namespace

double zoom_side_m(const GridSpec& frame) {
  const double longer = std::max(frame.width_m(), frame.height_m()),
               shorter = std::min(frame.width_m(), frame.height_m());
  return std::min({std::max(2000.0, longer / 10), longer / 4, shorter / 2});
}

namespace {

/// Whether a window with this centre lies in the frame and overlaps the others little.
bool has_place(const World& world, Vec2 centre, double side_m, const std::vector<ZoomWindow>& windows) {
  const double half = side_m / 2, apart = 0.95 * side_m;
  const GridSpec& g = world.grid;
  if (centre.x < half || centre.y < half || centre.x > g.width_m() - half || centre.y > g.height_m() - half)
    return false;
  return std::all_of(windows.begin(), windows.end(), [&](const ZoomWindow& w) {
    return std::max(std::fabs(centre.x - w.centre_m.x), std::fabs(centre.y - w.centre_m.y)) >= apart;
  });
}

/// Where what a theme weighs is densest, inland.
std::optional<Vec2> densest(const World& world, const ThemeRow& row, double side_m,
                            const std::vector<ZoomWindow>& windows) {
  const GridSpec& g = world.grid;
  Raster<float> weight(g);
  bool any = false;
  for (const Point& p : world.points.points) {
    const float w = row.weight(world, p, world.points.class_of(p));
    if (w == 0 || p.region == 0) continue;
    weight[g.cell_at(p.position_m)] += w;
    any = true;
  }
  if (!any) return std::nullopt;
  const Raster<float> density = gaussian(weight, 0.156 * side_m);
  float best = 0;
  std::optional<Vec2> centre;
  for (size_t cell = 0; cell < density.size(); ++cell) {
    if (density[cell] <= best || world.coast_m[cell] <= 0.125 * side_m || !world.on_island(cell)) continue;
    if (!has_place(world, g.centre(cell), side_m, windows)) continue;
    best = density[cell];
    centre = g.centre(cell);
  }
  return centre;
}

/// The landmarks in a window.
int landmarks_in(const World& world, Vec2 centre, double side_m, bool named) {
  int count = 0;
  for (const Point& p : world.points.points)
    if (std::max(std::fabs(p.position_m.x - centre.x), std::fabs(p.position_m.y - centre.y)) <= side_m / 2 &&
        world.points.class_of(p).category == Category::landmark && !(named && p.name.empty()))
      ++count;
  return count;
}

/// Fewer landmarks than this make no close look; then the window about a landmark with the most named ones.
std::optional<Vec2> where_landmarks_stand(const World& world, const ThemeRow& row, double side_m,
                                          const std::vector<ZoomWindow>& windows) {
  constexpr int kEnough = 8;
  std::optional<Vec2> centre = densest(world, row, side_m, windows);
  if (!centre || landmarks_in(world, *centre, side_m, false) >= kEnough) return centre;
  int most = landmarks_in(world, *centre, side_m, true);
  for (const Point& p : world.points.points) {
    if (world.points.class_of(p).category != Category::landmark) continue;
    if (!has_place(world, p.position_m, side_m, windows)) continue;
    const int named = landmarks_in(world, p.position_m, side_m, true);
    if (named <= most) continue;
    most = named;
    centre = p.position_m;
  }
  return centre;
}

}  // namespace

std::vector<ZoomWindow> pick_zoom_windows(const World& world) {
  const double side_m = zoom_side_m(world.grid);
  std::vector<ZoomWindow> windows;
  for (const ThemeRow& row : themes()) {
    const auto centre = row.theme == ZoomTheme::landmarks ? where_landmarks_stand(world, row, side_m, windows)
                                                          : densest(world, row, side_m, windows);
    if (centre) windows.push_back({row.theme, row.title(world), *centre, side_m});
  }
  return windows;
}

const std::vector<StyledLayer>& zoom_layers(ZoomTheme theme) {
  return themes()[static_cast<size_t>(theme)].layers;
}

}  // namespace fw
