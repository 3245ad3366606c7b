// Freeze: rows that keep what a world has. The same seed with them is the same world, bit for bit; with
// another seed the frozen part stays.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "app/job/hand/export_rows.h"
#include "app/job/hand/freeze.h"
#include "core/field/shape.h"
#include "core/measure/audit/audit.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/land/island_outline.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/nightly.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/support/worlds.h"

using namespace fw;
using namespace fw::test;

namespace {

using Shared = std::shared_ptr<const World>;

struct Showcase {
  Template tmpl;
  Shared world;
  std::shared_ptr<StageCache> cache = std::make_shared<StageCache>();

  Shared with(const Template& edited, const SeedBundle& seeds) const {
    return generate(edited, seeds, kPlanResolution, {}, cache.get()).value();
  }
};

Showcase make_showcase(Template tmpl, uint64_t seed) {
  Showcase made;
  made.tmpl = std::move(tmpl);
  made.tmpl.seed = seed;
  made.world = made.with(made.tmpl, made.tmpl.seeds());
  return made;
}

/// A showcase world without water, made once.
const Showcase& showcase(const std::string& name) {
  static std::map<std::string, Showcase> made;
  const auto found = made.find(name);
  if (found != made.end()) return found->second;
  return made[name] = make_showcase(dry_template(name), name == "ShatteredMountainLike" ? 7 : 42);
}

/// A row that states its region's mix says that it is asked; nothing else of a world may differ.
QString differences(const World& before, const World& after) {
  World same = after;
  for (size_t r = 0; r < std::min(before.regions.size(), after.regions.size()); ++r) {
    same.regions[r].danger_asked = before.regions[r].danger_asked;
    same.regions[r].biome_asked = before.regions[r].biome_asked;
  }
  return differing(before, same);
}

/// As a file has it.
Template through_text(const Template& tmpl) {
  const Result<Template> read = parse_template(write_compact(tmpl), "frozen.json");
  if (!read) qFatal("%s", read.error().message.c_str());
  return read.value();
}

std::string frame_shape(const Template& t) {
  const std::string w = std::to_string(static_cast<int>(t.frame.width_m)),
                    h = std::to_string(static_cast<int>(t.frame.height_m));
  return "POLYGON ((0 0, " + w + " 0, " + w + " " + h + ", 0 " + h + "))";
}

std::string middle_shape(const Template& t) {
  const auto at = [&](double x, double y) {
    return std::to_string(static_cast<int>(x * t.frame.width_m)) + " " +
           std::to_string(static_cast<int>(y * t.frame.height_m));
  };
  return "POLYGON ((" + at(.4, .4) + ", " + at(.62, .45) + ", " + at(.55, .66) + ", " + at(.38, .6) + "))";
}

const std::string& slug_of(const World& world, const Point& p) {
  return world.points.class_of(p).slug;
}

/// A class of that category with points; the one with the most if `most`.
std::string some_class(const World& world, Category category) {
  std::map<std::string, int> count;
  for (const Point& p : world.points.points)
    if (world.points.class_of(p).category == category) ++count[slug_of(world, p)];
  return std::max_element(count.begin(), count.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

const Region& some_region(const World& world, bool neutral) {
  const Region* best = nullptr;
  for (const Region& region : world.regions)
    if (region.neutral == neutral && (best == nullptr || region.area_m2 > best->area_m2)) best = &region;
  return *best;
}

std::string suspended_rows(const World& world) {
  std::string out;
  for (const HandOutcome& row : world.hand)
    if (row.state == HandState::suspended) out += row.list + " " + row.id + ": " + row.reason + "; ";
  return out;
}

/// The code of the region of that name; 0 = there is none.
uint8_t code_of(const World& world, const std::string& region) {
  for (size_t r = 0; r < world.regions.size(); ++r)
    if (world.regions[r].name == region) return static_cast<uint8_t>(r + 1);
  return 0;
}

/// The share of a region's border, on the ground, where a layer changes its class.
double edge_changes(const World& world, const Raster<uint8_t>& layer, uint8_t region) {
  double pairs = 0, changes = 0;
  const auto see = [&](size_t a, size_t b) {
    const uint8_t ra = world.region[a], rb = world.region[b];
    if (ra == 0 || rb == 0 || ra == rb || (ra != region && rb != region)) return;
    pairs += 1;
    changes += layer[a] != layer[b] ? 1 : 0;
  };
  const GridSpec& grid = world.grid;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      if (column + 1 < grid.columns) see(grid.index(column, row), grid.index(column + 1, row));
      if (row + 1 < grid.rows) see(grid.index(column, row), grid.index(column, row + 1));
    }
  return changes / std::max(pairs, 1.0);
}

using Wish = std::function<FreezeRequest(const Showcase&)>;
const std::vector<std::pair<const char*, Wish>> kWishes{
    {"a point",
     [](const Showcase& s) {
       FreezeRequest r;
       const auto& all = s.world->points;
       r.points = {all.id_of(all.points[all.points.size() / 2]), all.id_of(all.points[3])};
       return r;
     }},
    {"a resource",
     [](const Showcase& s) {
       FreezeRequest r;
       r.cls = some_class(*s.world, Category::resource);
       return r;
     }},
    {"an enemy",
     [](const Showcase& s) {
       FreezeRequest r;
       r.cls = some_class(*s.world, Category::enemy);
       return r;
     }},
    {"a landmark kind",
     [](const Showcase& s) {
       FreezeRequest r;
       r.cls = some_class(*s.world, Category::landmark);
       return r;
     }},
    {"an owned region",
     [](const Showcase& s) {
       FreezeRequest r;
       r.region = some_region(*s.world, false).name;
       return r;
     }},
    {"a neutral region",
     [](const Showcase& s) {
       FreezeRequest r;
       r.region = some_region(*s.world, true).name;
       return r;
     }},
    {"a biome area",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = middle_shape(s.tmpl);
       r.parts = {FreezePart::biome};
       return r;
     }},
    {"a danger area",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = middle_shape(s.tmpl);
       r.parts = {FreezePart::danger};
       return r;
     }},
    {"a faction area",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = middle_shape(s.tmpl);
       r.parts = {FreezePart::faction};
       return r;
     }},
    {"a layer",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = frame_shape(s.tmpl);
       r.parts = {FreezePart::biome};
       return r;
     }},
    {"all points",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = frame_shape(s.tmpl);
       r.parts = {FreezePart::points};
       return r;
     }},
    {"all landmarks",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = frame_shape(s.tmpl);
       r.parts = {FreezePart::landmarks};
       return r;
     }},
    {"everything",
     [](const Showcase& s) {
       FreezeRequest r;
       r.shape = frame_shape(s.tmpl);
       return r;
     }},
};

}  // namespace

class TestFreeze : public QObject {
  Q_OBJECT

 private slots:
  void theSameSeedIsTheSameWorldBitForBit_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("wish");
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"})
      for (size_t k = 0; k < kWishes.size(); ++k)
        QTest::addRow("%s, %s", name, kWishes[k].first) << name << static_cast<int>(k);
  }
  void theSameSeedIsTheSameWorldBitForBit() {
    QFETCH(QString, name);
    QFETCH(int, wish);
    const Showcase& s = showcase(name.toStdString());
    const Result<Frozen> frozen = freeze(s.tmpl, *s.world, kWishes[static_cast<size_t>(wish)].second(s));
    if (!frozen) QFAIL(frozen.error().message.c_str());
    QVERIFY(!frozen.value().rows.empty());
    const Template read = through_text(frozen.value().tmpl);
    QCOMPARE(template_digest(read), template_digest(frozen.value().tmpl));
    const Shared after = s.with(read, s.tmpl.seeds());
    QCOMPARE(differences(*s.world, *after), QString());
    QCOMPARE(suspended_rows(*after), std::string());
  }

  void whatPaintMovedIsFrozenWithoutAChange_data() {
    QTest::addColumn<int>("part");
    for (const FreezePart part : {FreezePart::biome, FreezePart::danger, FreezePart::faction})
      QTest::addRow("part %d", static_cast<int>(part)) << static_cast<int>(part);
  }
  void whatPaintMovedIsFrozenWithoutAChange() {
    SKIP_BY_DAY();
    QFETCH(const int, part);
    const Showcase& s = showcase("WindswardLike");
    Template painted = s.tmpl;
    const auto paint = [](HandRows<PaintRow>& rows, const char* id, const char* cls, const char* shape) {
      PaintRow row;
      row.id = id;
      row.cls = cls;
      row.place.shape = shape;
      row.place.radius_m = 150;
      rows.push_back(row);
    };
    paint(painted.hand.biome, "b1k", "forest", "POINT (6000 4500)");
    paint(painted.hand.danger, "d1k", "red", "POINT (3000 4500)");
    paint(painted.hand.faction, "f1k", "green", "POINT (5500 4500)");
    const Shared before = s.with(painted, painted.seeds());
    FreezeRequest request;
    request.shape = "POLYGON ((2500 2500, 3500 2500, 3500 3500, 2500 3500, 2500 2500))";
    request.parts = {static_cast<FreezePart>(part)};
    const Result<Frozen> frozen = freeze(painted, *before, request);
    if (!frozen) QFAIL(frozen.error().message.c_str());
    QVERIFY(!frozen.value().rows.empty());
    const Shared after = s.with(through_text(frozen.value().tmpl), painted.seeds());
    QCOMPARE(differences(*before, *after), QString());
  }

  void whatPinsAreasAndGroundMovedIsFrozenWithoutAChange_data() {
    QTest::addColumn<QByteArray>("hand");
    QTest::newRow("pins of landmarks and points") << QByteArray(R"json({
      "pins": [{"id": "p1", "class": "settlement", "x_m": 3300, "y_m": 3300},
               {"id": "p2", "class": "shrine", "x_m": 4000, "y_m": 4000},
               {"id": "p3", "class": "iron_vein", "x_m": 2600, "y_m": 2600}]})json");
    QTest::newRow("a view with lowered ground") << QByteArray(R"json({
      "views": [{"id": "v1", "x_m": 2000, "y_m": 5000, "to_x_m": 5000, "to_y_m": 3000,
                 "ground": "lower", "width_m": 60}]})json");
    QTest::newRow("areas and terrain") << QByteArray(R"json({
      "areas": [{"id": "a1", "of": "enemy", "shape": "POINT (3800 3000)", "radius_m": 700, "density": 0}],
      "terrain": [{"id": "t1", "do": "raise", "shape": "POINT (3700 2900)", "radius_m": 300,
                   "falloff_m": 400, "amount_m": 120}]})json");
    QTest::newRow("rerolls of layers") << QByteArray(R"json({
      "rerolls": [{"id": "q1", "of": "biomes", "shape": "POINT (4700 4400)", "radius_m": 500, "seed": 71},
                  {"id": "q2", "of": "danger, factions", "shape": "POINT (4200 4800)", "radius_m": 400,
                   "seed": 5, "blend_m": 200}]})json");
  }
  void whatPinsAreasAndGroundMovedIsFrozenWithoutAChange() {
    QFETCH(const QByteArray, hand);
    const std::string_view plain = find_builtin("WindswardLike")->text;
    static const Showcase s = make_showcase(parse_template(plain, "WindswardLike").value(), 42);
    auto json = nlohmann::json::parse(plain);
    json["hand"] = nlohmann::json::parse(hand.toStdString());
    const std::string text = json.dump();
    const Template moved = parse_template(text, "moved.json").value();
    const Shared before = s.with(moved, s.tmpl.seeds());
    QVERIFY(differences(*s.world, *before) != QString());
    FreezeRequest region, all;
    region.region = before->regions[before->region[before->grid.cell_at({3800, 3000})] - 1u].name;
    all.shape = frame_shape(moved);
    for (const FreezeRequest& request : {region, all}) {
      const Result<Frozen> frozen = freeze(moved, *before, request);
      if (!frozen) QFAIL(frozen.error().message.c_str());
      QVERIFY(!frozen.value().rows.empty());
      const Shared after = s.with(through_text(frozen.value().tmpl), s.tmpl.seeds());
      QCOMPARE(differences(*before, *after), QString());
    }
  }

  void everyRegionFrozenAloneChangesNoBit() {
    SKIP_BY_DAY();
    const Showcase& s = showcase("WindswardLike");
    for (const Region& region : s.world->regions) {
      FreezeRequest request;
      request.region = region.name;
      const Template frozen = through_text(freeze(s.tmpl, *s.world, request).value().tmpl);
      const QString changed = differences(*s.world, *s.with(frozen, s.tmpl.seeds()));
      QVERIFY2(changed.isEmpty(), (region.name + ": " + changed.toStdString()).c_str());
    }
  }

  void whatIsFrozenAlreadyGetsNoSecondRow() {
    const Showcase& s = showcase("WindswardLike");
    FreezeRequest request;
    request.region = some_region(*s.world, false).name;
    const Template once = freeze(s.tmpl, *s.world, request).value().tmpl;
    const Shared world = s.with(once, s.tmpl.seeds());
    const Frozen twice = freeze(once, *world, request).value();
    QCOMPARE(twice.rows.size(), size_t{0});
    QVERIFY(twice.kept_already > 4);
    QCOMPARE(template_digest(twice.tmpl), template_digest(once));
  }

  void twoRegionsOneAfterTheOtherAreTheSameWorldToo() {
    const Showcase& s = showcase("EdengroveLike");
    Template tmpl = s.tmpl;
    Shared world = s.world;
    for (const bool neutral : {false, true}) {
      FreezeRequest request;
      request.region = some_region(*s.world, neutral).name;
      tmpl = freeze(tmpl, *world, request).value().tmpl;
      world = s.with(tmpl, s.tmpl.seeds());
      QCOMPARE(differences(*s.world, *world), QString());
    }
  }

  void aFrozenClassStandsInAWorldWithOtherPoints() {
    const Showcase& s = showcase("WindswardLike");
    FreezeRequest request;
    request.cls = some_class(*s.world, Category::resource);
    const Template frozen = freeze(s.tmpl, *s.world, request).value().tmpl;
    SeedBundle seeds = s.tmpl.seeds();
    seeds.parts[static_cast<size_t>(SeedPart::points)] = 4711;
    const Shared after = s.with(frozen, seeds);
    const auto spots = [&](const World& world) {
      std::set<std::tuple<std::string, double, double>> out;
      for (const Point& p : world.points.points)
        if (slug_of(world, p) == request.cls)
          out.insert({world.points.id_of(p), p.position_m.x, p.position_m.y});
      return out;
    };
    QVERIFY(spots(*after) == spots(*s.world));
    QVERIFY(differing(*s.world, *after) != "");
  }

  /// Two regions of three worlds under two seeds; without FIELDWRIGHT_HAND_STUDY a quarter of them.
  void aFrozenRegionStandsInAWorldOfAnotherSeedOnTheSameLand_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("neutral");
    QTest::addColumn<quint64>("seed");
    const bool whole = qEnvironmentVariableIsSet("FIELDWRIGHT_HAND_STUDY");
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"})
      for (const bool neutral : {false, true})
        for (const quint64 seed : {777, 4242})
          if (whole || (!neutral && seed == 777))
            QTest::addRow("%s, %s, %d", name, neutral ? "neutral" : "owned", static_cast<int>(seed))
                << name << neutral << seed;
  }
  void aFrozenRegionStandsInAWorldOfAnotherSeedOnTheSameLand() {
    SKIP_BY_DAY();
    QFETCH(QString, name);
    QFETCH(bool, neutral);
    QFETCH(quint64, seed);
    const Showcase& s = showcase(name.toStdString());
    FreezeRequest request;
    request.region = some_region(*s.world, neutral).name;
    const Template frozen = freeze(s.tmpl, *s.world, request).value().tmpl;
    SeedBundle seeds = SeedBundle::from_master(seed);
    seeds.parts[static_cast<size_t>(SeedPart::land)] = s.tmpl.seed;
    const Shared after = s.with(frozen, seeds);
    const uint8_t code = code_of(*after, request.region), before_code = code_of(*s.world, request.region);
    QVERIFY(code != 0);
    for (size_t cell = 0; cell < after->region.size(); ++cell) {
      if (s.world->region[cell] != before_code) continue;
      QCOMPARE(after->region[cell], code);
      QCOMPARE(after->biome[cell], s.world->biome[cell]);
      QCOMPARE(after->danger[cell], s.world->danger[cell]);
      QCOMPARE(after->faction[cell], s.world->faction[cell]);
    }
    const double biome_edge = edge_changes(*after, after->biome, code),
                 danger_edge = edge_changes(*after, after->danger, code);
    double biome_error = 0, danger_error = 0;
    for (const Region& region : after->regions) {
      for (size_t k = 0; k < region.biome_target.size(); ++k)
        biome_error = std::max(biome_error, 100 * std::fabs(region.biome_actual[k] - region.biome_target[k]));
      for (size_t k = 0; k < region.danger_target.size(); ++k)
        danger_error =
            std::max(danger_error, 100 * std::fabs(region.danger_actual[k] - region.danger_target[k]));
    }
    qInfo(
        "edge that changes: biome %.3f (was %.3f), danger %.3f (was %.3f); rows, pp: biome %.3f, danger %.3f",
        biome_edge, edge_changes(*s.world, s.world->biome, before_code), danger_edge,
        edge_changes(*s.world, s.world->danger, before_code), biome_error, danger_error);
    std::set<std::tuple<std::string, double, double, std::string>> now;
    for (const Point& p : after->points.points)
      now.insert({slug_of(*after, p), p.position_m.x, p.position_m.y, p.name});
    for (const Point& p : s.world->points.points)
      if (p.region == before_code)
        QVERIFY2(now.contains({slug_of(*s.world, p), p.position_m.x, p.position_m.y, p.name}),
                 s.world->points.id_of(p).c_str());
    for (const QuotaLedger& row : after->ledger) {  // what finds no room beside the frozen ones is told
      const std::string& slug = after->points.classes[static_cast<size_t>(row.class_index)].slug;
      const bool told = std::ranges::any_of(after->findings, [&](const Finding& f) {
        return f.severity == Severity::warning && f.where == "landmarks." + slug;
      });
      QVERIFY2(row.placed >= row.quota - (told ? 1 : 0), slug.c_str());
    }
    QCOMPARE(suspended_rows(*after), std::string());
    QVERIFY(biome_edge <= 0.10);
    QVERIFY(danger_edge <= 0.03);
    QVERIFY(biome_error <= 0.5);
    QVERIFY(danger_error <= 0.5);
  }

  void aFrozenAreaGrowsIntoTheNewBiomesRoundIt_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"})
      QTest::newRow(name) << name;
  }
  void aFrozenAreaGrowsIntoTheNewBiomesRoundIt() {
    SKIP_BY_DAY();
    QFETCH(QString, name);
    const Showcase& s = showcase(name.toStdString());
    FreezeRequest request;
    request.shape = middle_shape(s.tmpl);
    request.parts = {FreezePart::biome};
    const Template frozen = freeze(s.tmpl, *s.world, request).value().tmpl;
    SeedBundle seeds = s.tmpl.seeds();
    const Shape shape = read_shape(request.shape).value();
    std::vector<double> edges;
    for (const uint64_t biomes : {4711, 4712, 4713}) {
      seeds.parts[static_cast<size_t>(SeedPart::biomes)] = biomes;
      const Shared after = s.with(frozen, seeds);
      Raster<uint8_t> inside(s.world->grid);
      for (uint32_t cell = 0; cell < inside.size(); ++cell) {
        inside[cell] = inside_m(shape, 0, inside.grid.centre(cell)) >= 0 ? 1 : 2;
        if (!s.world->on_island(cell)) inside[cell] = 0;
        if (inside[cell] == 1) QCOMPARE(after->biome[cell], s.world->biome[cell]);
      }
      World framed = *after;
      framed.region = inside;
      const double edge = edge_changes(framed, after->biome, 1);
      qInfo("edge of the area where the biome changes: %.3f", edge);
      edges.push_back(edge);
      const AuditReport report = audit(*after, frozen);
      QCOMPARE(report.frozen_edges.size(), size_t{1});
      QCOMPARE(report.frozen_edges[0].layer, std::string("biome"));
      QCOMPARE(report.frozen_edges[0].id, frozen.hand.biome[0].id);
      QVERIFY(report.frozen_edges[0].contacts > 0);
      QVERIFY(std::fabs(report.frozen_edges[0].share - edge) < 1e-12);
      QVERIFY(differing(*s.world, *after).contains("biome"));
    }
    // .37 to .76 without the ring round frozen cells.
    QVERIFY(std::accumulate(edges.begin(), edges.end(), 0.0) <= 0.25 * static_cast<double>(edges.size()));
  }

  void theLayerOfTheHandShowsTheRowsThatAct() {
    const Showcase& s = showcase("WindswardLike");
    Template tmpl = s.tmpl;
    const Vec2 middle{tmpl.frame.width_m / 2, tmpl.frame.height_m / 2};
    ViewRow view;
    view.id = "v1";
    view.x_m = middle.x - 300;
    view.to_x_m = middle.x + 300;
    view.y_m = view.to_y_m = middle.y;
    view.ground = ViewGround::lower;
    view.clear = "all";
    tmpl.hand.views.push_back(view);
    TerrainRow idle;
    idle.id = "t1";
    idle.action = TerrainDo::smooth;  // without a radius
    idle.place.shape = write_shape(
        {Shape::Kind::polygons,
         {{{middle.x - 90, middle.y + 850}, {middle.x + 90, middle.y + 850}, {middle.x, middle.y + 950}}}});
    tmpl.hand.terrain.push_back(idle);
    WaterRow lake;
    lake.id = "w1";
    lake.place.shape = write_shape({Shape::Kind::points, {{middle + Vec2{0, 400}}}});
    lake.place.radius_m = 60;
    tmpl.hand.waters.push_back(lake);
    WaterRow river;
    river.id = "w2";
    river.kind = WaterIs::river;
    river.place.shape =
        write_shape({Shape::Kind::lines, {{middle + Vec2{-300, -400}, middle + Vec2{300, -430}}}});
    tmpl.hand.waters.push_back(river);
    const Shared made = s.with(tmpl, tmpl.seeds());
    World acting = *made;  // whatever became of the rows of waters
    std::erase_if(acting.hand, [](const HandOutcome& told) { return told.list == "waters"; });
    const World* world = &acting;
    const Raster<uint8_t> bits = hand_layers(tmpl, *world, {}).bits;
    const auto at = [&](double dx, double dy) { return bits[bits.grid.cell_at(middle + Vec2{dx, dy})]; };
    constexpr int kTerrain = 16, kArea = 32;
    QCOMPARE(int{at(0, 0)}, kTerrain + kArea);
    QCOMPARE(int{at(0, 70)}, kTerrain);  // beside the corridor the ground falls off
    QCOMPARE(int{at(0, 200)}, 0);
    QCOMPARE(int{at(0, 900)}, 0);  // suspended
    constexpr int kWater = 64;
    QCOMPARE(int{at(0, 400)}, kWater);
    QCOMPARE(int{at(0, 470)}, 0);
    QCOMPARE(int{at(0, -415)}, kWater);
    int river_cells = 0;
    for (double dx = -290; dx < 290; dx += 5) river_cells += at(dx, -400 - (dx + 300) / 20) == kWater;
    QCOMPARE(river_cells, 116);  // all of them
  }

  void whatCannotBeFrozenIsSaid_data() {
    QTest::addColumn<QString>("region");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("cls");
    QTest::addColumn<QString>("point");
    QTest::addColumn<QString>("word");
    QTest::newRow("nothing") << ""
                             << ""
                             << ""
                             << ""
                             << "expected one";
    QTest::newRow("two") << "X"
                         << ""
                         << "Y"
                         << ""
                         << "found 2 things";
    QTest::newRow("a region") << "Nowhere"
                              << ""
                              << ""
                              << ""
                              << "no region \"Nowhere\"";
    QTest::newRow("a shape") << ""
                             << "POLYGON (("
                             << ""
                             << ""
                             << "expected";
    QTest::newRow("a line") << ""
                            << "LINESTRING (0 0, 10 10)"
                            << ""
                            << ""
                            << "without an inside";
    QTest::newRow("a class") << ""
                             << ""
                             << "iron_vien"
                             << ""
                             << "did you mean iron_vein";
    QTest::newRow("a point") << ""
                             << ""
                             << ""
                             << "iron_vein-99999"
                             << "no point \"iron_vein-99999\"";
    QTest::newRow("off the frame") << ""
                                   << "POLYGON ((-90 -90, -50 -90, -50 -50))"
                                   << ""
                                   << ""
                                   << "nothing lies there";
  }
  void whatCannotBeFrozenIsSaid() {
    QFETCH(QString, region);
    QFETCH(QString, shape);
    QFETCH(QString, cls);
    QFETCH(QString, point);
    QFETCH(QString, word);
    const Showcase& s = showcase("WindswardLike");
    FreezeRequest request;
    request.region = region.toStdString();
    request.shape = shape.toStdString();
    request.cls = cls.toStdString();
    if (!point.isEmpty()) request.points = {point.toStdString()};
    const Result<Frozen> frozen = freeze(s.tmpl, *s.world, request);
    QVERIFY(!frozen);
    QVERIFY2(QString::fromStdString(frozen.error().message).contains(word), frozen.error().message.c_str());
  }

  void aWorldOfAnotherGridIsRefused() {
    const Showcase& s = showcase("WindswardLike");
    const Shared small = generate(s.tmpl, s.tmpl.seeds(), 128).value();
    FreezeRequest request;
    request.shape = frame_shape(s.tmpl);
    QVERIFY(!freeze(s.tmpl, *small, request));
  }
};

FW_TEST(TestFreeze)
#include "test_freeze.moc"
