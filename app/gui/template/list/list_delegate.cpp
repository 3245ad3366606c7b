#include "app/gui/template/list/list_delegate.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <numeric>

#include "app/gui/template/list/list_model.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/word_editors.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

const Parameter* parameter_of(const QModelIndex& index) {
  const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
  const auto* model = qobject_cast<const ListModel*>(proxy ? proxy->sourceModel() : index.model());
  return model ? model->columns()[static_cast<size_t>(index.column())].parameter : nullptr;
}

ParameterValue value_of(const QModelIndex& index) {
  return index.data(ListModel::kValueRole).value<ParameterValue>();
}

}  // namespace

QWidget* ListDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
  const Parameter* p = parameter_of(index);
  if (!p) return nullptr;
  QWidget* editor = nullptr;
  if (p->type == ParameterType::choice) {
    QComboBox* combo = make_combo(*p, parent);
    connect(combo, &QComboBox::activated, this, [this, combo] {
      auto* self = const_cast<ListDelegate*>(this);
      emit self->commitData(combo);
      emit self->closeEditor(combo);
    });
    editor = combo;
  } else if (p->type == ParameterType::integer || p->type == ParameterType::number) {
    editor = new NumberSpin(NumberScale::of(*p), parent);
  } else if (p->type != ParameterType::range) {
    editor = new QLineEdit(parent);
  }
  if (!editor) return nullptr;
  editor->setAutoFillBackground(true);
  editor->setAccessibleName(title_of(*p));
  editor->setAccessibleDescription(table_text(p->help));
  return editor;
}

void ListDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const ParameterValue value = value_of(index);
  const double* number = std::get_if<double>(&value);
  const std::string* text = std::get_if<std::string>(&value);
  if (auto* spin = qobject_cast<NumberSpin*>(editor)) {
    spin->show_value(number ? std::optional(*number) : std::nullopt);
  } else if (auto* combo = qobject_cast<QComboBox*>(editor); combo && text) {
    combo->setCurrentIndex(combo->findData(QString::fromStdString(*text)));
  } else if (auto* line = qobject_cast<QLineEdit*>(editor); line && text) {
    if (line->text() != QString::fromStdString(*text)) line->setText(QString::fromStdString(*text));
  }
}

void ListDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  ParameterValue value = value_of(index);
  if (auto* spin = qobject_cast<NumberSpin*>(editor)) {
    spin->commit();
    if (spin->refuses() || !spin->value()) return;
    value = *spin->value();
  } else if (auto* combo = qobject_cast<QComboBox*>(editor)) {
    value = combo->currentData().toString().toStdString();
  } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
    value = line->text().toStdString();
  }
  if (value != value_of(index)) model->setData(index, QVariant::fromValue(value), Qt::EditRole);
}

void ListDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex&) const {
  // Wide enough to edit, even in a narrow column.
  QRect rect = option.rect;
  const int wanted = qobject_cast<QLineEdit*>(editor) ? 120 : editor->minimumSizeHint().width();
  rect.setWidth(std::max(rect.width(), wanted));
  rect.setHeight(std::max(rect.height(), editor->minimumSizeHint().height()));
  if (const QWidget* view = editor->parentWidget(); view && rect.right() > view->width())
    rect.moveRight(std::max(view->width() - 1, rect.width()));
  editor->setGeometry(rect);
}

void ListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const auto values = index.data(ListModel::kStripRole).value<QList<double>>();
  const auto colours = index.data(ListModel::kColoursRole).value<QList<QColor>>();
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (sum <= 0) return;
  const QRectF strip = QRectF(option.rect).adjusted(4, 5, -4, -5);
  double left = strip.left();
  for (qsizetype k = 0; k < values.size(); ++k) {
    const double width = strip.width() * values[k] / sum;
    painter->fillRect(QRectF(left, strip.top(), width, strip.height()), colours[k]);
    left += width;
  }
  QColor edge = option.palette.color(QPalette::WindowText);
  edge.setAlphaF(0.3F);
  painter->setPen(edge);
  painter->drawRect(strip);
}

}  // namespace fw
