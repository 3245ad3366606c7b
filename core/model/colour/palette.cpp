#include "core/model/colour/palette.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/base/per_thread.h"
#include "core/model/colour/colour_science.h"

namespace fw {
namespace {

using Stated = std::vector<std::optional<Rgb>>;

// Colours to choose from, in order. Any of the first 12 hold both limits below, any of the first 24 the limit
// for normal sight; fills also keep off the colours of the sea. Found by annealing over CIELAB.
constexpr std::array<uint32_t, 40> kFills{
    0x6A9C75, 0xE9A369, 0x818BD7, 0xE1E995, 0x9F89AB, 0xBBBA9D, 0x05CFC0, 0xAF8B3F, 0x879390, 0xC1EDCF,
    0xCEB2FF, 0xE3E0F5, 0xD47767, 0xE788A6, 0x5CA6D3, 0xFFCEDC, 0xBBAFB2, 0x9BA454, 0xF1C878, 0x83C989,
    0x6CA8A6, 0xB99784, 0xFFACEC, 0xF3C3B2, 0x9B9076, 0xEBE2CF, 0x94F3EB, 0xC576B5, 0xFF9F96, 0xA7A9C6,
    0xB68489, 0x9EC0AF, 0xD7BB9B, 0x00AB8D, 0xCCB0CB, 0xA6B6F9, 0xC28254, 0x8791A2, 0xBCF1A8, 0x9A8E91};
constexpr std::array<uint32_t, 40> kInks{
    0x2C928B, 0x995206, 0x1B4DAB, 0x753131, 0x707AE4, 0xBA3A6C, 0x968400, 0x2178A3, 0x6F2F5F, 0x0A644F,
    0xBB6F6B, 0x5D7945, 0xBB61C1, 0x115205, 0xAE793E, 0x4C3E76, 0x7F2B04, 0x6E5427, 0x8C588C, 0xB1708D,
    0x2E9568, 0x7459BF, 0xB32831, 0xB25637, 0x545E00, 0x6A9012, 0x8F0041, 0x9179AF, 0x887543, 0x038326,
    0xE04997, 0x1F84EC, 0x7F2D93, 0x965055, 0xE34E6D, 0x516A9C, 0x0091A5, 0xC46218, 0xE2534A, 0x956900};

// Ramps of falling lightness, from safe to worst.
constexpr std::array<uint32_t, 5> kAtlasRamp{0xDFECAF, 0xE4C065, 0xD9884D, 0xAC595C, 0x5B416B};
/// From yellow to blue, the axis that all dichromats keep.
constexpr std::array<uint32_t, 5> kColourBlindRamp{0xFAE8A3, 0xD8BF7E, 0xA09887, 0x647083, 0x2C4675};

constexpr size_t kEnemyColours = 12;

/// A colour as every kind of sight has it.
using Look = std::array<Lab, kSights.size()>;
Look look_of(Rgb colour) {
  Look look;
  for (size_t k = 0; k < look.size(); ++k) look[k] = lab_of(seen(colour, kSights[k]));
  return look;
}

/// Colours to choose from, and their looks.
struct Candidates {
  std::vector<Rgb> colours;
  std::vector<Look> looks;

  explicit Candidates(std::span<const uint32_t> codes) {
    for (const uint32_t code : codes) {
      colours.push_back(Rgb::hex(code));
      looks.push_back(look_of(colours.back()));
    }
  }
};
const Candidates& fill_candidates() {
  static const Candidates fills(kFills);
  return fills;
}
const Candidates& ink_candidates() {
  static const Candidates inks(kInks);
  return inks;
}

/// Distance over its limit; the lesser of those that count.
double apart(const Look& p, const Look& q, bool colour_blind) {
  double least = ciede2000(p[0], q[0]) / kLeastDistance;
  for (size_t k = 1; k < p.size() && colour_blind; ++k)
    least = std::min(least, ciede2000(p[k], q[k]) / kLeastSeenDistance);
  return least;
}

/// Colours for rows in order: each the first candidate that keeps the limits to those before it, or the one
/// farthest from them.
std::vector<Rgb> chosen(size_t rows, const Candidates& candidates) {
  const bool colour_blind = rows <= kColourBlindRows;
  const std::vector<Look>& looks = candidates.looks;
  std::vector<double> nearest(looks.size(), std::numeric_limits<double>::max());
  std::vector<Rgb> out;
  while (out.size() < rows) {
    auto best = std::find_if(nearest.begin(), nearest.end(), [](double d) { return d >= 1; });
    if (best == nearest.end()) best = std::max_element(nearest.begin(), nearest.end());
    const auto taken = static_cast<size_t>(best - nearest.begin());
    out.push_back(candidates.colours[taken]);
    for (size_t k = 0; k < looks.size(); ++k)
      nearest[k] = std::min(nearest[k], apart(looks[k], looks[taken], colour_blind));
  }
  return out;
}

/// chosen(), which compares looks for milliseconds, once for each number of rows: every picture needs it.
const std::vector<Rgb>& dealt(size_t rows, const Candidates& candidates) {
  using Dealt = std::map<std::pair<const Candidates*, size_t>, std::vector<Rgb>>;
  auto& kept = per_thread<Dealt, struct KeptColours>();
  const auto [at, fresh] = kept.try_emplace({&candidates, rows});
  if (fresh) at->second = chosen(rows, candidates);
  return at->second;
}

/// The rows' own colours, and for a row without one the colour that is dealt to its place: what other rows
/// state moves none.
std::vector<Rgb> completed(const Stated& stated, const Candidates& candidates) {
  std::vector<Rgb> out = dealt(stated.size(), candidates);
  for (size_t k = 0; k < out.size(); ++k) out[k] = stated[k].value_or(out[k]);
  return out;
}

/// A ramp's colour at t in [0, 1], in 8 bits a component.
Rgb ramp_at(const std::array<uint32_t, 5>& ramp, double t) {
  const double place = t * static_cast<double>(ramp.size() - 1);
  const size_t k = std::min(static_cast<size_t>(place), ramp.size() - 2);
  const Lab p = lab_of(Rgb::hex(ramp[k])), q = lab_of(Rgb::hex(ramp[k + 1]));
  const double s = place - static_cast<double>(k);
  return whole_bytes(rgb_of({p.l + (q.l - p.l) * s, p.a + (q.a - p.a) * s, p.b + (q.b - p.b) * s}));
}

std::vector<Rgb> on_ramp(const Stated& stated, const std::array<uint32_t, 5>& ramp) {
  std::vector<Rgb> out;
  const double last = std::max(1.0, static_cast<double>(stated.size()) - 1);
  for (size_t k = 0; k < stated.size(); ++k)
    out.push_back(stated[k] ? *stated[k] : ramp_at(ramp, static_cast<double>(k) / last));
  return out;
}

/// A column of the rows; nothing where `keep` is no.
template <typename Row, typename Base>
Stated column(const std::vector<Row>& rows, std::optional<Rgb> Base::*member, bool keep) {
  Stated out;
  for (const Row& row : rows) out.push_back(keep ? row.*member : std::nullopt);
  return out;
}

/// Where `own` has none, dark shades of the fills.
std::vector<Rgb> inks(const Stated& own, const std::vector<Rgb>& fills) {
  std::vector<Rgb> out;
  for (size_t k = 0; k < fills.size(); ++k) out.push_back(own[k] ? *own[k] : ink_of(fills[k]));
  return out;
}

/// Which rows look too much alike, in one sentence.
template <typename Row>
void find_alike(const std::string& table, const std::vector<Row>& rows, Findings& findings) {
  std::vector<Look> looks;
  for (const Rgb colour : completed(column(rows, &Row::colour, true), fill_candidates()))
    looks.push_back(look_of(colour));
  size_t pairs = 0, first = 0, second = 0;
  double least = std::numeric_limits<double>::max();
  bool normal = false;
  for (size_t j = 1; j < looks.size(); ++j)
    for (size_t i = 0; i < j; ++i) {
      const double d = apart(looks[i], looks[j], true);
      if (d >= 1) continue;
      ++pairs;
      if (d >= least) continue;
      least = d;
      first = i;
      second = j;
      normal = apart(looks[i], looks[j], false) < 1;
    }
  if (pairs == 0) return;
  std::string text = "the colours of " + rows[first].label + " and " + rows[second].label + " look alike";
  if (!normal) text += " to colour-blind readers";
  if (pairs > 1) text += ", and those of " + std::to_string(pairs - 1) + " more pairs";
  text += "; textures and labels carry the difference.";
  const bool stated = std::ranges::any_of(rows, [](const Row& row) { return bool(row.colour); });
  if (stated) text += " Leave out \"colour\" of all rows to get colours that differ.";
  if (!normal && rows.size() > kColourBlindRows)
    text += " Generated colours differ to colour-blind readers up to " + std::to_string(kColourBlindRows) +
            " rows.";
  findings.push_back({Severity::info, "colours_alike", table + "." + rows[second].id + ".colour", text});
}

}  // namespace

bool is_palette(std::string_view name) {
  return std::find(kPaletteSlugs.begin(), kPaletteSlugs.end(), name) != kPaletteSlugs.end();
}

Rgb ink_of(Rgb fill) {
  constexpr Rgb kWhite{1, 1, 1};
  constexpr double kContrast = 3.2;  // a little more than 3: bytes are rounded
  Lab lab = lab_of(fill);
  lab.a *= 1.2;
  lab.b *= 1.2;
  lab.l = std::min(lab.l, 45.0);
  Rgb ink = whole_bytes(rgb_of(lab));
  while (lab.l > 8 && (contrast(ink, fill) < kContrast || contrast(ink, kWhite) < kContrast)) {
    lab.l -= 1;
    ink = whole_bytes(rgb_of(lab));
  }
  return ink;
}

Palette make_palette(const Vocabulary& v, std::string_view name) {
  const bool own = name != kPaletteSlugs[1];
  Palette p;
  p.name = is_palette(name) ? name : kPaletteSlugs[0];
  p.biome = completed(column(v.biomes, &BiomeRow::colour, own), fill_candidates());
  p.faction = completed(column(v.factions, &FactionRow::colour, own), fill_candidates());
  p.faction_ink = inks(column(v.factions, &FactionRow::ink, own), p.faction);
  p.danger = on_ramp(column(v.danger, &BandRow::colour, own), own ? kAtlasRamp : kColourBlindRamp);
  p.danger_ink = inks(column(v.danger, &BandRow::ink, own), p.danger);
  p.family = completed(column(v.families, &FamilyRow::colour, own), ink_candidates());
  p.landmark_ink = completed(column(v.landmarks, &LandmarkRow::colour, true), ink_candidates());
  const std::vector<Rgb>& inks_of_all = dealt(v.families.size() + kEnemyColours, ink_candidates());
  p.enemy.assign(inks_of_all.end() - kEnemyColours, inks_of_all.end());
  return p;
}

std::optional<Rgb> colour_apart(const Vocabulary& v, std::string_view table, size_t row) {
  const Palette p = make_palette(v);
  const bool fills = table == "factions" || table == "biomes";
  const std::vector<Rgb>* colours = table == "factions"    ? &p.faction
                                    : table == "biomes"    ? &p.biome
                                    : table == "families"  ? &p.family
                                    : table == "landmarks" ? &p.landmark_ink
                                                           : nullptr;
  if (!colours || row >= colours->size()) return std::nullopt;
  const bool colour_blind = colours->size() <= kColourBlindRows;
  const auto room = [&](const Look& look) {
    double least = std::numeric_limits<double>::max();
    for (size_t k = 0; k < colours->size(); ++k)
      if (k != row) least = std::min(least, apart(look, look_of((*colours)[k]), colour_blind));
    return least;
  };
  if (room(look_of((*colours)[row])) >= 1) return std::nullopt;
  const Candidates& candidates = fills ? fill_candidates() : ink_candidates();
  size_t best = 0;
  double most = -1;
  for (size_t k = 0; k < candidates.looks.size() && most < 1; ++k)
    if (const double own = room(candidates.looks[k]); own > most) {
      most = own;
      best = k;
    }
  return candidates.colours[best];
}

Findings palette_findings(const Vocabulary& v) {
  Findings findings;
  find_alike("factions", v.factions, findings);
  find_alike("biomes", v.biomes, findings);
  return findings;
}

}  // namespace fw
