#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// Wildlife keeps this far from a settlement, metres (enemies: the template's own distance).
inline constexpr double kWildlifeFromSettlement_m = 150;
/// Least distance of a class's points to every settlement, metres.
double settlement_margin_m(const Template& tmpl, Category category);

/// The cells where points may be placed, and what every class reads of them; computed once for all classes.
struct HabitatSurvey {
  std::vector<uint32_t> cells;  ///< of the main island, the coast margin off; ascending
  std::vector<uint8_t> kind;    ///< biome * kDangers + danger of each
  std::array<size_t, kBiomes * kDangers> cells_of_kind{};
  std::array<std::vector<uint8_t>, 3> beside_settlement;  ///< by Category: 1 inside the margin; empty = none
  std::vector<int64_t> land_cells;                        ///< by region code - 1
};

/// The cells of the main island at least the coast margin from the sea, ascending: all that a HabitatSurvey
/// can hold.
std::vector<uint32_t> placement_cells(const Island& island);

HabitatSurvey survey_habitats(const PlacementInputs& inputs, const LandmarkPlan& landmarks);

}  // namespace fw
