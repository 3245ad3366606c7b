#include "core/world/plan/stage_cache.h"

#include <algorithm>
#include <cstddef>

#include "core/base/hash.h"

namespace fw {

std::shared_ptr<void> StageCache::find(std::string_view stage, std::string_view key) {
  const Lock lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& e) { return e.stage == stage && e.key == key; });
  if (found == entries_.end()) return nullptr;
  std::rotate(found, found + 1, entries_.end());
  return entries_.back().value;
}

void StageCache::keep(std::string_view stage, std::string_view key, std::shared_ptr<void> value) {
  const Lock lock(mutex_);
  entries_.push_back({std::string(stage), std::string(key), std::move(value)});
  const auto count = static_cast<size_t>(
      std::count_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.stage == stage; }));
  if (count > kept_)
    entries_.erase(
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.stage == stage; }));
}

void StageCache::clear() {
  const Lock lock(mutex_);
  entries_.clear();
}

std::string stage_key(const std::vector<std::string>& texts) {
  Sha256 hash;
  for (const std::string& text : texts) {
    hash.update(std::to_string(text.size()) + ":");
    hash.update(text);
  }
  return hash.hex();
}

}  // namespace fw
