#include "core/world/explain/explain_names.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/world/explain/explain_text_internal.h"
#include "core/world/places/name_lists.h"

namespace fw {
namespace {

constexpr const char *kNameTopic = "name", *kWayTopic = "way";
constexpr double kPlaceReach_m = 500, kLandmarkReach_m = 100, kWayReach_m = 150;  // places: times F
constexpr size_t kMostPlaces = 3;

std::string culture_text(const NameRow& rules) {
  if (rules.id.empty()) return std::string(kFirstNames);
  return rules.label == rules.id ? rules.id : rules.label + " (" + rules.id + ")";
}

/// "Isle folk (isle): Bew + er + ton", by the parts that form the name; the culture alone where none do.
std::string whole_text(const NameRow& rules, std::string_view name) {
  std::vector<std::string> middles = rules.middles;
  if (middles.empty()) middles.emplace_back();
  for (const std::string& start : rules.starts)
    for (const std::string& middle : middles)
      for (const std::string& end : rules.ends) {
        const std::string body = start + middle + end;
        if (!name.starts_with(body) || (name.size() > body.size() && name[body.size()] != ' ')) continue;
        return culture_text(rules) + ": " + start + (middle.empty() ? "" : " + " + middle) + " + " + end +
               (name.size() > body.size() ? ", then" + std::string(name.substr(body.size())) : "");
      }
  return culture_text(rules);
}

/// "Isle folk (isle): Bewer in \"% Tor\", candidate 3"
std::string pattern_text(const NameRow& rules, PlaceKind kind, std::string_view name,
                         const std::optional<DrawnName>& origin) {
  std::string text = culture_text(rules);
  if (origin) {
    text += ": " + (origin->stem.empty() ? "its height" : origin->stem) + " in \"" + origin->dealt + "\"";
    return text + ", candidate " + std::to_string(origin->tries);
  }
  for (const std::string& pattern : rules.forms[static_cast<size_t>(kind)]) {
    const size_t at = pattern.find('%');
    if (at == std::string::npos || name.size() <= pattern.size() - 1) continue;
    const std::string_view before = std::string_view(pattern).substr(0, at),
                           after = std::string_view(pattern).substr(at + 1);
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    return text + ": " + std::string(name.substr(at, name.size() - pattern.size() + 1)) + " in \"" + pattern +
           "\"";
  }
  return text;
}

const NameRow& rules_of(const Vocabulary& vocabulary, const std::string& culture) {
  static const NameRow kFirst;
  const auto row = find_row(vocabulary.names, culture);
  return row ? vocabulary.names[*row] : kFirst;
}

/// How many natural places of its kind come before it in its square.
uint64_t turn_of(const World& world, const FrameParams& frame, const NamedPlace& place) {
  uint64_t turn = 0;
  for (const NamedPlace& other : world.places) {
    if (&other == &place) break;
    turn += other.kind == place.kind && other.number > 0 &&
            address_in(frame, other.at_m, 0) == address_in(frame, place.at_m, 0);
  }
  return turn;
}

std::string place_text(const ExplainInputs& inputs, const NamedPlace& place) {
  if (place.culture.empty()) return "by hand, row " + place.hand;
  const NameRow& rules = rules_of(inputs.tmpl.vocabulary, place.culture);
  std::optional<DrawnName> origin;
  if (place.hand.empty() && place.kind != PlaceKind::valley)
    origin =
        origin_of(inputs.seeds.of(SeedPart::regions), list_of_places(place.kind),
                  {address_in(inputs.tmpl.frame, place.at_m, turn_of(inputs.world, inputs.tmpl.frame, place)),
                   &rules, place.height_m},
                  place.name);
  std::string text = pattern_text(rules, place.kind, place.name, origin);
  if (place.kind == PlaceKind::valley) text += ", with the stem of its river";
  return text;
}

}  // namespace

std::vector<ExplainRow> explain_names(const ExplainInputs& inputs, Vec2 position_m) {
  const World& world = inputs.world;
  const Vocabulary& words = inputs.tmpl.vocabulary;
  Rows rows;
  const size_t cell = world.grid.cell_at(position_m);
  if (world.on_island(cell)) {
    const Region& region = world.regions[world.region[cell] - 1u];
    bool stated = false;
    for (const RegionRow& row : inputs.tmpl.hand.regions)
      stated = stated || (row.on && row.name == region.name);
    rows.push_back({kNameTopic, "region " + region.name,
                    stated ? "by hand" : whole_text(names_of(words, region.owner), region.name)});
  }
  for (const Point& point : world.points.points) {
    if (point.name.empty() || world.points.class_of(point).category != Category::landmark) continue;
    if (squared_distance(point.position_m, position_m) > kLandmarkReach_m * kLandmarkReach_m) continue;
    const Faction owner =
        point.region > 0 ? world.regions[static_cast<size_t>(point.region) - 1].owner : point.faction;
    rows.push_back(
        {kNameTopic, world.points.id_of(point) + " " + point.name,
         point.hand.empty() ? whole_text(names_of(words, owner), point.name) : "by hand, row " + point.hand});
  }
  const double reach_m = PlaceScale(inputs.tmpl.frame).length(kPlaceReach_m);
  std::vector<std::pair<double, const NamedPlace*>> near;
  for (const NamedPlace& place : world.places)
    if (const double squared = squared_distance(place.at_m, position_m); squared <= reach_m * reach_m)
      near.emplace_back(squared, &place);
  std::ranges::stable_sort(near, {}, &std::pair<double, const NamedPlace*>::first);
  near.resize(std::min(near.size(), kMostPlaces));
  for (const auto& [squared, place] : near)
    rows.push_back({kNameTopic,
                    std::string(kPlaceKindSlugs[static_cast<size_t>(place->kind)]) + " " + place->name,
                    place_text(inputs, *place)});
  return rows;
}

std::vector<ExplainRow> explain_ways(const World& world, Vec2 position_m) {
  const RoadPiece* nearest = nullptr;
  double least = kWayReach_m * kWayReach_m;
  for (const RoadPiece& piece : world.roads.pieces)
    if (const double squared = squared_to_line_m2(position_m, piece.vertices_m); squared < least)
      least = squared, nearest = &piece;
  if (nearest == nullptr) return {};
  std::string ends;
  for (const int node : nearest->nodes) {
    const int point = world.roads.nodes[static_cast<size_t>(node)].point;
    std::string end = "a junction";
    if (point >= 0) {
      const Point& at = world.points.points[static_cast<size_t>(point)];
      end = at.name.empty() ? world.points.id_of(at) : at.name;
    }
    ends += (ends.empty() ? "" : " to ") + end;
  }
  return {{kWayTopic, "class",
           std::string(kRoadClassSlugs[static_cast<size_t>(nearest->type)]) + ", " +
               metres(std::sqrt(least)) + " away"},
          {kWayTopic, "routes that use it", std::to_string(nearest->traffic)},
          {kWayTopic, "from", ends},
          {kWayTopic, "length", whole_metres(nearest->length_m)},
          {kWayTopic, "steepest", decimal_text(nearest->grade_max, 2) + " rise over run"}};
}

}  // namespace fw
