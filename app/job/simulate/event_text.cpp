#include "app/job/simulate/event_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/suggest.h"

namespace fw {
namespace {

constexpr int64_t kLastDay = 100000;

/// A member of an event, and where its value goes.
struct Member {
  std::string_view key;
  std::vector<HappeningKind> of;
  Result<Done> (*read)(std::string_view value, RunEvent& event);
};

Result<Done> read_whole(std::string_view value, std::string_view key, int64_t least, int64_t& out) {
  int64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc() || end != value.data() + value.size() || number < least || number > kLastDay)
    return Error{ErrorKind::usage, std::string(key) + "=" + std::string(value) +
                                       ": expected a whole number from " + std::to_string(least) + " to " +
                                       std::to_string(kLastDay)};
  out = number;
  return Done{};
}

Result<Done> read_number(std::string_view value, std::string_view key, double most, double& out) {
  double number = 0;
  const auto [end, problem] = read_double(value.data(), value.data() + value.size(), number);
  if (problem != std::errc() || end != value.data() + value.size() || !(number >= 0 && number <= most))
    return Error{ErrorKind::usage, std::string(key) + "=" + std::string(value) +
                                       ": expected a number from 0 to " + number_text(most)};
  out = number;
  return Done{};
}

const std::vector<Member>& members() {
  using enum HappeningKind;
  static const std::vector<Member> all{
      {"day",
       {wipe, load, stop},
       [](std::string_view v, RunEvent& e) { return read_whole(v, "day", 0, e.day); }},
      {"region",
       {wipe},
       [](std::string_view v, RunEvent& e) -> Result<Done> {
         e.region = v;
         return Done{};
       }},
      {"class",
       {wipe},
       [](std::string_view v, RunEvent& e) -> Result<Done> {
         e.classes = v;
         std::replace(e.classes.begin(), e.classes.end(), '+', ',');
         return Done{};
       }},
      {"share", {wipe}, [](std::string_view v, RunEvent& e) { return read_number(v, "share", 1, e.share); }},
      {"times",
       {load},
       [](std::string_view v, RunEvent& e) { return read_number(v, "times", 1000, e.times); }},
      {"days", {load}, [](std::string_view v, RunEvent& e) { return read_whole(v, "days", 1, e.days); }},
  };
  return all;
}

std::vector<std::string> keys_of(HappeningKind kind) {
  std::vector<std::string> keys;
  for (const Member& member : members())
    if (std::find(member.of.begin(), member.of.end(), kind) != member.of.end()) keys.emplace_back(member.key);
  return keys;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

Result<Done> read_member(std::string_view part, RunEvent& event) {
  const size_t equals = part.find('=');
  const std::string key(part.substr(0, equals));
  const std::vector<std::string> keys = keys_of(event.kind);
  if (equals == std::string_view::npos || equals + 1 == part.size())
    return Error{ErrorKind::usage,
                 "'" + std::string(part) + "': expected KEY=VALUE, KEY one of " + listed(keys)};
  if (std::find(keys.begin(), keys.end(), key) == keys.end())
    return Error{ErrorKind::usage, key + ": no such part of a " +
                                       std::string(kHappeningSlugs[static_cast<size_t>(event.kind)]) +
                                       did_you_mean(key, keys) + "; expected " + listed(keys)};
  for (const Member& member : members())
    if (member.key == key) return member.read(part.substr(equals + 1), event);
  return Done{};
}

Error in_event(std::string_view text, const Error& error) {
  return {ErrorKind::usage, "--event " + std::string(text) + ": " + error.message};
}

}  // namespace

Result<RunEvent> read_event(std::string_view text) {
  RunEvent event;
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  constexpr size_t kAsked = 3;  // of the kinds; the others happen by themselves
  const auto found = std::find(kHappeningSlugs.begin(), kHappeningSlugs.begin() + kAsked, kind);
  if (found == kHappeningSlugs.begin() + kAsked)
    return in_event(text, {ErrorKind::usage,
                           "expected wipe:day=120,region=5, load:day=200,times=5,days=3 or "
                           "stop:day=300"});
  event.kind = static_cast<HappeningKind>(found - kHappeningSlugs.begin());
  bool day = false;
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    if (const Result<Done> read = read_member(part, event); !read) return in_event(text, read.error());
    day = day || part.starts_with("day=");
    if (comma != std::string_view::npos && comma + 1 == rest.size())
      return in_event(text, {ErrorKind::usage, "expected another KEY=VALUE after its last comma"});
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  if (!day) return in_event(text, {ErrorKind::usage, "expected its day: day=120"});
  return event;
}

std::string event_text(const RunEvent& event) {
  std::string text =
      std::string(kHappeningSlugs[static_cast<size_t>(event.kind)]) + ":day=" + std::to_string(event.day);
  if (event.kind == HappeningKind::wipe) {
    if (!event.region.empty()) text += ",region=" + event.region;
    std::string classes = event.classes;
    std::replace(classes.begin(), classes.end(), ',', '+');
    if (!classes.empty()) text += ",class=" + classes;
    if (event.share != 1) text += ",share=" + number_text(event.share);
  }
  if (event.kind == HappeningKind::load)
    text += ",times=" + number_text(event.times) + ",days=" + std::to_string(event.days);
  return text;
}

}  // namespace fw
