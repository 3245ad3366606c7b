#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "core/world/places/find_internal.h"

// Seas, islands, islets, straits, capes and bays.

namespace fw {
namespace {

constexpr double kLeastSea_km2 = 3, kLeastIslet_km2 = 0.03;
constexpr double kWidestStrait_m = 900;

constexpr double kDisc_m = 400;     // about a place of the shore
constexpr double kCapeLand = 0.36;  // share of land in it, at most
constexpr double kBayLand = 0.58;   // at least
constexpr double kShoreApart_m = 800;
constexpr size_t kMostCapes = 12, kMostBays = 12;

Mask sea_of(const Raster<uint8_t>& piece) {
  Mask sea(piece.grid);
  for (size_t cell = 0; cell < piece.size(); ++cell) sea[cell] = piece[cell] == 0;
  return sea;
}

/// Distance to the nearest edge of the frame, m.
double to_edge_m(const GridSpec& g, size_t cell) {
  const Vec2 at = g.centre(cell);
  return std::min({at.x, at.y, g.width_m() - at.x, g.height_m() - at.y});
}

/// Cells of land in the rows of a disc, from sums along the rows.
class LandInDisc {
 public:
  LandInDisc(const Mask& land, double radius_m)
      : grid_(land.grid), sums_((land.grid.columns + 1) * size_t(land.grid.rows)) {
    const auto radius = radius_m / grid_.cell_m;
    reach_ = static_cast<int>(radius);
    for (int dy = -reach_; dy <= reach_; ++dy)
      half_.push_back(static_cast<int>(std::sqrt(radius * radius - static_cast<double>(dy * dy))));
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0; column < grid_.columns; ++column)
        sums_[at(column + 1, row)] = sums_[at(column, row)] + land[grid_.index(column, row)];
  }
  /// Of the cells of the frame in the disc about a cell.
  double share(uint32_t cell) const {
    const int column = grid_.column_of(cell), row = grid_.row_of(cell);
    int64_t land = 0, all = 0;
    for (int dy = -reach_; dy <= reach_; ++dy) {
      const int r = row + dy;
      if (r < 0 || r >= grid_.rows) continue;
      const int half = half_[static_cast<size_t>(dy + reach_)];
      const int first = std::max(0, column - half), end = std::min(grid_.columns, column + half + 1);
      land += sums_[at(end, r)] - sums_[at(first, r)];
      all += end - first;
    }
    return static_cast<double>(land) / static_cast<double>(all);
  }

 private:
  size_t at(int column, int row) const {
    return static_cast<size_t>(row) * static_cast<size_t>(grid_.columns + 1) + static_cast<size_t>(column);
  }
  GridSpec grid_;
  std::vector<int32_t> sums_;
  std::vector<int> half_;
  int reach_ = 0;
};

/// A cell beside this one where the mask has another value; the cell itself if there is none.
uint32_t other_side(const Mask& land, uint32_t cell) {
  const GridSpec& g = land.grid;
  const int column = g.column_of(cell), row = g.row_of(cell);
  for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}})
    if (g.contains(column + dx, row + dy)) {
      const auto other = static_cast<uint32_t>(g.index(column + dx, row + dy));
      if (land[other] != land[cell]) return other;
    }
  return cell;
}

std::vector<FoundPlace> find_seas(const PlaceScale& scale, const Raster<uint8_t>& piece) {
  const GridSpec& g = piece.grid;
  const Mask sea = sea_of(piece), ground = ground_of(piece);
  if (list_components(sea).cells.empty()) return {};
  // Farthest from land and from the frame's edge.
  Raster<float> open_m = distance_to(ground);
  for (size_t cell = 0; cell < open_m.size(); ++cell)
    open_m[cell] = std::min(open_m[cell], static_cast<float>(to_edge_m(g, cell)));
  std::vector<FoundPlace> seas;
  for (const PieceFound& part : innermost_cells(sea, open_m)) {
    const double area_m2 = static_cast<double>(part.cells) * g.cell_area_m2();
    if (area_m2 <= scale.area_m2(kLeastSea_km2)) continue;
    const Vec2 at = g.centre(part.cell);
    seas.push_back({PlaceKind::sea, at, nearest_ground(ground, at), std::sqrt(area_m2), 0});
  }
  by_size(seas);
  return seas;
}

std::vector<FoundPlace> find_islands(const Raster<uint8_t>& piece) {
  const GridSpec& g = piece.grid;
  const int pieces = *std::ranges::max_element(piece.cells);
  if (pieces < 2) return {};
  const Raster<float> coast_m = distance_to(sea_of(piece));
  std::vector<FoundPlace> islands(static_cast<size_t>(pieces), {PlaceKind::island, {}, 0, 0, 0});
  std::vector<int64_t> cells(islands.size());
  for (uint32_t cell = 0; cell < piece.size(); ++cell) {
    if (piece[cell] == 0) continue;
    const size_t k = piece[cell] - 1u;
    uint32_t& best = islands[k].ground_cell;
    if (cells[k]++ == 0 || coast_m[cell] > coast_m[best]) best = cell;
  }
  for (size_t k = 0; k < islands.size(); ++k) {
    islands[k].at_m = g.centre(islands[k].ground_cell);  // heights stand later: they are not there yet
    islands[k].size_m = std::sqrt(static_cast<double>(cells[k]) * g.cell_area_m2());
  }
  std::erase_if(islands, [](const FoundPlace& island) { return island.size_m == 0; });
  by_size(islands);
  return islands;
}

}  // namespace

PlaceScale::PlaceScale(const FrameParams& frame)
    : factor(std::min(frame.width_m, frame.height_m) / 8000),
      more(std::max(frame.width_m, frame.height_m) > 24000 ? 4 : 1) {}

std::vector<PieceFound> innermost_cells(const Mask& wanted, const Raster<float>& depth_m) {
  const Components parts = label_components(wanted);
  std::vector<PieceFound> found(parts.cells.size());
  for (size_t k = 0; k < found.size(); ++k) found[k] = {parts.first[k], parts.cells[k]};
  for (uint32_t cell = 0; cell < wanted.size(); ++cell)
    if (parts.id[cell] >= 0)
      if (uint32_t& best = found[static_cast<size_t>(parts.id[cell])].cell; depth_m[cell] > depth_m[best])
        best = cell;
  return found;
}

uint32_t nearest_ground(const Mask& ground, Vec2 at_m) {
  const GridSpec& g = ground.grid;
  const auto from = static_cast<uint32_t>(g.cell_at(at_m));
  if (ground[from] != 0) return from;
  const int column = g.column_of(from), row = g.row_of(from);
  uint32_t best = from;
  double least = kInfinity;
  for (int ring = 1; ring < std::max(g.columns, g.rows); ++ring) {
    if (static_cast<double>(ring - 1) * g.cell_m > std::sqrt(least)) break;
    for (int r = row - ring; r <= row + ring; ++r)
      for (int c = column - ring; c <= column + ring;
           c += r == row - ring || r == row + ring ? 1 : 2 * ring) {
        if (!g.contains(c, r) || ground[g.index(c, r)] == 0) continue;
        const double squared = squared_distance(g.centre(c, r), at_m);
        const auto cell = static_cast<uint32_t>(g.index(c, r));
        if (squared < least || (squared == least && cell < best)) least = squared, best = cell;
      }
  }
  return best;
}

SeasAndIslands find_seas_and_islands(const FrameParams& frame, const Raster<uint8_t>& piece) {
  return {find_seas(PlaceScale(frame), piece), find_islands(piece)};
}

std::vector<FoundPlace> find_islets(const PlaceScale& scale, const PlaceGround& ground) {
  const GridSpec& g = ground.islets.grid;
  const Mask near = ground_of(ground.piece);
  const Components parts = label_components(ground.islets);
  std::vector<Vec2> sum(parts.cells.size());
  std::vector<float> top_m(parts.cells.size());
  for (size_t cell = 0; cell < ground.islets.size(); ++cell)
    if (parts.id[cell] >= 0) {
      const auto k = static_cast<size_t>(parts.id[cell]);
      sum[k] = sum[k] + g.centre(cell);
      top_m[k] = std::max(top_m[k], ground.height_m[cell]);
    }
  std::vector<FoundPlace> islets;
  for (size_t k = 0; k < parts.cells.size(); ++k) {
    const double area_m2 = static_cast<double>(parts.cells[k]) * g.cell_area_m2();
    if (area_m2 < scale.area_m2(kLeastIslet_km2)) continue;
    const Vec2 middle = sum[k] * (1.0 / static_cast<double>(parts.cells[k]));
    islets.push_back({PlaceKind::islet, g.centre(g.cell_at(middle)), nearest_ground(near, middle),
                      std::sqrt(area_m2), static_cast<double>(top_m[k])});
  }
  by_size(islets);
  return islets;
}

std::vector<FoundPlace> find_straits(const PlaceScale& scale, const PlaceGround& ground) {
  const GridSpec& g = ground.piece.grid;
  if (*std::ranges::max_element(ground.piece.cells) < 2) return {};
  const Raster<uint32_t> nearest = nearest_cell(ground_of(ground.piece));
  struct Narrows {
    double squared_m = kInfinity;
    uint32_t from = 0, to = 0;
  };
  std::map<std::pair<uint8_t, uint8_t>, Narrows> between;
  const auto look = [&](uint32_t a, uint32_t b) {
    uint32_t from = nearest[a], to = nearest[b];
    if (ground.piece[from] == ground.piece[to]) return;
    if (ground.piece[from] > ground.piece[to]) std::swap(from, to);
    Narrows& least = between[{ground.piece[from], ground.piece[to]}];
    const double squared_m = squared_distance(g.centre(from), g.centre(to));
    if (squared_m < least.squared_m) least = {squared_m, from, to};
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const auto cell = static_cast<uint32_t>(g.index(column, row));
      if (column + 1 < g.columns) look(cell, cell + 1);
      if (row + 1 < g.rows) look(cell, cell + static_cast<uint32_t>(g.columns));
    }
  std::vector<FoundPlace> straits;
  for (const auto& [pieces, narrows] : between) {
    const double width_m = std::sqrt(narrows.squared_m);
    if (width_m >= scale.length(kWidestStrait_m)) continue;
    const Vec2 middle = (g.centre(narrows.from) + g.centre(narrows.to)) * 0.5;
    straits.push_back({PlaceKind::strait,
                       g.centre(g.cell_at(middle)),
                       narrows.from,
                       width_m,
                       0,
                       {g.centre(narrows.from), g.centre(narrows.to)}});
  }
  by_size(straits);
  return straits;
}

CapesAndBays find_capes_and_bays(const PlaceScale& scale, const PlaceGround& ground) {
  const GridSpec& g = ground.piece.grid;
  const Mask land = ground_of(ground.piece);
  // A piece or a part of the sea smaller than the disc is cape or bay all round.
  const double disc_m = scale.length(kDisc_m), least_m2 = std::numbers::pi * disc_m * disc_m;
  const auto large = [&](const Components& parts, size_t cell) {
    const int32_t id = parts.id[cell];
    return id >= 0 &&
           static_cast<double>(parts.cells[static_cast<size_t>(id)]) * g.cell_area_m2() >= least_m2;
  };
  const Components pieces = label_components(ground.piece), waters = label_components(sea_of(ground.piece));
  const LandInDisc disc(land, disc_m);
  const auto root_m = [&](double share) { return std::sqrt(share * least_m2); };
  CapesAndBays found;
  for (uint32_t cell = 0; cell < land.size(); ++cell) {
    const uint32_t beside = other_side(land, cell);
    if (beside == cell || !large(land[cell] != 0 ? pieces : waters, cell)) continue;
    const double share = disc.share(cell);
    if (land[cell] != 0 && share <= kCapeLand)
      found.capes.push_back({PlaceKind::cape, g.centre(cell), cell, root_m(1 - share),
                             static_cast<double>(std::max(0.0F, ground.height_m[cell]))});
    if (land[cell] == 0 && share >= kBayLand)
      found.bays.push_back({PlaceKind::bay, g.centre(cell), beside, root_m(share), 0});
  }
  for (auto [places, most] : {std::pair{&found.capes, kMostCapes}, {&found.bays, kMostBays}}) {
    by_size(*places);
    *places = keep_apart(std::move(*places), scale.length(kShoreApart_m), scale.most(most));
  }
  return found;
}

}  // namespace fw
