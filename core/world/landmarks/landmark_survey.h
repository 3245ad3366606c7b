#pragma once

#include <array>
#include <cstdint>
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

/// LandmarkTerrain::flatness of slopes.
std::vector<double> flatness_of(const Raster<float>& slope, const Mask& land);

/// What every landmark's utility looks at, computed once.
struct LandmarkSurvey {
  std::vector<uint32_t> land;                       ///< dry cells of the main island, ascending
  std::vector<std::vector<uint32_t>> region_cells;  ///< the same by region code - 1
  std::shared_ptr<const LandmarkTerrain> terrain;   ///< on the land of the regions
  Raster<float> border_m;                           ///< distance to a region border or the coast
  Raster<float> region_border_m;                    ///< to a border with another region; infinite without one
};
/// Nothing in it depends on danger, biome or faction. `terrain` = survey_terrain of the main island; regions
/// on less than all of it have it surveyed again. Cells in water are none of its land: no
/// landmark stands there. `water_code` and `water` may be null.
LandmarkSurvey survey_landmarks(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                                const Relief& relief, const RegionMap& map,
                                std::shared_ptr<const LandmarkTerrain> terrain,
                                const Raster<uint8_t>* water_code = nullptr, const Water* water = nullptr);

/// clip(z, -2, 2) / 2
double half_z(float value, const Moments& moments);

/// entropy(biome) + entropy(danger), natural log, of the land in a 391 m square round each of `cells`
/// (ascending).
std::vector<double> local_entropy(const PlacementInputs& inputs, const std::vector<uint32_t>& cells);

/// Distance to the nearest cell that is not land in some bands.
struct BandRoom {
  uint32_t bands = 0;  ///< bit k = row k
  Raster<float> room_m;
};
/// What the rules of sites read besides the survey; empty where no kind asks.
struct SiteSurvey {
  Raster<float> danger_around;  ///< mean danger of the land about
  std::vector<BandRoom> rooms;
};
/// For the kinds placed after the tracks.
SiteSurvey survey_sites(const PlacementInputs& inputs, const LandmarkSurvey& survey);
/// The same for the kinds from `first` on, up to `end` (exclusive).
SiteSurvey survey_sites(const PlacementInputs& inputs, const LandmarkSurvey& survey, size_t first,
                        size_t end);

/// The bands that a kind's conditions on `band` allow: bit k = row k.
uint32_t allowed_bands(const Vocabulary& vocabulary, const LandmarkRow& row);

/// By region code: 1 = counted or allowed.
using RegionTable = std::array<uint8_t, 256>;
RegionTable controllable_regions(const RegionMap& map);
/// How many landmarks of a kind are asked for: its count, times the counted regions or their owners as `per`
/// says. A seat's or guard's count that is absent: one in each counted region.
int landmark_quota(const LandmarkRow& row, const RegionMap& map, const RegionTable& counted);

struct SiteInputs;
struct KindStanding;

// The solvers of the three roles. Each appends to the plan's landmarks, ledger and findings. What is `kept`
// (standing.h) stands; only gaps are filled.

/// One per controllable region, by coordinate descent over all cells (docs/world.md, 6.1 and 6.2).
void place_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                 LandmarkPlan& plan, const KindStanding* kept = nullptr);
void place_guards(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                  LandmarkPlan& plan, const KindStanding* kept = nullptr);
/// Facility location over the best cells of blocks, by the row's rules. `site_inputs` refers to `plan`.
void place_sites(const SiteInputs& site_inputs, LandmarkKind kind, LandmarkPlan& plan,
                 const KindStanding* kept = nullptr);

/// The terms of a guard's utility, for people.
std::vector<SiteTerm> guard_terms();

/// What to do where rows of the hand keep a class or kind away.
std::string kept_away_text(const std::string& id, const std::vector<std::string>& rows);
/// Shortfall and relaxation, the same words for every kind. `kept`: with the rows of the hand that keep it
/// away; `fits`: the count that would be met.
void report_landmarks(const LandmarkRow& kind, const QuotaLedger& row, const KindStanding* kept, int64_t fits,
                      Findings& findings);

}  // namespace fw
