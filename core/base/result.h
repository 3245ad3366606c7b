#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace fw {

/// Why something could not be done. The number is the process's exit code (docs/formats.md, 1).
enum class ErrorKind {
  internal = 1,
  usage = 2,
  invalid_template = 3,
  io = 4,
  limit = 5,
  mismatch = 6,
  cancelled = 130,
};

/// One message for a person: what was found, where, what was expected, what to do.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;
};

/// A value, or the reason there is none. Only for bad input, failed writes and cancellation; our own bugs
/// assert.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  explicit operator bool() const { return state_.index() == 0; }
  T& value() & {
    assert(*this);
    return std::get<0>(state_);
  }
  const T& value() const& {
    assert(*this);
    return std::get<0>(state_);
  }
  T&& value() && {
    assert(*this);
    return std::get<0>(std::move(state_));
  }
  const Error& error() const {
    assert(!*this);
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value.
struct Done {};

}  // namespace fw
