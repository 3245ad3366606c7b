#include "core/world/regions/names.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"

namespace fw {
namespace {

// After this many refusals in a row the rules give way one by one; a list always comes to its end.
constexpr int kPatience = 2000;
constexpr size_t kOpening = 3;

/// The first letters of a name, by which people tell names on a map apart.
std::string_view opening(std::string_view name) {
  size_t end = 0;
  const auto follows = [&] { return end < name.size() && (static_cast<uint8_t>(name[end]) & 0xC0) == 0x80; };
  for (size_t letter = 0; letter < kOpening && end < name.size(); ++letter)
    for (++end; follows();) ++end;
  return name.substr(0, end);
}

std::string draw_name(const NameRow& rules, RandomCursor& random) {
  std::string name;
  for (const std::vector<std::string>* parts : {&rules.starts, &rules.middles, &rules.ends})
    if (!parts->empty()) name += (*parts)[random.below(parts->size())];
  if (rules.epithets.empty()) return name;
  const std::string& epithet = rules.epithets[random.below(rules.epithets.size())];
  return epithet.empty() ? name : name + " " + epithet;
}

}  // namespace

const NameRow& names_of(const Vocabulary& vocabulary, Faction faction) {
  static const NameRow kFirst;
  const std::vector<NameRow>& rows = vocabulary.names;
  const auto row = find_row(rows, vocabulary.factions.at(static_cast<size_t>(faction)).names);
  return row ? rows[*row] : kFirst;
}

std::vector<std::string> name_places(const SeedBundle& seeds, std::string_view tag,
                                     const std::vector<PlaceToName>& places,
                                     const std::vector<std::string>& taken) {
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t k) { return places[k].id; });
  std::set<std::string> used(taken.begin(), taken.end());
  std::set<std::string, std::less<>> openings;
  for (const std::string& name : taken) openings.emplace(opening(name));
  std::vector<std::string> names(places.size());
  for (const size_t k : order) {
    const NameRow& rules = *places[k].rules;
    const bool first = rules.id.empty() || rules.id == kFirstNames;
    const std::string list = std::string(tag) + (first ? "" : "." + rules.id);
    RandomCursor random{splitmix64(derive(seeds.layout_stream(), list) ^ places[k].id), 0};
    for (int tries = 0;; ++tries) {
      std::string name = draw_name(rules, random);
      if (tries >= 2 * kPatience) name += " " + std::to_string(tries - 2 * kPatience + 2);
      if (used.contains(name) || (tries < kPatience && openings.contains(opening(name)))) continue;
      openings.emplace(opening(name));
      used.insert(name);
      names[k] = std::move(name);
      break;
    }
  }
  return names;
}

namespace {

constexpr double kLongEnough = 0.6;  // of the median length of rivers
constexpr int kTries = 64;           // before names get numbers

/// What makes the name of a place that of a water; % is the stem.
constexpr std::array<std::string_view, 6> kRiverForms{"%beck", "%brook",  "%bourne",
                                                      "%wash", "% Water", "% River"};
constexpr std::array<std::string_view, 5> kLakeForms{"Lake %tarn", "Loch %mere", "%mere", "%tarn",
                                                     "Lake %water"};
/// The same of a culture with endings of its own, whose names stand whole.
constexpr std::array<std::string_view, 2> kRiverWords{"% River", "River %"};
constexpr std::array<std::string_view, 2> kLakeWords{"Lake %", "% Lake"};

std::string pick(const std::vector<std::string>& parts, uint64_t stream, uint64_t& counter) {
  return parts.empty() ? std::string() : parts[random_below(stream, counter++, parts.size())];
}

std::string draw_name(const NameRow& rules, std::span<const std::string_view> forms,
                      std::span<const std::string_view> words, uint64_t stream, uint64_t counter) {
  static const NameRow kFirst;
  const bool first = rules.ends == kFirst.ends;
  // The middle has the first draw; in one expression each compiler would choose.
  const std::string middle = pick(rules.middles, stream, counter);
  std::string stem = pick(rules.starts, stream, counter) + middle;
  if (!first) stem += pick(rules.ends, stream, counter);
  const std::span<const std::string_view> from = first ? forms : words;
  std::string name(from[random_below(stream, counter, from.size())]);
  return name.replace(name.find('%'), 1, stem);
}

class Namer {
 public:
  Namer(const RegionMap& map, const Vocabulary& vocabulary, const SeedBundle& seeds, const GridSpec& plan)
      : map_(map), vocabulary_(vocabulary), seeds_(seeds), plan_(plan) {
    Mask land = map.code;
    for (uint8_t& c : land.cells) c = c != 0;
    nearest_ = nearest_cell(land);
  }

  std::string name(std::string_view tag, uint32_t cell, std::span<const std::string_view> forms,
                   std::span<const std::string_view> words) {
    const NameRow& rules = rules_at(cell);
    const uint64_t stream = derive(seeds_.layout_stream(), tag);
    std::string name;
    for (int k = 0; k < kTries; ++k) {
      name = draw_name(rules, forms, words, stream, (uint64_t{cell} * kTries + static_cast<uint64_t>(k)) * 8);
      if (taken_.insert(name).second) return name;
    }
    for (int k = 2;; ++k) {
      const std::string numbered = name + " " + std::to_string(k);
      if (taken_.insert(numbered).second) return numbered;
    }
  }

 private:
  const NameRow& rules_at(uint32_t cell) const {
    const uint32_t at = nearest_[map_.code.grid.cell_at(plan_.centre(static_cast<size_t>(cell)))];
    const Faction owner = at == UINT32_MAX ? Faction{} : map_.regions[map_.code[at] - 1u].owner;
    return names_of(vocabulary_, owner);
  }

  const RegionMap& map_;
  const Vocabulary& vocabulary_;
  const SeedBundle& seeds_;
  GridSpec plan_;
  Raster<uint32_t> nearest_;
  std::set<std::string> taken_;
};

}  // namespace

void name_waters(const RegionMap& map, const Vocabulary& vocabulary, const SeedBundle& seeds,
                 const GridSpec& plan, Water& water) {
  if (water.empty()) return;
  Namer namer(map, vocabulary, seeds, plan);
  std::vector<double> lengths;
  for (const River& river : water.rivers) lengths.push_back(river.length_m);
  std::sort(lengths.begin(), lengths.end());
  const double enough = lengths.empty() ? 0 : kLongEnough * lengths[lengths.size() / 2];
  for (Lake& lake : water.lakes)
    lake.name = namer.name("names.lake", lake.outlet_cell, kLakeForms, kLakeWords);
  for (River& river : water.rivers)
    if (river.length_m > enough)
      river.name = namer.name("names.river", river.mouth_cell, kRiverForms, kRiverWords);
}

}  // namespace fw
