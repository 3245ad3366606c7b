#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/world/seat_standing.h"
#include "core/model/world/track_network.h"
#include "core/world/layers/layers.h"

namespace fw {

struct LandmarkSurvey;
struct SiteSurvey;
struct StandingLandmarks;

/// A placed landmark before it becomes a Point.
struct Landmark {
  LandmarkKind kind{};
  int number = 0;     ///< acceptance number inside its kind; -1: of a pin without one
  uint32_t cell = 0;  ///< of a pin off the frame the nearest one
  double utility_rank = 0;
  /// Of kinds with named = true, and of pins that state one; drawn ones are given last (name_landmarks).
  std::string name{};
  int natural = -1;            ///< the landmark of the world without the hand whose name it takes; -1: none
  std::optional<Vec2> at_m{};  ///< of pins: exactly there; else the cell's centre
  std::string hand{};          ///< id of the pin that put it here; "" = generated
  SeatRank seat{};             ///< known from the tracks on
};

struct LandmarkPlan {
  std::vector<Landmark> landmarks;  ///< by kind, then number
  std::vector<Track> tracks;        ///< from/to = index into `landmarks`, -1 = a free end
  std::vector<Vec2> junctions_m;
  Roads roads{};                    ///< RoadNode::point = index into `landmarks`
  std::vector<QuotaLedger> ledger;  ///< class_index = LandmarkKind
  Findings findings;
  std::vector<LineEnds> line_ends{};
  std::vector<HandOutcome> hand{};  ///< of pins, bans, areas and lines, where they concern landmarks
};

/// A cell's centre in whole millimetres: where landmarks stand that are generated.
Vec2 landmark_position(const GridSpec& grid, uint32_t cell);
Vec2 landmark_position(const GridSpec& grid, const Landmark& landmark);
/// The code of the region that it stands in; 0 off the ground, and of pins off the frame.
uint8_t region_of_landmark(const Raster<uint8_t>& code, const Landmark& landmark);
/// Positions of the placed landmarks of one kind.
std::vector<Vec2> positions_of(const GridSpec& grid, const std::vector<Landmark>& landmarks,
                               LandmarkKind kind);

/// Kinds with a smaller index are placed before the tracks: all up to the last one that joins them.
size_t kinds_before_tracks(const Vocabulary& vocabulary);

// Kinds are placed in the order of their rows, in three steps: those before the tracks, the tracks
// (tracks.h), the others (docs/world.md, section 6). They end with Cancelled (core/world/plan/cancel.h) when
// `progress` says so.

// With `standing` what stands by hand or in the natural world is kept, and only gaps are filled (standing.h).

/// Adds the kinds from `first` on, up to `end` (exclusive): those before the tracks look at no biome, so
/// inputs.biome may be empty. Towns stand before the network of roads, the others that join it after
/// (docs/roads.md, 1). They may read the plan's roads and junctions.
LandmarkPlan place_kinds(const PlacementInputs& inputs, const LandmarkSurvey& survey, size_t first,
                         size_t end, LandmarkPlan plan, const Progress& progress = {},
                         const StandingLandmarks* standing = nullptr);
/// Adds the tracks of `network` and the seats' ranks (rank_seats), then the other kinds. `sites` =
/// survey_sites, `track_m` = track_distance of the network.
LandmarkPlan place_kinds_after_tracks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                      const SiteSurvey& sites, const TrackNetwork& network,
                                      const std::vector<SeatRank>& ranks, const Raster<float>& track_m,
                                      LandmarkPlan plan, const Progress& progress = {},
                                      const StandingLandmarks* standing = nullptr);

/// Landmarks that were decided on the plan grid, on the raster of a world. They stand at the same places; the
/// raster is read at that cell or, where it has another region or water there, at the nearest cell beside it
/// that agrees with the plan.
LandmarkPlan put_on_raster(const PlacementInputs& decided, const PlacementInputs& raster, LandmarkPlan plan);

}  // namespace fw
