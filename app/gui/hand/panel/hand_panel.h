#pragma once

#include <QWidget>
#include <memory>
#include <set>
#include <vector>

#include "app/gui/hand/conflicts.h"
#include "app/gui/preview/picture.h"

class QAction;
class QLabel;
class QLineEdit;
class QListWidget;
class QSortFilterProxyModel;
class QToolButton;
class QTreeView;
class QVBoxLayout;

namespace fw {

class Document;
class HandCanvas;
class HandProperties;
class HandTree;

/// All rows of the hand as a tree, what contradicts, and a form for what is selected. The selection is that
/// of the map.
class HandPanel : public QWidget {
  Q_OBJECT

 public:
  HandPanel(HandCanvas& canvas, Document& document, QWidget* parent = nullptr);
  ~HandPanel() override;

  QSize sizeHint() const override;
  QTreeView* tree() const { return tree_; }
  HandTree* model() const { return model_.get(); }
  HandProperties* properties() const { return properties_; }
  /// Selects the row that a path of the template names ("hand.pins[3].x_m"); false for other paths.
  bool jump_to(const QString& path);
  const std::vector<HandConflict>& conflicts() const { return conflicts_; }
  QListWidget* conflict_list() const { return conflict_list_; }

 public slots:
  /// Connect to Preview::shown.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);

 private:
  void build_tree();
  QWidget* build_bar();
  QWidget* build_conflicts();
  QAction* add_action(const QString& text, const char* keys, QToolButton* button,
                      const std::function<void()>& does);
  void refresh();
  void show_selection();
  void take_selection();
  void show_conflicts();
  void show_fixes();
  void group_selected();
  void keep_open();

  HandCanvas& canvas_;
  Document& document_;
  std::shared_ptr<const Picture> picture_;
  std::unique_ptr<HandTree> model_;
  std::unique_ptr<QSortFilterProxyModel> filter_;
  QLineEdit* search_ = nullptr;
  QTreeView* tree_ = nullptr;
  QLabel* empty_ = nullptr;
  QWidget* conflict_box_ = nullptr;
  QListWidget* conflict_list_ = nullptr;
  QLabel* conflict_text_ = nullptr;  ///< sentence of the current row, whole
  QVBoxLayout* fixes_ = nullptr;
  std::vector<HandConflict> conflicts_;
  HandProperties* properties_ = nullptr;
  std::set<QString> closed_;  ///< groups that the user folded
  bool following_ = false;    ///< the tree shows the map's selection
};

}  // namespace fw
