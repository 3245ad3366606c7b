#pragma once

#include <QWidget>
#include <span>

#include "core/model/overlay.h"

namespace fw {

/// What a stock of animals won and lost in the days before now, as bars by cause on one scale.
class TurnoverBars : public QWidget {
  Q_OBJECT

 public:
  explicit TurnoverBars(QWidget* parent = nullptr);

  /// Sums the last kDays of `past`, the days before now.
  void set_days(std::span<const EcologyTurnover> past);
  const EcologyTurnover& sums() const { return sums_; }

  static constexpr size_t kDays = 30;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  EcologyTurnover sums_;
  size_t days_ = 0;  ///< that are summed
};

}  // namespace fw
