#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/parallel/parallel.h"

namespace fw {

/// A value that is made when it is first asked for: once, on the thread that asks, by that thread alone, so
/// that no loop's tasks can ask for it again meanwhile. Other threads that ask are held until it is there.
template <typename T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}
  const T& get() const {
    std::call_once(once_, [this] { on_one_thread([this] { value_.emplace(make_()); }); });
    return *value_;
  }

 private:
  std::function<T()> make_;
  mutable std::once_flag once_;
  mutable std::optional<T> value_;
};

}  // namespace fw
