#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// The rooms that a list of digests covers, in its order.
inline constexpr std::array<std::string_view, 7> kDigestRooms{"base",  "field",   "crowd", "action",
                                                              "spawn", "tactics", "world"};

inline constexpr size_t kWorldRoom = 6;

/// "curl_dual torus 43fd...": a line for everything that a room decides from a seed, with the SHA-256 of its
/// results. The same lines on every machine that the product supports (docs/library.md, 12). `room` is a
/// place in kDigestRooms before kWorldRoom.
std::vector<std::string> digest_lines(size_t room, uint64_t seed);
/// The same of worlds: rasters and points of four templates at 128 cells: mild, steep, enchanted, and with
/// rivers and roads.
std::vector<std::string> world_digest_lines(uint64_t seed);

}  // namespace fw
