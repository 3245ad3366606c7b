#include "app/gui/window/map_badge.h"

#include <QEvent>
#include <QPainter>

#include "app/gui/icons/icons.h"

namespace fw {
namespace {

constexpr int kGap_px = 12, kPad_px = 8, kMark_px = 16;

}  // namespace

MapBadge::MapBadge(QWidget& map) : QLabel(&map) {
  setTextFormat(Qt::PlainText);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setContentsMargins(kPad_px + kMark_px + kPad_px, kPad_px, kPad_px + 4, kPad_px);
  setWordWrap(true);
  map.installEventFilter(this);
  hide();
}

void MapBadge::say(const QString& text) {
  if (text == this->text() && isHidden() == text.isEmpty()) return;
  setText(text);
  setAccessibleName(text);
  setVisible(!text.isEmpty());
  place();
}

void MapBadge::place() {
  if (text().isEmpty()) return;
  const int room = parentWidget()->width() - 2 * kGap_px;
  setWordWrap(false);
  int wide = sizeHint().width();
  if (wide > room) {
    setWordWrap(true);
    wide = room;
  }
  resize(wide, hasHeightForWidth() ? heightForWidth(wide) : sizeHint().height());
  move((parentWidget()->width() - wide) / 2, kGap_px);
  raise();
}

bool MapBadge::eventFilter(QObject* map, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QLabel::eventFilter(map, event);
}

void MapBadge::paintEvent(QPaintEvent* event) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(signal_colour(palette(), Signal::warning));
  p.setBrush(palette().color(QPalette::Base));
  p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  glyph_icon(Glyph::warning).paint(&p, QRect(kPad_px, (height() - kMark_px) / 2, kMark_px, kMark_px));
  p.end();
  QLabel::paintEvent(event);
}

}  // namespace fw
