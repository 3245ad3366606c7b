#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/field/quantile/quantile.h"
#include "core/world/points/placement.h"
#include "core/world/points/placement_arrivals.h"
#include "core/world/points/placement_scan.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// The three scans, one candidate after the other.
ScanResult plain_scan(const Candidates& all, const ScanRules& rules) {
  const size_t count = all.cells.size();
  std::vector<double> key(count), integral(rules.regions, 0.0);
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i) {
    key[i] = -exact::log(random_uniform(rules.substream, uint64_t{all.cells[i]} * 4)) / all.lambda[i];
    integral[rules.region[all.cells[i]] - 1u] += all.lambda[i];
    order[i] = i;
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key[a] < key[b]; });
  std::vector<int64_t> budgets = largest_remainder(integral, rules.quota);
  enum { waiting, accepted, too_near, forbidden };
  std::vector<int> state(count, waiting);
  ScanResult out;
  for (int pass = 0; pass < 3; ++pass)
    for (const size_t i : order) {
      if (static_cast<int64_t>(out.points.size()) >= rules.quota) break;
      if (state[i] == accepted || state[i] == forbidden || (state[i] == too_near && pass < 2)) continue;
      int64_t& budget = budgets[rules.region[all.cells[i]] - 1u];
      if (pass == 0 && budget == 0) continue;
      const uint64_t number = uint64_t{all.cells[i]} * 4;
      const Vec2 centre = rules.grid.centre(all.cells[i]);
      const auto jitter = [&](uint64_t n) {
        return (random_uniform(rules.substream, number + n) - 0.5) * rules.grid.cell_m;
      };
      const Vec2 at{to_millimetres(centre.x + jitter(1)), to_millimetres(centre.y + jitter(2))};
      const double u = random_uniform(rules.substream, number + 3);
      const double factor = u < 0.35 ? 1.0 : u < 0.65 ? 1.33 : u < 0.90 ? 1.67 : 2.67;
      const double spacing_m = all.spacing_m.empty() ? rules.spacing_m : all.spacing_m[i];
      const double radius_m = pass == 2 ? rules.floor_m : spacing_m * factor;
      state[i] = accepted;
      for (const KeepOut& disc : rules.keep_out)
        if (squared_distance(at, disc.centre_m) < conflict_limit2(disc.radius_m)) state[i] = forbidden;
      for (size_t k = 0; k < out.points.size() && state[i] == accepted; ++k)
        if (squared_distance(at, out.points[k].position_m) <
            conflict_limit2(std::min(radius_m, out.radii_m[k])))
          state[i] = too_near;
      if (state[i] != accepted) continue;
      out.points.push_back({at, all.cells[i], all.rank[i]});
      out.radii_m.push_back(radius_m);
      if (pass == 0) --budget;
    }
  for (const int s : state) out.refused_spacing += s == too_near || s == forbidden ? 1 : 0;
  return out;
}

/// Sides of one class on flat, uniform ground: mean nearest-neighbour distance over that of a Poisson
/// pattern.
double clark_evans(const std::vector<Vec2>& points, double area_m2) {
  double sum = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    double best2 = 1e30;
    for (size_t j = 0; j < points.size(); ++j)
      if (j != i) best2 = std::min(best2, squared_distance(points[i], points[j]));
    sum += std::sqrt(best2);
  }
  const double n = static_cast<double>(points.size());
  return sum / n / (0.5 * std::sqrt(area_m2 / n));
}

}  // namespace

class TestPlacementScan : public QObject {
  Q_OBJECT

 private slots:
  void twoRadiiAreLessRegularThanAPlainHardCore() {
    // One open square; the nominal radius is the plain rule's, the two-radius rule's floor is .6 of it.
    const GridSpec grid = GridSpec::square(1732, 128);
    Raster<uint8_t> region(grid, 1);
    Candidates all;
    for (uint32_t c = 0; c < grid.cells(); ++c) {
      all.cells.push_back(c);
      all.lambda.push_back(1.0);
      all.rank.push_back(0.5F);
    }
    constexpr double kNominal_m = 205;
    double plain_sum = 0, ours_sum = 0;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      const ScanRules rules{grid, region, derive(seed, "test"), kNominal_m * 0.6, 40, 1, {}};
      const ScanResult ours = scan_candidates(all, rules, {}, {});
      QCOMPARE(ours.points.size(), size_t{40});
      std::vector<Vec2> two, plain;
      for (const Placed& p : ours.points) two.push_back(p.position_m);
      RandomCursor random{derive(seed, "plain"), 0};
      for (int i = 0; i < 200000 && plain.size() < 40; ++i) {
        const Vec2 p{random.uniform(0, 1732), random.uniform(0, 1732)};
        if (std::none_of(plain.begin(), plain.end(),
                         [&](Vec2 q) { return squared_distance(p, q) < kNominal_m * kNominal_m; }))
          plain.push_back(p);
      }
      plain_sum += clark_evans(plain, 3.0e6);
      ours_sum += clark_evans(two, 3.0e6);
    }
    QVERIFY2(ours_sum / 6 < plain_sum / 6 - 0.15,
             qPrintable(QString("%1 %2").arg(ours_sum / 6).arg(plain_sum / 6)));
  }

  void arrivalsComeInAscendingOrderWithTiesByIndex() {
    // Repeated cells with equal intensities ring together; some intensities are next to nothing.
    std::vector<uint32_t> cells;
    std::vector<double> lambda, keys;
    double integral = 0;
    for (uint32_t i = 0; i < 150000; ++i) {
      cells.push_back(i / 3);
      lambda.push_back(i % 1000 < 990 ? 1 + static_cast<double>(i / 9 % 20) : i % 1000 < 995 ? 1e-9 : 1e-300);
      keys.push_back(-exact::log(random_uniform(9, uint64_t{cells[i]} * 4)) / lambda[i]);
      integral += lambda[i];
    }
    std::vector<uint32_t> expected(cells.size());
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    for (const int64_t wanted : {1, 3000, 1000000}) {
      ArrivalOrder order(cells, lambda, 9, integral, wanted);
      std::vector<uint32_t> got;
      for (size_t k = 0; k < order.size(); ++k) got.push_back(order.at(k).slot);
      QVERIFY(got == expected);
    }
  }

  void theSpacingIndexAgreesWithAPlainSearch() {
    const GridSpec grid = GridSpec::square(1000, 100);
    for (const double spacing_m : {0.0, 4.0, 10.0, 33.0, 250.0}) {
      SpacingIndex index(grid, spacing_m * 0.729, spacing_m * 2.67, 10);
      std::vector<std::pair<Vec2, double>> taken;
      int refused = 0;
      // The last tenth are second points in cells that may have one.
      for (uint64_t number = 0; number < grid.cells() * 11 / 10; ++number) {
        const uint64_t cell = number * 7919 % grid.cells();
        const uint64_t c = cell + number / grid.cells() * grid.cells();
        const Vec2 centre = grid.centre(cell);
        // Whole metres meet the limits exactly.
        const Vec2 at{std::floor(centre.x + 8 * (random_uniform(3, 2 * c) - 0.5)),
                      std::floor(centre.y + 8 * (random_uniform(3, 2 * c + 1) - 0.5))};
        const double radius_m = spacing_m * std::array{0.729, 1.0, 1.33, 2.67}[random_below(5, c, 4)];
        const bool near = std::any_of(taken.begin(), taken.end(), [&](const auto& other) {
          return squared_distance(at, other.first) < conflict_limit2(std::min(radius_m, other.second));
        });
        uint8_t got = 0;
        index.find_conflicts({std::span(&at.x, 1), std::span(&at.y, 1), std::span(&radius_m, 1)},
                             std::span(&got, 1));
        QCOMPARE(got != 0, near);
        refused += near;
        if (near) continue;
        index.insert(at, radius_m);
        taken.emplace_back(at, radius_m);
      }
      QVERIFY(refused > 0 || spacing_m <= 4);
    }
  }

  void aScanIsWhatItsRulesSay() {
    const GridSpec grid = GridSpec::square(2000, 100);
    Raster<uint8_t> region(grid, 1);
    Candidates all;
    for (uint32_t c = 0; c < grid.cells(); ++c) {
      region[c] = static_cast<uint8_t>(1 + c % 100 / 40);
      if (random_below(1, c, 4) == 0) continue;
      all.cells.push_back(c);
      all.lambda.push_back(0.1 + random_uniform(2, c));
      all.rank.push_back(static_cast<float>(c) * 1e-4F);
    }
    const std::vector<KeepOut> keep_out{{{700, 700}, 150}, {{1500, 300}, 90}};
    Candidates crowded = all;
    for (const uint32_t c : all.cells) crowded.spacing_m.push_back(11 + 20 * random_uniform(3, c));
    // Within the budgets, beyond them, jammed; one spacing, and one of each cell.
    for (const auto& [quota, floors] :
         {std::pair{20, 0}, {300, 0}, {5000, 0}, {20, 1}, {300, 1}, {9000, 1}}) {
      ScanRules rules{grid, region, 77, 31.25, quota, 3, keep_out};
      if (floors != 0) rules.floor_m = 11;
      const Candidates& from = floors != 0 ? crowded : all;
      const ScanResult expected = plain_scan(from, rules), got = scan_candidates(from, rules, {}, {});
      QCOMPARE(got.points.size(), expected.points.size());
      for (size_t i = 0; i < got.points.size(); ++i) {
        QCOMPARE(got.points[i].cell, expected.points[i].cell);
        QVERIFY(got.points[i].position_m == expected.points[i].position_m);
        QCOMPARE(got.radii_m[i], expected.radii_m[i]);
      }
      QCOMPARE(got.refused_spacing, expected.refused_spacing);
    }
  }
};

FW_TEST(TestPlacementScan)
#include "test_placement_scan.moc"
