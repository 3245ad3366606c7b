#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/field/raster.h"
#include "core/model/agent_states.h"
#include "core/model/calendar.h"
#include "core/model/template/classes.h"

namespace fw {

/// Positions as arrays of equal length, world frame; floats, for pictures alone.
struct Places {
  std::vector<float> x_m;
  std::vector<float> y_m;

  size_t size() const { return x_m.size(); }
};

/// The clock of a simulation.
struct OverlayClock {
  int64_t tick = 0;        ///< steps done
  double dt_s = 1;         ///< length of a tick
  double time_s = 0;       ///< tick * dt_s
  double cycle_s = 0;      ///< length of the cycle; 0 = the method has none
  double cycle_share = 0;  ///< how much of the cycle has passed, [0, 1)
};

/// One live figure of a simulation; the same names in the same order at every tick.
struct OverlayFigure {
  std::string name;   ///< "active"
  std::string label;  ///< "active agents"
  std::string unit;   ///< "1/s"; "" = pure number
  double value = 0;   ///< NaN = not known yet
};

/// What a field over the map means.
enum class FieldMeaning : uint8_t {
  none,   ///< the method reads no field
  rate,   ///< larger = more starts now
  phase,  ///< a place has its turn when the cycle's share reaches the value
  band,   ///< open where |value - level| <= half_width
  heads,  ///< animals on a square kilometre: value times `level` of them
};

/// A field in force, for a translucent picture under the agents.
struct OverlayField {
  FieldMeaning meaning = FieldMeaning::none;
  std::shared_ptr<const Raster<float>> value;  ///< in [0, 1] over the world frame, on a grid of its own
  std::shared_ptr<const Raster<float>> mask;   ///< share of each cell it applies to, [0, 1]; null = all
  double level = 0;       ///< phase: share of the cycle that has passed; band: the middle of the band;
                          ///< heads: a square kilometre has at the value 1
  double half_width = 0;  ///< band
};

/// Agents that walk, at one moment. Entry i of every array is one agent, the same at every tick.
struct CrowdOverlay {
  std::shared_ptr<const Places> agents;
  std::vector<float> heading_x, heading_y;  ///< unit vectors
  std::vector<float> speed_mps;
  double slow_mps = 0, fast_mps = 1;  ///< the speeds between which colours run
  std::vector<std::string> goals;     ///< where agents may be going, in order
  std::vector<uint8_t> goal;          ///< by agent: 1 + its place in `goals`, 0 = none; empty without goals
  std::vector<std::shared_ptr<const Places>> trail;  ///< where the agents were, newest first
  std::vector<uint8_t> asleep;                       ///< 1 = sleeps, at home; empty: nobody does
  std::vector<float> radius_m;                       ///< of bodies; empty: agents are points
};

/// Agents that stand and act.
struct ActionOverlay {
  std::shared_ptr<const Places> agents;
  std::vector<uint8_t> active;       ///< 1 = acts at this tick
  std::vector<float> since_start_s;  ///< 0 = started at this tick; infinite before the first start
  OverlayField field;                ///< phase or rate
};

/// A site that waits for its turn.
struct OverlaySite {
  float x_m = 0;
  float y_m = 0;
  float phase = 0;  ///< share of the cycle at which it has its turn, [0, 1)
};

/// Something that happened.
struct OverlayEvent {
  float x_m = 0;
  float y_m = 0;
  float age_s = 0;  ///< 0 = at this tick
  Category category = Category::enemy;
};

/// Spawning on a world: several classes side by side, the field and the sites of one of them.
struct SpawnOverlay {
  std::string field_class;  ///< slug of the class whose field and sites are shown
  OverlayField field;       ///< phase (sites by phase) or band
  std::vector<OverlaySite> candidates;
  std::vector<OverlayEvent> spawned;  ///< admitted of late, oldest first
  std::vector<OverlayEvent> killed;   ///< eliminated of late, oldest first
  Places living;
  std::vector<Category> living_category;
  Places players;
};

/// What agents notice, on show.
struct OverlayStimulus {
  float x_m = 0, y_m = 0;
  float radius_m = 0;
  bool damage = false;
};

/// Agents with moods. Entry i of every array is one agent, the same at every tick.
struct MoodOverlay {
  std::shared_ptr<const Places> agents;
  std::vector<float> heading_x, heading_y;  ///< unit vectors
  std::vector<uint8_t> mood;                ///< Mood, as shown
  std::vector<float> alarm;                 ///< level of who is alarmed, else 0
  std::vector<OverlayStimulus> stimuli;     ///< at this moment
  Places players;
  std::array<int64_t, kMoods> asked{}, got{};
  float radius_m = 0;  ///< of a body
};

/// Squads round their targets. Entry i of every array is one member, the same at every tick.
struct SquadOverlay {
  std::shared_ptr<const Places> agents;
  std::vector<float> heading_x, heading_y;  ///< unit vectors
  std::vector<uint8_t> post;                ///< Post
  std::vector<uint8_t> engaged;             ///< 1 = its squad is at its target
  std::vector<uint8_t> attacking;           ///< 1 = holds a token
  Places place;                             ///< where each is to stand
  Places targets;                           ///< of engaged squads, and players
  std::vector<float> facing_x, facing_y;    ///< of the targets, unit vectors
  float radius_m = 0;                       ///< of a body
};

/// A class of the world over time, now.
struct EcologyClass {
  Category category = Category::wildlife;
  std::string slug, label;
  double number = 0;  ///< heads of the stock; nodes that stand
  double target = 0;  ///< quota; of nodes that of the date
  double swing = 0;   ///< most half-range of the number over its mean that is asked; 0 = none
};
/// What a day added to a stock of animals and took from it, heads.
struct EcologyTurnover {
  double born = 0, eaten = 0, starved = 0, hunted = 0;
};
/// The days of a run that are over, by EcologyOverlay::classes and day. Later ones than now are those of a
/// run that was wound back.
struct EcologyDays {
  int64_t run = 0;                          ///< another number: the days are another run's
  std::vector<std::vector<double>> number;  ///< stock at the day's end; nodes that stood, mean of the day
  std::vector<std::vector<double>> target;  ///< mean of the day
  std::vector<std::vector<EcologyTurnover>> turnover;  ///< of nodes 0
};
/// The world over time: animals, nodes and players. One class is shown in full.
struct EcologyOverlay {
  std::vector<EcologyClass> classes;  ///< nodes, then animals
  size_t shown = 0;                   ///< into classes
  OverlayField field;                 ///< of animals heads, of nodes rate: their front
  Places of_shown;                    ///< animals, or nodes that stand
  Places resting;                     ///< free spots of nodes
  Places others;                      ///< animals of the other classes
  Places players;
  std::shared_ptr<const EcologyDays> days;
};

/// One moment of a simulation on a world: all that a painter or a plot needs, plain data. Several
/// coordinators may share a type of content; each type has its painter and legend in render/overlay.
struct Overlay {
  std::string method;  ///< slug
  OverlayClock clock;
  std::optional<Date> date;  ///< nothing where the template has no calendar
  std::vector<OverlayFigure> figures;
  std::variant<CrowdOverlay, ActionOverlay, SpawnOverlay, MoodOverlay, SquadOverlay, EcologyOverlay> content;
};

}  // namespace fw
