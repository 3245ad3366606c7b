#include "synthetic_world.h"

#include <algorithm>
#include <cmath>

#include "core/base/rng.h"
#include "core/field/filter.h"

namespace fw::test {
namespace {

constexpr int kRegions = 6;

/// A few sine waves: smooth, repeatable, and different per number.
double wave(double x, double y, int number) {
  const double a = 1.7 * number + 0.3;
  return (std::sin(3.1 * x + 2.0 * y + a) + std::sin(5.3 * y - 2.7 * x + 2 * a) +
          0.5 * std::sin(11 * x + 7 * y - a) + 0.25 * std::sin(23 * x - 19 * y + 3 * a)) /
         2.75;
}

void make_land(World& w) {
  const GridSpec& g = w.grid;
  w.land = Raster<uint8_t>(g);
  w.region = Raster<uint8_t>(g);
  w.height_m = Raster<float>(g);
  const double side = g.width_m();
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const double x = g.x_of(c) / side, y = g.y_of(r) / side;
      const double d = std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
      const double above = 0.38 - d + 0.06 * wave(2 * x, 2 * y, 1);
      const bool islet = (x - 0.08) * (x - 0.08) + (y - 0.12) * (y - 0.12) < 0.0012;
      w.height_m.at(c, r) =
          static_cast<float>(above > 0 ? side / 8000 *
                                             (10 + 900 * above * (0.6 + 0.5 * wave(3 * x, 3 * y, 2)) +
                                              60 * std::fabs(wave(6 * x, 6 * y, 3)))
                                       : -50 * d);
      if (above > 0 || islet) w.land.at(c, r) = 1;
      if (above <= 0) continue;
      const int column = x + 0.03 * wave(x, y, 4) < 0.5 ? 0 : 1;
      const int row = y > 0.64 ? 0 : y > 0.42 ? 1 : 2;
      w.region.at(c, r) = static_cast<uint8_t>(1 + row * 2 + column);
    }
}

void make_layers(World& w) {
  const GridSpec& g = w.grid;
  w.faction = w.biome = w.danger = w.type = Raster<uint8_t>(g);
  Mask sea(g), main(g);
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    sea[cell] = w.land[cell] == 0 ? 1 : 0;
    main[cell] = w.region[cell] != 0 ? 1 : 0;
  }
  w.coast_m = distance_to(sea);
  w.sea_m = distance_to(main);
  constexpr std::array<Faction, kRegions> kOwners{Faction::neutral, Faction::neutral, Faction::green,
                                                  Faction::purple,  Faction::yellow,  Faction::green};
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    if (w.region[cell] == 0) continue;
    const Vec2 at = g.centre(cell) * (1 / g.width_m());
    const double danger = at.y * 4.4 - 1.0 + 0.8 * wave(at.x * 2, at.y * 2, 5);
    w.danger[cell] = static_cast<uint8_t>(1 + std::clamp(static_cast<int>(danger), 0, 3));
    const double biome = 4 + 4.4 * wave(at.x * 1.6, at.y * 1.6, 6);
    w.biome[cell] = static_cast<uint8_t>(1 + std::clamp(static_cast<int>(biome), 0, 7));
    w.faction[cell] = static_cast<uint8_t>(1 + static_cast<int>(kOwners[w.region[cell] - 1u]));
    w.type[cell] = static_cast<uint8_t>(1 + cell % 3);
  }
  for (int k = 0; k < kRegions; ++k) {
    Region region;
    region.name = std::array{"Elidale", "Mercombe", "Isanholt", "Norenfell", "Tom & <Jerry>", "Wenelstead"}
        [static_cast<size_t>(k)];
    region.neutral = k < 2;
    region.owner = kOwners[static_cast<size_t>(k)];
    double cells = 0;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      if (w.region[cell] != k + 1) continue;
      cells += 1;
      region.centre_m = region.centre_m + g.centre(cell);
      region.danger_actual[w.danger[cell] - 1u] += 1;
      region.biome_actual[w.biome[cell] - 1u] += 1;
    }
    region.area_m2 = cells * g.cell_area_m2();
    region.centre_m = region.centre_m * (1 / cells);
    for (double& v : region.danger_actual) v /= cells;
    for (double& v : region.biome_actual) v /= cells;
    w.regions.push_back(region);
  }
}

/// Scatters a class over the main island, away from the shore.
void scatter(World& w, PointClassInfo info, int count) {
  const int class_index = static_cast<int>(w.points.classes.size());
  const uint64_t stream = derive(77, info.slug);
  w.points.classes.push_back(info);
  int placed = 0;
  for (uint64_t i = 0; placed < count && i < 4000; ++i) {
    const Vec2 at{random_uniform(stream, 2 * i) * w.grid.width_m(),
                  random_uniform(stream, 2 * i + 1) * w.grid.width_m()};
    const size_t cell = w.grid.cell_at(at);
    if (!w.on_island(cell) || w.coast_m[cell] < 0.006 * w.grid.width_m()) continue;
    Point p;
    p.class_index = class_index;
    p.number = placed++;
    p.position_m = at;
    p.region = w.region[cell];
    p.faction = static_cast<Faction>(w.faction[cell] - 1);
    p.biome = static_cast<Biome>(w.biome[cell] - 1);
    p.danger = static_cast<Danger>(w.danger[cell] - 1);
    if (info.category == Category::enemy)
      p.rarity = p.number == 0       ? Rarity::boss
                 : p.number < 3      ? Rarity::named
                 : p.number % 4 == 0 ? Rarity::elite
                                     : Rarity::ordinary;
    if (info.category == Category::landmark) p.name = info.label + " " + std::to_string(p.number + 1);
    w.points.points.push_back(p);
  }
  QuotaLedger ledger;
  ledger.class_index = class_index;
  ledger.quota = count;
  ledger.placed = placed;
  w.ledger.push_back(ledger);
}

void make_points(World& w, Template& t, int per_class) {
  for (const std::string_view family : kResourceFamilySlugs)
    for (const Tier tier : {Tier::common, Tier::uncommon, Tier::rare}) {
      const std::string slug = std::string(family) + "_" + std::string(kTierSlugs[static_cast<size_t>(tier)]);
      scatter(w, {Category::resource, slug, slug, std::string(family), tier, {}},
              tier == Tier::rare     ? 3
              : tier == Tier::common ? 3 * per_class
                                     : per_class);
    }
  for (const char* family : {"corrupted", "lost", "ancient", "angry_earth", "beast", "humanoid"})
    scatter(w, {Category::enemy, family, family, family, Tier::none, {}}, 5 * per_class);
  constexpr std::array<int, kLandmarkKinds> kCounts{10, 10, 5, 14, 5, 6, 16};
  for (int k = 0; k < kLandmarkKinds; ++k) {
    t.landmarks[static_cast<size_t>(k)] = kCounts[static_cast<size_t>(k)];
    const std::string slug(kLandmarkSlugs[static_cast<size_t>(k)]);
    const std::string label = k == 0 ? "Oran <b>&holt" : k == 2 ? "Fenmere Post" : "Isomoor Deep";
    scatter(w, {Category::landmark, slug, label, "", Tier::none, static_cast<LandmarkKind>(k)},
            kCounts[static_cast<size_t>(k)]);
  }
}

}  // namespace

SyntheticIsland synthetic_island(double side_m, int resolution, int points_per_class) {
  SyntheticIsland s;
  s.world.template_name = "Synthetic";
  s.world.seeds = SeedBundle::from_master(42);
  s.world.grid = GridSpec::square(side_m, resolution);
  make_land(s.world);
  make_layers(s.world);
  make_points(s.world, s.tmpl, points_per_class);
  std::vector<Vec2> towns;
  for (const Point& p : s.world.points.points)
    if (s.world.points.class_of(p).category == Category::landmark && towns.size() < 12)
      towns.push_back(p.position_m);
  for (size_t i = 1; i < towns.size(); ++i)
    s.world.tracks.push_back(
        {0, 0, {towns[i - 1], (towns[i - 1] + towns[i]) * 0.5 + Vec2{side_m / 60, 0}, towns[i]}});
  return s;
}

}  // namespace fw::test
