#include "synthetic_world.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"

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

/// Two regions of the neutral faction, four of owners.
std::array<Faction, kRegions> owners_of(const Vocabulary& rows) {
  std::vector<Faction> owners;
  for (size_t k = 0; k < rows.factions.size(); ++k)
    if (rows.factions[k].role == FactionRole::owner) owners.push_back(static_cast<Faction>(k));
  const Faction nobody = rows.neutral().value_or(Faction{});
  const auto owner = [&](size_t k) { return owners.empty() ? nobody : owners[k % owners.size()]; };
  return {nobody, nobody, owner(0), owner(1), owner(2), owner(0)};
}

void make_land(World& w) {
  const GridSpec& g = w.grid;
  w.land = Raster<uint8_t>(g);
  w.region = Raster<uint8_t>(g);
  w.height_m = Raster<float>(g);
  const double side = std::max(g.width_m(), g.height_m());
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const double x = g.x_of(c) / g.width_m(), y = g.y_of(r) / g.height_m();
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
  const Vocabulary& rows = w.vocabulary;
  const std::array<Faction, kRegions> owners = owners_of(rows);
  const auto cut = [](double value, size_t count) {
    return static_cast<uint8_t>(1 + std::clamp(static_cast<int>(value), 0, static_cast<int>(count) - 1));
  };
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    if (w.region[cell] == 0) continue;
    const Vec2 place = g.centre(cell);
    const Vec2 at{place.x * (1 / g.width_m()), place.y * (1 / g.height_m())};
    const double danger = at.y * 4.4 - 1.0 + 0.8 * wave(at.x * 2, at.y * 2, 5);
    w.danger[cell] = cut(danger * (static_cast<double>(rows.danger.size()) / 4), rows.danger.size());
    const double biome = 4 + 4.4 * wave(at.x * 1.6, at.y * 1.6, 6);
    w.biome[cell] = cut(biome * (static_cast<double>(rows.biomes.size()) / 8), rows.biomes.size());
    w.faction[cell] = static_cast<uint8_t>(1 + static_cast<int>(owners[w.region[cell] - 1u]));
    w.type[cell] = static_cast<uint8_t>(1 + cell % 3);
  }
  for (int k = 0; k < kRegions; ++k) {
    Region region;
    region.name = std::array{"Elidale", "Mercombe", "Isanholt", "Norenfell", "Tom & <Jerry>", "Wenelstead"}
        [static_cast<size_t>(k)];
    region.neutral = k < 2;
    region.owner = owners[static_cast<size_t>(k)];
    region.danger_actual.assign(rows.danger.size(), 0);
    region.biome_actual.assign(rows.biomes.size(), 0);
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

Rarity rarity_of(int number, int rarities) {
  const int level = number == 0 ? rarities : number < 3 ? rarities - 1 : number % 4 == 0 ? 2 : 1;
  return static_cast<Rarity>(std::clamp(level, 1, rarities));
}

/// Scatters a class over the main island, away from the shore.
void scatter(World& w, PointClassInfo info, int count) {
  const int class_index = static_cast<int>(w.points.classes.size());
  const uint64_t stream = derive(77, info.slug);
  w.points.classes.push_back(info);
  int placed = 0;
  for (uint64_t i = 0; placed < count && i < 4000; ++i) {
    const Vec2 at{random_uniform(stream, 2 * i) * w.grid.width_m(),
                  random_uniform(stream, 2 * i + 1) * w.grid.height_m()};
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
      p.rarity = rarity_of(p.number, static_cast<int>(w.vocabulary.rarities.size()));
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
  const auto ids = [&](FamilyOf of) {
    std::vector<std::string> out;
    for (const FamilyRow& row : w.vocabulary.families)
      if (row.of == of) out.push_back(row.id);
    return out;
  };
  for (const std::string& family : ids(FamilyOf::resource))
    for (const Tier tier : {Tier::common, Tier::uncommon, Tier::rare}) {
      const std::string slug = family + "_" + std::string(kTierSlugs[static_cast<size_t>(tier)]);
      scatter(w, {Category::resource, slug, slug, family, tier, {}},
              tier == Tier::rare     ? 3
              : tier == Tier::common ? 3 * per_class
                                     : per_class);
    }
  for (const std::string& family : ids(FamilyOf::enemy))
    scatter(w, {Category::enemy, family, family, family, Tier::none, {}}, 5 * per_class);
  constexpr std::array<int, 7> kCounts{10, 10, 5, 14, 5, 6, 16};
  for (size_t k = 0; k < w.vocabulary.landmarks.size(); ++k) {
    const int count = kCounts[k % kCounts.size()];
    t.vocabulary.landmarks[k].count = w.vocabulary.landmarks[k].count = count;
    const std::string slug = w.vocabulary.landmarks[k].id;
    const std::string label = k == 0 ? "Oran <b>&holt" : k == 2 ? "Fenmere Post" : "Isomoor Deep";
    scatter(w, {Category::landmark, slug, label, "", Tier::none, static_cast<LandmarkKind>(k)}, count);
  }
}

}  // namespace

Vocabulary classic_rows() {
  static const Vocabulary rows = [] {
    Vocabulary all = tiny().vocabulary;
    std::erase_if(all.landmarks, [](const LandmarkRow& kind) {
      return kind.id == "harbour" || kind.id == "mill" || kind.id == "inn";
    });
    return all;
  }();
  return rows;
}

namespace {

template <typename Row>
std::vector<Row> numbered(size_t count, const std::string& word) {
  std::vector<Row> rows(count);
  for (size_t k = 0; k < count; ++k) {
    rows[k].id = word + "_" + std::to_string(k + 1);
    rows[k].label = static_cast<char>(word[0] - 'a' + 'A') + word.substr(1) + " " + std::to_string(k + 1);
  }
  return rows;
}

}  // namespace

Vocabulary plain_rows(const RowCounts& counts) {
  Vocabulary rows;
  rows.factions = numbered<FactionRow>(counts.factions, "house");
  rows.biomes = numbered<BiomeRow>(counts.biomes, "ground");
  rows.danger = numbered<BandRow>(counts.bands, "threat");
  rows.landmarks = numbered<LandmarkRow>(counts.kinds, "site");
  rows.families = numbered<FamilyRow>(counts.families, "sort");
  rows.rarities = numbered<RarityRow>(counts.rarities, "grade");
  rows.categories = {"Pickups", "Fauna", "Hostiles"};
  if (counts.factions > 1) rows.factions[0].role = FactionRole::neutral;
  for (FactionRow& row : rows.factions) row.share = 1.0 / static_cast<double>(counts.factions);
  for (size_t k = 0; k < counts.biomes; ++k) {
    rows.biomes[k].share = 1.0 / static_cast<double>(counts.biomes);
    rows.biomes[k].texture = static_cast<Texture>(k % kTextureSlugs.size());
  }
  for (BandRow& row : rows.danger) row.share = 1.0 / static_cast<double>(counts.bands);
  for (size_t k = 0; k < counts.families; ++k)
    rows.families[k].of = k % 2 == 0 ? FamilyOf::resource : FamilyOf::enemy;
  if (counts.kinds > 0) rows.landmarks[0].role = LandmarkRole::seat;
  for (size_t k = 1; k < counts.kinds; k += 3) rows.landmarks[k].strong = true;
  return rows;
}

SyntheticIsland synthetic_island(double side_m, int resolution, int points_per_class) {
  return synthetic_island(GridSpec::square(side_m, resolution), classic_rows(), points_per_class);
}

SyntheticIsland synthetic_island(const GridSpec& grid, const Vocabulary& rows, int points_per_class) {
  const double side_m = grid.width_m();
  SyntheticIsland s;
  s.world.vocabulary = s.tmpl.vocabulary = rows;
  s.world.template_name = "Synthetic";
  s.world.seeds = SeedBundle::from_master(42);
  s.world.grid = grid;
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
