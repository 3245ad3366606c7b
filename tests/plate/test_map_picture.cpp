#include <QTest>
#include <functional>
#include <set>

#include "core/base/parallel/parallel.h"
#include "render/map/map_picture.h"
#include "render/map/relief/pixel_lines.h"
#include "render/map/scene/atlas.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kSide_m = 8000;
constexpr Vec2 kFrame{kSide_m, kSide_m};

uint32_t pixel(const MapImage& image, int x, int y) {
  return image.argb[static_cast<size_t>(y) * static_cast<size_t>(image.width_px) + static_cast<size_t>(x)];
}

/// Share of pixels that differ.
double difference(const MapImage& a, const MapImage& b) {
  size_t count = 0;
  for (size_t i = 0; i < a.argb.size(); ++i) count += a.argb[i] != b.argb[i] ? 1 : 0;
  return static_cast<double>(count) / static_cast<double>(a.argb.size());
}

/// Share of pixels that differ by more than the soft edge of a shore does.
double strong_difference(const MapImage& a, const MapImage& b) {
  size_t count = 0;
  for (size_t i = 0; i < a.argb.size(); ++i) {
    int most = 0;
    for (const int shift : {0, 8, 16})
      most = std::max(most, std::abs(static_cast<int>(a.argb[i] >> shift & 255) -
                                     static_cast<int>(b.argb[i] >> shift & 255)));
    count += most > 40 ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(a.argb.size());
}

MapLook one(MapLayer layer, double opacity = 1) {
  MapLook look;
  look.layers = {{layer, true, opacity}};
  return look;
}

/// Two seats 1,500 m west and east of the middle, a metre a second, play.reach_s = 600 s; no way leads to the
/// south.
FairnessReport two_factions(const World& world) {
  FairnessReport report;
  TravelMap& travel = report.travel;
  travel = {64, kSide_m / 64, world.grid.height_m(), 600, {}, {}, {}};
  for (int node = 0; node < travel.side * travel.side; ++node) {
    const Vec2 p{(node % travel.side + 0.25) * travel.spacing_m,
                 travel.top_m - (node / travel.side + 0.25) * travel.spacing_m};
    const bool ground = world.on_island(world.grid.cell_at(p)), reached = ground && p.y > 3000;
    const auto west = static_cast<float>(std::hypot(p.x - kSide_m / 2 + 1500, p.y - 4000)),
               east = static_cast<float>(std::hypot(p.x - kSide_m / 2 - 1500, p.y - 4000));
    const float none = ground ? HUGE_VALF : std::nanf("");
    travel.reach_s.push_back(reached ? std::min(west, east) : none);
    travel.second_s.push_back(reached ? std::max(west, east) : none);
    travel.first.push_back(reached ? (west <= east ? 1 : 2) : 0);
  }
  return report;
}

}  // namespace

class MapPictureTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    island_ = std::make_unique<test::SyntheticIsland>(test::synthetic_island(kSide_m, 128, 14));
    World& world = island_->world;
    world.points.classes.push_back({Category::wildlife, "deer", "deer", "", Tier::none, {}});
    for (int i = 0; i < 5; ++i) {
      Point animal;
      animal.class_index = static_cast<int>(world.points.classes.size()) - 1;
      animal.number = i;
      animal.position_m = {3500.0 + 220 * i, 4100};
      world.points.points.push_back(animal);
    }
    for (Raster<float>* field :
         {&world.feature, &world.intensity_resource, &world.intensity_wildlife, &world.intensity_enemy}) {
      *field = Raster<float>(world.grid);
      for (size_t cell = 0; cell < field->size(); ++cell)
        (*field)[cell] =
            static_cast<float>(world.grid.column_of(cell)) / static_cast<float>(world.grid.columns);
    }
    island_->audit.fairness =
        std::make_shared<const Lazy<FairnessReport>>([&world] { return two_factions(world); });
    atlas_ = std::make_unique<Atlas>(
        prepare_atlas(island_->world, island_->tmpl, island_->audit, make_palette(test::classic_rows()), {}));
  }

  void theSameBytesForAnyNumberOfThreads() {
    for (int view = 0; view < 5; ++view) {
      MapLook look = map_look(static_cast<View>(view));
      look.danger_patterns = true;
      std::vector<MapImage> images;
      for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        images.push_back(draw(look, fit_window(kFrame, 423, 371)));
      }
      QVERIFY(images[0].argb == images[1].argb);
      QVERIFY(images[0].argb == images[2].argb);
    }
  }
  void whatTwoWorldsHaveAlikeIsDrawnAsIfMadeAnew() {
    const std::vector<std::function<void(World&, size_t)>> edits{
        [](World& w, size_t cell) { w.biome[cell] = 1; }, [](World& w, size_t cell) { w.danger[cell] = 2; },
        [](World& w, size_t cell) { w.faction[cell] = 1; },
        [](World& w, size_t cell) { w.height_m[cell] += 200; },
        [](World& w, size_t cell) { w.region[cell] = 1; }};
    for (const auto& edit : edits) {
      World other = island_->world;
      for (int r = 40; r < 70; ++r)
        for (int c = 50; c < 80; ++c)
          if (other.on_island(other.grid.index(c, r))) edit(other, other.grid.index(c, r));
      const auto atlas_of_other = [&](const Atlas* before) {
        return prepare_atlas(other, island_->tmpl, island_->audit, make_palette(test::classic_rows()), {}, {},
                             before);
      };
      const Atlas anew = atlas_of_other(nullptr), kept = atlas_of_other(atlas_.get());
      const MapWindow window = fit_window(kFrame, 300, 300);
      bool differs = false;
      for (int view = 0; view < 5; ++view) {
        const MapLook look = map_look(static_cast<View>(view));
        const MapImage image = draw_map(anew, look, window).value();
        QVERIFY(draw_map(kept, look, window).value().argb == image.argb);
        differs = differs || image.argb != draw(look, window).argb;
      }
      QVERIFY(differs);
    }
    const Atlas same = prepare_atlas(island_->world, island_->tmpl, island_->audit,
                                     make_palette(test::classic_rows()), {}, {}, atlas_.get());
    QVERIFY(same.ground == atlas_->ground);
  }
  void aRegionBorderBesideABorderOfFactionsIsDrawnAsThatOneLine() {
    World world = island_->world;
    QVERIFY(world.regions.size() >= 2);
    const auto within_m = [&](double faction_x_m) {
      for (size_t cell = 0; cell < world.region.size(); ++cell) {
        if (!world.on_island(cell)) continue;
        const double x = world.grid.centre(cell).x;
        world.region[cell] = x < 4000 ? 1 : 2;
        world.faction[cell] = x < faction_x_m ? 1 : 2;
      }
      const Atlas atlas =
          prepare_atlas(world, island_->tmpl, island_->audit, make_palette(test::classic_rows()), {});
      double all = 0, within = 0;
      for (const Polyline& line : atlas.ground->region_border) all += line_length_m(line.points);
      for (const Polyline& line : atlas.ground->region_border_within) within += line_length_m(line.points);
      return std::pair(all, within);
    };
    const auto [all, beside] = within_m(4100);
    QVERIFY(all > 2000);
    QVERIFY2(beside < 0.05 * all, qPrintable(QString::number(beside)));
    QCOMPARE(within_m(5000).second, all);
  }
  void everyPixelIsOpaque() {
    for (const uint32_t word : draw(map_look(View::overview), fit_window(kFrame, 300, 200)).argb)
      QCOMPARE(word >> 24, 255U);
  }
  void everyLayerShowsAndIsGoneWhenHiddenOrClear() {
    const MapWindow window = fit_window(kFrame, 400, 400);
    const MapImage bare = draw(MapLook{}, window);
    for (size_t i = 0; i < kMapLayers; ++i) {
      const auto layer = static_cast<MapLayer>(i);
      const std::string slug(kMapLayerSlugs[i]);
      MapLook look = one(layer);
      const std::set<MapLayer> of_water{MapLayer::depth, MapLayer::water, MapLayer::footprints,
                                        MapLayer::roads, MapLayer::coast_type};
      if (of_water.count(layer) == 1) {  // this island has none of it (test_water_map)
        QVERIFY2(draw(look, window).argb == bare.argb, slug.c_str());
        continue;
      }
      QVERIFY2(difference(bare, draw(look, window)) > 1e-4, slug.c_str());
      look.layers[0].shown = false;
      QVERIFY2(draw(look, window).argb == bare.argb, slug.c_str());
      look.layers[0] = {layer, true, 0};
      QVERIFY2(draw(look, window).argb == bare.argb, slug.c_str());
    }
  }
  void travelIsDrawnWhereItLeads() {
    const AtlasTravel& travel = atlas_->travelled();
    const GridSpec& g = atlas_->world.grid;
    QVERIFY(std::abs(travel.control_share[0] + travel.control_share[1] - 1) < 1e-9);
    QVERIFY(travel.control_share[0] > 0.3 && travel.control_share[1] > 0.3);
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 p = g.centre(cell);
      if (!atlas_->world.on_island(cell) || std::abs(p.x - kSide_m / 2) < 800 || p.y < 3400) continue;
      QCOMPARE(int(travel.control.code[0][cell]), p.x < kSide_m / 2 ? 1 : 2);
      QCOMPARE(int(travel.contested.code[0][cell]), 2);
    }
    for (const Polylines& lines : {travel.isochrones[0], travel.isochrones[1], travel.contested_border})
      QVERIFY(!lines.empty());
    for (const Polyline& line : travel.isochrones[1])
      for (const Vec2 p : line.points)
        QVERIFY(std::abs(std::hypot(std::abs(p.x - kSide_m / 2) - 1500, p.y - 4000) - 600) < 90);
    // Without a report there is nothing to draw.
    const test::SyntheticIsland bare = test::synthetic_island(kSide_m, 64, 2);
    const Atlas none =
        prepare_atlas(bare.world, bare.tmpl, bare.audit, make_palette(test::classic_rows()), {});
    const MapWindow window = fit_window(kFrame, 100, 100);
    for (const MapLayer layer : {MapLayer::control, MapLayer::reach, MapLayer::contested})
      QVERIFY(draw_map(none, one(layer), window).value().argb ==
              draw_map(none, MapLook{}, window).value().argb);
  }
  void halfAnOpacityIsHalfTheWay() {
    const MapWindow window = fit_window(kFrame, 200, 200);
    const MapImage none = draw(MapLook{}, window), full = draw(one(MapLayer::danger), window),
                   half = draw(one(MapLayer::danger, 0.5), window);
    for (size_t i = 0; i < half.argb.size(); ++i)
      for (const int shift : {0, 8, 16}) {
        const auto part = [&](const MapImage& image) {
          return static_cast<int>(image.argb[i] >> shift & 255);
        };
        QVERIFY(std::abs(2 * part(half) - part(none) - part(full)) <= 2);
      }
  }
  void aFieldThatTheWorldLacksIsNotDrawn() {
    test::SyntheticIsland bare = test::synthetic_island(kSide_m, 64, 2);
    bare.world.intensity_enemy = {};
    const Atlas atlas =
        prepare_atlas(bare.world, bare.tmpl, bare.audit, make_palette(test::classic_rows()), {});
    const MapWindow window = fit_window(kFrame, 100, 100);
    QVERIFY(draw_map(atlas, one(MapLayer::intensity_enemy), window).value().argb ==
            draw_map(atlas, MapLook{}, window).value().argb);
  }
  void theUpperOfTwoFillsIsSeen() {
    const MapWindow window = fit_window(kFrame, 200, 200);
    MapLook look = one(MapLayer::biome);
    look.layers.push_back({MapLayer::danger, true, 1});
    QVERIFY(draw(look, window).argb == draw(one(MapLayer::danger), window).argb);
    std::swap(look.layers[0], look.layers[1]);
    QVERIFY(draw(look, window).argb == draw(one(MapLayer::biome), window).argb);
  }
  void aFillAboveALineCoversIt() {
    const MapWindow window = fit_window(kFrame, 300, 300);
    MapLook look = one(MapLayer::faction_border);
    look.layers.push_back({MapLayer::biome, true, 1});
    const double left = strong_difference(draw(look, window), draw(one(MapLayer::biome), window));
    std::swap(look.layers[0], look.layers[1]);
    const double drawn = strong_difference(draw(look, window), draw(one(MapLayer::biome), window));
    QVERIFY(drawn > 0.002);
    QVERIFY(left < 0.1 * drawn);  // at most where the line reaches over the shore
  }
  void aMovedWindowShowsTheSameGround() {
    const MapLook look = map_look(View::zoom_quadrants);
    MapLook ground;
    for (const ViewLayer& layer : look.layers)
      if (is_ground(layer.layer)) ground.layers.push_back(layer);
    const MapWindow window = centred_on(fit_window(kFrame, 240, 240), {4000, 4000});
    const MapImage a = draw(ground, window), b = draw(ground, moved_by(window, {-40, -25}));
    int off = 0;
    for (int y = 0; y < 215; ++y)
      for (int x = 0; x < 200; ++x)
        for (const int shift : {0, 8, 16})
          off = std::max(off, std::abs(static_cast<int>(pixel(a, x + 40, y + 25) >> shift & 255) -
                                       static_cast<int>(pixel(b, x, y) >> shift & 255)));
    QVERIFY2(off <= 2, qPrintable(QString::number(off)));
  }
  void outsideTheFrameLiesSea() {
    const MapImage image = draw(map_look(View::overview), {-9000, kSide_m + 9000, 60, 420, 420, 1});
    for (const auto& [x, y] : {std::pair(0, 0), {419, 0}, {0, 419}, {419, 419}, {5, 210}, {210, 410}})
      QCOMPARE(pixel(image, x, y), 0xFF9FC2CFU);
  }
  void deepZoomDrawsEveryPointInTheWindow() {
    const Point& p = island_->world.points.points[20];
    const MapWindow window = centred_on({0, 0, 0.5, 600, 400, 1}, p.position_m);
    const MapLayer layer = layer_of(island_->world, p);
    size_t inside = 0;
    for (const Point& other : island_->world.points.points) {
      const Vec2 px = window.to_px(other.position_m);
      if (px.x >= 0 && px.y >= 0 && px.x < 600 && px.y < 400 && layer_of(island_->world, other) == layer)
        ++inside;
    }
    QVERIFY(inside >= 1);
    QVERIFY(marks_of(layer, window).size() >= inside);
  }
  void farOutPointsAreThinnedAndStayTheSameWhileTheMapIsMoved() {
    const MapWindow far{-6000, 14000, 35, 600, 600, 1};  // 1:132,000
    size_t all = 0;
    for (const Point& p : island_->world.points.points)
      all += layer_of(island_->world, p) == MapLayer::resources ? 1 : 0;
    const auto shown = [&](const MapWindow& window) {
      std::set<const Point*> points;
      for (const MapMark& mark : marks_of(MapLayer::resources, window)) points.insert(mark.point);
      return points;
    };
    QVERIFY(shown(far).size() < all / 2);
    QVERIFY(!shown(far).empty());
    QVERIFY(shown(far) == shown(moved_by(far, {37, -61})));
  }
  void aMarkIsHitAtItsPlaceAndHiddenOnesAreNot() {
    const MapLook look = map_look(View::zoom_quadrants);
    const MapWindow window = fit_window(kFrame, 900, 900);
    const std::vector<MapMark> marks = marks_of(MapLayer::landmarks, window);
    QVERIFY(!marks.empty());
    const auto hit =
        mark_at(*atlas_, content_of(island_->world.vocabulary, look), window, marks.back().at_px, 0);
    QVERIFY(hit);
    const Vec2 at = window.to_px(island_->world.points.points[*hit].position_m);
    QVERIFY(squared_distance(at, marks.back().at_px) < 1e-9);
    QVERIFY(
        !mark_at(*atlas_, content_of(island_->world.vocabulary, MapLook{}), window, marks.back().at_px, 0));
    QVERIFY(!mark_at(*atlas_, content_of(island_->world.vocabulary, look), window, {5, 5}, 0));
  }
  void linesAreDashedAlongTheirWholeLength() {
    const Polylines line{{{{0, 0}, {1000, 0}, {1000, 1000}}, false}};
    const MapWindow window{-100, 1100, 1, 1200, 1200, 1};
    const PixelLines dashes = pixel_lines(line, window, 1, {6, 4});
    double inked = 0;
    for (const PixelLines::Piece& piece : dashes.pieces)
      for (size_t i = piece.first; i < piece.last; ++i)
        inked += std::sqrt(squared_distance(dashes.points[i], dashes.points[i + 1]));
    QVERIFY(std::abs(inked - 0.6 * 2000) < 8);
  }
  void aQuickPictureHasFillsAndCoastAlone() {
    const MapWindow window = fit_window(kFrame, 300, 300);
    MapLook kept;
    for (const ViewLayer& layer : map_look(View::overview).layers)
      if (is_ground(layer.layer) || layer.layer == MapLayer::coast) kept.layers.push_back(layer);
    QVERIFY(draw_map(*atlas_, map_look(View::overview), window, MapDetail::quick).value().argb ==
            draw(kept, window).argb);
  }
  void cancelledOrImpossibleWindowsAreRefused() {
    std::atomic<bool> cancel{true};
    Progress progress;
    progress.cancel = &cancel;
    const auto cancelled =
        draw_map(*atlas_, MapLook{}, fit_window(kFrame, 50, 50), MapDetail::full, progress);
    QVERIFY(!cancelled && cancelled.error().kind == ErrorKind::cancelled);
    const auto empty = draw_map(*atlas_, MapLook{}, {0, 0, 1, 0, 50, 1});
    QVERIFY(!empty && empty.error().kind == ErrorKind::limit);
    const auto huge = draw_map(*atlas_, MapLook{}, {0, 0, 1, 30000, 30000, 1});
    QVERIFY(!huge && huge.error().kind == ErrorKind::limit);
  }
  void aLookReadFromAFileHasEveryLayerOnce() {
    MapLook look;
    look.layers = {{MapLayer::names, true, 2},
                   {MapLayer::biome, true, 0.3},
                   {MapLayer::names, false, 1},
                   {MapLayer::relief, true, -1}};
    const MapLook whole = with_every_layer(look);
    QCOMPARE(whole.layers.size(), kMapLayers);
    std::set<MapLayer> seen;
    for (const ViewLayer& layer : whole.layers) {
      QVERIFY(seen.insert(layer.layer).second);
      QVERIFY(layer.opacity >= 0 && layer.opacity <= 1);
    }
    QVERIFY(whole.shows(MapLayer::names) && whole.shows(MapLayer::biome));
    QVERIFY(!whole.shows(MapLayer::danger));
    QVERIFY(with_every_layer(whole) == whole);
    // The order that was stated stays.
    std::vector<MapLayer> order;
    for (const ViewLayer& layer : whole.layers)
      for (const MapLayer kept : {MapLayer::names, MapLayer::biome, MapLayer::relief})
        if (layer.layer == kept) order.push_back(kept);
    QVERIFY((order == std::vector<MapLayer>{MapLayer::names, MapLayer::biome, MapLayer::relief}));
    for (int view = 0; view < 5; ++view)
      QVERIFY(with_every_layer(map_look(static_cast<View>(view))) == map_look(static_cast<View>(view)));
  }

 private:
  std::vector<MapMark> marks_of(MapLayer layer, const MapWindow& window) const {
    return place_marks(*atlas_, content_of(island_->world.vocabulary, one(layer)), window).front();
  }
  MapImage draw(const MapLook& look, const MapWindow& window) const {
    return draw_map(*atlas_, look, window).value();
  }

  std::unique_ptr<test::SyntheticIsland> island_;
  std::unique_ptr<Atlas> atlas_;
};

FW_TEST(MapPictureTest)
#include "test_map_picture.moc"
