#include "app/gui/hand/locks.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>
#include <set>
#include <tuple>

namespace fw {
namespace {

constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("fw::HandLocks", "Land and height"), QT_TRANSLATE_NOOP("fw::HandLocks", "Regions"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Owners"),          QT_TRANSLATE_NOOP("fw::HandLocks", "Danger"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Biomes"),          QT_TRANSLATE_NOOP("fw::HandLocks", "Factions"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Landmarks"),       QT_TRANSLATE_NOOP("fw::HandLocks", "Points")};
static_assert(std::size(kTitles) == kSeedPartSlugs.size());

QString said(const char* text) {
  return QCoreApplication::translate("fw::HandLocks", text);
}

std::optional<uint64_t>& own_seed(Template& tmpl, SeedPart part) {
  return tmpl.stream_seeds.parts[static_cast<size_t>(part)];
}

}  // namespace

QString part_title(SeedPart part) {
  return said(kTitles[static_cast<size_t>(part)]);
}

bool is_locked(const Template& tmpl, SeedPart part) {
  return tmpl.stream_seeds.parts[static_cast<size_t>(part)].has_value();
}

bool can_lock(const Template& tmpl, SeedPart part) {
  const SeedBundle seeds = tmpl.seeds().of(part);
  return seeds.layout == seeds.noise && seeds.noise == seeds.place;
}

void set_lock(Template& tmpl, SeedPart part, bool locked) {
  own_seed(tmpl, part) = locked ? std::optional(tmpl.seeds().of(part).noise) : std::nullopt;
}

void roll_rest(Template& tmpl, uint64_t seed) {
  tmpl.seed = seed;
}

Kept kept_of(const World& before, const World& after) {
  Kept kept;
  if (!(before.grid == after.grid)) return kept;
  size_t ground = 0, equal = 0;
  for (size_t cell = 0; cell < after.grid.cells(); ++cell) {
    if (!after.on_island(cell) && !before.on_island(cell)) continue;
    ++ground;
    equal += after.on_island(cell) == before.on_island(cell) && after.biome[cell] == before.biome[cell] &&
             after.danger[cell] == before.danger[cell] && after.faction[cell] == before.faction[cell];
  }
  kept.cells = ground > 0 ? static_cast<double>(equal) / static_cast<double>(ground) : 0;
  std::set<std::tuple<std::string, double, double>> places;
  for (const Point& p : before.points.points)
    places.insert({before.points.class_of(p).slug, p.position_m.x, p.position_m.y});
  for (const Point& p : after.points.points)
    kept.points += places.count({after.points.class_of(p).slug, p.position_m.x, p.position_m.y});
  kept.of_points = before.points.points.size();
  return kept;
}

QString kept_text(const Kept& kept) {
  const QLocale locale;
  return said("%1 % of the ground and %2 of %3 points stood.")
      .arg(locale.toString(std::floor(kept.cells * 100), 'f', 0),
           locale.toString(static_cast<qulonglong>(kept.points)),
           locale.toString(static_cast<qulonglong>(kept.of_points)));
}

}  // namespace fw
