#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/water/drainage/cell_window.h"
#include "core/water/drainage/flood.h"
#include "core/water/lakes/lakes.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr double kLeastCatchment = 2.5;  // of the area
constexpr double kMostCatchment = 60;
constexpr double kMoreCatchment_m2 = 0.4e6;
constexpr double kCoast_m = 220;
constexpr double kCoastFade_m = 500;
constexpr double kLeastRise_m = 10;
constexpr double kRise = 0.05;  // of the greatest height
constexpr double kRipple_m = 2.5;
// The blur of a flooded area's outline, by the side of a square of that area. Without it and without the
// noise the shores are the edges of catchments, straight for long ways.
constexpr double kShapeSigma = 0.16, kLeastSigma_cells = 1.6, kMostSigma_cells = 3;
constexpr double kShoreNoise = 0.8;        // of the blurred area, for one sd of the noise
constexpr double kNoise_sd = 0.2;          // of the shore's noise
constexpr double kShortestWave_cells = 4;  // shorter ones leave cells beside the drawn outline
constexpr double kShoreWave = 0.8;         // its wavelength over the side of a square of the lake's area
constexpr size_t kLeastNoisy_cells = 40;   // smaller lakes have plain outlines
constexpr int kShapeTries = 3;
constexpr int kLevelTries = 6;
constexpr double kLowestLevel = 0.25;  // of what a lake's outline may be drawn at; 0.5 is in the middle
constexpr float kLeastInside = 0.1F;
constexpr int kMargin_cells = 8;
constexpr double kBay_cells = 2;  // a bay's cells lie farther from the main part of an outline
const NoiseStack kRippleStack{160, 2, 0.6, 2.0};
const NoiseStack kShoreStack{0, 3, 0.5, 2.0};

/// How strict a search is.
struct Rung {
  double distance = 1;  ///< factor on distances and on 1 / rise
  double area = 1;
};
constexpr std::array<Rung, 6> kLadder{{{1, 1}, {0.7, 1}, {0.5, 1}, {0.5, 0.75}, {0.5, 0.55}, {0.5, 0.4}}};

Raster<float> rippled(const Raster<float>& height_m, const Raster<float>& noise) {
  Raster<float> out = noise;
  for (size_t cell = 0; cell < out.size(); ++cell)
    out[cell] = static_cast<float>(static_cast<double>(height_m[cell]) +
                                   kRipple_m * static_cast<double>(noise[cell]));
  return out;
}

/// The water without what its outline (lake_rings) would part from it at a narrow place.
Mask without_parted_bays(const Mask& water) {
  const Raster<float> shape = lake_shape(water);
  Mask inner(water.grid);
  for (size_t i = 0; i < inner.size(); ++i) inner[i] = shape[i] > 0.5F;
  if (list_components(inner).cells.size() < 2) return water;
  const Raster<float> away_m = distance_to(largest_component(inner));
  Mask main = water;
  for (size_t i = 0; i < main.size(); ++i)
    if (static_cast<double>(away_m[i]) > kBay_cells * water.grid.cell_m) main[i] = 0;
  return largest_component(main);
}

class Search {
 public:
  Search(const Template& tmpl, const SeedBundle& seeds, const LakeInputs& ground)
      : tmpl_(tmpl),
        ground_(ground),
        donors_(donors_of(ground.drainage)),
        ripple_(rippled(ground.height_m,
                        plan_noise(tmpl, seeds, ground.land.grid, "lakes.ripple", kRippleStack))),
        dice_(derive(seeds.noise_stream(), "lakes")),
        shore_(derive(seeds.noise_stream(), "lakes.shore")),
        outlets_(outlet_cells(ground.land)),
        away_m_(ground.land.grid, std::numeric_limits<float>::infinity()),
        open_(ripple_, ground.land) {}

  /// Measures how far cells lie from a lake, as far as spacing reaches.
  void avoid(const PlanLake& lake) {
    const GridSpec& g = ground_.land.grid;
    const double reach_cells = std::min(lake_spacing_m(tmpl_) / g.cell_m, static_cast<double>(g.cells()));
    const int margin = static_cast<int>(std::max(reach_cells, kLeastGap_cells)) + 1;
    const CellWindow part = window_round(g, lake.cells, margin);
    Mask water(part.grid);
    for (const uint32_t cell : lake.cells) water[part.at(g, cell)] = 1;
    const Raster<float> away = distance_to(water);
    for (size_t i = 0; i < away.size(); ++i) {
      float& nearest = away_m_[part.cell(g, i)];
      nearest = std::min(nearest, away[i]);
    }
  }

  std::optional<PlanLake> find(double area_m2, const Rung& rung) {
    const double scale = frame_factor(tmpl_);
    gap_m_ = std::max(lake_spacing_m(tmpl_) * rung.distance, kLeastGap_cells * ground_.land.grid.cell_m);
    const double most_rise = std::max(kLeastRise_m, kRise * tmpl_.relief.height_max_m) / rung.distance;
    const double most_m2 = kMostCatchment * area_m2 + kMoreCatchment_m2 * scale * scale;
    double best = std::numeric_limits<double>::infinity();
    uint32_t site = kOffLand;
    for (uint32_t cell = 0; cell < ground_.land.size(); ++cell) {
      const double catchment = ground_.catchment_m2[cell];
      if (ground_.land[cell] == 0 || catchment < kLeastCatchment * area_m2 || catchment > most_m2) continue;
      const auto coast = static_cast<double>(ground_.coast_m[cell]);
      if (coast <= kCoast_m * scale * rung.distance || blocked(cell)) continue;
      const double factor = (0.75 + 0.5 * random_uniform(dice_, cell)) *
                            (1 + 1.2 * exact::exp(-coast / (kCoastFade_m * scale)));
      const double limit = std::min(most_rise, best / factor);
      const double rise = flood(cell, area_m2, limit);
      if (rise * factor >= best || rise > most_rise) continue;
      best = rise * factor;
      site = cell;
    }
    if (site == kOffLand) return std::nullopt;
    return shape(site, area_m2);
  }

 private:
  bool blocked(uint32_t cell) const { return static_cast<double>(away_m_[cell]) < gap_m_; }

  /// How far water must rise above an outlet to flood an area upstream; infinite where that is more than
  /// `limit` or there is too little land. The flooded cells are in cells_.
  double flood(uint32_t outlet, double area_m2, double limit) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const auto wanted = static_cast<size_t>(std::max(1.0, area_m2 / ground_.land.grid.cell_area_m2() + 0.5));
    const auto base = static_cast<double>(ground_.height_m[outlet]);
    open_.clear();
    cells_.clear();
    const auto enter = [&](uint32_t cell) {
      for (const uint32_t* up = donors_.begin(cell); up != donors_.end(cell); ++up)
        if (!blocked(*up)) open_.push(*up);
    };
    enter(outlet);
    double rise = 0;
    while (cells_.size() < wanted) {
      if (open_.empty()) return kNever;
      const uint32_t cell = open_.top();
      open_.pop();
      rise = std::max(rise, static_cast<double>(ripple_[cell]) - base);
      if (rise > limit) return kNever;
      cells_.push_back(cell);
      enter(cell);
    }
    return rise;
  }

  /// The lake that stands at an outlet: the flooded cells with a smooth outline.
  std::optional<PlanLake> shape(uint32_t outlet, double area_m2) {
    const GridSpec& g = ground_.land.grid;
    const double cells = area_m2 / g.cell_area_m2();
    double ask = area_m2;
    PlanLake best;
    double error = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kShapeTries; ++i) {
      flood(outlet, ask, std::numeric_limits<double>::infinity());
      if (cells_.empty()) break;
      PlanLake lake = outline(outlet, cells);
      const double got = static_cast<double>(lake.cells.size());
      if (lake.cells.empty()) break;
      if (std::fabs(got - cells) < error) {
        error = std::fabs(got - cells);
        best = std::move(lake);
      }
      ask *= std::clamp(cells / got, 0.5, 2.0);
    }
    if (best.cells.empty() || !has_outline(g, best.cells)) return std::nullopt;
    best.asked_m2 = area_m2;
    return best;
  }

  /// The flooded cells with a smooth, winding outline round about as many cells as wanted.
  PlanLake outline(uint32_t outlet, double wanted) const {
    const GridSpec& g = ground_.land.grid;
    const CellWindow part = window_round(g, cells_, kMargin_cells);
    Mask flooded(part.grid);
    for (const uint32_t cell : cells_) flooded[part.at(g, cell)] = 1;
    const double sigma_cells = std::clamp(kShapeSigma * std::sqrt(static_cast<double>(cells_.size())),
                                          kLeastSigma_cells, kMostSigma_cells);
    Raster<float> inside = gaussian(flooded, sigma_cells * g.cell_m);
    if (cells_.size() >= kLeastNoisy_cells) add_shore_noise(part, std::sqrt(wanted) * g.cell_m, inside);
    PlanLake best;
    double low = kLowestLevel, high = 1 - kLowestLevel, error = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kLevelTries && error > 0; ++i) {
      const double level = (low + high) / 2;
      PlanLake lake = cut(part, flooded, inside, static_cast<float>(level), outlet);
      const double got = static_cast<double>(lake.cells.size());
      (got > wanted ? low : high) = level;
      if (std::fabs(got - wanted) >= error) continue;
      error = std::fabs(got - wanted);
      best = std::move(lake);
    }
    return best;
  }

  /// Bays and capes in proportion to a lake with this side.
  void add_shore_noise(const CellWindow& part, double side_m, Raster<float>& inside) const {
    NoiseStack stack = kShoreStack;
    stack.wavelength_m = kShoreWave * side_m;
    const NoiseField field = bind_noise(stack, shore_, kShortestWave_cells * ground_.land.grid.cell_m);
    std::vector<size_t> cells;  // noise alone makes no water
    std::vector<double> x_m, y_m;
    for (size_t i = 0; i < inside.size(); ++i) {
      if (inside[i] < kLeastInside) continue;
      const Vec2 at = ground_.land.grid.centre(static_cast<size_t>(part.cell(ground_.land.grid, i)));
      cells.push_back(i);
      x_m.push_back(at.x);
      y_m.push_back(at.y);
    }
    std::vector<float> noise(cells.size());
    sample_noise(field, x_m, y_m, tmpl_.noise.phase, noise);
    for (size_t i = 0; i < cells.size(); ++i)
      inside[cells[i]] += static_cast<float>(kShoreNoise / kNoise_sd) * noise[i];
  }

  /// The lake where `inside` is above a level.
  PlanLake cut(const CellWindow& part, const Mask& flooded, const Raster<float>& inside, float level,
               uint32_t outlet) const {
    const GridSpec& g = ground_.land.grid;
    const std::vector<uint32_t>& receiver = ground_.drainage.receiver.cells;
    Mask water(part.grid);
    for (size_t i = 0; i < water.size(); ++i) {
      const uint32_t cell = part.cell(g, i);
      water[i] = inside[i] > level && ground_.land[cell] != 0 && !blocked(cell) && outlets_[cell] == 0;
    }
    for (uint32_t cell = outlet; part.contains(g, cell); cell = receiver[cell]) {
      water[part.at(g, cell)] = 0;
      if (receiver[cell] == cell) break;
    }
    water = without_parted_bays(fill_holes(largest_component(water)));
    PlanLake lake;
    uint32_t last = kOffLand;  // of the flooded cells that remain, the one with the largest catchment
    for (size_t i = 0; i < water.size(); ++i) {
      if (water[i] == 0) continue;
      const uint32_t cell = part.cell(g, i);
      lake.cells.push_back(cell);
      if (flooded[i] != 0 && (last == kOffLand || ground_.catchment_m2[cell] > ground_.catchment_m2[last]))
        last = cell;
    }
    if (last == kOffLand) return {};
    lake.outlet = receiver[last];
    while (part.contains(g, lake.outlet) && water[part.at(g, lake.outlet)] != 0)
      lake.outlet = receiver[lake.outlet];
    lake.level_m = std::min(ground_.height_m[outlet], ground_.height_m[lake.outlet]);
    return lake;
  }

  const Template& tmpl_;
  const LakeInputs& ground_;
  Donors donors_;
  Raster<float> ripple_;  ///< height with ripples, m
  uint64_t dice_, shore_;
  Mask outlets_;
  Raster<float> away_m_;  ///< from other lakes
  double gap_m_ = 0;
  CellQueue open_;  ///< by ripple_: what water reaches next
  std::vector<uint32_t> cells_;
};

std::string area_text(double area_m2) {
  return rounded_text(area_m2 / 1e6, 4) + " km^2";
}

}  // namespace

void choose_lakes(const Template& tmpl, const SeedBundle& seeds, const LakeInputs& ground,
                  const std::vector<double>& asked, std::vector<PlanLake>& lakes, Findings& findings) {
  if (asked.empty()) return;
  Search search(tmpl, seeds, ground);
  for (const PlanLake& lake : lakes) search.avoid(lake);
  for (const double area : asked) {
    std::optional<PlanLake> lake;
    for (size_t rung = 0; rung < kLadder.size() && !lake; ++rung) {
      lake = search.find(area * kLadder[rung].area, kLadder[rung]);
      if (!lake || rung == 0) continue;
      findings.push_back(
          {Severity::info, "lake_relaxed", "lakes.count",
           "No site for a lake of " + area_text(area) + " with the usual distances: " +
               (kLadder[rung].area < 1 ? "one of " + area_text(area * kLadder[rung].area)
                                       : std::string("it stands nearer to others or the coast")) +
               " was made."});
    }
    if (!lake) {
      findings.push_back({Severity::warning, "lake_missing", "lakes.count",
                          "No site for a lake of " + area_text(area) +
                              ": ask for fewer or smaller lakes, or less lakes.spacing_m."});
      continue;
    }
    lake->asked_m2 = area;
    search.avoid(*lake);
    lakes.push_back(std::move(*lake));
  }
  std::stable_sort(lakes.begin(), lakes.end(),
                   [](const PlanLake& a, const PlanLake& b) { return a.asked_m2 > b.asked_m2; });
}

}  // namespace fw
