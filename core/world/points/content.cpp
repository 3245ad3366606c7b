#include "core/world/points/content.h"

#include <algorithm>
#include <numeric>

#include "core/base/parallel/parallel.h"
#include "core/template/template_io.h"
#include "core/world/cancel.h"
#include "core/world/points/class_field.h"
#include "core/world/points/placement.h"
#include "core/world/points/rarity.h"

namespace fw {
namespace {

/// A placed class and where it could have been.
struct PlacedClass {
  ClassPlacement placement;
  SparseIntensity intensity;
};

/// One point class on its way through placement.
struct ClassRun {
  Category category;
  const PointClass* cls;
  std::string path;  ///< its row in the template: "resources[3]."
  std::shared_ptr<const PlacedClass> placed;
};

std::vector<ClassRun> list_classes(const Template& tmpl) {
  std::vector<ClassRun> runs;
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy}) {
    const std::string list = category == Category::resource   ? "resources"
                             : category == Category::wildlife ? "wildlife"
                                                              : "enemies";
    const std::vector<PointClass>& classes = tmpl.classes(category);
    for (size_t i = 0; i < classes.size(); ++i)
      runs.push_back({category, &classes[i], list + "[" + std::to_string(i) + "].", nullptr});
  }
  return runs;
}

/// The classes' turns: whoever places one of the last waits for little work of others.
std::vector<size_t> largest_first(const std::vector<ClassRun>& runs) {
  std::vector<size_t> order(runs.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return runs[a].cls->quota > runs[b].cls->quota; });
  return order;
}

constexpr size_t kMostCellsWithNoiseKept = size_t{1} << 19;  // of the raster; 8 bytes per class and land cell

/// The class's noise over the survey, once it is asked for again: whoever never comes back pays nothing.
std::shared_ptr<const ClassNoise> kept_noise(const Ground& ground, const HabitatSurvey& survey,
                                             const ClassRun& run, const ContentCache& cache) {
  if (cache.cache == nullptr || ground.map.code.size() > kMostCellsWithNoiseKept) return nullptr;
  const std::string tag = class_tag(run.category, *run.cls);
  const std::string key = stage_key({cache.noise_key, tag});
  const std::string asked = "noise asked for " + tag;
  if (cache.cache->find(asked, key) == nullptr) {
    cache.cache->keep(asked, key, std::make_shared<bool>(true));
    return nullptr;
  }
  return staged<ClassNoise>(cache.cache, "noise " + tag, key,
                            [&] { return survey_noise(ground, survey, run.category, *run.cls); })
      .value;
}

/// Where the class may stand; nowhere if nobody asks for any.
std::shared_ptr<const ClassField> field_of(const Ground& ground, const HabitatSurvey& survey,
                                           const ClassRun& run, const ContentCache& cache) {
  if (run.cls->quota <= 0) return std::make_shared<ClassField>();
  const auto noise = kept_noise(ground, survey, run, cache);
  return std::make_shared<ClassField>(find_cells(ground, survey, run.category, *run.cls, noise.get()));
}

std::shared_ptr<const PlacedClass> place(const Ground& ground, const HabitatSurvey& survey,
                                         const LandmarkPlan& landmarks, const ClassRun& run,
                                         const ContentCache& cache, std::shared_ptr<const ClassField> field) {
  const std::string key = stage_key({cache.ground_key, template_part(ground.tmpl, {run.path})});
  return staged<PlacedClass>(cache.cache, "points " + run.path, key,
                             [&] {
                               if (field == nullptr) field = field_of(ground, survey, run, cache);
                               PlacedClass made;
                               made.placement = place_class_sparse(ground, survey, run.category, *run.cls,
                                                                   landmarks, *field, made.intensity);
                               return made;
                             })
      .value;
}

std::string landmark_label(LandmarkKind kind) {
  std::string label(kLandmarkSlugs[static_cast<size_t>(kind)]);
  std::replace(label.begin(), label.end(), '_', ' ');
  label[0] = static_cast<char>(label[0] - 'a' + 'A');
  return label;
}

std::vector<PointClassInfo> class_table(const std::vector<ClassRun>& runs) {
  std::vector<PointClassInfo> table;
  for (const ClassRun& run : runs) {
    const std::string& family = run.category == Category::enemy ? run.cls->slug : run.cls->family;
    const Tier tier = run.category == Category::resource ? run.cls->tier : Tier::none;
    table.push_back({run.category, run.cls->slug, run.cls->label, family, tier, LandmarkKind::settlement});
  }
  for (int k = 0; k < kLandmarkKinds; ++k) {
    const auto kind = static_cast<LandmarkKind>(k);
    table.push_back(
        {Category::landmark, std::string(kLandmarkSlugs[k]), landmark_label(kind), "", Tier::none, kind});
  }
  return table;
}

template <typename Enum>
Enum decode(uint8_t code, Enum none) {
  return code == 0 ? none : static_cast<Enum>(code - 1);
}

/// Where a point stands: everything its cell knows.
Point point_at(const Ground& ground, int class_index, int number, Vec2 position_m, uint32_t cell) {
  Point p;
  p.class_index = class_index;
  p.number = number;
  p.position_m = position_m;
  p.region = ground.map.code[cell];
  p.faction = decode(ground.faction.code[cell], Faction::neutral);
  p.biome = decode(ground.biome.code[cell], Biome::grassland);
  p.danger = decode(ground.danger.band[cell], Danger::green);
  p.height_m = static_cast<double>(ground.island.height_m[cell]);
  return p;
}

/// The largest share of any class at every cell, by category.
void collect_intensities(const std::vector<ClassRun>& runs, Content& out) {
  for (const ClassRun& run : runs) {
    Raster<float>& largest = run.category == Category::resource   ? out.intensity_resource
                             : run.category == Category::wildlife ? out.intensity_wildlife
                                                                  : out.intensity_enemy;
    const SparseIntensity& intensity = run.placed->intensity;
    for (size_t i = 0; i < intensity.cells.size(); ++i)
      largest[intensity.cells[i]] = std::max(largest[intensity.cells[i]], intensity.share[i]);
  }
}

void append(Findings& to, const Findings& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void collect_classes(const Ground& ground, const LandmarkPlan& landmarks, const std::vector<ClassRun>& runs,
                     Content& out) {
  std::vector<size_t> enemies;
  std::vector<uint32_t> cells;
  for (size_t c = 0; c < runs.size(); ++c) {
    const ClassRun& run = runs[c];
    for (const Placed& placed : run.placed->placement.points) {
      const int number = static_cast<int>(&placed - run.placed->placement.points.data());
      Point point = point_at(ground, static_cast<int>(c), number, placed.position_m, placed.cell);
      point.intensity = placed.rank;
      if (run.category == Category::enemy) {
        enemies.push_back(out.points.points.size());
        cells.push_back(placed.cell);
      }
      out.points.points.push_back(std::move(point));
    }
    for (QuotaLedger row : run.placed->placement.ledger) {
      row.class_index = static_cast<int>(c);
      out.ledger.push_back(row);
    }
    append(out.findings, run.placed->placement.findings);
  }
  grade_enemies(ground, landmarks, enemies, cells, out.points.points, out.findings);
}

void collect_landmarks(const Ground& ground, const LandmarkPlan& plan, int first_class, Content& out) {
  const auto first_point = static_cast<int>(out.points.points.size());
  for (const Landmark& landmark : plan.landmarks) {
    const int class_index = first_class + static_cast<int>(landmark.kind);
    Point point = point_at(ground, class_index, landmark.number,
                           landmark_position(ground.map.code.grid, landmark.cell), landmark.cell);
    point.intensity = landmark.utility_rank;
    point.name = landmark.name;
    out.points.points.push_back(std::move(point));
  }
  for (QuotaLedger row : plan.ledger) {
    row.class_index += first_class;
    out.ledger.push_back(row);
  }
  for (Track track : plan.tracks) {
    track.from_point += first_point;
    track.to_point += first_point;
    out.tracks.push_back(std::move(track));
  }
}

}  // namespace

Content place_content(const Ground& ground, const LandmarkPlan& landmarks, const Progress& progress) {
  return place_content(ground, survey_habitats(ground, landmarks), landmarks, progress);
}

ClassFields find_fields(const Ground& ground, const HabitatSurvey& survey, const ContentCache& cache,
                        const std::atomic<bool>& enough, const Progress& progress) {
  constexpr size_t kMostCells = size_t{1} << 21;  // 12 bytes each
  ClassFields fields;
  size_t cells = 0;
  for (const ClassRun& run : list_classes(ground.tmpl)) {
    stop_if_cancelled(progress);
    if (enough || cells + survey.cells.size() > kMostCells) break;
    fields.push_back(field_of(ground, survey, run, cache));
    cells += fields.back()->cells.size();
  }
  return fields;
}

Content place_content(const Ground& ground, const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                      const Progress& progress, const ContentCache& cache, ClassFields fields) {
  const GridSpec& grid = ground.map.code.grid;
  Content out;
  out.intensity_resource = Raster<float>(grid);
  out.intensity_wildlife = Raster<float>(grid);
  out.intensity_enemy = Raster<float>(grid);
  append(out.findings, landmarks.findings);

  std::vector<ClassRun> runs = list_classes(ground.tmpl);
  fields.resize(runs.size());
  out.points.classes = class_table(runs);
  const std::vector<size_t> order = largest_first(runs);
  parallel_for(runs.size(), 1, [&](size_t turn, size_t) {
    stop_if_cancelled(progress);
    const size_t i = order[turn];
    runs[i].placed = place(ground, survey, landmarks, runs[i], cache, std::move(fields[i]));
  });

  parallel_invoke({[&] { collect_intensities(runs, out); },
                   [&] {
                     collect_classes(ground, landmarks, runs, out);
                     collect_landmarks(ground, landmarks, static_cast<int>(runs.size()), out);
                   }});
  return out;
}

}  // namespace fw
