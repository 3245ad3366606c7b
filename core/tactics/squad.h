#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/model/template/tuning.h"
#include "core/tactics/posts.h"
#include "core/tactics/tokens.h"

// Squads that ring a target and attack it in turn (docs/coordinators.md, 9). A step reads the positions given
// to it and says where every member stands next, and how fast it walks there; whoever moves the bodies owns
// the positions.
namespace fw {

/// Parameters of all squads; squad_tuning() lists ranges.
struct SquadParams {
  TokenParams tokens;
  PostParams posts;
  double speed_mps = 2.5;    ///< of members that walk
  double arrive_s = 0.6;     ///< within this time of its slot a member slows down
  double turn_share = 0.06;  ///< of the way to the target's facing that the ring turns in 0.1 s
  double notice_m = 80;      ///< a target nearer than this to a squad's home is met ...
  double leave = 1.5;        ///< ... and left beyond so many times that

  friend bool operator==(const SquadParams&, const SquadParams&) = default;
};

SquadParams squad_preset(TokenMethod method);
/// Rows as "squad.tokens", "squad.share.rest", ...
std::span<const TuningRow<SquadParams>> squad_tuning();
/// Ranges, shares of at most 1 together, least times not above most times. Usage error.
Result<Done> check_squads(const SquadParams& params);

/// One squad. Its members are consecutive: first .. first + size - 1.
struct SquadUnit {
  size_t first = 0, size = 0;
  double home_x_m = 0, home_y_m = 0;
  double home_m = 30;  ///< members rest within this of home
  double speed_mps = 2.5;
  PostParams posts;
  Tokens tokens;
  PostFields fields;
  uint64_t home_stream = 0;
};

/// Squads bound to seeds. Immutable.
struct Squads {
  SquadParams params;
  std::vector<SquadUnit> units;

  size_t members() const { return units.empty() ? 0 : units.back().first + units.back().size; }
};
/// A unit behind the others, with the shares, tokens and speed of the parameters; draws by `substream`.
SquadUnit& add_unit(Squads& squads, size_t size, uint64_t substream);

/// What a unit turns to at a tick.
struct SquadTarget {
  double x_m = 0, y_m = 0;
  double facing_x = 1, facing_y = 0;  ///< of any length above 0
};

/// State of all squads between two ticks.
struct SquadState {
  int64_t tick = 0;                           ///< steps done
  std::vector<uint8_t> post;                  ///< Post, by member
  std::vector<uint16_t> slot;                 ///< number among the slots of its post
  std::vector<uint8_t> attacking;             ///< 1 = holds a token
  std::vector<double> place_x_m, place_y_m;   ///< where each member is to stand
  std::vector<float> want_x_mps, want_y_mps;  ///< the velocity that takes it there

  // By unit.
  std::vector<uint8_t> engaged;            ///< 1 = at its target, else at home
  std::vector<double> facing_x, facing_y;  ///< eased
  std::vector<TokenState> tokens;
};

SquadState start_squads(const Squads& squads);
/// Where members stand at home; the n-th of a unit has the same place for any size.
void squad_homes(const Squads& squads, std::span<double> x_m, std::span<double> y_m);

/// One tick with the members at these places: one target per unit. The same bits at any thread count.
void step_squads(const Squads& squads, std::span<const SquadTarget> targets, std::span<const double> x_m,
                 std::span<const double> y_m, SquadState& state);

}  // namespace fw
