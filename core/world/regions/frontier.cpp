#include "core/world/regions/frontier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/repair.h"
#include "core/world/fit/sinkhorn.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

constexpr double kCore = 0.5;        // of a region's cells stay
constexpr double kLeastCore = 0.45;  // of a mean region's, as far as a region has them
constexpr float kFar_m = 1e6F;
constexpr double kFrontierSigma_m = 46.875;
constexpr float kNowhere_m = 1e9F;  // from an owner without a region
constexpr int64_t kFewEdges = 1;    // of contact between a region and another owner's

size_t pieces_of(const Raster<uint8_t>& ground) {
  return ground.size() == 0 ? 0 : *std::ranges::max_element(ground.cells);
}

/// Cells by piece and row of the factions on ground that is not neutral.
ZoneCounts count_owned(const RegionOwners& of, const Raster<uint8_t>& ground, const Raster<uint8_t>& code) {
  ZoneCounts held(pieces_of(ground), std::vector<int64_t>(of.words.factions.size(), 0));
  for (size_t cell = 0; cell < code.size(); ++cell)
    if (of.owned(code[cell]) && ground[cell] != 0) ++held[ground[cell] - 1u][of.owner[code[cell] - 1u]];
  return held;
}

/// Classes of the exact step: the factions with the neutral one last, so that free cells take all but that.
class FrontierClasses {
 public:
  explicit FrontierClasses(const Vocabulary& words) {
    const std::optional<Faction> neutral = words.neutral();
    for (size_t k = 0; k < words.factions.size(); ++k)
      if (!neutral || k != static_cast<size_t>(*neutral)) row_.push_back(k);
    owners_ = row_.size();
    if (neutral) row_.push_back(static_cast<size_t>(*neutral));
    class_.resize(row_.size());
    for (size_t c = 0; c < row_.size(); ++c) class_[row_[c]] = c;
  }
  size_t count() const { return row_.size(); }
  size_t owners() const { return owners_; }
  size_t row(size_t cls) const { return row_[cls]; }
  uint8_t label_of(size_t row) const { return static_cast<uint8_t>(class_[row] + 1); }

 private:
  std::vector<size_t> row_, class_;
  size_t owners_ = 0;
};

/// How far every free cell lies from the owners, and the labels that offsets to these distances give.
class MovingFrontier {
 public:
  /// `distance_m`: by class; `limits`: where a cell's label is decided.
  MovingFrontier(const Raster<uint8_t>& labels, const Raster<uint8_t>& zone, const LabelBounds& limits,
                 const std::vector<const Raster<float>*>& distance_m, const ZoneCounts& target)
      : target_(target), classes_(distance_m.size()), cell_m_(labels.grid.cell_m) {
    offset_m_.assign(target.size(), std::vector<double>(classes_, 0));
    fixed_.assign(target.size(), std::vector<int64_t>(classes_, 0));
    const GridSpec& g = labels.grid;
    for (uint32_t cell = 0; cell < labels.size(); ++cell) {
      if (zone[cell] == 0) continue;
      if (limits.decide(cell)) {
        ++fixed_[zone[cell] - 1u][labels[cell] - 1u];
        continue;
      }
      cell_.push_back(cell);
      zone_.push_back(static_cast<uint8_t>(zone[cell] - 1));
      for (size_t k = 0; k < classes_; ++k) {
        const Raster<float>* of = distance_m[k];
        const bool here = of != nullptr && target[zone[cell] - 1u][k] > 0;
        distance_m_.push_back(!here           ? kNowhere_m
                              : of->grid == g ? (*of)[cell]
                                              : bilinear(*of, g.centre(size_t{cell})));
      }
    }
  }

  /// Offsets learn the counts: an owner's border moves by what he lacks over its length.
  void learn() {
    for (int step = 0; step < kSteps; ++step) {
      const ZoneCounts count = counts();
      for (size_t z = 0; z < target_.size(); ++z)
        for (size_t k = 0; k < classes_; ++k) {
          const double edge = static_cast<double>(std::max<int64_t>(edge_[z][k], 4));
          const double lacks = static_cast<double>(target_[z][k] - count[z][k]);
          const double most = kMostStep * cell_m_;
          offset_m_[z][k] += std::clamp(lacks / edge * cell_m_ * kRate, -most, most);
        }
    }
  }

  /// Cells go over to their nearest owner from its border on, as long as that cuts no owner's ground.
  void put(Raster<uint8_t>& labels) const {
    struct Crossing {
      float margin_m;  ///< of the nearest owner over the one who holds the cell
      uint32_t cell;
      uint8_t to;
    };
    std::vector<Crossing> open;
    for (size_t i = 0; i < cell_.size(); ++i) {
      const size_t best = nearest(i).best, own = labels[cell_[i]] - 1u;
      if (best == own) continue;
      const std::vector<double>& offset = offset_m_[zone_[i]];
      const double gain = static_cast<double>(distance_m_[i * classes_ + own]) - offset[own] -
                          static_cast<double>(distance_m_[i * classes_ + best]) + offset[best];
      open.push_back({static_cast<float>(gain), cell_[i], static_cast<uint8_t>(best + 1)});
    }
    // Those that lie deepest on the other side are next to its border.
    std::ranges::sort(open, [](const Crossing& a, const Crossing& b) {
      return a.margin_m != b.margin_m ? a.margin_m > b.margin_m : a.cell < b.cell;
    });
    for (bool moved = true; moved;) {
      moved = false;
      std::vector<Crossing> left;
      for (const Crossing& c : open) {
        if (!changes_simply(labels, c.cell, c.to)) {
          left.push_back(c);
          continue;
        }
        labels[c.cell] = c.to;
        moved = true;
      }
      open = std::move(left);
    }
  }
  double offset_m(size_t zone, size_t cls) const { return offset_m_[zone][cls]; }

 private:
  static constexpr int kSteps = 24;
  static constexpr double kRate = 0.7, kMostStep = 2;  // cells

  struct Nearest {
    size_t best = 0, next = 0;
    double margin_m = 0;
  };
  Nearest nearest(size_t i) const {
    const float* d = &distance_m_[i * classes_];
    const std::vector<double>& offset = offset_m_[zone_[i]];
    Nearest out;
    double least = 2e9, second = 2e9;
    for (size_t k = 0; k < classes_; ++k) {
      const double value = static_cast<double>(d[k]) - offset[k];
      if (value < least) {
        second = least;
        out.next = out.best;
        least = value;
        out.best = k;
      } else if (value < second) {
        second = value;
        out.next = k;
      }
    }
    out.margin_m = second - least;
    return out;
  }

  ZoneCounts counts() {
    ZoneCounts count = fixed_;
    edge_.assign(target_.size(), std::vector<int64_t>(classes_, 0));
    for (size_t i = 0; i < cell_.size(); ++i) {
      const Nearest of = nearest(i);
      ++count[zone_[i]][of.best];
      // Signed distances of two owners part by two metres a metre.
      if (of.margin_m > 2 * cell_m_) continue;
      ++edge_[zone_[i]][of.best];
      ++edge_[zone_[i]][of.next];
    }
    for (std::vector<int64_t>& row : edge_)
      for (int64_t& edge : row) edge /= 2;  // a border has cells on both sides
    return count;
  }

  const ZoneCounts& target_;
  size_t classes_;
  double cell_m_;
  std::vector<uint32_t> cell_;  ///< that may change hands
  std::vector<uint8_t> zone_;
  std::vector<float> distance_m_;              ///< by cell and class
  std::vector<std::vector<double>> offset_m_;  ///< by zone and class
  ZoneCounts fixed_, edge_;
};

/// Cells that changed hands, and what they cut off from their region, join a region of the owner that the
/// labels name: the one that reaches them first over his ground, else the nearest.
void rejoin_regions(const RegionOwners& of, const FrontierClasses& classes, const Raster<uint8_t>& labels,
                    Raster<uint8_t>& code) {
  const auto label_of = [&](uint8_t of_code) { return classes.label_of(of.owner[of_code - 1u]); };
  Raster<uint8_t> kept = code;
  for (size_t cell = 0; cell < code.size(); ++cell)
    if (of.owned(code[cell]) && label_of(code[cell]) != labels[cell]) kept[cell] = 0;
  const Components pieces = label_components(kept);
  std::vector<int64_t> largest(256, 0);
  for (size_t id = 0; id < pieces.cells.size(); ++id)
    largest[pieces.label[id]] = std::max(largest[pieces.label[id]], pieces.cells[id]);
  std::vector<uint8_t> drop(pieces.cells.size(), 0), met(256, 0);
  // A region that the hand laid in several pieces keeps those that nothing here cut off.
  const Components before = label_components(code);
  std::vector<int64_t> parts_before(256, 0), parts(256, 0);
  for (const uint8_t label : before.label) ++parts_before[label];
  for (const uint8_t label : pieces.label) ++parts[label];
  for (size_t id = 0; id < pieces.cells.size(); ++id) {
    const uint8_t label = pieces.label[id];
    if (!of.owned(label) || parts[label] <= parts_before[label]) continue;
    if (pieces.cells[id] < largest[label] || met[label] != 0) drop[id] = 1;
    if (pieces.cells[id] == largest[label]) met[label] = 1;
  }
  std::vector<uint32_t> orphans, front;
  for (uint32_t cell = 0; cell < code.size(); ++cell) {
    if (kept[cell] != 0 && drop[static_cast<size_t>(pieces.id[cell])] != 0) kept[cell] = 0;
    if (code[cell] != 0 && kept[cell] == 0) orphans.push_back(cell);
  }
  const GridSpec& g = code.grid;
  const auto each_neighbour = [&](uint32_t cell, const auto& visit) {
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}})
      if (g.contains(column + dx, row + dy)) visit(static_cast<uint32_t>(g.index(column + dx, row + dy)));
  };
  for (const uint32_t cell : orphans)
    each_neighbour(cell, [&](uint32_t n) {
      if (kept[n] != 0 && labels[n] == labels[cell]) front.push_back(n);
    });
  for (size_t head = 0; head < front.size(); ++head)
    each_neighbour(front[head], [&](uint32_t n) {
      if (kept[n] != 0 || code[n] == 0 || labels[n] != labels[front[head]]) return;
      kept[n] = kept[front[head]];
      front.push_back(n);
    });
  std::vector<uint8_t> lost(256, 0);
  for (const uint32_t cell : orphans)
    if (kept[cell] == 0) lost[labels[cell]] = 1;
  for (size_t label = 1; label < lost.size(); ++label) {
    if (lost[label] == 0) continue;
    Mask own(g);
    for (size_t cell = 0; cell < own.size(); ++cell) own[cell] = kept[cell] != 0 && labels[cell] == label;
    const Raster<uint32_t> nearest = nearest_cell(own);
    for (const uint32_t cell : orphans)
      if (kept[cell] == 0 && labels[cell] == label)
        kept[cell] = nearest[cell] < kept.size() ? kept[nearest[cell]] : code[cell];
  }
  code = std::move(kept);
}

}  // namespace

ZoneCounts owned_cells(const Vocabulary& words, const ZoneCounts& held, const ZoneCounts& stated) {
  const size_t rows = words.factions.size(), pieces = held.size();
  std::vector<double> want(rows, 0), cells(pieces, 0);
  MixMatrix kernel(pieces, std::vector<double>(rows, 0));
  std::vector<int64_t> left(pieces, 0);
  double all = 0, claimed = 0, holders = 0;
  for (size_t k = 0; k < rows; ++k) {
    bool holds = false;
    for (size_t p = 0; p < pieces; ++p) {
      holds = holds || held[p][k] > 0;
      all += static_cast<double>(held[p][k]);
      kernel[p][k] = static_cast<double>(held[p][k] - stated[p][k]);
      left[p] += held[p][k] - stated[p][k];
    }
    if (!holds) continue;
    holders += 1;
    want[k] = std::max(words.factions[k].share, 0.0);
    claimed += want[k];
  }
  for (size_t k = 0; k < rows; ++k) {
    bool holds = false;
    for (size_t p = 0; p < pieces; ++p) holds = holds || held[p][k] > 0;
    if (!holds) continue;
    want[k] = claimed > 0 ? want[k] * all / claimed : all / holders;
    for (size_t p = 0; p < pieces; ++p) want[k] -= static_cast<double>(stated[p][k]);
    want[k] = std::max(want[k], 0.0);
  }
  for (size_t p = 0; p < pieces; ++p) cells[p] = static_cast<double>(left[p]);
  const MixMatrix shared = sinkhorn(kernel, cells, want);
  ZoneCounts out(pieces, std::vector<int64_t>(rows, 0));
  for (size_t p = 0; p < pieces; ++p) {
    const double given = std::accumulate(shared[p].begin(), shared[p].end(), 0.0);
    // Owners whose paint alone is more than their share leave a piece to nobody: then it stays as it is.
    out[p] = given > 0 ? largest_remainder(shared[p], left[p]) : largest_remainder(kernel[p], left[p]);
    for (size_t k = 0; k < rows; ++k) out[p][k] += stated[p][k];
  }
  return out;
}

std::vector<double> areas_for_shares(const RegionOwners& of, const std::vector<double>& cells,
                                     const std::vector<int>& piece) {
  const size_t pieces = piece.empty() ? 0 : static_cast<size_t>(*std::ranges::max_element(piece));
  ZoneCounts held;
  {
    MixMatrix to_hold(pieces, std::vector<double>(of.words.factions.size(), 0));
    for (size_t r = static_cast<size_t>(of.neutral); r < cells.size(); ++r)
      to_hold[static_cast<size_t>(piece[r]) - 1][of.owner[r]] += cells[r];
    for (const std::vector<double>& row : to_hold)
      held.push_back(largest_remainder(
          row, static_cast<int64_t>(std::floor(std::accumulate(row.begin(), row.end(), 0.0) + 0.5))));
  }
  const ZoneCounts none(pieces, std::vector<int64_t>(of.words.factions.size(), 0));
  const ZoneCounts wanted = owned_cells(of.words, held, none);
  std::vector<double> out = cells;
  for (size_t r = static_cast<size_t>(of.neutral); r < cells.size(); ++r) {
    const size_t p = static_cast<size_t>(piece[r]) - 1, k = of.owner[r];
    if (held[p][k] > 0) out[r] *= static_cast<double>(wanted[p][k]) / static_cast<double>(held[p][k]);
  }
  return out;
}

std::vector<size_t> roomy_owners(const OwnerProblem& problem, const RegionOwners& of,
                                 const std::vector<double>& cells) {
  constexpr double kRoom = 0.55;      // of a mean region
  constexpr double kRoomCost = 40;    // per mean region that is missing: as much as all land owned wrongly
  constexpr size_t kFewRegions = 60;  // beyond them the search would take long
  constexpr int kMostChanges = 8;
  const std::vector<size_t>& free = problem.free;
  if (problem.piece_share.size() < 2 || free.size() > kFewRegions) return of.owner;
  double mean = 0;
  for (const size_t r : free) mean += cells[r] / static_cast<double>(free.size());
  const auto missing = [&](const std::vector<size_t>& owner) {
    const std::vector<double> wanted = areas_for_shares({of.words, owner, of.neutral}, cells, problem.piece);
    double sum = 0;
    for (const size_t r : free) sum += std::max(std::min(cells[r], kRoom * mean) - wanted[r], 0.0) / mean;
    return sum;
  };
  Assignment assignment(problem, of.owner);
  double room = missing(assignment.owner());
  for (int n = 0; n < kMostChanges && room > 0; ++n) {
    struct Change {
      size_t a, b, to_a, to_b;
    };
    std::optional<Change> best;
    double least = assignment.cost() + kRoomCost * room - 1e-9, best_room = room;
    const auto attempt = [&](const Change& c) {
      const size_t was_a = assignment.owner()[c.a], was_b = assignment.owner()[c.b];
      assignment.flip(c.a, c.to_a);
      if (c.b != c.a) assignment.flip(c.b, c.to_b);
      if (assignment.cost() < least) {
        const double after = missing(assignment.owner());
        if (assignment.cost() + kRoomCost * after < least) {
          least = assignment.cost() + kRoomCost * after;
          best = c;
          best_room = after;
        }
      }
      if (c.b != c.a) assignment.flip(c.b, was_b);
      assignment.flip(c.a, was_a);
    };
    for (size_t i = 0; i < free.size(); ++i) {
      const size_t a = free[i], own = assignment.owner()[a];
      for (const size_t f : problem.candidates)
        if (f != own) attempt({a, a, f, f});
      for (size_t j = i + 1; j < free.size(); ++j)
        if (const size_t other = assignment.owner()[free[j]]; other != own) attempt({a, free[j], other, own});
    }
    if (!best) break;
    assignment.flip(best->a, best->to_a);
    if (best->b != best->a) assignment.flip(best->b, best->to_b);
    room = best_room;
  }
  return assignment.owner();
}

bool join_severed(const Raster<uint8_t>& code, int neutral, std::vector<size_t>& owner) {
  const GridSpec& g = code.grid;
  Raster<uint8_t> owned(g), by_owner(g);
  for (size_t cell = 0; cell < code.size(); ++cell) {
    if (code[cell] <= neutral) continue;
    owned[cell] = 1;
    by_owner[cell] = static_cast<uint8_t>(owner[code[cell] - 1u] + 1);
  }
  const Components areas = label_components(owned), groups = label_components(by_owner);
  std::vector<int64_t> largest(areas.cells.size() * 256, 0);
  const auto body = [&](size_t group) {
    return static_cast<size_t>(areas.id[groups.first[group]]) * 256 + groups.label[group];
  };
  for (size_t group = 0; group < groups.cells.size(); ++group)
    largest[body(group)] = std::max(largest[body(group)], groups.cells[group]);
  const size_t regions = owner.size();
  std::vector<int32_t> group_of(regions, -1);
  std::vector<int64_t> most(regions, 0);
  {  // the group with most of a region's cells
    std::vector<std::vector<int64_t>> cells(regions);
    for (size_t cell = 0; cell < code.size(); ++cell) {
      if (code[cell] <= neutral) continue;
      std::vector<int64_t>& of_region = cells[code[cell] - 1u];
      const auto id = static_cast<size_t>(groups.id[cell]);
      if (of_region.size() <= id) of_region.resize(id + 1, 0);
      if (++of_region[id] > most[code[cell] - 1u]) {
        most[code[cell] - 1u] = of_region[id];
        group_of[code[cell] - 1u] = static_cast<int32_t>(id);
      }
    }
  }
  bool moved = false;
  for (size_t r = static_cast<size_t>(neutral); r < regions; ++r) {
    if (group_of[r] < 0) continue;
    const auto group = static_cast<size_t>(group_of[r]);
    if (groups.cells[group] == largest[body(group)]) continue;
    std::vector<int64_t> edges(256, 0);
    const auto touch = [&](uint8_t a, uint8_t b) {
      if (a != r + 1 || b <= neutral || owner[b - 1u] == owner[r]) return;
      ++edges[owner[b - 1u]];
    };
    for (int row = 0; row < g.rows; ++row)
      for (int column = 0; column < g.columns; ++column) {
        const uint8_t here = code.at(column, row);
        if (column + 1 < g.columns)
          touch(here, code.at(column + 1, row)), touch(code.at(column + 1, row), here);
        if (row + 1 < g.rows) touch(here, code.at(column, row + 1)), touch(code.at(column, row + 1), here);
      }
    const auto to = std::ranges::max_element(edges);
    if (*to < kFewEdges) continue;
    owner[r] = static_cast<size_t>(to - edges.begin());
    moved = true;
  }
  return moved;
}

void bridge_severed(const RegionOwners& of, const Raster<uint8_t>& plan_code, const Mask& held,
                    Raster<uint8_t>& code) {
  const GridSpec& g = code.grid;
  const auto owner_of = [&of](uint8_t at) { return of.owned(at) ? of.owner[at - 1u] + 1 : size_t{0}; };
  Raster<uint8_t> by_owner(g);
  for (size_t cell = 0; cell < code.size(); ++cell)
    by_owner[cell] = static_cast<uint8_t>(owner_of(code[cell]));
  const Components groups = label_components(by_owner);
  std::vector<std::vector<size_t>> of_owner(of.words.factions.size() + 1);
  for (size_t group = 0; group < groups.cells.size(); ++group) of_owner[groups.label[group]].push_back(group);
  for (size_t label = 1; label < of_owner.size(); ++label) {
    std::vector<size_t>& parts = of_owner[label];
    if (parts.size() < 2) continue;
    std::ranges::stable_sort(parts, [&](size_t a, size_t b) { return groups.cells[a] > groups.cells[b]; });
    Mask open(g);
    for (size_t cell = 0; cell < code.size(); ++cell)
      open[cell] = owner_of(code[cell]) == label ||
                   owner_of(plan_code[plan_code.grid.cell_at(g.centre(cell))]) == label;
    for (size_t cell = 0; cell < plan_code.size(); ++cell)
      if (owner_of(plan_code[cell]) == label) open[g.cell_at(plan_code.grid.centre(cell))] = 1;
    // From every group over open cells to the others, and on from them.
    Raster<uint32_t> from(g);  // cell + 1
    std::vector<uint32_t> front;
    const auto each_neighbour = [&g](uint32_t cell, const auto& visit) {
      const int column = g.column_of(cell), row = g.row_of(cell);
      for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}})
        if (g.contains(column + dx, row + dy)) visit(static_cast<uint32_t>(g.index(column + dx, row + dy)));
    };
    const auto enter = [&](uint32_t first) {
      size_t filled = front.size();
      front.push_back(first);
      from[first] = first + 1;
      for (; filled < front.size(); ++filled)
        each_neighbour(front[filled], [&](uint32_t next) {
          if (from[next] != 0 || by_owner[next] != label) return;
          from[next] = next + 1;
          front.push_back(next);
        });
    };
    for (const size_t part : parts) {
      if (from[groups.first[part]] != 0) continue;
      front.clear();
      enter(groups.first[part]);
      for (size_t head = 0; head < front.size(); ++head)
        each_neighbour(front[head], [&](uint32_t next) {
          if (from[next] != 0 || open[next] == 0 || !of.owned(code[next])) return;
          if (by_owner[next] != label) {
            if (held.size() != 0 && held[next] != 0) return;
            from[next] = front[head] + 1;
            front.push_back(next);
            return;
          }
          std::vector<uint32_t> path;
          uint32_t start = front[head];
          for (; by_owner[start] != label; start = from[start] - 1) path.push_back(start);
          for (const uint32_t cell : path) {
            code[cell] = code[start];
            by_owner[cell] = static_cast<uint8_t>(label);
          }
          enter(next);
        });
    }
  }
}

Raster<uint8_t> region_cores(const RegionOwners& of, const Raster<uint8_t>& code) {
  const GridSpec& g = code.grid;
  Mask border(g);
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      const bool inner = (column == 0 || code.at(column - 1, row) == here) &&
                         (column + 1 == g.columns || code.at(column + 1, row) == here) &&
                         (row == 0 || code.at(column, row - 1) == here) &&
                         (row + 1 == g.rows || code.at(column, row + 1) == here);
      border.at(column, row) = inner ? 0 : 1;
    }
  const Raster<float> depth_m = distance_to(border);
  std::vector<std::vector<uint32_t>> cells(of.owner.size());
  for (uint32_t cell = 0; cell < code.size(); ++cell)
    if (code[cell] != 0) cells[code[cell] - 1u].push_back(cell);
  double land = 0;
  for (const std::vector<uint32_t>& of_region : cells) land += static_cast<double>(of_region.size());
  const double least = kLeastCore * land / static_cast<double>(std::max<size_t>(cells.size(), 1));
  Raster<uint8_t> out(g);
  for (size_t r = 0; r < cells.size(); ++r) {
    const auto all = static_cast<double>(cells[r].size());
    const auto deep = static_cast<std::ptrdiff_t>(std::ceil(std::max(kCore * all, std::min(all, least))));
    std::nth_element(
        cells[r].begin(),
        cells[r].begin() + std::min<std::ptrdiff_t>(deep, cells[r].end() - cells[r].begin()), cells[r].end(),
        [&](uint32_t a, uint32_t b) { return depth_m[a] != depth_m[b] ? depth_m[a] > depth_m[b] : a < b; });
    for (std::ptrdiff_t i = 0; i < deep; ++i)
      out[cells[r][static_cast<size_t>(i)]] = static_cast<uint8_t>(of.owner[r] + 1);
  }
  return out;
}

std::vector<Raster<float>> owners_distances(const RegionOwners& of, const Raster<uint8_t>& code) {
  std::vector<Raster<float>> out(of.words.factions.size());
  std::vector<uint8_t> holds(out.size(), 0);
  for (size_t r = static_cast<size_t>(of.neutral); r < of.owner.size(); ++r) holds[of.owner[r]] = 1;
  parallel_for(out.size(), 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      if (holds[k] == 0) continue;
      Mask own(code.grid), others(code.grid);
      for (size_t cell = 0; cell < own.size(); ++cell) {
        own[cell] = of.owned(code[cell]) && of.owner[code[cell] - 1u] == k ? 1 : 0;
        others[cell] = code[cell] != 0 && own[cell] == 0 ? 1 : 0;
      }
      Raster<float> distance = distance_to(own);
      const Raster<float> inside = distance_to(others);
      for (size_t cell = 0; cell < distance.size(); ++cell)
        distance[cell] = std::min(distance[cell], kFar_m) - std::min(inside[cell], kFar_m);
      out[k] = gaussian(distance, kFrontierSigma_m);
    }
  });
  return out;
}

int64_t settle_frontier(const RegionOwners& of, const Raster<uint8_t>& ground,
                        const std::vector<Raster<float>>& distance_m, const FrontierBounds& bounds,
                        Raster<uint8_t>& code) {
  const FrontierClasses classes(of.words);
  const GridSpec& g = code.grid;
  const auto free_high = static_cast<uint8_t>(classes.owners());
  Raster<uint8_t> labels(g), zone(g);
  LabelBounds limits{Raster<uint8_t>(g), Raster<uint8_t>(g)};
  const size_t pieces = pieces_of(ground);
  ZoneCounts stated(pieces, std::vector<int64_t>(of.words.factions.size(), 0));
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const size_t cell = g.index(column, row);
      if (code[cell] == 0 || ground[cell] == 0) continue;
      const size_t faction = of.owner[code[cell] - 1u];
      const uint8_t label = labels[cell] = classes.label_of(faction);
      limits.low[cell] = limits.high[cell] = label;
      if (!of.owned(code[cell])) continue;  // neutral ground, counted nowhere
      zone[cell] = ground[cell];
      if (bounds.stated.size() != 0 && bounds.stated[cell] == faction + 1) {
        ++stated[ground[cell] - 1u][faction];
        continue;
      }
      const uint8_t core = bounds.cores.grid == g ? bounds.cores[cell]
                                                  : bounds.cores[bounds.cores.grid.cell_at(g.centre(cell))];
      if (core == faction + 1) continue;
      limits.low[cell] = 1;
      limits.high[cell] = free_high;
    }
  const ZoneCounts by_row = owned_cells(of.words, count_owned(of, ground, code), stated);
  ZoneCounts target(pieces, std::vector<int64_t>(classes.count(), 0));
  for (size_t p = 0; p < pieces; ++p)
    for (size_t c = 0; c < classes.count(); ++c) target[p][c] = by_row[p][classes.row(c)];
  std::vector<const Raster<float>*> distance(classes.count(), nullptr);
  for (size_t c = 0; c < classes.owners(); ++c)
    if (distance_m[classes.row(c)].size() != 0) distance[c] = &distance_m[classes.row(c)];
  MovingFrontier moving(labels, zone, limits, distance, target);
  moving.learn();
  moving.put(labels);
  RepairTask task{
      static_cast<int>(classes.count()), zone, target, [&](uint32_t cell, int cls) {
        const auto c = static_cast<size_t>(cls);
        if (distance[c] == nullptr) return -kNowhere_m;
        const double d = static_cast<double>(
            distance[c]->grid == g ? (*distance[c])[cell] : bilinear(*distance[c], g.centre(size_t{cell})));
        return static_cast<float>(moving.offset_m(zone[cell] - 1u, c) - d);
      }};
  task.one_piece_of = &zone;
  task.bounds = &limits;
  const RepairResult repaired = despeckle_and_repair(labels, task);
  rejoin_regions(of, classes, labels, code);
  return repaired.remaining_error / 2;
}

bool give_to_owners(const RegionOwners& of, const Raster<uint8_t>& want, const Mask& exact,
                    Raster<uint8_t>& code) {
  const Raster<uint8_t> before = code;
  std::array<bool, 256> asked{};
  const auto other = [&](size_t cell) {
    return want[cell] != 0 && before[cell] != 0 && of.owner[before[cell] - 1u] + 1 != want[cell] &&
           (exact.size() == 0 || exact[cell] == 0);
  };
  for (size_t cell = 0; cell < want.size(); ++cell)
    if (other(cell)) asked[want[cell]] = true;
  bool changed = false;
  for (size_t label = 1; label < asked.size(); ++label) {
    if (!asked[label]) continue;
    Mask own(code.grid);
    for (size_t cell = 0; cell < own.size(); ++cell)
      own[cell] = before[cell] != 0 && of.owner[before[cell] - 1u] + 1 == label &&
                  (exact.size() == 0 || exact[cell] == 0);
    const Raster<uint32_t> nearest = nearest_cell(own);
    for (size_t cell = 0; cell < want.size(); ++cell) {
      if (want[cell] != label || !other(cell) || nearest[cell] >= before.size()) continue;
      code[cell] = before[nearest[cell]];
      changed = true;
    }
  }
  return changed;
}

}  // namespace fw
