#include "core/spawn/habitats.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/habitat.h"
#include "core/model/world/place_rules.h"

namespace fw {

namespace {

/// A place that a category keeps away from.
struct KeepOff {
  Vec2 at_m;
  double radius_m = 0;
};

std::vector<KeepOff> keep_off(const Template& tmpl, const World& world, Category category) {
  std::vector<KeepOff> places;
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    if (info.category != Category::landmark) continue;
    const LandmarkRow& kind = tmpl.vocabulary.landmarks[static_cast<size_t>(info.landmark)];
    const double radius_m = category == Category::enemy      ? kind.keep_enemies_m
                            : category == Category::wildlife ? kind.keep_wildlife_m
                                                             : 0.0;
    if (radius_m > 0) places.push_back({p.position_m, radius_m});
  }
  return places;
}

bool any_within(const std::vector<KeepOff>& places, Vec2 at) {
  return std::any_of(places.begin(), places.end(), [&](const KeepOff& place) {
    return squared_distance(place.at_m, at) <= place.radius_m * place.radius_m;
  });
}

constexpr uint32_t kNowhere = UINT32_MAX;

/// The cell of ground whose biome and band a class meets at each cell: the cell itself, at sea the nearest
/// one within kSeaReach_m.
class NearestClassCell {
 public:
  NearestClassCell(const World& world, const PointClass& cls) : world_(world) {
    if (cls.conditions.ground != GroundKind::sea) return;
    Mask island(world.grid);
    for (size_t cell = 0; cell < island.size(); ++cell) island[cell] = world.on_island(cell) ? 1 : 0;
    shore_ = nearest_cell(island);
    for (size_t cell = 0; cell < shore_.size(); ++cell) {
      const uint32_t from = shore_[cell];
      if (world.land[cell] != 0 || from == kNowhere ||
          squared_distance(world.grid.centre(cell), world.grid.centre(static_cast<size_t>(from))) >
              kSeaReach_m * kSeaReach_m)
        shore_[cell] = kNowhere;
    }
  }

  uint32_t at(uint32_t cell) const {
    if (shore_.size() > 0) return shore_[cell];
    return world_.on_island(cell) ? cell : kNowhere;
  }
  /// The conditions' rules on this ground; the world lives longer.
  PlaceRules rules(const Conditions& conditions) const {
    PlaceRasters ground = place_ground(world_);
    if (shore_.size() > 0) {
      Raster<uint8_t> region(world_.grid);
      for (size_t cell = 0; cell < region.size(); ++cell) region[cell] = shore_[cell] != kNowhere ? 1 : 0;
      ground.region = std::make_shared<const Raster<uint8_t>>(std::move(region));
    }
    return place_rules(world_, conditions, std::move(ground));
  }

 private:
  const World& world_;
  Raster<uint32_t> shore_;  ///< of classes at sea
};

/// Mean respawn time over the bands, weighted by each band's share of the area; a band's time is the middle
/// of its range.
double mean_respawn_s(const Template& tmpl, const World& world, const PointClass& cls,
                      const SpawnArea& area) {
  const NearestClassCell ground(world, cls);
  const std::vector<BandRow>& bands = tmpl.vocabulary.danger;
  std::vector<double> cells(bands.size());
  for (const uint32_t cell : area.mask->cells) cells[world.danger[ground.at(cell)] - 1u] += 1;
  double sum = 0, all = 0;
  for (size_t band = 0; band < bands.size(); ++band) {
    sum += cells[band] * 0.5 * (bands[band].respawn_s[0] + bands[band].respawn_s[1]);
    all += cells[band];
  }
  return sum / all;
}

int index_of(const World& world, Category category, const PointClass& cls) {
  const auto& classes = world.points.classes;
  for (size_t i = 0; i < classes.size(); ++i)
    if (classes[i].category == category && classes[i].slug == cls.slug) return static_cast<int>(i);
  return -1;
}

/// What holds everywhere of the smallest spacing that the world's placement used for the class; the
/// template's if none was placed.
double spacing_of(const World& world, int class_index, const PointClass& cls) {
  double spacing_m = cls.spacing_m;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index && row.quota > 0) spacing_m = std::min(spacing_m, row.spacing_m);
  return hard_spacing_m(cls, spacing_m);
}

/// How often a quota counts.
int times_of(QuotaBy by, const World& world) {
  if (by == QuotaBy::region) return static_cast<int>(world.regions.size());
  int pieces = 1;
  if (by == QuotaBy::piece)
    for (const Region& region : world.regions) pieces = std::max(pieces, region.piece);
  return pieces;
}

Habitat habitat_of(const Template& tmpl, const World& world, Category category, const PointClass& cls,
                   SpawnArea area) {
  Habitat out;
  out.category = category;
  out.slug = cls.slug;
  out.class_index = index_of(world, category, cls);
  out.respawn_s = mean_respawn_s(tmpl, world, cls, area);
  for (const Point& p : world.points.points)
    if (p.class_index == out.class_index && p.region > 0) out.start_m.push_back(p.position_m);
  out.target = cls.quota * times_of(cls.quota_by, world);
  out.spacing_m = spacing_of(world, out.class_index, cls);
  out.dates = cls.dates;
  out.area = std::move(area);
  return out;
}

}  // namespace

std::string tag_of(const Habitat& habitat) {
  return std::string(kCategorySlugs[static_cast<size_t>(habitat.category)]) + "." + habitat.slug;
}

SpawnArea class_area(const Template& tmpl, const World& world, Category category, const PointClass& cls) {
  const std::vector<KeepOff> places = keep_off(tmpl, world, category);
  Raster<uint8_t> open(world.grid);
  // Lakes are closed but to classes that live there; rivers are not.
  const NearestClassCell ground(world, cls);
  std::optional<PlaceRules> rules;
  Mask standing;
  if (cls.conditions.stated()) {
    rules = ground.rules(cls.conditions);
    standing = rules->open_cells();
  }
  for (uint32_t cell = 0; cell < open.size(); ++cell) {
    const uint32_t home = ground.at(cell);
    if (home == kNowhere || world.biome[home] == 0 || world.danger[home] == 0) continue;
    if (standing.size() > 0
            ? standing[cell] == 0
            : world.coast_m[cell] < static_cast<float>(kCoastMargin_m) || !is_open(world, cell))
      continue;
    const auto biome = static_cast<Biome>(world.biome[home] - 1);
    const auto danger = static_cast<Danger>(world.danger[home] - 1);
    if (habitat_weight(tmpl.vocabulary, category, cls, biome, danger) <= 0) continue;
    if (any_within(places, world.grid.centre(cell))) continue;
    open[cell] = 1;
  }
  SpawnArea area = masked_area(std::move(open));
  if (rules) area.places = std::make_shared<const PlaceRules>(rules->of_their_own());
  return area;
}

std::vector<uint32_t> home_cells(const World& world, const PointClass& cls) {
  const NearestClassCell ground(world, cls);
  std::vector<uint32_t> homes(world.grid.cells());
  for (uint32_t cell = 0; cell < homes.size(); ++cell) homes[cell] = ground.at(cell);
  return homes;
}

std::vector<Habitat> world_habitats(const Template& tmpl, const World& world, Category category) {
  const std::vector<PointClass>& classes = tmpl.classes(category);
  std::vector<std::optional<Habitat>> made(classes.size());
  parallel_for(classes.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (classes[i].quota <= 0) continue;
      SpawnArea area = class_area(tmpl, world, category, classes[i]);
      if (!area.mask->cells.empty()) made[i] = habitat_of(tmpl, world, category, classes[i], std::move(area));
    }
  });
  std::vector<Habitat> habitats;
  for (std::optional<Habitat>& one : made)
    if (one) habitats.push_back(std::move(*one));
  return habitats;
}

std::vector<Habitat> world_habitats(const Template& tmpl, const World& world) {
  std::vector<Habitat> habitats;
  for (const Category category : kPointCategories)
    for (Habitat& habitat : world_habitats(tmpl, world, category)) habitats.push_back(std::move(habitat));
  return habitats;
}

}  // namespace fw
