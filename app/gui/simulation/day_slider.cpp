#include "app/gui/simulation/day_slider.h"

#include <QPainter>
#include <QStyleOptionSlider>
#include <algorithm>
#include <array>
#include <cmath>

namespace fw {
namespace {

constexpr double kLeastDay_px = 6;
constexpr int kTickHeight_px = 5;
constexpr int kSeasonHeight_px = 3;
/// Winter, spring, summer, autumn.
constexpr std::array<QColor, 4> kSeasons{QColor(0x5B, 0x7F, 0xB5), QColor(0x6F, 0xB2, 0x5C),
                                         QColor(0xE3, 0xB9, 0x2F), QColor(0xB8, 0x6B, 0x2E)};
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
  QPainter painter(this);
  if (tick_px * calendar_->day_s / dt_s_ < kLeastDay_px) {
    const double season_d = calendar_->year_d / 4.0;
    if (tick_px * season_d * calendar_->day_s / dt_s_ < kLeastDay_px) return;
    const auto x_of = [&](double days) {
      const double tick = std::clamp(time_at(*calendar_, days) / dt_s_, minimum() * 1.0, maximum() * 1.0);
      return handle / 2.0 + (tick - minimum()) * tick_px;
    };
    // The first begins half a season before midwinter, in which years are counted from.
    const double begin_d = days_of(date_at(*calendar_, minimum() * dt_s_));
    const double end_d = days_of(date_at(*calendar_, maximum() * dt_s_));
    for (auto season = static_cast<int64_t>(std::floor(begin_d / season_d + 0.5));
         (static_cast<double>(season) - 0.5) * season_d < end_d; ++season) {
      const double from = x_of((static_cast<double>(season) - 0.5) * season_d);
      const double to = x_of((static_cast<double>(season) + 0.5) * season_d);
      painter.fillRect(QRectF(from, height() - kSeasonHeight_px, to - from, kSeasonHeight_px),
                       kSeasons[static_cast<size_t>(((season % 4) + 4) % 4)]);
    }
    return;
  }
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
