// Rasters of other programs as pixels of a row: where they lie, how they are resampled, what is counted, and
// that a world's own layers come back.

#include <QTest>
#include <cmath>
#include <fstream>

#include "core/measure/audit/audit.h"
#include "core/model/world/world_layers.h"
#include "core/world/generate.h"
#include "import_fixture.h"
#include "render/geo/geo.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
using namespace import_fixture;

namespace {

constexpr double kSide_m = 3000;  // of Tiny's frame
constexpr uint64_t kSeed = 5;

double height_of(const ImportRow& row, uint16_t step) {
  return row.low_m + (row.high_m - row.low_m) * step / 65535.0;
}

/// Seven cells of 16 bits in a row, the first row being the south's or the north's.
std::string raw16(const std::vector<uint16_t>& values, bool big_endian) {
  std::string bytes;
  for (const uint16_t v : values) {
    const char high = static_cast<char>(v >> 8), low = static_cast<char>(v & 0xFF);
    bytes += big_endian ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

const HandOutcome& outcome(const World& world, const std::string& id) {
  for (const HandOutcome& o : world.hand)
    if (o.id == id) return o;
  qFatal("no outcome of %s", id.c_str());
}

}  // namespace

class TestImportRasters : public QObject {
  Q_OBJECT
  Files files_;

 private slots:
  void classesOfAPictureBecomePixelsOfAFileAndARow() {
    const Template into = tiny();
    GreyImage image{64, 64, 8, std::vector<uint16_t>(64 * 64, 30)};
    for (size_t i = 0; i < 100; ++i) image.levels[i] = 40;
    image.levels[200] = 99;
    image.levels[201] = 0;  // nothing: no misfit
    HandImport r = request(files_.png("biomes.png", image), "biome");
    std::string said = refusal(r, into);
    QVERIFY2(has(said, "--map") && has(said, "30 (3994)") && has(said, "99 (1)"), said.c_str());
    const std::string a = into.vocabulary.biomes[0].id, b = into.vocabulary.biomes[1].id;
    r.raster.map = "30 " + a + ", 40 " + b + "x";
    said = refusal(r, into);
    QVERIFY2(has(said, "did you mean " + b), said.c_str());
    r.raster.map = "30 " + a + ", 40 " + b;
    const HandImported made = imported(r, into);
    QCOMPARE(made.tmpl.hand.imports.size(), size_t{1});
    QVERIFY2(has(made.placed_by, "stretched over the frame"), made.placed_by.c_str());
    const ImportRow& row = made.tmpl.hand.imports[0];
    QCOMPARE(row.columns, 64);
    QCOMPARE(row.map, "30 " + a + ", 40 " + b);
    QCOMPARE(pixels_of(made).values[0], uint16_t{40});
    QCOMPARE(pixels_of(made).values[200], uint16_t{0});
    QCOMPARE(counted(made.notes, "unknown_value"), int64_t{1});
    QVERIFY(has(text_of(made.notes, "unknown_value"), "99 (1)"));
    QCOMPARE(counted(made.notes, "outside"), int64_t{0});
    // The same id again: the row is replaced, not added.
    HandImport again = r;
    again.id = row.id;
    const HandImported replaced = imported(again, made.tmpl);
    QCOMPARE(replaced.tmpl.hand.imports.size(), size_t{1});
    QCOMPARE(replaced.replaced, std::vector<std::string>{row.id});
  }

  void aPictureOfOtherSidesNeedsAPlaceAndLeavesTheRestFree() {
    const Template into = tiny();
    const GreyImage image{20, 10, 16, std::vector<uint16_t>(200, 1000)};
    HandImport r = request(files_.png("part.png", image), "height");
    QVERIFY(has(refusal(r, into), "--place"));
    r.raster.place = StatedPlace{-150, 0, kSide_m / 2};
    const HandImported made = imported(r, into);
    QCOMPARE(made.tmpl.hand.imports[0].map, std::string(kNoHeightMap));
    QCOMPARE(counted(made.notes, "outside"), int64_t{20});  // two columns to the west of the frame
    QCOMPARE(counted(made.notes, "scale"), int64_t{1});
    const ImportPixels& pixels = pixels_of(made);
    QCOMPARE(pixels.columns, 40);
    QCOMPARE(std::count_if(pixels.values.begin(), pixels.values.end(), [](uint16_t v) { return v != 0; }),
             std::ptrdiff_t{180});
    QVERIFY(pixels.values.front() == 0 && pixels.values[39 * 40] != 0);  // it lies in the south-west
  }

  void aGeoTiffInUtmComesToItsPlaceWithEveryMisfitCounted() {
    // A disc of class 2 of 500 m about the frame's middle, in cells of 20 m of UTM; no data in a corner, 9
    // unknown in a bar.
    const Template into = tiny({"anchor_lon_deg=15", "anchor_lat_deg=47"});
    OGRSpatialReference utm, degrees;
    utm.importFromEPSG(32633);
    degrees.SetWellKnownGeogCS("WGS84");
    for (OGRSpatialReference* crs : {&utm, &degrees}) crs->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    const std::unique_ptr<OGRCoordinateTransformation> change(
        OGRCreateCoordinateTransformation(&degrees, &utm));
    double x = 15, y = 47;
    QVERIFY(change->Transform(1, &x, &y));
    constexpr double kScale = 0.9996;  // of UTM on its meridian, where the anchor lies
    const int side = 180;
    const RasterFile tiff{side, side, {x - 1800, 20, 0, y + 1800, 0, -20}, 32633, GDT_Byte, 255};
    const auto file = write_tiff(files_.path("utm.tif"), tiff, [&](int c, int r) {
      if (c < 30 && r < 40) return 255;
      if (c == 100) return 9;
      return std::hypot(c + 0.5 - 90, r + 0.5 - 90) * 20 < 500 * kScale ? 2 : 0;
    });
    HandImport r = request(file, "danger");
    r.raster.map = "2 " + into.vocabulary.danger[1].id;
    const HandImported made = imported(r, into);
    QVERIFY2(has(made.placed_by, "UTM zone 33N"), made.placed_by.c_str());
    const ImportPixels& pixels = pixels_of(made);
    const double cell = kSide_m / pixels.columns;
    int64_t right = 0, wrong = 0;
    for (int row = 0; row < pixels.rows; ++row)
      for (int c = 0; c < pixels.columns; ++c) {
        const double dx = (c + 0.5) * cell - kSide_m / 2,
                     d = std::hypot(dx, (row + 0.5) * cell - kSide_m / 2);
        const bool bar = std::fabs(dx - 210) < 40;
        if (std::fabs(d - 500) < 25 || bar) continue;
        const uint16_t is = pixels.values[static_cast<size_t>(row * pixels.columns + c)];
        ((is == 2) == (d < 500) ? right : wrong)++;
      }
    QCOMPARE(wrong, int64_t{0});
    QVERIFY(right > 15000);
    // A rim of 300 m of 3,600 lies outside: of the file's cells, by their centres.
    const auto outside = static_cast<double>(counted(made.notes, "outside"));
    QVERIFY2(std::fabs(outside - (180 * 180 - 150 * 150)) < 400, all_notes(made.notes).c_str());
    QVERIFY2(counted(made.notes, "no_data") > 0, all_notes(made.notes).c_str());
    QVERIFY2(counted(made.notes, "unknown_value") > 0 && has(text_of(made.notes, "unknown_value"), "9 ("),
             all_notes(made.notes).c_str());
  }

  void bareSamplesOfEitherOrderAndEitherRowFirstAreRead() {
    const Template into = tiny();
    std::vector<uint16_t> values;
    for (int i = 0; i < 30 * 30; ++i) values.push_back(static_cast<uint16_t>(i * 60 + 7));
    for (const bool big : {false, true})
      for (const bool flip : {false, true}) {
        std::vector<uint16_t> file = values;
        if (flip)
          for (size_t r = 0; r < 15; ++r)
            std::swap_ranges(file.begin() + static_cast<std::ptrdiff_t>(r * 30),
                             file.begin() + static_cast<std::ptrdiff_t>(r * 30 + 30),
                             file.begin() + static_cast<std::ptrdiff_t>((29 - r) * 30));
        HandImport r = request(files_.write("h.r16", raw16(file, big)), "height");
        r.raster.raw = Raw16{30, 30, big, flip};
        r.raster.low_m = -100;
        r.raster.high_m = 900;
        const HandImported made = imported(r, into);
        const ImportRow& row = made.tmpl.hand.imports[0];
        QCOMPARE(row.low_m, -100.0);
        QCOMPARE(row.high_m, 900.0);
        // 30 cells do not fit a grid of the frame's side by the rule of columns: finer pixels between them.
        const ImportPixels& pixels = pixels_of(made);
        QCOMPARE(pixels.columns, 30);
        QVERIFY(pixels.values == values);
        QVERIFY(made.tmpl.hand.imports[0].map.empty());
      }
    HandImport r = request(files_.path("h.r16"), "height");
    r.raster.raw = Raw16{30, 31, true, true};
    QVERIFY(has(refusal(r, into), "1800 bytes, expected 1860"));
  }

  void aPixelHasTheLargestShareAndTheMeanOfItsArea() {
    // Cells of 0.3 m, more than pixels can be: 4,096 columns of 0.73 m. Columns of three classes in turn, of
    // heights that rise from west to east.
    const Template into = tiny();
    const int columns = 800, rows = 40;
    const double cell = 0.3, pixel = kSide_m / 4096;
    const RasterFile tiff{columns, rows, {600, cell, 0, 1500, 0, -cell}, 0, GDT_Float32};
    const std::array<int, 7> turn{1, 1, 2, 3, 3, 3, 2};
    const auto code = [&](int c) { return turn[static_cast<size_t>(c) % turn.size()]; };
    HandImport r =
        request(write_tiff(files_.path("fine.tif"), tiff, [&](int c, int) { return code(c); }), "region");
    r.raster.map = "1 one, 2 two, 3 three";
    const HandImported classes = imported(r, into);
    const HandImported heights = imported(
        request(write_tiff(files_.path("fine_h.tif"), tiff, [&](int c, int) { return code(c) * 10; }),
                "height"),
        into);
    QCOMPARE(classes.tmpl.hand.imports[0].columns, 4096);
    const int row = static_cast<int>((kSide_m - 1495) / pixel);
    for (int c = static_cast<int>(601 / pixel); c < static_cast<int>(839 / pixel); ++c) {
      std::array<double, 4> share{};
      for (int f = 0; f < columns; ++f) {
        const double from = std::max(600 + f * cell, c * pixel),
                     to = std::min(600 + (f + 1) * cell, (c + 1) * pixel);
        if (to > from) share[static_cast<size_t>(code(f))] += (to - from) / pixel;
      }
      const size_t at = static_cast<size_t>(row) * 4096 + static_cast<size_t>(c);
      const auto most = static_cast<uint16_t>(std::max_element(share.begin(), share.end()) - share.begin());
      QCOMPARE(pixels_of(classes).values[at], most);
      const double mean = 10 * (share[1] + 2 * share[2] + 3 * share[3]);
      const double is = height_of(heights.tmpl.hand.imports[0], pixels_of(heights).values[at]);
      QVERIFY2(std::fabs(is - mean) < 0.01, qPrintable(QString("%1 %2").arg(is).arg(mean)));
    }
  }

  void finerPixelsRunThroughTheHeightsByCatmullRom() {
    // A frame whose sides are no multiple of the file's cells has finer pixels. Catmull-Rom gives a parabola
    // back as it is.
    const Template into = tiny({"frame.height_m=2990"});
    const auto parabola = [](double x) { return 50 + 0.1 * x + 0.00002 * x * x; };
    const RasterFile tiff{30, 30, {0, 100, 0, 3000, 0, -100}, 0, GDT_Float64};
    const HandImported made =
        imported(request(write_tiff(files_.path("parabola.tif"), tiff,
                                    [&](int c, int) { return parabola((c + 0.5) * 100); }),
                         "height"),
                 into);
    const ImportRow& row = made.tmpl.hand.imports[0];
    QVERIFY(row.columns > 256);
    const double step = (row.high_m - row.low_m) / 65535, cell = kSide_m / row.columns;
    for (int c = 0; c < row.columns; ++c) {
      const double x = (c + 0.5) * cell;
      if (x < 150 || x > 2850) continue;  // beyond the second centre there is no fourth one
      const size_t at =
          static_cast<size_t>(row.rows / 2) * static_cast<size_t>(row.columns) + static_cast<size_t>(c);
      QVERIFY(std::fabs(height_of(row, pixels_of(made).values[at]) - parabola(x)) < step + 1e-4);
    }
  }

  void aWorldsOwnLayersAndHeightsComeBack() {
    const Template tmpl = tiny();
    const auto world = generate(tmpl, SeedBundle::from_master(kSeed), 512).value();
    const AuditReport report = audit(*world, tmpl);
    const GeoRequest geo{*world, tmpl, audit_attributes(report), files_.path("")};
    const auto wrote = write_geotiff(geo);
    QVERIFY2(wrote, wrote ? "" : wrote.error().message.c_str());
    QVERIFY(write_height16(geo));
    HandImported made{tmpl, {}, {}, {}, {}, {}};
    const auto add = [&](const char* file, const char* what) {
      const HandImported next = imported(request(files_.path(file), what), made.tmpl);
      QVERIFY2(counted(next.notes, "outside") == 0, all_notes(next.notes).c_str());
      made.tmpl = next.tmpl;
      made.fresh.insert(next.fresh.begin(), next.fresh.end());
    };
    add("layers/land.tif", "land");
    add("layers/biome.tif", "biome");
    add("layers/danger.tif", "danger");
    add("layers/faction.tif", "faction");
    add("layers/region.tif", "region");
    add("fields.tif", "height");
    QVERIFY(std::any_of(world->detail_m.cells.begin(), world->detail_m.cells.end(),
                        [](float d) { return std::fabs(d) > 1; }));
    const auto again = generate(made.tmpl, SeedBundle::from_master(kSeed), 512, {}, nullptr,
                                GenerateScope::layers, made.fresh)
                           .value();
    QVERIFY(again->land.cells == world->land.cells);
    QVERIFY(again->biome.cells == world->biome.cells);
    QVERIFY(again->danger.cells == world->danger.cells);
    QVERIFY(again->faction.cells == world->faction.cells);
    QVERIFY(again->region.cells == world->region.cells);
    const ImportRow& heights = made.tmpl.hand.imports[5];
    const double step = (heights.high_m - heights.low_m) / 65535;
    for (size_t cell = 0; cell < world->land.size(); ++cell)
      if (world->on_island(cell))
        QVERIFY(std::fabs(static_cast<double>(again->height_m[cell] - world->height_m[cell])) <= step);
    // Heights alone: the natural ones come back, every bit, and their detail.
    const HandImported own = imported(request(files_.path("fields.tif"), "height"), tmpl);
    const auto same =
        generate(own.tmpl, SeedBundle::from_master(kSeed), 512, {}, nullptr, GenerateScope::whole, own.fresh)
            .value();
    QVERIFY(same->height_m.cells == world->height_m.cells);
    QVERIFY(same->detail_m.cells == world->detail_m.cells);
    // Others that replace them get none.
    Template lower = own.tmpl;
    lower.hand.imports.edit(0).high_m *= 0.8;
    const auto other =
        generate(lower, SeedBundle::from_master(kSeed), 512, {}, nullptr, GenerateScope::whole, own.fresh)
            .value();
    QVERIFY(other->height_m.cells != world->height_m.cells);
    for (size_t cell = 0; cell < world->land.size(); ++cell)
      if (other->height_m[cell] != world->height_m[cell]) QCOMPARE(other->detail_m[cell], 0.0F);
    // The picture of heights has its own 65,535 steps, and the detail in them.
    const Raster<float> sum = told_values(layer_of(&World::height_m), *world);
    HandImport picture = request(files_.path("height16.png"), "height");
    picture.raster.high_m = static_cast<double>(*std::max_element(sum.cells.begin(), sum.cells.end()));
    const HandImported shades = imported(picture, tmpl);
    const double shade = picture.raster.high_m.value() / 65535;
    for (size_t cell = 0; cell < world->land.size(); ++cell)
      if (world->on_island(cell))
        QVERIFY(std::fabs(height_of(shades.tmpl.hand.imports[0], pixels_of(shades).values[cell]) -
                          static_cast<double>(sum[cell])) <= shade);
    // Without its pixels every row is suspended, and the world is the one without the hand.
    const auto without =
        generate(made.tmpl, SeedBundle::from_master(kSeed), 512, {}, nullptr, GenerateScope::layers).value();
    QVERIFY(without->biome.cells == world->biome.cells && without->height_m.cells == world->height_m.cells);
    for (const ImportRow& row : made.tmpl.hand.imports)
      QCOMPARE(outcome(*without, row.id).state, HandState::suspended);
  }

  void whatTheGroundSaysOfTheCellsIsCountedToo() {
    const Template into = tiny();
    const GreyImage image{64, 64, 8, std::vector<uint16_t>(64 * 64, 1)};
    HandImport r = request(files_.png("all.png", image), "biome");
    r.raster.map = "1 " + into.vocabulary.biomes[0].id;
    const HandImported made = imported(r, into);
    const std::vector<ImportNote> said = tried(made, 128);
    QVERIFY2(counted(said, "import_off_land") > 0, all_notes(said).c_str());
    QVERIFY2(has(text_of(said, "import_off_land"), "lie off the land"), all_notes(said).c_str());
    // Heights of a corner alone: the rest of the land keeps its own, and that is counted.
    GreyImage corner{64, 64, 16, std::vector<uint16_t>(64 * 64, 900)};
    HandImport h = request(files_.png("corner.png", corner), "height");
    h.raster.place = StatedPlace{1500, 1500, 1500};
    Template with_land = imported(request(files_.png("land.png", image), "land"), into).tmpl;
    const HandImported heights = imported(h, with_land);
    const std::vector<ImportNote> told = tried(heights, 128);
    QVERIFY2(!told.empty(), "land without heights is told");
  }

  void sourcesThatCannotBeTakenAreRefusedWithAName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* title, const char* name, const char* what, const char* says) {
      QTest::newRow(title) << QString(name) << QString(what) << QString(says);
    };
    const RasterFile plain{16, 16, {0, kSide_m / 16, 0, kSide_m, 0, -kSide_m / 16}, 0, GDT_Float32};
    const auto write = [&](const char* name, RasterFile raster, double value) {
      write_tiff(files_.path(name), raster, [value](int, int) { return value; });
    };
    row("missing", "lost.tif", "land", "lost.tif");
    files_.write("junk.png", "\x89PNG junk");
    row("broken", "junk.png", "land", "junk.png");
    files_.write("large.tif", "II*");
    std::filesystem::resize_file(files_.path("large.tif"), (uintmax_t{256} << 20) + 1);
    row("too large", "large.tif", "land", "the limit is");
    RasterFile wide = plain;
    wide.columns = 16385;
    wide.rows = 1;
    write("wide.tif", wide, 1);
    row("too wide", "wide.tif", "land", "16384 a side");
    write("heights.tif", plain, 20000);
    row("too high", "heights.tif", "height", "-12000 to 12000");
    RasterFile complex = plain;
    complex.type = GDT_CFloat32;
    write("complex.tif", complex, 1);
    row("complex", "complex.tif", "land", "complex numbers");
    RasterFile far = plain;
    far.transform[0] = 500000;
    write("far.tif", far, 1);
    row("no CRS, no metres", "far.tif", "land", "--place");
    write("zeros.tif", plain, 0);
    row("no land", "zeros.tif", "land", "all of its cells in the frame are 0, which is sea");
    RasterFile gone = plain;
    gone.no_data = -9999;
    write("gone.tif", gone, -9999);
    row("no heights", "gone.tif", "height", "none of its cells in the frame has a height");
    row("no codes", "gone.tif", "land", "none of its cells in the frame has data");
    write("nan.tif", plain, NAN);
    row("no numbers", "nan.tif", "height", "none of its cells in the frame has a height");
    write("huge.tif", plain, 1e30);
    row("absurd heights", "huge.tif", "height", "-12000 to 12000");
    write("fives.tif", plain, 5);
    const auto words = [&](const char* name, const char* word) {
      write(name, plain, 5);
      GDALAllRegister();
      auto* const file = static_cast<GDALDataset*>(GDALOpen(files_.path(name).c_str(), GA_Update));
      file->SetMetadataItem("code_1", word);
      GDALClose(file);
    };
    words("words.tif", tiny().vocabulary.biomes[0].id.c_str());
    row("no cell has a word of the file", "words.tif", "biome",
        "none of its cells in the frame has a value with a word; values (cells): 5 (256)");
    words("strange.tif", "no_such_biome");
    row("words of another template", "strange.tif", "biome", "--map");
    std::filesystem::create_directory(files_.path("folder.tif"));
    row("a folder", "folder.tif", "land", "not a plain file");
  }
  void sourcesThatCannotBeTakenAreRefusedWithAName() {
    QFETCH(QString, name);
    QFETCH(QString, what);
    QFETCH(QString, says);
    const auto made = import_into(request(files_.path(name.toStdString()), what.toStdString()), tiny());
    QVERIFY(!made);
    QCOMPARE(made.error().kind, ErrorKind::io);
    QVERIFY2(has(made.error().message, says.toStdString()) && has(made.error().message, name.toStdString()),
             made.error().message.c_str());
  }

  void valuesThatAreNoWholeNumbersAreToldAsTheyStand() {
    const Template into = tiny();
    const RasterFile plain{16, 16, {0, kSide_m / 16, 0, kSide_m, 0, -kSide_m / 16}, 0, GDT_Float32};
    HandImport r =
        request(write_tiff(files_.path("halves.tif"), plain,
                           [](int c, int row) {
                             return c < 2 ? 1.1 : c < 4 ? -3 : c < 6 ? 70000 : c == 6 && row == 0 ? 2 : 1;
                           }),
                "biome");
    r.raster.map = "1 " + into.vocabulary.biomes[0].id;
    std::string said = text_of(imported(r, into).notes, "unknown_value");
    QVERIFY2(said.starts_with("97 cells have values") && has(said, "-3 (32), 1.1 (32), 2 (1), 70000 (32)") &&
                 has(said, "whole numbers from 0 to 65535"),
             said.c_str());
    r.raster.map += ", 70000 " + into.vocabulary.biomes[0].id;
    QVERIFY(has(refusal(r, into), "--map"));
    GreyImage image{16, 16, 8, std::vector<uint16_t>(256, 1)};
    image.levels[0] = 9;
    r = request(files_.png("one.png", image), "biome");
    r.raster.map = "1 " + into.vocabulary.biomes[0].id;
    said = text_of(imported(r, into).notes, "unknown_value");
    QCOMPARE(said, std::string("1 cell has a value without a word and is left free; values (cells): 9 (1)"));
  }

  void rastersThatTheWordsOfACommandLeaveEmptySayWhy() {
    const Template into = tiny();
    const std::string biome = into.vocabulary.biomes[0].id;
    const auto failed = [&](const HandImport& r) {
      const auto made = import_into(r, into);
      return made ? Error{ErrorKind::internal, "taken"} : made.error();
    };
    // Nothing of it in the frame: the file is where --place says, and no cell of it can be taken.
    const GreyImage image{20, 10, 8, std::vector<uint16_t>(200, 3)};
    HandImport off = request(files_.png("off.png", image), "biome");
    off.raster.map = "3 " + biome;
    off.raster.place = StatedPlace{90000, 0, 100};
    Error said = failed(off);
    QCOMPARE(said.kind, ErrorKind::io);
    QVERIFY2(has(said.message, "off.png") && has(said.message, "none of its cells lies in the frame") &&
                 has(said.message, "90000 to 90100"),
             said.message.c_str());
    off.what = "height";
    said = failed(off);
    QVERIFY2(said.kind == ErrorKind::io && has(said.message, "none of its cells lies in the frame"),
             said.message.c_str());
    // Values that --map does not have, heights that --high-m makes too high: what was asked does not fit.
    off.what = "biome";
    off.raster.place = StatedPlace{0, 0, 1000};
    off.raster.map = "4 " + biome;
    said = failed(off);
    QCOMPARE(said.kind, ErrorKind::usage);
    QVERIFY2(has(said.message, "--map") && has(said.message, "3 (200)"), said.message.c_str());
    off.what = "height";
    off.raster.high_m = 1e9;
    said = failed(off);
    QCOMPARE(said.kind, ErrorKind::usage);
    QVERIFY2(has(said.message, "--high-m"), said.message.c_str());
  }
};

FW_TEST(TestImportRasters)
#include "test_import_rasters.moc"
