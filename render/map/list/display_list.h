#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/view.h"
#include "render/map/figures/figures.h"
#include "render/map/relief/pixel_lines.h"
#include "render/map/scene/ground_light.h"
#include "render/map/scene/labels.h"
#include "render/map/scene/line_labels.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/realm_names.h"
#include "render/map/scene/style.h"

namespace fw {

inline Error map_cancelled() {
  return {ErrorKind::cancelled, "map: cancelled"};
}

/// A plate's own cap on symbols (PlateStyle::symbols_per_km2).
inline constexpr int kMostAsAsked = -1;

/// Kinds of landmarks, by what their rows may do.
enum class LandmarkChoice : uint8_t {
  all,
  foremost,  ///< the six most important kinds
  strong,    ///< those that bosses stay near
  seats,     ///< those with one per controllable region
  journeys,  ///< seats and strong ones: where journeys begin and end
};
/// The chosen kinds, the most important first.
std::vector<LandmarkKind> chosen_kinds(const Vocabulary& vocabulary, LandmarkChoice choice);

/// One layer of a map, and how it departs from the style tables.
struct StyledLayer {
  MapLayer layer = MapLayer::biome;
  double opacity = 1;        ///< [0, 1]; of relief: its strength
  double size = 1;           ///< factor on widths, symbols or letters
  int most_per_tile = 0;     ///< symbols per tile of an eighth of the frame; 0 = as have room
  int most_rank = 99;        ///< leaves out points that are less important (importance_rank)
  bool region_names = true;  ///< of names: those of regions too
  LandmarkChoice kinds = LandmarkChoice::all;  ///< of landmarks and names
};

/// What a map shows.
struct MapContent {
  std::vector<StyledLayer> layers;  ///< bottom to top, each once; below all lie sea, islets and pale land
  Palette palette = {};
  MapStyle style = map_style();
  Medium medium = Medium::screen;
  bool danger_patterns = false;  ///< hatches the danger fill as well as colouring it
  std::vector<Box> furniture;    ///< units from the top left corner: symbols and names keep off

  bool shows(MapLayer layer) const;
  /// A map with contours is one of the relief.
  GroundLight light() const { return shows(MapLayer::contours) ? GroundLight::turned : GroundLight::even; }
};

/// A point that the map shows, or several of a class that are near each other.
struct MapMark {
  const Point* point = nullptr;  ///< one of them
  Vec2 at_px;
  double radius_px = 0;
  double scale_px = 1;  ///< pixels per unit of the symbol
  int count = 1;        ///< points that it stands for; a larger one is written beside it
  std::optional<SeatClass> seat = std::nullopt;  ///< drawn as a disc of that class, not as its kind's badge
};

/// Lines with one look; dashes are cut already.
struct MapStroke {
  std::shared_ptr<const PixelLines> lines;
  Rgb colour;
  double alpha = 1;
  double width_px = 1;
  bool dashed = false;
};

/// Of one layer, or of pixel layers that follow each other.
struct MapItem {
  std::vector<StyledLayer> ground;  ///< made pixel by pixel, bottom to top
  std::vector<MapStroke> strokes;
  std::vector<MapFigure> figures = {};  ///< in the order of drawing
  std::vector<MapMark> marks;           ///< the more important ones later
  std::vector<PlacedLabel> labels;      ///< units
  std::vector<LineLabel> line_labels = {};
  double opacity = 1;  ///< of figures, marks and labels
};

/// What became of names.
struct NamesTold {
  RealmNames realms = {};  ///< without labels
  int64_t seats = 0;       ///< that have a name
  int64_t capitals = 0;    ///< of them
  int64_t sites = 0;
};

/// A map as things to draw, in order; the first item is ground. The back ends (back_ends.h) decide
/// nothing about looks.
struct DisplayList {
  const Atlas& atlas;
  MapWindow window;
  MapContent content;
  std::vector<MapItem> items;
  double contour_interval_m = 0;                   ///< of the contours on show; 0 = there are none
  double denominator = 0;                          ///< of the scale; 0: of no map, which shows everything
  std::shared_ptr<const InkRaster> ink = nullptr;  ///< lines under the names; null without names
  NamesTold names = {};

  /// How many symbols the list shows.
  int64_t mark_count() const;
};

/// Places and styles everything that a window shows; `type` sets the names, and
/// may be missing where there are none. Fails only if cancelled.
Result<DisplayList> display_list(const Atlas& atlas, MapContent content, const MapWindow& window,
                                 Typesetter* type, const Progress& progress = {});

/// Side of the tiles that StyledLayer::most_per_tile holds in: 1 km on a frame of 8 km, so that paper is
/// never crowded and a small world not emptied.
inline double thinning_tile_m(const Atlas& atlas) {
  return atlas.longer_m() / 8;
}

/// The layer that shows a point.
MapLayer layer_of(const World& world, const Point& point);

/// The marks of content's layers, in their order (empty for layers of another kind): what the scale shows
/// (scale_table.h), the same wherever the window lies. The most important ones come last.
/// On small scales what matters less than seats keeps off the boxes given, pixels.
std::vector<std::vector<MapMark>> place_marks(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window, std::span<const Box> keep_off = {});
/// Those of seats alone, of a small scale.
std::vector<std::vector<MapMark>> place_seats(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window);

/// Where the number beside a symbol stands, units; `pt`: units of a point of type.
Box cluster_number_box(const MapMark& mark, const MapWindow& window, double pt);
/// The world's ground on a map, square centimetres.
double land_cm2(const World& world, double unit_m, double unit_mm);

/// The point that a click at a place of the picture means: of those the content shows there, the one whose
/// symbol's middle is nearest, within its radius and `slack_px` more. An index into PointSet::points.
std::optional<size_t> mark_at(const Atlas& atlas, const MapContent& content, const MapWindow& window, Vec2 px,
                              double slack_px);

}  // namespace fw
