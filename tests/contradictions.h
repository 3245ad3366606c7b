#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/model/template/plan_grid.h"
#include "core/model/world/features.h"

// What cannot be in a world with water and roads, measured on its lines and places and not taken from its
// audit. tests/job/test_random_waters counts it over random templates (docs/acceptance.md).

namespace fw::test {

class Contradictions {
 public:
  explicit Contradictions(const World& world)
      : world_(world),
        sources_(feature_sources(world)),
        lakes_(feature_index("lake_m", sources_)),
        rivers_(feature_index("river_m", sources_)),
        plan_cell_m_(std::max(world.grid.width_m(), world.grid.height_m()) / kPlanResolution) {}

  /// A line each; empty: none.
  std::vector<std::string> find() {
    rivers();
    roads();
    tracks();
    crossings();
    landmarks();
    ground_plans();
    return std::move(found_);
  }

 private:
  void add(const std::string& what, size_t number, Vec2 at) {
    found_.push_back(what + " (" + std::to_string(number) + ") at " + std::to_string(at.x) + ", " +
                     std::to_string(at.y));
  }
  bool in_lake(Vec2 at) const { return !lakes_.none() && lakes_.distance_m(at) <= 0; }
  /// Farther in than a cell of the plan, on which lines meet shores.
  bool deep_in_lake(const Reach& reach, Vec2 at) const {
    return in_lake(at) && lakes_.nearest(at).distance_m > 1.5 * plan_cell_m_ &&
           squared_distance(at, reach.vertices_m.front()) > plan_cell_m_ * plan_cell_m_ &&
           squared_distance(at, reach.vertices_m.back()) > plan_cell_m_ * plan_cell_m_;
  }
  /// Farther out than a cell. Rasters coarser than the plan, on which all of it was decided, have other
  /// shores.
  bool at_sea(Vec2 at) const {
    if (world_.grid.cell_m > 1.01 * plan_cell_m_) return false;
    return world_.sea_m[world_.grid.cell_at(at)] > 1.5 * plan_cell_m_;
  }

  /// Beds that rise, within a reach and on to the next one of the river, ends off their lake's level, and
  /// channels that run on in a lake or at sea.
  void rivers() {
    const Water& water = world_.water_network;
    for (size_t k = 0; k < water.reaches.size(); ++k) {
      const Reach& reach = water.reaches[k];
      for (size_t i = 1; i < reach.bed_m.size(); ++i)
        if (reach.bed_m[i] > reach.bed_m[i - 1]) add("a river uphill", k, reach.vertices_m[i]);
      if (reach.into == ReachInto::lake &&
          std::fabs(static_cast<double>(reach.bed_m.back()) -
                    water.lakes[static_cast<size_t>(reach.into_index)].level_m) > 0.05)
        add("a river off its lake's level", k, reach.vertices_m.back());
      if (reach.form != ReachForm::plain) continue;
      for (const Vec2 at : reach.vertices_m) {
        if (deep_in_lake(reach, at)) add("a river through a lake", k, at);
        if (at_sea(at)) add("a river at sea", k, at);
      }
    }
    for (const River& river : water.rivers) {
      const Reach* before = nullptr;
      for (const int r : river.reaches) {
        const Reach& reach = water.reaches[static_cast<size_t>(r)];
        if (reach.form == ReachForm::delta_arm) continue;
        if (before != nullptr && reach.bed_m.front() > before->bed_m.back() + 0.001F)
          add("a river uphill between reaches", static_cast<size_t>(r), reach.vertices_m.front());
        before = &reach;
      }
    }
  }

  /// Roads in lakes or at sea, between vertices too.
  void roads() {
    for (size_t k = 0; k < world_.roads.pieces.size(); ++k) {
      const std::vector<Vec2>& line = world_.roads.pieces[k].vertices_m;
      for (size_t i = 0; i < line.size(); ++i)
        for (const Vec2 at : {line[i], i > 0 ? (line[i] + line[i - 1]) * 0.5 : line[i]}) {
          if (in_lake(at)) add("a road through a lake", k, at);
          if (at_sea(at)) add("a road at sea", k, at);
        }
    }
  }

  /// Tracks of worlds without a network in lakes.
  void tracks() {
    if (!world_.roads.pieces.empty()) return;
    for (size_t k = 0; k < world_.tracks.size(); ++k) {
      const std::vector<Vec2>& line = world_.tracks[k].vertices_m;
      for (size_t i = 1; i < line.size(); ++i)
        for (const Vec2 at : {line[i], (line[i] + line[i - 1]) * 0.5})
          if (in_lake(at)) add("a track through a lake", k, at);
    }
  }

  /// Bridges and fords over nothing, or off their road.
  void crossings() {
    for (size_t k = 0; k < world_.roads.crossings.size(); ++k) {
      const Crossing& crossing = world_.roads.crossings[k];
      const Vec2 at = crossing.position_m;
      if (rivers_.none() || rivers_.distance_m(at) > 0) add("a crossing over nothing", k, at);
      const std::vector<Vec2>& line = world_.roads.pieces[static_cast<size_t>(crossing.piece)].vertices_m;
      double nearest = 1e300;
      for (size_t i = 1; i < line.size(); ++i) {
        const Vec2 d = line[i] - line[i - 1], to = at - line[i - 1];
        const double length2 = d.x * d.x + d.y * d.y;
        const double t = length2 > 0 ? std::clamp((to.x * d.x + to.y * d.y) / length2, 0.0, 1.0) : 0;
        nearest = std::min(nearest, squared_distance(at, line[i - 1] + d * t));
      }
      if (nearest > 1e-6) add("a crossing off its road", k, at);
    }
  }

  /// Landmarks in a lake or a river, and others than harbours at sea.
  void landmarks() {
    for (size_t k = 0; k < world_.points.points.size(); ++k) {
      const Point& point = world_.points.points[k];
      const PointClassInfo& of = world_.points.class_of(point);
      if (of.category != Category::landmark) continue;
      const LandmarkRow& kind = world_.vocabulary.landmarks[static_cast<size_t>(of.landmark)];
      if (in_lake(point.position_m)) add(kind.id + " in a lake", k, point.position_m);
      if (!rivers_.none() && rivers_.distance_m(point.position_m) <= 0)
        add(kind.id + " in a river", k, point.position_m);
      if (!is_harbour(kind) && at_sea(point.position_m)) add(kind.id + " at sea", k, point.position_m);
    }
  }

  void ground_plans() {
    for (size_t k = 0; k < world_.footprints.size(); ++k)
      for (const Vec2 at : world_.footprints[k].outline_m) {
        if (in_lake(at) || (!rivers_.none() && rivers_.distance_m(at) <= 0))
          add("a ground plan in the water", k, at);
        if (at_sea(at)) add("a ground plan at sea", k, at);
      }
  }

  const World& world_;
  FeatureSources sources_;
  FeatureIndex lakes_, rivers_;
  double plan_cell_m_;
  std::vector<std::string> found_;
};

}  // namespace fw::test
