// A designer's session from the first file to the render of the command, by mouse and keys on the real
// window.

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QTreeWidget>
#include <cmath>

#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/locks.h"
#include "app/gui/hand/panel/hand_panel.h"
#include "app/gui/hand/panel/import_dialog.h"
#include "app/gui/hand/panel/locks_view.h"
#include "app/gui/hand/panel/properties.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/template/editors/field_form.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kResolution = 160;

/// Two hills and a shallow sea as a 16-bit picture without coordinates.
void write_heights(const QString& path) {
  constexpr int kSide = 96;
  QImage heights(kSide, kSide, QImage::Format_Grayscale16);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const double u = (x + 0.5) / kSide - 0.5, v = (y + 0.5) / kSide - 0.5;
      const double hill = 0.42 - std::hypot(u, v) + 0.05 * std::sin(9 * u) * std::cos(7 * v);
      reinterpret_cast<quint16*>(heights.scanLine(y))[x] =
          static_cast<quint16>(std::clamp(hill / 0.45, 0.0, 1.0) * 65535);
    }
  QVERIFY(heights.save(path, "PNG"));
}

void send(MapView& view, QEvent::Type type, Vec2 place_m, Qt::KeyboardModifiers keys) {
  const Vec2 px = view.map_window().to_px(place_m) * (1 / view.map_window().device_scale);
  const QPointF at(px.x, px.y);
  const bool up = type == QEvent::MouseButtonRelease;
  QMouseEvent event(type, at, view.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                    up ? Qt::NoButton : Qt::LeftButton, keys);
  QApplication::sendEvent(&view, &event);
}

void drag(MapView& view, const std::vector<Vec2>& way, Qt::KeyboardModifiers keys = {}) {
  send(view, QEvent::MouseButtonPress, way.front(), keys);
  for (const Vec2& place : way) send(view, QEvent::MouseMove, place, keys);
  send(view, QEvent::MouseButtonRelease, way.back(), keys);
}

void press(int key, Qt::KeyboardModifiers keys = {}) {
  QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), keys);
}

/// A control by its accessible name.
template <typename Widget>
Widget* named(QWidget& in, const QString& name) {
  for (Widget* widget : in.findChildren<Widget*>())
    if (widget->accessibleName() == name) return widget;
  return nullptr;
}

/// Goes down a combo box by its key until the entry whose data begins so.
bool choose(QComboBox* combo, const QString& data) {
  if (!combo) return false;
  const auto is_it = [&] {
    return combo->currentData().toString().startsWith(data) || combo->currentText().toLower() == data;
  };
  QTest::keyClick(combo, Qt::Key_Home);
  for (int k = 0; k < combo->count() && !is_it(); ++k) QTest::keyClick(combo, Qt::Key_Down);
  return is_it();
}

/// The tree's item of that text, by a click of the mouse.
bool click_item(QTreeWidget& tree, const QString& text, Qt::KeyboardModifiers keys) {
  const QList<QTreeWidgetItem*> found = tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
  if (found.isEmpty()) return false;
  tree.scrollToItem(found.front());
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, keys, tree.visualItemRect(found.front()).center());
  return true;
}

void click_button(QWidget& in, const QString& text) {
  for (QAbstractButton* button : in.findChildren<QAbstractButton*>())
    if (button->text().remove('&') == text && button->isVisible()) {
      QVERIFY(button->isEnabled());
      return QTest::mouseClick(button, Qt::LeftButton);
    }
  QFAIL(qPrintable("no button " + text));
}

}  // namespace

class TestDesignerDay : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> window() {
    auto window = host_.make();
    window->preview().set_resolution(kResolution);
    window->resize(1680, 1050);
    window->show();
    window->begin();
    if (!QTest::qWaitForWindowActive(window.get(), kWaitLimit_ms)) qFatal("no window");
    return window;
  }

 private slots:
  void aSessionComesBackFromTheFileAndFromTheCommand() {
    const QString file = host_.folder.filePath("isle.json"), heights = host_.folder.filePath("height.png");
    write_heights(heights);
    auto first = window();
    Document& document = first->document();
    document.start(tiny());
    QVERIFY(document.save_as(file));
    const QByteArray before = contents(file);
    QVERIFY(settle(*first));
    MapView& view = first->map().view();

    // A height map, by keys alone.
    view.setFocus();
    press(Qt::Key_I, Qt::ControlModifier);
    auto* dialog = first->findChild<ImportDialog*>();
    QVERIFY(dialog);
    dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(dialog, kWaitLimit_ms));
    QTRY_VERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClicks(QApplication::focusWidget(), heights);
    const QPointer<ImportDialog> open(dialog);
    press(Qt::Key_Return);
    QVERIFY(open && dialog->busy());
    QVERIFY(QTest::qWaitFor([&] { return !open || !open->busy(); }, kWaitLimit_ms));
    if (open && document.history().count() == 0)
      QFAIL(qPrintable(named<QPlainTextEdit>(*dialog, "What was found")->toPlainText()));
    QCOMPARE(document.history().count(), 1);
    QCOMPARE(document.tmpl().hand.imports.size(), size_t{1});
    QCOMPARE(document.tmpl().hand.imports[0].what, std::string("height"));
    first->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(first.get(), kWaitLimit_ms));
    QVERIFY(settle(*first));
    const World& shaped = *first->preview().picture()->world;
    for (const HandOutcome& outcome : shaped.hand)
      QVERIFY2(outcome.state != HandState::suspended, outcome.reason.c_str());

    // A forest, a boss, no camps.
    const Vec2 middle{document.tmpl().frame.width_m / 2, document.tmpl().frame.height_m / 2};
    view.setFocus();
    press(Qt::Key_B);
    press(Qt::Key_2);
    QCOMPARE(first->hand().options().cls.at("biome"), std::string("forest"));
    drag(view, {middle + Vec2{-300, 60}, middle + Vec2{-200, 120}, middle + Vec2{-60, 100}});
    QVERIFY(settle(*first));
    press(Qt::Key_P);
    auto* pins = named<QComboBox>(*first, "Class of the pin (1 to 9)");
    QVERIFY(choose(pins, "beast/"));
    view.setFocus();
    drag(view, {middle + Vec2{200, -100}});
    QCOMPARE(document.tmpl().hand.pins.size(), size_t{1});
    first->findChild<QAction*>("panel_hand")->trigger();
    for (ParameterField* field :
         first->findChild<HandPanel*>()->properties()->form()->findChildren<ParameterField*>())
      if (field->place().parameter->path == "hand.pins[].rarity")
        QVERIFY(choose(field->findChild<QComboBox*>(), "boss"));
    QCOMPARE(document.tmpl().hand.pins[0].rarity, std::optional<std::string>("boss"));
    view.setFocus();
    press(Qt::Key_X);
    auto* words = named<QComboBox>(*first, "Classes that are meant");
    QVERIFY(choose(words, "outpost"));
    view.setFocus();
    drag(view, {middle + Vec2{-100, -300}, middle + Vec2{-100, -180}}, Qt::ControlModifier);
    QCOMPARE(document.tmpl().hand.bans.size(), size_t{1});
    QCOMPARE(document.tmpl().hand.bans[0].of, std::string("outpost"));
    QVERIFY(settle(*first));

    // Two regions kept as they are.
    press(Qt::Key_Escape);  // nothing is selected: the locks are shown
    LocksView& locks = first->findChild<HandPanel*>()->properties()->locks();
    std::vector<QString> regions;
    for (const Region& region : first->preview().picture()->world->regions)
      regions.push_back(QString::fromStdString(region.name));
    const int steps = document.history().count();
    QVERIFY(click_item(*locks.tree(), regions[0], {}));
    QVERIFY(click_item(*locks.tree(), regions[1], Qt::ControlModifier));
    click_button(locks, "Keep as it is");
    QTRY_COMPARE_WITH_TIMEOUT(document.history().count(), steps + 1, 2 * kWaitLimit_ms);
    QVERIFY(!first->hand().world_edit().busy());
    QCOMPARE(document.tmpl().hand.regions.size(), size_t{2});
    QVERIFY(settle(*first));

    // Another seed: what is kept stands.
    const auto kept = first->preview().picture();
    press(Qt::Key_BracketRight, Qt::ControlModifier);
    QCOMPARE(document.tmpl().seed, kept->tmpl->seed + 1);
    QVERIFY(settle(*first));
    const World& rolled = *first->preview().picture()->world;
    for (const HandOutcome& outcome : rolled.hand)
      if (outcome.state == HandState::suspended) QFAIL(outcome.reason.c_str());

    // All back, all forth, byte for byte.
    const std::string last = write_template(document.tmpl());
    const int count = document.history().index();
    for (int k = 0; k < count; ++k) press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(QByteArray::fromStdString(write_template(document.tmpl())), before);
    QVERIFY(!document.modified());
    for (int k = 0; k < count; ++k) press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(write_template(document.tmpl()), last);
    press(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(contents(file).toStdString(), last);
    QVERIFY(settle(*first));
    const auto digests = world_digests(*first->preview().picture()->world);
    QVERIFY(first->close());
    first.reset();

    // Opened again.
    auto second = window();
    QVERIFY(second->session().open(file));
    QVERIFY(settle(*second));
    QCOMPARE(second->document().history().count(), 0);
    QCOMPARE(world_digests(*second->preview().picture()->world), digests);
    second.reset();

    // And without a window.
    QProcess command;
    const QString out = host_.folder.filePath("out");
    command.start(QStringLiteral(FIELDWRIGHT_COMMAND),
                  {"render", file, "--resolution", QString::number(kResolution), "--views", "overview",
                   "--formats", "png", "-o", out});
    QVERIFY(command.waitForFinished(4 * kWaitLimit_ms));
    QVERIFY2(command.exitCode() == 0, command.readAllStandardError());
    const QByteArray manifest = contents(out + "/manifest.json");
    for (const auto& [name, digest] : digests) QVERIFY2(manifest.contains(digest.c_str()), name.c_str());
  }
};

FW_WINDOW_TEST(TestDesignerDay)
#include "test_designer_day.moc"
