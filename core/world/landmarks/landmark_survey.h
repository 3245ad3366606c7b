#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/field/quantile/quantile.h"
#include "core/world/landmarks/landmarks.h"

namespace fw {

/// What landmarks' utilities read of the terrain alone.
struct LandmarkTerrain {
  Mask land;
  Raster<float> saliency;  ///< rank of the landmark noise
  Raster<float> height_rank;
  std::vector<double> flatness;  ///< per grid cell: exp(-slope / .08), 1 on level ground; 0 at sea
  Moments prominence;
  Moments concavity;
};
LandmarkTerrain survey_terrain(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                               const Relief& relief, const Mask& land);

/// What every landmark's utility looks at, computed once.
struct LandmarkSurvey {
  std::vector<uint32_t> land;                       ///< cells of the main island, ascending
  std::vector<std::vector<uint32_t>> region_cells;  ///< the same by region code - 1
  std::shared_ptr<const LandmarkTerrain> terrain;   ///< on the land of the regions
  Raster<float> border_m;                           ///< distance to a region border or the coast
};
/// Nothing in it depends on danger, biome or faction. `terrain` = survey_terrain of the main island; regions
/// on less than all of it have it surveyed again.
LandmarkSurvey survey_landmarks(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                                const Relief& relief, const RegionMap& map,
                                std::shared_ptr<const LandmarkTerrain> terrain);

/// Least distance of a kind to every landmark of another kind placed before it, metres.
double landmark_others_m(const Template& tmpl, LandmarkKind kind);

/// clip(z, -2, 2) / 2
double half_z(float value, const Moments& moments);

/// entropy(biome) + entropy(danger), natural log, of the land in a 391 m square round each of `cells`
/// (ascending).
std::vector<double> local_entropy(const PlacementInputs& inputs, const std::vector<uint32_t>& cells);

/// One per controllable region, by coordinate descent over all cells (docs/world.md, 6.1 and 6.2).
void place_settlements(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkPlan& plan);
void place_forts(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkPlan& plan);

/// What facilities read besides the survey; empty where no kind is requested.
struct FacilitySurvey {
  Raster<float> danger_around;     ///< mean danger of the land about
  Raster<float> dangerous_room_m;  ///< distance to the nearest cell that is not Red or Black land
};
FacilitySurvey survey_facilities(const PlacementInputs& inputs, const LandmarkSurvey& survey);

/// Outposts, shrines, expeditions, elite zones, quest hubs: facility location over the best cells of blocks.
/// `track_m` = track_distance. Outposts come before tracks and look at neither `facilities` nor `track_m`.
void place_facilities(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                      const FacilitySurvey& facilities, const Raster<float>& track_m, LandmarkPlan& plan);

/// Shortfall and relaxation, the same words for every kind.
void report_landmarks(LandmarkKind kind, const QuotaLedger& row, double asked_spacing_m, Findings& findings);

}  // namespace fw
