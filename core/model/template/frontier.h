#pragma once

#include "core/model/template/template.h"

namespace fw {

/// Whether the political border is that of the regions (docs/world.md, 3): no faction has a field. Layers cut
/// strictly in every region have one whatever modes.factions says.
inline bool has_one_frontier(const Template& tmpl) {
  return tmpl.faction_mode == FactionMode::regions && tmpl.layer_mode != LayerMode::strict_quantile;
}

}  // namespace fw
