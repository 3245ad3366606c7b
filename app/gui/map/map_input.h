#pragma once

#include <QCursor>
#include <QPointF>
#include <optional>

#include "core/base/geometry.h"

class QHelpEvent;
class QPoint;

namespace fw {

/// The pointer on a map, or the cross in its middle that the keyboard moves.
struct MapPointer {
  QPointF at;    ///< device-independent pixels of the view
  Vec2 place_m;  ///< the same place in metres of the frame
  Qt::KeyboardModifiers keys{};
  bool by_keyboard = false;
};

/// Takes the pointer and the keys of a map before the map does, while its tool is MapTool::hand. Answers say
/// whether the map should leave the event alone.
class MapInput {
 public:
  virtual ~MapInput() = default;

  /// The left button.
  virtual bool press(const MapPointer& pointer) = 0;
  /// Moves with the button held (of a press that was taken), and without.
  virtual void move(const MapPointer& pointer) = 0;
  virtual void release(const MapPointer& pointer) = 0;
  virtual bool double_click(const MapPointer& pointer) = 0;
  virtual bool menu(const MapPointer& pointer, const QPoint& on_screen) = 0;
  /// The pointer left the map.
  virtual void leave() = 0;
  /// A key, and the cross in the middle of the map.
  virtual bool key(int key, const MapPointer& cross) = 0;
  virtual void key_released(int key) = 0;
  /// Whether the key means something here, even where the window has a shortcut for it.
  virtual bool claims(int key) const = 0;
  /// Shows what there is to say about a place, with any tool.
  virtual bool tell(const MapPointer& pointer, const QHelpEvent& event) = 0;
  virtual std::optional<QCursor> cursor() const = 0;
};

}  // namespace fw
