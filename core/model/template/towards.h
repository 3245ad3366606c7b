#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/geometry.h"

namespace fw {

/// The compass words, clockwise from north by 45 degrees.
inline constexpr std::array<std::string_view, 8> kCompassWords{"north", "north_east", "east", "south_east",
                                                               "south", "south_west", "west", "north_west"};

/// Where something lies or grows, as templates say it: a compass word or degrees clockwise from north, or one
/// of the words below.
struct Towards {
  enum class Kind {
    direction,
    centre,  ///< of the frame
    rim,     ///< of the frame
    border,  ///< between the owners' homes; without two homes north to south through the middle
    spread,  ///< everywhere, far from one another
    none,
  };
  Kind kind = Kind::direction;
  Vec2 unit{0, 1};  ///< of a direction
};

/// Nothing where the text is neither such a word nor a finite number. "ne", "north-east" and "northeast" are
/// north_east.
std::optional<Towards> parse_towards(std::string_view text);

/// A point of a frame that has a word: its middle, or on its rim. In shares of the frame from the south-west
/// corner.
struct FramePlace {
  std::string_view word;
  Vec2 at;
};
inline constexpr std::array<FramePlace, 9> kFramePlaces{{{"north", {0.5, 1}},
                                                         {"north_east", {1, 1}},
                                                         {"east", {1, 0.5}},
                                                         {"south_east", {1, 0}},
                                                         {"south", {0.5, 0}},
                                                         {"south_west", {0, 0}},
                                                         {"west", {0, 0.5}},
                                                         {"north_west", {0, 1}},
                                                         {"centre", {0.5, 0.5}}}};
/// The point of a word as parse_towards() reads it.
std::optional<Vec2> frame_place(std::string_view word);
/// The word of a point, "" where it has none.
std::string_view frame_place_word(Vec2 at);

}  // namespace fw
