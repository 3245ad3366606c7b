#include "app/gui/window/session.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace fw {
namespace {

constexpr int kAutosave_ms = 2000;  ///< work that a crash may cost
constexpr int kDiskQuiet_ms = 300;  ///< programs write in several steps

QString text_of(const Error& error) {
  return QString::fromStdString(error.message);
}

/// A side file must open again.
bool a_file_would_hold(const Document& document) {
  return std::none_of(document.findings().begin(), document.findings().end(),
                      [](const Finding& f) { return f.code == "refused"; });
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
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { disk_due_.start(kDiskQuiet_ms); });
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
  if (!settle_unsaved()) return false;
  if (const Result<Done> opened = document_.open(path); !opened) {
    ask_.tell(text_of(opened.error()));
    return false;
  }
  emit file_used(document_.path());
  return true;
}

bool Session::open_asking() {
  const QString path = ask_.what_to_open();
  return !path.isEmpty() && open(path);
}

bool Session::revert() {
  return !document_.path().isEmpty() && open(document_.path());
}

bool Session::save() {
  return document_.path().isEmpty() ? save_as() : save_to(document_.path());
}

bool Session::save_as() {
  const QString folder = document_.path().isEmpty()
                             ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                             : QFileInfo(document_.path()).path();
  QString path = ask_.where_to_save(QDir(folder).filePath(document_.title() + QStringLiteral(".json")));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".json");
  return save_to(path);
}

bool Session::save_to(const QString& path) {
  if (!a_file_would_hold(document_)) {
    const Finding& first = document_.findings().front();
    ask_.tell(tr("Not saved: no program could open the file again.\n%1: %2")
                  .arg(QString::fromStdString(first.where), QString::fromStdString(first.message)));
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
    const bool taken = ask_.take_recovered(found);
    if (taken) {
      document_.recover(found.tmpl, found.path);
      autosave();  // before the old side file goes
    }
    forget_recovered(found);
    if (taken) return;
  }
}

void Session::document_changed() {
  if (!document_.modified()) {
    autosave_due_.stop();
    autosave_.discard();
  } else if (!autosave_due_.isActive()) {
    autosave_due_.start(kAutosave_ms);
  }
}

void Session::autosave() {
  if (!document_.modified() || !a_file_would_hold(document_)) return;
  if (const Result<Done> kept = autosave_.keep(document_.tmpl(), document_.path()); !kept)
    ask_.tell(text_of(kept.error()));
}

void Session::watch() {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (!document_.path().isEmpty()) watcher_.addPath(document_.path());
}

void Session::look_at_disk() {
  watch();  // a file that was replaced is watched no more
  if (asking_ || !document_.changed_on_disk()) return;
  asking_ = true;
  if (!ask_.take_changed_file(document_.path())) {
    document_.keep_mine();
  } else if (const Result<Done> opened = document_.open(document_.path()); !opened) {
    document_.keep_mine();
    ask_.tell(text_of(opened.error()));
  }
  asking_ = false;
}

}  // namespace fw
