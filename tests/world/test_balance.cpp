// Counting that leaves out what cannot have changed, beside counting everything.

#include <QTest>
#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/exact/rng.h"
#include "core/world/fit/danger_bands.h"
#include "showcase_layers.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

const ShowcaseLayers& tiny_layers() {
  static const ShowcaseLayers layers = make_showcase(showcase_template("Tiny"), 7, 192);
  return layers;
}

const ZoneBlocks& blocks() {
  return tiny_layers().blocks.blocks;
}

/// Waves of a few hundred metres and a little grain, so that borders are long and some leads are tiny.
Plane wavy_plane(uint64_t stream) {
  const NoiseField noise = bind_noise({700, 4, 0.55, 2.1}, stream);
  Plane out = gather_noise(blocks(), noise, tiny_layers().map.code.grid, 0);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] += 0.02F * static_cast<float>(random_uniform(stream, blocks().cell[i]));
  return out;
}

std::vector<Plane> wavy_planes(size_t classes) {
  std::vector<Plane> out;
  for (size_t k = 0; k < classes; ++k) out.push_back(wavy_plane(100 + k));
  return out;
}

/// Uneven shares that differ from zone to zone.
ZoneCounts uneven_targets(size_t classes) {
  ZoneCounts target;
  for (size_t z = 0; z < blocks().zone_cells.size(); ++z) {
    std::vector<int64_t> row(classes, 0);
    int64_t left = blocks().zone_cells[z];
    for (size_t k = 0; k + 1 < classes; ++k) {
      row[k] = left * static_cast<int64_t>(1 + (z + k) % 3) / static_cast<int64_t>(classes);
      left -= row[k];
    }
    row.back() = left;
    target.push_back(row);
  }
  return target;
}

template <typename Visit>
void for_cells(const Visit& visit) {
  for (size_t b = 0; b < blocks().blocks.size(); ++b)
    for (size_t j = 0; j < static_cast<size_t>(blocks().blocks[b].count); ++j)
      visit(static_cast<size_t>(blocks().blocks[b].zone), b * kBlock + j);
}

}  // namespace

class TestBalance : public QObject {
  Q_OBJECT
 private slots:
  void hardStepsCountWhatTheWinnersShow_data() {
    QTest::addColumn<int>("classes");
    for (const int classes : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, int(kMaxBiomes)})
      QTest::addRow("%d", classes) << classes;
  }
  void hardStepsCountWhatTheWinnersShow() {
    QFETCH(int, classes);
    const std::vector<Plane> score = wavy_planes(static_cast<size_t>(classes));
    const ZoneCounts target = uneven_targets(score.size());
    const double sd = joint_moments(blocks(), score).sd;
    int64_t before = INT64_MAX;
    for (const int steps : {0, 1, 2, 5, 11, 23, 40}) {
      ZoneTable lambda(target.size(), std::vector<double>(score.size(), 0.0));
      const int64_t error = hard_steps({blocks(), score, target, sd}, 0.75, steps, lambda);
      ZoneCounts off = target;
      const std::vector<uint8_t> winner = winners(blocks(), score, lambda);
      for_cells([&](size_t zone, size_t slot) { --off[zone][winner[slot]]; });
      int64_t counted = 0;
      for (const auto& row : off)
        for (const int64_t n : row) counted += std::abs(n);
      QCOMPARE(error, counted);
      QVERIFY(error <= before);
      before = error;
    }
  }

  void theWinnerIsTheClassOfTheHighestShiftedScore_data() {
    QTest::addColumn<int>("classes");
    for (const int classes : {1, 2, 3, 4, 5, 6, 7, 8, 9, int(kMaxBiomes)})
      QTest::addRow("%d", classes) << classes;
  }
  void theWinnerIsTheClassOfTheHighestShiftedScore() {
    QFETCH(int, classes);
    const std::vector<Plane> score = wavy_planes(static_cast<size_t>(classes));
    ZoneTable lambda(blocks().zone_cells.size(), std::vector<double>(score.size(), 0.0));
    for (size_t z = 0; z < lambda.size(); ++z)
      for (size_t k = 0; k < score.size(); ++k) lambda[z][k] = 0.3 * random_uniform(z, k);
    const std::vector<uint8_t> winner = winners(blocks(), score, lambda);
    for (size_t slot = 0; slot < winner.size(); ++slot) {
      size_t best = 0;
      for (size_t k = 1; k < score.size(); ++k)
        if (shifted_at(blocks(), score, lambda, slot, k) > shifted_at(blocks(), score, lambda, slot, best))
          best = k;
      QCOMPARE(size_t{winner[slot]}, best);
    }
  }

  void aSolvedCutHasTheErrorThatItsMarginShows() {
    const Plane field = wavy_plane(5);
    std::vector<int64_t> need;
    for (size_t z = 0; z < blocks().zone_cells.size(); ++z)
      need.push_back(blocks().zone_cells[z] * static_cast<int64_t>(1 + z % 4) / 6);
    const CutProblem problem{blocks(), field, need, joint_moments(blocks(), {field}).sd};
    for (const int iterations : {0, 1, 4, 12, 25, 40}) {
      std::vector<double> theta = own_quantiles(problem);
      const int64_t error = solve_cuts({&problem, 1}, 0.25, iterations, {&theta, 1}).front();
      std::vector<int64_t> above(need.size(), 0);
      Plane margin;
      nested_margins({&problem, 1}, {&theta, 1}, {&margin, 1});
      for_cells([&](size_t zone, size_t slot) { above[zone] += margin[slot] > 0 ? 1 : 0; });
      int64_t worst = 0;
      for (size_t z = 0; z < need.size(); ++z) worst = std::max(worst, std::abs(above[z] - need[z]));
      QCOMPARE(error, worst);
    }
  }

  void aCutThatMayMissSomeCellsStopsAsSoonAsNoZoneMissesMore() {
    const Plane field = wavy_plane(5);
    std::vector<int64_t> need;
    for (const int64_t cells : blocks().zone_cells) need.push_back(cells / 3);
    const double sd = joint_moments(blocks(), {field}).sd;
    std::vector<int64_t> errors;  // after so many iterations
    for (int iterations = 0; iterations <= 25; ++iterations) {
      const CutProblem exact{blocks(), field, need, sd};
      std::vector<double> theta = own_quantiles(exact);
      errors.push_back(solve_cuts({&exact, 1}, 0.25, iterations, {&theta, 1}).front());
    }
    const int64_t may_miss = (errors.front() + errors.back()) / 2;
    const auto first = std::ranges::find_if(errors, [&](int64_t error) { return error <= may_miss; });
    QVERIFY(first != errors.begin() && errors.back() < *first);
    const CutProblem loose{blocks(), field, need, sd, may_miss};
    std::vector<double> theta = own_quantiles(loose);
    QCOMPARE(solve_cuts({&loose, 1}, 0.25, 25, {&theta, 1}).front(), *first);
  }

  void marginsOfSeveralCutsAreNested() {
    const std::vector<int64_t> need(blocks().zone_cells.size(), 0);
    const std::array<Plane, 2> field{wavy_plane(5), wavy_plane(6)};
    const std::array<CutProblem, 2> problem{
        {{blocks(), field[0], need, 1.0}, {blocks(), field[1], need, 1.0}}};
    std::array<std::vector<double>, 2> theta;
    for (size_t z = 0; z < need.size(); ++z)
      for (size_t k = 0; k < theta.size(); ++k)
        theta[k].push_back(0.1 * static_cast<double>((3 * z + 2 * k) % 5) - 0.2);
    std::array<Plane, 2> alone, together;
    for (size_t k = 0; k < theta.size(); ++k)
      nested_margins({&problem[k], 1}, {&theta[k], 1}, {&alone[k], 1});
    nested_margins(problem, theta, together);
    QCOMPARE(together[0], alone[0]);
    for (size_t i = 0; i < alone[1].size(); ++i) QCOMPARE(together[1][i], std::min(alone[0][i], alone[1][i]));
  }
};

FW_TEST(TestBalance)
#include "test_balance.moc"
