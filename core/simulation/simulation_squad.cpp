#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/simulation/simulation_internal.h"
#include "core/simulation/tactics_scene.h"
#include "core/steer/avoid.h"
#include "core/tactics/squad.h"

namespace fw {

namespace {

constexpr size_t kMostSquads = 2000;
/// Without rows in the template: squads at so many points of enemies, at most.
constexpr size_t kUnasked = 60;
constexpr double kSquadBody_m = 0.3;
/// A player faces who attacked it within so long, and turns at most so fast.
constexpr double kFacesFor_s = 3, kTurns_radps = 0.6;
/// Weight of the player in pushes; a member's is 1.
constexpr float kPlayerStands = 100;
/// A roaming player begins this far from the first squad.
constexpr double kBegins_m = 40;

/// Data that no step changes.
struct SquadBound {
  std::string method;
  SimulationIslandPtr island;
  Squads squads;
  std::vector<int> target;  ///< by unit: -1 = the player, else into `places`
  std::vector<Vec2> places;
  Avoid avoid;
  int64_t local_steps = 1;  ///< of a tick
  std::vector<float> own_mps;
  PlayerTour tour;
  Findings findings;
};

class SquadSimulation final : public Simulation {
 public:
  SquadSimulation(std::shared_ptr<const SquadBound> bound, TourPlace player)
      : bound_(std::move(bound)), state_(start_squads(bound_->squads)), player_(player) {
    const size_t n = bound_->squads.members();
    x_m_.resize(n), y_m_.resize(n), vx_.assign(n + 1, 0), vy_.assign(n + 1, 0);
    id_.resize(n);
    std::iota(id_.begin(), id_.end(), 0u);
    squad_homes(bound_->squads, x_m_, y_m_);
    heading_x_.assign(n, 1), heading_y_.assign(n, 0);
  }

  std::unique_ptr<Simulation> copy() const override {
    auto other = std::make_unique<SquadSimulation>(*this);
    other->scratch_ = {};
    return other;
  }

  void step() override {
    const double dt_s = bound_->squads.params.tokens.tick_s;
    step_player(dt_s);
    const std::vector<SquadTarget> targets = targets_now();
    step_squads(bound_->squads, targets, x_m_, y_m_, state_);
    move_bodies(dt_s);
    face(targets);
    note_starts();
  }

  int64_t tick() const override { return state_.tick; }
  OverlayClock clock() const override {
    return clock_at(state_.tick, bound_->squads.params.tokens.tick_s, 0);
  }
  Findings findings() const override { return bound_->findings; }

  std::vector<OverlayFigure> figures() const override {
    const auto of = [](const std::vector<uint8_t>& flags) {
      return static_cast<double>(std::count(flags.begin(), flags.end(), 1));
    };
    double starts = 0, front = 0, waits_s = 0;
    const double tick_s = bound_->squads.params.tokens.tick_s;
    for (const TokenState& tokens : state_.tokens) {
      starts += static_cast<double>(tokens.starts), front += static_cast<double>(tokens.front_starts);
      for (const TokenMember& m : tokens.members)
        if (m.waits_since != TokenMember::kNever)
          waits_s = std::max(waits_s, static_cast<double>(state_.tick - m.waits_since) * tick_s);
    }
    return {{"at_once", "attack now", "", of(state_.attacking)},
            {"engaged", "squads at a target", "", of(state_.engaged)},
            {"starts", "attacks so far", "", starts},
            {"front_share", "from the front", "", starts > 0 ? front / starts : 0},
            {"wait_s", "longest wait now", "s", waits_s}};
  }

  Overlay picture() const override {
    SquadOverlay shown;
    auto places = std::make_shared<Places>();
    places->x_m.assign(x_m_.begin(), x_m_.end()), places->y_m.assign(y_m_.begin(), y_m_.end());
    shown.agents = std::move(places);
    shown.heading_x = heading_x_, shown.heading_y = heading_y_;
    shown.post = state_.post, shown.attacking = state_.attacking;
    shown.engaged.resize(id_.size());
    for (size_t u = 0; u < bound_->squads.units.size(); ++u) {
      const SquadUnit& unit = bound_->squads.units[u];
      std::fill_n(shown.engaged.begin() + static_cast<std::ptrdiff_t>(unit.first), unit.size,
                  state_.engaged[u]);
    }
    shown.place.x_m.assign(state_.place_x_m.begin(), state_.place_x_m.end());
    shown.place.y_m.assign(state_.place_y_m.begin(), state_.place_y_m.end());
    const auto add_target = [&](Vec2 at, double fx, double fy) {
      shown.targets.x_m.push_back(static_cast<float>(at.x)),
          shown.targets.y_m.push_back(static_cast<float>(at.y));
      shown.facing_x.push_back(static_cast<float>(fx)), shown.facing_y.push_back(static_cast<float>(fy));
    };
    for (const Vec2 place : bound_->places) add_target(place, 1, 0);
    add_target(player_.at_m, player_.heading_x, player_.heading_y);
    shown.radius_m = static_cast<float>(kSquadBody_m);
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.content = std::move(shown);
    return overlay;
  }

  size_t bytes() const override {
    return id_.size() * (5 * sizeof(double) + 8 * sizeof(float) + sizeof(TokenMember) + sizeof(uint32_t));
  }

 private:
  std::vector<SquadTarget> targets_now() const {
    std::vector<SquadTarget> out;
    for (const int target : bound_->target) {
      if (target < 0) {
        out.push_back({player_.at_m.x, player_.at_m.y, player_.heading_x, player_.heading_y});
      } else {
        const Vec2 at = bound_->places[static_cast<size_t>(target)];
        out.push_back({at.x, at.y, 1, 0});
      }
    }
    return out;
  }

  /// A player walks its tour; whoever attacked it makes it turn.
  void step_player(double dt_s) {
    step_tour(bound_->tour, bound_->island->shore, dt_s, player_);
    if (!attacked_ || static_cast<double>(state_.tick - attacked_tick_) * dt_s > kFacesFor_s) return;
    const double dx = x_m_[attacker_] - player_.at_m.x, dy = y_m_[attacker_] - player_.at_m.y;
    const double turn = exact::atan2(player_.heading_x * dy - player_.heading_y * dx,
                                     player_.heading_x * dx + player_.heading_y * dy);
    const double most = kTurns_radps * dt_s;
    const exact::SinCos by = exact::sincos(std::clamp(turn, -most, most));
    const double x = player_.heading_x * by.cos - player_.heading_y * by.sin;
    player_.heading_y = player_.heading_x * by.sin + player_.heading_y * by.cos;
    player_.heading_x = x;
  }
  /// Members walk as they want; the player is a body too, which nobody pushes away.
  void move_bodies(double dt_s) {
    const size_t n = id_.size();
    std::vector<uint32_t> id = id_;
    std::vector<double> x_m = x_m_, y_m = y_m_;
    std::vector<float> want_x = state_.want_x_mps, want_y = state_.want_y_mps, own = bound_->own_mps,
                       priority(n + 1, 1.0f);
    id.push_back(static_cast<uint32_t>(n));
    x_m.push_back(player_.at_m.x), y_m.push_back(player_.at_m.y);
    want_x.push_back(0), want_y.push_back(0), own.push_back(0);
    priority[n] = kPlayerStands;
    const Bodies bodies{.count = n + 1,
                        .id = id.data(),
                        .x_m = x_m.data(),
                        .y_m = y_m.data(),
                        .vx_mps = vx_.data(),
                        .vy_mps = vy_.data(),
                        .want_x_mps = want_x.data(),
                        .want_y_mps = want_y.data(),
                        .speed_mps = own.data(),
                        .priority = priority.data()};
    for (int64_t k = 0; k < bound_->local_steps; ++k) {
      avoid_step(bound_->avoid, dt_s / static_cast<double>(bound_->local_steps), bodies, scratch_);
      x_m[n] = player_.at_m.x, y_m[n] = player_.at_m.y, vx_[n] = vy_[n] = 0;
    }
    std::copy_n(x_m.begin(), n, x_m_.begin()), std::copy_n(y_m.begin(), n, y_m_.begin());
  }

  /// Who is at its slot looks at the target, who walks looks ahead.
  void face(const std::vector<SquadTarget>& targets) {
    for (size_t u = 0; u < bound_->squads.units.size(); ++u) {
      const SquadUnit& unit = bound_->squads.units[u];
      for (size_t i = unit.first; i < unit.first + unit.size; ++i) {
        double x = static_cast<double>(vx_[i]), y = static_cast<double>(vy_[i]);
        if (state_.engaged[u] != 0 && x * x + y * y < 1)
          x = targets[u].x_m - x_m_[i], y = targets[u].y_m - y_m_[i];
        const double length = std::sqrt(x * x + y * y);
        if (!(length > 0.05)) continue;
        heading_x_[i] = static_cast<float>(x / length), heading_y_[i] = static_cast<float>(y / length);
      }
    }
  }

  void note_starts() {
    for (size_t u = 0; u < bound_->squads.units.size(); ++u) {
      if (bound_->target[u] >= 0 || state_.tokens[u].started.empty()) continue;
      attacked_ = true, attacked_tick_ = state_.tick;
      attacker_ = bound_->squads.units[u].first + state_.tokens[u].started.back();
    }
  }

  std::shared_ptr<const SquadBound> bound_;
  SquadState state_;
  TourPlace player_;
  std::vector<uint32_t> id_;
  std::vector<double> x_m_, y_m_;
  std::vector<float> vx_, vy_, heading_x_, heading_y_;
  bool attacked_ = false;
  int64_t attacked_tick_ = 0;
  size_t attacker_ = 0;
  AvoidScratch scratch_;
};

/// A place on land about kBegins_m from another.
Vec2 beside(Vec2 at, const Shore& shore) {
  for (int turn = 0; turn < 16; ++turn) {
    const exact::SinCos way = exact::sincos(turn * std::numbers::pi / 8);
    const Vec2 there{at.x + kBegins_m * way.cos, at.y + kBegins_m * way.sin};
    const GridSpec& grid = shore.distance_m.grid;
    if (there.x > 0 && there.y > 0 && there.x < grid.width_m() && there.y < grid.height_m() &&
        shore.on_land(there.x, there.y))
      return there;
  }
  return at;
}

SquadParams squads_on_island(std::string_view method) {
  return squad_preset(from_slug<TokenMethod>(kTokenMethodSlugs, method).value());
}

/// The rows of the template, or, where it has none, a squad at each of the first places of enemies.
std::vector<SquadRow> squad_rows_of(const Template& tmpl) {
  if (!tmpl.tactics.squads.empty()) return tmpl.tactics.squads;
  SquadRow row;
  row.id = "enemies", row.of = "enemy";
  return {row};
}

/// The points that words name, or the middle of a zone; none where the world has none or the zone is off.
std::vector<Vec2> places_of(const Template& tmpl, const World& world, const std::string& of,
                            const std::string& zone) {
  if (zone.empty()) return points_named(tmpl, world, of);
  const auto at = middle_of_zone(tmpl, zone);
  return at ? std::vector<Vec2>{*at} : std::vector<Vec2>{};
}

/// The places of the goal that a squad's row names as its target.
Result<std::vector<Vec2>> places_of_target(const Template& tmpl, const World& world, const SquadRow& row) {
  for (const GoalRow& goal : tmpl.tactics.goals)
    if (goal.id == row.target) return places_of(tmpl, world, goal.of, goal.zone);
  return Error{ErrorKind::invalid_template, "tactics.squads." + row.id + ".target: found \"" + row.target +
                                                "\", expected player or the id of a row of tactics.goals"};
}

/// The parameters with what the row states.
Result<Done> apply_row(const SquadRow& row, SquadUnit& unit) {
  unit.speed_mps = row.speed_mps.value_or(unit.speed_mps);
  unit.tokens.params.tokens = row.tokens.value_or(unit.tokens.params.tokens);
  PostShares& shares = unit.posts.shares;
  shares.rest = row.rest_share.value_or(shares.rest);
  shares.flank = row.flank_share.value_or(shares.flank);
  shares.support = row.support_share.value_or(shares.support);
  const double sum = shares.rest + shares.flank + shares.support;
  if (sum <= 1 + 1e-9) return Done{};
  return Error{ErrorKind::usage, "tactics.squads." + row.id + ": found " + rounded_text(sum, 9) +
                                     " for rest_share, flank_share and support_share together, those that it "
                                     "does not state as squad.share says; expected at most 1"};
}

/// Fills units, targets and homes.
Result<Done> bind_units(const Template& tmpl, const World& world, SquadBound& bound) {
  for (const SquadRow& row : squad_rows_of(tmpl)) {
    const auto told = [&](const char* code, const std::string& message) {
      bound.findings.push_back({Severity::warning, code, "tactics.squads." + row.id, message});
    };
    std::vector<Vec2> homes = places_of(tmpl, world, row.of, row.zone);
    if (homes.empty()) told("squad_without_place", "this world has no place of this row; no squad is there");
    if (tmpl.tactics.squads.empty() && homes.size() > kUnasked) homes.resize(kUnasked);
    std::vector<Vec2> targets;
    if (row.target != kSquadTargetPlayer) {
      auto places = places_of_target(tmpl, world, row);
      if (!places) return places.error();
      targets = std::move(places).value();
      if (targets.empty()) {
        told("squad_without_target",
             "this world has no place of goal " + row.target + ", its target; no squad of this row is there");
        continue;
      }
    }
    for (size_t k = 0; k < homes.size(); ++k) {
      const std::string tag = "tactics/squads." + row.id + "." + std::to_string(k);
      SquadUnit& unit =
          add_unit(bound.squads, static_cast<size_t>(row.size), derive(world.seeds.place_stream(), tag));
      const Vec2 home = homes[k];
      unit.home_x_m = home.x, unit.home_y_m = home.y, unit.home_m = row.radius_m;
      if (auto fits = apply_row(row, unit); !fits) return fits;
      bound.target.push_back(-1);
      if (targets.empty()) continue;
      const auto nearer = [&](const Vec2& a, const Vec2& b) {
        return metres_between(a, home) < metres_between(b, home);
      };
      bound.target.back() = static_cast<int>(bound.places.size());
      bound.places.push_back(*std::min_element(targets.begin(), targets.end(), nearer));
    }
    if (bound.squads.units.size() > kMostSquads || bound.squads.members() > kMostSimulationAgents)
      return Error{ErrorKind::limit, "tactics.squads." + row.id + ": found " +
                                         std::to_string(bound.squads.units.size()) + " squads with " +
                                         std::to_string(bound.squads.members()) +
                                         " members, expected at most " + std::to_string(kMostSquads) +
                                         " squads; name fewer places"};
  }
  if (bound.squads.units.empty())
    return Error{ErrorKind::limit, "no squad has a place here: name classes or a zone in tactics.squads"};
  return Done{};
}

/// How bodies keep apart; the walls of the ground and of zones.
Result<Done> bind_bodies(const Template& tmpl, const SimulationIsland& island, SquadBound& bound) {
  AvoidParams params;
  params.by = AvoidBy::field;
  params.radius_m = kSquadBody_m;
  double fastest = 0;
  for (const SquadUnit& unit : bound.squads.units) {
    fastest = std::max(fastest, unit.speed_mps);
    bound.own_mps.insert(bound.own_mps.end(), unit.size, static_cast<float>(unit.speed_mps));
  }
  const double tick_s = bound.squads.params.tokens.tick_s;
  const double step_s = std::min(params.step_s, kSquadBody_m / std::max(fastest, 1e-9));
  bound.local_steps = std::max<int64_t>(1, static_cast<int64_t>(std::ceil(tick_s / step_s - 1e-9)));
  params.step_s = tick_s / static_cast<double>(bound.local_steps);
  if (auto fits = check_avoid(params, island.arena(), fastest, "squad."); !fits) return fits;
  bound.avoid = bind_avoid(params, island.arena(),
                           walls_of_world(*island.world, tmpl.hand, island.arena(), wall_reach_m(params)));
  return Done{};
}

SimulationResult start_squads_on_world(const SimulationRequest& request, const Template& tmpl,
                                       const SimulationIslandPtr& island, const Progress&) {
  auto bound = std::make_shared<SquadBound>();
  bound->method = request.method;
  bound->island = island;
  bound->squads.params = squads_on_island(request.method);
  if (auto tuned = tune_all(bound->squads.params, squad_tuning(), request.settings, kMethodOption); !tuned)
    return tuned.error();
  if (auto fits = check_squads(bound->squads.params); !fits) return fits.error();
  if (auto units = bind_units(tmpl, *island->world, *bound); !units) return units.error();
  if (auto bodies = bind_bodies(tmpl, *island, *bound); !bodies) return bodies.error();
  const PlayerPlace asked = request.player.value_or(PlayerPlace{});
  bound->tour.roams = asked.roams;
  for (const SquadUnit& unit : bound->squads.units)
    bound->tour.stops.push_back({unit.home_x_m, unit.home_y_m});
  bound->tour.stops = nearest_next(bound->tour.stops);
  Vec2 begin{asked.x_m, asked.y_m};
  if (asked.roams) begin = beside(bound->tour.stops.front(), island->shore);
  TourPlace player = start_tour(bound->tour, begin);
  return std::unique_ptr<Simulation>(std::make_unique<SquadSimulation>(std::move(bound), player));
}

}  // namespace

SimulationRow squad_simulation() {
  return {.preset =
              [](size_t method) {
                return TunedParams(squad_preset(static_cast<TokenMethod>(method)), squad_tuning());
              },
          .on_island = [](std::string_view method, const Template&, const SimulationIsland&)
              -> Result<TunedParams> { return TunedParams(squads_on_island(method), squad_tuning()); },
          .start = start_squads_on_world};
}

}  // namespace fw
