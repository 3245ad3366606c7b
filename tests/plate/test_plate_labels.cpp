#include <cairo.h>

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "render/map/list/back_ends.h"
#include "render/map/list/chosen_points.h"
#include "render/map/list/display_list.h"
#include "render/map/map_picture.h"
#include "render/map/marks/point_symbol.h"
#include "render/map/scene/ink_raster.h"
#include "render/map/scene/line_labels.h"
#include "render/map/scene/simplified.h"
#include "render/map/scene/style.h"
#include "render/page/canvas.h"
#include "render/page/numbers.h"
#include "render/plate/furniture.h"
#include "render/plate/plate_figures.h"
#include "render/plate/sections.h"
#include "render/plate/views.h"
#include "render/plate/zoom_legend.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// The pixels of a row of a panel.
std::vector<uint32_t> drawn(const PanelRow& row, Typesetter& type) {
  constexpr int kWidth = 400, kHeight = 30;
  std::vector<uint32_t> words(static_cast<size_t>(kWidth * kHeight), 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(words.data()), CAIRO_FORMAT_ARGB32, kWidth, kHeight, kWidth * 4);
  cairo_t* cr = cairo_create(surface);
  row.draw({cr, &type}, {0, kHeight / 2.0, kWidth, kHeight, 1});
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  return words;
}

/// What the overview draws of a frame of 8 km on 1500 units.
DisplayList overview_list(const Atlas& atlas, Typesetter& type) {
  const MapContent content{.layers = plate_layers(View::overview),
                           .palette = atlas.palette,
                           .medium = Medium::print,
                           .furniture = {}};
  return display_list(atlas, content, {0, 8000, 8000 / 1500.0, 1500, 1500, 1}, &type).value();
}

std::vector<Point>::const_iterator find_landmark(const PointSet& set) {
  return std::find_if(set.points.begin(), set.points.end(),
                      [&](const Point& p) { return set.class_of(p).category == Category::landmark; });
}

}  // namespace

class PlateLabelsTest : public QObject {
  Q_OBJECT
 private slots:
  void noLabelCoversASymbolOrAnotherLabelOrLeavesTheFrame() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const auto island = test::synthetic_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    MapContent content{.layers = plate_layers(View::landmarks_admin),
                       .palette = atlas.palette,
                       .medium = Medium::print,
                       .furniture = {{12, 1442, 500, 1488}}};
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    const auto list = display_list(atlas, content, window, &type.value());
    QVERIFY(bool(list));
    const std::vector<PlacedLabel>& labels = list.value().items.back().labels;
    QVERIFY(list.value().mark_count() > 50);
    QVERIFY(labels.size() >= 6);
    for (size_t i = 0; i < labels.size(); ++i) {
      const Box& box = labels[i].box;
      QVERIFY((Box{0, 0, 1500, 1500}.holds(box)));
      QVERIFY(!box.intersects(content.furniture.front()));
      for (const MapItem& item : list.value().items)
        for (const MapMark& mark : item.marks)
          QVERIFY(!box.intersects(Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px)));
      for (size_t j = 0; j < i; ++j) QVERIFY(!box.intersects(labels[j].box));
    }
  }
  void aLabelWithoutAFreePlaceIsDropped() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const Box page{0, 0, 300, 300};
    LabelLayout layout({.frame = page, .visible = page, .reserved = {page}, .avoid = {}}, type.value());
    QVERIFY(!layout.place(PointLabel{"Nowhere", {}, {150, 150}, 10}));
    QVERIFY(!layout.place(AreaLabel{"NOWHERE", {}, {{150, 150}}}));
    QVERIFY(layout.placed().empty());
  }
  void aNameOfAnAreaWithLittleRoomStandsOnTwoLinesOrInSmallerLetters() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const TextStyle style{.size = 20};
    const double width = type.value().measure("NORTH REACH", style).width;
    const auto placed = [&](Box free, std::vector<std::string> broken) {
      const Box page{0, 0, 600, 300};
      LabelLayout layout({.frame = page,
                          .visible = page,
                          .reserved = {{0, 0, free.x0, 300},
                                       {free.x1, 0, 600, 300},
                                       {0, 0, 600, free.y0},
                                       {0, free.y1, 600, 300}},
                          .avoid = {}},
                         type.value());
      layout.place(AreaLabel{.text = "NORTH REACH",
                             .style = style,
                             .candidates = {{300, 150}},
                             .broken = std::move(broken),
                             .least_size = 15});
      for (const PlacedLabel& label : layout.placed())
        if (!free.holds(label.box)) return std::vector<PlacedLabel>();
      return layout.placed();
    };
    const auto box = [](double w, double h) {
      return Box{300 - w / 2, 150 - h / 2, 300 + w / 2, 150 + h / 2};
    };
    const auto whole = placed(box(width + 10, 60), {"NORTH", "REACH"});
    QCOMPARE(whole.size(), size_t{1});
    QCOMPARE(whole.front().style.size, 20.0);
    const auto broken = placed(box(0.8 * width, 80), {"NORTH", "REACH"});
    QCOMPARE(broken.size(), size_t{2});
    QCOMPARE(broken[1].text, std::string("REACH"));
    QVERIFY(broken[0].baseline < broken[1].baseline && broken[0].style.size == 20);
    const auto smaller = placed(box(0.85 * width + 12, 40), {});
    QCOMPARE(smaller.size(), size_t{1});
    QVERIFY(smaller.front().style.size < 20 && smaller.front().style.size >= 15);
    QVERIFY(placed(box(0.5 * width, 40), {}).empty());
  }
  void anOverviewOfAnIslandNamesItsRealmsSeatsAndRegions() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const auto island = test::synthetic_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const DisplayList list = overview_list(atlas, type.value());
    const PlateFigures figures = plate_figures("overview", list);
    QVERIFY(std::abs(figures.denominator - 46137) < 1);
    QVERIFY(figures.realms.realms > 0);
    QCOMPARE(figures.realms.named, figures.realms.realms);
    QVERIFY(figures.realms.least_span > 0.5 && figures.realms.most_span < 0.76);
    QCOMPARE(figures.capitals.named, figures.capitals.all);
    std::set<std::string> names;
    for (const PlacedLabel& label : list.items.back().labels) names.insert(label.text);
    size_t named = 0;
    for (const Region& region : island.world.regions) named += names.contains(capitals(region.name));
    QVERIFY2(named + 1 >= island.world.regions.size(), std::to_string(named).c_str());
    QVERIFY(figures.least_pt >= 6 - 1e-9);
    QCOMPARE(figures.overlaps + figures.on_symbols + figures.on_realms, 0);
  }
  void aNameMovesOffTheLineThatItWouldLieOn() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const Box page{0, 0, 300, 300};
    const auto east_of = [&](bool with_line) {
      const auto ink = std::make_shared<InkRaster>(page);
      const std::array<Vec2, 2> line{Vec2{100, 150}, {300, 150}};
      if (with_line) ink->add(line, false, 2, 1.5);
      ink->finish();
      LabelLayout layout({.frame = page, .visible = page, .reserved = {}, .avoid = {}, .ink = ink},
                         type.value());
      layout.place(PointLabel{"Pelcombe", {}, {100, 150}, 10});
      return std::pair(layout.placed().front().box, ink->share(layout.placed().front().box));
    };
    QVERIFY(east_of(false).first.x0 > 110);
    const auto [box, share] = east_of(true);
    QVERIFY(box.x1 < 100);  // west is the next place
    QCOMPARE(share, 0.0);
    // Where every place crosses a line, the name of a town is left out and that of a capital is not.
    const auto ink = std::make_shared<InkRaster>(page);
    for (double y = 0; y < 300; y += 3) ink->add(std::array<Vec2, 2>{Vec2{0, y}, {300, y}}, false, 1, 1);
    ink->finish();
    LabelLayout full({.frame = page, .visible = page, .reserved = {}, .avoid = {}, .ink = ink}, type.value());
    QVERIFY(!full.place(PointLabel{"Town", {}, {100, 150}, 5, kMostLabelCost}));
    QVERIFY(full.place(PointLabel{"Capital", {}, {100, 150}, 8}));
  }
  void inkIsCountedAsByHand() {
    InkRaster ink({0, 0, 40, 20});
    ink.add(std::array<Vec2, 2>{Vec2{10.5, 0}, {10.5, 20}}, false, 1, 2);  // one column of samples
    ink.add(std::array<Vec2, 2>{Vec2{0, 0.5}, {40, 0.5}}, false, 1, 1);    // the top row
    ink.finish();
    QCOMPARE(ink.share({0, 0, 39.5, 19.5}), 1.0 / 40);  // the top row lies above the x-height
    QCOMPARE(ink.share({20, 0, 39.5, 19.5}), 0.0);
    QCOMPARE(ink.mean_cost({0, 0, 39.5, 19.5}), (20 * 2 + 39 * 1) / 800.0);
    QCOMPARE(ink.mean_cost({0, 4, 9.5, 19.5}), 0.0);
  }
  void aLineLosesItsSmallBendsAndKeepsItsEnds() {
    std::vector<Vec2> line;
    for (int i = 0; i <= 100; ++i) line.push_back({double(i), i % 2 == 0 ? 0.0 : 0.1});
    line[50].y = 20;
    const std::vector<Vec2> kept = simplified(line, 1);
    QVERIFY(kept.front() == line.front() && kept.back() == line.back());
    QVERIFY(kept.size() < 8 && std::ranges::find(kept, line[50]) != kept.end());
    QVERIFY(simplified(line, 0) == line);
    QCOMPARE(simplified(std::array<Vec2, 4>{Vec2{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 100, true).size(),
             size_t{3});
  }
  void smallerScalesShowNoMoreOfAnything() {
    int64_t last = 1000;
    for (const double denominator : {10000.0, 50000.0, 60000.0, 100000.0, 200000.0, 1000000.0}) {
      const int64_t count = radical_count(1000, denominator);
      QVERIFY(count <= last);
      QVERIFY(std::abs(static_cast<double>(count) - 1000 * std::min(1.0, std::sqrt(50000 / denominator))) <=
              0.5);
      last = count;
      QVERIFY(shown_at(ScaleRow::roads, denominator).value <=
              shown_at(ScaleRow::roads, denominator / 2).value);
      QVERIFY(tinted_bands(4, denominator) <= tinted_bands(4, denominator / 2));
    }
    QCOMPARE(tinted_bands(4, 20000), size_t{3});  // never the first
    QCOMPARE(tinted_bands(4, 230000), size_t{1});
    QVERIFY(shown_at(ScaleRow::realm_names, 35000).show == Show::none);
    QVERIFY(shown_at(ScaleRow::realm_names, 35001).show == Show::all);
  }
  void theFiguresOfAScaleBarStandClearOfEachOther() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const TextStyle style{.size = 13};
    for (const double total_m : {50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 50000.0})
      for (const double length : {40.0, 62.0, 80.0, 120.0, 178.0, 300.0, 420.0}) {
        const std::vector<BarFigure> figures = bar_figures(type.value(), total_m, length);
        QVERIFY(figures.size() >= 2);
        if (length >= 300) QCOMPARE(figures.size(), size_t{4});
        for (size_t i = 1; i < figures.size(); ++i) {
          const double left = figures[i - 1].x + type.value().measure(figures[i - 1].text, style).width / 2,
                       right = figures[i].x - type.value().measure(figures[i].text, style).width / 2;
          QVERIFY2(right - left >= 4, (figures[i - 1].text + " and " + figures[i].text).c_str());
        }
      }
  }
  void theScaleBarOfANarrowMapIsLongEnoughForItsFigures() {
    for (const Vec2 size : {Vec2{3000, 12000}, Vec2{12000, 3000}, Vec2{8000, 8000}, Vec2{500, 500}}) {
      const double unit = 1500 / std::max(size.x, size.y);
      const PageMap map{{0, 0, size.x * unit, size.y * unit}, size.x};
      const Box box = scale_bar_box(map);
      QVERIFY(box.width() - 60 >= 80);
      QVERIFY(map.box.holds(box));
      QVERIFY(map.box.holds(scale_bar_box(map, 1)) && map.box.holds(north_arrow_box(map, 0.5)));
    }
  }
  void scaleBarAndArrowStandBesideLandmarks() {
    auto island = test::synthetic_island();
    PointSet& set = island.world.points;
    const auto town = find_landmark(set);
    QVERIFY(town != set.points.end());
    const PageMap map{{0, 0, 1500, 1500}, 8000};
    Point west = *town, east = *town;
    west.position_m = {800, 150};
    east.position_m = {7200, 150};
    const auto sides = [&](std::vector<Point> points) {
      set.points = std::move(points);
      const Atlas atlas =
          prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
      return furniture_sides(atlas, map);
    };
    QCOMPARE(sides({}).scale_bar, 0.0);
    QCOMPARE(sides({west}).scale_bar, 1.0);
    const double between = sides({west, east}).scale_bar;
    QVERIFY(between > 0 && between < 1);
    QVERIFY(!scale_bar_box(map, between).holds(150, 1500 - 150 * 1500 / 8000.0));
    QCOMPARE(sides({west, east}).north_arrow, 1.0);
  }
  void theLegendOfTheZoomPlateListsWhatItsWindowsShowAndNothingElse() {
    const auto island = test::synthetic_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    std::vector<ZoomPart> parts;
    for (const ZoomWindow& window : pick_zoom_windows(island.world))
      parts.push_back({window, points_in_window(atlas, window)});
    QVERIFY(parts.size() >= 2);
    const auto texts = [&](const std::vector<ZoomPart>& of) {
      std::map<std::string, std::set<std::string>> found;
      for (const ZoomGroup& group : zoom_groups(atlas, of))
        for (const std::vector<LegendItem>& list : group.lists)
          for (const LegendItem& item : list) found[group.heading].insert(item.text);
      return found;
    };
    // By hand, from the cells and lines of each window.
    std::set<std::string> biomes;
    bool tinted = false;
    for (const ZoomPart& part : parts) {
      const double half = part.window.side_m / 2;
      const Vec2 centre = part.window.centre_m;
      const auto inside = [&](Vec2 p) {
        return std::fabs(p.x - centre.x) <= half && std::fabs(p.y - centre.y) <= half;
      };
      const bool fills = part.window.theme == ZoomTheme::resources || part.window.theme == ZoomTheme::strong;
      for (size_t cell = 0; fills && cell < island.world.biome.size(); ++cell) {
        const size_t code = atlas.ground->biome.code[0][cell];
        if (code > 0 && island.world.on_island(cell) && inside(island.world.grid.centre(cell)))
          biomes.insert(island.world.vocabulary.biomes[code - 1].label);
      }
      for (size_t cell = 0; part.window.theme == ZoomTheme::strong && cell < island.world.danger.size();
           ++cell)
        tinted = tinted || (island.world.on_island(cell) && inside(island.world.grid.centre(cell)) &&
                            atlas.ground->danger.code[0][cell] >= 2);
    }
    bool seen_biomes = false, seen_danger = false;
    for (auto& [heading, items] : texts(parts)) {
      items.erase("Beach (overlay)");
      const bool fills = heading.ends_with(": biomes");
      if (fills) QVERIFY(items == biomes);
      seen_biomes = seen_biomes || fills;
      seen_danger = seen_danger || heading.ends_with(": danger");
    }
    QVERIFY(seen_biomes);
    QCOMPARE(seen_danger, tinted);
    std::set<std::string> kinds;
    for (const ZoomPart& part : parts)
      for (const Point* p : part.points)
        if (const PointClassInfo& c = island.world.points.class_of(*p); c.category == Category::landmark)
          kinds.insert(island.world.vocabulary.landmarks[static_cast<size_t>(c.landmark)].label);
    QVERIFY(texts(parts)["Landmarks"] == kinds);
    for (ZoomPart& part : parts) part.points.clear();
    QVERIFY(!texts(parts).contains("Landmarks"));
  }
  void aTierThatTheTemplateHasNotIsNoRow() {
    auto island = test::synthetic_island();
    const auto rows = [&] {
      const Atlas atlas =
          prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
      return tier_section(atlas).rows.size();
    };
    const size_t all = rows();
    for (PointClassInfo& c : island.world.points.classes)
      if (c.tier == Tier::rare) c.tier = Tier::uncommon;
    QCOMPARE(all, size_t{2});  // two samples beside each other
    QCOMPARE(rows(), size_t{1});
  }
  void aSymbolAtTheFrameOfAPlateStandsInsideIt() {
    auto island = test::synthetic_island();
    PointSet& set = island.world.points;
    const auto town = find_landmark(set);
    QVERIFY(town != set.points.end());
    Point inside = *town, outside = *town;
    inside.position_m = {4010, 5000};
    outside.position_m = {3990, 5500};
    set.points = {inside, outside};
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const MapContent content{.layers = {{.layer = MapLayer::landmarks}},
                             .palette = atlas.palette,
                             .medium = Medium::print,
                             .furniture = {}};
    const MapWindow window{4000, 6000, 2000 / 700.0, 700, 700, 1};
    const std::vector<MapMark> marks = place_marks(atlas, content, window).front();
    QCOMPARE(marks.size(), size_t{1});
    QCOMPARE(marks.front().point, &set.points[0]);
    QVERIFY(marks.front().at_px.x > marks.front().radius_px);
    QCOMPARE(marks.front().at_px.y, window.to_px(inside.position_m).y);
  }
  void aSiteStandsBesideItsTownOnAPlateAndWhereItIsInTheWindow() {
    auto island = test::synthetic_island();
    PointSet& set = island.world.points;
    std::array<Point, 2> pair;  // a seat, another landmark
    for (const Point& p : set.points)
      if (const PointClassInfo& c = set.class_of(p); c.category == Category::landmark) {
        const auto& kind = island.world.vocabulary.landmarks[static_cast<size_t>(c.landmark)];
        pair[kind.role == LandmarkRole::seat ? 0 : 1] = p;
      }
    pair[0].position_m = {4000, 4000};
    pair[1].position_m = {4080, 4000};
    set.points = {pair[0], pair[1]};
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    for (const Medium medium : {Medium::print, Medium::screen}) {
      const MapContent content{.layers = {{.layer = MapLayer::landmarks}},
                               .palette = atlas.palette,
                               .medium = medium,
                               .furniture = {}};
      const std::vector<MapMark> marks = place_marks(atlas, content, window).front();
      QCOMPARE(marks.size(), size_t{2});  // the most important comes last
      QVERIFY(marks[1].at_px == window.to_px(pair[0].position_m));
      const double apart = std::sqrt(squared_distance(marks[0].at_px, marks[1].at_px));
      if (medium == Medium::print)
        QVERIFY(apart > 0.999 * (marks[0].radius_px + marks[1].radius_px));
      else
        QVERIFY(marks[0].at_px == window.to_px(pair[1].position_m));
    }
  }
  void dangerIsATintThatIsDarkestAtItsEdgeAndNoLine() {
    const auto island = test::synthetic_island();
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    const auto painted = [&](std::vector<StyledLayer> layers) {
      const MapContent content{
          .layers = std::move(layers), .palette = atlas.palette, .medium = Medium::print, .furniture = {}};
      const DisplayList list = display_list(atlas, content, window, nullptr).value();
      for (const MapItem& item : list.items)
        if (!item.strokes.empty()) qFatal("danger has a line");
      std::vector<uint32_t> words(size_t{1500} * 1500);
      if (!paint_raster(list, {words.data(), 1500, 1500, 1500}, nullptr)) qFatal("not painted");
      return words;
    };
    const auto bare = painted({}), tinted = painted({{.layer = MapLayer::danger_outline}});
    const auto green = [](uint32_t word) { return static_cast<double>(word >> 8 & 255); };
    double at_edge = 0, inside = 0;
    size_t edges = 0, insides = 0, outside = 0;
    const Raster<float>& depth = atlas.ground->danger_depth[atlas.ground->danger_depth.size() - 2];
    const double cell_m = depth.grid.cell_m;
    for (int y = 0; y < 1500; y += 3)
      for (int x = 0; x < 1500; x += 3) {
        const size_t i = static_cast<size_t>(y) * 1500 + static_cast<size_t>(x),
                     cell = depth.grid.cell_at(window.to_m({x + 0.5, y + 0.5}));
        if (!island.world.on_island(cell)) continue;
        const double darker = green(bare[i]) - green(tinted[i]);
        const double worst = atlas.ground->danger_depth.back()[cell];
        if (depth[cell] < -0.55 * cell_m && worst < -0.55 * cell_m) outside += std::abs(darker) > 3;
        if (depth[cell] > 0 && depth[cell] < 1.5 * cell_m && worst < 0) at_edge += darker, ++edges;
        if (depth[cell] > 250 && worst < 0) inside += darker, ++insides;
      }
    QCOMPARE(outside, size_t{0});
    QVERIFY(edges > 20);
    if (insides > 0) QVERIFY(at_edge / double(edges) > 2 * inside / double(insides) && inside > 0);
  }
  void aTableWithoutRowsIsLeftOut() {
    const Vocabulary rows = test::plain_rows({});
    const auto island = test::synthetic_island(GridSpec::square(4000, 64), rows, 0);
    const Atlas atlas = prepare_atlas(island.world, island.tmpl, island.audit, make_palette(rows), {});
    const DisplayList nothing{.atlas = atlas, .window = {}, .content = {}, .items = {}};
    QVERIFY(landmark_quota_section(atlas).rows.empty());
    QVERIFY(class_section(atlas, nothing).rows.empty());
    QVERIFY(family_by_band_section(atlas, nothing).rows.empty());
    QVERIFY(rarity_by_band_section(atlas).rows.empty());
  }
  void lettersAlongARiverThatWindsStandBesideEachOther() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const Box page{0, 0, 600, 400};
    LabelLayout layout({.frame = page, .visible = page, .reserved = {}, .avoid = {}}, type.value());
    std::vector<Vec2> river;
    for (double x = 100; x <= 500; ++x) river.push_back({x, 200 + 8 * std::sin(x / 4)});
    TextStyle style = river_name_style(0.5);
    style.size = 15;
    LineLabel label;
    QVERIFY(place_along("Kelbourne", style, river, 2, layout, type.value(), label));
    for (size_t k = 1; k < label.letters.size(); ++k) {
      const Vec2 step = label.letters[k].at - label.letters[k - 1].at;
      const double width = type.value().measure(label.letters[k - 1].text, style).width;
      QVERIFY2(std::hypot(step.x, step.y) >= width, label.letters[k].text.c_str());
    }
  }
  void aLabelNearTheEdgeIsPlacedWhereAllOfItIsShown() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const Box page{0, 0, 300, 300};
    const Box east_of_symbol{85, 145, 300, 155};  // taken: west would be next, and cut by the edge
    LabelLayout layout({.frame = page.grown(200), .visible = page, .reserved = {east_of_symbol}, .avoid = {}},
                       type.value());
    QVERIFY(layout.place(PointLabel{"Pelcombe", {}, {60, 150}, 10}));
    QVERIFY(page.holds(layout.placed().front().box));
  }
  /// All sizes are scaled from one, whose outlines must not end where a page of that size would.
  void aLongTextIsDrawnToItsEndAtEverySize() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const PageSize page{3000, 80};
    for (const double size : {7.0, 17.6, 50.0}) {
      PageMemory memory;
      auto canvas = Canvas::create(page, 72, PageFormat::png, &memory);
      QVERIFY(bool(canvas));
      QVERIFY(bool(canvas.value().place(page.width_px, page.height_px, 0, 0, [](const PixelTarget& all) {
        std::fill_n(all.words, all.stride * static_cast<size_t>(all.height), 0x00FFFFFFU);
      })));
      TextStyle style;
      style.size = size;
      const std::string text = "Owned land by owner: template (thin), map (thick), both MM";
      type.value().draw(canvas.value().context(), text, 10, 60, style);
      QVERIFY(bool(canvas.value().finish()));
      const uint32_t* words = memory.words(size_t{3000} * 80);
      int last = -1;
      for (int i = 0; i < 3000 * 80; ++i)
        if ((words[i] & 0xFFFFFF) != 0xFFFFFF) last = std::max(last, i % 3000);
      const double end = 10 + type.value().measure(text, style).width;
      QVERIFY2(std::abs(last - end) < 0.2 * size + 1, qPrintable(QString("size %1").arg(size)));
    }
  }
  void theFirstChoiceIsEastOfTheSymbol() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const Box page{0, 0, 300, 300};
    LabelLayout layout({.frame = page, .visible = page, .reserved = {}, .avoid = {}}, type.value());
    QVERIFY(layout.place(PointLabel{"East", {}, {100, 150}, 10}));
    QVERIFY(layout.placed().front().box.x0 >= 113 - 1e-9);
  }
  void aMovedSymbolLeavesTheBadgeButNotItsReach() {
    const std::vector<Box> badge{Box::around(100, 100, 12)};
    const Vec2 out = moved_off({104, 100}, 9, badge, 18);
    QVERIFY(std::sqrt(squared_distance(out, {100, 100})) >= 21 - 1e-6);
    const Vec2 held = moved_off({101, 100}, 9, {Box::around(100, 100, 60)}, 18);
    QVERIFY(std::sqrt(squared_distance(held, {101, 100})) <= 18 + 1e-6);
    QVERIFY((moved_off({400, 100}, 9, badge, 18) == Vec2{400, 100}));
  }
  void aCrowdedMapLeavesOutSymbolsOverOthersButNoSeat() {
    auto island = test::synthetic_island();
    PointSet& set = island.world.points;
    const MapContent content{
        .layers = {{.layer = MapLayer::landmarks}}, .medium = Medium::print, .furniture = {}};
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    const auto seat_count = [](const std::vector<MapMark>& marks) {
      return std::ranges::count_if(marks, [](const MapMark& mark) { return mark.seat.has_value(); });
    };
    const auto atlas_of = [&] {
      return prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    };
    const Atlas sparse = atlas_of();
    const auto seats = seat_count(place_marks(sparse, content, window).front());
    const std::vector<Point> points = set.points;
    for (int copy = 1; copy <= 8; ++copy)  // of all but the seats, a few metres away
      for (Point p : points) {
        const PointClassInfo& c = set.class_of(p);
        if (c.category != Category::landmark || is_seat(sparse, p)) continue;
        p.position_m = p.position_m + Vec2{30.0 * copy, 0};
        set.points.push_back(p);
      }
    const Atlas crowded = atlas_of();
    const std::vector<MapMark> marks = place_marks(crowded, content, window).front();
    QVERIFY(seats > 0);
    QCOMPARE(seat_count(marks), seats);
    for (size_t i = 0; i < marks.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        if (marks[i].seat && marks[j].seat) continue;
        QVERIFY(std::sqrt(squared_distance(marks[i].at_px, marks[j].at_px)) >=
                0.9 * (marks[i].radius_px + marks[j].radius_px));
      }
  }
  void onASmallScaleSeatsFollowTheirRankAndRareContentStandsInClusters() {
    auto island = test::synthetic_island();
    auto type = Typesetter::open();
    QVERIFY(type);
    PointSet& set = island.world.points;
    int rank = 0;
    for (Point& p : set.points)
      if (const PointClassInfo& c = set.class_of(p);
          c.category == Category::landmark &&
          island.world.vocabulary.landmarks[static_cast<size_t>(c.landmark)].role == LandmarkRole::seat)
        p.rank = ++rank;
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    // 8 km on 300 units, 1:230,684.
    const MapContent content{.layers = plate_layers(View::overview),
                             .palette = atlas.palette,
                             .medium = Medium::print,
                             .furniture = {}};
    const MapWindow window{0, 8000, 8000 / 300.0, 300, 300, 1};
    const DisplayList list = display_list(atlas, content, window, &type.value()).value();
    const PlateFigures figures = plate_figures("overview", list);
    QVERIFY(figures.seats.all >= 3);
    QCOMPARE(figures.seats.shown,
             std::max(figures.capitals.all, radical_count(figures.seats.all, figures.denominator)));
    int shown_capitals = 0;
    for (const MapItem& item : list.items)
      for (const MapMark& mark : item.marks) {
        if (mark.seat) {
          QVERIFY(std::abs(2 * mark.radius_px * kUnit_mm - (*mark.seat == SeatClass::capital ? kCapital_mm
                                                            : *mark.seat == SeatClass::city  ? kCity_mm
                                                                                             : kTown_mm)) <
                  1e-9);
          shown_capitals += *mark.seat == SeatClass::capital;
        }
        QVERIFY(2 * mark.radius_px * kUnit_mm >= kLeastSymbol_mm - 1e-9);
      }
    QCOMPARE(shown_capitals, int(figures.capitals.all));
    QVERIFY(figures.rare_symbols > 0 && figures.rare_symbols <= std::llround(0.55 * figures.land_cm2) + 1);
    QVERIFY(figures.rare_symbols < figures.rare);
    // A cluster's number is what it stands for: nothing is told twice.
    std::map<std::pair<int, Rarity>, int64_t> told, there;
    for (const Point& p : set.points) ++there[{p.class_index, p.rarity}];
    for (const MapItem& item : list.items)
      for (const MapMark& mark : item.marks)
        if (mark.count > 1) told[{mark.point->class_index, mark.point->rarity}] += mark.count;
    for (const auto& [key, count] : told) QVERIFY(count <= there[key]);
  }
  void theOverviewSaysHowMuchRareContentHasNoRoom() {
    auto island = test::synthetic_island();
    auto type = Typesetter::open();
    QVERIFY(type);
    const auto is_rare = [&](const Point& p) {
      const MapLayer layer = layer_of(island.world, p);
      return layer == MapLayer::rare_resources || layer == MapLayer::strong_enemies;
    };
    const auto rare_points = [&] {
      const auto& points = island.world.points.points;
      return std::count_if(points.begin(), points.end(), is_rare);
    };
    /// The section, with how many of its points the map shows.
    const auto section_of = [&](const Atlas& atlas, std::ptrdiff_t& shown) {
      const DisplayList list = overview_list(atlas, type.value());
      shown = 0;
      for (const MapItem& item : list.items)
        for (const MapMark& mark : item.marks) shown += is_rare(*mark.point) ? mark.count : 0;
      return rare_section(atlas, list);
    };
    const auto atlas_of = [&] {
      return prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    };
    std::erase_if(island.world.points.points, [&, k = 0](const Point& p) mutable {
      return !is_rare(p) || k++ % 4 != 0;  // so few that all have room
    });
    std::ptrdiff_t shown = 0;
    const size_t rows = section_of(atlas_of(), shown).rows.size();
    QVERIFY(shown > 0 && shown == rare_points());

    const std::vector<Point> points = island.world.points.points;
    for (int copy = 1; copy <= 12; ++copy)
      for (Point p : points) {
        p.position_m = p.position_m + Vec2{12.0 * copy, 0};
        island.world.points.points.push_back(p);
      }
    const PanelSection crowded = section_of(atlas_of(), shown);
    QVERIFY(shown > 0 && shown < rare_points());
    QCOMPARE(crowded.rows.size(), rows + 1);
    const std::string text = "Shown where there is room: " + grouped(shown) + " of " + grouped(rare_points());
    QVERIFY(drawn(crowded.rows.back(), type.value()) == drawn(note(text), type.value()));
    QVERIFY(drawn(crowded.rows.back(), type.value()) != drawn(note(text + "0"), type.value()));
  }
  void theCapHoldsInEveryTileAndTheMostImportantStay() {
    const auto island = test::synthetic_island(8000, 128, 60);
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const PointSet& set = island.world.points;
    constexpr int kCap = 7;
    const MapContent content{.layers = {{.layer = MapLayer::resources, .most_per_tile = kCap}},
                             .medium = Medium::print,
                             .furniture = {}};
    const auto marks = place_marks(atlas, content, {0, 8000, 8000 / 1500.0, 1500, 1500, 1});
    std::set<const Point*> kept;
    for (const MapMark& mark : marks.front()) kept.insert(mark.point);
    std::array<int, 64> shown{}, worst_shown{}, best_hidden{};
    best_hidden.fill(99);
    size_t hidden = 0;
    for (const Point& p : set.points) {
      if (layer_of(island.world, p) != MapLayer::resources) continue;
      const auto tile =
          static_cast<size_t>(p.position_m.y / 1000) * 8 + static_cast<size_t>(p.position_m.x / 1000);
      const int rank = importance_rank(atlas, p);
      if (kept.contains(&p)) {
        ++shown[tile];
        worst_shown[tile] = std::max(worst_shown[tile], rank);
      } else {
        ++hidden;
        best_hidden[tile] = std::min(best_hidden[tile], rank);
      }
    }
    QVERIFY(hidden > 0);
    for (size_t i = 0; i < shown.size(); ++i) {
      QVERIFY(shown[i] <= kCap);
      QVERIFY(best_hidden[i] >= worst_shown[i]);
    }
  }
};

FW_TEST(PlateLabelsTest)
#include "test_plate_labels.moc"
