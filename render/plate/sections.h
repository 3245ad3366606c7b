#pragma once

#include <string>
#include <vector>

#include "render/map/atlas.h"
#include "render/map/display_list.h"
#include "render/plate/panel.h"

namespace fw {

// What the panels of the views are put together from. Headings and their order are the same on all templates.

std::string title_of(LandmarkKind kind);
std::string title_of(Faction faction);

PanelSection faction_section(const Atlas& atlas, bool region_counts);
PanelSection danger_line_section(const Atlas& atlas);
PanelSection danger_band_section(const Atlas& atlas);
PanelSection biome_section(const Atlas& atlas);
PanelSection landmark_section(const Atlas& atlas, std::string heading,
                              const std::vector<LandmarkKind>& kinds);
PanelSection rare_section(const Atlas& atlas);
PanelSection line_section(const Atlas& atlas);
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
/// Settlements by name: owner, region, danger band.
PanelSection town_section(const Atlas& atlas);

}  // namespace fw
