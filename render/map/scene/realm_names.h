#pragma once

#include <vector>

#include "render/map/scene/atlas.h"
#include "render/map/scene/line_labels.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/style.h"

namespace fw {

/// What became of the names of realms.
struct RealmNames {
  std::vector<LineLabel> labels;
  int realms = 0;                        ///< with a square centimetre of ground or more
  int named = 0;                         ///< of them
  double least_span = 0, most_span = 0;  ///< of their names over their axes
  int letters = 0, letters_over_lines = 0;
};

/// The names of a window's realms, each spread along the middle line of its ground where least lies under its
/// letters. Called before other names are placed: the layout keeps those off the letters.
RealmNames place_realm_names(const Atlas& atlas, const MapWindow& window, const Palette& palette,
                             const MapStyle& style, const MediumStyle& medium, LabelLayout& layout,
                             Typesetter& type);

}  // namespace fw
