#include "render/map/scene/world_palette.h"

#include <algorithm>
#include <string>

#include "core/model/colour/safe_palette.h"
#include "render/page/numbers.h"

namespace fw {
Palette world_palette(const World& world, std::string_view name) {
  const Vocabulary& words = world.vocabulary;
  Palette palette = make_palette(words, name);
  if (palette.name == kPaletteSlugs[0]) return palette;
  const Palette own = make_palette(words);
  palette.faction = told_apart(own.faction, neighbours(world.faction, own.faction.size()), kOwnersBand);
  for (size_t k = 0; k < palette.faction.size(); ++k) palette.faction_ink[k] = ink_of(palette.faction[k]);
  return palette;
}

Findings neighbours_alike(const World& world, const Palette& palette) {
  const std::vector<FactionRow>& rows = world.vocabulary.factions;
  size_t alike = 0;
  RowPair worst;
  ColourStep least;
  double least_room = 1;
  for (const RowPair& pair : neighbours(world.faction, rows.size())) {
    const auto shown = [&](size_t row) { return mix(colour::kWashPaper, palette.faction[row], kOwnersBand); };
    const ColourStep step = step_between(shown(pair.first), shown(pair.second));
    const double room =
        std::min(step.difference / kLeastNeighbourDifference, step.lightness / kLeastNeighbourLightness);
    if (room >= 1) continue;
    ++alike;
    if (room >= least_room) continue;
    least_room = room;
    least = step;
    worst = pair;
  }
  if (alike == 0) return {};
  std::string text = rows[worst.first].label + " lies beside " + rows[worst.second].label +
                     ", and their colours look alike to some eyes or in grey (difference " +
                     decimal(least.difference, 1) + " of 10, lightness " + decimal(least.lightness, 1) +
                     " of 5)";
  if (alike > 1) text += ", as do those of " + std::to_string(alike - 1) + " more neighbours";
  return {{Severity::info, "neighbours_alike", "factions." + rows[worst.second].id + ".colour",
           text + ". --palette colour_blind_safe keeps neighbours apart."}};
}

}  // namespace fw
