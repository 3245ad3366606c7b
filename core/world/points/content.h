#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/layers/layers.h"
#include "core/world/stage_cache.h"

namespace fw {

struct HabitatSurvey;
struct ClassField;
struct FacilityGround;
struct LandmarkGround;

/// Everything that placement may look at, by reference; nothing in it is changed.
struct Ground {
  const Template& tmpl;
  const SeedBundle& seeds;
  const Island& island;
  const Relief& relief;
  const RegionMap& map;
  const DangerLayer& danger;
  const ClassLayer& biome;
  const ClassLayer& faction;
};

/// A placed landmark before it becomes a Point.
struct Landmark {
  LandmarkKind kind = LandmarkKind::settlement;
  int number = 0;  ///< acceptance number inside its kind
  uint32_t cell = 0;
  double utility_rank = 0;
  std::string name;  ///< settlements, outposts, expeditions
};

struct LandmarkPlan {
  std::vector<Landmark> landmarks;  ///< by kind, then number
  std::vector<Track> tracks;        ///< from/to = index into `landmarks`
  std::vector<Vec2> junctions_m;
  std::vector<QuotaLedger> ledger;  ///< class_index = LandmarkKind for now
  Findings findings;
};

/// Settlements, forts, outposts, tracks, shrines, expeditions, elite zones, quest hubs, in that order (spec
/// 6): first the towns (settlements, forts, outposts), which look at no biome, then the tracks between them,
/// then the rest. End with Cancelled (core/world/cancel.h) when `progress` says so.
LandmarkPlan place_towns(const Ground& ground, const LandmarkGround& survey, const Progress& progress = {});
/// Adds tracks to the plan; returns what the rest looks at.
FacilityGround lay_tracks(const Ground& ground, const LandmarkGround& survey, LandmarkPlan& plan,
                          const Progress& progress = {});
LandmarkPlan place_landmarks(const Ground& ground, const LandmarkGround& survey,
                             const FacilityGround& facilities, LandmarkPlan plan,
                             const Progress& progress = {});
/// All of them after a survey of its own.
LandmarkPlan place_landmarks(const Ground& ground);

/// The Gabriel graph of the given landmarks as least-cost paths on a 31.25 m grid, and their junctions
/// (docs/world.md, 6.4).
struct TrackNetwork {
  std::vector<Track> tracks;
  std::vector<Vec2> junctions_m;
};
TrackNetwork make_tracks(const Ground& ground, const std::vector<Landmark>& anchors);

/// One placed point of a class before its attributes are filled.
struct Placed {
  Vec2 position_m;  ///< rounded to whole millimetres
  uint32_t cell = 0;
  double rank = 0;  ///< Q inside the class's mask
};

struct ClassPlacement {
  std::vector<Placed> points;       ///< in acceptance order
  std::vector<QuotaLedger> ledger;  ///< one row, or one per region for quota_by = region
  Findings findings;
};

/// Exponential clocks with exact quota, regional budgets, two-radius spacing, and the relaxation ladder (spec
/// 5). `lambda_share` receives lambda / lambda_max over the island (max-accumulated into it).
ClassPlacement place_class(const Ground& ground, Category category, const PointClass& cls,
                           const LandmarkPlan& landmarks, Raster<float>& lambda_share);

/// All points with attributes: resources, wildlife, enemies (rarity, features), landmarks; sorted and
/// numbered.
struct Content {
  PointSet points;
  std::vector<QuotaLedger> ledger;  ///< class_index into points.classes
  std::vector<Track> tracks;        ///< from/to = index into points.points
  Findings findings;
  Raster<float> intensity_resource;
  Raster<float> intensity_wildlife;
  Raster<float> intensity_enemy;
};
/// For a cache of classes placed before: the digest of everything a class stands on, and of the part of it
/// that the classes' noise depends on.
struct ContentCache {
  StageCache* cache = nullptr;
  std::string ground_key;
  std::string noise_key;
};
/// Where classes may stand, by their number; null for those that nobody has looked at.
using ClassFields = std::vector<std::shared_ptr<const ClassField>>;
/// The fields of the first classes, one after the other until `enough` or until they take much memory: work
/// for a thread while the landmarks settle, which no field asks for. Ends with Cancelled.
ClassFields find_fields(const Ground& ground, const HabitatSurvey& survey, const ContentCache& cache,
                        const std::atomic<bool>& enough, const Progress& progress = {});

/// `survey` = survey_habitats of the ground and its settlements, `fields` = those found before. Ends with
/// Cancelled when `progress` says so.
Content place_content(const Ground& ground, const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                      const Progress& progress, const ContentCache& cache = {}, ClassFields fields = {});
/// The same after a survey of its own.
Content place_content(const Ground& ground, const LandmarkPlan& landmarks, const Progress& progress);

}  // namespace fw
