// What docs/world.md, 4.3 promises of the biomes, on two templates; FIELDWRIGHT_BIOME_SEEDS=1-16 makes the
// whole table over the built-in ones and prints it.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/base/exact/rng.h"
#include "core/model/world/audit_report.h"
#include "core/world/generate.h"
#include "tests/support/seed_range.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/terrain/biome_figures.h"
#include "tests/terrain/figure_table.h"

using namespace fw;

namespace {

constexpr int kResolution = 512;

struct Row {
  const char* name;
  double pieces;     ///< at most
  bool has_heights;  ///< the land explains biomes by its heights
};
const std::vector<Row> kRows{{"WindswardLike", 90, true},   {"ShatteredMountainLike", 90, true},
                             {"EdengroveLike", 90, true},   {"ArchipelagoLike", 120, true},
                             {"FrontierLike", 90, true},    {"ColonyLike", 90, true},
                             {"ContinentLike", 2000, true}, {"Tiny", 90, false},
                             {"Minimal", 90, false}};

bool is_high(const std::string& id) {
  return id == "snow" || id == "alpine";
}
bool is_marsh(const std::string& id) {
  return id == "wetland" || id == "reed_marsh" || id == "bog";
}

}  // namespace

class TestBiomes : public QObject {
  Q_OBJECT

 private slots:
  void biomesLieWhereTheLandAllowsThem() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_BIOME_SEEDS");
    QStringList failures;
    const auto fail = [&](const char* name, const QString& what) {
      failures << QString("%1: %2").arg(name, what);
    };
    int worlds = 0, seamless = 0;
    for (const Row& row : kRows) {
      if (first == last && &row != &kRows[0] && &row != &kRows[3]) continue;
      const QByteArray only = qgetenv("FIELDWRIGHT_BIOME_TEMPLATE");
      if (!only.isEmpty() && only != row.name) continue;
      Table table;
      const Template tmpl = test::builtin(row.name);
      for (int seed = first; seed <= last; ++seed) {
        const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(seed)), kResolution,
                                    {}, nullptr, GenerateScope::layers);
        QVERIFY(world);
        const Figures figures = measure_biomes(*world.value(), tmpl);
        for (const auto& [name, value] : figures) table[name].push_back(value);
        const auto check = [&](const char* name, double most) {
          if (figure(figures, name) > most)
            fail(row.name, QString("seed %1: %2 = %3").arg(seed).arg(name).arg(figure(figures, name)));
        };
        check("row", 1e-9);
        check("danger", 0.1);
        check("land", 0.05);
        check("specks", 0);
        check("pieces", row.pieces);
        if (row.has_heights && figure(figures, "explained") < 0.48)
          fail(row.name, QString("seed %1: explained %2").arg(seed).arg(figure(figures, "explained")));
        if (row.has_heights) {
          ++worlds;
          seamless += figure(figures, "seam") <= 1.6 ? 1 : 0;
        }
        for (const BiomeRoom& room : world.value()->biome_room) {
          const std::string& id = tmpl.vocabulary.biomes[room.biome].id;
          if (room.cells == 0) continue;
          const double within = figure(figures, id + "_in");
          if (is_high(id) && within < (figure(figures, id + "_share") > 0.15 ? 0.85 : 0.9))
            fail(row.name, QString("seed %1: %2 of %3 within").arg(seed).arg(within).arg(id.c_str()));
          if (is_marsh(id) && figure(figures, id + "_room") >= 1.5) table["marsh_in"].push_back(within);
        }
      }
      if (last > first) print(row.name, table);
      if (row.has_heights && median(table["explained"]) < 0.57 && last > first)
        fail(row.name, QString("median of explained %1").arg(median(table["explained"])));
      if (row.has_heights && median(table["by_height"]) < 0.45 && last > first)
        fail(row.name, QString("median of by_height %1").arg(median(table["by_height"])));
    }
    std::printf("seam <= 1.6 in %d of %d\n", seamless, worlds);
    QVERIFY(seamless * 100 >= worlds * 95);
    QVERIFY2(failures.empty(), qPrintable(failures.join("\n")));
  }
  // The paper's case: every region has a row of its own.
  void randomRowsInAllRegionsAreMetToTheCell() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_BIOME_SEEDS");
    const int worlds = last > first ? 6 * (last - first + 1) : 3;
    RandomCursor random{77, 0};
    for (int i = 0; i < worlds; ++i) {
      Template tmpl = test::builtin(kRows[static_cast<size_t>(i) % 3].name);
      const size_t biomes = tmpl.vocabulary.biomes.size();
      for (int region = 1; region <= tmpl.regions.neutral + tmpl.regions.controllable; ++region) {
        std::vector<double> row(biomes, 0.0);
        double sum = 0;
        for (int part = 0; part < 4; ++part) {
          const double more = random.uniform(0.1, 1);
          row[random.below(biomes)] += more;
          sum += more;
        }
        for (double& share : row) share /= sum;
        tmpl.region_mixes.push_back({.region = region, .danger = {}, .biomes = row});
      }
      const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(100 + i)), 256, {},
                                  nullptr, GenerateScope::layers);
      QVERIFY(world);
      const Figures figures = measure_biomes(*world.value(), tmpl);
      int64_t least = INT64_MAX;
      for (size_t r = 0; r < world.value()->regions.size(); ++r)
        least = std::min(least, std::ranges::count(world.value()->region.cells, static_cast<uint8_t>(r + 1)));
      // `row` is what lies beyond half a cell: less than another half one.
      QVERIFY2(figure(figures, "row") <= 100 * 0.5 / static_cast<double>(least),
               qPrintable(QString("world %1: %2 points").arg(i).arg(figure(figures, "row"))));
    }
  }
  void anyLimitsHaveAWorld() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_BIOME_SEEDS");
    const int worlds = last > first ? 20 * (last - first + 1) : 6;
    RandomCursor random{78, 0};
    for (int i = 0; i < worlds; ++i) {
      Template tmpl = test::builtin(i % 2 == 0 ? "Tiny" : "FrontierLike");
      std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
      double sum = 0;
      for (BiomeRow& row : rows) {
        row.share = random.uniform(0.05, 1);
        sum += row.share;
        for (const auto& [limit, most] : {std::pair{&row.only.height, 1.0},
                                          {&row.only.slope, 0.5},
                                          {&row.only.coast_m, 900.0},
                                          {&row.only.wet, 1.0}}) {
          *limit = {};
          if (random.uniform() < 0.5) continue;
          const double a = random.uniform(0, most), b = random.uniform(0, most);
          if (random.uniform() < 0.7) limit->min = std::min(a, b);
          if (random.uniform() < 0.7) limit->max = std::max(a, b);
        }
      }
      for (BiomeRow& row : rows) row.share /= sum;
      tmpl.ground_weight = random.uniform(0, 10);
      const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(i)), 128, {}, nullptr,
                                  GenerateScope::layers);
      QVERIFY(world);
      const Figures figures = measure_biomes(*world.value(), tmpl);
      QVERIFY2(figure(figures, "land") <= 100 * kIslandMixTolerance,  // as the audit has it
               qPrintable(QString("world %1: %2 points").arg(i).arg(figure(figures, "land"))));
      QCOMPARE(figure(figures, "row"), 0.0);
    }
  }
};

FW_TEST(TestBiomes)
#include "test_biomes.moc"
