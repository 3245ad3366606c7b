// A template that states what differs from its base is the template that states all.

#include <QTemporaryDir>
#include <QTest>

#include "core/template/template_base.h"
#include "core/template/template_edit.h"
#include "core/template/template_io.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// A folder of templates.
struct Folder {
  QTemporaryDir dir;

  std::string path(const std::string& name) const { return (dir.path() + "/").toStdString() + name; }
  void put(const std::string& name, const std::string& text) const { write_text(path(name), text); }
  Result<Template> read(const std::string& name) const {
    return parse_template(file_text(path(name)), path(name));
  }
  std::string refused(const std::string& name) const {
    const Result<Template> read_back = read(name);
    return read_back ? "accepted" : read_back.error().message;
  }
};

std::string variant_of(const std::string& base, const std::string& more = "") {
  return "{\"format\": 3, \"base\": \"" + base + "\", \"name\": \"Variant\"" + more + "}\n";
}

}  // namespace

class TestTemplateBase : public QObject {
  Q_OBJECT

 private slots:
  void aVariantIsItsBaseWithWhatItStates() {
    Folder folder;
    folder.put("whole.json", write_template(builtin("Tiny")));
    folder.put("v.json", variant_of("whole.json", R"(, "land": {"fraction": 0.5},
      "resources": [{"class": "timber", "quota": 7}], "danger": [{"id": "green", "label": "Calm"}],
      "hand": {"pins": [{"id": "p1", "class": "timber", "x_m": 1500, "y_m": 1500}]})"));
    const std::vector<std::string> settings{
        "name=Variant", "land.fraction=0.5", "resources.timber.quota=7", "danger.green.label=Calm",
        R"(hand.pins=[{"id": "p1", "class": "timber", "x_m": 1500, "y_m": 1500}])"};
    const Result<Template> variant = folder.read("v.json");
    QVERIFY2(bool(variant), variant ? "" : variant.error().message.c_str());
    QCOMPARE(write_template(variant.value()), write_template(builtin("Tiny", settings)));
    QCOMPARE(template_digest(variant.value()), template_digest(builtin("Tiny", settings)));
    // The base that comes with the program is the same.
    QCOMPARE(write_template(parse_template(variant_of("tiny"), "v.json").value()),
             write_template(builtin("Tiny", {"name=Variant"})));
    const auto base = base_of(file_text(folder.path("v.json")), folder.path("v.json"));
    QVERIFY(base && base.value());
    QCOMPARE(base.value()->name, std::string("whole.json"));
    QCOMPARE(write_template(base.value()->tmpl), write_template(builtin("Tiny")));
    QVERIFY(!base_of(find_builtin("Tiny")->text, "Tiny").value());
  }

  void basesHaveBases() {
    Folder folder;
    folder.put("t0.json", std::string(find_builtin("Tiny")->text));
    for (int k = 1; k <= 9; ++k)
      folder.put("t" + std::to_string(k) + ".json",
                 variant_of("t" + std::to_string(k - 1) + ".json", k == 3 ? ", \"land\": {\"fraction\": 0.4}"
                                                                   : k == 5 ? ", \"seed\": 5"
                                                                            : ""));
    const Result<Template> eighth = folder.read("t8.json");
    QVERIFY2(bool(eighth), eighth ? "" : eighth.error().message.c_str());
    QCOMPARE(eighth.value().land.fraction, 0.4);
    QCOMPARE(eighth.value().seed, uint64_t{5});
    const QString ninth = QString::fromStdString(folder.refused("t9.json"));
    QVERIFY2(ninth.contains("t1.json:1:") && ninth.contains("a chain of more than 8 templates"),
             qPrintable(ninth));
  }

  void circlesAreRefusedByName() {
    Folder folder;
    folder.put("a.json", variant_of("b.json"));
    folder.put("b.json", variant_of("a.json"));
    folder.put("self.json", variant_of("self.json"));
    const QString circle = QString::fromStdString(folder.refused("a.json"));
    QVERIFY2(circle.contains("b.json:1:") && circle.contains("found \"a.json\"") &&
                 circle.contains("a.json, b.json"),
             qPrintable(circle));
    QVERIFY2(folder.refused("self.json").find("self.json itself") != std::string::npos,
             folder.refused("self.json").c_str());
  }

  void whatIsNoBaseIsRefusedWithItsPlace() {
    Folder folder;
    folder.put("v.json", variant_of("gone.json"));
    QVERIFY(folder.refused("v.json").find("gone.json cannot be read") != std::string::npos);
    folder.put("v.json", variant_of("../v.json"));
    QVERIFY(folder.refused("v.json").find("expected the name of a file beside the template") !=
            std::string::npos);
    folder.put("v.json", "{\"format\": 3, \"base\": 7, \"name\": \"V\"}");
    QVERIFY(folder.refused("v.json").find("base: found 7") != std::string::npos);
    folder.put("v.json", variant_of("Tiny", ", \"vocabulary\": \"classic\""));
    QVERIFY(folder.refused("v.json").find("vocabulary: found one beside \"base\"") != std::string::npos);
    folder.put("old.json", "{\"format\": 1}");
    folder.put("v.json", variant_of("old.json"));
    QVERIFY(folder.refused("v.json").find("old.json:1:") != std::string::npos);
  }

  void whatTheBaseStatesIsToldWhereItStands() {
    Folder folder;
    std::string text(find_builtin("Tiny")->text);
    const std::string right = "\"fraction\": 0.46", wrong = "\"fraction\": 46";
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(right)), '\n');
    text.replace(text.find(right), right.size(), wrong);
    folder.put("base.json", text);
    folder.put("v.json", variant_of("base.json"));
    const std::string told = folder.refused("v.json");
    QVERIFY2(told.starts_with(folder.path("base.json") + ":" + std::to_string(line) + ":"), told.c_str());
    folder.put("base.json", std::string(find_builtin("Tiny")->text));
    const TemplatePlace place =
        template_place(file_text(folder.path("v.json")), folder.path("v.json"), {}, "land.fraction");
    QCOMPARE(place.source, folder.path("base.json"));
    QCOMPARE(place.line, static_cast<size_t>(line));
    QCOMPARE(template_place(file_text(folder.path("v.json")), folder.path("v.json"), {}, "name").source,
             folder.path("v.json"));
  }

  void anEditStatesWhatDiffersAndNoMore() {
    Folder folder;
    folder.put("base.json", std::string(find_builtin("Tiny")->text));
    const std::string name = folder.path("v.json"), text = variant_of("base.json");
    folder.put("v.json", text);
    Template tmpl = folder.read("v.json").value();
    QCOMPARE(edit_template_text(text, name, tmpl).value().text, text);
    const auto edited = [&](std::string_view from) {
      const auto edit = edit_template_text(from, name, tmpl);
      if (!edit) qFatal("%s", edit.error().message.c_str());
      const auto back = parse_template(edit.value().text, name);
      if (!back) qFatal("%s", back.error().message.c_str());
      if (write_template(back.value()) != write_template(tmpl)) qFatal("it says another thing");
      return edit.value();
    };
    const Template before = tmpl;
    tmpl.land.fraction = 0.5;
    tmpl.resources[0].quota = 9;
    PinRow pin;
    pin.id = "p1";
    pin.cls = tmpl.resources[0].slug;
    pin.x_m = pin.y_m = 1500;
    tmpl.hand.pins.push_back(pin);
    const TemplateEdit more = edited(text);
    QVERIFY(more.notes.empty());
    QVERIFY2(more.text.find("\"base\": \"base.json\"") != std::string::npos, more.text.c_str());
    QVERIFY2(more.text.size() < text.size() + 250, more.text.c_str());
    // Taken back, the text is what it was.
    tmpl.land.fraction = before.land.fraction;
    const std::string without_land = edited(more.text).text;
    QVERIFY2(without_land.find("fraction") == std::string::npos, without_land.c_str());
    tmpl.coast.types = Nature::none;  // the default, which the base does not have
    QVERIFY(edited(without_land).text.find("\"types\": \"none\"") != std::string::npos);
    tmpl.coast.types = before.coast.types;
    // A row that goes cannot be said with the base.
    tmpl.resources.erase(tmpl.resources.begin() + 1);
    const TemplateEdit whole = edited(more.text);
    QVERIFY(whole.text.find("\"base\"") == std::string::npos);
    QCOMPARE(whole.notes.size(), size_t{1});
    QVERIFY2(whole.notes[0].find("base.json") != std::string::npos, whole.notes[0].c_str());
  }

  void anyOtherTemplateCanBeStatedOverABase() {
    const std::string text = variant_of("Tiny");
    for (const BuiltinTemplate& other : builtin_templates()) {
      const Template tmpl = builtin(other.name);
      const auto edit = edit_template_text(text, "v.json", tmpl);
      QVERIFY2(bool(edit), edit ? "" : edit.error().message.c_str());
      const auto back = parse_template(edit.value().text, "v.json");
      QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
      QCOMPARE(write_template(back.value()), write_template(tmpl));
    }
  }

  void aTextThatGoesElsewhereTakesItsFilesOrStandsAlone() {
    Folder folder;
    folder.put("words.json", R"({"biomes": [{"id": "moor", "share": 0}]})");
    std::string base(find_builtin("Tiny")->text);
    folder.put("base.json", base);
    folder.put("middle.json", variant_of("base.json"));
    folder.put("v.json", variant_of("middle.json", ", \"seed\": 9"));
    const std::string text = file_text(folder.path("v.json"));
    QCOMPARE(files_beside(text, folder.path("v.json")).value(),
             (std::vector<std::string>{"middle.json", "base.json"}));
    QVERIFY(files_beside(variant_of("Tiny"), "v.json").value().empty());
    const auto missing = files_beside(variant_of("gone.json"), folder.path("v.json"));
    QVERIFY(!missing && missing.error().message.find("gone.json") != std::string::npos);
    const auto alone = stand_alone_text(text, folder.path("v.json"));
    QVERIFY(bool(alone));
    QCOMPARE(alone.value().text, write_template(folder.read("v.json").value()));
    QCOMPARE(stand_alone_text(variant_of("Tiny"), "v.json").value().text, variant_of("Tiny"));
  }
};

FW_TEST(TestTemplateBase)
#include "test_template_base.moc"
