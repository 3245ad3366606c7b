#pragma once

#include <string_view>

#include "core/model/world/features.h"
#include "core/world/landmarks/landmarks.h"

namespace fw {

/// What features are made of while landmarks are placed; kept by the caller: inputs and plan.
FeatureSources feature_sources(const PlacementInputs& inputs, const LandmarkPlan& plan);

<<<<<<< HEAD
  /// Metres, exact; infinite where the world has none. coast_m: the value of the cell.
  double at(Vec2 place) const;
  /// The same at the centres of all cells, within a cell's diagonal of at(); 0 in lakes.
  Raster<float> on_cells() const;
  /// Whether the world has any.
  bool any() const { return !places_.empty() || coast_; }

 private:
  /// A disc: something is as near as its edge.
  struct Place {
    Vec2 centre_m;
    double radius_m = 0;
  };
  void add(Vec2 centre_m, double radius_m = 0);
  void add_line(const std::vector<Vec2>& vertices_m, const std::vector<float>* width_m = nullptr);
  void add_rivers();
  void add_lakes();
  void add_roads(const LandmarkPlan& plan);
  void add_landmarks(const LandmarkPlan& plan, LandmarkRole role);
  void add_harbours(const LandmarkPlan& plan);
  /// Sorts the places into squares.
  void index_places();
  bool in_lake(Vec2 place) const;
  double nearest_in_square(int column, int row, Vec2 place) const;

  const PlacementInputs& inputs_;
  bool coast_ = false;
  bool lakes_ = false;
  double step_m_;  ///< most between two vertices of a line
  std::vector<Place> places_;
  double largest_radius_m_ = 0;
  GridSpec squares_;
  std::vector<uint32_t> first_;  ///< of each square's places; one more at the end
};

/// What the indexes of core/model/world/features.h are made of, of a world that is being made; the inputs are
/// kept by the caller.
FeatureSources feature_sources(const PlacementInputs& inputs, const LandmarkPlan& plan);

/// FeatureDistance::on_cells.
=======
/// Distance from the centre of every cell to the nearest feature (`measure` = a slug like "river_m"), from
/// the edges of rivers and lakes, 0 inside: to vertices at most 6 m apart (8 km frame) and within a cell of
/// FeatureIndex's. Infinite where the world has none.
>>>>>>> 5fe74941ad2381f6b6a4636ef2dbaefb5b08ed1f
Raster<float> feature_distance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                               std::string_view measure);

}  // namespace fw
