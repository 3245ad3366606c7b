#include <QTest>
#include <cmath>

#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"
#include "showcase_layers.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Stripes from north to south, `neutral` of them neutral, every region a quarter larger than the one before
/// it.
RegionMap striped_map(int regions, int neutral) {
  RegionMap map;
  const GridSpec grid = GridSpec::square(8000, 64);
  map.code = Raster<uint8_t>(grid, 0);
  int row = 0;
  for (int r = 0; r < regions; ++r) {
    Region region;
    region.name = "R" + std::to_string(r + 1);
    region.neutral = r < neutral;
    region.tier = region.neutral ? 1.05 : 0.85 * (regions - 1 - r) / std::max(1, regions - 1);
    map.regions.push_back(region);
    const int rows = 4 + r % 3;
    for (int i = 0; i < rows && row < grid.rows; ++i, ++row)
      for (int column = 0; column < grid.columns; ++column)
        map.code.at(column, row) = static_cast<uint8_t>(r + 1);
  }
  return map;
}

/// The rows of the shipped templates with other shares.
Template with_danger(const std::vector<double>& shares) {
  Template tmpl = showcase_template("WindswardLike");
  set_shares(tmpl.vocabulary.danger, shares);
  return tmpl;
}

double island_share(const RegionMap& map, const MixMatrix& rows, size_t k) {
  const std::vector<double> area = region_area_shares(map);
  double share = 0;
  for (size_t r = 0; r < rows.size(); ++r) share += area[r] * rows[r][k];
  return share;
}

MixMatrix danger_rows(const RegionMap& map) {
  MixMatrix rows;
  for (const Region& r : map.regions) rows.emplace_back(r.danger_target.begin(), r.danger_target.end());
  return rows;
}

}  // namespace

class TestMixes : public QObject {
  Q_OBJECT
 private slots:
  void sinkhornReachesBothMarginals() {
    const MixMatrix kernel{{1, 2, 3}, {4, 1, 1}, {0.1, 5, 0.3}};
    const std::vector<double> rows{0.2, 0.5, 0.3};
    const std::vector<double> columns{0.6, 0.1, 0.3};
    const MixMatrix m = sinkhorn(kernel, rows, columns);
    for (size_t r = 0; r < 3; ++r) QVERIFY(std::fabs(m[r][0] + m[r][1] + m[r][2] - rows[r]) < 1e-12);
    for (size_t k = 0; k < 3; ++k) QVERIFY(std::fabs(m[0][k] + m[1][k] + m[2][k] - columns[k]) < 1e-9);
    // diag(u) K diag(v) keeps cross ratios.
    QVERIFY(std::fabs(m[0][0] * m[1][1] / (m[0][1] * m[1][0]) - 1.0 * 1.0 / (2.0 * 4.0)) < 1e-9);
  }

  void zerosOfTheKernelStayZero() {
    const MixMatrix m = sinkhorn({{0, 1}, {1, 1}}, {0.5, 0.5}, {0.3, 0.7});
    QCOMPARE(m[0][0], 0.0);
    QVERIFY(std::fabs(m[1][0] - 0.3) < 1e-9);
  }

  void theAreaWeightedDangerRowsAreTheTemplatesMix() {
    RegionMap map = striped_map(13, 3);
    Template tmpl = with_danger({0.42, 0.30, 0.19, 0.09});
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    for (size_t k = 0; k < tmpl.vocabulary.danger.size(); ++k)
      QVERIFY(std::fabs(island_share(map, danger_rows(map), k) - tmpl.vocabulary.danger[k].share) < 1e-3);
    QVERIFY(findings.empty());
  }

  void controllableRegionsKeepTheirFloorsAndHoldNothingThatNeutralGroundCanHold() {
    RegionMap map = striped_map(13, 3);
    Template tmpl = with_danger({0.42, 0.30, 0.19, 0.09});
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    for (const Region& r : map.regions) {
      if (r.neutral) continue;
      QVERIFY(r.danger_target[0] >= 0.07 - 1e-9);
      QVERIFY(r.danger_target[1] >= 0.12 - 1e-9);
      QCOMPARE(r.danger_target[3], 0.0);
    }
  }

  void aBandThatNeutralGroundCannotHoldIsTold() {
    RegionMap map = striped_map(13, 1);
    Template tmpl = with_danger({0.2, 0.2, 0.2, 0.4});
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    QVERIFY(!findings.empty());
    QCOMPARE(findings[0].code, std::string("band_outside_neutral"));
  }

  void theWorstOfSeveralBandsTakesNeutralGroundFirst() {
    RegionMap map = striped_map(13, 3);
    Template tmpl = with_danger({0.4, 0.3, 0.15, 0.15});
    tmpl.vocabulary.danger[2].outside_neutral = 0.12;
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    for (const Region& r : map.regions)
      if (!r.neutral) QCOMPARE(r.danger_target[3], 0.0);
    std::vector<std::string> told;
    for (const Finding& f : findings)
      if (f.code == "band_outside_neutral") told.push_back(f.where);
    QCOMPARE(told, std::vector<std::string>{"danger[2].share"});
  }

  void aBandWithoutAShareChangesNoOther() {
    RegionMap map = striped_map(13, 3), longer = map;
    Template tmpl = with_danger({0.42, 0.30, 0.19, 0.09});
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    tmpl.vocabulary.danger.push_back({});
    derive_danger_mixes(longer, tmpl, findings);
    for (size_t r = 0; r < map.regions.size(); ++r) {
      std::vector<double> same = map.regions[r].danger_target;
      same.push_back(0);
      QCOMPARE(longer.regions[r].danger_target, same);
    }
  }

  void askedRowsAreKeptAndTheRestMakesUpForThem() {
    RegionMap map = striped_map(13, 3);
    Template tmpl = with_danger({0.42, 0.30, 0.19, 0.09});
    RegionMix row;
    row.region = 8;
    row.danger = std::vector<double>{0.1, 0.3, 0.6, 0.0};
    tmpl.region_mixes.push_back(row);
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    QVERIFY(map.regions[7].danger_asked);
    QVERIFY(!map.regions[6].danger_asked);
    for (size_t k = 0; k < tmpl.vocabulary.danger.size(); ++k) {
      QVERIFY(std::fabs(map.regions[7].danger_target[k] - (*row.danger)[k]) < 1e-12);
      QVERIFY(std::fabs(island_share(map, danger_rows(map), k) - tmpl.vocabulary.danger[k].share) < 1e-3);
    }
  }

  void rowsThatAskForMoreThanTheIslandHasAreTold() {
    RegionMap map = striped_map(3, 1);
    Template tmpl = with_danger({0.1, 0.2, 0.4, 0.3});
    for (int r = 2; r <= 3; ++r) {
      RegionMix row;
      row.region = r;
      row.danger = std::vector<double>{1, 0, 0, 0};
      tmpl.region_mixes.push_back(row);
    }
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    const bool told = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& f) { return f.code == "island_mix_unreachable"; });
    QVERIFY(told);
  }

  void aRareBiomeSurvivesPruning() {
    RegionMap map = striped_map(13, 3);
    Template tmpl = showcase_template("WindswardLike");
    const std::vector<double> shares{0.34, 0.30, 0.09, 0.09, 0.11, 0.01, 0.03, 0.03};
    set_shares(tmpl.vocabulary.biomes, shares);
    MixMatrix mean(13, std::vector<double>(shares.size(), 0.0));
    for (size_t r = 0; r < 13; ++r) mean[r][5] = 0.1 * static_cast<double>(r % 4);
    derive_biome_mixes(map, tmpl, mean);
    MixMatrix rows;
    for (const Region& r : map.regions) rows.emplace_back(r.biome_target.begin(), r.biome_target.end());
    int holders = 0;
    for (const auto& row : rows) holders += row[5] > 0 ? 1 : 0;
    QVERIFY(holders >= 2);
    for (size_t k = 0; k < shares.size(); ++k)
      QVERIFY(std::fabs(island_share(map, rows, k) - shares[k]) < 1e-3);
  }

  void aRowAsksForNothingThatIsTooSmallForItsRegion() {
    MixProblem p;
    p.area = {0.2, 0.2, 0.6};
    p.columns = {0.5, 0.44, 0.06};
    p.kernel = {{8, 2, 0.5}, {2, 8, 0.5}, {5, 4, 2}};
    p.floors.assign(3, std::vector<double>(3, 0.0));
    p.asked.resize(3);
    p.kept_entries = 1;
    const MixSolution small = solve_mixes(p);
    QVERIFY(small.rows[0][2] > 0 && small.rows[0][2] < 0.05);
    p.least = {0.05, 0.05, 0.015};
    const MixSolution cut = solve_mixes(p);
    QCOMPARE(cut.rows[0][2], 0.0);
    QCOMPARE(cut.rows[1][2], 0.0);
    QVERIFY(cut.rows[2][2] >= 0.015);
    QVERIFY(cut.column_error <= 1e-3);  // the third region makes up for it
  }

  void targetsInCellsFillEveryRegion() {
    RegionMap map = striped_map(7, 2);
    const Template tmpl = showcase_template("WindswardLike");
    Findings findings;
    derive_danger_mixes(map, tmpl, findings);
    const std::vector<int64_t> cells = region_cell_counts(map);
    const auto targets = danger_target_cells(map);
    for (size_t r = 0; r < cells.size(); ++r) {
      int64_t total = 0;
      for (const int64_t n : targets[r]) total += n;
      QCOMPARE(total, cells[r]);
    }
  }
};

FW_TEST(TestMixes)
#include "test_mixes.moc"
