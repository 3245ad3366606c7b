#pragma once

#include "core/model/template/import_pixels.h"
#include "core/world/explain/explain.h"

namespace fw {

/// The rows of paint, regions, land, terrain, lines, views, rerolls and imports over a place, in order, and
/// what became of the ground there: the class painted and the natural one (of `natural`, the same world
/// without paint; may be null), and targets of the region. Nothing for a template without a hand. Rows that
/// concern points: explain_hand_points (explain_hand.h).
std::vector<ExplainRow> explain_hand_ground(const World& world, const Template& tmpl, Vec2 position_m,
                                            const World* natural, const ImportSet& imports);

/// The hand without what moves layers: its ground (land, heights, regions) and all else but paint and
/// terrain. A world of it is the natural one that explain_hand_ground compares with.
Hand hand_without_paint(const Hand& hand);

}  // namespace fw
