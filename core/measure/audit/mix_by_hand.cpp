#include "core/measure/audit/mix_by_hand.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/measure/audit/audit_findings.h"
#include "core/model/number_text.h"

namespace fw {
namespace {

using Mix = AuditReport::Mix;

/// Ground of each region, as a share of all.
std::map<std::string, double> ground_shares(const World& world) {
  std::vector<double> cells(world.regions.size(), 0);
  double all = 0;
  for (const uint8_t code : world.region.cells)
    if (code >= 1 && code <= cells.size()) ++cells[code - 1u], ++all;
  std::map<std::string, double> out;
  for (size_t r = 0; r < cells.size(); ++r) out[world.regions[r].name] += all > 0 ? cells[r] / all : 0;
  return out;
}

/// What the regions' rows come to.
double share_of_regions(const AuditReport& report, const Mix& island,
                        const std::map<std::string, double>& ground) {
  double sum = 0;
  for (const Mix& row : report.mix)
    if (!row.region.empty() && row.layer == island.layer && row.cls == island.cls)
      sum += row.target * ground.at(row.region);
  return sum;
}

/// What is off the target by no more than the layer's paint goes with it.
double share_with_paint(const AuditReport& report, const Mix& island) {
  constexpr double kWithRims = 2;  // thin strokes hold half of their ground: the rest is rims
  double held = 0;
  for (const Mix& row : report.mix)
    if (row.region.empty() && row.layer == island.layer) held += row.by_hand;
  return island.error <= kWithRims * held ? island.actual : island.target;
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

std::vector<double> shares_beside_paint(const AuditReport& report, const World& world, const Template& tmpl) {
  const bool follow = tmpl.hand.mix == HandMix::follow;
  const Mix* neutral = neutral_row(report, tmpl.vocabulary);
  const double neutral_share = neutral == nullptr ? 0 : share_with_paint(report, *neutral);
  std::map<std::string, double> ground;
  if (follow) ground = ground_shares(world);
  std::vector<double> out;
  for (const Mix& row : report.mix) {
    if (!row.region.empty())
      out.push_back(row.target);
    else if (row.layer != "faction")
      out.push_back(follow ? share_of_regions(report, row, ground) : row.target);
    else if (follow || &row == neutral)
      out.push_back(share_with_paint(report, row));
    else
      out.push_back(neutral == nullptr || neutral->target >= 1
                        ? row.target
                        : row.target * (1 - neutral_share) / (1 - neutral->target));
  }
  return out;
}

Findings tell_mixes_by_hand(const AuditReport& report, const std::vector<double>& beside,
                            const Template& tmpl) {
  std::map<std::string, size_t> worst;  // row, by layer
  for (size_t i = 0; i < report.mix.size(); ++i) {
    const Mix& row = report.mix[i];
    if (!row.region.empty() || row.error <= kIslandMixTolerance || beside[i] == row.target) continue;
    const auto [at, first] = worst.emplace(row.layer, i);
    if (!first && row.error > report.mix[at->second].error) at->second = i;
  }
  Findings out;
  for (const auto& [layer, i] : worst) {
    const Mix& row = report.mix[i];
    const bool follow = tmpl.hand.mix == HandMix::follow;
    const std::string table = layer == "faction" ? "factions" : layer == "biome" ? "biomes" : "danger";
    out.push_back({Severity::info, "mix_by_hand", layer + ".island",
                   layer + " " + row.cls + " covers " + decimal_text(100 * row.actual, 2) +
                       " % of the island, target " + decimal_text(100 * row.target, 2) + " %: " +
                       (follow ? "hand.mix is follow, so the island's mix goes with the paint"
                               : "neutral ground goes with the paint, and the owners share the rest") +
                       ". State that share in " + table + " to have it asked" +
                       (follow ? ", or set hand.mix to hold." : ", or take paint away.")});
  }
  return out;
}

}  // namespace fw
