#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/world/regions/disc_sequence.h"
#include "core/world/regions/regions_plan.h"
#include "core/world/regions/regions_power.h"

// The regions of every part of the plan: docs/world.md, 3.
namespace fw {
namespace {

constexpr int kMovingSteps = 12;    // more of them make much of a little
constexpr int kStillSteps = 48;     // afterwards the centres are fixed and only the weights change
constexpr int kSettlingSteps = 12;  // so many last steps move no centre at all
constexpr int kChangingSteps = 24;  // towards other areas
constexpr double kMove = 0.7;
constexpr double kWeightRate = 0.30;
constexpr double kWeightReach = 0.15;  // of the squared distance to the nearest other centre, in one step
constexpr double kTargetSpread = 0.15;

/// Area targets, uniform within 15 %, in units of the part's cells. Every region draws its own.
std::vector<double> area_targets(const RegionPart& part, uint64_t substream) {
  std::vector<double> target(static_cast<size_t>(part.regions));
  for (size_t r = 0; r < target.size(); ++r) {
    target[r] = 1 + kTargetSpread * (2 * random_uniform(substream, r) - 1);
    if (r < static_cast<size_t>(part.among)) target[r] *= part.among_area;
  }
  const double sum = std::accumulate(target.begin(), target.end(), 0.0);
  for (double& t : target) t /= sum;
  return target;
}

/// Squared distance of every centre to the nearest other one.
std::vector<double> nearest_apart2(const std::vector<PowerCentre>& centres) {
  std::vector<double> apart2(centres.size(), std::numeric_limits<double>::infinity());
  for (size_t r = 0; r < centres.size(); ++r)
    for (size_t s = 0; s < r; ++s) {
      const double d2 = squared_distance({centres[r].x, centres[r].y}, {centres[s].x, centres[s].y});
      apart2[r] = std::min(apart2[r], d2);
      apart2[s] = std::min(apart2[s], d2);
    }
  return apart2;
}

/// A centre that holds nothing halves the region that holds most beyond its own.
void halve_largest(size_t empty, const std::vector<PowerCell>& cells, const std::vector<double>& wanted,
                   double cell_area_m2, std::vector<PowerCentre>& centres) {
  constexpr double kOff = 0.3;              // of the region's side
  constexpr double kGoldenAngle = 2.39996;  // several do not go the same way
  size_t largest = 0;
  double excess = 0;
  for (size_t r = 0; r < cells.size(); ++r) {
    if (cells[r].count - wanted[r] <= excess) continue;
    excess = cells[r].count - wanted[r];
    largest = r;
  }
  if (excess <= 0) return;
  const double off_m = kOff * std::sqrt(cells[largest].count * cell_area_m2);
  const exact::SinCos turn = exact::sincos(kGoldenAngle * static_cast<double>(empty));
  centres[empty] = {centres[largest].x + off_m * turn.cos, centres[largest].y + off_m * turn.sin,
                    centres[largest].weight};
}

/// One step of the weights towards the wanted numbers of places. Where two centres lie close a border runs
/// away from a step that elsewhere is short, so steps are bounded by that distance.
void learn_weights(const std::vector<PowerCell>& cells, const std::vector<double>& wanted,
                   const std::vector<double>& apart2, double cell_area_m2,
                   std::vector<PowerCentre>& centres) {
  double mean_weight = 0;
  for (size_t r = 0; r < centres.size(); ++r) {
    const double reach = kWeightReach * apart2[r];
    centres[r].weight += std::clamp(kWeightRate * (wanted[r] - cells[r].count) * cell_area_m2, -reach, reach);
    mean_weight += centres[r].weight / static_cast<double>(centres.size());
  }
  for (PowerCentre& c : centres) c.weight -= mean_weight;
}

std::vector<double> places_wanted(std::vector<double> target, size_t places) {
  for (double& w : target) w *= static_cast<double>(places);
  return target;
}

/// Lloyd's iteration on a power diagram whose weights learn the area targets (Aurenhammer 1987; de Goes et
/// al. 2012). The last step is taken, not the best: which is best jumps.
std::vector<PowerCentre> balance(const RegionPart& sample, std::vector<PowerCentre> centres,
                                 const std::vector<double>& target, double cell_area_m2) {
  const PowerPlaces places(sample.x, sample.y);
  const std::vector<double> wanted = places_wanted(target, sample.cell.size());
  for (int step = 0; step + 1 < kMovingSteps + kStillSteps; ++step) {
    const std::vector<PowerCell> cells = places.cells_of(centres);
    learn_weights(cells, wanted, nearest_apart2(centres), cell_area_m2, centres);
    for (size_t r = 0; r < centres.size() && step < kMovingSteps; ++r) {
      PowerCentre& c = centres[r];
      if (cells[r].count == 0) continue;
      c.x += kMove * (cells[r].x / cells[r].count - c.x);
      c.y += kMove * (cells[r].y / cells[r].count - c.y);
    }
    for (size_t r = 0; r < centres.size() && step <= kMovingSteps + kStillSteps - kSettlingSteps; ++r)
      if (cells[r].count == 0) halve_largest(r, cells, wanted, cell_area_m2, centres);
  }
  return centres;
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

/// The cells that a part's balance reads.
RegionPart sample_of(const RegionPart& part, const GridSpec& plan) {
  RegionPart sample = thin(part, plan);
  const bool thick = sample.cell.size() >= 20 * static_cast<size_t>(part.regions);
  return thick ? sample : part;
}

double area_of_place_m2(const RegionPart& part, const RegionPart& sample, const GridSpec& plan) {
  return plan.cell_area_m2() * static_cast<double>(part.cell.size()) /
         static_cast<double>(sample.cell.size());
}

/// The label of a part's centre.
size_t label_of(const RegionPart& part, size_t centre) {
  const auto among = static_cast<size_t>(part.among);
  return centre < among ? part.among_label + centre : part.first_label + centre - among;
}

/// Every cell of a part takes the label of its centre.
void lay_labels(const RegionPart& part, const std::vector<PowerCentre>& centres, Raster<uint8_t>& labels) {
  PowerPlaces(part.x, part.y).for_each(centres, [&](size_t i, size_t centre) {
    labels[part.cell[i]] = static_cast<uint8_t>(label_of(part, centre));
  });
}

/// Where the regions of a part begin, in its warped coordinates.
std::vector<PowerCentre> first_centres(const RegionPart& part, uint64_t substream) {
  Spread spread;
  for (size_t i = 0; i < part.cell.size(); ++i) spread.add({part.x[i], part.y[i]});
  std::vector<PowerCentre> centres;
  for (const Vec2 p : spread.lay(disc_sequence(substream, part.regions))) centres.push_back({p.x, p.y, 0});
  return centres;
}

}  // namespace

RegionDraw draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                        const GridSpec& plan) {
  RegionDraw out{Raster<uint8_t>(plan), {}};
  int count = 0;
  for (const RegionPart& part : parts) count += part.regions;
  out.anchors.resize(static_cast<size_t>(count));
  out.centres.resize(parts.size());
  for (size_t p = 0; p < parts.size(); ++p) {
    const RegionPart& part = parts[p];
    if (part.regions == 0) continue;
    const std::string tag = "regions." + part.tag + "#" + std::to_string(attempt) + ".";
    const auto stream = [&](const char* of) { return derive(seeds.layout_stream(), tag + of); };
    for (size_t k = 0; k < static_cast<size_t>(part.regions); ++k)
      out.anchors[label_of(part, k) - 1].id = random_bits(stream("id"), k);
    if (part.cell.empty()) continue;
    const std::vector<double> target = area_targets(part, stream("area"));
    const RegionPart sample = sample_of(part, plan);
    const std::vector<PowerCentre> start = first_centres(sample, stream("place"));
    out.centres[p] = balance(sample, start, target, area_of_place_m2(part, sample, plan));
    for (size_t k = 0; k < start.size(); ++k) {
      RegionAnchor& anchor = out.anchors[label_of(part, k) - 1];
      anchor.at_m = {start[k].x, start[k].y};
      anchor.cells = target[k] * static_cast<double>(part.cell.size());
    }
    lay_labels(part, out.centres[p], out.labels);
  }
  return out;
}

void change_areas(const std::vector<RegionPart>& parts, const std::vector<double>& cells,
                  const GridSpec& plan, RegionDraw& drawn) {
  drawn.labels = Raster<uint8_t>(plan);
  for (size_t p = 0; p < parts.size(); ++p) {
    const RegionPart& part = parts[p];
    std::vector<PowerCentre>& centres = drawn.centres[p];
    if (centres.empty()) continue;
    std::vector<double> target;
    for (size_t k = 0; k < centres.size(); ++k) target.push_back(cells[label_of(part, k) - 1]);
    const double sum = std::accumulate(target.begin(), target.end(), 0.0);
    for (size_t k = 0; k < centres.size(); ++k) {
      target[k] = sum > 0 ? target[k] / sum : 1 / static_cast<double>(centres.size());
      drawn.anchors[label_of(part, k) - 1].cells = target[k] * static_cast<double>(part.cell.size());
    }
    const RegionPart sample = sample_of(part, plan);
    const PowerPlaces places(sample.x, sample.y);
    const std::vector<double> wanted = places_wanted(std::move(target), sample.cell.size());
    const std::vector<double> apart2 = nearest_apart2(centres);
    for (int step = 0; step < kChangingSteps; ++step)
      learn_weights(places.cells_of(centres), wanted, apart2, area_of_place_m2(part, sample, plan), centres);
    lay_labels(part, centres, drawn.labels);
  }
}

}  // namespace fw
