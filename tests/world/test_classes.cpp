#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/field/filter.h"
#include "core/world/land/stacks.h"
#include "core/world/fit/balance.h"
#include "core/world/layers/mixes.h"
#include "showcase_layers.h"

using namespace fw;

namespace {

const ShowcaseLayers& edengrove() {
  static const ShowcaseLayers layers = make_showcase(showcase_template("EdengroveLike"), 99, 256);
  return layers;
}

std::string digest(const ShowcaseLayers& s) {
  Sha256 sha;
  for (const Raster<uint8_t>* r : {&s.danger.band, &s.biome.code, &s.faction.code, &s.type.code})
    sha.update(r->cells.data(), r->cells.size());
  for (const Raster<float>* r : {&s.danger.calibrated, &s.biome.score, &s.faction.score})
    sha.update(r->cells.data(), r->cells.size() * sizeof(float));
  return sha.hex();
}

int speck_count(const Raster<uint8_t>& code) {
  const Components parts = label_components(code);
  return static_cast<int>(std::count_if(parts.cells.begin(), parts.cells.end(), [&](int64_t n) {
    return static_cast<double>(n) * code.grid.cell_area_m2() < 12207;
  }));
}

}  // namespace

class TestClasses : public QObject {
  Q_OBJECT
 private slots:
  void everyRegionHasItsBiomesToTheCell() {
    const RegionMap& map = edengrove().map;
    std::vector<std::vector<int64_t>> counts(map.regions.size(), std::vector<int64_t>(kBiomes, 0));
    for (size_t i = 0; i < map.code.size(); ++i)
      if (map.code[i] != 0) ++counts[map.code[i] - 1u][edengrove().biome.code[i] - 1u];
    QVERIFY(counts == biome_target_cells(map));
  }

  void layersAreSeamlessCompactAndFreeOfSpecks() {
    const ShowcaseLayers& s = edengrove();
    QCOMPARE(speck_count(s.danger.band), 0);
    QCOMPARE(speck_count(s.biome.code), 0);
    QVERIFY(label_components(s.danger.band).cells.size() <= 30);
    QVERIFY(label_components(s.biome.code).cells.size() <= 60);
    QCOMPARE(label_components(s.faction.code).cells.size(), size_t{4});
    QVERIFY(seam_lift(s.danger.band, s.map.code) <= 1.6);
    QVERIFY(seam_lift(s.biome.code, s.map.code) <= 1.6);
  }

  void factionsHaveTheTemplatesSharesOfTheIsland() {
    std::array<double, kFactions> count{};
    double land = 0;
    for (size_t i = 0; i < edengrove().map.code.size(); ++i)
      if (edengrove().map.code[i] != 0) {
        count[edengrove().faction.code[i] - 1u] += 1;
        land += 1;
      }
    for (size_t k = 0; k < kFactions; ++k)
      QVERIFY(std::fabs(count[k] / land - edengrove().tmpl.factions[k]) < 0.005);
  }

  void neutralGroundBelongsToNobody() {
    for (size_t i = 0; i < edengrove().map.code.size(); ++i)
      if (edengrove().map.code[i] != 0)
        QCOMPARE(edengrove().faction.code[i] == 4,
                 edengrove().map.regions[edengrove().map.code[i] - 1u].neutral);
  }

  void anAskedBiomeRowIsKept() {
    Template tmpl = edengrove().tmpl;
    RegionMix row;
    row.region = 5;
    row.biomes = BiomeMix{0.2, 0.5, 0, 0, 0, 0, 0, 0.3};
    tmpl.region_mixes.push_back(row);
    const ShowcaseLayers s = make_showcase(tmpl, 99, 128);
    QVERIFY(s.map.regions[4].biome_asked);
    for (size_t k = 0; k < kBiomes; ++k)
      QVERIFY(std::fabs(s.map.regions[4].biome_actual[k] - (*row.biomes)[k]) < 0.01);
  }

  void strictModeIsAPlainSortOfEveryRegion() {
    Template tmpl = edengrove().tmpl;
    tmpl.layer_mode = LayerMode::strict_quantile;
    const ShowcaseLayers s = make_showcase(tmpl, 99, 128);
    const NoiseField noise = bind_noise(tmpl.noise.biome, derive(s.seeds.noise_stream(), "biome"));
    const Raster<float> n = noise_raster(noise, s.map.code.grid, 0);
    const auto target = biome_target_cells(s.map);
    for (size_t r = 0; r < target.size(); ++r) {
      std::vector<std::pair<float, size_t>> order;
      for (size_t i = 0; i < n.size(); ++i)
        if (s.map.code[i] == r + 1) order.emplace_back(n[i], i);
      std::sort(order.begin(), order.end());
      size_t at = 0;
      for (size_t k = 0; k < kBiomes; ++k)
        for (int64_t c = 0; c < target[r][k]; ++c, ++at)
          QCOMPARE(static_cast<size_t>(s.biome.code[order[at].second]), k + 1);
    }
    QVERIFY(seam_lift(s.biome.code, s.map.code) > 2);
  }

  void typesDivideTheIslandByTheirQuotas() {
    const ShowcaseLayers& s = edengrove();
    std::array<double, 4> count{};
    for (const uint8_t code : s.type.code.cells) count[code] += 1;
    const auto quota = [](const std::vector<PointClass>& classes) {
      double total = 0;
      for (const PointClass& c : classes) total += c.quota;
      return total;
    };
    const double total = quota(s.tmpl.resources) + quota(s.tmpl.wildlife) + quota(s.tmpl.enemies);
    const double land = count[1] + count[2] + count[3];
    QVERIFY(std::fabs(count[1] / land - quota(s.tmpl.resources) / total) < 1e-3);
    QVERIFY(std::fabs(count[2] / land - quota(s.tmpl.wildlife) / total) < 1e-3);
  }

  void threadsDoNotChangeAByte() {
    const Template tmpl = showcase_template("ShatteredMountainLike");
    std::string one;
    std::string many;
    {
      const ThreadLimit limit(1);
      one = digest(make_showcase(tmpl, 7, 128));
    }
    {
      const ThreadLimit limit(7);
      many = digest(make_showcase(tmpl, 7, 128));
    }
    QCOMPARE(one, many);
  }

  void nearbyResolutionsShowTheSameWorld() {
    const Template tmpl = showcase_template("WindswardLike");
    const ShowcaseLayers coarse = make_showcase(tmpl, 42, 256);
    const ShowcaseLayers fine = make_showcase(tmpl, 42, 512);
    for (const auto& [low, high] :
         {std::pair{&coarse.danger.band, &fine.danger.band}, std::pair{&coarse.biome.code, &fine.biome.code},
          std::pair{&coarse.faction.code, &fine.faction.code}}) {
      const Raster<uint8_t> back = resample_nearest(*low, high->grid);
      double land = 0;
      double same = 0;
      for (size_t i = 0; i < back.size(); ++i) {
        if (back[i] == 0 || (*high)[i] == 0) continue;
        land += 1;
        same += back[i] == (*high)[i] ? 1 : 0;
      }
      QVERIFY2(same / land >= 0.97, qPrintable(QString::number(same / land)));
    }
  }

  void aSharedSeedTakesTheOtherLayersSubStream() {
    QCOMPARE(noise_tag("biome", "", 1, "forest"), std::string("biome.forest"));
    QCOMPARE(noise_tag("danger", "", 0, ""), std::string("danger"));
    QCOMPARE(noise_tag("faction", "biome", 1, "purple"), std::string("biome.forest"));
    QCOMPARE(noise_tag("danger", "biome", 0, ""), std::string("biome.grassland"));
    QCOMPARE(noise_tag("biome", "danger", 0, "grassland"), std::string("danger"));
    QCOMPARE(noise_tag("biome", "danger", 2, "wetland"), std::string("danger.wetland"));
    QCOMPARE(noise_tag("biome", "faction", 6, "arid"), std::string("faction.arid"));
  }
};

QTEST_GUILESS_MAIN(TestClasses)
#include "test_classes.moc"
