// Where players found nodes in the months of a year, with fronts and without: two years of 200 players, by
// night. FIELDWRIGHT_YIELD_SEEDS=8: seeds 1 to 8 beside 42.
#include <QTest>
#include <cmath>

#include "core/ecology/ecology.h"
#include "core/model/template/plan_grid.h"
#include "living.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Uses of every block with spots of a class in each month of a year; [month][block].
using Months = std::vector<std::vector<double>>;

/// Of the second year, by class.
std::vector<Months> second_year(const Ecology& ecology, double players, const std::vector<size_t>& classes) {
  constexpr int kMonths = 12;
  const int month_d = ecology.calendar.year_d / kMonths;
  EcologyState state = start_ecology(ecology);
  std::vector<std::vector<double>> before(classes.size());
  std::vector<Months> out(classes.size());
  for (int month = 0; month < 2 * kMonths; ++month) {
    for (int quarter = 0; quarter < month_d * kQuartersADay; ++quarter) step_ecology(ecology, state, players);
    for (size_t k = 0; k < classes.size(); ++k) {
      const SpotClass& cls = ecology.spots.classes[classes[k]];
      const std::vector<double> all = uses_by_block(cls, state.spots[classes[k]], ecology.blocks.size());
      std::vector<double> uses;
      for (const uint32_t block : cls.block)
        uses.push_back(all[block] - (before[k].empty() ? 0 : before[k][block]));
      if (month >= kMonths) out[k].push_back(std::move(uses));
      before[k] = all;
    }
  }
  return out;
}

/// Mean correlation of maps 2 to 6 months apart.
double alike(const Months& months) {
  double sum = 0;
  int pairs = 0;
  for (size_t a = 0; a < months.size(); ++a)
    for (size_t b = a + 2; b < months.size() && b <= a + 6; ++b)
      sum += test::correlation(months[a], months[b]), ++pairs;
  return sum / pairs;
}

}  // namespace

class TestYield : public QObject {
  Q_OBJECT

 private slots:
  void theBestGroundIsElsewhereMonthsLater_data() {
    QTest::addColumn<int>("seed");
    QTest::newRow("42") << 42;
    for (int seed = 1; seed <= qEnvironmentVariableIntValue("FIELDWRIGHT_YIELD_SEEDS"); ++seed)
      QTest::addRow("%d", seed) << seed;
  }
  void theBestGroundIsElsewhereMonthsLater() {
    QFETCH(int, seed);
    Template tmpl = test::builtin("WindswardLiving");
    const auto world = test::world_of(tmpl, static_cast<uint64_t>(seed), kPlanResolution);
    double with[2] = {}, without[2] = {};
    for (const double front : {tmpl.ecology.front, 0.0}) {
      tmpl.ecology.front = front;
      const EcologyPtr ecology = bind_ecology(tmpl, *world);
      std::vector<size_t> classes;
      for (const char* slug : {"hemp", "iron_vein"})
        for (size_t c = 0; c < ecology->spots.classes.size(); ++c)
          if (ecology->spots.classes[c].slug == slug) classes.push_back(c);
      QCOMPARE(classes.size(), size_t{2});
      const std::vector<Months> months = second_year(*ecology, tmpl.ecology.players, classes);
      for (size_t k = 0; k < 2; ++k) (front > 0 ? with : without)[k] = alike(months[k]);
    }
    const QString all = QString("seed %1: hemp %2, iron_vein %3; without fronts %4, %5")
                            .arg(seed)
                            .arg(with[0], 0, 'f', 2)
                            .arg(with[1], 0, 'f', 2)
                            .arg(without[0], 0, 'f', 2)
                            .arg(without[1], 0, 'f', 2);
    qInfo("%s", qPrintable(all));
    const double mean = (with[0] + with[1]) / 2, still = (without[0] + without[1]) / 2;
    QVERIFY2(mean <= (seed == 42 ? 0.60 : 0.78) && mean <= still - 0.08, qPrintable(all));
    if (seed == 42) QVERIFY2(still >= 0.70, qPrintable(all));
  }
};

FW_TEST(TestYield)
#include "test_yield.moc"
