#include "app/gui/simulation/setting_model.h"

#include <QFont>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "app/gui/simulation/simulation_words.h"
#include "app/gui/words/words.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

QString path_text(const ValueRule& rule) {
  return QString::fromUtf8(rule.path.data(), static_cast<qsizetype>(rule.path.size()));
}

}  // namespace

void SettingModel::set_rows(std::vector<SimulationParameter> rows) {
  const auto alike = [](const SimulationParameter& a, const SimulationParameter& b) {
    return a.rule.path == b.rule.path && a.value == b.value;
  };
  if (std::ranges::equal(rows, rows_, alike)) return;  // unchanged: keeps the scroll position
  beginResetModel();
  std::vector<std::optional<double>> kept(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t k = 0; k < rows_.size(); ++k)
      if (changes_[k] && rows_[k].rule.path == rows[i].rule.path) kept[i] = changes_[k];
  rows_ = std::move(rows);
  changes_ = std::move(kept);
  endResetModel();
}

void SettingModel::clear_changes() {
  for (auto& change : changes_) change.reset();
  if (rows_.empty()) return;
  emit dataChanged(index(0, 0), index(rowCount() - 1, value_column));
  emit settings_changed();
}

void SettingModel::reset(int row) {
  if (!changed(row)) return;
  changes_[static_cast<size_t>(row)].reset();
  emit dataChanged(index(row, 0), index(row, value_column));
  emit settings_changed();
}

std::vector<std::string> SettingModel::settings() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!changes_[i]) continue;
    const ValueRule& rule = rows_[i].rule;
    const std::string value = rule.choices.empty()
                                  ? number_text(*changes_[i])
                                  : std::string(rule.choices[static_cast<size_t>(*changes_[i])]);
    out.push_back(std::string(rule.path) + "=" + value);
  }
  return out;
}

double SettingModel::value(int row) const {
  const auto i = static_cast<size_t>(row);
  return changes_[i].value_or(rows_[i].value);
}

int SettingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int SettingModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : 2;
}

QVariant SettingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == path_column ? tr("Parameter") : tr("Value");
}

QString SettingModel::value_text(int row) const {
  const ValueRule& rule = rule_of(row);
  if (!rule.choices.empty()) {
    return slug_words(rule.choices[static_cast<size_t>(value(row))]);
  }
  const QString number = QLocale().toString(value(row), 'g', 6);
  return rule.unit.empty() ? number : number + QStringLiteral(" ") + unit_words(rule.unit);
}

QVariant SettingModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row();
  const ValueRule& rule = rule_of(row);
  switch (role) {
    case Qt::DisplayRole: {
      return index.column() == value_column ? value_text(row) : setting_title(rule);
    }
    case Qt::EditRole:
      return index.column() == value_column ? QVariant(value(row)) : QVariant();
    case Qt::FontRole: {
      QFont font;
      font.setBold(changed(row));
      return font;
    }
    case Qt::TextAlignmentRole:
      return index.column() == value_column ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
    case help_role: {
      return table_text(rule.help) + QStringLiteral("\n") + QString::fromStdString(expected_text(rule)) +
             QStringLiteral("\n") + path_text(rule);
    }
    case find_role:
      return setting_title(rule) + QLatin1Char(' ') + path_text(rule) + QLatin1Char(' ') +
             table_text(rule.help);
    case changed_role:
      return changed(row);
    default:
      return {};
  }
}

bool SettingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || index.column() != value_column) return false;
  bool is_number = false;
  const double number = value.toDouble(&is_number);
  if (!is_number) return false;
  const auto i = static_cast<size_t>(index.row());
  if (auto fits = check_value(rows_[i].rule, number); !fits) {
    emit refused(QString::fromStdString(fits.error().message));
    return false;
  }
  if (number == this->value(index.row())) return true;
  if (number == rows_[i].value)
    changes_[i].reset();
  else
    changes_[i] = number;
  emit dataChanged(this->index(index.row(), 0), this->index(index.row(), value_column));
  emit settings_changed();
  return true;
}

Qt::ItemFlags SettingModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == value_column ? flags | Qt::ItemIsEditable : flags;
}

}  // namespace fw
