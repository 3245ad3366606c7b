#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "core/model/finding.h"
#include "core/model/template/template.h"

class QLabel;
class QModelIndex;
class QStackedLayout;
class QToolButton;
class QTreeView;

namespace fw {

class CureButtons;
class Document;
class MessageModel;
class MessageFilter;
struct Picture;

/// Findings of the current template, findings of the shown world (except those that the template's already
/// state), and events (failures, notes) with their time; errors first. Activating a finding of the template
/// jumps to its field; the cures of the current one are buttons below.
class MessagesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit MessagesPanel(Document& document, QWidget* parent = nullptr);
  ~MessagesPanel() override;

  QSize sizeHint() const override;
  /// "Messages (2)": errors and warnings are counted.
  QString title() const;
  QTreeView* table() const { return table_; }

 public slots:
  void report_failure(const QString& text);  ///< Connect to Preview::failed.
  void report_note(const QString& text);
  /// Connect to Preview::shown: the findings of a full picture replace the last world's.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);
  void show_severity(fw::Severity severity, bool shown);
  void clear_log();
  /// The selected messages, or all visible ones, as text.
  void copy();

 signals:
  /// A finding of the template: its path, "resources[3].quota".
  void jump(const QString& path);
  /// A finding of the world, for the map (place_of).
  void locate(const fw::Finding& finding);
  void title_changed(const QString& title);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* build_bar();
  void build_table();
  void take_findings();
  void refresh();
  /// Makes the place column as wide as the longest place, up to a third of the panel.
  void fit_places();
  void activate(const QModelIndex& index);
  void show_cures();

  Document& document_;
  Findings world_;                              ///< of the world on show
  std::shared_ptr<const Template> world_tmpl_;  ///< that made it
  CureButtons* cures_ = nullptr;                ///< of the current message
  std::unique_ptr<MessageModel> model_;
  std::unique_ptr<MessageFilter> filter_;
  QTreeView* table_ = nullptr;
  std::array<QToolButton*, 3> shown_{};  ///< by Severity
  QLabel* empty_ = nullptr;
  QStackedLayout* pages_ = nullptr;
};

}  // namespace fw

Q_DECLARE_METATYPE(fw::Finding)
