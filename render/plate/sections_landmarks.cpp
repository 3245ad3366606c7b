#include <algorithm>

#include "render/map/marks/point_symbol.h"
#include "render/map/scene/style.h"
#include "render/page/numbers.h"
#include "render/plate/map_grid.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

// Sections of landmarks and rare content.
namespace fw {
namespace {

/// A kind's badge without an owner.
SymbolDrawer badge_symbol(const Atlas& atlas, LandmarkKind kind) {
  const auto row = static_cast<size_t>(kind);
  const bool owned = atlas.words().landmarks[row].role != LandmarkRole::site;
  const Rgb ink = owned ? symbol_colour::kOwned : atlas.palette.landmark_ink[row];
  return [symbol = atlas.symbols.landmarks[row], ink](const Painter& pen, double x, double y, double scale) {
    draw_badge(pen, symbol, x, y, ink, std::min(1.0, 11 / badge_radius(symbol)) * scale);
  };
}

int64_t count_of(const Atlas& atlas, LandmarkKind kind) {
  return count_points(atlas, [&](const Point&, const PointClassInfo& c) {
    return c.category == Category::landmark && c.landmark == kind;
  });
}

/// What the template asks for of a kind: the audit's targets, or where there are none the row's count.
int64_t asked_of(const Atlas& atlas, LandmarkKind kind) {
  const LandmarkRow& row = atlas.words().landmarks[static_cast<size_t>(kind)];
  const std::string_view category = kCategorySlugs[static_cast<size_t>(Category::landmark)];
  int64_t asked = 0;
  bool found = false;
  for (const auto& quota : atlas.audit.quota) {
    if (quota.category != category || quota.cls != row.id) continue;
    asked += quota.target;
    found = true;
  }
  if (found) return asked;
  const auto controllable = std::count_if(atlas.world.regions.begin(), atlas.world.regions.end(),
                                          [](const Region& r) { return !r.neutral; });
  return row.count.value_or(row.role == LandmarkRole::site ? 0 : static_cast<int>(controllable));
}

bool is_landmark(const Atlas& atlas, const Point& p) {
  return layer_of(atlas.world, p) == MapLayer::landmarks;
}

/// Rare resources, and enemies that stand out.
bool is_rare(const Atlas& atlas, const Point& p) {
  const MapLayer layer = layer_of(atlas.world, p);
  return layer == MapLayer::rare_resources || layer == MapLayer::strong_enemies;
}

/// How many of the wanted points a map shows.
int64_t count_shown(const DisplayList& shown, bool (*wanted)(const Atlas&, const Point&)) {
  int64_t n = 0;
  for (const MapItem& item : shown.items)
    for (const MapMark& mark : item.marks) n += wanted(shown.atlas, *mark.point) ? mark.count : 0;
  return n;
}

/// How many symbols stand for them.
int64_t count_symbols(const DisplayList& shown, bool (*wanted)(const Atlas&, const Point&)) {
  int64_t n = 0;
  for (const MapItem& item : shown.items)
    n += std::ranges::count_if(item.marks,
                               [&](const MapMark& mark) { return wanted(shown.atlas, *mark.point); });
  return n;
}

void note_left_out(PanelSection& section, const DisplayList& shown, int64_t of,
                   bool (*wanted)(const Atlas&, const Point&)) {
  const int64_t n = count_shown(shown, wanted), symbols = count_symbols(shown, wanted);
  if (symbols < n)
    section.rows.push_back(
        note("Shown: " + grouped(n) + " of " + grouped(of) + " in " + grouped(symbols) + " symbols"));
  else if (n < of)
    section.rows.push_back(note("Shown where there is room: " + grouped(n) + " of " + grouped(of)));
}

}  // namespace

std::vector<LegendItem> kind_items(const Atlas& atlas, const std::vector<LandmarkKind>& kinds) {
  std::vector<LegendItem> items;
  for (const LandmarkKind kind : kinds)
    items.push_back(
        {badge_symbol(atlas, kind), atlas.words().landmarks[static_cast<size_t>(kind)].label, ""});
  return items;
}

PanelSection landmark_section(const Atlas& atlas, std::string heading, LandmarkChoice choice) {
  const std::vector<LandmarkKind> kinds = chosen_kinds(atlas.words(), choice);
  std::vector<LegendItem> items = kind_items(atlas, kinds);
  for (size_t k = 0; k < items.size(); ++k) items[k].value = grouped(count_of(atlas, kinds[k]));
  return {std::move(heading), legend_rows(std::move(items), 2, 30)};
}

PanelSection with_left_out(PanelSection section, const Atlas& atlas, const DisplayList& shown,
                           LandmarkChoice choice) {
  int64_t of = 0;
  for (const LandmarkKind kind : chosen_kinds(atlas.words(), choice)) of += count_of(atlas, kind);
  note_left_out(section, shown, of, is_landmark);
  return section;
}

PanelSection rare_section(const Atlas& atlas, const DisplayList& shown) {
  PanelSection section{"Rare content", {}};
  std::vector<LegendItem> items;
  for (const PointFamily& family : point_families(atlas, Category::resource)) {
    const int64_t n = count_points(atlas, [&](const Point&, const PointClassInfo& c) {
      return c.category == Category::resource && c.tier == Tier::rare && c.family == family.id;
    });
    if (n == 0) continue;
    items.push_back({[look = family.look](const Painter& pen, double x, double y, double scale) {
                       draw_resource(pen, x, y, look, Tier::rare, 0.95 * scale);
                     },
                     "Rare " + lower_first(family.label), grouped(n)});
  }
  const Vocabulary& words = atlas.words();
  for (size_t k = 0; k < words.rarities.size(); ++k) {
    const auto rarity = static_cast<Rarity>(k + 1);
    const RarityPlace place = rarity_place(words, rarity);
    if (!place.outstanding()) continue;
    const int64_t n = count_points(atlas, [&](const Point& p, const PointClassInfo& c) {
      return c.category == Category::enemy && p.rarity == rarity;
    });
    items.push_back({[place](const Painter& pen, double x, double y, double scale) {
                       draw_enemy(pen, x, y, sample_enemy(), place, 0.9 * scale);
                     },
                     words.rarities[k].label, grouped(n)});
  }
  section.rows = legend_rows(std::move(items), 2, 30);
  const auto& points = atlas.world.points.points;
  const auto of =
      std::count_if(points.begin(), points.end(), [&](const Point& p) { return is_rare(atlas, p); });
  note_left_out(section, shown, of, is_rare);
  return section;
}

PanelSection landmark_quota_section(const Atlas& atlas) {
  PanelSection section{"Asked and placed", {}, 1};
  if (atlas.words().landmarks.empty()) return section;
  section.rows.push_back(table_row({{.x = 0.74, .align = Align::right, .text = "asked", .soft = true},
                                    {.x = 0.97, .align = Align::right, .text = "placed", .soft = true}},
                                   19));
  for (size_t k = 0; k < atlas.words().landmarks.size(); ++k) {
    const auto kind = static_cast<LandmarkKind>(k);
    const int64_t asked = asked_of(atlas, kind), placed = count_of(atlas, kind);
    section.rows.push_back(
        table_row({{.x = 0.03, .symbol = badge_symbol(atlas, kind)},
                   {.x = 0.075, .text = atlas.words().landmarks[k].label, .max_width = 0.5},
                   {.x = 0.74, .align = Align::right, .text = grouped(asked)},
                   {.x = 0.97, .align = Align::right, .text = grouped(placed), .strong = placed < asked}},
                  28, 16));
  }
  return section;
}

PanelSection seat_section(const Atlas& atlas) {
  const Vocabulary& words = atlas.words();
  const auto is_seat = [](const LandmarkRow& row) { return row.role == LandmarkRole::seat; };
  const auto row = std::find_if(words.landmarks.begin(), words.landmarks.end(), is_seat);
  if (row == words.landmarks.end()) return {};
  const auto kind = static_cast<LandmarkKind>(row - words.landmarks.begin());
  PanelSection section{row->label + " by owner", {}, 1};
  std::vector<const Point*> seats;
  for (const Point& p : atlas.world.points.points) {
    const PointClassInfo& c = atlas.world.points.class_of(p);
    if (c.category == Category::landmark && c.landmark == kind) seats.push_back(&p);
  }
  if (seats.empty()) return section;
  std::stable_sort(seats.begin(), seats.end(), [](const Point* a, const Point* b) {
    return a->faction != b->faction ? a->faction < b->faction : a->name < b->name;
  });
  section.rows.push_back(table_row({{.x = 0.40, .text = "square", .soft = true},
                                    {.x = 0.545, .text = "region", .soft = true},
                                    {.x = 0.86, .text = "band", .soft = true}},
                                   19));
  const MapGrid grid = map_grid(atlas.world.grid);
  for (const Point* p : seats) {
    const size_t region = p->region;
    std::vector<Rgb> band;  // none off the ground
    if (region > 0) band.push_back(atlas.palette.danger[static_cast<size_t>(p->danger)]);
    section.rows.push_back(table_row(
        {{.x = 0.022,
          .symbol = [symbol = atlas.symbols.landmarks[static_cast<size_t>(kind)],
                     tone = owner_ink(atlas, p->faction)](
                        const Painter& pen, double x, double y,
                        double scale) { draw_badge(pen, symbol, x, y, tone, 0.62 * scale); }},
         {.x = 0.065, .text = p->name, .max_width = 0.33},
         {.x = 0.40, .text = square_at(grid, p->position_m), .max_width = 0.1},
         {.x = 0.545,
          .text =
              region >= 1 && region <= atlas.world.regions.size() ? atlas.world.regions[region - 1].name : "",
          .max_width = 0.30},
         {.x = 0.86, .max_width = 0.14, .bar = std::vector<double>(band.size(), 1.0), .bar_colours = band}}));
  }
  return section;
}

}  // namespace fw
