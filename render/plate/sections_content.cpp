#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "render/map/point_symbol.h"
#include "render/map/symbols.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"

namespace fw {
namespace {

using Wanted = std::function<bool(const Point&, const PointClassInfo&)>;

int64_t count_points(const Atlas& atlas, const Wanted& wanted) {
  int64_t n = 0;
  for (const Point& p : atlas.world.points.points) n += wanted(p, atlas.world.points.class_of(p)) ? 1 : 0;
  return n;
}

SymbolDrawer resource_drawer(FamilySymbol symbol, Tier tier, double factor) {
  return [=](const Painter& pen, double x, double y, double scale) {
    draw_resource(pen, x, y, symbol, tier, factor * scale);
  };
}
SymbolDrawer enemy_drawer(FamilySymbol symbol, Rarity rarity, double factor) {
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

constexpr std::array<double, kDangers> kBandColumns{0.50, 0.66, 0.82, 0.98};

/// Colour chips over the band columns.
PanelRow band_header(const Atlas& atlas) {
  const auto danger = atlas.palette.danger;
  return {
      17, [danger](const Painter& pen, const Slot& slot) {
        for (size_t k = 0; k < kDangers; ++k) {
          const double right = slot.x + kBandColumns[k] * slot.width;
          const Box chip{right - 0.125 * slot.width, slot.y - 4 * slot.scale, right, slot.y + 4 * slot.scale};
          pen.rectangle(chip, danger[k]);
          pen.outline(chip, colour::kInk, 0.5, 0.5);
        }
      }};
}

PanelRow band_row(SymbolDrawer symbol, std::string name, const std::array<std::string, kDangers>& values) {
  std::vector<TableCell> cells{{.x = 0.03, .symbol = std::move(symbol)},
                               {.x = 0.075, .text = std::move(name), .max_width = 0.31}};
  for (size_t k = 0; k < kDangers; ++k)
    cells.push_back({.x = kBandColumns[k], .align = Align::right, .text = values[k]});
  return table_row(std::move(cells), 24, 15);
}

std::array<std::string, kDangers> counts_by_band(const Atlas& atlas, const Wanted& wanted) {
  std::array<int64_t, kDangers> n{};
  for (const Point& p : atlas.world.points.points)
    if (wanted(p, atlas.world.points.class_of(p))) ++n[static_cast<size_t>(p.danger)];
  std::array<std::string, kDangers> out;
  for (size_t k = 0; k < kDangers; ++k) out[k] = grouped(n[k]);
  return out;
}

constexpr std::array kRarities{Rarity::ordinary, Rarity::elite, Rarity::named, Rarity::boss};

}  // namespace

PanelSection resource_family_section(const Atlas& atlas) {
  std::vector<LegendItem> items;
  for (const std::string_view family : kResourceFamilySlugs) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::resource && c.family == family;
    });
    items.push_back({resource_drawer(resource_symbol(atlas.palette, family), Tier::common, 1.5),
                     title_of_slug(family), grouped(n)});
  }
  return {"Resource families", legend_rows(std::move(items), 3, 27)};
}

PanelSection tier_section(const Atlas& atlas) {
  std::vector<LegendItem> items;
  const FamilySymbol wood = resource_symbol(atlas.palette, "wood");
  for (const Tier tier : {Tier::common, Tier::uncommon, Tier::rare}) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::resource && c.tier == tier;
    });
    items.push_back({resource_drawer(wood, tier, tier == Tier::rare ? 1.0 : 1.3),
                     title_of_slug(kTierSlugs[static_cast<size_t>(tier)]), grouped(n)});
  }
  return {"Tier", legend_rows(std::move(items), 2, 28)};
}

PanelSection class_section(const Atlas& atlas, const DisplayList& shown) {
  PanelSection section{"Named classes", {}};
  section.rows.push_back(table_row({{.x = 0.76, .align = Align::right, .text = "quota", .soft = true},
                                    {.x = 0.98, .align = Align::right, .text = "placed", .soft = true}},
                                   18));
  const auto& classes = atlas.world.points.classes;
  std::vector<int64_t> placed(classes.size(), 0);
  for (const Point& p : atlas.world.points.points) ++placed[static_cast<size_t>(p.class_index)];
  std::map<int, int64_t> quota;
  for (const QuotaLedger& l : atlas.world.ledger) quota[l.class_index] += l.quota;
  for (const std::string_view family : kResourceFamilySlugs)
    for (size_t i = 0; i < classes.size(); ++i) {
      const PointClassInfo& c = classes[i];
      if (c.category != Category::resource || c.family != family) continue;
      const auto asked = quota.find(static_cast<int>(i));
      const bool rare = c.tier == Tier::rare;
      section.rows.push_back(table_row(
          {{.x = 0.03,
            .symbol = resource_drawer(resource_symbol(atlas.palette, family), c.tier, rare ? 0.86 : 1.2)},
           {.x = 0.075,
            .text = title_of_slug(c.label.empty() ? c.slug : c.label),
            .strong = rare,
            .max_width = 0.5},
           {.x = 0.76, .align = Align::right, .text = asked == quota.end() ? "" : grouped(asked->second)},
           {.x = 0.98, .align = Align::right, .text = grouped(placed[i]), .strong = rare}},
          21, 14.5));
    }
  section.rows.push_back(shown_note(atlas, shown, Category::resource));
  return section;
}

PanelSection enemy_family_section(const Atlas& atlas) {
  std::vector<LegendItem> items;
  int position = 0;
  for (const std::string& family : enemy_families(atlas.world.points)) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::enemy && c.family == family;
    });
    items.push_back({enemy_drawer(enemy_symbol(atlas.palette, family, position++), Rarity::ordinary, 1.7),
                     title_of_slug(family), grouped(n)});
  }
  return {"Enemy families", legend_rows(std::move(items), 2)};
}

PanelSection rarity_section(const Atlas& atlas) {
  std::vector<LegendItem> items;
  const FamilySymbol beast = enemy_symbol(atlas.palette, "beast", 0);
  for (const Rarity rarity : kRarities) {
    const int64_t n = count_points(atlas, [&](const Point& p, const PointClassInfo& c) {
      return c.category == Category::enemy && p.rarity == rarity;
    });
    items.push_back({enemy_drawer(beast, rarity, 1.0),
                     title_of_slug(kRaritySlugs[static_cast<size_t>(rarity)]), grouped(n)});
  }
  return {"Rarity", legend_rows(std::move(items), 2, 30)};
}

PanelSection rarity_by_band_section(const Atlas& atlas) {
  PanelSection section{"Rarity by band", {band_header(atlas)}};
  const FamilySymbol beast = enemy_symbol(atlas.palette, "beast", 0);
  for (const Rarity rarity : kRarities) {
    const auto n = counts_by_band(atlas, [&](const Point& p, const PointClassInfo& c) {
      return c.category == Category::enemy && p.rarity == rarity;
    });
    section.rows.push_back(band_row(enemy_drawer(beast, rarity, 0.85),
                                    title_of_slug(kRaritySlugs[static_cast<size_t>(rarity)]), n));
  }
  return section;
}

PanelSection family_by_band_section(const Atlas& atlas, const DisplayList& shown) {
  PanelSection section{"Family by band", {band_header(atlas)}};
  int position = 0;
  for (const std::string& family : enemy_families(atlas.world.points)) {
    const auto n = counts_by_band(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::enemy && c.family == family;
    });
    section.rows.push_back(
        band_row(enemy_drawer(enemy_symbol(atlas.palette, family, position++), Rarity::ordinary, 1.5),
                 title_of_slug(family), n));
  }
  section.rows.push_back(shown_note(atlas, shown, Category::enemy));
  return section;
}

PanelSection strength_by_band_section(const Atlas& atlas) {
  PanelSection section{"Strength by band", {band_header(atlas)}};
  const auto range = [&](const char* name, const std::array<double, 2> BandFeatures::*member, auto text) {
    std::array<std::string, kDangers> values;
    for (size_t k = 0; k < kDangers; ++k) {
      const auto& r = atlas.tmpl.bands[k].*member;
      values[k] = text(r[0]) + "–" + text(r[1]);
    }
    section.rows.push_back(band_row({}, name, values));
  };
  const auto whole = [](double value) { return decimal(value, 0); };
  const auto tenths = [](double value) { return decimal(value, 1); };
  const auto hundredths = [](double value) { return short_decimal(value, 2); };
  range("Level", &BandFeatures::level, whole);
  range("Health ×", &BandFeatures::hp_mult, tenths);
  range("Damage ×", &BandFeatures::dps_mult, tenths);
  range("Loot", &BandFeatures::loot, hundredths);
  range("Respawn, s", &BandFeatures::respawn_s, whole);
  return section;
}

}  // namespace fw
