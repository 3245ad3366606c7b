#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/hash.h"
#include "core/search/choice.h"
#include "core/search/conditions.h"
#include "core/search/preview.h"
#include "core/search/rate.h"
#include "core/search/seed_list.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// a, b: known on the ground; c: at the layers; d: with the points.
FigureTable letters() {
  FigureTable table;
  table.figures = {{"letter.a", KpiStage::ground, "", KpiBetter::less},
                   {"letter.b", KpiStage::ground, "", KpiBetter::more},
                   {"letter.c", KpiStage::layers},
                   {"letter.d", KpiStage::points}};
  table.usual = {{1, 2, 3, 4}, {1, 2, 3, 4}, {}, {}};
  return table;
}

/// The slack of a condition of one part, or of several the least.
double slack(const char* text, const std::vector<double>& values) {
  const auto parts = parse_condition(text, letters());
  if (!parts) return -1234;
  double least = std::numeric_limits<double>::infinity();
  for (const ConditionPart& part : parts.value())
    least = std::min(least, value_of(part.formula, values, letters()));
  return least;
}

bool holds(const char* text, const std::vector<double>& values) {
  return slack(text, values) >= 0;
}

std::string refusal(const std::string& text) {
  const auto parts = parse_condition(text, letters());
  return parts ? "" : parts.error().message;
}

/// A stream of numbers for made-up conditions.
struct Draws {
  uint64_t state;
  uint64_t below(uint64_t n) { return (state = splitmix64(state)) % n; }
};

std::string made_sum(Draws& draws, int depth) {
  constexpr const char* kLeaves[]{"letter.a", "letter.b", "letter.c", "letter.d", "1", "2.5", "letter.a.pct"};
  if (depth == 0) return kLeaves[draws.below(std::size(kLeaves))];
  const std::string a = made_sum(draws, depth - 1), b = made_sum(draws, depth - 1);
  switch (draws.below(7)) {
    case 0:
      return a + " + " + b;
    case 1:
      return "(" + a + ") - (" + b + ")";
    case 2:
      return "(" + a + ") * (" + b + ")";
    case 3:
      return "min(" + a + ", " + b + ")";
    case 4:
      return "max(" + a + ", " + b + ")";
    case 5:
      return "abs(" + a + ")";
    default:
      return "-(" + a + ")";
  }
}

std::string made_condition(Draws& draws, int depth) {
  constexpr const char* kSigns[]{" <= ", " < ", " >= ", " > ", " = "};
  if (depth == 0) return made_sum(draws, 1) + kSigns[draws.below(5)] + made_sum(draws, 1);
  const std::string a = made_condition(draws, depth - 1), b = made_condition(draws, depth - 1);
  switch (draws.below(3)) {
    case 0:
      return "(" + a + ") or (" + b + ")";
    case 1:
      return "(" + a + ") and (" + b + ")";
    default:
      return "not (" + a + ")";
  }
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

class TestConditions : public QObject {
  Q_OBJECT

 private slots:
  void comparisonsAndArithmeticMeanWhatTheySay() {
    const std::vector<double> v{1, 2, 3, 4};
    QVERIFY(holds("letter.a <= 1", v));
    QVERIFY(!holds("letter.a < 1", v));
    QVERIFY(holds("letter.a >= 1 and letter.b > 1", v));
    QVERIFY(holds("letter.a = 1", v));
    QVERIFY(!holds("not letter.a = 1", v));
    QVERIFY(!holds("not letter.a <= 1", v));
    QVERIFY(holds("not letter.a < 1", v));
    QVERIFY(holds("not not letter.a = 1", v));
    QVERIFY(holds("letter.a + letter.b * letter.c = 7", v));
    QVERIFY(holds("(letter.a + letter.b) * letter.c = 9", v));
    QVERIFY(holds("letter.d - letter.c - letter.a = 0", v));
    QVERIFY(holds("letter.d / letter.b / letter.b = 1", v));
    QVERIFY(holds("-letter.a = --1 - 2", v));
    QVERIFY(holds("-(-letter.a) = 1", v));
    QVERIFY(holds("-(-(-letter.a)) = -1", v));
    QVERIFY(holds("min(letter.a, 5) + max(letter.b, 5) = 6", v));
    QVERIFY(holds("abs(letter.a - letter.d) = 3", v));
    QVERIFY(holds("letter.a > 9 or letter.b = 2", v));
    QVERIFY(holds("letter.a <= 1e3", v));
    QCOMPARE(slack("letter.a <= 4", v), 3.0);
  }

  void aComparisonWhoseValueIsNotFiniteDoesNotHold() {
    const std::vector<double> v{1, 0, 3, 4};
    for (const char* text : {"letter.a / letter.b > 1", "letter.a / letter.b < 1", "letter.b / letter.b = 0",
                             "not letter.a / letter.b > 1", "letter.a > -1 / letter.b",
                             "letter.d * 1e308 * 1e308 > 1", "abs(letter.a / letter.b) > 1"}) {
      const auto parts = parse_condition(text, letters());
      QVERIFY2(parts, text);
      QVERIFY2(judge(parts.value(), v, letters()).fate == SearchFate::undefined, text);
    }
    QVERIFY(holds("letter.a / letter.b > 1 or letter.c = 3", v));
    const auto joined = parse_condition("letter.a / letter.b > 1 and letter.c = 3", letters());
    QVERIFY(judge(joined.value(), v, letters()).fate == SearchFate::undefined);
    QVERIFY(std::isnan(value_of(parse_sum("letter.a / letter.b", letters()).value(), v, letters())));
  }

  void ranksCountFromTheWorseEnd() {
    QVERIFY(holds("letter.a.pct = 75", {2, 0, 0, 0}));  // less is better
    QVERIFY(holds("letter.b.pct = 50", {0, 2, 0, 0}));
    QVERIFY(holds("letter.a.pct = 100", {0.5, 0, 0, 0}));
    QVERIFY(QString::fromStdString(refusal("letter.c.pct > 5")).contains("no usual values"));
  }

  void partsStandAlone() {
    const auto parts =
        parse_condition("letter.a <= 1 and (letter.b > 2 or letter.c > 2) and letter.d = 3", letters());
    QVERIFY(parts);
    QCOMPARE(parts.value().size(), size_t{3});
    QCOMPARE(parts.value()[0].text, std::string("letter.a <= 1"));
    QCOMPARE(parts.value()[1].text, std::string("letter.b > 2 or letter.c > 2"));
    QVERIFY(parts.value()[0].stage == KpiStage::ground);
    QVERIFY(parts.value()[1].stage == KpiStage::layers);
    QVERIFY(parts.value()[2].stage == KpiStage::points);
  }

  void refusalsNameTheColumn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("says");
    QTest::newRow("comma") << "letter.a <= 0,08" << 14 << "decimals take a point";
    QTest::newRow("chain") << "1 <= letter.a <= 2" << 15 << "second comparison";
    QTest::newRow("number") << "letter.a" << 1 << "expected a comparison";
    QTest::newRow("number joined") << "letter.a < 1 and letter.b" << 18 << "expected a comparison";
    QTest::newRow("comparison in a sum") << "(letter.a < 1) + 2 < 3" << 2 << "expected a number";
    QTest::newRow("unknown") << "1 < leter.a" << 5 << "did you mean letter.a";
    QTest::newRow("empty") << "" << 1 << "found the end";
    QTest::newRow("no operand") << "letter.a <=" << 12 << "found the end";
    QTest::newRow("not closed") << "(letter.a < 1" << 14 << "expected )";
    QTest::newRow("closed") << "letter.a < 1)" << 13 << "found ')'";
    QTest::newRow("one argument") << "min(letter.a) < 1" << 13 << "a second value";
    QTest::newRow("two equal signs") << "letter.a == 1" << 11 << "found '='";
    QTest::newRow("unit") << "letter.a < 3km" << 13 << "found 'k'";
    QTest::newRow("division by 0") << "letter.a / 0 > 1" << 12 << "division by 0";
    QTest::newRow("division by what is 0") << "1 < letter.a / (2 - 2)" << 17 << "division by 0";
    QTest::newRow("division by minus 0") << "letter.a / -0.0 > 1" << 12 << "division by 0";
    QTest::newRow("huge") << "letter.a < 1e999" << 12 << "out of range";
  }
  void refusalsNameTheColumn() {
    QFETCH(QString, text);
    QFETCH(int, column);
    QFETCH(QString, says);
    const QString found = QString::fromStdString(refusal(text.toLatin1().toStdString()));
    QVERIFY2(found.startsWith(QString("column %1: ").arg(column)), qPrintable(found));
    QVERIFY2(found.contains(says), qPrintable(found));
  }

  void bytesThatAreNoTextAreNotShown() {
    const QString found = QString::fromStdString(refusal("letter.a < \xff"));
    QVERIFY2(found.startsWith("column 12: found a character that is not plain text"), qPrintable(found));
  }

  void longAndDeepTextsAreRefused() {
    QVERIFY(QString::fromStdString(refusal(std::string(5000, ' '))).contains("4096"));
    QVERIFY(
        refusal(std::string(65, '(') + "letter.a" + std::string(65, ')') + " < 1").starts_with("column 65"));
    QCOMPARE(refusal(std::string(64, '(') + "letter.a" + std::string(64, ')') + " < 1"), std::string());
    std::string minuses(4000, '-');
    QCOMPARE(refusal(minuses + "1 < letter.a"), std::string());
    std::string nots;
    for (int k = 0; k < 900; ++k) nots += "not ";
    QVERIFY(holds((nots + "letter.a = 1").c_str(), {1, 0, 0, 0}));
    std::string sum = "letter.a";
    while (sum.size() < 4000) sum += "+1";
    QCOMPARE(refusal(sum + " < 1"), std::string());
  }

  void whatIsRejectedEarlyIsRejectedInTheEnd() {
    Draws draws{7};
    int rejected = 0, open = 0;
    for (int trial = 0; trial < 4000; ++trial) {
      const auto parts = parse_condition(made_condition(draws, 2), letters());
      QVERIFY(parts);
      std::vector<double> values;
      for (int k = 0; k < 4; ++k) values.push_back(draws.below(6) == 0 ? kNaN : double(draws.below(5)));
      const Judgement last = judge(parts.value(), values, letters());
      std::vector<double> early = values;
      early[3] = kNaN;
      if (draws.below(2)) early[2] = kNaN;
      const auto verdict = judge_at(std::isnan(early[2]) ? KpiStage::regions : KpiStage::layers,
                                    parts.value(), early, letters());
      if (!verdict) {
        ++open;
        continue;
      }
      QVERIFY(last.fate != SearchFate::passed);
      ++rejected;
    }
    QVERIFY(rejected > 500 && open > 500);
  }

  void theTextOfAFormulaReadsBackAsTheSame() {
    Draws draws{11};
    for (int trial = 0; trial < 2000; ++trial) {
      const std::string text = made_condition(draws, 2);
      const auto parts = parse_condition(text, letters());
      QVERIFY(parts);
      for (const ConditionPart& part : parts.value()) {
        const auto again = parse_condition(part.text, letters());
        QVERIFY2(again, part.text.c_str());
        std::vector<double> values;
        for (int k = 0; k < 4; ++k) values.push_back(double(draws.below(5)));
        double least = std::numeric_limits<double>::infinity();
        for (const ConditionPart& p : again.value())
          least = std::min(least, value_of(p.formula, values, letters()));
        QVERIFY2(same(least, value_of(part.formula, values, letters())), part.text.c_str());
      }
    }
  }

  void anyTextIsReadOrRefusedWithAColumn() {
    constexpr const char* kBits[]{
        "letter.a", "letter.", "(", ")", "<",   "=",   "<=",   " and ",       " or ", "not ",
        "min(",     ",",       "1", ".", "+",   "-",   "*",    "/",           "\n",   "\"",
        "abs(",     "e",       "%", " ", "max", "pct", "\x80", "letter.b.pct"};
    Draws draws{3};
    int good = 0;
    for (int trial = 0; trial < 20000; ++trial) {
      std::string text;
      for (uint64_t k = draws.below(12) + 1; k > 0; --k) text += kBits[draws.below(std::size(kBits))];
      const std::string refused = refusal(text);
      good += refused.empty();
      QVERIFY2(refused.empty() || refused.starts_with("column "), refused.c_str());
    }
    QVERIFY(good > 0);
  }

  void undefinedIsToldFromOpen() {
    const auto parts = parse_condition("letter.a < 1 and letter.c < 1", letters());
    QVERIFY(judge_at(KpiStage::ground, parts.value(), std::vector<double>{kNaN, 0, kNaN, kNaN}, letters())
                ->fate == SearchFate::undefined);
    QVERIFY(!judge_at(KpiStage::ground, parts.value(), std::vector<double>{0, 0, kNaN, kNaN}, letters()));
    QVERIFY(looks_of(parts.value()) ==
            (std::vector<KpiStage>{KpiStage::ground, KpiStage::layers, KpiStage::points}));
  }

  void theKeptLieFartherApartThanTheBestAndNearestNeighboursGoLast() {
    std::vector<std::vector<double>> rows;
    Draws draws{5};
    for (int k = 0; k < 60; ++k) rows.push_back({double(draws.below(1000)), double(draws.below(1000))});
    const std::vector<size_t> chosen = choose_apart(rows, 8);
    QCOMPARE(chosen.size(), size_t{8});
    QCOMPARE(chosen[0], size_t{0});
    std::vector<std::vector<double>> kept, plain(rows.begin(), rows.begin() + 8);
    for (const size_t k : chosen) kept.push_back(rows[k]);
    QVERIFY(least_distance(kept) >= 1.4 * least_distance(plain));
    // Gonzalez: no other eight are more than twice as far apart; here every row lies within the least
    // distance.
    for (const auto& row : rows) {
      double nearest = 1e9;
      for (const auto& k : kept) nearest = std::min(nearest, std::hypot(row[0] - k[0], row[1] - k[1]));
      QVERIFY(nearest <= least_distance(kept) + 1e-9);
    }
    QCOMPARE(choose_apart(rows, 100).size(), size_t{60});
    QVERIFY(choose_apart(std::vector<std::vector<double>>{}, 3).empty());
  }

  void seedsOfOneStreamLeaveTheOthers() {
    const SeedBundle others{40, 50, 60, {}};
    const SearchSeeds layout = parse_search_seeds("layout=1..10,20,noise=7", others).value();
    QCOMPARE(layout.seeds.size(), uint64_t{11});
    QVERIFY(layout.streams->with(20) == (SeedBundle{20, 7, 60, {}}));
    QCOMPARE(search_seeds_text(layout), std::string("layout=1..10,20,noise=7,place=60"));
    QVERIFY(parse_search_seeds(search_seeds_text(layout), {}).value().streams == layout.streams);
    const SearchSeeds place = parse_search_seeds("layout=3,place=1..5,noise=7", others).value();
    QVERIFY(place.streams->with(4) == (SeedBundle{3, 7, 4, {}}));
    QVERIFY(parse_search_seeds("noise=9", others).value().streams->with(9) == (SeedBundle{40, 9, 60, {}}));
    QVERIFY(!parse_search_seeds("1..9", others).value().streams);
    for (const char* bad : {"layout=1..3,noise=4..5", "layuot=1..3", "layout=1,layout=2", "3,layout=1",
                            "layout=", "layout=9..1", "layout=1..3,noise=x"}) {
      const auto refused = parse_search_seeds(bad, others);
      QVERIFY2(!refused && refused.error().kind == ErrorKind::usage, bad);
    }
  }

  void seedsAreReadSortedAndShared() {
    const SeedList list = parse_seed_list("20..30,1..10,5..12,40").value();
    QCOMPARE(seed_list_text(list), std::string("1..12,20..30,40"));
    QCOMPARE(list.size(), uint64_t{24});
    for (uint64_t place = 0; place < list.size(); ++place) QCOMPARE(list.place_of(list.at(place)), place);
    QVERIFY(list.contains(12) && !list.contains(13) && list.contains(40) && !list.contains(41));
    QVERIFY(!parse_seed_list("9..1"));
    QVERIFY(!parse_seed_list("x"));
    QVERIFY(!parse_seed_list("0..9007199254740992"));
    QVERIFY(parse_seed_list("0..9007199254740991"));
    QCOMPARE(seed_list_text(parse_seed_file("7 # the good one\n9..11\n", "f").value()),
             std::string("7,9..11"));
    QVERIFY(!parse_shard("0/3") && !parse_shard("4/3") && !parse_shard("1") && parse_shard("3/3"));
    for (uint64_t place = 0; place < 1000; ++place) {
      int holders = 0;
      for (uint64_t i = 1; i <= 3; ++i) holders += Shard{i, 3}.holds(place);
      QCOMPARE(holders, 1);
    }
  }

  void theIntervalOfARateHoldsTheRate() {
    const Rate rate = pass_rate(11, 100);
    QVERIFY(rate.low < 0.11 && rate.high > 0.11);
    QVERIFY(std::abs(rate.low - 0.0625) < 5e-4);  // Wilson, from a table
    QVERIFY(std::abs(rate.high - 0.1863) < 5e-4);
    QCOMPARE(pass_rate(0, 50).low, 0.0);
    QVERIFY(pass_rate(0, 50).high > 0.05);
    const Rate exact = exact_rate(2, 20);  // Clopper and Pearson, from a table
    QVERIFY(std::abs(exact.low - 0.0123) < 5e-5 && std::abs(exact.high - 0.3170) < 5e-5);
    QCOMPARE(exact_rate(0, 50).low, 0.0);
    QVERIFY(std::abs(exact_rate(0, 50).high - 0.0711) < 5e-5);
    QCOMPARE(exact_rate(7, 7).high, 1.0);
  }

  void aPreviewJudgesWhatIsKnownWithTheLayers() {
    const auto parts =
        parse_condition("letter.a < 1 and letter.c < 2 and (letter.b < 1 or letter.d < 1)", letters());
    QVERIFY(previewed_parts(parts.value()) == (std::vector<size_t>{0, 1}));
    QVERIFY(previewed_parts(parse_condition("letter.d < 1", letters()).value()).empty());
    std::vector<double> differences;
    for (int k = 1; k <= 199; ++k) differences.push_back(k);
    std::reverse(differences.begin(), differences.end());
    QCOMPARE(preview_margin(differences, 0.01), 198.0);
    differences[0] = kNaN;  // counts as the greatest
    QCOMPARE(preview_margin(differences, 0.01), 198.0);
    differences.resize(50);
    QVERIFY(std::isinf(preview_margin(differences, 0.01)));
    // Of 1,000 rejected 20 were looked at, one of which passes: about 50 of 150.
    const Rate missed = preview_missed(1000, 20, 1, 100);
    QVERIFY(std::abs(missed.share - 1.0 / 3) < 1e-9 && missed.low < 0.05 && missed.high > 0.6);
    QCOMPARE(preview_missed(0, 0, 0, 5).high, 0.0);
    QCOMPARE(preview_missed(100, 2, 0, 5).low, 0.0);
  }
};

FW_TEST(TestConditions)
#include "test_conditions.moc"
