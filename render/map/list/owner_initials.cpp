#include "render/map/list/owner_initials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/model/colour/safe_palette.h"
#include "render/map/scene/world_palette.h"

namespace fw {
namespace {

// Millimetres of paper.
constexpr double kEach_mm = 60, kLeastLine_mm = 12;  // along a border; a shorter one has none
constexpr double kSearch_mm = 14, kStep_mm = 2;      // how far from its place a pair is tried
constexpr double kOffLine_mm = 0.5;                  // between the border and a letter
constexpr double kMostCost = 0.6;                    // of lines under a letter

/// The first letters of a word.
std::string first_letters(std::string_view word, size_t letters) {
  size_t end = 0;
  for (; end < word.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(word[end]) & 0xC0U) != 0x80U;
    if (begins && letters-- == 0) break;
  }
  return std::string(word.substr(0, end));
}

std::vector<std::string_view> words_of(std::string_view label) {
  std::vector<std::string_view> words;
  for (size_t from = 0; from < label.size();) {
    const size_t end = std::min(label.find(' ', from), label.size());
    if (end > from) words.push_back(label.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

/// "House of Ash" -> "HA", with one more letter "HoA".
std::string initials(std::string_view label, size_t more) {
  constexpr size_t kMostWords = 3;
  std::string out;
  size_t count = 0;
  for (const std::string_view word : words_of(label)) {
    const bool joins = word.front() >= 'a' && word.front() <= 'z' && count > 0;
    if (joins || count == kMostWords) continue;
    out += first_letters(word, count == 0 ? 1 + more : 1);
    ++count;
  }
  return out;
}

/// Owners whose ground looks alike in grey where they meet.
std::set<std::pair<size_t, size_t>> alike_in_grey(const DisplayList& list) {
  const std::vector<Rgb>& fills = list.content.palette.faction;
  std::set<std::pair<size_t, size_t>> alike;
  for (const RowPair& pair : neighbours(list.atlas.world.faction, fills.size())) {
    const auto shown = [&](size_t row) { return mix(list.content.style.land, fills[row], kOwnersBand); };
    if (step_between(shown(pair.first), shown(pair.second)).lightness < kLeastNeighbourLightness)
      alike.emplace(pair.first, pair.second);
  }
  return alike;
}

/// A border on the page, by the way along it.
class PageBorder {
 public:
  PageBorder(const Polyline& line, const MapWindow& window) {
    for (const Vec2 m : line.points) points_.push_back(window.to_px(m) * (1 / window.device_scale));
    if (line.closed && !points_.empty()) points_.push_back(points_.front());
    for (size_t i = 0; i < points_.size(); ++i)
      along_.push_back(i == 0 ? 0 : along_.back() + std::sqrt(squared_distance(points_[i - 1], points_[i])));
  }
  double length() const { return along_.empty() ? 0 : along_.back(); }
  Vec2 at(double along) const {
    const auto after = std::upper_bound(along_.begin(), along_.end(), along) - along_.begin();
    const auto i = std::clamp(static_cast<size_t>(after), size_t{1}, points_.size() - 1);
    const double span = along_[i] - along_[i - 1];
    return points_[i - 1] + (points_[i] - points_[i - 1]) * (span > 0 ? (along - along_[i - 1]) / span : 0);
  }

 private:
  std::vector<Vec2> points_;
  std::vector<double> along_;
};

class InitialSetter {
 public:
  InitialSetter(const DisplayList& list, const LabelLayout& layout, Typesetter& type)
      : list_(list), layout_(layout), type_(type), mm_(medium_style(list.content.medium).mm()) {
    std::vector<std::string> labels;
    for (const FactionRow& row : list.atlas.words().factions) labels.push_back(row.label);
    initials_ = initials_of(labels);
  }

  std::vector<PlacedLabel> set() {
    const auto alike = alike_in_grey(list_);
    if (alike.empty()) return {};
    for (const Polyline& line : list_.atlas.ground->realm_border) {
      const PageBorder border(line, list_.window);
      const double length = border.length() / mm_;
      if (length < kLeastLine_mm) continue;
      for (double at = std::min(kEach_mm, length) / 2; at < length; at += kEach_mm)
        place_near(border, at, std::min(kSearch_mm, length / 2), alike);
    }
    return std::move(placed_);
  }

 private:
  struct Side {
    size_t owner;
    Box box;
  };

  void place_near(const PageBorder& border, double at_mm, double reach_mm,
                  const std::set<std::pair<size_t, size_t>>& alike) {
    for (double off = 0; off <= reach_mm; off += kStep_mm)
      for (const double sign : {1.0, -1.0}) {
        const auto one = side_at(border, at_mm + sign * off, 1),
                   other = side_at(border, at_mm + sign * off, -1);
        if (!one || !other || !alike.contains(std::minmax(one->owner, other->owner))) continue;
        for (const Side& side : {*one, *other})
          placed_.push_back({initials_[side.owner], style_of(side.owner), side.box,
                             (side.box.y0 + side.box.y1) / 2 + 0.36 * style_of(side.owner).size});
        return;
      }
  }

  /// The owner on a side of the border with room for his letters; nothing without.
  std::optional<Side> side_at(const PageBorder& border, double at_mm, double sign) const {
    const Vec2 at = border.at(at_mm * mm_), ahead = border.at((at_mm + 1) * mm_),
               behind = border.at((at_mm - 1) * mm_);
    const Vec2 along = ahead - behind;
    const double length = std::sqrt(squared_distance(ahead, behind));
    if (!(length > 0)) return std::nullopt;
    const Vec2 normal = Vec2{-along.y, along.x} * (sign / length);
    const auto owner = owner_at(at + normal * mm_);
    if (!owner) return std::nullopt;
    const TextStyle style = style_of(*owner);
    const double half = type_.measure(initials_[*owner], style).width / 2, up = 0.37 * style.size;
    const Vec2 centre =
        at + normal * (kOffLine_mm * mm_ + std::abs(normal.x) * half + std::abs(normal.y) * up);
    const Side side{*owner, {centre.x - half, centre.y - up, centre.x + half, centre.y + up}};
    const bool free = std::isfinite(layout_.cost_of(side.box)) &&
                      layout_.line_cost(side.box, 1) < kMostCost && owner_at(centre) == owner &&
                      std::ranges::none_of(
                          placed_, [&](const PlacedLabel& other) { return other.box.intersects(side.box); });
    return free ? std::optional(side) : std::nullopt;
  }

  std::optional<size_t> owner_at(Vec2 units) const {
    const World& world = list_.atlas.world;
    const Vec2 m = list_.window.to_m(units * list_.window.device_scale);
    if (!world.grid.contains(m)) return std::nullopt;
    const size_t code = world.faction[world.grid.cell_at(m)];
    if (code == 0 || code > initials_.size() || initials_[code - 1].empty()) return std::nullopt;
    return code - 1;
  }

  TextStyle style_of(size_t owner) const {
    const MediumStyle& medium = medium_style(list_.content.medium);
    TextStyle style = realm_name_style(list_.content.palette.faction_ink[owner], list_.content.style);
    style.bold = true;
    style.size = medium.least_pt * medium.letters.at(list_.window.metres_per_px * list_.window.device_scale);
    return style;
  }

  const DisplayList& list_;
  const LabelLayout& layout_;
  Typesetter& type_;
  double mm_;
  std::vector<std::string> initials_;
  std::vector<PlacedLabel> placed_;
};

}  // namespace

std::vector<std::string> initials_of(const std::vector<std::string>& labels) {
  constexpr size_t kMostMore = 3;
  std::vector<size_t> more(labels.size(), 0);
  std::vector<std::string> out;
  for (size_t round = 0; round <= kMostMore; ++round) {
    out.clear();
    std::map<std::string, size_t> count;
    for (size_t k = 0; k < labels.size(); ++k) ++count[out.emplace_back(initials(labels[k], more[k]))];
    for (size_t k = 0; k < labels.size(); ++k) more[k] += count[out[k]] > 1 ? 1 : 0;
  }
  std::map<std::string, size_t> count, number;
  for (const std::string& text : out) ++count[text];
  for (std::string& text : out)
    if (count[text] > 1) text += std::to_string(++number[text]);
  return out;
}

std::vector<PlacedLabel> owner_initials(const DisplayList& list, const LabelLayout& layout,
                                        Typesetter& type) {
  if (list.content.medium == Medium::screen || !list.content.shows(MapLayer::faction)) return {};
  return InitialSetter(list, layout, type).set();
}

}  // namespace fw
