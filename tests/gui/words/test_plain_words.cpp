#include <QRegularExpression>
#include <QTest>

#include "app/gui/document/document.h"
#include "app/gui/words/plain_words.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;

class TestPlainWords : public QObject {
  Q_OBJECT
 private slots:
  void pathsBecomeTheNamesOfTheirRowsAndKeys() {
    Template t = test::builtin("Tiny");
    t.resources[1].label = "Iron vein";
    const auto said = [&t](const char* path) { return path_in_words(path, t); };
    QCOMPARE(said("resources[1].quota"), QStringLiteral("Iron vein \u203A Quota"));
    QCOMPARE(said("resources.iron_vein.spacing_m"), QStringLiteral("Iron vein \u203A Spacing"));
    QCOMPARE(said("resources[1].biomes.forest"), QStringLiteral("Iron vein \u203A Biomes \u203A Forest"));
    QCOMPARE(said("land.fraction"), QStringLiteral("Land \u203A Fraction"));
    QCOMPARE(said("noise.danger.octaves"), QStringLiteral("Noise \u203A Danger \u203A Octaves"));
    QCOMPARE(said("danger[0]"), QStringLiteral("Green"));
    QCOMPARE(said("my.json"), QString());
    QCOMPARE(said("resources[99].quota"), QString());
    PinRow pin;
    pin.id = "t7vj1p";
    t.hand.pins.push_back(pin);
    QCOMPARE(said("hand.pins.t7vj1p.x_m"), said("hand.pins[0].x_m"));
    QVERIFY(!said("hand.pins.t7vj1p.x_m").contains("t7vj1p"));
  }

  void sentencesKeepAllButTheirPathsAndOptions() {
    const Template t = test::builtin("Tiny");
    QCOMPARE(plain_words("Set regions.neutral to 0 (0.35 of it), see a.b.json: --low-m 0.", t),
             QStringLiteral("Set Regions \u203A Neutral to 0 (0.35 of it), see a.b.json: Low 0."));
    QCOMPARE(plain_words("Lower resources[0].quota, e.g. to 3.", t),
             QStringLiteral("Lower Timber \u203A Quota, e.g. to 3.").replace("Timber", "timber"));
  }

  void rowsOfTheHandGoByTheirNumbersInSentences() {
    Template t = test::builtin("Tiny");
    for (const char* id : {"w474pp", "brook"}) {
      WaterRow row;
      row.id = id;
      t.hand.waters.push_back(row);
    }
    for (const char* id : {"t7vj1p", "p2"}) {
      PinRow row;
      row.id = id;
      t.hand.pins.push_back(row);
    }
    QCOMPARE(plain_words("Row w474pp of waters does nothing. Row brook of waters, a brook.", t),
             QStringLiteral("Waters 1 does nothing. Waters 2, a brook."));
    QCOMPARE(plain_words("Pin t7vj1p (deer) does not stand; t7vj1p and p2, 3 m apart.", t),
             QStringLiteral("Pins 1 (deer) does not stand; Pins 1 and Pins 2, 3 m apart."));
    QCOMPARE(plain_words("p20 and p2.json", t), QStringLiteral("p20 and p2.json"));
  }

  void noFindingShowsARowByNumberOrAKeyOfTheFile() {
    Template t = test::builtin("WindswardLike");
    t.vocabulary.biomes[2].share = 0;
    t.resources[0].quota = 90000;
    t.resources[1].family = "gone";
    t.resources[2].biome_affinity.assign(t.vocabulary.biomes.size(), 0.0);
    t.vocabulary.landmarks[2].count = 4000;
    t.water.rivers = Nature::none;
    size_t seen = 0;
    const QRegularExpression raw(
        "\\w\\[\\d+\\]|\\b(resources|landmarks|biomes|water|land|regions)\\.[a-z_]+");
    for (const Findings& findings : {check_template(t), check_feasibility(t)})
      for (const Finding& f : findings) {
        ++seen;
        const QString text = plain_words(f.message, t);
        QVERIFY2(!raw.match(text).hasMatch(), qPrintable(text));
      }
    QVERIFY(seen >= 3);
  }
};

FW_TEST(TestPlainWords)
#include "test_plain_words.moc"
