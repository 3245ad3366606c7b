#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/world/land/spacing.h"
#include "core/world/points/rarity.h"
#include "core/world/points/rarity_internal.h"

namespace fw {
namespace {

/// The enemies of the world without the hand, graded.
struct NaturalEnemies {
  std::vector<Contender> all;
  std::map<std::pair<int, int>, size_t> by_number;  ///< (class, number) -> index into `all`
  std::vector<std::vector<float>> powers;           ///< by band, ascending

  const Contender* find(const Point& point) const {
    const auto found = by_number.find({point.class_index, point.number});
    return found == by_number.end() ? nullptr : &all[found->second];
  }
  /// How many have the rarity, in a band or (null) anywhere.
  int tagged(Rarity rarity, const Danger* band) const {
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const Contender& c) {
      return c.rarity == rarity && (band == nullptr || c.band == *band);
    }));
  }
};

NaturalEnemies grade_natural(const NaturalContent& natural) {
  NaturalEnemies out;
  std::vector<uint32_t> cells;
  const std::vector<PointClassRow> rows = point_class_rows(natural.inputs.tmpl);
  for (size_t c = 0; c < rows.size(); ++c) {
    if (rows[c].category != Category::enemy) continue;
    const bool sea = natural.at_sea != nullptr && rows[c].cls->conditions.ground == GroundKind::sea;
    const PlacementInputs& ground = sea ? *natural.at_sea : natural.inputs;
    for (const Placed& placed : natural.placed[c]->points) {
      out.by_number[{static_cast<int>(c), placed.number}] = out.all.size();
      out.all.push_back(
          {out.all.size(), placed.position_m, static_cast<Danger>(ground.danger.band[placed.cell] - 1)});
      cells.push_back(placed.cell);
    }
  }
  measure_contenders(natural.inputs, natural.landmarks, cells, out.all);
  Findings unread;
  grade(natural.inputs, natural.landmarks, out.all, unread);
  out.powers.resize(natural.inputs.tmpl.vocabulary.danger.size());
  for (const Contender& c : out.all) out.powers[static_cast<size_t>(c.band)].push_back(c.power);
  for (std::vector<float>& powers : out.powers) std::sort(powers.begin(), powers.end());
  return out;
}

/// The rank of a power that comes in addition, in (0, 1); in a band without enemies the middle.
double power_rank(const std::vector<float>& ascending, float power) {
  if (ascending.empty()) return 0.5;
  const auto below =
      static_cast<size_t>(std::lower_bound(ascending.begin(), ascending.end(), power) - ascending.begin());
  const double rank = (static_cast<double>(std::min(below, ascending.size() - 1)) + 0.5) /
                      static_cast<double>(ascending.size());
  return static_cast<double>(static_cast<float>(rank));
}

/// How many of a rarity there may and must be.
struct Wanted {
  int most = 0;
  int least = 0;
};
/// Of a rate: what is met to one enemy stands, so that an enemy more or less moves no other's tag.
Wanted wanted_of_rate(double rate, size_t now, size_t before) {
  const int natural = whole(rate * static_cast<double>(before));
  const double exact = rate * static_cast<double>(now);
  const int most = std::fabs(exact - natural) <= 1 ? natural : whole(exact);
  return {most, std::min(most, std::max(0, static_cast<int>(std::ceil(exact - 1))))};
}

/// One rarity, or what one band has of it.
struct Level {
  Rarity rarity;
  std::vector<Step> steps;
  std::vector<double> score;
  Wanted wanted;
  const Danger* band = nullptr;  ///< null: all bands together

  bool holds(const Contender& c) const { return band == nullptr || c.band == *band; }
};

class Regrading {
 public:
  Regrading(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const NaturalEnemies& natural,
            Findings& findings)
      : inputs_(inputs), landmarks_(landmarks), natural_(natural), findings_(findings) {}

  void add(size_t index, const Point& point, uint32_t cell, Rarity stated) {
    const Contender* natural = natural_.find(point);
    Contender c{index, point.position_m, point.danger};
    const bool unmoved = natural != nullptr && natural->position_m == c.position_m && natural->band == c.band;
    if (stated != Rarity::none) c.rarity = stated;
    present_.push_back({natural, unmoved, stated != Rarity::none, point.class_index});
    all_.push_back(c);
    cells_.push_back(cell);
  }
  /// An enemy in no band; it only counts.
  void add_outside(int cls, Vec2 position_m, Rarity stated) {
    outside_.emplace_back(position_m, stated);
    concerned_.insert(cls);
  }

  const std::vector<Contender>& run() {
    find_concerned();
    measure_contenders(inputs_, landmarks_, cells_, all_);
    for (size_t i = 0; i < all_.size(); ++i)
      all_[i].rank = present_[i].unmoved
                         ? present_[i].natural->rank
                         : power_rank(natural_.powers[static_cast<size_t>(all_[i].band)], all_[i].power);
    find_stated();
    const Vocabulary& vocabulary = inputs_.tmpl.vocabulary;
    for (size_t r = vocabulary.rarities.size(); r-- > 1;) {
      const RarityRow& row = vocabulary.rarities[r];
      const auto rarity = static_cast<Rarity>(r + 1);
      note_stated(rarity);
      if (row.count || row.rate)
        regrade_ladder(row, rarity);
      else
        for (size_t b = 0; b < vocabulary.danger.size(); ++b)
          regrade_band(row, rarity, static_cast<Danger>(b));
    }
    return all_;
  }

 private:
  struct Present {
    const Contender* natural;  ///< what it is without the hand; may be null
    bool unmoved;              ///< stands where it naturally does, in the same band
    bool stated;               ///< its rarity is the designer's
    int cls;                   ///< index of its class
  };

  /// A tag of the designer's.
  struct Stated {
    Vec2 position_m;
    Rarity rarity;
    bool natural;  ///< the natural world has it too
  };

  /// The classes of which an enemy is gone, new, moved, in another band, or has a stated rarity.
  void find_concerned() {
    std::map<int, std::ptrdiff_t> gone;
    for (const auto& [of, index] : natural_.by_number) ++gone[of.first];
    for (const Present& present : present_) {
      if (!present.unmoved || present.stated) concerned_.insert(present.cls);
      if (present.unmoved) --gone[present.cls];
    }
    for (const auto& [cls, count] : gone)
      if (count != 0) concerned_.insert(cls);
    for (size_t i = 0; i < present_.size(); ++i)
      if (const Present& of = present_[i];
          !concerns(of) && of.natural != nullptr && of.natural->rarity > kOrdinary)
        tagged_alone_.push_back(i);
  }
  void find_stated() {
    for (size_t i = 0; i < all_.size(); ++i)
      if (present_[i].stated) stated_.push_back({all_[i].position_m, all_[i].rarity, is_natural(i)});
    for (const auto& [position_m, rarity] : outside_) stated_.push_back({position_m, rarity, false});
  }
  bool concerns(const Present& present) const { return concerned_.contains(present.cls); }

  void note_stated(Rarity rarity) {
    for (const Stated& stated : stated_) {
      if (stated.rarity != rarity) continue;
      tags_.places_m.push_back(stated.position_m);
      if (!stated.natural) new_m_.push_back(stated.position_m);
    }
  }

  /// Whether the natural world has the tag where it stands.
  bool is_natural(size_t i) const {
    const Present& present = present_[i];
    return present.unmoved && present.natural != nullptr && present.natural->rarity == all_[i].rarity;
  }
  void note_new(size_t i) {
    if (!is_natural(i)) new_m_.push_back(all_[i].position_m);
  }

  /// Whether an enemy is as far from stated lower tags as their rows ask: rarer tags are given before they
  /// are looked at.
  bool is_apart_from_lower(size_t i, Rarity rarity) const {
    const std::vector<RarityRow>& rows = inputs_.tmpl.vocabulary.rarities;
    return std::none_of(stated_.begin(), stated_.end(), [&](const Stated& lower) {
      if (lower.rarity <= kOrdinary || lower.rarity >= rarity || (lower.natural && present_[i].unmoved))
        return false;
      const double spacing_m = rows[static_cast<size_t>(lower.rarity) - 1].spacing_m;
      return squared_distance(lower.position_m, all_[i].position_m) < conflict_limit2(spacing_m);
    });
  }

  /// Whether a tag that the natural world has may stay: natural tags do not exclude each other, whatever the
  /// order in which they came; one that moved is like a new one.
  bool has_room(size_t i, Rarity rarity) const {
    if (!is_apart_from_lower(i, rarity)) return false;
    const double kept_m = present_[i].natural->kept_m;
    if (!present_[i].unmoved) return !tags_.has_near(all_[i].position_m, kept_m);
    return std::none_of(new_m_.begin(), new_m_.end(), [&](Vec2 place) {
      return squared_distance(place, all_[i].position_m) < conflict_limit2(kept_m);
    });
  }

  void regrade_ladder(const RarityRow& row, Rarity rarity) {
    const Wanted wanted = row.count ? Wanted{*row.count, *row.count}
                                    : wanted_of_rate(*row.rate, all_.size(), natural_.all.size());
    const Level level{rarity, steps_of(inputs_, landmarks_, row), scores(inputs_.tmpl.vocabulary, row, all_),
                      wanted};
    report_ladder(row, level.steps, settle(level), wanted.least, true, findings_);
  }

  void regrade_band(const RarityRow& row, Rarity rarity, Danger band) {
    const Vocabulary& vocabulary = inputs_.tmpl.vocabulary;
    const BandRow& of = vocabulary.danger[static_cast<size_t>(band)];
    const auto enemies =
        std::count_if(all_.begin(), all_.end(), [band](const Contender& c) { return c.band == band; });
    const Wanted wanted = wanted_of_rate(of.elite_rate, static_cast<size_t>(enemies),
                                         natural_.powers[static_cast<size_t>(band)].size());
    const Level level{rarity, {step_of_band(row, band)}, scores(vocabulary, row, all_), wanted, &band};
    report_band(row, of, settle(level).front(), wanted.least, findings_);
  }

  /// Tags by step: the stated ones (as of the first), those that stay, those that are new.
  std::vector<int> settle(const Level& level) {
    std::vector<int> done(level.steps.size(), 0);
    for (size_t i = 0; i < all_.size(); ++i)
      done.front() += present_[i].stated && all_[i].rarity == level.rarity && level.holds(all_[i]) ? 1 : 0;
    for (const auto& [position_m, stated] : outside_)
      done.front() += level.band == nullptr && stated == level.rarity ? 1 : 0;
    int sum = done.front();
    // Classes that the hand leaves alone keep their tags; only stated ones may take the place of one.
    const int most_alone = std::max(level.wanted.most, natural_.tagged(level.rarity, level.band));
    const std::vector<size_t> tagged = naturally_tagged(level);
    for (const bool concerned : {false, true})
      for (const size_t i : tagged) {
        if (concerns(present_[i]) != concerned || sum >= (concerned ? level.wanted.most : most_alone))
          continue;
        const Contender& natural = *present_[i].natural;
        if (!has_room(i, level.rarity)) continue;
        if (!present_[i].unmoved && crowds(i, level.rarity)) continue;
        tags_.give(all_[i], level.rarity, natural.step, natural.kept_m);
        note_new(i);
        ++done[natural.step];
        ++sum;
      }
    const int wanted = sum < level.wanted.least ? level.wanted.most : 0;
    const auto give = [&](size_t s, const auto& takes_part) {
      for (size_t i = 0; i < all_.size(); ++i) all_[i].kept_out = present_[i].stated || !takes_part(i);
      const int more =
          tag_step(all_, level.steps[s], s, level.score, level.rarity, level.wanted.most - sum, tags_);
      done[s] += more;
      sum += more;
    };
    // What is missing goes to enemies that the natural world has not, then to its ordinary ones; who
    // naturally has a lower tag is asked later. Classes that the hand leaves alone are not asked: what is
    // short then is told.
    const auto may = [&](size_t i) {
      return concerns(present_[i]) && !crowds(i, level.rarity) && is_apart_from_lower(i, level.rarity);
    };
    for (size_t s = 0; s < level.steps.size() && sum < wanted; ++s) {
      give(s, [&](size_t i) { return may(i) && present_[i].natural == nullptr; });
      give(s, [&](size_t i) { return may(i) && !has_lower_tag(present_[i].natural, level.rarity); });
    }
    for (size_t s = 0; s < level.steps.size() && sum < wanted; ++s) give(s, may);
    for (size_t i = 0; i < all_.size(); ++i)
      if (all_[i].rarity == level.rarity && !present_[i].stated && level.holds(all_[i])) note_new(i);
    return done;
  }

  /// Whether a tag there would take one that is given later (a lower one, or the same in a later band) from a
  /// class that the hand leaves alone.
  bool crowds(size_t i, Rarity rarity) const {
    for (const size_t k : tagged_alone_) {
      const Contender& natural = *present_[k].natural;
      if (k == i || all_[k].rarity != kOrdinary || natural.rarity > rarity) continue;
      if (squared_distance(all_[k].position_m, all_[i].position_m) < conflict_limit2(natural.kept_m))
        return true;
    }
    return false;
  }

  static bool has_lower_tag(const Contender* natural, Rarity rarity) {
    return natural != nullptr && natural->rarity > kOrdinary && natural->rarity < rarity;
  }

  /// Those that naturally have the tag and may keep it, in the order in which they got it.
  std::vector<size_t> naturally_tagged(const Level& level) const {
    std::vector<size_t> order;
    for (size_t i = 0; i < all_.size(); ++i) {
      const Present& present = present_[i];
      if (present.natural == nullptr || present.natural->rarity != level.rarity || present.stated ||
          !level.holds(all_[i]))
        continue;
      const bool may = present.unmoved || std::any_of(level.steps.begin(), level.steps.end(),
                                                      [&](const Step& s) { return admits(s, all_[i]); });
      if (may) order.push_back(i);
    }
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return present_[a].natural->tag < present_[b].natural->tag; });
    return order;
  }

  const PlacementInputs& inputs_;
  const LandmarkPlan& landmarks_;
  const NaturalEnemies& natural_;
  Findings& findings_;
  std::vector<Contender> all_;
  std::vector<Present> present_;
  std::vector<uint32_t> cells_;
  std::vector<std::pair<Vec2, Rarity>> outside_;
  std::vector<Stated> stated_;
  std::set<int> concerned_;           ///< classes
  std::vector<size_t> tagged_alone_;  ///< of the other classes, those that naturally have a tag
  Tags tags_;
  std::vector<Vec2> new_m_;  ///< tags that the natural world has not where they are
};

}  // namespace

void regrade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const Enemies& enemies,
                     const NaturalContent& natural, std::vector<Point>& points, Findings& findings) {
  const NaturalEnemies before = grade_natural(natural);
  Regrading regrading(inputs, landmarks, before, findings);
  for (size_t k = 0; k < enemies.points.size(); ++k) {
    Point& point = points[enemies.points[k]];
    if (point.region > 0) {
      regrading.add(enemies.points[k], point, enemies.cells[k], enemies.stated[k]);
      continue;
    }
    point.intensity = 0;
    point.rarity = enemies.stated[k] == Rarity::none ? kOrdinary : enemies.stated[k];
    regrading.add_outside(point.class_index, point.position_m, enemies.stated[k]);
  }
  for (const Contender& c : regrading.run()) fill_features(inputs.tmpl.vocabulary, c, points[c.point]);
}

}  // namespace fw
