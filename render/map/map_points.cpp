#include <algorithm>
#include <cmath>

#include "core/base/rng.h"
#include "core/base/seed.h"
#include "render/map/map_layers.h"

namespace fw {

std::vector<const Point*> points_of(const World& world, Category category) {
  std::vector<const Point*> points;
  for (const Point& p : world.points.points)
    if (world.points.class_of(p).category == category) points.push_back(&p);
  return points;
}

double tile_side_m(const Atlas& atlas) {
  return atlas.side_m() / 8;
}

Thinned thin_points(const World& world, const std::vector<const Point*>& points,
                    const std::function<int(const Point&)>& rank, int cap, double tile_m,
                    int uncapped_below) {
  struct Candidate {
    const Point* point;
    int rank;
    uint64_t hash;
    int tile;
  };
  const uint64_t substream = derive(world.seeds.place_stream(), "place/cap");
  const int tiles = std::max(1, static_cast<int>(std::ceil(world.grid.width_m() / tile_m)));
  std::vector<Candidate> candidates;
  for (const Point* p : points) {
    const int tx = std::clamp(static_cast<int>(p->position_m.x / tile_m), 0, tiles - 1);
    const int ty = std::clamp(static_cast<int>(p->position_m.y / tile_m), 0, tiles - 1);
    candidates.push_back(
        {p, rank(*p), random_bits(substream, world.grid.cell_at(p->position_m)), ty * tiles + tx});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.hash < b.hash;
  });
  Thinned thinned{{}, static_cast<int64_t>(points.size())};
  std::vector<int> in_tile(static_cast<size_t>(tiles) * static_cast<size_t>(tiles), 0);
  for (const Candidate& c : candidates) {
    int& count = in_tile[static_cast<size_t>(c.tile)];
    if (c.rank > uncapped_below) {
      if (count >= cap) continue;
      ++count;
    }
    thinned.shown.push_back(c.point);
  }
  return thinned;
}

FamilySymbol symbol_of(const Atlas& atlas, const Point& point) {
  const PointClassInfo& c = atlas.world.points.class_of(point);
  if (c.category == Category::resource) return resource_symbol(atlas.palette, c.family);
  const auto families = atlas.enemy_families();
  const auto at = std::find(families.begin(), families.end(), c.family);
  return enemy_symbol(atlas.palette, c.family, static_cast<int>(at - families.begin()));
}

void place_town_names(LabelLayout& layout, const std::vector<PlacedSymbol>& badges, const Atlas& atlas,
                      double size, double halo) {
  for (const PlacedSymbol& b : badges) {
    if (atlas.world.points.class_of(*b.point).landmark != LandmarkKind::settlement || b.point->name.empty())
      continue;
    const TextStyle style{Face::serif, true, false, size, 0, colour::kInk, 1, halo, 0.95};
    layout.place(PointLabel{b.point->name, style, b.at, b.radius});
  }
}

void place_site_names(LabelLayout& layout, const std::vector<PlacedSymbol>& badges, const Atlas& atlas) {
  for (const PlacedSymbol& b : badges) {
    const LandmarkKind kind = atlas.world.points.class_of(*b.point).landmark;
    if ((kind != LandmarkKind::outpost && kind != LandmarkKind::expedition) || b.point->name.empty())
      continue;
    const TextStyle style{Face::sans, false, true, 13.5, 0, colour::kInk, 1, 3.2, 0.9};
    layout.place(PointLabel{b.point->name, style, b.at, b.radius});
  }
}

void place_region_names(LabelLayout& layout, const MapFrame& frame, const Atlas& atlas, double size,
                        double alpha) {
  for (size_t k = 0; k < atlas.world.regions.size() && k < atlas.label_sites.size(); ++k) {
    std::string capitals = atlas.world.regions[k].name;
    for (char& c : capitals)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    AreaLabel label{capitals, {Face::sans, true, false, size, 2.6, Rgb::hex(0x3A4046), alpha, 3.6, 0.72}, {}};
    for (const Vec2& site : atlas.label_sites[k])
      if (frame.holds(site)) label.candidates.push_back(frame.to_page(site));
    if (!label.candidates.empty()) layout.place(label);
  }
}

}  // namespace fw
