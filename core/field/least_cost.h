#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fw {

/// The open nodes of a search for least costs by buckets of their estimates (Dial 1969), each a list. A node
/// may be there several times. The memory of the outermost few thousand serves a whole search.
class NodeBuckets {
 public:
  struct Entry {
    double estimate = 0;
    int32_t node = -1;  ///< -1: there is none
    int32_t next = -1;  ///< of its bucket, or of the free ones; -1 = last
  };

  void clear() {
    std::fill(first_.begin(), first_.end(), -1);
    entries_.clear();
    free_ = -1;
  }

  void push(size_t bucket, double estimate, int node) {
    if (bucket >= first_.size()) first_.resize(2 * bucket + 64, -1);
    int32_t slot = free_;
    if (slot >= 0) {
      free_ = entries_[static_cast<size_t>(slot)].next;
    } else {
      slot = static_cast<int32_t>(entries_.size());
      entries_.emplace_back();
    }
    entries_[static_cast<size_t>(slot)] = {estimate, node, first_[bucket]};
    first_[bucket] = slot;
  }

  /// Takes the last entry that came to a bucket; its node is -1 where the bucket is empty.
  Entry take(size_t bucket) {
    const int32_t slot = first_[bucket];
    if (slot < 0) return {};
    Entry& held = entries_[static_cast<size_t>(slot)];
    const Entry entry = held;
    first_[bucket] = entry.next;
    held.next = free_;
    free_ = slot;
    return entry;
  }

  /// The node that take would give; -1 = none.
  int32_t next_node(size_t bucket) const {
    const int32_t slot = first_[bucket];
    return slot < 0 ? -1 : entries_[static_cast<size_t>(slot)].node;
  }
  /// Every entry is in a bucket below.
  size_t size() const { return first_.size(); }

 private:
  int32_t free_ = -1;
  std::vector<Entry> entries_;
  std::vector<int32_t> first_;  ///< entry by bucket; -1 = empty
};

/// Whether a bucket's nodes have to come in order: not where no step is shorter than the bucket is wide and
/// nothing but costs is asked for, since then their costs are final.
enum class BucketOrder : uint8_t { ascending, any };

/// Nodes in ascending (estimate, node) order: only the nearest bucket is kept in order, for a search goes
/// outwards.
class OpenNodes {
 public:
  /// Forgets everything; hardly any estimate is below `least`. A bucket is `width` wide: a fraction of the
  /// cheapest step leaves few nodes in each.
  void start(double least, double width, BucketOrder order = BucketOrder::ascending) {
    nearest_.clear();
    far_.clear();
    size_ = 0;
    order_ = order;
    empty_buckets(least, width);
  }

  void push(double estimate, int node) {
    ++size_;
    add({estimate, node, -1});
  }

  int pop() {
    while (nearest_.empty()) {
      if (++current_ >= buckets_.size()) {
        deal_far();
        continue;
      }
      for (NodeBuckets::Entry e = buckets_.take(current_); e.node >= 0; e = buckets_.take(current_))
        insert(e);
    }
    --size_;
    const int node = nearest_.back().node;
    nearest_.pop_back();
    return node;
  }
  bool empty() const { return size_ == 0; }

 private:
  /// Most buckets that there may be: steep prices over a fine width would ask for more than memory holds.
  static constexpr size_t kMostBuckets = 65536;

  void empty_buckets(double least, double width) {
    buckets_.clear();
    current_ = 0;
    least_ = least;
    per_width_ = 1 / width;
  }

  void add(const NodeBuckets::Entry& entry) {
    const double place = (entry.estimate - least_) * per_width_;
    if (place >= static_cast<double>(kMostBuckets)) return far_.push_back(entry);
    const auto bucket = static_cast<size_t>(std::max(0.0, place));
    if (bucket <= current_) return insert(entry);
    buckets_.push(bucket, entry.estimate, entry.node);
  }

  /// Deals the far entries out to buckets as wide as they need.
  void deal_far() {
    std::vector<NodeBuckets::Entry> far;
    far.swap(far_);
    const auto [least, most] = std::minmax_element(
        far.begin(), far.end(), [](const auto& a, const auto& b) { return a.estimate < b.estimate; });
    const double spread = 2 * (most->estimate - least->estimate);
    order_ = BucketOrder::ascending;  // they may be wider now
    empty_buckets(least->estimate, std::max(1 / per_width_, spread / static_cast<double>(kMostBuckets)));
    for (const NodeBuckets::Entry& entry : far) add(entry);
  }

  /// Into nearest_, which descends.
  void insert(const NodeBuckets::Entry& entry) {
    const auto before = [](const NodeBuckets::Entry& a, const NodeBuckets::Entry& b) {
      return a.estimate != b.estimate ? a.estimate < b.estimate : a.node < b.node;
    };
    size_t at = nearest_.size();
    nearest_.push_back(entry);
    if (order_ == BucketOrder::any) return;
    for (; at > 0 && before(nearest_[at - 1], entry); --at) nearest_[at] = nearest_[at - 1];
    nearest_[at] = entry;
  }

  double least_ = 0;
  double per_width_ = 1;
  size_t current_ = 0;  ///< the bucket that `nearest_` holds, with all below it
  size_t size_ = 0;
  BucketOrder order_ = BucketOrder::ascending;
  std::vector<NodeBuckets::Entry> nearest_;
  NodeBuckets buckets_;                  ///< those beyond
  std::vector<NodeBuckets::Entry> far_;  ///< those beyond the most buckets
};

}  // namespace fw
