#include "core/world/hand/paint/hand_owners_paint.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/world/hand_told.h"
#include "core/template/check/share_advice.h"

namespace fw {
namespace {

/// What a row of paint asks for and does not get.
struct LostCells {
  int64_t decided = 0;  ///< its cores
  int64_t ownerless = 0, elsewhere = 0;
  size_t faction = 0;  ///< of the ownerless ones
};

std::string reason_of(const LostCells& lost, const Vocabulary& words) {
  if (lost.ownerless > 0)
    return words.factions[lost.faction].id +
           " owns no region that could take the cells: state it as the owner of one in hand.regions, or "
           "modes.factions field";
  return std::to_string(lost.elsewhere) +
         " of its cells lie in regions that rows of hand.regions state exactly";
}

void tell_over_share(const RegionMap& map, const Template& tmpl, const Paint& paint, Findings& findings) {
  const std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
  int64_t land = 0;
  for (const uint8_t code : map.code.cells) land += code != 0 ? 1 : 0;
  for (size_t k = 0; k < rows.size(); ++k) {
    const auto held = std::ranges::count(paint.core.cells, static_cast<uint8_t>(k + 1));
    const auto share = static_cast<int64_t>(std::floor(rows[k].share * static_cast<double>(land) + 0.5));
    if (held <= share + 1) continue;
    std::vector<bool> holds(paint.ids.size() + 1, false);
    for (size_t cell = 0; cell < paint.core.size(); ++cell)
      if (paint.core[cell] == k + 1) holds[paint.row[cell]] = true;
    std::vector<std::string> ids;
    for (size_t row = 0; row < paint.ids.size(); ++row)
      if (holds[row + 1]) ids.push_back(paint.ids[row]);
    const double painted = static_cast<double>(held) / static_cast<double>(std::max<int64_t>(land, 1));
    StatedShares stated = stated_shares("factions", rows);
    for (size_t other = 0; other < rows.size(); ++other)
      stated.may_change[other] = rows[other].role == FactionRole::owner;
    const Cure more = share_advice(stated, k, painted);
    findings.push_back(with_cures(
        {Severity::warning, "paint_over_mix", "hand.faction",
         name_rows(ids) + " hold " + std::to_string(held - share) + " cells more of " + rows[k].id +
             " than its share: paint less of it" + (more.empty() ? "" : ", or " + cure_words(more)) + "."},
        {more}));
  }
}

}  // namespace

void tell_owners_paint(const RegionMap& map, const Raster<uint8_t>& code, const Template& tmpl, Paint& paint,
                       std::vector<HandOutcome>& outcomes, Findings& findings) {
  if (paint.empty()) return;
  std::vector<bool> owns(tmpl.vocabulary.factions.size(), false);
  for (const Region& region : map.regions) owns[static_cast<size_t>(region.owner)] = true;
  std::vector<LostCells> lost(paint.ids.size() + 1);
  for (size_t cell = 0; cell < code.size(); ++cell) {
    if (paint.core[cell] == 0 || code[cell] == 0) continue;
    LostCells& of = lost[paint.row[cell]];
    ++of.decided;
    if (paint.core[cell] == code[cell]) continue;
    const size_t faction = paint.core[cell] - 1u;
    if (!owns[faction]) {
      ++of.ownerless;
      of.faction = faction;
    } else {
      ++of.elsewhere;
    }
    paint.core[cell] = 0;
  }
  for (HandOutcome& outcome : outcomes) {
    const auto at = std::ranges::find(paint.ids, outcome.id);
    if (at == paint.ids.end() || outcome.state == HandState::suspended) continue;
    const LostCells& of = lost[static_cast<size_t>(at - paint.ids.begin()) + 1];
    const int64_t gone = of.ownerless + of.elsewhere;
    if (gone == 0) continue;
    outcome.state = gone == of.decided ? HandState::suspended : HandState::part;
    outcome.got = gone == of.decided ? 0 : outcome.got - static_cast<double>(gone);
    outcome.reason = reason_of(of, tmpl.vocabulary);
  }
  tell_over_share(map, tmpl, paint, findings);
}

}  // namespace fw
