// What a template states of the world over time as text: read and written again, outside the identity but for
// the weights of bands, refused with its place, followed when a class gets another slug.
#include <QTest>

#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::string first() {
  return "rabbit";
}

/// A list of prey as --set takes it; more = further members of the last row.
std::string eats(const std::vector<std::string>& slugs, const std::string& more = "") {
  std::string rows;
  for (const std::string& slug : slugs)
    rows += (rows.empty() ? "" : ", ") + ("{\"class\": \"" + slug + "\"" + more + "}");
  return "[" + rows + "]";
}

/// Tiny with a predator of its first animals, and what is set besides.
Result<Template> with_predator(std::vector<std::string> settings) {
  const Template plain = tiny();
  const std::string lives = ", \"biomes\": {\"grassland\": 1}, \"quota\": 20";
  std::string rows;
  const std::vector<std::string> slugs{first(), "grouse"};
  for (const std::string& slug : slugs) rows += "{\"class\": \"" + slug + "\"" + lives + "}, ";
  settings.insert(settings.begin(), "wildlife=[" + rows + "{\"class\": \"hunter\"" + lives +
                                        ", \"prey\": " + eats(slugs) + "}]");
  return parse_template_with(write_template(plain), "t.json", settings);
}

std::string refusal(const std::vector<std::string>& settings) {
  const Result<Template> read = with_predator(settings);
  return read ? "" : read.error().message;
}

}  // namespace

class TestEcologyText : public QObject {
  Q_OBJECT

 private slots:
  void whatIsStatedIsReadAndWrittenAgain() {
    const Result<Template> read = with_predator(
        {"wildlife.hunter.swing=0.45", "wildlife.hunter.cycle_d=78", "wildlife.hunter.roam_m=500",
         "wildlife.hunter.danger.yellow=0.5", "wildlife.hunter.prey[0].share=0.25", "ecology.players=200",
         "ecology.extinct=stays", "ecology.winter=0.2"});
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    const Template& t = read.value();
    QCOMPARE(t.wildlife[2].life.prey.size(), size_t{2});
    QCOMPARE(t.wildlife[2].life.prey[0].share, std::optional(0.25));
    QVERIFY(!t.wildlife[2].life.prey[1].share);
    QCOMPARE(t.wildlife[2].life.cycle_d, 78.0);
    QVERIFY(t.ecology.extinct == AfterExtinction::stays);
    const auto yellow = find_row(t.vocabulary.danger, "yellow").value();
    QCOMPARE(t.wildlife[2].band_weight[yellow], std::optional(0.5));
    QVERIFY(!t.wildlife[2].band_weight[0]);  // the band's column
    const std::string text = write_template(t);
    const Result<Template> again = parse_template(text, "t.json");
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(write_template(again.value()), text);
    QCOMPARE(again.value().wildlife[2].band_weight[yellow], std::optional(0.5));
    QVERIFY(!again.value().wildlife[2].band_weight[0]);
  }

  void onlyWeightsOfBandsAreInTheDigest() {
    const std::string plain = template_digest(with_predator({}).value());
    Template without = with_predator({}).value();
    without.wildlife[2].life.prey.clear();
    QCOMPARE(template_digest(without), plain);
    for (const char* aside :
         {"ecology.players=9", "ecology.soil_d=2", "wildlife.hunter.swing=0.1", "wildlife.hunter.cycle_d=9",
          "wildlife.hunter.roam_m=9", "wildlife.hunter.prey[1].share=0.5"})
      QCOMPARE(template_digest(with_predator({aside}).value()), plain);
    QVERIFY(template_digest(with_predator({"wildlife.hunter.danger.green=0.5"}).value()) != plain);
    for (const char* word : {"ecology", "prey", "swing", "cycle_d", "roam_m"})
      QVERIFY(write_template(tiny()).find(word) == std::string::npos);
  }

  void whatContradictsIsRefusedWithItsPlace_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const std::string& setting, const char* told) {
      QTest::newRow(name) << QString::fromStdString(setting) << told;
    };
    row("unknown", "wildlife.hunter.prey=" + eats({"griffin"}), "prey[0].class");
    row("itself", "wildlife.hunter.prey=" + eats({"hunter"}), "found hunter itself");
    row("twice", "wildlife.hunter.prey[1].class=" + first(), "again");
    row("levels", "wildlife." + first() + ".prey=" + eats({"hunter"}), "two levels");
    row("sum", "wildlife.hunter.prey=" + eats({first()}, ", \"share\": 0.4"),
        "sum to 0.4, expected a sum of 1");
    row("nothing left", "wildlife.hunter.prey[0].share=1", "beside a prey without one");
    row("no quota", "wildlife." + first() + ".quota=0", "whose quota is 0");
    QTest::newRow("range") << "wildlife.hunter.swing=0.7"
                           << "from 0 to 0.6";
    QTest::newRow("word") << "ecology.extinct=never"
                          << "reseed, stays";
    QTest::newRow("band") << "wildlife.hunter.danger.green=11"
                          << "from 0 to 10";
  }
  void whatContradictsIsRefusedWithItsPlace() {
    QFETCH(QString, setting);
    QFETCH(QString, told);
    const QString message = QString::fromStdString(refusal({setting.toStdString()}));
    QVERIFY2(message.contains(told), qPrintable(message));
  }

  void theFileAndTheLineAreNamed() {
    std::string text = write_template(with_predator({}).value());
    const std::string prey = "\"class\": \"grouse\"}";
    const size_t at = text.rfind(prey);
    QVERIFY(at != std::string::npos);
    text.replace(at, prey.size(), "\"class\": \"hunter\"}");
    const Result<Template> read = parse_template(text, "t.json");
    QVERIFY(!read);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.startsWith("t.json:") && message.contains("wildlife[2].prey[1].class"),
             qPrintable(message));
    QVERIFY(read.error().kind == ErrorKind::invalid_template);
  }

  void aClassWithAnotherSlugIsStillEaten() {
    Template t = with_predator({}).value();
    const auto slug = find_parameter(t, "wildlife[0].class");
    slug->first->set(t, slug->second, std::string("hare"));
    QCOMPARE(t.wildlife[2].life.prey[0].cls, std::string("hare"));
    QVERIFY(parse_template(write_template(t), "t.json"));
  }

  void weightsOfBandsFollowTheirTable() {
    const Template t = with_predator({"wildlife.hunter.danger.yellow=0.5"}).value();
    const auto renamed = rename_row(t, "danger", "yellow", "amber");
    QVERIFY(renamed);
    const auto amber = find_row(renamed.value().vocabulary.danger, "amber").value();
    QCOMPARE(renamed.value().wildlife[2].band_weight[amber], std::optional(0.5));
  }

  void predatorsWithoutPreyOnTheirGroundAreFindings() {
    const auto count = [](const Findings& findings) {
      int told = 0;
      for (const Finding& f : findings) told += f.code == "prey_out_of_reach" ? 1 : 0;
      return told;
    };
    QCOMPARE(count(check_feasibility(with_predator({}).value())), 0);
    QCOMPARE(count(check_feasibility(with_predator({"wildlife.hunter.biomes={\"forest\": 1}"}).value())), 2);
    QCOMPARE(count(check_feasibility(with_predator({"wildlife." + first() + ".ground=sea"}).value())), 1);
  }
};

FW_TEST(TestEcologyText)
#include "test_ecology_text.moc"
