#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QDockWidget>
#include <QGroupBox>
#include <QMenuBar>
#include <QScreen>
#include <QTest>
#include <QTranslator>

#include "app/gui/layers/layers_panel.h"
#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/window/cell_readout.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/session.h"
#include "core/template/template_io.h"
#include "render/map/map_picture.h"
#include "tests/gui/wait_limit.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Every action a menu leads to.
QList<QAction*> actions_under(const QList<QAction*>& actions) {
  QList<QAction*> found;
  for (QAction* action : actions) {
    if (action->menu())
      found += actions_under(action->menu()->actions());
    else if (!action->isSeparator())
      found += action;
  }
  return found;
}

/// Marks every text that goes through translation.
class Marker : public QTranslator {
 public:
  QString translate(const char*, const char* text, const char*, int) const override {
    return QStringLiteral("\u00ab%1\u00bb").arg(QString::fromUtf8(text));
  }
  bool isEmpty() const override { return false; }
};

/// What a person reads on a widget; empty where it shows data or nothing.
QString words_of(const QWidget& widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return button->text();
  if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) return group->title();
  if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) return dock->windowTitle();
  return {};
}

/// Whether a message on show holds a text.
bool says(const MessagesPanel& messages, const QString& text) {
  for (const auto* view : messages.findChildren<QAbstractItemView*>())
    for (int row = 0; row < view->model()->rowCount(); ++row)
      for (int column = 0; column < view->model()->columnCount(); ++column)
        if (view->model()->index(row, column).data().toString().contains(text)) return true;
  return false;
}

bool has_letters(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
}

}  // namespace

class TestMainWindow : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> opened() {
    auto window = host_.make();
    window->document().start(tiny());
    window->preview().set_resolution(144);
    window->show();
    window->begin();
    return window;
  }

 private slots:
  void whatAFileWasLookedAtWithComesBackUnsaved() {
    const QString file = host_.folder.filePath("looked.json");
    {
      auto window = host_.make();
      window->document().start(tiny());
      QVERIFY(window->document().save_as(file));
      QVERIFY(window->session().open(file));
      window->findChild<LayersPanel*>()->apply_preset(static_cast<int>(View::enemies_danger));
      QVERIFY(!window->document().modified() && !window->isWindowModified());
    }
    auto window = host_.make();
    QVERIFY(window->session().open(file));
    QVERIFY(map_look(window->document().tmpl().view).shows(MapLayer::danger));
    QVERIFY(!window->document().modified());
    QVERIFY(window->session().save());
    Document again;
    QVERIFY(again.open(file));
    QVERIFY(again.tmpl().view.layers.size() > 1);
  }
  void theFirstWindowFitsTheScreenWithItsFrame() {
    const auto window = opened();
    const int most = window->screen()->availableSize().height() - 37;  // a usual title bar
    QVERIFY(most > window->minimumSizeHint().height());
    QVERIFY2(window->height() <= most, qPrintable(QString::number(window->height())));
  }
  void everyActionHasAKeyOfItsOwn() {
    const auto window = opened();
    QStringList keys;
    for (const QAction* action : actions_under(window->menuBar()->actions())) {
      QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
      if (action->objectName().isEmpty()) continue;  // entries made while a menu opens
      QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
      for (const QKeySequence& key : action->shortcuts()) {
        QVERIFY2(!keys.contains(key.toString()), qPrintable(action->text() + " " + key.toString()));
        const QString first = QKeySequence(key[0]).toString();
        const auto begins = [&](const QString& other) { return other.startsWith(first + ", "); };
        QVERIFY2(key.count() > 1 || std::none_of(keys.begin(), keys.end(), begins),
                 qPrintable(key.toString()));
        QVERIFY2(key.count() == 1 || !keys.contains(first), qPrintable(key.toString()));
        keys += key.toString();
      }
    }
    QVERIFY(keys.size() > 20);
  }
  void everyWordGoesThroughTranslation() {
    Marker marker;
    QCoreApplication::installTranslator(&marker);
    const auto window = opened();
    QCoreApplication::removeTranslator(&marker);
    for (const QAction* action : actions_under(window->menuBar()->actions()))
      if (!action->objectName().isEmpty())
        QVERIFY2(action->text().contains(QChar(0xab)), qPrintable(action->text()));
    for (const QWidget* widget : window->findChildren<QWidget*>())
      if (const QString words = words_of(*widget); has_letters(words))
        QVERIFY2(words.contains(QChar(0xab)), qPrintable(words));
  }
  void everyFocusableWidgetHasAName() {
    const auto window = opened();
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
      if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
      if (widget->objectName().startsWith("qt_")) continue;  // parts of a named widget
      QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
      QVERIFY(face != nullptr);
      QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
               qPrintable(QStringLiteral("%1 \"%2\" in %3")
                              .arg(widget->metaObject()->className(), widget->objectName(),
                                   widget->parentWidget()->metaObject()->className())));
    }
  }
  void aSeedActionMakesAnotherWorldAndCanBeUndone() {
    const auto window = opened();
    QVERIFY(settle(*window));
    const uint64_t seed = window->document().tmpl().seed;
    window->findChild<QAction*>("next_seed")->trigger();
    QVERIFY(settle(*window));
    QCOMPARE(window->preview().picture()->tmpl->seed, seed + 1);
    QVERIFY(window->isWindowModified());
    window->findChild<QAction*>("undo")->trigger();
    QVERIFY(settle(*window));
    QCOMPARE(window->preview().picture()->tmpl->seed, seed);
    QVERIFY(!window->isWindowModified());
  }
  void anInvalidTemplateKeepsTheLastGoodMap() {
    const auto window = opened();
    QVERIFY(settle(*window));
    const auto good = window->preview().picture();
    window->document().edit("Danger", [](Template& t) { t.vocabulary.danger[0].share += 0.2; });
    QVERIFY(window->preview().settled());
    QTest::qWait(100);
    QCOMPARE(window->preview().picture().get(), good.get());
    window->document().history().undo();
    QVERIFY(settle(*window));
  }
  void hatchedDangerIsOnEveryMapAndRemembered() {
    {
      const auto window = opened();
      QVERIFY(!window->map().view().look().danger_patterns);
      auto* panel = window->findChild<LayersPanel*>();
      panel->set_danger_patterns(true);
      QVERIFY(window->map().view().look().danger_patterns);
      QVERIFY(window->findChild<CompareView*>()->left().look().danger_patterns);
      QVERIFY(!window->isWindowModified());
      window->document().edit("Seed", [](Template& t) { ++t.seed; });
      QVERIFY(window->map().view().look().danger_patterns);
    }
    QVERIFY(opened()->map().view().look().danger_patterns);
    host_.settings.remove("danger_patterns");
  }
  void failuresOfEveryPartAreMessages() {
    const auto window = opened();
    auto& messages = *window->findChild<MessagesPanel*>();
    PairView& pair = window->findChild<SimulationPanel*>()->pair();
    auto* compare = window->findChild<CompareView*>();
    int told = 0;
    for (MapView* map :
         {&window->map().view(), &compare->left(), &compare->right(), &pair.left(), &pair.right()}) {
      const QString why = QStringLiteral("no fonts, %1").arg(++told);
      emit map->failed(why);
      QVERIFY2(says(messages, why), qPrintable(why));
    }
    emit window->preview().failed(QStringLiteral("too large"));
    QVERIFY(says(messages, QStringLiteral("too large")));
  }
  void layoutIsRememberedAndABrokenOneIsReset() {
    {
      const auto window = opened();
      window->resize(window->width(), 700);
      window->close();
    }
    QCOMPARE(opened()->height(), 700);
    host_.settings.setValue("window/layout", QByteArray("no layout"));
    const auto window = opened();
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
      QVERIFY2(!dock->isFloating(), qPrintable(dock->objectName()));
  }
  void thePlaceUnderTheCursorIsDescribed() {
    const auto window = opened();
    QVERIFY(settle(*window));
    const World& world = *window->preview().picture()->world;
    QVERIFY(describe_place(world, {-50, 20}).contains("-50"));
    QVERIFY(describe_place(world, {1, 1}).contains("sea"));
    const QString inland = describe_place(world, world.regions.front().centre_m);
    QVERIFY2(inland.contains(QString::fromStdString(world.regions.front().name)), qPrintable(inland));
  }
  void aThemeIsAppliedAndKept() {
    const auto window = opened();
    for (QAction* action : window->findChildren<QAction*>("theme"))
      if (action->text().contains("Dark")) action->trigger();
    QVERIFY(qApp->palette().color(QPalette::Window).lightness() < 100);
    QCOMPARE(host_.settings.value("theme").toString(), QStringLiteral("dark"));
  }
};

FW_WINDOW_TEST(TestMainWindow)
#include "test_main_window.moc"
