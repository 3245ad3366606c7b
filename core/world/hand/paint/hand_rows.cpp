#include "core/world/hand/paint/hand_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/field/quantile/quantile.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

constexpr double kMixTolerance = 2e-4;  // of the land
constexpr double kRowTolerance = 2e-4;  // of a region: what counts as the natural row
constexpr double kMostMove = 0.1;       // of a region without paint, before farther ones help
constexpr double kLeastShare = 0.01;    // of a region: smaller shares become none
constexpr double kLeastSpecks = 2;      // likewise fewer cells than two specks, which no patch could hold
constexpr double kLeastCut = 2e-3;      // where even these cost the mix, smaller ones do
constexpr double kAbsent = 1e-7;        // kernel of a class that a region does not have

int64_t sum(const std::vector<int64_t>& row) {
  return std::accumulate(row.begin(), row.end(), int64_t{0});
}
double sum(const std::vector<double>& row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}
std::vector<double> columns_of_all(const ZoneCounts& table, size_t classes) {
  std::vector<double> out(classes, 0.0);
  for (const auto& row : table)
    for (size_t k = 0; k < classes; ++k) out[k] += static_cast<double>(row[k]);
  return out;
}

class RowSolver {
 public:
  explicit RowSolver(const RowProblem& problem)
      : p_(problem),
        regions_(problem.natural.size()),
        classes_(problem.natural.empty() ? 0 : problem.natural[0].size()) {
    for (const auto& row : p_.natural) cells_.push_back(sum(row));
    land_ = static_cast<double>(std::accumulate(cells_.begin(), cells_.end(), int64_t{0}));
    out_.moved.assign(regions_, false);
    out_.over_mix.assign(classes_, 0);
    out_.over_ask.assign(regions_, std::vector<int64_t>(classes_, 0));
    for (const auto& row : p_.natural) out_.rows.emplace_back(row.begin(), row.end());
  }

  RowSolution solve() {
    count_paint();
    fix_rows();
    if (p_.mix == HandMix::follow)
      follow();
    else if (!holds_all())
      hold();
    note_moves();
    return std::move(out_);
  }

 private:
  double natural(size_t r, size_t k) const { return static_cast<double>(p_.natural[r][k]); }
  double painted(size_t r, size_t k) const { return static_cast<double>(out_.painted[r][k]); }
  bool is_held(size_t r) const { return r < p_.held.size() && p_.held[r].has_value(); }
  bool has_paint(size_t r) const { return sum(out_.painted[r]) > 0; }
  bool holds_paint(size_t r) const {
    for (size_t k = 0; k < classes_; ++k)
      if (out_.painted[r][k] > p_.natural[r][k]) return false;
    return true;
  }
  bool holds_all() const {
    for (size_t r = 0; r < regions_; ++r)
      if (!holds_paint(r)) return false;
    return std::none_of(p_.held.begin(), p_.held.end(), [](const auto& row) { return row.has_value(); });
  }

  /// Cores, and of the wants as much as the mix has room for.
  void count_paint() {
    out_.painted = p_.core;
    ZoneCounts beyond = p_.want;  // wanted and not decided
    for (size_t r = 0; r < regions_; ++r)
      for (size_t k = 0; k < classes_; ++k) {
        beyond[r][k] -= p_.core[r][k];
        const bool apart = p_.core[r][k] == 0 && (p_.joined.empty() || p_.joined[r][k] == 0);
        if (apart && beyond[r][k] < p_.speck_cells) beyond[r][k] = 0;
      }
    const std::vector<double> mix = columns_of_all(p_.natural, classes_);
    const std::vector<double> core = columns_of_all(p_.core, classes_),
                              want = columns_of_all(beyond, classes_);
    for (size_t k = 0; k < classes_; ++k) {
      if (p_.mix == HandMix::hold)
        out_.over_mix[k] = std::max<int64_t>(0, static_cast<int64_t>(core[k] - mix[k]));
      if (want[k] <= 0) continue;
      const double part = p_.mix == HandMix::hold ? std::clamp((mix[k] - core[k]) / want[k], 0.0, 1.0) : 1.0;
      for (size_t r = 0; r < regions_; ++r)
        out_.painted[r][k] += static_cast<int64_t>(std::floor(part * static_cast<double>(beyond[r][k])));
    }
  }

  /// A region's own row round its paint: the rest in the proportions of what paint left of it.
  std::vector<double> row_round_paint(size_t r) const {
    std::vector<double> rest(classes_), row(classes_);
    for (size_t k = 0; k < classes_; ++k) rest[k] = std::max(natural(r, k) - painted(r, k), 0.0);
    const double free = static_cast<double>(cells_[r] - sum(out_.painted[r])), all = sum(rest);
    for (size_t k = 0; k < classes_; ++k) row[k] = painted(r, k) + (all > 0 ? rest[k] * free / all : 0.0);
    return row;
  }

  /// The natural row, less what paint beyond it covers; where that is not known, or a class has not so much
  /// left, as row_round_paint().
  std::vector<double> row_less_covered(size_t r) const {
    if (p_.covered.empty()) return row_round_paint(r);
    std::vector<double> row(classes_);
    for (size_t k = 0; k < classes_; ++k) row[k] = std::max(natural(r, k), painted(r, k));
    for (size_t k = 0; k < classes_; ++k) {
      const double more = painted(r, k) - natural(r, k);
      const std::vector<int64_t>& from = p_.covered[r][k];
      const int64_t all = sum(from);
      if (more <= 0) continue;
      if (all == 0) return row_round_paint(r);
      for (size_t j = 0; j < classes_; ++j)
        row[j] -= more * static_cast<double>(from[j]) / static_cast<double>(all);
    }
    for (size_t k = 0; k < classes_; ++k)
      if (row[k] < painted(r, k)) return row_round_paint(r);
    return row;
  }

  /// Rows that nothing but paint in their own region changes.
  void fix_rows() {
    fixed_.assign(regions_, false);
    for (size_t r = 0; r < regions_; ++r) {
      for (size_t k = 0; k < classes_ && p_.asked[r]; ++k)
        out_.over_ask[r][k] = std::max<int64_t>(0, p_.core[r][k] - p_.natural[r][k]);
      if (is_held(r)) {
        fixed_[r] = true;
        out_.rows[r] = *p_.held[r];
      } else if (p_.asked[r]) {
        fixed_[r] = true;
        for (size_t k = 0; k < classes_; ++k) {
          out_.painted[r][k] =
              std::clamp(out_.painted[r][k], p_.core[r][k], std::max(p_.core[r][k], p_.natural[r][k]));
        }
        out_.rows[r] = row_round_paint(r);
      }
    }
  }

  void follow() {
    for (size_t r = 0; r < regions_; ++r)
      if (!fixed_[r] && has_paint(r)) out_.rows[r] = row_less_covered(r);
  }

  /// The land's cells by class: the natural ones; where paint alone is more, the other classes give in
  /// proportion, none below its own paint.
  std::vector<double> land_mix() const {
    const std::vector<double> natural = columns_of_all(p_.natural, classes_);
    const std::vector<double> painted = columns_of_all(out_.painted, classes_);
    std::vector<bool> full(classes_, false);
    for (size_t k = 0; k < classes_; ++k) full[k] = painted[k] > natural[k];
    std::vector<double> mix = natural;
    for (bool more = true; more;) {
      more = false;
      double left = land_, open = 0;
      for (size_t k = 0; k < classes_; ++k) {
        left -= full[k] ? painted[k] : 0.0;
        open += full[k] ? 0.0 : natural[k];
      }
      for (size_t k = 0; k < classes_; ++k) {
        mix[k] = full[k] ? painted[k] : open > 0 ? natural[k] * left / open : 0.0;
        if (full[k] || mix[k] >= painted[k]) continue;
        full[k] = more = true;
      }
    }
    return mix;
  }

  void hold() {
    const std::vector<double> mix = land_mix();
    std::vector<bool> free(regions_, false);
    for (size_t r = 0; r < regions_; ++r) free[r] = !fixed_[r] && has_paint(r);
    if (std::none_of(free.begin(), free.end(),
                     [](bool f) { return f; }))  // held rows alone ask for something
      for (size_t r = 0; r < regions_; ++r)
        if (fixed_[r]) free_neighbours(r, free);
    const ZoneTable before = out_.rows;
    for (;;) {
      out_.rows = before;
      const double error = solve_free(free, mix);
      if (error <= kMixTolerance * land_ && most_move(free) <= kMostMove) return;
      if (!widen(free)) return;
    }
  }

  bool free_neighbours(size_t r, std::vector<bool>& free) const {
    bool any = false;
    for (const size_t n : p_.neighbours[r])
      if (!fixed_[n] && !free[n]) free[n] = any = true;
    return any;
  }
  /// Lets the neighbours of free regions help; where there is none, everyone.
  bool widen(std::vector<bool>& free) const {
    const std::vector<bool> now = free;
    bool any = false;
    for (size_t r = 0; r < regions_; ++r)
      if (now[r]) any = free_neighbours(r, free) || any;
    for (size_t r = 0; r < regions_ && !any; ++r)
      if (!fixed_[r] && !free[r]) {
        std::fill(free.begin(), free.end(), true);
        for (size_t s = 0; s < regions_; ++s) free[s] = !fixed_[s];
        return true;
      }
    return any;
  }

  double most_move(const std::vector<bool>& free) const {
    double most = 0;
    for (size_t r = 0; r < regions_; ++r) {
      if (!free[r] || has_paint(r) || cells_[r] == 0) continue;
      for (size_t k = 0; k < classes_; ++k)
        most = std::max(most, std::fabs(out_.rows[r][k] - natural(r, k)) / static_cast<double>(cells_[r]));
    }
    return most;
  }

  /// Rows of the free regions for the land's mix; returns how many cells the worst class is off.
  double solve_free(const std::vector<bool>& free, const std::vector<double>& mix) {
    MixMatrix kernel;
    std::vector<size_t> members;
    std::vector<double> row_sums, column_sums = mix;
    for (size_t r = 0; r < regions_; ++r) {
      for (size_t k = 0; k < classes_; ++k) column_sums[k] -= free[r] ? painted(r, k) : out_.rows[r][k];
      if (!free[r] || cells_[r] == 0) continue;
      const auto cells = static_cast<double>(cells_[r]);
      members.push_back(r);
      row_sums.push_back(static_cast<double>(cells_[r] - sum(out_.painted[r])));
      kernel.emplace_back();
      for (size_t k = 0; k < classes_; ++k)
        kernel.back().push_back(std::max((natural(r, k) - painted(r, k)) / cells, kAbsent));
    }
    double short_of = 0;  // what no row can give
    for (double& column : column_sums) {
      short_of = std::max(short_of, -column);
      column = std::max(column, 0.0);
    }
    const bool more_may_help =
        std::count(free.begin(), free.end(), true) + std::count(fixed_.begin(), fixed_.end(), true) <
        static_cast<ptrdiff_t>(regions_);
    if (short_of > kMixTolerance * land_ && more_may_help) return short_of;
    MixMatrix solved = sinkhorn(kernel, row_sums, column_sums);
    double error = std::max(short_of, column_error(solved, column_sums));
    for (double cut = kLeastShare; cut >= kLeastCut; cut /= 2) {
      MixMatrix pruned_kernel = kernel;
      if (!prune(members, solved, cut, pruned_kernel)) break;
      MixMatrix pruned = sinkhorn(pruned_kernel, row_sums, column_sums);
      const double pruned_error = std::max(short_of, column_error(pruned, column_sums));
      if (pruned_error > std::max(error, kMixTolerance * land_)) continue;
      solved = std::move(pruned);
      error = pruned_error;
      break;
    }
    for (size_t i = 0; i < members.size(); ++i)
      for (size_t k = 0; k < classes_; ++k) out_.rows[members[i]][k] = painted(members[i], k) + solved[i][k];
    return error;
  }

  double column_error(const MixMatrix& rows, const std::vector<double>& column_sums) const {
    double worst = 0;
    for (size_t k = 0; k < classes_; ++k) {
      double column = 0;
      for (const auto& row : rows) column += row[k];
      worst = std::max(worst, std::fabs(column - column_sums[k]));
    }
    return worst;
  }

  /// Closes small shares, where there is no paint of the class: those that came or shrank, not natural ones.
  bool prune(const std::vector<size_t>& members, const MixMatrix& solved, double cut,
             MixMatrix& kernel) const {
    bool any = false;
    for (size_t i = 0; i < members.size(); ++i) {
      const size_t r = members[i];
      const double least = cut * std::max(static_cast<double>(cells_[r]),
                                          kLeastSpecks / kLeastShare * static_cast<double>(p_.speck_cells));
      bool whole = true;  // the row would have nothing left
      for (size_t k = 0; k < classes_; ++k) whole = whole && solved[i][k] < least;
      for (size_t k = 0; k < classes_ && !whole; ++k) {
        const bool was_small = natural(r, k) > 0 && natural(r, k) < least;
        if (solved[i][k] <= 0 || solved[i][k] >= least || out_.painted[r][k] > 0 || was_small) continue;
        kernel[i][k] = 0;
        any = true;
      }
    }
    return any;
  }

  /// A row that is as good as natural is the natural one.
  void note_moves() {
    for (size_t r = 0; r < regions_; ++r) {
      const double most = std::max(1.0, kRowTolerance * static_cast<double>(cells_[r]));
      bool moved = !holds_paint(r);
      for (size_t k = 0; k < classes_ && !moved; ++k)
        moved = std::fabs(out_.rows[r][k] - natural(r, k)) > most;
      out_.moved[r] = moved;
      if (!moved) out_.rows[r].assign(p_.natural[r].begin(), p_.natural[r].end());
    }
  }

  const RowProblem& p_;
  size_t regions_, classes_;
  std::vector<int64_t> cells_;
  double land_ = 0;
  std::vector<bool> fixed_;
  RowSolution out_;
};

/// Raises classes to their paint; the one with most free cells gives.
void lift_to_paint(const std::vector<int64_t>& painted, std::vector<int64_t>& row) {
  for (size_t k = 0; k < row.size(); ++k)
    while (row[k] < painted[k]) {
      size_t giver = row.size();
      for (size_t g = 0; g < row.size(); ++g)
        if (row[g] > painted[g] && (giver == row.size() || row[g] - painted[g] > row[giver] - painted[giver]))
          giver = g;
      if (giver == row.size()) return;
      --row[giver];
      ++row[k];
    }
}

}  // namespace

RowSolution solve_rows(const RowProblem& problem) {
  return RowSolver(problem).solve();
}

std::vector<int64_t> whole_row(const std::vector<double>& row, int64_t cells,
                               const std::vector<int64_t>& painted) {
  std::vector<int64_t> out = largest_remainder(row, cells);
  lift_to_paint(painted, out);
  return out;
}

ZoneCounts whole_rows(const RowProblem& problem, const RowSolution& solution) {
  ZoneCounts out = problem.natural;
  for (size_t r = 0; r < out.size(); ++r) {
    if (!solution.moved[r]) continue;
    out[r] = whole_row(solution.rows[r], sum(problem.natural[r]), solution.painted[r]);
  }
  return out;
}

}  // namespace fw
