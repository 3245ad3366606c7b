#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/model/colour/colour_science.h"
#include "core/model/colour/palette.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr Rgb kBlack{0, 0, 0}, kWhite{1, 1, 1};

Vocabulary rows(size_t factions, size_t biomes, size_t bands) {
  Vocabulary v;
  v.factions.resize(factions);
  v.biomes.resize(biomes);
  v.danger.resize(bands);
  for (size_t k = 0; k < biomes; ++k) v.biomes[k].id = v.biomes[k].label = "b" + std::to_string(k);
  return v;
}

double least_distance(const std::vector<Rgb>& colours, Sight sight) {
  double least = 1e9;
  for (size_t i = 0; i < colours.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      least = std::min(least, ciede2000(seen(colours[i], sight), seen(colours[j], sight)));
  return least;
}

bool is_near(double found, double wanted, double most) {
  return std::abs(found - wanted) <= most;
}

}  // namespace

class PaletteTest : public QObject {
  Q_OBJECT
 private slots:
  void distancesAreThoseOfThePublishedPairs() {
    struct Pair {
      Lab p, q;
      double distance;
    };
    // Sharma, Wu and Dalal 2005, table 1.
    const std::vector<Pair> pairs{{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                                  {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
                                  {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
                                  {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
                                  {{50, 0, 0}, {50, -1, 2}, 2.3669},
                                  {{50, 2.49, -0.001}, {50, -2.49, 0.0009}, 7.1792},
                                  {{50, 2.49, -0.001}, {50, -2.49, 0.0011}, 7.2195},
                                  {{50, -0.001, 2.49}, {50, 0.0009, -2.49}, 4.8045},
                                  {{50, -0.001, 2.49}, {50, 0.0011, -2.49}, 4.7461},
                                  {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
                                  {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                                  {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
                                  {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
                                  {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
                                  {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                                  {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
                                  {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
                                  {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
                                  {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441}};
    for (const Pair& pair : pairs) {
      QVERIFY2(is_near(ciede2000(pair.p, pair.q), pair.distance, 6e-5),
               qPrintable(QString::number(pair.distance)));
      QVERIFY(is_near(ciede2000(pair.q, pair.p), pair.distance, 6e-5));
    }
  }

  void coloursComeBackFromLab() {
    for (const uint32_t code : {0x8DB283u, 0x1F7FA6u, 0x000000u, 0xFFFFFFu, 0xB3202Cu})
      QCOMPARE(whole_bytes(rgb_of(lab_of(Rgb::hex(code)))), Rgb::hex(code));
    QVERIFY(is_near(contrast(kBlack, kWhite), 21, 1e-9));
  }

  void greysStayGreyToEveryEye() {
    for (const Sight sight : kSights)
      for (int v = 0; v <= 255; v += 15) {
        const Rgb grey{v / 255.0, v / 255.0, v / 255.0};
        QCOMPARE(whole_bytes(seen(grey, sight)), whole_bytes(grey));
      }
  }

  void redAndGreenComeNearerToTheColourBlind() {
    const Rgb red = Rgb::hex(0xC04030), green = Rgb::hex(0x508030);
    for (const Sight sight : {Sight::deuteranopia, Sight::protanopia})
      QVERIFY(ciede2000(seen(red, sight), seen(green, sight)) < 0.5 * ciede2000(red, green));
  }

  void generatedFillsStayApartForEveryEye() {
    for (const std::string_view name : kPaletteSlugs)
      for (size_t n = 2; n <= kColourBlindRows; ++n) {
        const Palette p = make_palette(rows(n, n, 4), name);
        for (const auto& fills : {p.faction, p.biome}) {
          QCOMPARE(fills.size(), n);
          QVERIFY2(least_distance(fills, Sight::normal) >= kLeastDistance, qPrintable(QString::number(n)));
          for (const Sight sight : {Sight::deuteranopia, Sight::protanopia})
            QVERIFY2(least_distance(fills, sight) >= kLeastSeenDistance, qPrintable(QString::number(n)));
        }
      }
  }

  void upToTwentyFourBiomesStayApartForNormalSight() {
    for (size_t n = kColourBlindRows + 1; n <= kMaxBiomes; ++n) {
      const double least = least_distance(make_palette(rows(1, n, 1)).biome, Sight::normal);
      QVERIFY2(least >= kLeastDistance, qPrintable(QString::number(least)));
    }
  }

  void fillsArePaleEnoughForBlackLettersAndRelief() {
    const Palette p = make_palette(rows(12, 24, 8));
    for (const Rgb fill : p.biome) {
      QVERIFY(contrast(fill, kBlack) >= 4.5);
      QVERIFY(lab_of(fill).l >= 55 && lab_of(fill).l <= 91);
      QVERIFY(ciede2000(fill, colour::kSeaNear) >= 9 && ciede2000(fill, colour::kSeaFar) >= 9);
    }
    for (size_t k = 0; k < p.faction.size(); ++k) {
      QVERIFY(contrast(p.faction[k], p.faction_ink[k]) >= 3);
      QVERIFY(contrast(kWhite, p.faction_ink[k]) >= 3);
    }
  }

  void bandsDarkenFromSafeToWorst() {
    for (const std::string_view name : kPaletteSlugs)
      for (size_t n = 1; n <= kMaxBands; ++n) {
        const Palette p = make_palette(rows(1, 1, n), name);
        QCOMPARE(p.danger.size(), n);
        for (size_t k = 1; k < n; ++k)
          for (const Sight sight : kSights) {
            const Rgb safer = seen(p.danger[k - 1], sight), worse = seen(p.danger[k], sight);
            QVERIFY(lab_of(safer).l > lab_of(worse).l + 2);
            QVERIFY(ciede2000(safer, worse) >= 4.5);
          }
      }
  }

  void statingOneColourMovesNoOther() {
    Vocabulary v = rows(4, 6, 5);
    v.families.resize(7);
    v.landmarks.resize(6);
    const Palette before = make_palette(v);
    const Rgb taken = before.biome[0];
    v.factions[2].colour = v.biomes[3].colour = v.danger[1].colour = taken;
    v.families[4].colour = v.landmarks[1].colour = before.family[0];
    const Palette after = make_palette(v);
    const auto moved = [](const std::vector<Rgb>& a, const std::vector<Rgb>& b) {
      std::vector<size_t> places;
      for (size_t k = 0; k < a.size(); ++k)
        if (a[k] != b[k]) places.push_back(k);
      return places;
    };
    QCOMPARE(moved(before.faction, after.faction), std::vector<size_t>{2});
    QCOMPARE(moved(before.biome, after.biome), std::vector<size_t>{3});
    QCOMPARE(moved(before.danger, after.danger), std::vector<size_t>{1});
    QCOMPARE(moved(before.family, after.family), std::vector<size_t>{4});
    QCOMPARE(moved(before.landmark_ink, after.landmark_ink), std::vector<size_t>{1});
    QCOMPARE(after.enemy, before.enemy);
    QCOMPARE(after.biome[3], taken);
    QVERIFY(make_palette(v, kPaletteSlugs[1]).biome[3] != taken);
    QCOMPARE(palette_findings(v).size(), size_t{2});  // rows of one colour are said
  }

  void sameRowsHaveSameColours() {
    const Vocabulary v = rows(5, 9, 3);
    QCOMPARE(make_palette(v).biome, make_palette(v).biome);
    QVERIFY(make_palette(v).enemy.size() >= 8);
    QVERIFY(is_palette("atlas") && !is_palette("rainbow"));
  }

  void everyTableMayBeEmptyOrFull() {
    Vocabulary v;
    QVERIFY(make_palette(v).biome.empty());
    v.families.resize(kMaxFamilies);
    v.landmarks.resize(kMaxLandmarkKinds);
    const Palette p = make_palette(v);
    QCOMPARE(p.family.size(), kMaxFamilies);
    QVERIFY(least_distance(p.family, Sight::normal) > 5);
    QCOMPARE(p.landmark_ink.size(), kMaxLandmarkKinds);
  }

  void alikeColoursAreSaid() {
    Vocabulary v = rows(1, 3, 1);
    QVERIFY(palette_findings(v).empty());
    v.biomes[0].colour = Rgb::hex(0x8DB283);
    v.biomes[2].colour = Rgb::hex(0x8DB287);
    const Findings findings = palette_findings(v);
    QCOMPARE(findings.size(), size_t{1});
    QCOMPARE(findings[0].where, std::string("biomes.b2.colour"));
    QVERIFY(findings[0].message.find("b0 and b2") != std::string::npos);
    const Vocabulary many = rows(1, 24, 1);
    QCOMPARE(palette_findings(many).size(), size_t{1});
  }
};

FW_TEST(PaletteTest)
#include "test_palette.moc"
