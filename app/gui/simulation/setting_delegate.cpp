#include "app/gui/simulation/setting_delegate.h"

#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QSortFilterProxyModel>

#include "app/gui/simulation/setting_model.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

/// The model's own row of an index that may come through a filter.
std::pair<const SettingModel*, int> source_of(const QModelIndex& index) {
  if (const auto* filter = qobject_cast<const QSortFilterProxyModel*>(index.model()))
    return {qobject_cast<const SettingModel*>(filter->sourceModel()), filter->mapToSource(index).row()};
  return {qobject_cast<const SettingModel*>(index.model()), index.row()};
}

QString editable(double value) {
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale.toString(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace

QWidget* SettingDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                       const QModelIndex& index) const {
  const auto [model, row] = source_of(index);
  if (model == nullptr) return nullptr;
  const ValueRule& rule = model->rule_of(row);
  QWidget* editor = nullptr;
  if (rule.choices.empty()) {
    auto* field = new QLineEdit(parent);
    field->setFrame(false);
    field->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    editor = field;
  } else {
    auto* list = new QComboBox(parent);
    for (const std::string_view word : rule.choices) list->addItem(slug_words(word));
    editor = list;
  }
  editor->setToolTip(index.data(Qt::ToolTipRole).toString());
  editor->setAccessibleName(index.siblingAtColumn(SettingModel::path_column).data().toString());
  return editor;
}

void SettingDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const double value = index.data(Qt::EditRole).toDouble();
  if (auto* list = qobject_cast<QComboBox*>(editor)) return list->setCurrentIndex(static_cast<int>(value));
  if (auto* field = qobject_cast<QLineEdit*>(editor); field != nullptr && !field->isModified())
    field->setText(editable(value));
}

void SettingDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                   const QModelIndex& index) const {
  if (const auto* list = qobject_cast<QComboBox*>(editor)) {
    model->setData(index, list->currentIndex(), Qt::EditRole);
  } else if (const auto* field = qobject_cast<QLineEdit*>(editor); field != nullptr && field->isModified()) {
    bool good = false;
    double number = QLocale().toDouble(field->text().trimmed(), &good);
    if (!good) number = QLocale::c().toDouble(field->text().trimmed(), &good);
    if (good) model->setData(index, number, Qt::EditRole);
  }
}

}  // namespace fw
