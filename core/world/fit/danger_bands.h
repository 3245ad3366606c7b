#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/field/raster.h"
#include "core/model/world/world.h"
#include "core/world/fit/balance.h"
#include "core/world/fit/repair.h"

// Nested bands cut from one field: cuts that give every zone its cells, pulled together by MBO steps, and the
// cells repaired (docs/world.md, 4.2).
namespace fw {

/// One blended cut surface t(x) = sum_r w_r(x) theta_r with #{x in r : field > t} = need_r for every region
/// at once.
struct CutProblem {
  const ZoneBlocks& blocks;
  const Plane& field;
  const std::vector<int64_t>& need;
  double sd = 1;         ///< of the field over land
  int64_t may_miss = 0;  ///< cells: a cut is solved when no region is off by more
};

/// theta_r so that exactly need_r cells of region r lie above it when the region is cut on its own.
std::vector<double> own_quantiles(const CutProblem& problem);

/// Newton's method on smoothed counts, for several cuts of one set of blocks side by side; theta[k] ends at
/// the least max over regions of |hard count - need| met, which is returned for every cut. `first_eps` in sd.
std::vector<int64_t> solve_cuts(std::span<const CutProblem> problems, double first_eps, int iterations,
                                std::span<std::vector<double>> theta);

/// field - t per slot and cut, nested: margin[k] is at most margin[k - 1], so that a higher band lies inside
/// the lower one.
void nested_margins(std::span<const CutProblem> problems, std::span<const std::vector<double>> theta,
                    std::span<Plane> margin);

/// How strongly and how widely an MBO step pulls the bands together.
struct BandSmoothing {
  double jump;  ///< sd
  double sigma_m;
};
/// The first that draws no zone borders wins, else the one that draws them least. Where neighbouring mixes
/// differ much the cuts are steep along the border, and a strong jump locks the bands onto it: gentler jumps
/// let go of it.
inline constexpr std::array<BandSmoothing, 5> kBandSmoothings{
    {{0.5, 39.0625}, {0.2, 39.0625}, {0.1, 39.0625}, {0.2, 62.5}, {0.05, 39.0625}}};

/// The cuts of one layer while they are fitted: one less than bands.
struct BandCuts {
  std::vector<std::vector<int64_t>> need;  ///< [cut][zone]: cells above
  std::vector<std::vector<double>> theta;  ///< [cut][zone]
  std::vector<Plane> margin;               ///< [cut]: how far above it every slot lies, nested

  explicit BandCuts(size_t cuts) : need(cuts), theta(cuts), margin(cuts) {}
  size_t size() const { return need.size(); }
};

/// Cuts that need what the target has above them; nothing else is known of them yet.
BandCuts needed_cuts(const ZoneCounts& target, size_t bands);

/// How hard the cuts are solved: the width of the first smoothed counts, in sd, iterations, and cells of any
/// zone that are left to the repair.
struct CutEffort {
  double eps;
  int iterations;
  int64_t may_miss = 0;
};
inline constexpr CutEffort kFirstCuts{0.25, 40};
inline constexpr CutEffort kNextCuts{0.06, 25};

/// Moves all cuts until each field has what its cut needs above it. Cuts without theta start from the zones'
/// own quantiles.
void fit_cuts(const ZoneBlocks& blocks, const std::vector<const Plane*>& field, double sd,
              const CutEffort& effort, BandCuts& cuts);

/// What MBO steps cut.
struct CutFields {
  std::vector<const Plane*> field;  ///< of every cut
  double sd = 1;
  /// If set, called with every cut and its field before the cut is fitted.
  std::function<void(size_t cut, Plane& pulled)> pin = {};
};

/// MBO steps from the cuts' margins on: each field is pulled up where the cells near it lie above the cut,
/// and down where not; then the cuts are fitted again, after the first step with kNextCuts.
BandCuts smooth_cuts(const ZoneBlocks& blocks, const CutFields& fields, BandCuts cuts, const GridSpec& grid,
                     const BandSmoothing& smoothing, const CutEffort& first_step, const Progress& progress);

/// The layer's codes (band + 1) by the cuts, with exactly the target's cells wherever the repair finds a way.
struct Bands {
  Raster<uint8_t> code;
  LayerFit fit;
  int64_t remaining_error = 0;  ///< cells
};
/// `zone`: that of the blocks; `slot_of` = slots_of_cells; `bounds` may be null.
Bands cut_bands(const ZoneBlocks& blocks, const std::vector<uint32_t>& slot_of, const BandCuts& cuts,
                const ZoneCounts& target, const Raster<uint8_t>& zone, const LabelBounds* bounds);

/// The bands up to the worst that any zone has cells of.
size_t wanted_bands(const ZoneCounts& target);

}  // namespace fw
