#include <utility>

#include "core/world/flow/flow_internal.h"
#include "core/world/places/places.h"

// The stages of named places.

namespace fw {
namespace {

Paths place_paths() {
  Paths paths{"frame.", "factions[].names", part_seed_path(SeedPart::regions)};
  add_columns("names", kNameColumns, paths);
  return paths;
}

}  // namespace

StageHandle<NamedRanges> list_ranges(const StageList& list, const LayerStages& layers) {
  Paths paths = place_paths();
  add_forms({PlaceKind::range}, paths);
  return list.add(
      {"ranges", 4, paths},
      [](const StageContext& c, const Island& island, const Administration& admin,
         const NamedWaters& waters) {
        NamedRanges made{{}, waters.naming};
        made.places = name_places(c.tmpl, c.seeds.of(SeedPart::regions), {PlaceKind::range, island.main.grid},
                                  find_ranges(PlaceScale(c.tmpl.frame), place_ground(island)),
                                  Tongues(admin.map, c.tmpl.vocabulary), made.naming);
        return made;
      },
      layers.island.natural, layers.admin, layers.named_waters);
}

StageHandle<MadePlaces> list_named_places(const StageList& list, const LayerStages& layers,
                                          StageHandle<NamedRanges> ranges, const KindStages& kinds) {
  Paths paths = place_paths();
  add_forms({PlaceKind::summit, PlaceKind::pass, PlaceKind::valley, PlaceKind::cape, PlaceKind::bay,
             PlaceKind::strait, PlaceKind::wood, PlaceKind::marsh, PlaceKind::islet},
            paths);
  paths.insert(paths.end(), {"biomes[].tags", "hand.places[", "hand.regions[].name", "hand.regions[].on"});
  return list.add(
      {"places", 15, paths},
      [](const StageContext& c, const Island& island, const Administration& admin, const FittedBiomes& biomes,
         const WaterPlan* water, const NamedWaters& waters, const NamedRanges& named,
         const LandmarkPlan& landmarks, const Roads* roads) {
        PlaceInputs inputs{c.tmpl,
                           c.seeds.of(SeedPart::regions),
                           admin.map,
                           island,
                           biomes.layer.code,
                           water,
                           &waters.network,
                           {}};
        if (roads != nullptr)
          for (const RoadPiece& piece : roads->pieces) {
            if (piece.type != RoadClass::trail) inputs.ways_m.push_back(piece.vertices_m);
          }
        else
          for (const Track& track : landmarks.tracks) inputs.ways_m.push_back(track.vertices_m);
        Naming naming = named.naming;
        for (const Landmark& landmark : landmarks.landmarks)
          if (!landmark.name.empty()) naming.taken.add(landmark.name);
        return make_places(inputs, admin.seas_and_islands, named.places, waters.stems, std::move(naming));
      },
      layers.island.natural, layers.admin, layers.biomes.by_hand, layers.water.by_hand, layers.named_waters,
      ranges, kinds.named, kinds.roads);
}

}  // namespace fw
