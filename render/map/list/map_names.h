#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/map/list/display_list.h"
#include "render/map/scene/contours.h"

namespace fw {

/// By layer of the content, as place_marks() gives them.
using PlacedMarks = std::vector<std::vector<MapMark>>;

/// Places the names of a list's map, each kind as the scale shows it. Fills the list's raster of lines and
/// what became of names.
class MapNames {
 public:
  MapNames(DisplayList& list, const StyledLayer& layer, Typesetter& type, const Contours& contours);

  /// Realms, seats from capitals to towns, waters, wide places, regions. They keep off the marks given.
  void place_foremost(const PlacedMarks& marks);
  /// Keeps later names off marks that were placed since.
  void keep_off(const PlacedMarks& marks);
  /// Sites, small places.
  void place_others(const PlacedMarks& marks);

  /// Of everything placed, pixels: symbols that matter less keep off them.
  std::vector<Box> boxes_px() const;
  void move_to(MapItem& item);
  const LabelLayout& layout() const { return *layout_; }

 private:
  bool shows(MapLayer layer) const;
  bool shown(ScaleRow row) const { return shown_at(row, list_.denominator).show != Show::none; }
  TextStyle sized(TextStyle style) const;
  double factor() const;
  Vec2 units(Vec2 m) const { return window_.to_px(m) * (1 / window_.device_scale); }
  std::vector<Vec2> units(std::span<const Vec2> line_m) const;
  Box visible() const;
  Box area() const;
  Box box_of(const MapMark& mark) const;
  Box box_of(const Lake& lake) const;

  std::shared_ptr<const InkRaster> lines_under() const;
  void add_roads(InkRaster& ink, double width) const;
  void add_waters(InkRaster& ink, double width) const;

  std::vector<MapMark> named_landmarks(const PlacedMarks& marks) const;
  void place_seats(const std::vector<MapMark>& landmarks);
  bool place(const MapMark& mark, const TextStyle& style, double most_cost, bool far = false);
  void place_lakes();
  void place_wide_places();
  void place_small_places();
  bool place(const NamedPlace& named);
  std::vector<Vec2> candidates_of(const NamedPlace& named, double width) const;
  bool place_along_line(const NamedPlace& named, const TextStyle& style);
  bool on_water(Vec2 at) const;
  void place_regions();
  void place_region(size_t k);

  DisplayList& list_;
  const StyledLayer& layer_;
  Typesetter& type_;
  const Contours& contours_;
  const Atlas& atlas_;
  const MapContent& content_;
  const MapWindow& window_;
  const MediumStyle& medium_;
  double unit_m_, pt_;
  std::vector<LandmarkKind> kinds_;
  std::map<const Point*, SeatClass> seats_;
  std::optional<LabelLayout> layout_;
  std::vector<LineLabel> along_;
  MapItem signs_;  ///< triangles of summits
};

/// The kinds of landmarks that ways may lead to: those on show, or all where none are.
std::vector<LandmarkKind> goals_of(const DisplayList& list);

}  // namespace fw
