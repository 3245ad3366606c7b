#pragma once

#include <unistd.h>

#include <utility>

namespace fw {

/// Owns a file descriptor; a negative number is none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Closing reports what the system wrote late: false with errno set. True for none.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

}  // namespace fw
