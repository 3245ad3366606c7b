#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/model/world/seam.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/mixes.h"
#include "showcase_layers.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kResolution = 128;

const ShowcaseLayers& windsward() {
  static const ShowcaseLayers layers = make_showcase(showcase_template("WindswardLike"), 42, kResolution);
  return layers;
}

std::vector<std::vector<int64_t>> counts_of(const RegionMap& map, const Raster<uint8_t>& band) {
  std::vector<std::vector<int64_t>> counts(map.regions.size(),
                                           std::vector<int64_t>(map.regions.front().danger_target.size(), 0));
  for (size_t i = 0; i < band.size(); ++i)
    if (map.code[i] != 0) ++counts[map.code[i] - 1u][band[i] - 1u];
  return counts;
}

/// Where the second band and each worse one begins.
std::vector<double> thresholds() {
  std::vector<double> out;
  for (const BandRow& row : windsward().tmpl.vocabulary.danger) out.push_back(row.threshold);
  out.erase(out.begin());
  return out;
}

}  // namespace

class TestDanger : public QObject {
  Q_OBJECT
 private slots:
  void everyRegionHasItsBandsToTheCell() {
    QVERIFY(counts_of(windsward().map, windsward().danger.band) == danger_target_cells(windsward().map));
  }

  void seaCarriesNoBandAndLandCarriesOne() {
    for (size_t i = 0; i < windsward().map.code.size(); ++i)
      QCOMPARE(windsward().danger.band[i] != 0, windsward().map.code[i] != 0);
  }

  void bandsAreNestedAlongNearlyEveryContact() {
    const Raster<uint8_t>& band = windsward().danger.band;
    int contacts = 0;
    int skips = 0;
    for (int row = 0; row < band.grid.rows; ++row)
      for (int column = 0; column + 1 < band.grid.columns; ++column) {
        const int a = band.at(column, row);
        const int b = band.at(column + 1, row);
        if (a == 0 || b == 0 || a == b) continue;
        ++contacts;
        skips += std::abs(a - b) > 1 ? 1 : 0;
      }
    QVERIFY(contacts > 0);
    QVERIFY2(skips * 50 <= contacts, qPrintable(QString("%1 of %2").arg(skips).arg(contacts)));
  }

  void calibratedDangerCutAtItsThresholdsIsTheBand() {
    const std::vector<double> t = thresholds();
    for (size_t i = 0; i < windsward().map.code.size(); ++i) {
      if (windsward().map.code[i] == 0) continue;
      const auto d = static_cast<double>(windsward().danger.calibrated[i]);
      const int band = 1 + (d >= t[0] ? 1 : 0) + (d >= t[1] ? 1 : 0) + (d >= t[2] ? 1 : 0);
      QCOMPARE(static_cast<int>(windsward().danger.band[i]), band);
      QVERIFY(d >= 0 && d <= 1);
    }
  }

  void strictModeIsAPlainSortOfEveryRegion() {
    Template tmpl = windsward().tmpl;
    tmpl.layer_mode = LayerMode::strict_quantile;
    const DangerLayer strict = danger_of(windsward(), tmpl);
    const NoiseField noise =
        bind_noise(tmpl.noise.danger, derive(windsward().seeds.noise_stream(), "danger"));
    const Raster<float> n = noise_raster(noise, windsward().map.code.grid, 0);
    const auto target = danger_target_cells(windsward().map);
    for (size_t r = 0; r < target.size(); ++r) {
      std::vector<std::pair<float, size_t>> order;
      for (size_t i = 0; i < n.size(); ++i)
        if (windsward().map.code[i] == r + 1) order.emplace_back(n[i], i);
      std::sort(order.begin(), order.end());
      size_t at = 0;
      for (size_t k = 0; k < target[r].size(); ++k)
        for (int64_t c = 0; c < target[r][k]; ++c, ++at)
          QCOMPARE(static_cast<size_t>(strict.band[order[at].second]), k + 1);
    }
  }

  void rawThresholdsCutTheNormalisedStack() {
    Template tmpl = windsward().tmpl;
    tmpl.danger_mode = DangerMode::raw_thresholds;
    const DangerLayer raw = danger_of(windsward(), tmpl);
    for (size_t i = 0; i < raw.band.size(); ++i) {
      if (windsward().map.code[i] == 0) continue;
      const auto v = static_cast<double>(raw.calibrated[i]);
      const std::vector<double> t = thresholds();
      QCOMPARE(static_cast<int>(raw.band[i]), v < t[0] ? 1 : v < t[1] ? 2 : v < t[2] ? 3 : 4);
    }
  }

  void bandsThatWouldDrawRegionBordersAreFittedMoreGently() {
    // An island whose first fit draws its region borders (lift 1.68).
    const ShowcaseLayers s = make_showcase(showcase_template("EdengroveLike"), 4, 512);
    const double seam = seam_score(count_seam(s.danger.band, s.map.code));
    QVERIFY2(seam <= kVisibleBorder, qPrintable(QString::number(seam)));
    QVERIFY(counts_of(s.map, s.danger.band) == danger_target_cells(s.map));
    QVERIFY(label_components(s.danger.band).cells.size() <= 30);
  }

  void anyNumberOfBandsIsCutToTheCell_data() {
    QTest::addColumn<int>("bands");
    for (const int bands : {1, 2, 3, 6, int(kMaxBands)}) QTest::addRow("%d", bands) << bands;
  }
  void anyNumberOfBandsIsCutToTheCell() {
    QFETCH(int, bands);
    Template tmpl = windsward().tmpl;
    std::vector<BandRow>& rows = tmpl.vocabulary.danger;
    rows.assign(static_cast<size_t>(bands), BandRow{});
    for (int k = 0; k < bands; ++k) {
      BandRow& row = rows[static_cast<size_t>(k)];
      row.id = row.label = "band" + std::to_string(k);
      row.share = 1.0 / bands;
      row.threshold = static_cast<double>(k) / bands;
      row.tier_at = 0.05 + 1.07 * k / std::max(1, bands - 1);
    }
    tmpl.resources.clear();
    tmpl.wildlife.clear();
    tmpl.enemies.clear();
    const ShowcaseLayers s = make_showcase(tmpl, 42, kResolution);
    QVERIFY(counts_of(s.map, s.danger.band) == danger_target_cells(s.map));
    for (size_t i = 0; i < s.map.code.size(); ++i)
      if (s.map.code[i] != 0)
        QVERIFY(static_cast<double>(s.danger.calibrated[i]) >= rows[s.danger.band[i] - 1u].threshold);
  }

  void phaseMovesTheBands() {
    Template tmpl = windsward().tmpl;
    tmpl.noise.phase = 0.7;
    const DangerLayer moved = danger_of(windsward(), tmpl);
    QVERIFY(moved.band.cells != windsward().danger.band.cells);
    QVERIFY(counts_of(windsward().map, moved.band) == danger_target_cells(windsward().map));
  }
};

FW_TEST(TestDanger)
#include "test_danger.moc"
