#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "render/map/marks/point_symbol.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

using Wanted = std::function<bool(const Point&, const PointClassInfo&)>;

SymbolDrawer resource_drawer(FamilySymbol symbol, Tier tier, double factor) {
  return [=](const Painter& pen, double x, double y, double scale) {
    draw_resource(pen, x, y, symbol, tier, factor * scale);
  };
}
SymbolDrawer enemy_drawer(FamilySymbol symbol, RarityPlace rarity, double factor) {
  return [=](const Painter& pen, double x, double y, double scale) {
    draw_enemy(pen, x, y, symbol, rarity, factor * scale);
  };
}

PanelRow shown_note(const Atlas& atlas, const DisplayList& shown, Category category) {
  int64_t n = 0, of = 0;
  for (const MapItem& item : shown.items)
    n += std::count_if(item.marks.begin(), item.marks.end(), [&](const MapMark& mark) {
      return atlas.world.points.class_of(*mark.point).category == category;
    });
  for (const Point& p : atlas.world.points.points) of += atlas.world.points.class_of(p).category == category;
  const double side_m = thinning_tile_m(atlas);
  const std::string tile = side_m == 1000 ? "km²" : "square of " + distance_text(std::round(side_m));
  return note(
      "Symbols shown: " + grouped(n) + " of " + grouped(of) +
      (n < of ? " (at most " + std::to_string(atlas.style.symbols_per_km2) + " per " + tile + ")" : ""));
}

/// A table with a column for each band.
struct BandRowText {
  SymbolDrawer symbol;
  std::string name;
  std::vector<std::string> values;  ///< by band
};

/// Bands [first, first + count) of a table whose columns are bands; lengths as shares of the width.
struct BandColumns {
  size_t first = 0, count = 0;
  double pitch = 0.16;

  /// Right edge of a column.
  double right(size_t k) const { return 0.98 - pitch * static_cast<double>(first + count - 1 - k); }
  double name_end() const { return 0.97 - pitch * static_cast<double>(count); }
};

/// Tables whose columns have no room side by side stand in parts below each other. `pitch`: what a column
/// needs.
std::vector<BandColumns> band_parts(size_t bands, bool symbols, double needed) {
  constexpr double kUsualPitch = 0.16;
  const double room = symbols ? 0.64 : 0.74;
  const auto most = static_cast<size_t>(std::clamp(std::floor(room / needed), 1.0, 6.0));
  const size_t parts = (bands + most - 1) / most;
  std::vector<BandColumns> out;
  for (size_t i = 0; i < parts; ++i) {
    const size_t first = i * bands / parts, last = (i + 1) * bands / parts;
    const size_t widest = (bands + parts - 1) / parts;  // the parts' columns stand below each other
    out.push_back(
        {first, last - first, std::min(std::max(kUsualPitch, needed), room / static_cast<double>(widest))});
  }
  return out;
}

/// The share of the panel's width that a column with the longest value needs.
double needed_pitch(const std::vector<BandRowText>& rows) {
  double longest = 1;  // em
  for (const BandRowText& row : rows)
    for (const std::string& value : row.values) {
      double em = 0;
      for (const char c : value)  // a dash has three bytes
        em += c >= '0' && c <= '9' ? 0.58 : c == '.' ? 0.27 : 0.18;
      longest = std::max(longest, em);
    }
  return longest * kPanelType / (0.86 * kPanelWidth);
}

/// Colour chips over the columns.
PanelRow band_header(const Atlas& atlas, BandColumns columns) {
  return {17, [danger = atlas.palette.danger, columns](const Painter& pen, const Slot& slot) {
            for (size_t k = columns.first; k < columns.first + columns.count; ++k) {
              const double right = slot.x + columns.right(k) * slot.width;
              const double chip_width = std::min(0.125, columns.pitch - 0.02) * slot.width;
              const Box chip{right - chip_width, slot.y - 4 * slot.scale, right, slot.y + 4 * slot.scale};
              pen.rectangle(chip, danger[k]);
              pen.outline(chip, colour::kInk, 0.5, 0.5);
            }
          }};
}

PanelSection band_table(const Atlas& atlas, std::string heading, const std::vector<BandRowText>& rows) {
  PanelSection section{std::move(heading), {}, 0};
  const bool symbols =
      std::any_of(rows.begin(), rows.end(), [](const BandRowText& row) { return row.symbol != nullptr; });
  const std::vector<BandColumns> parts = band_parts(atlas.words().danger.size(), symbols, needed_pitch(rows));
  for (const BandColumns& columns : parts) {
    section.rows.push_back(band_header(atlas, columns));
    // Rows without symbols begin further left where the columns need it.
    const double name_at = symbols || columns.name_end() >= 0.3 ? 0.075 : 0;
    for (const BandRowText& row : rows) {
      std::vector<TableCell> cells{
          {.x = 0.03, .symbol = row.symbol},
          {.x = name_at, .text = row.name, .max_width = std::min(0.31, columns.name_end() - name_at)}};
      for (size_t k = columns.first; k < columns.first + columns.count; ++k)
        cells.push_back({.x = columns.right(k), .align = Align::right, .text = row.values[k]});
      section.rows.push_back(table_row(std::move(cells), 24, kPanelType));
    }
  }
  if (parts.size() == 1) section.header_rows = 1;
  return section;
}

std::vector<std::string> counts_by_band(const Atlas& atlas, const Wanted& wanted) {
  std::vector<int64_t> n(atlas.words().danger.size(), 0);
  for (const Point& p : atlas.world.points.points)
    if (p.region > 0 && wanted(p, atlas.world.points.class_of(p))) ++n[static_cast<size_t>(p.danger)];
  std::vector<std::string> out;
  for (const int64_t count : n) out.push_back(grouped(count));
  return out;
}

Wanted of_rarity(Rarity rarity) {
  return [rarity](const Point& p, const PointClassInfo& c) {
    return c.category == Category::enemy && p.rarity == rarity;
  };
}
Wanted of_family(Category category, const std::string& family) {
  return [category, family](const Point&, const PointClassInfo& c) {
    return c.category == category && c.family == family;
  };
}

/// By level: what the rarities of a world are called.
struct RarityLine {
  Rarity rarity;
  RarityPlace place;
  std::string label;
};
std::vector<RarityLine> rarity_lines(const Vocabulary& words) {
  std::vector<RarityLine> lines;
  for (size_t k = 0; k < words.rarities.size(); ++k) {
    const auto rarity = static_cast<Rarity>(k + 1);
    lines.push_back({rarity, rarity_place(words, rarity), words.rarities[k].label});
  }
  return lines;
}

}  // namespace

std::vector<LegendItem> family_items(const Atlas& atlas, Category category) {
  std::vector<LegendItem> items;
  for (const PointFamily& family : point_families(atlas, category))
    items.push_back({category == Category::resource ? resource_drawer(family.look, Tier::common, 1.5)
                                                    : enemy_drawer(family.look, {}, 1.7),
                     family.label, ""});
  return items;
}

namespace {

/// With the number of points of each family.
std::vector<LegendItem> counted_families(const Atlas& atlas, Category category) {
  const std::vector<PointFamily> families = point_families(atlas, category);
  std::vector<LegendItem> items = family_items(atlas, category);
  for (size_t k = 0; k < items.size(); ++k)
    items[k].value = grouped(count_points(atlas, of_family(category, families[k].id)));
  return items;
}

}  // namespace

PanelSection resource_family_section(const Atlas& atlas) {
  return {atlas.words().categories.resource + " by family",
          legend_rows(counted_families(atlas, Category::resource), 3, 27)};
}

std::vector<LegendItem> tier_items(const Atlas& atlas) {
  std::vector<LegendItem> items;
  const std::vector<PointFamily> families = point_families(atlas, Category::resource);
  if (families.empty()) return items;
  for (const Tier tier : {Tier::common, Tier::uncommon, Tier::rare})
    items.push_back({resource_drawer(families.front().look, tier, tier == Tier::rare ? 1.0 : 1.3),
                     title_of_slug(kTierSlugs[static_cast<size_t>(tier)]), ""});
  return items;
}

PanelSection tier_section(const Atlas& atlas) {
  const std::vector<LegendItem> every = tier_items(atlas);
  std::vector<LegendItem> items;
  for (size_t k = 0; k < every.size(); ++k) {
    const auto of_tier = [&](const PointClassInfo& c) {
      return c.category == Category::resource && c.tier == static_cast<Tier>(k + 1);
    };
    const auto& classes = atlas.world.points.classes;
    if (std::none_of(classes.begin(), classes.end(), of_tier)) continue;  // the template has none
    items.push_back(every[k]);
    items.back().value =
        grouped(count_points(atlas, [&](const Point&, const PointClassInfo& c) { return of_tier(c); }));
  }
  if (items.empty()) return {};
  return {"Tier", legend_rows(std::move(items), 2, 28)};
}

PanelSection class_section(const Atlas& atlas, const DisplayList& shown) {
  PanelSection section{"Named classes", {}, 1};
  if (point_families(atlas, Category::resource).empty()) return section;
  section.rows.push_back(table_row({{.x = 0.76, .align = Align::right, .text = "quota", .soft = true},
                                    {.x = 0.98, .align = Align::right, .text = "placed", .soft = true}},
                                   18));
  const auto& classes = atlas.world.points.classes;
  std::vector<int64_t> placed(classes.size(), 0);
  for (const Point& p : atlas.world.points.points) ++placed[static_cast<size_t>(p.class_index)];
  std::map<int, int64_t> quota;
  for (const QuotaLedger& l : atlas.world.ledger) quota[l.class_index] += l.quota;
  for (const PointFamily& family : point_families(atlas, Category::resource))
    for (size_t i = 0; i < classes.size(); ++i) {
      const PointClassInfo& c = classes[i];
      if (c.category != Category::resource || c.family != family.id) continue;
      const auto asked = quota.find(static_cast<int>(i));
      const bool rare = c.tier == Tier::rare;
      section.rows.push_back(table_row(
          {{.x = 0.03, .symbol = resource_drawer(family.look, c.tier, rare ? 0.86 : 1.2)},
           {.x = 0.075,
            .text = title_of_slug(c.label.empty() ? c.slug : c.label),
            .strong = rare,
            .max_width = 0.58},
           {.x = 0.76, .align = Align::right, .text = asked == quota.end() ? "" : grouped(asked->second)},
           {.x = 0.98, .align = Align::right, .text = grouped(placed[i]), .strong = rare}},
          21, 14.5));
    }
  section.rows.push_back(shown_note(atlas, shown, Category::resource));
  return section;
}

PanelSection enemy_family_section(const Atlas& atlas) {
  return {atlas.words().categories.enemy + " by family",
          legend_rows(counted_families(atlas, Category::enemy), 2)};
}

std::vector<LegendItem> rarity_items(const Atlas& atlas) {
  std::vector<LegendItem> items;
  for (const RarityLine& line : rarity_lines(atlas.words()))
    items.push_back({enemy_drawer(sample_enemy(), line.place, 1.0), line.label, ""});
  return items;
}

PanelSection rarity_section(const Atlas& atlas) {
  if (point_families(atlas, Category::enemy).empty()) return {};
  std::vector<LegendItem> items = rarity_items(atlas);
  for (size_t k = 0; k < items.size(); ++k)
    items[k].value = grouped(count_points(atlas, of_rarity(static_cast<Rarity>(k + 1))));
  return {"Rarity", legend_rows(std::move(items), 2, 30)};
}

PanelSection rarity_by_band_section(const Atlas& atlas) {
  if (point_families(atlas, Category::enemy).empty()) return {};
  std::vector<BandRowText> rows;
  for (const RarityLine& line : rarity_lines(atlas.words()))
    rows.push_back({enemy_drawer(sample_enemy(), line.place, 0.85), line.label,
                    counts_by_band(atlas, of_rarity(line.rarity))});
  return band_table(atlas, "Rarity by band", rows);
}

PanelSection family_by_band_section(const Atlas& atlas, const DisplayList& shown) {
  std::vector<BandRowText> rows;
  for (const PointFamily& family : point_families(atlas, Category::enemy))
    rows.push_back({enemy_drawer(family.look, {}, 1.5), family.label,
                    counts_by_band(atlas, of_family(Category::enemy, family.id))});
  if (rows.empty()) return {};
  PanelSection section = band_table(atlas, "Family by band", rows);
  section.rows.push_back(shown_note(atlas, shown, Category::enemy));
  return section;
}

PanelSection strength_by_band_section(const Atlas& atlas) {
  if (point_families(atlas, Category::enemy).empty()) return {};
  std::vector<BandRowText> rows;
  const auto add = [&](const char* name, const std::array<double, 2> BandRow::*column, auto text) {
    std::vector<std::string> values;
    for (const BandRow& band : atlas.words().danger)
      values.push_back(text((band.*column)[0]) + "–" + text((band.*column)[1]));
    rows.push_back({{}, name, std::move(values)});
  };
  const auto whole = [](double value) { return decimal(value, 0); };
  const auto tenths = [](double value) { return decimal(value, 1); };
  const auto hundredths = [](double value) { return short_decimal(value, 2); };
  add("Level", &BandRow::level, whole);
  add("Health ×", &BandRow::hp_mult, tenths);
  add("Damage ×", &BandRow::dps_mult, tenths);
  add("Loot", &BandRow::loot, hundredths);
  add("Respawn, s", &BandRow::respawn_s, whole);
  return band_table(atlas, "Strength by band", rows);
}

}  // namespace fw
