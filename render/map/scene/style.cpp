#include "render/map/scene/style.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace fw {
namespace {

constexpr auto h = Rgb::hex;
using L = MapLayer;

template <uint32_t Hex>
Rgb ink(const Palette&, size_t) {
  return h(Hex);
}

/// By faction; then of ground that no way leads to.
std::vector<Rgb> control_colours(const Atlas&, const Palette& palette) {
  std::vector<Rgb> colours = palette.faction;
  colours.push_back(h(0xB9B6AE));
  return colours;
}

std::vector<Rgb> region_colours(const Atlas& atlas, const Palette&) {
  std::vector<Rgb> colours;
  for (const Region& region : atlas.world.regions)
    colours.push_back(region_colour(static_cast<int>(colours.size()) + 1, region.neutral));
  return colours;
}

template <auto Member>
std::span<const Polylines> one(const Atlas& atlas) {
  return {&((*atlas.ground).*Member), 1};
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

Rgb tint_ink(const Palette& palette, size_t band, double denominator) {
  return shown_at(ScaleRow::danger, denominator).value == 1 ? colour::kAlarm : palette.danger_ink[band];
}

std::span<const FillRow> fill_rows() {
  static const std::vector<FillRow> rows{
      {.layer = L::biome,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->biome; },
       .colours = [](const Atlas&, const Palette& p) { return p.biome; },
       .beach = true},
      {.layer = L::danger,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->danger; },
       .colours = [](const Atlas&, const Palette& p) { return p.danger; }},
      {.layer = L::faction,
       .classes = [](const Atlas& a) -> const Leaders& { return a.ground->faction; },
       .colours = [](const Atlas&, const Palette& p) { return p.faction; },
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
       .ramp = {h(0xB4CDB0), h(0xC5D6AE), h(0xDBDDB0), h(0xEBDDB2), h(0xE6CBA2), h(0xDCBFA6), h(0xE3D6CC),
                h(0xFAF9F7)},
       .stops = {0, 0.05, 0.15, 0.30, 0.48, 0.66, 0.84, 1}},
      {.layer = L::feature,
       .field = &World::feature,
       .low = 0.2,
       .high = 0.8,
       .ramp = {h(0xF6EFD9), h(0xBFD6C0), h(0x6FAFB0), h(0x35758F), h(0x233A5E)}},
      {.layer = L::intensity_resource,
       .field = &World::intensity_resource,
       .ink = true,
       .ramp = {h(0x1D7A46)}},
      {.layer = L::intensity_wildlife,
       .field = &World::intensity_wildlife,
       .ink = true,
       .ramp = {h(0x8A4B12)}},
      {.layer = L::intensity_enemy, .field = &World::intensity_enemy, .ink = true, .ramp = {h(0xA3163A)}},
  };
  return rows;
}

Rgb colour_at(const FieldRow& row, double share) {
  const size_t last = row.ramp.size() - 1;
  if (last == 0) return row.ramp.front();
  const auto stop = [&](size_t k) {
    return row.stops.empty() ? static_cast<double>(k) / static_cast<double>(last) : row.stops[k];
  };
  size_t k = 0;
  while (k + 1 < last && share > stop(k + 1)) ++k;
  return mix(row.ramp[k], row.ramp[k + 1], std::clamp((share - stop(k)) / (stop(k + 1) - stop(k)), 0.0, 1.0));
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

std::span<const LineStyle> line_rows() {
  constexpr uint32_t kEarth = 0x7A5A3C;
  static const std::vector<LineStyle> rows{
      {.layer = L::depth,
       .lines = one<&AtlasLayers::depth_near>,
       .colour = ink<0x4F8FAF>,
       .width = 0.8,
       .alpha = 0.5},
      {.layer = L::depth,
       .lines = one<&AtlasLayers::depth_far>,
       .colour = ink<0x4F8FAF>,
       .width = 0.8,
       .alpha = 0.34},
      {.layer = L::contours, .lines = nullptr, .colour = ink<kEarth>, .width = 0.87, .alpha = 0.50},
      {.layer = L::contours,
       .lines = nullptr,
       .colour = ink<kEarth>,
       .width = 1.73,
       .alpha = 0.75,
       .index = true},
      {.layer = L::biome_border,
       .lines = one<&AtlasLayers::biome_border>,
       .colour = ink<0x5B5A50>,
       .width = 1.1,
       .alpha = 0.45},
      {.layer = L::danger_border,
       .lines = one<&AtlasLayers::danger_border>,
       .colour = ink<0x5A4A44>,
       .width = 1.4,
       .alpha = 0.68},
      {.layer = L::region_border,
       .lines = one<&AtlasLayers::region_border>,
       .colour = ink<0x4C4A46>,
       .width = 1.6,
       .alpha = 0.80,
       .dash = {7, 3, 1.6, 3},
       .beside_factions = one<&AtlasLayers::region_border_within>},
      {.layer = L::tracks,
       .lines = [](const Atlas& a) -> std::span<const Polylines> {
         return {&a.track, 1};
       },
       .colour = ink<0x7A6248>,
       .width = 1.5,
       .alpha = 0.88,
       .casing = 2.1,
       .casing_alpha = 0.55,
       .dash = {5.5, 3.5}},
      {.layer = L::contested,
       .lines = [](const Atlas& a) -> std::span<const Polylines> {
         return {&a.travelled().contested_border, 1};
       },
       .colour = ink<0x4A4550>,
       .width = 1.0,
       .alpha = 0.7},
      {.layer = L::reach,
       .lines = [](const Atlas& a) -> std::span<const Polylines> { return a.travelled().isochrones; },
       .colour = ink<0x2B3A55>,
       .width = 1.1,
       .first_width = 2.6,
       .alpha = 0.9,
       .casing = 1.8,
       .casing_alpha = 0.5},
      {.layer = L::faction_border,
       .lines = [](const Atlas& a) -> std::span<const Polylines> { return a.ground->faction_border; },
       .colour = [](const Palette& p, size_t k) { return p.faction_ink[k]; },
       .width = 2.6,
       .alpha = 0.95,
       .casing = 2.6,
       .casing_alpha = 0.55},
      {.layer = L::coast,
       .lines = one<&AtlasLayers::coast>,
       .colour = [](const Palette&, size_t) { return colour::kCoast; },
       .width = 1.5},
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

double width_of(const LineStyle& row, size_t group, size_t groups) {
  if (row.first_width <= 0 || groups < 2) return row.width;
  const double after = static_cast<double>(groups - 1 - group) / static_cast<double>(groups - 1);
  return row.width - (row.width - row.first_width) * after;
}

LineStyle at_scale(LineStyle row, double denominator, const MediumStyle& medium) {
  constexpr double kDot_mm = 0.14, kDotGap_mm = 0.55;
  if (row.layer != L::region_border) return row;
  const Shown shown = shown_at(ScaleRow::region_borders, denominator);
  if (shown.show != Show::room) return row;
  row.width = kDot_mm * medium.mm();
  row.alpha = shown.value;
  row.dash = {kDot_mm * medium.mm(), kDotGap_mm * medium.mm()};
  return row;
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
                               .colour = h(0x3A4046),
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
          .colour = h(0x2F6A8C),
          .halo = 2.6,
          .halo_alpha = 0.72};
}

const TextStyle& lake_name_style() {
  static const TextStyle style{.face = Face::serif,
                               .italic = true,
                               .size = 6.2,
                               .letter_spacing = 0.2,
                               .colour = h(0x2F6A8C),
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
          .colour = h(0x6B4A2C),
          .halo = 1.6,
          .halo_alpha = 0.35,
          .halo_colour = colour::kWashPaper};
}

TextStyle spot_height_style(Medium medium) {
  return {
      .bold = true, .size = letters_of(6.5, medium), .colour = h(0x3A3027), .halo = 2.4, .halo_alpha = 0.8};
}

TextStyle realm_name_style(Rgb owner_ink) {
  return {.face = Face::serif,
          .size = kMostRealm_pt,
          .colour = mix(owner_ink, h(0x2A2A30), 0.45),
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
          .colour = water ? h(0x2F6A8C) : h(0x5A5048),
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

Rgb region_colour(int code, bool neutral) {
  if (neutral) return mix(h(0xC9C7C1), colour::kWhite, 0.12 * (code % 4));
  // Steps of the golden section round the circle of hues.
  const double hue = std::fmod(0.08 + 0.6180339887 * code, 1.0) * 6;
  const auto part = [hue](double shift) {
    const double k = std::fmod(hue + shift, 6.0);
    return std::clamp(std::min(k, 4 - k), 0.0, 1.0);
  };
  const double lightness = code % 2 == 0 ? 0.90 : 0.83, saturation = 0.24;
  const auto channel = [&](double p) { return lightness - saturation * p; };
  return {channel(part(5)), channel(part(3)), channel(part(1))};
}

}  // namespace fw
