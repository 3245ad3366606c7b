#include "app/gui/template/noise/spectrum_plot.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "app/gui/template/noise/noise_sketch.h"
#include "app/gui/template/number/number_scale.h"

namespace fw {
namespace {

constexpr double kDecades = 7;  // decades of power shown below the highest

QString length_text(double metres) {
  const auto text = [](const char* unit) { return QCoreApplication::translate("fw::SpectrumPlot", unit); };
  return metres >= 1000 ? text("%1 km").arg(shown_number(metres / 1000, 3))
                        : text("%1 m").arg(shown_number(metres, 3));
}

struct Axes {
  QRectF room;
  double longest = 1, shortest = 1;  // wavelengths, m
  double top = 0;                    // log10 of the highest power

  double x(double wavelength_m) const {
    return room.left() + room.width() * std::log(longest / wavelength_m) / std::log(longest / shortest);
  }
  double y(double power) const {
    const double below = power > 0 ? top - std::log10(power) : kDecades;
    return room.top() + room.height() * std::min(below, kDecades) / kDecades;
  }
};

QColor faded(const QPalette& look, float alpha) {
  QColor colour = look.color(QPalette::WindowText);
  colour.setAlphaF(alpha);
  return colour;
}

/// 5000, 2000, 1000, 500 ... between two wavelengths, longest first.
std::vector<double> round_lengths(double longest, double shortest) {
  std::vector<double> lengths;
  for (double decade = std::pow(10.0, std::floor(std::log10(longest))); decade * 10 > shortest; decade /= 10)
    for (const double times : {5.0, 2.0, 1.0})
      if (times * decade <= longest && times * decade >= shortest) lengths.push_back(times * decade);
  return lengths;
}

void paint_grid(QPainter& painter, const Axes& axes, const QPalette& look) {
  painter.setPen(QPen(faded(look, 0.12F), 1));
  for (int decade = 1; decade < kDecades; ++decade) {
    const double y = axes.room.top() + axes.room.height() * decade / kDecades;
    painter.drawLine(QPointF(axes.room.left(), y), QPointF(axes.room.right(), y));
  }
  double free_from = axes.room.left();
  for (const double metres : round_lengths(axes.longest, axes.shortest)) {
    const double x = axes.x(metres);
    painter.setPen(QPen(faded(look, 0.12F), 1));
    painter.drawLine(QPointF(x, axes.room.top()), QPointF(x, axes.room.bottom()));
    const QString text = length_text(metres);
    const double width = painter.fontMetrics().horizontalAdvance(text);
    const double left = std::clamp(x - width / 2, axes.room.left(), axes.room.right() - width);
    if (left < free_from) continue;
    free_from = left + width + 6;
    painter.setPen(faded(look, 0.75F));
    painter.drawText(QPointF(left, axes.room.bottom() + painter.fontMetrics().ascent() + 2), text);
  }
}

}  // namespace

void paint_spectrum(QPainter& painter, const QRectF& room, const QPalette& look,
                    const RadialSpectrum& spectrum, const std::vector<OctaveMark>& octaves) {
  Axes axes{room.adjusted(0, 0, 0, -painter.fontMetrics().height() - 2)};
  painter.fillRect(axes.room, look.color(QPalette::Base));
  if (!spectrum.density_m2.empty()) {
    axes.longest = 1 / spectrum.frequency_per_m.front();
    axes.shortest = 1 / spectrum.frequency_per_m.back();
    const double most = *std::max_element(spectrum.density_m2.begin(), spectrum.density_m2.end());
    axes.top = most > 0 ? std::ceil(std::log10(most) * 2) / 2 : 0;
    paint_grid(painter, axes, look);
    painter.save();
    painter.setClipRect(axes.room);
    for (const OctaveMark& octave : octaves) {
      const QColor colour = look.color(QPalette::Highlight);
      painter.setPen(QPen(colour, 1, octave.kept ? Qt::DashLine : Qt::DotLine));
      painter.setOpacity(octave.kept ? 0.6 : 0.3);
      const double x = axes.x(octave.wavelength_m);
      painter.drawLine(QPointF(x, axes.room.top()), QPointF(x, axes.room.bottom()));
    }
    painter.setOpacity(1);
    QPainterPath curve;
    for (size_t k = 0; k < spectrum.density_m2.size(); ++k) {
      const QPointF at(axes.x(1 / spectrum.frequency_per_m[k]), axes.y(spectrum.density_m2[k]));
      k == 0 ? curve.moveTo(at) : curve.lineTo(at);
    }
    painter.setPen(QPen(look.color(QPalette::Text), 1.4));
    painter.drawPath(curve);
    painter.restore();
  }
  painter.setPen(QPen(faded(look, 0.3F), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(axes.room);
}

}  // namespace fw
