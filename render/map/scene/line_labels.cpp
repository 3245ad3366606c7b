#include "render/map/scene/line_labels.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "render/map/scene/style.h"

namespace fw {
namespace {

constexpr double kMostBend = 0.30;   // radians from letter to letter
constexpr double kMostSteep = 1.25;  // radians from level
constexpr double kSmooth = 14;       // units: what of a line its name follows
constexpr double kOff = 6;           // units from the line to the letters
constexpr double kStep = 2;          // units between places that are tried, and samples of a line
constexpr double kByCover = 40;      // costs of the layout in those of bends
constexpr double kByShare = 1;       // of a letter that a line crosses
constexpr double kNever = std::numeric_limits<double>::infinity();

double length_of(Vec2 v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

/// Points of a line kStep apart.
std::vector<Vec2> resampled(const std::vector<Vec2>& line) {
  std::vector<Vec2> out{line.front()};
  double rest = kStep;
  for (size_t i = 1; i < line.size(); ++i) {
    const Vec2 step = line[i] - line[i - 1];
    const double length = length_of(step);
    for (; rest <= length; rest += kStep) out.push_back(line[i - 1] + step * (rest / length));
    rest -= length;
  }
  return out;
}

/// Gaussian along a line of even samples, cut off at its ends.
std::vector<Vec2> smooth_line(const std::vector<Vec2>& line) {
  const int reach = static_cast<int>(2.5 * kSmooth / kStep), n = static_cast<int>(line.size());
  std::vector<Vec2> out(line.size());
  for (int i = 0; i < n; ++i) {
    const int most = std::min({reach, i, n - 1 - i});  // even about every place: ends stay
    Vec2 sum;
    double weights = 0;
    for (int k = -most; k <= most; ++k) {
      const double x = k * kStep / kSmooth, weight = std::exp(-0.5 * x * x);
      sum = sum + line[static_cast<size_t>(i + k)] * weight;
      weights += weight;
    }
    out[static_cast<size_t>(i)] = sum * (1 / weights);
  }
  return out;
}

/// Where the middle of every letter lies along the name, and its width.
struct Advance {
  double middle, width;
};
std::vector<Advance> advances_of(const std::vector<std::string>& letters, const TextStyle& style,
                                 Typesetter& type, double& length) {
  std::vector<Advance> out;
  std::string before;
  double from = 0;
  for (const std::string& letter : letters) {
    before += letter;
    const double to = type.measure(before, style).width + style.letter_spacing;
    out.push_back({(from + to - style.letter_spacing) / 2, to - from - style.letter_spacing});
    from = to;
  }
  length = from;
  return out;
}

/// Tries names along a smooth line.
class Fitter {
 public:
  Fitter(const std::vector<std::string>& letters, const TextStyle& style, const std::vector<Vec2>& line,
         double half_width, const LabelLayout& layout, Typesetter& type)
      : letters_(letters), style_(style), line_(line), half_width_(half_width), layout_(layout) {
    advances_ = advances_of(letters, style, type, length_);
  }

  std::optional<std::vector<PlacedLetter>> best() const {
    const auto samples = static_cast<double>(line_.size() - 1) * kStep;
    std::optional<std::vector<PlacedLetter>> found;
    double least = kNever;
    for (double start = kOff; start + length_ + kOff <= samples; start += 2 * kStep)
      for (const bool above : {true, false}) {
        double cost = 0;
        std::vector<PlacedLetter> placed = place(start, above, least, cost);
        // The middle of the line serves best, and what is above it.
        cost += 0.08 * std::fabs(start + length_ / 2 - samples / 2) + (above ? 0 : 6);
        if (cost >= least) continue;
        least = cost;
        found = std::move(placed);
      }
    return found;
  }

  Box box_of(const PlacedLetter& letter) const { return letter_box(letter, style_.size, 0.46); }

 private:
  Vec2 at(double along) const {
    const double position = std::clamp(along / kStep, 0.0, static_cast<double>(line_.size()) - 1.001);
    const auto i = static_cast<size_t>(position);
    return line_[i] + (line_[i + 1] - line_[i]) * (position - static_cast<double>(i));
  }

  double angle_at(double along, double half) const {
    const Vec2 run = at(along + half) - at(along - half);
    return std::atan2(run.y, run.x);
  }

  std::vector<PlacedLetter> place(double start, bool above, double most, double& cost) const {
    std::vector<PlacedLetter> out;
    const double off = above ? half_width_ + kOff - 2 : -(half_width_ + kOff - 2 + 0.66 * style_.size);
    double last_angle = 0, moved = 0;
    for (size_t k = 0; k < letters_.size(); ++k) {
      double along = start + moved + advances_[k].middle;
      const double half = std::max(advances_[k].width / 2, 3.0);
      if (k > 0) {  // on the inner side of a bend letters come closer: they go on along the line
        const double lost = (last_angle - angle_at(along, half)) * (off + 0.33 * style_.size);
        moved += std::max(lost, 0.0);
        along += std::max(lost, 0.0);
      }
      if (along + half > static_cast<double>(line_.size() - 1) * kStep) {
        cost = kNever;
        return out;
      }
      const double angle = angle_at(along, half);
      const double bend = k > 0 ? std::fabs(angle - last_angle) : 0;
      if (std::fabs(angle) > kMostSteep || bend > kMostBend) {
        cost = kNever;
        return out;
      }
      last_angle = angle;
      const Vec2 direction{std::cos(angle), std::sin(angle)}, up{direction.y, -direction.x};
      out.push_back({letters_[k], at(along) + up * off - direction * (advances_[k].width / 2), angle});
      cost += 40 * bend + 2 * std::fabs(angle);
      if (const Box box = box_of(out.back()); letters_[k] != " ")
        cost += kByCover * (layout_.cost_of(box) + layout_.line_cost(box, kByShare));
      if (cost >= most) {
        cost = kNever;
        return out;
      }
    }
    return out;
  }

  const std::vector<std::string>& letters_;
  const TextStyle& style_;
  const std::vector<Vec2>& line_;
  double half_width_;
  const LabelLayout& layout_;
  std::vector<Advance> advances_;
  double length_ = 0;
};

/// The stretches of a river's line down to its mouth that lie in a box, units of the window; not through
/// lakes.
std::vector<std::vector<Vec2>> river_stretches(const Water& water, const River& river,
                                               const MapWindow& window, const Box& box) {
  std::vector<std::vector<Vec2>> out;
  bool open = false;
  for (const int r : river.reaches) {
    const Reach& reach = water.reaches[static_cast<size_t>(r)];
    if (reach.form == ReachForm::delta_arm) continue;
    if (reach.form == ReachForm::lake_path) open = false;
    for (size_t i = 0; i < reach.vertices_m.size() && reach.form != ReachForm::lake_path; ++i) {
      const Vec2 p = window.to_px(reach.vertices_m[i]) * (1 / window.device_scale);
      const bool in = box.holds(p.x, p.y);
      if (in && !open) out.emplace_back();
      if (in) out.back().push_back(p);
      open = in;
    }
  }
  return out;
}

}  // namespace

Box letter_box(const PlacedLetter& letter, double size, double half) {
  constexpr double kUp = 0.33, kAlong = 0.3;  // of the size
  const Vec2 run{std::cos(letter.angle), std::sin(letter.angle)}, up{run.y, -run.x};
  const Vec2 middle = letter.at + (run * kAlong + up * kUp) * size;
  return Box::around(middle.x, middle.y, half * size);
}

bool place_along(const std::string& text, const TextStyle& style, const std::vector<Vec2>& line,
                 double line_half_width, LabelLayout& layout, Typesetter& type, LineLabel& out) {
  if (text.empty() || line.size() < 2) return false;
  const std::vector<std::string> letters = separate_letters(text);
  const std::vector<Vec2> even = resampled(line);
  if (even.size() < 8) return false;
  // What winds is longer than its smooth line: without even samples its letters would lie over each other.
  std::vector<Vec2> smooth = resampled(smooth_line(even));
  if (smooth.size() < 2) return false;
  double least = kNever;
  // Both ways: a river that winds runs west to east along some stretches only.
  for (const bool turned : {false, true}) {
    if (turned) std::reverse(smooth.begin(), smooth.end());
    const Fitter fitter(letters, style, smooth, line_half_width, layout, type);
    std::optional<std::vector<PlacedLetter>> placed = fitter.best();
    if (!placed || least < kNever) continue;
    least = 0;
    out = {style, std::move(*placed)};
    for (const PlacedLetter& letter : out.letters) layout.reserve_letter(fitter.box_of(letter));
  }
  return least < kNever;
}

std::vector<LineLabel> river_names(const Atlas& atlas, const MapWindow& window, double denominator, double pt,
                                   LabelLayout& layout, Typesetter& type) {
  const Water& water = atlas.world.water_network;
  std::vector<LineLabel> out;
  double most_flow = 0;
  size_t tried = 0;
  for (const River& river : water.rivers) most_flow = std::max(most_flow, river.discharge_m3_s);
  const std::span<const River> shown(water.rivers.data(),
                                     shown_river_count(water.rivers.size(), denominator));
  for (const River& river : shown) {
    if (river.name.empty() || river.length_m < kLeastNamedRiver_m * atlas.ground->terrain.look_m) continue;
    if (tried++ >= kMostNamedRivers) break;
    const double flow = most_flow > 0 ? river.discharge_m3_s / most_flow : 0;
    TextStyle style = river_name_style(flow);
    style.size *= pt;
    style.letter_spacing *= pt;
    const Box& visible = layout.obstacles().visible;
    std::vector<std::vector<Vec2>> stretches = river_stretches(water, river, window, visible);
    std::stable_sort(stretches.begin(), stretches.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    for (const std::vector<Vec2>& stretch : stretches) {
      LineLabel label;
      if (!place_along(river.name, style, stretch, 0.5 + 1.8 * std::sqrt(flow), layout, type, label))
        continue;
      out.push_back(std::move(label));
      break;
    }
  }
  return out;
}

void draw_line_labels(const Painter& pen, const std::vector<LineLabel>& labels, double opacity) {
  const auto draw = [&pen](const LineLabel& label, const TextStyle& style) {
    for (const PlacedLetter& letter : label.letters) {
      cairo_save(pen.cr);
      cairo_translate(pen.cr, letter.at.x, letter.at.y);
      cairo_rotate(pen.cr, letter.angle);
      pen.text(letter.text, 0, 0, style);
      cairo_restore(pen.cr);
    }
  };
  for (const LineLabel& label : labels) {
    // All casings first: none may cover a letter.
    TextStyle casing = label.style, ink = label.style;
    casing.alpha = 0;
    casing.halo_alpha *= opacity;
    ink.halo = 0;
    ink.alpha *= opacity;
    draw(label, casing);
    draw(label, ink);
  }
}

}  // namespace fw
