#include "app/job/search/usual_values.h"
#include "core/world/generate.h"
#include "tests/search/search_runs.h"

using namespace fw;
using namespace fw::test;
namespace fs = std::filesystem;

class TestUsual : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void ranksAmongUsualWorldsComeFromTheCacheOfTheTemplate() {
    qputenv("XDG_CACHE_HOME", home_.path("cache").toUtf8());
    const Template tmpl = parse_template(find_builtin("Tiny")->text, "Tiny").value();
    const fs::path file = usual_cache_file(tmpl, 32);
    QVERIFY(QString::fromStdString(file.string()).startsWith(home_.path("cache")));
    QVERIFY(file != usual_cache_file(tmpl, 48));
    Template faster = tmpl;
    faster.play.speed_mps = 6;
    QVERIFY(file != usual_cache_file(faster, 32));
    std::string table = "# made up: " + usual_key(tmpl, 32) + "\nseed,nature.solidity\n";
    for (int k = 1; k <= 256; ++k)
      table += std::to_string(k) + "," + std::to_string(0.85 + k * 0.00035) + "\n";
    fs::create_directories(file.parent_path());
    put(QString::fromStdString(file.string()), QByteArray::fromStdString(table));
    const Outcome found = run({"search", "Tiny", "--resolution", "32", "--seeds", "1..8", "-o",
                               home_.path("ranked"), "--quiet", "--where", "nature.solidity.pct >= 60"});
    QVERIFY2(found.code == 0, found.err);
    const double limit = 0.85 + 154 * 0.00035;  // 154 of 256 are 60.2 %, 153 are 59.8 %
    const QList<QByteArray> head = results(home_.path("ranked"))["results.csv"].split('\n')[0].split(',');
    int passes = 0;
    for (const QByteArray& line : results(home_.path("ranked"))["results.csv"].split('\n').mid(1)) {
      if (line.isEmpty()) continue;
      ++passes;
      QVERIFY(line.split(',')[head.indexOf("nature.solidity")].toDouble() >= limit);
    }
    QVERIFY2(passes > 0 && passes < 8, qPrintable(QString::number(passes)));
  }

  void shippedUsualTablesAreTrueForTheirTemplates() {
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike", "Tiny",
                             "FrontierLike", "ColonyLike", "ArchipelagoLike", "Minimal"}) {
      const Template tmpl = parse_template(find_builtin(name)->text, name).value();
      const FigureTable table = search_figures(tmpl, 512);
      const UsualColumns columns = shipped_usual_values(tmpl, 512, table);
      const size_t figure = *table.find("nature.solidity");
      QVERIFY2(columns[figure].size() == 256, name);
      const auto world =
          generate(tmpl, SeedBundle::from_master(3), 512, {}, nullptr, GenerateScope::ground).value();
      const KpiFigures measured = measure_kpi(*world, play_of(tmpl.play, tmpl.vocabulary), KpiStage::ground);
      const double value = find_kpi("nature.solidity")->value(measured);
      QVERIFY2(std::abs(value - columns[figure][2]) < 2e-6, name);
    }
  }
};

QTEST_GUILESS_MAIN(TestUsual)
#include "test_usual.moc"
