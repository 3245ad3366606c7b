// What docs/terrain-acceptance.md promises of the land, on two templates; FIELDWRIGHT_TERRAIN_SEEDS=1-16
// makes the whole table over the nine of them and prints it.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/field/filter.h"
#include "core/measure/audit/audit.h"
#include "core/world/generate.h"
#include "tests/support/seed_range.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/terrain/figure_table.h"
#include "tests/terrain/terrain_figures.h"

using namespace fw;

namespace {

constexpr double kAny = 1e9;
constexpr int kResolution = 512;

/// What the median over the seeds and every single world of a template must be.
struct Bound {
  const char* name;
  double median_low, median_high;
  double low = -kAny, high = kAny;
};
struct TemplateBounds {
  const char* name;
  int audits;  ///< that pass, of 16 seeds
  std::vector<Bound> bounds;
};

// Single islands and coasts.
const std::vector<Bound> kShore{{"index", 1.5, 2.4, 1.25, 3.0},
                                {"bays", 0.025, kAny},
                                {"capes", 0.04, kAny},
                                {"pits", 0, 0.001, 0, 0.001},
                                {"integral", 0.18, 0.45},
                                {"top_pieces", 0, 14},
                                {"summits", 0, 20},
                                {"theta", 0.2, 1.0},
                                {"largest_islet", 0, 0.04, 0, 0.04}};

std::vector<Bound> shore_and(std::initializer_list<Bound> more) {
  std::vector<Bound> out = kShore;
  out.insert(out.end(), more);
  return out;
}

const std::vector<TemplateBounds>& templates() {
  static const std::vector<TemplateBounds> all{
      {"WindswardLike", 15,
       shore_and({{"slope", 0, 0.40},
                  {"flat", 0.09, 1},
                  {"overlap", 0, 0.75},
                  {"islets", 4, 40},
                  {"mouths_sheltered", 0.75, 1},
                  {"rim_slope", 0, 0.65},
                  {"rim_curvature", 0, 3}})},
      {"ShatteredMountainLike", 16,
       shore_and({{"slope", 0, 0.60},
                  {"flat", 0.03, 1},
                  {"overlap", 0, 0.75},
                  {"mouths_sheltered", 0.75, 1},
                  {"rim_slope", 0, 1.0},
                  {"rim_curvature", 0, 3}})},
      {"EdengroveLike", 15,
       shore_and({{"slope", 0, 0.40}, {"flat", 0.09, 1}, {"overlap", 0, 0.80}, {"rim_slope", 0, 0.65}})},
      {"ArchipelagoLike",
       16,
       {{"index", 1.35, 1.9, 1, 3.0},
        {"pits", 0, 0.001, 0, 0.001},
        {"slope", 0, 0.45},
        {"flat", 0.04, 1},
        {"theta", 0.2, 1.0},
        {"integral", 0.18, 0.45},
        {"overlap", 0, 0.75}}},
      {"FrontierLike",
       16,
       {{"pits", 0, 0.001, 0, 0.001}, {"slope", 0, 0.40}, {"flat", 0.25, 1}, {"integral", 0.18, 0.45}}},
      {"ColonyLike", 16, shore_and({{"slope", 0, 0.40}, {"flat", 0.09, 1}, {"overlap", 0, 0.88}})},
      {"ContinentLike",
       15,
       {{"index", 1.5, 2.4, 1.25, 3.0},
        {"bays", 0.025, kAny},
        {"capes", 0.04, kAny},
        {"pits", 0, 0.001, 0, 0.001},
        {"slope", 0, 0.40},
        {"flat", 0.12, 1},
        {"integral", 0.16, 0.45},
        {"theta", 0.2, 1.0},
        {"overlap", 0, 0.88},
        {"top_pieces", 0, 14},
        {"summits", 0, 20}}},
      {"Tiny", 16, shore_and({{"slope", 0, 0.40}, {"flat", 0.09, 1}, {"overlap", 0, 0.80}})},
      {"Minimal", 16, shore_and({{"slope", 0, 0.40}, {"flat", 0.09, 1}, {"overlap", 0, 0.80}})},
  };
  return all;
}

void add(const World& world, Table& table) {
  for (const ShoreFigures& shore : measure_shores(world)) {
    table["index"].push_back(shore.index);
    table["bays"].push_back(shore.bays);
    table["capes"].push_back(shore.capes);
    table["bay_count"].push_back(shore.bay_count);
    table["aspect"].push_back(shore.aspect);
  }
  const Figures harbours = measure_harbours(world);
  for (const Figures& figures : {measure_relief(world), measure_islets(world), measure_rims(world), harbours})
    for (const auto& [name, value] : figures) table[name].push_back(value);
  const double mouths = figure(harbours, "mouths");
  table["mouths_sheltered"].push_back(mouths > 0 ? figure(harbours, "sheltered_mouths") / mouths
                                                 : std::nan(""));
}

/// The ground and the regions of a world with settings.
std::shared_ptr<const World> world_with(const char* name, const std::vector<std::string>& settings, int seed,
                                        int resolution) {
  return generate(test::builtin(name, settings), SeedBundle::from_master(static_cast<uint64_t>(seed)),
                  resolution, {}, nullptr, GenerateScope::regions)
      .value();
}

}  // namespace

class TestTerrain : public QObject {
  Q_OBJECT

 private slots:
  void landIsLikeLand() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TERRAIN_SEEDS");
    QStringList failures;
    for (const TemplateBounds& row : templates()) {
      if (first == last && &row != &templates()[0] && &row != &templates()[3]) continue;
      Table table;
      std::vector<std::shared_ptr<const World>> worlds;
      int passed = 0;
      for (int seed = first; seed <= last; ++seed) {
        const Template tmpl = test::builtin(row.name);
        const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(seed)), kResolution);
        QVERIFY(world);
        add(*world.value(), table);
        for (const auto& earlier : worlds) table["overlap"].push_back(overlap(*earlier, *world.value()));
        const AuditReport report = audit(*world.value(), tmpl);
        passed += report.passed ? 1 : 0;
        if (!report.passed) std::printf("%s seed %d: audit failed\n", row.name, seed);
        worlds.push_back(world.value());
      }
      if (last > first) {
        print(row.name, table);
        std::printf("%-22s %-18s %9d of %d\n", row.name, "audits", passed, last - first + 1);
      }
      if (passed < row.audits * (last - first + 1) / 16)
        failures << QString("%1: %2 audits passed").arg(row.name).arg(passed);
      for (const Bound& bound : row.bounds) {
        const std::vector<double>& values = table[bound.name];
        const double middle = median(values);
        if (last > first && !(middle >= bound.median_low && middle <= bound.median_high))
          failures << QString("%1: median of %2 = %3").arg(row.name).arg(bound.name).arg(middle);
        for (const double value : values)
          if (value < bound.low || value > bound.high)
            failures << QString("%1: %2 = %3").arg(row.name).arg(bound.name).arg(value);
      }
    }
    QVERIFY2(failures.empty(), qPrintable(failures.join("\n")));
  }
  void aRisingSeaAndPlainsShowInTheFigures() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TERRAIN_SEEDS");
    const auto medians_of = [&](const char* path, const std::vector<const char*>& values,
                                const auto& measure) {
      std::vector<double> out;
      for (const char* value : values) {
        std::vector<double> found;
        for (int seed = first; seed <= std::max(last, 4); ++seed)
          found.push_back(
              measure(*world_with("WindswardLike", {std::string(path) + "=" + value}, seed, 256)));
        out.push_back(median(found));
        std::printf("%s=%s: %.3f\n", path, value, out.back());
      }
      return out;
    };
    const std::vector<double> index = medians_of("land.drowned", {"0", "0.3", "0.6"}, [](const World& world) {
      return measure_shores(world, 1000)[0].index;
    });
    QVERIFY(index[1] >= index[0] + 0.08 && index[2] >= index[1] + 0.08);
    const std::vector<double> flat = medians_of("relief.plains", {"0", "0.3", "0.6"}, [](const World& world) {
      return figure(measure_relief(world), "flat");
    });
    QVERIFY(flat[1] > flat[0] + 0.03 && flat[2] > flat[1] + 0.05);
  }
  void oneSeedIsAnotherPlaceInAnotherTemplate() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TERRAIN_SEEDS");
    std::vector<double> overlaps, names;
    for (int seed = first; seed <= std::max(last, 3); ++seed) {
      const auto a = world_with("WindswardLike", {}, seed, 256),
                 b = world_with("EdengroveLike", {}, seed, 256);
      overlaps.push_back(overlap(*a, *b));
      double shared = 0;
      for (const Region& region : a->regions)
        shared +=
            std::ranges::any_of(b->regions, [&](const Region& r) { return r.name == region.name; }) ? 1 : 0;
      names.push_back(shared / static_cast<double>(a->regions.size()));
    }
    std::printf("overlap %.3f, names shared %.3f\n", median(overlaps), median(names));
    QVERIFY(median(overlaps) <= 0.80);
    QVERIFY(median(names) <= 0.10);
  }
  void otherResolutionsAreTheSamePlace() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TERRAIN_SEEDS");
    for (const char* name : {"WindswardLike", "ArchipelagoLike", "ColonyLike"}) {
      const auto plan = world_with(name, {}, first, kResolution);
      for (const int resolution : last > first ? std::vector{256, 1024, 2048} : std::vector{256}) {
        const auto world = world_with(name, {}, first, resolution);
        double both = 0, either = 0, squares = 0, cells = 0, high = 0;
        const GridSpec& fine = world->grid.cells() > plan->grid.cells() ? world->grid : plan->grid;
        for (size_t i = 0; i < fine.cells(); ++i) {
          const Vec2 p = fine.centre(i);
          const size_t a = plan->grid.cell_at(p), b = world->grid.cell_at(p);
          both += plan->on_island(a) && world->on_island(b) ? 1 : 0;
          either += plan->on_island(a) || world->on_island(b) ? 1 : 0;
          if (!plan->on_island(a) || !world->on_island(b)) continue;
          const double d = static_cast<double>(bilinear(plan->height_m, p) - bilinear(world->height_m, p));
          squares += d * d;
          ++cells;
          high = std::max(high, static_cast<double>(plan->height_m[a]));
        }
        const double common = both / either, rms = std::sqrt(squares / cells) / high;
        std::printf("%s at %d: overlap %.4f, height rms %.4f of the relief\n", name, resolution, common, rms);
        QVERIFY2(common >= (resolution == 256 ? 0.97 : 0.985), qPrintable(QString::number(common)));
        QVERIFY2(rms <= 0.02, qPrintable(QString::number(rms)));
      }
    }
  }
  void framesOfAnySizeHoldLandOfOneKind() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TERRAIN_SEEDS");
    for (const int side_m : last > first ? std::vector{4000, 16000, 64000} : std::vector{4000}) {
      Table table;
      const std::string side = std::to_string(side_m);
      const int height_m = static_cast<int>(420 * std::pow(side_m / 8000.0, 0.6));
      for (int seed = first; seed <= std::max(last, 2); ++seed)
        add(*world_with("WindswardLike",
                        {"frame.width_m=" + side, "frame.height_m=" + side,
                         "relief.height_max_m=" + std::to_string(height_m)},
                        seed, kResolution),
            table);
      print(side.c_str(), table);
      QVERIFY(median(table["index"]) >= 1.5 && median(table["index"]) <= 2.4);
      QVERIFY(median(table["bays"]) >= 0.025 && median(table["capes"]) >= 0.04);
      QVERIFY(median(table["flat"]) >= 0.09 && median(table["pits"]) <= 0.001);
    }
  }
  void theFiguresOfACircleAreThoseOfACircle() {
    Mask disc(GridSpec::square(200, 200));
    for (size_t i = 0; i < disc.size(); ++i)
      disc[i] = squared_distance(disc.grid.centre(i), {100, 100}) < 70 * 70;
    const ShoreFigures shore = measure_shore(disc);
    QVERIFY2(std::abs(shore.index - 1) < 0.02, qPrintable(QString::number(shore.index)));
    QVERIFY(shore.bays < 0.005 && shore.capes < 0.005);
    QVERIFY(std::abs(shore.aspect - 1) < 0.01);
  }
  void aBayAndACapeAreCounted() {
    Mask square(GridSpec::square(200, 200));
    for (size_t i = 0; i < square.size(); ++i) {
      const int c = square.grid.column_of(i), r = square.grid.row_of(i);
      const bool body = c >= 40 && c < 140 && r >= 40 && r < 140;
      const bool bay = c >= 85 && c < 95 && r < 70;
      const bool cape = c >= 140 && c < 180 && r >= 85 && r < 95;
      square[i] = (body && !bay) || cape;
    }
    const ShoreFigures shore = measure_shore(square);
    QVERIFY(shore.bays > 0.02 && shore.capes > 0.03);
    QVERIFY(shore.bay_count >= 1);
  }
};

FW_TEST(TestTerrain)
#include "test_terrain.moc"
