#pragma once

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <vector>

#include "app/gui/document/document.h"
#include "app/gui/document/recovery.h"

class QSettings;
class QWidget;

namespace fw {

/// A recently opened template file.
struct RecentFile {
  QString path;
  bool pinned = false;
};

/// The files last opened or saved: pinned ones first, then newest first; at most ten that are not pinned.
/// Missing files stay in the list (a drive may come back) until the list is cleared.
std::vector<RecentFile> recent_files(const QSettings& settings);
void add_recent(QSettings& settings, const QString& path);
void set_pinned(QSettings& settings, const QString& path, bool pinned);
/// Removes all but the pinned ones.
void clear_recent(QSettings& settings);

/// Questions to the user; tests supply the answers.
struct Questions {
  enum class Unsaved { save, discard, cancel };
  enum class Recovery { take, discard, later };
  enum class Overwrite { save, read, cancel };  ///< read: the file, as an undo step; nothing is saved
  std::function<Unsaved(const QString& title)> unsaved;
  std::function<QString(const QString& suggested)> where_to_save;  ///< empty: cancel
  std::function<QString()> what_to_open;                           ///< empty: cancel
  std::function<bool(const QString& title)> lose_changes;          ///< before reverting
  /// True: read it, as an undo step; false: keep the present state. `modified`: there are unsaved edits.
  std::function<bool(const QString& path, bool modified)> take_changed_file;
  /// Before saving over a file that another program changed since it was read.
  std::function<Overwrite(const QString& path)> overwrite_changed;
  std::function<Recovery(const Recovered& found)> take_recovered;  ///< later: its file is kept
  std::function<void(const QString& message)> tell;
};

/// A document's file operations: new, open, save, autosave, recovery, changes by other programs.
class Session : public QObject {
  Q_OBJECT

 public:
  Session(Document& document, const QString& recovery_folder, Questions questions, QObject* parent = nullptr);

  /// Each asks about unsaved changes first; false if cancelled or failed (already reported).
  bool start(const Template& tmpl);
  bool open(const QString& path);
  bool open_asking();
  bool revert();

  bool save();
  bool save_as();
  /// Whether the window may close: saved, or discarded by the user's choice.
  bool may_close();

  /// Offers recovered work; at most one document is opened, the others stay for the next start.
  void offer_recovery();

 signals:
  void file_used(const QString& path);  ///< opened or saved
  /// A note for the Messages panel: the file is gone, the side file cannot be written.
  void warned(const QString& message);

 private:
  bool settle_unsaved();
  bool read(const QString& path);
  bool read_again();
  bool save_to(const QString& path);
  /// Whether the document may be written to its own file: asks where another program changed it.
  bool may_replace(const QString& path);
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
  QElapsedTimer last_autosave_;
  QTimer disk_due_;
  QFileSystemWatcher watcher_;
  bool asking_ = false;
  bool autosave_failed_ = false;  ///< reported once, not at every write
};

/// Asks the user in message boxes over `window`. Escape is always the answer that loses no work.
Questions questions_over(QWidget& window, const Document& document);

}  // namespace fw
