#pragma once

#include <QStyledItemDelegate>

namespace fw {

/// Edits a row of a SettingModel: a list for choices, a field for numbers. The field shows every digit of the
/// model's number and returns only edited values.
class SettingDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

}  // namespace fw
