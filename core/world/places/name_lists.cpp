#include "core/world/places/name_lists.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/world/land/spacing.h"
#include "core/world/places/find_internal.h"
#include "core/world/regions/regions_raster.h"

namespace fw {
namespace {

constexpr double kLongEnough = 0.6;  // of the median length of rivers

Vec2 in_millimetres(Vec2 p) {
  return {to_millimetres(p.x), to_millimetres(p.y)};
}

void name_kind(const Template& tmpl, const SeedBundle& seeds, const RegionMap& map, LandmarkKind kind,
               LandmarkPlan& plan, Naming& naming) {
  const LandmarkRow& row = tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  if (!row.named) return;
  std::vector<PlaceToName> places;
  std::vector<Landmark*> nameless;
  std::array<uint64_t, 256> turn{};  // by region
  for (Landmark& landmark : plan.landmarks) {
    if (landmark.kind != kind) continue;
    const uint8_t region = region_of_landmark(map.code, landmark);
    const uint64_t at_turn = turn[region]++;
    if (!landmark.name.empty()) continue;
    nameless.push_back(&landmark);
    places.push_back(landmark_to_name(map, region, at_turn, tmpl.vocabulary));
  }
  const std::vector<DrawnName> names = draw_names(seeds, list_of_kind(row), places, naming);
  for (size_t k = 0; k < nameless.size(); ++k) nameless[k]->name = names[k].name;
}

}  // namespace

Tongues::Tongues(const RegionMap& map, const Vocabulary& vocabulary)
    : regions_(map.regions), vocabulary_(vocabulary), code_(plan_code_of(map)), ground_(ground_of(code_)) {}

const NameRow& Tongues::at(Vec2 place_m) const {
  const uint8_t code = code_[nearest_ground(ground_, place_m)];
  return names_of(vocabulary_, code == 0 ? Faction{} : regions_[code - 1u].owner);
}

PlaceToName region_to_name(const RegionMap& map, size_t region, const Vocabulary& vocabulary) {
  return {map.anchors[region].id, &names_of(vocabulary, map.regions[region].owner)};
}

/// A place is called by its region and its turn there, not by its turn in the world.
PlaceToName landmark_to_name(const RegionMap& map, uint8_t region, uint64_t turn,
                             const Vocabulary& vocabulary) {
  static const NameRow kFirstRules;
  if (region == 0) return {splitmix64(turn), &kFirstRules};
  return {splitmix64(map.anchors[region - 1u].id + turn),
          &names_of(vocabulary, map.regions[region - 1u].owner)};
}

NameList list_of_regions() {
  return {"region"};
}

NameList list_of_kind(const LandmarkRow& kind) {
  return {kind.id, {}, kind.name_suffix};
}

NameList list_of_places(PlaceKind kind) {
  return {std::string(kPlaceKindSlugs[static_cast<size_t>(kind)]), kind};
}

std::vector<NamedPlace> name_places(const Template& tmpl, const SeedBundle& seeds, const FoundOn& on,
                                    const std::vector<FoundPlace>& found, const Tongues& tongues,
                                    Naming& naming, const std::vector<std::string>& stems) {
  std::vector<Vec2> at_m;
  for (const FoundPlace& place : found) at_m.push_back(place.at_m);
  const std::vector<uint64_t> addresses = addresses_in(tmpl.frame, at_m);
  std::vector<PlaceToName> to_name;
  for (size_t k = 0; k < found.size(); ++k) {
    const bool of_river = found[k].river >= 0 && !stems.empty();
    to_name.push_back({addresses[k], &tongues.at(on.grid.centre(static_cast<size_t>(found[k].ground_cell))),
                       found[k].height_m,
                       of_river ? stems[static_cast<size_t>(found[k].river)] : std::string()});
  }
  std::vector<DrawnName> names = draw_names(seeds, list_of_places(on.kind), to_name, naming);
  std::vector<NamedPlace> places;
  for (size_t k = 0; k < found.size(); ++k) {
    if (names[k].name.empty()) continue;
    NamedPlace& place = places.emplace_back();
    place.kind = on.kind;
    place.name = std::move(names[k].name);
    place.culture = to_name[k].rules->id.empty() ? std::string(kFirstNames) : to_name[k].rules->id;
    place.at_m = in_millimetres(found[k].at_m);
    place.size_m = found[k].size_m;
    place.height_m = found[k].height_m;
    for (const Vec2 v : found[k].line_m) place.line_m.push_back(in_millimetres(v));
  }
  return places;
}

void name_regions(RegionMap& map, const Template& tmpl, const SeedBundle& seeds, Naming& naming) {
  std::vector<PlaceToName> places;
  for (size_t r = 0; r < map.regions.size(); ++r) {
    places.push_back(region_to_name(map, r, tmpl.vocabulary));
    places.back().stated = r < map.stated_names.size() && !map.stated_names[r].empty();
  }
  const std::vector<DrawnName> names = draw_names(seeds, list_of_regions(), places, naming);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    map.regions[r].name = places[r].stated ? map.stated_names[r] : names[r].name;
  }
}

std::vector<std::string> name_waters(const Template& tmpl, const SeedBundle& seeds, const Tongues& tongues,
                                     const GridSpec& plan, Water& water, Naming& naming) {
  std::vector<double> lengths;
  for (const River& river : water.rivers) lengths.push_back(river.length_m);
  std::sort(lengths.begin(), lengths.end());
  const double enough = lengths.empty() ? 0 : kLongEnough * lengths[lengths.size() / 2];
  // Those that rows of the hand name keep their names.
  const auto draw = [&](PlaceKind kind, const std::vector<uint32_t>& cells, const auto& stated) {
    std::vector<Vec2> at_m;
    for (const uint32_t cell : cells) at_m.push_back(plan.centre(static_cast<size_t>(cell)));
    const std::vector<uint64_t> addresses = addresses_in(tmpl.frame, at_m);
    std::vector<PlaceToName> places;
    for (size_t k = 0; k < cells.size(); ++k) {
      places.push_back({addresses[k], &tongues.at(at_m[k])});
      places.back().stated = stated(k);
    }
    return draw_names(seeds, list_of_places(kind), places, naming);
  };
  std::vector<uint32_t> cells;
  for (const Lake& lake : water.lakes) cells.push_back(lake.outlet_cell);
  const std::vector<DrawnName> lakes =
      draw(PlaceKind::lake, cells, [&](size_t k) { return !water.lakes[k].name.empty(); });
  for (size_t k = 0; k < lakes.size(); ++k)
    if (water.lakes[k].name.empty()) water.lakes[k].name = lakes[k].name;
  cells.clear();
  std::vector<size_t> longer;
  for (size_t k = 0; k < water.rivers.size(); ++k)
    if (water.rivers[k].length_m > enough) {
      longer.push_back(k);
      cells.push_back(water.rivers[k].mouth_cell);
    }
  const std::vector<DrawnName> rivers =
      draw(PlaceKind::river, cells, [&](size_t k) { return !water.rivers[longer[k]].name.empty(); });
  std::vector<std::string> stems(water.rivers.size());
  for (size_t k = 0; k < longer.size(); ++k) {
    if (!water.rivers[longer[k]].name.empty()) continue;
    water.rivers[longer[k]].name = rivers[k].name;
    stems[longer[k]] = rivers[k].stem;
  }
  return stems;
}

void name_landmarks(const Template& tmpl, const SeedBundle& seeds, const RegionMap& map, const Naming& before,
                    LandmarkPlan& plan, const LandmarkPlan* natural) {
  for (Landmark& landmark : plan.landmarks)
    if (natural != nullptr && landmark.natural >= 0 && landmark.name.empty())
      landmark.name = natural->landmarks[static_cast<size_t>(landmark.natural)].name;
  Naming naming = before;
  naming.eased.clear();
  // Those that keep the name of a natural one, or have one by hand, stand before any is drawn.
  for (const Landmark& landmark : plan.landmarks)
    if (!landmark.name.empty()) naming.taken.add(landmark.name);
  const std::vector<LandmarkRow>& kinds = tmpl.vocabulary.landmarks;
  for (const bool towns : {true, false})
    for (size_t k = 0; k < kinds.size(); ++k)
      if ((kinds[k].role == LandmarkRole::seat) == towns)
        name_kind(tmpl, seeds, map, static_cast<LandmarkKind>(k), plan, naming);
  const Findings eased = tell_eased_names(naming);
  plan.findings.insert(plan.findings.end(), eased.begin(), eased.end());
}

}  // namespace fw
