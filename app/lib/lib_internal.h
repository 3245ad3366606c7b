#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "app/lib/fieldwright.h"
#include "core/base/parallel/executor.h"
#include "core/base/parallel/thread_arena.h"
#include "core/base/result.h"
#include "core/base/seed.h"

// What the parts of the C interface share; private to this room. A call checks its arguments, runs under the
// default floating-point environment on the context's executor, and turns results into statuses: nothing is
// thrown past it (docs/library.md, 2).

namespace fw::lib {

/// What a context is; handles made from it keep it alive.
struct Context {
  Executor executor;                   ///< serial, or the host's
  std::unique_ptr<ThreadArena> arena;  ///< null: the executor runs the pieces
  fw_parallel_fn host = nullptr;
  void* host_user = nullptr;

  /// Runs a call's work.
  void run(const std::function<void()>& work) const;
};
using ContextPtr = std::shared_ptr<const Context>;

/// Statuses that the command line's exit codes do not have.
inline constexpr auto kVersionError = static_cast<ErrorKind>(FW_E_VERSION);
inline constexpr auto kSpaceError = static_cast<ErrorKind>(FW_E_SPACE);

/// Writes an error where the caller asked for it, cut at a whole character; returns its status.
fw_status report(fw_error* to, fw_status status, const char* message, size_t length) noexcept;
fw_status report(fw_error* to, const Error& error) noexcept;

Error usage(std::string message);

/// Runs body() -> Result<Done> with nothing thrown past it.
template <typename Body>
fw_status guarded(const Context* context, fw_error* error, Body&& body) noexcept {
  const DefaultFloats floats;
  const auto fail = [error](fw_status status, std::string_view text) {
    return report(error, status, text.data(), text.size());
  };
  try {
    fw_status status = FW_OK;
    const auto work = [&] {
      const Result<Done> done = body();
      if (!done) status = report(error, done.error());
    };
    if (context == nullptr)
      work();
    else
      context->run(std::cref(work));
    if (status == FW_OK && error != nullptr) error->status = FW_OK, error->message[0] = 0;
    return status;
  } catch (const std::bad_alloc&) {
    return fail(FW_E_MEMORY, "out of memory; nothing was changed");
  } catch (const std::exception& e) {
    return fail(FW_E_INTERNAL, e.what());
  } catch (...) {
    return fail(FW_E_INTERNAL, "an unknown error inside the library");
  }
}

/// "fw_open: out is NULL, expected a place for the handle"
Error null_argument(const char* function, const char* argument);

/// A struct that may grow, as the library knows it: what an older caller does not know takes its default.
template <typename T>
Result<T> grown(const T* given, size_t first_size, const char* name) {
  if (given == nullptr) return usage(std::string(name) + ": found NULL, expected a " + name);
  if (given->size < first_size)
    return usage(std::string(name) + ".size: found " + std::to_string(given->size) + ", expected sizeof(" +
                 name + ") = " + std::to_string(sizeof(T)));
  T out{};
  std::copy_n(reinterpret_cast<const char*>(given), std::min<size_t>(given->size, sizeof(T)),
              reinterpret_cast<char*>(&out));
  return out;
}

/// The other way: fills the caller's struct as far as its `size` goes, which stays. `first_size`: of the
/// first version that had it.
template <typename T>
Result<Done> hand_out(const T& made, size_t first_size, T* out, const char* name) {
  const auto given = grown(out, first_size, name);
  if (!given) return given.error();
  const uint32_t size = out->size;
  std::copy_n(reinterpret_cast<const char*>(&made), std::min<size_t>(size, sizeof(T)),
              reinterpret_cast<char*>(out));
  out->size = size;
  return Done{};
}

/// The caller's seeds; usage error beyond kMaxSeed.
Result<SeedBundle> seeds_of(const fw_seeds* seeds);

/// The farthest place from the origin, m.
inline constexpr double kFarthest_m = 1e7;

/// Bytes of an entry; 0 for an unknown type.
size_t bytes_of(fw_type type);

/// A column as the caller gave it, with its defaults filled in.
struct Column {
  const char* name;
  char* data;
  ptrdiff_t stride;
  fw_type type;

  char* at(size_t i) const { return data + static_cast<ptrdiff_t>(i) * stride; }
  double number(size_t i) const;
};
/// The types that columns may have, the natural one first.
inline constexpr fw_type kIdTypes[] = {FW_U32}, kPlaceTypes[] = {FW_F64, FW_F32},
                         kFloatTypes[] = {FW_F32, FW_F64};
/// Checks data, type (one of `types`) and stride.
Result<Column> column_of(const fw_column* column, const char* name, size_t count,
                         std::span<const fw_type> types);
/// Usage error if two columns share a byte of their entries.
Result<Done> check_apart(std::span<const Column> columns, size_t count);
/// Usage error for the first number that is not finite or beyond `most`; `expected` ends its sentence.
Result<Done> check_numbers(std::span<const Column> columns, size_t count, double most, const char* expected);
/// Usage error for the first place that is not finite or beyond kFarthest_m.
Result<Done> check_places(const Column& x_m, const Column& y_m, size_t count);
/// Draws are addressed by 32 bits of the tick: two years at 60 a second.
inline constexpr int64_t kLastTick = 4000000000;
Result<Done> check_tick(int64_t tick);
Result<Done> check_time(double time_s);

/// Copies at most `space` bytes of a text, 0-ended; returns the bytes that all of it needs.
size_t put_text(const std::string& text, char* to, size_t space);

}  // namespace fw::lib

struct fw_context {
  fw::lib::ContextPtr shared;
};
