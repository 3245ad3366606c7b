#include <QTest>

#include "app/job/diff/diff_text.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const WorldDiff::Layer& layer_of(const WorldDiff& diff, std::string_view name) {
  for (const auto& layer : diff.layers)
    if (layer.name == name) return layer;
  qFatal("no such layer");
}

}  // namespace

class TestDiff : public QObject {
  Q_OBJECT
 private slots:
  void aWorldDoesNotDifferFromItself() {
    const WorldDiff diff = diff_worlds(small_world(), small_world());
    QVERIFY(diff.same());
    QCOMPARE(diff_text(diff), std::string("No difference.\n"));
    QVERIFY(diff_json(diff).find("\"same\": true") != std::string::npos);
  }

  void changedCellsAreCountedPerLayer() {
    World b = small_world();
    b.biome[0] = 6;
    b.biome[9] = 6;
    b.height_m[3] += 1;
    const WorldDiff diff = diff_worlds(small_world(), b);
    QCOMPARE(layer_of(diff, "biome").cells, 2);
    QCOMPARE(layer_of(diff, "biome").area_m2, 20000.0);
    QCOMPARE(layer_of(diff, "biome").share, 2.0 / 64);
    QCOMPARE(layer_of(diff, "height").cells, 1);
    QCOMPARE(layer_of(diff, "danger").cells, 0);
    QVERIFY(!diff.same());
  }

  void pointsAreMatchedByIdWhateverTheirOrder() {
    World b = small_world();
    std::reverse(b.points.points.begin(), b.points.points.end());
    QVERIFY(diff_worlds(small_world(), b).classes.empty());
  }

  void addedGoneMovedAndChangedPointsAreToldApart() {
    World b = small_world();
    b.points.points[0].position_m = {80, 790};                     // hemp-0 moved by 50 m
    b.points.points[1].level = 12;                                 // hemp-1 changed
    b.points.points.erase(b.points.points.begin() + 2);            // hemp-2 gone
    b.points.points.push_back(point_at(b, kHemp, 7, {350, 350}));  // hemp-7 new
    const WorldDiff diff = diff_worlds(small_world(), b);
    QCOMPARE(diff.classes.size(), size_t{1});
    const auto& hemp = diff.classes[0];
    QCOMPARE(hemp.cls, std::string("hemp"));
    QCOMPARE(hemp.before, 3);
    QCOMPARE(hemp.after, 3);
    QCOMPARE(hemp.added, std::vector<std::string>{"hemp-7"});
    QCOMPARE(hemp.gone, std::vector<std::string>{"hemp-2"});
    QCOMPARE(hemp.moved.size(), size_t{1});
    QCOMPARE(hemp.moved[0].distance_m, 50.0);
    QCOMPARE(hemp.changed[0].id, std::string("hemp-1"));
    QCOMPARE(hemp.changed[0].attributes, std::vector<std::string>{"level"});
    const std::string text = diff_text(diff);
    QVERIFY(text.find("hemp-0 by 50.0 m") != std::string::npos);
    QVERIFY(text.find("added 1, gone 1, moved 1, changed 1") != std::string::npos);
  }

  void aPointThatOnlyGotAnotherIdHasNotMoved() {
    const auto first = [](const World& w) {
      return std::find_if(w.points.points.begin(), w.points.points.end(),
                          [&](const Point& p) { return w.points.class_of(p).slug == "hemp"; });
    };
    World b = small_world();
    const auto at = static_cast<size_t>(first(b) - b.points.points.begin());
    const int64_t gone = first(b)->number;
    b.points.points.erase(b.points.points.begin() + static_cast<std::ptrdiff_t>(at));
    for (Point& p : b.points.points)
      if (b.points.class_of(p).slug == "hemp" && p.number > gone) --p.number;
    const WorldDiff diff = diff_worlds(small_world(), b);
    QCOMPARE(diff.classes.size(), size_t{1});
    const WorldDiff::Class& hemp = diff.classes[0];
    QCOMPARE(hemp.moved.size(), size_t{0});
    QCOMPARE(hemp.gone, std::vector<std::string>{"hemp-" + std::to_string(gone)});
    QCOMPARE(hemp.added.size(), size_t{0});
    for (const auto& changed : hemp.changed) QCOMPARE(changed.attributes, std::vector<std::string>{"id"});
    QCOMPARE(static_cast<int64_t>(hemp.changed.size()), hemp.after);
  }

  void pinsWithoutANumberAreOneByTheirRows() {
    const auto with_pins = [](std::initializer_list<std::pair<const char*, Vec2>> pins) {
      World w = small_world();
      for (const auto& [row, at] : pins) {
        w.points.points.push_back(point_at(w, kHemp, -1, at));
        w.points.points.back().hand = row;
      }
      return w;
    };
    const World a = with_pins({{"p1", {350, 350}}, {"p2", {450, 350}}});
    const World b = with_pins({{"p2", {450, 250}}, {"p1", {350, 350}}, {"p3", {550, 350}}});
    const WorldDiff diff = diff_worlds(a, b);
    QCOMPARE(diff.classes.size(), size_t{1});
    const WorldDiff::Class& hemp = diff.classes[0];
    QCOMPARE(hemp.added, std::vector<std::string>{"hemp-p3"});
    QVERIFY(hemp.gone.empty());
    QCOMPARE(hemp.moved.size(), size_t{1});
    QCOMPARE(hemp.moved[0].id, std::string("hemp-p2"));
    QCOMPARE(hemp.moved[0].distance_m, 100.0);
  }

  void aNewClassLeavesTheOthersAlone() {
    World b = small_world();
    b.points.classes.insert(b.points.classes.begin(),
                            {Category::resource, "flint", "Flint", "stone", Tier::common, {}});
    for (Point& p : b.points.points) ++p.class_index;
    b.points.points.push_back(point_at(b, 0, 0, {450, 450}));
    const WorldDiff diff = diff_worlds(small_world(), b);
    QCOMPARE(diff.classes.size(), size_t{1});
    QCOMPARE(diff.classes[0].cls, std::string("flint"));
  }

  void regionsAndTracksAreCompared() {
    World a = small_world(), b = small_world();
    a.tracks = {{6, 7, {{0, 0}, {10, 10}}}, {6, 8, {{0, 0}, {20, 20}}}};
    b.tracks = {{6, 7, {{0, 0}, {10, 10}}}};
    b.regions[1].owner = test::faction_named(b.vocabulary, "purple");
    const WorldDiff diff = diff_worlds(a, b);
    QCOMPARE(diff.tracks_gone, 1);
    QCOMPARE(diff.tracks_added, 0);
    QCOMPARE(diff.regions.size(), size_t{1});
    QCOMPARE(diff.regions[0].after, std::string("Dunwick (purple)"));
  }

  void regionsThatOnlyChangedTheirNumbersAreTheSame() {
    const World a = small_world();
    World b = a;
    std::swap(b.regions[0], b.regions[1]);
    for (uint8_t& code : b.region.cells)
      if (code == 1 || code == 2) code = static_cast<uint8_t>(3 - code);
    WorldDiff diff = diff_worlds(a, b);
    QVERIFY(diff.regions.empty());
    QCOMPARE(diff.region_share, 0.0);
    QVERIFY(diff_text(diff).find("after pairing") == std::string::npos);
    const auto cell = std::ranges::find(a.region.cells, 1) - a.region.cells.begin();
    b.region.cells[static_cast<size_t>(cell)] = 1;
    diff = diff_worlds(a, b);
    QVERIFY(diff.region_share > 0);
    QVERIFY(diff_text(diff).find(" % after pairing") != std::string::npos);
  }

  void placesOfAKindArePairedWithin100Metres() {
    World a = small_world();
    a.places = {{PlaceKind::bay, "Bay of Aldow", "classic", {100, 100}, 300, 0, {}, 1, ""},
                {PlaceKind::summit, "Bewer Tor", "classic", {400, 400}, 60, 90, {}, 2, ""}};
    QVERIFY(diff_worlds(a, a).same());
    World b = a;
    b.places[0].at_m = {160, 100};
    b.places[0].name = "Keld Bay";
    b.places[1].at_m = {400, 520};
    const WorldDiff diff = diff_worlds(a, b);
    QCOMPARE(diff.places.changed.size(), size_t{1});
    QCOMPARE(diff.places.changed[0].attributes, (std::vector<std::string>{"name", "place"}));
    QCOMPARE(diff.places.gone, std::vector<std::string>{"summit Bewer Tor"});
    QCOMPARE(diff.places.added, std::vector<std::string>{"summit Bewer Tor"});
    QVERIFY(diff_text(diff).find("Places: added 1, gone 1, changed 1") != std::string::npos);
    QVERIFY(diff_json(diff).find("\"places\"") != std::string::npos);
  }

  void waterAndRoadsDifferInWhateverTheyHave() {
    World a = small_world();
    a.water_network.rivers = {{"Ash", 7, 100, 1, 1e6, {0}}};
    a.water_network.reaches.resize(1);
    a.water_network.reaches[0].vertices_m = {{100, 100}, {200, 100}};
    a.water_network.lakes.resize(1);
    a.water_network.lakes[0].outlet_m = {300, 300};
    a.coast.harbour_sites = {{{10, 20}, 3, 1.0}};
    a.roads.pieces = {{RoadClass::road, 1, 300, 0, {}, {{0, 150}, {300, 150}}}};
    a.roads.crossings = {{CrossingType::bridge, {150.4, 150}, 0, 0, 5, 5, 90, {1, 0}}};
    a.footprints = {{6, 100, 0.1, 40, {{0, 0}, {10, 0}, {10, 10}}, {}}};
    QVERIFY(diff_worlds(a, a).same());
    const auto told = [&](const auto& change) {
      World b = a;
      change(b);
      const WorldDiff diff = diff_worlds(a, b);
      return diff.same() ? std::string() : diff_text(diff);
    };
    const auto has = [&](const auto& change, const char* line) {
      const std::string text = told(change);
      if (text.find(line) == std::string::npos) qWarning("%s", text.c_str());
      return text.find(line) != std::string::npos;
    };
    QVERIFY(has([](World& w) { w.roads.crossings[0].type = CrossingType::ford; },
                "Crossings: added 0, gone 0, changed 1\n    changed: ford at 150, 150 (type)"));
    QVERIFY(has([](World& w) { w.roads.crossings.clear(); }, "    gone: bridge at 150, 150"));
    QVERIFY(has([](World& w) { w.roads.crossings[0].position_m.x += 30; },
                "    added: bridge at 180, 150\n    gone: bridge at 150, 150"));
    QVERIFY(has([](World& w) { w.roads.pieces[0].type = RoadClass::track; },
                "Roads: added 0.0 km, gone 0.0 km, changed 0.3 km"));
    QVERIFY(has([](World& w) { w.roads.pieces[0].traffic = 2; }, "changed 0.3 km"));
    QVERIFY(has([](World& w) { w.water_network.rivers[0].name = "Elm"; }, "    changed: Elm (name)"));
    QVERIFY(has([](World& w) { w.water_network.reaches[0].discharge_m3_s = 2; }, "Ash (discharge)"));
    QVERIFY(has([](World& w) { w.water_network.falls = {{{150, 100}, 0, 0, 9}}; }, "Ash (falls)"));
    QVERIFY(has([](World& w) { w.water_network.lakes[0].level_m = 2; }, "lake at 300, 300 (level)"));
    QVERIFY(has([](World& w) { w.coast.harbour_sites[0].cell = 4; }, "Harbour sites: added 1, gone 1"));
    QVERIFY(has([](World& w) { w.footprints[0].gates = {{{5, 0}, 0}}; }, "Ground plans: added 0"));
    QVERIFY(diff_json(diff_worlds(a, small_world())).find("\"crossings\"") != std::string::npos);
  }

  void otherResolutionsAreResampledAndOtherFramesSaySo() {
    World fine = small_world();
    const GridSpec grid = GridSpec::square(800, 16);
    for (auto* layer : {&fine.land, &fine.region, &fine.faction, &fine.biome, &fine.danger, &fine.type}) {
      Raster<uint8_t> big(grid);
      for (int r = 0; r < 16; ++r)
        for (int c = 0; c < 16; ++c) big.at(c, r) = layer->at(c / 2, r / 2);
      *layer = big;
    }
    fine.height_m = Raster<float>(grid);
    fine.grid = grid;
    WorldDiff diff = diff_worlds(small_world(), fine);
    QVERIFY(diff.resampled);
    QCOMPARE(layer_of(diff, "biome").cells, 0);
    QVERIFY(!diff.same());
    World wide = small_world();
    wide.grid.cell_m = 50;
    diff = diff_worlds(small_world(), wide);
    QVERIFY(!diff.layers_comparable);
    QVERIFY(diff.layers.empty());
    QVERIFY(diff_text(diff).find("frames differ") != std::string::npos);
  }
};

FW_TEST(TestDiff)
#include "test_diff.moc"
