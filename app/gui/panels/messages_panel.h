#pragma once

#include <QDateTime>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/model/finding.h"

class QLabel;
class QToolButton;
class QTreeView;

namespace fw {

class Document;
class MessageModel;
class MessageFilter;
struct Picture;

/// What is to be said: the template's findings as it is now, the findings of the world on show, and what
/// happened (failures, notes) with its time. Activating a finding of the template jumps to its field.
class MessagesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit MessagesPanel(Document& document, QWidget* parent = nullptr);
  ~MessagesPanel() override;

  QSize sizeHint() const override;
  /// "Messages (2)": errors and warnings are counted.
  QString title() const;

 public slots:
  void report_failure(const QString& text);  ///< Connect to Preview::failed.
  void report_note(const QString& text);
  /// Connect to Preview::shown: the findings of a full picture replace the last world's.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);
  void clear_log();
  void copy();

 signals:
  /// A finding of the template: its path, "resources[3].quota".
  void jump(const QString& path);
  /// A finding of the world: the finding itself, for the map.
  void locate(const fw::Finding& finding);
  void title_changed(const QString& title);

 private:
  void refresh();
  void refresh_buttons();
  void activate(const QModelIndex& index);

  Document& document_;
  MessageModel* model_ = nullptr;
  MessageFilter* filter_ = nullptr;
  QTreeView* table_ = nullptr;
  QToolButton* shown_[3] = {};  ///< error, warning, info
  QLabel* empty_ = nullptr;
};

}  // namespace fw

Q_DECLARE_METATYPE(fw::Finding)
