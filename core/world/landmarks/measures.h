#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/template/site_measures.h"
#include "core/world/landmarks/landmark_survey.h"

namespace fw {

/// MeasuredPlaces to measure to, side by side in memory.
class MeasuredPlaces {
 public:
  explicit MeasuredPlaces(const std::vector<Vec2>& points);
  /// nearest_m of the points.
  double nearest_m(Vec2 at) const;

 private:
  std::vector<double> x_, y_;
};

/// What landmark rules read of a world; kept by the caller while rules live.
struct SiteInputs {
  const PlacementInputs& inputs;
  const LandmarkSurvey& survey;
  const SiteSurvey& sites;
  const Raster<float>& track_m;  ///< track_distance; empty before the tracks
  const LandmarkPlan& plan;      ///< landmarks placed before, junctions
};

/// A number of every cell of land.
struct NumberMeasure {
  bool single = false;  ///< single precision: limits are rounded to it
  std::function<void(std::span<const uint32_t> cells, std::span<double> values)> read;
};
/// The measure of that slug for a kind's row; nothing to read for an unknown slug. Entropy is surveyed here.
NumberMeasure number_measure(const SiteInputs& site_inputs, const LandmarkRow& row, std::string_view slug);

/// Which codes of a raster of classes a condition allows.
struct ClassMeasure {
  const Raster<uint8_t>* codes = nullptr;  ///< null: nothing is allowed
  std::array<uint8_t, 256> allowed{};
};
/// `plan` = the landmarks placed before.
ClassMeasure class_measure(const PlacementInputs& inputs, const LandmarkPlan& plan,
                           const SiteCondition& condition);

/// The values that a condition on a number allows.
struct NumberRange {
  double least, most;  ///< both inclusive
};
/// `single`: the limits are rounded to single precision first.
NumberRange range_of(const SiteCondition& condition, bool single);

// What landmark rules read of rivers and harbour sites.

/// A number at every vertex of every reach; empty without rivers.
using ReachValues = std::vector<std::vector<double>>;
/// Discharge over the greatest of all rivers.
ReachValues river_flows(const Water* water);
/// Fall of the bed over the length within 30 m along the river.
ReachValues river_falls(const Water* water);
/// The value at the vertex nearest to a cell; 0 without rivers. `values` = one of the above.
NumberMeasure of_nearest_river(const PlacementInputs& inputs, const ReachValues& values);

/// The land cell nearest to each harbour site; sites without ground within 150 m are left out.
std::vector<std::pair<uint32_t, HarbourSite>> harbour_cells(const PlacementInputs& inputs);

}  // namespace fw
