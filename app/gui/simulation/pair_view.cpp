#include "app/gui/simulation/pair_view.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace fw {

PairView::PairView(QWidget* parent)
    : QWidget(parent),
      left_title_(new QLabel),
      right_title_(new QLabel),
      left_(new MapView),
      right_(new MapView) {
  left_->setAccessibleName(tr("Map of the first method"));
  right_->setAccessibleName(tr("Map of the second method"));
  right_->show_overview(false);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(side(left_title_, left_));
  splitter->addWidget(side(right_title_, right_));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(splitter);
  link(left_, right_);
  link(right_, left_);
}

QWidget* PairView::side(QLabel* title, MapView* view) {
  title->setTextFormat(Qt::PlainText);
  QFont bold = title->font();
  bold.setBold(true);
  title->setFont(bold);
  title->setContentsMargins(8, 4, 8, 4);
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(title);
  rows->addWidget(view, 1);
  return part;
}

void PairView::link(MapView* from, MapView* to) {
  connect(from, &MapView::window_changed, this, [this, to](const MapWindow& window) {
    if (linking_) return;
    linking_ = true;
    to->follow(window);
    linking_ = false;
  });
  connect(from, &MapView::hovered, to, &MapView::set_foreign_cursor);
}

void PairView::set_titles(const QString& left, const QString& right) {
  left_title_->setText(left);
  right_title_->setText(right);
}

void PairView::set_picture(const std::shared_ptr<const Picture>& picture) {
  left_->set_picture(picture);
  right_->set_picture(picture);
}

void PairView::set_look(const MapLook& look) {
  left_->set_look(look);
  right_->set_look(look);
}

}  // namespace fw
