#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"

class QAction;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QVBoxLayout;

namespace fw {

class Document;
class ListDetails;
class ListModel;
class ListTable;

/// A list of the template: a table with filter, sorting for display, adding, duplicating, removing, moving,
/// copying and pasting rows, and below it all values of the current row. Removing a row that other values
/// name asks first, and says which.
class ListEditor : public PagePart {
  Q_OBJECT

 public:
  /// page: fills a page, the details scroll on their own; part: one of several parts.
  enum class Room { page, part };
  ListEditor(Document& document, const ListPlace& list, Room room, QWidget* parent = nullptr);

  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;

  /// Rows of the list that are selected, ascending.
  std::vector<size_t> selected() const;
  void select(const std::vector<size_t>& rows);

  /// The same list inside another row of the outer one.
  void set_outer(size_t outer);

  /// Adds a default row after the selected ones.
  void add();
  void duplicate();
  void remove();
  /// By one place up (-1) or down (+1).
  void move(int by);
  void copy() const;
  void paste();

 private:
  void build_table(QVBoxLayout* column, Room room);
  void build_bar(QVBoxLayout* column);
  void add_actions();
  QAction* add_action(const QString& text, const char* keys, const QString& tip);
  void show_row();
  void update_actions();
  /// Opens the label of the current row for its name.
  void edit_label();
  void arrange(const QString& what, const std::vector<size_t>& order, const std::vector<size_t>& selection);
  void edit(const QString& what, const std::function<void(Template&)>& change,
            const std::vector<size_t>& selection);
  std::optional<size_t> current() const;
  void show_details();
  size_t size() const;
  QString rows_note(const std::vector<size_t>& rows) const;
  bool in_file_order() const;
  void note(const QString& text);

  Document& document_;
  ListPlace list_;
  ListModel* model_ = nullptr;
  QSortFilterProxyModel* sorted_ = nullptr;
  ListTable* table_ = nullptr;
  QLineEdit* filter_ = nullptr;
  QLabel* note_ = nullptr;
  QLabel* empty_ = nullptr;
  ListDetails* details_ = nullptr;
  QAction *add_ = nullptr, *duplicate_ = nullptr, *remove_ = nullptr, *up_ = nullptr, *down_ = nullptr,
          *copy_ = nullptr, *paste_ = nullptr;
};

}  // namespace fw
