#pragma once

#include <span>

#include "render/map/figures/figures.h"

// Private to render/map/figures.
namespace fw::figures {

/// Collects figures; those outside the window are dropped.
class Collector {
 public:
  explicit Collector(const FigureScale& scale) : scale_(scale) {}

  void fill(std::vector<std::vector<Vec2>> rings_px, Rgb colour, double alpha = 1);
  /// `width` and `dash` in units.
  void line(std::vector<Vec2> points_px, Rgb colour, double width, double alpha = 1,
            const std::vector<double>& dash = {});
  void ring(std::vector<Vec2> points_px, Rgb colour, double width, double alpha = 1);
  void dots(std::vector<Vec2> points_px, Rgb colour, double width, double pitch);
  void disc(Vec2 at_px, double radius, Rgb colour, double alpha = 1);

  const FigureScale& scale() const { return scale_; }
  const MapStyle& style() const { return scale_.style; }
  /// A line as a style has it: its casing, or what lies on it.
  void casing(std::vector<Vec2> points_px, const StrokeLook& look);
  void stroke(std::vector<Vec2> points_px, const StrokeLook& look);
  std::vector<MapFigure> take() { return std::move(figures_); }

 private:
  void add(MapFigure figure);

  const FigureScale& scale_;
  std::vector<MapFigure> figures_;
};

/// Metres to pixels; vertices nearer than a half pixel to the one before are left out, the ends stay.
std::vector<Vec2> to_pixels(std::span<const Vec2> line_m, const FigureScale& scale);
/// A band of that half width, pixels, round at its start and, if asked, at its end.
std::vector<Vec2> ribbon(std::span<const Vec2> line_px, std::span<const double> half_px,
                         bool round_end = true);

/// Drawn hills and mounds where the land is high, trees in woods, from north to south.
void add_hills(const Atlas& atlas, Collector& to);
void add_water(const Atlas& atlas, Collector& to);
/// `goals`: the kinds of landmarks that tracks and trails may lead to.
void add_roads(const Atlas& atlas, const std::vector<LandmarkKind>& goals, Collector& to);
void add_footprints(const Atlas& atlas, Collector& to);
void add_shore(const Atlas& atlas, Collector& to);

}  // namespace fw::figures
