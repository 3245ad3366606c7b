#include "core/measure/audit/mix_by_hand.h"

#include <algorithm>
#include <optional>

#include "core/base/number_text.h"

namespace fw {
namespace {

using Mix = AuditReport::Mix;

/// What the regions' rows come to.
double share_of_regions(const AuditReport& report, const Mix& island,
                        const std::map<std::string, int64_t>& region_cells) {
  double cells = 0;
  for (const Mix& row : report.mix)
    if (!row.region.empty() && row.layer == island.layer && row.cls == island.cls)
      cells += row.target * static_cast<double>(region_cells.at(row.region));
  return cells / static_cast<double>(region_cells.at(""));
}

/// What paint holds of the whole, in all classes of the row's layer.
double held_share(const AuditReport& report, const Mix& island) {
  double held = 0;
  for (const Mix& row : report.mix)
    if (row.region.empty() && row.layer == island.layer) held += row.by_hand;
  return held;
}

/// What is off the target by no more than the layer's paint goes with it.
double share_with_paint(const AuditReport& report, const Mix& island) {
  constexpr double kWithRims = 2;  // thin strokes hold half of their ground: the rest is rims
  return island.error <= kWithRims * held_share(report, island) ? island.actual : island.target;
}

const Mix* neutral_row(const AuditReport& report, const Vocabulary& vocabulary) {
  const std::optional<Faction> neutral = vocabulary.neutral();
  if (!neutral) return nullptr;
  const std::string& id = vocabulary.factions[static_cast<size_t>(*neutral)].id;
  const auto at = std::ranges::find_if(report.mix, [&](const Mix& row) {
    return row.layer == "faction" && row.region.empty() && row.cls == id;
  });
  return at == report.mix.end() ? nullptr : &*at;
}

}  // namespace

std::vector<double> shares_beside_paint(const AuditReport& report, const Template& tmpl,
                                        const std::map<std::string, int64_t>& region_cells) {
  const bool follow = tmpl.hand.mix == HandMix::follow;
  const Mix* neutral = neutral_row(report, tmpl.vocabulary);
  // What neutral paint leaves the owners, over what they would have.
  const double owned = neutral == nullptr || neutral->target >= 1
                           ? 1
                           : (1 - share_with_paint(report, *neutral)) / (1 - neutral->target);
  std::vector<double> out;
  for (const Mix& row : report.mix) {
    if (!row.region.empty() || held_share(report, row) <= 0)
      out.push_back(row.target);
    else if (row.layer != "faction")
      out.push_back(follow ? share_of_regions(report, row, region_cells) : row.target);
    else
      out.push_back(follow || &row == neutral ? share_with_paint(report, row) : row.target * owned);
  }
  return out;
}

Finding told_by_hand(const Mix& row, const Template& tmpl) {
  const bool follow = tmpl.hand.mix == HandMix::follow;
  const std::string table = row.layer == "faction" ? "factions" : row.layer == "biome" ? "biomes" : "danger";
  return {Severity::info, "mix_by_hand", row.layer + ".island",
          row.layer + " " + row.cls + " covers " + decimal_text(100 * row.actual, 2) +
              " % of the island, target " + decimal_text(100 * row.target, 2) + " %: " +
              (follow ? "hand.mix is follow, so the island's mix goes with the paint"
                      : "neutral ground goes with the paint, and the owners share the rest") +
              ". State that share in " + table + " to have it asked" +
              (follow ? ", or set hand.mix to hold." : ", or take paint away.")};
}

}  // namespace fw
