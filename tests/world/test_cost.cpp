#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <functional>

#include "core/base/parallel/parallel.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// The most memory that a process of its own held while it worked, bytes; 0 if it failed.
double peak_of(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 1;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) return 0;
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

/// The memory that a world is said to need against what its process takes.
class TestCost : public QObject {
  Q_OBJECT

 private slots:
  void theEstimateIsNotBelowThePeakAndNotFarAbove_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<int>("resolution");
    QTest::addColumn<int>("threads");
    const QString plain = "seed=42";
    QTest::newRow("one thread") << "WindswardLike" << plain << 512 << 1;
    QTest::newRow("every core") << "WindswardLike" << plain << 512 << 0;
    QTest::newRow("another island, larger") << "EdengroveLike" << plain << 700 << 2;
    QTest::newRow("more regions") << "WindswardLike"
                                  << "regions.controllable=20" << 512 << 2;
    QTest::newRow("little land") << "WindswardLike"
                                 << "land.fraction=0.25" << 512 << 2;
    QTest::newRow("much land") << "WindswardLike"
                               << "land.fraction=0.7" << 512 << 2;
  }
  void theEstimateIsNotBelowThePeakAndNotFarAbove() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("a sanitizer's memory is not ours");
#endif
    QFETCH(QString, name);
    QFETCH(QString, setting);
    QFETCH(int, resolution);
    QFETCH(int, threads);
    const Template tmpl = without_water(builtin(name.toStdString(), {setting.toStdString()}));
    const double empty = peak_of([] { return true; });
    const double peak = peak_of([&] {
      const ThreadLimit limit(threads);
      return bool(generate(tmpl, SeedBundle::from_master(42), resolution));
    });
    QVERIFY(empty > 0 && peak > empty);
    const int workers = threads > 0 ? std::min(threads, worker_threads()) : worker_threads();
    const double ratio = estimate_cost(tmpl, resolution, workers).bytes / (peak - empty);
    // Which stages lie side by side is the scheduler's choice: the peak of one world moves by a tenth.
    QVERIFY2(ratio >= 1 && ratio <= 1.6, qPrintable(QString("estimate / peak = %1").arg(ratio)));
  }

  void workerThreadsFollowTheLimit() {
    const int all = worker_threads();
    QVERIFY(all >= 1);
    const ThreadLimit one(1);
    QCOMPARE(worker_threads(), 1);
  }
};

FW_TEST(TestCost)
#include "test_cost.moc"
