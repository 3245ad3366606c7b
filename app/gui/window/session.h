#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>

#include "app/gui/document/document.h"
#include "app/gui/document/recovery.h"

namespace fw {

/// What only a person can answer; a test answers for one.
struct Questions {
  enum class Unsaved { save, discard, cancel };
  enum class Recovery { take, discard, later };
  std::function<Unsaved(const QString& title)> unsaved;
  std::function<QString(const QString& suggested)> where_to_save;  ///< empty: not at all
  std::function<QString()> what_to_open;                           ///< empty: nothing
  std::function<bool(const QString& title)> lose_changes;          ///< before reverting
  /// True: read it, as a step that can be undone; false: keep mine. `modified`: there are edits here.
  std::function<bool(const QString& path, bool modified)> take_changed_file;
  std::function<Recovery(const Recovered& found)> take_recovered;  ///< later: its file stays
  std::function<void(const QString& message)> tell;
};

/// A document's life with its files: new, open, save, autosave and recovery, changes from outside.
class Session : public QObject {
  Q_OBJECT

 public:
  Session(Document& document, const QString& recovery_folder, Questions questions, QObject* parent = nullptr);

  /// Each asks about unsaved changes first; false if the person stayed or it failed (and was told).
  bool start(const Template& tmpl);
  bool open(const QString& path);
  bool open_asking();
  bool revert();

  bool save();
  bool save_as();
  /// Whether the window may close: saved, or discarded on purpose.
  bool may_close();

  /// Offers what dead sessions left; at most one is taken, the rest stays for the next start.
  void offer_recovery();

 signals:
  void file_used(const QString& path);  ///< opened or saved
  /// Worth a line in the messages: the file is gone, the side file cannot be written.
  void warned(const QString& message);

 private:
  bool settle_unsaved();
  bool read(const QString& path);
  bool read_again();
  bool save_to(const QString& path);
  void document_changed();
  void autosave();
  void report_autosave();
  void watch();
  void look_at_disk();

  Document& document_;
  QString recovery_folder_;
  Questions ask_;
  Autosave autosave_;
  QTimer autosave_due_;
  QTimer disk_due_;
  QFileSystemWatcher watcher_;
  bool asking_ = false;
  bool autosave_failed_ = false;  ///< said once, not every two seconds
};

}  // namespace fw
