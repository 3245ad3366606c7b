#pragma once

#include <QImage>
#include <QObject>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/gui/preview/picture.h"
#include "render/map/map_picture.h"

namespace fw {

/// What a map painter is asked for.
struct MapRequest {
  std::shared_ptr<const Picture> picture;
  MapLook look;
  MapWindow window;
  MapDetail detail = MapDetail::full;
  bool calm = false;  ///< muted as beneath a film's overlay; the look is drawn as it stands
};

/// A painted window of a map. `image` has the window's pixels and its device scale as device pixel ratio.
struct MapPainting {
  QImage image;
  MapWindow window;
  std::shared_ptr<const Picture> picture;
  MapDetail detail = MapDetail::full;
  bool calm = false;
};

/// Paints maps on a thread of its own. What is being painted is finished (a map takes tens of milliseconds,
/// and a view that never rests must still be repainted); of the requests that wait meanwhile only the newest
/// counts.
class MapPainter : public QObject {
  Q_OBJECT

 public:
  explicit MapPainter(QObject* parent = nullptr);
  ~MapPainter() override;

  void request(MapRequest request);
  /// Whether everything asked for has been painted and handed out.
  bool settled() const { return asked_ == handed_; }

 signals:
  void painted(const std::shared_ptr<const fw::MapPainting>& painting);
  void failed(const QString& message);

 private:
  void work();

  uint64_t asked_ = 0;   ///< requests so far; the window's thread alone
  uint64_t handed_ = 0;  ///< the newest that came back

  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<MapRequest> waiting_;
  uint64_t waiting_number_ = 0;
  bool ends_ = false;
  std::atomic<bool> cancel_{false};

  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace fw
