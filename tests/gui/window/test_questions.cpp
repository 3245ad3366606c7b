// Boxes that ask: what their keys answer.

#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <functional>

#include "app/gui/window/session.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

/// Does something with the box that the question opens.
template <typename Ask>
auto answered(const Ask& ask, const std::function<void(QMessageBox&)>& person) {
  bool met = false;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, [&] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box || !box->isActiveWindow() || met) return;
    met = true;
    person(*box);
  });
  look.start(5);
  return ask();
}

std::function<void(QMessageBox&)> pressing(int key, Qt::KeyboardModifiers with = {}) {
  return [key, with](QMessageBox& box) { QTest::keyClick(&box, static_cast<Qt::Key>(key), with); };
}

}  // namespace

class TestQuestions : public QObject {
  Q_OBJECT

  QWidget window_;
  Document document_;
  Questions questions_ = questions_over(window_, document_);

  auto recover(const std::function<void(QMessageBox&)>& person) {
    return answered([this] { return questions_.take_recovered({{}, document_.tmpl(), {}, {}}); }, person);
  }
  auto unsaved(const std::function<void(QMessageBox&)>& person) {
    return answered([this] { return questions_.unsaved("T"); }, person);
  }
  auto changed_file(bool modified, const std::function<void(QMessageBox&)>& person) {
    return answered([&] { return questions_.take_changed_file("/t.json", modified); }, person);
  }
  auto overwrite(const std::function<void(QMessageBox&)>& person) {
    return answered([this] { return questions_.overwrite_changed("/t.json"); }, person);
  }

 private slots:
  void escapeLosesNothing() {
    QCOMPARE(recover(pressing(Qt::Key_Escape)), Questions::Recovery::later);
    QCOMPARE(unsaved(pressing(Qt::Key_Escape)), Questions::Unsaved::cancel);
    for (const bool modified : {false, true}) QVERIFY(!changed_file(modified, pressing(Qt::Key_Escape)));
    QVERIFY(!answered([this] { return questions_.lose_changes("T"); }, pressing(Qt::Key_Escape)));
    QCOMPARE(overwrite(pressing(Qt::Key_Escape)), Questions::Overwrite::cancel);
  }
  void enterLosesNothing() {
    QCOMPARE(recover(pressing(Qt::Key_Return)), Questions::Recovery::take);
    QCOMPARE(unsaved(pressing(Qt::Key_Return)), Questions::Unsaved::save);
    QVERIFY(changed_file(false, pressing(Qt::Key_Return)));
    QVERIFY(!changed_file(true, pressing(Qt::Key_Return)));
    QVERIFY(!answered([this] { return questions_.lose_changes("T"); }, pressing(Qt::Key_Return)));
    QCOMPARE(overwrite(pressing(Qt::Key_Return)), Questions::Overwrite::cancel);
  }
  void everyAnswerHasALetter() {
    QCOMPARE(recover(pressing(Qt::Key_D, Qt::AltModifier)), Questions::Recovery::discard);
    QCOMPARE(recover(pressing(Qt::Key_L, Qt::AltModifier)), Questions::Recovery::later);
    QCOMPARE(unsaved(pressing(Qt::Key_D, Qt::AltModifier)), Questions::Unsaved::discard);
    QCOMPARE(unsaved(pressing(Qt::Key_S, Qt::AltModifier)), Questions::Unsaved::save);
    QVERIFY(changed_file(true, pressing(Qt::Key_R, Qt::AltModifier)));
    QCOMPARE(overwrite(pressing(Qt::Key_S, Qt::AltModifier)), Questions::Overwrite::save);
    QCOMPARE(overwrite(pressing(Qt::Key_R, Qt::AltModifier)), Questions::Overwrite::read);
    QVERIFY(answered([this] { return questions_.lose_changes("T"); }, pressing(Qt::Key_L, Qt::AltModifier)));
  }
  void aChangedFileSpeaksOfEditsOnlyIfThereAreAny() {
    for (const bool modified : {false, true})
      changed_file(modified, [modified](QMessageBox& box) {
        QCOMPARE(box.text().contains("unsaved changes"), modified);
        QTest::keyClick(&box, Qt::Key_Escape);
      });
  }
  void badNewsCarriesNoQuestionMark() {
    answered(
        [this] {
          questions_.tell("no <b>room</b>");
          return 0;
        },
        [](QMessageBox& box) {
          QCOMPARE(box.icon(), QMessageBox::Warning);
          QCOMPARE(box.text(), QStringLiteral("no <b>room</b>"));
          QCOMPARE(box.textFormat(), Qt::PlainText);
          QTest::keyClick(&box, Qt::Key_Escape);
        });
  }
};

FW_WINDOW_TEST(TestQuestions)
#include "test_questions.moc"
