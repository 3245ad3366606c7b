#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/simulation.h"

namespace fw {

/// The parameters of a simulation's method as rows: title (the path is in the tooltip) and value. A value can
/// be changed within its row's range; what is changed is shown in bold and can be reset.
class SettingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { path_column, value_column };
  /// find_role: title, path and help, for a search.
  enum Role { help_role = Qt::UserRole, changed_role, find_role };

  using QAbstractTableModel::QAbstractTableModel;

  /// Sets another method's rows; changed values are kept for paths that still exist.
  void set_rows(std::vector<SimulationParameter> rows);
  void clear_changes();
  void reset(int row);
  /// "path=value" of every change, in the order of the rows.
  std::vector<std::string> settings() const;
  const ValueRule& rule_of(int row) const { return rows_[static_cast<size_t>(row)].rule; }
  double value(int row) const;
  bool changed(int row) const { return changes_[static_cast<size_t>(row)].has_value(); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Qt::EditRole: the number (a choice's index). Refuses what does not fit the row.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  /// A value was changed or reset.
  void settings_changed();
  void refused(const QString& message);

 private:
  QString value_text(int row) const;

  std::vector<SimulationParameter> rows_;
  std::vector<std::optional<double>> changes_;  ///< parallel to rows_
};

}  // namespace fw
