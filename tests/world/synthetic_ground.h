#pragma once

#include <memory>
#include <string_view>

#include "core/world/points/content.h"
#include "core/world/points/placement.h"

namespace fw::test {

/// A ground made without the generator: a disc island with a noisy cone, Voronoi regions, danger bands that
/// rise to the north, biomes cut from one noise. Owns everything a PlacementInputs refer to.
struct SyntheticGround {
  Template tmpl;
  SeedBundle seeds;
  Island island;
  Relief relief;
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome;
  ClassLayer faction;

  PlacementInputs ground() const { return {tmpl, seeds, island, relief, map, danger, biome, faction}; }
};

std::unique_ptr<SyntheticGround> make_synthetic(const Template& tmpl, uint64_t seed, int resolution);

/// The rows of the shipped templates.
Vocabulary classic_rows();
/// The row of that id of one of its tables.
Danger band(std::string_view id);
LandmarkKind kind(std::string_view id);
Rarity rarity(std::string_view id);
LandmarkRow& kind_row(Template& tmpl, std::string_view id);

/// Nine classes, every landmark kind, on an island of 4 km with six controllable and two neutral regions.
Template small_template();

/// All landmarks, their survey included.
LandmarkPlan place_landmarks(const PlacementInputs& inputs);
/// All points, their surveys included.
Content place_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks);
/// One class; its intensity is max-accumulated into `lambda_share`.
PlacedClass place_class(const PlacementInputs& inputs, Category category, const PointClass& cls,
                        const LandmarkPlan& landmarks, Raster<float>& lambda_share);

}  // namespace fw::test
