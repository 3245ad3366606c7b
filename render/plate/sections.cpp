#include "render/plate/sections.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/map/style.h"
#include "render/map/symbols.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

template <typename Array>
std::vector<double> list(const Array& values) {
  return {values.begin(), values.end()};
}
template <size_t N>
std::vector<Rgb> colours(const std::array<Rgb, N>& values) {
  return {values.begin(), values.end()};
}

int64_t count_points(const Atlas& atlas,
                     const std::function<bool(const Point&, const PointClassInfo&)>& wanted) {
  int64_t n = 0;
  for (const Point& p : atlas.world.points.points) n += wanted(p, atlas.world.points.class_of(p)) ? 1 : 0;
  return n;
}

SymbolDrawer badge_symbol(LandmarkKind kind, Rgb owner) {
  return [=](const Painter& pen, double x, double y, double scale) {
    draw_badge(pen, x, y, kind, owner, std::min(1.0, 11 / badge_radius(kind)) * scale);
  };
}

/// A sample of a layer's line as the tables have it, 26 units long.
SymbolDrawer line_symbol(MapLayer layer, size_t number, const Palette& palette) {
  std::vector<const LineRow*> rows;
  for (const LineRow& row : line_rows())
    if (row.layer == layer) rows.push_back(&row);
  return [row = rows[number], colour = rows[number]->colour(palette, 0)](const Painter& pen, double x,
                                                                         double y, double) {
    if (row->casing > 0)
      pen.line(x - 13, y, x + 13, y, colour::kWhite, row->width + row->casing, row->casing_alpha);
    pen.line(x - 13, y, x + 13, y, colour, row->width, row->alpha, row->dash);
  };
}

/// A patch of an ink pattern.
void draw_hatch_swatch(const Painter& pen, const Box& box, const HatchStyle& style, Rgb ink) {
  const ClipTo clip(pen, box);
  const double pitch = std::min(style.pitch, 7.0);
  if (style.pattern == HatchStyle::Pattern::dots) {
    const double step = style.pitch > 9 ? 1.5 * pitch : pitch;
    for (double y = box.y0 + pitch / 2; y < box.y1; y += step)
      for (double x = box.x0 + pitch / 2; x < box.x1; x += step)
        pen.rectangle(Box::around(x, y, style.size), ink, 0.55);
    return;
  }
  for (double x = box.x0 - box.height(); x < box.x1; x += pitch) {
    pen.line(x, box.y1, x + box.height(), box.y0, ink, style.size, 0.55);
    if (style.pattern == HatchStyle::Pattern::crossed)
      pen.line(x, box.y0, x + box.height(), box.y1, ink, style.size, 0.55);
  }
}

/// Template share and map share behind each name.
std::string shares(double target, double actual) {
  return percent(target) + " / " + percent(actual);
}

}  // namespace

std::string title_of(LandmarkKind kind) {
  std::string text = title_of_slug(kLandmarkSlugs[static_cast<size_t>(kind)]);
  for (size_t i = 1; i < text.size(); ++i)
    if (text[i - 1] == ' ') text[i] = static_cast<char>(text[i] - 'A' + 'a');
  return text;
}
std::string title_of(Faction faction) {
  return title_of_slug(kFactionSlugs[static_cast<size_t>(faction)]);
}

PanelSection faction_section(const Atlas& atlas, bool region_counts) {
  PanelSection section{"Faction control", {}};
  std::vector<LegendItem> items;
  for (size_t k = 0; k < kFactions; ++k) {
    const auto owned = std::count_if(atlas.world.regions.begin(), atlas.world.regions.end(),
                                     [&](const Region& r) { return r.owner == static_cast<Faction>(k); });
    items.push_back(
        {swatch(mix(colour::kWashPaper, atlas.palette.faction[k], 0.6), atlas.palette.faction_dark[k]),
         title_of(static_cast<Faction>(k)),
         region_counts ? std::to_string(owned) + (owned == 1 ? " region" : " regions")
                       : percent(atlas.faction_share[k])});
  }
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by owner: template (thin), map (thick)", list(atlas.tmpl.factions),
                                 list(atlas.faction_share), colours(atlas.palette.faction)));
  return section;
}

PanelSection danger_line_section(const Atlas& atlas) {
  PanelSection section{"Danger outlines", {}};
  const auto& c = atlas.palette.danger_line;
  const SymbolDrawer hatched = [ink = c[2]](const Painter& pen, double x, double y, double) {
    const Box box{x - 12, y - 8, x + 12, y + 8};
    draw_hatch_swatch(pen, box, kOutlineHatch, ink);
    pen.outline(box, ink, 2);
  };
  section.rows =
      legend_rows({{line_symbol(MapLayer::danger_outline, 0, atlas.palette), "Yellow and above", ""},
                   {line_symbol(MapLayer::danger_outline, 1, atlas.palette), "Red and above", ""},
                   {hatched, "Black", ""}},
                  2);
  section.rows.push_back(mix_bar("Danger bands: template (thin), map (thick)", list(atlas.tmpl.danger),
                                 list(atlas.danger_share), colours(atlas.palette.danger)));
  return section;
}

PanelSection danger_band_section(const Atlas& atlas) {
  PanelSection section{"Danger bands", {}};
  std::vector<LegendItem> items;
  for (size_t k = 0; k < kDangers; ++k) {
    const bool patterned = atlas.style.danger_patterns;
    const SymbolDrawer plain = swatch(atlas.palette.danger[k]);
    items.push_back({[plain, patterned, k](const Painter& pen, double x, double y, double scale) {
                       plain(pen, x, y, scale);
                       if (patterned)
                         draw_hatch_swatch(pen,
                                           {x - 12 * scale, y - 8 * scale, x + 12 * scale, y + 8 * scale},
                                           danger_hatches()[k], kHatchInk);
                     },
                     title_of_slug(kDangerSlugs[k]), shares(atlas.tmpl.danger[k], atlas.danger_share[k])});
  }
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by band: template (thin), map (thick)", list(atlas.tmpl.danger),
                                 list(atlas.danger_share), colours(atlas.palette.danger)));
  return section;
}

PanelSection biome_section(const Atlas& atlas) {
  PanelSection section{"Biomes", {}};
  std::vector<LegendItem> items;
  for (size_t k = 0; k < kBiomes; ++k)
    items.push_back({swatch(atlas.palette.biome[k]), title_of_slug(kBiomeSlugs[k]),
                     shares(atlas.tmpl.biomes[k], atlas.biome_share[k])});
  items.push_back({swatch(colour::kBeach), "Beach (overlay)", ""});
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by biome: template (thin), map (thick)", list(atlas.tmpl.biomes),
                                 list(atlas.biome_share), colours(atlas.palette.biome)));
  return section;
}

PanelSection landmark_section(const Atlas& atlas, std::string heading,
                              const std::vector<LandmarkKind>& kinds) {
  PanelSection section{std::move(heading), {}};
  std::vector<LegendItem> items;
  for (const LandmarkKind kind : kinds) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::landmark && c.landmark == kind;
    });
    items.push_back({badge_symbol(kind, Rgb::hex(0x4A5A62)), title_of(kind), grouped(n)});
  }
  section.rows = legend_rows(std::move(items), 2, 30);
  return section;
}

PanelSection rare_section(const Atlas& atlas) {
  PanelSection section{"Rare content", {}};
  std::vector<LegendItem> items;
  for (size_t k = 0; k < kResourceFamilySlugs.size(); ++k) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::resource && c.tier == Tier::rare && c.family == kResourceFamilySlugs[k];
    });
    if (n == 0) continue;
    const FamilySymbol symbol = resource_symbol(atlas.palette, kResourceFamilySlugs[k]);
    items.push_back({[symbol](const Painter& pen, double x, double y, double scale) {
                       draw_resource(pen, x, y, symbol, Tier::rare, 0.95 * scale);
                     },
                     "Rare " + std::string(kResourceFamilySlugs[k]), grouped(n)});
  }
  for (const Rarity rarity : {Rarity::named, Rarity::boss}) {
    const int64_t n = count_points(atlas, [&](const Point& p, const PointClassInfo& c) {
      return c.category == Category::enemy && p.rarity == rarity;
    });
    items.push_back({[rarity](const Painter& pen, double x, double y, double scale) {
                       draw_enemy(pen, x, y, {SymbolShape::dot, Rgb::hex(0x7A4B22)}, rarity, 0.9 * scale);
                     },
                     rarity == Rarity::boss ? "Boss" : "Named enemy", grouped(n)});
  }
  section.rows = legend_rows(std::move(items), 2, 30);
  return section;
}

PanelSection line_section(const Atlas& atlas) {
  const SymbolDrawer border = line_symbol(MapLayer::region_border, 0, atlas.palette);
  const SymbolDrawer track = line_symbol(MapLayer::tracks, 0, atlas.palette);
  double length_m = 0;
  for (const Track& t : atlas.world.tracks)
    for (size_t i = 1; i < t.vertices_m.size(); ++i)
      length_m += std::sqrt(squared_distance(t.vertices_m[i - 1], t.vertices_m[i]));
  return {
      "Lines",
      legend_rows({{border, "Region border", ""}, {track, "Track", decimal(length_m / 1000, 1) + " km"}}, 2)};
}

PanelSection key_figure_section(const Atlas& atlas) {
  const World& w = atlas.world;
  double land_m2 = 0, highest = 0;
  for (const Region& r : w.regions) land_m2 += r.area_m2;
  for (const float h : w.height_m.cells) highest = std::max(highest, static_cast<double>(h));
  const auto neutral =
      std::count_if(w.regions.begin(), w.regions.end(), [](const Region& r) { return r.neutral; });
  double mix_error = 0;
  for (const auto& m : atlas.audit.mix) mix_error = std::max(mix_error, m.error);
  int64_t asked = 0, got = 0;
  for (const auto& q : atlas.audit.quota) {
    asked += q.target;
    got += q.actual;
  }
  PanelSection section{"Key figures", {}};
  section.rows.push_back(key_value("Land area", decimal(land_m2 / 1e6, 1) + " km²"));
  section.rows.push_back(
      key_value("Regions", std::to_string(w.regions.size()) + " (" + std::to_string(neutral) + " neutral)"));
  section.rows.push_back(key_value("Highest point", decimal(highest, 0) + " m"));
  section.rows.push_back(key_value("Placed points", grouped(static_cast<int64_t>(w.points.points.size()))));
  if (!atlas.audit.quota.empty())
    section.rows.push_back(key_value("Targets met", grouped(got) + " of " + grouped(asked)));
  if (!atlas.audit.mix.empty())
    section.rows.push_back(key_value("Largest mix error", decimal(100 * mix_error, 2) + " pp"));
  double specks = 0;
  for (const auto& c : atlas.audit.contiguity) specks = std::max(specks, c.speckle_share);
  if (!atlas.audit.contiguity.empty())
    section.rows.push_back(key_value("Largest share of specks", percent(specks, 2)));
  return section;
}

PanelSection region_section(const Atlas& atlas, RegionBar bar) {
  PanelSection section{"Regions", {}};
  section.rows.push_back(
      table_row({{.x = 0.555, .align = Align::right, .text = "km²", .soft = true},
                 {.x = 0.62, .text = bar == RegionBar::danger ? "danger bands" : "biomes", .soft = true}},
                19));
  std::vector<const Region*> regions;
  for (const Region& r : atlas.world.regions) regions.push_back(&r);
  std::stable_sort(regions.begin(), regions.end(), [](const Region* a, const Region* b) {
    return a->owner != b->owner ? a->owner < b->owner : a->name < b->name;
  });
  for (const Region* r : regions) {
    const Rgb owner = atlas.palette.faction_dark[static_cast<size_t>(r->owner)];
    TableCell mixture{.x = 0.62, .max_width = 0.38};
    mixture.bar = bar == RegionBar::danger ? list(r->danger_actual) : list(r->biome_actual);
    mixture.bar_colours =
        bar == RegionBar::danger ? colours(atlas.palette.danger) : colours(atlas.palette.biome);
    section.rows.push_back(
        table_row({{.x = 0.018,
                    .symbol =
                        [owner](const Painter& pen, double x, double y, double scale) {
                          pen.colour(owner);
                          cairo_new_path(pen.cr);
                          cairo_arc(pen.cr, x, y, 5.2 * scale, 0, 6.283185307179586);
                          cairo_fill(pen.cr);
                        }},
                   {.x = 0.055, .text = r->name, .max_width = 0.40},
                   {.x = 0.555, .align = Align::right, .text = decimal(r->area_m2 / 1e6, 2)},
                   std::move(mixture)}));
  }
  return section;
}

PanelSection landmark_quota_section(const Atlas& atlas) {
  PanelSection section{"Asked and placed", {}};
  section.rows.push_back(table_row({{.x = 0.74, .align = Align::right, .text = "asked", .soft = true},
                                    {.x = 0.97, .align = Align::right, .text = "placed", .soft = true}},
                                   19));
  for (size_t k = 0; k < kLandmarkKinds; ++k) {
    const auto kind = static_cast<LandmarkKind>(k);
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::landmark && c.landmark == kind;
    });
    section.rows.push_back(table_row(
        {{.x = 0.03, .symbol = badge_symbol(kind, Rgb::hex(0x4A5A62))},
         {.x = 0.075, .text = title_of(kind)},
         {.x = 0.74, .align = Align::right, .text = grouped(atlas.tmpl.landmarks[k])},
         {.x = 0.97, .align = Align::right, .text = grouped(n), .strong = n < atlas.tmpl.landmarks[k]}},
        28, 16));
  }
  return section;
}

PanelSection town_section(const Atlas& atlas) {
  PanelSection section{"Settlements", {}};
  std::vector<const Point*> towns;
  for (const Point& p : atlas.world.points.points) {
    const PointClassInfo& c = atlas.world.points.class_of(p);
    if (c.category == Category::landmark && c.landmark == LandmarkKind::settlement) towns.push_back(&p);
  }
  if (towns.empty()) return section;
  std::stable_sort(towns.begin(), towns.end(), [](const Point* a, const Point* b) {
    return a->faction != b->faction ? a->faction < b->faction : a->name < b->name;
  });
  section.rows.push_back(table_row(
      {{.x = 0.46, .text = "region", .soft = true}, {.x = 0.86, .text = "band", .soft = true}}, 19));
  for (const Point* p : towns) {
    const size_t region = p->region;
    const Rgb band = atlas.palette.danger[static_cast<size_t>(p->danger)];
    section.rows.push_back(table_row(
        {{.x = 0.022,
          .symbol =
              [tone = atlas.palette.faction_dark[static_cast<size_t>(p->faction)]](
                  const Painter& pen, double x, double y, double scale) {
                draw_badge(pen, x, y, LandmarkKind::settlement, tone, 0.62 * scale);
              }},
         {.x = 0.065, .text = p->name, .max_width = 0.38},
         {.x = 0.46,
          .text =
              region >= 1 && region <= atlas.world.regions.size() ? atlas.world.regions[region - 1].name : "",
          .max_width = 0.37},
         {.x = 0.86, .max_width = 0.14, .bar = {1.0}, .bar_colours = {band}}}));
  }
  return section;
}

}  // namespace fw
