// A template that has no map: what the window shows instead, and what it does not give away.

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/map_page.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/map_badge.h"
#include "app/gui/window/screenshots.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Arithmetic proves it impossible; every file reader takes it.
Template impossible() {
  Template tmpl = tiny();
  tmpl.vocabulary.landmarks[0].count = 5;
  return tmpl;
}

QString badge(MainWindow& window) {
  const auto* found = window.map().view().findChild<MapBadge*>();
  return found->isHidden() ? QString() : found->text();
}

/// Whether a label of a widget contains a text.
bool says(const QWidget& widget, const QString& text) {
  for (const QLabel* label : widget.findChildren<QLabel*>())
    if (label->isVisibleTo(&widget) && label->text().contains(text)) return true;
  return false;
}

bool may_export(MainWindow& window) {
  return window.findChild<QAction*>("export_audit")->isEnabled();
}

/// The export dialog's page for the map, opened as the menu does.
MapPage& map_page(MainWindow& window) {
  window.findChild<QAction*>("export")->trigger();
  auto* dialog = window.findChild<ExportDialog*>();
  dialog->show_map_page();
  return dialog->map_page();
}

}  // namespace

class TestAgeOfMap : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> opened() {
    auto window = host_.make();
    window->document().start(tiny());
    window->preview().set_resolution(144);
    window->show();
    window->begin();
    if (!settle(*window)) qFatal("no map");
    return window;
  }

 private slots:
  void anEditThatIsRefusedMarksMapAndAuditAsOlder() {
    const auto window = opened();
    auto* audit = window->findChild<AuditPanel*>();
    QCOMPARE(badge(*window), QString());
    QVERIFY(!audit->greyed());
    QVERIFY(may_export(*window));
    window->document().edit("Settlements", [](Template& t) { t.vocabulary.landmarks[0].count = 5; });
    QVERIFY(badge(*window).contains("last valid map"));
    QVERIFY(audit->greyed());
    QVERIFY(says(*audit, "Audit of an earlier world"));
    QVERIFY(!may_export(*window));
    QVERIFY(says(map_page(*window), "it has errors"));
    window->document().history().undo();
    QVERIFY(settle(*window));
    QCOMPARE(badge(*window), QString());
    QVERIFY(!audit->greyed());
    QVERIFY(may_export(*window));
    QVERIFY(!says(map_page(*window), "it has errors"));
  }
  void aDocumentWithoutAWorldShowsNoOthers() {
    const auto window = opened();
    window->findChild<InspectPanel*>()->show_pick({{500, 500}, {}});
    window->document().start(impossible());
    QVERIFY(!window->preview().picture());
    QVERIFY(!window->map().isVisible());
    QVERIFY(says(*window->centralWidget(), "No map of"));
    auto* audit = window->findChild<AuditPanel*>();
    QVERIFY(says(*audit, "No world yet"));
    QVERIFY(audit->text(AuditPanel::Format::csv).empty());
    QVERIFY(!may_export(*window));
    QVERIFY(says(map_page(*window), "There is no map"));
    QTest::qWait(300);  // no cancelled work arrives late
    QVERIFY(!window->preview().picture());
    window->document().edit("Settlements", [](Template& t) { t.vocabulary = tiny().vocabulary; });
    QVERIFY(settle(*window));
    QVERIFY(window->map().isVisible());
    QCOMPARE(badge(*window), QString());
    QVERIFY(may_export(*window));
  }
  void anExportLeftOpenNeverWritesAnOlderMap() {
    const auto window = opened();
    MapPage& page = map_page(*window);
    page.set_file(host_.folder.filePath("map.png"));
    window->document().edit("Seed", [](Template& t) { ++t.seed; });
    page.begin();
    QVERIFY(!page.running());
    QVERIFY(settle(*window));
    page.begin();
    QVERIFY(page.running());
    QVERIFY(QTest::qWaitFor([&] { return !page.running(); }, kWaitLimit_ms));
    QVERIFY(QFile::exists(host_.folder.filePath("map.png")));
  }
  void aReliefOfTheFirstGridOfErosionIsCalledADraft() {
    const auto window = opened();
    Template shaped = tiny();
    shaped.relief.erosion = Erosion::fluvial;
    window->preview().sketch(std::make_shared<const Template>(shaped));
    QVERIFY(settle(*window));
    QVERIFY2(badge(*window).startsWith("A draft"), qPrintable(badge(*window)));
    window->preview().request(window->document().snapshot());
    QVERIFY(settle(*window));
    QCOMPARE(badge(*window), QString());
  }
  void aCancelledMapSaysSo() {
    const auto window = opened();
    window->document().edit("Seed", [](Template& t) { ++t.seed; });
    window->preview().cancel();
    QVERIFY2(badge(*window).startsWith("Cancelled") && badge(*window).contains("F5"),
             qPrintable(badge(*window)));
    QVERIFY(!may_export(*window));
    window->findChild<QAction*>("generate")->trigger();
    QVERIFY(settle(*window));
    QCOMPARE(badge(*window), QString());
  }
  void theNextDocumentBeginsWithoutTheLastOnesMarks() {
    const auto window = opened();
    auto* inspect = window->findChild<InspectPanel*>();
    const MapPick pick{{500, 500}, {}};
    window->map().view().select(pick);
    inspect->show_pick(pick);
    window->statusBar()->showMessage("young timber of Island");
    window->document().start(tiny());
    QVERIFY(!window->map().view().selection());
    QVERIFY(!inspect->pick());
    QCOMPARE(window->statusBar()->currentMessage(), QString());
  }
  void twoDroppedFilesAreToldNotIgnored() {
    const auto window = opened();
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile("/a.json"), QUrl::fromLocalFile("/b.json")});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &files, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(!window->map().view().acceptDrops());  // its files are the window's
    const QString title = window->findChild<QWidget*>("messages")->windowTitle();
    QDropEvent drop({10, 10}, Qt::CopyAction, &files, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &drop);
    QVERIFY(window->findChild<QWidget*>("messages")->windowTitle() != title);
  }
  void picturesOfATemplateWithErrorsAreRefusedAtOnce() {
    const auto made = host_.make();
    MainWindow& window = *made;
    window.document().start(impossible());
    window.show();
    window.begin();
    QCOMPARE(take_screenshots(*qApp, window, host_.folder.filePath("pictures")), 3);
    QVERIFY(QDir(host_.folder.filePath("pictures")).isEmpty());
  }
};

FW_WINDOW_TEST(TestAgeOfMap)
#include "test_age_of_map.moc"
