// A world whose hand uses every list: the same on any machine, and the same ground at any resolution.

#include <QFile>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise.h"
#include "core/field/simd_level.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/test_main.h"
#include "tests/world/ground_by_hand.h"
#include "tests/world/hand/rows_at.h"
#include "tests/world/land/imported.h"

using namespace fw;
using namespace fw::test;

namespace {

using WorldPtr = std::shared_ptr<const World>;
constexpr uint64_t kListSeed = 42;
constexpr int kListResolution = 256;
constexpr const char* kAccepted = FIELDWRIGHT_SOURCE_DIR "/tests/world/golden/hand_digests.txt";

struct HandTemplate {
  Template tmpl;
  ImportSet imports;

  WorldPtr made(int resolution, StageCache* cache = nullptr,
                GenerateScope scope = GenerateScope::whole) const {
    return generate(tmpl, SeedBundle::from_master(kListSeed), resolution, {}, cache, scope, imports).value();
  }
};

PaintRow paint(const std::string& id, const std::string& cls, const std::string& shape, double radius_m) {
  PaintRow row;
  row.id = id;
  row.cls = cls;
  row.place.shape = shape;
  row.place.radius_m = radius_m;
  return row;
}

/// Heights that rise to the middle of the frame, where a file adds to the natural ones.
ImportPixels hump(const FrameParams& frame) {
  Raster<float> height(frame_grid(frame, 128));
  const Vec2 middle{frame.width_m / 2, frame.height_m / 2};
  for (size_t cell = 0; cell < height.size(); ++cell) {
    const double far = distance(height.grid.centre(cell), middle) / 1500;
    height[cell] = far < 1 ? static_cast<float>(30 * (1 - far) * (1 - far)) : 0.0F;
  }
  return height_pixels(height, 0, 100);
}

void add_points(Template& t, const World& natural, Vec2 middle) {
  const std::string resource = t.resources[0].slug, animal = t.wildlife[1].slug, enemy = t.enemies[2].slug;
  t.hand.pins.push_back(pin_named("p1", resource, middle));
  t.hand.pins.push_back(pin_named("p2", enemy, {middle.x + 333.3335, middle.y - 200.0004}));
  t.hand.pins.edit(1).name = "The Miller";
  t.hand.pins.edit(1).rarity = t.vocabulary.rarities.back().id;
  t.hand.pins.push_back(pin_named("p3", animal, {10, 10}));
  t.hand.pins.edit(2).where = PinWhere::anywhere;
  const LandmarkRow& seat = *std::find_if(t.vocabulary.landmarks.begin(), t.vocabulary.landmarks.end(),
                                          [](const LandmarkRow& k) { return k.role == LandmarkRole::seat; });
  for (const Point& p : natural.points.points)
    if (natural.points.class_of(p).slug == seat.id && t.hand.pins.size() == 3)
      t.hand.pins.push_back(pin_named("p4", seat.id, {p.position_m.x + 100, p.position_m.y}));
  t.hand.pins.edit(3).category = "landmark";
  BanRow ban;
  ban.id = "x1";
  ban.of = "all";
  ban.x_m = middle.x + 900;
  ban.y_m = middle.y;
  ban.radius_m = 150;
  t.hand.bans.push_back(ban);
  AreaRow area;
  area.id = "a1";
  area.of = "resource, -" + resource;
  area.place.shape = square({middle.x, middle.y + 1000}, 500);
  area.density = 2;
  area.feather_m = 100;
  t.hand.areas.push_back(area);
  LineRow track;
  track.id = "l1";
  track.shape = line({middle, {middle.x + 200, middle.y + 300}, {middle.x + 600, middle.y + 350}});
  track.from = "p1";
  t.hand.lines.push_back(track);
  PlaceRow named;
  named.id = "e1";
  named.kind = "wood";
  named.name = "Witchwood";
  named.x_m = middle.x;
  named.y_m = middle.y;
  t.hand.places.push_back(named);
  ViewRow view;
  view.id = "v1";
  view.x_m = middle.x;
  view.y_m = middle.y;
  view.to_x_m = middle.x - 800;
  view.to_y_m = middle.y + 400;
  view.ground = ViewGround::lower;
  view.clear = "resource";
  t.hand.views.push_back(view);
  RerollRow roll;
  roll.id = "q1";
  roll.of = "points, biomes, danger, factions";
  roll.place.shape = square({middle.x - 1500, middle.y}, 500);
  roll.seed = 7;
  t.hand.rerolls.push_back(roll);
}

void add_ground(Template& t, const World& natural, Vec2 middle) {
  const Vocabulary& words = t.vocabulary;
  t.hand.biome.push_back(paint("b1", words.biomes[1].id, disc({middle.x + 500, middle.y + 500}), 250));
  t.hand.biome.push_back(paint("b2", words.biomes[3].id, line({{middle.x, middle.y - 1500}, middle}), 90));
  t.hand.danger.push_back(paint("d1", words.danger.back().id, disc({middle.x, middle.y - 700}), 250));
  t.hand.danger.push_back(paint("d2", words.danger.front().id, disc({middle.x - 1200, middle.y - 900}), 300));
  t.hand.danger.edit(1).force = PaintForce::bias;
  t.hand.faction.push_back(paint("f1", words.factions.front().id, disc(natural.regions[2].centre_m), 200));
  RegionRow named;
  named.id = "r1";
  named.x_m = natural.regions[0].centre_m.x;
  named.y_m = natural.regions[0].centre_m.y;
  named.name = "Handmark";
  t.hand.regions.push_back(named);
  RegionRow own;
  own.id = "r2";
  own.is = RegionIs::exactly;
  own.name = "Foursquare";
  own.place.shape = square(middle, 600);
  t.hand.regions.push_back(own);
  Vec2 coast = middle;
  while (natural.on_island(natural.grid.cell_at(coast))) coast.x += natural.grid.cell_m;
  LandRow land;
  land.id = "g1";
  land.place.shape = disc(coast);
  land.place.radius_m = 250;
  t.hand.land.push_back(land);
  LandRow lake = land;
  lake.id = "g2";
  lake.place.shape = disc({middle.x - 400, middle.y + 1500});
  lake.place.radius_m = 180;
  lake.is = LandIs::sea;
  t.hand.land.push_back(lake);
  TerrainRow hill;
  hill.id = "t1";
  hill.place.shape = disc({middle.x + 1000, middle.y - 800});
  hill.place.radius_m = 100;
  hill.falloff_m = 400;
  hill.amount_m = 80;
  t.hand.terrain.push_back(hill);
  ZoneRow wall;
  wall.id = "z1";
  wall.shape = disc(middle);
  wall.radius_m = 500;
  wall.is = ZoneIs::wall;
  t.hand.zones.push_back(wall);
  NoteRow note;
  note.id = "o1";
  note.x_m = middle.x;
  note.y_m = middle.y;
  note.note = "Here";
  t.hand.notes.push_back(note);
}

const HandTemplate& every_list() {
  static HandTemplate made;
  if (!made.imports.empty()) return made;
  made.tmpl = dry_template("WindswardLike");
  const WorldPtr natural = made.made(kResolution);
  const Vec2 middle = most_inland(*natural);
  add_points(made.tmpl, *natural, middle);
  add_ground(made.tmpl, *natural, middle);
  ImportRow& height = add_import(made.tmpl, made.imports, "height", hump(made.tmpl.frame));
  height.high_m = 100;
  height.mode = ImportMode::add;
  Raster<uint8_t> codes(frame_grid(made.tmpl.frame, 200));
  for (size_t cell = 0; cell < codes.size(); ++cell)
    codes[cell] = distance(codes.grid.centre(cell), {middle.x, middle.y + 1800}) < 300 ? 1 : 0;
  ImportRow& bias = add_import(made.tmpl, made.imports, "biome", class_pixels(codes),
                               "1 " + made.tmpl.vocabulary.biomes[2].id);
  bias.force = PaintForce::bias;
  return made;
}

std::vector<std::string> digest_lines(const World& world) {
  std::vector<std::string> lines;
  for (const auto& [part, digest] : world_digests(world)) lines.push_back(part + " " + digest);
  return lines;
}

/// Share of the frame on which two rasters agree.
double agreement(const Raster<uint8_t>& coarse, const Raster<uint8_t>& fine) {
  const Raster<uint8_t> resampled = resample_nearest(coarse, fine.grid);
  size_t equal = 0;
  for (size_t i = 0; i < fine.size(); ++i) equal += resampled[i] == fine[i] ? 1 : 0;
  return static_cast<double>(equal) / static_cast<double>(fine.size());
}

std::map<std::string, Vec2> pins_of(const World& world) {
  std::map<std::string, Vec2> out;
  for (const Point& p : world.points.points)
    if (!p.hand.empty()) out[p.hand] = p.position_m;
  return out;
}

}  // namespace

class TestHandEveryList : public QObject {
  Q_OBJECT

 private slots:
  void everyListIsUsedAndEveryRowActs() {
    const HandTemplate& h = every_list();
    visit_hand(h.tmpl.hand, [](std::string_view list, const auto& rows) {
      if (list == "waters") return;  // this world has none: tests/water/test_hand_waters.cpp
      if (rows.empty()) qWarning("%s", std::string(list).c_str());
      QVERIFY(!rows.empty());
    });
    const WorldPtr world = h.made(kListResolution);
    for (const HandOutcome& row : world->hand) {
      qInfo("%s %s: %s %s", row.list.c_str(), row.id.c_str(),
            std::string(kHandStateSlugs[static_cast<size_t>(row.state)]).c_str(), row.reason.c_str());
      QVERIFY2(row.state == HandState::held || row.state == HandState::part, row.id.c_str());
    }
  }

  void rowsThatNothingAnswersToAreNeverToldHeld() {
    Template tmpl = builtin("Tiny");
    const WorldPtr natural = world_of(tmpl, 5);
    AreaRow area;  // landmarks know no density but 0
    area.id = "a1";
    area.of = tmpl.vocabulary.landmarks.front().id;
    area.place.shape = disc(most_inland(*natural));
    area.place.radius_m = 400;
    area.density = 3;
    tmpl.hand.areas.push_back(area);
    tmpl.hand.pins.push_back(pin_named("p1", tmpl.resources.front().slug, most_inland(*natural)));
    const WorldPtr world = world_of(tmpl, 5);
    QCOMPARE(world->hand.size(), size_t{2});
    QCOMPARE(outcome(*world, "a1").state, HandState::suspended);
    QVERIFY(outcome(*world, "a1").reason.find("density is 0") != std::string::npos);
    QCOMPARE(outcome(*world, "p1").state, HandState::held);
    // Where the layers alone are made, points and landmarks are yet to come: nothing is said of their rows.
    const auto layers = generate(tmpl, SeedBundle::from_master(5), 96, {}, nullptr, GenerateScope::layers);
    QVERIFY(layers.value()->hand.empty());
  }

  void zonesAndNotesAreHeldWhateverIsMade() {
    Template tmpl = builtin("Tiny");
    const auto bare = digest_lines(*world_of(tmpl, 5));
    ZoneRow zone;
    zone.id = "z1";
    zone.shape = "POINT (0 0)";
    zone.radius_m = 50;
    tmpl.hand.zones.push_back(zone);
    NoteRow note;
    note.id = "o1";
    note.on = false;
    tmpl.hand.notes.push_back(note);
    const WorldPtr world = world_of(tmpl, 5);
    QCOMPARE(outcome(*world, "z1").state, HandState::held);
    QCOMPARE(outcome(*world, "o1").state, HandState::off);
    QVERIFY(digest_lines(*world) == bare);
    const auto layers = generate(tmpl, SeedBundle::from_master(5), 96, {}, nullptr, GenerateScope::layers);
    QCOMPARE(outcome(*layers.value(), "z1").state, HandState::held);
  }

  /// Compilers, build types and versions of libraries are held against one file. Where a change of worlds
  /// with a hand is wanted: run this test with FIELDWRIGHT_ACCEPT_WORLDS=1 in the environment.
  void theWorldIsTheAcceptedOne() {
    const std::vector<std::string> found = digest_lines(*every_list().made(kListResolution));
    QFile file(kAccepted);
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT_WORLDS")) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      for (const std::string& line : found) file.write((line + "\n").c_str());
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), kAccepted);
    for (const std::string& line : found) QCOMPARE(file.readLine().trimmed().toStdString(), line);
  }

  void threadsAndSimdLevelsChangeNoBit() {
    const HandTemplate& h = every_list();
    const auto reference = digest_lines(*h.made(kListResolution));
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      QVERIFY(digest_lines(*h.made(kListResolution)) == reference);
    }
    const std::vector<std::string> levels = simd_levels();
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      QVERIFY2(digest_lines(*h.made(kListResolution)) == reference, level.c_str());
    }
    QVERIFY(set_simd_level(levels.front()));
  }

  void theSameFileReachedByOtherEditsIsTheSameWorld() {
    const HandTemplate& h = every_list();
    const auto reference = digest_lines(*h.made(kListResolution));
    StageCache cache;
    HandTemplate edited = h;
    edited.tmpl = dry_template("WindswardLike");
    (void)edited.made(kResolution, &cache);
    // List by list, each first in another state, then undone and done again.
    edited.tmpl.hand.danger = h.tmpl.hand.danger;
    edited.tmpl.hand.danger.edit(0).cls = "yellow";
    (void)edited.made(kListResolution, &cache);
    edited.tmpl.hand.danger = h.tmpl.hand.danger;
    edited.tmpl.hand.pins = h.tmpl.hand.pins;
    edited.tmpl.hand.pins.edit(0).x_m += 77;
    edited.tmpl.hand.land = h.tmpl.hand.land;
    (void)edited.made(kListResolution, &cache);
    edited.tmpl.hand = {};
    (void)edited.made(kListResolution, &cache);
    edited.tmpl.hand = h.tmpl.hand;
    edited.tmpl.hand.rerolls.edit(0).on = false;
    (void)edited.made(kListResolution, &cache);
    edited.tmpl.hand.rerolls.edit(0).on = true;
    QVERIFY(digest_lines(*edited.made(kListResolution, &cache)) == reference);
    // Through the file.
    const Result<Template> read = parse_template(write_compact(h.tmpl), "every list");
    QVERIFY2(bool(read), read ? "" : read.error().message.c_str());
    QCOMPARE(template_digest(read.value()), template_digest(h.tmpl));
    edited.tmpl = read.value();
    QVERIFY(digest_lines(*edited.made(kListResolution, &cache)) == reference);
  }

  /// 2048 takes half a minute: with FIELDWRIGHT_HAND_STUDY set.
  void allResolutionsShowTheSameWorld() {
    const HandTemplate& h = every_list();
    std::vector<int> resolutions{256, 512, 1024};
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_HAND_STUDY")) resolutions.push_back(2048);
    const WorldPtr finest = h.made(resolutions.back(), nullptr, GenerateScope::layers);
    for (const int resolution : resolutions) {
      if (resolution == resolutions.back()) continue;
      const WorldPtr world = h.made(resolution, nullptr, GenerateScope::layers);
      const std::map<const char*, double> shares{{"land", agreement(world->land, finest->land)},
                                                 {"region", agreement(world->region, finest->region)},
                                                 {"biome", agreement(world->biome, finest->biome)},
                                                 {"danger", agreement(world->danger, finest->danger)},
                                                 {"faction", agreement(world->faction, finest->faction)}};
      for (const auto& [layer, share] : shares) {
        qInfo("%s, %d against %d: %.4f", layer, resolution, resolutions.back(), share);
        QVERIFY(share >= 0.97);
      }
    }
  }

  void pinsStandAtTheSameMillimetreAtAllResolutions() {
    const HandTemplate& h = every_list();
    const auto at_256 = pins_of(*h.made(256));
    QCOMPARE(at_256.size(), h.tmpl.hand.pins.size());
    for (const PinRow& row : h.tmpl.hand.pins) {
      QVERIFY(std::fabs(at_256.at(row.id).x - row.x_m) <= 0.001);
      QVERIFY(std::fabs(at_256.at(row.id).y - row.y_m) <= 0.001);
    }
    std::vector<int> resolutions{512};
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_HAND_STUDY")) resolutions = {512, 1024, 2048};
    for (const int resolution : resolutions) QVERIFY(pins_of(*h.made(resolution)) == at_256);
  }
};

FW_TEST(TestHandEveryList)
#include "test_hand_every_list.moc"
