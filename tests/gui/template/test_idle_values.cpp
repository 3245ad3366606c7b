// What the form calls idle does nothing, and says why.

#include <QLabel>
#include <algorithm>
#include <map>

#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/idle.h"
#include "app/gui/template/parameter_editor.h"
#include "core/model/world/digest.h"
#include "core/world/generate.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"
#include "tests/template/each_parameter.h"

using namespace fw;

namespace {

constexpr int kCells = 64;

/// Another value that the parameter may have; monostate if there is none to try.
ParameterValue other_value(const Parameter& p, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) {
    const double half = p.min + (p.max - p.min) / 2;
    return *number == half ? p.max : half;
  }
  if (p.type == ParameterType::words && !p.choices.empty()) return std::vector<std::string>{"north", "west"};
  const std::string* word = std::get_if<std::string>(&value);
  for (const std::string_view choice : p.choices)
    if (word && choice != *word && !choice.empty()) return std::string(choice);
  return {};
}

std::map<std::string, std::string> digests(const Template& t) {
  const auto world = generate(t, t.seeds(), kCells, {}, nullptr, GenerateScope::layers).value();
  std::map<std::string, std::string> all;
  for (const auto& [part, digest] : world_digests(*world)) all[part] = digest;
  return all;
}

using Change = void (*)(Template&);

}  // namespace
Q_DECLARE_METATYPE(Change)

class TestIdleValues : public QObject {
  Q_OBJECT
 private slots:
  void valuesThatAreCalledIdleChangeNoWorld_data() {
    QTest::addColumn<Change>("change");
    QTest::newRow("island") << Change([](Template&) {});
    QTest::newRow("archipelago") << Change([](Template& t) { t.land.shape = LandShape::archipelago; });
    QTest::newRow("coast") << Change([](Template& t) { t.land.shape = LandShape::coast; });
    QTest::newRow("inland") << Change([](Template& t) {
      t.land.shape = LandShape::inland;
      t.land.fraction = 1;
    });
    QTest::newRow("dry, without erosion, coast and neutral ground") << Change([](Template& t) {
      t.relief.erosion = Erosion::none;
      t.water.rivers = Nature::none;
      t.coast.types = Nature::none;
      t.relief.massif = 0;
      t.land.islets = 0;
    });
  }
  void valuesThatAreCalledIdleChangeNoWorld() {
    QFETCH(const Change, change);
    Template t = test::builtin("Tiny");
    change(t);
    const auto before = digests(t);
    QStringList changed;
    test::each_parameter(Template(t), [&](const std::string& path, const Parameter& p, ParameterPlace at) {
      if (idle_reason({&p, at}, t).isEmpty() || !p.in_digest) return;
      const ParameterValue other = other_value(p, p.get(t, at));
      if (std::holds_alternative<std::monostate>(other)) return;
      p.set(t, at, other);
      changed.push_back(QString::fromStdString(path));
    });
    QVERIFY(changed.size() >= 3);
    for (const auto& [part, digest] : digests(t))
      QVERIFY2(before.at(part) == digest,
               qPrintable(QString::fromStdString(part) + ": " + changed.join(", ")));
  }

  void anIdleValueIsGreyWithTheReasonAndComesBackWithItsChoice() {
    PanelHand hand(test::builtin("Minimal"));
    hand.panel.jump_to("land.islands");
    const auto field = [&]() -> ParameterField* {
      for (ParameterField* one : hand.panel.findChildren<ParameterField*>())
        if (one->place().parameter->path == "land.islands") return one;
      return nullptr;
    };
    QVERIFY(!field()->entry()->isEnabled());
    bool said = false;
    for (const QLabel* label : field()->findChildren<QLabel*>())
      said = said || (label->isVisible() && label->text() == "Only with Shape: archipelago");
    QVERIFY(said);
    hand.document.edit("Shape", [](Template& t) { t.land.shape = LandShape::archipelago; });
    QVERIFY(field()->entry()->isEnabled());
  }
};

FW_WINDOW_TEST(TestIdleValues)
#include "test_idle_values.moc"
