#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <string>

#include "app/gui/panels/audit/audit_rows.h"

class QLabel;
class QLineEdit;
class QModelIndex;
class QTabBar;
class QToolButton;
class QTreeView;

namespace fw {

class AuditDelegate;
class AuditFilter;
class AuditModel;
struct Picture;

/// Targets against results of the picture on show: five sections of rows, worst first, with the verdict above
/// and the reasons below; findings stand in the messages. While another picture is being made the last full
/// audit stays, greyed.
class AuditPanel : public QWidget {
  Q_OBJECT

 public:
  explicit AuditPanel(QWidget* parent = nullptr);
  ~AuditPanel() override;

  QSize sizeHint() const override;

  enum class Format { csv, json, html };
  /// The report on show as the text of a file; "" before the first.
  std::string text(Format format) const;

  QTreeView* table() const { return table_; }
  /// Whether what is on show is not of the template as it stands now.
  bool greyed() const;
  AuditSection section() const;

 public slots:
  /// Connect to Preview::shown.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// Connect to Preview::busy: greys the report while another one is being made. It stays grey while the
  /// picture on show is coarse.
  void set_updating(bool updating);
  /// The report on show is not of the template that is open: grey, and not to be exported.
  void set_foreign(bool foreign);
  /// There is no world any more.
  void clear();
  void show_section(fw::AuditSection section);
  /// Asks where to write and writes the report on show.
  void export_as(fw::AuditPanel::Format format);

 signals:
  /// A row was activated: the map should show this (marks_of).
  void locate(const fw::AuditPlace& place);
  /// Something worth a line in the messages.
  void said(const QString& text);
  /// A file could not be written.
  void failed(const QString& why);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* build_header();
  QWidget* build_search();
  void build_table();
  void mark_tabs();
  void refresh_header();
  void refresh_table();
  void describe_current();

  std::shared_ptr<const Picture> picture_;  ///< the last full one
  bool updating_ = false;                   ///< another one is being made
  bool outdated_ = false;                   ///< the map shows a coarse picture of another template
  bool foreign_ = false;                    ///< the template that is open has no picture
  std::array<AuditRows, kAuditSections> rows_;
  bool chosen_ = false;   ///< the reader has gone to a section
  bool opening_ = false;  ///< the panel itself goes to one
  std::unique_ptr<AuditModel> model_;
  std::unique_ptr<AuditFilter> filter_;
  AuditDelegate* delegate_ = nullptr;
  QLabel* mark_ = nullptr;
  QLabel* verdict_ = nullptr;
  QLabel* about_ = nullptr;
  QToolButton* export_ = nullptr;
  QLineEdit* search_ = nullptr;
  QToolButton* failed_only_ = nullptr;
  QTabBar* tabs_ = nullptr;
  QTreeView* table_ = nullptr;
  QLabel* detail_ = nullptr;
};

}  // namespace fw
