// Panels by keyboard, and windows on small screens.

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/window/help.h"
#include "app/gui/window/main_window.h"
#include "tests/gui/wait_limit.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

bool is_behind(const QDockWidget& dock) {
  return dock.geometry().right() < 0 || dock.geometry().bottom() < 0;
}

/// Everything that the key comes to in one round from where the keyboard is, and where each widget was in the
/// window when it had the focus.
QList<QWidget*> round_of(QWidget& window, int key, QList<QPoint>* places = nullptr) {
  QList<QWidget*> stops;
  QWidget* first = nullptr;
  for (int i = 0; i < 500; ++i) {
    QTest::keyClick(window.focusWidget(), static_cast<Qt::Key>(key));
    if (window.focusWidget() == first) return stops;
    if (!first) first = window.focusWidget();
    stops += window.focusWidget();
    if (places) *places += stops.back()->mapTo(&window, stops.back()->rect().center());
  }
  return stops;
}

}  // namespace

class TestPanelKeys : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> opened() {
    auto window = host_.make();
    window->preview().set_resolution(256);
    window->show();
    if (!QTest::qWaitForWindowActive(window.get(), kWaitLimit_ms)) qFatal("no window");
    window->map().view().setFocus();
    return window;
  }
  static QDockWidget& dock(MainWindow& window, const char* name) {
    return *window.findChild<QDockWidget*>(QLatin1String(name));
  }

 private slots:
  void tabComesToEverythingInSightAndToNothingElse() {
    const auto window = opened();
    QList<QPoint> places;
    const QList<QWidget*> forward = round_of(*window, Qt::Key_Tab, &places);
    QVERIFY(forward.size() > 20 && forward.size() < 500);
    for (qsizetype i = 0; i < forward.size(); ++i)
      QVERIFY2(places[i].x() >= 0 && places[i].y() >= 0, qPrintable(forward[i]->accessibleName()));
    for (const char* name : {"audit", "layers", "template", "messages"}) {
      QVERIFY2(!is_behind(dock(*window, name)), name);
      for (const QWidget* part : dock(*window, name).widget()->findChildren<QWidget*>())
        if ((part->focusPolicy() & Qt::TabFocus) && part->isVisible() && part->isEnabled() &&
            !part->focusProxy())
          QVERIFY2(forward.contains(part), qPrintable(QLatin1String(name) + part->accessibleName() +
                                                      part->metaObject()->className()));
    }
    QList<QWidget*> backward = round_of(*window, Qt::Key_Backtab);
    QCOMPARE(backward.size(), forward.size());
    for (QWidget* stop : backward) QVERIFY(forward.contains(stop));
  }
  void aPanelsKeyGoesThereAndOnlyThenHidesIt() {
    const auto window = opened();
    for (const char* name : {"template", "layers", "history", "seeds", "audit", "messages", "simulation"}) {
      QDockWidget& panel = dock(*window, name);
      QAction* go = window->findChild<QAction*>(QLatin1String("panel_") + QLatin1String(name));
      QVERIFY2(go && go->isChecked(), name);
      go->trigger();
      QVERIFY2(panel.isVisible() && !is_behind(panel), name);
      QVERIFY2(panel.isAncestorOf(QApplication::focusWidget()), name);
      QVERIFY2(go->isChecked(), name);
      go->trigger();
      QVERIFY2(!panel.isVisible(), name);
      QVERIFY2(!go->isChecked(), name);
      QVERIFY2(window->map().isAncestorOf(QApplication::focusWidget()), name);
      go->trigger();
      QVERIFY2(panel.isVisible() && panel.isAncestorOf(QApplication::focusWidget()), name);
    }
    window->findChild<QAction*>("panel_map")->trigger();
    QVERIFY(window->map().isAncestorOf(QApplication::focusWidget()));
  }
  void aPanelReturnsTheFocusToItsLastWidget() {
    const auto window = opened();
    auto* filter = dock(*window, "audit").findChild<QLineEdit*>();
    filter->setFocus();
    window->findChild<QAction*>("panel_map")->trigger();
    window->findChild<QAction*>("panel_audit")->trigger();
    QCOMPARE(QApplication::focusWidget(), filter);
  }
  void aClickOnTheMapOpensInspect() {
    const auto window = opened();
    QVERIFY(is_behind(dock(*window, "inspect")));
    emit window->map().view().picked({{500, 500}, {}});
    QVERIFY(!is_behind(dock(*window, "inspect")));
    QVERIFY(window->map().isAncestorOf(QApplication::focusWidget()));
  }
  void theKeysPageKnowsEveryKey() {
    const auto window = opened();
    const QString page = keys_page(*window->menuBar());
    const auto known = [&](const QKeySequence& key) {
      return page.contains(key.toString(QKeySequence::NativeText).toHtmlEscaped());
    };
    for (const QAction* action : window->findChildren<QAction*>())
      for (const QKeySequence& key : action->shortcuts())
        QVERIFY2(known(key), qPrintable(action->text() + " " + key.toString()));
    for (const auto* button : window->findChildren<QToolButton*>())
      if (!button->shortcut().isEmpty() && !button->shortcut().toString().startsWith("Alt+"))
        QVERIFY2(known(button->shortcut()), qPrintable(button->shortcut().toString()));
    for (const char* key : {"O", "Shift+Space", "Alt+Up", "Ctrl+PgUp", "F8"})
      QVERIFY2(known(QKeySequence(QLatin1String(key))), key);
  }
  void theFirstWindowAndAKeptOneFitTheScreen() {
    const QSize room = QGuiApplication::primaryScreen()->availableSize();
    QCOMPARE(room, QSize(960, 540));  // as in main()
    {
      const auto window = opened();
      QVERIFY2(window->width() <= room.width() && window->height() <= room.height(),
               qPrintable(QStringLiteral("%1 x %2").arg(window->width()).arg(window->height())));
      constexpr int kTitleBar_px = 37;
      QVERIFY2(window->minimumSizeHint().height() <= room.height() - kTitleBar_px,
               qPrintable(QString::number(window->minimumSizeHint().height())));
      for (const auto* dock : window->findChildren<QDockWidget*>()) {  // each is whole, or scrolls
        const auto* scroll = dock->findChild<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(scroll && scroll->widget()->height() >= scroll->widget()->minimumSizeHint().height());
      }
      window->resize(1900, 1100);  // on a larger screen
      window->close();
    }
    const auto window = opened();
    QVERIFY(window->width() <= room.width() && window->height() <= room.height());
    window->findChild<QAction*>("export")->trigger();
    const auto* dialog = window->findChild<ExportDialog*>();
    QVERIFY(dialog->isVisible() && dialog->height() <= room.height());
    QVERIFY2(dialog->height() > 400 && dialog->width() > 400, "as large as it needs, and as there is room for");
    host_.settings.clear();
  }
};

static int run_on_a_small_screen(int argc, char** argv) {
  // 1920 x 1080 at twice the size, the smallest screen that a designer is used on.
  const QTemporaryDir folder;
  QFile screens(folder.filePath("screens.json"));
  if (!screens.open(QIODevice::WriteOnly)) return 1;
  screens.write(R"({"screens": [{"name": "small", "x": 0, "y": 0, "width": 960, "height": 540,
                    "logicalDpi": 96, "dpr": 1}]})");
  screens.close();
  qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
  QApplication app(argc, argv);
  TestPanelKeys test;
  return QTest::qExec(&test, argc, argv);
}

FW_TEST_RUN_BY(TestPanelKeys, run_on_a_small_screen)

#include "test_panel_keys.moc"
