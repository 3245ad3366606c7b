#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/landmarks/tracks.h"
#include "core/world/layers/placement_inputs.h"

namespace fw {

struct FacilitySurvey;
struct LandmarkSurvey;

/// A placed landmark before it becomes a Point.
struct Landmark {
  LandmarkKind kind = LandmarkKind::settlement;
  int number = 0;  ///< acceptance number inside its kind
  uint32_t cell = 0;
  double utility_rank = 0;
  std::string name;  ///< settlements, outposts, expeditions
};

struct LandmarkPlan {
  std::vector<Landmark> landmarks;  ///< by kind, then number
  std::vector<Track> tracks;        ///< from/to = index into `landmarks`
  std::vector<Vec2> junctions_m;
  std::vector<QuotaLedger> ledger;  ///< class_index = LandmarkKind
  Findings findings;
};

/// The position of a landmark: its cell's centre in whole millimetres.
Vec2 landmark_position(const GridSpec& grid, uint32_t cell);
/// Positions of the placed landmarks of one kind.
std::vector<Vec2> positions_of(const GridSpec& grid, const std::vector<Landmark>& landmarks,
                               LandmarkKind kind);

// Landmarks are placed in three steps: the towns, the tracks between them (tracks.h), the other kinds
// (docs/world.md, section 6). They end with Cancelled (core/world/cancel.h) when `progress` says so.

/// Settlements, forts and outposts. They look at no biome: inputs.biome may be empty.
LandmarkPlan place_towns(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                         const Progress& progress = {});
/// Adds the tracks of `network`, then shrines, expeditions, elite zones and quest hubs, and names.
/// `track_m` = track_distance of the network.
LandmarkPlan place_remaining_landmarks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                       const FacilitySurvey& facilities, const TrackNetwork& network,
                                       const Raster<float>& track_m, LandmarkPlan plan,
                                       const Progress& progress = {});

}  // namespace fw
