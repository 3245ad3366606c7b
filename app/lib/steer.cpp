#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>

#include "app/lib/crowd_internal.h"
#include "app/lib/ground_internal.h"
#include "app/lib/params_internal.h"
#include "core/base/number_text.h"
#include "core/steer/avoid.h"

// Bodies that keep apart, over a game's own columns.

using namespace fw;
using namespace fw::lib;

struct fw_steer {
  ContextPtr context;
  Avoid avoid;
};

namespace {

/// Places in the order of kBodyColumns.
enum BodyColumn : size_t { kId, kX, kY, kVx, kVy, kWantX, kWantY, kSpeed, kRadius, kPriority, kBodyColumns };
constexpr double kFastestBody_mps = 2000;

/// A caller's bodies; radius and priority may be absent.
struct BodiesGiven {
  size_t count = 0;
  std::array<Column, kBodyColumns> column{};
  bool has(BodyColumn which) const { return column[which].data != nullptr; }
};

Result<BodiesGiven> bodies_of(const fw_bodies* pointer, size_t most) {
  const auto grown_to = grown(pointer, sizeof(fw_bodies), "fw_bodies");
  if (!grown_to) return grown_to.error();
  const fw_bodies& b = grown_to.value();
  if (b.count > most)
    return Error{ErrorKind::limit, "bodies.count: found " + std::to_string(b.count) + ", expected at most " +
                                       std::to_string(most) + ", as the scratch was opened for"};
  struct Wanted {
    const fw_column* column;
    const char* name;
    std::span<const fw_type> types;
  };
  const Wanted wanted[kBodyColumns] = {{&b.id, "bodies.id", kIdTypes},
                                       {&b.x_m, "bodies.x_m", kPlaceTypes},
                                       {&b.y_m, "bodies.y_m", kPlaceTypes},
                                       {&b.vx_mps, "bodies.vx_mps", kFloatTypes},
                                       {&b.vy_mps, "bodies.vy_mps", kFloatTypes},
                                       {&b.want_x_mps, "bodies.want_x_mps", kFloatTypes},
                                       {&b.want_y_mps, "bodies.want_y_mps", kFloatTypes},
                                       {&b.speed_mps, "bodies.speed_mps", kFloatTypes},
                                       {&b.radius_m, "bodies.radius_m", kFloatTypes},
                                       {&b.priority, "bodies.priority", kFloatTypes}};
  BodiesGiven out;
  out.count = b.count;
  std::array<Column, kBodyColumns> given;
  size_t used = 0;
  for (size_t k = 0; k < kBodyColumns; ++k) {
    if (k >= kRadius && wanted[k].column->data == nullptr) continue;
    const auto column = column_of(wanted[k].column, wanted[k].name, b.count, wanted[k].types);
    if (!column) return column.error();
    out.column[k] = given[used++] = column.value();
  }
  if (auto apart = check_apart(std::span(given).first(used), b.count); !apart) return apart.error();
  return out;
}

/// Numbers that are none would take a body to no place; a body that goes too far in a step goes through
/// others.
Result<Done> check_bodies(const BodiesGiven& b, const AvoidParams& p) {
  const std::span<const Column> all(b.column);
  if (auto inside = check_places(b.column[kX], b.column[kY], b.count); !inside) return inside;
  if (auto fits =
          check_numbers(all.subspan(kVx, 5), b.count, kFastestBody_mps, "a speed of at most 2000 m/s");
      !fits)
    return fits;
  double smallest_m = p.radius_m, largest_m = p.radius_m, fastest_mps = 0;
  for (size_t i = 0; b.has(kRadius) && i < b.count; ++i) {
    const double radius_m = b.column[kRadius].number(i);
    if (!(radius_m > 0 && std::isfinite(radius_m)))
      return usage("bodies.radius_m[" + std::to_string(i) + "]: expected a number above 0");
    smallest_m = i == 0 ? radius_m : std::min(smallest_m, radius_m);
    largest_m = i == 0 ? radius_m : std::max(largest_m, radius_m);
  }
  if (largest_m > 4 * smallest_m || largest_m > 4 * p.radius_m || smallest_m < p.radius_m / 4)
    return usage(
        "bodies.radius_m: found " + number_text(smallest_m) + " to " + number_text(largest_m) +
        " m, expected at most 1 to 4, and within that of avoid.radius_m = " + number_text(p.radius_m));
  for (size_t i = 0; b.has(kPriority) && i < b.count; ++i)
    if (const double priority = b.column[kPriority].number(i); !(priority > 0 && priority <= 1000))
      return usage("bodies.priority[" + std::to_string(i) + "]: expected a number above 0, at most 1000");
  for (size_t i = 0; i < b.count; ++i) {
    const double speed_mps = b.column[kSpeed].number(i);
    if (speed_mps < 0) return usage("bodies.speed_mps[" + std::to_string(i) + "]: expected 0 or more");
    fastest_mps = std::max(fastest_mps, speed_mps);
  }
  if (fastest_mps * p.step_s > 1.2 * smallest_m * (1 + 1e-6))
    return usage("bodies.speed_mps: found a step of " + number_text(fastest_mps * p.step_s) + " m at " +
                 number_text(fastest_mps) + " m/s, expected at most " + number_text(1.2 * smallest_m) +
                 " m (1.2 of the smallest radius): set avoid.step_s to " +
                 number_text(std::floor(1200 * smallest_m / fastest_mps) / 1000) + " or less");
  return Done{};
}

template <typename T>
bool is_packed(const Column& c) {
  const fw_type natural = sizeof(T) == 8 ? FW_F64 : std::is_integral_v<T> ? FW_U32 : FW_F32;
  return c.type == natural && c.stride == static_cast<ptrdiff_t>(sizeof(T)) &&
         reinterpret_cast<uintptr_t>(c.data) % alignof(T) == 0;
}

/// The caller's memory where it is packed, else a copy of it.
template <typename T>
T* lend(const Column& c, size_t count, std::vector<T>& copy) {
  if (c.data == nullptr) return nullptr;
  if (is_packed<T>(c)) return reinterpret_cast<T*>(c.data);
  copy.resize(count);
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_integral_v<T>)
      std::memcpy(&copy[i], c.at(i), sizeof(T));
    else
      copy[i] = static_cast<T>(c.number(i));
  }
  return copy.data();
}

template <typename T>
void give_back(const Column& c, size_t count, const T* values) {
  if (reinterpret_cast<const char*>(values) == c.data) return;
  for (size_t i = 0; i < count; ++i) {
    const auto wide = static_cast<double>(values[i]);
    const auto narrow = static_cast<float>(values[i]);
    if (c.type == FW_F64)
      std::memcpy(c.at(i), &wide, sizeof wide);
    else
      std::memcpy(c.at(i), &narrow, sizeof narrow);
  }
}

void step_bodies(const fw_steer& steer, const BodiesGiven& b, fw_scratch& scratch) {
  BodyCopies& copy = scratch.bodies;
  Bodies bodies;
  bodies.count = b.count;
  bodies.id = lend(b.column[kId], b.count, copy.id);
  bodies.x_m = lend(b.column[kX], b.count, copy.place[0]);
  bodies.y_m = lend(b.column[kY], b.count, copy.place[1]);
  float* number[kBodyColumns - kVx];
  for (size_t k = kVx; k < kBodyColumns; ++k)
    number[k - kVx] = lend(b.column[k], b.count, copy.number[k - kVx]);
  bodies.vx_mps = number[0], bodies.vy_mps = number[1];
  bodies.want_x_mps = number[2], bodies.want_y_mps = number[3], bodies.speed_mps = number[4];
  bodies.radius_m = number[5], bodies.priority = number[6];
  avoid_step(steer.avoid, steer.avoid.params.step_s, bodies, scratch.work.avoid);
  give_back(b.column[kX], b.count, bodies.x_m), give_back(b.column[kY], b.count, bodies.y_m);
  give_back(b.column[kVx], b.count, bodies.vx_mps), give_back(b.column[kVy], b.count, bodies.vy_mps);
}

}  // namespace

fw_status fw_steer_open(fw_context* context, const fw_params* avoid, const fw_ground* ground, fw_steer** out,
                        fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_steer_open", "context");
    if (out == nullptr) return null_argument("fw_steer_open", "out");
    const auto p = params_of<AvoidParams>(avoid, "avoid");
    if (!p) return p.error();
    const auto where = ground_of(ground);
    if (!where) return where.error();
    const Ground& g = where.value();
    if (auto fits = check_avoid(p.value(), g.arena, 0); !fits) return fits;
    const double reach_m = wall_reach_m(p.value());
    Walls walls =
        ground->kind == FW_LAND
            ? walls_of_world(*ground->world->world, ground->world->tmpl.hand, g.arena, reach_m)
            : bind_walls(g.arena, g.width_m, g.height_m, g.shore ? &*g.shore : nullptr, {}, reach_m);
    auto made = std::make_unique<fw_steer>();
    made->context = context->shared;
    made->avoid = bind_avoid(p.value(), g.arena, std::move(walls));
    *out = made.release();
    return Done{};
  });
}

void fw_steer_close(fw_steer* steer) {
  delete steer;
}

fw_status fw_steer_scratch(const fw_steer* steer, size_t bodies, fw_scratch** out, fw_error* error) {
  return guarded(steer ? steer->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (steer == nullptr) return null_argument("fw_steer_scratch", "steer");
    if (out == nullptr) return null_argument("fw_steer_scratch", "out");
    if (bodies > UINT32_MAX)
      return Error{ErrorKind::limit,
                   "bodies: found " + std::to_string(bodies) + ", expected at most 4294967295"};
    auto made = std::make_unique<fw_scratch>();
    made->most = bodies;
    made->for_bodies = true;
    reserve_avoid(steer->avoid, bodies, made->work.avoid);
    made->bodies.id.reserve(bodies);
    for (auto& column : made->bodies.place) column.reserve(bodies);
    for (auto& column : made->bodies.number) column.reserve(bodies);
    *out = made.release();
    return Done{};
  });
}

fw_status fw_steer_step(const fw_steer* steer, fw_scratch* scratch, const fw_bodies* bodies,
                        fw_error* error) {
  return guarded(steer ? steer->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (steer == nullptr) return null_argument("fw_steer_step", "steer");
    if (scratch == nullptr) return null_argument("fw_steer_step", "scratch");
    if (!scratch->for_bodies)
      return usage("scratch: found one of fw_scratch_open, expected one of fw_steer_scratch");
    const auto given = bodies_of(bodies, scratch->most);
    if (!given) return given.error();
    if (auto fits = check_bodies(given.value(), steer->avoid.params); !fits) return fits;
    step_bodies(*steer, given.value(), *scratch);
    return Done{};
  });
}

void fw_scratch_close(fw_scratch* scratch) {
  delete scratch;
}
