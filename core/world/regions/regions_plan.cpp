#include "core/world/regions/regions_plan.h"

#include <algorithm>
#include <numeric>

#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"
#include "core/world/regions/connected_key.h"
#include "core/world/regions/neutral_place.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

// The plan of the regions: docs/world.md, 3.
const NoiseStack kBorderStack{1538, 3, 0.45, 2.10};
constexpr double kBorderUnit = 0.35;  // noise value that displaces by warp_m

void reserve(RegionPart& part, size_t cells) {
  part.cell.reserve(cells);
  part.x.reserve(cells);
  part.y.reserve(cells);
}

/// The land in warped coordinates, and which piece of ground every cell lies on.
struct WarpedLand {
  RegionPart all;
  std::vector<uint8_t> piece;  ///< from 0
  size_t pieces = 1;
};

WarpedLand warp_land(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& plan) {
  const uint64_t stream = seeds.noise_stream();
  const double phase = tmpl.noise.phase;
  const Raster<float> wx =
      noise_raster(bind_noise(kBorderStack, derive(stream, "admin.wx")), plan.grid, phase);
  const Raster<float> wy =
      noise_raster(bind_noise(kBorderStack, derive(stream, "admin.wy")), plan.grid, phase);
  const double reach = tmpl.regions.warp_m / kBorderUnit;
  WarpedLand land;
  reserve(land.all, plan.size());
  for (size_t cell = 0; cell < plan.size(); ++cell) {
    if (!plan[cell]) continue;
    const Vec2 p = plan.grid.centre(cell);
    land.all.cell.push_back(static_cast<uint32_t>(cell));
    land.all.x.push_back(p.x + reach * static_cast<double>(wx[cell]));
    land.all.y.push_back(p.y + reach * static_cast<double>(wy[cell]));
    land.piece.push_back(static_cast<uint8_t>(plan[cell] - 1));
    land.pieces = std::max<size_t>(land.pieces, plan[cell]);
  }
  return land;
}

/// The `wanted` cells of greatest key among those of the pieces in `takes_part`, ties by index.
std::vector<uint8_t> greatest(const WarpedLand& land, const std::vector<double>& key,
                              const std::vector<uint8_t>& takes_part, size_t wanted) {
  std::vector<uint8_t> chosen(key.size(), 0);
  std::vector<double> sorted;
  for (size_t i = 0; i < key.size(); ++i)
    if (takes_part[land.piece[i]]) sorted.push_back(key[i]);
  wanted = std::min(wanted, sorted.size());
  if (wanted == 0) return chosen;
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  size_t level =
      wanted - static_cast<size_t>(std::count_if(sorted.begin(), last, [&](double v) { return v > *last; }));
  for (size_t i = 0; i < key.size(); ++i)
    if (takes_part[land.piece[i]])
      chosen[i] = key[i] > *last || (key[i] == *last && level > 0 && level-- > 0) ? 1 : 0;
  return chosen;
}

/// `count` shared out by area; groups that must have one get it from the group with most to spare.
std::vector<int64_t> share_out(const std::vector<double>& area, int count, const std::vector<uint8_t>& must) {
  std::vector<int64_t> parts = largest_remainder(area, count);
  for (size_t g = 0; g < parts.size(); ++g) {
    if (!must[g] || parts[g] > 0) continue;
    size_t donor = 0;
    for (size_t h = 1; h < parts.size(); ++h)
      if (parts[h] - must[h] > parts[donor] - must[donor]) donor = h;
    if (parts[donor] <= must[donor]) break;
    --parts[donor];
    ++parts[g];
  }
  return parts;
}

/// Cells by group (255 = none): parts of the given numbers of regions.
std::vector<RegionPart> parts_of(const WarpedLand& land, const std::vector<uint8_t>& group,
                                 const std::vector<int64_t>& regions, size_t first_label,
                                 const std::string& tag) {
  std::vector<RegionPart> parts(regions.size());
  for (size_t g = 0; g < parts.size(); ++g) {
    parts[g].regions = static_cast<int>(regions[g]);
    parts[g].first_label = first_label;
    parts[g].tag = tag + "." + std::to_string(g);
    first_label += static_cast<size_t>(regions[g]);
  }
  for (size_t i = 0; i < group.size(); ++i) {
    if (group[i] >= parts.size()) continue;
    RegionPart& part = parts[group[i]];
    part.cell.push_back(land.all.cell[i]);
    part.x.push_back(land.all.x[i]);
    part.y.push_back(land.all.y[i]);
  }
  return parts;
}

std::vector<double> areas_of(const std::vector<uint8_t>& group, size_t groups) {
  std::vector<double> area(groups, 0);
  for (const uint8_t g : group)
    if (g < groups) area[g] += 1;
  return area;
}

/// Neutral regions among the others on every piece.
std::vector<RegionPart> split_among(const Template& tmpl, const WarpedLand& land) {
  const int neutral = neutral_regions(tmpl), controllable = tmpl.regions.controllable;
  const std::vector<double> area = areas_of(land.piece, land.pieces);
  const std::vector<int64_t> regions =
      share_out(area, neutral + controllable, std::vector<uint8_t>(land.pieces, 1));
  std::vector<int64_t> among = largest_remainder(area, neutral);
  for (size_t g = 0; g < among.size(); ++g)  // a piece has no more neutral regions than regions
    for (size_t h = 0; h < among.size() && among[g] > regions[g]; ++h) {
      const int64_t moved = std::clamp<int64_t>(regions[h] - among[h], 0, among[g] - regions[g]);
      among[g] -= moved;
      among[h] += moved;
    }
  std::vector<RegionPart> parts = parts_of(land, land.piece, regions, 1, "all");
  const double cells = static_cast<double>(land.piece.size());
  const auto held = static_cast<double>(neutral_cells(tmpl, static_cast<int64_t>(land.piece.size())));
  size_t label = static_cast<size_t>(neutral) + 1, among_label = 1;
  for (size_t g = 0; g < parts.size(); ++g) {
    RegionPart& part = parts[g];
    part.among = static_cast<int>(among[g]);
    part.among_label = among_label;
    part.first_label = label;
    among_label += static_cast<size_t>(part.among);
    label += static_cast<size_t>(part.regions - part.among);
    if (neutral > 0 && controllable > 0 && cells > held)
      part.among_area = held / neutral / ((cells - held) / controllable);
  }
  return parts;
}

/// Which cells are neutral, and how many neutral regions every piece of ground has.
struct NeutralGround {
  std::vector<uint8_t> group;  ///< per cell: its piece, 255 = not neutral
  std::vector<int64_t> regions;
  std::vector<size_t> kept;  ///< per piece: > 0 where so many cells are neutral that the rest has a region
};

/// The cells of greatest key. A piece with too few of them for a region has none; one whose rest would be too
/// little for a region leaves it half a region.
NeutralGround choose_neutral(const Template& tmpl, const WarpedLand& land, const std::vector<double>& key) {
  const int neutral = neutral_regions(tmpl);
  const size_t cells = key.size(), pieces = land.pieces;
  const auto wanted = static_cast<size_t>(neutral_cells(tmpl, static_cast<int64_t>(cells)));
  const std::vector<double> all = areas_of(land.piece, pieces);
  const double half_region =
      0.5 * static_cast<double>(cells - wanted) / std::max(tmpl.regions.controllable, 1);
  const double half_neutral = 0.5 * static_cast<double>(wanted) / std::max(neutral, 1);
  NeutralGround out{std::vector<uint8_t>(cells, 255), {}, std::vector<size_t>(pieces, 0)};
  std::vector<uint8_t> open(pieces, 1), cut(pieces, 0);
  for (bool settled = false; !settled;) {
    const size_t kept = std::accumulate(out.kept.begin(), out.kept.end(), size_t{0});
    std::vector<uint8_t> chosen = greatest(land, key, open, wanted - std::min(wanted, kept));
    for (size_t p = 0; p < pieces; ++p) {
      if (out.kept[p] == 0) continue;
      std::vector<uint8_t> only(pieces, 0);
      only[p] = 1;
      const std::vector<uint8_t> more = greatest(land, key, only, out.kept[p]);
      for (size_t i = 0; i < cells; ++i) chosen[i] |= more[i];
    }
    for (size_t i = 0; i < cells; ++i) out.group[i] = chosen[i] ? land.piece[i] : 255;
    const std::vector<double> area = areas_of(out.group, pieces);
    std::vector<uint8_t> must(pieces, 0);
    for (size_t p = 0; p < pieces; ++p) must[p] = kept > 0 && area[p] >= half_neutral ? 1 : 0;
    out.regions = share_out(area, neutral, must);
    settled = true;
    size_t dropped = pieces;
    for (size_t p = 0; p < pieces; ++p)
      if (area[p] > 0 && out.regions[p] == 0 && (dropped == pieces || area[p] < area[dropped])) dropped = p;
    if (dropped < pieces) {
      open[dropped] = 0;
      out.kept[dropped] = 0;
      settled = false;
      continue;
    }
    // What a piece that is wholly neutral gives back has room for a region, there and where it is missing.
    const double missing = static_cast<double>(wanted) - std::accumulate(area.begin(), area.end(), 0.0);
    for (size_t p = 0; p < pieces && pieces > 1; ++p) {
      const double rest = all[p] - area[p];
      const double least = missing > 0 ? std::max(half_region, half_neutral - missing) : half_region;
      if (!open[p] || area[p] <= 0 || rest >= half_region || (rest <= 0 && missing <= 0)) continue;
      if (cut[p] || all[p] < 2 * least) continue;
      std::ranges::fill(open, 1);
      for (size_t q = 0; q < pieces; ++q) open[q] = out.kept[q] > 0 ? 0 : open[q];
      open[p] = 0;
      cut[p] = 1;
      out.kept[p] = static_cast<size_t>(all[p] - least);
      settled = false;
      break;
    }
  }
  return out;
}

}  // namespace

std::vector<RegionPart> split_neutral(const Template& tmpl, const SeedBundle& seeds,
                                      const Raster<uint8_t>& plan) {
  const WarpedLand land = warp_land(tmpl, seeds, plan);
  const size_t cells = land.piece.size();
  const Towards at = parse_towards(tmpl.regions.neutral_at).value_or(Towards{});
  if (at.kind == Towards::Kind::spread) return split_among(tmpl, land);
  const TowardsKey towards(tmpl, at);
  std::vector<double> key(cells);
  for (size_t i = 0; i < cells; ++i) key[i] = towards({land.all.x[i], land.all.y[i]});

  if (at.kind != Towards::Kind::border)
    key = connected_key(plan, land.all.cell, key,
                        static_cast<size_t>(neutral_cells(tmpl, static_cast<int64_t>(cells))));

  const int neutral = neutral_regions(tmpl);
  const NeutralGround ground = choose_neutral(tmpl, land, key);
  // The rest of every piece, on each side of a border for itself.
  const std::vector<Vec2> homes = border_homes(tmpl);
  const size_t sides = at.kind == Towards::Kind::border && neutral > 0 ? homes.size() : 1;
  std::vector<uint8_t> group(cells, 255);
  for (size_t i = 0; i < cells; ++i)
    if (ground.group[i] == 255)
      group[i] = static_cast<uint8_t>(land.piece[i] * sides +
                                      (sides > 1 ? nearest_home(homes, {land.all.x[i], land.all.y[i]}) : 0));
  const std::vector<double> area = areas_of(group, land.pieces * sides);
  std::vector<uint8_t> must(area.size(), 0);
  for (size_t p = 0; p < land.pieces; ++p)
    if (ground.regions[p] == 0 || ground.kept[p] > 0)
      must[p * sides + static_cast<size_t>(std::max_element(&area[p * sides], &area[p * sides] + sides) -
                                           &area[p * sides])] = 1;
  if (std::ranges::count(must, 1) > tmpl.regions.controllable) return split_among(tmpl, land);
  std::vector<RegionPart> parts = parts_of(land, ground.group, ground.regions, 1, "neutral");
  for (RegionPart& part : parts_of(land, group, share_out(area, tmpl.regions.controllable, must),
                                   static_cast<size_t>(neutral) + 1, "owned"))
    parts.push_back(std::move(part));
  return parts;
}

}  // namespace fw
