#include "core/world/hand/content/line_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr double kCrossingWidths = 4;  // a line longer in a river than these does not cross it but follows it
constexpr size_t kStretchesTold = 3;

/// The part [first, second] of the way from one place to another that lies in the frame; first > second where
/// none does.
std::pair<double, double> part_in_frame(const GridSpec& g, Vec2 from, Vec2 d) {
  double first = 0, last = 1;
  const auto limit = [&](double start, double along, double length_m) {
    if (along == 0) {
      if (start < 0 || start > length_m) last = -1;
      return;
    }
    const double a = -start / along, b = (length_m - start) / along;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  };
  limit(from.x, d.x, g.width_m());
  limit(from.y, d.y, g.height_m());
  return {first, last};
}

/// Gathers the stretches of a line in water, step by step.
class WetStretches {
 public:
  explicit WetStretches(const LineWaters& waters) : waters_(waters) {}

  void step(Vec2 from, Vec2 to, double length_m) {
    const Vec2 middle = (from + to) * 0.5;
    const bool lake = waters_.lakes.distance_m(middle, 0) <= 0;
    const FeatureIndex::Foot river = lake ? FeatureIndex::Foot{} : waters_.rivers.nearest(middle, kReach_m);
    if (!lake && (waters_.rivers.none() || river.distance_m > 0)) return end();
    if (now_.length_m > 0 && now_.lake != lake) end();
    if (now_.length_m == 0) now_.from = from, now_.lake = lake;
    now_.to = to;
    now_.length_m += length_m;
    widest_m_ = std::max(widest_m_, 2 * river.half_m);
  }
  void end() {
    if (now_.length_m > 0 && (now_.lake || now_.length_m > kCrossingWidths * widest_m_))
      found_.push_back(now_);
    now_ = {};
    widest_m_ = 0;
  }
  std::vector<WetStretch> take() {
    end();
    return std::move(found_);
  }

 private:
  static constexpr double kReach_m = 1;

  const LineWaters& waters_;
  WetStretch now_;
  double widest_m_ = 0;
  std::vector<WetStretch> found_;
};

std::string whole_place(Vec2 at) {
  return decimal_text(at.x, 0) + ", " + decimal_text(at.y, 0);
}

/// "a lake, from 2891, 4500 to 3281, 4500"; each with its metres where there are more.
std::string stretches_text(const std::vector<WetStretch>& wet) {
  std::string text;
  for (size_t k = 0; k < std::min(wet.size(), kStretchesTold); ++k)
    text += (k == 0 ? "" : "; ") + (wet.size() > 1 ? decimal_text(wet[k].length_m, 0) + " m in " : "") +
            (wet[k].lake ? "a lake" : "a river") + ", from " + whole_place(wet[k].from) + " to " +
            whole_place(wet[k].to);
  if (wet.size() > kStretchesTold) text += "; and " + std::to_string(wet.size() - kStretchesTold) + " more";
  return text;
}

}  // namespace

std::vector<Vec2> in_steps(const std::vector<Vec2>& vertices, double step_m, const GridSpec& g) {
  std::vector<Vec2> out{vertices.front()};
  for (size_t i = 1; i < vertices.size(); ++i) {
    const Vec2 from = vertices[i - 1], d = vertices[i] - from;
    const auto [first, last] = part_in_frame(g, from, d);
    if (first < last) {
      const double length_m = std::sqrt(squared_distance(from, vertices[i])) * (last - first);
      const int steps = static_cast<int>(std::ceil(length_m / step_m));
      for (int s = first > 0 ? 0 : 1; s < steps + (last < 1 ? 1 : 0); ++s)
        out.push_back(from + d * (first + (last - first) * (static_cast<double>(s) / steps)));
    }
    out.push_back(vertices[i]);
  }
  return out;
}

LineWaters line_waters(const GridSpec& g, const Water* water) {
  const FeatureSources sources{.grid = g, .water = water};
  return {feature_index("lake_m", sources), feature_index("river_m", sources)};
}

double OffGround::water_m() const {
  double sum = 0;
  for (const WetStretch& stretch : wet) sum += stretch.length_m;
  return sum;
}

OffGround off_ground(const std::vector<Vec2>& vertices, const Island& island, const LineWaters& waters) {
  const GridSpec& g = island.main.grid;
  const std::vector<Vec2> places = in_steps(vertices, g.cell_m / 2, g);
  OffGround out;
  out.length_m = line_length_m(vertices);
  WetStretches wet(waters);
  for (size_t i = 1; i < places.size(); ++i) {
    const Vec2 middle = (places[i - 1] + places[i]) * 0.5;
    const double length_m = std::sqrt(squared_distance(places[i - 1], places[i]));
    const size_t cell = g.cell_at(middle);
    if (g.contains(middle) && (island.main[cell] != 0 || island.islets[cell] != 0)) {
      wet.step(places[i - 1], places[i], length_m);
    } else {
      out.sea_m += length_m;
      wet.end();
    }
  }
  out.wet = wet.take();
  return out;
}

void tell_line(const LineRow& row, const OffGround& off, std::string reason, HandTold& told) {
  const std::string where = hand_path("lines", row.id), of = " m of " + decimal_text(off.length_m, 0) + " m ";
  const auto tell = [&](const char* code, double metres, const std::string& what, const std::string& more) {
    if (metres <= 0) return;
    const std::string text = decimal_text(metres, 0) + of + what;
    reason += (reason.empty() ? "" : "; ") + text;
    told.findings.push_back({Severity::warning, code, where, "Line " + row.id + ": " + text + more});
  };
  tell("line_over_sea", off.sea_m, "lie at sea",
       ": it stands as drawn. Move it to land, or draw land under it.");
  tell("line_in_water", off.water_m(), "lie in water",
       " (" + stretches_text(off.wet) +
           "): it stands as drawn, without a bridge. Lead it round the water between these places.");
  told.outcomes.push_back(
      acting_row("lines", row, off.length_m, off.length_m - off.sea_m - off.water_m(), std::move(reason)));
}

}  // namespace fw
