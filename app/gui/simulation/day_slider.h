#pragma once

#include <QSlider>
#include <cstdint>
#include <optional>

#include "core/model/calendar.h"

namespace fw {

/// The scrubber of a simulation. With a calendar it has a tick at each sunrise, light, and sunset, dark,
/// while they have room; where they have none, a strip in the colours of the seasons.
class DaySlider : public QSlider {
  Q_OBJECT

 public:
  explicit DaySlider(QWidget* parent = nullptr);

  /// Values of the slider are ticks of dt_s seconds.
  void set_calendar(const std::optional<Calendar>& calendar, double dt_s);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<Calendar> calendar_;
  double dt_s_ = 1;
};

}  // namespace fw
