// Ticks of any length and steps of several ticks: the motion in seconds stays what it was.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class LibLevelsTest : public QObject {
  Q_OBJECT

  Context context_;

 private slots:
  void initTestCase() { FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error)); }

  // Numbers "per tick" re-stated: the same motion in seconds at 60 steps a second, and in strides of 64.
  void rateAndLevelOfDetailKeepThePath() {
    const fw_seeds seeds{3, 3, 3};
    const fw_ground where = ground(FW_TORUS, 1000);
    const auto after_two_minutes = [&](double dt_s, uint32_t stride, Arrays& out) {
      Params params;
      FW_VERIFY(fw_params_open(context_, "crowd", "curl_dual", &params, error));
      FW_VERIFY(fw_params_set_tick(params, dt_s, error));
      CrowdHandle crowd;
      Scratch scratch;
      FW_VERIFY(fw_crowd_open(context_, params, &where, &seeds, &crowd, error));
      FW_VERIFY(fw_scratch_open(crowd, 1200, &scratch, error));
      fw_agents columns = out.columns();
      FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &columns, 0, error));
      const auto ticks = static_cast<int64_t>(std::floor(120 / dt_s / stride + 0.5)) * stride;
      for (int64_t tick = 0; tick < ticks; tick += stride)
        FW_VERIFY(fw_crowd_step_some(crowd, scratch, tick, stride, nullptr, 0, &columns, error));
    };
    const auto mean_distance = [](const Arrays& a, const Arrays& b) {
      double sum = 0;
      for (size_t i = 0; i < a.x.size(); ++i) {
        const auto away = [](double d) { return std::min(std::abs(d), 1000 - std::abs(d)); };
        sum += std::hypot(away(a.x[i] - b.x[i]), away(a.y[i] - b.y[i]));
      }
      return sum / static_cast<double>(a.x.size());
    };
    Arrays fine(1200), seconds(1200), strides(1200), same_time(1200);
    after_two_minutes(1.0 / 60, 1, fine);
    after_two_minutes(1, 1, seconds);
    const double of_seconds = mean_distance(fine, seconds);
    qInfo("ticks of 1 s against 1/60 s: %.3f m", of_seconds);
    QVERIFY2(of_seconds <= 0.3, qPrintable(QString::number(of_seconds)));
    after_two_minutes(1.0 / 64, 1, same_time);
    after_two_minutes(1.0 / 64, 64, strides);
    const double of_strides = mean_distance(same_time, strides);
    qInfo("strides of 64 ticks: %.3f m", of_strides);
    QVERIFY2(of_strides <= 0.4, qPrintable(QString::number(of_strides)));
  }

  // Level 1 is the step itself, and levels side by side do not touch each other. (What a stride costs is
  // measured by library_bench.)
  void levelsOfDetailMix() {
    const fw_seeds seeds{3, 3, 3};
    const fw_ground where = ground(FW_TORUS, 1000);
    Params params;
    FW_VERIFY(fw_params_open(context_, "crowd", "curl_dual", &params, error));
    FW_VERIFY(fw_params_set_tick(params, 1.0 / 64, error));
    CrowdHandle crowd;
    Scratch scratch;
    FW_VERIFY(fw_crowd_open(context_, params, &where, &seeds, &crowd, error));
    FW_VERIFY(fw_scratch_open(crowd, 600, &scratch, error));
    Arrays plain(600), mixed(600);
    fw_agents p = plain.columns(), m = mixed.columns();
    FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &p, 0, error));
    FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &m, 0, error));
    constexpr uint32_t kTicksOf[3] = {1, 8, 64};
    std::vector<uint32_t> entries[3];
    for (uint32_t i = 0; i < 600; ++i) entries[i % 3].push_back(i);
    for (int64_t tick = 0; tick < 120 * 64; ++tick) {
      FW_VERIFY(fw_crowd_step(crowd, scratch, tick, &p, error));
      for (size_t level = 0; level < 3; ++level) {
        if (tick % kTicksOf[level] != 0) continue;
        FW_VERIFY(fw_crowd_step_some(crowd, scratch, tick, kTicksOf[level], entries[level].data(),
                                     entries[level].size(), &m, error));
      }
    }
    double away[3] = {0, 0, 0};
    for (size_t i = 0; i < 600; ++i) {
      const auto apart = [](double d) { return std::min(std::abs(d), 1000 - std::abs(d)); };
      away[i % 3] += std::hypot(apart(plain.x[i] - mixed.x[i]), apart(plain.y[i] - mixed.y[i])) / 200;
    }
    QCOMPARE(away[0], 0.0);
    QVERIFY2(away[1] > 0 && away[1] <= 0.4, qPrintable(QString::number(away[1])));
    QVERIFY2(away[2] > 0 && away[2] <= 0.4, qPrintable(QString::number(away[2])));
  }

  // Where draws differ with the tick's length, the crowd as a whole stays as it was.
  void aTicksLengthKeepsWhereACrowdGoes_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addRow("perlin_dual") << QByteArray("perlin_dual");
    QTest::addRow("urw") << QByteArray("urw");
  }
  void aTicksLengthKeepsWhereACrowdGoes() {
    QFETCH(QByteArray, method);
    const fw_seeds seeds{3, 3, 3};
    const fw_ground where = ground(FW_TORUS, 1000);
    const auto coverage = [&](int per_second) {
      Params params;
      CrowdHandle crowd;
      Scratch scratch;
      Arrays agents(1200);
      const fw_agents columns = agents.columns();
      fw_status status = fw_params_open(context_, "crowd", method.constData(), &params, nullptr);
      status |= fw_params_set_tick(params, 1.0 / per_second, nullptr);
      status |= fw_crowd_open(context_, params, &where, &seeds, &crowd, nullptr);
      status |= fw_scratch_open(crowd, 1200, &scratch, nullptr);
      status |= fw_crowd_begin(crowd, scratch, 0, &columns, 0, nullptr);
      std::set<int> visited;  // of 42 x 42 squares, over the last minute
      for (int tick = 0; tick < 120 * per_second; ++tick) {
        status |= fw_crowd_step(crowd, scratch, tick, &columns, nullptr);
        if (tick < 60 * per_second || (tick + 1) % per_second != 0) continue;
        for (size_t i = 0; i < 1200; ++i)
          visited.insert(static_cast<int>(agents.y[i] * 0.042) * 42 + static_cast<int>(agents.x[i] * 0.042));
      }
      return status == FW_OK ? static_cast<double>(visited.size()) / (42 * 42) : -1.0;
    };
    const double fine = coverage(60), seconds = coverage(1);
    qInfo("coverage of %s: %.3f at 60, %.3f at 1 a second", method.constData(), fine, seconds);
    QVERIFY2(fine > 0.6 && std::abs(fine - seconds) <= 0.03,
             qPrintable(QString("%1 at 60, %2 at 1 a second").arg(fine).arg(seconds)));
  }
};

FW_TEST(LibLevelsTest)
#include "test_lib_levels.moc"
