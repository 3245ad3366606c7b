// The metrics against spatstat, spdep, SciPy and NumPy: inputs and results as those gave them, see
// tests/measure/reference/README.md. Where both sides use the same formula in double precision, only the
// order of summation differs, and 1e-9 leaves six digits for it. Values that a metric keeps as float (jerk,
// tortuosity) agree to 1e-6.

#include <QTest>

#include "core/measure/audit/counts.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/flow.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/motion/paths.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/point_pattern.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"
#include "tests/measure/reference.h"
#include "tests/support/test_main.h"

using namespace fw;
using fw::test::numbers;
using fw::test::reference;

namespace {

constexpr double kSameFormula = 1e-9;
constexpr double kKeptAsFloat = 1e-6;

/// One row (a tick) of a table of agents.
template <typename T>
std::span<const T> row_of(const std::vector<T>& table, int row, int agents) {
  return std::span<const T>(table).subspan(static_cast<size_t>(row) * agents, static_cast<size_t>(agents));
}

/// The reference's small population, tick by tick.
struct Walkers {
  QJsonObject expected = reference("series.json")["population"].toObject();
  int agents = expected["agents"].toInt(), rows = expected["rows"].toInt();
  Arena arena{expected["side"].toDouble(), Border::torus};
  std::vector<double> x = numbers(expected["x"]), y = numbers(expected["y"]);
  std::vector<float> heading_x = numbers<float>(expected["heading_x"]),
                     heading_y = numbers<float>(expected["heading_y"]),
                     speed = numbers<float>(expected["speed"]);

  double number(const char* name) const { return expected[QLatin1String(name)].toDouble(); }
  std::vector<double> list(const char* name) const { return numbers(expected[QLatin1String(name)]); }
};

}  // namespace

class TestMetricsReference : public QObject {
  Q_OBJECT

 private slots:
  void theReferenceIsThere() {
    QVERIFY(!reference("spatial.json").isEmpty());
    QVERIFY(!reference("series.json").isEmpty());
  }

  void ripleysKAndItsRingsAgreeWithSpatstat_data() {
    QTest::addColumn<int>("edge");
    QTest::addColumn<QString>("name");
    QTest::newRow("no correction") << int(EdgeCorrection::none) << "none";
    QTest::newRow("translation") << int(EdgeCorrection::translation) << "translation";
    QTest::newRow("isotropic") << int(EdgeCorrection::isotropic) << "isotropic";
    QTest::newRow("torus") << int(EdgeCorrection::torus) << "torus";
  }
  void ripleysKAndItsRingsAgreeWithSpatstat() {
    QFETCH(int, edge);
    QFETCH(QString, name);
    const QJsonObject all = reference("spatial.json");
    const PairCurves curves = pair_curves(numbers(all["x"]), numbers(all["y"]), all["side"].toDouble(),
                                          EdgeCorrection(edge), numbers(all["r"]));
    COMPARE_ARRAYS(curves.k_m2, numbers(all["K_" + name]), kSameFormula);
    COMPARE_ARRAYS(curves.g, numbers(all["g_" + name]), kSameFormula);
  }

  void nearestNeighboursAgreeWithSpatstat() {
    const QJsonObject all = reference("spatial.json");
    const std::vector<double> x = numbers(all["x"]), y = numbers(all["y"]);
    const std::vector<double> qx = numbers(all["query_x"]), qy = numbers(all["query_y"]);
    const auto distances = [](const std::vector<Nearest>& nearest) {
      std::vector<double> out;
      for (const Nearest& n : nearest) out.push_back(n.distance_m);
      return out;
    };
    const auto indices = [](const std::vector<Nearest>& nearest) {
      std::vector<double> out;
      for (const Nearest& n : nearest) out.push_back(n.index);
      return out;
    };
    const Arena plane{all["side"].toDouble(), Border::reflect}, torus{plane.side_m, Border::torus};
    COMPARE_ARRAYS(distances(nearest_others(x, y, plane)), numbers(all["nn_distance"]), kSameFormula);
    COMPARE_ARRAYS(indices(nearest_others(x, y, plane)), numbers(all["nn_which"]), 0);
    COMPARE_ARRAYS(distances(nearest_others(x, y, torus)), numbers(all["nn_distance_torus"]), kSameFormula);
    COMPARE_ARRAYS(distances(nearest_sites(qx, qy, x, y, plane)), numbers(all["cross_distance"]),
                   kSameFormula);
    COMPARE_ARRAYS(indices(nearest_sites(qx, qy, x, y, plane)), numbers(all["cross_which"]), 0);
    COMPARE_ARRAYS(distances(nearest_sites(qx, qy, x, y, torus)), numbers(all["cross_distance_torus"]),
                   kSameFormula);
  }

  void moransIAgreesWithSpdep() {
    const QJsonObject all = reference("spatial.json");
    const std::vector<double> values = numbers(all["values"]);
    const std::vector<uint8_t> some = numbers<uint8_t>(all["used"]);
    const QJsonArray cases = all["moran"].toArray();
    QCOMPARE(cases.size(), 8);
    for (const QJsonValue v : cases) {
      const QJsonObject c = v.toObject();
      const double got = morans_i(values, all["columns"].toInt(), all["rows"].toInt(),
                                  c["type"] == "queen" ? Contiguity::queen : Contiguity::rook,
                                  c["torus"].toBool(), c["whole"].toBool() ? std::vector<uint8_t>{} : some);
      COMPARE_CLOSE(got, c["I"].toDouble(), kSameFormula);
    }
  }

  void summariesAgreeWithScipy() {
    const QJsonObject all = reference("series.json")["summary"].toObject();
    const std::vector<double> values = numbers(all["values"]);
    const Summary s = summarize(values);
    COMPARE_CLOSE(s.mean, all["mean"].toDouble(), kSameFormula);
    COMPARE_CLOSE(s.sd, all["sd"].toDouble(), kSameFormula);
    COMPARE_CLOSE(s.skew, all["skew"].toDouble(), kSameFormula);
    COMPARE_CLOSE(s.cv(), all["cv"].toDouble(), kSameFormula);
    COMPARE_CLOSE(pearson(values, numbers(all["other"])), all["pearson"].toDouble(), kSameFormula);
    std::vector<double> got;
    for (const double share : numbers(all["shares"])) got.push_back(percentile(values, share));
    COMPARE_ARRAYS(got, numbers(all["percentiles"]), kSameFormula);
  }

  void spectraAgreeWithScipysWelch() {
    const QJsonObject all = reference("series.json")["spectrum"].toObject();
    const std::vector<double> series = numbers(all["series"]);
    QVERIFY(all["cases"].toArray().size() >= 6);
    for (const QJsonValue v : all["cases"].toArray()) {
      const QJsonObject c = v.toObject();
      const WelchSetup setup{c["window"].toInt(), c["hop"].toInt(), c["hann"].toBool(),
                             c["remove_mean"].toBool()};
      COMPARE_ARRAYS(welch_power(series, setup), numbers(c["power"]), kSameFormula);
      const BandEnergy energy = band_energy(series, setup, 0.25);
      COMPARE_CLOSE(energy.low, c["low"].toDouble(), kSameFormula);
      COMPARE_CLOSE(energy.high, c["high"].toDouble(), kSameFormula);
      COMPARE_CLOSE(energy.ratio(), c["high"].toDouble() / c["low"].toDouble(), kSameFormula);
    }
  }

  void pairStatisticsByDistanceAgreeWithNumpy() {
    const Walkers w;
    FlowSums sums = flow_sums(w.list("edges"));
    for (const int t : numbers<int>(w.expected["snapshots"]))
      add_snapshot(sums,
                   {row_of(w.x, t, w.agents), row_of(w.y, t, w.agents), row_of(w.heading_x, t, w.agents),
                    row_of(w.heading_y, t, w.agents), row_of(w.speed, t, w.agents)},
                   w.arena);
    const FlowCurves curves = flow_curves(sums);
    COMPARE_ARRAYS(curves.pairs, w.list("pairs"), 0);
    // cos from the float headings against cos of their angle: the headings' lengths are 1 to 6e-8 only.
    COMPARE_ARRAYS(curves.s_dir, w.list("s_dir"), 2e-7);
    COMPARE_ARRAYS(curves.speed_correlation, w.list("speed_correlation"), kSameFormula);
    COMPARE_ARRAYS(curves.heading_semivariogram_rad2, w.list("heading_semivariogram"), kSameFormula);
    COMPARE_ARRAYS(curves.speed_semivariogram, w.list("speed_semivariogram"), kSameFormula);
  }

  void motionOverTimeAgreesWithNumpy() {
    const Walkers w;
    JerkRecord jerks = jerk_record(w.number("jerk_spacing"));
    TortuosityRecord paths = tortuosity_record(w.arena, int(w.number("tortuosity_window")));
    const std::vector<int> picked = numbers<int>(w.expected["lags"]);
    LagSums lags = lag_sums(picked.back());
    for (int t = 0; t < w.rows; ++t) {
      const auto hx = row_of(w.heading_x, t, w.agents), hy = row_of(w.heading_y, t, w.agents),
                 v = row_of(w.speed, t, w.agents);
      add_row(jerks, hx, hy, v);
      add_row(lags, hx, hy, v);
      add_row(paths, row_of(w.x, t, w.agents), row_of(w.y, t, w.agents));
    }
    COMPARE_CLOSE(jerk(jerks).mean, w.number("jerk_mean"), kKeptAsFloat);
    COMPARE_CLOSE(jerk(jerks).p95, w.number("jerk_p95"), kKeptAsFloat);
    COMPARE_CLOSE(tortuosity(paths).mean, w.number("tortuosity_mean"), kKeptAsFloat);
    COMPARE_CLOSE(tortuosity(paths).p95, w.number("tortuosity_p95"), kKeptAsFloat);
    const Autocorrelation got = autocorrelation(lags);
    std::vector<double> heading, speed;
    for (const int k : picked) {
      heading.push_back(got.heading[size_t(k) - 1]);
      speed.push_back(got.speed[size_t(k) - 1]);
    }
    COMPARE_ARRAYS(heading, w.list("lag_heading"), 2e-7);  // lengths of float headings, as above
    COMPARE_ARRAYS(speed, w.list("lag_speed"), kSameFormula);
  }

  void diversityAgreesWithScipy() {
    const Walkers w;
    const auto hx = row_of(w.heading_x, 0, w.agents), hy = row_of(w.heading_y, 0, w.agents);
    COMPARE_CLOSE(polarization(hx, hy), w.number("polarization"), 2e-7);  // lengths of float headings
    COMPARE_CLOSE(heading_entropy(hx, hy, int(w.number("entropy_bins"))), w.number("entropy"), kSameFormula);
    COMPARE_CLOSE(kinetic_signal(row_of(w.speed, 0, w.agents)), w.number("kinetic"), kSameFormula);
  }

  void countsAndEventsAgreeWithNumpy() {
    const QJsonObject all = reference("series.json")["events"].toObject();
    const auto number = [&](const char* name) { return all[QLatin1String(name)].toDouble(); };
    const std::vector<double> counts = numbers(all["counts"]);
    COMPARE_CLOSE(fano_factor(counts), number("fano_1"), kSameFormula);
    COMPARE_CLOSE(fano_factor(counts, all["fano_window"].toInt()), number("fano_7"), kSameFormula);
    COMPARE_CLOSE(load(counts).mean, number("load_mean"), kSameFormula);
    COMPARE_CLOSE(load(counts).variance, number("load_variance"), kSameFormula);
    COMPARE_CLOSE(load(counts).peak_to_mean, number("load_peak_to_mean"), kSameFormula);
    COMPARE_CLOSE(second_difference_energy(counts), number("second_difference"), kSameFormula);
    COMPARE_CLOSE(worst_rate_error(counts, number("rate")), number("worst_rate_error"), kSameFormula);
    COMPARE_CLOSE(wave_amplitude(counts, number("wave_cycle")), number("wave"), kSameFormula);
    const std::vector<int64_t> ticks = numbers<int64_t>(all["ticks"]);
    COMPARE_CLOSE(isi_cv(ticks), number("isi_cv"), kSameFormula);
    COMPARE_CLOSE(burstiness(summarize(event_intervals(ticks))), number("burstiness"), kSameFormula);
    const std::vector<double> phases = numbers(all["phases"]);
    CoherenceSum coherence;
    for (size_t i = 0; i < ticks.size(); ++i) coherence.add(ticks[i], phases[i], 60);
    COMPARE_CLOSE(coherence.value(), number("phase_coherence"), kSameFormula);
    const std::vector<double> level = numbers(all["level"]);
    COMPARE_CLOSE(spawn_coherence(ticks, level, level, 60).own, number("coherence"), kSameFormula);
  }

  void coverageDistanceAgreesWithScipysTree() {
    const QJsonObject all = reference("series.json")["nearest"].toObject();
    const std::vector<double> x = numbers(all["x"]), y = numbers(all["y"]);
    const std::vector<double> sx = numbers(all["sample_x"]), sy = numbers(all["sample_y"]);
    const Arena plane{all["side"].toDouble(), Border::reflect}, torus{plane.side_m, Border::torus};
    COMPARE_CLOSE(coverage_distance_m(sx, sy, x, y, plane), all["coverage_plane"].toDouble(), kSameFormula);
    COMPARE_CLOSE(coverage_distance_m(sx, sy, x, y, torus), all["coverage_torus"].toDouble(), kSameFormula);
    COMPARE_CLOSE(nearest_neighbour_mean_m(x, y, plane), all["nn_plane"].toDouble(), kSameFormula);
    COMPARE_CLOSE(nearest_neighbour_mean_m(x, y, torus), all["nn_torus"].toDouble(), kSameFormula);
  }
};

FW_TEST(TestMetricsReference)
#include "test_metrics_reference.moc"
