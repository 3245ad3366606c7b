// Pictures and grids of other programs are read as their users see them, or refused by name.

#include <QColor>
#include <QElapsedTimer>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <functional>

#include "app/job/hand/import/hand_import.h"
#include "core/world/generate.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

constexpr double kSide_m = 3000;  // of Tiny's frame

/// A TIFF of one band, little-endian, in one strip, or in deflated tiles.
struct Tiff {
  int columns = 0, rows = 0;
  char type = 'f';                  ///< 'b' byte, 'h' 16 bits without sign, 's' with, 'f' float
  std::vector<double> transform{};  ///< of six: GDAL's order; none = no place
  int tile = 0;                     ///< side of its tiles; 0 = a strip
  std::string no_data{};
};

template <typename T>
void put(QByteArray& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

QByteArray tiff(const Tiff& t, const std::function<double(int, int)>& value) {
  const int size = t.type == 'b' ? 1 : t.type == 'f' ? 4 : 2;
  const auto sample = [&](QByteArray& out, double v) {
    if (t.type == 'b') put(out, static_cast<uint8_t>(v));
    if (t.type == 'h') put(out, static_cast<uint16_t>(v));
    if (t.type == 's') put(out, static_cast<int16_t>(v));
    if (t.type == 'f') put(out, static_cast<float>(v));
  };
  std::vector<QByteArray> blocks;
  const int across = t.tile ? t.tile : t.columns, down = t.tile ? t.tile : t.rows;
  for (int top = 0; top < t.rows; top += down)
    for (int left = 0; left < t.columns; left += across) {
      QByteArray block;
      block.reserve(across * down * size);
      for (int r = top; r < top + down; ++r)
        for (int c = left; c < left + across; ++c)
          sample(block, r < t.rows && c < t.columns ? value(c, r) : 0);
      blocks.push_back(t.tile ? qCompress(block).mid(4) : block);
    }
  QByteArray out("II*\0\0\0\0\0", 8), tags, extra;
  std::vector<uint32_t> offsets, counts;
  for (const QByteArray& block : blocks) {
    offsets.push_back(static_cast<uint32_t>(out.size()));
    counts.push_back(static_cast<uint32_t>(block.size()));
    out += block;
    if (out.size() % 2) out += '\0';
  }
  uint16_t number = 0;
  const auto data_at = [&](const auto& values) {
    const auto at = static_cast<uint32_t>(out.size());
    out.append(reinterpret_cast<const char*>(values.data()),
               static_cast<qsizetype>(values.size() * sizeof values[0]));
    if (out.size() % 2) out += '\0';
    return at;
  };
  const auto tag = [&](uint16_t id, uint16_t type, uint32_t count, uint32_t v) {
    put(tags, id), put(tags, type), put(tags, count), put(tags, v);
    ++number;
  };
  tag(256, 4, 1, static_cast<uint32_t>(t.columns));
  tag(257, 4, 1, static_cast<uint32_t>(t.rows));
  tag(258, 3, 1, static_cast<uint32_t>(size * 8));
  tag(259, 3, 1, t.tile ? 8 : 1);
  tag(262, 3, 1, 1);
  const auto n = static_cast<uint32_t>(blocks.size());
  const uint32_t where = n == 1 ? offsets[0] : data_at(offsets),
                 lengths = n == 1 ? counts[0] : data_at(counts);
  if (!t.tile) tag(273, 4, n, where);
  tag(277, 3, 1, 1);
  if (!t.tile) tag(278, 4, 1, static_cast<uint32_t>(t.rows));
  if (!t.tile) tag(279, 4, n, lengths);
  if (t.tile) {
    tag(322, 4, 1, static_cast<uint32_t>(across));
    tag(323, 4, 1, static_cast<uint32_t>(down));
    tag(324, 4, n, where);
    tag(325, 4, n, lengths);
  }
  tag(339, 3, 1, t.type == 'f' ? 3 : t.type == 's' ? 2 : 1);
  if (!t.transform.empty()) {
    const std::vector<double>& g = t.transform;
    const std::vector<double> matrix{g[1], g[2], 0, g[0], g[4], g[5], 0, g[3], 0, 0, 0, 0, 0, 0, 0, 1};
    tag(34264, 12, 16, data_at(matrix));
  }
  if (!t.no_data.empty()) {
    const std::string text = t.no_data + std::string(8, '\0');
    tag(42113, 2, static_cast<uint32_t>(text.size()), data_at(text));
  }
  const auto directory = static_cast<uint32_t>(out.size());
  std::memcpy(out.data() + 4, &directory, 4);
  put(out, number);
  return out + tags + QByteArray(4, '\0');
}

const std::vector<double> kWholeFrame{0, kSide_m / 64, 0, kSide_m, 0, -kSide_m / 64};

/// A cone of land in the middle of 64 x 64 cells, 0 or less about it.
double cone(int c, int r) {
  return 150 - 6 * std::hypot(c + 0.5 - 32, r + 0.5 - 32);
}
bool on_disc(int c, int r) {
  return std::hypot(c + 0.5 - 32, r + 0.5 - 32) < 24;
}

/// An indexed picture of a disc: the colours of its table, and which number the disc and the rest have.
QImage indexed(const QList<QRgb>& table, int disc, int rest,
               QImage::Format format = QImage::Format_Indexed8) {
  QImage image(64, 64, format);
  image.setColorTable(table);
  for (int r = 0; r < 64; ++r)
    for (int c = 0; c < 64; ++c) image.setPixel(c, r, static_cast<uint>(on_disc(c, r) ? disc : rest));
  return image;
}
QImage coloured(QColor disc, QColor rest) {
  QImage image(64, 64, QImage::Format_ARGB32);
  for (int r = 0; r < 64; ++r)
    for (int c = 0; c < 64; ++c) image.setPixelColor(c, r, on_disc(c, r) ? disc : rest);
  return image;
}

}  // namespace

class TestCaseRasters : public QObject, private OwnFolder {
  Q_OBJECT

  Outcome read(const QString& file, const QString& what, const QStringList& more = {}) {
    return run(QStringList{"hand", "import", path(file), "--what", what, "--into", path("Tiny.json"), "-o",
                           path("O.json"), "--force"} +
               more);
  }
  QString picture(const QString& name, const QImage& image) {
    if (!image.save(path(name))) qFatal("cannot write %s", qPrintable(name));
    return name;
  }
  static QByteArray said(const Outcome& outcome) {
    return QByteArray::number(outcome.code) + ": " + outcome.out + outcome.err;
  }
  fw::HandImport request(const QString& name, const std::string& what) const {
    fw::HandImport r;
    r.raster.file = path(name).toStdString();
    r.what = what;
    return r;
  }
  fw::HandImported imported(const fw::HandImport& r) const {
    auto made = fw::import_into(r, tiny());
    if (!made) qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
  }
  static std::string refusal(const fw::HandImport& r) {
    const auto made = fw::import_into(r, tiny());
    return made ? "taken" : made.error().message;
  }
  static std::string note(const fw::HandImported& made, const std::string& code) {
    for (const fw::ImportNote& n : made.notes)
      if (n.code == code) return n.text;
    return "";
  }
  /// The share of the frame that pixels of a row hold.
  static double share(const fw::HandImported& made, uint16_t code = 1) {
    const auto& values = made.fresh.begin()->second->values;
    return static_cast<double>(std::count(values.begin(), values.end(), code)) /
           static_cast<double>(values.size());
  }
  static std::shared_ptr<const fw::World> world_of(const fw::HandImported& made, int resolution) {
    auto world = fw::generate(made.tmpl, fw::SeedBundle::from_master(3), resolution, {}, nullptr,
                              fw::GenerateScope::layers, made.fresh);
    if (!world) qFatal("%s", world.error().message.c_str());
    return std::move(world).value();
  }

 private slots:
  void initTestCase() {
    const Outcome printed = run({"templates", "Tiny"});
    QCOMPARE(printed.code, 0);
    write("Tiny.json", printed.out);
  }

  void valuesThatStandForNoDataWithoutATagAreTakenAsNone_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("gap");
    QTest::newRow("-9999") << "f" << -9999.0;
    QTest::newRow("-32768") << "s" << -32768.0;
    QTest::newRow("-3.4e38") << "f" << -3.4028234663852886e38;
    QTest::newRow("3.4e38") << "f" << 3.4028234663852886e38;
    QTest::newRow("1e20") << "f" << 1e20;
    QTest::newRow("-99999") << "f" << -99999.0;
  }
  void valuesThatStandForNoDataWithoutATagAreTakenAsNone() {
    QFETCH(QString, type);
    QFETCH(double, gap);
    write("dem.tif", tiff({64, 64, type[0].toLatin1(), kWholeFrame},
                          [&](int c, int r) { return cone(c, r) > 1 ? cone(c, r) : gap; }));
    const fw::HandImported made = imported(request("dem.tif", "height"));
    QVERIFY2(!note(made, "untagged").empty(), note(made, "range").c_str());
    const auto world = world_of(made, 256);
    float highest = 0;
    for (size_t cell = 0; cell < world->height_m.size(); ++cell)
      if (world->land[cell]) highest = std::max(highest, world->height_m[cell]);
    // As land: every value but 0, and none of them.
    const fw::HandImported land = imported(request("dem.tif", "land"));
    QVERIFY2(share(land) < 0.6 && !note(land, "untagged").empty(), note(land, "untagged").c_str());
    QVERIFY2(highest <= 150.01F && highest > 100,
             QByteArray::number(static_cast<double>(highest)).constData());
  }

  void aDeepFloorIsAHeightAndNoLandOvershootsAboveOrBelowItsNeighbours() {
    // A plateau of 100 to 120 m that falls to 4,000 m below the sea within one cell.
    write("cliff.tif", tiff({64, 64, 'f', kWholeFrame},
                            [](int c, int r) { return on_disc(c, r) ? 100 + (c * 7 + r * 5) % 21 : -4000; }));
    const fw::HandImported made = imported(request("cliff.tif", "height"));
    QCOMPARE(note(made, "untagged"), std::string());
    for (const int resolution : {128, 512}) {
      const auto world = world_of(made, resolution);
      int64_t land = 0, wrong = 0;
      for (size_t cell = 0; cell < world->height_m.size(); ++cell) {
        if (!world->on_island(cell)) continue;
        ++land;
        wrong +=
            world->height_m[cell] > 120.1F || (world->height_m[cell] < 99.9F && world->height_m[cell] > 0.5F);
      }
      QVERIFY(land > 1000);
      QCOMPARE(wrong, int64_t{0});
    }
    // A true deep is one: the greatest of oceans with -9999 in it.
    write("ocean.tif", tiff({64, 64, 'f', kWholeFrame}, [](int c, int r) {
            return c == 0 && r == 0 ? -9999 : on_disc(c, r) ? 100 : -9500;
          }));
    QCOMPARE(note(imported(request("ocean.tif", "height")), "untagged"), std::string());
  }

  void normalisedHeightsOfTiffsTakeWhatTheyStandFor() {
    write("gaea.tif", tiff({64, 64, 'h', {}}, [](int c, int r) { return std::max(cone(c, r), 0.0) * 400; }));
    fw::HandImport r = request("gaea.tif", "height");
    fw::HandImported made = imported(r);  // whole numbers without a place are shades, as of a PNG
    QVERIFY2(note(made, "scale").find("65535 for") != std::string::npos, note(made, "scale").c_str());
    r.raster.low_m = -10;
    r.raster.high_m = 300;
    made = imported(r);
    QCOMPARE(made.tmpl.hand.imports[0].low_m, -10.0);
    QCOMPARE(made.tmpl.hand.imports[0].high_m, 300.0);
    write("unit.tif",
          tiff({64, 64, 'f', {}}, [](int c, int row) { return std::max(cone(c, row), 0.0) / 160; }));
    r = request("unit.tif", "height");
    made = imported(r);
    QVERIFY2(note(made, "unit_range").find("--high-m") != std::string::npos, note(made, "range").c_str());
    QVERIFY2(note(made, "range").find("heights from 0 to 0.9") != std::string::npos,
             note(made, "range").c_str());
    r.raster.low_m = 0;
    r.raster.high_m = 640;
    made = imported(r);
    QVERIFY(std::fabs(made.tmpl.hand.imports[0].high_m - 640) < 0.01);
    QCOMPARE(note(made, "unit_range"), std::string());
    write("high.tif",
          tiff({64, 64, 'f', kWholeFrame}, [](int c, int row) { return 400 * std::max(cone(c, row), 0.0); }));
    r = request("high.tif", "height");
    QVERIFY2(refusal(r).find("--high-m") != std::string::npos, refusal(r).c_str());
    r.raster.high_m = 500;
    QVERIFY(std::fabs(imported(r).tmpl.hand.imports[0].high_m - 500) < 0.01);
  }

  void geotransformsThatAreNoPlaceAreRefused() {
    const double nan = std::nan(""), cell = kSide_m / 64;
    for (const std::vector<double>& odd : {std::vector<double>{1e308, 1e308, 0, 1e308, 0, -1e308},
                                           {0, nan, 0, kSide_m, 0, -cell},
                                           {0, 1e-300, 0, kSide_m, 0, -1e-300},
                                           {0, cell, cell, kSide_m, cell, cell},
                                           {0, 0, 0, 0, 0, 0},
                                           {0, HUGE_VAL, 0, 0, 0, -cell}}) {
      write("odd.tif", tiff({64, 64, 'b', odd}, [](int c, int r) { return on_disc(c, r); }));
      const std::string why = refusal(request("odd.tif", "land"));
      QVERIFY2(why.find("no place") != std::string::npos, why.c_str());
    }
  }

  void indexedPicturesAreReadAsPeopleSeeThem() {
    const QRgb white = qRgb(255, 255, 255), black = qRgb(0, 0, 0);
    fw::HandImported made = imported(request(picture("a.png", indexed({black, white}, 1, 0)), "land"));
    const double wanted = share(made);
    QVERIFY(wanted > 0.4 && wanted < 0.5);
    for (const QImage& image :
         {indexed({white, black}, 0, 1), indexed({white, black}, 0, 1, QImage::Format_Mono),
          indexed({qRgb(160, 200, 220), qRgb(90, 160, 70)}, 1, 0),
          indexed({qRgba(0, 0, 0, 0), qRgb(200, 180, 150)}, 1, 0),
          coloured(QColor(220, 210, 180), QColor(20, 60, 160)),
          coloured(QColor(90, 160, 70), QColor(0, 0, 0, 0))}) {
      made = imported(request(picture("b.png", image), "land"));
      QVERIFY2(std::fabs(share(made) - wanted) < 1e-9, note(made, "colours").c_str());
      QVERIFY2(note(made, "colours").find("is land (") != std::string::npos || image.isGrayscale(),
               note(made, "colours").c_str());
    }
    // With a map of numbers the numbers count, and each is shown with its colour.
    fw::HandImport r = request(picture("c.png", indexed({white, black, qRgb(255, 0, 0)}, 0, 2)), "land");
    r.raster.map = "2 land";
    made = imported(r);
    QVERIFY(std::fabs(share(made, 2) - (1 - wanted)) < 1e-9);
    r.raster.map = "1 land";
    QVERIFY2(refusal(r).find("2 #ff0000") != std::string::npos, refusal(r).c_str());
    // Heights: a table of greys is a picture of greys, one of colours is none.
    made =
        imported(request(picture("grey.png", indexed({white, black, qRgb(128, 128, 128)}, 2, 1)), "height"));
    QVERIFY2(note(made, "range").find("0 to 90.3") != std::string::npos, note(made, "range").c_str());
    const std::string why =
        refusal(request(picture("red.png", indexed({qRgb(255, 0, 0), black}, 0, 1)), "height"));
    QVERIFY2(why.find("indexed picture") != std::string::npos, why.c_str());
  }

  void colouredPicturesBecomeTheRowsOfTheNearestColour() {
    fw::HandImport r =
        request(picture("paint.png", coloured(QColor(0x2f, 0x6b, 0x2f), QColor(0xfe, 0xfe, 0xfe))), "biome");
    const std::string first = tiny().vocabulary.biomes[0].id, second = tiny().vocabulary.biomes[1].id;
    r.raster.map = "#2f6b2f=" + first + ", #fff=none";
    fw::HandImported made = imported(r);
    QCOMPARE(made.tmpl.hand.imports[0].map, "1 " + first);
    QVERIFY(share(made) > 0.4 && share(made) < 0.5);
    QVERIFY2(note(made, "colours").find("#2f6b2f is " + first) != std::string::npos,
             note(made, "colours").c_str());
    r.raster.map = "#ff0000=" + first + ", #fefefe=" + second;
    made = imported(r);
    QVERIFY2(note(made, "far_colours").find("#2f6b2f") != std::string::npos, note(made, "colours").c_str());
    r.raster.map = "#2f6b2f=" + first + "x";
    QVERIFY2(refusal(r).find("did you mean") != std::string::npos, refusal(r).c_str());
    r.raster.map = "#2f6b2=" + first;
    QVERIFY2(refusal(r).find("expected a colour") != std::string::npos, refusal(r).c_str());
    r = request("paint.png", "region");
    QVERIFY2(refusal(r).find("--map \"#2f6b2f=NAME") != std::string::npos &&
                 refusal(r).find("#fefefe (") != std::string::npos,
             refusal(r).c_str());
    r.raster.map = "#2f6b2f=North, #fefefe=South";
    QCOMPARE(imported(r).tmpl.hand.imports[0].map, std::string("1 North, 2 South"));
    r = request("paint.png", "height");
    QVERIFY2(refusal(r).find("--band names one of 1 (red), 2 (green), 3 (blue)") != std::string::npos,
             refusal(r).c_str());
  }

  void greyPicturesOfThreeBandsAreGreyAndAnyBandCanBeNamed() {
    QImage grey(64, 64, QImage::Format_ARGB32);
    for (int r = 0; r < 64; ++r)
      for (int c = 0; c < 64; ++c) {
        const int v = static_cast<int>(std::max(cone(c, r), 0.0));
        grey.setPixel(c, r, qRgba(v, v, v, 255 - c));
      }
    picture("rgba.png", grey);
    fw::HandImport r = request("rgba.png", "height");
    fw::HandImported made = imported(r);
    QVERIFY2(note(made, "range").find("heights from 0 to 10") != std::string::npos,
             note(made, "range").c_str());
    r.raster.band = "4";
    made = imported(r);
    QVERIFY2(note(made, "range").find("135") != std::string::npos, note(made, "range").c_str());
    r.raster.band = "5";
    QVERIFY2(refusal(r).find("4 (alpha)") != std::string::npos, refusal(r).c_str());
  }

  void filesBesideAPictureSayWhereItLies() {
    const auto quarter = [&](const QString& name) {
      const fw::HandImported made = imported(request(name, "land"));
      const double ground = share(made);
      return ground > 0.10 && ground < 0.12 &&
             made.placed_by.find("metres of the frame (") != std::string::npos;
    };
    QImage mask = indexed({qRgb(0, 0, 0), qRgb(255, 255, 255)}, 1, 0);
    const QByteArray lines = "23.4375\n0.0\n0\n-23.4375\n761.71875\n2238.28125\n";
    picture("isle.png", mask);
    for (const char* name : {"isle.pgw", "isle.PGW", "isle.wld", "isle.pngw", "isle.png.aux.xml"}) {
      const bool xml = QByteArray(name).endsWith("xml");
      write(name, xml ? QByteArray("<PAMDataset><GeoTransform>750, 23.4375, 0, 2250, 0, "
                                   "-23.4375</GeoTransform></PAMDataset>")
                      : lines);
      QVERIFY2(quarter("isle.png"), name);
      QFile::remove(path(name));
    }
    mask.save(path("isle.jpg"), "JPG", 95);
    write("isle.jgw", lines);
    QVERIFY(quarter("isle.jpg"));
    // Turned by a right angle and stretched, about the same middle.
    write("isle.pgw", "0\n-23.4375\n-23.4375\n0\n2238.28125\n2238.28125\n");
    QVERIFY(quarter("isle.png"));
    write("isle.pgw", "23.4\n0\nzero\n");
    QVERIFY2(
        refusal(request("isle.png", "land")).find("isle.pgw beside it states no place") != std::string::npos,
        refusal(request("isle.png", "land")).c_str());
    write("isle.pgw", lines);
    fw::HandImport r = request("isle.png", "land");
    r.raster.place = fw::StatedPlace{0, 0, kSide_m};
    const fw::HandImported stated = imported(r);
    QVERIFY2(
        share(stated) > 0.4 && stated.placed_by.find("isle.pgw beside it is not used") != std::string::npos,
        stated.placed_by.c_str());
    // A CRS beside it: degrees about the anchor.
    write("isle.pgw", "0.0002\n0\n0\n-0.0002\n-0.0063\n0.0063\n");
    write("isle.prj",
          "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
          "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]");
    const fw::HandImported degrees = imported(request("isle.png", "land"));
    QVERIFY2(degrees.placed_by.find("isle.prj") != std::string::npos && share(degrees) > 0.09,
             degrees.placed_by.c_str());
  }

  void gridsOfTextAndOfShuttlesAreRead() {
    QByteArray grid = "ncols 64\nnrows 64\nxllcorner 0\nyllcorner 0\ncellsize 46.875\nNODATA_value -9999\n";
    for (int r = 0; r < 64; ++r) {
      for (int c = 0; c < 64; ++c) grid += QByteArray::number(cone(c, r), 'f', 2) + " ";
      grid += "\n";
    }
    write("grid.asc", grid);
    fw::HandImported made = imported(request("grid.asc", "height"));
    QVERIFY2(note(made, "range").find("145.7") != std::string::npos, note(made, "range").c_str());
    QByteArray hgt;
    for (int k = 0; k < 1201 * 1201; ++k) {
      const int v = k % 1201;
      hgt += static_cast<char>(v >> 8);
      hgt += static_cast<char>(v & 255);
    }
    write("N00E000.hgt", hgt);
    made = imported(request("N00E000.hgt", "height"));
    QVERIFY2(made.placed_by.find("WGS 84") != std::string::npos, made.placed_by.c_str());
    write("other.hgt", hgt);
    QVERIFY2(refusal(request("other.hgt", "height")).find("N47E015.hgt") != std::string::npos,
             refusal(request("other.hgt", "height")).c_str());
    write("light.exr", "\x76\x2f\x31\x01 and more");
    QVERIFY2(refusal(request("light.exr", "height")).find("OpenEXR") != std::string::npos,
             refusal(request("light.exr", "height")).c_str());
  }

  void largeTilesAreUnpackedOnceAndASignalEndsTheReading() {
    const Tiff large{16384, 16384, 'b', {}, 8192};
    write("large.tif", tiff(large, [](int c, int r) { return (c / 4096 + r / 4096) % 2; }));
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), {"hand", "import", path("large.tif"), "--what", "land",
                                                        "--into", path("Tiny.json"), "--dry-run"});
    QVERIFY(process.waitForStarted());
    QTest::qWait(700);
    QElapsedTimer after;
    after.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(20000));
    QVERIFY2(after.elapsed() < 3000, QByteArray::number(after.elapsed()).constData());
    QVERIFY2(process.exitCode() == 143, QByteArray::number(process.exitCode()).constData());
    clock.restart();
    const Outcome done = read("large.tif", "land");
    QVERIFY2(done.code == 0, said(done).constData());
    QVERIFY2(clock.elapsed() < 40000, QByteArray::number(clock.elapsed()).constData());
  }
};

FW_TEST(TestCaseRasters)
#include "test_case_rasters.moc"
