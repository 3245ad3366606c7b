#include "core/experiment/walk_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/seed.h"

namespace fw {
namespace {

constexpr double kRoomLength_m = 14, kRoomWidth_m = 10, kHallSide_m = 32;
constexpr double kMiddle_m = kHallSide_m / 2;  ///< y of doors
constexpr size_t kDoorWalkers = 180, kSwapWalkers = 30;
constexpr double kThere_m = 0.3;
constexpr float kRadius_m = 0.2F;
constexpr double kBlock_m = 20, kBeside_m = 2;
constexpr float kOneSpeed_mps = 1.34F;

Vec2 to_unit(Vec2 v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y);
  return length > 0 ? Vec2{v.x / length, v.y / length} : Vec2{0, 0};
}

WallShape block(double west, double south, double east, double north) {
  Shape shape;
  shape.kind = Shape::Kind::polygons;
  shape.parts = {{{west, south}, {east, south}, {east, north}, {west, north}}};
  return {shape, 0};
}

/// Places without overlap in a rectangle, drawn until they fit.
class Placer {
 public:
  Placer(WalkScene& scene, RandomCursor& random) : scene_(scene), random_(random) {}

  void place(size_t count, double west, double south, double east, double north, float radius_m,
             float largest_m) {
    for (size_t k = 0; k < count; ++k) {
      const float radius =
          largest_m > radius_m ? static_cast<float>(random_.uniform(radius_m, largest_m)) : radius_m;
      scene_.walkers.add(free_place(west, south, east, north, radius), drawn_speed(), radius);
    }
  }
  float drawn_speed() {
    for (;;) {
      const double speed = 1.34 + 0.26 * random_.normal();
      if (speed >= 0.6 && speed <= 2) return static_cast<float>(speed);
    }
  }

 private:
  Vec2 free_place(double west, double south, double east, double north, float radius) {
    constexpr int kTries = 4000;
    Vec2 best{};
    double most = -1e9;
    for (int k = 0; k < kTries; ++k) {
      const Vec2 place{random_.uniform(west, east), random_.uniform(south, north)};
      const double room = room_at(place, radius);
      if (room >= 0) return place;
      if (room > most) most = room, best = place;
    }
    return best;  // a full room: the step parts who overlaps
  }
  double room_at(Vec2 place, float radius) const {
    const Walkers& w = scene_.walkers;
    const double side = scene_.arena.side_m;
    double room = 1e9;
    for (size_t i = 0; i < w.size() && room >= 0; ++i) {
      double dx = w.x_m[i] - place.x, dy = w.y_m[i] - place.y;
      if (scene_.arena.torus()) dx = torus_delta(dx, side), dy = torus_delta(dy, side);
      const double apart = static_cast<double>(w.radius_m[i]) + static_cast<double>(radius);
      room = std::min(room, std::sqrt(dx * dx + dy * dy) - apart);
    }
    return room;
  }

  WalkScene& scene_;
  RandomCursor& random_;
};

size_t count_at(double density, double area_m2) {
  return static_cast<size_t>(density * area_m2 + 0.5);
}

void start_corridor(const WalkSetup& setup, WalkScene& scene, Placer& placer) {
  scene.arena = {kCorridor_m, Border::torus};
  const double south = kCorridorSouth_m, north = south + kCorridorWidth_m;
  // Beyond the seam, so that no wall ends there.
  scene.walls = {block(-10, -10, kCorridor_m + 10, south),
                 block(-10, north, kCorridor_m + 10, kCorridor_m + 10)};
  scene.room_m2 = kCorridor_m * kCorridorWidth_m;
  const double clear = static_cast<double>(kRadius_m);
  placer.place(count_at(setup.number, scene.room_m2), 0, south + clear, kCorridor_m, north - clear, kRadius_m,
               0);
}

void start_torus(const WalkSetup& setup, WalkScene& scene, Placer& placer) {
  const bool mixed = setup.sort == WalkSort::mixed;
  scene.arena = {kCrossSide_m, Border::torus};
  scene.room_m2 = kCrossSide_m * kCrossSide_m;
  placer.place(count_at(setup.number, scene.room_m2), 0, 0, kCrossSide_m, kCrossSide_m,
               mixed ? 0.15F : kRadius_m, mixed ? 0.6F : 0.0F);
}

/// Walls of a hall whose middle wall has a door of that width.
void wall_with_door(WalkScene& scene, double width_m) {
  const double east = kDoor_m + kDoorWall_m, side = kHallSide_m;
  scene.walls.push_back(block(kDoor_m, -10, east, kMiddle_m - width_m / 2));
  scene.walls.push_back(block(kDoor_m, kMiddle_m + width_m / 2, east, side + 10));
}

void start_rooms(const WalkSetup& setup, WalkScene& scene, Placer& placer) {
  scene.arena = {kHallSide_m, Border::reflect};
  const double south = kMiddle_m - kRoomWidth_m / 2, north = kMiddle_m + kRoomWidth_m / 2;
  const bool swap = setup.sort == WalkSort::swap;
  const double length = swap ? kRoomWidth_m : kRoomLength_m;
  const double west = kDoor_m - length, east = kDoor_m + kDoorWall_m + (swap ? length : 0);
  scene.walls = {block(-10, -10, west, kHallSide_m + 10), block(west, -10, east, south),
                 block(west, north, east, kHallSide_m + 10)};
  if (swap) scene.walls.push_back(block(east, -10, kHallSide_m + 10, kHallSide_m + 10));
  wall_with_door(scene, setup.number);
  scene.room_m2 = length * kRoomWidth_m;
  const double clear = static_cast<double>(kRadius_m);
  placer.place(swap ? kSwapWalkers : kDoorWalkers, west + clear, south + clear, kDoor_m - clear,
               north - clear, kRadius_m, 0);
  if (!swap) return;
  placer.place(kSwapWalkers, kDoor_m + kDoorWall_m + clear, south + clear, east - clear, north - clear,
               kRadius_m, 0);
  Walkers& w = scene.walkers;
  for (size_t i = 0; i < w.size(); ++i) {
    w.stream[i] = i < kSwapWalkers ? 0 : 1;
    w.goal_x_m[i] = 2 * kDoor_m + kDoorWall_m - w.x_m[i];
    w.goal_y_m[i] = w.y_m[i];
  }
}

void start_circle(const WalkSetup& setup, WalkScene& scene, Placer& placer) {
  const auto count = static_cast<size_t>(setup.number);
  const double radius = std::max(5.0, 0.1 * setup.number), middle = radius + 5;
  scene.arena = {2 * middle, Border::reflect};
  for (size_t i = 0; i < count; ++i) {
    const auto at = exact::sincos(2 * std::numbers::pi * static_cast<double>(i) / setup.number);
    scene.walkers.add({middle + radius * at.cos, middle + radius * at.sin}, placer.drawn_speed(), kRadius_m);
    scene.walkers.goal_x_m[i] = middle - radius * at.cos;
    scene.walkers.goal_y_m[i] = middle - radius * at.sin;
  }
}

void start_through(const WalkSetup& setup, WalkScene& scene, Placer& placer) {
  const double side = kBlock_m + 4 * kBeside_m, low = 2 * kBeside_m;
  scene.arena = {side, Border::reflect};
  scene.room_m2 = kBlock_m * kBlock_m;
  Walkers& w = scene.walkers;
  w.add({kBeside_m, side / 2}, kOneSpeed_mps, kRadius_m);
  w.goal_x_m[0] = side - kBeside_m, w.goal_y_m[0] = side / 2;
  w.priority[0] = static_cast<float>(setup.priority);
  placer.place(count_at(setup.number, scene.room_m2), low, low, low + kBlock_m, low + kBlock_m, kRadius_m, 0);
  for (size_t i = 1; i < w.size(); ++i) w.there[i] = 1;
}

void start_pile(const WalkSetup& setup, WalkScene& scene, Placer& placer, RandomCursor& random) {
  constexpr double kSide_m = 40;
  scene.arena = {kSide_m, Border::reflect};
  const auto count = static_cast<size_t>(setup.number);
  while (scene.walkers.size() < count) {
    const double dx = random.uniform(-1, 1), dy = random.uniform(-1, 1);
    if (dx * dx + dy * dy > 1) continue;
    scene.walkers.add({kSide_m / 2 + dx, kSide_m / 2 + dy}, placer.drawn_speed(), kRadius_m);
    scene.walkers.there.back() = 1;
  }
}

void start_speed(const WalkSetup& setup, WalkScene& scene, Placer& placer, RandomCursor& random) {
  const double side = std::sqrt(static_cast<double>(setup.agents) / setup.number);
  scene.arena = {side, Border::torus};
  scene.room_m2 = side * side;
  // One a square, anywhere in the middle of it.
  const auto per_side = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(setup.agents))));
  const double square = side / static_cast<double>(per_side);
  const double loose = std::max(0.0, square - 2.0 * static_cast<double>(kRadius_m));
  for (size_t i = 0; i < setup.agents; ++i) {
    const double column = static_cast<double>(i % per_side), row = static_cast<double>(i / per_side);
    scene.walkers.add({(column + 0.5) * square + loose * (random.uniform() - 0.5),
                       (row + 0.5) * square + loose * (random.uniform() - 0.5)},
                      placer.drawn_speed(), kRadius_m);
  }
}

/// From a place on one side of the middle wall through its door to a goal on the other side.
Vec2 through_door(const WalkSetup& setup, Vec2 place, Vec2 goal, bool east) {
  const double near = kDoor_m, far = kDoor_m + kDoorWall_m;
  const double half = std::max(0.0, setup.number / 2 - 1.25 * static_cast<double>(kRadius_m));
  const bool beyond = east ? place.x > far : place.x < near;
  if (beyond) return to_unit({goal.x - place.x, goal.y - place.y});
  const Vec2 aim{east ? far + 0.2 : near - 0.2, std::clamp(place.y, kMiddle_m - half, kMiddle_m + half)};
  return to_unit({aim.x - place.x, aim.y - place.y});
}

}  // namespace

void Walkers::add(Vec2 place, float speed, float radius) {
  id.push_back(static_cast<uint32_t>(id.size()));
  x_m.push_back(place.x), y_m.push_back(place.y);
  goal_x_m.push_back(place.x), goal_y_m.push_back(place.y);
  for (auto* column : {&vx_mps, &vy_mps, &want_x_mps, &want_y_mps}) column->push_back(0);
  speed_mps.push_back(speed), radius_m.push_back(radius), priority.push_back(1);
  stream.push_back(static_cast<uint8_t>(stream.size() % 2));
  there.push_back(0);
}

void Walkers::take_out(size_t i) {
  const auto out = [i](auto& column) {
    column[i] = column.back();
    column.pop_back();
  };
  out(id), out(x_m), out(y_m), out(vx_mps), out(vy_mps), out(want_x_mps), out(want_y_mps), out(speed_mps);
  out(radius_m), out(priority), out(goal_x_m), out(goal_y_m), out(stream), out(there);
}

WalkScene walk_scene_of(const WalkSetup& setup, uint64_t seed) {
  WalkScene scene;
  RandomCursor random{derive(SeedBundle::from_master(seed).place_stream(), "study/walk")};
  Placer placer(scene, random);
  switch (setup.sort) {
    case WalkSort::uni:
    case WalkSort::bi:
      start_corridor(setup, scene, placer);
      break;
    case WalkSort::cross:
    case WalkSort::mixed:
      start_torus(setup, scene, placer);
      break;
    case WalkSort::door:
    case WalkSort::swap:
      start_rooms(setup, scene, placer);
      break;
    case WalkSort::circle:
      start_circle(setup, scene, placer);
      break;
    case WalkSort::through:
      start_through(setup, scene, placer);
      break;
    case WalkSort::pile:
      start_pile(setup, scene, placer, random);
      break;
    case WalkSort::speed:
      start_speed(setup, scene, placer, random);
      break;
  }
  Walkers& w = scene.walkers;
  for (size_t i = 0; i < w.size(); ++i) {  // they begin at their speed
    const Vec2 way = way_of(setup, w, i);
    w.vx_mps[i] = w.speed_mps[i] * static_cast<float>(way.x);
    w.vy_mps[i] = w.speed_mps[i] * static_cast<float>(way.y);
  }
  return scene;
}

Vec2 way_of(const WalkSetup& setup, Walkers& w, size_t i) {
  const Vec2 place{w.x_m[i], w.y_m[i]};
  const bool first = w.stream[i] == 0;
  switch (setup.sort) {
    case WalkSort::uni:
      return {1, 0};
    case WalkSort::bi:
    case WalkSort::mixed:
      return {first ? 1.0 : -1.0, 0};
    case WalkSort::cross:
    case WalkSort::speed:
      return first ? Vec2{1, 0} : Vec2{0, 1};
    case WalkSort::door:
      return through_door(setup, place, {kHallSide_m, place.y}, true);
    case WalkSort::swap:
    case WalkSort::circle:
    case WalkSort::through:
    case WalkSort::pile:
      break;
  }
  const Vec2 goal{w.goal_x_m[i], w.goal_y_m[i]}, left{goal.x - place.x, goal.y - place.y};
  if (left.x * left.x + left.y * left.y < kThere_m * kThere_m) w.there[i] = 1;
  if (w.there[i] != 0) return {0, 0};
  return setup.sort == WalkSort::swap ? through_door(setup, place, goal, first) : to_unit(left);
}

bool has_left(const WalkSetup& setup, const Walkers& w, size_t i) {
  return setup.sort == WalkSort::door && w.x_m[i] > kDoor_m + 4;
}

}  // namespace fw
