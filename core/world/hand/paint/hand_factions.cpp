#include <algorithm>
#include <numeric>
#include <utility>

#include "core/world/hand/paint/class_move.h"
#include "core/world/hand/paint/hand_classes.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/hand/paint/hand_rows.h"
#include "core/world/layers/factions.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr double kMayMiss = 2e-4;  // of a zone's cells: what keeping far ground may cost

using Counts = std::vector<int64_t>;

int64_t sum_of(const Counts& row) {
  return std::accumulate(row.begin(), row.end(), int64_t{0});
}
double column_sum(const ZoneCounts& table, size_t k) {
  double total = 0;
  for (const Counts& row : table) total += static_cast<double>(row[k]);
  return total;
}

/// The zones' counts round paint. Zone 0 is neutral ground: what is not painted there is neutral. The other
/// zones are the owners', all but what is painted neutral; the owners' shares of all that they hold stay.
class FactionRows {
 public:
  FactionRows(const RowProblem& problem, std::optional<size_t> neutral)
      : p_(problem), neutral_(neutral), classes_(problem.natural[0].size()) {
    for (size_t k = 0; k < classes_; ++k)
      if (neutral_ != k) owners_.push_back(k);
  }

  RowSolution solve() {
    out_.over_mix.assign(classes_, 0);
    out_.over_ask.assign(p_.natural.size(), Counts(classes_, 0));
    count_paint();
    for (const Counts& row : p_.natural) out_.rows.emplace_back(row.begin(), row.end());
    share_neutral_ground();
    share_owned_ground();
    for (size_t z = 0; z < p_.natural.size(); ++z) {
      bool moved = false;
      for (size_t k = 0; k < classes_; ++k)
        moved =
            moved || std::abs(out_.rows[z][k] - natural(z, k)) > 1 || out_.painted[z][k] > p_.natural[z][k];
      out_.moved.push_back(moved);
    }
    return std::move(out_);
  }

 private:
  double natural(size_t z, size_t k) const { return static_cast<double>(p_.natural[z][k]); }
  double painted(size_t z, size_t k) const { return static_cast<double>(out_.painted[z][k]); }

  /// Cores, and of the wants as much as the faction has.
  void count_paint() {
    out_.painted = p_.core;
    for (size_t k = 0; k < classes_; ++k) {
      const double core = column_sum(p_.core, k), want = column_sum(p_.want, k) - core,
                   has = column_sum(p_.natural, k);
      const bool nobody = neutral_ == k;
      if (!nobody) out_.over_mix[k] = std::max<int64_t>(0, static_cast<int64_t>(core - has));
      const double part = nobody || want <= 0 ? 1.0 : std::clamp((has - core) / want, 0.0, 1.0);
      for (size_t z = 0; z < p_.natural.size(); ++z) {
        const int64_t beyond = p_.want[z][k] - p_.core[z][k];
        if (p_.core[z][k] > 0 || beyond >= p_.speck_cells)
          out_.painted[z][k] += static_cast<int64_t>(part * static_cast<double>(beyond));
      }
    }
  }

  void share_neutral_ground() {
    if (!neutral_) return;
    double left = static_cast<double>(sum_of(p_.natural[0]));
    for (const size_t k : owners_) {
      out_.rows[0][k] = painted(0, k);
      left -= painted(0, k);
    }
    out_.rows[0][*neutral_] = left;
  }

  double owned_cells(size_t z) const {
    return static_cast<double>(sum_of(p_.natural[z])) - (neutral_ ? painted(z, *neutral_) : 0.0);
  }

  /// The owners' cells of all zones: their shares stay, none below its paint.
  std::vector<double> owners_cells() const {
    double ground = 0, all = 0;
    for (size_t z = 1; z < p_.natural.size(); ++z) ground += owned_cells(z);
    std::vector<double> cells(classes_, 0.0);
    for (const size_t k : owners_) {
      cells[k] = column_sum(p_.natural, k);
      all += cells[k];
      ground += painted(0, k);
    }
    std::vector<bool> full(classes_, false);
    const std::vector<double> natural_cells = cells;
    for (bool more = true; more;) {
      more = false;
      double left = ground, open = 0;
      for (const size_t k : owners_) {
        left -= full[k] ? column_sum(out_.painted, k) : 0.0;
        open += full[k] ? 0.0 : natural_cells[k];
      }
      for (const size_t k : owners_) {
        cells[k] = full[k] ? column_sum(out_.painted, k) : open > 0 ? natural_cells[k] * left / open : 0.0;
        if (full[k] || cells[k] >= column_sum(out_.painted, k)) continue;
        full[k] = more = true;
      }
    }
    return cells;
  }

  void share_owned_ground() {
    const std::vector<double> cells = owners_cells();
    MixMatrix kernel;
    std::vector<double> row_sums, column_sums;
    for (const size_t k : owners_) {
      column_sums.push_back(cells[k]);
      for (size_t z = 0; z < p_.natural.size(); ++z) column_sums.back() -= painted(z, k);
      column_sums.back() = std::max(column_sums.back(), 0.0);
    }
    for (size_t z = 1; z < p_.natural.size(); ++z) {
      row_sums.push_back(owned_cells(z));
      kernel.emplace_back();
      for (const size_t k : owners_) {
        row_sums.back() -= painted(z, k);
        kernel.back().push_back(std::max(natural(z, k) - painted(z, k), 0.0));
      }
    }
    const MixMatrix rest = sinkhorn(kernel, row_sums, column_sums);
    for (size_t z = 1; z < p_.natural.size(); ++z) {
      if (neutral_) out_.rows[z][*neutral_] = painted(z, *neutral_);
      for (size_t i = 0; i < owners_.size(); ++i)
        out_.rows[z][owners_[i]] = painted(z, owners_[i]) + rest[z - 1][i];
    }
  }

  const RowProblem& p_;
  std::optional<size_t> neutral_;
  size_t classes_;
  std::vector<size_t> owners_;
  RowSolution out_;
};

/// Zones where paint asks for a cell.
std::vector<bool> painted_zones(const RowProblem& problem) {
  std::vector<bool> out;
  for (const Counts& row : problem.want) out.push_back(sum_of(row) > 0);
  return out;
}

/// Regions with ground in one of the zones.
std::vector<bool> regions_of(const Raster<uint8_t>& zone, const RegionMap& map,
                             const std::vector<bool>& zones) {
  std::vector<bool> out(map.regions.size(), false);
  for (size_t cell = 0; cell < map.code.size(); ++cell)
    if (map.code[cell] != 0 && zones[zone[cell] - 1u]) out[map.code[cell] - 1u] = true;
  return out;
}

/// In the rim of paint that the fixed scores keep out, noise decides too: the painted class comes up to the
/// one that would win there.
void contest_rims(const FactionSurvey& survey, const ZoneTable& lambda, const Paint& change,
                  const Template& tmpl, const SeedBundle& seeds, std::vector<Plane>& score) {
  const ZoneBlocks& blocks = survey.blocks;
  for (size_t f = 0; f < survey.rows.size(); ++f) {
    std::vector<size_t> slots;
    for (size_t slot = 0; slot < blocks.cell.size(); ++slot)
      if (change.rim[blocks.cell[slot]] == survey.rows[f] + 1 && survey.score[f][slot] <= -kFactionFixed)
        slots.push_back(slot);
    if (slots.empty()) continue;
    const Plane noise = faction_noise(blocks, survey.zone.grid, tmpl, seeds, survey.rows[f]);
    for (const size_t slot : slots) {
      const std::vector<double>& offsets = lambda[survey.zone[blocks.cell[slot]] - 1u];
      float best = shifted_at(blocks, survey.score, lambda, slot, 0);
      for (size_t k = 1; k < survey.score.size(); ++k)
        best = std::max(best, shifted_at(blocks, survey.score, lambda, slot, k));
      score[f][slot] = best - static_cast<float>(offsets[f]) + noise[slot] * survey.noise_scale;
    }
  }
}

}  // namespace

HandFactions adapt_factions(const RegionMap& map, const FactionSurvey* surveyed, const ClassLayer& natural,
                            const Paint& paint, const Template& tmpl, const SeedBundle& seeds,
                            const Progress& progress) {
  HandFactions out{natural, {}};
  const size_t classes = tmpl.vocabulary.factions.size();
  const Paint change = paint_to_change(paint, natural.code);
  if (!changes_something(change)) return out;
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    RowProblem problem = zone_problem(map.code, map.regions.size(), natural.code, classes, paint, change);
    problem.mix = HandMix::follow;  // every region has its own cut
    recut_strictly(map.code, strict_faction_field(map.code.grid, tmpl, seeds),
                   whole_rows(problem, solve_rows(problem)), paint.core, out.layer.code);
    return out;
  }
  const size_t usual = surveyed->rows.size();
  const std::vector<size_t> more = painted_besides(paint, surveyed->rows, classes);
  FactionSurvey with_more;
  if (!more.empty()) {
    with_more = *surveyed;
    add_factions(map, tmpl, seeds, more, with_more);
  }
  const FactionSurvey& survey = more.empty() ? *surveyed : with_more;
  RowProblem problem = zone_problem(survey.zone, survey.target.size(), natural.code, classes, paint, change);
  problem.mix = tmpl.hand.mix;
  const RowSolution solution =
      problem.mix == HandMix::follow ? solve_rows(problem) : FactionRows(problem, survey.neutral).solve();
  tell_over_mix(map, tmpl, PaintLayer::faction, paint, problem, solution, out.findings);
  const ZoneCounts target = whole_rows(problem, solution);
  stop_if_cancelled(progress);

  // A zone is all ground of its owners, so what paint takes at one end may have to come from the other.
  const bool anew = std::find(solution.moved.begin(), solution.moved.end(), true) != solution.moved.end();
  const DecidedCells decided =
      decided_cells(map.code, natural.code, paint, change,
                    regions_of(survey.zone, map, anew ? solution.moved : painted_zones(problem)), !anew);
  ZoneTable offsets = natural.fit.offsets;
  offsets.insert(offsets.begin(), std::vector<double>(classes, 0.0));  // neutral ground, which has none
  const ZoneTable lambda = offsets_by_plane(offsets, survey.rows, usual, -1e30);
  std::vector<Plane> score = survey.score;
  contest_rims(survey, lambda, change, tmpl, seeds, score);
  MovedClasses result =
      move_classes({survey.blocks, survey.sample, survey.zone, score, survey.rows, lambda, target, survey.sd,
                    kFactionFieldWeight, natural.jump_sd, kFactionMboSigma_m, anew, decided, change,
                    [&](Raster<uint8_t>& code, RepairTask task) {
                      task.one_piece_of = &survey.body;
                      return despeckle_and_repair(code, task);
                    },
                    kMayMiss},
                   natural.code, progress);
  out.layer.score = faction_field(survey, planes_of(survey.rows, classes), result.code);
  out.layer.code = std::move(result.code);
  result.lambda.erase(result.lambda.begin());
  out.layer.fit.offsets = spread_columns(result.lambda, survey.rows, classes, 0.0);
  out.layer.fit.repaired_cells = result.repaired.repaired_cells;
  out.layer.fit.despeckled_cells = result.repaired.despeckled_cells;
  return out;
}

}  // namespace fw
