#include "core/world/points/rarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/rng.h"
#include "core/field/quantile/quantile.h"
#include "core/model/number_text.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

constexpr double kBossSite_m = 400;
constexpr double kPowerJitter = 0.02;

/// One enemy while rarity is decided.
struct Contender {
  size_t point = 0;
  Vec2 position_m;
  Danger band = Danger::green;
  double rank = 0;
  double site_m = 0;  ///< distance to the nearest expedition or elite zone
  Rarity rarity = Rarity::ordinary;
};

/// One step of a ladder: who may be tagged, and how far from those tagged before.
struct Step {
  Danger low, high;
  double least_rank;
  double reach_m;
  double spacing_m;
};

bool admits(const Step& step, const Contender& c) {
  return c.band >= step.low && c.band <= step.high && c.rank >= step.least_rank && c.site_m <= step.reach_m;
}

/// Tags contenders of one step by descending score, ties by index; `tagged` are the positions to keep away
/// from.
int tag_step(std::vector<Contender>& all, const Step& step, const std::vector<double>& score, Rarity rarity,
             int wanted, std::vector<Vec2>& tagged) {
  std::vector<size_t> order;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].rarity == Rarity::ordinary && admits(step, all[i])) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
  const double limit2 = conflict_limit2(step.spacing_m);
  int done = 0;
  for (const size_t i : order) {
    if (done >= wanted) break;
    const bool near = std::any_of(tagged.begin(), tagged.end(),
                                  [&](Vec2 t) { return squared_distance(t, all[i].position_m) < limit2; });
    if (near) continue;
    all[i].rarity = rarity;
    tagged.push_back(all[i].position_m);
    ++done;
  }
  return done;
}

/// Climbs the steps until `quota` are tagged; reports every step below the first that was needed, and a
/// shortfall.
void climb(std::vector<Contender>& all, const std::vector<Step>& steps, const std::vector<double>& score,
           Rarity rarity, int quota, std::vector<Vec2>& tagged, Findings& findings) {
  const std::string slug(kRaritySlugs[static_cast<size_t>(rarity)]);
  int done = 0;
  for (size_t s = 0; s < steps.size() && done < quota; ++s) {
    const int more = tag_step(all, steps[s], score, rarity, quota - done, tagged);
    done += more;
    if (s > 0 && more > 0)
      findings.push_back({Severity::info, "rarity_relaxed", "rarity." + slug,
                          std::to_string(more) + " " + slug + " at rung " + std::to_string(s + 1) +
                              ": rank from " + decimal_text(steps[s].least_rank) + ", " +
                              decimal_text(steps[s].spacing_m) + " m apart" +
                              (std::isfinite(steps[s].reach_m)
                                   ? ", within " + decimal_text(steps[s].reach_m) + " m of a strong site"
                                   : "")});
  }
  if (done < quota)
    findings.push_back({Severity::warning, "rarity_shortfall", "rarity." + slug,
                        slug + ": " + std::to_string(done) + " of " + std::to_string(quota) +
                            " chosen. Set rarity." + slug + " to " + std::to_string(done) +
                            " or lower spacing." + slug + "_m."});
}

void rank_power(const PlacementInputs& inputs, const std::vector<uint32_t>& cells,
                std::vector<Contender>& all) {
  const NoiseStack& stack = inputs.tmpl.noise.feature;
  const NoiseField noise = bind_noise(stack, derive(inputs.seeds.noise_stream(), "power"));
  const uint64_t jitter = derive(inputs.seeds.place_stream(), "power");
  std::vector<double> x(cells.size()), y(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 centre = inputs.map.code.grid.centre(cells[i]);
    x[i] = centre.x;
    y[i] = centre.y;
  }
  std::vector<float> power(cells.size());
  sample_noise(noise, x, y, inputs.tmpl.noise.phase, power);
  for (size_t i = 0; i < power.size(); ++i)
    power[i] =
        static_cast<float>(static_cast<double>(power[i]) + kPowerJitter * random_uniform(jitter, cells[i]));
  for (int band = 0; band < kDangers; ++band) {
    std::vector<float> values;
    std::vector<size_t> members;
    for (size_t i = 0; i < all.size(); ++i) {
      if (static_cast<int>(all[i].band) != band) continue;
      values.push_back(power[i]);
      members.push_back(i);
    }
    const std::vector<float> ranks = rank(values);
    for (size_t k = 0; k < members.size(); ++k) all[members[k]].rank = static_cast<double>(ranks[k]);
  }
}

void tag_bosses(const Template& tmpl, std::vector<Contender>& all, std::vector<Vec2>& tagged,
                Findings& findings) {
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  const double boss_m = tmpl.spacing.boss_m;
  std::vector<double> score(all.size());
  for (size_t i = 0; i < all.size(); ++i)
    score[i] = all[i].rank + (std::isfinite(all[i].site_m) ? 0.35 * exact::exp(-all[i].site_m / 260) : 0.0);
  const std::vector<Step> steps{
      {Danger::red, Danger::black, 0.70, kBossSite_m, boss_m},
      {Danger::red, Danger::black, 0.45, kBossSite_m, boss_m * 0.8},
      {Danger::red, Danger::black, 0.0, kBossSite_m, boss_m * 0.6},
      {Danger::red, Danger::black, tmpl.rarity.boss_rank, kAnywhere, boss_m * 0.8},
  };
  climb(all, steps, score, Rarity::boss, tmpl.rarity.boss, tagged, findings);
}

void tag_named(const Template& tmpl, std::vector<Contender>& all, std::vector<Vec2>& tagged,
               Findings& findings) {
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  const double named_m = tmpl.spacing.named_m;
  std::vector<double> score(all.size());
  for (size_t i = 0; i < all.size(); ++i) score[i] = all[i].rank + (all[i].band >= Danger::red ? 0.15 : 0.0);
  const std::vector<Step> steps{
      {Danger::red, Danger::black, 0.6, kAnywhere, named_m},
      {Danger::red, Danger::black, 0.4, kAnywhere, named_m * 5 / 7},
      {Danger::yellow, Danger::yellow, 0.97, kAnywhere, named_m},
  };
  climb(all, steps, score, Rarity::named, tmpl.rarity.named, tagged, findings);
}

void tag_elites(const Template& tmpl, std::vector<Contender>& all, std::vector<Vec2>& tagged,
                Findings& findings) {
  std::vector<double> score(all.size());
  for (size_t i = 0; i < all.size(); ++i) score[i] = all[i].rank;
  for (int b = 0; b < kDangers; ++b) {
    const auto band = static_cast<Danger>(b);
    const auto enemies =
        std::count_if(all.begin(), all.end(), [band](const Contender& c) { return c.band == band; });
    const int wanted =
        static_cast<int>(std::floor(tmpl.bands[b].elite_rate * static_cast<double>(enemies) + 0.5));
    const Step step{band, band, 0.0, std::numeric_limits<double>::infinity(), tmpl.spacing.elite_m};
    const int done = tag_step(all, step, score, Rarity::elite, wanted, tagged);
    if (done < wanted)
      findings.push_back({Severity::warning, "rarity_shortfall",
                          "bands." + std::string(kDangerSlugs[b]) + ".elite_rate",
                          "elite in " + std::string(kDangerSlugs[b]) + ": " + std::to_string(done) + " of " +
                              std::to_string(wanted) + " tagged; no other enemy stands " +
                              decimal_text(tmpl.spacing.elite_m) + " m from those tagged before"});
  }
}

double rounded(double value, double unit) {
  return std::floor(value * unit + 0.5) / unit;
}

void fill_features(const BandFeatures& band, double rank, Point& point) {
  const auto map = [rank](const std::array<double, 2>& range) {
    return range[0] + (range[1] - range[0]) * rank;
  };
  point.hp_mult = rounded(map(band.hp_mult) * rarity_hp_factor(point.rarity), 100);
  point.dps_mult = rounded(map(band.dps_mult), 1000);
  point.level = static_cast<int>(std::floor(map(band.level) + 0.5));
  point.loot = rounded(map(band.loot), 1000);
  point.respawn_s = rounded(map(band.respawn_s), 1);
}

}  // namespace

double rarity_hp_factor(Rarity rarity) {
  static constexpr std::array<double, 5> kFactor{1, 1, 1.6, 2.4, 4.5};
  return kFactor[static_cast<size_t>(rarity)];
}

void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                   const std::vector<size_t>& enemies, const std::vector<uint32_t>& cells,
                   std::vector<Point>& points, Findings& findings) {
  const GridSpec& grid = inputs.map.code.grid;
  std::vector<Vec2> sites = positions_of(grid, landmarks.landmarks, LandmarkKind::expedition);
  const std::vector<Vec2> zones = positions_of(grid, landmarks.landmarks, LandmarkKind::elite_zone);
  sites.insert(sites.end(), zones.begin(), zones.end());
  std::vector<Contender> all;
  for (const size_t e : enemies)
    all.push_back({e, points[e].position_m, points[e].danger, 0, nearest_m(sites, points[e].position_m),
                   Rarity::ordinary});
  rank_power(inputs, cells, all);
  std::vector<Vec2> tagged;
  tag_bosses(inputs.tmpl, all, tagged, findings);
  tag_named(inputs.tmpl, all, tagged, findings);
  tag_elites(inputs.tmpl, all, tagged, findings);
  for (const Contender& c : all) {
    Point& point = points[c.point];
    point.intensity = c.rank;
    point.rarity = c.rarity;
    fill_features(inputs.tmpl.bands[static_cast<size_t>(c.band)], c.rank, point);
  }
}

}  // namespace fw
