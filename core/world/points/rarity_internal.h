#pragma once

#include <string>
#include <vector>

#include "core/world/points/content.h"

// How enemies get their rarities, for rarity.cpp and for what the designer's hand does to them
// (core/world/hand).

namespace fw {

inline constexpr Rarity kOrdinary{1};

/// One enemy while rarity is decided.
struct Contender {
  size_t point = 0;
  Vec2 position_m;
  Danger band{};
  float power = 0;
  double rank = 0;    ///< of the power in its band
  double site_m = 0;  ///< distance to the nearest strong landmark
  Rarity rarity = kOrdinary;
  int tag = -1;           ///< which of all tags it has, in the order in which they were given; -1: none
  size_t step = 0;        ///< of the ladder that gave it
  double kept_m = 0;      ///< the distance that the step asked for
  bool kept_out = false;  ///< takes no part for the time being
};

/// One step of a ladder: who may be tagged, and how far from those tagged before.
struct Step {
  Danger low{}, high{};
  double least_rank = 0;
  std::vector<Vec2> near;  ///< places of which one lies ...
  double reach_m = 0;      ///< ... within this; infinite = anywhere
  double spacing_m = 0;
  std::string near_words;
};
bool admits(const Step& step, const Contender& c);

/// The row's steps; without any, one for all enemies.
std::vector<Step> steps_of(const PlacementInputs& inputs, const LandmarkPlan& plan, const RarityRow& row);
/// The one step of a row whose counts are rates of the bands.
Step step_of_band(const RarityRow& row, Danger band);

std::vector<double> scores(const Vocabulary& vocabulary, const RarityRow& row,
                           const std::vector<Contender>& all);

/// The tags given so far: of this rarity and rarer ones.
struct Tags {
  std::vector<Vec2> places_m;

  bool has_near(Vec2 position_m, double distance_m) const;
  void give(Contender& to, Rarity rarity, size_t step, double spacing_m);
};
/// Tags ordinary contenders of one step by descending score, ties by index; how many. `number` = the step's.
int tag_step(std::vector<Contender>& all, const Step& step, size_t number, const std::vector<double>& score,
             Rarity rarity, int wanted, Tags& tags);

/// Reports every step below the first that gave tags, and a shortfall. By hand no count is named that would
/// be met: the rarities that stay are those of the count that was asked for.
void report_ladder(const RarityRow& row, const std::vector<Step>& steps, const std::vector<int>& done_by_step,
                   int quota, bool by_hand, Findings& findings);
void report_band(const RarityRow& row, const BandRow& band, int done, int wanted, Findings& findings);

/// The nearest whole number, ties upwards.
int whole(double count);

/// Powers and distances to strong landmarks; `cells` = those of the contenders.
void measure_contenders(const PlacementInputs& inputs, const LandmarkPlan& plan,
                        const std::vector<uint32_t>& cells, std::vector<Contender>& all);
/// Ranks and tags.
void grade(const PlacementInputs& inputs, const LandmarkPlan& plan, std::vector<Contender>& all,
           Findings& findings);

/// Fills intensity, rarity and combat features.
void fill_features(const Vocabulary& vocabulary, const Contender& c, Point& point);

}  // namespace fw
