#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/parallel/parallel.h"
#include "render/map/list/display_list.h"
#include "render/map/map_picture.h"
#include "render/map/scene/contours.h"
#include "render/map/scene/ground_light.h"
#include "render/plate/plate.h"
#include "render/plate/sections.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kFrame_m = 8000;
const MapWindow kReliefWindow{0, kFrame_m, kFrame_m / 1500, 1500, 1500, 1};

Atlas atlas_of(const test::SyntheticIsland& island) {
  return prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
}

/// Height of the surface at a place of the world.
double surface_at(const MapTerrain& terrain, Vec2 at_m) {
  return static_cast<double>(
      surface_heights(terrain, {at_m.x - 0.5, at_m.y + 0.5, 1, 1, 1, 1}).cells.front());
}

/// The plate's map as things to draw.
DisplayList shown(const Atlas& atlas, Typesetter& type, const MapWindow& window = kReliefWindow) {
  MapContent content{.layers = plate_layers(View::relief), .medium = Medium::print, .furniture = {}};
  return display_list(atlas, std::move(content), window, &type).value();
}

/// The numbers that stand on contours: labels along lines made of figures alone.
std::vector<LineLabel> numbers_of(const DisplayList& list) {
  std::vector<LineLabel> out;
  for (const MapItem& item : list.items)
    for (const LineLabel& label : item.line_labels)
      if (std::ranges::all_of(label.letters.front().text, [](char c) { return c >= '0' && c <= '9'; }))
        out.push_back(label);
  return out;
}

/// Ridges that run from the north-west to the south-east, and back.
Raster<float> ridges(double azimuth_deg) {
  const double a = azimuth_deg * std::numbers::pi / 180;
  Raster<float> height(GridSpec::square(kFrame_m, 256));
  for (size_t cell = 0; cell < height.size(); ++cell) {
    const Vec2 p = height.grid.centre(cell);
    const double across = p.x * std::cos(a) - p.y * std::sin(a);
    height[cell] = static_cast<float>(200 + 150 * std::sin(across / 200));
  }
  return height;
}

/// How the main light varies over such ridges, with the sun from (east, north).
double contrast(const Raster<float>& height, float east, float north) {
  const TurnedLights lights;
  double sum = 0, squares = 0, count = 0;
  const GridSpec& g = height.grid;
  for (int r = 8; r + 8 < g.rows; ++r)
    for (int c = 8; c + 8 < g.columns; ++c) {
      const auto k = static_cast<float>(1 / (2 * g.cell_m));
      const double light =
          static_cast<double>(lights.shade((height.at(c + 1, r) - height.at(c - 1, r)) * k,
                                           (height.at(c, r - 1) - height.at(c, r + 1)) * k, east, north));
      sum += light;
      squares += light * light;
      count += 1;
    }
  return std::sqrt(squares / count - sum / count * (sum / count));
}

}  // namespace

class ReliefTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island(kFrame_m, 256, 4);

 private slots:
  void contoursLieOnTheSurfaceThatIsLit() {
    const Atlas atlas = atlas_of(island_);
    const MapTerrain& terrain = atlas.ground->terrain;
    const Contours contours = cut_contours(terrain, kReliefWindow, 20, 0);
    size_t vertices = 0, off = 0;
    for (const Contour& contour : contours.lines)
      for (size_t i = 0; i < contour.line.points.size(); i += 5, ++vertices)
        off += std::fabs(surface_at(terrain, contour.line.points[i]) - contour.height_m) > 0.05 * 20 ? 1 : 0;
    QVERIFY(vertices > 1000);
    QVERIFY2(static_cast<double>(off) <= 0.002 * static_cast<double>(vertices),
             qPrintable(QString("%1 of %2").arg(off).arg(vertices)));
  }

  void higherGroundLiesToTheLeftOfAContour() {
    const Atlas atlas = atlas_of(island_);
    const MapTerrain& terrain = atlas.ground->terrain;
    size_t higher = 0, count = 0;
    for (const Contour& contour : cut_contours(terrain, kReliefWindow, 50, 500).lines) {
      const std::vector<Vec2>& p = contour.line.points;
      for (size_t i = 1; i < p.size(); i += 7, ++count) {
        const Vec2 run = p[i] - p[i - 1], left{-run.y, run.x};
        const double length = std::sqrt(squared_distance(p[i], p[i - 1]));
        const Vec2 middle = (p[i] + p[i - 1]) * 0.5, aside = left * (10 / std::max(length, 1e-9));
        higher += surface_at(terrain, middle + aside) > surface_at(terrain, middle - aside) ? 1 : 0;
      }
    }
    QVERIFY(count > 100);
    QVERIFY(static_cast<double>(higher) > 0.99 * static_cast<double>(count));
  }

  void aContourIsTheSameWhereverTheWindowLies() {
    const Atlas atlas = atlas_of(island_);
    MapWindow moved = kReliefWindow;
    moved.west_m += 137;
    moved.north_m -= 91;
    const auto whole = cut_contours(atlas.ground->terrain, kReliefWindow, 100, 500).lines,
               shifted = cut_contours(atlas.ground->terrain, moved, 100, 500).lines;
    size_t held = 0, count = 0;
    for (const Contour& a : shifted)
      for (size_t i = 0; i < a.line.points.size(); i += 4) {
        const Vec2 v = a.line.points[i];
        if (v.x < 500 || v.y < 500 || v.x > 7500 || v.y > 7500) continue;
        ++count;
        held += std::ranges::any_of(whole, [&](const Contour& b) {
          return b.height_m == a.height_m && std::ranges::any_of(b.line.points, [&](Vec2 other) {
                   return squared_distance(v, other) < 1e-4;
                 });
        });
      }
    QVERIFY(count > 100);
    QCOMPARE(held, count);
  }

  void theIntervalLeavesRoomBetweenLinesOnSteepGround() {
    MapTerrain terrain;
    terrain.steep = 0.5;  // 20 m up in 40 m: 1 mm at 1:40,000
    QCOMPARE(contour_interval_m(terrain, 40), 10.0);
    QCOMPARE(contour_interval_m(terrain, 90), 50.0);
    QCOMPARE(contour_interval_m(terrain, 1e6), 500.0);
    terrain.steep = 0;
    QCOMPARE(contour_interval_m(terrain, 40), 5.0);
  }

  void lightTurnsTowardsAcrossRidgesThatItWouldShineAlong() {
    const float fixed_east = -std::sqrt(0.5F), fixed_north = std::sqrt(0.5F);
    for (const auto& [azimuth, turned] : {std::pair(315.0, false), {310.0, true}, {330.0, true}}) {
      // A ridge across the light's way needs no turn; along it, a little aside, the light turns away.
      const Raster<float> height = ridges(turned ? azimuth : azimuth - 90);
      const TurnedSun sun = turned_sun(height, 1);
      const float east = sun.east.at(sun.east.grid.columns / 2, sun.east.grid.rows / 2),
                  north = sun.north.at(sun.north.grid.columns / 2, sun.north.grid.rows / 2);
      const double turn =
          std::acos(std::clamp(static_cast<double>(east * fixed_east + north * fixed_north), -1.0, 1.0)) *
          180 / std::numbers::pi;
      if (!turned) {
        QVERIFY2(turn < 2, qPrintable(QString::number(turn)));
        continue;
      }
      QVERIFY2(turn > 15 && turn <= 25.5, qPrintable(QString::number(turn)));
      QVERIFY(contrast(height, east, north) >= 1.08 * contrast(height, fixed_east, fixed_north));
    }
  }

  void levelGroundIsAsBrightUnderEverySun() {
    const TurnedLights lights;
    for (const double a : {0.0, 1.0, 4.0})
      QVERIFY(std::fabs(lights.shade(0, 0, static_cast<float>(std::sin(a)), static_cast<float>(std::cos(a))) -
                        1) < 1e-5F);
  }

  void everySummitInSightHasItsHeight() {
    const Atlas atlas = atlas_of(island_);
    QVERIFY(!atlas.ground->spot_heights.empty());
    float highest = 0;
    for (const float h : island_.world.height_m.cells) highest = std::max(highest, h);
    QCOMPARE(atlas.ground->spot_heights.front().height_m, static_cast<double>(highest));
    auto type = Typesetter::open();
    const DisplayList list = shown(atlas, type.value());
    for (const SpotHeight& spot : atlas.ground->spot_heights) {
      const Vec2 at = kReliefWindow.to_px(spot.at_m);
      const std::string text = std::to_string(std::lround(spot.height_m));
      QVERIFY2(std::ranges::any_of(list.items.back().labels,
                                   [&](const PlacedLabel& label) {
                                     return label.text == text && label.box.grown(40).holds(at.x, at.y);
                                   }),
               text.c_str());
    }
  }

  void numbersStandOnTheirContoursWithTheirTopsUphillAndCoverNoName() {
    const Atlas atlas = atlas_of(island_);
    auto type = Typesetter::open();
    const DisplayList list = shown(atlas, type.value());
    const std::vector<LineLabel> numbers = numbers_of(list);
    QVERIFY(numbers.size() >= 4);
    size_t upright = 0;
    for (const LineLabel& number : numbers) {
      const PlacedLetter& text = number.letters.front();
      const double width = type.value().measure(text.text, number.style).width;
      const Vec2 run{std::cos(text.angle), std::sin(text.angle)}, up{run.y, -run.x};
      const Vec2 middle = text.at + run * (width / 2) + up * (0.36 * number.style.size);
      const MapTerrain& terrain = atlas.ground->terrain;
      const double height = surface_at(terrain, kReliefWindow.to_m(middle));
      QVERIFY(std::fabs(height - std::stod(text.text)) < list.contour_interval_m);
      QVERIFY(surface_at(terrain, kReliefWindow.to_m(middle + up * 12)) >
              surface_at(terrain, kReliefWindow.to_m(middle - up * 12)));
      for (const PlacedLabel& label : list.items.back().labels)
        QVERIFY(!label.box.intersects(Box::around(middle.x, middle.y, width / 2)));
      upright += std::fabs(text.angle) < 1.9 ? 1 : 0;
    }
    QVERIFY(static_cast<double>(upright) >= 0.8 * static_cast<double>(numbers.size()));
  }

  void noContourRunsUnderItsNumber() {
    const Atlas atlas = atlas_of(island_);
    auto type = Typesetter::open();
    const DisplayList list = shown(atlas, type.value());
    for (const LineLabel& number : numbers_of(list)) {
      const PlacedLetter& text = number.letters.front();
      const double width = type.value().measure(text.text, number.style).width;
      const Vec2 run{std::cos(text.angle), std::sin(text.angle)}, up{run.y, -run.x};
      const Box core = Box::around(text.at.x + run.x * width / 2 + up.x * 0.36 * number.style.size,
                                   text.at.y + run.y * width / 2 + up.y * 0.36 * number.style.size, 3);
      for (const MapItem& item : list.items)
        for (const MapStroke& stroke : item.strokes)
          if (stroke.colour == line_rows()[3].ink && stroke.width_px > 1.5)
            for (const Vec2 v : stroke.lines->points) QVERIFY(!core.holds(v.x, v.y));
    }
  }

  void aLevelWorldHasNeitherContoursNorSummits() {
    test::SyntheticIsland level = test::synthetic_island(kFrame_m, 64, 2);
    for (float& h : level.world.height_m.cells) h = std::min(h, 0.0F);
    const Atlas atlas = atlas_of(level);
    auto type = Typesetter::open();
    const DisplayList list = shown(atlas, type.value());
    QCOMPARE(list.contour_interval_m, 0.0);
    QVERIFY(atlas.ground->spot_heights.empty());
    QCOMPARE(height_section(atlas, list).rows.size(), size_t{1});  // the sentence that says so
    PlateStyle style;
    style.map_px = 300;
    QVERIFY(bool(draw_plates(level.world, level.tmpl, level.audit, {View::relief}, style, PageFormat::png)));
  }

  void groundOfAMetreHasNoSummits() {
    test::SyntheticIsland low = test::synthetic_island(kFrame_m, 64, 2);
    QVERIFY(!atlas_of(low).ground->spot_heights.empty());
    for (float& h : low.world.height_m.cells) h *= h > 0 ? 0.002F : 1;
    QVERIFY(atlas_of(low).ground->spot_heights.empty());
  }

  void aWindowOfTheReliefDependsOnNoThread() {
    const Atlas atlas = atlas_of(island_);
    const MapWindow window{1000, 7000, 10, 600, 600, 1};
    const MapImage many = draw_map(atlas, map_look(View::relief), window).value();
    const ThreadLimit one(1);
    QVERIFY(draw_map(atlas_of(island_), map_look(View::relief), window).value().argb == many.argb);
  }
};

FW_TEST(ReliefTest)
#include "test_relief.moc"
