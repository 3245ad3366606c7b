#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/template/play.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/fairness_report.h"
#include "core/model/world/world.h"

// Key figures of a world (docs/kpi.md): what is left to chance where mixes and quotas are exact. One table
// row a figure; sums in a fixed order, exact elementary functions: the same bits on every machine.

namespace fw {

/// When in a generation a figure is known.
enum class KpiStage : uint8_t { ground, regions, layers, landmarks, points };
inline constexpr std::string_view kKpiStageSlugs[]{"ground", "regions", "layers", "landmarks", "points"};

enum class KpiBetter : uint8_t { neither, less, more };

/// The coast and the relief.
struct NatureFigures {
  double coast_index = 0;      ///< length of the coast over that of a disc of the same area
  double coast_dimension = 0;  ///< box dimension of the coast
  double solidity = 0;         ///< area over that of the convex hull
  double relief_hurst = 0;     ///< exponent of the mean height difference over distance
  double hypsometric = 0;      ///< mean over greatest height
};
/// Borders between regions of different owners.
struct FrontierFigures {
  double km = 0;
  std::vector<double> by_owner;  ///< of each faction: km over the root of its km^2; NaN = owns nothing
};
struct VarietyFigures {
  double local = 0;      ///< effective number of biomes in a block of 1 km
  double iji = 0;        ///< interspersion and juxtaposition of biomes
  double patch_km2 = 0;  ///< mean size of the biome patch round a place
};
/// What one seat (landmark of the role seat) reaches. Times in s.
struct SeatFigures {
  Faction owner{};
  double resources = 0, rare = 0, boss_time = 0, sites = 0, expedition_time = 0, neutral_time = 0;
  double rival_time = 0, red_time = 0, room_km2 = 0, biomes_near = 0, families = 0;
};
struct TravelFigures {
  double reach = 0, remote_p95_s = 0, choke = 0, contested = 0;
  std::vector<double> control;  ///< of each faction: nodes reached first over its seats; NaN = no seat
};
struct PacingFigures {
  double ramp = 0, dull_s = 0, foes_per_min = 0, goal_s = 0;
};
struct DispersionFigures {
  double sites = 0, rare = 0, pairs = 0, vmr = 0, gap_max_m = 0;
};

struct Journeys;

/// The parts of all key figures; a part is NaN where it is not defined.
struct KpiFigures {
  NatureFigures nature;
  FrontierFigures frontier;
  VarietyFigures variety;
  std::vector<SeatFigures> seats;
  TravelFigures travel;
  PacingFigures pacing;
  DispersionFigures dispersion;
  std::shared_ptr<const Journeys> journeys;  ///< from the stage landmarks on: what figures of travel share
};

/// A key figure.
struct Kpi {
  std::string_view name;  ///< "fairness.resources"
  KpiStage stage = KpiStage::ground;
  std::string_view unit;     ///< "s", "km"; "" = pure number
  double low = 0, high = 0;  ///< range; high = infinity: open
  KpiBetter better = KpiBetter::neither;
  std::string_view help;  ///< a sentence
  double (*value)(const KpiFigures& figures) = nullptr;
};
/// In the order of files.
std::span<const Kpi> kpi_table();
/// The row of that name, or null.
const Kpi* find_kpi(std::string_view name);

/// The parts that are known at a stage of the world; those of later stages stay 0. A world of the scope
/// `layers` has no points: ask for KpiStage::layers at most.
KpiFigures measure_kpi(const World& world, const PlayParams& play, KpiStage stage = KpiStage::points);
/// All key figures as rows of an audit, in the table's order.
std::vector<AuditReport::KpiRow> kpi_rows(const World& world, const PlayParams& play);
/// How every faction fares, without usual ranges, and how soon seats are reached.
FairnessReport fairness_report(const World& world, const PlayParams& play);
/// Adds the parts of one stage alone to those of the earlier ones; points need the landmarks' before them.
void add_kpi_stage(const World& world, const PlayParams& play, KpiStage stage, KpiFigures& figures);

}  // namespace fw
