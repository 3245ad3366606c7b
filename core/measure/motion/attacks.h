#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fw {

/// The largest angle round a target that holds nobody, rad; a full circle for fewer than two. `bearing_rad`:
/// from the target, any angles.
double largest_bearing_gap_rad(std::span<const double> bearing_rad);

/// How unevenly a total is shared out, 0 = all have as much, towards 1 = one has all (Gini 1912). 0 where the
/// total is 0. Values >= 0.
double gini(std::span<const double> values);

/// Largest absolute difference between how many of the first n are marked and share * n, over all n.
double running_share_error(std::span<const uint8_t> marked, double share);

}  // namespace fw
