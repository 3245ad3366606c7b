// A year without players as the spawn tables get it, by the road of whole steps.
#include <QTest>
#include <atomic>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/ecology/living_year.h"
#include "core/spawn/compile_tables.h"
#include "living.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

class TestLivingYear : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;
  std::vector<ClassYear> year_;
  SpawnTables tables_;

  const ClassYear& year_of(const std::string& slug) const {
    for (const ClassYear& cls : year_)
      if (cls.slug == slug) return cls;
    qFatal("%s has no year", slug.c_str());
  }
  /// Caps of a class in force in the middle of a part of the year, by region.
  std::vector<double> caps_of(const std::string& slug, int part) const {
    std::vector<double> caps(world_->regions.size() + 1);
    const double day = (part + 0.5) * tmpl_.calendar.year_d / kYearParts;
    for (const SpawnTablePeriod& row : tables_.periods) {
      const SpawnTablePool& pool = tables_.pools[static_cast<size_t>(row.pool)];
      if (tables_.classes[static_cast<size_t>(pool.cls)].slug == slug && row.from_d <= day &&
          day < row.to_d && row.from_h <= 12 && 12 < row.to_h)
        caps[static_cast<size_t>(pool.region)] += row.cap;
    }
    return caps;
  }

 private slots:
  void initTestCase() {
    tmpl_ = test::living({"calendar.year_d=72", "calendar.start_d=10.5"});
    world_ = test::living_world(tmpl_);
    year_ = living_year(tmpl_, *world_).value();
    tables_ = compile_tables(tmpl_, *world_, tmpl_.exports, year_).value();
  }

  void itsMonthsAreThoseOfTheSecondYearOfARunWithoutPlayers() {
    const EcologyPtr ecology = bind_ecology(tmpl_, *world_);
    EcologyState state = start_ecology(*ecology);
    const int year_d = tmpl_.calendar.year_d;
    const size_t classes = ecology->stocks.classes.size();
    std::vector<std::vector<double>> month(classes, std::vector<double>(kYearParts));
    std::vector<double> counted(kYearParts);
    for (int quarter = 0; quarter < 8 * year_d; ++quarter) {
      if (quarter >= 4 * year_d) {
        const auto part = static_cast<size_t>(date_of_part(tmpl_.calendar, state.part()).turn * kYearParts);
        counted[part] += 1;
        for (size_t c = 0; c < classes; ++c) month[c][part] += state.stocks.total(c);
      }
      step_ecology(*ecology, state, 0);
    }
    QCOMPARE(year_.size(), classes);
    for (size_t c = 0; c < classes; ++c)
      for (size_t part = 0; part < kYearParts; ++part) {
        const double heads = sum_of(year_[c].heads[part]);
        QVERIFY2(std::fabs(heads / (month[c][part] / counted[part]) - 1) < 1e-9, year_[c].slug.c_str());
      }
  }

  void capsOfPoolsGoWithTheSeasonsOfTheirRegions() {
    std::vector<double> caps, heads;
    for (const int part : {0, 6})  // winter, summer
      for (size_t region = 1; region <= world_->regions.size(); ++region) {
        caps.push_back(caps_of("deer", part)[region]);
        heads.push_back(year_of("deer").heads[static_cast<size_t>(part)][region]);
      }
    const double alike = test::correlation(caps, heads);
    QVERIFY2(alike >= 0.9, qPrintable(QString::number(alike)));
    QVERIFY(caps_of("deer", 0) != caps_of("deer", 6));
  }

  void theSumOfAMonthsCapsIsItsMean() {
    for (const ClassYear& cls : year_)
      for (int part = 0; part < kYearParts; ++part) {
        const double caps = sum_of(caps_of(cls.slug, part)),
                     heads = sum_of(cls.heads[static_cast<size_t>(part)]);
        QVERIFY2(std::fabs(caps - heads) <= 0.5 + 1e-9, cls.slug.c_str());
      }
  }

  void aClassMayBeAsManyAsInItsFullestMonth() {
    for (const SpawnTableClass& cls : tables_.classes)
      if (cls.category == Category::wildlife)
        for (int part = 0; part < kYearParts; ++part) QVERIFY(sum_of(caps_of(cls.slug, part)) <= cls.cap);
  }

  void aTemplateThatStatesNothingOfItHasNoYear() {
    const Template tmpl = test::builtin("Tiny", {"relief.erosion=none"});
    QVERIFY(living_year(tmpl, *test::world_of(tmpl, 3, 64)).value().empty());
  }

  void itCanBeCancelledAndTellsHowFarItIs() {
    std::atomic<bool> cancel{false};
    double last = 0;
    Progress progress;
    progress.cancel = &cancel;
    progress.report = [&](std::string_view, double fraction) {
      QVERIFY(fraction >= last && fraction <= 1);
      last = fraction;
      cancel = fraction > 0.6;
    };
    const auto year = living_year(tmpl_, *world_, progress);
    QVERIFY(!year);
    QCOMPARE(year.error().kind, ErrorKind::cancelled);
    QVERIFY(last > 0.6 && last < 0.61);
  }

  void threadsChangeNothing() {
    for (const int threads : {1, 7}) {
      const ThreadLimit limit(threads);
      const auto again = living_year(tmpl_, *world_).value();
      for (size_t c = 0; c < year_.size(); ++c) QVERIFY(again[c].heads == year_[c].heads);
    }
  }
};

FW_TEST(TestLivingYear)
#include "test_living_year.moc"
