#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/world/place_rules.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/layers/layers.h"

namespace fw {

/// Least distance of a category's points to landmarks of a kind, metres.
double landmark_keep_m(const LandmarkRow& kind, Category category);

/// Kinds of cell: biome * bands + band.
inline constexpr size_t kCellKinds = kMaxBiomes * kMaxBands;

/// The cells where points may be placed, and what every class reads of them; computed once for all classes.
struct HabitatSurvey {
  std::vector<uint32_t> cells;  ///< of the main island, the coast margin off; ascending
  std::vector<uint8_t> kind;    ///< biome * bands + band of each
  std::array<size_t, kCellKinds> cells_of_kind{};
  /// By Category: 1 within a landmark's least distance to the category; empty = none.
  std::array<std::vector<uint8_t>, 3> beside_landmark;
  std::vector<int64_t> land_cells;                ///< by region code - 1
  std::shared_ptr<const PlaceRules> places = {};  ///< null: every cell, and where the dice say
};

/// The dry cells of the main island at least the coast margin from the sea, ascending: all that a
/// HabitatSurvey can hold of classes without conditions.
std::vector<uint32_t> placement_cells(const Island& island);

/// `landmarks` may be only those before the tracks: placement itself keeps the distance to the others.
/// `places` = null: dry or not, at least the coast margin from the sea.
HabitatSurvey survey_habitats(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                              std::shared_ptr<const PlaceRules> places = nullptr);

/// Whether classes of the category have the same cells to live in on both.
bool sees_the_same(Category category, const HabitatSurvey& a, const HabitatSurvey& b);

/// The layers carried over the sea, so that classes can stand there.
struct SeaLayers {
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome;
  ClassLayer faction;
};

/// Sea cells within kSeaReach_m of the ground take region, owner, biome and band of the nearest cell of
/// ground; everything else is as it was.
SeaLayers extend_to_sea(const PlacementInputs& inputs);

}  // namespace fw
