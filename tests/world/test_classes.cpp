#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/hash.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/balance.h"
#include "core/world/land/stacks.h"
#include "core/world/layers/mixes.h"
#include "showcase_layers.h"
#include "tests/support/test_main.h"

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

int64_t land_cells(const ShowcaseLayers& s) {
  int64_t cells = 0;
  for (const int64_t n : region_cell_counts(s.map)) cells += n;
  return cells;
}

std::vector<int64_t> cells_of_land(const ShowcaseLayers& s) {
  std::vector<int64_t> out(s.tmpl.vocabulary.biomes.size(), 0);
  for (const std::vector<int64_t>& row : class_cells(s.map, s.biome.code, out.size()))
    for (size_t k = 0; k < out.size(); ++k) out[k] += row[k];
  return out;
}

int small_pieces(const Raster<uint8_t>& code) {
  const Components parts = label_components(code);
  return static_cast<int>(std::count_if(parts.cells.begin(), parts.cells.end(), [&](int64_t n) {
    return static_cast<double>(n) * code.grid.cell_area_m2() < 12207;
  }));
}

}  // namespace

class TestClasses : public QObject {
  Q_OBJECT
 private slots:
  void theLandHasItsBiomesToTheCell() {
    const ShowcaseLayers& s = edengrove();
    QVERIFY(cells_of_land(s) == largest_remainder(row_shares(s.tmpl.vocabulary.biomes), land_cells(s)));
  }

  void rowsThatNobodyStatesRepeatWhatCame() {
    for (const Region& region : edengrove().map.regions) {
      QVERIFY(!region.biome_asked);
      QVERIFY(region.biome_target == region.biome_actual);
    }
  }

  void statedRowsAndTheLandAreMetToTheCell() {
    Template tmpl = edengrove().tmpl;
    for (const int region : {2, 5, 6, 11}) {
      RegionMix row;
      row.region = region;
      row.biomes = std::vector<double>{0, 0.55, region < 6 ? 0.4 : 0.0, 0, 0, 0, 0, region < 6 ? 0.05 : 0.45};
      tmpl.region_mixes.push_back(row);
    }
    const ShowcaseLayers s = make_showcase(tmpl, 99, 256);
    const ZoneCounts got = class_cells(s.map, s.biome.code, 8);
    const std::vector<int64_t> cells = region_cell_counts(s.map);
    for (const RegionMix& row : tmpl.region_mixes) {
      const auto r = static_cast<size_t>(row.region) - 1;
      QVERIFY2(got[r] == largest_remainder(*row.biomes, cells[r]), s.map.regions[r].name.c_str());
      QVERIFY(s.map.regions[r].biome_asked && s.map.regions[r].biome_target == *row.biomes);
    }
    QVERIFY(cells_of_land(s) == largest_remainder(row_shares(tmpl.vocabulary.biomes), land_cells(s)));
    QCOMPARE(small_pieces(s.biome.code), 0);
  }

  // The paper's case: the regional quantile mapping, with a row of its own for every region.
  void allRegionsMayStateTheirRows() {
    Template tmpl = edengrove().tmpl;
    for (size_t r = 0; r < edengrove().map.regions.size(); ++r) {
      RegionMix row;
      row.region = static_cast<int>(r) + 1;
      row.biomes = std::vector<double>(8, 0.0);
      const double main = 0.4 + 0.02 * static_cast<double>(r);
      (*row.biomes)[r % 8] = main;
      (*row.biomes)[(r + 1) % 8] = 0.3;
      (*row.biomes)[(r + 4) % 8] = 0.7 - main;
      tmpl.region_mixes.push_back(row);
    }
    const ShowcaseLayers s = make_showcase(tmpl, 99, 256);
    const ZoneCounts got = class_cells(s.map, s.biome.code, 8);
    const std::vector<int64_t> cells = region_cell_counts(s.map);
    for (size_t r = 0; r < cells.size(); ++r) {
      const std::vector<int64_t> want = largest_remainder(*tmpl.region_mixes[r].biomes, cells[r]);
      for (size_t k = 0; k < want.size(); ++k)
        QVERIFY2(std::abs(got[r][k] - want[k]) <= 1, s.map.regions[r].name.c_str());
    }
  }

  void aLimitIsAPriceThatGrowsAndHoldsWithoutTheGround() {
    QCOMPARE(limit_price_sd(0), 0.0F);
    QCOMPARE(limit_price_sd(1), 3.0F);
    QCOMPARE(limit_price_sd(2), 6.0F);
    QVERIFY(limit_price_sd(20) > limit_price_sd(10));
    Template tmpl = edengrove().tmpl;
    tmpl.ground_weight = 0;
    const auto high_share = [](const ShowcaseLayers& s) {
      const BiomeRoom room =
          measure_biome_room(s.map, s.blocks.blocks, s.inputs, s.biome.code, s.tmpl).back();
      return std::pair{1 - static_cast<double>(room.beyond()) / static_cast<double>(room.cells),
                       static_cast<double>(room.room) / static_cast<double>(land_cells(s))};
    };
    for (BiomeRow& row : tmpl.vocabulary.biomes) row.only = {};
    Template limited = tmpl;
    limited.vocabulary.biomes[5].only.height.min = 0.75;
    const ShowcaseLayers with = make_showcase(limited, 99, 128);
    QVERIFY2(high_share(with).first > 0.9, qPrintable(QString::number(high_share(with).first)));
    QVERIFY(std::fabs(high_share(with).second - 0.25) < 0.01);
    // More than there is room for: what lies nearest to the limit gives way first.
    set_shares(limited.vocabulary.biomes, {0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.05, 0.05});
    const ShowcaseLayers crowded = make_showcase(limited, 99, 128);
    double lowest = 1;
    int64_t low = 0, cells = 0;
    for (const ZoneBlocks::Run& run : crowded.blocks.blocks.runs)
      for (uint32_t i = 0; i < run.count; ++i)
        if (crowded.biome.code[run.cell + i] == 6) {
          const auto rank = static_cast<double>(crowded.inputs.height[run.slot + i]);
          lowest = std::min(lowest, rank);
          low += rank < 0.5 ? 1 : 0;
          ++cells;
        }
    QVERIFY2(low < cells / 20, qPrintable(QString("%1 of %2, lowest %3").arg(low).arg(cells).arg(lowest)));
  }

  void layersAreSeamlessCompactAndFreeOfSpecks() {
    const ShowcaseLayers& s = edengrove();
    QCOMPARE(small_pieces(s.danger.band), 0);
    QCOMPARE(small_pieces(s.biome.code), 0);
    QVERIFY(label_components(s.danger.band).cells.size() <= 30);
    QVERIFY(label_components(s.biome.code).cells.size() <= 90);
    QCOMPARE(label_components(s.faction.code).cells.size(), size_t{4});
    QVERIFY(seam_lift(s.danger.band, s.map.code) <= 1.6);
    QVERIFY(seam_lift(s.biome.code, s.map.code) <= 1.6);
  }

  void factionsHaveTheTemplatesSharesOfTheIsland() {
    const std::vector<FactionRow>& rows = edengrove().tmpl.vocabulary.factions;
    std::vector<double> count(rows.size(), 0.0);
    double land = 0;
    for (size_t i = 0; i < edengrove().map.code.size(); ++i)
      if (edengrove().map.code[i] != 0) {
        count[edengrove().faction.code[i] - 1u] += 1;
        land += 1;
      }
    for (size_t k = 0; k < rows.size(); ++k) QVERIFY(std::fabs(count[k] / land - rows[k].share) < 0.005);
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
    row.biomes = std::vector<double>{0.2, 0.5, 0, 0, 0, 0, 0, 0.3};
    tmpl.region_mixes.push_back(row);
    const ShowcaseLayers s = make_showcase(tmpl, 99, 128);
    QVERIFY(s.map.regions[4].biome_asked);
    for (size_t k = 0; k < row.biomes->size(); ++k)
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
      for (size_t k = 0; k < target[r].size(); ++k)
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
    // Biomes follow valleys and crests: their borders are long, and each lies within a cell.
    for (const auto& [low, high, least] : {std::tuple{&coarse.danger.band, &fine.danger.band, 0.97},
                                           {&coarse.biome.code, &fine.biome.code, 0.94},
                                           {&coarse.faction.code, &fine.faction.code, 0.97}}) {
      const Raster<uint8_t> back = resample_nearest(*low, high->grid);
      double land = 0;
      double same = 0;
      for (size_t i = 0; i < back.size(); ++i) {
        if (back[i] == 0 || (*high)[i] == 0) continue;
        land += 1;
        same += back[i] == (*high)[i] ? 1 : 0;
      }
      QVERIFY2(same / land >= least, qPrintable(QString::number(same / land)));
    }
  }

  void theNeutralRowMayStandAnywhere() {
    Template tmpl = edengrove().tmpl;
    std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
    std::rotate(rows.begin(), rows.end() - 1, rows.end());
    const ShowcaseLayers s = make_showcase(tmpl, 99, 128);
    for (size_t i = 0; i < s.map.code.size(); ++i)
      if (s.map.code[i] != 0) QCOMPARE(s.faction.code[i] == 1, s.map.regions[s.map.code[i] - 1u].neutral);
  }

  void oneFactionOneBiomeAndOneBandCoverTheLand() {
    Template tmpl = showcase_template("Tiny");
    tmpl.vocabulary.factions.resize(1);
    tmpl.vocabulary.biomes.resize(1);
    tmpl.vocabulary.danger.resize(1);
    tmpl.vocabulary.factions[0].share = tmpl.vocabulary.biomes[0].share = tmpl.vocabulary.danger[0].share = 1;
    tmpl.regions.neutral = 0;
    tmpl.resources.clear();
    tmpl.wildlife.clear();
    tmpl.enemies.clear();
    const ShowcaseLayers s = make_showcase(tmpl, 3, 96);
    for (size_t i = 0; i < s.map.code.size(); ++i) {
      const uint8_t on_land = s.map.code[i] != 0 ? 1 : 0;
      QCOMPARE(s.faction.code[i], on_land);
      QCOMPARE(s.biome.code[i], on_land);
      QCOMPARE(s.danger.band[i], on_land);
    }
  }

  void manyBiomesKeepTheirSharesOfTheLand() {
    Template tmpl = showcase_template("WindswardLike");
    std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
    while (rows.size() < 15) {
      rows.push_back(rows[rows.size() - 8]);
      rows.back().id += "_too";
    }
    for (BiomeRow& row : rows) row.share = 1.0 / static_cast<double>(rows.size());
    const ShowcaseLayers s = make_showcase(tmpl, 42, 192);
    std::vector<double> count(rows.size(), 0.0);
    double land = 0;
    for (const uint8_t code : s.biome.code.cells)
      if (code != 0) {
        count[code - 1u] += 1;
        land += 1;
      }
    for (const double n : count)
      QVERIFY(std::fabs(n / land - 1.0 / static_cast<double>(rows.size())) < 0.005);
    QCOMPARE(small_pieces(s.biome.code), 0);
  }

  void everyOwnerHasOnePieceOnEveryPieceOfGround() {
    Template tmpl = showcase_template("WindswardLike");
    tmpl.land.shape = LandShape::archipelago;
    tmpl.land.islands = 3;
    const ShowcaseLayers s = make_showcase(tmpl, 5, 192);
    std::set<std::pair<uint8_t, int>> owned, seen;
    for (const Region& region : s.map.regions)
      if (!region.neutral)
        owned.insert({static_cast<uint8_t>(static_cast<uint8_t>(region.owner) + 1), region.piece});
    const uint8_t nobody = static_cast<uint8_t>(static_cast<size_t>(*tmpl.vocabulary.neutral()) + 1);
    const Components parts = label_components(s.faction.code);
    for (size_t c = 0; c < parts.cells.size(); ++c) {
      if (parts.label[c] == nobody) continue;
      const int piece = s.map.regions[s.map.code[parts.first[c]] - 1u].piece;
      QVERIFY(owned.contains({parts.label[c], piece}));
      QVERIFY(seen.insert({parts.label[c], piece}).second);
    }
  }

  void aSharedSeedTakesTheOtherLayersSubStream() {
    const Vocabulary rows = edengrove().tmpl.vocabulary;
    QCOMPARE(noise_tag(rows, "biome", "", 1, "forest"), std::string("biome.forest"));
    QCOMPARE(noise_tag(rows, "danger", "", 0, ""), std::string("danger"));
    QCOMPARE(noise_tag(rows, "faction", "biome", 1, "purple"), std::string("biome.forest"));
    QCOMPARE(noise_tag(rows, "danger", "biome", 0, ""), std::string("biome.grassland"));
    QCOMPARE(noise_tag(rows, "biome", "danger", 0, "grassland"), std::string("danger"));
    QCOMPARE(noise_tag(rows, "biome", "danger", 2, "wetland"), std::string("danger.wetland"));
    QCOMPARE(noise_tag(rows, "biome", "faction", 6, "arid"), std::string("faction.arid"));
  }
};

FW_TEST(TestClasses)
#include "test_classes.moc"
