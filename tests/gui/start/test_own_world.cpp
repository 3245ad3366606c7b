// "Begin your own", and the chooser that leads there.

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <tuple>

#include "app/gui/document/document.h"
#include "app/gui/start/chooser.h"
#include "app/gui/start/own_world.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/window_test.h"

using namespace fw;

class TestOwnWorld : public QObject {
  Q_OBJECT
 private slots:
  void everyAnswerGivesATemplateWithoutErrorsOrWarnings() {
    for (const LandShape land :
         {LandShape::island, LandShape::archipelago, LandShape::coast, LandShape::inland})
      for (const auto& [side_m, factions, cultures] : {std::tuple{4000.0, 1, 1}, {16000.0, 6, 3}}) {
        const Template t = own_world({side_m, land, factions, cultures});
        for (const Finding& f : check_template(t))
          QVERIFY2(f.severity == Severity::info, (f.where + ": " + f.message).c_str());
        QCOMPARE(t.vocabulary.factions.size(), static_cast<size_t>(factions));
        QCOMPARE(t.vocabulary.names.size(), static_cast<size_t>(cultures));
        QCOMPARE(t.vocabulary.biomes.size(), size_t{5});
        QCOMPARE(t.vocabulary.danger.size(), size_t{4});
        QVERIFY(t.vocabulary.families.size() >= 3);
        QVERIFY(static_cast<bool>(parse_template(write_template(t), "own")));
      }
  }

  void theChooserShowsAPictureAndALineOfEachTemplate() {
    TemplateChooser chooser;
    chooser.show();
    auto* list = chooser.findChild<QListWidget*>();
    QCOMPARE(list->count(), static_cast<int>(builtin_templates().size()) + 1);
    for (int row = 1; row < list->count(); ++row) {
      const QStringList lines = list->item(row)->text().split('\n');
      QVERIFY(lines.size() == 2 && lines[1].size() > 20);
    }
    QTRY_VERIFY_WITH_TIMEOUT(list->item(list->count() - 1)->data(Qt::UserRole).toBool() ||
                                 list->item(1)->data(Qt::UserRole).toBool(),
                             kWaitLimit_ms);
    QList<Template> taken;
    connect(&chooser, &TemplateChooser::chosen, this, [&](const Template& t) { taken.push_back(t); });
    list->setCurrentRow(2);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(taken.size(), 1);
    QCOMPARE(QString::fromStdString(taken[0].name), list->item(2)->text().section('\n', 0, 0));
  }

  void threeQuestionsGiveATemplate() {
    TemplateChooser chooser;
    chooser.show();
    QList<Template> taken;
    connect(&chooser, &TemplateChooser::chosen, this, [&](const Template& t) { taken.push_back(t); });
    QTest::keyClick(chooser.findChild<QListWidget*>(), Qt::Key_Return);  // the first row
    QVERIFY(taken.isEmpty());
    chooser.findChildren<QSpinBox*>().first()->setValue(4);
    for (QPushButton* button : chooser.findChildren<QPushButton*>())
      if (button->text() == "&Create") QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(taken.size(), 1);
    QCOMPARE(taken[0].vocabulary.factions.size(), size_t{4});
  }
};

FW_WINDOW_TEST(TestOwnWorld)
#include "test_own_world.moc"
