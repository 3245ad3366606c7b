#pragma once

#include <QImage>
#include <QObject>
#include <QRectF>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/template/page_spec.h"
#include "core/field/noise/noise.h"
#include "core/measure/pattern/spectrum.h"

class QPainter;
class QPalette;

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

namespace fw {

struct RadialSpectrum;

/// Draws power density by wavelength, both logarithmic, long waves at the left; octaves as lines.
void paint_spectrum(QPainter& painter, const QRectF& room, const QPalette& look,
                    const RadialSpectrum& spectrum, const std::vector<OctaveMark>& octaves);

class Document;

/// Picture and spectrum of one noise stack of the template; follows every edit.
class NoiseView : public PagePart {
  Q_OBJECT

 public:
  /// `layer` is the stack's name: "danger".
  NoiseView(Document& document, const std::string& layer, QWidget* parent = nullptr);

  void refresh() override;
  bool covers(const std::string&) const override { return false; }
  QWidget* reveal(const std::string&) override { return nullptr; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// The shown sketch; null before the first.
  const std::shared_ptr<const NoiseSketch>& sketch() const { return sketch_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  NoiseWish wish() const;
  void paint_picture(QPainter& painter, const QRectF& room) const;

  Document& document_;
  std::string layer_;
  NoiseSketcher sketcher_;
  std::shared_ptr<const NoiseSketch> sketch_;
};

}  // namespace fw
