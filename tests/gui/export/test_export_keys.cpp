// The export dialog by its keys.

#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <set>

#include "app/gui/document/document.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/map_page.h"
#include "app/gui/export/render_page.h"
#include "app/gui/preview/picture.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

ExportChoices picture_only(const QString& folder) {
  return {.folder = folder, .views = {View::overview}, .formats = {"png"}, .resolution = 96, .map_px = 256};
}

/// The letters that Alt presses on the page on show, each as often as it stands there.
QString mnemonics(const QWidget& dialog) {
  QString letters;
  const auto add = [&letters](const QString& text) {
    const QKeySequence key = QKeySequence::mnemonic(text);
    if (!key.isEmpty()) letters += key.toString().back();
  };
  for (const auto* button : dialog.findChildren<QAbstractButton*>())
    if (button->isVisible()) add(button->text());
  for (const auto* label : dialog.findChildren<QLabel*>())
    if (label->isVisible() && label->buddy()) add(label->text());
  const auto* tabs = dialog.findChild<QTabBar*>();
  for (int i = 0; i < tabs->count(); ++i) add(tabs->tabText(i));
  return letters;
}

}  // namespace

class TestExportKeys : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

 private slots:
  void noTwoLettersOfAPageAreTheSame() {
    Document document;
    document.start(tiny());
    ExportDialog dialog(document);
    dialog.show();
    auto* tabs = dialog.findChild<QTabBar*>();
    const std::array least{15, 6, 10};  // letters of the pages
    QCOMPARE(static_cast<size_t>(tabs->count()), least.size());
    for (int page = 0; page < tabs->count(); ++page) {
      tabs->setCurrentIndex(page);
      const QString letters = mnemonics(dialog);
      QVERIFY2(letters.size() >= least[static_cast<size_t>(page)], qPrintable(letters));
      QVERIFY2(std::set<QChar>(letters.begin(), letters.end()).size() == static_cast<size_t>(letters.size()),
               qPrintable(letters));
    }
  }
  void enterAndItsLetterBeginTheExport() {
    Document document;
    document.start(tiny());
    ExportDialog dialog(document);
    dialog.render_page().set_choices(picture_only(at("relative first")));
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, kWaitLimit_ms));
    QSignalSpy ended(&dialog.render_page(), &ExportPage::ended);
    auto* field = dialog.render_page().findChild<QLineEdit*>();
    field->setFocus();
    field->setText(at("by enter"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(dialog.render_page().running());
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 1; }, kWaitLimit_ms));
    QVERIFY(QFile::exists(at("by enter") + "/manifest.json"));
    field->setFocus();
    field->setText(at("by letter"));
    QTest::keyClick(&dialog, Qt::Key_E, Qt::AltModifier);  // a letter presses its button a moment later
    QVERIFY(QTest::qWaitFor([&] { return ended.count() == 2; }, kWaitLimit_ms));
    QVERIFY(QFile::exists(at("by letter") + "/manifest.json"));
    // On the other page Enter presses that page's button.
    dialog.set_map(make_picture(document.snapshot(), 64, false, nullptr).value(), {});
    dialog.show_map_page();
    dialog.map_page().set_file(at("by enter.png"));
    QSignalSpy drawn(&dialog.map_page(), &ExportPage::ended);
    auto* file = dialog.map_page().findChild<QLineEdit*>();
    file->setFocus();
    QTest::keyClick(file, Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return drawn.count() == 1; }, kWaitLimit_ms));
    QVERIFY(QFile::exists(at("by enter.png")));
    QCOMPARE(ended.count(), 2);
  }
};

FW_WINDOW_TEST(TestExportKeys)
#include "test_export_keys.moc"
