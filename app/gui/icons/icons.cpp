#include "app/gui/icons/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <optional>

#include "app/gui/icons/glyphs.h"

namespace fw {
namespace {

std::optional<Signal> signal_of(Glyph glyph) {
  switch (glyph) {
    case Glyph::passed:
    case Glyph::clean:
      return Signal::good;
    case Glyph::info:
      return Signal::info;
    case Glyph::warning:
      return Signal::warning;
    case Glyph::error:
      return Signal::error;
    default:
      return std::nullopt;
  }
}

/// Draws a glyph for every requested size and palette.
class GlyphEngine : public QIconEngine {
 public:
  explicit GlyphEngine(Glyph glyph, const QColor& colour = {}) : glyph_(glyph), colour_(colour) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    // Drawn to a pixmap first: some glyphs erase parts, which must not erase the widget.
    const double scale = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    QPixmap drawn = pixmap(rect.size() * scale, mode, state);
    drawn.setDevicePixelRatio(scale);
    painter->drawPixmap(rect, drawn);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(size.width(), size.height());
    painter.translate(0.5 * (size.width() - side), 0.5 * (size.height() - side));
    painter.scale(side / kGlyphGrid, side / kGlyphGrid);
    draw_glyph(painter, glyph_, colour(mode), state == QIcon::On);
    return pixmap;
  }
  QIconEngine* clone() const override { return new GlyphEngine(glyph_, colour_); }

 private:
  QColor colour(QIcon::Mode mode) const {
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled) {
      QColor soft = palette.color(QPalette::Disabled, QPalette::ButtonText);
      soft.setAlphaF(0.55F);
      return soft;
    }
    if (colour_.isValid()) return colour_;
    if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
    if (const auto signal = signal_of(glyph_)) return signal_colour(palette, *signal);
    return palette.color(QPalette::ButtonText);
  }

  Glyph glyph_;
  QColor colour_;
};

}  // namespace

QIcon glyph_icon(Glyph glyph) {
  return QIcon(new GlyphEngine(glyph));
}

QIcon glyph_icon(Glyph glyph, const QColor& colour) {
  return QIcon(new GlyphEngine(glyph, colour));
}

QColor signal_colour(const QPalette& palette, Signal signal) {
  const bool dark = palette.color(QPalette::Base).lightness() < 128;
  switch (signal) {
    case Signal::good:
      return dark ? QColor(0x6FCF97) : QColor(0x23703F);
    case Signal::info:
      return dark ? QColor(0x7CB8D4) : QColor(0x245F7C);
    case Signal::warning:
      return dark ? QColor(0xE8B84A) : QColor(0x8A5700);
    case Signal::error:
      break;
  }
  return dark ? QColor(0xFF8A80) : QColor(0xB3202C);
}

}  // namespace fw
