#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/map/scene/style.h"
#include "render/page/numbers.h"
#include "render/plate/sections.h"
#include "render/plate/sections_internal.h"

// Sections of the plate that shows how factions fare.
namespace fw {
namespace {

constexpr double kTau = 6.283185307179586;
constexpr double kLargestShare = 2;  // of the mean, at the right end of the strip
constexpr double kStripFrom = 0.48, kStripTo = 0.62, kSpreadAt = 0.76, kUsualAt = 0.995;  // of the width

/// "2.5 min"
std::string minutes(double seconds) {
  return decimal(seconds / 60, std::fmod(seconds, 60) == 0 ? 0 : 1) + " min";
}

void draw_dot(const Painter& pen, double x, double y, double radius, Rgb colour) {
  for (const auto& [r, c] : {std::pair(radius + 1.2, colour::kWhite), {radius, colour}}) {
    pen.colour(c);
    cairo_new_path(pen.cr);
    cairo_arc(pen.cr, x, y, r, 0, kTau);
    cairo_fill(pen.cr);
  }
}

/// A dot a faction at its share of the mean; what lies beyond the strip stands at its end.
PanelRow aspect_row(const Atlas& atlas, const FairnessReport::Aspect& aspect) {
  const std::vector<double>& values = aspect.by_faction;
  double sum = 0, count = 0;
  for (const double v : values)
    if (!std::isnan(v)) sum += v, ++count;
  const double mean = count > 0 ? sum / count : 0;
  std::vector<std::pair<double, Rgb>> dots;
  for (size_t f = 0; f < values.size() && mean > 0; ++f)
    if (!std::isnan(values[f]))
      dots.emplace_back(std::clamp(values[f] / mean / kLargestShare, 0.0, 1.0),
                        owner_ink(atlas, static_cast<Faction>(f)));
  const std::string usual =
      aspect.usual ? decimal((*aspect.usual)[0], 2) + " to " + decimal((*aspect.usual)[2], 2) : "\u2013";
  PanelRow text = table_row({{.x = 0.01, .text = aspect.label, .max_width = kStripFrom - 0.03},
                             {.x = kSpreadAt,
                              .align = Align::right,
                              .text = std::isnan(aspect.spread) ? "\u2013" : decimal(aspect.spread, 2),
                              .strong = aspect.usual && aspect.spread > (*aspect.usual)[2]},
                             {.x = kUsualAt, .align = Align::right, .text = usual, .soft = true}},
                            25, 15.5);
  PanelRow row{text.height,
               [text = std::move(text.draw), dots = std::move(dots)](const Painter& pen, const Slot& slot) {
                 const double x0 = slot.x + kStripFrom * slot.width, x1 = slot.x + kStripTo * slot.width;
                 pen.line(x0, slot.y, x1, slot.y, colour::kInkSoft, 1, 0.5);
                 pen.line((x0 + x1) / 2, slot.y - 7 * slot.scale, (x0 + x1) / 2, slot.y + 7 * slot.scale,
                          colour::kInkSoft, 1, 0.8);
                 for (const auto& [at, ink] : dots)
                   draw_dot(pen, x0 + at * (x1 - x0), slot.y, 4.6 * slot.scale, ink);
                 text(pen, slot);
               }};
  return row;
}

}  // namespace

PanelSection control_section(const Atlas& atlas) {
  PanelSection section{"First to arrive", {}};
  const std::vector<FactionRow>& rows = atlas.words().factions;
  const std::vector<double>& shares = atlas.travelled().control_share;
  std::vector<LegendItem> items;
  for (size_t k = 0; k < rows.size() && k < shares.size(); ++k) {
    if (shares[k] == 0 && atlas.words().neutral() == static_cast<Faction>(k)) continue;  // has no seats
    items.push_back(
        {swatch(mix(atlas.look.land, atlas.palette.faction[k], 0.8), atlas.palette.faction_ink[k]),
         rows[k].label, percent(shares[k])});
  }
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(mix_bar("Land by owner (thin), by first to arrive (thick)",
                                 atlas.ground->faction_share, shares, atlas.palette.faction));
  section.rows.push_back(note("Paler: longer on the way."));
  return section;
}

PanelSection travel_section(const Atlas& atlas, double denominator) {
  PanelSection section{"Travel", {}};
  const double near_s = atlas.audit.fairness != nullptr ? atlas.audit.fairness->get().travel.near_s : 0;
  std::vector<LegendItem> items;
  for (size_t k = 0; k < std::size(kIsochrones); ++k)
    items.push_back({line_symbol(MapLayer::reach, k, atlas), minutes(kIsochrones[k] * near_s), ""});
  items.push_back({hatch_swatch(kContestedHatch, atlas.look.hatch), "Contested", ""});
  items.push_back({hatch_swatch(kCutOffHatch, atlas.look.hatch), "No way leads there", ""});
  items.push_back({line_symbol(MapLayer::region_border, 0, atlas, denominator), "Region border", ""});
  if (has_tracks(atlas)) items.push_back({line_symbol(MapLayer::tracks, 0, atlas), "Track", ""});
  for (LegendItem& item : water_items(atlas, denominator)) items.push_back(std::move(item));
  section.rows = legend_rows(std::move(items), 2);
  section.rows.push_back(note("Contested: two arrive within a fifth of the mean of their times."));
  return section;
}

PanelSection fairness_section(const Atlas& atlas) {
  PanelSection section{"Fairness", {}, 1};
  if (atlas.audit.fairness == nullptr) return {};
  std::vector<FairnessReport::Aspect> aspects = atlas.audit.fairness->get().aspects;
  std::stable_sort(aspects.begin(), aspects.end(), [](const auto& a, const auto& b) {
    const bool a_known = !std::isnan(a.spread), b_known = !std::isnan(b.spread);
    return a_known != b_known ? a_known : a_known && a.spread > b.spread;
  });
  section.rows.push_back(
      table_row({{.x = (kStripFrom + kStripTo) / 2, .align = Align::centre, .text = "mean", .soft = true},
                 {.x = kSpreadAt, .align = Align::right, .text = "spread", .soft = true},
                 {.x = kUsualAt, .align = Align::right, .text = "usual", .soft = true}},
                19));
  for (const FairnessReport::Aspect& aspect : aspects) section.rows.push_back(aspect_row(atlas, aspect));
  section.rows.push_back(
      note("A dot: the mean over a faction\u2019s seats, on a line from 0 to twice that of all. Spread: "
           "greatest less "
           "least, over the mean; below 0.03 it says nothing."));
  return section;
}

}  // namespace fw
