#include <QTest>
#include <cmath>

#include "render/map/figures/figures.h"
#include "render/map/map_picture.h"
#include "render/map/scene/style.h"
#include "render/plate/plate.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

class MapStyleTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island(8000, 128, 4);

  Atlas atlas() const {
    return prepare_atlas(island_.world, island_.tmpl, island_.audit, make_palette(test::classic_rows()), {});
  }

 private slots:
  void everyStyleHasItsWordAndAllColoursOfItsOwnGround() {
    for (const std::string_view slug : kMapStyleSlugs) {
      const MapStyle& style = map_style(slug);
      QVERIFY(style.slug == slug && is_map_style(slug) && !style.title.empty());
      QCOMPARE(style.tints.size(), map_style().tints.size());
      QVERIFY(!style.waves.empty());
      QVERIFY(style.dark == (style.text.g > style.land.g));
    }
    QVERIFY(!is_map_style("watercolour"));
    QVERIFY(map_style("watercolour").slug == kMapStyleSlugs[0]);
  }

  void surveyKeepsTheRowsColoursAndTheOthersKeepTheirHues() {
    const Rgb green = Rgb::hex(0x9CC08A), red = Rgb::hex(0xD88A7A);
    QVERIFY(styled_fill(map_style("survey"), green) == green);
    for (const char* const slug : {"game", "parchment"}) {
      const Rgb styled_green = styled_fill(map_style(slug), green),
                styled_red = styled_fill(map_style(slug), red);
      QVERIFY(styled_green.g - styled_green.r > styled_red.g - styled_red.r);
    }
    const Rgb dark = styled_fill(map_style("game"), green);
    QVERIFY(dark.r + dark.g + dark.b < 0.6 * (green.r + green.g + green.b));
  }

  void aColourOfTheSeaIsThatOfItsShallowsAndDarkOnADarkMap() {
    const auto light_of = [](Rgb c) { return c.r + c.g + c.b; };
    const Rgb red = Rgb::hex(0xC86A50), sand = Rgb::hex(0xD8C070);
    const MapStyle survey = with_colours(map_style("survey"), red, sand);
    QVERIFY(survey.sea_near == red && survey.islet == sand);
    QVERIFY(with_colours(map_style("survey"), {}, {}).sea_near == map_style("survey").sea_near);
    for (const std::string_view slug : kMapStyleSlugs) {
      const MapStyle own = with_colours(map_style(slug), red, {});
      QVERIFY(own.sea_near.r > own.sea_near.b && own.landscape.sea_far.r > own.landscape.sea_far.b);
      QVERIFY(light_of(own.sea_far) < light_of(own.sea_near));
      QVERIFY(own.islet == map_style(slug).islet && own.land == map_style(slug).land);
    }
    QVERIFY(light_of(with_colours(map_style("game"), red, {}).sea_near) <=
            light_of(map_style("game").sea_near) + 1e-9);
  }

  void theSeasColourChangesTheSeaOfPlatesWindowsAndLandscapesAndNoGround() {
    Template tmpl = island_.tmpl;
    tmpl.view.sea = Rgb::hex(0xC86A50);
    const World& world = island_.world;
    const Atlas plain = atlas(),
                own = prepare_atlas(world, tmpl, island_.audit, make_palette(test::classic_rows()), {});
    QVERIFY(own.look.sea_near == *tmpl.view.sea);
    const MapWindow window = fit_window({8000, 8000}, 200, 200);
    MapLook look = map_look(ViewParams{});
    look.layers = {{MapLayer::biome, true, 1}};
    const MapImage before = draw_map(plain, look, window).value();
    look.sea = tmpl.view.sea;
    const MapImage after = draw_map(plain, look, window).value();
    size_t sea = 0, ground = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 200; ++x) {
        const size_t at = static_cast<size_t>(y * 200 + x),
                     cell = world.grid.cell_at(window.to_m({x + .5, y + .5}));
        const double off_m = static_cast<double>(world.coast_m[cell]);
        if (world.land[cell] == 0 && before.argb[at] != after.argb[at]) ++sea;
        if (world.on_island(cell) && off_m > 200 && before.argb[at] != after.argb[at]) ++ground;
      }
    QVERIFY(sea > 5000);
    QCOMPARE(ground, size_t{0});
    PlateStyle style;
    style.map_px = 200;
    for (const View view : {View::overview, View::zoom_quadrants, View::oblique}) {
      const auto drawn = [&](const Template& of) {
        return draw_plates(world, of, island_.audit, {view}, style, PageFormat::png).value().front();
      };
      QVERIFY(drawn(tmpl) != drawn(island_.tmpl));
    }
  }

  void everyStyleDrawsEveryPlateInItsOwnWay() {
    PlateStyle style;
    style.map_px = 200;
    const std::vector<View> views{View::overview,        View::resources_biomes, View::enemies_danger,
                                  View::landmarks_admin, View::zoom_quadrants,   View::relief};
    std::vector<std::vector<std::string>> files;
    for (const std::string_view slug : kMapStyleSlugs) {
      style.map_style = slug;
      const auto drawn =
          draw_plates(island_.world, island_.tmpl, island_.audit, views, style, PageFormat::png);
      QVERIFY2(bool(drawn), drawn ? "" : drawn.error().message.c_str());
      files.push_back(drawn.value());
    }
    for (size_t k = 0; k < views.size(); ++k) {
      QVERIFY(files[0][k] != files[1][k]);
      QVERIFY(files[1][k] != files[2][k]);
    }
    style.map_style = "watercolour";
    const auto refused =
        draw_plates(island_.world, island_.tmpl, island_.audit, views, style, PageFormat::png);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("survey or game or parchment") != std::string::npos);
  }

  void lettersOfADarkMapAreLight() {
    for (const TextStyle& text :
         {seat_name_style(SeatClass::town), site_name_style(), region_name_style(), lake_name_style(),
          place_name_style(PlaceKind::cape), place_name_style(PlaceKind::sea), cluster_number_style(),
          contour_number_style(Medium::print), spot_height_style(Medium::print)}) {
      const MapStyle& game = map_style("game");
      const TextStyle shown = lettered(text, game);
      QVERIFY(shown.colour.r + shown.colour.g + shown.colour.b > 1.8);
      QVERIFY(shown.halo_colour == game.halo);
      QVERIFY(lettered(text, map_style("survey")).colour == text.colour);
    }
  }

  void aPageHasThePaperAndTheInkOfItsStyle() {
    for (const std::string_view slug : kMapStyleSlugs) {
      const MapStyle& style = map_style(slug);
      const Painter pen{.page = page_inks(style)};
      QVERIFY(pen.on_page(colour::kPaper) == style.beyond && pen.on_page(colour::kInk) == style.text);
      const auto light_of = [](Rgb c) { return c.r + c.g + c.b; };
      QVERIFY(std::abs(light_of(style.soft) - light_of(style.beyond)) > 0.7);
      QVERIFY(pen.on_page(style.danger) == style.danger);
    }
  }

  void namesOfRealmsTakeTheirOwnersInkAndTheStylesLight() {
    const auto light_of = [](const TextStyle& text) { return text.colour.r + text.colour.g + text.colour.b; };
    for (const Rgb owner : atlas().palette.faction_ink) {
      const TextStyle dark = realm_name_style(owner, map_style("survey")),
                      light = realm_name_style(owner, map_style("game"));
      QVERIFY(light_of(light) > light_of(dark) + 0.5);
    }
    QVERIFY(realm_name_style(Rgb::hex(0x206020), map_style("game")).colour !=
            realm_name_style(Rgb::hex(0x602060), map_style("game")).colour);
    const Palette palette = atlas().palette;
    const double far = 1 << 20;  // the worst band alone
    QVERIFY(tint_ink(palette, map_style("game"), 1, far) == map_style("game").danger);
    QVERIFY(tint_ink(palette, map_style("survey"), 1, far) == map_style("survey").danger);
  }

  void hillsStandWhereTheLandIsHighAndKeepTheirPlacesWhenTheMapMoves() {
    const Atlas shown = atlas();
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    const FigureScale paper{.window = window, .style = map_style("parchment")};
    const std::vector<MapFigure> hills = layer_figures(shown, MapLayer::relief, paper);
    QVERIFY(hills.size() > 20);
    QVERIFY(layer_figures(shown, MapLayer::relief, {.window = window}).empty());
    const std::vector<float>& ranks = shown.ground->height_ranks;
    const float low = ranks[ranks.size() * 6 / 10];
    for (const MapFigure& figure : hills) {
      if (figure.width_px > 0 || figure.colour != map_style("parchment").hill) continue;  // filled shapes
      const Vec2 foot = window.to_m((figure.lines.front().front() + figure.lines.front().back()) * 0.5);
      QVERIFY(island_.world.height_m[island_.world.grid.cell_at(foot)] >= low);
    }
    const MapWindow moved = moved_by(window, {-40, 0});
    const FigureScale beside{.window = moved, .style = map_style("parchment")};
    size_t held = 0, filled = 0;
    for (const MapFigure& figure : layer_figures(shown, MapLayer::relief, beside)) {
      if (figure.width_px > 0 || figure.lines.front().front().x < 100) continue;
      ++filled;
      const Vec2 place = moved.to_m(figure.lines.front().front());
      for (const MapFigure& other : hills)
        if (other.width_px <= 0 &&
            std::sqrt(squared_distance(window.to_m(other.lines.front().front()), place)) < 0.01) {
          ++held;
          break;
        }
    }
    QVERIFY(filled > 5);
    QCOMPARE(held, filled);
  }

  void treesStandInWoodsAlone() {
    test::SyntheticIsland wooded = test::synthetic_island(8000, 128, 0);
    const MapWindow window{0, 8000, 8000 / 1500.0, 1500, 1500, 1};
    const FigureScale paper{.window = window, .style = map_style("parchment")};
    const auto trees = [&] {
      const Atlas shown =
          prepare_atlas(wooded.world, wooded.tmpl, wooded.audit, make_palette(test::classic_rows()), {});
      std::vector<Vec2> found;
      for (const MapFigure& figure : layer_figures(shown, MapLayer::relief, paper))
        if (figure.colour == map_style("parchment").tree) found.push_back(window.to_m(figure.lines[0][0]));
      return found;
    };
    for (BiomeRow& row : wooded.world.vocabulary.biomes) row.canopy = 0;
    QVERIFY(trees().empty());
    wooded.world.vocabulary.biomes[2].canopy = 1;
    const std::vector<Vec2> found = trees();
    QVERIFY(found.size() > 5);
    size_t inside = 0;
    for (const Vec2 place : found)
      inside += wooded.world.biome[wooded.world.grid.cell_at(place)] == 3 ? 1 : 0;
    QVERIFY(static_cast<double>(inside) > 0.9 * static_cast<double>(found.size()));
  }

  void ribbonsOfOwnersLieAlongTheirBordersAlone() {
    const Atlas shown = atlas();
    const Raster<float>& band = shown.ground->faction_band;
    size_t inside = 0;
    for (size_t cell = 0; cell < band.size(); ++cell) {
      QVERIFY(band[cell] >= 0 && band[cell] <= 1);
      inside += island_.world.on_island(cell) && band[cell] > 0.5F ? 1 : 0;
    }
    QVERIFY(!shown.ground->realm_border.empty());
    QVERIFY(inside > 0 && inside < band.size() / 8);
  }
};

FW_TEST(MapStyleTest)
#include "test_map_style.moc"
