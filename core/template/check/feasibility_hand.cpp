#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/number_text.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/template/check/feasibility_internal.h"

namespace fw::feasibility {
namespace {

/// Whether a WKT text begins as one of polygons does; others need not be read.
bool is_of_polygons(std::string_view wkt) {
  const size_t first = wkt.find_first_not_of(' ');
  if (first == std::string_view::npos) return false;
  std::string word(wkt.substr(first, 5));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  if (word == "MULTI") {
    word = wkt.substr(first + 5, 4);
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  }
  return word.starts_with("POLY");
}

std::string path_of_row(std::string_view list, size_t k) {
  return "hand." + std::string(list) + "[" + std::to_string(k) + "]";
}

void find_crossing(std::string_view list, size_t k, const HandRow& row, const std::string& wkt,
                   Findings& findings) {
  if (!row.on || !is_of_polygons(wkt)) return;
  const Result<Shape> shape = read_shape(wkt);
  const std::optional<Vec2> at = shape ? self_crossing(shape.value()) : std::nullopt;
  if (!at) return;
  findings.push_back({Severity::warning, "shape_crosses_itself", path_of_row(list, k) + ".shape",
                      "The polygon of row " + row.id + " crosses itself at " + decimal_text(at->x, 1) + ", " +
                          decimal_text(at->y, 1) +
                          ": it is taken as drawn, where its parts lie over each other is outside. Draw it "
                          "without the crossing, or as several polygons."});
}

/// Rows whose own values do nothing.
template <typename Row>
void find_idle(std::string_view list, std::string_view key, const char* code, const HandRows<Row>& rows,
               Findings& findings) {
  for (size_t k = 0; k < rows.size(); ++k)
    if (const std::string_view idle = idle_reason(rows[k]); rows[k].on && !idle.empty())
      findings.push_back(
          {Severity::warning, code, path_of_row(list, k) + "." + std::string(key),
           "Row " + rows[k].id + " of " + std::string(list) + " does nothing: " + std::string(idle) + "."});
}

}  // namespace

void check_hand_rows(const Template& tmpl, Findings& findings) {
  visit_hand(tmpl.hand, [&](std::string_view list, const auto& rows) {
    for (size_t k = 0; k < rows.size(); ++k)
      if constexpr (requires { rows[k].place; })
        find_crossing(list, k, rows[k], rows[k].place.shape, findings);
      else if constexpr (requires { rows[k].shape; })
        find_crossing(list, k, rows[k], rows[k].shape, findings);
  });
  find_idle("terrain", "amount_m", "terrain_without_amount", tmpl.hand.terrain, findings);
  find_idle("biome", "strength", "paint_without_strength", tmpl.hand.biome, findings);
  find_idle("danger", "strength", "paint_without_strength", tmpl.hand.danger, findings);
  find_idle("faction", "strength", "paint_without_strength", tmpl.hand.faction, findings);
  find_idle("areas", "density", "area_without_effect", tmpl.hand.areas, findings);
  find_idle("views", "to_x_m", "view_without_length", tmpl.hand.views, findings);
}

}  // namespace fw::feasibility
