#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// Cells of `land` that the neutral regions are to hold: round(neutral share * land). A part with regions
/// never gets less than a quarter of its even share of the land.
int64_t neutral_cells(const Template& tmpl, int64_t land);

/// Whether a cell can go over to a label that it touches so that both labels stay in one piece and no loop
/// closes.
bool changes_simply(const Raster<uint8_t>& labels, size_t cell, uint8_t to);

/// How far a place lies from the neutral group (labels 1..neutral), minus how far from the controllable one,
/// slightly smoothed; metres. Its level sets are the borders that the two groups can have.
Raster<float> neutral_border_distance(const Raster<uint8_t>& plan_labels, int neutral);

/// Moves the border between the neutral labels 1..neutral and the others along the level sets of `distance`
/// (any grid over the same frame) until the neutral ones hold exactly `wanted` cells. Only cells whose change
/// keeps both regions in one piece and without new holes change hands; fewer move if none is left.
/// `held` cells stay; empty = none does.
void settle_neutral_cells(Raster<uint8_t>& labels, int neutral, int64_t wanted, const Raster<float>& distance,
                          const Mask& held = {});

/// Where neutral ground parts the others' into sides: moves the border of every side until it holds what is
/// `wanted`, as settle_neutral_cells does. `side` has a number for every label, unused for neutral ones.
void settle_sides(Raster<uint8_t>& labels, int neutral, const std::vector<size_t>& side,
                  const std::vector<int64_t>& wanted, const Raster<float>& distance, const Mask& held = {});

/// A label takes `missing` cells, those nearest to it first, from the labels with givers[label] != 0, fewer
/// where more would cut one of them.
void grow_label(Raster<uint8_t>& labels, uint8_t label, const std::array<uint8_t, 256>& givers,
                int64_t missing);

}  // namespace fw
