#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "render/map/scene/outline.h"

namespace fw {

/// What the map draws attention to, in metres; plain data.
struct MapHighlight {
  std::vector<Vec2> points_m;
  std::vector<int> regions;   ///< codes; their outlines are found by the view's worker
  Polylines outlines;         ///< any lines
  std::vector<size_t> cells;  ///< of the picture's raster
  bool empty() const { return points_m.empty() && regions.empty() && outlines.empty() && cells.empty(); }
};

/// Three pulses in a second and a half, then steady.
class HighlightFlash : public QObject {
 public:
  explicit HighlightFlash(std::function<void()> repaint);
  void start();
  void stop();
  /// How strong the highlight is now, [0, 1].
  double strength() const;

 private:
  std::function<void()> repaint_;
  QTimer timer_;
  QElapsedTimer since_;
};

}  // namespace fw
