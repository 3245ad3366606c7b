#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/map/list/display_list.h"
#include "render/map/scene/atlas.h"
#include "render/plate/panel.h"

namespace fw {

// What the panels of the views are put together from, for any number of rows of the vocabulary. Words for
// what a world is made of come from the rows' labels.

PanelSection faction_section(const Atlas& atlas, bool region_counts);
/// The bands that a scale tints.
PanelSection danger_tint_section(const Atlas& atlas, double denominator);
PanelSection danger_band_section(const Atlas& atlas);
PanelSection biome_section(const Atlas& atlas, double denominator);
PanelSection landmark_section(const Atlas& atlas, std::string heading, LandmarkChoice choice);
/// The same with a note where the map leaves some out.
PanelSection with_left_out(PanelSection section, const Atlas& atlas, const DisplayList& shown,
                           LandmarkChoice choice);
/// With a note where some have no room.
PanelSection rare_section(const Atlas& atlas, const DisplayList& shown);
PanelSection line_section(const Atlas& atlas, double denominator);
PanelSection key_figure_section(const Atlas& atlas);
/// Owner, name, area and the mix of the layer that the view is about.
enum class RegionBar { danger, biome };
PanelSection region_section(const Atlas& atlas, RegionBar bar);

PanelSection resource_family_section(const Atlas& atlas);
PanelSection tier_section(const Atlas& atlas);
PanelSection class_section(const Atlas& atlas, const DisplayList& shown);
PanelSection enemy_family_section(const Atlas& atlas);
PanelSection rarity_section(const Atlas& atlas);
PanelSection rarity_by_band_section(const Atlas& atlas);
PanelSection family_by_band_section(const Atlas& atlas, const DisplayList& shown);
PanelSection strength_by_band_section(const Atlas& atlas);
PanelSection landmark_quota_section(const Atlas& atlas);
/// Landmarks with the role seat by name: owner, region, danger band.
PanelSection seat_section(const Atlas& atlas);

/// Of the plate that shows how factions fare: who arrives first, lines and hatches of travel, and an aspect a
/// row, the most unequal first: a dot for each faction at its share of the mean.
PanelSection control_section(const Atlas& atlas);
PanelSection travel_section(const Atlas& atlas, double denominator);
PanelSection fairness_section(const Atlas& atlas);

/// Of the plate of the relief: tints and lines, summits with their heights, heights by region.
PanelSection height_section(const Atlas& atlas, const DisplayList& shown);
PanelSection relief_line_section(const Atlas& atlas, const DisplayList& shown);
PanelSection summit_section(const Atlas& atlas);
PanelSection region_height_section(const Atlas& atlas);

/// How many of the world's points are wanted.
int64_t count_points(const Atlas& atlas,
                     const std::function<bool(const Point&, const PointClassInfo&)>& wanted);
/// "Timber" -> "timber": a label inside a line.
std::string lower_first(std::string label);

/// Whether a line, or a ring, is shown.
using IsShown = std::function<bool(const std::vector<Vec2>& points_m, bool closed)>;

/// Legend of rivers, lakes, shores, roads, crossings and, where not all is shown, ground plans, with the
/// world's counts and lengths; only of what is shown, there and on that scale (0: on all).
std::vector<LegendItem> water_items(const Atlas& atlas, double denominator = 0, const IsShown& is_shown = {});

}  // namespace fw
