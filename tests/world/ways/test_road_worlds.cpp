// Roads, crossings and ground plans of whole worlds.

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/field/shape.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/digest.h"
#include "core/model/world/features.h"
#include "core/template/template_io.h"
#include "core/water/lakes/contour.h"
#include "core/world/generate.h"
#include "core/world/roads/outline.h"
#include "core/world/roads/road_meetings.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kResolution = kPlanResolution;  // where landmarks and roads are decided

struct Shown {
  std::string name;
  Template tmpl;
  std::shared_ptr<const World> world;
};

Template template_of(const std::string& name) {
  const BuiltinTemplate* text = find_builtin(name);
  return parse_template(text->text, text->name).value();
}

std::shared_ptr<const World> world_of(const Template& tmpl, int resolution, uint64_t seed) {
  return generate(tmpl, SeedBundle::from_master(seed), resolution).value();
}

/// The shipped templates with rivers, and one on the old relief without any water.
const std::vector<Shown>& shown() {
  static const std::vector<Shown> worlds = [] {
    std::vector<Shown> all;
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"}) {
      const Template tmpl = template_of(name);
      all.push_back({name, tmpl, world_of(tmpl, kResolution, tmpl.seed)});
    }
    Template dry = template_of("WindswardLike");
    dry.relief.erosion = Erosion::none;
    dry.water.rivers = Nature::none;
    dry.coast.types = Nature::none;
    for (const char* id : {"harbour", "mill"})
      dry.vocabulary.landmarks[*find_row(dry.vocabulary.landmarks, id)].count = 0;
    all.push_back({"dry", dry, world_of(dry, kResolution, 42)});
    return all;
  }();
  return worlds;
}

const LandmarkRow& kind_of(const World& world, const Point& p) {
  return world.vocabulary.landmarks[static_cast<size_t>(world.points.class_of(p).landmark)];
}

bool is_landmark(const World& world, const Point& p) {
  return world.points.class_of(p).category == Category::landmark;
}

/// Nodes joined by pieces that are no trails: the part of every node.
std::vector<int> joined(const Roads& roads) {
  std::vector<int> part(roads.nodes.size());
  for (size_t n = 0; n < part.size(); ++n) part[n] = static_cast<int>(n);
  const auto root = [&](int n) {
    while (part[static_cast<size_t>(n)] != n) n = part[static_cast<size_t>(n)];
    return n;
  };
  for (const RoadPiece& piece : roads.pieces)
    if (piece.type != RoadClass::trail)
      part[static_cast<size_t>(root(piece.nodes[0]))] = root(piece.nodes[1]);
  for (size_t n = 0; n < part.size(); ++n) part[n] = root(static_cast<int>(n));
  return part;
}

double length_m(const std::vector<Vec2>& line) {
  double sum = 0;
  for (size_t i = 1; i < line.size(); ++i) sum += std::sqrt(squared_distance(line[i - 1], line[i]));
  return sum;
}

/// The longest way of a line over the sea.
double longest_at_sea_m(const World& world, const std::vector<Vec2>& line) {
  double worst_m = 0, run_m = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const double length = std::sqrt(squared_distance(line[i - 1], line[i]));
    const int steps = 1 + static_cast<int>(length);
    for (int k = 0; k < steps; ++k) {
      const Vec2 at = line[i - 1] + (line[i] - line[i - 1]) * (static_cast<double>(k) / steps);
      run_m = world.land[world.grid.cell_at(at)] == 0 ? run_m + length / steps : 0;
      worst_m = std::max(worst_m, run_m);
    }
  }
  return worst_m;
}

}  // namespace

class TestRoadWorlds : public QObject {
  Q_OBJECT

 private slots:
  void everyTownFortAndOutpostStandsOnOneNetwork() {
    for (const auto& [name, tmpl, world] : shown()) {
      const Roads& roads = world->roads;
      QCOMPARE(roads.detours.towns_reached, roads.detours.towns);
      QVERIFY(roads.detours.towns >= 9);
      QVERIFY(roads.detours.mean >= 1 && roads.detours.mean <= 3.5);
      const std::vector<int> part = joined(roads);
      std::set<int> parts, at;
      for (size_t n = 0; n < roads.nodes.size(); ++n)
        if (const int point = roads.nodes[n].point; point >= 0) {
          const Point& p = world->points.points[static_cast<size_t>(point)];
          QVERIFY(is_landmark(*world, p));
          QVERIFY(roads.nodes[n].position_m == p.position_m);
          if (!kind_of(*world, p).joins_tracks) continue;
          at.insert(point);
          parts.insert(part[n]);
        }
      for (size_t k = 0; k < world->points.points.size(); ++k) {
        const Point& p = world->points.points[k];
        if (is_landmark(*world, p) && kind_of(*world, p).joins_tracks)
          QVERIFY2(at.contains(static_cast<int>(k)), (name + " " + world->points.id_of(p)).c_str());
      }
      QCOMPARE(parts.size(), size_t{1});
    }
  }

  void piecesRunFromNodeToNodeAndEachIsThereOnce() {
    for (const auto& [name, tmpl, world] : shown()) {
      const Roads& roads = world->roads;
      std::vector<int> degree(roads.nodes.size(), 0);
      std::set<std::vector<std::pair<double, double>>> lines;
      for (const RoadPiece& piece : roads.pieces) {
        QVERIFY(piece.vertices_m.size() >= 2 && piece.traffic >= 1);
        QVERIFY(piece.vertices_m.front() == roads.nodes[static_cast<size_t>(piece.nodes[0])].position_m);
        QVERIFY(piece.vertices_m.back() == roads.nodes[static_cast<size_t>(piece.nodes[1])].position_m);
        QVERIFY(std::abs(length_m(piece.vertices_m) - piece.length_m) < 1e-6);
        for (const int n : piece.nodes) ++degree[static_cast<size_t>(n)];
        std::vector<std::pair<double, double>> line;
        for (const Vec2 v : piece.vertices_m) line.emplace_back(v.x, v.y);
        if (line.back() < line.front()) std::reverse(line.begin(), line.end());
        QVERIFY(lines.insert(line).second);
      }
      for (size_t n = 0; n < degree.size(); ++n) QCOMPARE(roads.nodes[n].degree, degree[n]);
    }
  }

  void tracksKeepTheRoutesForOldReaders() {
    for (const auto& [name, tmpl, world] : shown()) {
      QVERIFY(!world->tracks.empty());
      for (const Track& track : world->tracks) {
        QVERIFY(track.vertices_m.size() >= 2);
        if (track.from_point >= 0)
          QVERIFY(track.vertices_m.front() ==
                  world->points.points[static_cast<size_t>(track.from_point)].position_m);
        if (track.to_point >= 0)
          QVERIFY(track.vertices_m.back() ==
                  world->points.points[static_cast<size_t>(track.to_point)].position_m);
      }
    }
  }

  void noRoadRunsThroughALakeOrTheSea() {
    for (const auto& [name, tmpl, world] : shown()) {
      FeatureSources sources{.grid = world->grid, .water = &world->water_network};
      const FeatureIndex lakes = feature_index("lake_m", sources);
      for (const RoadPiece& piece : world->roads.pieces)
        for (const Vec2 v : piece.vertices_m) {
          // Roads are decided on the plan: a coarse raster's shore may lie a cell further in.
          QVERIFY2(world->sea_m[world->grid.cell_at(v)] <= 1.5 * world->grid.cell_m, name.c_str());
          QVERIFY2(lakes.none() || lakes.distance_m(v) > 0, name.c_str());
        }
    }
  }

  void everyPieceHasItsGrade() {
    for (const auto& [name, tmpl, world] : shown())
      for (const RoadPiece& piece : world->roads.pieces)
        QVERIFY2(piece.traffic > 0 && (piece.grade_max > 0 || piece.length_m < 1), name.c_str());
  }

  void aTownAloneOnItsIslandIsTheEndOfItsTracks() {
    Template tmpl = template_of("WindswardLike");
    tmpl.land.shape = LandShape::archipelago;
    int alone = 0;
    for (const uint64_t seed : {1, 2, 3}) {
      const auto world = world_of(tmpl, 128, seed);
      std::map<int, std::vector<int>> towns;  // by piece of ground
      for (size_t k = 0; k < world->points.points.size(); ++k) {
        const Point& p = world->points.points[k];
        if (is_landmark(*world, p) && kind_of(*world, p).role == LandmarkRole::seat && p.region > 0)
          towns[world->regions[p.region - 1u].piece].push_back(static_cast<int>(k));
      }
      const std::vector<RoadNode>& nodes = world->roads.nodes;
      for (const auto& [ground, here] : towns) {
        const bool roads = std::any_of(nodes.begin(), nodes.end(), [&](const RoadNode& node) {
          const uint8_t region = world->region[world->grid.cell_at(node.position_m)];
          return region != 0 && world->regions[region - 1u].piece == ground;
        });
        if (here.size() != 1 || !roads) continue;
        ++alone;
        QVERIFY(std::any_of(nodes.begin(), nodes.end(), [&](const RoadNode& node) {
          return node.point == here.front() && node.degree > 0;
        }));
      }
    }
    QVERIFY(alone > 0);
  }

  void noRoadCrossesAnArmOfTheSea() {
    // Two spits of this island nearly meet.
    const auto world = world_of(template_of("ShatteredMountainLike"), kResolution, 6);
    for (const RoadPiece& piece : world->roads.pieces)
      QVERIFY(longest_at_sea_m(*world, piece.vertices_m) < 0.5 * world->grid.cell_m);
  }

  void bridgesAndFordsLieOnARoadAndOverARiver() {
    int bridges = 0;
    for (const auto& [name, tmpl, world] : shown()) {
      FeatureSources sources{.grid = world->grid, .water = &world->water_network};
      const FeatureIndex rivers = feature_index("river_m", sources);
      for (const Crossing& crossing : world->roads.crossings) {
        const RoadPiece& piece = world->roads.pieces[static_cast<size_t>(crossing.piece)];
        QVERIFY(rivers.distance_m(crossing.position_m) <= 0);
        double nearest = 1e9;
        for (size_t i = 1; i < piece.vertices_m.size(); ++i) {
          const Vec2 a = piece.vertices_m[i - 1], d = piece.vertices_m[i] - a, to = crossing.position_m - a;
          const double t = std::clamp((to.x * d.x + to.y * d.y) / (d.x * d.x + d.y * d.y), 0.0, 1.0);
          nearest = std::min(nearest, std::sqrt(squared_distance(crossing.position_m, a + d * t)));
        }
        QVERIFY(nearest < 1e-6);
        QVERIFY(crossing.angle_deg > 0 && crossing.angle_deg <= 90 + 1e-9);
        QVERIFY(crossing.span_m >= crossing.width_m * (1 - 1e-12));
        const double ford_m = tmpl.roads.ford_m * (piece.type == RoadClass::trail ? 2 : 1);
        QCOMPARE(crossing.type == CrossingType::ford, crossing.width_m < ford_m);
        bridges += crossing.type == CrossingType::bridge ? 1 : 0;
      }
      if (name == "dry") QVERIFY(world->roads.crossings.empty());
    }
    QVERIFY(bridges >= 6);
  }

  void linesThatMeetShareANode() {
    // Rough frames whose edges are land.
    Template coast = template_of("EdengroveLike"), rough = template_of("WindswardLike");
    coast.land.shape = LandShape::coast;
    coast.land.fraction = 0.85;
    coast.frame = {8000, 16000};
    coast.relief.height_max_m = 2500;
    rough.land.shape = LandShape::inland;
    rough.land.fraction = 1;
    rough.frame = {10000, 10000};
    rough.relief.height_max_m = 4000;
    rough.relief.erosion = Erosion::none;
    rough.vocabulary.landmarks[*find_row(rough.vocabulary.landmarks, "harbour")].count = 0;
    for (const auto& [tmpl, seed] : {std::pair{coast, 6}, {rough, 22}}) {
      const auto world = world_of(tmpl, 128, static_cast<uint64_t>(seed));
      QVERIFY(world->roads.pieces.size() > 50);
      for (const LineMeeting& m : line_meetings(world->roads.pieces))
        QVERIFY2(
            false,
            qPrintable(QString("pieces %1 and %2 at %3, %4").arg(m.a).arg(m.b).arg(m.at_m.x).arg(m.at_m.y)));
      std::vector<int> degree(world->roads.nodes.size(), 0);
      for (const RoadPiece& piece : world->roads.pieces)
        for (const int n : piece.nodes) ++degree[static_cast<size_t>(n)];
      for (size_t n = 0; n < degree.size(); ++n) QCOMPARE(world->roads.nodes[n].degree, degree[n]);
    }
  }

  void everyGroundPlanHoldsItsLandmark() {
    std::vector<std::shared_ptr<const World>> worlds;
    for (const auto& [name, tmpl, world] : shown()) worlds.push_back(world);
    worlds.push_back(world_of(template_of("ShatteredMountainLike"), kResolution, 42));
    worlds.push_back(world_of(template_of("WindswardLike"), kResolution, 1));
    for (const auto& world : worlds)
      for (const Footprint& plan : world->footprints) {
        const Point& of = world->points.points[static_cast<size_t>(plan.point)];
        QVERIFY2(ring_holds(plan.outline_m, of.position_m), world->points.id_of(of).c_str());
      }
  }

  void groundPlansOfSmallFramesHoldTheirLandmarksToo() {
    for (const char* name : {"WindswardLike", "EdengroveLike"}) {
      Template tmpl = template_of(name);
      tmpl.frame.width_m = tmpl.frame.height_m = 500;
      tmpl.footprints.settlement_ha = 0.05;
      tmpl.footprints.fort_ha = 0.01;
      const auto world = world_of(tmpl, 64, 3);
      QVERIFY(world->footprints.size() > 10);
      for (const Footprint& plan : world->footprints) {
        const Point& of = world->points.points[static_cast<size_t>(plan.point)];
        QVERIFY2(ring_holds(plan.outline_m, of.position_m), name);
      }
    }
  }

  void noGroundPlanGrowsRoundALake() {
    Template tmpl = template_of("WindswardLike");
    tmpl.lakes.count = 100;
    const auto world = world_of(tmpl, 256, 28);
    QVERIFY(!world->footprints.empty());
    for (const Footprint& plan : world->footprints)
      for (const Lake& lake : world->water_network.lakes)
        for (const Vec2 v : lake.rings_m.front()) QVERIFY2(!ring_holds(plan.outline_m, v), lake.name.c_str());
  }

  void groundPlansAreValidApartDryAndAsLargeAsAsked() {
    for (const auto& [name, tmpl, world] : shown()) {
      FeatureSources sources{.grid = world->grid, .water = &world->water_network};
      const FeatureIndex water = feature_index("water_m", sources);
      std::set<int> planned;
      const auto told = std::count_if(world->findings.begin(), world->findings.end(),
                                      [](const Finding& f) { return f.code == "footprint_area"; });
      int off = 0;
      for (const Footprint& plan : world->footprints) {
        const Point& p = world->points.points[static_cast<size_t>(plan.point)];
        QVERIFY(planned.insert(plan.point).second);
        const LandmarkRole role = kind_of(*world, p).role;
        QVERIFY(role == LandmarkRole::seat || role == LandmarkRole::guard);
        const double asked =
            (role == LandmarkRole::seat ? tmpl.footprints.settlement_ha : tmpl.footprints.fort_ha) * 1e4;
        off += std::abs(plan.area_m2 - asked) > 0.03 * asked ? 1 : 0;
        QVERIFY(is_simple_ring(plan.outline_m));
        QVERIFY(std::abs(ring_area_m2(plan.outline_m) - plan.area_m2) < 1e-6 && plan.area_m2 > 0);
        QVERIFY(plan.grade <= tmpl.footprints.grade + 1e-12);
        QVERIFY(!plan.gates.empty());
        for (const Gate& gate : plan.gates) QVERIFY(ring_distance_m(plan.outline_m, gate.position_m) < 1e-6);
        for (const Vec2 v : plan.outline_m) {
          QVERIFY(world->land[world->grid.cell_at(v)] != 0);
          QVERIFY(water.none() || water.distance_m(v) > 0);
        }
        for (const Footprint& other : world->footprints)
          for (const Vec2 v : plan.outline_m)
            QVERIFY(other.point == plan.point || !ring_holds(other.outline_m, v));
      }
      QCOMPARE(static_cast<int64_t>(off), static_cast<int64_t>(told));
      QVERIFY(static_cast<size_t>(off) * 6 <= world->footprints.size());
    }
  }

  void groundPlansKeepThreeMetresFromWater() {
    Template tmpl = builtin("ShatteredMountainLike");
    tmpl.footprints.settlement_ha = 12;
    const auto world = world_of(tmpl, 256, 99);
    const FeatureSources sources{.grid = world->grid, .water = &world->water_network};
    const FeatureIndex water = feature_index("water_m", sources);
    for (const Footprint& plan : world->footprints) {
      const Vec2 site = world->points.points[static_cast<size_t>(plan.point)].position_m;
      for (const Vec2 v : plan.outline_m)  // about its site a plan may come nearer
        QVERIFY2(squared_distance(v, site) < 12.0 * 12.0 || water.distance_m(v) >= 2.99,
                 qPrintable(QString("%1 m at %2, %3").arg(water.distance_m(v)).arg(v.x).arg(v.y)));
    }
  }

  void aGroundPlanOnTheSummitKeepsTheGreatestHeight() {
    for (const auto& [name, seed] : {std::pair{"WindswardLike", 11}, {"ShatteredMountainLike", 7}}) {
      const Template tmpl = builtin(name);
      const auto world = world_of(tmpl, 512, static_cast<uint64_t>(seed));
      const auto highest = std::max_element(world->height_m.cells.begin(), world->height_m.cells.end());
      QCOMPARE(*highest, static_cast<float>(tmpl.relief.height_max_m));
    }
  }

  void groundPlansChangeHeightsAndNothingElse() {
    Template without = shown()[0].tmpl;
    const double area_ha = without.footprints.settlement_ha;
    without.footprints = {};
    // Settlements look for room for their plan: the same world needs the same wish.
    QVERIFY(area_ha > 0);
    Template dry = shown()[3].tmpl;
    dry.footprints = {};
    const auto flat = world_of(dry, kResolution, 42);
    const World& levelled = *shown()[3].world;
    size_t changed = 0, inside = 0, far = 0;
    for (size_t c = 0; c < flat->height_m.size(); ++c) {
      const bool differs = flat->height_m[c] != levelled.height_m[c];
      changed += differs ? 1 : 0;
      const Vec2 at = flat->grid.centre(c);
      bool near = false;
      for (const Footprint& plan : levelled.footprints) {
        inside += ring_holds(plan.outline_m, at) ? 1 : 0;
        near = near || ring_holds(plan.outline_m, at) ||
               ring_distance_m(plan.outline_m, at) < std::max(125.0, 2 * std::sqrt(plan.area_m2 / 3));
      }
      far += differs && !near ? 1 : 0;
      QVERIFY(levelled.land[c] == 0 || levelled.height_m[c] > 0);
    }
    QCOMPARE(far, size_t{0});
    QVERIFY(changed >= inside && inside > 0);
    const auto digest_of = [](const World& world, const char* part) {
      for (const auto& [name, digest] : world_digests(world))
        if (name == part) return digest;
      return std::string();
    };
    for (const char* part : {"land", "region", "biome", "danger", "tracks", "roads"})
      QCOMPARE(digest_of(*flat, part), digest_of(levelled, part));
    QCOMPARE(flat->points.points.size(), levelled.points.points.size());
    for (size_t k = 0; k < flat->points.points.size(); ++k)
      QVERIFY(flat->points.points[k].position_m == levelled.points.points[k].position_m);
  }

  void landmarksStandOnDryGroundHarboursAtTheShoreAndMillsAtRivers() {
    for (const auto& [name, tmpl, world] : shown()) {
      FeatureSources sources{.grid = world->grid, .water = &world->water_network};
      const FeatureIndex rivers = feature_index("river_m", sources);
      for (const Point& p : world->points.points) {
        if (!is_landmark(*world, p)) continue;
        const size_t cell = world->grid.cell_at(p.position_m);
        if (world->water.size() > 0)
          QVERIFY2(world->water[cell] == static_cast<uint8_t>(WaterCode::dry),
                   (name + " " + world->points.id_of(p)).c_str());
        const LandmarkRow& kind = kind_of(*world, p);
        if (is_harbour(kind)) QVERIFY(world->coast_m[cell] <= 150 + world->grid.cell_m);
        if (kind.id == "mill") QVERIFY(rivers.distance_m(p.position_m) <= 30 + 1.5 * world->grid.cell_m);
      }
    }
  }

  void groundLevelledByHandLeavesNoLandmarkInWater() {
    Template tmpl = shown()[0].tmpl;
    TerrainRow row;
    row.id = "t1";
    row.action = TerrainDo::level;
    row.place.shape = "POINT (5091 4590)";
    row.place.radius_m = 400;
    row.level_m = 20;
    tmpl.hand.terrain.push_back(row);
    const auto world = world_of(tmpl, kResolution, tmpl.seed);
    for (const Point& p : world->points.points)
      if (is_landmark(*world, p))
        QVERIFY2(world->water[world->grid.cell_at(p.position_m)] == static_cast<uint8_t>(WaterCode::dry),
                 world->points.id_of(p).c_str());
  }

  void everyResolutionHasTheSameLandmarksRoadsAndGroundPlans() {
    const auto& [name, tmpl, plan] = shown()[0];
    const auto of = [](const World& world, std::string_view part) {
      for (const auto& [digest_name, digest] : world_digests(world))
        if (digest_name == part) return digest;
      return std::string();
    };
    const auto landmarks = [](const World& world) {
      std::vector<std::pair<std::string, Vec2>> out;
      for (const Point& p : world.points.points)
        if (is_landmark(world, p)) out.emplace_back(world.points.id_of(p) + p.name, p.position_m);
      return out;
    };
    const auto coarse = world_of(tmpl, 128, tmpl.seed);
    for (const char* part : {"rivers", "lakes", "coast", "roads", "footprints"})
      QVERIFY2(of(*coarse, part) == of(*plan, part), part);
    QVERIFY(landmarks(*coarse) == landmarks(*plan));
    for (size_t k = 0; k < plan->roads.nodes.size(); ++k) {
      const int a = coarse->roads.nodes[k].point, b = plan->roads.nodes[k].point;
      QCOMPARE(a < 0, b < 0);
      if (a >= 0)
        QVERIFY(coarse->points.points[static_cast<size_t>(a)].name ==
                plan->points.points[static_cast<size_t>(b)].name);
    }
  }

  void landWithoutWaterHasANetworkOfRoadsToo() {
    const Template tmpl = tiny();
    const auto world = world_of(tmpl, 64, tmpl.seed);
    QVERIFY(!world->roads.empty());
    QVERIFY(!world->tracks.empty());
    QVERIFY(world->roads.crossings.empty() && world->footprints.empty());
    QCOMPARE(world->roads.detours.towns, world->roads.detours.towns_reached);
  }

  void linesByHandAreRoadsAsDrawnAndPinnedTownsAreReached() {
    Template tmpl = shown()[3].tmpl;
    const World& natural = *shown()[3].world;
    std::vector<const Point*> towns;
    for (const Point& p : natural.points.points)
      if (is_landmark(natural, p) && kind_of(natural, p).role == LandmarkRole::seat) towns.push_back(&p);
    PinRow pin;
    pin.id = "p1";
    pin.cls = natural.points.class_of(*towns[0]).slug;
    pin.x_m = towns[0]->position_m.x + 60;
    pin.y_m = towns[0]->position_m.y + 40;
    tmpl.hand.pins.push_back(pin);
    LineRow line;
    line.id = "l1";
    line.kind = "road";
    line.from = "p1";
    const Vec2 first{pin.x_m, pin.y_m}, bend = first + Vec2{300, 170}, last = first + Vec2{500, 80};
    line.shape = write_shape({Shape::Kind::lines, {{first, bend, last}}});
    tmpl.hand.lines.push_back(line);
    const auto world = world_of(tmpl, kResolution, 42);
    QCOMPARE(world->roads.detours.towns_reached, world->roads.detours.towns);
    const auto pinned = std::find_if(world->points.points.begin(), world->points.points.end(),
                                     [](const Point& p) { return p.hand == "p1"; });
    QVERIFY(pinned != world->points.points.end());
    QVERIFY(std::any_of(world->roads.nodes.begin(), world->roads.nodes.end(), [&](const RoadNode& n) {
      return n.point == pinned - world->points.points.begin() && n.degree > 0;
    }));
    for (const Vec2 v : {first, bend, last})
      QVERIFY(
          std::any_of(world->roads.pieces.begin(), world->roads.pieces.end(), [&](const RoadPiece& piece) {
            return piece.type == RoadClass::road &&
                   std::any_of(piece.vertices_m.begin(), piece.vertices_m.end(),
                               [&](Vec2 at) { return squared_distance(at, v) < 1e-6; });
          }));
  }
};

FW_TEST(TestRoadWorlds)
#include "test_road_worlds.moc"
