#include "app/gui/template/mix/mix_bar.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"

namespace fw {
namespace {

constexpr double kReach = 5;  // px around a border in which it can be grabbed
constexpr double kMargin = 3;

QString percent(double share) {
  return MixBar::tr("%1 %").arg(shown_number(share * 100, 3));
}

}  // namespace

MixBar::MixBar(std::vector<MixPart> parts, QWidget* parent)
    : QWidget(parent), parts_(std::move(parts)), shares_(parts_.size(), 0.0), locks_(parts_.size(), false) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setWhatsThis(tr(
      "Drag a border: its two neighbours trade. Tab goes to the next border, the arrow keys move it by 1 %, "
      "with Shift by 0.1 %."));
}

void MixBar::show_shares(const Shares& shares) {
  if (shares == shares_) return;
  shares_ = shares;
  describe();
  update();
}

void MixBar::set_locks(const Locks& locks) {
  locks_ = locks;
  update();
}

void MixBar::set_parts(std::vector<MixPart> parts) {
  parts_ = std::move(parts);
  shares_.assign(parts_.size(), 0.0);
  locks_.assign(parts_.size(), false);
  border_ = 0;
  hovered_ = -1;
  dragging_ = false;
  update();
}

QSize MixBar::sizeHint() const {
  return {200, 34};
}
QSize MixBar::minimumSizeHint() const {
  return {120, 34};
}

QRectF MixBar::bar() const {
  return QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
}

double MixBar::x_of(size_t border) const {
  const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  double before = 0;
  for (size_t k = 0; k <= border; ++k) before += shares_[k];
  return bar().left() + bar().width() * before / std::max(1.0, sum);
}

int MixBar::border_at(double x) const {
  int best = -1;
  double least = kReach;
  for (size_t k = 0; k + 1 < parts_.size(); ++k)
    if (const double away = std::fabs(x_of(k) - x); away <= least && parts_at(locks_, k).movable) {
      best = static_cast<int>(k);
      least = away;
    }
  return best;
}

int MixBar::part_at(double x) const {
  for (size_t k = 0; k < parts_.size(); ++k)
    if (x < x_of(k)) return static_cast<int>(k);
  return -1;
}

/// If several borders lie at one point (parts of width 0), the direction of the first move selects the
/// outermost one on that side, so that its part can be opened again.
void MixBar::choose_border(double x) {
  undecided_ = false;
  const double here = x_of(static_cast<size_t>(border_));
  for (size_t k = 0; k + 1 < parts_.size(); ++k) {
    const bool same = std::fabs(x_of(k) - here) < 0.5 && parts_at(locks_, k).movable;
    if (!same) continue;
    border_ = static_cast<int>(k);
    if (x < pressed_x_) return;  // leftwards: the first
  }
}

void MixBar::select(int border) {
  border_ = border;
  describe();
  update();
}

/// For screen readers: the focused border and the parts it separates.
void MixBar::describe() {
  if (parts_.size() < 2) return setAccessibleDescription(tr("One part alone"));
  const auto k = static_cast<size_t>(border_);
  setAccessibleDescription(
      tr("Border between %1, %2, and %3, %4")
          .arg(parts_[k].name, percent(shares_[k]), parts_[k + 1].name, percent(shares_[k + 1])));
}

void MixBar::move_by(double delta, double grain) {
  if (parts_.size() < 2) return;
  const Shares next = traded(shares_, locks_, static_cast<size_t>(border_), delta, grain);
  if (next == shares_) return;
  shares_ = next;
  describe();
  update();
  emit moved(shares_);
}

void MixBar::mousePressEvent(QMouseEvent* event) {
  const int border = border_at(event->position().x());
  if (event->button() != Qt::LeftButton || border < 0) return event->ignore();
  select(border);
  dragging_ = undecided_ = true;
  pressed_x_ = event->position().x();
  grabbed_ = pressed_x_ - x_of(static_cast<size_t>(border));
}

void MixBar::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (!dragging_) {
    const int border = border_at(x);
    if (border != hovered_) update();
    hovered_ = border;
    setCursor(border >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    return;
  }
  if (undecided_) {
    if (std::fabs(x - pressed_x_) < 1) return;
    choose_border(x);
  }
  // Moves by the distance from the border to the pointer, so that many small moves do not add up errors.
  const BorderParts parts = parts_at(locks_, static_cast<size_t>(border_));
  if (!parts.movable) return;
  move_by((x - grabbed_ - x_of(static_cast<size_t>(border_))) / bar().width(), 0.001);
}

void MixBar::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !dragging_) return;
  dragging_ = false;
  emit released();
}

void MixBar::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

void MixBar::keyPressEvent(QKeyEvent* event) {
  const bool fine = event->modifiers() & Qt::ShiftModifier;
  const double step = fine ? 0.001 : 0.01;
  switch (event->key()) {
    case Qt::Key_Left:
      return move_by(-step, fine ? 0.001 : 0.01);
    case Qt::Key_Right:
      return move_by(step, fine ? 0.001 : 0.01);
    case Qt::Key_PageDown:
      return move_by(-0.1, 0.01);
    case Qt::Key_PageUp:
      return move_by(0.1, 0.01);
    default:
      QWidget::keyPressEvent(event);
  }
}

void MixBar::focusInEvent(QFocusEvent* event) {
  const int last = static_cast<int>(parts_.size()) - 2;
  if (event->reason() == Qt::TabFocusReason) border_ = 0;
  if (event->reason() == Qt::BacktabFocusReason) border_ = std::max(0, last);
  describe();
  QWidget::focusInEvent(event);
}

void MixBar::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  emit released();
}

bool MixBar::focusNextPrevChild(bool next) {
  const int to = border_ + (next ? 1 : -1);
  if (to < 0 || to > static_cast<int>(parts_.size()) - 2) return QWidget::focusNextPrevChild(next);
  emit released();
  select(to);
  return true;
}

bool MixBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int part = part_at(help->pos().x());
  if (part >= 0) {
    const auto k = static_cast<size_t>(part);
    QToolTip::showText(help->globalPos(), QStringLiteral("%1  %2").arg(parts_[k].name, percent(shares_[k])),
                       this);
  }
  return true;
}

void MixBar::paint_parts(QPainter& painter) const {
  double left = bar().left();
  for (size_t k = 0; k < parts_.size(); ++k) {
    const double right = x_of(k);
    const QRectF part(left, bar().top(), right - left, bar().height());
    left = right;
    painter.fillRect(part, parts_[k].colour);
    painter.setPen(readable_on(parts_[k].colour));
    const QFontMetrics metrics(painter.font());
    const QString share = percent(shares_[k]);
    const QString both = parts_[k].name + QLatin1Char(' ') + share;
    const auto fits = [&](const QString& text) {
      return metrics.horizontalAdvance(text) + 6 <= part.width();
    };
    if (fits(both))
      painter.drawText(part, Qt::AlignCenter, both);
    else if (fits(share))
      painter.drawText(part, Qt::AlignCenter, share);
  }
}

void MixBar::paint_borders(QPainter& painter) const {
  for (size_t k = 0; k + 1 < parts_.size(); ++k) {
    const double x = x_of(k);
    const int border = static_cast<int>(k);
    const bool chosen = border == border_ && (hasFocus() || dragging_);
    const QColor line = palette().color(QPalette::Window);
    painter.setPen(QPen(line, 1));
    painter.drawLine(QPointF(x, bar().top()), QPointF(x, bar().bottom()));
    if (!chosen && border != hovered_) continue;
    painter.setPen(QPen(palette().color(QPalette::Window), 1));
    painter.setBrush(palette().color(chosen ? QPalette::Highlight : QPalette::WindowText));
    painter.drawRoundedRect(QRectF(x - 2.5, 0.5, 5, height() - 1), 2.5, 2.5);
  }
}

void MixBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(small_font(font()));
  QPainterPath round;
  round.addRoundedRect(bar(), 4, 4);
  painter.save();
  painter.setClipPath(round);
  painter.fillRect(bar(), QBrush(palette().color(QPalette::Mid), Qt::BDiagPattern));
  paint_parts(painter);
  painter.restore();
  QColor edge = palette().color(QPalette::WindowText);
  edge.setAlphaF(0.3F);
  painter.setPen(QPen(edge, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(bar(), 4, 4);
  if (isEnabled()) paint_borders(painter);
}

}  // namespace fw
