#include "core/model/world/features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/millimetres.h"
#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr int kBuckets = 128;            // along the frame's longer side
constexpr int kBlock = 32;               // cells; a power of 2
constexpr double kSlack_m = 0.001;       // homes are rounded
constexpr double kRounding = 1 + 1e-12;  // squares that roots may tell apart

/// Makes the foot on a piece the best one where it lies nearer. Most pieces lie farther off: squares tell
/// that without a root.
void take_nearer(const FeaturePiece& piece, Vec2 at, FeatureIndex::Foot& best) {
  const Vec2 along = piece.b - piece.a, to = at - piece.a;
  const double length2 = along.x * along.x + along.y * along.y, dot = to.x * along.x + to.y * along.y;
  const double t = dot <= 0 || length2 <= 0 ? 0 : dot >= length2 ? 1 : dot / length2;
  const Vec2 foot{piece.a.x + t * along.x, piece.a.y + t * along.y};
  const double half_m = piece.half_a_m + t * (piece.half_b_m - piece.half_a_m);
  const double squared = squared_distance(at, foot), reach_m = best.distance_m + half_m;
  if (reach_m < 0 || squared > reach_m * reach_m * kRounding) return;
  const double distance_m = std::sqrt(squared) - half_m;
  if (distance_m < best.distance_m) best = {foot, half_m, distance_m};
}

bool crosses(Vec2 a, Vec2 b, Vec2 at) {
  return (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x);
}

bool in_rings(const std::vector<std::vector<Vec2>>& rings, Vec2 at) {
  bool inside = false;
  for (const std::vector<Vec2>& ring : rings)
    for (size_t i = 0; i < ring.size(); ++i)
      if (crosses(ring[i], ring[(i + 1) % ring.size()], at)) inside = !inside;
  return inside;
}

std::vector<FeaturePiece> places(std::span<const Vec2> at) {
  std::vector<FeaturePiece> pieces;
  for (const Vec2 p : at) pieces.push_back({p, p});
  return pieces;
}

void add_line(const std::vector<Vec2>& vertices_m, std::vector<FeaturePiece>& pieces) {
  for (size_t i = 0; i + 1 < vertices_m.size(); ++i) pieces.push_back({vertices_m[i], vertices_m[i + 1]});
}

std::vector<FeaturePiece> river_pieces(const Water& water) {
  std::vector<FeaturePiece> pieces;
  for (const Reach& reach : water.reaches) {
    if (reach.form == ReachForm::lake_path) continue;
    for (size_t i = 0; i + 1 < reach.vertices_m.size(); ++i)
      pieces.push_back(
          {reach.vertices_m[i], reach.vertices_m[i + 1], reach.width_m[i] / 2.0, reach.width_m[i + 1] / 2.0});
  }
  return pieces;
}

void add_lakes(const Water& water, FeatureShape& shape) {
  for (const Lake& lake : water.lakes) {
    shape.areas.push_back(lake.rings_m);
    for (const std::vector<Vec2>& ring : lake.rings_m)
      for (size_t i = 0; i < ring.size(); ++i) shape.pieces.push_back({ring[i], ring[(i + 1) % ring.size()]});
  }
}

std::vector<FeaturePiece> road_pieces(const Roads& roads) {
  std::vector<FeaturePiece> pieces;
  for (const RoadPiece& piece : roads.pieces)
    if (piece.type != RoadClass::trail) add_line(piece.vertices_m, pieces);
  return pieces;
}

/// Of roads and tracks, as road_pieces.
std::vector<Vec2> bridges(const Roads& roads) {
  std::vector<Vec2> at;
  for (const Crossing& crossing : roads.crossings)
    if (crossing.type == CrossingType::bridge &&
        roads.pieces[static_cast<size_t>(crossing.piece)].type != RoadClass::trail)
      at.push_back(crossing.position_m);
  return at;
}

/// Seats of a standing and of those above it.
std::vector<FeaturePiece> seats_up_to(Standing last, const FeatureSources& sources) {
  std::vector<FeaturePiece> pieces;
  for (size_t k = 0; k <= static_cast<size_t>(last); ++k)
    for (const Vec2 at : sources.seats_m[k]) pieces.push_back({at, at});
  return pieces;
}

/// Clears what a block of cells holds outside the range. Distances change by no more than the way between two
/// places, so that of a block's middle decides over most blocks as a whole.
struct BlockKeeper {
  const FeatureIndex& index;
  const DistanceRange& range;
  Mask& mask;

  void block(int column, int row, int side) const {
    const GridSpec& grid = mask.grid;
    const int right = std::min(column + side, grid.columns), bottom = std::min(row + side, grid.rows);
    if (column >= right || row >= bottom || !any(column, row, right, bottom)) return;
    if (side == 1) {
      if (!index.holds(cell_home(grid, grid.index(column, row)), range)) mask.at(column, row) = 0;
      return;
    }
    const Vec2 middle{(column + 0.5 * side) * grid.cell_m,
                      grid.height_m() - (row + 0.5 * side) * grid.cell_m};
    const double radius_m = 0.5 * (side - 1) * grid.cell_m * std::sqrt(2.0) + kSlack_m;
    const double reach_m = (range[1] < 1e6 ? range[1] : range[0]) + 2 * radius_m;
    const double d = index.distance_m(middle, reach_m);
    if (d == kInfinity ? range[1] < 1e6 || index.none() : d - radius_m > range[1] || d + radius_m < range[0])
      return clear(column, row, right, bottom);
    const bool far = d == kInfinity || d - radius_m >= range[0];
    const bool near = range[1] >= 1e6 || d + radius_m <= range[1];
    if (far && near) return;
    for (const int down : {0, side / 2})
      for (const int over : {0, side / 2}) block(column + over, row + down, side / 2);
  }

  bool any(int left, int top, int right, int bottom) const {
    for (int r = top; r < bottom; ++r)
      for (int c = left; c < right; ++c)
        if (mask.at(c, r) != 0) return true;
    return false;
  }
  void clear(int left, int top, int right, int bottom) const {
    for (int r = top; r < bottom; ++r)
      for (int c = left; c < right; ++c) mask.at(c, r) = 0;
  }
};

}  // namespace

FeatureIndex::FeatureIndex(const GridSpec& frame, FeatureShape shape) : pieces_(std::move(shape.pieces)) {
  if (pieces_.empty()) return;
  const double side_m = std::max(frame.width_m(), frame.height_m()) / kBuckets;
  buckets_ = {std::max(1, static_cast<int>(std::ceil(frame.width_m() / side_m - 1e-9))),
              std::max(1, static_cast<int>(std::ceil(frame.height_m() / side_m - 1e-9))), side_m};
  const auto each_bucket = [this](const FeaturePiece& p, const auto& visit) {
    const int left = buckets_.column_at(std::min(p.a.x, p.b.x));
    const int right = buckets_.column_at(std::max(p.a.x, p.b.x));
    const int top = buckets_.row_at(std::max(p.a.y, p.b.y));
    const int bottom = buckets_.row_at(std::min(p.a.y, p.b.y));
    for (int r = top; r <= bottom; ++r)
      for (int c = left; c <= right; ++c) visit(buckets_.index(c, r));
  };
  begin_.assign(buckets_.cells() + 1, 0);
  for (const FeaturePiece& p : pieces_) {
    widest_half_m_ = std::max({widest_half_m_, p.half_a_m, p.half_b_m});
    each_bucket(p, [this](size_t bucket) { ++begin_[bucket + 1]; });
  }
  for (size_t b = 0; b + 1 < begin_.size(); ++b) begin_[b + 1] += begin_[b];
  items_.resize(begin_.back());
  std::vector<uint32_t> at = begin_;
  for (size_t i = 0; i < pieces_.size(); ++i)
    each_bucket(pieces_[i], [&](size_t bucket) { items_[at[bucket]++] = static_cast<uint32_t>(i); });
  for (std::vector<std::vector<Vec2>>& rings : shape.areas) {
    Area area{{kInfinity, kInfinity}, {-kInfinity, -kInfinity}, std::move(rings)};
    for (const std::vector<Vec2>& ring : area.rings)
      for (const Vec2 v : ring) {
        area.low = {std::min(area.low.x, v.x), std::min(area.low.y, v.y)};
        area.high = {std::max(area.high.x, v.x), std::max(area.high.y, v.y)};
      }
    areas_.push_back(std::move(area));
  }
}

bool FeatureIndex::inside_area(Vec2 at) const {
  return std::any_of(areas_.begin(), areas_.end(), [at](const Area& area) {
    return at.x >= area.low.x && at.x <= area.high.x && at.y >= area.low.y && at.y <= area.high.y &&
           in_rings(area.rings, at);
  });
}

void FeatureIndex::nearest_of(size_t bucket, Vec2 at, Foot& best) const {
  for (uint32_t i = begin_[bucket]; i < begin_[bucket + 1]; ++i) take_nearer(pieces_[items_[i]], at, best);
}

FeatureIndex::Foot FeatureIndex::nearest(Vec2 at, double reach_m) const {
  Foot best{at, 0, kInfinity};
  if (none()) return best;
  const int column = buckets_.column_at(at.x), row = buckets_.row_at(at.y);
  const int most = std::max(buckets_.columns, buckets_.rows);
  const double half_m = buckets_.cell_m / 2;
  const Vec2 inside{std::clamp(at.x, 0.0, buckets_.width_m()), std::clamp(at.y, 0.0, buckets_.height_m())};
  // Pieces begin at least as far away as the buckets that they lie in.
  const auto may_hold_nearer = [&](size_t bucket, int c, int r) {
    if (begin_[bucket] == begin_[bucket + 1]) return false;
    const Vec2 middle = buckets_.centre(c, r);
    const double x = std::max(0.0, std::fabs(inside.x - middle.x) - half_m);
    const double y = std::max(0.0, std::fabs(inside.y - middle.y) - half_m);
    const double most_m = std::min(best.distance_m, reach_m) + widest_half_m_ + kSlack_m;
    return x * x + y * y <= most_m * most_m;
  };
  for (int ring = 0; ring < most; ++ring) {
    const double least_m = (ring - 1) * buckets_.cell_m - widest_half_m_;
    if (least_m > best.distance_m || least_m > reach_m) break;
    const int top = row - ring, bottom = row + ring, left = column - ring, right = column + ring;
    for (int r = std::max(top, 0); r <= std::min(bottom, buckets_.rows - 1); ++r) {
      const bool whole = r == top || r == bottom;
      for (int c = whole ? std::max(left, 0) : left; c <= std::min(right, buckets_.columns - 1);
           c += whole || ring == 0 ? 1 : 2 * ring)
        if (c >= 0 && may_hold_nearer(buckets_.index(c, r), c, r)) nearest_of(buckets_.index(c, r), at, best);
    }
  }
  return best;
}

double FeatureIndex::distance_m(Vec2 at, double reach_m) const {
  if (none()) return kInfinity;
  if (inside_area(at)) return 0;
  const double best = nearest(at, reach_m).distance_m;
  return best > reach_m ? kInfinity : std::max(best, 0.0);
}

bool FeatureIndex::holds(Vec2 at, const DistanceRange& range) const {
  const double d = distance_m(at, range[1]);
  return d >= range[0] && d <= range[1];
}

void keep_within(const FeatureIndex& index, const DistanceRange& range, Mask& mask) {
  const GridSpec& grid = mask.grid;
  const BlockKeeper keeper{index, range, mask};
  parallel_for(static_cast<size_t>((grid.rows + kBlock - 1) / kBlock), 1, [&](size_t begin, size_t end) {
    for (size_t strip = begin; strip < end; ++strip)
      for (int column = 0; column < grid.columns; column += kBlock)
        keeper.block(column, static_cast<int>(strip) * kBlock, kBlock);
  });
}

FeatureSources feature_sources(const World& world) {
  FeatureSources out{.grid = world.grid,
                     .water = &world.water_network,
                     .roads = &world.roads,
                     .junctions_m = world.junctions_m};
  for (const Point& point : world.points.points) {
    const PointClassInfo& cls = world.points.class_of(point);
    if (cls.category != Category::landmark) continue;
    const LandmarkRow& kind = world.vocabulary.landmarks[static_cast<size_t>(cls.landmark)];
    if (kind.role == LandmarkRole::seat) out.settlements_m.push_back(point.position_m);
    if (kind.role == LandmarkRole::guard) out.forts_m.push_back(point.position_m);
    if (is_harbour(kind)) out.harbours_m.push_back(point.position_m);
  }
  for (const PointStanding& seat : point_standings(world))
    out.seats_m[static_cast<size_t>(seat.standing)].push_back(world.points.points[seat.point].position_m);
  return out;
}

FeatureShape feature_shape(std::string_view measure, const FeatureSources& sources) {
  const bool rivers = measure == "river_m" || measure == "water_m";
  const bool lakes = measure == "lake_m" || measure == "water_m";
  FeatureShape shape;
  if (rivers && sources.water != nullptr) shape.pieces = river_pieces(*sources.water);
  if (lakes && sources.water != nullptr) add_lakes(*sources.water, shape);
  if (measure == "road_m" && sources.roads != nullptr) shape.pieces = road_pieces(*sources.roads);
  if (measure == "bridge_m" && sources.roads != nullptr) shape.pieces = places(bridges(*sources.roads));
  if (measure == "harbour_m") shape.pieces = places(sources.harbours_m);
  if (measure == "junction_m") shape.pieces = places(sources.junctions_m);
  if (measure == "settlement_m") shape.pieces = places(sources.settlements_m);
  if (measure == "capital_m") shape.pieces = seats_up_to(Standing::capital, sources);
  if (measure == "city_m") shape.pieces = seats_up_to(Standing::city, sources);
  if (measure == "town_m") shape.pieces = seats_up_to(Standing::town, sources);
  if (measure == "fort_m") shape.pieces = places(sources.forts_m);
  return shape;
}

FeatureIndex feature_index(std::string_view measure, const FeatureSources& sources) {
  return {sources.grid, feature_shape(measure, sources)};
}

bool is_harbour(const LandmarkRow& kind) {
  return std::any_of(kind.site.require.begin(), kind.site.require.end(),
                     [](const SiteCondition& c) { return c.measure == "mooring"; });
}

Vec2 cell_home(const GridSpec& grid, size_t cell) {
  return to_millimetres(grid.centre(cell));
}

}  // namespace fw
