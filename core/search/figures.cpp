#include "core/search/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {

std::optional<size_t> FigureTable::find(std::string_view name) const {
  for (size_t k = 0; k < figures.size(); ++k)
    if (figures[k].name == name) return k;
  return std::nullopt;
}

std::vector<std::string> FigureTable::names() const {
  std::vector<std::string> out;
  for (const SearchFigure& figure : figures) out.push_back(figure.name);
  return out;
}

double usual_percent(const FigureTable& table, size_t figure, double value) {
  if (std::isnan(value) || figure >= table.usual.size() || table.usual[figure].empty())
    return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double>& usual = table.usual[figure];
  const bool less = table.figures[figure].better == KpiBetter::less;
  const auto not_better = less ? usual.end() - std::lower_bound(usual.begin(), usual.end(), value)
                               : std::upper_bound(usual.begin(), usual.end(), value) - usual.begin();
  return 100.0 * static_cast<double>(not_better) / static_cast<double>(usual.size());
}

double usual_deviation(const FigureTable& table, size_t figure, std::span<const double> otherwise) {
  const bool known = figure < table.usual.size() && table.usual[figure].size() > 1;
  const std::span<const double> all = known ? std::span<const double>(table.usual[figure]) : otherwise;
  double sum = 0, count = 0;
  for (const double v : all)
    if (!std::isnan(v)) sum += v, ++count;
  if (count < 2) return 0;
  const double mean = sum / count;
  double squares = 0;
  for (const double v : all)
    if (!std::isnan(v)) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / (count - 1));
}

}  // namespace fw
