// What docs/water.md promises, on a few islands; FIELDWRIGHT_WATER_SEEDS=1-16 makes the whole table and
// prints it.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/digest.h"
#include "core/model/world/features.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"
#include "core/world/detail/world_detail.h"
#include "core/world/generate.h"
#include "tests/support/test_main.h"
#include "tests/water/water_figures.h"

using namespace fw;

namespace {

constexpr double kNotAsked = -1e9;

/// A requirement of each island, and of the median of all.
struct Bound {
  const char* name;
  double low, high;
  double median_low = -1e9, median_high = 1e9;
  double rough_low = kNotAsked;  ///< the lower bound without erosion
  bool of_some = false;          ///< islands with few junctions have none
};
constexpr Bound kBounds[] = {
    {"drained_share", 1, 1, -1e9, 1e9, 1},
    {"uphill", 0, 0, -1e9, 1e9, 0},
    {"off_basin", 0, 0.006, -1e9, 1e9, 0},
    {"density", 0.75, 1.6, 0.9, 1.6},
    {"rivers", 24, 90},
    {"mouths", 12, 40},
    {"longest_km", 2.3, 20},
    {"hack", 0.43, 0.62, 0.49, 0.58},
    {"top_order", 2, 9},
    {"R_b", 1, 20, 3.5, 5.5},
    {"R_l", 0.5, 10, 1.7, 2.8},
    {"R_a", 1, 20, 3.0, 4.5},
    {"junction_deg", 45, 72, 45, 72, kNotAsked, true},
    {"sinuosity", 1.04, 2},
    {"sinuosity_p90", 1.1, 3},
    {"lake_steps_m", 0, 0.05, -1e9, 1e9, 0},
    {"slope_ratio", 0.75, 1.35, 0.9, 1.1},
    {"cliff", 0, 1, 0.02, 1},
    {"rocky", 0.01, 1},
    {"beach", 0.02, 1},
    {"marsh", 0.02, 1},
    {"rises@512", 0, 0.005, -1e9, 1e9, 0},
    {"along@512", 0.98, 1, -1e9, 1e9, 0.98},
    {"raster_max@512", 1, 1, -1e9, 1e9, 1},
};

constexpr std::array<const char*, 3> kTemplates{"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};

double upper_median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::pair<int, int> seeds_to_test() {
  const QByteArray asked = qgetenv("FIELDWRIGHT_WATER_SEEDS");
  const QList<QByteArray> parts = asked.split('-');
  if (parts.size() != 2) return {1, 1};
  return {parts[0].toInt(), parts[1].toInt()};
}

/// Of the plan, and of its raster of 512 cells.
Figures figures_of(const WateredPlan& plan) {
  Figures figures = plan_figures(plan);
  for (const auto& [key, value] : raster_figures(plan, island_on(plan, 512)))
    figures.push_back({key + "@512", value});
  return figures;
}

/// Least, median and greatest of each.
void print(const std::map<std::string, std::vector<double>>& all) {
  for (const auto& [key, values] : all)
    std::printf("%-16s %9.4f %9.4f %9.4f\n", key.c_str(), *std::min_element(values.begin(), values.end()),
                upper_median(values), *std::max_element(values.begin(), values.end()));
}

}  // namespace

class TestWater : public QObject {
  Q_OBJECT

 private slots:
  void islandsHaveTheFiguresOfRivers() {
    const auto [first, last] = seeds_to_test();
    std::map<std::string, std::vector<double>> all;
    QStringList failures;
    for (const char* name : kTemplates)
      for (int seed = first; seed <= last; ++seed) {
        const WateredPlan plan =
            make_watered_plan(with_water(name, Erosion::fluvial), static_cast<uint64_t>(seed));
        const Figures figures = figures_of(plan);
        for (const auto& [key, value] : figures) all[key].push_back(value);
        for (const Bound& bound : kBounds) {
          const double value = figure(figures, bound.name);
          if (bound.of_some && std::isnan(value)) continue;
          if (!(value >= bound.low && value <= bound.high))
            failures << QString("%1 seed %2: %3 = %4").arg(name).arg(seed).arg(bound.name).arg(value);
        }
        const double share = figure(figures, "lake_share");
        if (!(share >= 0.9 && share <= 1.1) && plan.water->findings.empty())
          failures << QString("%1 seed %2: lakes of %3 without a finding").arg(name).arg(seed).arg(share);
        const double hack = plan.water->network.hack;  // as audits show it
        if (!(std::abs(hack - figure(figures, "hack")) < 1e-9))
          failures << QString("%1 seed %2: hack %3").arg(name).arg(seed).arg(hack);
      }
    if (last > first) {
      print(all);
      for (const Bound& bound : kBounds)
        if (const double m = upper_median(all[bound.name]);
            !(m >= bound.median_low && m <= bound.median_high))
          failures << QString("median of %1 = %2").arg(bound.name).arg(m);
    }
    QVERIFY2(failures.empty(), qPrintable(failures.join("\n")));
  }
  void withoutErosionWaterRunsDownhillTooAndLakesStandInDepressions() {
    const auto [first, last] = seeds_to_test();
    std::map<std::string, std::vector<double>> all;
    QStringList failures;
    for (const char* name : kTemplates)
      for (int seed = first; seed <= last; ++seed) {
        if (last == first && name != kTemplates[1]) continue;
        const WateredPlan plan =
            make_watered_plan(with_water(name, Erosion::none), static_cast<uint64_t>(seed));
        const Figures figures = figures_of(plan);
        for (const auto& [key, value] : figures) all[key].push_back(value);
        for (const Bound& bound : kBounds) {
          const double value = figure(figures, bound.name);
          if (bound.rough_low != kNotAsked && !(value >= bound.rough_low && value <= bound.high))
            failures << QString("%1 seed %2: %3 = %4").arg(name).arg(seed).arg(bound.name).arg(value);
        }
        const double share = figure(figures, "lake_share");
        if (!(share >= 0.9 && share <= 1.1) && plan.water->findings.empty())
          failures << QString("%1 seed %2: lakes of %3 without a finding").arg(name).arg(seed).arg(share);
      }
    if (last > first) print(all);
    QVERIFY2(failures.empty(), qPrintable(failures.join("\n")));
  }
  void coarserRastersShowNoLatticeOfThePlansCells() {
    const GridSpec plan = GridSpec::square(8000, 512);
    Raster<float> rough(plan);
    for (uint32_t c = 0; c < rough.size(); ++c) rough[c] = static_cast<float>(random_uniform(7, c));
    const Mask plan_land(plan, 1);
    for (const auto& [resolution, period] : {std::pair{384, 3}, {448, 7}, {320, 5}}) {
      const Mask land(GridSpec::square(8000, resolution), 1);
      const Raster<float> height = resample_ground(rough, plan_land, land);
      // Mean square of second differences along rows, by place in the pattern that two grids make.
      std::vector<double> sum(static_cast<size_t>(period), 0), count(sum);
      for (int row = 0; row < resolution; ++row)
        for (int column = period; column + period < resolution; ++column) {
          const double d = static_cast<double>(height.at(column - 1, row)) -
                           2 * static_cast<double>(height.at(column, row)) +
                           static_cast<double>(height.at(column + 1, row));
          sum[static_cast<size_t>(column % period)] += d * d;
          count[static_cast<size_t>(column % period)] += 1;
        }
      for (size_t k = 0; k < sum.size(); ++k) sum[k] /= count[k];
      const auto [least, most] = std::minmax_element(sum.begin(), sum.end());
      QVERIFY2(*most / *least < 1.2, qPrintable(QString("%1: %2").arg(resolution).arg(*most / *least)));
    }
  }
  void everyResolutionShowsTheSameLakes() {
    const WateredPlan plan = make_watered_plan(with_water("WindswardLike", Erosion::fluvial), 42);
    const double ha = figure(raster_figures(plan, island_on(plan, 512)), "lake_ha");
    for (const int resolution : {256, 1024, 2048}) {
      const Figures figures = raster_figures(plan, island_on(plan, resolution));
      QVERIFY2(std::abs(figure(figures, "lake_ha") / ha - 1) < 0.06, qPrintable(QString::number(resolution)));
      QCOMPARE(figure(figures, "raster_max"), 1.0);
      if (resolution > 512) QVERIFY(figure(figures, "rises") < 0.001);
      if (resolution > 1024) QCOMPARE(figure(figures, "rises"), 0.0);
    }
  }
  void gulliesBelowThePlanCostTheFlowNextToNothing() {
    for (const auto& [name, seed] : {std::pair{"WindswardLike", 42}, {"ShatteredMountainLike", 7}}) {
      const WateredPlan plan =
          make_watered_plan(with_water(name, Erosion::fluvial), static_cast<uint64_t>(seed));
      Island island = island_on(plan, 2048);
      const double without = figure(raster_figures(plan, island), "along");
      const Raster<float> detail =
          make_detail(plan.tmpl, plan.seeds, island.height_m, {island.main, island.water, {}}, {}, {});
      for (size_t cell = 0; cell < detail.size(); ++cell) island.height_m[cell] += detail[cell];
      const double with = figure(raster_figures(plan, island), "along");
      qInfo("%s %d: %.4f without detail, %.4f with", name, seed, without, with);
      QVERIFY(with >= 0.98 || with >= without - 0.008);
    }
  }
  void everyRiverIsWaterFromItsHeadToItsEnd() {
    for (const Erosion erosion : {Erosion::none, Erosion::fluvial}) {
      const WateredPlan plan = make_watered_plan(with_water("ShatteredMountainLike", erosion), 3);
      const Island island = island_on(plan, 512);
      size_t dry = 0;
      for (const Reach& reach : plan.water->network.reaches)  // through lakes too
        for (const Vec2 at : reach.vertices_m)
          dry += island.water[island.water.grid.cell_at(at)] == static_cast<uint8_t>(WaterCode::dry) ? 1 : 0;
      QCOMPARE(dry, size_t{0});
    }
  }
  void riversAndLakesAreTheSameAtEveryResolutionAndHaveNamesOfTheirOwn() {
    Template tmpl = with_water("WindswardLike", Erosion::fluvial);
    std::vector<std::string> first;
    for (const int resolution : {128, 256}) {
      const auto world = generate(tmpl, tmpl.seeds(), resolution, {}, nullptr, GenerateScope::layers).value();
      std::vector<std::string> digests;
      for (const auto& [name, digest] : world_digests(*world))
        if (name == "rivers" || name == "lakes") digests.push_back(digest);
      QCOMPARE(digests.size(), size_t{2});
      if (first.empty()) first = digests;
      QCOMPARE(digests, first);
      std::set<std::string> names;
      for (const Lake& lake : world->water_network.lakes)
        QVERIFY(names.insert(lake.name).second && !lake.name.empty());
      size_t named = 0;
      for (const River& river : world->water_network.rivers)
        named += !river.name.empty() && names.insert(river.name).second;
      QVERIFY(named > world->water_network.rivers.size() / 2);
    }
  }
  void belowAConfluenceThereIsTheWaterOfBothRivers() {
    const WateredPlan plan = make_watered_plan(with_water("EdengroveLike", Erosion::fluvial), 3);
    const Water& water = plan.water->network;
    int confluences = 0;
    for (const Reach& tributary : water.reaches) {
      if (tributary.into != ReachInto::river || tributary.into_index == tributary.river) continue;
      const std::vector<int>& chain = water.rivers[static_cast<size_t>(tributary.into_index)].reaches;
      for (size_t k = 0; k + 1 < chain.size(); ++k) {
        const Reach& above = water.reaches[static_cast<size_t>(chain[k])];
        const Reach& below = water.reaches[static_cast<size_t>(chain[k + 1])];
        if (!(above.vertices_m.back() == tributary.vertices_m.back()) || below.form != ReachForm::plain)
          continue;
        ++confluences;
        QVERIFY(below.discharge_m3_s >= 0.999 * (above.discharge_m3_s + tributary.discharge_m3_s));
        QVERIFY(below.order >= std::max(above.order, tributary.order));
        QVERIFY(above.order != tributary.order || below.order > above.order);
      }
    }
    QVERIFY2(confluences > 5, qPrintable(QString::number(confluences)));
  }
  void riversAndOutletsMeetLakesOnTheirOutlines() {
    for (const Erosion erosion : {Erosion::fluvial, Erosion::none})
      for (const char* name : {"WindswardLike", "EdengroveLike"}) {
        Template tmpl = with_water(name, erosion);
        tmpl.lakes.count = 30;
        const WateredPlan plan = make_watered_plan(tmpl, 4);
        const Water& water = plan.water->network;
        const auto outline_m = [&](const Lake& lake, Vec2 at) {
          Water alone;
          alone.lakes = {lake};
          return std::fabs(feature_index("lake_m", {.grid = plan.water->height_m.grid, .water = &alone})
                               .nearest(at)
                               .distance_m);
        };
        int inflows = 0;
        for (const Lake& lake : water.lakes) {
          QVERIFY2(outline_m(lake, lake.outlet_m) < 0.05,
                   qPrintable(QString::number(outline_m(lake, lake.outlet_m))));
          QVERIFY(lake.volume_m3 <= lake.area_m2 * lake.depth_max_m);
        }
        for (const Reach& reach : water.reaches) {
          if (reach.into != ReachInto::lake || reach.form == ReachForm::lake_path) continue;
          ++inflows;
          const double off_m =
              outline_m(water.lakes[static_cast<size_t>(reach.into_index)], reach.vertices_m.back());
          QVERIFY2(off_m < 0.05, qPrintable(QString::number(off_m)));
        }
        QVERIFY(inflows > 5);
      }
  }
  void noRiverBeginsEndsOrMeetsAnotherInsideALake() {
    for (const auto& [name, seed] : {std::pair{"EdengroveLike", 404}, {"WindswardLike", 7}}) {
      const WateredPlan plan =
          make_watered_plan(with_water(name, Erosion::fluvial), static_cast<uint64_t>(seed));
      const Water& water = plan.water->network;
      const FeatureIndex lakes =
          feature_index("lake_m", {.grid = plan.water->height_m.grid, .water = &water});
      for (const Reach& reach : water.reaches) {
        if (reach.form == ReachForm::lake_path) continue;
        for (const Vec2 end : {reach.vertices_m.front(), reach.vertices_m.back()})
          QVERIFY2(lakes.distance_m(end, 0) > 0 || lakes.nearest(end).distance_m < 0.05,
                   qPrintable(QString("%1 %2: %3, %4").arg(name).arg(seed).arg(end.x).arg(end.y)));
      }
    }
  }
  void rastersHoldTheDepthAndTheVolumeOfTheirLakes() {
    for (const Erosion erosion : {Erosion::fluvial, Erosion::none}) {
      const WateredPlan plan = make_watered_plan(with_water("ShatteredMountainLike", erosion), 2);
      for (const int resolution : {512, 768, 1024, 2048}) {
        const Island island = island_on(plan, resolution);
        const std::vector<Lake>& lakes = plan.water->network.lakes;
        const FeatureIndex outlines =
            feature_index("lake_m", {.grid = island.water.grid, .water = &plan.water->network});
        double volume_m3 = 0, deepest_m = 0, asked_m3 = 0, most_m = 0;
        for (size_t cell = 0; cell < island.water.size(); ++cell) {
          if (outlines.distance_m(island.water.grid.centre(cell), 0) > 0) continue;
          const double depth_m =
              static_cast<double>(island.surface_m[cell]) - static_cast<double>(island.bed_m[cell]);
          volume_m3 += depth_m * island.water.grid.cell_area_m2();
          deepest_m = std::max(deepest_m, depth_m);
        }
        for (const Lake& lake : lakes) {
          asked_m3 += lake.volume_m3;
          most_m = std::max(most_m, lake.depth_max_m);
        }
        QVERIFY2(std::fabs(deepest_m - most_m) < 0.1, qPrintable(QString::number(deepest_m - most_m)));
        QVERIFY2(std::fabs(volume_m3 / asked_m3 - 1) < 0.01,
                 qPrintable(QString::number(volume_m3 / asked_m3)));
      }
    }
  }
  void aRiverBeginsOrRunsPastEveryLakesOutlet() {
    for (const auto& [seed, count, erosion] :
         {std::tuple{8, 40, Erosion::fluvial}, {2, 40, Erosion::fluvial}, {6, 40, Erosion::none}}) {
      Template tmpl = with_water(erosion == Erosion::none ? "EdengroveLike" : "WindswardLike", erosion);
      tmpl.lakes.count = count;
      if (count > 6) tmpl.lakes.largest_share = 0.002;
      const WateredPlan plan = make_watered_plan(tmpl, static_cast<uint64_t>(seed));
      const Water& water = plan.water->network;
      for (size_t k = 0; k < water.lakes.size(); ++k) {
        double nearest_m = 1e9;
        for (const Reach& reach : water.reaches)
          for (const Vec2 at : reach.vertices_m)
            if (reach.form != ReachForm::lake_path)
              nearest_m = std::min(nearest_m, std::sqrt(squared_distance(at, water.lakes[k].outlet_m)));
        QVERIFY2(nearest_m < 3 * plan.water->height_m.grid.cell_m,
                 qPrintable(QString("seed %1, lake %2: %3 m").arg(seed).arg(k).arg(nearest_m)));
      }
    }
  }
  void aRiverThatJoinsAnotherEndsWhereTwoReachesOfThatOneMeet() {
    for (const auto& [name, seed] : {std::pair{"ShatteredMountainLike", 4}, {"EdengroveLike", 8}}) {
      Template tmpl = with_water(name, Erosion::none);
      tmpl.lakes.count = 40;
      tmpl.lakes.largest_share = 0.002;
      const WateredPlan plan = make_watered_plan(tmpl, static_cast<uint64_t>(seed));
      const Water& water = plan.water->network;
      for (const Reach& tributary : water.reaches) {
        if (tributary.into != ReachInto::river || tributary.into_index == tributary.river) continue;
        const std::vector<int>& chain = water.rivers[static_cast<size_t>(tributary.into_index)].reaches;
        const Vec2 end = tributary.vertices_m.back();
        QVERIFY2(std::any_of(
                     chain.begin(), chain.end(),
                     [&](int k) { return water.reaches[static_cast<size_t>(k)].vertices_m.back() == end; }),
                 qPrintable(QString("%1 %2: %3, %4").arg(name).arg(seed).arg(end.x).arg(end.y)));
      }
    }
  }
  void landAtTheFramesEdgeDrainsThere() {
    for (const LandShape shape : {LandShape::coast, LandShape::inland, LandShape::archipelago}) {
      Template tmpl = with_water("WindswardLike", Erosion::fluvial);
      tmpl.land.shape = shape;
      if (shape == LandShape::inland) tmpl.land.fraction = 1;
      const WateredPlan plan = make_watered_plan(tmpl, 5);
      const Figures figures = plan_figures(plan);
      QCOMPARE(figure(figures, "drained_share"), 1.0);
      QCOMPARE(figure(figures, "uphill"), 0.0);
      QVERIFY(figure(figures, "rivers") > 10);
      QVERIFY(figure(figures, "lake_steps_m") <= 0.05);
      int out = 0, at_sea = 0;
      for (const Reach& reach : plan.water->network.reaches) {
        const Vec2 end = reach.vertices_m.back();
        const GridSpec& g = plan.water->height_m.grid;
        const double edge_m = std::min({end.x, end.y, g.width_m() - end.x, g.height_m() - end.y});
        if (reach.into == ReachInto::edge) {
          ++out;
          QVERIFY(edge_m < 0.5 * g.cell_m);
        }
        if (reach.into == ReachInto::sea) ++at_sea;
      }
      QCOMPARE(out > 0, shape != LandShape::archipelago);
      QCOMPARE(at_sea > 0, shape != LandShape::inland);
    }
  }
  void threadsChangeNothing() {
    const Template tmpl = with_water("EdengroveLike", Erosion::fluvial);
    const WateredPlan many = make_watered_plan(tmpl, 2);
    const ThreadLimit one(1);
    const WateredPlan alone = make_watered_plan(tmpl, 2);
    QCOMPARE(alone.water->height_m.cells, many.water->height_m.cells);
    QCOMPARE(alone.water->network.reaches.size(), many.water->network.reaches.size());
    QCOMPARE(island_on(alone, 256).height_m.cells, island_on(many, 256).height_m.cells);
  }
  void theOutlineOfALakeIsOnePiece() {
    for (const auto& [count, seed] : {std::pair{6, 9}, {200, 3}}) {
      Template tmpl = with_water("WindswardLike", Erosion::fluvial);
      tmpl.lakes.count = count;
      const WateredPlan plan = make_watered_plan(tmpl, static_cast<uint64_t>(seed));
      QVERIFY(!plan.water->network.lakes.empty());
      for (const Lake& lake : plan.water->network.lakes) {
        QVERIFY(lake.area_m2 > 0);
        for (size_t k = 0; k < lake.rings_m.size(); ++k)  // the others are its islands
          QCOMPARE(ring_area_m2(lake.rings_m[k]) > 0, k == 0);
      }
    }
  }
  void aLakeThatStoodInADepressionIsOnePieceToo() {
    for (const auto& [name, seed] : {std::pair{"ShatteredMountainLike", 14}, {"EdengroveLike", 6}}) {
      const WateredPlan plan =
          make_watered_plan(with_water(name, Erosion::none), static_cast<uint64_t>(seed));
      QCOMPARE(static_cast<int>(plan.water->network.lakes.size()), plan.tmpl.lakes.count);
      for (const Lake& lake : plan.water->network.lakes)
        for (size_t k = 0; k < lake.rings_m.size(); ++k)
          QVERIFY2((ring_area_m2(lake.rings_m[k]) > 0) == (k == 0), name);
      const double share = figure(plan_figures(plan), "lake_share");
      QVERIFY2(share > 0.93 && share < 1.05, qPrintable(QString::number(share)));
    }
  }
  void aLakeMoreLeavesTheLargerOnesWhereTheyAre() {
    Template tmpl = with_water("WindswardLike", Erosion::fluvial);
    const WateredPlan six = make_watered_plan(tmpl, 4);
    tmpl.lakes.count = 7;
    const WateredPlan seven = make_watered_plan(tmpl, 4);
    for (size_t k = 0; k < six.water->network.lakes.size(); ++k)
      QCOMPARE(seven.water->network.lakes[k].outlet_cell, six.water->network.lakes[k].outlet_cell);
  }
};

FW_TEST(TestWater)
#include "test_water.moc"
