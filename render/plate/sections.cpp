#include "render/plate/sections.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>

#include "render/map/scene/style.h"
#include "render/page/numbers.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

/// Whether a region belongs to a faction; neutral ground does where the vocabulary has a neutral faction.
bool is_owned(const Atlas& atlas, const Region& region) {
  return !region.neutral || atlas.words().neutral().has_value();
}

/// Template share and map share behind each name.
std::string shares(double target, double actual) {
  return percent(target) + " / " + percent(actual);
}

/// A symbol with a hatch on it.
SymbolDrawer hatched(SymbolDrawer plain, const HatchStyle& hatch, Rgb ink) {
  return [plain = std::move(plain), hatch, ink](const Painter& pen, double x, double y, double scale) {
    plain(pen, x, y, scale);
    draw_hatch_swatch(pen, swatch_box(x, y, scale), hatch, ink);
  };
}

}  // namespace

bool has_tracks(const Atlas& atlas) {
  return atlas.world.roads.empty() && !atlas.world.tracks.empty();
}

SymbolDrawer line_symbol(MapLayer layer, size_t group, const Atlas& atlas, double denominator) {
  const LineStyle row =
      at_scale(*row_of(line_rows(atlas.look), layer), denominator, medium_style(Medium::print));
  return line_symbol(row, group, row.lines(atlas).size(), atlas);
}

SymbolDrawer line_symbol(const LineStyle& row, size_t group, size_t groups, const Atlas& atlas) {
  const double width = width_of(row, group, groups);
  return [=, colour = ink_of(row, atlas.palette, atlas.look, group)](const Painter& pen, double x, double y,
                                                                     double) {
    if (row.casing > 0) pen.line(x - 13, y, x + 13, y, row.casing_ink, width + row.casing, row.casing_alpha);
    pen.line(x - 13, y, x + 13, y, colour, width, row.alpha, row.dash);
  };
}

Box swatch_box(double x, double y, double scale) {
  return {x - 12 * scale, y - 8 * scale, x + 12 * scale, y + 8 * scale};
}

void draw_hatch_swatch(const Painter& pen, const Box& box, const HatchStyle& style, Rgb ink) {
  const ClipTo clip(pen, box);
  const double pitch = std::min(style.pitch, 7.0);
  if (style.pattern == HatchStyle::Pattern::waves || style.pattern == HatchStyle::Pattern::tufts) {
    const bool tufts = style.pattern == HatchStyle::Pattern::tufts;
    for (double y = box.y0 + 4; y < box.y1; y += 5)
      for (double x = box.x0; x < box.x1; x += 6) {
        const double dip = tufts ? 3 : 1.6;  // blades that spread from a foot, or crests
        pen.line(x, y - dip, x + 3, y, ink, style.size, 0.55);
        pen.line(x + 3, y, x + 6, y - dip, ink, style.size, 0.55);
      }
    return;
  }
  if (style.pattern == HatchStyle::Pattern::dots || style.pattern == HatchStyle::Pattern::stipple) {
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

SymbolDrawer hatch_swatch(const HatchStyle& style, Rgb ink) {
  return [style, ink](const Painter& pen, double x, double y, double scale) {
    const Box box = swatch_box(x, y, scale);
    draw_hatch_swatch(pen, box, style, ink);
    pen.outline(box, ink, 0.8, 0.6);
  };
}

int64_t count_points(const Atlas& atlas,
                     const std::function<bool(const Point&, const PointClassInfo&)>& wanted) {
  int64_t n = 0;
  for (const Point& p : atlas.world.points.points) n += wanted(p, atlas.world.points.class_of(p)) ? 1 : 0;
  return n;
}

std::string lower_first(std::string label) {
  if (!label.empty() && label[0] >= 'A' && label[0] <= 'Z')
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
  return label;
}

Rgb owner_ink(const Atlas& atlas, Faction owner) {
  const auto k = static_cast<size_t>(owner);
  return k < atlas.palette.faction_ink.size() ? atlas.palette.faction_ink[k] : colour::kInkSoft;
}

std::vector<LegendItem> faction_items(const Atlas& atlas) {
  std::vector<LegendItem> items;
  for (size_t k = 0; k < atlas.words().factions.size(); ++k)
    items.push_back(
        {swatch(mix(atlas.look.land, atlas.palette.faction[k], 0.6), atlas.palette.faction_ink[k]),
         atlas.words().factions[k].label, ""});
  return items;
}

PanelSection faction_section(const Atlas& atlas, bool region_counts) {
  PanelSection section{"Faction control", {}};
  std::vector<LegendItem> items = faction_items(atlas);
  for (size_t k = 0; k < items.size(); ++k) {
    const auto owned = std::count_if(
        atlas.world.regions.begin(), atlas.world.regions.end(),
        [&](const Region& r) { return r.owner == static_cast<Faction>(k) && is_owned(atlas, r); });
    items[k].value = region_counts ? std::to_string(owned) + (owned == 1 ? " region" : " regions")
                                   : percent(atlas.ground->faction_share[k]);
  }
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by owner: template (thin), map (thick)",
                                 row_shares(atlas.words().factions), atlas.ground->faction_share,
                                 atlas.palette.faction));
  return section;
}

namespace {

/// Ground of a tinted band: as dark at its edge and as pale inside as on the map.
SymbolDrawer tint_swatch(Rgb land, Rgb ink, bool hatch) {
  return [land, ink, hatch](const Painter& pen, double x, double y, double scale) {
    constexpr int kSteps = 6;
    Box box = swatch_box(x, y, scale);
    for (int step = 0; step < kSteps; ++step) {
      const double depth = step * 0.5 * box.height() / kSteps * kUnit_mm / kDangerTint.fade_mm;
      const double alpha = kDangerTint.inside + kDangerTint.edge / (1 + depth + depth * depth / 2);
      pen.rectangle(box, mix(land, ink, alpha));
      box = box.grown(-0.42 * swatch_box(x, y, scale).height() / kSteps);
    }
    if (hatch) draw_hatch_swatch(pen, swatch_box(x, y, scale), kOutlineHatch, ink);
  };
}

}  // namespace

std::vector<LegendItem> tint_items(const Atlas& atlas, double denominator) {
  const std::vector<BandRow>& bands = atlas.words().danger;
  std::vector<LegendItem> items;
  for (size_t k = bands.size() - tinted_bands(bands.size(), denominator); k < bands.size(); ++k) {
    const bool worst = k + 1 == bands.size();
    const Rgb ink = tint_ink(atlas.palette, atlas.look, k, denominator);
    items.push_back({tint_swatch(atlas.look.land, ink, worst && atlas.style.danger_patterns),
                     bands[k].label + (worst ? "" : " and above"), ""});
  }
  return items;
}

PanelSection danger_tint_section(const Atlas& atlas, double denominator) {
  PanelSection section{"Danger", {}};
  const std::vector<BandRow>& bands = atlas.words().danger;
  if (bands.size() == 1) return {};  // nothing is drawn
  std::vector<LegendItem> items = tint_items(atlas, denominator);
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Danger bands: template (thin), map (thick)", row_shares(bands),
                                 atlas.ground->danger_share, atlas.palette.danger));
  return section;
}

std::vector<LegendItem> band_items(const Atlas& atlas) {
  const std::vector<BandRow>& bands = atlas.words().danger;
  const std::vector<HatchStyle> hatches = danger_hatches(bands.size());
  std::vector<LegendItem> items;
  for (size_t k = 0; k < bands.size(); ++k) {
    const bool patterned = atlas.style.danger_patterns;
    const SymbolDrawer plain = swatch(atlas.palette.danger[k]);
    items.push_back({patterned ? hatched(plain, hatches[k], atlas.look.hatch) : plain, bands[k].label, ""});
  }
  return items;
}

PanelSection danger_band_section(const Atlas& atlas) {
  PanelSection section{"Danger bands", {}};
  const std::vector<BandRow>& bands = atlas.words().danger;
  std::vector<LegendItem> items = band_items(atlas);
  for (size_t k = 0; k < bands.size(); ++k)
    items[k].value = shares(bands[k].share, atlas.ground->danger_share[k]);
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by band: template (thin), map (thick)", row_shares(bands),
                                 atlas.ground->danger_share, atlas.palette.danger));
  return section;
}

std::vector<LegendItem> biome_items(const Atlas& atlas, double denominator) {
  const std::vector<BiomeRow>& biomes = atlas.words().biomes;
  std::vector<LegendItem> items;
  const bool textures = shown_at(ScaleRow::textures, denominator).show != Show::none;
  for (size_t k = 0; k < biomes.size(); ++k) {
    SymbolDrawer symbol = swatch(atlas.palette.biome[k]);
    if (const auto hatch = texture_hatch(biomes[k].texture); hatch && textures)
      symbol = hatched(std::move(symbol), *hatch, atlas.look.hatch);
    items.push_back({std::move(symbol), biomes[k].label, ""});
  }
  return items;
}

LegendItem beach_item(const Atlas& atlas) {
  return {swatch(atlas.look.beach), "Beach (overlay)", ""};
}

PanelSection biome_section(const Atlas& atlas, double denominator) {
  PanelSection section{"Biomes", {}};
  const std::vector<BiomeRow>& biomes = atlas.words().biomes;
  std::vector<LegendItem> items = biome_items(atlas, denominator);
  for (size_t k = 0; k < biomes.size(); ++k)
    items[k].value = shares(biomes[k].share, atlas.ground->biome_share[k]);
  if (atlas.ground->beaches && atlas.look.beaches) items.push_back(beach_item(atlas));
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by biome: template (thin), map (thick)", row_shares(biomes),
                                 atlas.ground->biome_share, atlas.palette.biome));
  return section;
}

PanelSection line_section(const Atlas& atlas, double denominator) {
  const SymbolDrawer border = line_symbol(MapLayer::region_border, 0, atlas, denominator);
  const SymbolDrawer track = line_symbol(MapLayer::tracks, 0, atlas);
  std::vector<LegendItem> items{{border, "Region border", ""}};
  if (has_tracks(atlas)) {
    double length_m = 0;
    for (const Track& t : atlas.world.tracks)
      for (size_t i = 1; i < t.vertices_m.size(); ++i)
        length_m += std::sqrt(squared_distance(t.vertices_m[i - 1], t.vertices_m[i]));
    items.push_back({track, "Track", decimal(length_m / 1000, 1) + " km"});
  }
  for (LegendItem& item : water_items(atlas, denominator)) items.push_back(std::move(item));
  return {"Lines", legend_rows(std::move(items), 2)};
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
  section.rows.push_back(key_value(
      "Regions",
      std::to_string(w.regions.size()) + (neutral > 0 ? " (" + std::to_string(neutral) + " neutral)" : "")));
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

std::string area_figure(const World& world, double area_m2) {
  constexpr double kSmall_m2 = 1e5;
  double largest_m2 = 0;
  for (const Region& region : world.regions) largest_m2 = std::max(largest_m2, region.area_m2);
  return decimal(area_m2 / 1e6, largest_m2 < kSmall_m2 ? 4 : 2);
}

PanelSection region_section(const Atlas& atlas, RegionBar bar) {
  PanelSection section{"Regions", {}, 1};
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
    const Rgb owner = is_owned(atlas, *r) ? owner_ink(atlas, r->owner) : colour::kInkSoft;
    TableCell mixture{.x = 0.62, .max_width = 0.38};
    mixture.bar = bar == RegionBar::danger ? r->danger_actual : r->biome_actual;
    mixture.bar_colours = bar == RegionBar::danger ? atlas.palette.danger : atlas.palette.biome;
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
                   {.x = 0.555, .align = Align::right, .text = area_figure(atlas.world, r->area_m2)},
                   std::move(mixture)}));
  }
  return section;
}

}  // namespace fw
