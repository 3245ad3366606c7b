#include <QTest>
#include <cmath>
#include <set>

#include "core/field/filter.h"
#include "render/map/list/ground_paint.h"
#include "render/map/list/owner_initials.h"
#include "render/map/map_picture.h"
#include "render/plate/plate.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

/// What paper asks of a map beyond a screen.
class PrintedMapTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island();

  Atlas atlas(const char* palette = "atlas") const {
    return prepare_atlas(island_.world, island_.tmpl, island_.audit,
                         make_palette(test::classic_rows(), palette), {});
  }
  /// The overview of a frame of 8 km on so many units.
  static MapContent overview(const Atlas& atlas, std::string_view style = "survey") {
    return {.layers = plate_layers(View::overview),
            .palette = styled(atlas.palette, map_style(style)),
            .style = map_style(style),
            .medium = Medium::print,
            .furniture = {}};
  }
  static MapWindow units(int side) { return {0, 8000, 8000.0 / side, side, side, 1}; }
  static const MapItem* item_with_initials(const DisplayList& list) {
    for (const MapItem& item : list.items)
      if (!item.labels.empty() && !item.strokes.empty()) return &item;
    return nullptr;
  }

 private slots:
  void initialsAreThoseOfTheWordsAndDiffer() {
    const std::vector<std::string> made =
        initials_of({"House of Ash", "Hearth Alliance", "Redmaw", "Ravens", "Övre Ås", "of", ""});
    QCOMPARE(made[2], std::string("Re"));
    QCOMPARE(made[3], std::string("Ra"));
    QCOMPARE(made[4], std::string("ÖÅ"));
    QCOMPARE(made[5], std::string("o"));
    QVERIFY(made[6].empty());
    const std::vector<std::string> alike = initials_of({"Iron Crown", "Ivory Court"});
    QCOMPARE(alike[0], std::string("IrC"));
    QCOMPARE(alike[1], std::string("IvC"));
  }

  void ownersWhoLookAlikeInGreyHaveInitialsOnBothSidesOfTheirBorder() {
    auto type = Typesetter::open();
    QVERIFY(type);
    Atlas shown = atlas();
    for (Rgb& fill : shown.palette.faction) fill = Rgb::hex(0x90B080);
    const DisplayList list = display_list(shown, overview(shown), units(1500), &type.value()).value();
    const MapItem* item = item_with_initials(list);
    QVERIFY(item != nullptr);
    QVERIFY(item->labels.size() >= 2 && item->labels.size() % 2 == 0);
    const World& world = island_.world;
    for (size_t k = 0; k < item->labels.size(); ++k) {
      const Box& box = item->labels[k].box;
      const Vec2 at = list.window.to_m({(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2});
      QVERIFY(world.faction[world.grid.cell_at(at)] != 0);
      const double off_m = static_cast<double>(bilinear(shown.ground->frontier_m, at));
      QVERIFY2(off_m < 250, qPrintable(QString::number(off_m)));
      for (const MapItem& other : list.items)
        for (const PlacedLabel& name : other.labels)
          QVERIFY(&name == &item->labels[k] || !name.box.intersects(box));
    }
    // Fills that grey print tells apart, and maps without owners' fills, have none.
    for (size_t k = 0; k < shown.palette.faction.size(); ++k)
      shown.palette.faction[k] = mix(Rgb::hex(0x404040), Rgb::hex(0xF0F0F0), 0.14 * static_cast<double>(k));
    QVERIFY(item_with_initials(display_list(shown, overview(shown), units(1500), &type.value()).value()) ==
            nullptr);
    MapContent bare = overview(shown);
    std::erase_if(bare.layers, [](const StyledLayer& layer) { return layer.layer == MapLayer::faction; });
    QVERIFY(item_with_initials(display_list(shown, bare, units(1500), &type.value()).value()) == nullptr);
  }

  void anIsletOfLessThanASquareMillimetreIsLeftOutWithItsCoastAndAScreenKeepsIt() {
    const Atlas shown = atlas();
    const World& world = island_.world;
    double islet_m2 = 0;
    Vec2 middle{};
    for (size_t cell = 0; cell < world.land.size(); ++cell)
      if (world.land[cell] != 0 && world.region[cell] == 0) {
        islet_m2 += world.grid.cell_m * world.grid.cell_m;
        middle = world.grid.centre(cell);
      }
    QVERIFY(islet_m2 > 0);
    const auto segments_near = [&](const DisplayList& list) {
      size_t count = 0;
      for (const MapItem& item : list.items)
        for (const MapStroke& stroke : item.strokes)
          for (const Vec2 px : stroke.lines->points)
            count += std::sqrt(squared_distance(list.window.to_m(px), middle)) < 600 ? 1 : 0;
      return count;
    };
    // The side at which the islet has a square millimetre.
    const double limit = 8000 / (std::sqrt(islet_m2) * kUnit_mm);
    for (const auto& [side, medium, seen] : {std::tuple(static_cast<int>(1.3 * limit), Medium::print, true),
                                             {static_cast<int>(0.75 * limit), Medium::print, false},
                                             {static_cast<int>(0.75 * limit), Medium::screen, true}}) {
      MapContent content{.layers = {{.layer = MapLayer::coast}}, .medium = medium, .furniture = {}};
      const MapWindow window = units(side);
      const DisplayList list = display_list(shown, content, window, nullptr).value();
      QCOMPARE(segments_near(list) > 0, seen);
      std::vector<uint32_t> words(static_cast<size_t>(side) * static_cast<size_t>(side));
      content.layers.clear();
      const DisplayList plain = display_list(shown, content, window, nullptr).value();
      paint_ground(plain, {}, GroundUnder::sea, nullptr,
                   {words.data(), side, side, static_cast<size_t>(side)}, {});
      const Vec2 px = window.to_px(middle);
      const uint32_t word =
          words[static_cast<size_t>(px.y) * static_cast<size_t>(side) + static_cast<size_t>(px.x)];
      const int red = static_cast<int>(word >> 16 & 255), blue = static_cast<int>(word & 255);
      QVERIFY2((red > blue) == seen, qPrintable(QString::number(word, 16)));
    }
  }

  void theCoastOnPaperHasFewerVerticesAndStaysWhereItIs() {
    const Atlas shown = atlas();
    const MapContent coast{.layers = {{.layer = MapLayer::coast}}, .medium = Medium::print, .furniture = {}};
    const auto points_of = [&](const MapContent& content) {
      const DisplayList list = display_list(shown, content, units(1500), nullptr).value();
      return list.items[1].strokes.front().lines->points;
    };
    MapContent fine = coast;
    fine.medium = Medium::screen;
    const std::vector<Vec2> printed = points_of(coast), screen = points_of(fine);
    QVERIFY(printed.size() < screen.size());
    const double reach = 0.3 / kUnit_mm;
    for (const Vec2 p : printed) {
      bool near = false;
      for (size_t i = 1; i < screen.size() && !near; ++i) {
        const Vec2 run = screen[i] - screen[i - 1], off = p - screen[i - 1];
        const double length2 = run.x * run.x + run.y * run.y,
                     along = std::clamp((off.x * run.x + off.y * run.y) / std::max(length2, 1e-9), 0.0, 1.0);
        near = squared_distance(off, run * along) < reach * reach;
      }
      QVERIFY2(near, qPrintable(QString("%1 %2").arg(p.x).arg(p.y)));
    }
  }

  void theNumberOfAClusterLiesUnderNoOtherSymbolInAnyStyle() {
    auto type = Typesetter::open();
    QVERIFY(type);
    const Atlas shown = atlas();
    size_t numbers = 0;
    for (const std::string_view slug : kMapStyleSlugs)
      for (const int side : {300, 420, 560}) {
        const MapWindow window = units(side);
        const DisplayList list = display_list(shown, overview(shown, slug), window, &type.value()).value();
        const double pt = medium_style(Medium::print).letters.at(window.metres_per_px);
        for (const MapItem& item : list.items)
          for (const MapMark& mark : item.marks) {
            if (mark.count < 2) continue;
            ++numbers;
            const Box number = cluster_number_box(mark, window, pt);
            for (const MapItem& others : list.items)
              for (const MapMark& other : others.marks)
                QVERIFY(
                    other.point == mark.point ||
                    !Box::around(other.at_px.x, other.at_px.y, 0.95 * other.radius_px).intersects(number));
          }
      }
    QVERIFY(numbers > 5);
  }

  void noLettersOfALandscapeAreBelowSixPointsAndItHasARowOfFigures() {
    PlateStyle style;
    style.map_px = 400;
    std::vector<PlateFigures> told;
    const auto drawn = draw_plates(
        island_.world, island_.tmpl, island_.audit, {View::oblique}, style, PageFormat::png,
        [](PlateFile) -> Result<Done> { return Done{}; }, {}, nullptr,
        [&](size_t, std::vector<PlateFigures> figures) { told = std::move(figures); });
    QVERIFY2(bool(drawn), drawn ? "" : drawn.error().message.c_str());
    QCOMPARE(told.size(), size_t{1});
    QCOMPARE(told[0].map, std::string("oblique"));
    QVERIFY(told[0].names > 0 && told[0].symbols > 0 && told[0].land_cm2 > 0);
    QVERIFY2(told[0].least_pt >= 6 - 1e-6, qPrintable(QString::number(told[0].least_pt)));
    QCOMPARE(told[0].overlaps, int64_t{0});
    QVERIFY(told[0].seats.named <= told[0].seats.shown && told[0].seats.shown <= told[0].seats.all);
  }
};

FW_TEST(PrintedMapTest)
#include "test_printed_map.moc"
