#include "render/map/list/map_names.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "render/map/list/chosen_points.h"
#include "render/map/list/contour_marks.h"

namespace fw {
namespace {

/// How far outside a window on the screen names are placed as well, units: a name does not jump when the
/// window's edge comes near it.
constexpr double kBeyond = 240;
/// Names of regions shrink to letters of this size on a screen where they have no room otherwise, units.
constexpr double kLeastScreenLetters = 10.4;

// What a name costs that lies over a line (ink_raster.h), and how wide the line is to it.
constexpr double kRealmBorderCost = 3, kRiverCost = 2, kRoadCost = 1.5, kLineCost = 1;
constexpr double kLine_mm = 0.3, kRealmBorder_mm = 0.5;

constexpr double kAnyCost = 1e9;

}  // namespace

MapNames::MapNames(DisplayList& list, const StyledLayer& layer, Typesetter& type, const Contours& contours)
    : list_(list),
      layer_(layer),
      type_(type),
      contours_(contours),
      atlas_(list.atlas),
      content_(list.content),
      window_(list.window),
      medium_(medium_style(content_.medium)),
      unit_m_(window_.metres_per_px * window_.device_scale),
      pt_(medium_.letters.at(unit_m_)),
      kinds_(chosen_kinds(atlas_.words(), layer.kinds)) {
  for (const ChosenPoint& seat : ranked_seats(atlas_, kinds_)) seats_[seat.members.front()] = *seat.seat;
  list_.ink = lines_under();
  layout_.emplace(LabelObstacles{.frame = area(),
                                 .visible = visible(),
                                 .reserved = content_.furniture,
                                 .avoid = {},
                                 .mm = medium_.mm(),
                                 .ink = list_.ink},
                  type_);
}

void MapNames::place_foremost(const PlacedMarks& marks) {
  keep_off(marks);
  if (shows(MapLayer::contours)) add_spot_heights(list_, *layout_, signs_);
  if (shown(ScaleRow::realm_names) && shows(MapLayer::faction_border)) {
    RealmNames realms =
        place_realm_names(atlas_, window_, content_.palette, content_.style, medium_, *layout_, type_);
    along_ = std::move(realms.labels);
    realms.labels.clear();
    list_.names.realms = std::move(realms);
  }
  place_seats(named_landmarks(marks));
  if (shows(MapLayer::water)) {
    place_lakes();
    for (LineLabel& label : river_names(atlas_, window_, list_.denominator, pt_ * factor(), *layout_, type_))
      along_.push_back(std::move(label));
  }
  if (layer_.region_names) place_wide_places();
  if (layer_.region_names && shown(ScaleRow::region_names)) place_regions();
}

void MapNames::place_others(const PlacedMarks& marks) {
  const std::vector<MapMark> landmarks = named_landmarks(marks);
  for (auto it = landmarks.rbegin(); it != landmarks.rend() && shown(ScaleRow::site_names); ++it)
    if (!seats_.contains(it->point) && !is_seat(atlas_, *it->point))
      list_.names.sites += place(*it, site_name_style(), kMostLabelCost) ? 1 : 0;
  if (layer_.region_names) place_small_places();
}

std::vector<Box> MapNames::boxes_px() const {
  std::vector<Box> out;
  const double scale = window_.device_scale;
  const auto add = [&](const Box& box) {
    out.push_back({box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale});
  };
  for (const PlacedLabel& label : layout_->placed()) add(label.box);
  for (const Box& letter : layout_->letters()) add(letter);
  return out;
}

void MapNames::move_to(MapItem& item) {
  item.labels = layout_->placed();
  item.line_labels = std::move(along_);
  item.figures = std::move(signs_.figures);
}

bool MapNames::shows(MapLayer layer) const {
  return std::ranges::any_of(content_.layers,
                             [&](const StyledLayer& on) { return on.layer == layer && on.opacity > 0; });
}

/// The layer's own factor on sizes; no letter becomes smaller than the least.
double MapNames::factor() const {
  return std::max(layer_.size, 1.0);
}

TextStyle MapNames::sized(TextStyle style) const {
  style.size *= pt_ * factor();
  style.letter_spacing *= pt_ * factor();
  return style;
}

std::vector<Vec2> MapNames::units(std::span<const Vec2> line_m) const {
  std::vector<Vec2> out;
  for (const Vec2 m : line_m) out.push_back(units(m));
  return out;
}

Box MapNames::visible() const {
  return {0, 0, window_.width_px / window_.device_scale, window_.height_px / window_.device_scale};
}

Box MapNames::area() const {
  return content_.medium == Medium::screen ? visible().grown(kBeyond) : visible();
}

std::shared_ptr<const InkRaster> MapNames::lines_under() const {
  const auto ink = std::make_shared<InkRaster>(area());
  const double thin = kLine_mm * medium_.mm();
  const auto add = [&](const Polylines& lines, double width, double cost) {
    for (const Polyline& line : lines) ink->add(units(line.points), line.closed, width, cost);
  };
  if (shows(MapLayer::coast)) add(atlas_.ground->coast, thin, kLineCost);
  if (shows(MapLayer::contours))
    for (const Contour& contour : contours_.lines)
      ink->add(units(contour.line.points), contour.line.closed, thin, kLineCost);
  if (shows(MapLayer::faction_border))
    add(atlas_.ground->realm_border, kRealmBorder_mm * medium_.mm(), kRealmBorderCost);
  if (shows(MapLayer::tracks)) add(atlas_.track, thin, kRoadCost);
  if (shows(MapLayer::roads)) add_roads(*ink, thin);
  if (shows(MapLayer::water)) add_waters(*ink, thin);
  ink->finish();
  return ink;
}

void MapNames::add_roads(InkRaster& ink, double width) const {
  const std::vector<bool> on = shown_roads(atlas_, goals_of(list_), list_.denominator);
  for (size_t k = 0; k < on.size(); ++k)
    if (on[k]) ink.add(units(atlas_.world.roads.pieces[k].vertices_m), false, width, kRoadCost);
}

void MapNames::add_waters(InkRaster& ink, double width) const {
  const Water& water = atlas_.world.water_network;
  const std::vector<bool> on = shown_rivers(water, list_.denominator);
  for (const Reach& reach : water.reaches) {
    const auto river = static_cast<size_t>(std::max(reach.river, 0));
    if (reach.form != ReachForm::lake_path && (river >= on.size() || on[river]))
      ink.add(units(reach.vertices_m), false, width, kRiverCost);
  }
  for (const Lake& lake : water.lakes)
    for (const std::vector<Vec2>& ring : lake.rings_m) ink.add(units(ring), true, width, kLineCost);
}

Box MapNames::box_of(const MapMark& mark) const {
  const double scale = window_.device_scale;
  return Box::around(mark.at_px.x / scale, mark.at_px.y / scale, mark.radius_px / scale);
}

/// Round the outline of a lake; without one nothing lies in it.
Box MapNames::box_of(const Lake& lake) const {
  Box box{1e300, 1e300, -1e300, -1e300};
  if (lake.rings_m.empty()) return box;
  for (const Vec2 v : lake.rings_m.front()) {
    const Vec2 p = units(v);
    box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
  }
  return box;
}

/// Names keep off what stands out (badges, stars, bosses), on paper rather off other symbols too: on a screen
/// those are too many to look at for every picture.
void MapNames::keep_off(const PlacedMarks& marks) {
  for (size_t i = 0; i < marks.size(); ++i)
    for (const MapMark& mark : marks[i]) {
      const MarkRow* row = row_of(mark_rows(), layer_of(atlas_.world, *mark.point));
      if (row->place_rank > 0)
        layout_->reserve(box_of(mark));
      else if (content_.medium == Medium::print)
        layout_->avoid(box_of(mark));
      if (mark.count > 1) layout_->reserve(cluster_number_box(mark, window_, pt_));
    }
}

/// The names of landmarks stand at their places also where these are not shown.
std::vector<MapMark> MapNames::named_landmarks(const PlacedMarks& marks) const {
  for (size_t i = 0; i < marks.size(); ++i)
    if (content_.layers[i].layer == MapLayer::landmarks) return marks[i];
  const MapContent alone{.layers = {{.layer = MapLayer::landmarks, .kinds = layer_.kinds}},
                         .medium = content_.medium,
                         .furniture = {}};
  std::vector<MapMark> badges = place_marks(atlas_, alone, window_).front();
  for (MapMark& badge : badges) badge.radius_px = 0;
  return badges;
}

/// Capitals first: their size tells them apart.
void MapNames::place_seats(const std::vector<MapMark>& landmarks) {
  for (const SeatClass wanted : {SeatClass::capital, SeatClass::city, SeatClass::town})
    for (auto it = landmarks.rbegin(); it != landmarks.rend(); ++it) {
      if (const auto seat = seats_.find(it->point); seat == seats_.end() || seat->second != wanted) continue;
      const bool placed =
          place(*it, seat_name_style(wanted), wanted == SeatClass::town ? kMostLabelCost : kAnyCost,
                wanted != SeatClass::town);
      list_.names.seats += placed ? 1 : 0;
      list_.names.capitals += placed && wanted == SeatClass::capital ? 1 : 0;
    }
}

bool MapNames::place(const MapMark& mark, const TextStyle& style, double most_cost, bool far) {
  const LandmarkKind kind = atlas_.world.points.class_of(*mark.point).landmark;
  if (mark.point->name.empty() || std::ranges::find(kinds_, kind) == kinds_.end()) return false;
  return layout_->place(PointLabel{.text = mark.point->name,
                                   .style = sized(style),
                                   .anchor = mark.at_px * (1 / window_.device_scale),
                                   .radius = mark.radius_px / window_.device_scale,
                                   .most_cost = most_cost,
                                   .far = far});
}

void MapNames::place_regions() {
  const Shown rule = shown_at(ScaleRow::region_names, list_.denominator);
  const std::vector<Region>& regions = atlas_.world.regions;
  const double land = land_cm2(atlas_.world, unit_m_, medium_.unit_mm);
  if (rule.show == Show::room && static_cast<double>(regions.size()) > rule.value * land) return;
  for (size_t k = 0; k < regions.size(); ++k) place_region(k);
}

void MapNames::place_region(size_t k) {
  const AtlasLayers& ground = *atlas_.ground;
  if (k >= ground.label_sites.size()) return;
  const std::string& name = atlas_.world.regions[k].name;
  AreaLabel label{
      .text = capitals(name),
      .style = sized(region_name_style()),
      .candidates = {},
      .least_size = content_.medium == Medium::print ? medium_.least_pt * pt_ : kLeastScreenLetters};
  if (const size_t at = middle_space(name); at != std::string::npos)
    label.broken = {capitals(name.substr(0, at)), capitals(name.substr(at + 1))};
  if (shows(MapLayer::water))
    for (const Lake& lake : atlas_.world.water_network.lakes) label.avoid.push_back(box_of(lake));
  for (const std::vector<Vec2>* sites : {&ground.label_sites[k], &ground.narrow_label_sites[k]})
    for (const Vec2 site : *sites)
      if (const Vec2 at = units(site); visible().holds(at.x, at.y)) label.candidates.push_back(at);
  layout_->place(label);
}

/// In the lake's shape where it has room, else below it, above it, right and left.
void MapNames::place_lakes() {
  constexpr double kInside = 0.8;  // of the lake's width
  const double mm = medium_.mm();
  const TextStyle style = sized(lake_name_style());
  for (const Lake& lake : atlas_.world.water_network.lakes) {
    if (lake.name.empty() || lake.rings_m.empty() || lake.rings_m.front().empty()) continue;
    const Box shape = box_of(lake);
    const Vec2 middle{(shape.x0 + shape.x1) / 2, (shape.y0 + shape.y1) / 2};
    const TextExtent extent = type_.measure(lake.name, style);
    AreaLabel label{.text = lake.name, .style = style, .candidates = {}};
    if (extent.width < kInside * shape.width()) label.candidates.push_back(middle);
    const double gap = 0.8 * extent.ascent;
    for (const double y : {shape.y1 + gap, shape.y0 - gap, shape.y1 + 2 * gap, shape.y0 - 2 * gap})
      for (const double shift_mm : {0.0, 3.0, -3.0, 6.0, -6.0})
        label.candidates.push_back({middle.x + shift_mm * mm, y});
    for (const double shift_mm : {0.0, 2.0, -2.0})
      for (const double x : {shape.x1 + extent.width / 2 + 0.6 * mm, shape.x0 - extent.width / 2 - 0.6 * mm})
        label.candidates.push_back({x, middle.y + shift_mm * mm});
    layout_->place(label);
  }
}

std::vector<LandmarkKind> goals_of(const DisplayList& list) {
  for (const StyledLayer& layer : list.content.layers)
    if (layer.layer == MapLayer::landmarks) return chosen_kinds(list.atlas.words(), layer.kinds);
  return chosen_kinds(list.atlas.words(), LandmarkChoice::all);
}

}  // namespace fw
