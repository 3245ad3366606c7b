#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/dice/class_streams.h"

namespace fw {

/// Candidates in the order in which their exponential clocks ring: by ascending (key, slot), where key =
/// -log(u) / lambda and u is number 4 cell of the sub-stream. Most scans stop early, so keys are made and
/// sorted only as far as somebody reads: candidates whose key is sure to be later are passed over.
class ArrivalOrder {
 public:
  /// `cells` and `lambda` > 0 by slot; both must outlive the order, and so must `dice` (null: all cells draw
  /// from the sub-stream). `integral` = about the sum of lambda, and `wanted` = about how many will be read:
  /// they decide over time alone.
  ArrivalOrder(std::span<const uint32_t> cells, std::span<const double> lambda, uint64_t substream,
               double integral, int64_t wanted, const CellDice* dice = nullptr);

  size_t size() const { return cells_.size(); }
  struct Arrival {
    double key;
    uint32_t slot;
    uint32_t cell;
    bool operator<(const Arrival& other) const {
      return key != other.key ? key < other.key : slot < other.slot;
    }
  };
  /// The candidate with the rank-th smallest key.
  Arrival at(size_t rank) {
    while (rank >= sorted_) sort_further();
    return arrivals_[rank];
  }

 private:
  /// Slots of a piece of the candidates with their keys, ascending by slot.
  struct Drawn {
    std::vector<uint32_t> slot;
    std::vector<double> key;
  };

  Drawn draw(size_t begin, size_t end, double from, double below) const;
  void deal(const std::vector<Drawn>& pieces, double from, double below);
  void collect();
  void sort_further();

  std::span<const uint32_t> cells_;
  std::span<const double> lambda_;
  uint64_t substream_;
  const CellDice* dice_;
  double mean_;                      ///< of the keys, about
  double reached_ = 0;               ///< every key below it is in arrivals_, no other
  double next_;                      ///< up to where to collect next
  std::vector<Arrival> arrivals_;    ///< dealt into narrow ranges of keys
  std::vector<uint32_t> range_end_;  ///< where in arrivals_ every such range ends
  size_t next_range_ = 0;            ///< the first that is not sorted
  size_t sorted_ = 0;                ///< arrivals in their final place
};

}  // namespace fw
