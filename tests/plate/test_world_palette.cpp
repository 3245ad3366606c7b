#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/model/colour/colour_science.h"
#include "core/model/colour/safe_palette.h"
#include "render/map/scene/world_palette.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

double hue_deg(Rgb colour) {
  const Lab lab = lab_of(colour);
  return std::atan2(lab.b, lab.a) * 57.29577951308232;
}

}  // namespace

class WorldPaletteTest : public QObject {
  Q_OBJECT
 private slots:
  void rowsMeetWhereTheyHaveTwelveCommonEdges() {
    Raster<uint8_t> codes(GridSpec{20, 20, 1}, 1);
    for (int r = 0; r < 20; ++r)
      for (int c = 10; c < 20; ++c) codes.at(c, r) = r < 12 ? 2 : r < 19 ? 3 : 0;
    const std::vector<RowPair> pairs = neighbours(codes, 3);
    QCOMPARE(pairs.size(), size_t{1});  // 1 and 3 have 7 edges, 2 and 3 have 10
    QVERIFY((pairs[0] == RowPair{0, 1}));
  }

  void neighboursAreToldApartByEveryEyeAndInGreyAndKeepTheirHues() {
    // Pairs that some eyes cannot tell apart: red and green, two greens, blue and violet, greys.
    const std::vector<Rgb> fills{Rgb::hex(0x7FB069), Rgb::hex(0xC98A6A), Rgb::hex(0x8FBF7A),
                                 Rgb::hex(0x7A86C8), Rgb::hex(0x9A7AC0), Rgb::hex(0xA8A8A8),
                                 Rgb::hex(0xD8B060)};
    const std::vector<RowPair> pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 5}, {5, 6}, {0, 6}};
    const std::vector<Rgb> safe = told_apart(fills, pairs, 1);
    for (const RowPair& pair : pairs) {
      const ColourStep step = step_between(safe[pair.first], safe[pair.second]);
      const QString found =
          QString("%1-%2: %3, %4").arg(pair.first).arg(pair.second).arg(step.difference).arg(step.lightness);
      QVERIFY2(step.difference >= kLeastNeighbourDifference, qPrintable(found));
      QVERIFY2(step.lightness >= kLeastNeighbourLightness, qPrintable(found));
    }
    for (size_t k = 0; k < fills.size(); ++k) {
      const Lab lab = lab_of(fills[k]);
      if (std::hypot(lab.a, lab.b) < 8) continue;  // grey has no hue
      QVERIFY(std::fabs(std::remainder(hue_deg(safe[k]) - hue_deg(fills[k]), 360)) <= 34);
    }
    QVERIFY(told_apart(fills, pairs, 1) == safe);
  }

  void aTritanopeTakesBlueForGreen() {
    QCOMPARE(step_between(Rgb::hex(0x808080), Rgb::hex(0x808080)).difference, 0.0);
    // Greys are seen alike by all; each kind of sight lowers the difference of some pair.
    const Rgb blue = Rgb::hex(0x4A7AB0), green = Rgb::hex(0x3F8080);
    QVERIFY(ciede2000(seen(blue, Sight::tritanopia), seen(green, Sight::tritanopia)) <
            0.6 * ciede2000(blue, green));
    QVERIFY(step_between(blue, green).difference <= ciede2000(blue, green));
  }

  void theNoteNamesTheNeighboursThatLookAlikeAndTheSafePaletteHasNone() {
    test::SyntheticIsland island = test::synthetic_island(8000, 96, 2);
    std::vector<FactionRow>& rows = island.world.vocabulary.factions;
    for (FactionRow& row : rows) row.colour = Rgb::hex(0x9CC08A);
    const Findings alike = neighbours_alike(island.world, world_palette(island.world, "atlas"));
    QCOMPARE(alike.size(), size_t{1});
    QCOMPARE(alike[0].code, std::string("neighbours_alike"));
    QVERIFY(alike[0].severity == Severity::info);
    QVERIFY(std::ranges::any_of(
        rows, [&](const FactionRow& row) { return alike[0].message.find(row.label) != std::string::npos; }));
    const Palette safe = world_palette(island.world, "colour_blind_safe");
    QVERIFY(neighbours_alike(island.world, safe).empty());
    QVERIFY(safe.biome == make_palette(island.world.vocabulary, "colour_blind_safe").biome);
  }
};

FW_TEST(WorldPaletteTest)
#include "test_world_palette.moc"
