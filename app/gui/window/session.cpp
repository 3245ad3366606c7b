#include "app/gui/window/session.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/file_name.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kKept = 10;
const QString kRecent = QStringLiteral("files/recent");
const QString kPinned = QStringLiteral("files/pinned");

}  // namespace

std::vector<RecentFile> recent_files(const QSettings& settings) {
  std::vector<RecentFile> files;
  const QStringList pinned = settings.value(kPinned).toStringList();
  for (const QString& path : pinned) files.push_back({path, true});
  for (const QString& path : settings.value(kRecent).toStringList())
    if (!pinned.contains(path)) files.push_back({path, false});
  return files;
}

void add_recent(QSettings& settings, const QString& path) {
  QStringList paths = settings.value(kRecent).toStringList();
  paths.removeAll(path);
  paths.prepend(path);
  settings.setValue(kRecent, QStringList(paths.mid(0, kKept)));
}

void set_pinned(QSettings& settings, const QString& path, bool pinned) {
  QStringList paths = settings.value(kPinned).toStringList();
  paths.removeAll(path);
  if (pinned) paths.append(path);
  settings.setValue(kPinned, paths);
}

void clear_recent(QSettings& settings) {
  settings.remove(kRecent);
}

namespace {

constexpr int kAutosave_ms = 400;   ///< between two writes while edits go on
constexpr int kReport_ms = 1000;    ///< after a write, which takes less
constexpr int kDiskQuiet_ms = 300;  ///< wait after a change: programs write in several steps

QString text_of(const Error& error) {
  return QString::fromStdString(error.message);
}

}  // namespace

Session::Session(Document& document, const QString& recovery_folder, Questions questions, QObject* parent)
    : QObject(parent),
      document_(document),
      recovery_folder_(recovery_folder),
      ask_(std::move(questions)),
      autosave_(recovery_folder) {
  autosave_due_.setSingleShot(true);
  disk_due_.setSingleShot(true);
  connect(&autosave_due_, &QTimer::timeout, this, &Session::autosave);
  connect(&disk_due_, &QTimer::timeout, this, &Session::look_at_disk);
  for (const auto changed : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
    connect(&watcher_, changed, this, [this] { disk_due_.start(kDiskQuiet_ms); });
  connect(&document_, &Document::changed, this, &Session::document_changed);
  connect(&document_, &Document::file_changed, this, [this] {
    document_changed();
    watch();
  });
}

bool Session::settle_unsaved() {
  if (!document_.modified()) return true;
  switch (ask_.unsaved(document_.title())) {
    case Questions::Unsaved::save:
      return save();
    case Questions::Unsaved::discard:
      return true;
    case Questions::Unsaved::cancel:
      break;
  }
  return false;
}

bool Session::start(const Template& tmpl) {
  if (!settle_unsaved()) return false;
  document_.start(tmpl);
  return true;
}

bool Session::open(const QString& path) {
  return settle_unsaved() && read(path);
}

bool Session::read(const QString& path) {
  if (const Result<Done> opened = document_.open(path); !opened) {
    ask_.tell(text_of(opened.error()));
    return false;
  }
  emit file_used(QFileInfo(path).absoluteFilePath());
  return true;
}

bool Session::read_again() {
  const Result<Done> read = document_.read_again();
  if (!read) ask_.tell(text_of(read.error()));
  return static_cast<bool>(read);
}

bool Session::open_asking() {
  const QString path = ask_.what_to_open();
  return !path.isEmpty() && open(path);
}

bool Session::revert() {
  if (document_.path().isEmpty()) return false;
  if (document_.modified() && !ask_.lose_changes(document_.title())) return false;
  return read(document_.path());
}

bool Session::save() {
  return document_.path().isEmpty() ? save_as() : save_to(document_.path());
}

bool Session::save_as() {
  const QString folder = document_.path().isEmpty()
                             ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                             : QFileInfo(document_.path()).path();
  QString path = ask_.where_to_save(QDir(folder).filePath(
      QString::fromStdString(portable_file_name(document_.title().toStdString() + ".json"))));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".json");
  return save_to(path);
}

bool Session::may_replace(const QString& path) {
  const bool own = QFileInfo(path).absoluteFilePath() == document_.path();
  if (!own || !QFileInfo::exists(path) || !document_.changed_on_disk()) return true;
  asking_ = true;  // the watcher has nothing to add
  const Questions::Overwrite answer = ask_.overwrite_changed(path);
  asking_ = false;
  if (answer == Questions::Overwrite::save) document_.keep_mine();
  if (answer == Questions::Overwrite::read) read_again();
  return answer == Questions::Overwrite::save;
}

bool Session::save_to(const QString& path) {
  if (!may_replace(path)) return false;
  const std::string text = write_template(document_.tmpl());
  if (const Result<Template> back = parse_unfinished(text, path.toStdString()); !back) {
    ask_.tell(tr("Not saved: the file could not be opened again.\n%1").arg(text_of(back.error())));
    return false;
  }
  if (const Result<Done> saved = document_.save_as(path); !saved) {
    ask_.tell(text_of(saved.error()));
    return false;
  }
  emit file_used(document_.path());
  return true;
}

bool Session::may_close() {
  if (!settle_unsaved()) return false;
  autosave_due_.stop();
  autosave_.discard();
  return true;
}

void Session::offer_recovery() {
  for (const Recovered& found : find_recovered(recovery_folder_)) {
    const Questions::Recovery answer = ask_.take_recovered(found);
    if (answer == Questions::Recovery::discard) forget_recovered(found);
    if (answer != Questions::Recovery::take) continue;
    document_.recover(found.tmpl, found.path, found.imports);
    // The recovered side file is removed once this session has written its own.
    autosave_.keep(document_.snapshot(), document_.path(), document_.imports());
    if (autosave_.finish()) forget_recovered(found);
    return;
  }
}

void Session::document_changed() {
  if (!document_.modified()) {
    autosave_due_.stop();
    autosave_.discard();
  } else if (!autosave_due_.isActive()) {
    // The first of a row of edits at once: what follows an edit may be a crash.
    const bool rested = !last_autosave_.isValid() || last_autosave_.hasExpired(kAutosave_ms);
    autosave_due_.start(rested ? 0 : kAutosave_ms);
  }
}

void Session::autosave() {
  if (!document_.modified()) return;
  if (!autosave_.keep(document_.snapshot(), document_.path(), document_.imports()))
    return autosave_due_.start(kAutosave_ms);
  last_autosave_.start();
  QTimer::singleShot(kReport_ms, this, &Session::report_autosave);
}

void Session::report_autosave() {
  if (autosave_.busy()) return;  // reported after the next write
  const Result<Done> kept = autosave_.finish();
  if (!kept && !autosave_failed_)
    emit warned(tr("Unsaved work cannot be saved for recovery: %1").arg(text_of(kept.error())));
  autosave_failed_ = !kept;
}

void Session::watch() {
  const QStringList watched = watcher_.files() + watcher_.directories();
  if (!watched.isEmpty()) watcher_.removePaths(watched);
  if (document_.path().isEmpty()) return;
  watcher_.addPath(QFileInfo(document_.path()).path());  // the folder reports a file that is created again
  if (QFileInfo::exists(document_.path())) watcher_.addPath(document_.path());
}

void Session::look_at_disk() {
  watch();  // a replaced file is no longer watched
  if (asking_ || !document_.changed_on_disk()) return;
  if (!QFileInfo::exists(document_.path())) {
    document_.keep_mine();
    emit warned(tr("%1 was removed by another program; saving writes it again.").arg(document_.path()));
    return;
  }
  asking_ = true;
  if (!ask_.take_changed_file(document_.path(), document_.modified()) || !read_again()) document_.keep_mine();
  asking_ = false;
}

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

  static Questions::Overwrite overwrite_changed(QWidget& window, const QString& path) {
    const size_t answer =
        ask<3>(window, tr("File changed"),
               tr("%1 was changed by another program since it was read here. Save over it, and lose that "
                  "change?\nReading it again puts it in the place of what is here; undo brings this back.")
                   .arg(path),
               {{{tr("&Save over it"), QMessageBox::DestructiveRole},
                 {tr("&Read it again"), QMessageBox::AcceptRole},
                 {tr("&Cancel"), QMessageBox::RejectRole}}},
               2);
    return answer == 0   ? Questions::Overwrite::save
           : answer == 1 ? Questions::Overwrite::read
                         : Questions::Overwrite::cancel;
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
  questions.overwrite_changed = [over](const QString& path) {
    return QuestionBox::overwrite_changed(*over, path);
  };
  questions.take_recovered = [over](const Recovered& found) {
    return QuestionBox::take_recovered(*over, found);
  };
  questions.tell = [over](const QString& message) { QuestionBox::tell(*over, message); };
  return questions;
}

}  // namespace fw
