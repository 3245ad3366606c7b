#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <vector>

#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/parameter_editor.h"

namespace fw {

class Document;

/// A list of the template as a table model over the document. Has a column per parameter and one per group of
/// shares or weights ("biomes"), which shows the group as a strip. Stores only the last shown state, to tell
/// views exactly what changed.
class ListModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// A ParameterValue, for delegates.
  static constexpr int kValueRole = Qt::UserRole;
  /// Sort key of a column: a number or a word.
  static constexpr int kSortRole = Qt::UserRole + 1;
  /// A group's values (QList<double>), empty while they are derived, and their colours (QList<QColor>).
  static constexpr int kStripRole = Qt::UserRole + 2;
  static constexpr int kColoursRole = Qt::UserRole + 3;

  struct Column {
    Place place;                 ///< without a parameter for a strip
    std::vector<Place> members;  ///< of a strip
  };

  ListModel(Document& document, const ListPlace& list, QObject* parent = nullptr);

  const ListPlace& list() const { return list_; }
  const Document& document() const { return document_; }
  /// The same list inside another row of the outer one.
  void set_outer(size_t outer);
  const std::vector<Column>& columns() const { return columns_; }
  /// The column of a value; -1 if it is not in this list.
  int column_of(const Place& place) const;
  /// The value in a cell.
  Place place_at(size_t row, const Column& column) const;
  /// Updates rows and findings.
  void refresh();
  /// A row's name in the history: "iron vein".
  QString row_name(size_t row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 signals:
  void moved(const QList<int>& rows);  ///< new positions of dragged rows

 private:
  QVariant strip_data(const Column& column, size_t row, int role) const;
  QVariant row_mark(size_t row) const;
  QVariant value_data(const Place& place, size_t row, int role) const;
  void refresh_icons();
  void replace_rows(std::vector<RowValues> rows);
  void show_differences(std::vector<RowValues> rows);

  Document& document_;
  ListPlace list_;
  std::vector<Column> columns_;
  std::vector<RowValues> rows_;        ///< as shown
  std::vector<std::string> problems_;  ///< where findings are, as shown
  std::vector<QIcon> icons_;           ///< of a table's rows
  std::string icons_of_;               ///< what they were made from
};

}  // namespace fw
