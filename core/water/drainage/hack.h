#pragma once

#include <vector>

#include "core/water/drainage/drainage.h"

namespace fw {

/// The exponent h of L = c A^h (Hack 1957) by least squares of logarithms over the cells of channels: those
/// whose weighted catchment reaches `source_m2`. L is the longest way of water to a cell, A its catchment. 0
/// where there are fewer than two different catchments.
double hack_exponent(const Drainage& drainage, const std::vector<double>& catchment_m2,
                     const std::vector<double>& weighted_m2, double source_m2);

}  // namespace fw
