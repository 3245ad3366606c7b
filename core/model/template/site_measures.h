#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fw {

enum class MeasureKind : uint8_t {
  number,  ///< limits and terms
  ids,     ///< conditions with `in`
};

/// Something that landmark rules (SiteCondition, SiteTerm) may read of a cell.
struct SiteMeasure {
  std::string_view slug;
  MeasureKind kind = MeasureKind::number;
  std::string_view unit{};    ///< "m"; "" = pure number
  bool after_tracks = false;  ///< only for kinds placed after the last one that joins tracks
  std::string_view help{};
  bool feature = false;  ///< a distance to things of the map, which point classes may name too: near_key
};

/// "to.<kind>_m" is the distance to the nearest landmark of a kind placed before; it has no row here.
inline constexpr std::array<SiteMeasure, 38> kSiteMeasures{{
    {"band", MeasureKind::ids, "", false, "Danger band: ids."},
    {"region", MeasureKind::ids, "", false, "neutral, controllable, or ids of the region's owner."},
    {"faction", MeasureKind::ids, "", false, "Faction that holds the cell: ids."},
    {"biome", MeasureKind::ids, "", true, "Biome: ids."},
    {"biome_tag", MeasureKind::ids, "", true, "A tag of the biome."},
    {"island", MeasureKind::ids, "", false, "main: the largest piece of ground; any."},
    {"standing", MeasureKind::ids, "", true,
     "Standing of the first seat of the cell's region: capital, city, town, village."},
    {"slope", MeasureKind::number, "", false, "Gradient of the height."},
    {"height_rank", MeasureKind::number, "", false, "Rank of the height on the ground, 0 to 1."},
    {"coast_m", MeasureKind::number, "m", false, "Distance to the sea.", true},
    {"border_m", MeasureKind::number, "m", false, "Distance to a region's border or the coast."},
    {"region_border_m", MeasureKind::number, "m", false,
     "Distance to a border with another region; the coast is none."},
    {"centre_m", MeasureKind::number, "m", false, "Distance to the region's centre."},
    {"danger", MeasureKind::number, "", false, "Calibrated danger, 0 to 1."},
    {"danger_around", MeasureKind::number, "", false, "Mean danger of the ground within about 190 m."},
    {"room_m", MeasureKind::number, "m", false,
     "Distance to the nearest cell outside the bands that the kind's `band` condition allows."},
    {"flatness", MeasureKind::number, "", false, "e^(-slope / 0.08): 1 on level ground."},
    {"saliency", MeasureKind::number, "", false, "Rank of the landmark noise, 0 to 1."},
    {"prominence", MeasureKind::number, "", false, "Height above the ground about, -1 to 1."},
    {"concavity", MeasureKind::number, "", false, "Height above the ground nearby, -1 (hollow) to 1."},
    {"entropy", MeasureKind::number, "", true,
     "Variety of biomes and bands about, over its maximum where the kind may stand."},
    {"track_m", MeasureKind::number, "m", true, "Distance to the nearest track."},
    {"junction_m", MeasureKind::number, "m", true, "Distance to the nearest junction of roads and tracks.",
     true},
    {"frame_m", MeasureKind::number, "m", false, "Distance to the frame's edge."},
    {"river_m", MeasureKind::number, "m", false, "Distance to the nearest river's edge; 0 in it.", true},
    {"lake_m", MeasureKind::number, "m", false, "Distance to the nearest lake's edge; 0 in it.", true},
    {"water_m", MeasureKind::number, "m", false, "Distance to the nearest river or lake.", true},
    {"harbour_m", MeasureKind::number, "m", false,
     "Distance to the nearest landmark of a kind whose places `mooring` limits.", true},
    {"road_m", MeasureKind::number, "m", true, "Distance to the nearest road or track.", true},
    {"bridge_m", MeasureKind::number, "m", true, "Distance to the nearest bridge.", true},
    {"settlement_m", MeasureKind::number, "m", false, "Distance to the nearest landmark of role seat.", true},
    {"capital_m", MeasureKind::number, "m", true, "Distance to the nearest capital.", true},
    {"city_m", MeasureKind::number, "m", true, "Distance to the nearest capital or city.", true},
    {"town_m", MeasureKind::number, "m", true, "Distance to the nearest capital, city or town.", true},
    {"fort_m", MeasureKind::number, "m", false, "Distance to the nearest landmark of role guard.", true},
    {"mooring", MeasureKind::number, "", false,
     "How well a ship lies at the harbour site in the cell; -1000 where there is none."},
    {"river_flow", MeasureKind::number, "", false,
     "Discharge of the nearest river over the island's greatest; 0 without rivers."},
    {"river_fall", MeasureKind::number, "", false,
     "Fall of the nearest river's bed over its length there; 0 without rivers."},
}};

/// The measure of that slug, or null.
constexpr const SiteMeasure* find_measure(std::string_view slug) {
  for (const SiteMeasure& measure : kSiteMeasures)
    if (measure.slug == slug) return &measure;
  return nullptr;
}

/// A feature's key in `near` of point classes: "river_m" -> "river".
constexpr std::string_view near_key(const SiteMeasure& feature) {
  return feature.slug.substr(0, feature.slug.size() - 2);
}

/// "to.dock_m" -> "dock"; nothing for other texts.
constexpr std::optional<std::string_view> distance_to_kind(std::string_view slug) {
  if (!slug.starts_with("to.") || !slug.ends_with("_m") || slug.size() < 6) return std::nullopt;
  return slug.substr(3, slug.size() - 5);
}

}  // namespace fw
