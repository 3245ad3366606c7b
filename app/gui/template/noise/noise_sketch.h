#pragma once

#include <QImage>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <vector>

#include "core/field/noise/noise.h"
#include "core/measure/pattern/radial_spectrum.h"

namespace fw {

/// The parameters that determine a stack's appearance.
struct NoiseWish {
  NoiseStack stack;
  uint64_t substream = 0;
  double side_m = 8000;
  double phase = 0;

  friend bool operator==(const NoiseWish&, const NoiseWish&) = default;
};

/// A small picture of a stack's field over the whole frame, and its spectrum.
struct NoiseSketch {
  NoiseWish wish;
  QImage image;  ///< -1 black, +1 white
  RadialSpectrum spectrum;
};

/// The octaves of a stack by wavelength, m; those below the shortest map wavelength are marked.
struct OctaveMark {
  double wavelength_m = 0;
  bool kept = true;
};
std::vector<OctaveMark> octaves_of(const NoiseStack& stack);

/// Computes a sketch; can run on any thread.
NoiseSketch draw_sketch(const NoiseWish& wish);

/// Computes sketches on its own thread; the newest request replaces a waiting one.
class NoiseSketcher : public QObject {
  Q_OBJECT

 public:
  explicit NoiseSketcher(QObject* parent = nullptr);
  ~NoiseSketcher() override;

  void request(const NoiseWish& wish);

 signals:
  void drawn(const std::shared_ptr<const fw::NoiseSketch>& sketch);

 private:
  void start();

  QThreadPool thread_;
  std::optional<NoiseWish> asked_;    ///< the newest
  std::optional<NoiseWish> waiting_;  ///< next, while another is being computed
  bool busy_ = false;
};

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::NoiseSketch>)
