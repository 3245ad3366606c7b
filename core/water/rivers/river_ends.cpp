#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/river_lines_internal.h"

namespace fw {
namespace {

constexpr double kFall_m = 6, kFallShare = 0.015;  // of the greatest height
constexpr double kFallSlope = 0.35;
constexpr size_t kFallVertices = 4;  // 24 m
constexpr double kFallApart_m = 250;
constexpr double kLow_m = 2;  // the bed near the sea
constexpr double kDelta = 0.3, kDeltaFloor_m = 28, kDeltaLow_m = 70;
constexpr size_t kDeltaVertices = 12;                                   // 72 m
constexpr double kArmStart = 2.4, kLeastArm_m = 120, kArmAside = 1.25;  // of the floor's half width
constexpr double kArmDischarge = 0.35, kArmWidth = 0.6;
constexpr double kEstuary = 0.35, kEstuaryLow_m = 45, kEstuary_m = 220, kEstuaryWider = 3;

/// The last vertex at least `length_m` above the mouth; 0 where the line is shorter.
size_t vertex_above_mouth(const RiverLine& line, double length_m) {
  double sum = 0;
  for (size_t i = line.size() - 1; i-- > 0;) {
    sum += std::sqrt(squared_distance(line.at_m[i], line.at_m[i + 1]));
    if (sum >= length_m) return i;
  }
  return 0;
}

bool lies_low(const RiverLine& line, double length_m) {
  const size_t from = vertex_above_mouth(line, length_m);
  return from > 0 && static_cast<double>(line.bed_m[from]) < kLow_m;
}

double median_floor(const RiverLine& line) {
  const size_t count = std::min(kDeltaVertices, line.size());
  std::vector<float> last(line.floor_m.end() - static_cast<std::ptrdiff_t>(count), line.floor_m.end());
  std::sort(last.begin(), last.end());
  return static_cast<double>(last[count / 2]);
}

/// An arm of a delta: a quadratic curve from a vertex of the river to the shore beside its mouth.
RiverArm make_arm(const RiverLine& line, size_t from, Vec2 to, double step_m) {
  const Vec2 a = line.at_m[from], before = line.at_m[from - 1], d = a - before;
  const double length = std::sqrt(squared_distance(a, to)),
               unit = std::max(std::sqrt(d.x * d.x + d.y * d.y), 1e-9);
  const Vec2 bend = a + d * (0.55 * length / unit);
  RiverArm arm;
  const int pieces = std::max(2, static_cast<int>(length / step_m + 0.5));
  for (int k = 0; k <= pieces; ++k) {
    const double t = static_cast<double>(k) / pieces, s = 1 - t;
    arm.at_m.push_back(a * (s * s) + bend * (2 * s * t) + to * (t * t));
    arm.bed_m.push_back(static_cast<float>(s * static_cast<double>(line.bed_m[from])));
    arm.width_m.push_back(static_cast<float>(kArmWidth * static_cast<double>(line.width_m[from])));
  }
  return arm;
}

void make_delta(const RiverLineInputs& inputs, double scale, RiverLine& line) {
  const double floor_m = median_floor(line);
  const size_t from = vertex_above_mouth(line, std::max(kArmStart * floor_m, kLeastArm_m * scale));
  if (from < 1) return;
  const Vec2 mouth = line.at_m.back(), d = mouth - line.at_m[from];
  const double length = std::max(std::sqrt(d.x * d.x + d.y * d.y), 1e-9);
  const Vec2 aside{-d.y / length * kArmAside * floor_m, d.x / length * kArmAside * floor_m};
  const GridSpec& g = inputs.land.grid;
  for (const Vec2 at : {mouth + aside, mouth - aside}) {
    const uint32_t shore = inputs.openness.nearest[g.cell_at(at)];
    if (shore == kOffLand) continue;
    const Vec2 end = beyond_mouth(inputs.land, shore);
    if (squared_distance(end, mouth) < floor_m * floor_m / 4) continue;
    line.arms.push_back(make_arm(line, from, end, kVertexStep_m * scale));
    line.arms.back().discharge = kArmDischarge;
  }
}

}  // namespace

void make_falls(const Template& tmpl, const std::vector<double>& weighted_m2, RiverLine& line) {
  const double scale = frame_factor(tmpl);
  const double least = std::max(kFall_m * scale, kFallShare * tmpl.relief.height_max_m);
  const double run_m = static_cast<double>(kFallVertices) * kVertexStep_m * scale;
  struct Site {
    double fall;
    size_t vertex;
  };
  std::vector<Site> sites;
  for (size_t i = 0; i + kFallVertices < line.size(); ++i) {
    const double fall =
        static_cast<double>(line.bed_m[i]) - static_cast<double>(line.bed_m[i + kFallVertices]);
    const auto cell = std::min(static_cast<size_t>(line.place[i]), weighted_m2.size() - 1);
    if (fall < least || fall < kFallSlope * run_m || line.in_lake[i] != 0 ||
        line.in_lake[i + kFallVertices] != 0 || weighted_m2[cell] < 2 * source_m2(tmpl))
      continue;
    sites.push_back({fall, i});
  }
  std::stable_sort(sites.begin(), sites.end(), [](const Site& a, const Site& b) { return a.fall > b.fall; });
  const auto apart = static_cast<size_t>(kFallApart_m / kVertexStep_m);
  for (const Site& site : sites) {
    const bool near = std::any_of(line.falls.begin(), line.falls.end(), [&](size_t other) {
      return other < site.vertex + apart && site.vertex < other + apart;
    });
    if (near) continue;
    line.falls.push_back(site.vertex);
    for (size_t k = 1; k < kFallVertices; ++k)
      line.bed_m[site.vertex + k] = line.bed_m[site.vertex + kFallVertices];
  }
  std::sort(line.falls.begin(), line.falls.end());
}

void make_mouth(const Template& tmpl, const RiverLineInputs& inputs, const MouthFacts& facts,
                RiverLine& line) {
  const double scale = frame_factor(tmpl);
  line.estuary_from = line.size();
  const bool soft = facts.shore == ShoreType::beach || facts.shore == ShoreType::marsh;
  if (soft && facts.share >= kDelta && median_floor(line) >= kDeltaFloor_m * scale &&
      lies_low(line, kDeltaLow_m * scale))
    make_delta(inputs, scale, line);
  if (!line.arms.empty() || facts.share < kEstuary || !lies_low(line, kEstuaryLow_m * scale)) return;
  size_t from = vertex_above_mouth(line, kEstuary_m * scale);
  while (static_cast<double>(line.bed_m[from]) >= kLow_m) ++from;  // no tide comes higher
  const double whole = std::max(line_length_m(std::span(line.at_m).subspan(from)), 1e-9);
  double gone = 0;
  line.estuary_from = from;
  for (size_t i = from; i < line.size(); ++i) {
    if (i > from) gone += std::sqrt(squared_distance(line.at_m[i], line.at_m[i - 1]));
    const double u = gone / whole;
    line.width_m[i] = static_cast<float>(static_cast<double>(line.width_m[i]) * (1 + kEstuaryWider * u * u));
  }
}

}  // namespace fw
