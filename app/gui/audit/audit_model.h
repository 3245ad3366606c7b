#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include "app/gui/audit/audit_rows.h"

namespace fw {

/// The rows of one section of the audit.
class AuditModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kWhat, kBar, kOff, kColumns };
  enum Role { kSort = Qt::UserRole, kWhere };
  using QAbstractTableModel::QAbstractTableModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  const AuditRow& at(int row) const { return rows_[static_cast<size_t>(row)]; }
  /// `figures`: rows of key figures, under other headings.
  void set_rows(AuditRows rows, bool figures = false);
  /// Whether any row has a colour; then all rows leave space for it.
  bool has_swatches() const { return has_swatches_; }

 private:
  AuditRows rows_;
  bool has_swatches_ = false;
  bool figures_ = false;
};

/// Sorts numerically and filters by rows that contain every search word.
class AuditFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit AuditFilter(QObject* parent = nullptr);
  void find(const QString& words);
  void show_failed_only(bool only);
  const AuditModel& model() const { return *static_cast<const AuditModel*>(sourceModel()); }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
  bool failed_only_ = false;
};

/// Draws a row: swatch, name and place; the target as a tick over the bar of the result; the error.
class AuditDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// Rows are greyed while a new audit is being computed.
  void set_greyed(bool greyed) { greyed_ = greyed; }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paint_name(QPainter& painter, const QStyleOptionViewItem& option, const AuditRow& row,
                  bool indented) const;
  void paint_bar(QPainter& painter, const QStyleOptionViewItem& option, const AuditRow& row) const;
  /// Under the number of a key figure: its usual range, its value as a tick.
  void paint_band(QPainter& painter, const QStyleOptionViewItem& option, const AuditRow& row,
                  const QRect& room, double top) const;
  QColor ink(const QStyleOptionViewItem& option) const;

  bool greyed_ = false;
};

}  // namespace fw
