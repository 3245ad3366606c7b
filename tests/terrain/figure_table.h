#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace fw {

/// Figures of many worlds by name; NaN where a world has none.
using Table = std::map<std::string, std::vector<double>>;

/// Of the known values; NaN if there is none.
inline double median(std::vector<double> values) {
  std::erase_if(values, [](double v) { return std::isnan(v); });
  if (values.empty()) return std::nan("");
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// A line a figure: least, median, greatest.
inline void print(const char* name, const Table& table) {
  for (const auto& [key, values] : table) {
    std::vector<double> known = values;
    std::erase_if(known, [](double v) { return std::isnan(v); });
    if (known.empty()) continue;
    const auto [low, high] = std::ranges::minmax(known);
    std::printf("%-22s %-18s %9.4f %9.4f %9.4f\n", name, key.c_str(), low, median(known), high);
  }
  std::fflush(stdout);
}

}  // namespace fw
