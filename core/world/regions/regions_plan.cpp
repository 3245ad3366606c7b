#include "core/world/regions/regions_plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/base/rng.h"
#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/regions/neutral_place.h"
#include "core/world/regions/regions_power.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

// The plan of the regions: docs/world.md, 3.
const NoiseStack kBorderStack{1538, 3, 0.45, 2.10};
constexpr double kBorderUnit = 0.35;  // noise value that displaces by warp_m

constexpr int kLloydSteps = 60;
constexpr int kMovingSteps = 36;  // afterwards the centres are fixed and only the weights change
constexpr double kMove = 0.7;
constexpr double kWeightRate = 0.30;
constexpr double kLeastJitter = 0.6;  // of a squared distance
constexpr int kFinelySeeded = 60;     // regions of a part up to which seeds are chosen among all its cells

/// Area targets, uniform within 15 %, in units of the part's cells.
std::vector<double> area_targets(const RegionPart& part, RandomCursor& random) {
  std::vector<double> target(static_cast<size_t>(part.regions));
  for (double& t : target) t = random.uniform(0.85, 1.15);
  for (size_t r = 0; r < static_cast<size_t>(part.among); ++r) target[r] *= part.among_area;
  const double sum = std::accumulate(target.begin(), target.end(), 0.0);
  for (double& t : target) t /= sum;
  return target;
}

/// The next numbers of the cursor.
void draw_uniform(RandomCursor& random, std::span<double> out) {
  std::vector<uint64_t> counter(out.size());
  std::iota(counter.begin(), counter.end(), random.counter);
  random_uniform(random.substream, counter, out);
  random.counter += out.size();
}

/// Takes a new seed into the squared distances to the nearest one, jitters them by the numbers u, and returns
/// the largest of the jittered.
FW_VECTOR_CLONES double jitter_distances(PowerCentre seed, const double* x, const double* y, const double* u,
                                         size_t count, double* nearest, double* jittered) {
  for (size_t i = 0; i < count; ++i) {
    const double dx = x[i] - seed.x, dy = y[i] - seed.y;
    const double d2 = dx * dx + dy * dy;
    nearest[i] = d2 < nearest[i] ? d2 : nearest[i];
    jittered[i] = nearest[i] * (kLeastJitter + (1.0 - kLeastJitter) * u[i]);
  }
  int64_t largest = 0;  // the bits of positive doubles order like the doubles
  for (size_t i = 0; i < count; ++i) largest = std::max(largest, std::bit_cast<int64_t>(jittered[i]));
  return std::bit_cast<double>(largest);
}

/// Farthest-point seeds: the first uniform, each next where the jittered squared distance to the others is
/// largest.
std::vector<PowerCentre> farthest_seeds(const RegionPart& part, RandomCursor& random) {
  constexpr size_t kTogether = 512;
  const size_t cells = part.cell.size();
  std::vector<PowerCentre> seeds;
  std::vector<double> nearest(cells, INFINITY);
  std::array<double, kTogether> u, jittered;
  size_t chosen = random.below(cells);
  while (true) {
    seeds.push_back({part.x[chosen], part.y[chosen], 0});
    if (static_cast<int>(seeds.size()) == part.regions) return seeds;
    double farthest = -1;
    for (size_t begin = 0; begin < cells; begin += kTogether) {
      const size_t count = std::min(kTogether, cells - begin);
      draw_uniform(random, std::span(u).first(count));
      const double largest = jitter_distances(seeds.back(), &part.x[begin], &part.y[begin], u.data(), count,
                                              &nearest[begin], jittered.data());
      if (largest <= farthest) continue;
      farthest = largest;
      chosen = begin +
               static_cast<size_t>(std::find(jittered.begin(), jittered.end(), largest) - jittered.begin());
    }
  }
}

double worst_area_error(const std::vector<PowerCell>& cells, const std::vector<double>& target,
                        double total) {
  double worst = 0;
  for (size_t r = 0; r < cells.size(); ++r)
    worst = std::max(worst, std::fabs(cells[r].count / total - target[r]) / target[r]);
  return worst;
}

/// Lloyd's iteration on a power diagram whose weights learn the area targets (Aurenhammer 1987; de Goes et
/// al. 2012).
std::vector<PowerCentre> balance(const RegionPart& sample, std::vector<PowerCentre> centres,
                                 const std::vector<double>& target, double cell_area_m2,
                                 RandomCursor& random) {
  const auto total = static_cast<double>(sample.cell.size());
  const PowerPlaces places(sample.x, sample.y);
  std::vector<PowerCentre> best = centres;
  double least_error = INFINITY;
  for (int step = 0; step < kLloydSteps; ++step) {
    const std::vector<PowerCell> cells = places.cells_of(centres);
    if (step >= kMovingSteps) {
      const double error = worst_area_error(cells, target, total);
      if (error < least_error) {
        least_error = error;
        best = centres;
      }
    }
    double mean_weight = 0;
    for (size_t r = 0; r < centres.size(); ++r) {
      PowerCentre& c = centres[r];
      c.weight += kWeightRate * (target[r] * total - cells[r].count) * cell_area_m2;
      mean_weight += c.weight / static_cast<double>(centres.size());
      if (step >= kMovingSteps || cells[r].count == 0) continue;
      c.x += kMove * (cells[r].x / cells[r].count - c.x);
      c.y += kMove * (cells[r].y / cells[r].count - c.y);
    }
    for (PowerCentre& c : centres) c.weight -= mean_weight;
    for (size_t r = 0; r < centres.size(); ++r) {
      if (cells[r].count > 0) continue;
      const size_t cell = random.below(sample.cell.size());
      centres[r] = {sample.x[cell], sample.y[cell], 0};
    }
  }
  return best;
}

void reserve(RegionPart& part, size_t cells) {
  part.cell.reserve(cells);
  part.x.reserve(cells);
  part.y.reserve(cells);
}

/// Every second cell of every second row: the balance is the same to a percent and costs a quarter.
RegionPart thin(const RegionPart& part, const GridSpec& plan) {
  RegionPart sample;
  sample.regions = part.regions;
  for (size_t i = 0; i < part.cell.size(); ++i) {
    if (plan.column_of(part.cell[i]) % 2 != 0 || plan.row_of(part.cell[i]) % 2 != 0) continue;
    sample.cell.push_back(part.cell[i]);
    sample.x.push_back(part.x[i]);
    sample.y.push_back(part.y[i]);
  }
  return sample;
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
                                 const std::vector<int64_t>& regions, size_t first_label) {
  std::vector<RegionPart> parts(regions.size());
  for (size_t g = 0; g < parts.size(); ++g) {
    parts[g].regions = static_cast<int>(regions[g]);
    parts[g].first_label = first_label;
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
  std::vector<RegionPart> parts = parts_of(land, land.piece, regions, 1);
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
  std::vector<RegionPart> parts = parts_of(land, ground.group, ground.regions, 1);
  for (RegionPart& part : parts_of(land, group, share_out(area, tmpl.regions.controllable, must),
                                   static_cast<size_t>(neutral) + 1))
    parts.push_back(std::move(part));
  return parts;
}

Raster<uint8_t> draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                             const GridSpec& plan) {
  RandomCursor random{derive(seeds.layout_stream(), "admin#" + std::to_string(attempt)), 0};
  Raster<uint8_t> labels(plan);
  for (const RegionPart& part : parts) {
    if (part.regions == 0 || part.cell.empty()) continue;
    const std::vector<double> target = area_targets(part, random);
    const RegionPart sample = thin(part, plan);
    const bool thick = sample.cell.size() >= 20 * static_cast<size_t>(part.regions);
    const RegionPart& used = thick ? sample : part;
    const std::vector<PowerCentre> start = farthest_seeds(part.regions > kFinelySeeded ? used : part, random);
    const double used_area =
        plan.cell_area_m2() * static_cast<double>(part.cell.size()) / static_cast<double>(used.cell.size());
    const std::vector<PowerCentre> centres = balance(used, start, target, used_area, random);
    const auto among = static_cast<size_t>(part.among);
    PowerPlaces(part.x, part.y).for_each(centres, [&](size_t i, size_t centre) {
      labels[part.cell[i]] = static_cast<uint8_t>(centre < among ? part.among_label + centre
                                                                 : part.first_label + centre - among);
    });
  }
  return labels;
}

}  // namespace fw
