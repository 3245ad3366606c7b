// Land, sea and regions by hand.

#include "core/world/places/name_lists.h"
#include "core/world/regions/hand_regions.h"
#include "core/world/regions/regions.h"
#include "tests/support/test_main.h"
#include "tests/world/ground_by_hand.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr uint64_t kLandSeed = 5;

LandRow land_row(const std::string& id, LandIs is, const std::string& shape) {
  LandRow row;
  row.id = id;
  row.is = is;
  row.place.shape = shape;
  return row;
}

double ground_share(const World& world) {
  const auto cells =
      std::count_if(world.region.cells.begin(), world.region.cells.end(), [](uint8_t r) { return r != 0; });
  return static_cast<double>(cells) / static_cast<double>(world.grid.cells());
}

/// Where the coast runs straight north of the frame's middle: the last cell of ground going north.
Vec2 northern_shore(const World& world) {
  const int column = world.grid.columns / 2;
  for (int row = 0; row < world.grid.rows; ++row)
    if (world.region.at(column, row) != 0) return world.grid.centre(column, row);
  return {0, 0};
}

double agreement(const Raster<uint8_t>& a, const Raster<uint8_t>& b) {
  const Raster<uint8_t> there = resample_nearest(a, b.grid);
  int64_t same = 0;
  for (size_t i = 0; i < b.size(); ++i) same += there[i] == b[i];
  return static_cast<double>(same) / static_cast<double>(b.size());
}

/// Shares that differ by roundings alone.
bool alike(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return std::fabs(x - y) < 1e-12; });
}

/// The plan of a template's regions, where rows are decided.
RegionMap plan_of(const Template& tmpl, uint64_t seed) {
  const SeedBundle seeds = salted_seeds(SeedBundle::from_master(seed), tmpl);
  const Island island = make_island(tmpl, seeds, plan_grid(tmpl));
  RegionMap map = make_regions(tmpl, seeds, island);
  Naming naming = begin_names(tmpl);
  name_regions(map, tmpl, seeds, naming);
  return map;
}

HandCells cells_of_region(const RegionMap& map, uint8_t code) {
  Mask mask(map.plan_code.grid);
  for (size_t cell = 0; cell < mask.size(); ++cell) mask[cell] = map.plan_code[cell] == code;
  return runs_of(mask);
}

RegionRow region_row(const std::string& id, Vec2 at) {
  RegionRow row;
  row.id = id;
  row.x_m = at.x;
  row.y_m = at.y;
  return row;
}

/// A place of a region, far from its border.
Vec2 place_in(const RegionMap& map, uint8_t code) {
  Mask others(map.plan_code.grid);
  for (size_t cell = 0; cell < others.size(); ++cell) others[cell] = map.plan_code[cell] != code;
  const Raster<float> depth = distance_to(others);
  return others.grid.centre(
      static_cast<size_t>(std::max_element(depth.cells.begin(), depth.cells.end()) - depth.cells.begin()));
}

}  // namespace

class TestHandLand : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    tiny_ = dry_template("Tiny");
    natural_ = world_of(tiny_, kLandSeed, 128);
    map_ = plan_of(tiny_, kLandSeed);
  }

  void rowsThatStateTheNaturalLandChangeNoBit_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"Tiny", "WindswardLike", "ArchipelagoLike", "FrontierLike", "ColonyLike"})
      QTest::newRow(name) << name;
  }
  void rowsThatStateTheNaturalLandChangeNoBit() {
    QFETCH(QString, name);
    Template tmpl = dry_template(name.toStdString());
    const SeedBundle seeds = SeedBundle::from_master(kSeed);
    const Island natural = make_island(tmpl, seeds, plan_grid(tmpl));
    Mask sea = natural.main;
    for (size_t cell = 0; cell < sea.size(); ++cell)
      sea[cell] = natural.main[cell] == 0 && natural.islets[cell] == 0;
    LandRow row;
    row.id = "n1";
    row.place.runs = runs_of(natural.main);
    tmpl.hand.land.push_back(row);
    row.id = "n2";
    row.is = LandIs::sea;
    row.place.runs = runs_of(sea);
    tmpl.hand.land.push_back(row);
    for (const int resolution : {96, 512}) {
      const GridSpec grid = frame_grid(tmpl.frame, resolution);
      Template without = tmpl;
      without.hand = {};
      const Island before = make_island(without, seeds, grid), after = make_island(tmpl, seeds, grid);
      QVERIFY(after.piece.cells == before.piece.cells);
      QVERIFY(after.islets.cells == before.islets.cells);
      QVERIFY(after.height_m.cells == before.height_m.cells);
    }
  }

  void landByHandHoldsAndTheFractionHoldsRoundIt() {
    const Vec2 shore = northern_shore(*natural_);
    Template tmpl = tiny_;
    tmpl.hand.land.push_back(land_row("n1", LandIs::land, square({shore.x, shore.y}, 160)));
    const SeedBundle seeds = SeedBundle::from_master(kLandSeed);
    for (const int resolution : {256, 512, 1024}) {
      const Island island = make_island(tmpl, seeds, frame_grid(tmpl.frame, resolution));
      int64_t ground = 0;
      for (size_t cell = 0; cell < island.main.size(); ++cell) {
        ground += island.main[cell];
        const Vec2 d = island.main.grid.centre(cell) - shore;
        if (std::fabs(d.x) < 160 && std::fabs(d.y) < 160) QVERIFY(island.main[cell] != 0);
      }
      QCOMPARE(ground, static_cast<int64_t>(
                           std::floor(tmpl.land.fraction * static_cast<double>(island.main.size()) + 0.5)));
    }
    const auto world = world_of(tmpl, kLandSeed, 128);
    QCOMPARE(outcome(*world, "n1").state, HandState::held);
    QVERIFY(std::fabs(ground_share(*world) - ground_share(*natural_)) < 1e-4);
  }

  void seaByHandMakesALakeThatStays() {
    const Vec2 middle = most_inland(*natural_);
    Template tmpl = tiny_;
    tmpl.hand.land.push_back(land_row("n1", LandIs::sea, square(middle, 150)));
    const auto world = world_of(tmpl, kLandSeed, 256);
    int lake = 0;
    for (size_t cell = 0; cell < world->grid.cells(); ++cell) {
      const Vec2 d = world->grid.centre(cell) - middle;
      if (std::fabs(d.x) >= 150 || std::fabs(d.y) >= 150) continue;
      QCOMPARE(static_cast<int>(world->land[cell]), 0);
      ++lake;
    }
    QVERIFY(lake > 100);
    QVERIFY(std::fabs(ground_share(*world) - ground_share(*natural_)) < 1e-4);
    QCOMPARE(outcome(*world, "n1").state, HandState::held);
  }

  void aLaterRowIsOverAnEarlierOne() {
    const Vec2 middle = most_inland(*natural_);
    Template tmpl = tiny_;
    tmpl.hand.land.push_back(land_row("n1", LandIs::sea, square(middle, 200)));
    tmpl.hand.land.push_back(land_row("n2", LandIs::land, square(middle, 80)));
    const auto world = world_of(tmpl, kLandSeed, 256);
    QCOMPARE(static_cast<int>(world->land[world->grid.cell_at(middle)]), 1);
    QCOMPARE(static_cast<int>(world->land[world->grid.cell_at({middle.x + 150, middle.y})]), 0);
    QVERIFY(outcome(*world, "n2").reason.find("islets") != std::string::npos);
  }

  void landApartFromTheGroundIsAnIsletAndTold() {
    Template tmpl = tiny_;
    tmpl.land.islets = 0;
    tmpl.hand.land.push_back(land_row("n1", LandIs::land, square({150, 150}, 60)));
    const auto world = world_of(tmpl, kLandSeed, 128);
    const size_t cell = world->grid.cell_at({150, 150});
    QCOMPARE(static_cast<int>(world->land[cell]), 1);
    QCOMPARE(static_cast<int>(world->region[cell]), 0);
    QCOMPARE(outcome(*world, "n1").state, HandState::part);
  }

  void landBeyondTheFractionIsTold() {
    Template tmpl = tiny_;
    tmpl.hand.land.push_back(land_row("n1", LandIs::land, square({1500, 1500}, 1300)));
    const auto world = world_of(tmpl, kLandSeed, 128);
    const Finding* told = finding(*world, "land_fraction_by_hand");
    QVERIFY(told != nullptr);
    QVERIFY(ground_share(*world) > 0.7);
  }

  void anAreaOfLandThatNoTemplateMayAskForIsNoAdvice() {
    for (const LandIs is : {LandIs::land, LandIs::sea}) {
      Template tmpl = tiny_;
      tmpl.hand.land.push_back(land_row("n1", is, square({1500, 1500}, 1500)));
      const auto world = world_of(tmpl, kLandSeed, 128);
      const Finding* told = finding(*world, "land_fraction_by_hand");
      QVERIFY(told != nullptr);
      QVERIFY2(told->message.find("set land.fraction") == std::string::npos, told->message.c_str());
      QVERIFY2(told->message.find("take away cells of these rows") != std::string::npos,
               told->message.c_str());
    }
  }

  void theRimOfTheFrameStaysSea() {
    Template tmpl = tiny_;
    const Vec2 shore = northern_shore(*natural_);
    tmpl.hand.land.push_back(land_row("n1", LandIs::land, square({shore.x, 3000}, 400)));
    const auto world = world_of(tmpl, kLandSeed, 128);
    for (int column = 0; column < world->grid.columns; ++column)
      QCOMPARE(static_cast<int>(world->land.at(column, 0)), 0);
    QCOMPARE(outcome(*world, "n1").state, HandState::part);
  }

  void everyShapeOfLandTakesRows_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"ArchipelagoLike", "FrontierLike", "ColonyLike", "ContinentLike"})
      QTest::newRow(name) << name;
  }
  void everyShapeOfLandTakesRows() {
    QFETCH(QString, name);
    Template tmpl = dry_template(name.toStdString());
    const Vec2 middle{tmpl.frame.width_m * 0.45, tmpl.frame.height_m * 0.55};
    const double half = 0.04 * tmpl.frame.shorter_m();
    tmpl.hand.land.push_back(land_row("n1", LandIs::sea, square(middle, half)));
    tmpl.hand.land.push_back(land_row("n2", LandIs::land, square({middle.x + 4 * half, middle.y}, half)));
    const SeedBundle seeds = SeedBundle::from_master(kLandSeed);
    const Island plan = make_island(tmpl, seeds, plan_grid(tmpl));
    const Island fine = make_island(tmpl, seeds, frame_grid(tmpl.frame, 256));
    for (const Island* island : {&plan, &fine}) {
      const GridSpec& g = island->main.grid;
      QCOMPARE(static_cast<int>(island->main[g.cell_at(middle)]), 0);
      const size_t land = g.cell_at({middle.x + 4 * half, middle.y});
      QVERIFY(island->main[land] != 0 || island->islets[land] != 0);
    }
    QVERIFY(agreement(plan.main, fine.main) > 0.97);
  }

  void rowsThatStateTheNaturalRegionsChangeNoBit_data() {
    QTest::addColumn<int>("resolution");
    QTest::addColumn<bool>("mixes");
    QTest::newRow("128") << 128 << false;
    QTest::newRow("512") << 512 << false;
    QTest::newRow("128 with mixes") << 128 << true;
    QTest::newRow("512 with mixes") << 512 << true;
  }
  void rowsThatStateTheNaturalRegionsChangeNoBit() {
    QFETCH(int, resolution);
    QFETCH(bool, mixes);
    const auto natural = world_of(tiny_, kLandSeed, resolution);
    Template tmpl = tiny_;
    for (size_t r = 0; r < map_.regions.size(); ++r) {
      RegionRow row = region_row("r" + std::to_string(r), place_in(map_, static_cast<uint8_t>(r + 1)));
      row.is = RegionIs::exactly;
      row.place.runs = cells_of_region(map_, static_cast<uint8_t>(r + 1));
      row.name = map_.regions[r].name;
      row.neutral = map_.regions[r].neutral;
      if (!row.neutral) row.owner = tmpl.vocabulary.id_of(map_.regions[r].owner);
      if (mixes) {
        row.danger = natural->regions[r].danger_target;
        row.biomes = natural->regions[r].biome_target;
      }
      tmpl.hand.regions.push_back(row);
    }
    const auto stated = world_of(tmpl, kLandSeed, resolution);
    // That a mix is stated is part of what is said of regions. Landmarks and ways are decided on the plan
    // grid, whose regions have other shares than those of other cells: there they see other biomes.
    QString differ;
    if (mixes) differ = "regions world ";
    if (mixes && resolution != 512)
      differ = "detail_m regions points.resource points.wildlife points.landmark tracks roads places world ";
    QCOMPARE(differing(*natural, *stated), differ);
    for (size_t r = 0; r < natural->regions.size(); ++r) {
      const Region &before = natural->regions[r], &after = stated->regions[r];
      QVERIFY(after.name == before.name && after.owner == before.owner && after.neutral == before.neutral);
      QVERIFY(alike(after.danger_target, before.danger_target));
      QVERIFY(alike(after.biome_target, before.biome_target));
    }
  }

  void aRegionTakesItsNameOwnerAndMix() {
    Template tmpl = tiny_;
    tmpl.faction_mode = FactionMode::field;  // with one frontier another owner's regions change their areas
    const auto natural = world_of(tmpl, kLandSeed, 128);
    const RegionMap map = plan_of(tmpl, kLandSeed);
    const uint8_t code = static_cast<uint8_t>(map.regions.size());
    RegionRow row = region_row("r1", place_in(map, code));
    row.name = "Deepvale";
    const std::string owner = tmpl.vocabulary.id_of(map.regions[code - 1u].owner);
    for (const FactionRow& faction : tmpl.vocabulary.factions)
      if (faction.role == FactionRole::owner && faction.share > 0 && faction.id != owner)
        row.owner = faction.id;
    std::vector<double> biomes(tmpl.vocabulary.biomes.size(), 0.0);
    biomes[0] = 0.5;
    biomes[1] = 0.5;
    row.biomes = biomes;
    tmpl.hand.regions.push_back(row);
    const auto world = world_of(tmpl, kLandSeed, 128);
    const Region& region = world->regions[code - 1u];
    QCOMPARE(region.name, std::string("Deepvale"));
    QCOMPARE(tmpl.vocabulary.id_of(region.owner), row.owner);
    QVERIFY(region.biome_asked);
    QVERIFY(std::fabs(region.biome_actual[0] - 0.5) < 0.01);
    QCOMPARE(world->region.cells, natural->region.cells);
    for (size_t r = 0; r + 1 < world->regions.size(); ++r)
      QCOMPARE(world->regions[r].name, natural->regions[r].name);
    QCOMPARE(outcome(*world, "r1").state, HandState::held);
  }

  void anExactRegionIsAsDrawnAndTheRestIsDrawnOnWhatIsLeft() {
    const Template tmpl = dry_template("WindswardLike");
    const RegionMap before = plan_of(tmpl, 42);
    const Vec2 middle = place_in(before, static_cast<uint8_t>(before.regions.size() / 2));
    Template by_hand = tmpl;
    RegionRow row = region_row("r1", middle);
    row.is = RegionIs::exactly;
    row.name = "Square";
    row.place.shape = square(middle, 700);
    by_hand.hand.regions.push_back(row);
    const RegionMap after = plan_of(by_hand, 42);
    QCOMPARE(after.regions.size(), before.regions.size());
    const uint8_t code = after.plan_code[after.plan_code.grid.cell_at(middle)];
    QCOMPARE(after.regions[code - 1u].name, std::string("Square"));
    int64_t land = 0, neutral = 0, neutral_before = 0;
    for (size_t cell = 0; cell < after.plan_code.size(); ++cell) {
      const Vec2 d = after.plan_code.grid.centre(cell) - middle;
      const bool inside = std::fabs(d.x) <= 700 && std::fabs(d.y) <= 700;
      QCOMPARE(after.plan_code[cell] == 0, before.plan_code[cell] == 0);
      if (after.plan_code[cell] == 0) continue;
      QCOMPARE(after.plan_code[cell] == code, inside);
      ++land;
      neutral += after.regions[after.plan_code[cell] - 1u].neutral ? 1 : 0;
      neutral_before += before.regions[before.plan_code[cell] - 1u].neutral ? 1 : 0;
    }
    QCOMPARE(neutral, neutral_before);
    const auto count = [](const RegionMap& map) {
      return std::count_if(map.regions.begin(), map.regions.end(), [](const Region& r) { return r.neutral; });
    };
    QCOMPARE(count(after), count(before));
    double smallest = 1e18;
    for (const Region& r : after.regions)
      if (!r.neutral) smallest = std::min(smallest, r.area_m2);
    QVERIFY(smallest > 0.3 * static_cast<double>(land) * after.plan_code.grid.cell_area_m2() /
                           static_cast<double>(after.regions.size()));
  }

  void aRegionHoldsCellsAndLittleElseMoves() {
    Template tmpl = tiny_;
    // Cells of a neighbour, near its border.
    const uint8_t code = static_cast<uint8_t>(map_.regions.size());
    const Vec2 own = place_in(map_, code);
    Vec2 border = own;
    double least = 1e18;
    const GridSpec& g = map_.plan_code.grid;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      if (map_.plan_code[cell] == 0 || map_.plan_code[cell] == code ||
          map_.regions[map_.plan_code[cell] - 1u].neutral)
        continue;
      if (distance(g.centre(cell), own) < least)
        least = distance(g.centre(cell), own), border = g.centre(cell);
    }
    RegionRow row = region_row("r1", own);
    row.place.shape = square(border, 120);
    tmpl.hand.regions.push_back(row);
    const RegionMap after = plan_of(tmpl, kLandSeed);
    int64_t changed = 0;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 d = g.centre(cell) - border;
      if (std::fabs(d.x) <= 120 && std::fabs(d.y) <= 120 && map_.plan_code[cell] != 0)
        QCOMPARE(after.plan_code[cell], code);
      changed += after.plan_code[cell] != map_.plan_code[cell] ? 1 : 0;
    }
    QVERIFY(changed > 0);
    QVERIFY(static_cast<double>(changed) * g.cell_area_m2() < 2.5 * 240 * 240);
    const auto world = world_of(tmpl, kLandSeed, 128);
    QCOMPARE(outcome(*world, "r1").state, HandState::held);
  }

  void aRegionInPiecesIsTold() {
    Template tmpl = tiny_;
    const uint8_t code = static_cast<uint8_t>(map_.regions.size());
    RegionRow row = region_row("r1", place_in(map_, code));
    row.place.shape = square(place_in(map_, static_cast<uint8_t>(code - 1)), 60);
    tmpl.hand.regions.push_back(row);
    const auto world = world_of(tmpl, kLandSeed, 128);
    QVERIFY(finding(*world, "region_in_pieces") != nullptr);
  }

  void aRegionStatedNeutralIsNobodysWherever() {
    Template tmpl = dry_template("WindswardLike");
    RegionRow row = region_row("r1", {3500, 3500});
    row.neutral = true;
    row.is = RegionIs::exactly;
    row.name = "Ex";
    row.place.shape = "POINT (3500 3500)";
    row.place.radius_m = 700;
    tmpl.hand.regions.push_back(row);
    const auto world = world_of(tmpl, 42, 128);
    const auto neutral = static_cast<uint8_t>(*world->vocabulary.neutral()) + 1;
    int64_t nobodys = 0, others = 0;
    for (size_t cell = 0; cell < world->region.size(); ++cell)
      if (world->region[cell] != 0 && world->regions[world->region[cell] - 1u].neutral)
        ++(world->faction[cell] == neutral ? nobodys : others);
    QVERIFY(nobodys > 0);
    QVERIFY2(others * 100 < nobodys, qPrintable(QString::number(others)));
  }

  void aRegionStatedNeutralIsAndTheirNumbersStay() {
    Template tmpl = dry_template("WindswardLike");  // of one tongue: the region keeps its name
    for (FactionRow& faction : tmpl.vocabulary.factions) faction.names = std::string(kFirstNames);
    const RegionMap before = plan_of(tmpl, 42);
    Template by_hand = tmpl;
    const Vec2 at = place_in(before, static_cast<uint8_t>(before.regions.size()));
    RegionRow row = region_row("r1", at);
    row.neutral = true;
    by_hand.hand.regions.push_back(row);
    const RegionMap after = plan_of(by_hand, 42);
    const auto neutral = [](const RegionMap& map) {
      return std::count_if(map.regions.begin(), map.regions.end(), [](const Region& r) { return r.neutral; });
    };
    const Region& region = after.regions[after.plan_code[after.plan_code.grid.cell_at(at)] - 1u];
    QVERIFY(region.neutral);
    QCOMPARE(region.name, before.regions.back().name);
    QCOMPARE(neutral(after), neutral(before));
    for (size_t r = 1; r < after.regions.size(); ++r)
      QVERIFY(after.regions[r - 1].neutral || !after.regions[r].neutral);
  }

  void statedOwnersHoldAndSharesStayNear() {
    const Template tmpl = dry_template("WindswardLike");
    const RegionMap before = plan_of(tmpl, 42);
    Template by_hand = tmpl;
    const size_t r = before.regions.size() - 1;
    RegionRow row = region_row("r1", place_in(before, static_cast<uint8_t>(r + 1)));
    for (const FactionRow& faction : tmpl.vocabulary.factions)
      if (faction.role == FactionRole::owner && faction.share > 0 &&
          faction.id != tmpl.vocabulary.id_of(before.regions[r].owner))
        row.owner = faction.id;
    by_hand.hand.regions.push_back(row);
    const RegionMap after = plan_of(by_hand, 42);
    QCOMPARE(tmpl.vocabulary.id_of(after.regions[r].owner), row.owner);
    std::map<std::string, double> share;
    double land = 0;
    for (const Region& region : after.regions) land += region.area_m2;
    for (const Region& region : after.regions)
      share[tmpl.vocabulary.id_of(region.owner)] += region.area_m2 / land;
    for (const FactionRow& faction : tmpl.vocabulary.factions)
      if (faction.role == FactionRole::owner && faction.share > 0)
        QVERIFY2(std::fabs(share[faction.id] - faction.share) < 0.1, faction.id.c_str());
    int changed = 0;
    for (size_t k = 0; k < after.regions.size(); ++k)
      changed += after.regions[k].owner != before.regions[k].owner ? 1 : 0;
    QVERIFY2(changed <= 7, qPrintable(QString::number(changed)));  // of 14
  }

  void aRowThatStatesNothingThatMayBeIsSuspendedAndReplacesNone() {
    Template tmpl = tiny_;
    const Region& region = map_.regions.back();
    const Vec2 at = place_in(map_, static_cast<uint8_t>(map_.regions.size()));
    for (const char* id : {"r1", "r2", "r3"}) tmpl.hand.regions.push_back(region_row(id, at));
    tmpl.hand.regions.edit(1).owner = tiny_.vocabulary.id_of(region.owner);
    for (const FactionRow& faction : tiny_.vocabulary.factions)
      if (faction.role != FactionRole::owner) tmpl.hand.regions.edit(2).owner = faction.id;
    const auto world = world_of(tmpl, kLandSeed, 128);
    QCOMPARE(outcome(*world, "r1").state, HandState::suspended);
    QVERIFY(outcome(*world, "r1").reason.find("states nothing") != std::string::npos);
    QCOMPARE(outcome(*world, "r2").state, HandState::held);
    QCOMPARE(outcome(*world, "r3").state, HandState::suspended);
    QVERIFY(outcome(*world, "r3").reason.find("is no faction that owns regions") != std::string::npos);
  }

  void aRowThatALaterOneReplacesSaysSo() {
    Template tmpl = tiny_;
    const Vec2 at = place_in(map_, static_cast<uint8_t>(map_.regions.size()));
    for (const char* id : {"r1", "r2", "r3"}) {
      tmpl.hand.regions.push_back(region_row(id, at));
      tmpl.hand.regions.edit(tmpl.hand.regions.size() - 1).name = std::string("Of ") + id;
    }
    tmpl.hand.regions.edit(1).owner = tiny_.vocabulary.id_of(map_.regions.back().owner);
    const auto world = world_of(tmpl, kLandSeed, 128);
    QCOMPARE(outcome(*world, "r1").state, HandState::suspended);
    QVERIFY(outcome(*world, "r1").reason.find("replaced by row r3") != std::string::npos);
    QCOMPARE(outcome(*world, "r2").state, HandState::part);  // its owner stands
    QCOMPARE(outcome(*world, "r3").state, HandState::held);
  }

  void aRowWithoutItsRegionIsSuspended() {
    Template tmpl = tiny_;
    tmpl.hand.regions.push_back(region_row("r1", {5, 5}));
    const auto world = world_of(tmpl, kLandSeed, 128);
    QCOMPARE(outcome(*world, "r1").state, HandState::suspended);
    QCOMPARE(differing(*natural_, *world), QString());
  }

  void resolutionsShowTheSameRegionsByHand() {
    Template tmpl = dry_template("WindswardLike");
    const RegionMap before = plan_of(tmpl, 42);
    const Vec2 middle = place_in(before, static_cast<uint8_t>(before.regions.size() / 2));
    RegionRow row = region_row("r1", middle);
    row.is = RegionIs::exactly;
    row.place.shape = square(middle, 700);
    tmpl.hand.regions.push_back(row);
    RegionRow hold = region_row("r2", place_in(before, static_cast<uint8_t>(before.regions.size())));
    hold.place.shape = square({middle.x + 1300, middle.y}, 200);
    tmpl.hand.regions.push_back(hold);
    const SeedBundle seeds = salted_seeds(SeedBundle::from_master(42), tmpl);
    const RegionMap at512 = plan_of(tmpl, 42);
    for (const int resolution : {256, 1024}) {
      const RegionMap other =
          make_regions(tmpl, seeds, make_island(tmpl, seeds, frame_grid(tmpl.frame, resolution)));
      QVERIFY(agreement(at512.code, other.code) > 0.97);
    }
  }

 private:
  Template tiny_;
  std::shared_ptr<const World> natural_;
  RegionMap map_;
};

FW_TEST(TestHandLand)
#include "test_hand_land.moc"
