#include "core/world/fit/danger_bands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/fit/danger_internal.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr size_t kDangerGrain = 64;   // blocks per piece
constexpr double kEpsDecay = 0.75;    // per iteration
constexpr double kLeastEps = 0.004;   // sd
constexpr double kRidge = 0.02;       // keeps the Jacobian regular where a region has no cell near its cut
constexpr double kLongestStep = 0.5;  // sd
constexpr int kFullSteps = 10;

CutBlock input_of(const ZoneBlocks& blocks, size_t b, const Plane& field, const std::vector<float>& cuts) {
  const ZoneBlocks::Block& block = blocks.blocks[b];
  return {field.data() + b * kBlock,
          blocks.entry_weight.data() + block.first_entry * kBlock,
          blocks.entry_zone.data() + block.first_entry,
          cuts.data(),
          block.entries,
          block.count};
}

std::vector<float> rounded(const std::vector<double>& theta) {
  std::vector<float> out(theta.size());
  for (size_t z = 0; z < theta.size(); ++z) out[z] = static_cast<float>(theta[z]);
  return out;
}

/// What one evaluation of the cut yields; per block, so that the sums have one order. Where the iteration has
/// settled, most cuts are the same floats as before: their blocks keep what they had.
struct Evaluation {
  std::vector<float> cuts;  // [zone]: of the last evaluation
  float inverse_eps = 0;
  float largest_field = 0;  // magnitude
  std::vector<BlockCut> block;
  std::vector<double> slope;  // [entry]: how fast the smoothed count falls as the cut of its zone rises
};

/// The most that the cut of a cell of the block moved.
float most_moved(const CutBlock& in, const std::vector<float>& moved) {
  float most = 0;
  for (size_t e = 0; e < in.entries; ++e) most = std::max(most, moved[static_cast<size_t>(in.zone[e])]);
  return most;
}

Evaluation first_evaluation(const CutProblem& p) {
  Evaluation out;
  out.cuts.assign(static_cast<size_t>(p.blocks.zones), 0.0F);
  out.largest_field = largest_magnitude(p.field);
  out.block.resize(p.blocks.blocks.size());
  out.slope.resize(p.blocks.entry_zone.size());
  return out;
}

/// Takes the cuts of `theta`; returns how far they moved, [zone].
std::vector<float> move_to(const std::vector<double>& theta, Evaluation& out, CutMove& move) {
  std::vector<float> cuts = rounded(theta);
  std::vector<float> moved(cuts.size());
  float largest_cut = 0;
  for (size_t z = 0; z < cuts.size(); ++z) {
    moved[z] = std::fabs(cuts[z] - out.cuts[z]) * 1.0001F;
    largest_cut = std::max(largest_cut, std::fabs(cuts[z]));
  }
  const auto terms = static_cast<float>(cuts.size() + 2);
  move.rounding = 16 * terms * std::numeric_limits<float>::epsilon() * (out.largest_field + largest_cut);
  out.cuts = std::move(cuts);
  return moved;
}

/// A square matrix, row after row.
struct Matrix {
  size_t n = 0;
  std::vector<double> value;

  explicit Matrix(size_t size) : n(size), value(size * size, 0.0) {}
  double* operator[](size_t row) { return value.data() + row * n; }
};

/// Solves matrix x = right side in place by Gaussian elimination with partial pivoting.
void solve_linear(Matrix& matrix, std::vector<double>& x) {
  const size_t n = x.size();
  for (size_t i = 0; i < n; ++i) {
    size_t pivot = i;
    for (size_t r = i + 1; r < n; ++r)
      if (std::fabs(matrix[r][i]) > std::fabs(matrix[pivot][i])) pivot = r;
    if (pivot != i) {
      std::swap_ranges(matrix[i], matrix[i] + n, matrix[pivot]);
      std::swap(x[i], x[pivot]);
    }
    const double* row = matrix[i];
    for (size_t r = i + 1; r < n; ++r) {
      double* lower = matrix[r];
      const double factor = lower[i] / row[i];
      if (factor == 0) continue;
      for (size_t c = i; c < n; ++c) lower[c] -= factor * row[c];
      x[r] -= factor * x[i];
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t c = i + 1; c < n; ++c) x[i] -= matrix[i][c] * x[c];
    x[i] /= matrix[i][i];
  }
}

/// The Newton step for theta: raising theta_s lowers the count of r by J_rs.
std::vector<double> newton_step(const CutProblem& p, const Evaluation& at) {
  const auto zones = static_cast<size_t>(p.blocks.zones);
  Matrix jacobian(zones);
  std::vector<double> step(zones);
  for (size_t z = 0; z < zones; ++z) {
    step[z] = -static_cast<double>(p.need[z]);
    jacobian[z][z] = kRidge * static_cast<double>(std::max<int64_t>(p.blocks.zone_cells[z], 1)) / p.sd;
  }
  for (size_t b = 0; b < p.blocks.blocks.size(); ++b) {
    const ZoneBlocks::Block& block = p.blocks.blocks[b];
    const auto r = static_cast<size_t>(block.zone);
    step[r] += static_cast<double>(at.block[b].soft);
    if (at.block[b].flat) continue;
    for (size_t e = block.first_entry; e < block.first_entry + block.entries; ++e)
      jacobian[r][static_cast<size_t>(p.blocks.entry_zone[e])] += at.slope[e];
  }
  solve_linear(jacobian, step);
  return step;
}

int64_t worst_error(const CutProblem& p, const Evaluation& at) {
  std::vector<int64_t> count(static_cast<size_t>(p.blocks.zones), 0);
  for (size_t b = 0; b < p.blocks.blocks.size(); ++b)
    count[static_cast<size_t>(p.blocks.blocks[b].zone)] += at.block[b].hard;
  int64_t worst = 0;
  for (size_t z = 0; z < count.size(); ++z) worst = std::max(worst, std::abs(count[z] - p.need[z]));
  return worst;
}

/// One of the cuts while they are solved side by side.
struct CutSearch {
  const CutProblem& problem;
  std::vector<double>& theta;
  Evaluation at;
  CutMove move;
  std::vector<float> moved;  // [zone]
  bool all = true;           // every block counts anew
  std::vector<double> best;
  int64_t best_error = INT64_MAX;
  bool solved = false;
};

/// Brings the counts of all searches up to their cuts; a block's weights are read once for all of them.
void evaluate(std::vector<CutSearch*>& searches, double eps) {
  for (CutSearch* s : searches) {
    s->moved = move_to(s->theta, s->at, s->move);
    s->move.eps = eps * s->problem.sd;
    const auto inverse_eps = static_cast<float>(1.0 / s->move.eps);
    s->all = s->at.inverse_eps != inverse_eps;
    s->at.inverse_eps = s->move.inverse_eps = inverse_eps;
  }
  const ZoneBlocks& blocks = searches.front()->problem.blocks;
  parallel_for(blocks.blocks.size(), kDangerGrain, [&](size_t begin, size_t end) {
    for (size_t b = begin; b < end; ++b)
      for (CutSearch* s : searches) {
        const CutBlock in = input_of(blocks, b, s->problem.field, s->at.cuts);
        CutMove move = s->move;
        move.moved = most_moved(in, s->moved);
        if (s->all || move.moved > 0)
          count_block(in, move, s->at.block[b], s->at.slope.data() + blocks.blocks[b].first_entry);
      }
  });
}

/// Keeps the best cuts so far and, unless it is the last time, takes Newton's step from these.
void advance(CutSearch& s, double factor, bool last) {
  const CutProblem& p = s.problem;
  const int64_t error = worst_error(p, s.at);
  if (error < s.best_error) {
    s.best_error = error;
    s.best = s.theta;
  }
  s.solved = error <= p.may_miss || last;
  if (s.solved) return;
  const std::vector<double> step = newton_step(p, s.at);
  for (size_t z = 0; z < s.theta.size(); ++z)
    s.theta[z] += factor * std::clamp(step[z], -kLongestStep * p.sd, kLongestStep * p.sd);
}

}  // namespace

std::vector<double> own_quantiles(const CutProblem& p) {
  std::vector<std::vector<float>> values(static_cast<size_t>(p.blocks.zones));
  for (size_t b = 0; b < p.blocks.blocks.size(); ++b) {
    auto& list = values[static_cast<size_t>(p.blocks.blocks[b].zone)];
    const float* first = p.field.data() + b * kBlock;
    list.insert(list.end(), first, first + p.blocks.blocks[b].count);
  }
  std::vector<double> theta(values.size(), 0.0);
  parallel_for(values.size(), 1, [&](size_t begin, size_t end) {
    for (size_t z = begin; z < end; ++z) {
      std::vector<float>& list = values[z];
      if (list.empty()) continue;
      const auto above =
          static_cast<size_t>(std::clamp<int64_t>(p.need[z], 0, static_cast<int64_t>(list.size())));
      const size_t index = list.size() - above;  // cells at or below the cut
      const auto nth = list.begin() + static_cast<ptrdiff_t>(index == 0 ? 0 : index - 1);
      std::nth_element(list.begin(), nth, list.end());
      theta[z] = static_cast<double>(*nth) - (index == 0 ? 1e-3 * p.sd : 0.0);
    }
  });
  return theta;
}

std::vector<int64_t> solve_cuts(std::span<const CutProblem> problems, double first_eps, int iterations,
                                std::span<std::vector<double>> theta) {
  std::vector<CutSearch> searches;
  for (size_t k = 0; k < problems.size(); ++k)
    searches.push_back({problems[k], theta[k], first_evaluation(problems[k]), {}, {}, true, theta[k]});
  std::vector<CutSearch*> open;
  for (CutSearch& s : searches) open.push_back(&s);
  double eps = first_eps;
  for (int it = 0; it <= iterations && !open.empty(); ++it, eps *= kEpsDecay) {
    const double width = std::max(eps, kLeastEps);
    evaluate(open, width);
    parallel_for(open.size(), 1,
                 [&](size_t k, size_t) { advance(*open[k], it < kFullSteps ? 1.0 : 0.7, it == iterations); });
    std::erase_if(open, [](const CutSearch* s) { return s->solved; });
  }
  std::vector<int64_t> errors;
  for (CutSearch& s : searches) {
    s.theta = std::move(s.best);
    errors.push_back(s.best_error);
  }
  return errors;
}

void nested_margins(std::span<const CutProblem> problems, std::span<const std::vector<double>> theta,
                    std::span<Plane> margin) {
  if (problems.empty()) return;
  const ZoneBlocks& blocks = problems.front().blocks;
  std::vector<std::vector<float>> cuts;
  for (const std::vector<double>& of_cut : theta) cuts.push_back(rounded(of_cut));
  for (Plane& plane : margin) plane.resize(blocks.slot_count());
  // Block by block, so that its weights are read once for all cuts.
  parallel_for(blocks.blocks.size(), kDangerGrain, [&](size_t begin, size_t end) {
    for (size_t b = begin; b < end; ++b)
      for (size_t k = 0; k < problems.size(); ++k) {
        float* inner = margin[k].data() + b * kBlock;
        margin_of_block(input_of(blocks, b, problems[k].field, cuts[k]), inner);
        if (k == 0) continue;
        const float* outer = margin[k - 1].data() + b * kBlock;
        for (size_t j = 0; j < kBlock; ++j) inner[j] = std::min(inner[j], outer[j]);
      }
  });
}

namespace {

constexpr int kBandMboSteps = 3;
constexpr size_t kSlots = size_t{1} << 14;  // a piece of a loop over all slots

/// out = field + jump * 2 (LG[margin > 0] - .5)
void add_jump(const Plane& field, const Plane& margin, double jump, IndicatorBlur& blur, Plane& out) {
  std::vector<uint8_t> above(margin.size());
  parallel_for(above.size(), kSlots, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) above[i] = margin[i] > 0 ? 1 : 0;
  });
  blur.share(above, 1, out);
  const auto height = static_cast<float>(2 * jump);
  parallel_for(out.size(), kSlots, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = field[i] + height * (out[i] - 0.5F);
  });
}

/// How far inside its band a slot's cell lies: the repair flips the least certain cells first.
float band_score(const BandCuts& cuts, size_t band, size_t slot) {
  constexpr float kNone = std::numeric_limits<float>::max();
  const float lower = band > 0 ? cuts.margin[band - 1][slot] : kNone;
  const float upper = band < cuts.size() ? -cuts.margin[band][slot] : kNone;
  return std::min(lower, upper);
}

Raster<uint8_t> codes_of(const ZoneBlocks& blocks, const BandCuts& cuts, const GridSpec& grid,
                         const LabelBounds* bounds) {
  std::vector<uint8_t> band(blocks.slot_count());
  parallel_for(band.size(), kSlots, [&](size_t begin, size_t end) {
    for (const Plane& margin : cuts.margin)
      for (size_t i = begin; i < end; ++i) band[i] = static_cast<uint8_t>(band[i] + (margin[i] > 0 ? 1 : 0));
  });
  Raster<uint8_t> codes = scatter_codes(blocks, band, grid);
  if (bounds != nullptr)
    for (size_t cell = 0; cell < codes.size(); ++cell)
      if (codes[cell] != 0) codes[cell] = std::clamp(codes[cell], bounds->low[cell], bounds->high[cell]);
  return codes;
}

}  // namespace

BandCuts needed_cuts(const ZoneCounts& target, size_t bands) {
  BandCuts cuts(bands - 1);
  for (size_t k = 0; k < cuts.size(); ++k)
    for (const auto& row : target) {
      int64_t above = 0;
      for (size_t band = k + 1; band < bands; ++band) above += row[band];
      cuts.need[k].push_back(above);
    }
  return cuts;
}

void fit_cuts(const ZoneBlocks& blocks, const std::vector<const Plane*>& field, double sd,
              const CutEffort& effort, BandCuts& cuts) {
  std::vector<CutProblem> problems;
  for (size_t k = 0; k < cuts.size(); ++k)
    problems.push_back({blocks, *field[k], cuts.need[k], sd, effort.may_miss});
  parallel_for(cuts.size(), 1, [&](size_t k, size_t) {
    if (cuts.theta[k].empty()) cuts.theta[k] = own_quantiles(problems[k]);
  });
  solve_cuts(problems, effort.eps, effort.iterations, cuts.theta);
  nested_margins(problems, cuts.theta, cuts.margin);
}

BandCuts smooth_cuts(const ZoneBlocks& blocks, const CutFields& fields, BandCuts cuts, const GridSpec& grid,
                     const BandSmoothing& smoothing, const CutEffort& first_step, const Progress& progress) {
  IndicatorBlur blur(blocks, grid, smoothing.sigma_m);
  std::vector<Plane> pulled(cuts.size());
  const CutEffort next{kNextCuts.eps, kNextCuts.iterations, first_step.may_miss};
  std::vector<const Plane*> to_cut;
  for (const Plane& plane : pulled) to_cut.push_back(&plane);
  for (int step = 0; step < kBandMboSteps; ++step) {
    stop_if_cancelled(progress);
    for (size_t k = 0; k < cuts.size(); ++k) {
      add_jump(*fields.field[k], cuts.margin[k], smoothing.jump * fields.sd, blur, pulled[k]);
      if (fields.pin) fields.pin(k, pulled[k]);
    }
    fit_cuts(blocks, to_cut, fields.sd, step == 0 ? first_step : next, cuts);
  }
  return cuts;
}

Bands cut_bands(const ZoneBlocks& blocks, const std::vector<uint32_t>& slot_of, const BandCuts& cuts,
                const ZoneCounts& target, const Raster<uint8_t>& zone, const LabelBounds* bounds) {
  Bands out;
  out.code = codes_of(blocks, cuts, zone.grid, bounds);
  RepairTask task{static_cast<int>(cuts.size() + 1), zone, target, [&](uint32_t cell, int cls) {
                    return band_score(cuts, static_cast<size_t>(cls), slot_of[cell]);
                  }};
  task.ordered = true;
  task.bounds = bounds;
  RepairResult repaired = despeckle_and_repair(out.code, task);
  if (repaired.remaining_error > 0) {
    task.ordered = false;
    const RepairResult again = despeckle_and_repair(out.code, task);
    repaired.repaired_cells += again.repaired_cells;
    repaired.despeckled_cells += again.despeckled_cells;
    repaired.remaining_error = again.remaining_error;
  }
  out.fit.repaired_cells = repaired.repaired_cells;
  out.fit.despeckled_cells = repaired.despeckled_cells;
  out.remaining_error = repaired.remaining_error;
  out.fit.offsets.assign(target.size(), std::vector<double>(cuts.size()));
  for (size_t r = 0; r < target.size(); ++r)
    for (size_t k = 0; k < cuts.size(); ++k) out.fit.offsets[r][k] = cuts.theta[k][r];
  return out;
}

size_t wanted_bands(const ZoneCounts& target) {
  size_t bands = 1;
  for (const auto& row : target)
    for (size_t k = bands; k < row.size(); ++k)
      if (row[k] > 0) bands = k + 1;
  return bands;
}

}  // namespace fw
