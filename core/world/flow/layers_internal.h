#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/world/flow/flow_internal.h"
#include "core/world/hand/paint/hand_paint.h"

// What the lists of factions, danger and biomes share: their noise, and the way round their paint.

namespace fw {

/// A layer's noise, and the ids that its tags are made of.
void add_noise(const char* layer, const NoiseStack& stack, Paths& paths);
/// The rows of `rerolls` that mix other dice into a layer.
void add_rerolls(SeedPart layer, const Template& tmpl, Paths& paths);

/// Facts of a layer that is moved round its paint: it reads more than the natural one.
StageFacts facts_by_hand(std::string name, double cost_ms, Paths paths, PaintLayer layer);

/// A layer's rows of the hand on the grid.
struct PaintedCells {
  Paint paint;
  std::vector<HandOutcome> outcomes;
  Findings findings;
};
StageHandle<PaintedCells> list_paint(const StageList& list, PaintLayer layer,
                                     StageHandle<Administration> admin);

/// What a layer says: the natural one, its paint, and the layer moved round it.
template <typename Layer>
Fitted<Layer> fitted_by_hand(Layer layer, std::vector<Region> regions, const Fitted<Layer>& natural,
                             const PaintedCells& painted, const Findings& adapted, HeldByPaint held) {
  Fitted<Layer> made{std::move(layer), std::move(regions), natural.findings, painted.outcomes,
                     std::move(held)};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.begin(), adapted.end());
  return made;
}

/// The layer, and how it lies to the biomes' limits.
void list_biomes(const StageList& list, LayerStages& of);

}  // namespace fw
