#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/field/simd_level.h"
#include "render/map/map_picture.h"
#include "render/map/oblique/oblique_picture.h"
#include "render/map/oblique/scenery.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kGround_px = 300;
constexpr uint32_t kPaper = 0xFFF0F0F0U;

/// A hill on a plain of 2 km, its heights given by the place.
template <typename Height>
PaintedGround ground_of(const Height& height) {
  constexpr double kLength_m = 2000;
  PaintedGround ground{{0, kLength_m, kLength_m / kGround_px, kGround_px, kGround_px, 1}, {}, {}, 0};
  for (int y = 0; y < kGround_px; ++y)
    for (int x = 0; x < kGround_px; ++x) {
      const auto h = static_cast<float>(height(ground.window.to_m({x + 0.5, y + 0.5})));
      ground.height_m.push_back(h);
      ground.highest_m = std::max(ground.highest_m, h);
      ground.argb.push_back(0xFF000000U | static_cast<uint32_t>(x % 256) << 16 |
                            static_cast<uint32_t>(y % 256) << 8);
    }
  return ground;
}
constexpr GroundBox kBox{0, 0, 2000, 2000};

double cone(Vec2 p) {
  return std::max(0.0, 600 - std::sqrt(squared_distance(p, {1000, 1000}))) + 1;
}

ObliqueCamera camera(double azimuth, double elevation) {
  return {.azimuth_deg = azimuth,
          .elevation_deg = elevation,
          .exaggeration = 1.3,
          .centre_m = {1000, 1000},
          .metres_per_px = 8,
          .width_px = 320,
          .height_px = 260};
}

/// What a pixel sees, found by walking its own line of sight in small steps.
double line_of_sight_m(const PaintedGround& ground, const ObliqueCamera& eye, double x, double row) {
  const ObliqueProjection view(eye);
  constexpr double kStep_m = 2;
  for (double away = view.nearest_m(kBox); away < view.farthest_m(kBox); away += kStep_m) {
    const Vec2 place = view.place_at(x, away);
    if (place.x < 0 || place.y < 0 || place.x > 2000 || place.y > 2000) continue;
    if (view.to_px(place, height_at(ground, place)).y <= row) return away;
  }
  return kNothing_m;
}

}  // namespace

class ObliqueTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island(8000, 96, 4);

  /// The island's forests have trees.
  void plant(double canopy) {
    for (BiomeRow& row : island_.world.vocabulary.biomes) row.canopy = canopy;
  }
  Atlas atlas() const {
    return prepare_atlas(island_.world, island_.tmpl, island_.audit, make_palette(island_.world.vocabulary),
                         {});
  }
  static MapContent content(const Atlas& atlas) {
    return {.layers = plate_layers(View::oblique),
            .palette = atlas.palette,
            .medium = Medium::print,
            .furniture = {}};
  }

 private slots:
  void theSameBytesAtAnyThreadCountAndSimdLevel() {
    plant(1);
    const Atlas a = atlas();
    const ObliqueCamera eye = camera_for(a, shown_ground(a), {.azimuth = 25, .elevation = 40}, 320);
    const MapWindow window = ground_window(shown_ground(a), eye, highest_drawn_m(a, true), 512);
    std::vector<ObliqueImage> images;
    const auto draw = [&] {
      const auto ground = paint_oblique_ground(a, content(a), window, {.exaggeration = eye.exaggeration});
      QVERIFY(bool(ground));
      images.emplace_back();
      draw_columns(ground.value(), shown_ground(a), eye, 2, map_style().landscape, kPaper, images.back());
    };
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      draw();
    }
    const std::vector<std::string> levels = simd_levels();
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      draw();
    }
    QVERIFY(set_simd_level(levels.front()));
    for (const ObliqueImage& other : images) {
      QVERIFY(other.argb == images.front().argb);
      QVERIFY(other.away_m == images.front().away_m);
    }
  }
  void treesStayAsHighAsTheyAreWhereGroundIsRaisedFar() {
    plant(1);
    const Atlas a = atlas();
    const GroundBox box = shown_ground(a);
    const MapWindow window = ground_window(box, camera_for(a, box, {}, 200), highest_drawn_m(a, true), 256);
    const std::vector<float> bare =
        paint_oblique_ground(a, content(a), window, {.scenery = false}).value().height_m;
    const auto highest_tree_m = [&](double exaggeration) {
      const std::vector<float> tops =
          paint_oblique_ground(a, content(a), window, {.exaggeration = exaggeration}).value().height_m;
      float highest = 0;
      for (size_t i = 0; i < tops.size(); ++i) highest = std::max(highest, tops[i] - bare[i]);
      return highest;
    };
    const float usual = highest_tree_m(1), raised = highest_tree_m(16);
    QVERIFY(usual > 10);
    QVERIFY(std::abs(10 * raised - usual) < 0.5F);
  }
  void aColumnSeesWhatTheLineOfSightOfEachPixelSees() {
    const PaintedGround ground = ground_of(cone);
    for (const auto& [azimuth, elevation] : {std::pair(0.0, 34.0), {35.0, 20.0}, {-120.0, 60.0}}) {
      const ObliqueCamera eye = camera(azimuth, elevation);
      ObliqueImage image;
      draw_columns(ground, kBox, eye, 1, map_style().landscape, kPaper, image);
      int tried = 0, alike = 0;
      for (int y = 3; y < eye.height_px; y += 13)
        for (int x = 3; x < eye.width_px; x += 17) {
          const double seen = static_cast<double>(image.away_at({x + 0.5, y + 0.5})),
                       expected = line_of_sight_m(ground, eye, x + 0.5, y + 0.5);
          const bool below_slab = seen >= kNothing_m && expected < kNothing_m;  // the line knows no end of it
          if (below_slab) continue;
          ++tried;
          alike += std::abs(seen - expected) < 40 ? 1 : 0;
        }
      QVERIFY2(tried > 150 && alike > 0.97 * tried, qPrintable(QString("%1 of %2").arg(alike).arg(tried)));
    }
  }
  void placesComeBackFromThePixelsThatShowThem() {
    const PaintedGround ground = ground_of(cone);
    for (const double azimuth : {0.0, 77.0, -160.0})
      for (const double elevation : {20.0, 34.0, 90.0}) {
        const ObliqueCamera eye = camera(azimuth, elevation);
        const ObliqueProjection view(eye);
        ObliqueImage image;
        draw_columns(ground, kBox, eye, 2, map_style().landscape, kPaper, image);
        int tried = 0, near = 0;
        for (int k = 0; k < 600; ++k) {
          const Vec2 place{2000.0 * (k * 37 % 601) / 601, 2000.0 * (k * 61 % 599) / 599};
          const double height = height_at(ground, place);
          const Vec2 px = view.to_px(place, height);
          if (is_hidden(image, view, place, height, 0.25)) continue;
          const auto back = place_seen(image, view, px);
          if (!back) continue;
          ++tried;
          near += squared_distance(*back, place) < 32 * 32 ? 1 : 0;
        }
        QVERIFY2(tried > 100 && near >= 0.98 * tried, qPrintable(QString("%1 of %2").arg(near).arg(tried)));
      }
  }
  void aHillHidesWhatLiesBehindItAndFromAboveNothing() {
    const PaintedGround ground = ground_of(cone);
    for (const double azimuth : {0.0, 90.0, 200.0}) {
      const ObliqueProjection low(camera(azimuth, 18)), high(camera(azimuth, 90));
      ObliqueImage from_side, from_above;
      draw_columns(ground, kBox, camera(azimuth, 18), 1, map_style().landscape, kPaper, from_side);
      draw_columns(ground, kBox, camera(azimuth, 90), 1, map_style().landscape, kPaper, from_above);
      const Vec2 behind = Vec2{1000, 1000} + low.away() * 500, before = Vec2{1000, 1000} - low.away() * 500;
      const auto hidden = [&](const ObliqueImage& image, const ObliqueProjection& view, Vec2 p) {
        return is_hidden(image, view, p, height_at(ground, p), 0.25);
      };
      QVERIFY(hidden(from_side, low, behind));
      QVERIFY(!hidden(from_side, low, before));
      QVERIFY(!hidden(from_above, high, behind));
    }
  }
  void theCameraOfAPlateShowsAllOfItsBox() {
    const Atlas a = atlas();
    const GroundBox box = shown_ground(a);
    for (const double azimuth : {-180.0, -33.0, 0.0, 90.0})
      for (const double elevation : {15.0, 34.0, 90.0})
        for (const double exaggeration : {0.2, 1.6, 5.0}) {
          const ObliqueCamera eye = camera_for(
              a, box, {.azimuth = azimuth, .elevation = elevation, .exaggeration = exaggeration}, 300);
          const ObliqueProjection view(eye);
          for (size_t cell = 0; cell < a.world.height_m.size(); cell += 7) {
            if (!a.world.on_island(cell)) continue;
            const Vec2 at = view.to_px(a.world.grid.centre(cell),
                                       static_cast<double>(std::max(a.world.height_m[cell], 0.0F)));
            QVERIFY(at.x >= 0 && at.y >= -1 && at.x <= eye.width_px && at.y <= eye.height_px);
          }
          for (const Vec2 corner : {Vec2{box.west_m, box.south_m}, {box.east_m, box.north_m}}) {
            const Vec2 at = view.to_px(corner, 0);
            QVERIFY(at.x >= -1 && at.y >= -1 && at.x <= eye.width_px + 1 && at.y <= eye.height_px + 1);
          }
        }
  }
  void numbersOutsideTheirRangesAreHeldAndWhatIsNoneIsTheDefault() {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    const ObliqueCamera usual;
    const ObliqueCamera none = in_range({.azimuth_deg = nan,
                                         .elevation_deg = inf,
                                         .exaggeration = nan,
                                         .centre_m = {nan, -inf},
                                         .metres_per_px = nan});
    QCOMPARE(none.azimuth_deg, usual.azimuth_deg);
    QCOMPARE(none.elevation_deg, usual.elevation_deg);
    QCOMPARE(none.exaggeration, usual.exaggeration);
    QCOMPARE(none.metres_per_px, usual.metres_per_px);
    QCOMPARE(none.centre_m, Vec2{});
    QCOMPARE(in_range({.elevation_deg = 3}).elevation_deg, kLeastElevation_deg);
    QCOMPARE(in_range({.azimuth_deg = 725}).azimuth_deg, 5.0);
  }
  void shadowsLieWhereTheSunIsHidden() {
    const PaintedGround ground = ground_of(cone);
    const Atlas a = atlas();  // its lengths of looks alone
    const std::vector<Cover> open(ground.height_m.size());
    const GroundLines lines{std::vector<uint32_t>(ground.height_m.size()),
                            std::vector<uint8_t>(ground.height_m.size())};
    for (const double azimuth : {300.0, 20.0, 160.0, 235.0}) {
      const LightInput in{.terrain = a.ground->terrain,
                          .window = ground.window,
                          .ground_m = ground.height_m,
                          .top_m = ground.height_m,
                          .cover = open,
                          .lines = lines,
                          .exaggeration = 1.5,
                          .sun_azimuth_deg = azimuth,
                          .sun_elevation_deg = 38,
                          .look = map_style().landscape};
      const std::vector<uint8_t> shadow = cast_shadow(in);
      const double turn = azimuth * kRadPerDegree;
      const Vec2 to_sun{std::sin(turn), std::cos(turn)};
      int tried = 0, alike = 0;
      for (int y = 5; y < kGround_px; y += 11)
        for (int x = 5; x < kGround_px; x += 11) {
          const Vec2 place = ground.window.to_m({x + 0.5, y + 0.5});
          double over_m = 0;  // of what stands before the sun
          for (double off = 10; off < 1500; off += 5) {
            const Vec2 there = place + to_sun * off;
            over_m = std::max(over_m, cone(there) - cone(place) - off * std::tan(38 * kRadPerDegree) / 1.5);
          }
          if (over_m > 0 && over_m < 25) continue;  // the soft edge
          ++tried;
          const uint8_t lit = shadow[static_cast<size_t>(y * kGround_px + x)];
          alike += (over_m > 0) == (lit < 128) ? 1 : 0;
        }
      QVERIFY2(alike > 0.97 * tried, qPrintable(QString("%1 of %2").arg(alike).arg(tried)));
    }
  }
  void anOpenPlainSeesAllOfTheSkyAndAPitLess() {
    const Atlas a = atlas();
    const auto sky_of = [&](const PaintedGround& ground) {
      const std::vector<Cover> open(ground.height_m.size());
      const GroundLines lines{};
      return sky_view({.terrain = a.ground->terrain,
                       .window = ground.window,
                       .ground_m = ground.height_m,
                       .top_m = ground.height_m,
                       .cover = open,
                       .lines = lines,
                       .look = map_style().landscape});
    };
    const SkyView plain = sky_of(ground_of([](Vec2) { return 10; }));
    for (const float open : plain.open) QCOMPARE(open, 1.0F);
    const SkyView pit = sky_of(ground_of([](Vec2 p) { return 600 - cone(p); }));
    QVERIFY(pit.at(kGround_px / 2, kGround_px / 2) < 0.9F);
    QVERIFY(pit.at(kGround_px / 2, kGround_px / 2) < pit.at(5, 5));
  }
  void treesStandWhereTheyStandWhateverTheWindowShows() {
    plant(0.6);
    const Atlas a = atlas();
    const MapWindow west{2000, 6000, 8, 300, 300, 1};
    MapWindow east = west;
    east.west_m += 100 * west.metres_per_px;
    const GroundLines lines{std::vector<uint32_t>(90000), std::vector<uint8_t>(90000)};
    const Scenery left = scenery_of(a, west, lines), right = scenery_of(a, east, lines);
    size_t trees = 0;
    for (size_t y = 0; y < 300; ++y)
      for (size_t x = 100; x < 300; ++x) {
        const size_t in_left = y * 300 + x, in_right = in_left - 100;
        QVERIFY(left.cover[in_left] == right.cover[in_right]);
        QVERIFY(std::abs(left.height_m[in_left] - right.height_m[in_right]) < 1e-3F);
        trees += left.cover[in_left] == Cover::tree ? 1 : 0;
      }
    QVERIFY(trees > 5000);
  }
  void treesFollowTheCanopyAndKeepOffLinesAndTheSea() {
    const MapWindow window{2000, 6000, 8, 300, 300, 1};
    GroundLines lines{std::vector<uint32_t>(90000), std::vector<uint8_t>(90000)};
    for (size_t y = 0; y < 300; ++y) lines.argb[y * 300 + 150] = 0xFFFFFFFFU;
    std::vector<size_t> counts;
    for (const double canopy : {0.0, 0.3, 1.0}) {
      plant(canopy);
      const Atlas a = atlas();
      const Scenery scenery = scenery_of(a, window, lines);
      size_t trees = 0;
      for (size_t i = 0; i < scenery.cover.size(); ++i) {
        if (scenery.cover[i] != Cover::tree) continue;
        ++trees;
        QVERIFY(i % 300 < 149 || i % 300 > 151);
      }
      counts.push_back(trees);
    }
    QCOMPARE(counts[0], size_t{0});
    QVERIFY(counts[1] > 0 && counts[1] < counts[2]);
  }
  void theSunKeepsItsPlaceInThePicture() {
    plant(0);
    const Atlas a = atlas();
    const MapWindow window{0, 8000, 40, 200, 200, 1};
    // A world and a camera turned together look the same: of a cone, light and shade turn with the camera.
    const auto lit = [&](double azimuth) {
      const auto ground = paint_oblique_ground(a, content(a), window, {.azimuth_deg = azimuth});
      return ground.value().argb;
    };
    QVERIFY(lit(0) == lit(360));
    QVERIFY(lit(0) != lit(180));
  }
  void groundIsAboveTheSeaAndOnlyThere() {
    const Atlas a = atlas();
    const MapWindow window{0, 8000, 20, 400, 400, 1};
    const std::vector<float> heights = ground_heights(a.ground->terrain, window);
    size_t sea = 0;
    for (int y = 0; y < 400; ++y)
      for (int x = 0; x < 400; ++x) {
        const size_t cell = a.world.grid.cell_at(window.to_m({x + 0.5, y + 0.5}));
        const float height = heights[static_cast<size_t>(y * 400 + x)];
        QVERIFY(height >= 0);
        if (a.world.on_island(cell) && a.world.coast_m[cell] > 300) QVERIFY(height >= kLeastGround_m);
        if (a.world.sea_m[cell] > 300 && a.world.land[cell] == 0) sea += height == 0 ? 1 : 0;
      }
    QVERIFY(sea > 1000);
  }
  void aWindowOfTheGroundHoldsWhatTheCameraSees() {
    for (const double azimuth : {0.0, 45.0, 200.0})
      for (const double metres_per_px : {0.5, 8.0}) {
        ObliqueCamera eye = camera(azimuth, 30);
        eye.metres_per_px = metres_per_px;
        const MapWindow window = ground_window(kBox, eye, 700, 256);
        QVERIFY(window.width_px <= 256 && window.height_px <= 256 && window.width_px > 1 &&
                window.height_px > 1);
        const ObliqueProjection view(eye);
        for (const Vec2 px : {Vec2{0, 0}, {320, 0}, {0, 260}, {320, 260}, {160, 130}}) {
          const Vec2 place = view.place_at(px.x, (130 - px.y) / view.rows_per_m_away());
          if (place.x < 0 || place.y < 0 || place.x > 2000 || place.y > 2000) continue;
          const Vec2 at = window.to_px(place);
          QVERIFY(at.x >= -1 && at.y >= -1 && at.x <= window.width_px + 1 && at.y <= window.height_px + 1);
        }
      }
    ObliqueCamera away = camera(0, 30);
    away.centre_m = {90000, -90000};  // sees nothing of the box
    const MapWindow window = ground_window(kBox, away, 700, 256);
    QVERIFY(window.width_px > 1 && window.height_px > 1);
  }
};

FW_TEST(ObliqueTest)
#include "test_oblique.moc"
