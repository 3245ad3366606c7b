#include "core/measure/audit/mix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/number_text.h"
#include "core/model/cure.h"

namespace fw {
namespace {

AuditReport::Mix mix_row(std::string_view layer, const std::string& region, std::string_view cls,
                         double target, double actual, bool asked, double by_hand) {
  return {std::string(layer),         region, std::string(cls), target, actual,
          std::fabs(actual - target), asked,  by_hand};
}

/// The cells that paint holds; none where nothing is painted.
ClassCounts count_held(const HeldByPaint& held, const World& world, int regions, int classes) {
  if (held.code.size() != 0) return count_classes(held.code.cells, world.region.cells, regions, classes);
  ClassCounts none{regions, classes, {}, {}};
  none.counts.assign(static_cast<size_t>((regions + 1) * classes), 0);
  none.region_cells.assign(static_cast<size_t>(regions) + 1, 0);
  return none;
}

/// Rows of a layer with regional targets: the island first, then every region. `of_land`: regional rows that
/// nobody states are what the land gives.
template <typename Row>
void add_regional_layer(std::vector<AuditReport::Mix>& rows, const World& world, std::string_view layer,
                        const Raster<uint8_t>& code, const HeldByPaint& held, const std::vector<Row>& classes,
                        std::vector<double> Region::*target, bool Region::*asked, bool of_land) {
  const int regions = static_cast<int>(world.regions.size());
  const ClassCounts counts =
      count_classes(code.cells, world.region.cells, regions, static_cast<int>(classes.size()));
  const ClassCounts by_hand = count_held(held, world, regions, static_cast<int>(classes.size()));
  for (size_t k = 0; k < classes.size(); ++k)
    rows.push_back(mix_row(layer, "", classes[k].id, classes[k].share,
                           counts.share(regions, static_cast<int>(k)), true,
                           by_hand.share(regions, static_cast<int>(k))));
  for (int r = 0; r < regions; ++r) {
    const Region& region = world.regions[static_cast<size_t>(r)];
    for (size_t k = 0; k < classes.size(); ++k) {
      rows.push_back(mix_row(layer, region.name, classes[k].id, (region.*target)[k],
                             counts.share(r, static_cast<int>(k)), region.*asked,
                             by_hand.share(r, static_cast<int>(k))));
      rows.back().of_land = of_land && !(region.*asked);
    }
  }
}

}  // namespace

std::vector<int64_t> count_regions(std::span<const uint8_t> region, int regions) {
  std::vector<int64_t> cells(static_cast<size_t>(regions) + 1, 0);
  for (const uint8_t code : region) {
    if (code < 1 || code > regions) continue;
    ++cells[code - 1u];
    ++cells.back();
  }
  return cells;
}

ClassCounts count_classes(std::span<const uint8_t> code, std::span<const uint8_t> region, int regions,
                          int classes) {
  assert(code.size() == region.size());
  ClassCounts out;
  out.regions = regions;
  out.classes = classes;
  out.counts.assign(static_cast<size_t>((regions + 1) * classes), 0);
  out.region_cells = count_regions(region, regions);
  for (size_t i = 0; i < code.size(); ++i) {
    const int r = region[i] - 1;
    if (r < 0 || r >= regions) continue;
    const int k = code[i] - 1;
    if (k >= 0 && k < classes) ++out.counts[static_cast<size_t>(r * classes + k)];
  }
  for (int r = 0; r < regions; ++r)
    for (int k = 0; k < classes; ++k) out.counts[static_cast<size_t>(regions * classes + k)] += out.at(r, k);
  return out;
}

std::vector<AuditReport::Mix> measure_mix(const World& world, const Template& tmpl) {
  const Vocabulary& words = tmpl.vocabulary;
  std::vector<AuditReport::Mix> rows;
  add_regional_layer(rows, world, "danger", world.danger, world.danger_held, words.danger,
                     &Region::danger_target, &Region::danger_asked, false);
  add_regional_layer(rows, world, "biome", world.biome, world.biome_held, words.biomes, &Region::biome_target,
                     &Region::biome_asked, tmpl.layer_mode == LayerMode::balanced);
  const int regions = static_cast<int>(world.regions.size());
  const auto factions = static_cast<int>(words.factions.size());
  const ClassCounts counts = count_classes(world.faction.cells, world.region.cells, regions, factions);
  const ClassCounts by_hand = count_held(world.faction_held, world, regions, factions);
  for (int k = 0; k < factions; ++k) {
    const FactionRow& row = words.factions[static_cast<size_t>(k)];
    rows.push_back(
        mix_row("faction", "", row.id, row.share, counts.share(regions, k), true, by_hand.share(regions, k)));
  }
  return rows;
}

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
  const Cure hold = follow ? Cure{set_to("hand.mix", "hold")} : Cure{};
  return with_cures({Severity::info, "mix_by_hand", row.layer + ".island",
                     row.layer + " " + row.cls + " covers " + decimal_text(100 * row.actual, 2) +
                         " % of the island, target " + decimal_text(100 * row.target, 2) + " %: " +
                         (follow ? "hand.mix is follow, so the island's mix goes with the paint"
                                 : "neutral ground goes with the paint, and the owners share the rest") +
                         ". State that share in " + table + " to have it asked" + ", or " +
                         (follow ? cure_words(hold) : "take paint away") + "."},
                    {hold});
}

}  // namespace fw
