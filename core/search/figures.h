#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measure/kpi/kpi.h"

namespace fw {

/// A figure of a world that a search may ask for.
struct SearchFigure {
  std::string name;
  KpiStage stage = KpiStage::points;  ///< how far a world is made when it is known
  std::string unit{};
  KpiBetter better = KpiBetter::neither;
  std::string help{};
};

/// What figures a search knows, in the order of its files.
struct FigureTable {
  std::vector<SearchFigure> figures;
  /// Of each figure, ascending: its values in usual worlds; empty where there are none (docs/search.md, 3).
  std::vector<std::vector<double>> usual;

  std::optional<size_t> find(std::string_view name) const;
  std::vector<std::string> names() const;
};

/// Rank of a value among the figure's usual values, 0..100: 100 = best, or highest where neither end is
/// better. NaN for NaN, and without usual values.
double usual_percent(const FigureTable& table, size_t figure, double value);

/// Standard deviation of the figure's usual values; of `otherwise` where there are none. NaN entries do not
/// count; 0 for fewer than two values.
double usual_deviation(const FigureTable& table, size_t figure, std::span<const double> otherwise);

}  // namespace fw
