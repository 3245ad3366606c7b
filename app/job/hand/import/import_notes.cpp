#include "app/job/hand/import/import_notes.h"

namespace fw {
namespace {

constexpr size_t kMostReasons = 8;

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
    std::string text = std::to_string(entry.count) + " " + entry.what;
    size_t shown = 0;
    for (const auto& [detail, count] : entry.details) {
      if (++shown > kMostReasons) {
        text += "; ...";
        break;
      }
      text += (shown == 1 ? ": " : "; ") + detail + (count > 1 ? " (" + std::to_string(count) + ")" : "");
    }
    notes.push_back({code, entry.count, text});
  }
  return notes;
}

}  // namespace fw
