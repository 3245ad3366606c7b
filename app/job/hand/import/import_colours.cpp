#include "app/job/hand/import/import_colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "app/job/hand/import/import_notes.h"
#include "core/model/colour/palette.h"
#include "core/model/template/hand/hand.h"
#include "render/geo/geo_import.h"

namespace fw {
namespace {

constexpr double kMostApart = 20;           // CIEDE2000: farther, a colour is another one
constexpr size_t kMostSeenColours = 65536;  // one by one; a photograph has more
constexpr size_t kMostToldColours = 12;

/// "#fff" or "#2f6b2f".
std::optional<uint32_t> colour_of(std::string_view text) {
  if (!text.starts_with('#') || (text.size() != 4 && text.size() != 7)) return std::nullopt;
  uint32_t rgb = 0;
  for (const char c : text.substr(1)) {
    const auto digit = static_cast<unsigned char>(c);
    if (!std::isxdigit(digit)) return std::nullopt;
    const uint32_t value = std::isdigit(digit) ? digit - '0' : (std::tolower(digit) - 'a' + 10u);
    rgb = text.size() == 4 ? (rgb << 8) | (value << 4) | value : (rgb << 4) | value;
  }
  return rgb;
}

uint32_t bytes_of(Rgb colour) {
  const auto byte = [](double v) { return static_cast<uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return (byte(colour.r) << 16) | (byte(colour.g) << 8) | byte(colour.b);
}

std::string without_blanks(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Bright greys, and every hue but those of water, from cyan to blue.
bool looks_like_land(uint32_t rgb) {
  constexpr int kGrey = 12, kBright = 128;
  constexpr double kFirstOfWater_deg = 165, kLastOfWater_deg = 265;
  const int r = static_cast<int>(rgb >> 16), g = static_cast<int>((rgb >> 8) & 255),
            b = static_cast<int>(rgb & 255);
  const int most = std::max({r, g, b}), least = std::min({r, g, b}), range = most - least;
  if (range <= kGrey) return (r + g + b) / 3 >= kBright;
  const double sixth = most == r   ? static_cast<double>(g - b) / range
                       : most == g ? 2 + static_cast<double>(b - r) / range
                                   : 4 + static_cast<double>(r - g) / range;
  const double hue = sixth < 0 ? sixth * 60 + 360 : sixth * 60;
  return !(hue >= kFirstOfWater_deg && hue <= kLastOfWater_deg);
}

/// "a (3), b (2), ..."; the most frequent first.
std::string listed(std::vector<std::pair<std::string, int64_t>> all) {
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (size_t k = 0; k < all.size(); ++k) {
    if (k == kMostToldColours) return text + " and " + std::to_string(all.size() - k) + " others";
    text += (k > 0 ? ", " : "") + all[k].first + " (" + std::to_string(all[k].second) + ")";
  }
  return text;
}

}  // namespace

bool is_colour_map(const std::string& map) {
  return without_blanks(map).starts_with('#');
}

Result<std::vector<LegendColour>> read_colour_map(const std::string& map) {
  std::vector<LegendColour> legend;
  for (size_t begin = 0; begin < map.size();) {
    const size_t end = std::min(map.find(',', begin), map.size());
    const std::string part = without_blanks(map.substr(begin, end - begin));
    begin = end + 1;
    const size_t after = std::min(part.find_first_of("= "), part.size());
    const auto rgb = colour_of(part.substr(0, after));
    const std::string word = after < part.size() ? without_blanks(part.substr(after + 1)) : "";
    if (!rgb || word.empty())
      return usage_error("--map " + part +
                         ": expected a colour and the id of a row, or none: \"#2f6b2f=forest\"");
    for (const LegendColour& other : legend)
      if (other.rgb == *rgb)
        return usage_error("--map: the colour " + colour_text(*rgb) + " is stated twice");
    legend.push_back({*rgb, word});
  }
  return legend;
}

std::vector<LegendColour> usual_legend(const std::string& what, const Template& tmpl) {
  const Palette palette = make_palette(tmpl.vocabulary);
  std::vector<LegendColour> legend;
  const auto add = [&](const auto& rows, const std::vector<Rgb>& colours) {
    for (size_t k = 0; k < rows.size() && k < colours.size(); ++k)
      legend.push_back({bytes_of(colours[k]), rows[k].id});
  };
  if (what == "biome") add(tmpl.vocabulary.biomes, palette.biome);
  if (what == "danger") add(tmpl.vocabulary.danger, palette.danger);
  if (what == "faction") add(tmpl.vocabulary.factions, palette.faction);
  if (legend.empty()) return legend;
  for (const uint32_t nothing : {bytes_of(colour::kSeaNear), bytes_of(colour::kSeaFar), 0x000000u, 0xFFFFFFu})
    if (std::none_of(legend.begin(), legend.end(), [&](const LegendColour& c) { return c.rgb == nothing; }))
      legend.push_back({nothing, std::string(kPaintNone)});
  return legend;
}

ColourReader::ColourReader(std::vector<LegendColour> legend, bool by_look)
    : legend_(std::move(legend)), by_look_(by_look) {
  for (const LegendColour& colour : legend_) labs_.push_back(lab_of(Rgb::hex(colour.rgb)));
}

size_t ColourReader::look_up(uint32_t rgb) const {
  if (by_look_) return looks_like_land(rgb) ? 1 : 0;
  const Lab lab = lab_of(Rgb::hex(rgb));
  size_t nearest = kFarFromAll;
  double least = kMostApart;
  for (size_t k = 0; k < labs_.size(); ++k) {
    if (legend_[k].rgb == rgb) return k;
    const double apart = ciede2000(lab, labs_[k]);
    if (apart < least) least = apart, nearest = k;
  }
  return nearest;
}

size_t ColourReader::place(uint32_t rgb) {
  auto found = seen_.find(rgb);
  if (found == seen_.end()) {
    // Of a photograph the five highest bits of each component are as good.
    const uint32_t key = seen_.size() < kMostSeenColours ? rgb : (rgb & 0xF8F8F8) | 0x040404;
    found = seen_.try_emplace(key, Seen{look_up(key), 0}).first;
  }
  ++found->second.cells;
  far_cells_ += found->second.place == kFarFromAll;
  return found->second.place;
}

std::string ColourReader::told() const {
  std::vector<std::pair<std::string, int64_t>> all;
  std::map<size_t, int64_t> by_place;
  for (const auto& [rgb, seen] : seen_) {
    if (by_look_)
      all.emplace_back(colour_text(rgb) + (seen.place == 1 ? " is land" : " is sea"), seen.cells);
    else if (seen.place != kFarFromAll)
      by_place[seen.place] += seen.cells;
  }
  for (const auto& [place, cells] : by_place)
    all.emplace_back(colour_text(legend_[place].rgb) + " is " + legend_[place].word, cells);
  return listed(std::move(all));
}

std::string ColourReader::far() const {
  std::vector<std::pair<std::string, int64_t>> all;
  for (const auto& [rgb, seen] : seen_)
    if (seen.place == kFarFromAll) all.emplace_back(colour_text(rgb), seen.cells);
  return listed(std::move(all));
}

}  // namespace fw
