#include "core/world/explain/explain_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/habitat.h"
#include "core/model/world/place_rules.h"
#include "core/world/explain/explain_hand.h"
#include "core/world/points/habitat_survey.h"
#include "core/world/points/placement.h"

namespace fw {
namespace {

/// The layers that a class's ground is read from; those of classes at sea go over the sea.
struct ClassLayers {
  std::shared_ptr<const Raster<uint8_t>> region, biome, band;
};

/// What a class meets in a cell; nothing off its layers.
struct CellOfClass {
  size_t biome = 0, band = 0;
};

/// A class with its figures in the finished world.
struct ClassInWorld {
  Category category;
  const PointClass& cls;
  const ClassLayers& layers;
  double gate;
  double spacing_m;
  int index;  ///< into PointSet::classes; -1 if the world has no such class
  std::shared_ptr<const PlaceRules> places = {};  ///< null: no conditions, and no water
  Mask open = {};                                 ///< places->open_cells()
};

ClassLayers layers_on_land(const World& world) {
  const std::shared_ptr<void> not_owned;
  return {{not_owned, &world.region}, {not_owned, &world.biome}, {not_owned, &world.danger}};
}

ClassLayers layers_at_sea(const ExplainInputs& explained) {
  auto sea = std::make_shared<SeaLayers>(extend_to_sea(explained.inputs()));
  return {{sea, &sea->map.code}, {sea, &sea->biome.code}, {sea, &sea->danger.band}};
}

ClassInWorld class_in_world(const World& world, const ClassLayers& layers, Category category,
                            const PointClass& cls) {
  ClassInWorld out{category, cls, layers, cls.gate, hard_spacing_m(cls, cls.spacing_m), -1};
  for (size_t i = 0; i < world.points.classes.size(); ++i)
    if (world.points.classes[i].category == category && world.points.classes[i].slug == cls.slug)
      out.index = static_cast<int>(i);
  for (const QuotaLedger& row : world.ledger)
    if (out.index >= 0 && row.class_index == out.index) {
      out.gate = row.gate;
      out.spacing_m = hard_spacing_m(cls, row.spacing_m);
    }
  if (cls.conditions.stated() || world.water.size() > 0) {
    PlaceRasters rasters = place_ground(world);
    rasters.region = layers.region;
    out.places = std::make_shared<const PlaceRules>(place_rules(world, cls.conditions, rasters));
    out.open = out.places->open_cells();
  }
  return out;
}

struct Nearest {
  double distance_m = std::numeric_limits<double>::infinity();
  const Point* point = nullptr;
};

template <typename Accept>
Nearest nearest_point(const World& world, Vec2 p, const Accept& accept) {
  Nearest best;
  for (const Point& point : world.points.points) {
    if (!accept(point)) continue;
    const double d = std::sqrt(squared_distance(p, point.position_m));
    if (d < best.distance_m) best = {d, &point};
  }
  return best;
}

bool is_landmark(const World& world, const Point& point) {
  return world.points.class_of(point).category == Category::landmark;
}

/// Least distance of the category's points to a landmark; 0 for other points.
double keep_m(const World& world, const Point& point, Category category) {
  if (!is_landmark(world, point)) return 0;
  const auto kind = static_cast<size_t>(world.points.class_of(point).landmark);
  return landmark_keep_m(world.vocabulary.landmarks[kind], category);
}

std::string distance_text(double metres) {
  return decimal_text(metres, 0) + " m";
}

std::optional<CellOfClass> cell_of(const ClassInWorld& c, size_t cell) {
  if ((*c.layers.region)[cell] == 0 || (*c.layers.biome)[cell] == 0 || (*c.layers.band)[cell] == 0) return {};
  return CellOfClass{(*c.layers.biome)[cell] - 1u, (*c.layers.band)[cell] - 1u};
}

double weight_at(const World& world, const ClassInWorld& c, const CellOfClass& here) {
  return habitat_weight(world.vocabulary, c.category, c.cls, static_cast<Biome>(here.biome),
                        static_cast<Danger>(here.band));
}

bool habitable(const World& world, const ClassInWorld& c, size_t cell) {
  const std::optional<CellOfClass> here = cell_of(c, cell);
  if (!here) return false;
  const bool closed =
      c.places != nullptr ? c.open[cell] == 0 : world.coast_m[cell] < static_cast<float>(kCoastMargin_m);
  return !closed && weight_at(world, c, *here) > 0;
}

/// Q of the class's feature field at the cell among the cells where the class may live.
double feature_rank(const World& world, const Template& tmpl, const ClassInWorld& c, size_t cell) {
  struct KeepOut {
    Vec2 at;
    double margin_m;
  };
  std::vector<KeepOut> keep_out;
  // Ranks are taken before the tracks: later kinds only refuse points.
  const size_t early = kinds_before_tracks(world.vocabulary);
  for (const Point& p : world.points.points)
    if (const double margin_m = keep_m(world, p, c.category);
        margin_m > 0 && static_cast<size_t>(world.points.class_of(p).landmark) < early)
      keep_out.push_back({p.position_m, margin_m});
  std::vector<double> x;
  std::vector<double> y;
  size_t own = 0;
  for (size_t i = 0; i < world.grid.cells(); ++i) {
    if (!habitable(world, c, i)) continue;
    const Vec2 p = world.grid.centre(i);
    const bool near = std::any_of(keep_out.begin(), keep_out.end(), [&](const KeepOut& k) {
      return squared_distance(p, k.at) <= k.margin_m * k.margin_m;
    });
    if (near && i != cell) continue;
    if (i == cell) own = x.size();
    x.push_back(p.x);
    y.push_back(p.y);
  }
  const NoiseField noise = class_noise(class_seeds(salted_seeds(world.seeds, tmpl), c.cls),
                                       tmpl.noise.feature, "feat", class_tag(c.category, c.cls));
  std::vector<float> value(x.size());
  parallel_for(x.size(), 4096, [&](size_t begin, size_t end) {
    sample_noise(noise, std::span(x).subspan(begin, end - begin), std::span(y).subspan(begin, end - begin),
                 tmpl.noise.phase, std::span(value).subspan(begin, end - begin));
  });
  size_t below = 0;
  for (size_t i = 0; i < value.size(); ++i)
    below += value[i] < value[own] || (value[i] == value[own] && i < own) ? 1 : 0;
  return (static_cast<double>(below) + 0.5) / static_cast<double>(value.size());
}

/// Which of the class's conditions the cell does not meet; empty if it meets all.
std::string refused_by_conditions(const World& world, const ClassInWorld& c, size_t cell) {
  if (c.places == nullptr || c.open[cell] != 0) return {};
  const Conditions& conditions = c.cls.conditions;
  const std::string ground(kGroundKindSlugs[static_cast<size_t>(conditions.ground)]);
  if (!c.places->on_ground(cell)) return "refused: not on the ground asked for, " + ground;
  if (const auto coast_m = static_cast<double>(world.coast_m[cell]);
      conditions.keeps_coast_margin() && coast_m < kCoastMargin_m)
    return "refused: " + distance_text(coast_m) + " from the sea, least is " + distance_text(kCoastMargin_m);
  const Vec2 at = c.places->home(cell);
  for (size_t k = 0; k < kNearFeatures; ++k) {
    if (!conditions.near[k]) continue;
    const auto [low, high] = *conditions.near[k];
    const double d = c.places->distance_m(k, at);
    if (d >= low && d <= high) continue;
    const std::string feature(near_key(*kNear[k]));
    const std::string asked = ", asked " + decimal_text(low) + " to " + decimal_text(high);
    return std::isfinite(d) ? "refused: " + distance_text(d) + " from the nearest " + feature + asked
                            : "refused: there is no " + feature + asked;
  }
  return "refused: the cell holds no place on the ground asked for, " + ground;
}

/// Why the class's layers do not reach a cell.
std::string off_layers(const World& world, const ClassInWorld& c, size_t cell) {
  if (c.cls.conditions.ground != GroundKind::sea) return "refused: not on the ground";
  if (world.land[cell] != 0) return "refused: not at sea";
  double least2 = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < world.grid.cells(); ++i)
    if (world.on_island(i))
      least2 = std::min(least2, squared_distance(world.grid.centre(i), world.grid.centre(cell)));
  return "refused: " + distance_text(std::sqrt(least2)) + " from the ground, at sea at most " +
         distance_text(kSeaReach_m);
}

/// Why the class may not live in this cell at all; empty if it may.
std::string refused_by_habitat(const World& world, const ClassInWorld& c, size_t cell) {
  const std::optional<CellOfClass> here = cell_of(c, cell);
  if (!here) return off_layers(world, c, cell);
  if (c.cls.biome_affinity[here->biome] <= 0)
    return "refused: biome affinity to " + world.vocabulary.biomes[here->biome].id + " is 0";
  if (std::string refused = refused_by_conditions(world, c, cell); !refused.empty()) return refused;
  if (weight_at(world, c, *here) <= 0)
    return "refused: not in danger band " + world.vocabulary.danger[here->band].id;
  if (!habitable(world, c, cell))
    return "refused: " + distance_text(static_cast<double>(world.coast_m[cell])) +
           " from the sea, least is " + distance_text(kCoastMargin_m);
  return {};
}

/// Why a landmark forbids the cell; empty if none does.
std::string refused_by_landmark(const World& world, const ClassInWorld& c, Vec2 p) {
  const double least_m = kLandmarkMargin_m[static_cast<size_t>(c.category)];
  const Nearest near = nearest_point(world, p, [&](const Point& q) {
    return is_landmark(world, q) &&
           std::sqrt(squared_distance(p, q.position_m)) <= std::max(least_m, keep_m(world, q, c.category));
  });
  if (near.point == nullptr) return {};
  return "refused: " + distance_text(near.distance_m) + " from " + world.points.id_of(*near.point) +
         ", least is " + distance_text(std::max(least_m, keep_m(world, *near.point, c.category)));
}

std::string verdict(const World& world, const Template& tmpl, const ClassInWorld& c, const ClassHand& hand,
                    size_t cell) {
  if (c.cls.quota == 0) return "refused: quota is 0";
  std::string refused = refused_by_habitat(world, c, cell);
  if (!refused.empty()) return refused;
  const Vec2 p = c.places != nullptr ? c.places->home(cell) : world.grid.centre(cell);
  refused = refused_by_landmark(world, c, p);
  if (!refused.empty()) return refused;
  refused = refused_by_hand(world, hand, c.cls.spacing_m, p);
  if (!refused.empty()) return "refused: " + refused;
  const double rank = feature_rank(world, tmpl, c, cell);
  if (rank <= c.gate)
    return "refused: feature rank " + decimal_text(rank) + " is not above the gate " + decimal_text(c.gate);
  const Nearest same = nearest_point(world, p, [&](const Point& q) { return q.class_index == c.index; });
  const std::string standing = "habitat " + decimal_text(weight_at(world, c, *cell_of(c, cell))) +
                               ", feature rank " + decimal_text(rank) + " above the gate " +
                               decimal_text(c.gate);
  if (same.point != nullptr && same.distance_m < c.spacing_m)
    return "taken: " + world.points.id_of(*same.point) + " at " + distance_text(same.distance_m) +
           ", spacing " + distance_text(c.spacing_m) + "; " + standing;
  return "allowed: " + standing;
}

}  // namespace

std::vector<ExplainRow> explain_classes(const ExplainInputs& inputs, size_t cell) {
  const ClassHands hands = sort_hand_by_class(inputs.tmpl);
  const ClassLayers on_land = layers_on_land(inputs.world);
  std::optional<ClassLayers> at_sea;
  std::vector<ExplainRow> rows;
  for (const PointClassRow& row : point_class_rows(inputs.tmpl)) {
    const bool sea = row.cls->conditions.ground == GroundKind::sea;
    if (sea && !at_sea) at_sea = layers_at_sea(inputs);
    const ClassInWorld c = class_in_world(inputs.world, sea ? *at_sea : on_land, row.category, *row.cls);
    rows.push_back({std::string(kCategorySlugs[static_cast<size_t>(row.category)]), row.cls->slug,
                    verdict(inputs.world, inputs.tmpl, c, hands.classes[rows.size()], cell)});
  }
  return rows;
}

}  // namespace fw
