#include "core/simulation/tactics_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/field/shape.h"
#include "core/model/template/hand_words.h"

namespace fw {

namespace {

/// A player that makes no way for so long goes to the next stop.
constexpr double kStuck_s = 20;
/// Within this of the sea a player walks along it.
constexpr double kAlongShore_m = 12;

std::optional<size_t> row_in_template(const Template& tmpl, const PointClassInfo& info) {
  if (info.category == Category::landmark) return find_row(tmpl.vocabulary.landmarks, info.slug);
  const std::vector<PointClass>& classes = tmpl.classes(info.category);
  for (size_t k = 0; k < classes.size(); ++k)
    if (classes[k].slug == info.slug) return k;
  return std::nullopt;
}

Vec2 middle_of_box(const Shape& shape) {
  const auto [low, high] = box_of(shape);
  return {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
}

/// The place of points or lines that is nearest to another place.
Vec2 nearest_on(const Shape& shape, Vec2 to) {
  Vec2 best = shape.parts[0][0];
  for (const auto& part : shape.parts)
    for (size_t k = 0; k < part.size(); ++k) {
      const Vec2 a = part[k], b = shape.kind == Shape::Kind::lines && k + 1 < part.size() ? part[k + 1] : a;
      const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
      const double t =
          length2 > 0 ? std::clamp(((to.x - a.x) * dx + (to.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
      const Vec2 at{a.x + t * dx, a.y + t * dy};
      if (metres_between(at, to) < metres_between(best, to)) best = at;
    }
  return best;
}

/// The middle of the longest west-east line inside polygons, of lines half-way between their corners.
Vec2 middle_of_longest_run(const Shape& shape, Vec2 otherwise) {
  std::vector<double> levels, crossings;
  for (const auto& ring : shape.parts)
    for (const Vec2 at : ring) levels.push_back(at.y);
  std::sort(levels.begin(), levels.end());
  Vec2 best = otherwise;
  double longest = 0;
  for (size_t k = 1; k < levels.size(); ++k) {
    const double y = 0.5 * (levels[k - 1] + levels[k]);
    if (!(levels[k - 1] < y && y < levels[k])) continue;
    crossings.clear();
    for (const auto& ring : shape.parts)
      for (size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        if ((a.y < y) != (b.y < y)) crossings.push_back(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
      }
    std::sort(crossings.begin(), crossings.end());
    for (size_t i = 0; i + 1 < crossings.size(); i += 2)
      if (const double length = crossings[i + 1] - crossings[i]; length > longest)
        longest = length, best = {0.5 * (crossings[i] + crossings[i + 1]), y};
  }
  return best;
}

}  // namespace

std::vector<Vec2> points_named(const Template& tmpl, const World& world, const std::string& of) {
  std::vector<Vec2> out;
  const auto words = read_hand_words(of, tmpl);
  if (!words) return out;
  std::vector<uint8_t> named;
  for (const PointClassInfo& info : world.points.classes) {
    const auto row = row_in_template(tmpl, info);
    named.push_back(row && words.value().has(info.category, *row) ? 1 : 0);
  }
  for (const Point& point : world.points.points)
    if (named[static_cast<size_t>(point.class_index)] != 0) out.push_back(point.position_m);
  return out;
}

const ZoneRow* zone_there(const Template& tmpl, const std::string& id) {
  for (const ZoneRow& zone : tmpl.hand.zones)
    if (zone.id == id && zone.on) return &zone;
  return nullptr;
}

std::optional<Vec2> middle_of_zone(const Template& tmpl, const std::string& id) {
  const ZoneRow* const zone = zone_there(tmpl, id);
  if (zone == nullptr) return std::nullopt;
  const auto shape = read_shape(zone->shape);
  if (!shape || shape.value().parts.empty()) return std::nullopt;
  const Vec2 middle = middle_of_box(shape.value());
  if (inside_m(shape.value(), zone->radius_m, middle) >= 0) return middle;
  if (shape.value().kind == Shape::Kind::polygons) return middle_of_longest_run(shape.value(), middle);
  return nearest_on(shape.value(), middle);
}

double metres_between(Vec2 a, Vec2 b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

double TimedStimulus::age_s(double time_s) const {
  const double age = time_s - at_s;
  return age < 0 || every_s <= 0 ? age : age - every_s * std::floor(age / every_s);
}

bool TimedStimulus::meets(double from_s, double to_s, double longer_s) const {
  const double age = age_s(from_s);
  if (age >= 0 && age < for_s + longer_s) return true;
  const double begins_in_s = age < 0 ? -age : every_s > 0 ? every_s - age : to_s - from_s;
  return begins_in_s < to_s - from_s;
}

TimedStimulus timed(const StimulusRow& row, Vec2 at_m) {
  constexpr double kDamage = 2;  // damage counts twice
  const bool damage = row.sort == StimulusSort::damage;
  return {{at_m.x, at_m.y, row.radius_m, row.strength * (damage ? kDamage : 1)},
          row.at_s,
          row.for_s,
          row.every_s,
          damage};
}

std::vector<TimedStimulus> stimuli_of(const Template& tmpl, Findings& findings) {
  std::vector<TimedStimulus> out;
  for (const StimulusRow& row : tmpl.tactics.stimuli) {
    const auto at = row.zone.empty() ? std::optional(Vec2{row.x_m, row.y_m}) : middle_of_zone(tmpl, row.zone);
    if (at)
      out.push_back(timed(row, *at));
    else
      findings.push_back({Severity::warning, "stimulus_without_place", "tactics.stimuli." + row.id,
                          "zone \"" + row.zone + "\" is off; nobody notices anything of this row"});
  }
  return out;
}

std::vector<Vec2> nearest_next(std::vector<Vec2> stops) {
  for (size_t k = 1; k < stops.size(); ++k) {
    size_t best = k;
    double least = std::numeric_limits<double>::infinity();
    for (size_t j = k; j < stops.size(); ++j) {
      const double dx = stops[j].x - stops[k - 1].x, dy = stops[j].y - stops[k - 1].y;
      if (dx * dx + dy * dy < least) least = dx * dx + dy * dy, best = j;
    }
    std::swap(stops[k], stops[best]);
  }
  return stops;
}

TourPlace start_tour(const PlayerTour& tour, Vec2 at_m) {
  TourPlace place;
  place.at_m = at_m;
  if (!tour.stops.empty()) {
    const Vec2 to = tour.stops.front();
    const double length = metres_between(to, at_m);
    if (length > 0) place.heading_x = (to.x - at_m.x) / length, place.heading_y = (to.y - at_m.y) / length;
  }
  return place;
}

void step_tour(const PlayerTour& tour, const Shore& shore, double dt_s, TourPlace& place) {
  if (!tour.roams || tour.stops.empty()) return;
  if (place.waits_s > 0) {
    place.waits_s -= dt_s;
    return;
  }
  const Vec2 to = tour.stops[place.stop];
  double dx = to.x - place.at_m.x, dy = to.y - place.at_m.y;
  const double away = std::sqrt(dx * dx + dy * dy);
  if (away <= tour.near_m || place.stuck_s > kStuck_s) {
    place.stop = (place.stop + 1) % tour.stops.size();
    place.waits_s = away <= tour.near_m ? tour.stay_s : 0;
    place.stuck_s = 0;
    return;
  }
  dx /= away, dy /= away;
  if (near_coast(shore, place.at_m.x, place.at_m.y, kAlongShore_m)) {
    const ShoreReading reading = read_shore(shore, place.at_m.x, place.at_m.y);
    const double into = dx * reading.slope_x + dy * reading.slope_y;
    if (reading.distance_m < kAlongShore_m && into < 0) {
      // Along the coast, on the side that is nearer to the way.
      const double along = -dx * reading.slope_y + dy * reading.slope_x < 0 ? -1 : 1;
      dx = -reading.slope_y * along, dy = reading.slope_x * along;
      const double length = std::sqrt(dx * dx + dy * dy);
      if (length > 0) dx /= length, dy /= length;
    }
  }
  place.heading_x = dx, place.heading_y = dy;
  const double step_m = std::min(tour.speed_mps * dt_s, away);
  const Vec2 next{place.at_m.x + dx * step_m, place.at_m.y + dy * step_m};
  const bool land = next.x >= 0 && next.y >= 0 && next.x < shore.distance_m.grid.width_m() &&
                    next.y < shore.distance_m.grid.height_m() && shore.on_land(next.x, next.y);
  const double left = metres_between(to, next);
  place.stuck_s = land && left < away ? std::max(0.0, place.stuck_s - dt_s) : place.stuck_s + dt_s;
  if (land) place.at_m = next;
}

std::vector<std::string> take_settings_of(std::string_view coordinator,
                                          const std::vector<std::string>& settings,
                                          std::vector<std::string>& rest) {
  std::vector<std::string> taken;
  const std::string prefix = std::string(coordinator) + ".";
  for (const std::string& setting : settings) (setting.starts_with(prefix) ? taken : rest).push_back(setting);
  return taken;
}

}  // namespace fw
