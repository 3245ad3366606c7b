#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
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
ClassMeasure class_measure(const PlacementInputs& inputs, const SiteCondition& condition);

/// The values that a condition on a number allows.
struct NumberRange {
  double least, most;  ///< both inclusive
};
/// `single`: the limits are rounded to single precision first.
NumberRange range_of(const SiteCondition& condition, bool single);

}  // namespace fw
