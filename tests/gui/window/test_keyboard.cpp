// From start to export without a mouse.

#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/window/main_window.h"
#include "app/job/project/load.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

/// Presses keys wherever the focus is, as a person does.
void press(int key, Qt::KeyboardModifiers with = {}) {
  QWidget* focus = QApplication::focusWidget();
  QTest::keyClick(focus ? focus : QApplication::activeWindow(), static_cast<Qt::Key>(key), with);
}

void type(const QString& text) {
  for (const QChar c : text) QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
}

/// Tab until a widget of that kind and accessible name has the focus.
template <typename Widget>
bool tab_to(const QString& name) {
  for (int i = 0; i < 200; ++i) {
    if (qobject_cast<Widget*>(QApplication::focusWidget()) &&
        QAccessible::queryAccessibleInterface(QApplication::focusWidget())->text(QAccessible::Name) == name)
      return true;
    press(Qt::Key_Tab);
  }
  return false;
}

}  // namespace

class TestKeyboard : public QObject {
  Q_OBJECT

 private slots:
  void aTerritoryIsMadeAndExportedWithoutAMouse() {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    MainWindow window(settings, folder.filePath("recovery"));
    window.preview().set_resolution(256);
    window.show();
    window.begin();
    QVERIFY(QTest::qWaitForWindowActive(&window, kWaitLimit_ms));
    const auto settled = [&] { return window.preview().settled(); };

    press(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(QApplication::activeModalWidget());
    QWidget* const chooser = QApplication::activeModalWidget();
    chooser->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), chooser, kWaitLimit_ms);
    type("Tiny");
    press(Qt::Key_Return);
    QCOMPARE(window.document().tmpl().name, std::string("Tiny"));
    window.activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), &window, kWaitLimit_ms);
    const uint64_t seed = window.document().tmpl().seed;
    press(Qt::Key_BracketRight, Qt::ControlModifier);
    QCOMPARE(window.document().tmpl().seed, seed + 1);

    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);
    type("relief.ridge");
    press(Qt::Key_Return);
    press(Qt::Key_A, Qt::ControlModifier);
    type("0.7");
    press(Qt::Key_Return);
    QCOMPARE(window.document().tmpl().relief.ridge, 0.7);
    press(Qt::Key_3, Qt::AltModifier);
    QVERIFY(!window.document().tmpl().view.layers.empty());
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kWaitLimit_ms);

    press(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activeWindow() != &window, kWaitLimit_ms);
    const QString out = folder.filePath("out");
    QVERIFY(tab_to<QLineEdit>("Folder to write"));
    press(Qt::Key_A, Qt::ControlModifier);
    type(out);
    QVERIFY(tab_to<QPushButton>("Export"));
    press(Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QDir(out).filePath("manifest.json")), kWaitLimit_ms);
    const Template exported = load_template(QDir(out).filePath("template.json").toStdString(), {}).value();
    QCOMPARE(write_template(exported), write_template(window.document().tmpl()));
  }
};

FW_WINDOW_TEST(TestKeyboard)
#include "test_keyboard.moc"
