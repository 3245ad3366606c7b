// The table `names`: how regions and landmarks of a culture are called.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/support/test_main.h"
#include "tests/template/messages.h"

using namespace fw;
using namespace fw::test;

namespace {

using Texts = std::vector<std::string>;

/// JSON with ' for ".
std::string rows(std::string text) {
  std::ranges::replace(text, '\'', '"');
  return text;
}

const std::string kFjord = rows("{'id': 'fjord', 'starts': ['Aas', 'Bjor', 'Dal'], 'ends': ['vik', 'nes']}");

/// Minimal words with these rows of names; the first faction is called by `used`.
std::string text_with(const std::string& names, const std::string& used = "fjord") {
  return "{\"format\": 3, \"name\": \"x\",\n"
         " \"factions\": [{\"id\": \"us\", \"share\": 0.8, \"names\": \"" +
         used +
         "\"},\n"
         "  {\"id\": \"wilds\", \"share\": 0.2, \"role\": \"neutral\"}],\n"
         " \"names\": [" +
         names +
         "],\n"
         " \"biomes\": [{\"id\": \"moor\", \"share\": 1}], \"danger\": [{\"id\": \"calm\", \"share\": 1}],\n"
         " \"rarities\": [{\"id\": \"plain\"}]}";
}

Template template_with(const std::string& names, const std::vector<std::string>& settings = {}) {
  const Result<Template> read = parse_template_with(text_with(names), "t.json", settings);
  if (!read) qFatal("%s", read.error().message.c_str());
  return read.value();
}

/// The finding that names are too few, "" if there is none.
QString too_few(const Template& tmpl) {
  for (const Finding& f : check_feasibility(tmpl))
    if (f.code == "names_too_few") return QString::fromStdString(f.where + ": " + f.message);
  return {};
}

}  // namespace

class TemplateNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void aCultureIsReadAndWhatItLeavesOutIsTheFirstOnes() {
    const Template t = template_with(kFjord);
    const NameRow &row = t.vocabulary.names.at(0), first;
    QCOMPARE(row.label, std::string("Fjord"));
    QCOMPARE(row.starts, (Texts{"Aas", "Bjor", "Dal"}));
    QCOMPARE(row.ends, (Texts{"vik", "nes"}));
    QCOMPARE(row.middles, first.middles);
    QVERIFY(row.epithets.empty() && first.starts.size() == 22);
    QCOMPARE(t.vocabulary.factions[0].names, std::string("fjord"));
    QCOMPARE(t.vocabulary.factions[1].names, std::string(kFirstNames));
  }

  void theCanonicalTextHoldsWhatIsStatedAndReadsBack() {
    const Template t =
        template_with(rows("{'id': 'fjord', 'middles': ['', 'a'], 'epithets': ['', 'the \\\"Old\\\"']}"));
    const std::string text = write_template(t);
    QVERIFY(text.find("\"middles\"") != std::string::npos && text.find("\"starts\"") == std::string::npos);
    const Template again = parse_template(text, "again").value();
    QCOMPARE(write_template(again), text);
    QCOMPARE(again.vocabulary.names[0].epithets, (Texts{"", "the \"Old\""}));
    QVERIFY(template_digest(t) != template_digest(template_with(kFjord)));
  }

  void aTemplateWithoutCulturesSaysNothingOfThem() {
    for (const BuiltinTemplate& b : builtin_templates()) {
      const Template t = parse_template(b.text, b.name).value();
      QVERIFY2(t.vocabulary.names.empty() == (write_template(t).find("\n  \"names\"") == std::string::npos),
               std::string(b.name).c_str());
    }
  }

  void everyBuiltInHasNamesEnough() {
    for (const BuiltinTemplate& b : builtin_templates()) {
      const Template t = parse_template(b.text, b.name).value();
      for (const Finding& f : check_feasibility(t))
        QVERIFY2(f.code.find("_too_few") == std::string::npos || !f.where.starts_with("names"),
                 f.message.c_str());
      for (const FactionRow& faction : t.vocabulary.factions)
        QVERIFY2(t.vocabulary.names.empty() || find_row(t.vocabulary.names, faction.names),
                 (std::string(b.name) + ": " + faction.id).c_str());
    }
  }

  void patternsOfPlacesAreRead() {
    const Template t =
        template_with(rows("{'id': 'fjord', 'forms': {'summit': ['Mount %', 'Hill #'], 'wood': []}}"));
    const NameRow &row = t.vocabulary.names[0], first;
    const auto of = [](const NameRow& names, PlaceKind kind) {
      return names.forms[static_cast<size_t>(kind)];
    };
    QCOMPARE(of(row, PlaceKind::summit), (Texts{"Mount %", "Hill #"}));
    QCOMPARE(of(row, PlaceKind::wood), Texts{});
    QCOMPARE(of(row, PlaceKind::bay), of(first, PlaceKind::bay));
    const std::string text = write_template(t);
    QVERIFY(text.find("\"wood\": []") != std::string::npos);
    QCOMPARE(write_template(parse_template(text, "again").value()), text);
  }

  void badPatternsAreRefusedWithLineAndPath() {
    const auto row = [](const std::string& forms) {
      return text_with("\n  {\"id\": \"fjord\",\n   \"forms\": {" + forms + "}}");
    };
    expect(message_of(row("\"bay\": [\"% Bay\", \"Bay\"]")),
           {"t.json:6:", "names[0].forms.bay", "found the pattern \"Bay\"", "expected one % for the stem"});
    expect(message_of(row("\"bay\": [\"% % Bay\"]")), {"names[0].forms.bay", "% % Bay"});
    expect(message_of(row("\"bay\": [\"% Bay of the long shore of the north\"]")),
           {"names[0].forms.bay", "at [0]", "text of at most 24 characters"});
    expect(message_of(row("\"gulf\": [\"% Gulf\"]")), {"names[0].forms.gulf", "unknown key", "sea"});
  }

  void aCultureOfTooFewStemsIsFound() {
    const auto told = [](const Template& t) {
      for (const Finding& f : check_feasibility(t))
        if (f.code == "stems_too_few") return QString::fromStdString(f.where + ": " + f.message);
      return QString();
    };
    const std::string few = rows("{'id': 'fjord', 'starts': ['Aas', 'Bjor', 'Dal'], 'middles': []}");
    expect(told(template_with(few)),
           {"names[0].starts", "Fjord forms 3 different stems", "names.fjord.starts or middles"});
    QCOMPARE(told(template_with(few, {"factions.us.names=classic"})), QString());
    Template t = template_with(few);
    for (std::vector<std::string>& forms : t.vocabulary.names[0].forms) forms = {"Hill #"};
    QCOMPARE(told(t), QString());
  }

  void gonePlacesOfNamesAreNamed() {
    std::string text = text_with(kFjord);
    text.insert(text.size() - 1,
                ", \"landmarks\": [{\"id\": \"town\", \"role\": \"seat\", \"name_stream\": \"names.town\"}]");
    expect(message_of(text), {"landmarks[0].name_stream", "every kind has a list of names of its own"});
  }

  void settingsReachRowsAndWholeLists() {
    const Template t = template_with(
        kFjord,
        {"names.fjord.starts=[\"Oy\"]", "names[0].epithets=[\"\", \"Minor\"]", "factions.wilds.names=fjord"});
    QCOMPARE(t.vocabulary.names[0].starts, Texts{"Oy"});
    QCOMPARE(t.vocabulary.names[0].epithets, (Texts{"", "Minor"}));
    QCOMPARE(t.vocabulary.factions[1].names, std::string("fjord"));
  }

  void rowsOfAVocabularyFileLieBelow() {
    QTemporaryDir folder;
    QFile words(folder.filePath("words.json"));
    QVERIFY(words.open(QIODevice::WriteOnly));
    words.write(("{\"names\": [" + kFjord + "]}").c_str());
    words.close();
    std::string text = text_with(rows("{'id': 'fjord', 'epithets': ['Minor']}, {'id': 'steppe'}"));
    text.insert(1, "\"vocabulary\": \"words.json\", ");
    const Result<Template> read = parse_template(text, folder.filePath("t.json").toStdString());
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(table_ids(read.value(), "names"), (Texts{"fjord", "steppe"}));
    QCOMPARE(read.value().vocabulary.names[0].ends, (Texts{"vik", "nes"}));
    QCOMPARE(read.value().vocabulary.names[0].epithets, Texts{"Minor"});
  }

  void anUnknownCultureGetsASuggestion() {
    expect(message_of(text_with(kFjord, "fjard")),
           {"t.json:2:", "factions[0].names", "found \"fjard\"", "fjord, classic", "did you mean fjord?"});
    expect(message_of(text_with(kFjord, "clasic")), {"did you mean classic?"});
    QCOMPARE(message_of(text_with(kFjord, "classic")), "accepted");
    QCOMPARE(message_of(text_with("", "classic")), "accepted");
  }

  void badListsAreRefusedWithLineAndPath() {
    const auto row = [](const std::string& members) {
      return text_with("\n  {\"id\": \"fjord\",\n   " + members + "}");
    };
    expect(
        message_of(row("\"starts\": []")),
        {"t.json:6:14: names[0].starts", "found 0 texts, expected 1 to 128 texts of at most 24 characters"});
    expect(message_of(row("\"ends\": []")), {"names[0].ends", "found 0"});
    QCOMPARE(message_of(row("\"middles\": [], \"epithets\": []")), "accepted");
    expect(message_of(row("\"ends\": \"vik\"")), {"names[0].ends", "found \"vik\", expected 1 to 128 texts"});
    expect(message_of(row("\"ends\": [\"vik\",\n    7]")),
           {"t.json:7:5: names[0].ends", "found 7 at [1]", "expected text of at most 24 characters"});
    expect(message_of(row("\"ends\": [\"v\\u202Eik\"]")), {"names[0].ends", "at [0]", "direction marks"});
    expect(message_of(row("\"starts\": [\"A\\nB\"]")), {"names[0].starts", "control characters"});
    expect(message_of(row("\"starts\": [\"" + std::string(25, 'a') + "\"]")), {"names[0].starts", "at [0]"});
    QCOMPARE(message_of(row("\"starts\": [\"" + std::string(24, 'a') + "\"]")), "accepted");
    std::string many = "\"x\"";
    for (int k = 1; k < 129; ++k) many += ", \"x\"";
    expect(message_of(row("\"starts\": [" + many + "]")), {"names[0].starts", "found 129 texts"});
    expect(message_of(row("\"stars\": [\"A\"]")), {"names[0].stars", "unknown key", "did you mean starts?"});
    expect(message_of(row("\"starts\": [\"A\", \"\"], \"ends\": [\" \"]")),
           {"t.json:6:14: names[0].starts", "names without a letter"});
    expect(message_of(text_with(kFjord + ",\n" + kFjord)),
           {"t.json:5:", "names[1].id", "the id fjord again"});
    expect(message_of(text_with(kFjord), {"names.fjord.ends=[\"a\", 3]"}),
           {"--set names.fjord.ends", "found 3"});
  }

  void aRowIsRenamedAndRemovedWithWhatNamesIt() {
    const Template t = template_with(kFjord);
    const Template renamed = rename_row(t, "names", "fjord", "north").value();
    QCOMPARE(renamed.vocabulary.factions[0].names, std::string("north"));
    QCOMPARE(references_to(t, "names", "fjord"), Texts{"factions[0].names"});
    // Without its culture a faction is called by the first rules; it does not go, nor take another culture.
    const Template two = add_row(t, "names", "steppe").value();
    QCOMPARE(refusals(two), QString());
    const Template removed = remove_row(two, "names", "fjord").value().tmpl;
    QCOMPARE(removed.vocabulary.factions.size(), size_t{2});
    QCOMPARE(removed.vocabulary.factions[0].names, std::string(kFirstNames));
    QCOMPARE(refusals(removed), QString());
    const Template none = remove_row(removed, "names", "steppe").value().tmpl;
    QVERIFY(none.vocabulary.names.empty());
    const Template first = add_row(none, "names", "new").value();
    QCOMPARE(first.vocabulary.names[0].starts, NameRow{}.starts);
    QCOMPARE(refusals(first), QString());
    const Template copy = duplicate_row(t, "names", "fjord", "fjord_2").value();
    QCOMPARE(copy.vocabulary.names[1].starts, t.vocabulary.names[0].starts);
    QCOMPARE(table_ids(move_row(copy, "names", 1, 0).value(), "names"), (Texts{"fjord_2", "fjord"}));
  }

  void anEditorMayHoldAListThatAFileMayNot() {
    Template t = template_with(kFjord);
    t.vocabulary.names[0].starts = {std::string(30, 'a')};
    expect(refusals(t), {"names[0].starts", "at [0]"});
    QCOMPARE(parse_unfinished(write_template(t), "t").value().vocabulary.names[0].starts,
             t.vocabulary.names[0].starts);
    QVERIFY(rename_row(t, "names", "fjord", "north"));  // other work goes on
  }

  void aCultureOfTooFewNamesIsFound() {
    // 3 starts, 1 middle, 2 ends: 6 names, for 10 controllable regions.
    const std::string few =
        rows("{'id': 'fjord', 'starts': ['A', 'B', 'C'], 'middles': [], 'ends': ['x', 'y']}");
    expect(too_few(template_with(few)),
           {"names[0].starts", "Fjord forms 6 different names", "about 10 regions", "names.fjord.starts"});
    QCOMPARE(too_few(template_with(few, {"regions.controllable=6"})), QString());
    QVERIFY(!too_few(template_with(few, {"regions.controllable=7"})).isEmpty());
    // Parts that stand twice and parts that meet otherwise form no new names.
    expect(too_few(template_with(few, {"names.fjord.starts=[\"A\", \"A\", \"Ax\"]",
                                       "names.fjord.ends=[\"xx\", \"x\"]", "regions.controllable=4"})),
           {"forms 3 different"});
    QCOMPARE(too_few(template_with(few, {"names.fjord.epithets=[\"\", \"Minor\"]"})), QString());
    // Nobody who is called so.
    QCOMPARE(too_few(template_with(few, {"factions.us.names=classic"})), QString());
    // Neutral ground alone has three regions.
    QCOMPARE(too_few(template_with(few, {"factions.us.names=classic", "factions.wilds.names=fjord"})),
             QString());
    // Kinds that are named have lists of their own.
    Template t = template_with(few, {"regions.controllable=5"});
    LandmarkRow& kind = t.vocabulary.landmarks.emplace_back();
    kind.id = kind.label = "Mill";
    kind.count = 12;
    QCOMPARE(too_few(t), QString());
    kind.named = true;
    expect(too_few(t), {"about 10 landmarks of the kind Mill"});
  }
};

FW_TEST(TemplateNamesTest)
#include "test_template_names.moc"
