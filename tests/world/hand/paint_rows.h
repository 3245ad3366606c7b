#pragma once

#include <QtGlobal>

#include "core/world/hand/paint/hand_paint.h"

// Rows of paint by the layer that they lie on.
namespace fw::test {

inline HandRows<PaintRow>& paint_rows(Template& tmpl, PaintLayer layer) {
  switch (layer) {
    case PaintLayer::biome:
      return tmpl.hand.biome;
    case PaintLayer::faction:
      return tmpl.hand.faction;
    case PaintLayer::danger:
      return tmpl.hand.danger;
  }
  qFatal("no such layer");
}

/// The paint of a template on the regions of a world.
inline Paint paint_of(const Template& tmpl, PaintLayer layer, const World& world) {
  std::vector<HandOutcome> outcomes;
  Findings findings;
  return make_paint(tmpl, layer, world.region, outcomes, findings);
}

}  // namespace fw::test
