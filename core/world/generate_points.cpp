#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/world/dice/rerolls.h"
#include "core/world/generate_internal.h"

// The stages of the points (generate.cpp lists all others).

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
  StageHandle<PlacedClass> natural;       ///< without the hand
  StageHandle<ClassField> natural_field;  ///< what it is placed in, where that is made ahead
  /// Of enemies with a seed of their own: without it; else `natural`. Rarities are counted among all enemies:
  /// those of the others are as if the class had not been rolled.
  StageHandle<PlacedClass> unrolled;
  StageHandle<PlacedClass>
      placed;  ///< on the ground of the hand, within its areas, by its dice; else `natural`
  StageHandle<PlacedClass> adapted;  ///< with its pins and bans; none where there are none
};

/// "ground river, near.bridge 0 100": what a class's conditions are, as text.
std::string text_of(const Conditions& conditions) {
  std::string text = "ground " + std::string(kGroundKindSlugs[static_cast<size_t>(conditions.ground)]);
  for (size_t k = 0; k < kNearFeatures; ++k)
    if (const auto& range = conditions.near[k])
      text += ", near." + std::string(near_key(*kNear[k])) + " " + number_text((*range)[0]) + " " +
              number_text((*range)[1]);
  return text;
}

/// The stages that classes with conditions look at; classes of one ground with equal conditions share them.
struct ConditionStages {
  Plan& plan;
  const StageContext& context;
  std::map<std::pair<size_t, std::string>, StageHandle<HabitatSurvey>> surveys = {};
  std::map<std::pair<size_t, std::string_view>, StageHandle<FeatureIndex>> indexes = {};

  /// The ground as a class with conditions sees it.
  PointInputs of(const PointInputs& ground, const Conditions& conditions) {
    PointInputs out = ground;
    if (conditions.ground == GroundKind::sea) out.layers = ground.at_sea;
    const std::string text = text_of(conditions);
    const auto [at, first] = surveys.try_emplace({ground.landmarks.index, text});
    if (first) {
      const bool wet = context.tmpl.water.rivers == Nature::natural;
      std::vector<StageHandle<FeatureIndex>> measured;
      for (const std::string_view measure : place_measures(conditions, wet))
        measured.push_back(index(ground, measure));
      at->second = plan.add(
          {"habitats " + numbered(surveys.size()), 3, {"landmarks[].keep_"}, Keep::recent, {}, text},
          std::bind_front(&stages::survey_places, conditions), out.layers, ground.landmarks, measured);
    }
    out.habitats = at->second;
    return out;
  }

 private:
  static std::string numbered(size_t count) { return "with conditions " + std::to_string(count); }

  StageHandle<FeatureIndex> index(const PointInputs& ground, std::string_view measure) {
    const auto [at, first] = indexes.try_emplace({ground.landmarks.index, measure});
    if (first)
      at->second = plan.add({"index " + std::string(measure) + " " + std::to_string(indexes.size()),
                             1,
                             {},
                             Keep::recent,
                             {},
                             std::string(measure)},
                            std::bind_front(&stages::index_feature, measure), ground.layers, ground.landmarks,
                            ground.roads);
    return at->second;
  }
};

/// Lists the stages of the classes one after the other. Of the hand, a class's keys hold the rows that
/// concern it alone.
struct ClassLister {
  Plan& plan;
  const StageContext& context;
  const PointInputs& natural;  ///< without the hand
  const PointInputs& ground;   ///< the same where the hand leaves layers and landmarks alone
  StageHandle<std::vector<uint32_t>> cells;
  std::map<std::string, StageHandle<Raster<float>>> densities = {};  ///< by the areas' text
  ConditionStages conditions{plan, context};

  Paths field_paths(const PointClassRow& row) const {
    return {row.path + ".", "noise.type.", "noise.feature.", "danger[].wildlife",
            part_seed_path(SeedPart::points)};
  }
  Paths place_paths(const PointClassRow& row) const {
    Paths paths = field_paths(row);
    paths.insert(paths.end(), {"landmarks[].keep_", "landmarks[].draws_enemies", kPlaceSeedPath});
    return paths;
  }
  /// What a class reads that fills gaps: other dice too.
  Paths fill_paths(const PointClassRow& row, const Paths& rerolls) const {
    Paths paths = place_paths(row);
    paths.insert(paths.end(), rerolls.begin(), rerolls.end());
    return paths;
  }
  bool keeps_cells() const { return context.grid.cells() <= kMostCellsKept; }
  static double cost_ms(const PointClassRow& row) { return 0.3 + 0.004 * row.cls->quota; }

  ClassStages list(const PointClassStages& of, bool field_ahead) {
    const Conditions& stated = of.row.cls->conditions;
    if (stated.stated())
      return list_on(of, false, {}, conditions.of(natural, stated), conditions.of(ground, stated));
    StageHandle<ClassNoise> noise;
    const std::string tag = class_tag(of.row.category, *of.row.cls);
    if (keeps_cells())
      noise = plan.add(
          {"noise " + tag,
           3,
           {"noise.type.", "noise.feature.", of.row.path + ".seed", part_seed_path(SeedPart::points)},
           Keep::second_request},
          std::bind_front(&PointClassStages::noise, of), cells);
    return list_on(of, field_ahead, noise, natural, ground);
  }

  ClassStages list_on(const PointClassStages& of, bool field_ahead, StageHandle<ClassNoise> noise,
                      const PointInputs& before, const PointInputs& now) {
    ClassStages made;
    const bool pinned = of.hand != nullptr && of.hand->has_points();
    const bool with_feature = now != before || pinned;
    if (field_ahead)  // under the hand the same one is read at every edit
      made.natural_field = plan.add({"cells " + of.row.path,
                                     0.6,
                                     field_paths(of.row),
                                     keeps_cells() ? Keep::repeated : Keep::never,
                                     {},
                                     with_feature ? "with feature" : ""},
                                    std::bind_front(&PointClassStages::field, of, with_feature),
                                    before.layers, before.habitats, noise);
    made.natural =
        plan.add({"points " + of.row.path, cost_ms(of.row), place_paths(of.row), Keep::recent, "points"},
                 std::bind_front(&PointClassStages::place, of), before.layers, before.habitats,
                 before.landmarks, made.natural_field, field_ahead ? StageHandle<ClassNoise>{} : noise);
    made.unrolled = made.natural;
    if (of.row.category == Category::enemy && of.row.cls->seed)
      made.unrolled = plan.add({"points without the seed of " + of.row.path, cost_ms(of.row),
                                place_paths(of.row), Keep::recent, "points"},
                               std::bind_front(&PointClassStages::place_without_seed, of), before.layers,
                               before.habitats, before.landmarks);
    list_by_hand(of, noise, before, now, made);
    return made;
  }

  void list_by_hand(const PointClassStages& of, StageHandle<ClassNoise> noise, const PointInputs& before,
                    const PointInputs& now, ClassStages& made) {
    const std::string& path = of.row.path;
    const std::string areas = of.hand != nullptr ? of.hand->areas_text() : std::string();
    const Paths rerolls = reroll_paths(context.tmpl, of.row.category, *of.row.cls);
    const bool placed_anew = now != before || !areas.empty();
    const bool has_points = of.hand != nullptr && of.hand->has_points();
    made.placed = made.natural;
    if (!placed_anew && rerolls.empty() && !has_points) return;
    StageHandle<HabitatSurvey> natural_habitats;
    if (now != before) natural_habitats = before.habitats;
    StageHandle<Raster<float>> density;
    if (!areas.empty()) density = density_of(of, areas);
    const auto field = plan.add({"cells by hand " + path, 1, field_paths(of.row), Keep::never, {}, areas},
                                std::bind_front(&PointClassStages::field_by_hand, of), now.layers,
                                now.habitats, natural_habitats, made.natural_field, density, noise);
    if (placed_anew)
      made.placed = plan.add(
          {"points by hand " + path, cost_ms(of.row), place_paths(of.row), Keep::recent, "points", areas},
          std::bind_front(&PointClassStages::place_by_hand, of), now.layers, now.habitats, now.landmarks,
          made.natural, field);
    if (!rerolls.empty())
      made.placed = plan.add(
          {"rolled points " + path, cost_ms(of.row), fill_paths(of.row, rerolls), Keep::recent, "points"},
          std::bind_front(&PointClassStages::roll, of), now.layers, now.landmarks, made.placed, field);
    if (!has_points) return;
    made.adapted = plan.add({"pins " + path, 1 + cost_ms(of.row), fill_paths(of.row, rerolls), Keep::recent,
                             "points", of.hand->points_text()},
                            std::bind_front(&PointClassStages::adapt, of), now.layers, now.landmarks,
                            made.placed, field);
  }

  StageHandle<Raster<float>> density_of(const PointClassStages& of, const std::string& areas) {
    const auto [at, first] = densities.try_emplace(areas);
    if (first)
      at->second = plan.add({"density " + of.row.path, 2, {"frame."}, Keep::recent, {}, areas},
                            std::bind_front(&PointClassStages::density, of));
    return at->second;
  }
};

/// The layers carried over the sea where a class stands there.
void list_sea(Plan& plan, const StageContext& context, PointInputs& natural, PointInputs& ground) {
  bool any = false;
  for (const PointClassRow& row : point_class_rows(context.tmpl))
    any = any || row.cls->conditions.ground == GroundKind::sea;
  if (!any) return;
  natural.at_sea = plan.add({"layers at sea", 3, {}, Keep::never}, stages::layers_at_sea, natural.layers);
  ground.at_sea = natural.at_sea;
  if (!(ground == natural))
    ground.at_sea =
        plan.add({"layers at sea by hand", 3, {}, Keep::never}, stages::layers_at_sea, ground.layers);
}

}  // namespace

PointInputs list_point_ground(Plan& plan, const std::string& habitats_name, const LandmarkStages& landmarks) {
  const auto habitats = plan.add({habitats_name, 1.2, {"landmarks[].keep_"}}, stages::survey_habitats,
                                 landmarks.layers, landmarks.first_kinds);
  return {landmarks.layers, habitats, landmarks.all_kinds, {}, landmarks.roads};
}

StageHandle<Content> list_points(Plan& plan, const StageContext& context, StageHandle<Island> island,
                                 PointInputs natural, PointInputs ground) {
  list_sea(plan, context, natural, ground);
  std::shared_ptr<const ClassHands> hands;
  if (ClassHands sorted = sort_hand_by_class(context.tmpl); !sorted.empty())
    hands = std::make_shared<const ClassHands>(std::move(sorted));
  ClassLister lister{plan, context, natural, ground,
                     plan.add({"placement cells", 0.3}, placement_cells, island)};
  std::vector<StageHandle<PlacedClass>> before, placed, adapted;
  bool moved = hands != nullptr || !(ground == natural);
  const size_t ahead = fields_ahead(context, moved);
  for (const PointClassRow& row : point_class_rows(context.tmpl)) {
    const size_t c = placed.size();
    PointClassStages of{row};
    if (hands != nullptr) of.hand = {hands, &hands->classes[c]};
    const ClassStages made = lister.list(of, c < ahead);
    before.push_back(made.unrolled);
    placed.push_back(made.placed);
    moved = moved || made.placed.index != made.unrolled.index;
    adapted.push_back(made.adapted);
  }
  StageHandle<PlacementLayers> natural_layers;
  StageHandle<LandmarkPlan> natural_landmarks;
  if (moved) {
    natural_layers = natural.layers;
    natural_landmarks = natural.landmarks;
  } else {
    before.clear();
  }
  const auto collect = [hands](const StageContext& of, const PlacementLayers& layers,
                               const LandmarkPlan& landmarks, const PlacedClasses& all,
                               const PlacedClasses& by_hand, const PlacementLayers* layers_before,
                               const LandmarkPlan* landmarks_before, const PlacedClasses& all_before,
                               const PlacementLayers* at_sea, const PlacementLayers* at_sea_before) {
    return stages::collect_content(of, hands, layers, landmarks, all, by_hand, layers_before,
                                   landmarks_before, all_before, at_sea, at_sea_before);
  };
  return plan.add({"points", 1.5, {}, Keep::never}, collect, ground.layers, ground.landmarks, placed, adapted,
                  natural_layers, natural_landmarks, before, ground.at_sea, natural.at_sea);
}

}  // namespace fw
