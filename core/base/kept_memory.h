#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "core/base/per_thread.h"

// Memory that work takes for as long as a call lasts, and that the thread's next call takes again.

namespace fw {

/// Blocks that this thread has given back, for its next call: work that is done every tick allocates once.
class KeptBlocks {
 public:
  /// Where the widest vectors load best.
  static constexpr size_t kAlignment = 128;

  static KeptBlocks& here() { return per_thread<KeptBlocks, KeptBlocks>(); }
  KeptBlocks() = default;
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;
  ~KeptBlocks() {
    for (size_t i = 0; i < count_; ++i) free(blocks_[i]);
  }

  /// Uninitialised memory. std::bad_alloc without memory.
  void* take(size_t bytes) {
    size_t best = count_;
    for (size_t i = 0; i < count_; ++i)
      if (bytes <= *blocks_[i] && *blocks_[i] <= kMostSpare * (bytes + kAlignment) &&
          (best == count_ || *blocks_[i] < *blocks_[best]))
        best = i;
    if (best < count_) {
      size_t* const block = std::exchange(blocks_[best], blocks_[count_ - 1]);
      --count_, bytes_ -= *block;
      return memory_of(block);
    }
    // Some room, so that a call that needs a little more finds it. The first line holds the block's size.
    const size_t room = (bytes + bytes / 8 + kAlignment) / kAlignment * kAlignment;
    auto* block = static_cast<size_t*>(::operator new (kAlignment + room, std::align_val_t{kAlignment}));
    *block = room;
    return memory_of(block);
  }
  void give(void* memory) noexcept {
    if (memory == nullptr) return;
    auto* block = reinterpret_cast<size_t*>(static_cast<char*>(memory) - kAlignment);
    if (count_ == blocks_.size() || bytes_ + *block > kMostBytes) return free(block);
    blocks_[count_++] = block, bytes_ += *block;
  }

 private:
  static constexpr size_t kMostBytes = size_t{4} << 20, kMostSpare = 4;

  static void free(size_t* block) { ::operator delete (block, std::align_val_t{kAlignment}); }
  static void* memory_of(size_t* block) { return reinterpret_cast<char*>(block) + kAlignment; }

  std::array<size_t*, 96> blocks_{};  ///< each begins with its size
  size_t count_ = 0, bytes_ = 0;
};

/// A vector whose memory is the thread's, for as long as a call lasts.
template <typename T>
struct KeptAllocator {
  using value_type = T;
  KeptAllocator() = default;
  template <typename U>
  KeptAllocator(const KeptAllocator<U>&) {
  }  // NOLINT(google-explicit-constructor): one resource for all types
  T* allocate(size_t count) { return static_cast<T*>(KeptBlocks::here().take(count * sizeof(T))); }
  void deallocate(T* memory, size_t) noexcept { KeptBlocks::here().give(memory); }
  friend bool operator==(const KeptAllocator&, const KeptAllocator&) { return true; }
};
template <typename T>
using KeptVector = std::vector<T, KeptAllocator<T>>;

}  // namespace fw
