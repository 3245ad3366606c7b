#pragma once

#include <cstddef>
#include <vector>

namespace fw {

/// Shares of a mix; after each of these operations they are in [0, 1] and sum to 1 (within 1e-9).
using Shares = std::vector<double>;
/// Which parts keep their share, whatever happens to the others.
using Locks = std::vector<bool>;

/// Scaled so that they sum to 1; equal parts if there is nothing to scale. Shares that do sum to 1 are
/// returned as they are, to the bit.
Shares normalised(const Shares& shares);

/// The two parts that a border moves between: the next free ones on both sides. `movable` is false if all
/// parts on one side are locked.
struct BorderParts {
  size_t left = 0;
  size_t right = 0;
  bool movable = false;
};
BorderParts parts_at(const Locks& locks, size_t border);

/// Moves border k (between part k and k + 1) by `delta`: what the left part wins the right part loses, never
/// below 0. The left part's new share is a multiple of `grain`, unless the right part is emptied.
Shares traded(const Shares& shares, const Locks& locks, size_t border, double delta, double grain = 0.001);

/// Gives one part a share; the other free parts keep their proportions to one another (equal parts if all of
/// them were 0). The share is cut to what the locked parts leave.
Shares with_share(const Shares& shares, const Locks& locks, size_t part, double share);

}  // namespace fw
