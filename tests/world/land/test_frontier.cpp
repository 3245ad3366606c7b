#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/template/frontier.h"
#include "core/model/template/plan_grid.h"
#include "core/world/generate.h"
#include "core/world/regions/frontier.h"
#include "land_template.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/world/land/made_regions.h"

// One frontier: where modes.factions is regions, the owners' ground is that of their regions, and their
// shares are exact.

using namespace fw;
using namespace fw::test;

namespace {

Template one_frontier(const std::string& name) {
  Template tmpl = dry_template(name);
  tmpl.faction_mode = FactionMode::regions;
  return tmpl;
}

size_t owner_at(const RegionMap& map, size_t cell) {
  return static_cast<size_t>(map.regions[map.code[cell] - 1u].owner);
}

/// Cells by row of the factions.
std::vector<int64_t> cells_of_owners(const RegionMap& map, const Template& tmpl) {
  std::vector<int64_t> cells(tmpl.vocabulary.factions.size(), 0);
  for (size_t cell = 0; cell < map.code.size(); ++cell)
    if (map.code[cell] != 0) ++cells[owner_at(map, cell)];
  return cells;
}

/// The most by which a faction's cells miss its share of all land.
double worst_share(const RegionMap& map, const Template& tmpl) {
  const std::vector<int64_t> cells = cells_of_owners(map, tmpl);
  double land = 0, worst = 0;
  for (const int64_t n : cells) land += static_cast<double>(n);
  for (size_t k = 0; k < cells.size(); ++k)
    worst =
        std::max(worst, std::fabs(static_cast<double>(cells[k]) - tmpl.vocabulary.factions[k].share * land));
  return worst;
}

/// Pieces of owners beyond one on each piece of ground.
int pieces_too_many(const MadeRegions& m) {
  Raster<uint8_t> owner(m.map.code.grid);
  for (size_t cell = 0; cell < owner.size(); ++cell)
    if (m.map.code[cell] != 0 && !m.map.regions[m.map.code[cell] - 1u].neutral)
      owner[cell] = static_cast<uint8_t>(owner_at(m.map, cell) + 1);
  const Components pieces = label_components(owner);
  std::map<std::pair<int, int>, int> number;
  int more = 0;
  for (size_t id = 0; id < pieces.cells.size(); ++id)
    more += number[{m.island.piece[pieces.first[id]], pieces.label[id]}]++ > 0 ? 1 : 0;
  return more;
}

/// The cells of a code as a row of the hand has them.
HandCells cells_with(const Raster<uint8_t>& codes, uint8_t code) {
  Mask mask(codes.grid);
  for (size_t cell = 0; cell < mask.size(); ++cell) mask[cell] = codes[cell] == code ? 1 : 0;
  const Runs runs = write_runs(mask, "a");
  return {runs.top, runs.left, runs.rows, ""};
}

double least_of_mean(const RegionMap& map) {
  double all = 0, least = 1e300;
  for (const Region& region : map.regions) {
    all += region.area_m2;
    least = std::min(least, region.area_m2);
  }
  return least / (all / static_cast<double>(map.regions.size()));
}

}  // namespace

class TestFrontier : public QObject {
  Q_OBJECT

 private slots:
  void ownersHoldTheirSharesInOnePieceEach_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seeds");
    for (const auto& [name, seeds] : {std::pair{"Tiny", 8},
                                      {"FrontierLike", 8},
                                      {"ArchipelagoLike", 8},
                                      {"WindswardLike", 8},
                                      {"ShatteredMountainLike", 8},
                                      {"EdengroveLike", 8},
                                      {"ContinentLike", 1},
                                      {"ColonyLike", 2},
                                      {"Minimal", 2}})
      QTest::newRow(name) << name << seeds;
  }
  void ownersHoldTheirSharesInOnePieceEach() {
    QFETCH(QString, name);
    QFETCH(int, seeds);
    const Template tmpl = one_frontier(name.toStdString());
    Template by_field = tmpl;
    by_field.faction_mode = FactionMode::field;
    for (uint64_t seed = 1; seed <= static_cast<uint64_t>(seeds); ++seed) {
      const MadeRegions m = made_regions(tmpl, seed, kPlanResolution);
      // One cell a zone: neutral ground and every piece.
      const double worst = worst_share(m.map, tmpl),
                   zones = 1.0 + *std::ranges::max_element(m.island.piece.cells);
      QVERIFY2(worst <= zones, qPrintable(QString("seed %1: %2 cells").arg(seed).arg(worst)));
      const int pieces = pieces_too_many(m);
      QVERIFY2(pieces == 0, qPrintable(QString("seed %1: %2 pieces").arg(seed).arg(pieces)));
      QCOMPARE(label_components(m.map.code).cells.size(), m.map.regions.size());
      // On a small island there is room for less whatever the frontier.
      const double least = least_of_mean(m.map),
                   room = least_of_mean(made_regions(by_field, seed, kPlanResolution).map);
      QVERIFY2(least >= std::min(m.map.regions.size() > 60 ? 0.4 : 0.5, room),
               qPrintable(QString("seed %1: least region %2").arg(seed).arg(least)));
    }
  }

  void everyResolutionHasTheSameOwnersAndExactShares() {
    for (const char* name : {"WindswardLike", "FrontierLike", "ArchipelagoLike"}) {
      const Template tmpl = one_frontier(name);
      const MadeRegions plan = made_regions(tmpl, 3, kPlanResolution);
      for (const int resolution : {256, 300, 1024}) {
        const MadeRegions other = made_regions(tmpl, 3, resolution);
        QCOMPARE(other.map.regions.size(), plan.map.regions.size());
        for (size_t r = 0; r < plan.map.regions.size(); ++r)
          QVERIFY(other.map.regions[r].owner == plan.map.regions[r].owner);
        const double worst = worst_share(other.map, tmpl);
        QVERIFY2(worst <= 1.0 + *std::ranges::max_element(other.island.piece.cells),
                 qPrintable(QString("%1 at %2: %3 cells").arg(name).arg(resolution).arg(worst)));
        QVERIFY2(agreement(other.map.code, plan.map.code) > 0.98,
                 qPrintable(QString("%1 at %2: %3")
                                .arg(name)
                                .arg(resolution)
                                .arg(agreement(other.map.code, plan.map.code))));
      }
    }
  }

  void theFactionOfEveryCellIsTheOwnerOfItsRegion() {
    const Template tmpl = one_frontier("Tiny");
    const auto world = generate(tmpl, SeedBundle::from_master(5), 256).value();
    int64_t off = 0, valued = 0;
    for (size_t cell = 0; cell < world->region.size(); ++cell) {
      valued += std::isnan(world->faction_field[cell]) ? 0 : 1;
      if (world->region[cell] == 0) continue;
      const Region& region = world->regions[world->region[cell] - 1u];
      off += world->faction[cell] != static_cast<size_t>(region.owner) + 1 ? 1 : 0;
    }
    QCOMPARE(off, int64_t{0});
    QCOMPARE(valued, int64_t{0});
    QCOMPARE(world->faction_field.size(), world->region.size());
    QVERIFY(world->faction_fit.offsets.empty());
  }

  void threadsDoNotChangeAByte() {
    const Template tmpl = one_frontier("ArchipelagoLike");
    const MadeRegions usual = made_regions(tmpl, 4, 256);
    for (const int threads : {1, 3}) {
      const ThreadLimit limit(threads);
      QVERIFY(made_regions(tmpl, 4, 256).map.code.cells == usual.map.code.cells);
    }
  }

  void layersCutStrictlyHaveAFieldWhateverTheMode() {
    Template tmpl = one_frontier("Tiny");
    tmpl.layer_mode = LayerMode::strict_quantile;
    QVERIFY(!has_one_frontier(tmpl));
    const auto world = generate(tmpl, SeedBundle::from_master(5), 128).value();
    QVERIFY(std::ranges::none_of(world->faction_field.cells, [](float v) { return std::isnan(v); }));
  }

  void regionsAndFactionsStatedAsTheyAreChangeNoBit() {
    const Template tmpl = one_frontier("Tiny");
    const SeedBundle seeds = SeedBundle::from_master(5);
    const auto natural = generate(tmpl, seeds, kPlanResolution).value();
    Template stated = tmpl;
    for (size_t r = 0; r < natural->regions.size(); ++r) {
      RegionRow row;
      row.id = "r" + std::to_string(r + 1);
      row.is = RegionIs::exactly;
      row.neutral = natural->regions[r].neutral;
      row.place.runs = cells_with(natural->region, static_cast<uint8_t>(r + 1));
      if (!row.neutral) row.owner = tmpl.vocabulary.id_of(natural->regions[r].owner);
      stated.hand.regions.push_back(row);
    }
    for (size_t k = 0; k < tmpl.vocabulary.factions.size(); ++k) {
      PaintRow row;
      row.id = "f" + std::to_string(k + 1);
      row.cls = tmpl.vocabulary.factions[k].id;
      row.place.runs = cells_with(natural->faction, static_cast<uint8_t>(k + 1));
      stated.hand.faction.push_back(row);
    }
    const auto same = generate(stated, seeds, kPlanResolution).value();
    QVERIFY(same->region.cells == natural->region.cells);
    QVERIFY(same->faction.cells == natural->faction.cells);
    QVERIFY(same->danger.cells == natural->danger.cells);
    QVERIFY(same->biome.cells == natural->biome.cells);
    for (const HandOutcome& outcome : same->hand)
      QVERIFY2(outcome.state == HandState::held,
               qPrintable(QString::fromStdString(outcome.id + ": " + outcome.reason)));
  }

  void paintMovesTheFrontierAndTheSharesStay() {
    const Template tmpl = one_frontier("WindswardLike");
    const SeedBundle seeds = SeedBundle::from_master(7);
    const auto natural = generate(tmpl, seeds, kPlanResolution, {}, nullptr, GenerateScope::layers).value();
    // A disc over a border of two owners, for the first of them.
    const GridSpec& g = natural->grid;
    Vec2 at{-1, -1};
    uint8_t of = 0;
    for (int row = 60; row + 60 < g.rows && of == 0; ++row)
      for (int column = 60; column + 60 < g.columns && of == 0; ++column) {
        const uint8_t a = natural->faction.at(column, row), b = natural->faction.at(column + 1, row);
        const size_t neutral = static_cast<size_t>(*tmpl.vocabulary.neutral()) + 1;
        if (a == 0 || b == 0 || a == b || a == neutral || b == neutral) continue;
        if (natural->region.at(column + 40, row) == 0 || natural->region.at(column, row + 40) == 0) continue;
        at = g.centre(column + 1, row);
        of = a;
      }
    QVERIFY(of != 0);
    PaintRow row;
    row.id = "p1";
    row.cls = tmpl.vocabulary.factions[of - 1u].id;
    row.place.shape = "POINT (" + std::to_string(at.x) + " " + std::to_string(at.y) + ")";
    row.place.radius_m = 400;
    row.feather_m = 50;
    Template painted = tmpl;
    painted.hand.faction.push_back(row);
    for (const int resolution : {kPlanResolution, 300}) {
      const auto world = generate(painted, seeds, resolution, {}, nullptr, GenerateScope::layers).value();
      std::vector<int64_t> cells(tmpl.vocabulary.factions.size(), 0);
      int64_t land = 0;
      for (size_t cell = 0; cell < world->region.size(); ++cell) {
        if (world->region[cell] == 0) continue;
        ++land;
        ++cells[world->faction[cell] - 1u];
        QCOMPARE(size_t{world->faction[cell]},
                 static_cast<size_t>(world->regions[world->region[cell] - 1u].owner) + 1);
        if (squared_distance(world->grid.centre(cell), at) < 340 * 340) QCOMPARE(world->faction[cell], of);
      }
      for (size_t k = 0; k < cells.size(); ++k)
        QVERIFY(std::fabs(static_cast<double>(cells[k]) -
                          tmpl.vocabulary.factions[k].share * static_cast<double>(land)) <= 2);
      QVERIFY2(world->hand.front().state != HandState::suspended, world->hand.front().reason.c_str());
    }
  }

  void paintOfAFactionWithoutARegionIsSuspendedAndBiasDoesNothing() {
    Template tmpl = one_frontier("Tiny");
    FactionRow guests = tmpl.vocabulary.factions.front();
    guests.id = guests.label = "guests";
    guests.share = 0;
    tmpl.vocabulary.factions.insert(tmpl.vocabulary.factions.begin(), guests);
    PaintRow row;
    row.id = "p1";
    row.cls = "guests";
    row.place.shape = "POINT (1500 1500)";
    row.place.radius_m = 300;
    tmpl.hand.faction.push_back(row);
    row.id = "p2";
    row.cls = tmpl.vocabulary.factions[1].id;
    row.force = PaintForce::bias;
    row.strength_sd = 1;
    tmpl.hand.faction.push_back(row);
    Template without = tmpl;
    without.hand = {};
    const SeedBundle seeds = SeedBundle::from_master(5);
    const auto world = generate(tmpl, seeds, 128).value(), plain = generate(without, seeds, 128).value();
    QVERIFY(world->region.cells == plain->region.cells);
    for (const HandOutcome& outcome : world->hand) {
      QVERIFY(outcome.state == HandState::suspended);
      QVERIFY(!outcome.reason.empty());
    }
  }

  void aStatedOwnerKeepsTheSharesExact() {
    Template tmpl = one_frontier("WindswardLike");
    const MadeRegions natural = made_regions(tmpl, 7, kPlanResolution);
    const auto& first = natural.map.regions.back();
    RegionRow row;
    row.id = "r1";
    row.x_m = first.centre_m.x;
    row.y_m = first.centre_m.y;
    for (const FactionRow& faction : tmpl.vocabulary.factions)
      if (faction.role == FactionRole::owner && faction.id != tmpl.vocabulary.id_of(first.owner))
        row.owner = faction.id;
    tmpl.hand.regions.push_back(row);
    const MadeRegions m = made_regions(tmpl, 7, kPlanResolution);
    const uint8_t code = m.map.code[m.map.code.grid.cell_at(first.centre_m)];
    QCOMPARE(tmpl.vocabulary.id_of(m.map.regions[code - 1u].owner), row.owner);
    QVERIFY(worst_share(m.map, tmpl) <= 2);
  }
};

FW_TEST(TestFrontier)
#include "test_frontier.moc"
