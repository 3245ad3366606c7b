#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "app/gui/template/page_spec.h"
#include "core/model/finding.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QStandardItem;
class QStandardItemModel;
class QTimer;
class QToolButton;
class QTreeView;

namespace fw {

class Document;
class SearchPage;
class TemplatePage;
struct World;

/// The template editor, built from the parameter table: pages of forms, mixes, tables and noise stacks, a
/// tree of pages (at the left if there is room, else behind the button with the page's name) and a search
/// over pages and parameters.
class TemplatePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TemplatePanel(Document& document, QWidget* parent = nullptr);
  ~TemplatePanel() override;

  /// Shows the place of a path ("relief.ridge", "biomes.taiga.share", "danger") and gives it the focus; the
  /// path of a group or a list goes to its first field. False if the template has no such place.
  bool jump_to(const QString& path);

  /// The mix of biomes shows the room of those with limits beside their shares.
  void show_room(const World& world);

  /// Moves the focus to the search field.
  void search();

  /// Key of the page that is shown ("biomes"), and the way back to it; false if there is no such page.
  QString page_shown() const;
  bool show_page_of(const QString& key);

 signals:
  /// The user turned to another page.
  void turned_to(const QString& key);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void add_page_keys();
  void fill_list();
  QTreeView* make_tree(QWidget* parent);
  TemplatePage& page(size_t index);
  void show_page(size_t index);
  void show_contents(bool on);
  void step_page(int by);
  void find(const QString& text);
  void refresh();
  void mark_pages();
  void forget();
  void follow_rows();
  void title_pages();
  void show_base();

  Document& document_;
  std::vector<PageSpec> specs_;
  std::vector<TemplatePage*> pages_;  ///< null until first shown
  RoomOfBiomes room_;                 ///< in the world shown last
  std::string rows_;                  ///< ids, names and colours of all tables' rows, as the pages show them
  Findings known_;                    ///< findings before the change being processed
  QLineEdit* search_ = nullptr;
  QLabel* base_ = nullptr;             ///< names the template's base; hidden without one
  size_t shown_ = 0;                   ///< page
  QToolButton* name_ = nullptr;        ///< of the page; shows the tree
  QTreeView* side_ = nullptr;          ///< the tree at the left
  QTreeView* contents_ = nullptr;      ///< the tree in the page's place
  std::vector<QStandardItem*> items_;  ///< of the pages, in the trees
  QStandardItemModel* titles_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  SearchPage* results_ = nullptr;
  QTimer* search_soon_ = nullptr;
};

}  // namespace fw
