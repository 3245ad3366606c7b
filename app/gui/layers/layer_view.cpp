#include "app/gui/layers/layer_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

#include "app/gui/icons/icons.h"
#include "app/gui/layers/layer_list.h"

namespace fw {
namespace {

constexpr int kMargin = 8;
constexpr int kEye = 16;
constexpr int kBar = 60;
constexpr double kKeyStep = 0.05;

/// Where the parts of a row lie.
struct RowParts {
  QRect eye, name, bar, percent;

  RowParts(const QRect& row, const QFontMetrics& metrics) {
    const int number = metrics.horizontalAdvance(QStringLiteral("100 %"));
    eye = QRect(row.left() + kMargin, row.center().y() - kEye / 2 + 1, kEye, kEye);
    percent = QRect(row.right() - kMargin - number, row.top(), number + 1, row.height());
    bar = QRect(percent.left() - kMargin - kBar, row.top(), kBar, row.height());
    name = QRect(eye.right() + 1 + kMargin, row.top(), bar.left() - eye.right() - 2 * kMargin, row.height());
  }
  /// The share at x, the ends a little generous.
  double opacity_at(int x) const {
    return std::clamp((x - bar.left()) / static_cast<double>(bar.width() - 1), 0.0, 1.0);
  }
};

QColor blended(const QColor& a, const QColor& b, double share_of_b) {
  const auto part = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share_of_b)); };
  return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

class LayerDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {220, std::max(option.fontMetrics.height() + 9, 26)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option(given);
    initStyleOption(&option, index);
    const RowParts parts(option.rect, option.fontMetrics);
    const bool shown = index.data(LayerList::kShown).toBool();
    const double opacity = index.data(LayerList::kOpacity).toDouble();
    const QString name = std::exchange(option.text, {});
    option.features &= ~QStyleOptionViewItem::HasCheckIndicator;
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

    const bool selected = option.state & QStyle::State_Selected;
    QColor ink =
        option.palette.color(QPalette::Normal, selected ? QPalette::HighlightedText : QPalette::Text);
    if (!shown) ink = faded(ink, option, selected);
    painter->save();
    glyph_icon(Glyph::eye, ink)
        .paint(painter, parts.eye, Qt::AlignCenter, QIcon::Normal, shown ? QIcon::On : QIcon::Off);
    painter->setPen(ink);
    painter->drawText(parts.name, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(name, Qt::ElideRight, parts.name.width()));
    draw_opacity(*painter, option, parts, opacity, ink, shown);
    painter->restore();
  }

 private:
  static QColor under(const QStyleOptionViewItem& option, bool selected) {
    return option.palette.color(QPalette::Normal, selected ? QPalette::Highlight : QPalette::Base);
  }
  static QColor faded(const QColor& ink, const QStyleOptionViewItem& option, bool selected) {
    return blended(ink, under(option, selected), selected ? 0.25 : 0.32);
  }
  static void draw_opacity(QPainter& painter, const QStyleOptionViewItem& option, const RowParts& parts,
                           double opacity, const QColor& ink, bool shown) {
    const bool selected = option.state & QStyle::State_Selected;
    painter.drawText(parts.percent, Qt::AlignVCenter | Qt::AlignRight,
                     tr("%1 %").arg(static_cast<int>(std::lround(100 * opacity))));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double y = parts.bar.center().y() + 1.0;
    painter.setBrush(blended(ink, under(option, selected), 0.75));
    painter.drawRoundedRect(QRectF(parts.bar.left(), y - 2, parts.bar.width(), 4), 2, 2);
    QColor fill = selected ? ink : option.palette.color(QPalette::Highlight);
    if (!shown) fill = blended(fill, under(option, selected), 0.45);
    painter.setBrush(fill);
    const double x = parts.bar.left() + opacity * parts.bar.width();
    painter.drawRoundedRect(QRectF(parts.bar.left(), y - 2, x - parts.bar.left(), 4), 2, 2);
    painter.drawEllipse(QPointF(std::clamp(x, parts.bar.left() + 4.0, parts.bar.right() - 3.0), y), 4.5, 4.5);
  }
};

}  // namespace

LayerView::LayerView(LayerList& layers, QWidget* parent) : QListView(parent), layers_(layers) {
  setModel(&layers);
  setItemDelegate(new LayerDelegate(this));
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setDragDropMode(InternalMove);
  setDragDropOverwriteMode(false);
  setDropIndicatorShown(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(ScrollPerPixel);
  setAccessibleName(tr("Layers of the map, topmost first"));
  setCurrentIndex(layers.index(0));
  connect(&layers, &LayerList::moved, this, [this](int row) { setCurrentIndex(layers_.index(row)); });
}

QSize LayerView::sizeHint() const {
  return {300, 25 * sizeHintForRow(0)};
}

void LayerView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || !index.isValid()) return QListView::mousePressEvent(event);
  const RowParts parts(visualRect(index), fontMetrics());
  const QPoint at = event->position().toPoint();
  if (parts.eye.adjusted(-kMargin, -8, kMargin / 2, 8).contains(at)) {
    setCurrentIndex(index);
    if (event->modifiers() & Qt::AltModifier)
      layers_.solo(index.row());
    else
      layers_.set_shown(index.row(), !layers_.at(index.row()).shown);
  } else if (parts.bar.adjusted(-5, 0, 5, 0).contains(at)) {
    setCurrentIndex(index);
    dragged_ = index.row();
    layers_.end_drag();
    layers_.set_opacity(dragged_, parts.opacity_at(at.x()));
  } else if (event->modifiers() & Qt::AltModifier) {
    setCurrentIndex(index);
    layers_.solo(index.row());
  } else {
    QListView::mousePressEvent(event);
  }
}

void LayerView::mouseMoveEvent(QMouseEvent* event) {
  if (dragged_ < 0) {
    if (state() != NoState || event->buttons() == Qt::NoButton ||
        indexAt(event->position().toPoint()).isValid())
      QListView::mouseMoveEvent(event);
    return;
  }
  const RowParts parts(visualRect(layers_.index(dragged_)), fontMetrics());
  layers_.set_opacity(dragged_, parts.opacity_at(event->position().toPoint().x()));
}

void LayerView::mouseReleaseEvent(QMouseEvent* event) {
  if (dragged_ < 0) return QListView::mouseReleaseEvent(event);
  dragged_ = -1;
  layers_.end_drag();
}

void LayerView::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);  // two quick clicks on an eye are two clicks
}

void LayerView::keyPressEvent(QKeyEvent* event) {
  const int row = currentIndex().row();
  if (row < 0) return QListView::keyPressEvent(event);
  const bool alt = event->modifiers() & Qt::AltModifier;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (!alt) break;
      return layers_.move(row, row + (event->key() == Qt::Key_Up ? -1 : 1));
    case Qt::Key_Space:
      return shift ? layers_.solo(row) : layers_.set_shown(row, !layers_.at(row).shown);
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (alt) break;
      return layers_.set_opacity(
          row, layers_.at(row).opacity + (event->key() == Qt::Key_Left ? -kKeyStep : kKeyStep));
    default:
      break;
  }
  QListView::keyPressEvent(event);
}

void LayerView::keyReleaseEvent(QKeyEvent* event) {
  // A key held down is one gesture; letting it go ends it.
  const bool turned = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
  if (turned && !event->isAutoRepeat()) layers_.end_drag();
  QListView::keyReleaseEvent(event);
}

}  // namespace fw
