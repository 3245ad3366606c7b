#include "render/map/scene/style.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace fw {
namespace {

using L = MapLayer;

/// By faction; then of ground that no way leads to.
std::vector<Rgb> control_colours(const Atlas&, const Palette& palette, const MapStyle& style) {
  std::vector<Rgb> colours = palette.faction;
  colours.push_back(styled_fill(style, style.unreached));
  return colours;
}

std::vector<Rgb> region_colours(const Atlas& atlas, const Palette&, const MapStyle& style) {
  std::vector<Rgb> colours;
  for (const Region& region : atlas.world.regions)
    colours.push_back(region_colour(static_cast<int>(colours.size()) + 1, region.neutral, style));
  return colours;
}

}  // namespace

double ScaledSize::at(double metres_per_unit) const {
  return std::clamp(at_9m * std::pow(9 / std::max(metres_per_unit, 1e-6), power), least, most);
}

const MediumStyle& medium_style(Medium medium) {
  constexpr double kPoint_mm = kMmPerInch / 72;
  static const MediumStyle print{.symbol = {}, .letters = {.at_9m = kPoint_mm / kUnit_mm}};
  static const MediumStyle screen{.unit_mm = kScreenUnit_mm,
                                  .line_width = 0.78,
                                  .symbol = {.at_9m = 0.82, .power = 0.22, .least = 0.55, .most = 1.35},
                                  .symbol_mm = 1.5,
                                  .letters = {.at_9m = 2.0, .power = 0.12, .least = 1.78, .most = 2.5}};
  return medium == Medium::print ? print : screen;
}

size_t tinted_bands(size_t bands, double denominator) {
  const double most = shown_at(ScaleRow::danger, denominator).value;
  return bands < 2 ? 0 : std::min(bands - 1, static_cast<size_t>(most));
}

Rgb tint_ink(const Palette& palette, const MapStyle& style, size_t band, double denominator) {
  return shown_at(ScaleRow::danger, denominator).value == 1 ? style.danger : palette.danger_ink[band];
}

std::span<const FillRow> fill_rows() {
  static const std::vector<FillRow> rows{
      {.layer = L::biome,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->biome; },
       .colours = [](const Atlas&, const Palette& p, const MapStyle&) { return p.biome; },
       .beach = true},
      {.layer = L::danger,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->danger; },
       .colours = [](const Atlas&, const Palette& p, const MapStyle&) { return p.danger; }},
      {.layer = L::faction,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->faction; },
       .colours = [](const Atlas&, const Palette& p, const MapStyle&) { return p.faction; },
       .on_paper = 0.34,
       .band = [](const Atlas& a) -> const Raster<float>& { return a.ground->faction_band; },
       .in_band = 0.80},
      {.layer = L::region,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->region; },
       .colours = region_colours},
      {.layer = L::control,
       .classes = [](const Atlas& a) -> const Leaders& { return a.travelled().control; },
       .colours = control_colours,
       .on_paper = 0.12,
       .band = [](const Atlas& a) -> const Raster<float>& { return a.travelled().nearby; },
       .in_band = 0.95},
  };
  return rows;
}

std::span<const FieldRow> field_rows() {
  static const std::vector<FieldRow> rows{
      {.layer = L::height,
       .field = &World::height_m,
       .high = 0,
       .ramp = [](const MapStyle& s) { return s.tints; },
       .stops = {0, 0.05, 0.15, 0.30, 0.48, 0.66, 0.84, 1}},
      {.layer = L::feature,
       .field = &World::feature,
       .low = 0.2,
       .high = 0.8,
       .ramp = [](const MapStyle& s) { return s.feature; }},
      {.layer = L::intensity_resource,
       .field = &World::intensity_resource,
       .ink = true,
       .ramp = [](const MapStyle& s) { return std::vector{s.resource_ink}; }},
      {.layer = L::intensity_wildlife,
       .field = &World::intensity_wildlife,
       .ink = true,
       .ramp = [](const MapStyle& s) { return std::vector{s.wildlife_ink}; }},
      {.layer = L::intensity_enemy,
       .field = &World::intensity_enemy,
       .ink = true,
       .ramp = [](const MapStyle& s) { return std::vector{s.enemy_ink}; }},
  };
  return rows;
}

Rgb colour_at(const FieldRow& row, double share, const MapStyle& style) {
  const std::vector<Rgb> ramp = row.ramp(style);
  const size_t last = ramp.size() - 1;
  if (last == 0) return ramp.front();
  const auto stop = [&](size_t k) {
    return row.stops.empty() ? static_cast<double>(k) / static_cast<double>(last) : row.stops[k];
  };
  size_t k = 0;
  while (k + 1 < last && share > stop(k + 1)) ++k;
  return mix(ramp[k], ramp[k + 1], std::clamp((share - stop(k)) / (stop(k + 1) - stop(k)), 0.0, 1.0));
}

std::vector<HatchStyle> danger_hatches(size_t bands) {
  using P = HatchStyle::Pattern;
  // Pattern, pitch, size, alpha.
  static constexpr std::array<HatchStyle, kMaxBands> kSteps{{{P::dots, 18, 0.8, 0.5},
                                                             {P::dots, 12, 0.8, 0.5},
                                                             {P::dots, 9, 1.0, 0.5},
                                                             {P::lines, 18, 0.8, 0.45},
                                                             {P::lines, 12, 0.8, 0.45},
                                                             {P::lines, 9, 0.8, 0.45},
                                                             {P::crossed, 12, 0.9, 0.55},
                                                             {P::crossed, 8, 0.9, 0.55}}};
  std::vector<HatchStyle> styles;
  for (size_t k = 0; k < bands; ++k) {
    const double share = bands > 1 ? static_cast<double>(k) / static_cast<double>(bands - 1) : 0;
    styles.push_back(kSteps[static_cast<size_t>(std::lround(share * (kMaxBands - 1)))]);
  }
  return styles;
}

std::optional<HatchStyle> texture_hatch(Texture texture) {
  using P = HatchStyle::Pattern;
  switch (texture) {
    case Texture::none:
      break;
    case Texture::dots:
      return HatchStyle{.pattern = P::dots, .pitch = 12, .size = 0.9, .alpha = 0.30};
    case Texture::tufts:
      return HatchStyle{.pattern = P::tufts, .pitch = 18, .size = 0.9, .alpha = 0.34};
    case Texture::waves:
      return HatchStyle{.pattern = P::waves, .pitch = 12, .size = 0.8, .alpha = 0.28};
    case Texture::hatch:
      return HatchStyle{.pattern = P::lines, .pitch = 12, .size = 0.7, .alpha = 0.26};
    case Texture::stipple:
      return HatchStyle{.pattern = P::stipple, .pitch = 6, .size = 0.6, .alpha = 0.34};
  }
  return std::nullopt;
}

std::span<const HatchRow> hatch_rows() {
  constexpr auto first = [](const Atlas&) { return uint8_t{1}; };
  static const std::vector<HatchRow> rows{
      {.layer = L::danger_outline,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->danger; },
       .code =
           [](const Atlas& a) {
             const size_t bands = a.words().danger.size();
             return static_cast<uint8_t>(bands > 1 ? bands : 0);
           },
       .style = kOutlineHatch},
      {.layer = L::contested,
       .classes = [](const Atlas& a) -> const Leaders& { return a.travelled().contested; },
       .code = first,
       .style = kContestedHatch},
      {.layer = L::reach,
       .classes = [](const Atlas& a) -> const Leaders& { return a.travelled().cut_off; },
       .code = first,
       .style = kCutOffHatch},
  };
  return rows;
}

std::span<const MarkRow> mark_rows() {
  static constexpr std::array<MarkRow, 6> rows{{
      {.layer = L::resources},
      {.layer = L::wildlife},
      {.layer = L::enemies},
      {.layer = L::rare_resources, .room = 34, .place_rank = 3},
      {.layer = L::strong_enemies, .always_rank = 1, .place_rank = 2},
      {.layer = L::landmarks, .room = 30, .always_rank = 0, .place_rank = 1},
  }};
  return rows;
}

TextStyle seat_name_style(SeatClass seat) {
  constexpr std::array<double, 3> kSizes_pt{9.0, 7.4, 6.2};
  return {.face = Face::serif,
          .bold = seat != SeatClass::town,
          .size = kSizes_pt[static_cast<size_t>(seat)],
          .halo = 3.0,
          .halo_alpha = 0.92};
}

const TextStyle& site_name_style() {
  static const TextStyle style{.italic = true, .size = 6.2, .halo = 3.0, .halo_alpha = 0.9};
  return style;
}

const TextStyle& region_name_style() {
  static const TextStyle style{.bold = true,
                               .size = 6.4,
                               .letter_spacing = 0.3,
                               .colour = map_style().region_text,
                               .alpha = 0.85,
                               .halo = 2.6,
                               .halo_alpha = 0.75};
  return style;
}

TextStyle river_name_style(double flow) {
  return {.face = Face::serif,
          .italic = true,
          .size = 6.2 + 1.3 * flow,
          .letter_spacing = 0.4,
          .colour = map_style().water_text,
          .halo = 2.6,
          .halo_alpha = 0.72};
}

const TextStyle& lake_name_style() {
  static const TextStyle style{.face = Face::serif,
                               .italic = true,
                               .size = 6.2,
                               .letter_spacing = 0.2,
                               .colour = map_style().water_text,
                               .halo = 2.8,
                               .halo_alpha = 0.8};
  return style;
}

namespace {

/// Size of letters of so many points, units; on a screen they are read from farther away.
double letters_of(double points, Medium medium) {
  constexpr double kPoint_mm = 25.4 / 72, kOnScreen = 1.3;
  return points * kPoint_mm / unit_mm(medium) * (medium == Medium::screen ? kOnScreen : 1);
}

}  // namespace

TextStyle contour_number_style(Medium medium) {
  return {.size = letters_of(6, medium),
          .colour = map_style().number_text,
          .halo = 1.6,
          .halo_alpha = 0.35,
          .halo_colour = colour::kWashPaper};
}

TextStyle spot_height_style(Medium medium) {
  return {.bold = true,
          .size = letters_of(6.5, medium),
          .colour = map_style().spot_text,
          .halo = 2.4,
          .halo_alpha = 0.8};
}

TextStyle lettered(TextStyle text, const MapStyle& style) {
  const MapStyle& usual = map_style();
  if (style.slug == usual.slug) return text;
  for (const auto member : {&MapStyle::text, &MapStyle::region_text, &MapStyle::water_text,
                            &MapStyle::place_text, &MapStyle::number_text, &MapStyle::spot_text})
    if (text.colour == usual.*member) {
      text.colour = style.*member;
      break;
    }
  text.halo_colour = style.halo;
  text.halo_alpha *= style.halo_alpha / usual.halo_alpha;
  return text;
}

TextStyle realm_name_style(Rgb owner_ink, const MapStyle& style) {
  const double share = style.dark ? 0.65 : 0.45;  // inks are made for pale ground
  return {.face = Face::serif,
          .size = kMostRealm_pt,
          .colour = mix(owner_ink, style.realm_text, share),
          .alpha = 0.92,
          .halo = 2.8,
          .halo_alpha = 0.54};
}

TextStyle place_name_style(PlaceKind kind) {
  const bool water = kind == PlaceKind::sea || kind == PlaceKind::bay || kind == PlaceKind::strait;
  const bool wide = row_of_places(kind) == ScaleRow::wide_places;
  return {.face = Face::serif,
          .italic = true,
          .size = kind == PlaceKind::sea ? 8.6
                  : wide                 ? 7.4
                                         : 6.2,
          .letter_spacing = kind == PlaceKind::sea ? 1.2
                            : wide                 ? 0.6
                                                   : 0.2,
          .colour = water ? map_style().water_text : map_style().place_text,
          .alpha = 0.9,
          .halo = 2.6,
          .halo_alpha = water ? 0.5 : 0.72};
}

const TextStyle& cluster_number_style() {
  static const TextStyle style{.bold = true, .size = 6, .halo = 2.6, .halo_alpha = 0.95};
  return style;
}

MapLayerKind kind_of(MapLayer layer) {
  if (row_of(fill_rows(), layer) != nullptr) return MapLayerKind::fill;
  if (row_of(field_rows(), layer) != nullptr) return MapLayerKind::field;
  if (layer == MapLayer::danger_outline) return MapLayerKind::tint;
  if (row_of(line_rows(), layer) != nullptr) return MapLayerKind::lines;
  if (row_of(mark_rows(), layer) != nullptr) return MapLayerKind::marks;
  for (const MapLayer of : {L::water, L::footprints, L::roads, L::coast_type})
    if (layer == of) return MapLayerKind::figures;
  assert(layer == MapLayer::relief || layer == MapLayer::names);
  return layer == MapLayer::names ? MapLayerKind::names : MapLayerKind::relief;
}

bool is_ground(MapLayer layer) {
  const MapLayerKind kind = kind_of(layer);
  return kind == MapLayerKind::fill || kind == MapLayerKind::field || kind == MapLayerKind::relief;
}

Rgb region_colour(int code, bool neutral, const MapStyle& style) {
  if (neutral) return styled_fill(style, mix(style.neutral, colour::kWhite, 0.12 * (code % 4)));
  // Steps of the golden section round the circle of hues.
  const double hue = std::fmod(0.08 + 0.6180339887 * code, 1.0) * 6;
  const auto part = [hue](double shift) {
    const double k = std::fmod(hue + shift, 6.0);
    return std::clamp(std::min(k, 4 - k), 0.0, 1.0);
  };
  const double lightness = code % 2 == 0 ? 0.90 : 0.83, saturation = 0.24;
  const auto channel = [&](double p) { return lightness - saturation * p; };
  return styled_fill(style, {channel(part(5)), channel(part(3)), channel(part(1))});
}

}  // namespace fw
