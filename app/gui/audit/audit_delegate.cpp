#include <QApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/gui/audit/audit_model.h"
#include "app/gui/icons/icons.h"

namespace fw {
namespace {

constexpr int kPad = 6;
constexpr int kSwatch = 9;
constexpr int kBarHeight = 4;

const AuditModel& model_of(const QModelIndex& index) {
  return static_cast<const AuditFilter*>(index.model())->model();
}

const AuditRow& row_of(const QModelIndex& index) {
  const auto* filter = static_cast<const AuditFilter*>(index.model());
  return filter->model().at(filter->mapToSource(index).row());
}

void draw_text(QPainter& painter, const QStyleOptionViewItem& option, const QRect& room, const QString& text,
               int flags) {
  painter.drawText(room, flags, option.fontMetrics.elidedText(text, Qt::ElideRight, room.width()));
}

}  // namespace

QColor AuditDelegate::ink(const QStyleOptionViewItem& option) const {
  if (option.state & QStyle::State_Selected) return option.palette.color(QPalette::HighlightedText);
  return option.palette.color(greyed_ ? QPalette::PlaceholderText : QPalette::Text);
}

QSize AuditDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int text = option.fontMetrics.horizontalAdvance(index.data().toString());
  const int swatch = index.column() == AuditModel::kWhat ? kSwatch + kPad : 0;
  return {text + swatch + 2 * kPad, 2 * option.fontMetrics.height() + 5};
}

void AuditDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                          const QModelIndex& index) const {
  QStyleOptionViewItem option(given);
  initStyleOption(&option, index);
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

  const AuditRow& row = row_of(index);
  const bool selected = option.state & QStyle::State_Selected;
  const QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(ink(option));
  switch (index.column()) {
    case AuditModel::kWhat:
      paint_name(*painter, option, row, model_of(index).has_swatches());
      break;
    case AuditModel::kBar:
      paint_bar(*painter, option, row);
      break;
    default:
      if (row.failed && !selected && !greyed_) painter->setPen(signal_colour(option.palette, Signal::error));
      draw_text(*painter, option, room, row.off, Qt::AlignVCenter | Qt::AlignRight);
  }
  painter->restore();
}

void AuditDelegate::paint_name(QPainter& painter, const QStyleOptionViewItem& option, const AuditRow& row,
                               bool indented) const {
  const int line = option.fontMetrics.height();
  QRect room = option.rect.adjusted(kPad, 2, -kPad / 2, 0);
  if (row.swatch.isValid()) {
    const QRectF box(room.left() + 0.5, room.top() + (line - kSwatch) / 2 + 0.5, kSwatch, kSwatch);
    QColor rim = ink(option);
    rim.setAlphaF(0.45F);
    painter.setPen(rim);
    painter.setBrush(row.swatch);
    painter.setOpacity(greyed_ ? 0.5 : 1);
    painter.drawRoundedRect(box, 2, 2);
    painter.setOpacity(1);
    painter.setPen(ink(option));
  }
  // All names are aligned, with or without a colour swatch.
  if (indented) room.setLeft(room.left() + kSwatch + kPad);
  draw_text(painter, option, QRect(room.left(), room.top(), room.width(), line), row.what, Qt::AlignLeft);
  if (!(option.state & QStyle::State_Selected))
    painter.setPen(option.palette.color(QPalette::PlaceholderText));
  draw_text(painter, option, QRect(room.left(), room.top() + line, room.width(), line), row.where,
            Qt::AlignLeft);
}

void AuditDelegate::paint_band(QPainter& painter, const QStyleOptionViewItem& option, const AuditRow& row,
                               const QRect& room, double top) const {
  const AuditBand& band = *row.band;
  const auto x_of = [&](double value) {
    return room.left() + std::clamp((value - band.low) / (band.high - band.low), 0.0, 1.0) * room.width();
  };
  const auto strip = [&](double from, double to, double y, double height, const QColor& colour) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(from, y, std::max(2.0, to - from), height), height / 2, height / 2);
  };
  const bool selected = option.state & QStyle::State_Selected;
  QColor track = ink(option);
  track.setAlphaF(0.16F);
  QColor usual = selected  ? ink(option)
                 : greyed_ ? option.palette.color(QPalette::PlaceholderText)
                           : option.palette.color(QPalette::Highlight);
  usual.setAlphaF(0.6F);
  strip(room.left(), room.right() + 1, top, kBarHeight, track);
  strip(x_of(band.usual[0]), x_of(band.usual[2]), top, kBarHeight, usual);
  if (band.real) {
    QColor real = ink(option);
    real.setAlphaF(0.55F);
    strip(x_of(band.real->front()), x_of(band.real->back()), top + kBarHeight + 2, 1.5, real);
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink(option));
  const double x = std::clamp(x_of(row.actual), room.left() + 1.0, room.right() + 0.0);
  painter.drawRect(QRectF(x - 1, top - 2, 2, kBarHeight + 4));
}

void AuditDelegate::paint_bar(QPainter& painter, const QStyleOptionViewItem& option,
                              const AuditRow& row) const {
  const QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
  if (std::isnan(row.actual)) {
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, row.figures);
    return;
  }
  const int text_height = option.fontMetrics.height();
  const int top = room.center().y() - (text_height + kBarHeight + 2) / 2 + 1;
  draw_text(painter, option, QRect(room.left(), top, room.width(), text_height), row.figures,
            Qt::AlignVCenter | Qt::AlignLeft);
  if (row.band) return paint_band(painter, option, row, room, top + text_height + 1.5);

  const bool selected = option.state & QStyle::State_Selected;
  const double y = top + text_height + 1.5;
  const auto x_of = [&](double value) {
    return room.left() + std::clamp(value / row.full, 0.0, 1.0) * room.width();
  };
  const auto strip = [&](double from, double to, const QColor& colour) {
    if (to <= from) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(from, y, to - from, kBarHeight), 2, 2);
  };
  QColor track = ink(option);
  track.setAlphaF(0.16F);
  QColor fill = selected ? ink(option) : option.palette.color(QPalette::Highlight);
  QColor error = selected ? ink(option) : signal_colour(option.palette, Signal::error);
  if (greyed_) {
    fill = error = option.palette.color(QPalette::PlaceholderText);
  }
  strip(room.left(), room.right() + 1, track);
  // Highlights the difference between result and target.
  if (row.failed && !std::isnan(row.target)) {
    QColor shade = error;
    shade.setAlphaF(0.55F);
    strip(std::min(x_of(row.actual), x_of(row.target)), std::max(x_of(row.actual), x_of(row.target)), shade);
  }
  strip(room.left(), x_of(row.actual), row.failed ? error : fill);
  if (std::isnan(row.target)) return;
  painter.setBrush(ink(option));
  const double x = std::clamp(x_of(row.target), room.left() + 1.0, room.right() + 0.0);
  painter.drawRect(QRectF(x - 0.75, y - 2, 1.5, kBarHeight + 4));
}

}  // namespace fw
