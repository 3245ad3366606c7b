#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/content.h"

namespace fw {

/// Accepted points of one class in square bins, for "who is nearer than this".
class SpacingIndex {
 public:
  /// `bin_m` bounds the search cost, not its result.
  SpacingIndex(const GridSpec& grid, double bin_m);
  void insert(Vec2 position_m, double radius_m);
  /// True if some accepted point is nearer than the smaller of the two radii.
  bool conflicts(Vec2 position_m, double radius_m) const;

 private:
  struct Entry {
    Vec2 position_m;
    double radius_m;
    int32_t next;
  };
  int bin_of(double coordinate_m) const;

  double bin_m_;
  int bins_;
  std::vector<int32_t> head_;
  std::vector<Entry> entries_;
};

/// Slots in ascending (key, slot) order, none of whose keys is NaN: dealt into narrow ranges of keys, each of
/// which is sorted when somebody reads that far. Most scans stop early.
class ArrivalOrder {
 public:
  explicit ArrivalOrder(std::span<const double> keys);
  size_t size() const { return arrivals_.size(); }
  uint32_t slot(size_t rank);

 private:
  struct Arrival {
    double key;
    uint32_t slot;
    bool operator<(const Arrival& other) const {
      return key != other.key ? key < other.key : slot < other.slot;
    }
  };
  std::vector<Arrival> arrivals_;
  std::vector<uint32_t> range_end_;  ///< where in arrivals_ every range of keys ends
  size_t next_range_ = 0;            ///< the first that is not sorted
};

/// A disc that no point may enter.
struct KeepOut {
  Vec2 centre_m;
  double radius_m = 0;
};

/// Where one placement may put points: cells ascending, with their intensity and rank.
struct Candidates {
  std::vector<uint32_t> cells;
  std::vector<double> lambda;
  std::vector<float> rank;
};

struct ScanRules {
  const GridSpec& grid;
  const Raster<uint8_t>& region;
  uint64_t substream = 0;  ///< 4 numbers per cell: key, jitter x, jitter y, radius
  double spacing_m = 0;
  int64_t quota = 0;
  size_t regions = 0;  ///< budgets by region code
  std::span<const KeepOut> keep_out;
};

struct ScanResult {
  std::vector<Placed> points;
  std::vector<double> radii_m;  ///< the radius each point was accepted with
  int64_t refused_spacing = 0;
};

/// The three scans of the exponential clocks (budgets and two radii; no budgets; bare radius). `earlier` are
/// points of the same class placed before (other regions), with their radii.
ScanResult scan_candidates(const Candidates& candidates, const ScanRules& rules,
                           std::span<const Placed> earlier, std::span<const double> earlier_radii_m);

/// Distance below which two things conflict, squared, with a hair of slack so that a distance computed any
/// other way is not below the limit either.
inline double conflict_limit2(double distance_m) {
  return distance_m * distance_m * (1 + 1e-12);
}

}  // namespace fw
