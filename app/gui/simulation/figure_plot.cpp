#include "app/gui/simulation/figure_plot.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace fw {
namespace {

double round_top(double value) {
  if (!(value > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 5.0})
    if (step * power >= value) return step * power;
  return 10 * power;
}

QString number(double value) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  const bool whole = value == std::floor(value);
  return QLocale().toString(value, 'f', whole ? 0 : std::fabs(value) < 10 ? 3 : 1);
}

/// Most points per plot; older ones are thinned out.
constexpr size_t kMostPoints = 6000;
/// Margin between the frame and a curve at 0 or at its maximum.
constexpr double kRim = 3;

/// A line through many points: per pixel column only the lowest and the highest are drawn, so that long runs
/// are as fast as short ones.
class Curve {
 public:
  void add(QPointF at) {
    const double column = std::floor(at.x());
    if (column != column_) end_column();
    column_ = column;
    low_ = empty_ || at.y() > low_.y() ? at : low_;
    high_ = empty_ || at.y() < high_.y() ? at : high_;
    empty_ = false;
  }
  QPainterPath path() {
    end_column();
    return path_;
  }

 private:
  void end_column() {
    if (empty_) return;
    const bool low_first = low_.x() <= high_.x();
    for (const QPointF& at : {low_first ? low_ : high_, low_first ? high_ : low_})
      if (path_.elementCount() == 0)
        path_.moveTo(at);
      else
        path_.lineTo(at);
    empty_ = true;
  }

  QPainterPath path_;
  QPointF low_, high_;
  double column_ = -1;
  bool empty_ = true;
};

}  // namespace

/// Distinct in lightness as well as in hue, on light and on dark windows.
QColor FigurePlot::colour(const QPalette& palette, size_t method) {
  const bool dark = palette.base().color().lightness() < 128;
  if (method % 2 == 0) return dark ? QColor(0xFF, 0xB4, 0x54) : QColor(0xC2, 0x5A, 0x00);
  return dark ? QColor(0x5C, 0xC8, 0xFF) : QColor(0x1F, 0x6F, 0xB5);
}

FigurePlot::FigurePlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize FigurePlot::sizeHint() const {
  return {260, fontMetrics().height() * 4 + 6};
}
QSize FigurePlot::minimumSizeHint() const {
  return {140, fontMetrics().height() * 4 + 6};
}

void FigurePlot::set_title(const QString& title, const QString& unit) {
  title_ = title, unit_ = unit;
  setAccessibleName(title);
  update();
}

void FigurePlot::set_methods(const QStringList& methods) {
  methods_ = methods;
  clear();
}

void FigurePlot::clear() {
  values_.clear();
  now_s_ = 0;
  update();
}

void FigurePlot::set_band(double low, double high) {
  low_ = low, high_ = high;
  update();
}
void FigurePlot::set_marks(double first_s, double every_s) {
  first_mark_s_ = first_s, marks_every_s_ = every_s;
  update();
}
void FigurePlot::set_chosen(bool chosen) {
  if (chosen_ != chosen) update();
  chosen_ = chosen;
}

void FigurePlot::add_past(double time_s, const std::vector<double>& values) {
  values_[time_s] = values;
  if (values_.size() > kMostPoints)
    for (auto at = values_.begin(); at != values_.end();) {
      at = values_.erase(at);
      if (at != values_.end()) ++at;
    }
}

void FigurePlot::add(double time_s, const std::vector<double>& values) {
  now_s_ = time_s;
  add_past(time_s, values);
  say();
  update();
}

void FigurePlot::say() {
  const auto at = values_.find(now_s_);
  QStringList texts;
  if (at != values_.end())
    for (const double v : at->second) texts << number(v) + (unit_.isEmpty() ? QString() : " " + unit_);
  setAccessibleDescription(texts.join(QStringLiteral(", ")));
}

FigurePlot::Range FigurePlot::range() const {
  Range r{60, high_};
  if (!values_.empty()) r.end_s = std::max(r.end_s, values_.rbegin()->first);
  for (const auto& [time_s, values] : values_)
    for (const double v : values)
      if (std::isfinite(v)) r.top = std::max(r.top, v);
  r.top = round_top(r.top);
  return r;
}

void FigurePlot::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics metrics = fontMetrics();
  const QColor soft = palette().color(QPalette::PlaceholderText);
  p.setPen(palette().color(QPalette::Text));
  if (chosen_) {
    QFont bold = font();
    bold.setBold(true);
    p.setFont(bold);
  }
  p.drawText(QPointF(0, metrics.ascent()), title_);
  p.setFont(font());
  // The current values at the right, in the colours of their lines.
  const auto now = values_.find(now_s_);
  double right = width();
  if (now != values_.end())
    for (size_t i = now->second.size(); i-- > 0;) {
      const QString text = number(now->second[i]) + (unit_.isEmpty() ? QString() : " " + unit_);
      right -= metrics.horizontalAdvance(text);
      p.setPen(colour(palette(), i));
      p.drawText(QPointF(right, metrics.ascent()), text);
      right -= metrics.horizontalAdvance(QStringLiteral("   "));
    }
  // Scale labels at the side: a curve may be anywhere inside the plot.
  const Range r = range();
  const QString top = QLocale().toString(r.top, 'g', 12), bottom = QStringLiteral("0");
  // Plots above each other share one time axis.
  const double gutter = std::max(metrics.horizontalAdvance(top), metrics.horizontalAdvance(number(5000))) + 5;
  const QRectF plot(gutter + 0.5, metrics.height() + 3.5, width() - gutter - 1,
                    height() - metrics.height() - 6);
  p.setPen(QPen(palette().color(QPalette::Mid), 1));
  p.setBrush(palette().base());
  p.drawRect(plot);
  p.setPen(soft);
  const auto mark = [&](double y, const QString& text) {
    p.drawText(QRectF(0, y, gutter - 4, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, text);
  };
  mark(plot.top() - 2, top);
  mark(plot.bottom() - metrics.height() + 2, bottom);
  const auto place = [&](double time_s, double value) {
    return QPointF(plot.left() + plot.width() * time_s / r.end_s,
                   plot.bottom() - kRim - (plot.height() - 2 * kRim) * value / r.top);
  };
  p.setClipRect(plot);
  if (high_ > low_) {
    QColor asked = palette().color(QPalette::Highlight);
    asked.setAlpha(60);
    p.fillRect(QRectF(QPointF(plot.left(), place(0, high_).y()), QPointF(plot.right(), place(0, low_).y())),
               asked);
  }
  if (marks_every_s_ > 0) {
    QColor hairline = soft;
    hairline.setAlpha(90);
    p.setPen(QPen(hairline, 1));
    for (double at = first_mark_s_; at < r.end_s; at += marks_every_s_)
      if (at > 0) p.drawLine(place(at, 0), place(at, r.top));
  }
  for (size_t i = 0; i < static_cast<size_t>(std::max<qsizetype>(methods_.size(), 1)); ++i) {
    Curve curve;
    for (const auto& [time_s, values] : values_)
      if (i < values.size() && std::isfinite(values[i])) curve.add(place(time_s, values[i]));
    const QPainterPath path = curve.path();
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(colour(palette(), i), 1.6));
    p.drawPath(path);
  }
  p.setPen(QPen(soft, 1, Qt::DashLine));
  p.drawLine(place(now_s_, 0), place(now_s_, r.top));
}

}  // namespace fw
