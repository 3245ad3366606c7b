#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace fw {

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
