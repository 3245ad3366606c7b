#include "core/measure/audit/biome_limits.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr double kTold = 0.01, kWarned = 0.05;  // of a biome's cells

double part_of(int64_t part, int64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0.0;
}

int64_t ground_cells(const World& world) {
  return static_cast<int64_t>(world.region.size()) -
         std::count(world.region.cells.begin(), world.region.cells.end(), uint8_t{0});
}

/// The region with most of the cells beyond the limits; "": there are none.
std::string worst_region(const World& world, const BiomeRoom& room) {
  const auto most = std::max_element(room.beyond_in.begin(), room.beyond_in.end());
  if (most == room.beyond_in.end() || *most == 0) return "";
  return world.regions[static_cast<size_t>(most - room.beyond_in.begin())].name;
}

std::string share_words(double share) {
  return decimal_text(100 * share, 1) + " %";
}

/// "steeper than 0.06".
std::string beyond_words(const BiomeRoom::Limit& limit) {
  struct Words {
    const char *measure, *less, *more, *unit;
  };
  constexpr Words kWords[] = {{"height", "lower than rank ", "higher than rank ", ""},
                              {"slope", "flatter than ", "steeper than ", ""},
                              {"coast_m", "nearer to the sea than ", "farther from the sea than ", " m"},
                              {"wet", "drier than rank ", "wetter than rank ", ""}};
  for (const Words& words : kWords) {
    if (limit.measure != words.measure) continue;
    const std::string less = words.less + decimal_text(limit.low) + words.unit,
                      more = words.more + decimal_text(limit.high) + words.unit;
    return std::isnan(limit.low) ? more : std::isnan(limit.high) ? less : less + " or " + more;
  }
  return limit.measure;
}

Finding told(const World& world, const BiomeRow& row, const BiomeRoom& room, int64_t ground) {
  std::string parts;
  for (const BiomeRoom::Limit& limit : room.limits)
    if (limit.beyond > 0)
      parts += (parts.empty() ? "" : ", ") + share_words(part_of(limit.beyond, room.cells)) + " " +
               beyond_words(limit);
  const double beyond = part_of(room.beyond(), room.cells), within = part_of(room.room, ground);
  const std::string at = "biomes[" + std::to_string(room.biome) + "]";
  return {beyond < kWarned ? Severity::info : Severity::warning, "biome_outside_limits", "biomes." + row.id,
          share_words(beyond) + " of " + row.label + " lies beyond its limits, most of it in " +
              worst_region(world, room) + ": " + parts + ". " + share_words(within) +
              " of the land is within them, " + row.label + " asks " + share_words(row.share) +
              (within < row.share ? ". Lower " + at + ".share or widen " + at + ".only." : ".")};
}

}  // namespace

std::vector<AuditReport::BiomeLimitRow> measure_biome_limits(const World& world) {
  const int64_t ground = ground_cells(world);
  std::vector<AuditReport::BiomeLimitRow> rows;
  for (const BiomeRoom& room : world.biome_room) {
    const std::string& id = world.vocabulary.biomes[room.biome].id;
    rows.push_back({id, "", AuditReport::kNone, AuditReport::kNone, part_of(room.room, ground),
                    part_of(room.beyond(), room.cells), worst_region(world, room)});
    for (const BiomeRoom::Limit& limit : room.limits)
      rows.push_back({id, limit.measure, limit.low, limit.high, part_of(limit.within, ground),
                      part_of(limit.beyond, room.cells), ""});
  }
  return rows;
}

Findings tell_biome_limits(const World& world, const Template& tmpl) {
  const int64_t ground = ground_cells(world);
  Findings out;
  for (const BiomeRoom& room : world.biome_room)
    if (part_of(room.beyond(), room.cells) >= kTold)
      out.push_back(told(world, tmpl.vocabulary.biomes[room.biome], room, ground));
  return out;
}

}  // namespace fw
