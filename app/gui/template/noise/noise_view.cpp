#include "app/gui/template/noise/noise_view.h"

#include <QPainter>

#include "app/gui/document/document.h"
#include "app/gui/template/look.h"
#include "app/gui/template/noise/spectrum_plot.h"

namespace fw {
namespace {

constexpr int kPicture = 132;
constexpr int kGap = 12;

const NoiseStack& stack_of(const Template& t, const std::string& layer) {
  if (layer == "faction") return t.noise.faction;
  if (layer == "biome") return t.noise.biome;
  if (layer == "danger") return t.noise.danger;
  if (layer == "type") return t.noise.type;
  if (layer == "feature") return t.noise.feature;
  return t.noise.height;
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
  const NoiseStack& stack = stack_of(t, layer_);
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
