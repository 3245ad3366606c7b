#pragma once

#include <cstdint>

namespace fw {

/// A share and its 95 % interval by Wilson.
struct Rate {
  double share = 0, low = 0, high = 1;
};
/// Of `passed` among `all`; {0, 0, 1} for none.
Rate pass_rate(uint64_t passed, uint64_t all);

}  // namespace fw
