#pragma once

#include <vector>

#include "core/world/fit/repair.h"
#include "core/world/hand/paint/hand_paint.h"

// What painted bands ask of nested levels (docs/hand.md, danger).
namespace fw {

/// Codes are band + 1.
struct BandPaint {
  Raster<uint8_t> cores;  ///< the paint's
  LabelBounds held;       ///< by the cores: each decides its cells, and round it lies a belt for every band
  Raster<uint8_t> want;   ///< the wants that cores and belts leave room for
  LabelBounds wanted;  ///< bounds as above by these wants: what the counts of a region should have room for
  /// What is added to the field that each cut reads, in sd: rims and bias.
  std::vector<Raster<float>> bias;
};

/// `change` = paint_to_change of `paint`: only it has belts, rims and bias. Nothing lies off the
/// `region_codes`.
BandPaint spread_band_paint(const Paint& paint, const Paint& change, const Raster<uint8_t>& region_codes,
                            size_t bands, double belt_m);

/// paint_skips_band: how far bands meet that do not follow each other because cores lie too near, with the
/// rows and the room that they need. `held`: by the cores; `band`: what became of the natural bands.
void tell_skipped_bands(const Paint& paint, const LabelBounds& held, const Raster<uint8_t>& natural,
                        const Raster<uint8_t>& band, const Template& tmpl, Findings& findings);

}  // namespace fw
