#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/number_text.h"
#include "core/crowd/crowd.h"
#include "core/simulation/crowd_day.h"
#include "core/simulation/crowd_goals.h"
#include "core/simulation/simulation_internal.h"
#include "core/simulation/tactics_scene.h"
#include "core/tactics/mood.h"

namespace fw {

namespace {

/// Who has noticed something looks at it for so long after it has ended, and from so far beyond its radius.
constexpr double kRemembered_s = 20, kNoticedBeyond_m = 40;
/// So near the curious and the fighting stop.
constexpr double kLooksFrom_m = 6, kFightsFrom_m = 1.5;
constexpr double kPlayerRadius_m = 40;
/// The figure of changes is over so many seconds.
constexpr double kChangesOver_s = 60;

/// Data that no step changes.
struct MoodBound {
  std::string method;
  SimulationIslandPtr island;
  Crowd crowd;
  Moods moods;
  std::vector<TimedStimulus> stimuli;
  std::optional<CrowdDay> day;  ///< nothing: everybody is always awake
  bool has_player = false;
  PlayerTour tour;
  Findings findings;
};

class MoodSimulation final : public Simulation {
 public:
  MoodSimulation(std::shared_ptr<const MoodBound> bound, CrowdState crowd, TourPlace player)
      : bound_(std::move(bound)), crowd_(std::move(crowd)), player_(player) {
    moods_ = start_moods(bound_->moods, crowd_.agents.id);
    if (bound_->day) crowd_.sleep = start_sleep(*bound_->day, crowd_.agents, awake_clock_);
  }

  std::unique_ptr<Simulation> copy() const override {
    auto other = std::make_unique<MoodSimulation>(*this);
    other->crowd_.scratch = {};
    other->awake_clock_.scratch = {};
    return other;
  }

  void step() override {
    const double dt_s = bound_->moods.params.tick_s;
    if (bound_->has_player) step_tour(bound_->tour, bound_->island->shore, dt_s, player_);
    const auto before = moods_.mood;
    const double begin_s = time_s();
    if (bound_->day) refresh_awake(*bound_->day, begin_s, crowd_.agents.id, crowd_.sleep, awake_clock_);
    const std::vector<MoodStimulus> now = noticed(begin_s, 0);
    step_moods(bound_->moods, crowd_.agents.id, crowd_.agents.x_m, crowd_.agents.y_m, now, moods_,
               crowd_.sleep.awake);
    double changes = 0;
    if (moods_.tick > 1)
      for (size_t i = 0; i < before.size(); ++i) changes += before[i] != moods_.mood[i];
    const double keep = 1 - std::min(1.0, dt_s / kChangesOver_s);
    changes_ = keep * changes_ + changes / static_cast<double>(before.size()) * 60 / dt_s;
    changes_weight_ = keep * changes_weight_ + 1;
    walk(begin_s);
  }

  int64_t tick() const override { return moods_.tick; }
  OverlayClock clock() const override { return clock_at(moods_.tick, bound_->moods.params.tick_s, 0); }
  Findings findings() const override { return bound_->findings; }

  void add_stimulus(const StimulusRow& row) override { added_.push_back(timed(row, {row.x_m, row.y_m})); }

  std::vector<OverlayFigure> figures() const override {
    std::array<double, kMoods> count{};
    double alarmed = 0;
    for (size_t i = 0; i < moods_.mood.size(); ++i) count[moods_.mood[i]] += awake(i) ? 1 : 0;
    for (const int64_t until : moods_.alarm.until) alarmed += moods_.tick < until;
    std::vector<OverlayFigure> all{{"alert", "alert and above", "", count[2] + count[3] + count[4]},
                                   {"curious", "curious", "", count[1]},
                                   {"alarmed", "alarmed", "", alarmed},
                                   {"share_error", "counts missed by", "", missed(count)},
                                   {"changes_per_min", "changes of an agent", "1/min",
                                    changes_weight_ > 0 ? changes_ / changes_weight_ : 0}};
    if (bound_->day)
      all.push_back(
          {"awake", "awake", "",
           std::accumulate(count.begin(), count.end(), 0.0) / static_cast<double>(moods_.mood.size())});
    return all;
  }

  Overlay picture() const override {
    MoodOverlay shown;
    const Agents& a = crowd_.agents;
    auto places = std::make_shared<Places>();
    places->x_m.assign(a.x_m.begin(), a.x_m.end()), places->y_m.assign(a.y_m.begin(), a.y_m.end());
    shown.agents = std::move(places);
    shown.heading_x = a.heading_x, shown.heading_y = a.heading_y;
    shown.mood.resize(a.size()), shown.alarm.resize(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      shown.mood[i] = static_cast<uint8_t>(mood_of(i));
      shown.alarm[i] = moods_.tick < moods_.alarm.until[i] ? moods_.alarm.level[i] : 0;
      shown.got[moods_.mood[i]] += awake(i) ? 1 : 0;
    }
    shown.asked = moods_.asked;
    const double last_s = std::max(0.0, time_s() - bound_->moods.params.tick_s);
    for (const auto* list : {&bound_->stimuli, &added_})
      for (const TimedStimulus& t : *list)
        if (t.meets(last_s, time_s()) || t.meets(time_s(), time_s()))
          shown.stimuli.push_back({static_cast<float>(t.stimulus.x_m), static_cast<float>(t.stimulus.y_m),
                                   static_cast<float>(t.stimulus.radius_m), t.damage});
    if (bound_->has_player) {
      shown.players.x_m.push_back(static_cast<float>(player_.at_m.x));
      shown.players.y_m.push_back(static_cast<float>(player_.at_m.y));
    }
    shown.radius_m = static_cast<float>(bound_->crowd.params.avoid.radius_m);
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.content = std::move(shown);
    return overlay;
  }

  size_t bytes() const override {
    return crowd_.agents.size() * (3 * sizeof(double) + 6 * sizeof(int64_t) + 8 * sizeof(float));
  }

 private:
  bool awake(size_t agent) const { return crowd_.sleep.empty() || crowd_.sleep.awake[agent] != 0; }
  double time_s() const { return static_cast<double>(moods_.tick) * bound_->moods.params.tick_s; }
  Mood mood_of(size_t agent) const {
    return shown_mood(bound_->moods, moods_, crowd_.agents.id[agent], agent, time_s());
  }

  double missed(const std::array<double, kMoods>& count) const {
    if (moods_.tick == 0) return 0;
    double worst = 0;
    for (size_t k = 0; k < kMoods; ++k)
      worst = std::max(worst, std::fabs(count[k] - static_cast<double>(moods_.asked[k])));
    return worst;
  }

  /// Stimuli of the tick that begins then, and those that ended at most so long ago; the player always.
  std::vector<MoodStimulus> noticed(double begin_s, double remembered_s) const {
    const double end_s = begin_s + bound_->moods.params.tick_s;
    std::vector<MoodStimulus> out;
    for (const auto* list : {&bound_->stimuli, &added_})
      for (const TimedStimulus& t : *list)
        if (t.meets(begin_s, end_s, remembered_s)) out.push_back(t.stimulus);
    if (bound_->has_player) out.push_back({player_.at_m.x, player_.at_m.y, kPlayerRadius_m, 1});
    return out;
  }

  /// What the mood makes of the way that an agent would take.
  void turn_agent(size_t i, std::span<const MoodStimulus> stimuli) {
    Agents& a = crowd_.agents;
    const Mood mood = mood_of(i);
    a.speed_mps[i] *= static_cast<float>(bound_->moods.params.pace[static_cast<size_t>(mood)]);
    if (mood == Mood::calm || stimuli.empty()) return;
    const bool alarmed = moods_.tick < moods_.alarm.until[i];
    const double reach_m = alarmed ? bound_->moods.params.alarm.range_m : kNoticedBeyond_m;
    const int which = strongest_stimulus(stimuli, bound_->moods.arena, a.x_m[i], a.y_m[i], reach_m);
    if (which < 0) return;
    const MoodStimulus& s = stimuli[static_cast<size_t>(which)];
    const double dx = s.x_m - a.x_m[i], dy = s.y_m - a.y_m[i], away = std::sqrt(dx * dx + dy * dy);
    if (!(away > 0)) return;
    const double sign = mood == Mood::flee ? -1 : 1;
    a.heading_x[i] = static_cast<float>(sign * dx / away);
    a.heading_y[i] = static_cast<float>(sign * dy / away);
    const double stops_m = mood == Mood::combat ? kFightsFrom_m : kLooksFrom_m;
    // The alert stand and watch.
    if (mood == Mood::alert || (mood != Mood::flee && away < stops_m)) a.speed_mps[i] = 0;
  }

  /// The tick that began then.
  void walk(double begin_s) {
    want_crowd(bound_->crowd, crowd_);
    const std::vector<float> own = crowd_.agents.speed_mps;
    const std::vector<MoodStimulus> seen = noticed(begin_s, kRemembered_s);
    for (size_t i = 0; i < own.size(); ++i)
      if (awake(i)) turn_agent(i, seen);
    move_crowd(bound_->crowd, crowd_);
    crowd_.agents.speed_mps = own;
  }

  std::shared_ptr<const MoodBound> bound_;
  CrowdState crowd_;
  MoodState moods_;
  AwakeClock awake_clock_;
  TourPlace player_;
  std::vector<TimedStimulus> added_;
  double changes_ = 0, changes_weight_ = 0;  ///< weighted towards now
};

MoodParams mood_on_island(std::string_view method, const SimulationIsland& island) {
  MoodParams p = mood_preset(from_slug<MoodMethod>(kMoodMethodSlugs, method).value());
  p.field.wavelength_m *= island.length_m / 1000;
  return p;
}

/// A finding where too few agents stand for an alarm to run.
void find_sparse_alarm(const Moods& moods, const SimulationIsland& island, size_t agents,
                       Findings& findings) {
  const double per_m2 = static_cast<double>(agents) / (island.length_m * island.length_m);
  const double seen = alarm_seen(moods.alarm, per_m2);
  if (seen >= kFewestSeen) return;
  const double hear_m = std::ceil(hear_m_for(moods.alarm, per_m2));
  const double enough = std::ceil(static_cast<double>(agents) * kFewestSeen / seen);
  findings.push_back({Severity::info, "alarm_too_sparse", "mood.alarm.hear_m",
                      "about " + number_text(std::floor(seen * 100) / 100) +
                          " agents stand within 2 sigma of a place, an alarm needs " +
                          number_text(kFewestSeen) + " to run on: set mood.alarm.hear_m to " +
                          number_text(hear_m) + ", or take " + number_text(enough) + " agents"});
}

/// Limit error where the grid of an alarm would be too fine for the arena.
Result<Done> check_alarm_grid(const MoodParams& params, const Arena& arena) {
  const Alarm asked = bind_alarm(params.alarm, params.tick_s);
  Alarm fits = asked;
  constexpr double kMore = 1.02;
  while (most_alarm_nodes(fits, arena) > kMostAlarmNodes) {
    AlarmParams more = fits.params;
    more.hear_m *= kMore;
    fits = bind_alarm(more, params.tick_s);
  }
  if (most_alarm_nodes(asked, arena) <= kMostAlarmNodes) return Done{};
  return Error{ErrorKind::limit, "mood.alarm.hear_m: found " + number_text(params.alarm.hear_m) +
                                     ", expected at least " + number_text(std::ceil(fits.params.hear_m)) +
                                     " on a ground of " + number_text(std::ceil(arena.side_m)) +
                                     " m: alarms are counted on cells of half of what agents hear"};
}

SimulationResult start_mood_on_world(const SimulationRequest& request, const Template& tmpl,
                                     const SimulationIslandPtr& island, const Progress&) {
  std::vector<std::string> own;
  const std::vector<std::string> of_crowd = take_settings_of("crowd", request.settings, own);
  MoodParams params = mood_on_island(request.method, *island);
  if (auto tuned = tune_all(params, mood_tuning(), own, kMethodOption); !tuned) return tuned.error();
  if (auto fits = check_mood(params); !fits) return fits.error();
  if (auto fits = check_alarm_grid(params, island->arena()); !fits) return fits.error();
  CrowdParams walking = crowd_on_island(simulation_methods(Coordinator::crowd).front(), *island);
  if (auto tuned = tune_all(walking, crowd_tuning(), of_crowd, kMethodOption); !tuned) return tuned.error();
  // Agents walk in the ticks of their moods.
  walking = at_tick_length(walking, params.tick_s);
  if (auto fits = check_crowd(walking, island->arena(), request.agents); !fits) return fits.error();
  auto bound = std::make_shared<MoodBound>();
  bound->method = request.method;
  bound->island = island;
  const double quickest = *std::max_element(params.pace.begin(), params.pace.end());
  std::optional<Walls> walls;
  if (walking.avoid.by != AvoidBy::none) {
    const double fastest_mps = std::max(walking.speed_mps, walking.speed_max_mps) * quickest;
    if (auto fits = check_avoid(walking.avoid, fastest_mps, "crowd."); !fits) return fits.error();
    walls = walls_of_world(*island->world, tmpl.hand, island->arena(), wall_reach_m(walking.avoid));
    if (auto fits = check_room(walking.avoid, request.agents, free_area_m2(*walls), "agents"); !fits)
      return fits.error();
  }
  bound->crowd =
      bind_crowd(walking, island->arena(), island->world->seeds, &island->shore, walls ? &*walls : nullptr);
  bound->moods = bind_moods(params, island->arena(), island->world->seeds);
  bound->stimuli = stimuli_of(tmpl, bound->findings);
  bound->day = crowd_day(tmpl, bound->crowd.seeds);
  bound->has_player = request.player.has_value();
  TourPlace player;
  if (request.player) {
    bound->tour.roams = request.player->roams;
    bound->tour.stops = nearest_next(points_named(tmpl, *island->world, "landmark"));
    const Vec2 asked{request.player->x_m, request.player->y_m};
    player = start_tour(bound->tour,
                        !bound->tour.roams || bound->tour.stops.empty() ? asked : bound->tour.stops.front());
  }
  find_sparse_alarm(bound->moods, *island, request.agents, bound->findings);
  CrowdState crowd = start_crowd(bound->crowd, request.agents);
  // Who is calm goes where the crowd would.
  auto goals = bind_goals(tmpl, *island->world, crowd.agents);
  if (!goals) return goals.error();
  if (goals.value().goals) {
    if (auto set = set_goals(goals.value().goals, bound->crowd, quickest); !set) return set.error();
    crowd.walk = start_walk(*bound->crowd.goals, crowd.agents);
    for (Finding& finding : goals.value().findings) bound->findings.push_back(std::move(finding));
  }
  return std::unique_ptr<Simulation>(
      std::make_unique<MoodSimulation>(std::move(bound), std::move(crowd), player));
}

}  // namespace

SimulationRow mood_simulation() {
  return {.preset =
              [](size_t method) {
                return TunedParams(mood_preset(static_cast<MoodMethod>(method)), mood_tuning());
              },
          .on_island = [](std::string_view method, const Template&, const SimulationIsland& island)
              -> Result<TunedParams> { return TunedParams(mood_on_island(method, island), mood_tuning()); },
          .start = start_mood_on_world};
}

}  // namespace fw
