#include "core/simulation/crowd_goals.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/quantile/quantile.h"
#include "core/field/shape.h"
#include "core/field/upper_set.h"
#include "core/simulation/tactics_scene.h"
#include "core/tactics/goal_counts.h"

namespace fw {
namespace {

std::string path_of(const GoalRow& row) {
  return "tactics.goals." + row.id;
}

/// A place before its ways are known.
struct Draft {
  WalkPlace place;
  std::vector<ArrivalStart> starts;  ///< empty: no way leads there
};

/// The places of a row.
std::vector<Draft> drafts_of(const Template& tmpl, const World& world, const GoalRow& row,
                             const Raster<float>& pace) {
  std::vector<Draft> out;
  if (!row.zone.empty()) {
    const ZoneRow* const zone = zone_there(tmpl, row.zone);
    if (zone == nullptr) return out;
    auto shape = read_shape(zone->shape);
    if (!shape) return out;
    Draft& draft = out.emplace_back();
    draft.starts = arrival_starts(pace, shape.value(), zone->radius_m);
    draft.place.shape = std::make_shared<const Shape>(std::move(shape).value());
    draft.place.shape_radius_m = zone->radius_m;
  } else {
    for (const Vec2 point : points_named(tmpl, world, row.of)) {
      Draft& draft = out.emplace_back();
      draft.place.points_m = {point};
      draft.starts = arrival_starts(pace, draft.place.points_m);
    }
  }
  for (Draft& draft : out) draft.place.radius_m = row.radius_m;
  return out;
}

/// One place of all points that ways lead to.
Draft together(const std::vector<Draft>& drafts, const Raster<float>& pace) {
  Draft all;
  for (const Draft& draft : drafts)
    if (!draft.starts.empty()) all.place.points_m.push_back(draft.place.points_m.front());
  all.place.radius_m = drafts.front().place.radius_m;
  all.starts = arrival_starts(pace, all.place.points_m);
  return all;
}

/// What is bound of one row.
struct Row {
  std::vector<uint32_t> places;  ///< into WalkGoals::places
  size_t without_way = 0;
  size_t all = 0;
};

class Binder {
 public:
  Binder(const Template& tmpl, const World& world, const Agents& agents)
      : tmpl_(tmpl), world_(world), agents_(agents), bound_(std::make_shared<WalkGoals>()) {}

  Result<BoundGoals> run() {
    bound_->ground = guide_ground(world_, tmpl_.play, tmpl_.hand);
    std::vector<Row> rows;
    for (const GoalRow& row : tmpl_.tactics.goals) {
      auto places = add_places(row);
      if (!places) return places.error();
      rows.push_back(std::move(places).value());
    }
    find_ways();
    name_pieces();
    add_goals(rows);
    deal(rows);
    return BoundGoals{bound_, std::move(findings_)};
  }

 private:
  void told(const GoalRow& row, const char* code, const std::string& message) {
    findings_.push_back({Severity::warning, code, path_of(row), message});
  }

  Result<Row> add_places(const GoalRow& row) {
    std::vector<Draft> drafts = drafts_of(tmpl_, world_, row, bound_->ground.pace);
    Row out;
    out.all = drafts.size();
    out.without_way = static_cast<size_t>(
        std::count_if(drafts.begin(), drafts.end(), [](const Draft& d) { return d.starts.empty(); }));
    if (drafts.empty())
      told(row, "goal_without_place", "this world has no place of this row; its agents wander");
    std::erase_if(drafts, [](const Draft& d) { return d.starts.empty(); });
    if (drafts.size() > kMostGoalPlaces) {
      if (row.assign != GoalAssign::nearest)
        return Error{ErrorKind::limit, path_of(row) + ": found " + std::to_string(drafts.size()) +
                                           " places, expected at most " + std::to_string(kMostGoalPlaces) +
                                           " with assign " +
                                           std::string(kGoalAssignSlugs[static_cast<size_t>(row.assign)]) +
                                           "; name fewer classes or state assign nearest"};
      drafts = {together(drafts, bound_->ground.pace)};
    }
    for (Draft& draft : drafts) {
      out.places.push_back(static_cast<uint32_t>(bound_->places.size()));
      bound_->places.push_back(std::move(draft.place));
      starts_.push_back(std::move(draft.starts));
    }
    return out;
  }

  void find_ways() {
    parallel_for(bound_->places.size(), 1, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; ++k)
        bound_->places[k].arrival =
            std::make_shared<const Raster<float>>(arrival(bound_->ground.pace, starts_[k]));
    });
  }

  /// Places from which the same ground is reached.
  void name_pieces() {
    for (size_t k = 0; k < bound_->places.size(); ++k) {
      bound_->places[k].piece = static_cast<int32_t>(k);
      for (size_t before = 0; before < k; ++before)
        if (std::isfinite((*bound_->places[before].arrival)[starts_[k].front().cell])) {
          bound_->places[k].piece = bound_->places[before].piece;
          break;
        }
    }
  }

  void add_goals(const std::vector<Row>& rows) {
    for (size_t g = 0; g < rows.size(); ++g) {
      const GoalRow& row = tmpl_.tactics.goals[g];
      WalkGoal& goal = bound_->goals.emplace_back();
      goal.stream = derive(world_.seeds.place_stream(), "tactics/goals." + row.id);
      goal.places = rows[g].places;
      goal.stay_s = row.stay_s;
      goal.next = row.next == "home" ? WalkNext::home : row.next == "same" ? WalkNext::same : WalkNext::goal;
      for (size_t k = 0; k < rows.size(); ++k)
        if (tmpl_.tactics.goals[k].id == row.next) goal.next_goal = static_cast<uint32_t>(k);
    }
  }

  /// The piece of ground of a row's places that an agent is on; -1: it reaches none of them.
  int32_t piece_of(const Row& row, size_t agent) const {
    int32_t before = -1;
    for (const uint32_t k : row.places) {
      const WalkPlace& place = bound_->places[k];
      if (place.piece == before) continue;
      before = place.piece;
      if (std::isfinite(left_at(*place.arrival, agents_.x_m[agent], agents_.y_m[agent]))) return place.piece;
    }
    return -1;
  }

  void deal(const std::vector<Row>& rows) {
    const size_t n = agents_.size();
    bound_->first_goal.assign(n, -1), bound_->first_place.assign(n, -1);
    std::vector<double> shares;
    double left = 1;
    for (const GoalRow& row : tmpl_.tactics.goals) shares.push_back(row.share), left -= row.share;
    shares.push_back(std::max(0.0, left));
    const std::vector<int64_t> counts = largest_remainder(shares, static_cast<int64_t>(n));
    std::vector<uint8_t> taken(n, 0);
    for (size_t g = 0; g < rows.size(); ++g) deal_row(g, rows[g], static_cast<size_t>(counts[g]), taken);
  }

  void deal_row(size_t g, const Row& row, size_t count, std::vector<uint8_t>& taken) {
    const GoalRow& stated = tmpl_.tactics.goals[g];
    std::vector<int32_t> piece(agents_.size(), -1);
    parallel_for(agents_.size(), 512, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) piece[i] = piece_of(row, i);
    });
    std::vector<uint32_t> able, able_id;
    std::vector<float> score;
    const uint64_t stream = derive(bound_->goals[g].stream, "who");
    for (size_t i = 0; i < agents_.size(); ++i) {
      if (taken[i] != 0 || piece[i] < 0) continue;
      able.push_back(static_cast<uint32_t>(i)), able_id.push_back(agents_.id[i]);
      score.push_back(static_cast<float>(random_uniform(stream, agents_.id[i])));
    }
    if (able.size() < count && !row.places.empty())
      told(stated, "goal_out_of_reach",
           std::to_string(count) + " agents are asked, " + std::to_string(able.size()) +
               " that no row before took stand where a way leads to a place of this row; " +
               std::to_string(count - able.size()) + " more wander");
    std::vector<uint8_t> in(able.size(), 0);
    upper_set(able_id, score, 0, std::min(count, able.size()), in);
    tell_unreached(stated, row, piece);
    // Places share out those who reach them, piece of ground by piece.
    std::vector<int32_t> pieces;
    for (const uint32_t k : row.places) pieces.push_back(bound_->places[k].piece);
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    for (const int32_t one : pieces) {
      std::vector<uint32_t> who;
      for (size_t k = 0; k < able.size(); ++k)
        if (in[k] != 0 && piece[able[k]] == one) who.push_back(able[k]);
      for (const uint32_t i : who) taken[i] = 1;
      deal_piece(g, row, one, who);
    }
  }

  void tell_unreached(const GoalRow& stated, const Row& row, const std::vector<int32_t>& piece) {
    size_t unreached = row.without_way;
    for (const uint32_t k : row.places)
      if (std::find(piece.begin(), piece.end(), bound_->places[k].piece) == piece.end()) ++unreached;
    if (unreached == 0 || row.all == 0) return;
    told(stated, "goal_unreachable",
         std::to_string(unreached) + " of " + std::to_string(row.all) + " places (" +
             rounded_text(100 * static_cast<double>(unreached) / static_cast<double>(row.all), 2) +
             " %) can be reached by no agent; nobody walks there");
  }

  void deal_piece(size_t g, const Row& row, int32_t piece, const std::vector<uint32_t>& who) {
    std::vector<uint32_t> places;
    std::vector<const Raster<float>*> arrivals;
    for (const uint32_t k : row.places)
      if (bound_->places[k].piece == piece) {
        places.push_back(k);
        arrivals.push_back(bound_->places[k].arrival.get());
      }
    std::vector<uint32_t> id;
    std::vector<double> x_m, y_m;
    for (const uint32_t i : who)
      id.push_back(agents_.id[i]), x_m.push_back(agents_.x_m[i]), y_m.push_back(agents_.y_m[i]);
    const DealtAgents dealt{id, x_m, y_m};
    std::vector<uint32_t> place;
    switch (tmpl_.tactics.goals[g].assign) {
      case GoalAssign::balanced:
        place = deal_balanced(dealt, arrivals, equal_counts(places.size(), who.size()));
        break;
      case GoalAssign::nearest:
        place = deal_nearest(dealt, arrivals);
        break;
      case GoalAssign::field: {
        std::vector<float> type;
        for (size_t k = 0; k < who.size(); ++k)
          type.push_back(world_.type_field[world_.grid.cell_at({x_m[k], y_m[k]})]);
        place = deal_field(dealt, type, equal_counts(places.size(), who.size()));
        break;
      }
    }
    for (size_t k = 0; k < who.size(); ++k) {
      bound_->first_goal[id[k]] = static_cast<int32_t>(g);
      bound_->first_place[id[k]] = static_cast<int32_t>(places[place[k]]);
    }
  }

  const Template& tmpl_;
  const World& world_;
  const Agents& agents_;
  std::shared_ptr<WalkGoals> bound_;
  std::vector<std::vector<ArrivalStart>> starts_;  ///< of the places
  Findings findings_;
};

}  // namespace

Result<BoundGoals> bind_goals(const Template& tmpl, const World& world, const Agents& agents) {
  if (tmpl.tactics.goals.empty()) return BoundGoals{};
  return Binder(tmpl, world, agents).run();
}

}  // namespace fw
