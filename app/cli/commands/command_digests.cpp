#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "core/base/seed.h"
#include "core/experiment/digest_list.h"

namespace fw::cli {
namespace {

Result<uint64_t> one_seed(const std::string& text) {
  if (text.empty()) return uint64_t{42};
  uint64_t seed = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (problem != std::errc() || end != text.data() + text.size() || seed > kMaxSeed)
    return usage("--seed " + text + ": expected a whole number from 0 to 2^53 - 1");
  return seed;
}

/// Places in kDigestRooms, in its order.
Result<std::vector<size_t>> chosen_rooms(const std::string& list) {
  std::vector<size_t> rooms;
  for (const std::string& word : split(list)) {
    const auto room = place_of("--rooms", word, kDigestRooms);
    if (!room) return room.error();
    rooms.push_back(room.value());
  }
  if (rooms.empty()) return usage("--rooms: found no room, expected some of " + join(kDigestRooms));
  std::sort(rooms.begin(), rooms.end());
  rooms.erase(std::unique(rooms.begin(), rooms.end()), rooms.end());
  return rooms;
}

}  // namespace

int run_digests(const Options& options) {
  const Result<uint64_t> seed = one_seed(options.seed);
  if (!seed) return fail(seed.error());
  const auto rooms = chosen_rooms(options.rooms);
  if (!rooms) return fail(rooms.error());
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const size_t room : rooms.value()) {
    for (const std::string& line :
         room == kWorldRoom ? world_digest_lines(seed.value()) : digest_lines(room, seed.value())) {
      text += std::string(kDigestRooms[room]) + " " + line + "\n";
      const size_t digest = line.rfind(' ');
      json[std::string(kDigestRooms[room])][line.substr(0, digest)] = line.substr(digest + 1);
    }
    if (stop_signal() != 0) return fail({ErrorKind::cancelled, "interrupted"});
  }
  return deliver(options.json ? json.dump(2) + "\n" : text, options);
}

}  // namespace fw::cli
