#include "app/gui/window/questions.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <array>

namespace fw {
namespace {

/// For lupdate: the translation context of this file.
struct QuestionBox {
  Q_DECLARE_TR_FUNCTIONS(QuestionBox)

 public:
  struct Answer {
    QString words;
    QMessageBox::ButtonRole role;
  };

  /// Returns the answer's index; Enter chooses `usual`, Escape the last answer.
  template <size_t N>
  static size_t ask(QWidget& window, const QString& title, const QString& text,
                    const std::array<Answer, N>& answers, size_t usual) {
    QMessageBox box(QMessageBox::Question, title, text, QMessageBox::NoButton, &window);
    box.setTextFormat(Qt::PlainText);  // paths and names are data
    std::array<QPushButton*, N> buttons{};
    for (size_t i = 0; i < N; ++i) buttons[i] = box.addButton(answers[i].words, answers[i].role);
    box.setDefaultButton(buttons[usual]);
    box.setEscapeButton(buttons[N - 1]);
    box.exec();
    for (size_t i = 0; i < N; ++i)
      if (box.clickedButton() == buttons[i]) return i;
    return N - 1;
  }

  static Questions::Unsaved unsaved(QWidget& window, const QString& title) {
    const size_t answer = ask<3>(window, tr("Unsaved changes"), tr("Save the changes to %1?").arg(title),
                                 {{{tr("&Save"), QMessageBox::AcceptRole},
                                   {tr("&Discard"), QMessageBox::DestructiveRole},
                                   {tr("&Cancel"), QMessageBox::RejectRole}}},
                                 0);
    return answer == 0   ? Questions::Unsaved::save
           : answer == 1 ? Questions::Unsaved::discard
                         : Questions::Unsaved::cancel;
  }

  static bool lose_changes(QWidget& window, const QString& title) {
    return ask<2>(window, tr("Revert"), tr("Lose the changes to %1 and read its file again?").arg(title),
                  {{{tr("&Lose the changes"), QMessageBox::DestructiveRole},
                    {tr("&Cancel"), QMessageBox::RejectRole}}},
                  1) == 0;
  }

  static bool take_changed_file(QWidget& window, const QString& path, bool modified) {
    const QString what = tr("%1 was changed by another program.").arg(path);
    const QString edits =
        tr("There are unsaved changes here. Reading the file again puts it in their place; undo brings them "
           "back.");
    return ask<2>(window, tr("File changed"), modified ? what + QStringLiteral("\n\n") + edits : what,
                  {{{tr("&Read it again"), QMessageBox::AcceptRole},
                    {tr("&Keep the present state"), QMessageBox::RejectRole}}},
                  modified ? 1 : 0) == 0;
  }

  static Questions::Recovery take_recovered(QWidget& window, const Recovered& found) {
    const QString where = found.path.isEmpty() ? QString::fromStdString(found.tmpl.name) : found.path;
    const size_t answer =
        ask<3>(window, tr("Recover work"),
               tr("A session ended without saving %1 (%2). Open what it left?\nThe file itself was not "
                  "touched. Later asks again at the next start.")
                   .arg(where, QLocale().toString(found.saved_at, QLocale::ShortFormat)),
               {{{tr("&Recover"), QMessageBox::AcceptRole},
                 {tr("&Discard"), QMessageBox::DestructiveRole},
                 {tr("&Later"), QMessageBox::RejectRole}}},
               0);
    return answer == 0   ? Questions::Recovery::take
           : answer == 1 ? Questions::Recovery::discard
                         : Questions::Recovery::later;
  }

  static void tell(QWidget& window, const QString& message) {
    QMessageBox box(QMessageBox::Warning, tr("Fieldwright"), message, QMessageBox::Ok, &window);
    box.setTextFormat(Qt::PlainText);
    box.exec();
  }
};

}  // namespace

Questions questions_over(QWidget& window, const Document& document) {
  const QString kinds = QuestionBox::tr("Templates (*.json);;All files (*)");
  const QString readable = QuestionBox::tr("Templates, packed ones too (*.json *.fwt);;All files (*)");
  QWidget* over = &window;
  Questions questions;
  questions.unsaved = [over](const QString& title) { return QuestionBox::unsaved(*over, title); };
  questions.where_to_save = [over, kinds](const QString& suggested) {
    return QFileDialog::getSaveFileName(over, QuestionBox::tr("Save template"), suggested, kinds);
  };
  questions.what_to_open = [over, readable, &document] {
    return QFileDialog::getOpenFileName(over, QuestionBox::tr("Open template"),
                                        QFileInfo(document.path()).path(), readable);
  };
  questions.lose_changes = [over](const QString& title) { return QuestionBox::lose_changes(*over, title); };
  questions.take_changed_file = [over](const QString& path, bool modified) {
    return QuestionBox::take_changed_file(*over, path, modified);
  };
  questions.take_recovered = [over](const Recovered& found) {
    return QuestionBox::take_recovered(*over, found);
  };
  questions.tell = [over](const QString& message) { QuestionBox::tell(*over, message); };
  return questions;
}

}  // namespace fw
