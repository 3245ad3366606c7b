#pragma once

#include <array>
#include <span>
#include <vector>

#include "render/map/relief/ground_rows.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/outline.h"
#include "render/map/scene/style.h"
#include "render/page/page.h"

namespace fw {

/// A row of colours, a plane per component, 0 to 255.
struct ColourRow {
  std::array<std::vector<float>, 3> plane;

  explicit ColourRow(size_t n) : plane{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)} {}
  void set(size_t x, const std::array<float, 3>& c) {
    for (size_t i = 0; i < 3; ++i) plane[i][x] = c[i];
  }
};

/// Which class of a discrete layer holds each pixel of a window, from the best three of every cell: crisp at
/// any zoom, and a few operations where one class is alone. `axes` must outlive it.
class ClassRows {
 public:
  ClassRows(const Leaders& leaders, const GroundAxes& axes, double pixel_m);
  /// Colours by class, in the classes' order.
  void set_colours(const std::vector<Rgb>& colours);
  /// Colours where a border is near, mixed in by a field of [0, 1] (1 = on the border).
  void set_band(const Raster<float>& border_band, const std::vector<Rgb>& colours);

  /// Writes the colours of pixels [from, to) of row y where `sea` (GroundPixelRow) has land.
  void colours(int y, const uint32_t* sea, size_t from, size_t to, ColourRow& out) const;
  /// Writes how much of a pixel a class (code) holds, [0, 1].
  void shares(int y, size_t from, size_t to, uint8_t code, std::vector<float>& out) const;

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
  void fill_run(uint8_t code, size_t x, size_t to, const std::vector<float>& band, ColourRow& out) const;
  /// Calls alone(code, x, to) and mixed(cell, x, to) for the stretches of a pixel row.
  template <typename Alone, typename Mixed>
  void each_stretch(int y, size_t from, size_t to, const Alone& alone, const Mixed& mixed) const;

  const Leaders& leaders_;
  const GroundAxes& axes_;
  std::vector<size_t> behind_;  ///< per column of the grid the first pixel at or behind it
  std::vector<uint8_t> alone_;  ///< per cell; filled where the window needs it
  std::vector<Colour> colours_, band_colours_;
  const Raster<float>* band_ = nullptr;
  float inverse_tau_ = 1;
};

/// Ink patterns on the land of some classes, pixel by pixel; they keep their place on the ground while the
/// map is moved.
class Hatch {
 public:
  struct Entry {
    uint8_t code;  ///< of the class
    HatchStyle style;
  };
  Hatch(const Leaders& classes, std::vector<Entry> entries, Rgb ink, const GroundAxes& axes,
        const MapWindow& window);
  /// Lays the ink over the colours of pixels [from, to) of row y.
  void row(int y, size_t from, size_t to, float opacity, ColourRow& colours) const;

 private:
  float ink(const HatchStyle& style, double x, double y) const;

  ClassRows classes_;
  std::vector<Entry> entries_;
  std::array<double, 3> ink_;
  double scale_;              ///< pixels per unit
  double x_shift_, y_shift_;  ///< pattern position of the window's corner, units
};

}  // namespace fw
