#pragma once

#include <string>
#include <vector>

#include "core/model/world/named_place.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/names/draw_names.h"
#include "core/world/places/find_places.h"
#include "core/world/regions/regions.h"

namespace fw {

// The lists of names in their order (docs/world.md, 3.1): seas, islands, regions; lakes, rivers, ranges;
// towns and other kinds; the places that are left. A list refuses only names of lists before it. `seeds` are
// those of the regions, of landmarks those of the landmarks.

/// By whose tongue a place of the plan is called: that of the owner of the ground, or of the ground nearest
/// to it. Regions and owners are those of the plan.
class Tongues {
 public:
  Tongues(const RegionMap& map, const Vocabulary& vocabulary);
  const NameRow& at(Vec2 place_m) const;

 private:
  const std::vector<Region>& regions_;
  const Vocabulary& vocabulary_;
  Raster<uint8_t> code_;
  Mask ground_;
};

/// Places of a kind, found on a grid.
struct FoundOn {
  PlaceKind kind{};
  GridSpec grid;
};

/// Names of places that were found, in their order; those of a culture without a pattern for the kind are
/// left out. `stems`: of the rivers' names, by river, for valleys.
std::vector<NamedPlace> name_places(const Template& tmpl, const SeedBundle& seeds, const FoundOn& on,
                                    const std::vector<FoundPlace>& found, const Tongues& tongues,
                                    Naming& naming, const std::vector<std::string>& stems = {});

/// Names every region by the rules of its owner; the designer's name stands instead.
void name_regions(RegionMap& map, const Template& tmpl, const SeedBundle& seeds, Naming& naming);

/// Names of lakes and of the longer rivers, by the rules of whoever owns the ground at the mouth or the
/// outlet. Returns the stems of the rivers' names, by river.
std::vector<std::string> name_waters(const Template& tmpl, const SeedBundle& seeds, const Tongues& tongues,
                                     const GridSpec& plan, Water& water, Naming& naming);

/// Names of the landmarks of kinds with names that have none: those of the natural ones (`natural`, by
/// Landmark::natural; null in the natural world) that they stand for, then drawn ones, towns first, then the
/// others in the order of their rows, by the rules of the faction that holds the region. What gave way stands
/// in its findings.
void name_landmarks(const Template& tmpl, const SeedBundle& seeds, const RegionMap& map, const Naming& before,
                    LandmarkPlan& plan, const LandmarkPlan* natural = nullptr);

// What a list calls a place by, for who tells why it has its name.
PlaceToName region_to_name(const RegionMap& map, size_t region, const Vocabulary& vocabulary);
PlaceToName landmark_to_name(const RegionMap& map, uint8_t region, uint64_t turn,
                             const Vocabulary& vocabulary);
NameList list_of_regions();
NameList list_of_kind(const LandmarkRow& kind);
NameList list_of_places(PlaceKind kind);

}  // namespace fw
