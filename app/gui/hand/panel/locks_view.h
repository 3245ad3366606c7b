#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "app/gui/hand/locks.h"
#include "app/gui/preview/picture.h"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fw {

class Document;
class WorldEdit;

/// What the seed may change: parts of the world, regions and classes, each free, with dice of its own, or
/// kept as it is. Buttons lock all that is selected, one step each.
class LocksView : public QWidget {
  Q_OBJECT

 public:
  LocksView(Document& document, WorldEdit& job, QWidget* parent = nullptr);

  QTreeWidget* tree() const { return tree_; }

 public slots:
  void refresh();
  /// The regions and the world are those of this picture.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);

 private:
  void fill();
  void show_states();
  void show_buttons();
  std::vector<LockTarget> chosen() const;
  void lock(HandLock lock);

  Document& document_;
  std::shared_ptr<const Picture> picture_;
  WorldEdit& job_;
  QTreeWidget* tree_ = nullptr;
  std::array<QPushButton*, 3> buttons_{};  ///< by HandLock
  QLabel* state_ = nullptr;
  QString why_not_;  ///< why the last lock failed
  std::vector<LockTarget> targets_;
  std::vector<QTreeWidgetItem*> items_;  ///< of the targets
};

}  // namespace fw
