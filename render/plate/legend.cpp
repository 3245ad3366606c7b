#include "render/plate/legend.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "render/map/list/display_list.h"
#include "render/map/map_picture.h"
#include "render/map/marks/point_symbol.h"
#include "render/map/scene/world_palette.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

using PointsInside = std::vector<const Point*>;

MapImage image_of(const SymbolDrawer& symbol, double scale) {
  MapImage image{static_cast<int>(std::lround(kLegendSymbol[0] * scale)),
                 static_cast<int>(std::lround(kLegendSymbol[1] * scale)),
                 {}};
  image.argb.assign(static_cast<size_t>(image.width_px) * static_cast<size_t>(image.height_px), 0);
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(image.argb.data()),
                                          CAIRO_FORMAT_ARGB32, image.width_px, image.height_px,
                                          4 * image.width_px),
      cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()),
                                                                   cairo_destroy);
  cairo_scale(context.get(), scale, scale);
  symbol(Painter{context.get(), nullptr}, kLegendSymbol[0] / 2.0, kLegendSymbol[1] / 2.0, 1);
  cairo_surface_flush(surface.get());
  return image;
}

/// The legend in the making.
class Legend {
 public:
  Legend(const Atlas& atlas, const MapLook& look, const MapWindow& window, double scale)
      : atlas_(atlas), look_(look), window_(window), scale_(scale) {
    for (const Point& p : atlas.world.points.points)
      if (look.shows(layer_of(atlas.world, p)) && is_inside(p.position_m)) points_.push_back(&p);
  }

  std::vector<LegendSection> whole() {
    fills(MapLayer::faction, "Owners", faction_items(atlas_), atlas_.world.faction, atlas_.words().factions);
    fills(MapLayer::biome, "Biomes", biome_items(atlas_, 0), atlas_.world.biome, atlas_.words().biomes);
    fills(MapLayer::danger, "Danger bands", band_items(atlas_), atlas_.world.danger, atlas_.words().danger);
    if (!look_.shows(MapLayer::danger) && look_.shows(MapLayer::danger_outline)) tints();
    const CategoryLabels& words = atlas_.words().categories;
    families(Category::resource, MapLayer::resources, words.resource);
    families(Category::wildlife, MapLayer::wildlife, words.wildlife);
    families(Category::enemy, MapLayer::enemies, words.enemy);
    rarities();
    kinds();
    lines();
    return std::move(sections_);
  }

 private:
  bool is_inside(Vec2 m) const {
    const Vec2 px = window_.to_px(m);
    return px.x >= 0 && px.y >= 0 && px.x < window_.width_px && px.y < window_.height_px;
  }

  void add(const std::string& heading, LegendEntry entry, const SymbolDrawer& symbol) {
    if (sections_.empty() || sections_.back().heading != heading) sections_.push_back({heading, {}});
    entry.symbol = image_of(symbol, scale_);
    sections_.back().entries.push_back(std::move(entry));
  }

  /// Which classes have a cell in the window.
  std::vector<bool> seen(const Raster<uint8_t>& codes, size_t rows) const {
    std::vector<bool> out(rows, false);
    for (size_t cell = 0; cell < codes.size(); ++cell)
      if (codes[cell] >= 1 && codes[cell] <= rows && !out[codes[cell] - 1u] && atlas_.world.on_island(cell) &&
          is_inside(codes.grid.centre(cell)))
        out[codes[cell] - 1u] = true;
    return out;
  }

  template <typename Row>
  void fills(MapLayer layer, const std::string& heading, std::vector<LegendItem> items,
             const Raster<uint8_t>& codes, const std::vector<Row>& rows) {
    if (!look_.shows(layer)) return;
    const std::vector<bool> there = seen(codes, rows.size());
    for (size_t k = 0; k < rows.size() && k < items.size(); ++k)
      if (there[k]) add(heading, {.text = items[k].text, .layer = layer, .id = rows[k].id}, items[k].symbol);
  }

  void tints() {
    const std::vector<BandRow>& bands = atlas_.words().danger;
    const std::vector<LegendItem> items = tint_items(atlas_, 0);
    const std::vector<bool> there = seen(atlas_.world.danger, bands.size());
    const size_t first = bands.size() - items.size();
    for (size_t k = 0; k < items.size(); ++k)
      if (there[first + k])
        add("Danger", {.text = items[k].text, .layer = MapLayer::danger_outline, .id = bands[first + k].id},
            items[k].symbol);
  }

  void points(const std::string& heading, const LegendItem& item, MapLayer layer, const std::string& id,
              const std::function<bool(const Point&, const PointClassInfo&)>& wanted) {
    const auto count = std::ranges::count_if(
        points_, [&](const Point* p) { return wanted(*p, atlas_.world.points.class_of(*p)); });
    if (count > 0) add(heading, {.text = item.text, .layer = layer, .id = id, .count = count}, item.symbol);
  }

  void families(Category category, MapLayer layer, const std::string& heading) {
    const std::vector<PointFamily> rows = point_families(atlas_, category);
    const std::vector<LegendItem> items = family_items(atlas_, category);
    for (size_t k = 0; k < rows.size() && k < items.size(); ++k)
      points(heading, items[k], layer, rows[k].id, [&](const Point&, const PointClassInfo& cls) {
        return cls.category == category && cls.family == rows[k].id;
      });
  }

  void rarities() {
    const std::vector<LegendItem> items = rarity_items(atlas_);
    const auto& rows = atlas_.words().rarities;
    for (size_t k = 0; k < items.size() && k + 1 < rows.size(); ++k)
      points("Ranks", items[k], MapLayer::strong_enemies, rows[k + 1].id,
             [&](const Point& p, const PointClassInfo& cls) {
               return cls.category == Category::enemy && static_cast<size_t>(p.rarity) == k + 1;
             });
  }

  void kinds() {
    const std::vector<LandmarkKind> rows = chosen_kinds(atlas_.words(), LandmarkChoice::all);
    const std::vector<LegendItem> items = kind_items(atlas_, rows);
    for (size_t k = 0; k < rows.size() && k < items.size(); ++k)
      points("Landmarks", items[k], MapLayer::landmarks,
             atlas_.words().landmarks[static_cast<size_t>(rows[k])].id,
             [&](const Point&, const PointClassInfo& cls) {
               return cls.category == Category::landmark && cls.landmark == rows[k];
             });
  }

  void lines() {
    if (look_.shows(MapLayer::region_border))
      add("Lines", {.text = "Region border", .layer = MapLayer::region_border},
          line_symbol(MapLayer::region_border, 0, atlas_));
    if (look_.shows(MapLayer::tracks) && has_tracks(atlas_))
      add("Lines", {.text = "Track", .layer = MapLayer::tracks}, line_symbol(MapLayer::tracks, 0, atlas_));
    if (!look_.shows(MapLayer::water) && !look_.shows(MapLayer::roads)) return;
    const auto inside = [this](const std::vector<Vec2>& line, bool) {
      return std::ranges::any_of(line, [this](Vec2 m) { return is_inside(m); });
    };
    for (const LegendItem& item : water_items(atlas_, 0, inside))
      add("Lines", {.text = item.text, .layer = MapLayer::water, .id = item.text}, item.symbol);
  }

  const Atlas& atlas_;
  const MapLook& look_;
  const MapWindow& window_;
  double scale_;
  PointsInside points_;
  std::vector<LegendSection> sections_;
};

}  // namespace

std::vector<LegendSection> map_legend(const Atlas& atlas, const MapLook& look, const MapWindow& window,
                                      double device_scale) {
  Atlas own = atlas;
  own.look = style_of(look);
  own.palette = styled(world_palette(atlas.world, look.palette), own.look);
  own.style.map_style = look.style;
  own.style.danger_patterns = look.danger_patterns;
  return Legend(own, look, window, device_scale).whole();
}

}  // namespace fw
