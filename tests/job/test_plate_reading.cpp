// How well overviews can be read, by the plates.json of renders (docs/plates.md) and by the letters of their
// PDF: the seeds of FIELDWRIGHT_READ_SEEDS, apart by commas (one by default), of ContinentLike and of the
// islands at FIELDWRIGHT_READ_RESOLUTION cells (128). By default of one island alone.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/job/render/render.h"
#include "app/job/render/stored.h"
#include "render/map/scene/scale_table.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// What an overview says of itself.
struct Overview {
  nlohmann::json row;       ///< of plates.json
  nlohmann::json land;      ///< the landscape's row
  double least_pdf_pt = 0;  ///< least letters of the whole page in its PDF
};

/// The least size of letters, points, in a PDF whose content is compressed, as Cairo writes it.
double least_letters_pt(const QByteArray& pdf) {
  static const QRegularExpression op(
      R"((-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) \S+ \S+ Tm|/\S+ ([\d.]+) Tf|\bBT\b)");
  double least = 1e9;
  for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
    if (pdf.mid(at - 3, 3) == "end") continue;
    const QByteArray packed = pdf.mid(at + 7, pdf.indexOf("\nendstream", at) - at - 7);
    const QString text = QString::fromLatin1(qUncompress(QByteArray("\0\x10\0\0", 4) + packed));
    double matrix = 1;
    for (auto it = op.globalMatch(text); it.hasNext();) {
      const QRegularExpressionMatch found = it.next();
      const auto number = [&](int k) { return found.captured(k).toDouble(); };
      if (found.captured(0) == "BT")
        matrix = 1;
      else if (found.capturedLength(5) == 0)
        matrix = std::sqrt(std::abs(number(1) * number(4) - number(2) * number(3)));
      else
        least = std::min(least, number(5) * matrix);
    }
  }
  return least;
}

Overview overview_of(const std::string& name, uint64_t seed) {
  QTemporaryDir folder;
  bool given = false;
  const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_READ_RESOLUTION", &given);
  const RenderRequest request{
      {test::builtin(name), {}, SeedBundle::from_master(seed), given ? asked : 128, {}},
      {},
      {View::overview, View::oblique},
      {"png", "pdf"},
      std::filesystem::path(folder.path().toStdString()) / "render"};
  if (const auto made = render(request); !made) qFatal("%s", made.error().message.c_str());
  const auto bytes_of = [&](const char* file) { return test::contents(folder.filePath("render/") + file); };
  const auto maps = nlohmann::json::parse(bytes_of("plates.json").toStdString()).at("maps");
  return {maps.at(0), maps.at(1), least_letters_pt(bytes_of("overview.pdf"))};
}

void is_landscape_read(const nlohmann::json& map, const std::string& text) {
  const auto is = [&](bool holds, const char* what) { QVERIFY2(holds, (what + (" in " + text)).c_str()); };
  const int64_t all = map["seats"]["all"], named = map["seats"]["named"];
  is(map["map"] == "oblique" && map["least_pt"] >= 6, "letters of a landscape");
  is(static_cast<double>(named) >= 0.85 * static_cast<double>(all), "named seats of a landscape");
  is(map["overlaps"] == 0 && map["on_symbols"] == 0, "free names of a landscape");
}

void read_overview(const std::string& name, uint64_t seed) {
  const auto [map, land_view, least_pdf_pt] = overview_of(name, seed);
  const std::string text = name + " " + std::to_string(seed) + ": " + map.dump();
  qInfo("landscape: %s", land_view.dump().c_str());
  is_landscape_read(land_view, text);
  qInfo("%s; least letters of the PDF %.3f pt", text.c_str(), least_pdf_pt);
  const double land = map["land_cm2"], scale = map["scale"], over_lines = map["over_lines"];
  const bool far = scale > 150000;
  const auto is = [&](bool holds, const char* what) { QVERIFY2(holds, (what + (" in " + text)).c_str()); };
  is(map["least_pt"] >= 6, "letters of 6 points");
  is(least_pdf_pt >= 5.995 && least_pdf_pt < 7, "letters of 6 points in the PDF");
  is(map["overlaps"] == 0 && map["on_symbols"] == 0 && map["on_realms"] == 0, "free names");
  is(over_lines <= (far ? 0.055 : 0.025), "names off lines");
  is(map["names"].get<double>() <= 0.6 * land, "names a square centimetre");
  is(map["symbols"].get<double>() <= 1.6 * land, "symbols a square centimetre");
  const int64_t seats = map["seats"]["all"], shown = map["seats"]["shown"], named = map["seats"]["named"];
  is(std::abs(shown - (scale > 75000 ? radical_count(seats, scale) : seats)) <= 1,
     "seats by the radical law");
  is(static_cast<double>(named) >= 0.88 * static_cast<double>(shown), "named seats");
  is(map["capitals"]["named"] == map["capitals"]["all"], "named capitals");
  is(map["realms"]["named"] == map["realms"]["all"], "named factions");
  is(map["realms"]["all"] == 0 || (map["realms"]["least_span"] >= 0.5 && map["realms"]["most_span"] <= 0.75),
     "names along two thirds of the ground");
  is(map["realms"]["letters_over_lines"].get<double>() <= 0.15 * map["realms"]["letters"].get<double>(),
     "letters off lines");
}

}  // namespace

class PlateReadingTest : public QObject {
  Q_OBJECT
 private slots:
  void overviewsCanBeRead_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seed");
    const QByteArray seeds = qgetenv("FIELDWRIGHT_READ_SEEDS");
    if (seeds.isEmpty()) QTest::newRow("one island") << "WindswardLike" << 1009;
    for (const QByteArray& seed : seeds.split(','))
      for (const char* name : {"ContinentLike", "WindswardLike", "ShatteredMountainLike", "EdengroveLike",
                               "ArchipelagoLike", "FrontierLike"})
        if (!seed.isEmpty()) QTest::addRow("%s %s", name, seed.constData()) << name << seed.toInt();
  }
  void overviewsCanBeRead() {
    QFETCH(QString, name);
    QFETCH(int, seed);
    read_overview(name.toStdString(), static_cast<uint64_t>(seed));
  }
};

FW_TEST(PlateReadingTest)
#include "test_plate_reading.moc"
