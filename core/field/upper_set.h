#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fw {

/// The k highest of an array, exactly: in[i] becomes 1 for them and 0 for the others. An entry whose in[i] is
/// not 0 already counts `hold` more (in float; 0 = no memory), which damps flicker without touching the
/// count. Equal scores are ordered by id, the smaller one first; an empty `id` stands for 0, 1, 2, ... Ids
/// differ from each other: then the set does not depend on the order of the entries. -0 equals 0; what is
/// not a number comes last. k beyond the size takes everybody. O(n): at most six passes, and no memory.
void upper_set(std::span<const uint32_t> id, std::span<const float> score, float hold, size_t k,
               std::span<uint8_t> in);

/// The whole number nearest to share * n, halves upwards, at most n: how many a share of n are. share >= 0.
size_t count_of_share(double share, size_t n);

}  // namespace fw
