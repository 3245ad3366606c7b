#include "app/gui/audit/audit_model.h"

#include <algorithm>
#include <cmath>

namespace fw {

int AuditModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const AuditRow& row = at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case kWhat:
          return row.what;
        case kBar:
          return row.figures;
        default:
          return row.off;
      }
    case kSort:
      switch (index.column()) {
        case kWhat:
          return (row.what + QLatin1Char(' ') + row.where).toCaseFolded();
        case kBar:
          return std::isnan(row.actual) ? -1.0 : row.actual / row.full;
        default:
          return row.badness;
      }
    case kWhere:
      return row.where;
    case Qt::ToolTipRole:  // escaped: names are data, and tooltips may be rich text
      return QStringLiteral("<p>%1</p>").arg(row.detail.toHtmlEscaped());
    case Qt::AccessibleTextRole:
      return index.column() == kWhat ? row.detail : data(index, Qt::DisplayRole);
    case Qt::TextAlignmentRole:
      return QVariant(
          Qt::Alignment(Qt::AlignVCenter | (index.column() == kOff ? Qt::AlignRight : Qt::AlignLeft)));
    default:
      return {};
  }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::Alignment(Qt::AlignVCenter | (section == kOff ? Qt::AlignRight : Qt::AlignLeft)));
  if (role != Qt::DisplayRole) return {};
  const QString names[] = {tr("Class and place"), tr("Result of target"), tr("Off")};
  const QString of_figures[] = {tr("Figure"), tr("Value over usual"), tr("Rank")};
  return figures_ ? of_figures[section] : names[section];
}

void AuditModel::set_rows(AuditRows rows, bool figures) {
  beginResetModel();
  rows_ = std::move(rows);
  figures_ = figures;
  has_swatches_ =
      std::any_of(rows_.begin(), rows_.end(), [](const AuditRow& row) { return row.swatch.isValid(); });
  endResetModel();
}

AuditFilter::AuditFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(AuditModel::kSort);
}

void AuditFilter::find(const QString& words) {
  words_ = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

void AuditFilter::show_failed_only(bool only) {
  failed_only_ = only;
  invalidateFilter();
}

bool AuditFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  Q_UNUSED(parent);
  const AuditRow& audit_row = model().at(row);
  if (failed_only_ && !audit_row.failed) return false;
  return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
    return audit_row.detail.contains(word, Qt::CaseInsensitive) ||
           audit_row.what.contains(word, Qt::CaseInsensitive) ||
           audit_row.where.contains(word, Qt::CaseInsensitive);
  });
}

}  // namespace fw
