#pragma once

#include <cstdint>
#include <vector>

// Which owners can have what they want on several pieces of ground. Private to owners.

namespace fw {

/// The least ground that changes hands in vain however the borders run: the greatest area, over all sets of
/// owners, of the pieces that nobody outside the set holds, less what the set wants (the least cut of the
/// transport from pieces to owners). 0 where every owner can have its share. `owners` has a bit for every
/// owner of a piece (at most 12 owners), `area` the pieces' areas, `wanted` the owners', together the
/// pieces'.
double owners_deficit(const std::vector<uint32_t>& owners, const std::vector<double>& area,
                      const std::vector<double>& wanted);

}  // namespace fw
