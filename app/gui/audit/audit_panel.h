#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <string>

#include "app/gui/audit/audit_rows.h"

class QLabel;
class QLineEdit;
class QModelIndex;
class QTabBar;
class QToolButton;
class QTreeView;

namespace fw {

class CureButtons;
class Document;
class AuditDelegate;
class AuditFilter;
class AuditModel;
struct Picture;
struct PictureFigures;

/// Targets against results of the shown picture: five sections of rows, worst first, and one of key figures
/// over what is usual, with the verdict above and the reasons below; findings are in the Messages panel.
/// While a new picture is being made, the last full audit stays, greyed.
class AuditPanel : public QWidget {
  Q_OBJECT

 public:
  explicit AuditPanel(Document& document, QWidget* parent = nullptr);
  ~AuditPanel() override;

  QSize sizeHint() const override;

  enum class Format { csv, json, html };
  /// The shown report as the text of a file; "" if there is none.
  std::string text(Format format) const;

  QTreeView* table() const { return table_; }
  /// Whether the shown report is not of the current template.
  bool greyed() const;
  AuditSection section() const;

 public slots:
  /// Connect to Preview::shown.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// Connect to Preview::busy: greys the report while a new one is being made, including while only a coarse
  /// picture is shown.
  void set_updating(bool updating);
  /// The shown report belongs to another template: grey it and disable export.
  void set_foreign(bool foreign);
  /// Connect to FigureMeter::measured.
  void show_figures(const std::shared_ptr<const fw::PictureFigures>& figures);
  /// No world is shown.
  void clear();
  void show_section(fw::AuditSection section);
  /// Asks for a file name and writes the shown report.
  void export_as(fw::AuditPanel::Format format);

 signals:
  /// A row was activated: the map should show its place (marks_of).
  void locate(const fw::AuditPlace& place);
  /// Key figures of this picture are needed: see show_figures().
  void figures_asked(const std::shared_ptr<const fw::Picture>& picture);
  /// A note for the Messages panel.
  void said(const QString& text);
  /// A file could not be written.
  void failed(const QString& why);

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* build_header();
  QWidget* build_search();
  void build_table();
  void mark_tabs();
  void refresh_header();
  void refresh_table();
  void describe_current();
  /// Figures are measured only while they are on show.
  void ask_for_figures();

  std::shared_ptr<const Picture> picture_;  ///< the last full one
  bool updating_ = false;                   ///< a new one is being made
  bool outdated_ = false;                   ///< the map shows a coarse picture of a newer template
  bool foreign_ = false;                    ///< the open template has no picture
  std::array<AuditRows, kAuditSections> rows_;
  bool chosen_ = false;   ///< the user has chosen a section
  bool opening_ = false;  ///< the panel itself is changing the section
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
  CureButtons* cures_ = nullptr;  ///< of the current row
};

}  // namespace fw
