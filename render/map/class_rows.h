#pragma once

#include <array>
#include <vector>

#include "render/map/outline.h"
#include "render/map/terrain.h"
#include "render/page/colour.h"

namespace fw {

/// A row of colours, a plane per component, 0 to 255.
struct ColourRow {
  std::array<std::vector<float>, 3> plane;

  explicit ColourRow(size_t n) : plane{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)} {}
  void set(size_t x, const std::array<float, 3>& c) {
    for (size_t i = 0; i < 3; ++i) plane[i][x] = c[i];
  }
};

/// Which class of a discrete layer holds each pixel, from the best three of every cell: crisp on a screen at
/// any zoom, and a few operations where one class is alone.
class ClassRows {
 public:
  /// Colours by class, in the classes' order.
  ClassRows(const Leaders& leaders, std::vector<Rgb> colours, double pixel_m);
  /// Colours where a border is near, mixed in by a field of [0, 1] (1 = on the border).
  void set_band(const Raster<float>& border_band, std::vector<Rgb> colours);

  /// Writes the colours of pixels [from, to) of the row that lies `fy` of the way from a grid row to the
  /// next.
  void colours(const AxisSampling& columns, int grid_row, float fy, size_t from, size_t to,
               ColourRow& out) const;
  /// Writes how much of a pixel a class (code) holds, [0, 1].
  void shares(const AxisSampling& columns, int grid_row, float fy, size_t from, size_t to, uint8_t code,
              std::vector<float>& out) const;

 private:
  using Colour = std::array<float, 3>;
  /// The classes that matter inside a square of four centres.
  struct Square {
    int count = 0;
    std::array<uint8_t, 12> code{};
    std::array<std::array<float, 4>, 12> value{};  ///< at the corners: NW, NE, SW, SE
  };
  Square square_at(size_t cell) const;
  /// Weights of the square's classes at a place inside it; returns their sum.
  float weigh(const Square& square, float fx, float fy, std::array<float, 12>& weight) const;
  /// The class that is alone in the square by a margin that leaves nothing to mix, or 0.
  uint8_t alone_at(size_t cell) const;
  Colour colour_of(uint8_t code, float band) const;

  const Leaders& leaders_;
  std::vector<Colour> colours_, band_colours_;
  const Raster<float>* band_ = nullptr;
  float inverse_tau_ = 1;
};

}  // namespace fw
