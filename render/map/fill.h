#pragma once

#include <array>
#include <vector>

#include "core/model/world.h"
#include "render/map/outline.h"
#include "render/map/palette.h"
#include "render/map/terrain.h"
#include "render/page/canvas.h"

namespace fw {

/// One discrete layer made smooth: blurred indicators of its classes, carried over the coast so that no pale
/// rim appears there.
struct SmoothClasses {
  std::vector<Raster<float>> indicator;  ///< one per class
  Raster<uint8_t> pure;  ///< per square of four centres (upper left cell): class alone there, or kMixed
  Leaders leaders;

  static constexpr uint8_t kMixed = 255;
  explicit SmoothClasses(const GridSpec& grid) : leaders(grid) {}
};
/// `nearest_land` says which cell's class a sea cell takes.
SmoothClasses prepare_classes(const Raster<uint8_t>& codes, int class_count,
                              const Raster<uint32_t>& nearest_land, double sigma_m);

/// How a class layer becomes colour.
struct FillStyle {
  std::vector<Rgb> colours;  ///< one per class
  double shadow = 0.5;       ///< how strongly the relief darkens
  bool beach = false;
  /// Pale wash on paper with a band along the borders instead of flat colour; needs border_band.
  bool wash = false;
  const Raster<float>* border_band = nullptr;  ///< exp(-d / 75 m) to the nearest border
};
/// Writes every pixel of a target of the base's size; cancelled on the way, it leaves pixels out.
void render_fill(const PixelBase& base, const SmoothClasses& classes, const FillStyle& style,
                 const PixelTarget& target, const Progress& progress = {});

}  // namespace fw
