#include "app/job/hand/import/import_notes.h"

#include <algorithm>

namespace fw {
namespace {

constexpr size_t kMostReasons = 5;

/// "row{|s} {is|are} off" of 1: "row is off".
std::string in_number(const std::string& text, int64_t count) {
  std::string said;
  for (size_t at = 0; at < text.size();) {
    const size_t open = std::min(text.find('{', at), text.size());
    const size_t bar = text.find('|', open), close = text.find('}', open);
    said += text.substr(at, open - at);
    if (close == std::string::npos) break;
    said += count == 1 ? text.substr(open + 1, bar - open - 1) : text.substr(bar + 1, close - bar - 1);
    at = close + 1;
  }
  return said;
}

}  // namespace

void ImportCounts::add(const std::string& code, const std::string& what, const std::string& detail,
                       int64_t count) {
  if (count <= 0) return;
  Entry& entry = entries_[code];
  entry.what = what;
  entry.count += count;
  if (detail.empty()) return;
  const auto [place, fresh] = entry.place_of.emplace(detail, entry.details.size());
  if (fresh) entry.details.emplace_back(detail, 0);
  entry.details[place->second].second += count;
}

std::vector<ImportNote> ImportCounts::notes() const {
  std::vector<ImportNote> notes;
  for (const auto& [code, entry] : entries_) {
    std::string text = std::to_string(entry.count) + " " + in_number(entry.what, entry.count);
    size_t shown = 0;
    for (const auto& [detail, count] : entry.details) {
      if (++shown > kMostReasons) {
        const size_t others = entry.details.size() - kMostReasons;
        text += "; and " + std::to_string(others) + (others == 1 ? " other" : " others");
        break;
      }
      text += (shown == 1 ? ": " : "; ") + detail + (count > 1 ? " (" + std::to_string(count) + ")" : "");
    }
    notes.push_back({code, entry.count, text});
  }
  return notes;
}

}  // namespace fw
