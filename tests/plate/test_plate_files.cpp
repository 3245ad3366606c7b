#include <png.h>

#include <QFile>
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "render/map/list/back_ends.h"
#include "render/map/map_picture.h"
#include "render/plate/furniture.h"
#include "render/plate/plate.h"
#include "render/plate/sections.h"
#include "render/plate/views.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

const std::vector<View> kAllViews{View::overview,        View::resources_biomes, View::enemies_danger,
                                  View::landmarks_admin, View::zoom_quadrants,   View::relief};
const std::vector<View> kWithLandscape{View::overview,        View::resources_biomes, View::enemies_danger,
                                       View::landmarks_admin, View::zoom_quadrants,   View::relief,
                                       View::oblique};

struct Picture {
  int width = 0, height = 0;
  uint32_t per_metre = 0;
  std::vector<uint8_t> rgb;
};

Picture read_back(const std::string& bytes) {
  struct Source {
    const std::string* bytes;
    size_t at;
  } source{&bytes, 0};
  Picture picture;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_read_fn(png, &source, [](png_structp p, png_bytep out, size_t n) {
    auto* s = static_cast<Source*>(png_get_io_ptr(p));
    std::memcpy(out, s->bytes->data() + s->at, n);
    s->at += n;
  });
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  picture.width = static_cast<int>(png_get_image_width(png, info));
  picture.height = static_cast<int>(png_get_image_height(png, info));
  picture.per_metre = png_get_x_pixels_per_meter(png, info);
  png_bytepp rows = png_get_rows(png, info);
  for (int y = 0; y < picture.height; ++y)
    picture.rgb.insert(picture.rgb.end(), rows[y], rows[y] + 3 * picture.width);
  png_destroy_read_struct(&png, &info, nullptr);
  return picture;
}

/// What libpng's defaults (level 6, adaptive filters) make of the same pixels.
size_t libpng_size(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  png_image_write_to_memory(&image, nullptr, &size, 0, picture.rgb.data(), 0, nullptr);
  return size;
}

/// Mean colour of 8 x 8 blocks of the page: what the eye sees from afar, insensitive to an anti-aliased
/// pixel.
std::vector<int> block_means(const Picture& p) {
  constexpr int kBlocks = 8;
  std::vector<int> means;
  for (int by = 0; by < kBlocks; ++by)
    for (int bx = 0; bx < kBlocks; ++bx)
      for (int channel = 0; channel < 3; ++channel) {
        int64_t sum = 0, count = 0;
        for (int y = by * p.height / kBlocks; y < (by + 1) * p.height / kBlocks; ++y)
          for (int x = bx * p.width / kBlocks; x < (bx + 1) * p.width / kBlocks; ++x, ++count)
            sum += p.rgb[static_cast<size_t>(3 * (y * p.width + x) + channel)];
        means.push_back(static_cast<int>((sum + count / 2) / count));
      }
  return means;
}

const GridSpec kFrame = GridSpec::square(8000, 64);

/// The shape of the usual plates with few pixels: the longer side of the map measures 1500 units, as theirs.
PlateStyle usual_page(int map_px) {
  const PlateStyle usual;
  return {.map_px = map_px, .dpi = static_cast<int>(std::lround(usual.dpi * 1.0 * map_px / usual.map_px))};
}

/// A plate's map, and how far it lies from the page's corner.
constexpr int kMapSide_px = 1500, kMapLeft_px = 60, kMapTop_px = 127;

/// Whether the grid's lines lie there.
bool on_grid(int along) {
  constexpr double kSquare_px = kMapSide_px / 16.0;
  const double off = std::fmod(along, kSquare_px);
  return off < 3 || off > kSquare_px - 3;
}

/// How a picture of the map departs from a plate's, away from frame, grid, scale bar and north arrow.
struct Departure {
  double mean = 0;    ///< levels of 255
  double strong = 0;  ///< share of pixels with a channel off by more than 48
  int most = 0;
};
Departure departure(const Picture& plate, const std::vector<uint32_t>& map,
                    const std::vector<Box>& furniture) {
  Departure out;
  int64_t sum = 0, pixels = 0, strong = 0;
  for (int y = 12; y < kMapSide_px - 12; ++y)
    for (int x = 12; x < kMapSide_px - 12; ++x) {
      if (on_grid(x) || on_grid(y)) continue;
      if (std::any_of(furniture.begin(), furniture.end(),
                      [&](const Box& box) { return box.grown(20).holds(x, y); }))
        continue;
      const uint32_t word = map[static_cast<size_t>(y) * kMapSide_px + static_cast<size_t>(x)];
      const size_t at = 3 * (static_cast<size_t>(y + kMapTop_px) * static_cast<size_t>(plate.width) +
                             static_cast<size_t>(x + kMapLeft_px));
      int worst = 0;
      for (size_t k = 0; k < 3; ++k) {
        const int off =
            std::abs(static_cast<int>(word >> (16 - 8 * k) & 255) - static_cast<int>(plate.rgb[at + k]));
        sum += off;
        worst = std::max(worst, off);
      }
      ++pixels;
      strong += worst > 48 ? 1 : 0;
      out.most = std::max(out.most, worst);
    }
  out.mean = static_cast<double>(sum) / static_cast<double>(3 * pixels);
  out.strong = static_cast<double>(strong) / static_cast<double>(pixels);
  return out;
}

}  // namespace

class PlateFilesTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island();

  /// The file of one view.
  static Result<std::string> draw_of(const test::SyntheticIsland& island, View view, const PlateStyle& style,
                                     PageFormat format = PageFormat::png, const Progress& progress = {}) {
    auto files = draw_plates(island.world, island.tmpl, island.audit, {view}, style, format, progress);
    if (!files) return files.error();
    return std::move(files.value().front());
  }
  Result<std::string> draw(View view, const PlateStyle& style, PageFormat format = PageFormat::png) {
    return draw_of(island_, view, style, format);
  }

 private slots:
  void theOnlyBandHasNoOutlinesToTell() {
    for (const size_t bands : {size_t{1}, size_t{2}, size_t{3}}) {
      const Vocabulary rows = test::plain_rows({.bands = bands});
      const auto island = test::synthetic_island(GridSpec::square(4000, 64), rows, 0);
      const Atlas atlas = prepare_atlas(island.world, island.tmpl, island.audit, make_palette(rows), {});
      // A row of labels and the bar; nothing is drawn round the only band.
      QCOMPARE(danger_tint_section(atlas, 0).rows.size(), bands == 1 ? size_t{0} : size_t{2});
    }
  }
  void aPageLongerThanCairosLimitIsRefusedWithTheNumber() {
    PlateStyle style;
    int largest = 64;
    for (int px = 20000; px < 32768; ++px) {
      style.map_px = px;
      if (const auto page = page_size(style, kFrame); page) {
        QVERIFY(page.value().width_px <= kMaxPageSide_px);
        largest = px;
        continue;
      } else {
        QCOMPARE(page.error().kind, ErrorKind::limit);
        QVERIFY(page.error().message.find("32767") != std::string::npos);
        QVERIFY(page.error().message.find(std::to_string(px)) != std::string::npos);
      }
    }
    QVERIFY(largest > 20000 && largest < 32767);
    style.map_px = 32768;
    const auto refused = draw(View::overview, style);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::limit);
  }
  void anUnknownPaletteOrTinyMapIsAUsageError() {
    PlateStyle style;
    style.palette = "rainbow";
    QCOMPARE(draw(View::overview, style).error().kind, ErrorKind::usage);
    style.palette = "atlas";
    style.map_px = 10;
    QCOMPARE(draw(View::overview, style).error().kind, ErrorKind::usage);
  }
  void thePngHasThePagesSizeAndResolution() {
    const PlateStyle style = usual_page(300);
    for (const View view : kAllViews) {
      const auto file = draw(view, style);
      QVERIFY2(bool(file), file ? "" : file.error().message.c_str());
      const Picture picture = read_back(file.value());
      const PageSize page = page_size(style, kFrame).value();
      QVERIFY(picture.width >= page.width_px);  // columns are added
      QCOMPARE(picture.height, page.height_px);
      QCOMPARE(picture.per_metre, 1732u);
    }
  }
  /// 6 pt type stays 6 pt type.
  void aUnitHasOneLengthOnPaperWhateverTheMapAndItsPixels() {
    for (const int dpi : {75, 300, 600})
      for (const int map_px : {300, 1200, 2048, 5000}) {
        const PlateStyle style{.map_px = map_px, .dpi = dpi};
        const double unit_mm = px_per_unit(style) / dpi * 25.4, map_mm = map_px * 25.4 / dpi;
        QVERIFY(std::abs(unit_mm - 0.1156) < 1e-4);
        QVERIFY(std::abs(map_units(style, kFrame).x * unit_mm - map_mm) < 1e-9);
        QVERIFY(std::abs(map_scale(style, kFrame) * map_mm - 8000 * 1000.0) < 1e-3);
      }
    QVERIFY(std::abs(map_units({}, kFrame).x - 1500) < 1e-9);
    // Margins, gutter and panel are as wide beside every map.
    const auto beside = [](int map_px) {
      return page_size({.map_px = map_px}, kFrame).value().width_px - map_px;
    };
    for (const int map_px : {300, 1200, 5000}) QVERIFY(std::abs(beside(map_px) - beside(2048)) <= 1);
  }
  /// The synthetic island is smoother than a template's ground, which suits libpng's search for matches; on
  /// the shipped template the bound is 1.15 and world_bench measures it.
  void aPngIsAtMostAQuarterLargerThanLibpngsDefault() {
    for (const View view : {View::overview, View::zoom_quadrants}) {
      const std::string file = draw(view, {}).value();
      const double ratio =
          static_cast<double>(file.size()) / static_cast<double>(libpng_size(read_back(file)));
      QVERIFY2(ratio <= 1.25, qPrintable(QString::number(ratio)));
    }
  }
  void theBytesDependNeitherOnTheRunNorOnThreadsNorOnCompany() {
    const PlateStyle style = usual_page(300);
    std::vector<std::string> alone;
    {
      const ThreadLimit one(1);
      for (const View view : kWithLandscape) alone.push_back(draw(view, style).value());
    }
    const auto together =
        draw_plates(island_.world, island_.tmpl, island_.audit, kWithLandscape, style, PageFormat::png);
    QVERIFY(bool(together));
    for (size_t i = 0; i < alone.size(); ++i) QVERIFY2(together.value()[i] == alone[i], kViewSlugs[i].data());
  }
  void theBytesAreTheSameAtDesksLaidOutBefore() {
    const PlateStyle style = usual_page(300), smaller = usual_page(200);  // the smaller ones have to grow
    const auto fresh =
        draw_plates(island_.world, island_.tmpl, island_.audit, kAllViews, style, PageFormat::png).value();
    for (const PlateStyle& laid_out : {style, smaller}) {
      PageBuffers buffers;
      buffers.reserve(laid_out, kFrame, 2);
      for (int round = 0; round < 2; ++round) {  // the second round finds what the first has left
        std::vector<std::string> files(fresh.size());
        const PlateSink keep = [&](PlateFile file) -> Result<Done> {
          files[file.index] = std::move(file.bytes);
          return Done{};
        };
        QVERIFY(bool(draw_plates(island_.world, island_.tmpl, island_.audit, kAllViews, style,
                                 PageFormat::png, keep, {}, &buffers)));
        for (size_t i = 0; i < fresh.size(); ++i) QVERIFY2(files[i] == fresh[i], kViewSlugs[i].data());
      }
    }
  }
  void vectorFilesStartRightAndRepeat_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QByteArray>("magic");
    QTest::newRow("svg") << static_cast<int>(PageFormat::svg) << QByteArray("<?xml");
    QTest::newRow("pdf") << static_cast<int>(PageFormat::pdf) << QByteArray("%PDF-");
  }
  void vectorFilesStartRightAndRepeat() {
    QFETCH(int, format);
    QFETCH(QByteArray, magic);
    const PlateStyle style = usual_page(300);
    for (const View view : kWithLandscape) {
      const auto first = draw(view, style, static_cast<PageFormat>(format));
      const auto second = draw(view, style, static_cast<PageFormat>(format));
      QVERIFY2(bool(first), first ? "" : first.error().message.c_str());
      QVERIFY(first.value().starts_with(magic.constData()));
      QVERIFY2(first.value() == second.value(), kViewSlugs[static_cast<size_t>(view)].data());
    }
  }
  void theReliefOfAnSvgLiesInItsFrame() {
    PlateStyle style;
    style.map_px = 300;
    // 96/300 CSS pixels per page pixel; the map starts 60 and 127 page pixels from the corner.
    const auto svg = draw(View::overview, style, PageFormat::svg);
    QVERIFY(svg.value().find("patternTransform=\"matrix(0.32,0,0,0.32,19.2,40.64)\"") != std::string::npos);
  }
  void everySideLengthResolutionAndSizeDraws() {
    PlateStyle style;
    for (const double side_m : {500.0, 2000.0, 30000.0})
      for (const int map_px : {64, 257}) {
        const auto small = test::synthetic_island(side_m, 64, 4);
        style.map_px = map_px;
        style.danger_patterns = true;
        style.palette = "colour_blind_safe";
        const auto files =
            draw_plates(small.world, small.tmpl, small.audit, kWithLandscape, style, PageFormat::png);
        QVERIFY2(bool(files), files ? "" : files.error().message.c_str());
      }
  }
  void anyNumberOfRowsAndAnyRectangleDraws() {
    const test::RowCounts least, most{12, 24, 8, 32, 40, 6}, some{3, 5, 2, 7, 6, 2};
    PlateStyle style = usual_page(300);
    style.danger_patterns = true;
    for (const GridSpec& grid : {GridSpec{96, 24, 125}, GridSpec{24, 96, 125}, GridSpec{96, 60, 125}})
      for (const test::RowCounts& counts : {least, most, some}) {
        const auto world = test::synthetic_island(grid, test::plain_rows(counts), 2);
        const auto files =
            draw_plates(world.world, world.tmpl, world.audit, kWithLandscape, style, PageFormat::png);
        QVERIFY2(bool(files), files ? "" : files.error().message.c_str());
      }
  }
  void aPageIsWiderWhereItsPanelIsLonger() {
    const PlateStyle style = usual_page(300);
    const auto rich =
        test::synthetic_island(GridSpec::square(8000, 64), test::plain_rows({12, 24, 8, 32, 40, 6}), 2);
    const auto file = draw_of(rich, View::enemies_danger, style);
    QVERIFY(bool(file));
    QVERIFY(read_back(file.value()).width > page_size(style, kFrame).value().width_px);
  }
  void aLandscapeIsAsHighAsItsCameraSees() {
    const PlateStyle style = usual_page(300);
    int before = 0;
    for (const double elevation : {15.0, 34.0, 90.0}) {
      island_.tmpl.view.oblique = {.azimuth = 20, .elevation = elevation};
      const Picture picture = read_back(draw(View::oblique, style).value());
      QVERIFY(picture.width < page_size(style, kFrame).value().width_px);  // it has no panel
      QVERIFY(picture.height > before);
      before = picture.height;
    }
    island_.tmpl.view.oblique = {.exaggeration = std::numeric_limits<double>::quiet_NaN()};
    QVERIFY(bool(draw(View::oblique, style)));
    island_.tmpl.view.oblique = {};
  }
  void aWorldWithoutPointsOrRegionsDraws() {
    auto bare = test::synthetic_island(8000, 64, 0);
    bare.world.points = {};
    bare.world.ledger.clear();
    bare.world.tracks.clear();
    std::fill(bare.world.land.cells.begin(), bare.world.land.cells.end(), uint8_t{0});
    for (auto* raster : {&bare.world.region, &bare.world.faction, &bare.world.biome, &bare.world.danger})
      std::fill(raster->cells.begin(), raster->cells.end(), uint8_t{0});
    bare.world.regions.clear();
    const PlateStyle style = usual_page(200);
    QVERIFY(bool(draw_plates(bare.world, bare.tmpl, bare.audit, kWithLandscape, style, PageFormat::png)));
  }
  void cancellingEndsTheDrawing() {
    const std::atomic<bool> cancel{true};
    const auto file = draw_of(island_, View::overview, {}, PageFormat::png, {nullptr, &cancel});
    QCOMPARE(file.error().kind, ErrorKind::cancelled);
  }
  void cancellingBetweenLayersEndsTheDrawing() {
    const PlateStyle style = usual_page(200);
    // Cancelled at ever later reports of progress: whenever it comes, no file comes back.
    for (int after = 1; after < 12; ++after) {
      std::atomic<bool> cancel{false};
      std::atomic<int> reports{0};
      const auto files =
          draw_plates(island_.world, island_.tmpl, island_.audit, kAllViews, style, PageFormat::png,
                      {[&](std::string_view, double) { cancel = ++reports >= after; }, &cancel});
      QVERIFY(!files);
      QCOMPARE(files.error().kind, ErrorKind::cancelled);
    }
  }
  void aWindowAtPlateScaleShowsWhatThePlateShows() {
    const Atlas atlas =
        prepare_atlas(island_.world, island_.tmpl, island_.audit, make_palette(test::classic_rows()), {});
    PlateStyle style;
    style.map_px = kMapSide_px;
    const double scale = px_per_unit(style), units = longer_units(style);
    const MapWindow window{0, 8000, 8000.0 / kMapSide_px, kMapSide_px, kMapSide_px, scale};
    const PageMap area{{0, 0, units, units}, 8000};
    const auto [bar, arrow] = furniture_sides(atlas, area);
    const std::vector<Box> furniture{scale_bar_box(area, bar), north_arrow_box(area, arrow)};
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    std::vector<Box> covered;  // in pixels
    for (const Box& box : furniture)
      covered.push_back({box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale});
    for (const View view :
         {View::overview, View::resources_biomes, View::enemies_danger, View::landmarks_admin}) {
      const Picture plate = read_back(draw(view, style).value());
      // The page adds furniture to what the painter makes of the plate's layers, and nothing else.
      MapContent content{.layers = plate_layers(view),
                         .palette = atlas.palette,
                         .medium = Medium::print,
                         .furniture = furniture};
      for (StyledLayer& layer : content.layers)
        if (layer.most_per_tile == kMostAsAsked) layer.most_per_tile = style.symbols_per_km2;
      const auto list = display_list(atlas, content, window, &type.value());
      QVERIFY(bool(list));
      std::vector<uint32_t> painted(static_cast<size_t>(kMapSide_px) * kMapSide_px);
      QVERIFY(bool(paint_raster(list.value(), {painted.data(), kMapSide_px, kMapSide_px, kMapSide_px},
                                &type.value())));
      const std::string name(kViewSlugs[static_cast<size_t>(view)]);
      QVERIFY2(departure(plate, painted, covered).most == 0, name.c_str());
      // A window has a scale of its own, which shows other lines, symbols and names; the ground is the same.
      const auto is_no_ground = [](const auto& layer) { return !is_ground(layer.layer); };
      MapContent ground = content;
      std::erase_if(ground.layers, is_no_ground);
      const auto bare = display_list(atlas, ground, window, &type.value());
      QVERIFY(bool(bare) &&
              bool(paint_raster(bare.value(), {painted.data(), kMapSide_px, kMapSide_px, kMapSide_px},
                                &type.value())));
      MapLook look = map_look(view);
      std::erase_if(look.layers, is_no_ground);
      const MapImage image = draw_map(atlas, look, window).value();
      double off = 0;
      for (size_t i = 0; i < painted.size(); ++i)
        off += std::abs(static_cast<int>(painted[i] >> 8 & 255) - static_cast<int>(image.argb[i] >> 8 & 255));
      off /= static_cast<double>(painted.size());
      QVERIFY2(off < 2, qPrintable(QString("%1: mean %2").arg(name.c_str()).arg(off)));
    }
  }
  /// The accepted look lies in golden/plates.txt as block means. After a wanted change of look, run this test
  /// with FIELDWRIGHT_ACCEPT_PLATES=1 in the environment, look at the plates, and commit the new file.
  void thePlatesLookAsAccepted() {
    const PlateStyle style = usual_page(512);
    QByteArray found;
    for (const View view : kAllViews) {
      for (const int v : block_means(read_back(draw(view, style).value())))
        found += QByteArray::number(v) + ' ';
      found += '\n';
    }
    QFile file(FIELDWRIGHT_SOURCE_DIR "/tests/plate/golden/plates.txt");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT_PLATES")) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(found);
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), "golden/plates.txt is missing");
    const auto expected = file.readAll().simplified().split(' '), got = found.simplified().split(' ');
    QCOMPARE(got.size(), expected.size());
    for (qsizetype i = 0; i < got.size(); ++i)
      QVERIFY2(std::abs(got[i].toInt() - expected[i].toInt()) <= 3,
               qPrintable(QString("block value %1").arg(i)));
  }
};

FW_TEST(PlateFilesTest)
#include "test_plate_files.moc"
