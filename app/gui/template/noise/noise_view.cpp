#include "app/gui/template/noise/noise_view.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_scale.h"

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

namespace {

constexpr int kPicture = 132;
constexpr int kGap = 12;

NoiseStack stack_of(const Template& t, const std::string& layer) {
  if (layer == "faction") return t.noise.faction;
  if (layer == "biome") return t.noise.biome;
  if (layer == "danger") return t.noise.danger;
  if (layer == "type") return t.noise.type;
  if (layer == "feature") return t.noise.feature;
  if (layer == "rain") return t.noise.rain;
  if (layer == "day") return t.calendar.day;
  if (layer == "season") return t.calendar.season;
  if (layer == "front") return t.calendar.front;
  return height_stack(t);
}

}  // namespace

NoiseView::NoiseView(Document& document, const std::string& layer, QWidget* parent)
    : PagePart(parent), document_(document), layer_(layer) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Picture and spectrum of the %1 noise").arg(QString::fromStdString(layer)));
  setToolTip(tr(
      "Left: the field over the whole frame. Right: its power by wavelength, both logarithmic; dashed lines "
      "are the octaves, dotted ones are too short for any map."));
  connect(&sketcher_, &NoiseSketcher::drawn, this, [this](const std::shared_ptr<const NoiseSketch>& sketch) {
    sketch_ = sketch;
    update();
  });
  refresh();
}

NoiseWish NoiseView::wish() const {
  const Template& t = document_.tmpl();
  const NoiseStack stack = stack_of(t, layer_);
  const std::string& tag = stack.seed_of.empty() ? layer_ : stack.seed_of;
  return {stack, derive(t.seeds().noise_stream(), tag), t.frame.longer_m(), t.noise.phase};
}

void NoiseView::refresh() {
  sketcher_.request(wish());
}

QSize NoiseView::sizeHint() const {
  return {320, kPicture + 8};
}
QSize NoiseView::minimumSizeHint() const {
  return {240, kPicture + 8};
}

void NoiseView::paint_picture(QPainter& painter, const QRectF& room) const {
  painter.fillRect(room, palette().color(QPalette::Base));
  if (sketch_) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(room, sketch_->image);
  }
  QColor edge = palette().color(QPalette::WindowText);
  edge.setAlphaF(0.3F);
  painter.setPen(edge);
  painter.drawRect(room);
}

void NoiseView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(small_font(font()));
  const QRectF picture(0.5, 3.5, kPicture, kPicture);
  paint_picture(painter, picture);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF plot(picture.right() + kGap, picture.top(), width() - picture.right() - kGap - 1, kPicture);
  paint_spectrum(painter, plot, palette(), sketch_ ? sketch_->spectrum : RadialSpectrum{},
                 octaves_of(stack_of(document_.tmpl(), layer_)));
}

}  // namespace fw
