#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/lazy.h"
#include "core/model/finding.h"
#include "core/model/world/fairness_report.h"
#include "core/model/world/world.h"

namespace fw {

/// What the audit calls a piece of ground, from 1.
inline std::string piece_name(int piece) {
  return "island " + std::to_string(piece);
}

/// How files write a finding's severity, in the order of Severity.
inline constexpr std::array<std::string_view, 3> kSeveritySlugs{"info", "warning", "error"};

/// Largest error of a share that passes; a region of few cells may be off by the one cell of rounding.
inline constexpr double kRegionalMixTolerance = 0.001;
inline constexpr double kPaintedMixTolerance = 0.005;  ///< of a region with paint or a row that it moved
inline constexpr double kIslandMixTolerance = 0.005;

/// Every target of the template and what the world got (audit.json as values: docs/formats.md, 5).
/// `region` is a region's name, piece_name() for a quota by piece, or "" for all ground (null in the file).
/// Classes are ids of rows.
struct AuditReport {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  struct Mix {
    std::string layer, region, cls;
    double target = 0, actual = 0, error = 0;  ///< shares in [0, 1]; error = |actual - target|
    bool asked = false;
    double by_hand = 0;    ///< share that paint holds hard
    bool of_land = false;  ///< nobody asked: the target repeats what came
    friend bool operator==(const Mix&, const Mix&) = default;
  };
  /// A limit of a biome, or all of its limits together (measure = "").
  struct BiomeLimitRow {
    std::string biome, measure;
    double low = kNone, high = kNone;  ///< NaN: free
    double room = 0;                   ///< share of the ground within it
    double beyond = 0;                 ///< share of the biome's cells beyond it
    std::string region;  ///< where most of the cells beyond all limits lie; "": none do, or a single limit
    friend bool operator==(const BiomeLimitRow& a, const BiomeLimitRow& b) {
      const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
      return a.biome == b.biome && a.measure == b.measure && same(a.low, b.low) && same(a.high, b.high) &&
             a.room == b.room && a.beyond == b.beyond && a.region == b.region;
    }
  };
  struct Quota {
    std::string category, cls, region;
    int64_t target = 0, actual = 0, shortfall = 0;
    int64_t refused_mask = 0, refused_spacing = 0, refused_density = 0;
    int64_t by_hand = 0, banned = 0;
    friend bool operator==(const Quota&, const Quota&) = default;
  };
  struct Spacing {
    std::string cls;
    double asked_m = 0;  ///< least distance that the template asks for
    double min_m = 0;    ///< the one that held in the end: less where a shortage relaxed it
    double observed_min_m = 0, nn_mean_m = 0;
    double hand_min_m = 0;  ///< least distance of a pair of pins; 0 = there is none
    friend bool operator==(const Spacing&, const Spacing&) = default;
  };
  struct Contiguity {
    std::string layer, cls;
    int64_t patches = 0;
    double largest_share = 0;       ///< of the class's cells
    double speckle_share = 0;       ///< share of the class's cells in components < 12 207 m^2
    int64_t held_patches = 0;       ///< of `patches`, with cells that paint holds hard
    double held_speckle_share = 0;  ///< of `speckle_share`, in such patches
    friend bool operator==(const Contiguity&, const Contiguity&) = default;
  };
  struct Colocation {
    std::string a, b;
    double share = 0, expected = 0;
    friend bool operator==(const Colocation&, const Colocation&) = default;
  };
  struct Seam {
    std::string layer;
    double score = 0;
    friend bool operator==(const Seam&, const Seam&) = default;
  };
  struct RegionRow {
    std::string region, owner;
    bool seat = false;
    std::string seat_band;
    std::vector<bool> guards;  ///< by `guard_kinds`
    friend bool operator==(const RegionRow&, const RegionRow&) = default;
  };
  struct RarityRow {
    std::string rarity, band;
    int64_t count = 0;
    friend bool operator==(const RarityRow&, const RarityRow&) = default;
  };

  /// A figure of rivers and lakes; target and actual are equal where nothing is asked.
  struct WaterRow {
    std::string what;
    double target = 0, actual = 0;
    bool asked = false;  ///< the template or a rule states the target
    bool met = true;
    friend bool operator==(const WaterRow&, const WaterRow&) = default;
  };
  struct RoadRow {
    std::string cls;  ///< road, track or trail; "all" for the network
    double km = 0;
    int towns = 0, towns_reached = 0;
    double detour_mean = 0, detour_max = 0;
    int bridges = 0, fords = 0;
    friend bool operator==(const RoadRow&, const RoadRow&) = default;
  };
  /// A class's condition on distance, or on its ground (feature = "ground"), which has no distances.
  struct ConditionRow {
    std::string category, cls, feature;
    double low_m = kNone, high_m = kNone;
    /// Over the points without pins; NaN without points, and where the feature is missing.
    double observed_min_m = kNone, observed_max_m = kNone;
    int64_t violations = 0;
    friend bool operator==(const ConditionRow&, const ConditionRow&) = default;
  };

  /// A view of the hand that is on and lies on the frame, over the finished heights.
  struct ViewRow {
    std::string id;
    bool held = true;  ///< nothing rises above its line
    double length_m = 0;
    double visible_m = 0;    ///< from the eye to the first place that rises above the line
    double clearance_m = 0;  ///< least height of the line above the surface; < 0 where that rises above it
    double least_at_m = 0;   ///< how far from the eye that is
    friend bool operator==(const ViewRow&, const ViewRow&) = default;
  };
  /// Round the cells that a row of paint keeps: how often the class changes there.
  struct FrozenEdge {
    std::string layer, id;
    int64_t contacts = 0;  ///< pairs of cells side by side, one kept and one that no paint decides
    double share = 0;      ///< of the pairs, those of two classes
    friend bool operator==(const FrozenEdge&, const FrozenEdge&) = default;
  };

  /// A key figure (docs/kpi.md).
  struct KpiRow {
    std::string name;
    double value = 0;  ///< NaN: not defined for this world
    std::string unit;  ///< "" = pure number
    /// Percentiles 5, 50 and 95 in the usual worlds of the template; none where they are not known.
    std::optional<std::array<double, 3>> usual{};
    friend bool operator==(const KpiRow&, const KpiRow&) = default;
  };

  std::vector<Mix> mix;
  std::vector<BiomeLimitRow> biome_limits;  ///< empty where no biome states a limit
  std::vector<Quota> quota;
  std::vector<Spacing> spacing;
  std::vector<Contiguity> contiguity;
  std::vector<Colocation> colocation;
  std::vector<Seam> seam;
  std::string seat_kind;                 ///< id of the landmark kind with that role; "" = none
  std::vector<std::string> guard_kinds;  ///< ids
  std::vector<RegionRow> regions;
  std::vector<RarityRow> rarity;
  std::vector<WaterRow> water;  ///< empty without rivers
  std::vector<RoadRow> roads;   ///< empty without a network
  std::vector<ConditionRow> conditions;
  std::vector<HandOutcome> hand;
  std::vector<ViewRow> views;
  std::vector<FrozenEdge> frozen_edges;
  std::vector<KpiRow> kpi;  ///< empty unless asked for
  /// How factions fare, made when a map or a plate shows it; null where there is no world at hand.
  std::shared_ptr<const Lazy<FairnessReport>> fairness;
  Findings findings;
  bool passed = false;
};

/// "hand", "asked", "land" or "derived": what paint holds is stated where the template has a hand; rows of
/// biomes that nobody stated are what the land gives.
inline std::string_view mix_origin(const AuditReport::Mix& row) {
  return row.by_hand > 0 ? "hand" : row.asked ? "asked" : row.of_land ? "land" : "derived";
}

}  // namespace fw
