#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/rng.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/regions/regions_plan.h"
#include "core/world/regions/regions_power.h"

// The regions of every part of the plan: docs/world.md, 3.
namespace fw {
namespace {

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
