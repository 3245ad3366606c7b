#include <algorithm>

#include "app/job/usual/usual_table.h"
#include "core/world/generate.h"
#include "tests/search/search_runs.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

class TestUsual : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void ranksAmongUsualWorldsComeFromTheCacheOfTheTemplate() {
    qputenv("XDG_CACHE_HOME", home_.path("cache").toUtf8());
    const Template tmpl = tiny();
    const fs::path file = usual_cache_file(tmpl, 32);
    QVERIFY(QString::fromStdString(file.string()).startsWith(home_.path("cache")));
    QVERIFY(file != usual_cache_file(tmpl, 48));
    Template faster = tmpl;
    faster.play.speed_mps = 6;
    QVERIFY(file != usual_cache_file(faster, 32));
    std::string table = "# made up: " + usual_key(tmpl, 32) + "\nseed,nature.solidity\n";
    for (int k = 1; k <= 256; ++k)
      table += std::to_string(k) + "," + std::to_string(0.75 + k * 0.00045) + "\n";
    fs::create_directories(file.parent_path());
    write_file(QString::fromStdString(file.string()), QByteArray::fromStdString(table));
    const Outcome found = run(QStringList{"search"} + tiny_words() +
                              QStringList{"--resolution", "32", "--seeds", "1..8", "-o", home_.path("ranked"),
                                          "--quiet", "--where", "nature.solidity.pct >= 60"});
    QVERIFY2(found.code == 0, found.err);
    const double limit = 0.75 + 154 * 0.00045;  // 154 of 256 are 60.2 %, 153 are 59.8 %
    const QList<QByteArray> head = results(home_.path("ranked"))["results.csv"].split('\n')[0].split(',');
    int passes = 0;
    for (const QByteArray& line : results(home_.path("ranked"))["results.csv"].split('\n').mid(1)) {
      if (line.isEmpty()) continue;
      ++passes;
      QVERIFY(line.split(',')[head.indexOf("nature.solidity")].toDouble() >= limit);
    }
    QVERIFY2(passes > 0 && passes < 8, qPrintable(QString::number(passes)));
  }

  void shippedUsualTablesAreTrueForTheirTemplates_data() {
    QTest::addColumn<std::string>("built_in");
    for (const BuiltinTemplate& t : builtin_templates())
      if (t.name != "WindswardLiving")  // WindswardLike but for its animals: no tables of its own
        QTest::newRow(std::string(t.name).c_str()) << std::string(t.name);
  }
  /// Every figure of one world; where rivers run only the coast, so that a mended river asks for no new
  /// table.
  void shippedUsualTablesAreTrueForTheirTemplates() {
    constexpr size_t kRow = 2;  // of seed 3
    QFETCH(std::string, built_in);
    const char* name = built_in.c_str();
    const Template tmpl = builtin(name);
    const FigureTable table = search_figures(tmpl, 512);
    const UsualColumns columns = shipped_usual_values(tmpl, 512, table);
    QVERIFY2(columns[0].size() == kUsualWorlds, name);
    const bool rivers = tmpl.water.rivers != Nature::none;
    const auto world = generate(tmpl, SeedBundle::from_master(kRow + 1), 512, {}, nullptr,
                                rivers ? GenerateScope::ground : GenerateScope::whole)
                           .value();
    const KpiFigures measured = measure_kpi(*world, play_of(tmpl.play, tmpl.vocabulary),
                                            rivers ? KpiStage::ground : KpiStage::points);
    for (const Kpi& kpi : kpi_table()) {
      if (rivers && kpi.name != "nature.coast_index" && kpi.name != "nature.solidity") continue;
      const double value = kpi.value(measured), stated = columns[*table.find(kpi.name)][kRow];
      const QString text = QString("%1, %2: %3, the table says %4; make it anew")
                               .arg(name)
                               .arg(QLatin1StringView(kpi.name.data(), qsizetype(kpi.name.size())))
                               .arg(value)
                               .arg(stated);
      QVERIFY2(std::isnan(value) == std::isnan(stated), qPrintable(text));
      QVERIFY2(std::isnan(value) || std::abs(value - stated) <= 1e-5 * std::abs(value) + 1e-9,
               qPrintable(text));
    }
  }
};

FW_TEST(TestUsual)
#include "test_usual.moc"
