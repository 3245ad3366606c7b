#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

class QSortFilterProxyModel;

namespace fw {

/// Editors of table cells by parameter type, and strips for groups of shares and weights. Numbers outside
/// their range are never written.
class ListDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class ListModel;

/// The view of a list: dense rows, column widths by content, single weights hidden by default, rows movable
/// by dragging while they are in file order.
class ListTable : public QTableView {
  Q_OBJECT

 public:
  ListTable(ListModel& model, QSortFilterProxyModel& sorted, QWidget* parent = nullptr);

  /// Height that shows up to `rows` rows without scrolling.
  int height_for(int rows) const;
  void fit_columns();

 signals:
  void rows_chosen();

 protected:
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void order_columns();
  void offer_columns(const QPoint& at);

  ListModel& model_;
};

}  // namespace fw
