// Where towns, harbours and what belongs to the sea stand in whole worlds: FIELDWRIGHT_TOWN_SEEDS=1-8 makes
// every built-in template under these seeds and prints the table of docs/world.md, 6.6.

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/field/filter.h"
#include "core/model/world/features.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/land/spacing.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/seed_range.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr double kAtSea_m = 60;
constexpr double kSteepTown = 0.24;
constexpr std::array<std::string_view, 7> kSeaSymbols{"fish",  "dock", "anchor",    "ship",
                                                      "wreck", "wave", "lighthouse"};

/// Counts over the worlds of a template.
struct TownFigures {
  double towns = 0, steep = 0, at_water = 0;
  double harbours = 0, harbours_at_towns = 0;
  double docks = 0, docks_at_towns = 0;
  double sea_things = 0, off_the_sea = 0;
  double short_of_quota = 0, worlds_with_near_towns = 0, worlds = 0;
};

bool is_sea_symbol(const std::string& symbol) {
  return std::ranges::find(kSeaSymbols, symbol) != kSeaSymbols.end();
}

/// How near to a town a harbour stands: the scale of its row's own term, 300 m in an 8 km frame.
double town_scale_m(const LandmarkRow& kind) {
  for (const SiteTerm& term : kind.site.prefer)
    if (distance_to_kind(term.measure) && term.shape == TermShape::exp && term.weight >= 2) return term.scale;
  return 300;
}

/// Whether a class belongs to the sea: by its ground, or by its symbol where rivers and lakes do not hold it.
bool of_the_sea(const Vocabulary& words, const PointClass& cls) {
  const GroundKind ground = cls.conditions.ground;
  if (ground == GroundKind::sea || ground == GroundKind::shore || ground == GroundKind::beach) return true;
  const auto family = find_row(words.families, cls.family);
  return ground == GroundKind::land && family && is_sea_symbol(words.families[*family].symbol);
}

void measure_world(const Template& tmpl, uint64_t seed, TownFigures& sum) {
  StageCache cache;
  const SeedBundle seeds = SeedBundle::from_master(seed);
  const auto world = generate(tmpl, seeds, 512, {}, &cache).value();
  // The ground before towns level theirs.
  const auto bare = generate(tmpl, seeds, 512, {}, &cache, GenerateScope::layers).value();
  const Raster<float> slope = gradient_norm(gaussian(bare->height_m, 23));
  const GridSpec& grid = world->grid;
  const Vocabulary& words = world->vocabulary;
  const FeatureSources sources = feature_sources(*world);
  const FeatureIndex water = feature_index("water_m", sources);
  std::vector<Vec2> moorings;
  for (const HarbourSite& site : world->coast.harbour_sites) moorings.push_back(site.position_m);
  double spacing_m = 0;
  for (const LandmarkRow& kind : words.landmarks)
    if (kind.role == LandmarkRole::seat) spacing_m = std::max(spacing_m, kind.spacing_m);
  bool near = false;
  for (size_t i = 0; i < sources.settlements_m.size(); ++i) {
    const Vec2 at = sources.settlements_m[i];
    ++sum.towns;
    sum.steep += static_cast<double>(slope[grid.cell_at(at)]) > kSteepTown ? 1 : 0;
    sum.at_water += water.distance_m(at, 200) <= 200 || nearest_m(moorings, at) <= 250 ? 1 : 0;
    for (size_t j = 0; j < i; ++j)
      near = near || squared_distance(at, sources.settlements_m[j]) < 0.81 * spacing_m * spacing_m;
  }
  sum.worlds_with_near_towns += near ? 1 : 0;
  const double reach_m = std::max(kAtSea_m, 1.5 * grid.cell_m);
  for (const Point& p : world->points.points) {
    const PointClassInfo& info = world->points.class_of(p);
    bool sea = false;
    if (info.category == Category::landmark) {
      const LandmarkRow& kind = words.landmarks[static_cast<size_t>(info.landmark)];
      sea = kind.role == LandmarkRole::site && is_sea_symbol(kind.symbol);
      const double here = nearest_m(sources.settlements_m, p.position_m) <= town_scale_m(kind) ? 1 : 0;
      if (is_harbour(kind)) ++sum.harbours, sum.harbours_at_towns += here;
      if (kind.symbol == "dock") ++sum.docks, sum.docks_at_towns += here;
    } else {
      const std::vector<PointClass>& classes = tmpl.classes(info.category);
      const auto cls = std::ranges::find(classes, info.slug, &PointClass::slug);
      sea = cls != classes.end() && of_the_sea(words, *cls);
    }
    if (!sea) continue;
    ++sum.sea_things;
    sum.off_the_sea += static_cast<double>(world->coast_m[grid.cell_at(p.position_m)]) > reach_m ? 1 : 0;
  }
  for (const QuotaLedger& row : world->ledger)
    if (row.placed < row.quota) {
      sum.short_of_quota += static_cast<double>(row.quota - row.placed);
      std::printf("%s seed %d: %d of %d placed of %s\n", tmpl.name.c_str(), static_cast<int>(seed),
                  static_cast<int>(row.placed), static_cast<int>(row.quota),
                  world->points.classes[static_cast<size_t>(row.class_index)].slug.c_str());
    }
  ++sum.worlds;
}

double part_of(double part, double of) {
  return of > 0 ? part / of : 0;
}

}  // namespace

class TestTownWorlds : public QObject {
  Q_OBJECT

 private slots:
  void townsHarboursAndThingsOfTheSeaStandWherePeopleWouldPutThem() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_TOWN_SEEDS");
    QStringList failures;
    const auto ask = [&](bool holds, const std::string& what, double value) {
      if (!holds) failures << QString("%1: %2").arg(QString::fromStdString(what)).arg(value);
    };
    double harbour_mean = 0, harbour_templates = 0;
    for (const BuiltinTemplate& of : builtin_templates()) {
      const std::string name(of.name);
      if (first == last && name != "WindswardLike" && name != "ArchipelagoLike") continue;
      const Template tmpl = builtin(name);
      TownFigures f;
      for (int seed = first; seed <= last; ++seed) measure_world(tmpl, static_cast<uint64_t>(seed), f);
      if (last > first)
        std::printf(
            "%-22s towns %4.0f steep %.3f at water %.2f near %.0f | harbours %3.0f %.2f docks %3.0f %.2f | "
            "sea %4.0f off %.0f | short %.0f\n",
            name.c_str(), f.towns, part_of(f.steep, f.towns), part_of(f.at_water, f.towns),
            f.worlds_with_near_towns, f.harbours, part_of(f.harbours_at_towns, f.harbours), f.docks,
            part_of(f.docks_at_towns, f.docks), f.sea_things, f.off_the_sea, f.short_of_quota);
      std::fflush(stdout);
      if (f.harbours > 0) {
        harbour_mean += f.harbours_at_towns / f.harbours;
        ++harbour_templates;
        ask(f.harbours_at_towns / f.harbours >= 0.6, name + ": harbours at towns",
            f.harbours_at_towns / f.harbours);
      }
      if (f.docks > 0)
        ask(f.docks_at_towns / f.docks >= 0.9, name + ": docks at towns", f.docks_at_towns / f.docks);
      ask(f.off_the_sea == 0, name + ": things of the sea on land", f.off_the_sea);
      if (last > first)
        ask(part_of(f.steep, f.towns) <= 0.1 || f.towns == 0, name + ": towns on steep ground",
            part_of(f.steep, f.towns));
      ask(f.short_of_quota == 0, name + ": short of quota", f.short_of_quota);
    }
    ask(harbour_mean / harbour_templates >= 0.75, "harbours at towns, mean",
        harbour_mean / harbour_templates);
    QVERIFY2(failures.empty(), qPrintable(failures.join("\n")));
  }

  void everyResolutionHasTheHarboursAndTownsOfThePlan() {
    const Template tmpl = builtin("ArchipelagoLike");
    const SeedBundle seeds = SeedBundle::from_master(3);
    const auto plan = generate(tmpl, seeds, 512).value();
    const auto raster = generate(tmpl, seeds, 256).value();
    QCOMPARE(raster->coast.harbour_sites.size(), plan->coast.harbour_sites.size());
    for (size_t k = 0; k < plan->coast.harbour_sites.size(); ++k)
      QCOMPARE(raster->coast.harbour_sites[k].cell, plan->coast.harbour_sites[k].cell);
    const auto towns = [](const World& world) { return feature_sources(world).settlements_m; };
    QVERIFY(towns(*plan) == towns(*raster));
  }
};

FW_TEST(TestTownWorlds)
#include "test_town_worlds.moc"
