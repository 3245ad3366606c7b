#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/ecology/blocks.h"

// Scripted players: they kill and harvest at the rates that a template states, crowd where others found much,
// and say what they take (docs/ecology.md, 3). They know places alone, not what stands there.
namespace fw {

/// What a player is after.
enum class Want : uint8_t { kill, harvest };
inline constexpr std::array<std::string_view, 2> kWantSlugs{"kill", "harvest"};
inline constexpr size_t kWants = kWantSlugs.size();

inline constexpr double kReach_m = 300;          ///< how far a player sees what it wants
inline constexpr double kWork_s = 30;            ///< that a kill or a harvest takes
inline constexpr double kSightOfPlayer_m = 150;  ///< nothing appears or leaves nearer than this to a player

/// What players do on a world; constant.
struct PlayerGround {
  double part_s = 600;                   ///< seconds of the clock in a part
  double start_s = 0;                    ///< the clock's time of day at second 0
  double speed_mps = 4.5;                ///< play.speed_mps
  std::array<double, kWants> every_s{};  ///< between two of a player's kills and harvests on average
  double side_m = 0;                     ///< of the square round the frame
  GridSpec blocks;                       ///< block_grid()
  std::vector<uint32_t> open_blocks;     ///< blocks with open ground
  std::vector<uint32_t> first;           ///< open_blocks.size() + 1 offsets into `places_m`
  std::vector<Vec2> places_m;            ///< centres of the open cells, by block
  uint64_t substream = 0;
};
PlayerGround make_players(const Template& tmpl, const World& world, const Blocks& blocks);

/// Arrays over players; who is beyond the number that plays now keeps its place.
struct Players {
  std::vector<double> x_m, y_m;
  std::vector<double> to_x_m, to_y_m;             ///< where it walks; its own place: nowhere
  std::vector<double> free_s;                     ///< time left of the parts so far; below 0: busy
  std::array<std::vector<double>, kWants> wants;  ///< kills and harvests due
  std::array<std::vector<double>, kWants> found;  ///< by block: what players found there, 0.9 a day kept

  size_t size() const { return x_m.size(); }
};

/// Places of the things that can be taken, by what they are for.
struct Takeables {
  std::vector<double> x_m, y_m;
};

/// A player takes thing number `thing` of Takeables.
struct Take {
  Want want = Want::kill;
  uint32_t player = 0, thing = 0;
};
struct PlayerStep {
  std::vector<Take> taken;             ///< in the order in which it happens; no thing twice
  std::array<double, kWants> asked{};  ///< wants that came up
  std::array<double, kWants> unmet{};  ///< wants that lapsed: kMostWaiting were waiting
};
inline constexpr double kMostWaiting = 6;

/// One part of the day of the first `count` players; missing ones appear at drawn places. Each decides on
/// what stood when the round began; what two want goes to the lower number.
PlayerStep step_players(const PlayerGround& script, size_t count, int64_t part,
                        const std::array<Takeables, kWants>& things, Players& players);

/// How busy players are at a moment over the day's mean, by the clock's 86,400 s: an evening.
double evening(double clock_s);

}  // namespace fw
