#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/model/overlay.h"
#include "render/map/map_picture.h"
#include "render/overlay/overlay_marks.h"
#include "render/page/fonts.h"

namespace fw {

/// What a reader calls a word of a legend: given in English, asked for in any language. None: English.
using LegendWords = std::function<std::string(std::string_view english)>;

/// The legend of a film on a dark card of its own, for a window that has no page around its map.
class OverlayCard {
 public:
  /// Fails if the fonts are missing.
  static Result<OverlayCard> open();

  /// As large as what the overlay shows needs, premultiplied; letters are about 13 pixels high at scale 1.
  /// `marks`: as for OverlayPainter.
  MapImage paint(const Overlay& overlay, double scale, const ClassMarks& marks = {},
                 const LegendWords& words = {});

 private:
  explicit OverlayCard(Typesetter type) : type_(std::move(type)) {}

  Typesetter type_;
};

}  // namespace fw
