#pragma once

#include <QObject>
#include <QString>
#include <QWidget>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace fw {

/// What a page does, as a call of the command, with a button that copies it.
class CommandBox : public QWidget {
  Q_OBJECT

 public:
  explicit CommandBox(QWidget* parent = nullptr);

  /// The line, or why there is none.
  void show_line(const Result<QString>& line);

 signals:
  void copy_asked();

 private:
  QPlainTextEdit* text_ = nullptr;
  QPushButton* copy_ = nullptr;
};

/// One piece of long work at a time, on a thread of its own. Cancelling is heard at once; the work itself
/// ends at its next look.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  /// Gives what to say when it is done.
  using Work = std::function<Result<QString>(const Progress&)>;

  explicit ExportJob(QObject* parent = nullptr);
  /// Cancels what runs and waits for it.
  ~ExportJob() override;

  bool running() const { return running_; }
  /// Nothing may be running.
  void start(Work work);
  void cancel();

 signals:
  void progressed(const QString& stage, double fraction);
  void done(const QString& said);
  void failed(const QString& why);
  void cancelled();

 private:
  void finish(const Result<QString>& result);

  bool running_ = false;
  std::atomic<bool> cancel_{false};
  std::thread thread_;
};

class Document;

/// From an edit until a page looks again, ms: the command reads the template's file, not at every edit of a
/// drag.
inline constexpr int kExportRest_ms = 150;

/// `name` beside the template's file, or at home.
QString beside_template(const Document& document, const QString& name);

/// The row "Folder" of a form: where its path is typed, and the button that asks for it.
struct FolderRow {
  QLineEdit* path = nullptr;
  QToolButton* browse = nullptr;
};
FolderRow add_folder_row(QFormLayout& form, const QString& tip);

/// What the pages of the export dialog have in common: a form above, the state of the work below.
class ExportPage : public QWidget {
  Q_OBJECT

 public:
  explicit ExportPage(const QString& verb, QWidget* parent = nullptr);
  ~ExportPage() override;

  bool running() const { return job_.running(); }
  /// Whether saving the template writes it again.
  bool again_on_save() const;
  void set_again_on_save(bool again);

 public slots:
  /// Looks again at everything, and begins if nothing is wrong.
  void begin();
  /// Connect to Document::saved: begins if again_on_save(), after what is running.
  void begin_on_save();
  /// Looks again at what is chosen and what would be written.
  virtual void refresh() = 0;
  /// Answers at once; nothing is left on disk.
  void cancel();

 signals:
  /// Finished well, or cancelled.
  void said(const QString& text);
  void failed(const QString& why);
  /// After either.
  void ended(bool well);

 protected:
  /// The form goes here.
  QVBoxLayout* form() const { return form_; }
  /// The work as it is chosen now.
  virtual ExportJob::Work work() = 0;
  /// What can be shown in the file manager afterwards.
  virtual QString result_folder() const = 0;
  /// Says what is wrong, or "" and the work may begin.
  void set_problem(const QString& problem);

  void showEvent(QShowEvent* event) override;

 private:
  void show_state(bool working);
  void end(const QString& text, bool well);

  ExportJob job_;
  QWidget* choices_ = nullptr;
  QVBoxLayout* form_ = nullptr;
  QLabel* state_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QPushButton* begin_ = nullptr;
  QPushButton* cancel_ = nullptr;
  QPushButton* open_ = nullptr;
  QCheckBox* again_ = nullptr;
  bool due_ = false;  ///< saved while it was running
  QString problem_;
  QString last_folder_;
};

}  // namespace fw
