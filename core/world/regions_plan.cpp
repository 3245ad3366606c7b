#include "core/world/regions_plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <string>

#include "core/base/exact_batch.h"
#include "core/base/parallel.h"
#include "core/base/rng.h"
#include "core/field/noise.h"
#include "core/world/block_lanes.h"
#include "core/world/regions_share.h"

namespace fw {
namespace {

const NoiseStack kBorderStack{1538, 3, 0.45, 2.10};
constexpr double kBorderUnit = 0.35;  // noise value that displaces by warp_m

constexpr int kLloydSteps = 60;
constexpr int kMovingSteps = 36;  // afterwards the centres stand and only the weights still learn
constexpr double kMove = 0.7;
constexpr double kWeightRate = 0.30;
constexpr double kLeastJitter = 0.6;  // of a squared distance

struct Centre {
  double x = 0;
  double y = 0;
  double weight = 0;  ///< m^2, subtracted from the squared distance
};

struct Sums {
  double count = 0;
  double x = 0;
  double y = 0;
};

constexpr size_t kBox = 32;      // successive cells that are asked together which centres are too far
constexpr size_t kPiece = 2048;  // cells per piece of work, whole boxes

/// The frame of kBox successive cells of a part.
struct Box {
  double x, y;            ///< its middle
  double half_x, half_y;  ///< half its sides
};

std::vector<Box> boxes_of(const RegionPart& part) {
  std::vector<Box> boxes;
  for (size_t i = 0; i < part.x.size(); i += kBox) {
    const size_t end = std::min(i + kBox, part.x.size());
    const auto [west, east] = std::minmax_element(&part.x[i], part.x.data() + end);
    const auto [south, north] = std::minmax_element(&part.y[i], part.y.data() + end);
    boxes.push_back({(*west + *east) / 2, (*south + *north) / 2, (*east - *west) / 2, (*north - *south) / 2});
  }
  return boxes;
}

/// A centre and its number.
struct Contender {
  Centre centre;
  double number = 0;
};

/// The centres that may be nearest to a cell of the box, in their order: `out` receives them, and the call
/// their number. `least` is for the centres' least powers.
FW_INLINE size_t contenders_of(const Box& box, std::span<const Centre> centres, double* least,
                               Contender* out) {
  constexpr double kRounding = 1e-12;  // of the largest term: far more than any rounding here
  double most = INFINITY, largest = 0;
  for (size_t r = 0; r < centres.size(); ++r) {
    const Centre& c = centres[r];
    const double across = std::fabs(c.x - box.x), down = std::fabs(c.y - box.y);
    const double far_x = across + box.half_x, far_y = down + box.half_y;
    const double near_x = across - box.half_x, near_y = down - box.half_y;
    const double far2 = far_x * far_x + far_y * far_y;
    least[r] = (near_x > 0 ? near_x * near_x : 0) + (near_y > 0 ? near_y * near_y : 0) - c.weight;
    most = far2 - c.weight < most ? far2 - c.weight : most;
    largest = far2 + std::fabs(c.weight) > largest ? far2 + std::fabs(c.weight) : largest;
  }
  most += kRounding * largest;
  size_t count = 0;
  for (size_t r = 0; r < centres.size(); ++r) {
    out[count] = {centres[r], static_cast<double>(r)};
    count += least[r] <= most ? 1 : 0;
  }
  return count;
}

/// The centre of least power distance (ties to the lowest) of four places at x, y.
FW_INLINE void nearest_lanes(std::span<const Contender> centres, const double* x, const double* y,
                             double* nearest) {
  lanes::Doubles px, py, least{}, best{};
  lanes::load(x, px);
  lanes::load(y, py);
  bool first = true;
  for (const Contender& c : centres) {
    const lanes::Doubles dx = px - c.centre.x, dy = py - c.centre.y;
    const lanes::Doubles power = dx * dx + dy * dy - c.centre.weight;
    const auto less = first ? power == power : power < least;
    least = less ? power : least;
    best = less ? lanes::Doubles{} + c.number : best;
    first = false;
  }
  lanes::store(best, nearest);
}

/// The nearest centre of cells [begin, end), at most kPiece of them from a box's first; `boxes` = boxes_of
/// the part.
FW_VECTOR_CLONES void nearest_centres(std::span<const Centre> centres, const RegionPart& part,
                                      const std::vector<Box>& boxes, size_t begin, size_t end,
                                      std::array<double, kPiece>& nearest) {
  constexpr size_t kLanes = 4;
  std::vector<double> least(centres.size());
  std::vector<Contender> room(centres.size() + 1);  // every place is written, and kept by moving on
  for (size_t i = begin; i < end;) {
    const std::span contenders(room.data(),
                               contenders_of(boxes[i / kBox], centres, least.data(), room.data()));
    const size_t stop = std::min(i + kBox, end);
    if (contenders.size() == 1) {
      std::fill(&nearest[i - begin], &nearest[i - begin] + (stop - i), contenders.front().number);
      i = stop;
    }
    for (; i + kLanes <= stop; i += kLanes)
      nearest_lanes(contenders, &part.x[i], &part.y[i], &nearest[i - begin]);
    for (; i < stop; ++i) {
      std::array<double, kLanes> x, y, one;
      x.fill(part.x[i]);
      y.fill(part.y[i]);
      nearest_lanes(contenders, x.data(), y.data(), one.data());
      nearest[i - begin] = one[0];
    }
  }
}

/// Area targets, uniform within 15 %, in units of the part's cells.
std::vector<double> area_targets(int regions, RandomCursor& random) {
  std::vector<double> target(static_cast<size_t>(regions));
  for (double& t : target) t = random.uniform(0.85, 1.15);
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
FW_VECTOR_CLONES double jitter_distances(Centre seed, const double* x, const double* y, const double* u,
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
std::vector<Centre> farthest_seeds(const RegionPart& part, RandomCursor& random) {
  constexpr size_t kTogether = 512;
  const size_t cells = part.cell.size();
  std::vector<Centre> seeds;
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

/// Number of cells and sum of coordinates of every centre's power cell; pieces are added in order.
std::vector<Sums> power_cells(const RegionPart& sample, const std::vector<Box>& boxes,
                              const std::vector<Centre>& centres) {
  const size_t regions = centres.size();
  const size_t pieces = (sample.cell.size() + kPiece - 1) / kPiece;
  std::vector<Sums> partial(pieces * regions);
  parallel_for(sample.cell.size(), kPiece, [&](size_t begin, size_t end) {
    Sums* mine = &partial[begin / kPiece * regions];
    std::array<double, kPiece> nearest;
    nearest_centres(centres, sample, boxes, begin, end, nearest);
    // Neighbours mostly share a centre: their sums stay in registers.
    for (size_t i = begin; i < end;) {
      const double centre = nearest[i - begin];
      Sums s = mine[static_cast<size_t>(centre)];
      for (; i < end && nearest[i - begin] == centre; ++i) {
        s.count += 1;
        s.x += sample.x[i];
        s.y += sample.y[i];
      }
      mine[static_cast<size_t>(centre)] = s;
    }
  });
  std::vector<Sums> sums(regions);
  for (size_t k = 0; k < partial.size(); ++k) {
    sums[k % regions].count += partial[k].count;
    sums[k % regions].x += partial[k].x;
    sums[k % regions].y += partial[k].y;
  }
  return sums;
}

double worst_area_error(const std::vector<Sums>& sums, const std::vector<double>& target, double cells) {
  double worst = 0;
  for (size_t r = 0; r < sums.size(); ++r)
    worst = std::max(worst, std::fabs(sums[r].count / cells - target[r]) / target[r]);
  return worst;
}

/// Lloyd's iteration on a power diagram whose weights learn the area targets (Aurenhammer 1987; de Goes et
/// al. 2012).
std::vector<Centre> balance(const RegionPart& sample, std::vector<Centre> centres,
                            const std::vector<double>& target, double cell_area_m2, RandomCursor& random) {
  const auto cells = static_cast<double>(sample.cell.size());
  const std::vector<Box> boxes = boxes_of(sample);
  std::vector<Centre> best = centres;
  double least_error = INFINITY;
  for (int step = 0; step < kLloydSteps; ++step) {
    const std::vector<Sums> sums = power_cells(sample, boxes, centres);
    if (step >= kMovingSteps) {
      const double error = worst_area_error(sums, target, cells);
      if (error < least_error) {
        least_error = error;
        best = centres;
      }
    }
    double mean_weight = 0;
    for (size_t r = 0; r < centres.size(); ++r) {
      Centre& c = centres[r];
      c.weight += kWeightRate * (target[r] * cells - sums[r].count) * cell_area_m2;
      mean_weight += c.weight / static_cast<double>(centres.size());
      if (step >= kMovingSteps || sums[r].count == 0) continue;
      c.x += kMove * (sums[r].x / sums[r].count - c.x);
      c.y += kMove * (sums[r].y / sums[r].count - c.y);
    }
    for (Centre& c : centres) c.weight -= mean_weight;
    for (size_t r = 0; r < centres.size(); ++r) {
      if (sums[r].count > 0) continue;
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

}  // namespace

std::vector<RegionPart> split_neutral(const Template& tmpl, const SeedBundle& seeds, const Mask& plan) {
  const uint64_t stream = seeds.noise_stream();
  const double phase = tmpl.noise.phase;
  const Raster<float> wx =
      noise_raster(bind_noise(kBorderStack, derive(stream, "admin.wx")), plan.grid, phase);
  const Raster<float> wy =
      noise_raster(bind_noise(kBorderStack, derive(stream, "admin.wy")), plan.grid, phase);
  const double reach = tmpl.regions.warp_m / kBorderUnit;

  RegionPart all;
  reserve(all, plan.size());
  for (size_t cell = 0; cell < plan.size(); ++cell) {
    if (!plan[cell]) continue;
    const Vec2 p = plan.grid.centre(cell);
    all.cell.push_back(static_cast<uint32_t>(cell));
    all.x.push_back(p.x + reach * static_cast<double>(wx[cell]));
    all.y.push_back(p.y + reach * static_cast<double>(wy[cell]));
  }

  const auto north = static_cast<size_t>(neutral_cells(tmpl, static_cast<int64_t>(all.cell.size())));
  // The northernmost, ties by index.
  std::vector<uint8_t> neutral(all.cell.size(), 0);
  if (north > 0) {
    std::vector<double> y = all.y;
    const auto last = y.begin() + static_cast<std::ptrdiff_t>(north) - 1;
    std::nth_element(y.begin(), last, y.end(), std::greater<>());
    size_t level =
        north - static_cast<size_t>(std::count_if(y.begin(), last, [&](double v) { return v > *last; }));
    for (size_t i = 0; i < neutral.size(); ++i)
      neutral[i] = all.y[i] > *last || (all.y[i] == *last && level > 0 && level-- > 0) ? 1 : 0;
  }

  std::vector<RegionPart> parts(2);
  parts[0].regions = tmpl.regions.neutral;
  parts[1].regions = tmpl.regions.controllable;
  reserve(parts[0], north);
  reserve(parts[1], all.cell.size() - north);
  for (size_t i = 0; i < all.cell.size(); ++i) {
    RegionPart& part = parts[neutral[i] ? 0 : 1];
    part.cell.push_back(all.cell[i]);
    part.x.push_back(all.x[i]);
    part.y.push_back(all.y[i]);
  }
  return parts;
}

Raster<uint8_t> draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                             const GridSpec& plan) {
  RandomCursor random{derive(seeds.layout_stream(), "admin#" + std::to_string(attempt)), 0};
  Raster<uint8_t> labels(plan);
  size_t first_label = 1;
  for (const RegionPart& part : parts) {
    if (part.regions == 0 || part.cell.empty()) continue;
    const std::vector<double> target = area_targets(part.regions, random);
    const std::vector<Centre> start = farthest_seeds(part, random);
    const RegionPart sample = thin(part, plan);
    const bool thick = sample.cell.size() >= 20 * static_cast<size_t>(part.regions);
    const RegionPart& used = thick ? sample : part;
    const double used_area =
        plan.cell_area_m2() * static_cast<double>(part.cell.size()) / static_cast<double>(used.cell.size());
    const std::vector<Centre> centres = balance(used, start, target, used_area, random);
    const std::vector<Box> boxes = boxes_of(part);
    parallel_for(part.cell.size(), kPiece, [&](size_t begin, size_t end) {
      std::array<double, kPiece> nearest;
      nearest_centres(centres, part, boxes, begin, end, nearest);
      for (size_t i = begin; i < end; ++i)
        labels[part.cell[i]] = static_cast<uint8_t>(first_label + static_cast<size_t>(nearest[i - begin]));
    });
    first_label += static_cast<size_t>(part.regions);
  }
  return labels;
}

}  // namespace fw
