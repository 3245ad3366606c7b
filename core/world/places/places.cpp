#include "core/world/places/places.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fw {
namespace {

constexpr double kLeastWood_km2 = 0.45, kLeastMarsh_km2 = 0.12;
constexpr size_t kMostWoods = 6, kMostMarshes = 4;

/// 1 on the ground of biomes with the tag.
Mask ground_with_tag(const PlaceInputs& inputs, std::string_view tag) {
  std::vector<uint8_t> tagged{0};  // by code
  for (const BiomeRow& row : inputs.tmpl.vocabulary.biomes)
    tagged.push_back(std::ranges::find(row.tags, tag) != row.tags.end());
  Mask out(inputs.biome.grid);
  for (size_t cell = 0; cell < out.size(); ++cell)
    out[cell] = inputs.biome[cell] < tagged.size() ? tagged[inputs.biome[cell]] : uint8_t{0};
  return out;
}

}  // namespace

PlaceGround place_ground(const Island& island) {
  const bool on_plan = island.plan.grid == island.main.grid;
  return {on_plan ? island.plan : island.piece, island.islets, island.height_m};
}

MadePlaces make_places(const PlaceInputs& inputs, const std::vector<NamedPlace>& first,
                       const std::vector<NamedPlace>& ranges, const std::vector<std::string>& stems,
                       Naming naming) {
  const PlaceScale scale(inputs.tmpl.frame);
  const Island& island = inputs.island;
  const PlaceGround ground = place_ground(island);
  MadePlaces made{first, {}, {}};
  for (NamedPlace& place : made.places)  // that were named before there were heights
    if (place.kind == PlaceKind::island)
      place.height_m = static_cast<double>(island.height_m[island.main.grid.cell_at(place.at_m)]);
  made.places.insert(made.places.end(), ranges.begin(), ranges.end());
  const Tongues tongues(inputs.map, inputs.tmpl.vocabulary);
  const auto add = [&](PlaceKind kind, const std::vector<FoundPlace>& found) {
    const std::vector<NamedPlace> places =
        name_places(inputs.tmpl, inputs.seeds, {kind, ground.piece.grid}, found, tongues, naming, stems);
    made.places.insert(made.places.end(), places.begin(), places.end());
  };
  const SummitsAndPasses high = find_summits_and_passes(scale, ground, inputs.ways_m);
  add(PlaceKind::summit, high.summits);
  add(PlaceKind::pass, high.passes);
  if (inputs.water != nullptr)
    add(PlaceKind::valley, find_valleys(scale, ground, *inputs.water, *inputs.named));
  const CapesAndBays shore = find_capes_and_bays(scale, ground);
  add(PlaceKind::cape, shore.capes);
  add(PlaceKind::bay, shore.bays);
  add(PlaceKind::strait, find_straits(scale, ground));
  add(PlaceKind::wood, find_pieces(scale, ground, ground_with_tag(inputs, "wood"), PlaceKind::wood,
                                   kLeastWood_km2, kMostWoods));
  add(PlaceKind::marsh, find_pieces(scale, ground, ground_with_tag(inputs, "wet"), PlaceKind::marsh,
                                    kLeastMarsh_km2, kMostMarshes));
  add(PlaceKind::islet, find_islets(scale, ground));
  std::ranges::stable_sort(made.places, {}, &NamedPlace::kind);
  for (size_t k = 0; k < made.places.size(); ++k) made.places[k].number = static_cast<int>(k) + 1;
  made.findings = tell_eased_names(naming);
  apply_place_rows(inputs, naming, made);
  return made;
}

}  // namespace fw
