// fieldwright.hpp - fieldwright.h for C++17: handles that close themselves, spans as columns, statuses
// thrown.
#ifndef FIELDWRIGHT_HPP
#define FIELDWRIGHT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fieldwright.h"

namespace fw {
// Names of their own for the linker: a program that holds the static parts has the library's own fw::Error too.
inline namespace interface_1 {

/// What a call refused: its status and its sentence.
class Error : public std::runtime_error {
 public:
  Error(fw_status status, const char* message) : std::runtime_error(message), status_(status) {}
  fw_status status() const { return status_; }

 private:
  fw_status status_;
};

namespace lent {

/// Calls with an error at the end and throws it.
template <typename Function, typename... Arguments>
void call(Function function, Arguments&&... arguments) {
  fw_error error;
  const fw_status status = function(std::forward<Arguments>(arguments)..., &error);
  if (status != FW_OK) throw Error(status, error.message);
}

template <typename T, void (*kClose)(T*)>
struct Close {
  void operator()(T* handle) const { kClose(handle); }
};
template <typename T, void (*kClose)(T*)>
using Handle = std::unique_ptr<T, Close<T, kClose>>;

template <typename T>
constexpr fw_type type_of() {
  using Plain = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<Plain, float>) return FW_F32;
  if constexpr (std::is_same_v<Plain, double>) return FW_F64;
  if constexpr (std::is_same_v<Plain, uint8_t>) return FW_U8;
  if constexpr (std::is_same_v<Plain, uint16_t>) return FW_U16;
  if constexpr (std::is_same_v<Plain, uint32_t>) return FW_U32;
  if constexpr (std::is_same_v<Plain, int32_t>) return FW_I32;
  if constexpr (std::is_same_v<Plain, int64_t>) return FW_I64;
  return 0;
}

}  // namespace lent

/// Entries from `first` on, packed or `stride` bytes apart.
template <typename T>
fw_column column(T* first, std::ptrdiff_t stride = 0) {
  static_assert(lent::type_of<T>() != 0, "a column holds numbers of a type that fieldwright.h names");
  return {const_cast<std::remove_cv_t<T>*>(first), stride, lent::type_of<T>()};
}
template <typename T>
fw_column column(std::vector<T>& values) {
  return column(values.data());
}

inline fw_seeds seeds(uint64_t master) {
  fw_seeds out;
  fw_seeds_of(master, &out);
  return out;
}

inline fw_ground torus(double side_m) {
  return {sizeof(fw_ground), FW_TORUS, side_m, side_m, nullptr, nullptr, 0, 0};
}
inline fw_ground walls(double width_m, double height_m) {
  return {sizeof(fw_ground), FW_WALLS, width_m, height_m, nullptr, nullptr, 0, 0};
}

class Context {
 public:
  explicit Context(int32_t threads = 1) {
    const fw_host host{sizeof(fw_host), threads, nullptr, nullptr};
    open(&host);
  }
  explicit Context(const fw_host& host) { open(&host); }
  fw_context* get() const { return handle_.get(); }

 private:
  void open(const fw_host* host) {
    fw_context* out = nullptr;
    lent::call(fw_open, FW_ABI, host, &out);
    handle_.reset(out);
  }
  lent::Handle<fw_context, fw_close> handle_;
};

class Params {
 public:
  Params(const Context& context, const char* kind, const char* method = nullptr) {
    fw_params* out = nullptr;
    lent::call(fw_params_open, context.get(), kind, method, &out);
    handle_.reset(out);
  }
  Params& set(const char* path, double value) {
    lent::call(fw_params_set, get(), path, value);
    return *this;
  }
  Params& set(const char* path, const char* word) {
    lent::call(fw_params_set_text, get(), path, word);
    return *this;
  }
  Params& set_tick(double dt_s) {
    lent::call(fw_params_set_tick, get(), dt_s);
    return *this;
  }
  double operator[](const char* path) const {
    double value = 0;
    lent::call(fw_params_get, get(), path, &value);
    return value;
  }
  std::vector<fw_row> rows() const {
    std::vector<fw_row> all(fw_params_count(get()));
    for (uint32_t i = 0; i < all.size(); ++i) lent::call(fw_params_row, get(), i, &all[i]);
    return all;
  }
  fw_params* get() const { return handle_.get(); }

 private:
  lent::Handle<fw_params, fw_params_close> handle_;
};

class Field {
 public:
  Field(const Context& context, const Params& stack, const char* tag, const fw_seeds& streams,
        double period_m = 0) {
    fw_field* out = nullptr;
    lent::call(fw_field_open, context.get(), stack.get(), tag, &streams, period_m, &out);
    handle_.reset(out);
  }
  float operator()(double time_s, double x_m, double y_m) const {
    return fw_field_value(get(), time_s, x_m, y_m);
  }
  void points(double time_s, size_t count, const fw_column& x_m, const fw_column& y_m, float* out,
              float* dx = nullptr, float* dy = nullptr) const {
    lent::call(fw_field_points, get(), time_s, count, &x_m, &y_m, out, dx, dy);
  }
  fw_field* get() const { return handle_.get(); }

 private:
  lent::Handle<fw_field, fw_field_close> handle_;
};

/// A crowd with one scratch; for more threads, copies of the scratch are opened from get().
class Crowd {
 public:
  Crowd(const Context& context, const Params& params, const fw_ground& ground, const fw_seeds& streams,
        size_t most_agents) {
    fw_crowd* crowd = nullptr;
    lent::call(fw_crowd_open, context.get(), params.get(), &ground, &streams, &crowd);
    handle_.reset(crowd);
    fw_scratch* scratch = nullptr;
    lent::call(fw_scratch_open, crowd, most_agents, &scratch);
    scratch_.reset(scratch);
  }
  uint32_t memory() const { return fw_crowd_memory(get()); }
  void begin(int64_t tick, const fw_agents& agents, uint32_t keep = 0) {
    lent::call(fw_crowd_begin, get(), scratch_.get(), tick, &agents, keep);
  }
  void step(int64_t tick, const fw_agents& agents) {
    lent::call(fw_crowd_step, get(), scratch_.get(), tick, &agents);
  }
  void step_some(int64_t tick, uint32_t ticks, const std::vector<uint32_t>& entries,
                 const fw_agents& agents) {
    const uint32_t none = 0;  // an empty list has no address, and NULL means all
    lent::call(fw_crowd_step_some, get(), scratch_.get(), tick, ticks,
               entries.empty() ? &none : entries.data(), entries.size(), &agents);
  }
  fw_crowd* get() const { return handle_.get(); }

 private:
  lent::Handle<fw_crowd, fw_crowd_close> handle_;
  lent::Handle<fw_scratch, fw_scratch_close> scratch_;
};

/// Agents in vectors of the natural types, with as many columns of memory as the method needs
/// (Crowd::memory()).
struct AgentArrays {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  std::vector<float> heading_x, heading_y, speed_mps;
  std::array<std::vector<float>, 3> memory;

  explicit AgentArrays(size_t count, uint32_t memory_columns = 0)
      : id(count), x_m(count), y_m(count), heading_x(count), heading_y(count), speed_mps(count) {
    for (size_t i = 0; i < count; ++i) id[i] = static_cast<uint32_t>(i);
    for (uint32_t k = 0; k < memory_columns && k < memory.size(); ++k) memory[k].resize(count);
  }
  fw_agents columns() {
    return {sizeof(fw_agents), 0,
            id.size(),         column(id),
            column(x_m),       column(y_m),
            column(heading_x), column(heading_y),
            column(speed_mps), {column(memory[0]), column(memory[1]), column(memory[2])}};
  }
};

inline fw_digest digest(const fw_agents& agents, int64_t tick) {
  fw_digest out;
  fw_agents_digest(&agents, tick, &out);
  return out;
}

class World {
 public:
  World(const Context& context, const std::string& text, const fw_seeds& streams, uint32_t resolution = 0) {
    fw_generate how{};
    how.size = sizeof how, how.resolution = resolution;
    fw_world* out = nullptr;
    lent::call(fw_world_generate, context.get(), text.data(), text.size(), &streams, &how, &out);
    handle_.reset(out);
  }
  fw_raster raster(const char* name) const {
    fw_raster out;
    lent::call(fw_world_raster, get(), name, &out);
    return out;
  }
  std::string text(const char* what, double x_m = 0, double y_m = 0) const {
    std::string out(fw_world_text(get(), what, x_m, y_m, nullptr, 0), '\0');
    fw_world_text(get(), what, x_m, y_m, out.data(), out.size());
    if (!out.empty()) out.pop_back();
    return out;
  }
  fw_world* get() const { return handle_.get(); }

 private:
  lent::Handle<fw_world, fw_world_close> handle_;
};

}  // namespace interface_1
}  // namespace fw

#endif
