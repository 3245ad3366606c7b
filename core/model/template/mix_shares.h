#pragma once

#include <cstddef>
#include <vector>

namespace fw {

/// Shares of a mix; after each of these operations they are in [0, 1] and sum to 1 (within 1e-9).
using Shares = std::vector<double>;
/// Parts whose share must not change.
using Locks = std::vector<bool>;

/// Scales shares to sum to 1; equal parts if all are 0. Shares that already sum to 1 are returned bit for
/// bit.
Shares normalised(const Shares& shares);

/// The two parts that a border moves between: the next unlocked ones on both sides. `movable` is false if all
/// parts on one side are locked.
struct BorderParts {
  size_t left = 0;
  size_t right = 0;
  bool movable = false;
};
BorderParts parts_at(const Locks& locks, size_t border);

/// Moves border k (between part k and k + 1) by `delta`: the left part grows by what the right part loses,
/// never below 0. The left part's new share is a multiple of `grain`, unless the right part becomes 0.
Shares traded(const Shares& shares, const Locks& locks, size_t border, double delta, double grain = 0.001);

/// Sets one part's share; the other unlocked parts keep their proportions (equal parts if all were 0). The
/// share is limited to what the locked parts leave.
Shares with_share(const Shares& shares, const Locks& locks, size_t part, double share);

}  // namespace fw
