// The world over time in the window: edits of the template reach a run, and the run is a command.

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QTest>

#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/window/main_window.h"
#include "core/ecology/blocks.h"
#include "tests/gui/wait_limit.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

class TestEcologyWindow : public QObject {
  Q_OBJECT

  WindowHost host_;

 private slots:
  void anEditReachesTheRunItsUndoToo() {
    const auto window = host_.make();
    window->document().start(
        tiny({"ecology.players=6", "calendar.year_d=40", "resources[0].renewal=moving"}));
    QVERIFY(settle(*window));
    auto* panel = window->findChild<SimulationPanel*>();
    auto* kind = panel->findChildren<QComboBox*>().front();
    kind->setCurrentIndex(kind->findText(QStringLiteral("Ecology")));
    panel->set_running(true);
    const auto comes = [&](const auto& other_than) {
      return QTest::qWaitFor(
          [&] {
            return panel->frame() && panel->frame() != other_than &&
                   panel->frame()->clock.tick == 2 * kPartsADay;
          },
          kWaitLimit_ms);
    };
    panel->player().seek(2 * kPartsADay);
    QVERIFY(comes(std::shared_ptr<const PlayerFrame>()));
    const auto before = panel->frame();
    window->document().edit(QStringLiteral("Winter"), [](Template& t) { t.ecology.winter = 0.5; });
    QVERIFY(comes(before));
    const auto edited = panel->frame();
    QVERIFY(edited->panels[0].days->number != before->panels[0].days->number);
    window->document().history().undo();
    QVERIFY(comes(edited));
    QVERIFY(panel->frame()->panels[0].days->number == before->panels[0].days->number);
    QCOMPARE(window->document().tmpl().ecology.winter, 0.15);

    for (QPushButton* button : panel->findChildren<QPushButton*>())
      if (button->text().remove('&') == QStringLiteral("Copy as command")) button->click();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith(QStringLiteral("fieldwright simulate Tiny ")), qPrintable(line));
    QVERIFY2(line.contains(QStringLiteral(" --days 2 -o Tiny-years")), qPrintable(line));
  }

  void anotherDocumentBeginsItsRunAnewUnderTheSameNameToo() {
    const auto window = host_.make();
    const auto start = [&](const std::string& winter) {
      Template tmpl = tiny({"ecology.players=6", "calendar.year_d=40", "resources[0].renewal=moving",
                            "ecology.winter=" + winter});
      tmpl.name = "Deer: one";
      window->document().start(tmpl);
      return settle(*window);
    };
    QVERIFY(start("0.2"));
    QVERIFY(window->document().save_as(host_.folder.filePath("Deer: one.json")));
    auto* panel = window->findChild<SimulationPanel*>();
    auto* kind = panel->findChildren<QComboBox*>().front();
    kind->setCurrentIndex(kind->findText(QStringLiteral("Ecology")));
    panel->set_running(true);
    panel->player().seek(2 * kPartsADay);
    QVERIFY(QTest::qWaitFor([&] { return panel->frame() && panel->frame()->clock.tick == 2 * kPartsADay; },
                            kWaitLimit_ms));
    QMenu menu;
    panel->fill_menu(menu, {0, 0});
    menu.actions().front()->trigger();
    QCOMPARE(panel->events().size(), size_t{1});
    for (QPushButton* button : panel->findChildren<QPushButton*>())
      if (button->text().remove('&') == QStringLiteral("Copy as command")) button->click();
    QVERIFY2(QGuiApplication::clipboard()->text().endsWith(QStringLiteral(" -o 'Deer_ one-years'")),
             qPrintable(QGuiApplication::clipboard()->text()));
    QVERIFY(start("0.3"));
    QVERIFY(panel->events().empty());
    QCOMPARE(panel->simulate_arguments().join(' '), QStringLiteral("--days 1"));
  }
};

FW_WINDOW_TEST(TestEcologyWindow)
#include "test_ecology_window.moc"
