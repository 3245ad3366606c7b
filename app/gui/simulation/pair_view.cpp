#include "app/gui/simulation/pair_view.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/gui/map/compare/linked_maps.h"

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
  splitter->addWidget(titled_map(left_title_, left_));
  splitter->addWidget(titled_map(right_title_, right_));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(splitter);
  link_maps(*left_, *right_);
  for (const MapView* map : {left_, right_}) connect(map, &MapView::failed, this, &PairView::failed);
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
