// Words of earlier versions: what the reader of files and --set say of them.
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/text/gone_words.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

QString refusal_of(const Result<Template>& read, ErrorKind kind = ErrorKind::invalid_template) {
  if (read) return "accepted";
  if (read.error().kind != kind) return "wrong kind of error";
  return QString::fromStdString(read.error().message);
}

/// Words at a key, in rows and as a value, and keys that are no such words.
const std::string kTextOfEarlierVersion =
    "{\"format\": 3, \"vocabulary\": \"rivers\",\n"
    " \"name\": \"x\", \"nonsense\": 1,\n"
    " \"land\": {\"fraction\": 7, \"sunken_islets\": true},\n"
    " \"factions\": [{\"id\": \"green\"}, {\"id\": \"purple\", \"fit_at_zero\": false}],\n"
    " \"x-notes\": {\"sunken_islets\": 1},\n"
    " \"biomes\": [{\"id\": \"forest\", \"fit_at_zero\": true}]}";

}  // namespace

class TestGoneWords : public QObject {
  Q_OBJECT

 private slots:
  void allWordsOfAFileAreReportedAtOnceWithTheirPlaces() {
    const QStringList lines = refusal_of(parse_template(kTextOfEarlierVersion, "t.json")).split('\n');
    QCOMPARE(lines.size(), 4);
    const char* begins[] = {"t.json:1:29: vocabulary: found \"rivers\", a word of an earlier version: state ",
                            "t.json:3:26: land.sunken_islets: found a key of an earlier version: ",
                            "t.json:4:49: factions[1].fit_at_zero: found a key of an earlier version: ",
                            "t.json:6:30: biomes[0].fit_at_zero: found a key of an earlier version: "};
    for (qsizetype i = 0; i < 4; ++i) QVERIFY2(lines[i].startsWith(begins[i]), qPrintable(lines[i]));
  }
  void anEditorIsToldTheSame() {
    QCOMPARE(refusal_of(parse_unfinished(kTextOfEarlierVersion, "t.json")),
             refusal_of(parse_template(kTextOfEarlierVersion, "t.json")));
  }
  void moreWordsThanOtherFaultsAreListed() {
    std::string rows;
    for (int i = 0; i < 12; ++i)
      rows +=
          (i ? ", " : "") + std::string("{\"id\": \"b") + std::to_string(i) + "\", \"fit_at_zero\": true}";
    const QString message =
        refusal_of(parse_template("{\"format\": 3, \"name\": \"x\", \"biomes\": [" + rows + "]}", "t.json"));
    QCOMPARE(message.count('\n'), 11);
    QVERIFY(message.contains("biomes[11].fit_at_zero"));
  }
  void aFileOfTheFormatBeforeIsReadAndItsChangedDefaultsAreNamed() {
    const std::string text =
        R"({"format": 2, "name": "x", "vocabulary": "classic", "land": {"roughness": 0.2, "islets": false}})";
    const auto read = parse_template(text, "t.json");
    QVERIFY(read);
    QCOMPARE(read.value().land.islets, 0.0);
    const Findings findings = changed_defaults(text, "t.json");
    QCOMPARE(findings.size(), size_t{1});
    QCOMPARE(findings[0].code, std::string("defaults_changed"));
    QVERIFY(findings[0].severity == Severity::info);
    const QString message = QString::fromStdString(findings[0].message);
    QVERIFY2(message.contains("relief.erosion (\"none\")") && message.contains("land.drowned (0)") &&
                 message.contains("roads.grade (0.09)"),
             qPrintable(message));
    QVERIFY2(!message.contains("land.roughness") && !message.contains("land.islets"), qPrintable(message));
  }
  void isletsThatAreOnlyYesAreTheDefault() {
    const auto read = parse_template(
        R"({"format": 2, "name": "x", "vocabulary": "classic", "land": {"islets": true}})", "t.json");
    QVERIFY(read);
    QCOMPARE(read.value().land.islets, LandParams{}.islets);
  }
  void aFileOfThePresentFormatHasNoChangedDefaults() {
    QVERIFY(changed_defaults(R"({"format": 3, "name": "x", "vocabulary": "classic"})", "t.json").empty());
  }
  void rowsBeyondWhatAListMayHoldAreNotSearched() {
    std::string rows = "{\"fit_at_zero\": true}";
    for (int i = 1; i < 100000; ++i) rows += ",{\"fit_at_zero\": true}";
    const QString message =
        refusal_of(parse_template("{\"format\": 3, \"name\": \"x\", \"biomes\": [" + rows + "]}", "t.json"));
    QCOMPARE(size_t(message.count('\n') + 1), find_list("biomes")->max_rows);
  }
  void wordsOfAVocabularysFileHaveTheirPlaceThere() {
    QTemporaryDir folder;
    QFile file(folder.filePath("words.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"biomes\": [\n {\"id\": \"a\", \"fit_at_zero\": true}]}");
    file.close();
    const std::string name = folder.filePath("t.json").toStdString();
    const QString message =
        refusal_of(parse_template("{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"words.json\"}", name));
    QVERIFY2(message.contains("words.json:2:14: biomes[0].fit_at_zero: found a key"), qPrintable(message));
  }
  void aSettingOfAGoneKeyIsAnUnknownPathThatSaysWhatToState() {
    const auto set = [](const char* setting) {
      return refusal_of(parse_template_with(find_builtin("Tiny")->text, "Tiny", {setting}), ErrorKind::usage);
    };
    for (const auto& [setting, path] : {std::pair("land.sunken_islets=true", "land.sunken_islets"),
                                        {"biomes.forest.fit_at_zero=1", "biomes.fit_at_zero"},
                                        {"factions[0].fit_at_zero=1", "factions.fit_at_zero"}}) {
      const QString begin = QString("there is no parameter %1 any more: leave it out; ").arg(path);
      QVERIFY2(set(setting).contains(begin), qPrintable(set(setting)));
    }
  }
  void aSettingOfARowWithAGoneKeyIsRefusedAsInAFile() {
    const char* setting = R"(biomes.snow={"id": "snow", "label": "Snow", "share": 0, "fit_at_zero": true})";
    const QString message = refusal_of(parse_template_with(find_builtin("Tiny")->text, "Tiny", {setting}));
    QVERIFY2(message.startsWith("--set biomes.snow=") &&
                 message.contains("biomes[5].fit_at_zero: found a key of an earlier version"),
             qPrintable(message));
  }
  void noGoneKeyIsAPresentOneAndEachSaysWhatToState() {
    std::set<std::string_view> present(parameter_paths().begin(), parameter_paths().end());
    for (const GoneWord& word : gone_words()) {
      QVERIFY2(!word.value.empty() || !present.contains(word.path), word.path.data());
      QVERIFY2(!word.instead.empty() && !word.instead.ends_with('.'), word.path.data());
    }
  }
};

FW_TEST(TestGoneWords)
#include "test_gone_words.moc"
