#include "app/gui/map/search/tilt_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <cmath>

namespace fw {
namespace {

constexpr double kPerStep = 0.1;  // of the exaggeration
constexpr int kLeastSteps = 5, kMostSteps = 40;

}  // namespace

TiltBar::TiltBar(MapView& view, QWidget* parent)
    : QWidget(parent),
      view_(view),
      exaggeration_(new QSlider(Qt::Horizontal)),
      sun_(new QSlider(Qt::Horizontal)),
      scenery_(new QCheckBox(tr("&Scenery"))) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  const auto add = [&](QSlider* slider, const QString& text, const QString& help, int low, int high) {
    auto* label = new QLabel(text);
    label->setBuddy(slider);
    slider->setRange(low, high);
    slider->setToolTip(help);
    slider->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    row->addWidget(label);
    row->addWidget(slider, 1);
    connect(slider, &QSlider::valueChanged, this, &TiltBar::take);
  };
  exaggeration_->setObjectName(QStringLiteral("tilt_exaggeration"));
  sun_->setObjectName(QStringLiteral("tilt_sun"));
  scenery_->setObjectName(QStringLiteral("tilt_scenery"));
  add(exaggeration_, tr("&Heights"), tr("How much higher than wide the relief is drawn"), kLeastSteps,
      kMostSteps);
  add(sun_, tr("S&un"), tr("Where the sun stands, clockwise from where you look; of scenery"), 0, 359);
  scenery_->setToolTip(tr("Trees, houses and cast shadows"));
  connect(scenery_, &QCheckBox::toggled, this, &TiltBar::take);
  row->addWidget(scenery_);
  auto* use = new QPushButton(tr("Use for the &plate"));
  use->setObjectName(QStringLiteral("tilt_use"));
  use->setToolTip(tr("The plate \"oblique\" is drawn from here: view.oblique of the template"));
  connect(use, &QPushButton::clicked, this, [this] {
    if (!view_.tilt()) return;
    start_ = view_.tilt()->view;
    emit plate_wanted(start_);
  });
  row->addWidget(use);
  connect(&view_, &MapView::tilt_changed, this, &TiltBar::show_tilt);
  show_tilt(view_.tilt());
}

void TiltBar::show_tilt(const std::optional<MapTilt>& tilt) {
  setVisible(tilt.has_value());
  if (!tilt) return;
  const QSignalBlocker heights(exaggeration_), sun(sun_), scenery(scenery_);
  exaggeration_->setValue(static_cast<int>(std::lround(tilt->view.exaggeration / kPerStep)));
  sun_->setValue(static_cast<int>(std::lround(tilt->sun_azimuth)) % 360);
  scenery_->setChecked(tilt->view.scenery);
  sun_->setEnabled(tilt->view.scenery);
}

void TiltBar::take() {
  if (!view_.tilt()) return;
  MapTilt tilt = *view_.tilt();
  if (sender() == exaggeration_) tilt.view.exaggeration = exaggeration_->value() * kPerStep;
  tilt.sun_azimuth = sun_->value();
  tilt.view.scenery = scenery_->isChecked();
  view_.set_tilt(tilt);
}

}  // namespace fw
