#include "mutations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"

namespace {

using nlohmann::ordered_json;

class Dice {
 public:
  explicit Dice(uint64_t seed) : random_{fw::derive(seed, "fuzz.mutations"), 0} {}
  size_t below(size_t bound) { return random_.below(bound); }
  bool chance(double p) { return random_.uniform() < p; }
  template <typename List>
  const auto& one_of(const List& list) {
    return list[below(std::size(list))];
  }
  /// A place in or about a frame of some kilometres, or far off.
  double metres() {
    if (chance(0.05)) return one_of(std::array<double, 6>{1e6, -1e6, 1e7, 1e300, -0.0, 1e-9});
    return std::round(random_.uniform(-500, 3500) * 1000) / 1000;
  }

 private:
  fw::RandomCursor random_;
};

std::string number(double value) {
  return ordered_json(value).dump();
}

std::string places(Dice& dice, size_t count) {
  std::string text = "(";
  for (size_t k = 0; k < count; ++k)
    text += (k > 0 ? ", " : "") + number(dice.metres()) + " " + number(dice.metres());
  return text + ")";
}

std::string odd_shape(Dice& dice) {
  const size_t corners = dice.chance(0.03) ? 5000 : 1 + dice.below(9);
  std::string shape;
  switch (dice.below(5)) {
    case 0:
      shape = "POINT " + places(dice, 1);
      break;
    case 1:
      shape = "LINESTRING " + places(dice, corners);
      break;
    case 2:
      shape = "POLYGON (" + places(dice, corners + 2) + ")";
      break;
    case 3:
      shape = "POLYGON (" + places(dice, corners + 2) + ", " + places(dice, 3) + ")";
      break;
    default:
      shape = "MULTIPOLYGON ((" + places(dice, corners + 2) + "), (" + places(dice, 4) + "))";
  }
  if (dice.chance(0.1)) shape = shape.substr(0, dice.below(shape.size()));
  return shape;
}

ordered_json odd_runs(Dice& dice) {
  ordered_json rows = ordered_json::array();
  const size_t count = dice.chance(0.05) ? 600 : 1 + dice.below(40);
  for (size_t r = 0; r < count; ++r) {
    std::string row;
    for (size_t k = dice.below(6); k > 0; --k) {
      const uint64_t run = dice.chance(0.03) ? uint64_t{1} << dice.below(64) : dice.below(90);
      row += (row.empty() ? "" : " ") + std::to_string(run);
      if (dice.chance(0.6)) row += dice.one_of(std::string("aaab"));
      if (dice.chance(0.02)) row += dice.one_of(std::string("zZ;-. 9"));
    }
    rows.push_back(row);
  }
  return rows;
}

/// Texts of the hand, to be put where others stand.
void collect_texts(const ordered_json& node, std::vector<std::string>& texts) {
  if (node.is_string() && node.get_ref<const std::string&>().size() < 200) texts.push_back(node);
  if (node.is_structured())
    for (const auto& item : node) collect_texts(item, texts);
}

ordered_json odd_value(Dice& dice, const std::string& key, const ordered_json& was,
                       const std::vector<std::string>& texts) {
  const bool good = dice.chance(0.85);
  if (good && key == "shape") return odd_shape(dice);
  if (good && key == "cells") return odd_runs(dice);
  if (good && was.is_number()) {
    if (dice.chance(0.5)) return dice.metres();
    if (dice.chance(0.5)) return was.get<double>() * dice.one_of(std::array<double, 5>{0, 0.5, 2, 100, -1});
    return dice.below(10);
  }
  if (good && was.is_string() && !texts.empty()) return dice.one_of(texts);
  switch (dice.below(9)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return "";
    case 3:
      return dice.one_of(std::vector<std::string>{"none", "all", "all,", "-all", "\u202egpj", "../../etc",
                                                  "a b, c d", "no"});
    case 4:
      return ordered_json::array();
    case 5:
      return ordered_json::array({was, was});
    case 6:
      return ordered_json::object();
    case 7:
      return std::string(1 + dice.below(4000), 'x');
    default:
      return dice.one_of(std::array<double, 6>{0, -1, 1e18, 1e-300, 4294967296.0, 0.5});
  }
}

/// One change of the hand's rows.
void change(Dice& dice, ordered_json& hand, const std::vector<std::string>& texts) {
  std::vector<std::string> lists;
  for (const auto& [name, rows] : hand.items())
    if (rows.is_array() && !rows.empty()) lists.push_back(name);
  if (lists.empty()) {
    hand["pins"] = ordered_json::array({ordered_json::object()});
    return;
  }
  const std::string name = dice.one_of(lists), other_name = dice.one_of(lists);
  ordered_json& rows = hand[name];
  const size_t k = dice.below(rows.size());
  ordered_json& row = rows[k];
  if (dice.chance(0.03)) row = odd_value(dice, "", row, texts);
  if (!row.is_object() || row.empty()) return;
  const auto any_key = [&](const ordered_json& of) {
    return std::next(of.begin(), static_cast<std::ptrdiff_t>(dice.below(of.size()))).key();
  };
  const std::string key = any_key(row);
  switch (dice.below(12)) {
    case 0:
      if (key != "id" || dice.chance(0.1)) row.erase(key);
      return;
    case 1: {  // a copy under another id
      ordered_json copy = row;
      if (dice.chance(0.9)) copy["id"] = "c" + std::to_string(dice.below(100000));
      rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(dice.below(rows.size() + 1)), copy);
      return;
    }
    case 2:
      std::swap(rows[k], rows[dice.below(rows.size())]);
      return;
    case 3: {  // a column of another list
      const ordered_json& other = hand[other_name][dice.below(hand[other_name].size())];
      if (!other.is_object() || other.empty()) return;
      const std::string theirs = any_key(other);
      if (row.contains(theirs) || dice.chance(0.2)) row[theirs] = other[theirs];
      return;
    }
    case 4:
      row["on"] = dice.chance(0.8) ? "no" : "yes";
      return;
    case 5:
      row["note"] = std::string(dice.below(30), '~');
      return;
    default:
      if (key == "id" && dice.chance(0.8)) return;
      row[key] = odd_value(dice, key, row[key], texts);
  }
}

}  // namespace

std::string mutated_bytes(std::string_view bytes, uint64_t seed) {
  Dice dice(seed);
  std::string out(bytes);
  for (size_t edits = 1 + dice.below(dice.chance(0.3) ? 40 : 4); edits > 0 && !out.empty(); --edits) {
    const size_t at = dice.below(out.size()), length = std::min(1 + dice.below(24), out.size() - at);
    switch (dice.below(8)) {
      case 0:
        out[at] = static_cast<char>(dice.below(256));
        break;
      case 1:
        out[at] = static_cast<char>(out[at] ^ (1 << dice.below(8)));
        break;
      case 2:
        out.erase(at, length);
        break;
      case 3:
        out.insert(at, out.substr(dice.below(out.size()), length));
        break;
      case 4: {  // a number of 16, 32 or 64 bits
        static constexpr std::array<uint64_t, 9> kNumbers{
            0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 0xFFFFFFFFFFFFFFFF};
        const uint64_t value = dice.one_of(kNumbers);
        const size_t size = std::min<size_t>(size_t{2} << dice.below(3), out.size() - at);
        for (size_t i = 0; i < size; ++i) out[at + i] = static_cast<char>(value >> (8 * i));
        break;
      }
      case 5: {  // digits to other digits
        const size_t digit = out.find_first_of("0123456789", at);
        if (digit != std::string::npos)
          out.replace(digit, 1, dice.one_of(std::vector<std::string>{"9", "-", "1e9", "", ".", "00", "e"}));
        break;
      }
      case 6:
        std::copy_n(out.substr(dice.below(out.size() - length + 1), length).begin(), length,
                    out.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      default:
        if (dice.chance(0.2)) out.resize(at);
    }
  }
  return out;
}

std::string mutated_hand(std::string_view text, uint64_t seed) {
  Dice dice(seed);
  ordered_json tmpl = ordered_json::parse(text, nullptr, false);
  if (!tmpl.is_object()) return mutated_bytes(text, seed);
  if (!tmpl.contains("hand") || !tmpl["hand"].is_object()) tmpl["hand"] = ordered_json::object();
  ordered_json& hand = tmpl["hand"];
  std::vector<std::string> texts;
  collect_texts(hand, texts);
  for (size_t edits = 1 + dice.below(3); edits > 0; --edits) change(dice, hand, texts);
  std::string out = tmpl.dump(1, ' ', false, ordered_json::error_handler_t::replace);
  if (dice.chance(0.1)) {  // within the hand, byte by byte
    const size_t from = out.find("\"hand\"");
    out = out.substr(0, from) + mutated_bytes(out.substr(from), seed + 1);
  }
  return out;
}
