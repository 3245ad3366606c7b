#include "app/gui/history/history_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QUndoStack>
#include <QUndoView>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/icons/icons.h"

namespace fw {
namespace {

QToolButton* button(QAction* action, Glyph glyph, const QString& name) {
  auto* button = new QToolButton;
  action->setIcon(glyph_icon(glyph));
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  return button;
}

/// One row per undo step; undone steps are dimmed.
class StepDelegate : public QStyledItemDelegate {
 public:
  StepDelegate(const QUndoStack& history, QObject* parent) : QStyledItemDelegate(parent), history_(history) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 8};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->features |= QStyleOptionViewItem::HasDecoration;  // room for the mark in every row
    option->decorationSize = {16, 16};
    if (index.row() > history_.index())
      option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
  }

 private:
  const QUndoStack& history_;
};

}  // namespace

HistoryPanel::HistoryPanel(Document& document, QWidget* parent) : QWidget(parent) {
  view_ = new QUndoView(&document.history());
  view_->setAccessibleName(tr("Steps of the history"));
  view_->setEmptyLabel(tr("Beginning"));
  view_->setCleanIcon(glyph_icon(Glyph::clean));
  view_->setFrameShape(QFrame::NoFrame);
  view_->setItemDelegate(new StepDelegate(document.history(), view_));
  view_->setTextElideMode(Qt::ElideRight);
  view_->setWhatsThis(
      tr("Every edit, oldest first. Choose a step to go there; the dot marks the state on disk."));

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 4);
  bar->setSpacing(2);
  bar->addWidget(
      button(document.history().createUndoAction(this, tr("Undo")), Glyph::undo, tr("Undo the last step")));
  bar->addWidget(
      button(document.history().createRedoAction(this, tr("Redo")), Glyph::redo, tr("Redo the next step")));
  bar->addStretch();

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(view_, 1);
  setFocusProxy(view_);
}

QSize HistoryPanel::sizeHint() const {
  return {320, 260};
}

}  // namespace fw
