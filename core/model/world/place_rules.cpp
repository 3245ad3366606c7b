#include "core/model/world/place_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/base/millimetres.h"
#include "core/field/filter.h"
#include "core/model/world/habitat.h"

namespace fw {
namespace {

constexpr double kSideways = 0.4;  // of a river's width

}  // namespace

PlaceRasters place_ground(const World& world) {
  const std::shared_ptr<void> not_owned;
  return {{not_owned, &world.region},
          {not_owned, &world.water},
          {not_owned, &world.coast_m},
          {not_owned, &world.sea_m},
          {not_owned, &world.shore}};
}

Mask beach_cells(const Raster<uint8_t>& shore, const Raster<float>& coast_m) {
  Mask beach(coast_m.grid);
  if (shore.size() != coast_m.size()) return beach;
  const Raster<uint32_t> nearest = nearest_cell(shore);
  for (size_t cell = 0; cell < beach.size(); ++cell) {
    if (coast_m[cell] <= 0 || coast_m[cell] > static_cast<float>(kShoreReach_m)) continue;
    if (nearest[cell] >= shore.size()) continue;
    const auto type = static_cast<ShoreType>(shore[nearest[cell]]);
    beach[cell] = type == ShoreType::beach || type == ShoreType::marsh ? 1 : 0;
  }
  return beach;
}

PlaceFeatures place_features(const Conditions& conditions, bool wet, const IndexOf& index_of) {
  PlaceFeatures out;
  for (size_t k = 0; k < kNearFeatures; ++k)
    if (conditions.near[k]) out.near[k] = index_of(kNear[k]->slug);
  if (!wet) return out;
  const GroundKind ground = conditions.ground;
  if (ground == GroundKind::river || ground == GroundKind::fresh) out.river = index_of("river_m");
  if (ground == GroundKind::lake) out.lake = index_of("lake_m");
  if (ground == GroundKind::land || ground == GroundKind::shore || ground == GroundKind::beach ||
      ground == GroundKind::fresh)
    out.water = index_of("water_m");
  return out;
}

std::vector<std::string_view> place_measures(const Conditions& conditions, bool wet) {
  std::vector<std::string_view> measures;
  place_features(conditions, wet, [&measures](std::string_view measure) {
    if (std::find(measures.begin(), measures.end(), measure) == measures.end()) measures.push_back(measure);
    return nullptr;
  });
  return measures;
}

PlaceRules place_rules(const World& world, const Conditions& conditions) {
  return place_rules(world, conditions, place_ground(world));
}

PlaceRules place_rules(const World& world, const Conditions& conditions, PlaceRasters ground) {
  const FeatureSources sources = feature_sources(world);
  return {std::move(ground), conditions,
          place_features(conditions, world.water.size() > 0, [&sources](std::string_view measure) {
            return std::make_shared<const FeatureIndex>(feature_index(measure, sources));
          })};
}

PlaceRules::PlaceRules(PlaceRasters ground, const Conditions& conditions, PlaceFeatures features)
    : ground_(std::move(ground)), conditions_(conditions), features_(std::move(features)) {
  static const Raster<uint8_t> kNoTypes;
  if (conditions_.ground == GroundKind::beach)
    beach_ = std::make_shared<const Mask>(
        beach_cells(ground_.shore != nullptr ? *ground_.shore : kNoTypes, *ground_.coast_m));
  ground_.shore = nullptr;  // read
}

PlaceRules PlaceRules::of_their_own() const {
  const auto copy = [](const auto& raster) {
    return std::make_shared<const std::remove_cvref_t<decltype(*raster)>>(*raster);
  };
  PlaceRules out = *this;
  out.ground_.region = copy(ground_.region);
  if (ground_.water != nullptr) out.ground_.water = copy(ground_.water);
  out.ground_.coast_m = copy(ground_.coast_m);
  out.ground_.sea_m = copy(ground_.sea_m);
  return out;
}

uint8_t PlaceRules::water_at(size_t cell) const {
  return ground_.water == nullptr || ground_.water->size() == 0 ? uint8_t{0} : (*ground_.water)[cell];
}

bool PlaceRules::in_river(size_t cell) const {
  return (conditions_.ground == GroundKind::river || conditions_.ground == GroundKind::fresh) &&
         is_river(water_at(cell));
}

bool PlaceRules::keeps_dry() const {
  return conditions_.ground == GroundKind::land || conditions_.ground == GroundKind::shore ||
         conditions_.ground == GroundKind::beach;
}

bool PlaceRules::on_ground(size_t cell) const {
  const uint8_t code = water_at(cell);
  const float coast_m = (*ground_.coast_m)[cell];
  if ((*ground_.region)[cell] == 0) return false;
  switch (conditions_.ground) {
    case GroundKind::land:
      return coast_m > 0 && code == 0;
    case GroundKind::shore:
      return coast_m > 0 && code == 0 && coast_m <= static_cast<float>(kShoreReach_m);
    case GroundKind::beach:
      return code == 0 && (*beach_)[cell] != 0;
    case GroundKind::sea:
      return coast_m <= 0;
    case GroundKind::river:
      return is_river(code);
    case GroundKind::lake:
      return code == static_cast<uint8_t>(WaterCode::lake);
    case GroundKind::fresh:
      return is_river(code) || code == static_cast<uint8_t>(WaterCode::lake);
  }
  return false;
}

float PlaceRules::coast_m(size_t cell) const {
  return (*(conditions_.ground == GroundKind::sea ? ground_.sea_m : ground_.coast_m))[cell];
}

Mask PlaceRules::open_cells() const {
  Mask open(ground_.region->grid);
  const bool margin = conditions_.keeps_coast_margin();
  const auto& coast = conditions_.near[near_index("coast")];
  for (size_t cell = 0; cell < open.size(); ++cell) {
    const float away_m = coast_m(cell);
    if (!on_ground(cell) || (margin && away_m < static_cast<float>(kCoastMargin_m))) continue;
    const auto d = static_cast<double>(away_m);
    open[cell] = !coast || (d >= (*coast)[0] && d <= (*coast)[1]) ? 1 : 0;
  }
  const bool rivers = conditions_.ground == GroundKind::river || conditions_.ground == GroundKind::fresh;
  if (!rivers) {
    // A dry cell's centre may lie in the water's outline.
    if (keeps_dry() && features_.water && !features_.water->none())
      keep_within(*features_.water, {std::numeric_limits<double>::min(), 1e6}, open);
    for (size_t k = 0; k < kNearFeatures; ++k)
      if (conditions_.near[k] && features_.near[k] && k != near_index("coast"))
        keep_within(*features_.near[k], *conditions_.near[k], open);
    return open;
  }
  // On rivers points stand where their lines run, not at the centres of cells.
  for (size_t cell = 0; cell < open.size(); ++cell)
    if (open[cell] != 0 && !hold_at(home(cell))) open[cell] = 0;
  return open;
}

double PlaceRules::distance_m(size_t near, Vec2 at) const {
  if (near == near_index("coast")) return static_cast<double>(coast_m(ground_.coast_m->grid.cell_at(at)));
  return features_.near[near]->distance_m(at);
}

bool PlaceRules::hold_at(Vec2 at) const {
  const GroundKind ground = conditions_.ground;
  if (ground == GroundKind::river && (!features_.river || features_.river->distance_m(at, 0) > 0))
    return false;
  if (ground == GroundKind::lake && (!features_.lake || features_.lake->distance_m(at, 0) > 0)) return false;
  if (ground == GroundKind::fresh && (!features_.water || features_.water->distance_m(at, 0) > 0))
    return false;
  if (keeps_dry() && features_.water && features_.water->distance_m(at, 0) <= 0) return false;
  for (size_t k = 0; k < kNearFeatures; ++k) {
    if (!conditions_.near[k]) continue;
    const DistanceRange& range = *conditions_.near[k];
    const bool held = k == near_index("coast")
                          ? distance_m(k, at) >= range[0] && distance_m(k, at) <= range[1]
                          : features_.near[k]->holds(at, range);
    if (!held) return false;
  }
  return true;
}

Vec2 PlaceRules::onto_river(size_t cell, Vec2 at) const {
  const GridSpec& grid = ground_.region->grid;
  const FeatureIndex::Foot foot = features_.river->nearest(at, 2 * grid.cell_m);
  const double off_m = std::sqrt(squared_distance(at, foot.at)), most_m = 2 * kSideways * foot.half_m;
  if (off_m <= most_m) return at;
  // Places far from the line stand farther off its middle.
  const double share = most_m / off_m * std::min(1.0, off_m / grid.cell_m);
  const Vec2 to = at - foot.at;
  const Vec2 moved{to_millimetres(foot.at.x + to.x * share), to_millimetres(foot.at.y + to.y * share)};
  return grid.cell_at(moved) == cell ? moved : at;
}

Vec2 PlaceRules::home(size_t cell) const {
  const Vec2 centre = cell_home(ground_.region->grid, cell);
  return in_river(cell) && features_.river ? onto_river(cell, centre) : centre;
}

Vec2 PlaceRules::settle(size_t cell, Vec2 drawn) const {
  const Vec2 at = in_river(cell) && features_.river ? onto_river(cell, drawn) : drawn;
  return hold_at(at) ? at : home(cell);
}

}  // namespace fw
