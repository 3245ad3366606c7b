#include "app/job/export/page_map.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "render/map/map_picture.h"
#include "render/map/marks/symbols.h"
#include "render/page/jpeg.h"

namespace fw {
namespace {

/// Pixels along the picture's longer side, and how many of them are a unit of the map's lines.
constexpr int kPicture_px = 2048;
constexpr double kUnit_px = kPicture_px / 1500.0;
constexpr int kQuality = 88;
/// Along the longer side: worlds of more cells are for engines, and a folder's would have to be made anew.
constexpr int kMostPictureCells = 4096;

MapRank rank_of(const Vocabulary& words, const PointClassInfo& cls, Rarity rarity) {
  switch (cls.category) {
    case Category::landmark: {
      const LandmarkRow& kind = words.landmarks[static_cast<size_t>(cls.landmark)];
      if (kind.role == LandmarkRole::seat) return MapRank::seat;
      return kind.role == LandmarkRole::guard || kind.strong ? MapRank::guard : MapRank::site;
    }
    case Category::resource:
      return cls.tier == Tier::rare       ? MapRank::rare
             : cls.tier == Tier::uncommon ? MapRank::uncommon
                                          : MapRank::common;
    case Category::enemy: {
      const RarityPlace place = rarity_place(words, rarity);
      return place.outstanding() ? MapRank::rare : place.level > 0 ? MapRank::uncommon : MapRank::common;
    }
    case Category::wildlife:
      break;
  }
  return MapRank::common;
}

/// The layers of a close look, but symbols and names.
MapLook ground_look(const Template& tmpl) {
  MapLook look = map_look(tmpl.view);
  look.layers = map_look(View::zoom_quadrants).layers;
  for (ViewLayer& layer : look.layers) {
    const MapLayerKind kind = kind_of(layer.layer);
    if (kind == MapLayerKind::marks || kind == MapLayerKind::names) layer.shown = false;
  }
  return look;
}

Result<ExportPicture> draw_ground(const WholeWorld& drawn, const Progress& progress) {
  const World& world = *drawn.world;
  const MapLook look = ground_look(*drawn.tmpl);
  PlateStyle style;
  style.palette = look.palette;
  style.map_style = look.style;
  const Atlas atlas = prepare_atlas(world, *drawn.tmpl, *drawn.audit,
                                    make_palette(world.vocabulary, look.palette), style, progress);
  if (progress.cancelled()) return map_cancelled();
  MapWindow window{0, world.grid.height_m(), atlas.longer_m() / kPicture_px, 0, 0, kUnit_px};
  const auto pixels = [&](double metres) {
    return static_cast<int>(std::ceil(metres / window.metres_per_px - 1e-6));
  };
  window.width_px = pixels(world.grid.width_m());
  window.height_px = pixels(world.grid.height_m());
  const Result<MapImage> image = draw_map(atlas, look, window, MapDetail::full, progress);
  if (!image) return image.error();
  const auto stride = static_cast<size_t>(window.width_px);
  Result<std::string> jpeg =
      encode_jpeg({image.value().argb.data(), window.width_px, window.height_px, stride}, kQuality);
  if (!jpeg) return jpeg.error();
  return ExportPicture{
      std::move(jpeg).value(), {window.width_m(), window.height_m()}, style_of(look).sea_far};
}

}  // namespace

std::vector<MapRank> map_ranks(const World& world) {
  std::vector<MapRank> ranks;
  for (const Point& point : world.points.points)
    ranks.push_back(rank_of(world.vocabulary, world.points.class_of(point), point.rarity));
  return ranks;
}

std::function<Result<ExportPicture>(const Progress&)> picture_of(const ExportSource& source,
                                                                 WholeWorldOf whole) {
  return [grid = source.world->grid,
          whole = std::move(whole)](const Progress& progress) -> Result<ExportPicture> {
    if (std::max(grid.columns, grid.rows) > kMostPictureCells)
      return Error{ErrorKind::limit,
                   "the world has more than " + std::to_string(kMostPictureCells) + " cells along a side"};
    const Result<WholeWorld> world = whole(progress);
    if (!world) return world.error();
    return draw_ground(world.value(), progress);
  };
}

}  // namespace fw
