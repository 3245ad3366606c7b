#include "app/gui/map/map_highlight.h"

#include <cmath>

namespace fw {
namespace {

constexpr double kPulse_ms = 500;
constexpr int kPulses = 3;

}  // namespace

HighlightFlash::HighlightFlash(std::function<void()> repaint) : repaint_(std::move(repaint)) {
  timer_.setInterval(30);
  QObject::connect(&timer_, &QTimer::timeout, this, [this] {
    if (static_cast<double>(since_.elapsed()) > kPulses * kPulse_ms) timer_.stop();
    repaint_();
  });
}

void HighlightFlash::start() {
  since_.start();
  timer_.start();
}

void HighlightFlash::stop() {
  timer_.stop();
}

double HighlightFlash::strength() const {
  if (!timer_.isActive()) return 1;
  const double at = static_cast<double>(since_.elapsed()) / kPulse_ms;
  return 0.5 - 0.5 * std::cos(at * 2 * 3.14159265358979) * 0.9;
}

}  // namespace fw
