#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/world/dice/class_streams.h"
#include "core/world/dice/rerolls.h"
#include "core/world/flow/habitats_internal.h"
#include "core/world/hand/content/class_hand.h"
#include "core/world/hand/content/hand_points.h"
#include "core/world/hand/content/hand_points_report.h"
#include "core/world/points/class_field.h"
#include "core/world/points/habitat_survey.h"
#include "core/world/points/placement.h"
#include "core/world/points/placement_spots.h"

// The stages of the points.

namespace fw {
namespace {

/// How many classes may have the cells where they live found before the landmarks are placed: up to 16 bytes
/// for every land cell. With the hand these are read twice, which is worth more room.
size_t fields_ahead(const StageContext& context, bool by_hand) {
  const double most_cells = by_hand ? 6 << 20 : 2 << 20;
  const LandParams& params = context.tmpl.land;
  const double fraction = params.shape == LandShape::inland ? 1.0 : params.fraction;
  const double land = fraction * static_cast<double>(context.grid.cells());
  return static_cast<size_t>(most_cells / std::max(land, 1.0));
}

/// The noise takes 8 bytes for every class and land cell, fields up to 20: not kept for larger rasters.
constexpr size_t kMostCellsKept = size_t{1} << 19;

/// The stages of one class.
struct ClassStages {
  StageHandle<PlacedClass> natural;  ///< without the hand
  /// What it is placed in; not asked where that is made with it, not ahead.
  StageHandle<ClassField> natural_field;
  /// Of enemies with a seed of their own: without it; else `natural`. Rarities are counted among all enemies:
  /// those of the others are as if the class had not been rolled.
  StageHandle<PlacedClass> unrolled;
  /// On the ground of the hand, within its areas, by its dice; else `natural`.
  StageHandle<PlacedClass> placed;
  StageHandle<PlacedClass> adapted;    ///< with its pins and bans; no hand where there are none
  StageHandle<ClassField> hand_field;  ///< what these are placed in; no hand where nothing is moved
  StageHandle<PlacedSpots> spots;      ///< beside the points; not asked where nodes do not move
};

/// A point class, and the rows of the hand that concern it; null where none of the hand's concerns any class.
struct HandClass {
  PointClassRow row;
  std::shared_ptr<const ClassHand> hand = {};

  bool has_points() const { return hand != nullptr && hand->has_points(); }
};

/// Where a class lives. `noise` = its noise, null where it is not kept.
ClassField field_of(const HandClass& of, bool with_feature, const PlacementInputs& inputs,
                    const HabitatSurvey& survey, const ClassNoise* noise) {
  if (of.row.cls->quota <= 0) return {};
  return find_cells(inputs, survey, of.row.category, *of.row.cls, noise, with_feature);
}

/// Enemies as if their class had no seed of its own.
PlacedClass place_without_seed(const PointClassRow& row, const StageContext& context,
                               const PlacementLayers& layers, const HabitatSurvey& survey,
                               const LandmarkPlan& landmarks) {
  Template without = context.tmpl;
  PointClass& cls = without.enemies[static_cast<size_t>(row.cls - context.tmpl.enemies.data())];
  cls.seed.reset();
  const StageContext of{without,          context.seeds,   context.grid,
                        context.progress, context.imports, context.draft};
  const PlacementInputs inputs = layers.inputs(of);
  return place_class(inputs, survey, row.category, cls, landmarks,
                     field_of({{row.category, &cls, row.path}}, false, inputs, survey, nullptr));
}

/// Spare spots beside the points as they finally stand.
PlacedSpots spots_of(const HandClass& of, const PlacementInputs& inputs, const HabitatSurvey& survey,
                     const LandmarkPlan& landmarks, const PlacedClass& placed, const ClassField* field,
                     const ClassNoise* noise) {
  const std::vector<const BanRow*> bans = of.hand != nullptr ? of.hand->bans : std::vector<const BanRow*>();
  const auto banned = [&](Vec2 at) {
    return std::any_of(bans.begin(), bans.end(),
                       [&](const BanRow* ban) { return covers(*ban, of.row.cls->spacing_m, at); });
  };
  return place_spots(inputs, of.row.category, *of.row.cls, landmarks,
                     field != nullptr ? *field : field_of(of, false, inputs, survey, noise), placed, banned);
}

/// Lists the stages of the classes one after the other. Of the hand, a class's keys hold the rows that
/// concern it alone.
struct ClassLister {
  const StageList& list;
  const PointInputs& inputs;
  StageHandle<std::vector<uint32_t>> cells;
  std::map<std::string, StageHandle<Raster<float>>> densities = {};  ///< by the areas' text
  ConditionStages conditions{list};

  static Paths field_paths(const PointClassRow& row) {
    Paths paths{"noise.type.", "noise.feature.", "danger[].wildlife", part_seed_path(SeedPart::points)};
    // What a class's row says of its placement; how it lives and comes back is no part of the world.
    for (const char* column : {"class", "label", "family", "tier", "biomes.", "danger", "quota", "spacing",
                               "landmark_pull", "gate", "gamma", "ground", "near.", "seed"})
      paths.push_back(row.path + "." + column);
    return paths;
  }
  static Paths place_paths(const PointClassRow& row) {
    Paths paths = field_paths(row);
    paths.insert(paths.end(), {"landmarks[].keep_", "landmarks[].draws_enemies", kPlaceSeedPath});
    return paths;
  }
  /// What a class reads that fills gaps: other dice too.
  static Paths fill_paths(const PointClassRow& row, const Paths& rerolls) {
    Paths paths = place_paths(row);
    paths.insert(paths.end(), rerolls.begin(), rerolls.end());
    return paths;
  }
  bool caches_cells() const { return list.context.grid.cells() <= kMostCellsKept; }
  static double cost_ms(const PointClassRow& row) { return 0.3 + 0.004 * row.cls->quota; }

  ClassStages add(const HandClass& of, bool field_ahead) {
    const Conditions& stated = of.row.cls->conditions;
    if (stated.stated()) return add_on(of, false, Absence::not_asked, conditions.of(inputs, stated));
    StageHandle<ClassNoise> noise = Absence::not_asked;  // for so many cells
    if (caches_cells())
      noise = list.add(
          {"noise " + class_tag(of.row.category, *of.row.cls),
           3,
           {"noise.type.", "noise.feature.", of.row.path + ".seed", part_seed_path(SeedPart::points)},
           Keep::second_request},
          [row = of.row](const StageContext& c, const std::vector<uint32_t>& at) {
            return make_class_noise(c.tmpl, class_seeds(c.seeds, *row.cls), c.grid, at, row.category,
                                    *row.cls);
          },
          cells);
    return add_on(of, field_ahead, noise, inputs);
  }

  ClassStages add_on(const HandClass& of, bool field_ahead, StageHandle<ClassNoise> noise,
                     const PointInputs& on) {
    ClassStages made;
    made.natural_field = Absence::not_asked;
    if (field_ahead) made.natural_field = add_field(of, noise, on);
    made.natural = list.add(
        {"points " + of.row.path, cost_ms(of.row), place_paths(of.row), Keep::recent, "points"},
        [of](const StageContext& c, const PlacementLayers& layers, const HabitatSurvey& survey,
             const LandmarkPlan& landmarks, const ClassField* field, const ClassNoise* own_noise) {
          const PlacementInputs at = layers.inputs(c);
          return place_class(at, survey, of.row.category, *of.row.cls, landmarks,
                             field != nullptr ? *field : field_of(of, false, at, survey, own_noise));
        },
        on.layers.natural, on.habitats.natural, on.landmarks.natural, made.natural_field,
        field_ahead ? StageHandle<ClassNoise>(Absence::not_asked) : noise);
    made.unrolled = made.natural;
    if (of.row.category == Category::enemy && of.row.cls->seed)
      made.unrolled = list.add({"points without the seed of " + of.row.path, cost_ms(of.row),
                                place_paths(of.row), Keep::recent, "points"},
                               std::bind_front(place_without_seed, of.row), on.layers.natural,
                               on.habitats.natural, on.landmarks.natural);
    add_by_hand(of, noise, on, made);
    add_spots(of, noise, on, made);
    return made;
  }

  void add_spots(const HandClass& of, StageHandle<ClassNoise> noise, const PointInputs& on,
                 ClassStages& made) const {
    made.spots = Absence::not_asked;
    if (!has_spare_spots(*of.row.cls)) return;
    Paths paths = fill_paths(of.row, reroll_paths(list.context.tmpl, of.row.category, *of.row.cls));
    paths.insert(paths.end(), {of.row.path + ".renewal", of.row.path + ".spare"});
    const bool by_hand = made.hand_field.exists();
    made.spots = list.add(
        {"spare spots " + of.row.path, 3 * cost_ms(of.row), std::move(paths), Keep::recent, "points",
         of.hand != nullptr ? of.hand->points_text() : std::string()},
        [of](const StageContext& c, const PlacementLayers& layers, const HabitatSurvey& survey,
             const LandmarkPlan& landmarks, const PlacedClass& placed, const ClassField* field,
             const ClassNoise* own_noise) {
          return spots_of(of, layers.inputs(c), survey, landmarks, placed, field, own_noise);
        },
        on.layers.by_hand, on.habitats.by_hand, on.landmarks.by_hand,
        made.adapted.exists() ? made.adapted : made.placed, by_hand ? made.hand_field : made.natural_field,
        by_hand || made.natural_field.exists() ? StageHandle<ClassNoise>(Absence::not_asked) : noise);
  }

  /// Under the hand the same field is read at every edit.
  StageHandle<ClassField> add_field(const HandClass& of, StageHandle<ClassNoise> noise,
                                    const PointInputs& on) const {
    const bool with_feature = on.moved() || of.has_points();
    return list.add(
        {"cells " + of.row.path,
         0.6,
         field_paths(of.row),
         caches_cells() ? Keep::repeated : Keep::never,
         {},
         with_feature ? "with feature" : ""},
        [of, with_feature](const StageContext& c, const PlacementLayers& layers, const HabitatSurvey& survey,
                           const ClassNoise* own_noise) {
          return field_of(of, with_feature, layers.inputs(c), survey, own_noise);
        },
        on.layers.natural, on.habitats.natural, noise);
  }

  void add_by_hand(const HandClass& of, StageHandle<ClassNoise> noise, const PointInputs& on,
                   ClassStages& made) {
    const PointClassRow& row = of.row;
    const std::string areas = of.hand != nullptr ? of.hand->areas_text() : std::string();
    const Paths rerolls = reroll_paths(list.context.tmpl, row.category, *row.cls);
    const bool placed_anew = on.moved() || !areas.empty();
    made.placed = made.natural;
    made.adapted = Absence::no_hand;
    made.hand_field = Absence::no_hand;
    if (!placed_anew && rerolls.empty() && !of.has_points()) return;
    StageHandle<HabitatSurvey> natural_habitats = Absence::no_hand;
    if (on.moved()) natural_habitats = on.habitats.natural;
    const auto field = list.add(
        {"cells by hand " + row.path, 1, field_paths(row), Keep::never, {}, areas},
        [of](const StageContext& c, const PlacementLayers& layers, const HabitatSurvey& survey,
             const HabitatSurvey* natural_survey, const ClassField* natural, const Raster<float>* density,
             const ClassNoise* own_noise) {
          return field_by_hand(layers.inputs(c), of.row, of.hand.get(), survey, natural_survey, natural,
                               density, own_noise);
        },
        on.layers.by_hand, on.habitats.by_hand, natural_habitats, made.natural_field, density_of(of, areas),
        noise);
    made.hand_field = field;
    if (placed_anew)
      made.placed = list.add(
          {"points by hand " + row.path, cost_ms(row), place_paths(row), Keep::recent, "points", areas},
          [of](const StageContext& c, const PlacementLayers& layers, const HabitatSurvey& survey,
               const LandmarkPlan& landmarks, const PlacedClass& natural, const ClassField& in) {
            return place_by_hand(layers.inputs(c), of.row, of.hand.get(), survey, landmarks, natural, in);
          },
          on.layers.by_hand, on.habitats.by_hand, on.landmarks.by_hand, made.natural, field);
    if (!rerolls.empty())
      made.placed = list.add(
          {"rolled points " + row.path, cost_ms(row), fill_paths(row, rerolls), Keep::recent, "points"},
          [row](const StageContext& c, const PlacementLayers& layers, const LandmarkPlan& landmarks,
                const PlacedClass& placed, const ClassField& in) {
            return roll_class(layers.inputs(c), row.category, *row.cls, landmarks, in, placed);
          },
          on.layers.by_hand, on.landmarks.by_hand, made.placed, field);
    if (!of.has_points()) return;
    made.adapted = list.add(
        {"pins " + row.path, 1 + cost_ms(row), fill_paths(row, rerolls), Keep::recent, "points",
         of.hand->points_text()},
        [of](const StageContext& c, const PlacementLayers& layers, const LandmarkPlan& landmarks,
             const PlacedClass& placed, const ClassField& in) {
          return adapt_class(layers.inputs(c), of.row, landmarks, in, placed, *of.hand);
        },
        on.layers.by_hand, on.landmarks.by_hand, made.placed, field);
  }

  /// Classes with equal areas share it.
  StageHandle<Raster<float>> density_of(const HandClass& of, const std::string& areas) {
    if (areas.empty()) return Absence::no_hand;
    const auto [at, first] = densities.try_emplace(areas);
    if (first)
      at->second =
          list.add({"density " + of.row.path, 2, {"frame."}, Keep::recent, {}, areas},
                   [hand = of.hand](const StageContext& c) { return area_density(hand->areas, c.grid); });
    return at->second;
  }
};

/// The layers carried over the sea where a class stands there.
Both<PlacementLayers> list_sea(const StageList& list, const Both<PlacementLayers>& layers) {
  const std::vector<PointClassRow> rows = point_class_rows(list.context.tmpl);
  if (std::none_of(rows.begin(), rows.end(),
                   [](const PointClassRow& row) { return row.cls->conditions.ground == GroundKind::sea; }))
    return Absence::not_asked;
  return list.both(
      {"layers at sea", 3, {}, Keep::never},
      [](const StageContext& c, const PlacementLayers& on_land) {
        SeaLayers sea = extend_to_sea(on_land.inputs(c));
        const auto share = [](auto&& value) {
          return std::make_shared<const std::remove_cvref_t<decltype(value)>>(std::move(value));
        };
        PlacementLayers out = on_land;
        Administration admin;  // without weights: nothing is fitted at sea
        admin.map = std::move(sea.map);
        out.admin = share(std::move(admin));
        out.danger = share(FittedDanger{std::move(sea.danger), {}, {}, {}});
        out.biomes = share(FittedBiomes{std::move(sea.biome), {}, {}, {}});
        out.factions = share(FittedFactions{std::move(sea.faction), {}, {}, {}});
        return out;
      },
      layers);
}

/// All classes as the stages left them.
struct ClassHandles {
  std::vector<StageHandle<PlacedClass>> before;  ///< without the hand; empty where it moves nothing
  std::vector<StageHandle<PlacedClass>> placed, adapted;
  std::vector<StageHandle<PlacedSpots>> spots;
};

/// Points, landmarks and tracks of the world. `natural_layers` = null: the hand moves nothing.
Content collect(const std::shared_ptr<const ClassHands>& hands, const StageContext& context,
                const PlacementLayers& layers, const LandmarkPlan& landmarks, const PlacedClasses& placed,
                const PlacedClasses& adapted, const AllSpots& spots, const PlacementLayers* natural_layers,
                const LandmarkPlan* natural_landmarks, const PlacedClasses& natural,
                const PlacementLayers* at_sea, const PlacementLayers* natural_at_sea) {
  const auto inputs_of = [&context](const PlacementLayers* of) {
    return of != nullptr ? std::optional<PlacementInputs>(of->inputs(context)) : std::nullopt;
  };
  const PlacementInputs inputs = layers.inputs(context);
  const std::optional<PlacementInputs> sea = inputs_of(at_sea), natural_sea = inputs_of(natural_at_sea);
  const PlacementInputs* const sea_inputs = sea ? &*sea : nullptr;
  if (natural_layers == nullptr) {
    Content content = collect_content(inputs, landmarks, placed, {}, nullptr, sea_inputs);
    collect_spots(spots, content);
    return content;
  }
  const NaturalContent before{natural_layers->inputs(context), *natural_landmarks, natural,
                              natural_sea ? &*natural_sea : nullptr};
  Content content = collect_content(inputs, landmarks, placed, adapted, &before, sea_inputs);
  collect_spots(spots, content);
  if (hands != nullptr) content.hand = point_outcomes(inputs, *hands, natural, content);
  return content;
}

}  // namespace

StageHandle<Content> list_points(const StageList& list, const Both<Island>& island,
                                 const PlaceStages& places) {
  PointInputs inputs{places.layers, list_habitats(list, places), places.landmarks,
                     list_sea(list, places.layers), places.roads};
  std::shared_ptr<const ClassHands> hands;
  if (ClassHands sorted = sort_hand_by_class(list.context.tmpl); !sorted.empty())
    hands = std::make_shared<const ClassHands>(std::move(sorted));
  ClassLister lister{list, inputs, list.add({"placement cells", 0.3}, placement_cells, island.by_hand)};
  ClassHandles classes;
  bool moved = hands != nullptr || inputs.moved();
  const size_t ahead = fields_ahead(list.context, moved);
  for (const PointClassRow& row : point_class_rows(list.context.tmpl)) {
    const size_t c = classes.placed.size();
    HandClass of{row};
    if (hands != nullptr) of.hand = {hands, &hands->classes[c]};
    const ClassStages made = lister.add(of, c < ahead);
    classes.before.push_back(made.unrolled);
    classes.placed.push_back(made.placed);
    classes.adapted.push_back(made.adapted);
    classes.spots.push_back(made.spots);
    moved = moved || made.placed.index != made.unrolled.index;
  }
  StageHandle<PlacementLayers> natural_layers = Absence::no_hand;
  StageHandle<LandmarkPlan> natural_landmarks = Absence::no_hand;
  if (moved) {
    natural_layers = inputs.layers.natural;
    natural_landmarks = places.named.natural;
  } else {
    classes.before.clear();
  }
  return list.add({"points", 1.5, {}, Keep::never}, std::bind_front(collect, hands), inputs.layers.by_hand,
                  places.named.by_hand, classes.placed, classes.adapted, classes.spots, natural_layers,
                  natural_landmarks, classes.before, inputs.at_sea.by_hand, inputs.at_sea.natural);
}

}  // namespace fw
