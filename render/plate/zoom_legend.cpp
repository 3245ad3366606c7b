#include "render/plate/zoom_legend.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "render/map/list/display_list.h"
#include "render/map/marks/point_symbol.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

bool shows_layer(const ZoomWindow& window, MapLayer layer) {
  const std::vector<StyledLayer>& layers = zoom_layers(window.theme);
  return std::any_of(layers.begin(), layers.end(), [&](const StyledLayer& l) { return l.layer == layer; });
}

/// Whether a part of the segment lies in the window (Liang and Barsky 1984).
bool crosses(Vec2 from, Vec2 to, const ZoomWindow& window) {
  const double half = window.side_m / 2;
  double first = 0, last = 1;
  const auto clip = [&](double start, double step, double centre) {
    const double low = centre - half - start, high = centre + half - start;
    if (step == 0) return low <= 0 && high >= 0;
    first = std::max(first, std::min(low / step, high / step));
    last = std::min(last, std::max(low / step, high / step));
    return first <= last;
  };
  return clip(from.x, to.x - from.x, window.centre_m.x) && clip(from.y, to.y - from.y, window.centre_m.y);
}

bool crosses(const std::vector<Vec2>& line, bool closed, const ZoomWindow& window) {
  if (line.size() == 1) return crosses(line[0], line[0], window);
  for (size_t i = closed ? 0 : 1; i < line.size(); ++i)
    if (crosses(line[i == 0 ? line.size() - 1 : i - 1], line[i], window)) return true;
  return false;
}

bool crosses(const Polylines& lines, const ZoomWindow& window) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const Polyline& line) { return crosses(line.points, line.closed, window); });
}

/// What windows show, found in their layers.
class ShownInWindows {
 public:
  ShownInWindows(const Atlas& atlas, const std::vector<ZoomPart>& parts) : atlas_(atlas), parts_(parts) {}

  /// "A and D" of the windows with a layer.
  std::string letters(MapLayer layer) const {
    std::string text;
    for (size_t i = 0; i < parts_.size(); ++i)
      if (shows_layer(parts_[i].window, layer)) text += (text.empty() ? "" : " and ") + zoom_letter(i);
    return text;
  }

  bool line(MapLayer layer, const Polylines& lines) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const ZoomPart& part) {
      return shows_layer(part.window, layer) && crosses(lines, part.window);
    });
  }

  /// Whether a line, or a ring, of a layer that all windows have lies in one of them.
  bool line(const std::vector<Vec2>& points, bool closed) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const ZoomPart& part) { return crosses(points, closed, part.window); });
  }

  /// By row: which classes the windows with a layer show as fills.
  std::vector<bool> fills(MapLayer layer, const Leaders& leaders, size_t rows) const {
    std::vector<bool> shown(rows, false);
    const GridSpec& g = leaders.grid;
    for (const ZoomPart& part : parts_) {
      if (!shows_layer(part.window, layer)) continue;
      const Vec2 half{part.window.side_m / 2, part.window.side_m / 2};
      const size_t low = g.cell_at(part.window.centre_m - half),
                   high = g.cell_at(part.window.centre_m + half);
      const auto columns = static_cast<size_t>(g.columns);
      for (size_t row = high / columns; row <= low / columns; ++row)
        for (size_t column = low % columns; column <= high % columns; ++column) {
          const size_t cell = row * columns + column;
          const size_t code = leaders.code[0][cell];
          if (code >= 1 && code <= rows && atlas_.world.on_island(cell)) shown[code - 1] = true;
        }
    }
    return shown;
  }

  std::vector<int64_t> count(size_t rows,
                             const std::function<int(const Point&, const PointClassInfo&)>& row_of) const {
    std::vector<int64_t> counts(rows, 0);
    for (const ZoomPart& part : parts_)
      for (const Point* point : part.points) {
        const int row = row_of(*point, atlas_.world.points.class_of(*point));
        if (row >= 0 && static_cast<size_t>(row) < rows) ++counts[static_cast<size_t>(row)];
      }
    return counts;
  }

 private:
  const Atlas& atlas_;
  const std::vector<ZoomPart>& parts_;
};

std::vector<LegendItem> kept(std::vector<LegendItem> items, const std::vector<bool>& shown) {
  std::vector<LegendItem> out;
  for (size_t k = 0; k < items.size() && k < shown.size(); ++k)
    if (shown[k]) out.push_back(std::move(items[k]));
  return out;
}

/// Those that are there, with their numbers.
std::vector<LegendItem> counted(std::vector<LegendItem> items, const std::vector<int64_t>& counts) {
  std::vector<LegendItem> out;
  for (size_t k = 0; k < items.size() && k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    items[k].value = grouped(counts[k]);
    out.push_back(std::move(items[k]));
  }
  return out;
}

using Groups = std::vector<ZoomGroup>;

void add(Groups& groups, std::string heading, std::vector<LegendItem> items, int columns = 3) {
  if (!items.empty()) groups.push_back({std::move(heading), {std::move(items)}, columns});
}

void add_fills(const Atlas& atlas, double denominator, const ShownInWindows& shown, Groups& groups) {
  const AtlasLayers& ground = *atlas.ground;
  std::vector<LegendItem> biomes =
      kept(biome_items(atlas, denominator),
           shown.fills(MapLayer::biome, ground.biome, atlas.words().biomes.size()));
  if (ground.beaches && atlas.look.beaches && shown.line(MapLayer::biome, ground.coast))
    biomes.push_back(beach_item(atlas));
  add(groups, shown.letters(MapLayer::biome) + ": biomes", std::move(biomes));
  const size_t bands = atlas.words().danger.size();
  add(groups, shown.letters(MapLayer::danger) + ": danger bands",
      kept(band_items(atlas), shown.fills(MapLayer::danger, ground.danger, bands)));
  add(groups, shown.letters(MapLayer::faction) + ": owners",
      kept(faction_items(atlas),
           shown.fills(MapLayer::faction, ground.faction, atlas.words().factions.size())));
  std::vector<bool> tinted = shown.fills(MapLayer::danger_outline, ground.danger, bands);
  for (size_t k = bands; k-- > 1;)
    tinted[k - 1] = tinted[k - 1] || tinted[k];  // a tint lies on worse bands too
  const std::vector<LegendItem> tints = tint_items(atlas, denominator);
  tinted.erase(tinted.begin(), tinted.end() - static_cast<std::ptrdiff_t>(tints.size()));
  add(groups, shown.letters(MapLayer::danger_outline) + ": danger", kept(tints, tinted), 2);
}

std::vector<LegendItem> shown_families(const Atlas& atlas, const ShownInWindows& shown, Category category) {
  const std::vector<PointFamily> families = point_families(atlas, category);
  const auto row = [&](const Point&, const PointClassInfo& c) {
    if (c.category != category) return -1;
    const auto at = std::find_if(families.begin(), families.end(),
                                 [&](const PointFamily& family) { return family.id == c.family; });
    return static_cast<int>(at - families.begin());
  };
  return counted(family_items(atlas, category), shown.count(families.size(), row));
}

/// Families, and below them what else tells their symbols apart.
void add_families(std::string heading, std::vector<LegendItem> families, std::vector<LegendItem> others,
                  Groups& groups) {
  if (!families.empty()) groups.push_back({std::move(heading), {std::move(families), std::move(others)}});
}

void add_symbols(const Atlas& atlas, const ShownInWindows& shown, Groups& groups) {
  const CategoryLabels& words = atlas.words().categories;
  const auto tier = [](const Point&, const PointClassInfo& c) {
    return c.category == Category::resource ? static_cast<int>(c.tier) - 1 : -1;
  };
  const auto rarity = [](const Point& p, const PointClassInfo& c) {
    return c.category == Category::enemy ? static_cast<int>(p.rarity) - 1 : -1;
  };
  add_families(words.resource, shown_families(atlas, shown, Category::resource),
               counted(tier_items(atlas), shown.count(3, tier)), groups);
  add_families(words.enemy, shown_families(atlas, shown, Category::enemy),
               counted(rarity_items(atlas), shown.count(atlas.words().rarities.size(), rarity)), groups);
  const std::vector<LandmarkKind> kinds = chosen_kinds(atlas.words(), LandmarkChoice::all);
  const auto kind = [&](const Point&, const PointClassInfo& c) {
    if (c.category != Category::landmark) return -1;
    return static_cast<int>(std::find(kinds.begin(), kinds.end(), c.landmark) - kinds.begin());
  };
  add(groups, "Landmarks", counted(kind_items(atlas, kinds), shown.count(kinds.size(), kind)));
}

void add_lines(const Atlas& atlas, double denominator, const ShownInWindows& shown, Groups& groups) {
  const AtlasLayers& ground = *atlas.ground;
  std::vector<LegendItem> items;
  if (shown.line(MapLayer::region_border, ground.region_border))
    items.push_back({line_symbol(MapLayer::region_border, 0, atlas, denominator), "Region border", ""});
  if (has_tracks(atlas) && shown.line(MapLayer::tracks, atlas.track))
    items.push_back({line_symbol(MapLayer::tracks, 0, atlas), "Track", ""});
  const auto in_window = [&](const std::vector<Vec2>& points, bool closed) {
    return shown.line(points, closed);
  };
  for (LegendItem& item : water_items(atlas, denominator, in_window)) {
    item.value.clear();  // the whole world's
    items.push_back(std::move(item));
  }
  add(groups, "Lines", std::move(items));
}

}  // namespace

std::vector<const Point*> points_in_window(const Atlas& atlas, const ZoomWindow& window) {
  std::vector<const Point*> points;
  for (const Point& p : atlas.world.points.points)
    if (shows_layer(window, layer_of(atlas.world, p)) && crosses(p.position_m, p.position_m, window))
      points.push_back(&p);
  return points;
}

std::string zoom_letter(size_t index) {
  return {static_cast<char>('A' + index)};
}

std::vector<ZoomGroup> zoom_groups(const Atlas& atlas, const std::vector<ZoomPart>& parts) {
  const ShownInWindows shown(atlas, parts);
  const double denominator = parts.empty() ? 0 : parts.front().denominator;  // all windows have one scale
  std::vector<ZoomGroup> groups;
  add_fills(atlas, denominator, shown, groups);
  add_symbols(atlas, shown, groups);
  add_lines(atlas, denominator, shown, groups);
  return groups;
}

std::vector<PanelSection> zoom_legend(const Atlas& atlas, const std::vector<ZoomPart>& parts) {
  constexpr double kRow = 27;
  std::vector<PanelSection> sections;
  for (ZoomGroup& group : zoom_groups(atlas, parts)) {
    PanelSection section{std::move(group.heading), {}};
    for (std::vector<LegendItem>& list : group.lists)
      for (PanelRow& row : legend_rows(std::move(list), group.columns, kRow))
        section.rows.push_back(std::move(row));
    sections.push_back(std::move(section));
  }
  if (!parts.empty())
    if (const double interval_m = zoom_interval_m(atlas, parts.front().window);
        atlas.ground->terrain.highest_m > interval_m)
      sections.push_back(
          {"", {note("Contours every " + decimal(interval_m, 0) + " m, every fifth one stronger")}});
  return sections;
}

}  // namespace fw
