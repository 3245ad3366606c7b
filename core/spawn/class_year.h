#pragma once

#include <cstddef>
#include <string>
#include <vector>

// A class's number over a year, as a simulation had it: what core/ecology gives the spawn tables.
namespace fw {

/// Parts of a year and of a day in which a pool of the tables has one cap.
inline constexpr int kYearParts = 12, kDayParts = 4;

/// Animals of one class of wildlife.
struct ClassYear {
  std::string slug;
  /// Mean heads, [part of the year][code of the region; 0: off the regions].
  std::vector<std::vector<double>> heads;
};

}  // namespace fw
