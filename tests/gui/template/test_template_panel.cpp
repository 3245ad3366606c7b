#include <QAbstractSpinBox>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/editors/texts_editor.h"
#include "app/gui/template/editors/word_editors.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/idle.h"
#include "app/gui/template/noise/noise_view.h"
#include "app/gui/template/number/number_editor.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/page/template_page.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"
#include "app/gui/template/row_look.h"
#include "core/base/number_text.h"
#include "core/template/template_io.h"
#include "panel_hand.h"
#include "tests/support/files.h"
#include "tests/support/window_test.h"
#include "tests/template/each_parameter.h"

using namespace fw;

namespace {

QString text_of(const Parameter& p, double value) {
  const double shown = is_share(p) ? value * 100 : value;
  return QString::fromStdString(number_text(shown));
}

ParameterField* field_of(const PanelHand& hand) {
  QWidget* at = hand.focus();
  while (at && !qobject_cast<ParameterField*>(at)) at = at->parentWidget();
  return qobject_cast<ParameterField*>(at);
}

ParameterValue held(const PanelHand& hand, const Place& place) {
  return place.parameter->get(hand.document.tmpl(), place.at);
}

/// The first place of every parameter whose group is stated.
std::vector<Place> first_places(const Template& t) {
  std::vector<Place> places;
  std::set<const Parameter*> seen;
  test::each_parameter(t, [&](const std::string& path, const Parameter& p, ParameterPlace at) {
    const auto measure = find_place(t, group_of(path) + ".measure");
    const bool stated = !measure || measure->parameter == &p ||
                        !std::get<std::string>(measure->parameter->get(t, measure->at)).empty();
    if (stated && seen.insert(&p).second) places.push_back({&p, at});
  });
  return places;
}

/// Sets one value by keyboard in the field that has the focus.
void give(PanelHand& hand, const Place& place, const ParameterValue& value) {
  const Parameter& p = *place.parameter;
  QStringList parts;
  if (const bool* on = std::get_if<bool>(&value)) {
    if (qobject_cast<QCheckBox*>(hand.focus())->isChecked() != *on)
      QTest::keyClick(hand.focus(), Qt::Key_Space);
  } else if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
    hand.type(join_texts(*words, ", "));
  } else if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    for (const double number : *numbers) parts.push_back(QString::number(number));
    hand.type(parts.join(", "));
  } else if (auto* combo = qobject_cast<QComboBox*>(hand.focus())) {
    QTest::keyClick(combo, Qt::Key_Home);
    const std::string* stated = std::get_if<std::string>(&value);
    const QString word = stated ? QString::fromStdString(*stated) : QString();  // first: "not stated"
    for (int k = 0; k < combo->count() && combo->currentData().toString() != word; ++k)
      QTest::keyClick(combo, Qt::Key_Down);
  } else if (const double* number = std::get_if<double>(&value)) {
    hand.type(text_of(p, *number));
  } else if (const auto* range = std::get_if<std::array<double, 2>>(&value)) {
    const auto to_spin = [&](Qt::Key key) {  // past a slider
      do QTest::keyClick(hand.focus(), key);
      while (qobject_cast<QAbstractSpinBox*>(hand.focus()) == nullptr);
    };
    hand.type(text_of(p, (*range)[0]));
    to_spin(Qt::Key_Tab);
    hand.type(text_of(p, (*range)[1]));
    to_spin(Qt::Key_Backtab);
  } else if (const std::string* text = std::get_if<std::string>(&value)) {
    hand.type(QString::fromStdString(*text));
  } else {
    hand.type({});
  }
}

/// Whether it belongs to a list of which this template has no row: goals, stimuli, squads, preys and curves,
/// whose values hang on each other (tests/template/test_tactics_text.cpp, test_ecology_text.cpp), and
/// features of the calendar's noise.
bool is_row_beside_world(const Parameter& p) {
  for (const std::string_view list :
       {"tactics.", "wildlife[].prey[]", "calendar.curves[]", "noise.day.state_features[]",
        "noise.season.state_features[]", "noise.front.state_features[]"})
    if (p.path.starts_with(list)) return true;
  return false;
}

/// Whether a dialog or several controls set it: tested on their own.
bool is_picked(const Parameter& p) {
  return p.type == ParameterType::colour || p.type == ParameterType::place || member_of(p.path) == "symbol";
}

std::vector<ParameterValue> trials(const Place& place, const Template& t) {
  const Parameter& p = *place.parameter;
  const std::vector<Offer> offers = offers_of(p, t, place.at);
  using Words = std::vector<std::string>;
  switch (p.type) {
    case ParameterType::integer:
    case ParameterType::number:
      return {p.min, p.max};
    case ParameterType::range:
      return {std::array{p.min, p.min}, std::array{p.min, p.max}, std::array{p.max, p.max}};
    case ParameterType::choice:
    case ParameterType::reference:
    case ParameterType::direction:
      if (offers.empty()) return {};                // no row that fits
      if (p.optional) return {offers.back().word};  // the first may be the class's own
      return {offers.front().word, offers.back().word};
    case ParameterType::yes_no:
      return {true, false};
    case ParameterType::words:
      return {Words{}, Words{offers.empty() ? "wet" : offers.back().word}};
    case ParameterType::texts:
      return {Words{"Al "}, Words{"a, b", "\u00C5s", "\"q\"", "c"}};
    case ParameterType::numbers:
      return {std::vector{p.min, p.max}, std::vector<double>{}};
    default:
      return {std::string("x"), std::string(static_cast<size_t>(p.max), 'y')};
  }
}

}  // namespace

class TestTemplatePanel : public QObject {
  Q_OBJECT

 private slots:
  void everyPathPutsTheKeyboardIntoAField() {
    PanelHand hand;
    const Template& t = hand.document.tmpl();
    const auto on_pages = std::ranges::count_if(
        parameters(), [](const Parameter& p) { return !is_row_of_hand(p) && !is_row_beside_world(p); });
    QCOMPARE(first_places(t).size(), static_cast<size_t>(on_pages));
    for (const Place& place : first_places(t)) {
      const std::string path = path_of(place, t);
      hand.panel.search();
      QVERIFY2(hand.panel.jump_to(QString::fromStdString(path)), path.c_str());
      QVERIFY2(hand.focus() && hand.focus()->isVisible() && hand.panel.isAncestorOf(hand.focus()),
               path.c_str());
      QVERIFY2(!hand.focus()->accessibleName().isEmpty(), path.c_str());
      if (const ParameterField* field = field_of(hand)) QCOMPARE(path_of(field->place(), t), path);
    }
    QVERIFY(hand.panel.jump_to("region_mixes[1].danger.red"));
    QCOMPARE(hand.focus()->accessibleName(), QStringLiteral("Danger fixed for this region"));
    for (const char* path : {"danger", "regions", "landmarks", "resources", "region_mixes[0]",
                             "region_mixes[0].danger", "noise.danger", "noise.danger.state_features",
                             "view.layers", "resources[2]", "biomes.forest.share", "rarities[1].ladder"})
      QVERIFY2(hand.panel.jump_to(path), path);
    for (const char* path : {"", "nonsense", "land.nonsense"}) QVERIFY2(!hand.panel.jump_to(path), path);
    QCOMPARE(hand.steps(), 0);
  }

  void everyParameterAcceptsItsBoundsAndDefaultAndUndoRestoresTheFile_data() {
    QTest::addColumn<int>("shape");
    QTest::newRow("what does something on an island") << -1;
    QTest::newRow("what does something on an archipelago alone") << static_cast<int>(LandShape::archipelago);
    QTest::newRow("what does something on a coast alone") << static_cast<int>(LandShape::coast);
  }
  void everyParameterAcceptsItsBoundsAndDefaultAndUndoRestoresTheFile() {
    QFETCH(const int, shape);
    const Template island = full_template();
    Template t = island;
    if (shape >= 0) {
      t.land.shape = static_cast<LandShape>(shape);
      for (NoiseStack* stack : {&t.noise.faction, &t.noise.biome}) stack->update = FieldUpdate::resample;
    }
    PanelHand hand(check_edited(t).tmpl);
    const std::string before = hand.text();
    const std::vector<ViewLayer> looked = hand.document.tmpl().view.layers;
    for (const Place& place : first_places(hand.document.tmpl())) {
      const Parameter& p = *place.parameter;
      if (is_picked(p) || !idle_reason(place, hand.document.tmpl()).isEmpty()) continue;
      if (shape >= 0 && idle_reason(place, island).isEmpty()) continue;
      std::vector<ParameterValue> values = trials(place, hand.document.tmpl());
      if (const auto plain = reset_value(place, hand.document.tmpl())) values.push_back(*plain);
      for (const ParameterValue& value : values) {
        if (std::holds_alternative<std::monostate>(value) && is_share(p)) continue;  // by the switch
        const std::string path = path_of(place, hand.document.tmpl());
        QVERIFY2(hand.panel.jump_to(QString::fromStdString(path)), path.c_str());
        give(hand, place, value);
        const ParameterValue now = held(hand, place);
        const double* wanted = std::get_if<double>(&value);
        const bool equal =
            wanted && is_share(p) ? std::fabs(std::get<double>(now) - *wanted) < 1e-9 : now == value;
        QVERIFY2(equal, path.c_str());
      }
      hand.undo_all();
      hand.document.edit("Layers", [&](Template& t) { t.view.layers = looked; });  // no step of the history
      QVERIFY2(hand.text() == before, p.path.c_str());
    }
  }

  void aFieldGoesBackToTheValueOfTheBase() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("winter.json").toStdString();
    test::write_text(folder.filePath("isle.json").toStdString(), write_template(test::tiny()));
    test::write_text(path, R"({"format": 3, "base": "isle.json", "name": "Winter",
      "resources": [{"class": "timber", "quota": 77}]})");
    PanelHand hand;
    QVERIFY(hand.document.open(QString::fromStdString(path)));
    const Template& base = hand.document.base()->tmpl;
    for (const char* own : {"resources[0].quota", "land.fraction"}) {
      const Place place = *find_place(hand.document.tmpl(), own);
      const ParameterValue was = held(hand, place);
      const auto inherited = inherited_value(place, hand.document.tmpl(), &base);
      QCOMPARE(inherited && *inherited != was, own == std::string_view("resources[0].quota"));
      QVERIFY(hand.panel.jump_to(own));
      const QList<QToolButton*> buttons = field_of(hand)->findChildren<QToolButton*>();
      QToolButton* reset = *std::ranges::find_if(
          buttons, [](const QToolButton* one) { return one->accessibleName().startsWith("Reset"); });
      QCOMPARE(reset->isVisible(), *inherited != was);
      if (!reset->isVisible()) continue;
      QVERIFY2(reset->toolTip().contains("isle.json"), qPrintable(reset->toolTip()));
      QTest::mouseClick(reset, Qt::LeftButton);
      QVERIFY(held(hand, place) == *inherited);
    }
  }

  void sliderEndsAreTheBounds() {
    PanelHand hand;
    for (const char* path : {"frame.width_m", "land.fraction", "regions.controllable", "noise.phase",
                             "landmarks[0].spacing_m", "resources[0].gamma"}) {
      hand.panel.jump_to(path);
      const Place place = *find_place(hand.document.tmpl(), path);
      const Parameter& p = *place.parameter;
      auto* slider = field_of(hand)->findChild<ScaleSlider*>();
      slider->setFocus();
      QTest::keyClick(slider, Qt::Key_End);
      QCOMPARE(std::get<double>(held(hand, place)), p.max);
      QTest::keyClick(slider, Qt::Key_Home);
      QCOMPARE(std::get<double>(held(hand, place)), p.min);
    }
  }

  void aDragAppliesContinuouslyAndIsOneStep() {
    PanelHand hand;
    hand.panel.jump_to("land.fraction");
    auto* slider = field_of(hand)->findChild<ScaleSlider*>();
    QSignalSpy changed(&hand.document, &Document::changed);
    QList<QPointF> way;
    for (int x = 20; x < 60; x += 2) way.push_back(QPointF(x, 9));
    drag(*slider, way);
    QVERIFY(changed.count() >= 15);
    QCOMPARE(hand.steps(), 1);
    const double first = hand.document.tmpl().land.fraction;
    drag(*slider, {QPointF(60, 9), QPointF(30, 9)});
    QCOMPARE(hand.steps(), 2);
    hand.document.history().undo();
    QCOMPARE(hand.document.tmpl().land.fraction, first);
  }

  void valuesAreNotRoundedByBeingShown() {
    Template t = full_template();
    t.land.roughness = 0.1234567;
    const std::array<double, 4> shares{0.1234567, 0.2234567, 0.3234567, 0.3296299};
    for (size_t k = 0; k < shares.size(); ++k) t.vocabulary.danger[k].share = shares[k];
    t.vocabulary.danger[1].hp_mult = {1.123456789, 2.123456789};
    PanelHand hand(check_edited(t).tmpl);
    const std::string before = hand.text();
    for (const char* page :
         {"frame.width_m", "danger", "danger[0].hp_mult", "resources[0].class", "landmarks"}) {
      hand.panel.jump_to(page);
      for (int tab = 0; tab < 60; ++tab) QTest::keyClick(hand.focus(), Qt::Key_Tab);
    }
    hand.panel.jump_to("land.roughness");
    QTest::keyClick(hand.focus(), Qt::Key_Return);
    QCOMPARE(hand.steps(), 0);
    QVERIFY(hand.text() == before);
    QCOMPARE(qobject_cast<NumberSpin*>(hand.focus())->text(), QStringLiteral("0.1234567"));
  }

  void aNumberOutsideItsRangeIsNotTakenAndSaysWhy() {
    PanelHand hand;
    hand.panel.jump_to("frame.width_m");
    ParameterField* field = field_of(hand);
    hand.type("8");
    QCOMPARE(hand.steps(), 0);
    const auto said = [field] {
      for (const QLabel* label : field->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("500")) return true;
      return false;
    };
    QVERIFY(said());
    QTest::keyClick(hand.focus(), Qt::Key_Escape);
    QVERIFY(!said());
    QCOMPARE(qobject_cast<NumberSpin*>(hand.focus())->text(), QStringLiteral("8000"));
  }

  void resetShowsWhileTheValueDiffersAndGivesTheDefault() {
    PanelHand hand;
    hand.panel.jump_to("relief.ridge");
    auto* reset = field_of(hand)->findChild<QToolButton*>();
    QVERIFY(reset->isVisible());
    reset->click();
    QCOMPARE(hand.document.tmpl().relief.ridge, ReliefParams().ridge);
    QVERIFY(!reset->isVisible());
    hand.panel.jump_to("landmarks[1].count");
    hand.type("3");
    QCOMPARE(hand.document.tmpl().vocabulary.landmarks[1].count, std::optional(3));
    field_of(hand)->findChild<QToolButton*>()->click();
    QVERIFY(!hand.document.tmpl().vocabulary.landmarks[1].count);
    QVERIFY(hand.document.valid());
  }

  void anEditElsewhereLeavesKeyboardCursorAndHalfTypedText() {
    PanelHand hand;
    hand.panel.jump_to("name");
    auto* line = qobject_cast<QLineEdit*>(hand.focus());
    line->setCursorPosition(4);
    QTest::keyClicks(line, "xyz");
    hand.document.edit("Other", [](Template& t) { t.seed = 7; });
    QCOMPARE(hand.focus(), line);
    QCOMPARE(line->cursorPosition(), 7);
    QCOMPARE(line->text(), QStringLiteral("WindxyzswardLike"));
    QTest::keyClick(line, Qt::Key_Escape);
    QCOMPARE(line->text(), QStringLiteral("WindswardLike"));
  }

  void aWindowsShortcutsWorkWhileAFieldHasTheKeyboard() {
    PanelHand hand;
    QAction undo, cancel;
    undo.setShortcut(QKeySequence::Undo);
    cancel.setShortcut(Qt::Key_Escape);
    hand.panel.addActions({&undo, &cancel});
    QSignalSpy undone(&undo, &QAction::triggered), cancelled(&cancel, &QAction::triggered);
    for (const char* path : {"relief.ridge", "name"}) {
      hand.panel.jump_to(path);
      QTest::keyClicks(hand.focus(), "1");
      QTest::keyClick(hand.focus(), Qt::Key_Z, Qt::ControlModifier);
      QTest::keyClicks(hand.focus(), "2");
      QTest::keyClick(hand.focus(), Qt::Key_Escape);
      QCOMPARE(undone.count() + cancelled.count(), 0);
      QTest::keyClick(hand.focus(), Qt::Key_Z, Qt::ControlModifier);
      QTest::keyClick(hand.focus(), Qt::Key_Escape);
      QCOMPARE(undone.count(), 1);
      QCOMPARE(cancelled.count(), 1);
      undone.clear();
      cancelled.clear();
    }
    QCOMPARE(hand.steps(), 0);
  }

  void aGroupHasOneHeadingOnItsPage() {
    PanelHand hand;
    std::map<std::string, std::vector<Place>> pages;
    for (const Place& place : first_places(hand.document.tmpl()))
      if (place.parameter->path.find('[') == std::string::npos)
        pages[page_key(place.parameter->path)].push_back(place);
    QVERIFY(pages.size() > 5);
    for (const auto& [page, places] : pages) {
      const FieldForm form(hand.document, places, FieldForm::Headings::groups);
      std::set<QString> headings;
      for (const FieldLabel* label : form.findChildren<FieldLabel*>()) {
        const QWidget* heading = label->parentWidget();
        if (heading->parentWidget() != &form || qobject_cast<const ParameterField*>(heading)) continue;
        QVERIFY2(headings.insert(label->text()).second, qPrintable(page.c_str() + (": " + label->text())));
      }
    }
  }
  void whatIsWrongWithAGroupIsSaidAboveItsFields() {
    PanelHand hand;
    hand.panel.jump_to("regions.controllable");
    hand.document.edit("Regions", [](Template& t) {
      t.regions.controllable = 200;
      t.regions.neutral = 60;
    });
    QCOMPARE(hand.document.findings().front().where, std::string("regions"));
    const auto said = [&hand](QWidget* where) {
      const auto labels = where->findChildren<QLabel*>();
      return std::count_if(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains("at most 250");
      });
    };
    QCOMPARE(said(field_of(hand)->parentWidget()), 1);
    QCOMPARE(said(&hand.panel), 1);
    hand.document.history().undo();
    QCOMPARE(said(&hand.panel), 0);
  }

  void whatIsWrongWithTextIsSaidWhileTyping() {
    PanelHand hand;
    hand.panel.jump_to("name");
    ParameterField* field = field_of(hand);
    QTest::keyClicks(hand.focus(), "/");
    const auto labels = field->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("slashes");
    }));
    QVERIFY(hand.document.valid());
    QTest::keyClick(hand.focus(), Qt::Key_Return);
    QVERIFY(!hand.document.valid());
    QCOMPARE(hand.document.findings().front().where, std::string("name"));
  }

  void everyRowThatAParameterMayNameHasAName() {
    const Template t = parse_template(find_builtin("WindswardLiving")->text, "WindswardLiving").value();
    int named = 0;
    for (const Parameter& p : parameters()) {
      if (p.type != ParameterType::reference) continue;
      const std::vector<std::string> ids = table_ids(t, p.refers_to);
      for (size_t k = 0; k < ids.size(); ++k, ++named)
        QVERIFY2(!row_label(t, p.refers_to, k).isEmpty(), qPrintable(QString::fromStdString(p.path)));
    }
    QVERIFY(named > 100);
  }

  void searchFindsAndTheKeyboardEditsWithoutAMouse() {
    PanelHand hand;
    hand.panel.search();
    QTest::keyClicks(hand.focus(), "land.fraction");
    QTest::keyClick(hand.focus(), Qt::Key_Return);
    QVERIFY(qobject_cast<NumberSpin*>(hand.focus()));
    hand.type("0.61");
    QCOMPARE(hand.document.tmpl().land.fraction, 0.61);
    hand.panel.search();
    QTest::keyClicks(hand.focus(), "distance");
    QTRY_VERIFY_WITH_TIMEOUT(hand.panel.findChild<SearchPage*>()->found() > 10, kWaitLimit_ms);
    QTest::keyClick(hand.focus(), Qt::Key_Escape);
    QVERIFY(!hand.panel.findChild<SearchPage*>()->isVisible());
  }

  void aSketchFollowsTheStackAndTheNewestWins() {
    PanelHand hand;
    hand.panel.jump_to("noise.danger.wavelength_m");
    auto* view = hand.panel.findChild<NoiseView*>();
    QTRY_VERIFY_WITH_TIMEOUT(view->sketch(), kWaitLimit_ms);
    for (int octaves = 1; octaves <= 8; ++octaves)
      hand.document.edit("Octaves", [octaves](Template& t) { t.noise.danger.octaves = octaves; });
    QTRY_COMPARE_WITH_TIMEOUT(view->sketch()->wish.stack.octaves, 8, kWaitLimit_ms);
    QVERIFY(view->sketch()->image == draw_sketch(view->sketch()->wish).image);
    const QImage own = view->sketch()->image;
    hand.document.edit("Seed of", [](Template& t) { t.noise.danger.seed_of = "biome"; });
    QTRY_VERIFY_WITH_TIMEOUT(view->sketch()->image != own, kWaitLimit_ms);
  }
};

FW_WINDOW_TEST(TestTemplatePanel)
#include "test_template_panel.moc"
