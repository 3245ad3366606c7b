#include "app/gui/template/noise/noise_sketch.h"

#include <algorithm>

namespace fw {
namespace {

constexpr int kSketchCells = 160;

}  // namespace

std::vector<OctaveMark> octaves_of(const NoiseStack& stack) {
  std::vector<OctaveMark> marks;
  double wavelength_m = stack.wavelength_m;
  for (int k = 0; k < stack.octaves; ++k, wavelength_m /= stack.lacunarity)
    marks.push_back({wavelength_m, wavelength_m >= kShortestWorldOctave_m});
  return marks;
}

NoiseSketch draw_sketch(const NoiseWish& wish) {
  const GridSpec grid = GridSpec::square(wish.side_m, kSketchCells);
  const Raster<float> field = noise_raster(bind_noise(wish.stack, wish.substream), grid, wish.phase);
  NoiseSketch sketch{wish, QImage(kSketchCells, kSketchCells, QImage::Format_Grayscale8), {}};
  for (int row = 0; row < grid.rows; ++row) {
    uchar* line = sketch.image.scanLine(row);
    for (int column = 0; column < grid.columns; ++column)
      line[column] = static_cast<uchar>(std::clamp((field.at(column, row) + 1) * 127.5F, 0.0F, 255.0F));
  }
  sketch.spectrum = radial_spectrum(field);
  return sketch;
}

NoiseSketcher::NoiseSketcher(QObject* parent) : QObject(parent) {
  thread_.setMaxThreadCount(1);
}

NoiseSketcher::~NoiseSketcher() {
  thread_.waitForDone();
}

void NoiseSketcher::request(const NoiseWish& wish) {
  if (asked_ == wish) return;
  asked_ = waiting_ = wish;
  if (!busy_) start();
}

void NoiseSketcher::start() {
  busy_ = true;
  const NoiseWish wish = *waiting_;
  waiting_.reset();
  thread_.start([this, wish] {
    auto sketch = std::make_shared<const NoiseSketch>(draw_sketch(wish));
    QMetaObject::invokeMethod(
        this,
        [this, sketch] {
          busy_ = false;
          emit drawn(sketch);
          if (waiting_) start();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace fw
