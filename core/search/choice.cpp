#include "core/search/choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {
namespace {

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

std::vector<std::vector<double>> filled(std::span<const std::vector<double>> rows) {
  std::vector<std::vector<double>> out(rows.begin(), rows.end());
  for (size_t column = 0; !out.empty() && column < out.front().size(); ++column) {
    double sum = 0, count = 0;
    for (const auto& row : out)
      if (!std::isnan(row[column])) sum += row[column], ++count;
    for (auto& row : out)
      if (std::isnan(row[column])) row[column] = count > 0 ? sum / count : 0;
  }
  return out;
}

}  // namespace

std::vector<size_t> choose_apart(std::span<const std::vector<double>> candidates, size_t keep) {
  const std::vector<std::vector<double>> rows = filled(candidates);
  std::vector<size_t> chosen;
  std::vector<double> apart(rows.size(), std::numeric_limits<double>::infinity());
  while (chosen.size() < std::min(keep, rows.size())) {
    const auto next = static_cast<size_t>(std::max_element(apart.begin(), apart.end()) - apart.begin());
    chosen.push_back(next);
    for (size_t k = 0; k < rows.size(); ++k)
      apart[k] = std::min(apart[k], squared_distance(rows[k], rows[next]));
    for (const size_t k : chosen) apart[k] = -1;
  }
  return chosen;
}

double least_distance(std::span<const std::vector<double>> rows) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t a = 0; a < rows.size(); ++a)
    for (size_t b = a + 1; b < rows.size(); ++b) least = std::min(least, squared_distance(rows[a], rows[b]));
  return std::sqrt(least);
}

}  // namespace fw
