#include "app/gui/start/own_world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/template/template_io.h"

namespace fw {
namespace {

Template builtin(std::string_view name) {
  const BuiltinTemplate* found = find_builtin(name);
  return parse_template(found->text, found->name).value();
}

/// A row of a built-in template, by its place there, and its share of the own world.
struct TakenRow {
  size_t place;
  double share;
};
// Of the biomes of a temperate island: open ground, woods, high ground, dry ground, wet ground.
constexpr std::array<TakenRow, 5> kBiomes{{{0, 0.3}, {1, 0.3}, {4, 0.2}, {6, 0.12}, {2, 0.08}}};
// The first danger bands of a continent, and its families that most games know.
constexpr std::array<TakenRow, 4> kBands{{{0, 0.35}, {1, 0.3}, {2, 0.2}, {3, 0.15}}};
constexpr std::array<size_t, 4> kFamilies{0, 1, 2, 4};

/// The row with its share, without a colour of its own.
template <typename Row>
Row taken(const std::vector<Row>& rows, TakenRow which) {
  Row row = rows.at(which.place);
  row.share = which.share;
  row.colour.reset();
  return row;
}

double fraction_of(LandShape shape) {
  switch (shape) {
    case LandShape::island:
      return 0.46;
    case LandShape::archipelago:
      return 0.34;
    case LandShape::coast:
      return 0.62;
    case LandShape::inland:
      break;
  }
  return 1;
}

double rounded(double share) {
  return std::round(share * 1e9) / 1e9;
}

void take_people(const OwnWorld& asked, const Vocabulary& from, Vocabulary& to) {
  to.names.assign(from.names.begin(),
                  from.names.begin() + std::min<std::ptrdiff_t>(asked.cultures, std::ssize(from.names)));
  to.factions.clear();
  double left = 1;
  for (int k = 0; k < asked.factions; ++k) {
    FactionRow row;
    const std::string number = std::to_string(k + 1);
    row.id = "faction_" + number;
    row.label = "Faction " + number;
    row.share = k + 1 == asked.factions ? left : std::floor(100.0 / asked.factions) / 100;
    row.names = to.names[static_cast<size_t>(k) % to.names.size()].id;
    left = rounded(left - row.share);
    to.factions.push_back(std::move(row));
  }
}

void take_ground(const Vocabulary& plain, const Vocabulary& wide, Vocabulary& to) {
  to.biomes.clear();
  for (const TakenRow& row : kBiomes) to.biomes.push_back(taken(plain.biomes, row));
  to.danger.clear();
  double begin = 0;
  for (const TakenRow& row : kBands) {
    to.danger.push_back(taken(wide.danger, row));
    to.danger.back().ink.reset();
    to.danger.back().threshold = std::exchange(begin, rounded(begin + row.share));
  }
  to.families.clear();
  for (const size_t place : kFamilies) {
    to.families.push_back(wide.families.at(place));
    to.families.back().colour.reset();
  }
}

}  // namespace

Template own_world(const OwnWorld& asked) {
  Template t = builtin("Minimal");
  t.name = t.stream_seeds.salt = "My world";
  t.description = {};
  t.frame.width_m = t.frame.height_m = asked.side_m;
  t.land.shape = asked.land;
  t.land.fraction = fraction_of(asked.land);
  if (asked.land == LandShape::inland) t.regions.tier_towards = "rim";
  t.relief.height_max_m = std::round(200 * std::sqrt(asked.side_m / 4000));
  // About one region in 2.2 km by 2.2 km, and some for each faction.
  const double regions = t.land.fraction * asked.side_m * asked.side_m / 4.8e6;
  t.regions.controllable = std::clamp(static_cast<int>(regions), 2 * asked.factions, 60);
  const Template plain = builtin("WindswardLike"), wide = builtin("ContinentLike");
  take_people(asked, wide.vocabulary, t.vocabulary);
  take_ground(plain.vocabulary, wide.vocabulary, t.vocabulary);
  return check_edited(t).tmpl;
}

}  // namespace fw
