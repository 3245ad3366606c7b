#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

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
  std::mutex mutex_;
  std::vector<Entry> entries_;  ///< least recently used first
};

/// What a stage made, and the digest of everything it was made from.
template <typename T>
struct Staged {
  std::shared_ptr<T> value;
  std::string key;

  const T& operator*() const { return *value; }
  const T* operator->() const { return value.get(); }
  /// The value itself: moved out if nobody else (no cache) holds it, else a copy.
  T take() && { return value.use_count() == 1 ? std::move(*value) : T(*value); }
  /// The same for one member alone.
  template <typename Owner, typename Member>
  Member take(Member Owner::*member) && {
    return value.use_count() == 1 ? std::move((*value).*member) : Member((*value).*member);
  }
};

/// SHA-256 over texts, each with its length, so that no two lists give one key.
std::string stage_key(std::initializer_list<std::string_view> inputs);

/// The stage's value from the cache; null if it is not there.
template <typename T>
Staged<T> known(StageCache* cache, std::string_view stage, std::string key) {
  std::shared_ptr<void> found = cache ? cache->find(stage, key) : nullptr;
  return {std::static_pointer_cast<T>(std::move(found)), std::move(key)};
}

/// Gives a stage of known key its value, which the cache keeps.
template <typename T>
void make_known(StageCache* cache, std::string_view stage, T made, Staged<T>& to) {
  to.value = std::make_shared<T>(std::move(made));
  if (cache) cache->keep(stage, to.key, to.value);
}

/// The stage's value from the cache, or from make(); without a cache always from make().
template <typename T, typename Make>
Staged<T> staged(StageCache* cache, std::string_view stage, std::string key, Make&& make) {
  Staged<T> out = known<T>(cache, stage, std::move(key));
  if (out.value == nullptr) make_known<T>(cache, stage, make(), out);
  return out;
}

}  // namespace fw
