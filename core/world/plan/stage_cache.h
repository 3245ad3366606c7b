#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/lock.h"

namespace fw {

/// The values of recent stages by the digest of their inputs, so that an edit generates again only what
/// depends on it. Safe to share between threads that generate at the same time.
class StageCache {
 public:
  /// Keeps the `kept` values used last of every stage.
  explicit StageCache(size_t kept = 3) : kept_(kept) {}

  std::shared_ptr<void> find(std::string_view stage, std::string_view key);
  void keep(std::string_view stage, std::string_view key, std::shared_ptr<void> value);
  void clear();

 private:
  struct Entry {
    std::string stage;
    std::string key;
    std::shared_ptr<void> value;
  };
  size_t kept_;
  Mutex mutex_;
  std::vector<Entry> entries_;  ///< least recently used first
};

/// SHA-256 over texts, each with its length, so that no two lists give one key.
std::string stage_key(const std::vector<std::string>& texts);

}  // namespace fw
