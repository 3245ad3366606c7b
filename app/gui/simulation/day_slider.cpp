#include "app/gui/simulation/day_slider.h"

#include <QPainter>
#include <QStyleOptionSlider>
#include <cmath>

namespace fw {
namespace {

constexpr double kLeastDay_px = 6;
constexpr int kTickHeight_px = 5;
constexpr QColor kSunrise(0xE6, 0x9F, 0x00), kSunset(0x3B, 0x4A, 0x8C);

}  // namespace

DaySlider::DaySlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {}

void DaySlider::set_calendar(const std::optional<Calendar>& calendar, double dt_s) {
  calendar_ = calendar;
  dt_s_ = dt_s;
  update();
}

void DaySlider::paintEvent(QPaintEvent* event) {
  QSlider::paintEvent(event);
  if (!calendar_ || maximum() <= minimum()) return;
  QStyleOptionSlider option;
  initStyleOption(&option);
  const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
  const double room_px = width() - handle;
  const double tick_px = room_px / (maximum() - minimum());
  if (tick_px * calendar_->day_s / dt_s_ < kLeastDay_px) return;
  QPainter painter(this);
  const auto mark = [&](double days, const QColor& colour) {
    const double tick = time_at(*calendar_, days) / dt_s_;
    if (tick < minimum() || tick > maximum()) return;
    const double x = handle / 2.0 + (tick - minimum()) * tick_px;
    painter.fillRect(QRectF(std::floor(x), height() - kTickHeight_px, 2, kTickHeight_px), colour);
  };
  const int64_t first = date_at(*calendar_, minimum() * dt_s_).day;
  const int64_t last = date_at(*calendar_, maximum() * dt_s_).day;
  for (int64_t day = first; day <= last; ++day) {
    const SunTimes sun = sun_times(*calendar_, day);
    mark(sun.rise_d, kSunrise);
    mark(sun.set_d, kSunset);
  }
}

}  // namespace fw
