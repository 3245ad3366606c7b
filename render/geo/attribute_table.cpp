#include "render/geo/attribute_table.h"

#include <cmath>

namespace fw {

Result<Done> check_finite(const AttributeTable& table, const std::string& layer) {
  for (size_t row = 0; row < table.rows.size(); ++row)
    for (size_t c = 0; c < table.columns.size(); ++c)
      if (const auto* real = std::get_if<double>(&table.rows[row][c]); real && !std::isfinite(*real))
        return Error{ErrorKind::internal, "layer " + layer + ", row " + std::to_string(row) + ": " +
                                              table.columns[c].name + " is not a finite number"};
  return Done{};
}

double round_decimals(double value, int decimals) {
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const double rounded = std::round(value * scale) / scale;
  return rounded == 0 ? 0.0 : rounded;  // no "-0" in a file
}

}  // namespace fw
