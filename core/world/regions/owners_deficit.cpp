#include "core/world/regions/owners_deficit.h"

#include <algorithm>
#include <bit>

namespace fw {

double owners_deficit(const std::vector<uint32_t>& owners, const std::vector<double>& area,
                      const std::vector<double>& wanted) {
  // Of every set of owners: the area that only they hold, summed over subsets owner by owner.
  const size_t sets = size_t{1} << wanted.size();
  std::vector<double> held(sets, 0.0);
  for (size_t piece = 0; piece < owners.size(); ++piece)
    if (owners[piece] != 0) held[owners[piece]] += area[piece];
  for (size_t bit = 1; bit < sets; bit *= 2)
    for (size_t set = 0; set < sets; ++set)
      if ((set & bit) != 0) held[set] += held[set ^ bit];
  std::vector<double> claim(sets, 0.0);
  double deficit = 0;
  for (size_t set = 1; set < sets; ++set) {
    claim[set] = claim[set & (set - 1)] + wanted[static_cast<size_t>(std::countr_zero(set))];
    deficit = std::max(deficit, held[set] - claim[set]);
  }
  return deficit;
}

}  // namespace fw
