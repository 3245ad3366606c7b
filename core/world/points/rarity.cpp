#include "core/world/points/rarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/field/quantile/quantile.h"
#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/enemy_features.h"
#include "core/world/land/spacing.h"
#include "core/world/points/rarity_internal.h"

namespace fw {
namespace {

constexpr double kAnywhere = std::numeric_limits<double>::infinity();
constexpr std::string_view kStrongSites = "strong";  // in a step's `near`: all kinds with strong = true

std::vector<Vec2> near_places(const Vocabulary& vocabulary, const GridSpec& grid, const LandmarkPlan& plan,
                              const std::vector<std::string>& near) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : plan.landmarks) {
    const LandmarkRow& kind = vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
    const bool named = std::any_of(near.begin(), near.end(), [&](const std::string& id) {
      return id == kind.id || (kind.strong && id == kStrongSites);
    });
    if (named) out.push_back(landmark_position(grid, landmark));
  }
  return out;
}

std::string near_words(const std::vector<std::string>& near) {
  std::string words;
  for (const std::string& id : near)
    words += (words.empty() ? "" : " or ") + (id == kStrongSites ? std::string("a strong site") : id);
  return words;
}

/// Climbs the steps until `quota` are tagged.
void climb(std::vector<Contender>& all, const std::vector<Step>& steps, const std::vector<double>& score,
           const RarityRow& row, Rarity rarity, int quota, Tags& tags, Findings& findings) {
  std::vector<int> done(steps.size(), 0);
  int sum = 0;
  for (size_t s = 0; s < steps.size() && sum < quota; ++s)
    sum += done[s] = tag_step(all, steps[s], s, score, rarity, quota - sum, tags);
  report_ladder(row, steps, done, quota, false, findings);
}

/// Every band's elite_rate of its enemies, band by band.
void tag_by_band(const Vocabulary& vocabulary, const RarityRow& row, Rarity rarity,
                 const std::vector<double>& score, std::vector<Contender>& all, Tags& tags,
                 Findings& findings) {
  for (size_t b = 0; b < vocabulary.danger.size(); ++b) {
    const auto band = static_cast<Danger>(b);
    const auto enemies =
        std::count_if(all.begin(), all.end(), [band](const Contender& c) { return c.band == band; });
    const int wanted = whole(vocabulary.danger[b].elite_rate * static_cast<double>(enemies));
    const int done = tag_step(all, step_of_band(row, band), 0, score, rarity, wanted, tags);
    report_band(row, vocabulary.danger[b], done, wanted, findings);
  }
}

void rank_power(size_t bands, std::vector<Contender>& all) {
  for (size_t band = 0; band < bands; ++band) {
    std::vector<float> values;
    std::vector<size_t> members;
    for (size_t i = 0; i < all.size(); ++i) {
      if (static_cast<size_t>(all[i].band) != band) continue;
      values.push_back(all[i].power);
      members.push_back(i);
    }
    const std::vector<float> ranks = rank(values);
    for (size_t k = 0; k < members.size(); ++k) all[members[k]].rank = static_cast<double>(ranks[k]);
  }
}

}  // namespace

bool admits(const Step& step, const Contender& c) {
  return c.band >= step.low && c.band <= step.high && c.rank >= step.least_rank &&
         (!std::isfinite(step.reach_m) || nearest_m(step.near, c.position_m) <= step.reach_m);
}

std::vector<Step> steps_of(const PlacementInputs& inputs, const LandmarkPlan& plan, const RarityRow& row) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  std::vector<LadderStep> ladder = row.ladder;
  if (ladder.empty()) ladder.resize(1);
  std::vector<Step> steps;
  for (const LadderStep& step : ladder) {
    const BandRange bands = step_bands(step, vocabulary);
    steps.push_back({bands.safest, bands.worst, step.least_rank,
                     near_places(vocabulary, inputs.map.code.grid, plan, step.near),
                     step.near.empty() ? kAnywhere : step.within_m, row.spacing_m * step.spacing_factor,
                     near_words(step.near)});
  }
  return steps;
}

Step step_of_band(const RarityRow& row, Danger band) {
  return {band, band, 0, {}, kAnywhere, row.spacing_m, {}};
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

int tag_step(std::vector<Contender>& all, const Step& step, size_t number, const std::vector<double>& score,
             Rarity rarity, int wanted, Tags& tags) {
  std::vector<size_t> order;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].rarity == kOrdinary && !all[i].kept_out && admits(step, all[i])) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
  int done = 0;
  for (const size_t i : order) {
    if (done >= wanted) break;
    if (tags.has_near(all[i].position_m, step.spacing_m)) continue;
    tags.give(all[i], rarity, number, step.spacing_m);
    ++done;
  }
  return done;
}

bool Tags::has_near(Vec2 position_m, double distance_m) const {
  const double limit2 = conflict_limit2(distance_m);
  return std::any_of(places_m.begin(), places_m.end(),
                     [&](Vec2 t) { return squared_distance(t, position_m) < limit2; });
}

void Tags::give(Contender& to, Rarity rarity, size_t step, double spacing_m) {
  to.rarity = rarity;
  to.tag = static_cast<int>(places_m.size());
  to.step = step;
  to.kept_m = spacing_m;
  places_m.push_back(to.position_m);
}

void report_ladder(const RarityRow& row, const std::vector<Step>& steps, const std::vector<int>& done_by_step,
                   int quota, bool by_hand, Findings& findings) {
  int done = 0;
  for (size_t s = 0; s < steps.size(); ++s) {
    done += done_by_step[s];
    if (s > 0 && done_by_step[s] > 0)
      findings.push_back(
          {Severity::info, "rarity_relaxed", "rarities." + row.id,
           std::to_string(done_by_step[s]) + " " + row.id + " at rung " + std::to_string(s + 1) +
               ": rank from " + decimal_text(steps[s].least_rank) + ", " + decimal_text(steps[s].spacing_m) +
               " m apart" +
               (std::isfinite(steps[s].reach_m)
                    ? ", within " + decimal_text(steps[s].reach_m) + " m of " + steps[s].near_words
                    : "")});
  }
  if (done >= quota) return;
  const std::string path = "rarities." + row.id;
  const Cure cure = row.count && !by_hand ? Cure{set_to(path + ".count", done)} : Cure{};
  const std::string advice = !row.count ? "Lower " + path + ".rate"
                             : by_hand  ? "Lower " + path + ".count"
                                        : sentence_case(cure_words(cure));
  findings.push_back(with_cures({Severity::warning, "rarity_shortfall", path,
                                 row.id + ": " + std::to_string(done) + " of " + std::to_string(quota) +
                                     " chosen. " + advice + " or lower " + path + ".spacing_m."},
                                {cure}));
}

void report_band(const RarityRow& row, const BandRow& band, int done, int wanted, Findings& findings) {
  if (done < wanted)
    findings.push_back({Severity::warning, "rarity_shortfall", "danger." + band.id + ".elite_rate",
                        row.id + " in " + band.id + ": " + std::to_string(done) + " of " +
                            std::to_string(wanted) + " tagged; no other enemy stands " +
                            decimal_text(row.spacing_m) + " m from those tagged before"});
}

int whole(double count) {
  return static_cast<int>(std::floor(count + 0.5));
}

void measure_contenders(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                        const std::vector<uint32_t>& cells, std::vector<Contender>& all) {
  const std::vector<Vec2> sites =
      near_places(inputs.tmpl.vocabulary, inputs.map.code.grid, landmarks, {std::string(kStrongSites)});
  const std::vector<float> power = enemy_power(inputs.tmpl, inputs.seeds, inputs.map.code.grid, cells);
  for (size_t i = 0; i < power.size(); ++i) {
    all[i].power = power[i];
    all[i].site_m = nearest_m(sites, all[i].position_m);
  }
}

/// From the last row to the second: the rarest first.
void grade(const PlacementInputs& inputs, const LandmarkPlan& plan, std::vector<Contender>& all,
           Findings& findings) {
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  rank_power(vocabulary.danger.size(), all);
  Tags tags;
  for (size_t r = vocabulary.rarities.size(); r-- > 1;) {
    const RarityRow& row = vocabulary.rarities[r];
    const auto rarity = static_cast<Rarity>(r + 1);
    const std::vector<double> score = scores(vocabulary, row, all);
    if (!row.count && !row.rate)
      tag_by_band(vocabulary, row, rarity, score, all, tags, findings);
    else
      climb(all, steps_of(inputs, plan, row), score, row, rarity,
            row.count ? *row.count : whole(*row.rate * static_cast<double>(all.size())), tags, findings);
  }
}

void fill_features(const Vocabulary& vocabulary, const Contender& c, Point& point) {
  const EnemyFeatures features =
      enemy_features(vocabulary.danger[static_cast<size_t>(c.band)],
                     vocabulary.rarities[static_cast<size_t>(c.rarity) - 1].hp_factor, c.rank);
  point.intensity = c.rank;
  point.rarity = c.rarity;
  point.hp_mult = features.hp_mult;
  point.dps_mult = features.dps_mult;
  point.level = features.level;
  point.loot = features.loot;
  point.respawn_s = features.respawn_s;
}

void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const Enemies& enemies,
                   std::vector<Point>& points, Findings& findings) {
  std::vector<Contender> all;
  for (const size_t e : enemies.points) all.push_back({e, points[e].position_m, points[e].danger});
  measure_contenders(inputs, landmarks, enemies.cells, all);
  grade(inputs, landmarks, all, findings);
  for (const Contender& c : all) fill_features(inputs.tmpl.vocabulary, c, points[c.point]);
}

}  // namespace fw
