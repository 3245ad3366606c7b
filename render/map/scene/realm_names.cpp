#include "render/map/scene/realm_names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {
namespace {

// Along an axis of length 1.
constexpr double kSpan = 0.66;       // what a name takes of it
constexpr double kFitSpan = 0.70;    // what it may take with its least gaps
constexpr double kMostAlong = 0.16;  // how far it moves
constexpr double kMostAcross_mm = 11;
constexpr int kStepsAlong = 8, kStepsAcross = 11;  // either way
// In sizes of letters.
constexpr double kFitGap = 0.35, kLeastGap = 0.25, kMostGap = 2.4;
constexpr double kRowPitch = 1.5, kSpace = 0.4, kDrop = 0.36, kLeastWidth = 0.72;
constexpr double kSmall_pt = 8.5, kWorthTwoRows = 1.15;
// Costs.
constexpr double kByLetterInk = 2.5, kOnSymbol = 2, kOffGround = 4, kByShift = 2.5, kByShift_mm = 0.03;
constexpr double kOverLine = 0.3;  // share of a letter's columns from which it counts as over a line

struct Letter {
  std::string text;
  double width;
};
struct Row {
  std::vector<Letter> letters;
  double letters_width = 0, gap = 0;

  double width() const { return letters_width + gap * static_cast<double>(letters.size() - 1); }
};

/// A letter about its middle.
struct SetLetter {
  const Letter* letter;
  Vec2 at;
  double angle;
};

/// One realm's name on a page.
class RealmName {
 public:
  RealmName(const Atlas& atlas, size_t faction, const MapWindow& window, const MediumStyle& medium,
            const LabelLayout& layout, Typesetter& type)
      : atlas_(atlas),
        faction_(faction),
        axis_(atlas.ground->realm_axes[faction]),
        window_(window),
        layout_(layout),
        type_(type),
        unit_m_(window.metres_per_px * window.device_scale),
        pt_(medium.letters.at(unit_m_)),
        mm_(medium.mm()),
        middle_(window.to_px(axis_.middle_m) * (1 / window.device_scale)) {}

  void set(const std::string& label, const TextStyle& style) {
    style_ = style;
    std::vector<std::string> rows{capitals(label)};
    double size = fitting(rows);
    if (const size_t space = middle_space(rows[0]); size < kSmall_pt * pt_ && space != std::string::npos) {
      const std::vector<std::string> two{rows[0].substr(0, space), rows[0].substr(space + 1)};
      if (const double larger = fitting(two); larger > kWorthTwoRows * size) rows = two, size = larger;
    }
    style_.size = std::max(size, kLeastRealm_pt * pt_);
    for (const std::string& row : rows) rows_.push_back(spread(row));
  }

  /// The letters where least lies under them; empty where some would always leave the frame.
  std::vector<SetLetter> best() const {
    double least = std::numeric_limits<double>::infinity(), along = 0, across = 0;
    for (int j = -kStepsAcross; j <= kStepsAcross; ++j)
      for (int i = -kStepsAlong; i <= kStepsAlong; ++i) {
        const double move = kMostAlong * i / kStepsAlong, off_mm = kMostAcross_mm * j / kStepsAcross;
        const double cost = cost_of(move, off_mm * mm_, least);
        if (cost >= least) continue;
        least = cost, along = move, across = off_mm * mm_;
      }
    return least < kNever ? laid(along, across) : std::vector<SetLetter>();
  }

  LineLabel label_of(const std::vector<SetLetter>& letters) const {
    LineLabel out{style_, {}};
    for (const SetLetter& set : letters) {
      const Vec2 run{std::cos(set.angle), std::sin(set.angle)}, down{-run.y, run.x};
      out.letters.push_back({set.letter->text,
                             set.at - run * (set.letter->width / 2) + down * (kDrop * style_.size),
                             set.angle});
    }
    return out;
  }
  Box box_of(const SetLetter& set) const {
    return Box::around(set.at.x, set.at.y, 0.5 * std::max(set.letter->width, kLeastWidth * style_.size));
  }
  /// Of the widest row, over the axis.
  double span() const {
    double widest = 0;
    for (const Row& row : rows_) widest = std::max(widest, row.width());
    return widest / units(axis_.span_m());
  }

 private:
  static constexpr double kNever = 1e6;

  double units(double metres) const { return metres / unit_m_; }

  /// The largest size at which every row takes no more than its part of the axis.
  double fitting(const std::vector<std::string>& rows) const {
    TextStyle style = style_;
    style.size = kMostRealm_pt * pt_;
    double size = style.size;
    for (const std::string& row : rows) {
      const auto letters = static_cast<double>(separate_letters(row).size());
      const double width = type_.measure(row, style).width + (letters - 1) * kFitGap * style.size;
      size = std::min(size, style.size * kFitSpan * units(axis_.span_m()) / width);
    }
    return size;
  }

  Row spread(const std::string& text) const {
    Row row;
    for (const std::string& letter : separate_letters(text)) {
      row.letters.push_back(
          {letter, letter == " " ? kSpace * style_.size : type_.measure(letter, style_).width});
      row.letters_width += row.letters.back().width;
    }
    const auto gaps = static_cast<double>(row.letters.size()) - 1;
    if (gaps > 0)
      row.gap = std::clamp((kSpan * units(axis_.span_m()) - row.letters_width) / gaps,
                           kLeastGap * style_.size, kMostGap * style_.size);
    return row;
  }

  std::vector<SetLetter> laid(double move, double across) const {
    std::vector<SetLetter> out;
    const double span = units(axis_.span_m()), start = units(axis_.from_m + axis_.to_m) / 2 + move * span;
    const Vec2 down = axis_.across();
    for (size_t r = 0; r < rows_.size(); ++r) {
      const double off =
          (static_cast<double>(r) - static_cast<double>(rows_.size() - 1) / 2) * kRowPitch * style_.size;
      double u = start - rows_[r].width() / 2;
      for (const Letter& letter : rows_[r].letters) {
        const double middle = u + letter.width / 2, m = middle * unit_m_;
        const double v = units(axis_.a_m + axis_.b * m + axis_.c_per_m * m * m) + across + off;
        if (letter.text != " ")
          out.push_back({&letter, middle_ + axis_.along * middle + down * v,
                         axis_.angle + std::atan(axis_.b + 2 * axis_.c_per_m * m)});
        u += letter.width + rows_[r].gap;
      }
    }
    return out;
  }

  double cost_of(double move, double across, double most) const {
    double cost = kByShift * std::fabs(move) + kByShift_mm * std::fabs(across) / mm_;
    for (const SetLetter& set : laid(move, across)) {
      const Box box = box_of(set);
      if (!layout_.obstacles().frame.grown(-4).holds(box)) return kNever;
      cost += kByLetterInk * ink_under(box);
      if (!std::isfinite(layout_.cost_of(box))) cost += kOnSymbol;
      if (!on_ground(set.at)) cost += kOffGround;
      if (cost >= most) return cost;
    }
    return cost;
  }

  double ink_under(const Box& box) const {
    return layout_.obstacles().ink != nullptr ? layout_.obstacles().ink->mean_cost(box) : 0;
  }

  bool on_ground(Vec2 at) const {
    const World& world = atlas_.world;
    const Vec2 m = window_.to_m(at * window_.device_scale);
    if (m.x < 0 || m.y < 0 || m.x >= world.grid.width_m() || m.y >= world.grid.height_m()) return false;
    const size_t cell = world.grid.cell_at(m);
    return world.on_island(cell) && world.faction[cell] == faction_ + 1;
  }

  const Atlas& atlas_;
  size_t faction_;
  const RealmAxis& axis_;
  const MapWindow& window_;
  const LabelLayout& layout_;
  Typesetter& type_;
  double unit_m_, pt_, mm_;
  Vec2 middle_;
  TextStyle style_;
  std::vector<Row> rows_;
};

}  // namespace

RealmNames place_realm_names(const Atlas& atlas, const MapWindow& window, const Palette& palette,
                             const MapStyle& style, const MediumStyle& medium, LabelLayout& layout,
                             Typesetter& type) {
  RealmNames out;
  const std::vector<FactionRow>& factions = atlas.words().factions;
  const double cm_m = 10 * medium.mm() * window.metres_per_px * window.device_scale;
  for (size_t k = 0; k < factions.size() && k < atlas.ground->realm_axes.size(); ++k) {
    if (atlas.ground->realm_axes[k].area_m2 < cm_m * cm_m || factions[k].label.empty()) continue;
    ++out.realms;
    RealmName name(atlas, k, window, medium, layout, type);
    name.set(factions[k].label, realm_name_style(palette.faction_ink[k], style));
    const std::vector<SetLetter> letters = name.best();
    if (letters.empty()) continue;
    const double span = name.span();
    out.least_span = out.named == 0 ? span : std::min(out.least_span, span);
    out.most_span = std::max(out.most_span, span);
    ++out.named;
    out.labels.push_back(name.label_of(letters));
    for (const SetLetter& letter : letters) {
      const Box box = name.box_of(letter);
      layout.reserve_letter(box);
      ++out.letters;
      const InkRaster* ink = layout.obstacles().ink.get();
      out.letters_over_lines += ink != nullptr && ink->share(box) > kOverLine ? 1 : 0;
    }
  }
  return out;
}

}  // namespace fw
