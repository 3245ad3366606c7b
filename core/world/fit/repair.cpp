#include "core/world/fit/repair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/field/filter.h"
#include "core/field/raster.h"
#include "core/model/template/vocabulary.h"
#include "core/world/fit/repair_steps.h"

namespace fw {
namespace {

constexpr int kRounds = 3;
constexpr int kMends = 3;  // of zones that miss
constexpr int kMostIdle = 40;
constexpr int kPasses = 400;    // per zone and round
constexpr int kMostPaths = 24;  // within bounds, for one pair of classes
constexpr int kLeastPart = 8;   // of a speck's area: what pieces within bounds may come down to
constexpr size_t kMaxClasses = kMaxBiomes;

/// A flip that can be taken back.
struct Flip {
  uint32_t cell;
  uint8_t label;  // before
  int32_t part;
};

struct State {
  const RepairTask& task;
  Raster<uint8_t>& labels;
  Raster<int32_t> part;  // component of every cell; merges are not followed, so sizes err on the safe side
  std::vector<int64_t> part_cells;
  std::vector<bool> part_decided;  // has a decided cell; empty without bounds
  int64_t speck_cells = 0;
  std::vector<std::vector<int64_t>> counts;  // [zone][class]
  /// Cells of every zone that touch another label or once did: the only ones that can flip.
  std::vector<std::vector<uint32_t>> border;
  Mask listed;                   // in `border`
  std::vector<Flip> since_best;  // within bounds: what lowered no error yet
};

/// The four edge neighbours of a cell; absent ones are the cell itself.
std::array<uint32_t, 4> edge_neighbours(const GridSpec& grid, uint32_t cell) {
  const int column = grid.column_of(cell);
  const int row = grid.row_of(cell);
  const auto columns = static_cast<uint32_t>(grid.columns);
  return {row > 0 ? cell - columns : cell, column > 0 ? cell - 1 : cell,
          column + 1 < grid.columns ? cell + 1 : cell, row + 1 < grid.rows ? cell + columns : cell};
}

bool touches(const Raster<uint8_t>& labels, uint32_t cell, uint8_t label) {
  for (const uint32_t n : edge_neighbours(labels.grid, cell))
    if (labels[n] == label && n != cell) return true;
  return false;
}

/// At most two changes between own and other round the 8-ring: taking the cell away splits nothing.
bool is_simple(const Raster<uint8_t>& labels, uint32_t cell) {
  static constexpr std::array<std::array<int, 2>, 8> kRing{
      {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};
  const int column = labels.grid.column_of(cell);
  const int row = labels.grid.row_of(cell);
  std::array<bool, 8> own{};
  for (size_t i = 0; i < kRing.size(); ++i) {
    const int c = column + kRing[i][0];
    const int r = row + kRing[i][1];
    own[i] = labels.grid.contains(c, r) && labels.at(c, r) == labels[cell];
  }
  int changes = 0;
  for (size_t i = 0; i < own.size(); ++i) changes += own[i] != own[(i + 1) % own.size()] ? 1 : 0;
  return changes <= 2;
}

bool skips_level(const Raster<uint8_t>& labels, uint32_t cell, uint8_t to) {
  for (const uint32_t n : edge_neighbours(labels.grid, cell))
    if (labels[n] != 0 && n != cell && std::abs(static_cast<int>(labels[n]) - static_cast<int>(to)) > 1)
      return true;
  return false;
}

/// A cell less leaves the component at least a speck, or something decided.
bool may_shrink(const State& s, size_t part) {
  return s.part_cells[part] > s.speck_cells || (!s.part_decided.empty() && s.part_decided[part]);
}

bool may_flip(const State& s, uint32_t cell, uint8_t to) {
  if (s.task.bounds != nullptr && !s.task.bounds->allow(cell, to)) return false;
  if (!may_shrink(s, static_cast<size_t>(s.part[cell]))) return false;
  if (!touches(s.labels, cell, to) || !is_simple(s.labels, cell)) return false;
  return !s.task.ordered || !skips_level(s.labels, cell, to);
}

void add_to_border(State& s, uint32_t cell) {
  if (s.listed[cell] != 0 || s.labels[cell] == 0 || s.task.zone[cell] == 0) return;
  s.listed[cell] = 1;
  s.border[s.task.zone[cell] - 1u].push_back(cell);
}

void flip(State& s, size_t zone, uint32_t cell, uint8_t to) {
  int32_t joined = -1;
  for (const uint32_t n : edge_neighbours(s.labels.grid, cell))
    if (s.labels[n] == to && (joined < 0 || s.part_cells[static_cast<size_t>(s.part[n])] >
                                                s.part_cells[static_cast<size_t>(joined)]))
      joined = s.part[n];
  if (s.task.bounds != nullptr) s.since_best.push_back({cell, s.labels[cell], s.part[cell]});
  --s.part_cells[static_cast<size_t>(s.part[cell])];
  ++s.part_cells[static_cast<size_t>(joined)];
  --s.counts[zone][s.labels[cell] - 1u];
  ++s.counts[zone][to - 1u];
  s.part[cell] = joined;
  s.labels[cell] = to;
  for (const uint32_t n : edge_neighbours(s.labels.grid, cell)) add_to_border(s, n);
}

/// Takes back what lowered no error; how many flips.
int64_t undo_idle_flips(State& s, size_t zone) {
  const auto undone = static_cast<int64_t>(s.since_best.size());
  for (; !s.since_best.empty(); s.since_best.pop_back()) {
    const Flip& f = s.since_best.back();
    --s.part_cells[static_cast<size_t>(s.part[f.cell])];
    ++s.part_cells[static_cast<size_t>(f.part)];
    --s.counts[zone][s.labels[f.cell] - 1u];
    ++s.counts[zone][f.label - 1u];
    s.part[f.cell] = f.part;
    s.labels[f.cell] = f.label;
  }
  return undone;
}

/// Flips up to `wanted` cells of the zone from one class to another, least margin first.
int64_t flip_border(State& s, size_t zone, int from, int to, int64_t wanted) {
  struct Candidate {
    float margin;
    uint32_t cell;
  };
  std::vector<Candidate> candidates;
  const auto from_label = static_cast<uint8_t>(from + 1);
  const auto to_label = static_cast<uint8_t>(to + 1);
  for (const uint32_t cell : s.border[zone])
    if (s.labels[cell] == from_label && touches(s.labels, cell, to_label))
      candidates.push_back({s.task.score(cell, from) - s.task.score(cell, to), cell});
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.margin != b.margin ? a.margin < b.margin : a.cell < b.cell;
  });
  int64_t done = 0;
  for (const Candidate& c : candidates) {
    if (done == wanted) break;
    if (!may_flip(s, c.cell, to_label)) continue;
    flip(s, zone, c.cell, to_label);
    ++done;
  }
  return done;
}

using Contacts = std::array<std::array<bool, kMaxClasses>, kMaxClasses>;

/// Which classes of the zone touch which other classes, also across its border.
Contacts contacts_of(const State& s, size_t zone) {
  Contacts contacts{};
  for (const uint32_t cell : s.border[zone]) {
    const uint8_t own = s.labels[cell];
    for (const uint32_t n : edge_neighbours(s.labels.grid, cell))
      if (s.labels[n] != 0) contacts[own - 1u][s.labels[n] - 1u] = true;
  }
  return contacts;
}

/// Shortest chain of touching classes from a to b, both included; empty if there is none.
std::vector<int> class_path(const Contacts& contacts, int classes, int from, int to) {
  std::array<int, kMaxClasses> previous;
  previous.fill(-1);
  std::vector<int> queue{from};
  previous[static_cast<size_t>(from)] = from;
  for (size_t i = 0; i < queue.size(); ++i)
    for (int k = 0; k < classes; ++k)
      if (contacts[static_cast<size_t>(queue[i])][static_cast<size_t>(k)] &&
          previous[static_cast<size_t>(k)] < 0) {
        previous[static_cast<size_t>(k)] = queue[i];
        queue.push_back(k);
      }
  std::vector<int> path;
  if (previous[static_cast<size_t>(to)] < 0) return path;
  for (int k = to; k != from; k = previous[static_cast<size_t>(k)]) path.push_back(k);
  path.push_back(from);
  std::reverse(path.begin(), path.end());
  return path;
}

/// Moves surplus along a path; true if any cell changed. The step at which no cell could go is marked.
bool move_along(State& s, size_t zone, const std::vector<int>& path, int64_t amount, int64_t& flips,
                Contacts& blocked) {
  int64_t wanted = amount;
  bool changed = false;
  for (size_t i = 0; i + 1 < path.size() && wanted > 0; ++i) {
    wanted = flip_border(s, zone, path[i], path[i + 1], wanted);
    if (wanted == 0) blocked[static_cast<size_t>(path[i])][static_cast<size_t>(path[i + 1])] = true;
    flips += wanted;
    changed = changed || wanted > 0;
  }
  return changed;
}

int64_t zone_error(const State& s, size_t zone) {
  int64_t error = 0;
  for (size_t k = 0; k < s.counts[zone].size(); ++k)
    error += std::abs(s.counts[zone][k] - s.task.target[zone][k]);
  return error;
}

struct Pair {
  int from, to;
  int64_t surplus, deficit;
};

/// Surplus and deficit classes, the largest of both first.
std::vector<Pair> unbalanced_pairs(const State& s, size_t zone) {
  std::vector<Pair> pairs;
  const auto over = [&](int k) {
    return s.counts[zone][static_cast<size_t>(k)] - s.task.target[zone][static_cast<size_t>(k)];
  };
  for (int a = 0; a < s.task.classes; ++a)
    for (int b = 0; b < s.task.classes; ++b)
      if (over(a) > 0 && over(b) < 0) pairs.push_back({a, b, over(a), -over(b)});
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
    return x.surplus != y.surplus ? x.surplus > y.surplus : x.deficit > y.deficit;
  });
  return pairs;
}

/// Moves what it can between two classes of the zone by the shortest path; within bounds by the next ones
/// where no cell can take the first step. True if any cell changed, or may by another path next time.
bool move_between(State& s, size_t zone, const Pair& pair, bool detours, int64_t& flips, Contacts& contacts,
                  Contacts& blocked) {
  bool found = false;
  for (int paths = s.task.bounds == nullptr ? 1 : kMostPaths; paths > 0; --paths) {
    const std::vector<int> path = class_path(contacts, s.task.classes, pair.from, pair.to);
    if (path.empty()) break;
    found = true;
    if (move_along(s, zone, path, std::min(pair.surplus, pair.deficit), flips, blocked)) return true;
    if (paths > 1) contacts[static_cast<size_t>(path[0])][static_cast<size_t>(path[1])] = false;
  }
  return found && detours;
}

int64_t repair_zone(State& s, size_t zone, bool detours) {
  int64_t flips = 0;
  int64_t best = zone_error(s, zone);
  int idle = 0;  // a path of several steps may move cells without lowering the error; not for ever
  Contacts blocked{};
  for (int pass = 0; pass < kPasses && best > 0 && idle < (detours ? kMostIdle : 4); ++pass) {
    Contacts contacts = contacts_of(s, zone);
    if (detours)
      for (size_t a = 0; a < kMaxClasses; ++a)
        for (size_t b = 0; b < kMaxClasses; ++b) contacts[a][b] = contacts[a][b] && !blocked[a][b];
    bool changed = false;
    for (const Pair& pair : unbalanced_pairs(s, zone)) {
      changed = move_between(s, zone, pair, detours, flips, contacts, blocked);
      if (changed) break;
    }
    if (!changed) break;
    const int64_t error = zone_error(s, zone);
    idle = error < best ? 0 : idle + 1;
    if (error < best) blocked = {};
    if (error < best) s.since_best.clear();
    best = std::min(best, error);
  }
  return flips - undo_idle_flips(s, zone);
}

void count_classes(State& s) {
  s.counts.assign(s.task.target.size(), std::vector<int64_t>(static_cast<size_t>(s.task.classes), 0));
  const uint8_t* zone = s.task.zone.cells.data();
  const uint8_t* label = s.labels.cells.data();
  const size_t cells = s.labels.size();
  for (size_t i = 0, end_of_zone = 0, next = 0; i < cells; i = next) {
    if (i == end_of_zone) end_of_zone = end_of_run(zone, i, cells);
    next = end_of_run(label, i, end_of_zone);
    if (zone[i] != 0 && label[i] != 0)
      s.counts[zone[i] - 1u][label[i] - 1u] += static_cast<int64_t>(next - i);
  }
}

/// The cells of a row that touch another label by an edge; `above` and `below` are the rows beside it or the
/// row itself.
void mark_border(const uint8_t* above, const uint8_t* row, const uint8_t* below, size_t columns,
                 uint8_t* out) {
  const auto other = [](uint8_t own, uint8_t n) {
    return static_cast<uint8_t>(static_cast<uint8_t>(n != 0) & static_cast<uint8_t>(n != own));
  };
  for (size_t c = 0; c < columns; ++c)
    out[c] = static_cast<uint8_t>(other(row[c], above[c]) | other(row[c], below[c]));
  for (size_t c = 1; c < columns; ++c) out[c] = static_cast<uint8_t>(out[c] | other(row[c], row[c - 1]));
  for (size_t c = 1; c < columns; ++c)
    out[c - 1] = static_cast<uint8_t>(out[c - 1] | other(row[c - 1], row[c]));
}

void list_borders(State& s) {
  const auto columns = static_cast<size_t>(s.labels.grid.columns);
  const size_t end = s.labels.size();
  s.listed = Mask(s.labels.grid, 0);
  s.border.assign(s.task.target.size(), {});
  std::vector<uint8_t> marked(columns);
  for (size_t at = 0; at < end; at += columns) {
    const uint8_t* row = s.labels.cells.data() + at;
    mark_border(at == 0 ? row : row - columns, row, at + columns == end ? row : row + columns, columns,
                marked.data());
    for (size_t c = 0; c < columns; ++c)
      if (marked[c] != 0) add_to_border(s, static_cast<uint32_t>(at + c));
  }
}

/// Which components have a decided cell.
std::vector<bool> decided_parts(const Raster<int32_t>& part, size_t parts, const LabelBounds& bounds) {
  std::vector<bool> decided(parts, false);
  for (uint32_t cell = 0; cell < part.size(); ++cell)
    if (part[cell] >= 0 && bounds.decide(cell)) decided[static_cast<size_t>(part[cell])] = true;
  return decided;
}

void recount(State& s) {
  Components parts = label_components(s.labels);
  s.part = std::move(parts.id);
  s.part_cells = std::move(parts.cells);
  if (s.task.bounds != nullptr) s.part_decided = decided_parts(s.part, s.part_cells.size(), *s.task.bounds);
  count_classes(s);
  list_borders(s);
}

}  // namespace

RepairResult despeckle_and_repair(Raster<uint8_t>& labels, const RepairTask& task) {
  State s{task, labels, {}, {}, {}, 0, {}, {}, {}, {}};
  s.speck_cells = static_cast<int64_t>(std::ceil(task.speck_area_m2 / labels.grid.cell_area_m2() - 1e-9));
  RepairResult result;
  const auto repair = [&](bool detours) {
    for (int round = 0; round < kRounds; ++round) {
      const int64_t absorbed = absorb_small_pieces(labels, task, s.speck_cells);
      result.despeckled_cells += absorbed;
      if (round > 0 && absorbed == 0) break;
      recount(s);
      for (size_t z = 0; z < task.target.size(); ++z)
        result.repaired_cells += repair_zone(s, z, detours && zone_error(s, z) > 0);
    }
  };
  const auto missing_zones = [&] {
    std::vector<size_t> zones;
    for (size_t z = 0; z < task.target.size(); ++z)
      if (zone_error(s, z) > 0) zones.push_back(z);
    return zones;
  };
  repair(false);
  for (int round = 0; round < kMends && task.one_piece_of == nullptr; ++round) {
    const std::vector<size_t> zones = missing_zones();
    if (zones.empty()) break;
    if (const int64_t cleared = clear_unasked(labels, task, zones); cleared > 0) {
      result.repaired_cells += cleared;
      count_classes(s);
    }
    result.repaired_cells += plant_missing(labels, task, zones, s.counts, s.speck_cells);
    repair(true);
  }
  const auto sum_errors = [&] {
    result.remaining_error = result.worst_zone = 0;
    for (size_t z = 0; z < task.target.size(); ++z) {
      const int64_t error = zone_error(s, z);
      result.remaining_error += error;
      result.worst_zone = std::max(result.worst_zone, error);
    }
    return result.remaining_error;
  };
  const int64_t speck_cells = s.speck_cells;
  for (int part = 2; sum_errors() > 0 && task.bounds != nullptr && part <= kLeastPart; part *= 2) {
    s.speck_cells = speck_cells / part;
    repair(false);
  }
  return result;
}

size_t count_free_pieces(const Raster<uint8_t>& labels, const LabelBounds* bounds) {
  if (bounds == nullptr) return list_components(labels).cells.size();
  const Components parts = label_components(labels);
  const std::vector<bool> decided = decided_parts(parts.id, parts.cells.size(), *bounds);
  return static_cast<size_t>(std::count(decided.begin(), decided.end(), false));
}

}  // namespace fw
