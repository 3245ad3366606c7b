#pragma once

#include <QLabel>
#include <memory>
#include <optional>

#include "app/gui/preview/picture.h"
#include "core/base/geometry.h"

namespace fw {

/// The status bar's line about the place under the cursor: position in metres, region, faction, biome,
/// danger, height and field values.
class CellReadout : public QLabel {
  Q_OBJECT

 public:
  explicit CellReadout(QWidget* parent = nullptr);

  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// Clears the line: the cursor is off the map.
  void set_place(std::optional<fw::Vec2> place_m);

 private:
  void refresh();

  std::shared_ptr<const Picture> picture_;
  std::optional<Vec2> place_m_;
};

/// One line in the user's language and number format; off the frame only the position.
QString describe_place(const World& world, Vec2 place_m);

}  // namespace fw
