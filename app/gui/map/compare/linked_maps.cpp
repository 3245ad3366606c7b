#include "app/gui/map/compare/linked_maps.h"

#include <QLabel>
#include <QVBoxLayout>
#include <memory>

#include "app/gui/map/map_view.h"

namespace fw {
namespace {

/// `moving` is shared by both directions: a map that follows does not lead back.
void lead(MapView& from, MapView& to, const std::shared_ptr<bool>& moving) {
  QObject::connect(&from, &MapView::window_changed, &to, [&from, &to, moving](const MapWindow& window) {
    if (*moving) return;
    *moving = true;
    if (from.fitted())
      to.fit();
    else
      to.follow(window);
    *moving = false;
  });
  QObject::connect(&from, &MapView::hovered, &to, &MapView::set_foreign_cursor);
}

}  // namespace

void link_maps(MapView& left, MapView& right) {
  const auto moving = std::make_shared<bool>(false);
  lead(left, right, moving);
  lead(right, left, moving);
}

QWidget* titled_map(QLabel* title, MapView* view) {
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

}  // namespace fw
