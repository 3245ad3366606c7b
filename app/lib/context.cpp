#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "app/lib/lib_internal.h"
#include "core/base/number_text.h"
#include "core/base/vector_clones.h"

namespace fw::lib {

void Context::run(const std::function<void()>& work) const {
  if (arena) {
    arena->run([&work] {
      const DefaultFloats floats;
      const ExecutorScope of_arena(nullptr);
      work();
    });
    return;
  }
  const ExecutorScope scope(&executor);
  work();
}

fw_status report(fw_error* to, fw_status status, const char* message, size_t length) noexcept {
  if (to == nullptr) return status;
  to->status = status;
  size_t kept = std::min(length, sizeof to->message - 1);
  // Not in the middle of a character: its later bytes begin with the bits 10.
  while (kept > 0 && kept < length && (static_cast<unsigned char>(message[kept]) & 0xC0) == 0x80) --kept;
  for (size_t i = 0; i < kept; ++i) to->message[i] = message[i] == '\n' ? ' ' : message[i];
  to->message[kept] = 0;
  return status;
}

fw_status report(fw_error* to, const Error& error) noexcept {
  return report(to, static_cast<fw_status>(error.kind), error.message.data(), error.message.size());
}

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}

Error null_argument(const char* function, const char* argument) {
  return usage(std::string(function) + ": " + argument + " is NULL, expected one");
}

Result<SeedBundle> seeds_of(const fw_seeds* seeds) {
  if (seeds == nullptr) return usage("seeds: found NULL, expected fw_seeds");
  const std::pair<const char*, uint64_t> all[] = {
      {"layout", seeds->layout}, {"noise", seeds->noise}, {"place", seeds->place}};
  for (const auto& [name, seed] : all)
    if (seed > kMaxSeed)
      return usage("seeds." + std::string(name) + ": found " + std::to_string(seed) +
                   ", expected at most 2^53 - 1 = " + std::to_string(kMaxSeed));
  return SeedBundle{seeds->layout, seeds->noise, seeds->place, {}};
}

size_t bytes_of(fw_type type) {
  constexpr size_t kBytes[] = {0, 4, 8, 1, 2, 4, 4, 8};
  return type < std::size(kBytes) ? kBytes[type] : 0;
}

namespace {

template <typename T>
double read_as(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

const char* type_name(fw_type type) {
  constexpr const char* kNames[] = {"0", "FW_F32", "FW_F64", "FW_U8", "FW_U16", "FW_U32", "FW_I32", "FW_I64"};
  return type < std::size(kNames) ? kNames[type] : "an unknown type";
}

/// Whether entries of two columns share a byte.
bool overlap(const Column& a, const Column& b, size_t count) {
  const auto low = [count](const Column& c) {
    return reinterpret_cast<intptr_t>(c.stride < 0 ? c.at(count - 1) : c.data);
  };
  const auto high = [count](const Column& c) {
    return reinterpret_cast<intptr_t>(c.stride < 0 ? c.data : c.at(count - 1)) +
           static_cast<intptr_t>(bytes_of(c.type));
  };
  if (high(a) <= low(b) || high(b) <= low(a)) return false;
  const intptr_t step = std::abs(a.stride);
  if (step != std::abs(b.stride)) return true;  // columns of one array of structs have one stride
  const intptr_t away = ((low(b) - low(a)) % step + step) % step;
  return away < static_cast<intptr_t>(bytes_of(a.type)) ||
         away + static_cast<intptr_t>(bytes_of(b.type)) > step;
}

/// The greatest magnitude of `count` floats, as its bits: those of numbers are ordered like them, below those
/// of infinity and of what is no number.
template <typename Bits>
Bits greatest_bits(const char* at, ptrdiff_t stride, size_t count) {
  constexpr size_t kLanes = 4;  // apart from each other: one most would be found an entry in two cycles
  std::array<Bits, kLanes> most{};
  const auto read = [&](size_t lane, const char* from) {
    Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    bits &= static_cast<Bits>(~Bits{0}) >> 1;
    most[lane] = bits > most[lane] ? bits : most[lane];
  };
  for (; count >= kLanes; count -= kLanes, at += static_cast<ptrdiff_t>(kLanes) * stride)
    for (size_t lane = 0; lane < kLanes; ++lane) read(lane, at + static_cast<ptrdiff_t>(lane) * stride);
  for (; count > 0; --count, at += stride) read(0, at);
  return *std::max_element(most.begin(), most.end());
}
FW_VECTOR_CLONES
uint64_t greatest_of_doubles(const char* packed, size_t count) {
  return greatest_bits<uint64_t>(packed, sizeof(double), count);
}
FW_VECTOR_CLONES
uint32_t greatest_of_floats(const char* packed, size_t count) {
  return greatest_bits<uint32_t>(packed, sizeof(float), count);
}

/// Whether entries begin .. begin + count of a column of FW_F64 or FW_F32 lie within -most to most; NaN does
/// not.
bool all_within(const Column& column, double most, size_t begin, size_t count) {
  const char* at = column.at(begin);
  if (column.type == FW_F64)
    return (column.stride == sizeof(double)
                ? greatest_of_doubles(at, count)
                : greatest_bits<uint64_t>(at, column.stride, count)) <= std::bit_cast<uint64_t>(most);
  return (column.stride == sizeof(float) ? greatest_of_floats(at, count)
                                         : greatest_bits<uint32_t>(at, column.stride, count)) <=
         std::bit_cast<uint32_t>(static_cast<float>(most));
}

}  // namespace

double Column::number(size_t i) const {
  return type == FW_F64 ? read_as<double>(at(i)) : read_as<float>(at(i));
}

Result<Column> column_of(const fw_column* column, const char* name, size_t count,
                         std::span<const fw_type> types) {
  if (column == nullptr) return usage(std::string(name) + ": found NULL, expected a column");
  const fw_type type = column->type == 0 ? types.front() : column->type;
  if (std::find(types.begin(), types.end(), type) == types.end()) {
    std::string expected;
    for (const fw_type t : types) expected += (expected.empty() ? "" : " or ") + std::string(type_name(t));
    return usage(std::string(name) + ".type: found " + type_name(type) + ", expected " + expected);
  }
  const auto bytes = static_cast<ptrdiff_t>(bytes_of(type));
  const ptrdiff_t stride = column->stride == 0 ? bytes : column->stride;
  constexpr ptrdiff_t kFarthest = ptrdiff_t{1} << 30;
  if (stride > kFarthest || stride < -kFarthest)
    return usage(std::string(name) + ".stride: found " + std::to_string(stride) +
                 " bytes, expected at most 1 GiB either way");
  if (std::abs(stride) < bytes)
    return usage(std::string(name) + ".stride: found " + std::to_string(stride) +
                 " bytes, expected at least " + std::to_string(bytes) + ", or 0 for a packed column");
  if (count > static_cast<size_t>(PTRDIFF_MAX / std::abs(stride)))
    return Error{ErrorKind::limit, std::string(name) + ": found " + std::to_string(count) +
                                       " entries, more than any memory holds"};
  if (column->data == nullptr && count > 0)
    return usage(std::string(name) + ".data: found NULL, expected " + std::to_string(count) + " entries");
  return Column{name, static_cast<char*>(column->data), stride, type};
}

Result<Done> check_apart(std::span<const Column> columns, size_t count) {
  for (size_t i = 0; i < columns.size() && count > 0; ++i)
    for (size_t j = i + 1; j < columns.size(); ++j)
      if (overlap(columns[i], columns[j], count))
        return usage(std::string("columns ") + columns[i].name + " and " + columns[j].name +
                     ": they share memory, expected columns apart from each other");
  return Done{};
}

Result<Done> check_numbers(std::span<const Column> columns, size_t count, double most, const char* expected) {
  // By pieces that the first cache holds: in a caller's structs the columns lie side by side.
  constexpr size_t kEntries = 512;
  bool within = true;
  for (size_t begin = 0; begin < count; begin += kEntries)
    for (const Column& column : columns)
      within &= all_within(column, most, begin, std::min(kEntries, count - begin));
  if (within) return Done{};
  for (const Column& column : columns)
    for (size_t i = 0; i < count; ++i) {
      const double v = column.number(i);
      if (std::abs(v) <= most) continue;
      return usage(std::string(column.name) + "[" + std::to_string(i) + "]: found " +
                   (std::isfinite(v) ? number_text(v) : "a number that is not finite") + ", expected " +
                   expected);
    }
  return Done{};
}

Result<Done> check_places(const Column& x_m, const Column& y_m, size_t count) {
  return check_numbers(std::array{x_m, y_m}, count, kFarthest_m, "a place within 1e7 m of the origin");
}

Result<Done> check_tick(int64_t tick) {
  if (tick >= 0 && tick <= kLastTick) return Done{};
  return usage("tick: found " + std::to_string(tick) + ", expected 0 to " + std::to_string(kLastTick));
}

Result<Done> check_time(double time_s) {
  if (std::isfinite(time_s) && std::abs(time_s) <= 1e12) return Done{};
  return usage("time_s: found " +
               std::string(std::isfinite(time_s) ? number_text(time_s) : "a number that is not finite") +
               ", expected seconds from -1e12 to 1e12");
}

size_t put_text(const std::string& text, char* to, size_t space) {
  if (to != nullptr && space > 0) {
    size_t kept = std::min(text.size(), space - 1);
    while (kept > 0 && kept < text.size() && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;
    std::memcpy(to, text.data(), kept);
    to[kept] = 0;
  }
  return text.size() + 1;
}

}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

#define FW_TEXT_OF(x) #x
#define FW_TEXT(x) FW_TEXT_OF(x)

uint32_t fw_abi(void) {
  return FW_ABI;
}

const char* fw_version(void) {
  return FW_TEXT(FW_VERSION_MAJOR) "." FW_TEXT(FW_VERSION_MINOR) "." FW_TEXT(FW_VERSION_PATCH);
}

fw_status fw_open(uint32_t abi, const fw_host* host, fw_context** out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (out == nullptr) return null_argument("fw_open", "out");
    if (abi != FW_ABI)
      return Error{kVersionError, "found a caller of interface " + std::to_string(abi) + ", expected " +
                                      std::to_string(FW_ABI)};
    auto context = std::make_shared<Context>();
    fw_host options{};
    options.threads = 1;
    if (host != nullptr) {
      auto given = grown(host, sizeof(fw_host), "fw_host");
      if (!given) return given.error();
      options = given.value();
    }
    if (options.threads < 0)
      return usage("fw_host.threads: found " + std::to_string(options.threads) +
                   ", expected 0 (every core) or a number of threads");
    if (options.parallel_for != nullptr) {
      context->host = options.parallel_for, context->host_user = options.user;
      context->executor.run = [](void* user, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
        const auto* c = static_cast<const Context*>(user);
        c->host(c->host_user, pieces, body, arg);
      };
      context->executor.user = context.get();
    } else if (options.threads != 1) {
      context->arena = std::make_unique<ThreadArena>(options.threads);
    }
    *out = new fw_context{std::move(context)};
    return Done{};
  });
}

void fw_close(fw_context* context) {
  delete context;
}

void fw_seeds_of(uint64_t master, fw_seeds* out) {
  if (out != nullptr) *out = {master, master, master};
}
