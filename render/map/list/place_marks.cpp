#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "render/map/list/chosen_points.h"
#include "render/map/marks/point_symbol.h"

namespace fw {
namespace {

/// On paper a symbol that stands out and that the frame would cut moves into it; its place must lie there.
Vec2 inside_frame(const MapMark& mark, const MapWindow& window) {
  const double width = window.width_px, height = window.height_px, reach = mark.radius_px + 4 * mark.scale_px;
  const auto [x, y] = mark.at_px;
  if (x < 0 || y < 0 || x > width || y > height || 2 * reach > std::min(width, height)) return mark.at_px;
  return {std::clamp(x, reach, width - reach), std::clamp(y, reach, height - reach)};
}

/// Whether a window shows a mark: on a screen also one that its edge cuts, on paper only whole ones, and none
/// under the furniture.
bool is_shown(const MapMark& mark, const MapContent& content, const MapWindow& window) {
  const bool print = content.medium == Medium::print;
  const double reach = print ? -mark.radius_px - 4 * mark.scale_px : 1.5 * mark.radius_px + 4 * mark.scale_px;
  if (mark.at_px.x < -reach || mark.at_px.y < -reach || mark.at_px.x > window.width_px + reach ||
      mark.at_px.y > window.height_px + reach)
    return false;
  const Vec2 at = mark.at_px * (1 / window.device_scale);
  return std::none_of(content.furniture.begin(), content.furniture.end(), [&](const Box& box) {
    return box.grown(0.7 * mark.radius_px / window.device_scale).holds(at.x, at.y);
  });
}

/// Whether one of the symbols taken covers a part of a symbol that matters.
bool is_crowded(const Box& box, const std::vector<Box>& taken) {
  const Vec2 at{(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
  return std::any_of(taken.begin(), taken.end(), [&](const Box& other) {
    const Vec2 there{(other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2};
    return std::sqrt(squared_distance(at, there)) < 0.46 * (box.width() + other.width());
  });
}

/// Places the symbols of a map, those that matter most first.
class MarkPlacer {
 public:
  MarkPlacer(const Atlas& atlas, const MapContent& content, const MapWindow& window,
             std::span<const Box> keep_off)
      : atlas_(atlas),
        content_(content),
        window_(window),
        medium_(medium_style(content.medium)),
        unit_m_(window.metres_per_px * window.device_scale),
        denominator_(scale_denominator(unit_m_, medium_.unit_mm)),
        mm_px_(medium_.mm() * window.device_scale),
        keep_off_(keep_off),
        marks_(content.layers.size()) {}

  std::vector<std::vector<MapMark>> run() {
    if (denominator_ <= kOwnSizesTo)
      place_near();
    else
      place_far();
    return taken();
  }

  std::vector<std::vector<MapMark>> run_seats() {
    for (size_t i = 0; i < content_.layers.size(); ++i)
      if (content_.layers[i].layer == MapLayer::landmarks) place_seats(i);
    return taken();
  }

 private:
  /// What the window shows, the most important last.
  std::vector<std::vector<MapMark>> taken() {
    for (std::vector<MapMark>& of_layer : marks_) {
      std::erase_if(of_layer, [&](const MapMark& mark) { return !is_shown(mark, content_, window_); });
      std::reverse(of_layer.begin(), of_layer.end());
    }
    return std::move(marks_);
  }

  bool print() const { return content_.medium == Medium::print; }

  /// Everything in the sizes of the tables; what stands out moves off what matters more.
  void place_near() {
    std::vector<std::pair<const MarkRow*, size_t>> turns;
    for (size_t i = 0; i < content_.layers.size(); ++i)
      if (const MarkRow* row = row_of(mark_rows(), content_.layers[i].layer)) turns.emplace_back(row, i);
    std::ranges::stable_sort(turns, {}, [](const auto& turn) { return turn.first->place_rank; });
    for (const auto& [row, i] : turns)
      for (const ChosenPoint& chosen : points_near(atlas_, content_.layers[i], window_)) {
        MapMark mark = mark_of(chosen, i);
        if (print() && row->place_rank > 0) mark.at_px = inside_frame(mark, window_);
        if (!is_shown(mark, content_, window_)) continue;
        // On paper a site moves off those that matter more: the badge of a town would hide its mill.
        const bool site = print() && row->layer == MapLayer::landmarks && !is_seat(atlas_, *mark.point);
        if (row->place_rank > 1 || site)
          mark.at_px = moved_off(mark.at_px, mark.radius_px, taken_, kMostMove * window_.device_scale);
        put(mark, i, row->place_rank > 0);
      }
  }

  /// Seats, what is rare, sites: each in its part of the scale table, over the whole world, so that a map
  /// that is moved keeps them.
  void place_far() {
    for (size_t i = 0; i < content_.layers.size(); ++i) {
      const MapLayer layer = content_.layers[i].layer;
      if (layer == MapLayer::landmarks) place_seats(i);
      if (layer == MapLayer::resources || layer == MapLayer::wildlife || layer == MapLayer::enemies)
        place_common(i);
    }
    place_rare();
    for (size_t i = 0; i < content_.layers.size(); ++i)
      if (content_.layers[i].layer == MapLayer::landmarks) place_sites(i);
  }

  void place_seats(size_t layer) {
    const std::vector<ChosenPoint> seats = ranked_seats(atlas_, kinds_of(layer));
    const auto capitals = std::ranges::count(seats, SeatClass::capital, &ChosenPoint::seat);
    const auto all = static_cast<int64_t>(seats.size());
    const bool few = shown_at(ScaleRow::seats, denominator_).show == Show::radical;
    const int64_t most = few ? std::max<int64_t>(capitals, radical_count(all, denominator_)) : all;
    std::vector<bool> placed(seats.size(), false);
    int64_t count = 0;
    for (double apart_mm = few ? kSeatsApart_mm : 0; apart_mm >= 0 && count < most; apart_mm -= 2)
      for (size_t k = 0; k < seats.size() && count < most; ++k) {
        MapMark mark = mark_of(seats[k], layer);
        if (placed[k]) continue;
        if (seats[k].seat != SeatClass::capital && is_near(mark.at_px, marks_[layer], apart_mm)) continue;
        if (print()) mark.at_px = inside_frame(mark, window_);
        placed[k] = true;
        ++count;
        put(mark, layer, true);
      }
  }

  void place_common(size_t layer) {
    const Shown rule = shown_at(ScaleRow::common, denominator_);
    if (rule.show == Show::none) return;
    const bool dots = rule.show == Show::dots;
    const std::vector<ChosenPoint> points = dots ? clusters_of(atlas_, content_.layers[layer], reach_m())
                                                 : points_near(atlas_, content_.layers[layer], window_);
    for (const ChosenPoint& chosen : points) {
      MapMark mark = mark_of(chosen, layer);
      if (dots) mark.count = 1;  // numbers beside so many would be all that is seen
      put(mark, layer, false);
    }
  }

  /// Enemies that stand out before rare resources.
  void place_rare() {
    const bool clusters = shown_at(ScaleRow::rare, denominator_).show == Show::clusters;
    std::vector<std::pair<ChosenPoint, size_t>> chosen;
    for (const MapLayer layer : {MapLayer::strong_enemies, MapLayer::rare_resources})
      for (size_t i = 0; i < content_.layers.size(); ++i) {
        const StyledLayer& on = content_.layers[i];
        if (on.layer != layer) continue;
        for (ChosenPoint& point : clusters ? clusters_of(atlas_, on, reach_m()) : all_of(atlas_, on))
          chosen.emplace_back(std::move(point), i);
      }
    auto left = static_cast<int64_t>(chosen.size());
    if (clusters)
      left = std::min<int64_t>(left, std::llround(land_cm2() * shown_at(ScaleRow::rare, denominator_).value));
    for (const auto& [point, i] : chosen) {
      if (left == 0) break;
      std::optional<MapMark> mark = clusters ? placed_cluster(point, i) : placed_beside(point, i);
      if (!mark) continue;
      --left;
      put(*mark, i, true);
    }
  }

  /// The foremost ones that find room, those of a kind apart from each other while there is a choice.
  void place_sites(size_t layer) {
    const std::vector<ChosenPoint> sites = ranked_sites(atlas_, kinds_of(layer));
    const int64_t most = radical_count(static_cast<int64_t>(sites.size()), denominator_);
    const bool few = most < static_cast<int64_t>(sites.size());
    std::vector<MapMark> own;
    std::vector<bool> placed(sites.size(), false);
    for (const double apart_mm : {11.0, 7.0, 4.0, 0.0}) {
      if (!few && apart_mm > 0) continue;
      for (size_t k = 0; k < sites.size() && static_cast<int64_t>(own.size()) < most; ++k) {
        if (placed[k] || (apart_mm > 0 && is_near_own_class(sites[k], own, apart_mm))) continue;
        const std::optional<MapMark> mark = placed_beside(sites[k], layer);
        if (!mark) continue;
        placed[k] = true;
        own.push_back(*mark);
        put(*mark, layer, true);
      }
    }
  }

  /// At its place, or as little beside it as it must; nothing where that is too far.
  std::optional<MapMark> placed_beside(const ChosenPoint& chosen, size_t layer) const {
    MapMark mark = mark_of(chosen, layer);
    if (print()) mark.at_px = inside_frame(mark, window_);
    mark.at_px = moved_off(mark.at_px, mark.radius_px, taken_, kMostMove * window_.device_scale);
    const Box box = Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px);
    if (is_crowded(box, taken_) || is_kept_off(box)) return std::nullopt;
    return mark;
  }

  /// On the member that is nearest to all others and has room.
  std::optional<MapMark> placed_cluster(const ChosenPoint& chosen, size_t layer) const {
    std::optional<MapMark> best;
    double least = std::numeric_limits<double>::infinity();
    for (const Point* member : chosen.members) {
      double sum = 0;
      for (const Point* other : chosen.members)
        sum += std::sqrt(squared_distance(member->position_m, other->position_m));
      if (sum >= least) continue;
      MapMark mark = mark_of(chosen, layer);
      mark.point = member;
      mark.at_px = window_.to_px(member->position_m);
      const Box symbol = Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px + kClusterClear_mm * mm_px_);
      const Box number = number_box(mark);
      const auto is_under = [&](const Box& b) { return b.intersects(number); };
      if (is_crowded(symbol, taken_) || is_kept_off(symbol)) continue;
      if (mark.count > 1 && (std::ranges::any_of(taken_, is_under) || is_kept_off(number))) continue;
      least = sum;
      best = mark;
    }
    return best;
  }

  /// By a name, or by the number beside a symbol.
  bool is_kept_off(const Box& box) const {
    const auto is_over = [&](const Box& b) { return b.intersects(box); };
    return std::ranges::any_of(keep_off_, is_over) || std::ranges::any_of(numbers_, is_over);
  }

  void put(const MapMark& mark, size_t layer, bool takes_room) {
    if (takes_room) {
      taken_.push_back(Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px));
      if (mark.count > 1 && print()) numbers_.push_back(number_box(mark));
    }
    marks_[layer].push_back(mark);
  }

  Box number_box(const MapMark& mark) const {
    const double pt = medium_.letters.at(unit_m_), scale = window_.device_scale;
    const Box box = cluster_number_box(mark, window_, pt);
    return {box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale};
  }

  MapMark mark_of(const ChosenPoint& chosen, size_t layer) const {
    const Point& point = *chosen.members.front();
    MapMark mark{&point, window_.to_px(point.position_m)};
    mark.count = static_cast<int>(chosen.members.size());
    const double own = symbol_radius(atlas_.world, atlas_.symbols, point), size = content_.layers[layer].size;
    const double of_medium = window_.device_scale * medium_.symbol.at(unit_m_) * content_.style.symbols;
    if (denominator_ <= kOwnSizesTo) {
      mark.scale_px = of_medium * size;
      mark.radius_px = own * mark.scale_px;
      return mark;
    }
    mark.seat = chosen.seat;
    const double far_px =
        size * content_.style.symbols * diameter_mm(chosen) / 2 * medium_.symbol_mm * mm_px_;
    const double least_px = kLeastSymbol_mm / 2 * mm_px_;
    mark.radius_px = far_px > 0 ? far_px : std::max(own * of_medium * size, least_px);
    mark.scale_px = mark.radius_px / own;
    return mark;
  }

  /// On small scales; 0: of the tables.
  double diameter_mm(const ChosenPoint& chosen) const {
    constexpr std::array<double, 3> kSeats_mm{kCapital_mm, kCity_mm, kTown_mm};
    if (chosen.seat) return kSeats_mm[static_cast<size_t>(*chosen.seat)];
    switch (layer_of(atlas_.world, *chosen.members.front())) {
      case MapLayer::landmarks:
        return kSite_mm;
      case MapLayer::rare_resources:
        return kRare_mm;
      case MapLayer::strong_enemies:
        return kStrong_mm;
      default:
        return 0;
    }
  }

  bool is_near(Vec2 at_px, const std::vector<MapMark>& marks, double apart_mm) const {
    const double apart_px = apart_mm * mm_px_;
    return std::ranges::any_of(
        marks, [&](const MapMark& m) { return squared_distance(m.at_px, at_px) < apart_px * apart_px; });
  }
  bool is_near_own_class(const ChosenPoint& site, const std::vector<MapMark>& marks, double apart_mm) const {
    const Vec2 at = window_.to_px(site.members.front()->position_m);
    const double apart_px = apart_mm * mm_px_;
    return std::ranges::any_of(marks, [&](const MapMark& m) {
      return m.point->class_index == site.members.front()->class_index &&
             squared_distance(m.at_px, at) < apart_px * apart_px;
    });
  }

  std::vector<LandmarkKind> kinds_of(size_t layer) const {
    return chosen_kinds(atlas_.words(), content_.layers[layer].kinds);
  }
  double reach_m() const { return kCluster_mm * medium_.mm() * unit_m_; }
  double land_cm2() const { return fw::land_cm2(atlas_.world, unit_m_, medium_.unit_mm); }

  static constexpr double kSeatsApart_mm = 16;
  static constexpr double kClusterClear_mm = 0.2;

  const Atlas& atlas_;
  const MapContent& content_;
  const MapWindow& window_;
  const MediumStyle& medium_;
  double unit_m_, denominator_, mm_px_;
  std::span<const Box> keep_off_;
  std::vector<std::vector<MapMark>> marks_;
  std::vector<Box> taken_, numbers_;  ///< of symbols, and the numbers beside them; pixels
};

}  // namespace

std::vector<LandmarkKind> chosen_kinds(const Vocabulary& vocabulary, LandmarkChoice choice) {
  constexpr size_t kForemost = 6;
  std::vector<LandmarkKind> kinds = kinds_by_rank(vocabulary);
  const auto row = [&](LandmarkKind kind) -> const LandmarkRow& {
    return vocabulary.landmarks[static_cast<size_t>(kind)];
  };
  if (choice == LandmarkChoice::foremost && kinds.size() > kForemost) kinds.resize(kForemost);
  if (choice == LandmarkChoice::strong) std::erase_if(kinds, [&](LandmarkKind k) { return !row(k).strong; });
  if (choice == LandmarkChoice::seats)
    std::erase_if(kinds, [&](LandmarkKind k) { return row(k).role != LandmarkRole::seat; });
  if (choice == LandmarkChoice::journeys)
    std::erase_if(kinds, [&](LandmarkKind k) { return row(k).role != LandmarkRole::seat && !row(k).strong; });
  return kinds;
}

MapLayer layer_of(const World& world, const Point& point) {
  const PointClassInfo& c = world.points.class_of(point);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? MapLayer::rare_resources : MapLayer::resources;
    case Category::wildlife:
      return MapLayer::wildlife;
    case Category::enemy:
      return rarity_place(world.vocabulary, point.rarity).outstanding() ? MapLayer::strong_enemies
                                                                        : MapLayer::enemies;
    case Category::landmark:
      break;
  }
  return MapLayer::landmarks;
}

double land_cm2(const World& world, double unit_m, double unit_mm) {
  double area_m2 = 0;
  for (const Region& region : world.regions) area_m2 += region.area_m2;
  const double cm_m = unit_m / unit_mm * 10;
  return area_m2 / (cm_m * cm_m);
}

Box cluster_number_box(const MapMark& mark, const MapWindow& window, double pt) {
  constexpr double kDigit = 0.6, kUp = 0.74;  // of the size of its letters
  const double scale = window.device_scale, r = mark.radius_px / scale,
               size = cluster_number_style().size * pt;
  const double x = mark.at_px.x / scale + 0.75 * r, baseline = mark.at_px.y / scale - 0.35 * r;
  const auto digits = static_cast<double>(std::to_string(mark.count).size());
  return {x, baseline - kUp * size, x + kDigit * digits * size, baseline};
}

std::vector<std::vector<MapMark>> place_marks(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window, std::span<const Box> keep_off) {
  return MarkPlacer(atlas, content, window, keep_off).run();
}

std::vector<std::vector<MapMark>> place_seats(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window) {
  return MarkPlacer(atlas, content, window, {}).run_seats();
}

std::optional<size_t> mark_at(const Atlas& atlas, const MapContent& content, const MapWindow& window, Vec2 px,
                              double slack_px) {
  const Point* best = nullptr;
  double nearest = 0;
  for (const std::vector<MapMark>& marks : place_marks(atlas, content, window))
    for (const MapMark& mark : marks) {
      const double d2 = squared_distance(mark.at_px, px), reach = mark.radius_px + slack_px;
      if (d2 > reach * reach || (best != nullptr && d2 > nearest)) continue;
      best = mark.point;  // of two at one place the upper
      nearest = d2;
    }
  if (best == nullptr) return std::nullopt;
  return static_cast<size_t>(best - atlas.world.points.points.data());
}

}  // namespace fw
