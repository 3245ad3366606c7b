#include "core/world/points/rarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/exact/exact_math.h"
#include "core/base/rng.h"
#include "core/field/quantile/quantile.h"
#include "core/model/number_text.h"
#include "core/model/template/spacing_rules.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

constexpr double kPowerJitter = 0.02;
constexpr Rarity kOrdinary{1};
constexpr std::string_view kStrongSites = "strong";  // in a step's `near`: all kinds with strong = true

/// One enemy while rarity is decided.
struct Contender {
  size_t point = 0;
  Vec2 position_m;
  Danger band{};
  double rank = 0;
  double site_m = 0;  ///< distance to the nearest strong landmark
  Rarity rarity = kOrdinary;
};

/// One step of a ladder: who may be tagged, and how far from those tagged before.
struct Step {
  BandRange bands;
  double least_rank = 0;
  std::vector<Vec2> near{};                                  ///< places of which one lies ...
  double reach_m = std::numeric_limits<double>::infinity();  ///< ... within this; infinite = anywhere
  double spacing_m = 0;
  std::string near_words{};
};

bool admits(const Step& step, const Contender& c) {
  return c.band >= step.bands.safest && c.band <= step.bands.worst && c.rank >= step.least_rank &&
         (!std::isfinite(step.reach_m) || nearest_m(step.near, c.position_m) <= step.reach_m);
}

/// Tags contenders of one step by descending score, ties by index; `tagged` are the positions to keep away
/// from.
int tag_step(std::vector<Contender>& all, const Step& step, const std::vector<double>& score, Rarity rarity,
             int wanted, std::vector<Vec2>& tagged) {
  std::vector<size_t> order;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].rarity == kOrdinary && admits(step, all[i])) order.push_back(i);
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

/// A row of rarities and what it tags with.
struct Ladder {
  const RarityRow& row;
  Rarity rarity;
};

/// Climbs the steps until `quota` are tagged; reports every step below the first that was needed, and a
/// shortfall.
void climb(std::vector<Contender>& all, const std::vector<Step>& steps, const std::vector<double>& score,
           const Ladder& ladder, int quota, std::vector<Vec2>& tagged, Findings& findings) {
  const std::string& slug = ladder.row.id;
  int done = 0;
  for (size_t s = 0; s < steps.size() && done < quota; ++s) {
    const int more = tag_step(all, steps[s], score, ladder.rarity, quota - done, tagged);
    done += more;
    if (s > 0 && more > 0)
      findings.push_back(
          {Severity::info, "rarity_relaxed", "rarities." + slug,
           std::to_string(more) + " " + slug + " at rung " + std::to_string(s + 1) + ": rank from " +
               decimal_text(steps[s].least_rank) + ", " + decimal_text(steps[s].spacing_m) + " m apart" +
               (std::isfinite(steps[s].reach_m)
                    ? ", within " + decimal_text(steps[s].reach_m) + " m of " + steps[s].near_words
                    : "")});
  }
  if (done >= quota) return;
  const std::string path = "rarities." + slug;
  const std::string advice =
      ladder.row.count ? "Set " + path + ".count to " + std::to_string(done) : "Lower " + path + ".rate";
  findings.push_back({Severity::warning, "rarity_shortfall", path,
                      slug + ": " + std::to_string(done) + " of " + std::to_string(quota) + " chosen. " +
                          advice + " or lower " + path + ".spacing_m."});
}

void rank_power(const PlacementInputs& inputs, const std::vector<uint32_t>& cells,
                std::vector<Contender>& all) {
  const NoiseStack& stack = inputs.tmpl.noise.feature;
  const NoiseField noise =
      bind_noise(stack, derive(inputs.seeds.of(SeedPart::points).noise_stream(), "power"));
  const uint64_t jitter = derive(inputs.seeds.of(SeedPart::points).place_stream(), "power");
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
  for (size_t band = 0; band < inputs.tmpl.vocabulary.danger.size(); ++band) {
    std::vector<float> values;
    std::vector<size_t> members;
    for (size_t i = 0; i < all.size(); ++i) {
      if (static_cast<size_t>(all[i].band) != band) continue;
      values.push_back(power[i]);
      members.push_back(i);
    }
    const std::vector<float> ranks = rank(values);
    for (size_t k = 0; k < members.size(); ++k) all[members[k]].rank = static_cast<double>(ranks[k]);
  }
}

std::vector<Vec2> near_places(const Vocabulary& vocabulary, const GridSpec& grid, const LandmarkPlan& plan,
                              const std::vector<std::string>& near) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : plan.landmarks) {
    const LandmarkRow& kind = vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
    const bool named = std::any_of(near.begin(), near.end(), [&](const std::string& id) {
      return id == kind.id || (kind.strong && id == kStrongSites);
    });
    if (named) out.push_back(landmark_position(grid, landmark.cell));
  }
  return out;
}

std::string near_words(const std::vector<std::string>& near) {
  std::string words;
  for (const std::string& id : near)
    words += (words.empty() ? "" : " or ") + (id == kStrongSites ? std::string("a strong site") : id);
  return words;
}

/// The row's steps; without any, one for all enemies.
std::vector<Step> steps_of(const PlacementInputs& inputs, const LandmarkPlan& plan, const RarityRow& row) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  std::vector<LadderStep> ladder = row.ladder;
  if (ladder.empty()) ladder.resize(1);
  std::vector<Step> steps;
  for (const LadderStep& step : ladder)
    steps.push_back({.bands = step_bands(step, vocabulary),
                     .least_rank = step.least_rank,
                     .near = near_places(vocabulary, inputs.map.code.grid, plan, step.near),
                     .reach_m = step.near.empty() ? std::numeric_limits<double>::infinity() : step.within_m,
                     .spacing_m = row.spacing_m * step.spacing_factor,
                     .near_words = near_words(step.near)});
  return steps;
}

std::vector<double> scores(const Vocabulary& vocabulary, const RarityRow& row,
                           const std::vector<Contender>& all) {
  std::vector<double> score(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    score[i] = all[i].rank;
    if (row.near_bonus != 0 && std::isfinite(all[i].site_m))
      score[i] += row.near_bonus * exact::exp(-all[i].site_m / row.near_scale_m);
    if (vocabulary.danger[static_cast<size_t>(all[i].band)].strong) score[i] += row.strong_bonus;
  }
  return score;
}

/// Every band's elite_rate of its enemies, band by band.
void tag_by_band(const Vocabulary& vocabulary, const Ladder& ladder, const std::vector<double>& score,
                 std::vector<Contender>& all, std::vector<Vec2>& tagged, Findings& findings) {
  for (size_t b = 0; b < vocabulary.danger.size(); ++b) {
    const BandRow& row = vocabulary.danger[b];
    const auto band = static_cast<Danger>(b);
    const auto enemies =
        std::count_if(all.begin(), all.end(), [band](const Contender& c) { return c.band == band; });
    const int wanted = static_cast<int>(std::floor(row.elite_rate * static_cast<double>(enemies) + 0.5));
    const Step step{.bands = {band, band}, .spacing_m = ladder.row.spacing_m};
    const int done = tag_step(all, step, score, ladder.rarity, wanted, tagged);
    if (done < wanted)
      findings.push_back({Severity::warning, "rarity_shortfall", "danger." + row.id + ".elite_rate",
                          ladder.row.id + " in " + row.id + ": " + std::to_string(done) + " of " +
                              std::to_string(wanted) + " tagged; no other enemy stands " +
                              decimal_text(ladder.row.spacing_m) + " m from those tagged before"});
  }
}

/// From the last row to the second: the rarest first.
void tag_rarities(const PlacementInputs& inputs, const LandmarkPlan& plan, std::vector<Contender>& all,
                  Findings& findings) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  std::vector<Vec2> tagged;
  for (size_t r = vocabulary.rarities.size(); r-- > 1;) {
    const RarityRow& row = vocabulary.rarities[r];
    const Ladder ladder{row, static_cast<Rarity>(r + 1)};
    const std::vector<double> score = scores(vocabulary, row, all);
    if (!row.count && !row.rate) {
      tag_by_band(vocabulary, ladder, score, all, tagged, findings);
      continue;
    }
    const int quota = row.count
                          ? *row.count
                          : static_cast<int>(std::floor(*row.rate * static_cast<double>(all.size()) + 0.5));
    climb(all, steps_of(inputs, plan, row), score, ladder, quota, tagged, findings);
  }
}

double rounded(double value, double unit) {
  return std::floor(value * unit + 0.5) / unit;
}

void fill_features(const Vocabulary& vocabulary, const Contender& c, Point& point) {
  const BandRow& band = vocabulary.danger[static_cast<size_t>(c.band)];
  const double hp_factor = vocabulary.rarities[static_cast<size_t>(c.rarity) - 1].hp_factor;
  const auto map = [&c](const std::array<double, 2>& range) {
    return range[0] + (range[1] - range[0]) * c.rank;
  };
  point.hp_mult = rounded(map(band.hp_mult) * hp_factor, 100);
  point.dps_mult = rounded(map(band.dps_mult), 1000);
  point.level = static_cast<int>(std::floor(map(band.level) + 0.5));
  point.loot = rounded(map(band.loot), 1000);
  point.respawn_s = rounded(map(band.respawn_s), 1);
}

}  // namespace

void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                   const std::vector<size_t>& enemies, const std::vector<uint32_t>& cells,
                   std::vector<Point>& points, Findings& findings) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  const std::vector<Vec2> sites =
      near_places(vocabulary, inputs.map.code.grid, landmarks, {std::string(kStrongSites)});
  std::vector<Contender> all;
  for (const size_t e : enemies)
    all.push_back(
        {e, points[e].position_m, points[e].danger, 0, nearest_m(sites, points[e].position_m), kOrdinary});
  rank_power(inputs, cells, all);
  tag_rarities(inputs, landmarks, all, findings);
  for (const Contender& c : all) {
    Point& point = points[c.point];
    point.intensity = c.rank;
    point.rarity = c.rarity;
    fill_features(vocabulary, c, point);
  }
}

}  // namespace fw
