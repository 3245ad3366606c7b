// What whole worlds make of water and roads: FIELDWRIGHT_WATER_SEEDS=1-16 prints the table of
// docs/roads.md, 11.

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/field/filter.h"
#include "core/measure/audit/audit.h"
#include "core/measure/audit/water_audit.h"
#include "core/model/world/features.h"
#include "core/model/world/habitat.h"
#include "core/model/world/place_rules.h"
#include "core/template/template_io.h"
#include "core/world/explain/explain.h"
#include "core/world/explain/explain_classes.h"
#include "core/world/generate.h"
#include "tests/contradictions.h"
#include "tests/support/seed_range.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr std::array<const char*, 3> kTemplates{"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};
constexpr std::array<const char*, 5> kNewRows{"river_fish", "lake_fish", "reeds", "clay", "bandit"};

using Figures = std::map<std::string, double>;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

/// Share of settlements within 200 m of a river or lake, or 250 m of a harbour.
double towns_at_water(const World& world) {
  const FeatureSources sources = feature_sources(world);
  const FeatureIndex water = feature_index("water_m", sources),
                     harbours = feature_index("harbour_m", sources);
  double near = 0;
  for (const Vec2 at : sources.settlements_m)
    near += water.distance_m(at, 200) <= 200 || harbours.distance_m(at, 250) <= 250 ? 1 : 0;
  return near / static_cast<double>(sources.settlements_m.size());
}

/// Share of wetland within 150 m of fresh water over that of all land.
double wetland_at_water(const World& world) {
  Mask fresh(world.grid);
  for (size_t cell = 0; cell < fresh.size(); ++cell)
    fresh[cell] = world.water[cell] > static_cast<uint8_t>(WaterCode::sea) ? 1 : 0;
  const Raster<float> away_m = distance_to(fresh);
  const auto wetland = static_cast<uint8_t>(*find_row(world.vocabulary.biomes, "wetland") + 1);
  double land = 0, near = 0, wet = 0, wet_near = 0;
  for (size_t cell = 0; cell < fresh.size(); ++cell) {
    if (!world.on_island(cell)) continue;
    const double here = away_m[cell] <= 150 ? 1 : 0, is_wet = world.biome[cell] == wetland ? 1 : 0;
    ++land;
    near += here;
    wet += is_wet;
    wet_near += here * is_wet;
  }
  return wet_near / wet / (near / land);
}

/// Landmarks that join tracks and end no piece of the network.
double landmarks_off_the_network(const World& world) {
  std::vector<uint8_t> joined(world.points.points.size(), 0);
  for (const RoadNode& node : world.roads.nodes)
    if (node.point >= 0 && node.degree > 0) joined[static_cast<size_t>(node.point)] = 1;
  double off = 0;
  for (size_t k = 0; k < joined.size(); ++k) {
    const PointClassInfo& cls = world.points.class_of(world.points.points[k]);
    if (cls.category != Category::landmark) continue;
    const LandmarkRow& kind = world.vocabulary.landmarks[static_cast<size_t>(cls.landmark)];
    off += kind.joins_tracks && joined[k] == 0 ? 1 : 0;
  }
  return off;
}

/// Points that find no place are told: docs/acceptance.md.
bool told(const AuditReport& report, std::string_view code) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [code](const Finding& f) { return f.code == code; });
}

Figures figures_of(const World& world, const Template& tmpl) {
  const AuditReport report = audit(world, tmpl);
  const std::vector<std::string> wrong = test::Contradictions(world).find();
  for (const std::string& line : wrong) qWarning("%s: %s", tmpl.name.c_str(), line.c_str());
  Figures out{{"towns at water", towns_at_water(world)},
              {"wetland at water", wetland_at_water(world)},
              {"violations", 0},
              {"new rows short", 0},
              {"off the network", landmarks_off_the_network(world)},
              {"contradictions", static_cast<double>(wrong.size())},
              {"audit failed", report.passed || told(report, "quota_shortfall") ? 0.0 : 1.0},
              {"bridges", 0},
              {"fords", 0}};
  for (const auto& row : report.conditions) out["violations"] += static_cast<double>(row.violations);
  for (const auto& row : report.quota)
    if (std::find(kNewRows.begin(), kNewRows.end(), row.cls) != kNewRows.end())
      out["new rows short"] += static_cast<double>(row.shortfall);
  for (const auto& row : report.water)
    out[row.what + (row.met || is_told(world, row) ? "" : " missed")] = row.actual;
  for (const auto& row : report.roads) {
    out["bridges"] += row.bridges;
    out["fords"] += row.fords;
    if (row.cls != "road") continue;
    out["towns unreached"] = row.towns - row.towns_reached;
    out["detour, mean"] = row.detour_mean;
    out["detour, worst"] = row.detour_max;
  }
  return out;
}

}  // namespace

class TestRiverWorlds : public QObject {
  Q_OBJECT

 private slots:
  void townsRoadsAndContentKeepToTheWater() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_WATER_SEEDS");
    std::map<std::string, std::vector<double>> all;
    std::vector<double> angles;
    for (const char* name : kTemplates)
      for (int seed = first; seed <= last; ++seed) {
        const Template tmpl = builtin(name);
        const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(seed)), 512).value();
        const Figures figures = figures_of(*world, tmpl);
        for (const auto& [key, value] : figures) {
          all[key].push_back(value);
          QVERIFY2(!key.ends_with("missed"), (std::string(name) + ": " + key).c_str());
        }
        for (const Crossing& crossing : world->roads.crossings)
          if (crossing.type == CrossingType::bridge) angles.push_back(crossing.angle_deg);
        QCOMPARE(figures.at("violations"), 0.0);
        QCOMPARE(figures.at("new rows short"), 0.0);
        for (const char* none : {"towns unreached", "off the network", "contradictions", "audit failed"})
          QVERIFY2(figures.at(none) == 0,
                   (std::string(name) + " " + std::to_string(seed) + ": " + none).c_str());
        QVERIFY(figures.at("bridges") >= 2);
        QVERIFY(figures.at("detour, mean") <= 3.5);
        QVERIFY(figures.at("footprint_gates") >= 1);
      }
    const auto mean = [&](const char* key) {
      double sum = 0;
      for (const double value : all[key]) sum += value;
      return sum / static_cast<double>(all[key].size());
    };
    QVERIFY(median(angles) >= 55);
    if (last == first) return;
    for (const auto& [key, values] : all)
      std::printf("%-18s %8.3f %8.3f %8.3f  mean %.3f\n", key.c_str(), *std::ranges::min_element(values),
                  median(values), *std::ranges::max_element(values), mean(key.c_str()));
    std::printf("%-18s %8.3f %8.3f %8.3f\n", "bridge angle", *std::ranges::min_element(angles),
                median(angles), *std::ranges::max_element(angles));
    QVERIFY(mean("towns at water") >= 0.65);
    QVERIFY(mean("wetland at water") >= 1.1);
  }

  void withoutErosionLakesAndTownsAreThereToo() {
    const auto [first, last] = test::seed_range("FIELDWRIGHT_WATER_SEEDS");
    double near = 0, worlds = 0;
    for (const char* name : kTemplates)
      for (int seed = first; seed <= last; ++seed) {
        if (last == first && name != kTemplates[1]) continue;
        const Template tmpl =
            parse_template_with(find_builtin(name)->text, name, {"relief.erosion=none"}).value();
        const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(seed)), 512).value();
        const Figures figures = figures_of(*world, tmpl);
        for (const auto& [key, value] : figures)
          QVERIFY2(!key.ends_with("missed"), (std::string(name) + ": " + key).c_str());
        for (const char* none : {"towns unreached", "off the network", "contradictions", "violations"})
          QVERIFY2(figures.at(none) == 0,
                   (std::string(name) + " " + std::to_string(seed) + ": " + none).c_str());
        near += figures.at("towns at water");
        ++worlds;
      }
    if (last > first) std::printf("without erosion: towns at water, mean %.3f\n", near / worlds);
  }

  /// Outlines of lakes cover inlets of a cell's width, landmarks stand on islets and beside shores.
  void linesKeepOffTheOutlinesOfLakesWhereShoresWind_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seed");
    QTest::addColumn<QString>("erosion");
    QTest::newRow("an outlet in an inlet") << "ShatteredMountainLike" << 2 << "fluvial";
    QTest::newRow("a long inlet") << "ShatteredMountainLike" << 19 << "fluvial";
    QTest::newRow("an islet") << "ShatteredMountainLike" << 10 << "none";
  }
  void linesKeepOffTheOutlinesOfLakesWhereShoresWind() {
    QFETCH(QString, name);
    QFETCH(int, seed);
    QFETCH(QString, erosion);
    const std::string words = name.toStdString();
    const Template tmpl =
        parse_template_with(find_builtin(words)->text, words, {"relief.erosion=" + erosion.toStdString()})
            .value();
    const auto world = generate(tmpl, SeedBundle::from_master(static_cast<uint64_t>(seed)), 512).value();
    const std::vector<std::string> wrong = test::Contradictions(*world).find();
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
  }

  void explanationsFindTheWaterAndTheBiomesThatTheWorldHas() {
    const Template tmpl = builtin("WindswardLike");
    const auto world = generate(tmpl, SeedBundle::from_master(1), 512).value();
    const auto value = [&](Vec2 at, std::string_view name) {
      for (const ExplainRow& row : explain(*world, tmpl, at))
        if (row.name == name) return QString::fromStdString(row.value);
      return QString();
    };
    const Water& water = world->water_network;
    for (size_t k = 0; k < 3; ++k) {
      // Halfway down its longest bed: on a short one the next brook comes in a cell away.
      const Reach* longest = nullptr;
      for (const int of_river : water.rivers[k].reaches) {
        const Reach& reach = water.reaches[static_cast<size_t>(of_river)];
        if (reach.form == ReachForm::plain &&
            (longest == nullptr || reach.vertices_m.size() > longest->vertices_m.size()))
          longest = &reach;
      }
      QVERIFY(longest != nullptr);
      const Vec2 at = longest->vertices_m[longest->vertices_m.size() / 2];
      const double here = value(at, "discharge here").section(' ', 0, 0).toDouble();
      QVERIFY2(here > 0.4 * longest->discharge_m3_s && here < 1.2 * longest->discharge_m3_s,
               qPrintable(QString("%1 of %2").arg(here).arg(longest->discharge_m3_s)));
      QVERIFY(value(at, "rain").section(' ', 0, 0).toDouble() > 0.2);
      // One height of the water, and the place no metre above it.
      QVERIFY(value(at, "height above the river it drains to").startsWith("0 m"));
      QVERIFY(value(at, "height above its bed").isEmpty());
      QVERIFY(value(at, "its water here").startsWith("stands at "));
    }
    int asked = 0, first = 0;
    for (size_t cell = 1000; cell < world->grid.cells(); cell += 12345) {
      if (!world->on_island(cell)) continue;
      for (const ExplainRow& row : explain(*world, tmpl, world->grid.centre(cell))) {
        if (!row.name.starts_with("score of ")) continue;
        ++asked;
        first += row.name == "score of " + world->vocabulary.biomes[world->biome[cell] - 1u].id ? 1 : 0;
        break;
      }
    }
    QVERIFY(asked > 8);
    QVERIFY2(first >= asked - 1, qPrintable(QString("%1 of %2").arg(first).arg(asked)));
  }

  void explainRefusesAPlaceForWhatPlacementRefusesItFor() {
    Template tmpl = builtin("WindswardLike");
    const auto fish = std::find_if(tmpl.wildlife.begin(), tmpl.wildlife.end(),
                                   [](const PointClass& cls) { return cls.slug == "river_fish"; });
    QVERIFY(fish != tmpl.wildlife.end());
    fish->conditions.near[near_index("road")] = DistanceRange{30, 300};
    PointClass& swimmer = tmpl.resources.front();
    swimmer.conditions.ground = GroundKind::sea;
    const auto world = generate(tmpl, SeedBundle::from_master(1), 128).value();
    const ExplainInputs ground(*world, tmpl);
    const auto verdict = [&](size_t cell, const std::string& slug) {
      for (const ExplainRow& row : explain_classes(ground, cell))
        if (row.name == slug) return QString::fromStdString(row.value);
      return QString();
    };
    int placed = 0, swimming = 0;
    for (const Point& p : world->points.points) {
      const std::string& slug = world->points.class_of(p).slug;
      if (slug != fish->slug && slug != swimmer.slug) continue;
      const QString told = verdict(world->grid.cell_at(p.position_m), slug);
      // It stands elsewhere in its cell, where a landmark may be farther off.
      static const QRegularExpression kNearLandmark("^refused: (\\d+) m from \\S+, least is (\\d+) m$");
      const QRegularExpressionMatch near = kNearLandmark.match(told);
      QVERIFY2(told.startsWith("taken") || near.hasMatch(), qPrintable(told));
      QVERIFY2(near.captured(1).toDouble() + world->grid.cell_m >= near.captured(2).toDouble(),
               qPrintable(told));
      ++(slug == fish->slug ? placed : swimming);
    }
    QVERIFY(placed > 3 && swimming > 3);
    const Mask open = place_rules(*world, fish->conditions).open_cells();
    int rivers = 0;
    for (size_t cell = 0; cell < world->grid.cells(); cell += 7) {
      if (world->water[cell] != static_cast<uint8_t>(WaterCode::river) || world->biome[cell] == 0) continue;
      const QString told = verdict(cell, fish->slug);
      const double weight = habitat_weight(world->vocabulary, Category::wildlife, *fish,
                                           static_cast<Biome>(world->biome[cell] - 1),
                                           static_cast<Danger>(world->danger[cell] - 1));
      if (told.startsWith("refused: not in danger band")) QVERIFY2(weight <= 0, qPrintable(told));
      if (open[cell] == 0) QVERIFY2(told.startsWith("refused"), qPrintable(told));
      ++rivers;
    }
    QVERIFY(rivers > 12);
    size_t sea = 0;
    while (world->land[sea] != 0) ++sea;
    QVERIFY(!verdict(sea, "reeds").isEmpty());
  }
};

FW_TEST(TestRiverWorlds)
#include "test_river_worlds.moc"
