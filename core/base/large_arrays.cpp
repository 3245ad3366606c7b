#include "core/base/large_arrays.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

// One range of addresses, far larger than any memory, is divided into pieces. An array takes the first gap
// that holds it: the pieces of freed arrays, whose memory the system still leaves to us, come first.

namespace fw {
namespace {

constexpr size_t kPieceBytes = size_t{256} << 10;
constexpr size_t kRangeBytes = size_t{1} << 36;
constexpr size_t kPieces = kRangeBytes / kPieceBytes;

enum class Piece : uint8_t { absent, kept, used };

struct Range {
  std::byte* base = nullptr;
  std::mutex mutex;
  std::array<Piece, kPieces> piece{};
  std::array<uint32_t, kPieces> length{};  ///< pieces of the array that begins here
  size_t end = 0;                          ///< from here on all are absent
  size_t used = 0, kept = 0, most_used = 0;
};
constinit Range range;

bool holds(const void* p) {
  const auto* at = static_cast<const std::byte*>(p);
  return range.base != nullptr && at >= range.base && at < range.base + kRangeBytes;
}

/// The first of `count` pieces in a row that no array uses; kPieces if there are none.
size_t find_gap(size_t count) {
  size_t first = 0;
  for (size_t i = 0; i < range.end && i - first < count;) {
    const bool used = range.piece[i] == Piece::used;
    i += used ? range.length[i] : 1;
    if (used) first = i;
  }
  return first + count <= kPieces ? first : kPieces;
}

/// Gives kept pieces back, the last ones first, until no more are held than were once in use.
void give_back_surplus() {
  size_t end = range.end;
  while (range.used + range.kept > range.most_used) {
    while (range.piece[end - 1] != Piece::kept) --end;
    const size_t surplus = range.used + range.kept - range.most_used;
    size_t first = end - 1;
    while (first > 0 && end - first < surplus && range.piece[first - 1] == Piece::kept) --first;
    madvise(range.base + first * kPieceBytes, (end - first) * kPieceBytes, MADV_DONTNEED);
    std::fill(range.piece.begin() + first, range.piece.begin() + end, Piece::absent);
    range.kept -= end - first;
    end = first;
  }
  while (range.end > 0 && range.piece[range.end - 1] == Piece::absent) --range.end;
}

/// Null if there is no room.
void* take(size_t bytes) {
  const size_t count = (bytes + kPieceBytes - 1) / kPieceBytes;
  const std::lock_guard lock(range.mutex);
  const size_t first = find_gap(count);
  if (first == kPieces) return nullptr;
  const auto begin = range.piece.begin() + first;
  range.kept -= static_cast<size_t>(std::count(begin, begin + count, Piece::kept));
  std::fill(begin, begin + count, Piece::used);
  range.end = std::max(range.end, first + count);
  range.length[first] = static_cast<uint32_t>(count);
  range.used += count;
  range.most_used = std::max(range.most_used, range.used);
  give_back_surplus();
  return range.base + first * kPieceBytes;
}

void leave(void* p) {
  const size_t first = static_cast<size_t>(static_cast<std::byte*>(p) - range.base) / kPieceBytes;
  const std::lock_guard lock(range.mutex);
  const size_t count = range.length[first];
  std::fill_n(range.piece.begin() + first, count, Piece::kept);
  range.used -= count;
  range.kept += count;
}

}  // namespace

bool keep_large_arrays() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;  // a sanitizer watches memory that it gives out itself
#endif
  if (range.base != nullptr) return true;
  void* got =
      mmap(nullptr, kRangeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) return false;
  range.base = static_cast<std::byte*>(got);
  return true;
}

LargeArrays large_arrays() {
  const std::lock_guard lock(range.mutex);
  return {range.used * kPieceBytes, range.kept * kPieceBytes, range.most_used * kPieceBytes};
}

}  // namespace fw

// The program's own: every array of every room and library comes through here. The forms that are not
// replaced call these.

void* operator new(size_t bytes) {
  if (bytes >= fw::kLargeArrayBytes && fw::range.base != nullptr)
    if (void* p = fw::take(bytes)) return p;
  for (;;) {
    if (void* p = std::malloc(std::max<size_t>(bytes, 1))) return p;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* p) noexcept {
  if (fw::holds(p))
    fw::leave(p);
  else
    std::free(p);
}

void operator delete(void* p, size_t) noexcept {
  operator delete(p);
}
