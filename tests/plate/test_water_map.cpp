#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../small_waters.h"
#include "render/map/list/display_list.h"
#include "render/map/map_picture.h"
#include "render/plate/plate.h"
#include "render/plate/sections.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

test::SyntheticIsland watered_island() {
  test::SyntheticIsland island = test::synthetic_island(8000, 256, 6);
  test::add_small_waters(island.world, island.tmpl);
  return island;
}

const MapWindow kWindow{0, 8000, 8000 / 1500.0, 1500, 1500, 1};

std::vector<MapFigure> figures_of(const test::SyntheticIsland& island, MapLayer layer,
                                  const MapWindow& window) {
  const Atlas atlas =
      prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
  return layer_figures(atlas, layer, {window, window.device_scale});
}

double area_of(const std::vector<Vec2>& ring) {
  double twice = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return std::fabs(twice) / 2;
}

}  // namespace

class WaterMapTest : public QObject {
  Q_OBJECT
 private slots:
  void aRiverIsACasedBandThatWidensToItsMouth() {
    const auto island = watered_island();
    const std::vector<MapFigure> figures = figures_of(island, MapLayer::water, kWindow);
    // Two bands of Alder, above and below the lake, and one of Birch, each with its casing; all casings
    // first.
    const size_t bands = 3;
    for (size_t k = 0; k < 2 * bands; ++k) {
      QCOMPARE(figures[k].width_px, 0.0);
      QCOMPARE(figures[k].colour == figures[0].colour, k < bands);
    }
    for (size_t k = 0; k < bands; ++k)
      QVERIFY(area_of(figures[k].lines.front()) > area_of(figures[k + bands].lines.front()));
    const auto width = [&](const MapFigure& band, double length_m) {
      return area_of(band.lines.front()) / (length_m / kWindow.metres_per_px);
    };
    const Water& water = island.world.water_network;
    const double upper = width(figures[bands], water.reaches[0].length_m + water.reaches[2].length_m);
    const double lower = width(figures[bands + 1], water.reaches[4].length_m);
    QVERIFY2(lower > 1.2 * upper, qPrintable(QString("%1 %2").arg(upper).arg(lower)));
  }

  void whatTheWindowDoesNotShowIsNoFigure() {
    const auto island = watered_island();
    const MapWindow corner{0, 8000, 0.5, 400, 400, 1};  // 200 m at the north-west corner
    for (const MapLayer layer :
         {MapLayer::water, MapLayer::roads, MapLayer::footprints, MapLayer::coast_type})
      QVERIFY(figures_of(island, layer, corner).empty());
  }

  void aWorldWithoutWaterHasNoFigureAndNoLegend() {
    const auto island = test::synthetic_island(8000, 64, 3);
    for (const MapLayer layer :
         {MapLayer::water, MapLayer::roads, MapLayer::footprints, MapLayer::coast_type})
      QVERIFY(figures_of(island, layer, kWindow).empty());
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    QVERIFY(water_items(atlas).empty());
    QVERIFY(!atlas.track.empty());
  }

  void theRoadsStandInThePlaceOfTheTracks() {
    const auto island = watered_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    QVERIFY(atlas.track.empty());
    QVERIFY(!layer_figures(atlas, MapLayer::roads, {kWindow, 1}).empty());
    QVERIFY(water_items(atlas).size() >= 10);
  }

  void trailsLeadToLandmarksThatAreShown() {
    auto island = watered_island();
    PointSet& set = island.world.points;
    const auto of_kind = [&](size_t kind) {
      const auto at = std::find_if(set.points.begin(), set.points.end(), [&](const Point& p) {
        const PointClassInfo& c = set.class_of(p);
        return c.category == Category::landmark && static_cast<size_t>(c.landmark) == kind;
      });
      return static_cast<int>(at - set.points.begin());
    };
    // A junction on a road; one branch forks to two landmarks of kind 1, the other leads to one of kind 0.
    Roads roads;
    for (const auto& [point, degree] :
         {std::pair(-1, 4), {-1, 3}, {of_kind(1), 1}, {of_kind(1), 1}, {of_kind(0), 1}})
      roads.nodes.push_back({{4000, 4000}, point, degree});
    for (const auto& [from, to] : {std::pair(0, 1), {1, 2}, {1, 3}, {0, 4}}) {
      RoadPiece trail;
      trail.type = RoadClass::trail;
      trail.nodes = {from, to};
      trail.vertices_m = {{4000, 4000}, {4100.0 + 100 * to, 4300}};
      roads.pieces.push_back(trail);
    }
    roads.crossings.push_back({CrossingType::ford, {4050, 4100}, 1, 0, 8, 7, 80, {1, 0}});
    island.world.roads = roads;
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const FigureScale scale{kWindow, 1};
    const auto drawn = [&](const std::vector<LandmarkKind>& goals) {
      const std::vector<MapFigure> figures = layer_figures(atlas, MapLayer::roads, scale, goals);
      return std::count_if(figures.begin(), figures.end(), [](const MapFigure& f) { return f.round_dots; });
    };
    QCOMPARE(drawn(kinds_by_rank(atlas.words())), 4);
    QCOMPARE(drawn({LandmarkKind{0}, LandmarkKind{1}}), 4);
    QCOMPARE(drawn({LandmarkKind{0}}), 1);
    QCOMPARE(layer_figures(atlas, MapLayer::roads, scale, {LandmarkKind{0}}).size(), size_t{1});  // no ford
    QCOMPARE(drawn({LandmarkKind{1}}), 3);
  }

  void namesOfRiversFollowThemFromWestToEastAndCoverNothing() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const auto island = watered_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const MapContent content{.layers = plate_layers(View::landmarks_admin),
                             .palette = atlas.palette,
                             .medium = Medium::print,
                             .furniture = {}};
    const auto list = display_list(atlas, content, kWindow, &type.value());
    QVERIFY(bool(list));
    const std::vector<LineLabel>& labels = list.value().items.back().line_labels;
    QVERIFY(!labels.empty());
    for (const LineLabel& label : labels)
      for (size_t k = 0; k < label.letters.size(); ++k) {
        const PlacedLetter& letter = label.letters[k];
        QVERIFY(std::fabs(letter.angle) <= 1.25);
        if (k == 0) continue;
        QVERIFY(std::fabs(letter.angle - label.letters[k - 1].angle) <= 0.30);
        QVERIFY(letter.at.x > label.letters[k - 1].at.x);
        const Box box = Box::around(letter.at.x, letter.at.y, 2);
        for (const MapItem& item : list.value().items)
          for (const MapMark& mark : item.marks)
            QVERIFY(!box.intersects(Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px * 0.7)));
      }
  }

  void namesOfRegionsStandBesideLakes() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    auto island = watered_island();
    const auto atlas = [&] {
      return prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    };
    // A lake where the name would stand best.
    const Vec2 at = atlas().ground->label_sites.front().front();
    Lake lake;
    lake.rings_m = {{at + Vec2{-150, -100}, at + Vec2{150, -100}, at + Vec2{150, 100}, at + Vec2{-150, 100}}};
    island.world.water_network.lakes.push_back(lake);
    const Atlas wet = atlas();
    const MapContent content{.layers = plate_layers(View::landmarks_admin),
                             .palette = wet.palette,
                             .medium = Medium::print,
                             .furniture = {}};
    const auto list = display_list(wet, content, kWindow, &type.value());
    QVERIFY(bool(list));
    const Vec2 low = kWindow.to_px(at + Vec2{-150, -100}), high = kWindow.to_px(at + Vec2{150, 100});
    const Box shape{std::min(low.x, high.x), std::min(low.y, high.y), std::max(low.x, high.x),
                    std::max(low.y, high.y)};
    const QString name = QString::fromStdString(island.world.regions.front().name).toUpper();
    size_t found = 0;
    for (const PlacedLabel& label : list.value().items.back().labels) {
      if (QString::fromStdString(label.text).trimmed() != name) continue;
      ++found;
      QVERIFY(!label.box.intersects(shape));
    }
    QCOMPARE(found, size_t{1});
  }

  void everyPlateShowsTheNetwork() {
    const auto island = watered_island();
    const auto dry = test::synthetic_island(8000, 256, 6);
    PlateStyle style;
    style.map_px = 900;
    const std::vector<View> views{View::overview, View::resources_biomes, View::enemies_danger,
                                  View::landmarks_admin, View::zoom_quadrants};
    const auto wet = draw_plates(island.world, island.tmpl, island.audit, views, style, PageFormat::png);
    const auto bare = draw_plates(dry.world, dry.tmpl, dry.audit, views, style, PageFormat::png);
    QVERIFY(bool(wet) && bool(bare));
    const std::vector<std::string>&wet_pages = wet.value(), &dry_pages = bare.value();
    for (size_t k = 0; k < views.size(); ++k) {
      QVERIFY(!wet_pages[k].empty());
      QVERIFY(wet_pages[k] != dry_pages[k]);
    }
    // For people: where to look at them.
    if (const char* const folder = std::getenv("FIELDWRIGHT_KEEP_PLATES"))
      for (size_t k = 0; k < views.size(); ++k)
        std::ofstream(
            std::filesystem::path(folder) / (std::string(kViewSlugs[static_cast<size_t>(views[k])]) + ".png"),
            std::ios::binary)
            << wet_pages[k];
  }
};

FW_TEST(WaterMapTest)
#include "test_water_map.moc"
