#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/hash.h"
#include "core/ecology/ecology.h"

namespace fw {
namespace {

constexpr std::string_view kMark = "fieldwright ecology 1\n";

/// Appends values, little-endian.
class StateWriter {
 public:
  std::string bytes{kMark};

  void number(uint64_t value) {
    for (int k = 0; k < 8; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xFF);
  }
  void value(double one) { number(std::bit_cast<uint64_t>(one)); }
  void value(int64_t one) { number(static_cast<uint64_t>(one)); }
  void value(uint32_t one) { number(one); }
  void value(uint8_t one) { bytes += static_cast<char>(one); }
  template <typename T>
  void values(const std::vector<T>& all) {
    number(all.size());
    for (const T one : all) value(one);
  }
  /// As `values`; a reader refuses another length.
  template <typename T>
  void fixed(const std::vector<T>& all, size_t) {
    values(all);
  }
  bool good() const { return true; }
};

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : left_(bytes) {
    good_ = left_.starts_with(kMark);
    if (good_) left_.remove_prefix(kMark.size());
  }

  uint64_t number() {
    if (left_.size() < 8) return good_ = false, 0;
    uint64_t value = 0;
    for (int k = 0; k < 8; ++k)
      value |= static_cast<uint64_t>(static_cast<uint8_t>(left_[static_cast<size_t>(k)])) << (8 * k);
    left_.remove_prefix(8);
    return value;
  }
  void value(double& one) { one = std::bit_cast<double>(number()); }
  void value(int64_t& one) { one = static_cast<int64_t>(number()); }
  void value(uint32_t& one) {
    const uint64_t read = number();
    good_ = good_ && read <= UINT32_MAX;
    one = static_cast<uint32_t>(read);
  }
  void value(uint8_t& one) {
    good_ = good_ && !left_.empty();
    if (!good_) return;
    one = static_cast<uint8_t>(left_.front());
    left_.remove_prefix(1);
  }
  template <typename T>
  void values(std::vector<T>& all) {
    const uint64_t size = number();
    if (!good_ || size > left_.size() / std::min<size_t>(8, sizeof(T))) return void(good_ = false);
    all.resize(size);
    for (T& one : all) value(one);
  }
  template <typename T>
  void fixed(std::vector<T>& all, size_t size) {
    values(all);
    good_ = good_ && all.size() == size;
  }
  bool good() const { return good_; }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
  bool good_ = true;
};

/// Everything that a state holds and that does not follow from it, in the file's order.
template <typename File, typename State>
void visit_state(const Ecology& ecology, State& state, File& file) {
  file.value(state.quarter);
  for (size_t c = 0; c < ecology.shown.size(); ++c)
    file.fixed(state.stocks.heads[c], ecology.stocks.classes[c].ground.size());
  file.fixed(state.stocks.extinct_part, ecology.shown.size());
  for (size_t c = 0; c < ecology.shown.size(); ++c) {
    auto& shown = state.shown[c];
    file.values(shown.x_m);
    file.fixed(shown.y_m, shown.x_m.size());
    file.fixed(shown.serial, shown.x_m.size());
    file.fixed(shown.place, shown.x_m.size());
    file.values(shown.back_part);
    file.value(shown.next_serial);
    file.value(shown.kills_a_day);
  }
  for (size_t c = 0; c < ecology.spots.classes.size(); ++c) {
    auto& spots = state.spots[c];
    file.fixed(spots.open, ecology.spots.classes[c].size());
    file.fixed(spots.rested, ecology.spots.classes[c].size());
    file.fixed(spots.uses, ecology.spots.classes[c].size());
    file.fixed(spots.soil, ecology.spots.classes[c].block.size());
    file.value(spots.bias);
    file.value(spots.standing);
    file.value(spots.standing_after);
  }
  auto& players = state.players;
  file.values(players.x_m);
  for (auto* column : {&players.y_m, &players.to_x_m, &players.to_y_m, &players.free_s, &players.wants[0],
                       &players.wants[1]})
    file.fixed(*column, players.x_m.size());
  for (auto& found : players.found) file.fixed(found, ecology.blocks.size());
}

bool within(const std::vector<double>& column, double low, double high) {
  for (const double one : column)
    if (!(one >= low && one <= high)) return false;
  return true;
}

/// Whether what was read points into what is there, and every number is one that a step can meet.
bool in_range(const Ecology& ecology, const EcologyState& state) {
  constexpr double kMost = 1e15;
  constexpr int64_t kLatest = int64_t{1} << 50;
  const double side_m = ecology.players.side_m;
  if (state.quarter < 0 || state.quarter > kLatest) return false;
  for (size_t c = 0; c < state.shown.size(); ++c) {
    const Individuals& shown = state.shown[c];
    if (!within(shown.x_m, 0, side_m) || !within(shown.y_m, 0, side_m)) return false;
    if (!within(state.stocks.heads[c], 0, kMost)) return false;
    for (const uint32_t place : shown.place)
      if (place >= ecology.stocks.classes[c].ground.size()) return false;
    if (!std::is_sorted(shown.back_part.begin(), shown.back_part.end())) return false;
    if (!(shown.kills_a_day >= 0 && shown.kills_a_day <= kMost)) return false;
    if (state.stocks.extinct_part[c] < -1 || state.stocks.extinct_part[c] > kLatest) return false;
  }
  for (const SpotState& spots : state.spots) {
    if (!within(spots.soil, 0, 1) || !(std::abs(spots.bias) <= kMost)) return false;
    if (spots.standing != std::count(spots.open.begin(), spots.open.end(), uint8_t{1})) return false;
    if (std::any_of(spots.open.begin(), spots.open.end(), [](uint8_t open) { return open > 1; }))
      return false;
    if (std::any_of(spots.rested.begin(), spots.rested.end(),
                    [](int64_t part) { return part < 0 || part > kLatest; }))
      return false;
    if (spots.standing_after < 0 || spots.standing_after > static_cast<int64_t>(spots.open.size()))
      return false;
  }
  const Players& players = state.players;
  for (const auto* column : {&players.x_m, &players.y_m, &players.to_x_m, &players.to_y_m})
    if (!within(*column, 0, side_m)) return false;
  for (size_t w = 0; w < kWants; ++w)
    if (!within(players.wants[w], 0, kMostWaiting) || !within(players.found[w], 0, kMost)) return false;
  return within(players.free_s, -kMost, kMost);
}

}  // namespace

std::string state_bytes(const Ecology& ecology, const EcologyState& state) {
  StateWriter file;
  visit_state(ecology, state, file);
  return std::move(file.bytes);
}

Result<EcologyState> read_state(const Ecology& ecology, std::string_view bytes) {
  EcologyState state;
  state.stocks.heads.resize(ecology.shown.size());
  state.shown.resize(ecology.shown.size());
  state.spots.resize(ecology.spots.classes.size());
  StateReader file(bytes);
  visit_state(ecology, state, file);
  if (!file.good() || !file.at_end() || !in_range(ecology, state))
    return Error{ErrorKind::mismatch,
                 "found no state of this template and world, expected one that "
                 "`simulate` wrote for the same template, seed and version"};
  restore_spots(ecology.spots, state.spots);
  return state;
}

std::string state_digest(const Ecology& ecology, const EcologyState& state) {
  return sha256_hex(state_bytes(ecology, state));
}

}  // namespace fw
