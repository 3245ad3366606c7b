#pragma once

#include <QWidget>

#include "app/gui/map/map_view.h"

class QCheckBox;
class QSlider;

namespace fw {

/// What a map that is seen from the side has beside its keys: exaggeration, sun, scenery, and a button that
/// makes this view the plate's.
class TiltBar : public QWidget {
  Q_OBJECT

 public:
  explicit TiltBar(MapView& view, QWidget* parent = nullptr);

  /// What the map starts from when it is next seen from the side.
  void set_start(const ObliqueView& view) { start_ = view; }
  const ObliqueView& start() const { return start_; }

 signals:
  /// This view is to be the plate's.
  void plate_wanted(const fw::ObliqueView& view);

 private:
  void show_tilt(const std::optional<MapTilt>& tilt);
  void take();

  MapView& view_;
  ObliqueView start_;
  QSlider* exaggeration_;
  QSlider* sun_;
  QCheckBox* scenery_;
};

}  // namespace fw
