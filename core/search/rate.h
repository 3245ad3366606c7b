#pragma once

#include <cstdint>

namespace fw {

/// A share and its 95 % interval.
struct Rate {
  double share = 0, low = 0, high = 1;
};
/// Of `passed` among `all`, by Wilson; {0, 0, 1} for none.
Rate pass_rate(uint64_t passed, uint64_t all);
/// The same by Clopper and Pearson: holds the true share at least 95 times in a hundred, however few there
/// are.
Rate exact_rate(uint64_t passed, uint64_t all);

}  // namespace fw
