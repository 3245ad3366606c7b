#include "core/world/regions/regions_share.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kBorderSigma_m = 46.875;

/// The eight neighbours in ring order, starting above; 0 outside the frame.
std::array<uint8_t, 8> ring_of(const Raster<uint8_t>& labels, size_t cell) {
  constexpr std::array<std::pair<int, int>, 8> kRing{
      {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};
  const GridSpec& g = labels.grid;
  const int column = g.column_of(cell), row = g.row_of(cell);
  std::array<uint8_t, 8> ring{};
  for (size_t i = 0; i < ring.size(); ++i) {
    const int x = column + kRing[i].first, y = row + kRing[i].second;
    if (g.contains(x, y)) ring[i] = labels.at(x, y);
  }
  return ring;
}

/// Runs of `label` around the ring that reach one of the four sides. With one run the cell can leave or join
/// the label without cutting it or closing a loop of it.
int runs_at_sides(const std::array<uint8_t, 8>& ring, uint8_t label) {
  int runs = 0;
  for (size_t i = 0; i < ring.size(); i += 2) {
    if (ring[i] != label) continue;
    const bool goes_on = ring[(i + 1) % 8] == label && ring[(i + 2) % 8] == label;
    if (!goes_on) ++runs;
  }
  const bool closed = std::all_of(ring.begin(), ring.end(), [label](uint8_t l) { return l == label; });
  return closed ? 1 : runs;
}

/// A cell that may change sides, with its rank in the order of levels.
struct Offer {
  float level;
  uint32_t cell;
  bool operator>(const Offer& other) const {
    return level != other.level ? level > other.level : cell > other.cell;
  }
};

using Offers = std::priority_queue<Offer, std::vector<Offer>, std::greater<>>;

enum class Group : uint8_t { none, neutral, other };
using Groups = std::array<Group, 256>;  ///< of every label

/// The border between the two groups while cells go from one to the other.
struct Border {
  Raster<uint8_t>& labels;
  const Groups& group;
  bool grow;  ///< the neutral group takes
  const Raster<float>& distance;
  const Mask& held;  ///< cells that stay; empty = none

  bool stays(size_t cell) const { return held.size() != 0 && held[cell] != 0; }
  bool takes(uint8_t label) const { return group[label] == (grow ? Group::neutral : Group::other); }
  bool gives(uint8_t label) const { return group[label] == (grow ? Group::other : Group::neutral); }

  void offer(size_t cell, Offers& offers) const {
    const float d = bilinear(distance, labels.grid.centre(cell));
    offers.push({grow ? d : -d, static_cast<uint32_t>(cell)});
  }

  /// The taker with most of the eight neighbours among those at a side (ties to the lowest); 0 = none can.
  uint8_t taker_of(size_t cell) const {
    const std::array<uint8_t, 8> ring = ring_of(labels, cell);
    if (runs_at_sides(ring, labels[cell]) != 1) return 0;
    uint8_t best = 0;
    int64_t most = 0;
    for (size_t i = 0; i < ring.size(); i += 2) {
      const uint8_t label = ring[i];
      if (!takes(label) || runs_at_sides(ring, label) != 1) continue;
      const int64_t count = std::count(ring.begin(), ring.end(), label);
      if (count < most || (count == most && label > best)) continue;
      most = count;
      best = label;
    }
    return best;
  }
};

Offers first_offers(const Border& border) {
  const Raster<uint8_t>& labels = border.labels;
  const GridSpec& g = labels.grid;
  Offers offers;
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = labels.at(column, row);
      if (!border.gives(here)) continue;
      const bool at_border = (row > 0 && border.takes(labels.at(column, row - 1))) ||
                             (column > 0 && border.takes(labels.at(column - 1, row))) ||
                             (column + 1 < g.columns && border.takes(labels.at(column + 1, row))) ||
                             (row + 1 < g.rows && border.takes(labels.at(column, row + 1)));
      if (at_border) border.offer(g.index(column, row), offers);
    }
  return offers;
}

void offer_neighbours(const Border& border, size_t cell, Offers& offers) {
  const GridSpec& g = border.labels.grid;
  const int column = g.column_of(cell), row = g.row_of(cell);
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x)
      if (g.contains(x, y) && border.gives(border.labels.at(x, y))) border.offer(g.index(x, y), offers);
}

/// Lets `missing` cells change hands, fewer if none is left.
void move_border(const Border& border, int64_t missing) {
  if (missing == 0) return;
  for (Offers offers = first_offers(border); missing > 0 && !offers.empty();) {
    const size_t cell = offers.top().cell;
    offers.pop();
    if (!border.gives(border.labels[cell]) || border.stays(cell)) continue;
    const uint8_t taker = border.taker_of(cell);
    if (taker == 0) continue;
    border.labels[cell] = taker;
    --missing;
    offer_neighbours(border, cell, offers);
  }
}

}  // namespace

bool changes_simply(const Raster<uint8_t>& labels, size_t cell, uint8_t to) {
  const std::array<uint8_t, 8> ring = ring_of(labels, cell);
  return runs_at_sides(ring, labels[cell]) == 1 && runs_at_sides(ring, to) == 1;
}

int64_t neutral_cells(const Template& tmpl, int64_t land) {
  const int neutral = neutral_regions(tmpl), controllable = tmpl.regions.controllable;
  if (neutral == 0) return 0;
  if (controllable == 0) return land;
  double share = 0;
  for (const FactionRow& row : tmpl.vocabulary.factions)
    if (row.role == FactionRole::neutral) share += row.share;
  const double even = static_cast<double>(neutral) / (neutral + controllable);
  const double kept = std::clamp(share, 0.25 * even, 1 - 0.25 * (1 - even));
  return static_cast<int64_t>(std::floor(kept * static_cast<double>(land) + 0.5));
}

Raster<float> neutral_border_distance(const Raster<uint8_t>& plan_labels, int neutral) {
  Mask inside(plan_labels.grid), outside(plan_labels.grid);
  bool both = false, any = false;
  for (size_t cell = 0; cell < plan_labels.size(); ++cell) {
    inside[cell] = plan_labels[cell] != 0 && plan_labels[cell] <= neutral;
    outside[cell] = plan_labels[cell] > neutral;
    any = any || inside[cell] != 0;
    both = both || outside[cell] != 0;
  }
  if (!any || !both) return Raster<float>(plan_labels.grid);
  Raster<float> distance = distance_to(inside);
  const Raster<float> depth = distance_to(outside);
  for (size_t cell = 0; cell < distance.size(); ++cell) distance[cell] -= depth[cell];
  return gaussian(distance, kBorderSigma_m);
}

void settle_neutral_cells(Raster<uint8_t>& labels, int neutral, int64_t wanted, const Raster<float>& distance,
                          const Mask& held) {
  Groups group{};
  for (size_t label = 1; label < group.size(); ++label)
    group[label] = label <= static_cast<size_t>(neutral) ? Group::neutral : Group::other;
  int64_t has = 0;
  for (const uint8_t label : labels.cells) has += group[label] == Group::neutral;
  move_border({labels, group, has < wanted, distance, held}, std::abs(wanted - has));
}

void settle_sides(Raster<uint8_t>& labels, int neutral, const std::vector<size_t>& side,
                  const std::vector<int64_t>& wanted, const Raster<float>& distance, const Mask& held) {
  std::vector<int64_t> surplus(wanted.size(), 0);
  for (const uint8_t label : labels.cells)
    if (label > neutral) ++surplus[side[label - 1u]];
  for (size_t s = 0; s < wanted.size(); ++s) surplus[s] -= wanted[s];
  for (const bool grow : {true, false})  // the neutral group takes what it then gives
    for (size_t s = 0; s < wanted.size(); ++s) {
      if (surplus[s] == 0 || (surplus[s] > 0) != grow) continue;
      Groups group{};
      for (size_t label = 1; label <= side.size(); ++label)
        group[label] = label <= static_cast<size_t>(neutral) ? Group::neutral
                       : side[label - 1] == s                ? Group::other
                                                             : Group::none;
      move_border({labels, group, grow, distance, held}, std::abs(surplus[s]));
    }
}

void grow_label(Raster<uint8_t>& labels, uint8_t label, const std::array<uint8_t, 256>& givers,
                int64_t missing) {
  Groups group{};
  for (size_t other = 1; other < group.size(); ++other)
    group[other] = givers[other] != 0 ? Group::other : Group::none;
  group[label] = Group::neutral;
  Mask own(labels.grid);
  for (size_t cell = 0; cell < own.size(); ++cell) own[cell] = labels[cell] == label ? 1 : 0;
  move_border({labels, group, true, distance_to(own), {}}, missing);
}

}  // namespace fw
