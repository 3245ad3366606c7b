// An edit of a template's text: what did not change keeps every byte, and the text says what the template is.

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/template/parameters/parameters.h"
#include "core/template/template_edit.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/job/hand_of_every_list.h"
#include "tests/much_by_hand.h"
#include "tests/random_template.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// A text in the layouts that people and programs give it.
std::vector<std::pair<std::string, std::string>> layouts(const std::string& text) {
  const auto data = nlohmann::ordered_json::parse(text);
  std::string crlf, odd;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (size_t k = 0; k < text.size(); ++k)  // the comma before the next line's value
    odd += text[k] == ',' && k + 1 < text.size() && text[k + 1] == '\n' ? "\n ," : std::string(1, text[k]);
  return {{"as shipped", text},
          {"CRLF", crlf},
          {"no final newline", text.substr(0, text.find_last_not_of("\n") + 1)},
          {"byte order mark", "\xEF\xBB\xBF" + text},
          {"two spaces", data.dump(2) + "\n"},
          {"four spaces", data.dump(4)},
          {"tabs", data.dump(1, '\t') + "\n"},
          {"one line", data.dump()},
          {"commas lead", odd}};
}

std::string edited(const std::string& text, const Template& tmpl) {
  const auto edit = edit_template_text(text, "test.json", tmpl);
  if (!edit) qFatal("%s", edit.error().message.c_str());
  return edit.value().text;
}

Template read(const std::string& text) {
  auto parsed = parse_unfinished(text, "test.json");
  if (!parsed) qFatal("%s", parsed.error().message.c_str());
  return std::move(parsed).value();
}

/// Lines of the shorter way from one text to the other, removed and added ones.
size_t changed_lines(const std::string& a, const std::string& b) {
  const auto lines = [](const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  };
  const std::vector<std::string> old_lines = lines(a), new_lines = lines(b);
  std::vector<size_t> row(new_lines.size() + 1);
  for (size_t j = 0; j <= new_lines.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= old_lines.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= new_lines.size(); ++j) {
      const size_t least = old_lines[i - 1] == new_lines[j - 1] ? diagonal : 1 + std::min(row[j], row[j - 1]);
      diagonal = std::exchange(row[j], least);
    }
  }
  return row.back();
}

PinRow pin(const std::string& id, const Template& t) {
  PinRow row;
  row.id = id;
  row.cls = t.resources.empty() ? "beast" : t.resources[0].slug;
  row.x_m = 1500.25;
  row.y_m = 1400;
  return row;
}

/// A value that a parameter may have; nothing where it is of a kind that refers to others.
ParameterValue any_value(const Parameter& p, const ParameterValue& held, Dice& dice) {
  if (p.optional && !std::holds_alternative<std::monostate>(held) && dice.chance(0.5))
    return std::monostate{};
  const double low = std::max(p.min, -1e4), high = std::min(p.max, 1e4);
  switch (p.type) {
    case ParameterType::integer:
      return std::floor(dice.real(low, high));
    case ParameterType::number:
      return std::clamp(dice.real(low, high), p.min, p.max);
    case ParameterType::yes_no:
      return dice.chance(0.5);
    case ParameterType::choice:
      return p.choices.empty() ? held : ParameterValue(std::string(dice.one_of(p.choices)));
    case ParameterType::range: {
      const double a = std::clamp(dice.real(low, high), p.min, p.max);
      return std::array<double, 2>{a, a};
    }
    case ParameterType::text:
      return std::string(static_cast<size_t>(std::max(1.0, p.min)), 'q') + "\xC3\xBC \"x\"";
    case ParameterType::colour:
      return std::string("#1A2B3C");
    default:
      return held;
  }
}

void change_value(Template& t, Dice& dice) {
  const Parameter& p = dice.one_of(parameters());
  std::vector<ParameterPlace> places;
  each_place(p, t, [&](ParameterPlace at) { places.push_back(at); });
  if (places.empty()) return;
  const ParameterPlace at = dice.one_of(places);
  const ParameterValue held = p.get(t, at);
  if (dice.chance(0.3) && p.keys.empty() && p.refers_to.empty() && !p.required) {
    p.set(t, at, default_value(p));
    return;
  }
  const ParameterValue value = any_value(p, held, dice);
  if (value != held) p.set(t, at, value);
}

void change_table(Template& t, Dice& dice) {
  static constexpr std::array<const char*, 5> kTables{"factions", "biomes", "danger", "landmarks",
                                                      "families"};
  const std::string table = dice.one_of(kTables);
  const std::vector<std::string> ids = table_ids(t, table);
  if (ids.empty()) return;
  const std::string id = dice.one_of(ids), fresh = "fresh_" + std::to_string(dice.from(0, 99));
  Result<Template> made = t;
  switch (dice.from(0, 4)) {
    case 0:
      made = add_row(t, table, fresh);
      break;
    case 1:
      made = duplicate_row(t, table, id, fresh);
      break;
    case 2:
      made = rename_row(t, table, id, fresh);
      break;
    case 3:
      made = move_row(t, table, 0, ids.size() - 1);
      break;
    default:
      if (auto removed = remove_row(t, table, id)) made = removed.value().tmpl;
  }
  if (made) t = made.value();
}

void change_hand(Template& t, Dice& dice) {
  HandRows<PinRow>& pins = t.hand.pins;
  const size_t at = pins.empty() ? 0 : static_cast<size_t>(dice.from(0, static_cast<int>(pins.size()) - 1));
  const int what = dice.from(0, 3);
  if (what == 0 || pins.empty())
    pins.insert(at, pin("fresh" + std::to_string(dice.from(0, 999999)), t));
  else if (what == 1)
    pins.erase(at);
  else if (what == 2)
    pins.edit(at).note = "moved";
  else {
    const PinRow moved = pins[at];
    pins.erase(at);
    pins.push_back(moved);
  }
  if (dice.chance(0.2)) t.hand.mix = dice.chance(0.5) ? HandMix::hold : HandMix::follow;
  if (dice.chance(0.2) && !t.resources.empty()) t.resources.erase(t.resources.begin());
}

Template randomly_changed(const Template& before, Dice& dice) {
  Template t = before;
  for (int n = dice.from(1, 4); n > 0; --n) {
    const int what = dice.from(0, 9);
    what < 5 ? change_value(t, dice) : what < 8 ? change_hand(t, dice) : change_table(t, dice);
  }
  keep_comments_with_rows(before, t);
  return t;
}

std::vector<std::string> shipped_texts() {
  std::vector<std::string> texts;
  for (const BuiltinTemplate& one : builtin_templates()) texts.emplace_back(one.text);
  texts.push_back(write_template(tiny()));
  texts.push_back(hand_of_every_list(tiny()));
  return texts;
}

}  // namespace

class TestTemplateEdit : public QObject {
  Q_OBJECT

 private slots:
  void anEditThatChangesNothingGivesTheSameBytes() {
    for (const std::string& text : shipped_texts())
      for (const auto& [name, laid] : layouts(text)) {
        const std::string again = edited(laid, read(laid));
        QVERIFY2(again == laid, name.c_str());
      }
  }

  // Two roads to one template: the edited text, and the canonical text of what it shall be.
  void anEditedTextReadsAsTheCanonicalTextDoes() {
    const int rounds = qEnvironmentVariableIntValue("FIELDWRIGHT_EDITS") > 0
                           ? qEnvironmentVariableIntValue("FIELDWRIGHT_EDITS")
                           : 4;
    uint64_t seed = 0;
    int tried = 0;
    for (const std::string& text : shipped_texts())
      for (const auto& [name, laid] : layouts(text))
        for (int round = 0; round < rounds; ++round) {
          Dice dice(++seed);
          const Template wanted = randomly_changed(read(laid), dice);
          const auto canonical = parse_unfinished(write_template(wanted), "canonical");
          if (!canonical) continue;
          ++tried;
          const auto edit = edit_template_text(laid, "test.json", wanted);
          QVERIFY2(edit, name.c_str());
          const auto again = parse_unfinished(edit.value().text, "edited");
          QVERIFY2(again,
                   again ? "" : (name + ": " + again.error().message + "\n" + edit.value().text).c_str());
          QVERIFY2(write_template(again.value()) == write_template(canonical.value()), name.c_str());
          QCOMPARE(template_digest(again.value()), template_digest(canonical.value()));
          for (const std::string& note : edit.value().notes)
            QVERIFY2(note.find("written anew") == std::string::npos,
                     (name + " " + std::to_string(seed)).c_str());
        }
    QVERIFY(tried > 200);
  }

  void onePinIsAFewLines() {
    for (const std::string& text : shipped_texts())
      for (const auto& [name, laid] : layouts(text)) {
        Template t = read(laid);
        t.hand.pins.push_back(pin("pnew", t));
        const std::string after = edited(laid, t);
        const size_t lines = changed_lines(laid, after);
        QVERIFY2(lines <= 10,
                 (name + ": " + std::to_string(lines) + "\n" + after.substr(after.size() - 900)).c_str());
        QVERIFY(after.find("vocabulary") == std::string::npos ||
                text.find("vocabulary") != std::string::npos);
      }
  }

  void newRowsStandAsTheirNeighboursDo() {
    const std::string head = "{\"format\": 3, \"vocabulary\": \"classic\", \"name\": \"T\", \"hand\": ";
    const std::string row = R"({"id": "p1", "class": "grass", "x_m": 1, "y_m": 2})";
    const auto with_pin = [&](const std::string& text) {
      Template t = read(text);
      PinRow fresh;
      fresh.id = "p2";
      fresh.cls = "grass";
      fresh.x_m = 3;
      fresh.y_m = 4;
      t.hand.pins.push_back(fresh);
      return edited(text, t);
    };
    QCOMPARE(with_pin(head + "{\"pins\": [" + row + "]}}"),
             head + "{\"pins\": [" + row + R"(, {"id": "p2", "class": "grass", "x_m": 3, "y_m": 4}]}})");
    QCOMPARE(with_pin(head + "{\n\t\"pins\": [\n\t\t" + row + "\n\t]\n}}"),
             head + "{\n\t\"pins\": [\n\t\t" + row +
                 ",\n\t\t{\"id\": \"p2\", \"class\": \"grass\", \"x_m\": 3, \"y_m\": 4}\n\t]\n}}");
    const std::string expanded =
        "{\n  \"pins\": [\n    {\n      \"id\": \"p1\",\n      \"class\": \"grass\",\n      \"x_m\": 1,\n    "
        "  "
        "\"y_m\": 2\n    }";
    QCOMPARE(
        with_pin("{\n  \"format\": 3,\n  \"vocabulary\": \"classic\",\n  \"name\": \"T\",\n  \"hand\": " +
                 expanded + "\n  ]}\n}"),
        "{\n  \"format\": 3,\n  \"vocabulary\": \"classic\",\n  \"name\": \"T\",\n  \"hand\": " + expanded +
            ",\n    {\n      \"id\": \"p2\",\n      \"class\": \"grass\",\n      \"x_m\": 3,\n      \"y_m\": "
            "4\n    }\n  "
            "]}\n}");
  }

  void whatTheAuthorWroteStays() {
    const std::string text =
        "{ \"format\":3 ,\r\n\t\"name\" : \"\\u0054\\/x\",\"comment\": [1,  2],\r\n "
        "\"vocabulary\":\"classic\","
        "\"land\": {\"fraction\": 5.50e-1, \"x-mine\": {\"a\":[ ]}},\r\n\r\n  \"relief\": {\"ridge\": 0.40}}";
    Template t = read(text);
    t.land.fraction = 0.6;
    const std::string after = edited(text, t);
    std::string expected = text;
    expected.replace(expected.find("5.50e-1"), 7, "0.6");
    QCOMPARE(after, expected);
  }

  void rowsOfTheVocabularyAreStatedOverOnly() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("T.json").toStdString();
    write_text(folder.filePath("words.json").toStdString(), builtin_vocabularies().front().text);
    std::string text(find_builtin("Tiny")->text);
    text.replace(text.find("\"classic\""), 9, "\"words.json\"");
    Template t = parse_template(text, file).value();
    t.vocabulary.biomes[1].label = "Wood";
    t.vocabulary.families[0].label = "Kin";
    const auto edit = edit_template_text(text, file, t);
    QVERIFY(edit);
    QVERIFY(edit.value().text.find("\"words.json\"") != std::string::npos);
    QVERIFY2(changed_lines(text, edit.value().text) <= 6, edit.value().text.c_str());
    QCOMPARE(edit.value().notes.size(), size_t{1});
    QVERIFY2(edit.value().notes[0].find("families.") != std::string::npos, edit.value().notes[0].c_str());
    QCOMPARE(write_template(parse_template(edit.value().text, file).value()), write_template(t));
    // A row of the vocabulary that goes cannot be said with its name.
    const Template without = remove_row(t, "biomes", t.vocabulary.biomes[2].id).value().tmpl;
    const auto stated = edit_template_text(text, file, without);
    QVERIFY(stated);
    QVERIFY(stated.value().text.find("words.json") == std::string::npos);
    QVERIFY2(
        stated.value().notes.size() == 1 && stated.value().notes[0].find("words.json") != std::string::npos,
        stated.value().notes.empty() ? "" : stated.value().notes[0].c_str());
    QCOMPARE(write_template(parse_template(stated.value().text, file).value()), write_template(without));
  }

  void commentsGoWithTheirRows() {
    const std::string text =
        "{\"format\": 3, \"vocabulary\": \"classic\", \"name\": \"T\", \"hand\": {\"pins\": [\n"
        "  {\"id\": \"p1\", \"class\": \"grass\", \"x_m\": 1, \"y_m\": 2},\n"
        "  {\"id\": \"p2\", \"class\": \"grass\", \"x_m\": 1, \"y_m\": 2, \"comment\": \"mine\"}]}}";
    const Template before = read(text);
    Template after = before;
    after.hand.pins.insert(0, pin("p0", before));
    keep_comments_with_rows(before, after);
    const std::string longer = edited(text, after);
    QVERIFY2(longer.find("\"y_m\": 2, \"comment\": \"mine\"}]}}") != std::string::npos, longer.c_str());
    QCOMPARE(read(longer).extras.front().first, std::string("/hand/pins/2/comment"));
    Template gone = before;
    gone.hand.pins.erase(1);
    keep_comments_with_rows(before, gone);
    QVERIFY(gone.extras.empty());
    QVERIFY(edited(text, gone).find("mine") == std::string::npos);
  }

  void theImportThatMadeARowIsOutsideTheDigest() {
    Template t = tiny();
    t.hand.pins.push_back(pin("p1", t));
    Template made = t;
    made.hand.pins.edit(0).source = "dens.csv#den-1#k3f9q2xt";
    QCOMPARE(template_digest(made), template_digest(t));
    QVERIFY(write_template(made) != write_template(t));
    QCOMPARE(write_template(read(write_template(made))), write_template(made));
  }

  void manyRowsAreEditedInNoTime() {
    const std::string text = write_template(with_much_by_hand(tiny()));
    Template t = read(text);
    const size_t half = t.hand.pins.size() / 2;
    t.hand.pins.erase(half);
    t.hand.pins.edit(0).name = "Here";
    std::string after;
    after = edited(text, t);
    QVERIFY(after.size() < text.size() + 20 && after.size() > text.size() - 200);
    QCOMPARE(write_template(read(after)), write_template(t));
  }
};

FW_TEST(TestTemplateEdit)
#include "test_template_edit.moc"
