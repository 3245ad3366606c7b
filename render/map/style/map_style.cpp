#include "render/map/style/map_style.h"

#include <algorithm>

#include "core/base/exact/exact_math.h"
#include "render/page/page.h"

namespace fw {
namespace {

constexpr auto h = Rgb::hex;

/// Tints of heights from the sea up, at the stops of the height layer (scene/style.cpp).
std::vector<Rgb> survey_tints() {
  return {h(0xB4CDB0), h(0xC5D6AE), h(0xDBDDB0), h(0xEBDDB2),
          h(0xE6CBA2), h(0xDCBFA6), h(0xE3D6CC), h(0xFAF9F7)};
}

LandscapeLook landscape() {
  return {.rock = h(0x9B8F84),
          .forest = h(0x4F7A48),
          .fresh_water = h(0x5E9CC0),
          .sea_near = h(0x7FBAC2),
          .sea_far = h(0x2F6F8F),
          .roofs = {h(0xB5523A), h(0xC06A44), h(0xA8493A), h(0xC88A5C)},
          .earth_top = h(0x8A745F),
          .earth_foot = h(0x5E4F44),
          .stratum = h(0xA58E74),
          .sea_top = h(0x5F9DB3),
          .sea_foot = h(0x2B5F7C),
          .haze = h(0xD6E0E6),
          .sky = h(0xDCE6EA)};
}

MapStyle survey() {
  return {
      .slug = "survey",
      .title = "Survey",
      .land = colour::kWashPaper,
      .beach = colour::kBeach,
      .islet = colour::kIslet,
      .beyond = colour::kPaper,
      .sea_near = colour::kSeaNear,
      .sea_far = colour::kSeaFar,
      .wave = h(0xFFFFFF),
      .waves = {{55, 0.55}, {125, 0.38}, {215, 0.25}, {325, 0.15}},
      .relief_shadow = h(0x5E6A86),
      .relief_light = h(0xFFF6D8),
      .tints = survey_tints(),
      .feature = {h(0xF6EFD9), h(0xBFD6C0), h(0x6FAFB0), h(0x35758F), h(0x233A5E)},
      .resource_ink = h(0x1D7A46),
      .wildlife_ink = h(0x8A4B12),
      .enemy_ink = h(0xA3163A),
      .unreached = h(0xB9B6AE),
      .neutral = h(0xC9C7C1),
      .hatch = h(0x2E2A33),
      .coast = {.colour = h(0x3F6B7C), .width_mm = 0.22},
      .depth = {.colour = h(0x4F8FAF), .width_mm = 0.09, .alpha = 0.5},
      .contour = {.colour = h(0x7A5A3C), .width_mm = 0.10, .alpha = 0.50},
      .index_contour = {.colour = h(0x7A5A3C), .width_mm = 0.20, .alpha = 0.75},
      .biome_border = {.colour = h(0x5B5A50), .width_mm = 0.13, .alpha = 0.45},
      .danger_border = {.colour = h(0x5A4A44), .width_mm = 0.16, .alpha = 0.68},
      .region_border = {.colour = h(0x4C4A46),
                        .width_mm = 0.18,
                        .alpha = 0.80,
                        .dash_mm = {0.81, 0.35, 0.18, 0.35}},
      .realm_border = {.colour = h(0x3B3540),
                       .width_mm = 0.30,
                       .alpha = 0.95,
                       .casing = h(0xFFFFFF),
                       .casing_mm = 0.80,
                       .casing_alpha = 0.50},
      .track = {.colour = h(0x7A6248),
                .width_mm = 0.17,
                .alpha = 0.88,
                .casing = h(0xFFFFFF),
                .casing_mm = 0.42,
                .casing_alpha = 0.55,
                .dash_mm = {0.64, 0.40}},
      .contested = {.colour = h(0x4A4550), .width_mm = 0.12, .alpha = 0.7},
      .reach = {.colour = h(0x2B3A55),
                .width_mm = 0.13,
                .alpha = 0.9,
                .casing = h(0xFFFFFF),
                .casing_mm = 0.34,
                .casing_alpha = 0.5},
      .danger = h(0xB3202C),
      .light = h(0xFFFFFF),
      .river = h(0x6FA6C4),
      .river_edge = h(0x3F7FA3),
      .lake = h(0xA9CEDE),
      .lake_edge = h(0x3F7FA3),
      .fall = h(0x2F6A8C),
      .road = {.colour = h(0x8A4B2C),
               .width_mm = 0.28,
               .casing = h(0xFFFFFF),
               .casing_mm = 0.55,
               .casing_alpha = 0.75},
      .way = {.colour = h(0x6D4A2C),
              .width_mm = 0.15,
              .casing = h(0xFFFFFF),
              .casing_mm = 0.30,
              .casing_alpha = 0.75,
              .dash_mm = {0.69, 0.35}},
      .trail = {.colour = h(0x6D5438), .width_mm = 0.13, .dash_mm = {0, 0.35}},
      .bridge = h(0x33261C),
      .town = h(0x8C3B32),
      .town_ground = h(0xF0DFC8),
      .fort = h(0x40302A),
      .cliff = h(0x4E4136),
      .sand = h(0xB9924E),
      .marsh = h(0x4F8577),
      .hill = h(0xF4EFE2),
      .hill_ink = h(0x6B5A45),
      .tree = h(0xA9BE92),
      .landscape = landscape(),
      .text = colour::kInk,
      .soft = colour::kInkSoft,
      .halo = h(0xFFFFFF),
      .region_text = h(0x3A4046),
      .water_text = h(0x2F6A8C),
      .place_text = h(0x5A5048),
      .number_text = h(0x6B4A2C),
      .spot_text = h(0x3A3027),
      .realm_text = h(0x2A2A30),
  };
}

/// Dark, for screens of a game: what survey has, on night ground.
MapStyle game() {
  MapStyle s = survey();
  s.slug = "game";
  s.title = "Game";
  s.dark = true;
  s.land = h(0x4A5248);
  s.beach = h(0x6E6A54);
  s.islet = h(0x454C44);
  s.beyond = h(0x1A2028);
  s.sea_near = h(0x22384A);
  s.sea_far = h(0x111C28);
  s.wave = h(0x5E87A0);
  s.waves = {{45, 0.50}, {130, 0.30}, {215, 0.18}};
  s.wave_m = 2;
  s.fill_saturation = 2;
  s.fill_lightness = 1.9;
  s.relief = 0.60 / 0.42;
  s.relief_shadow = h(0x3A4560);
  s.relief_light = h(0xE8E0B8);
  s.tints = {h(0x3C5240), h(0x4A5C42), h(0x5E6348), h(0x6E664A),
             h(0x786650), h(0x7E6F62), h(0x96908A), h(0xC8C8C6)};
  s.resource_ink = h(0x5AD08A);
  s.wildlife_ink = h(0xE0A060);
  s.enemy_ink = h(0xFF6A86);
  s.hatch = h(0xE8E2D0);
  s.coast.colour = h(0x9FC6D8);
  s.depth.colour = h(0x4A7A96);
  s.contour.colour = s.index_contour.colour = h(0xD0B890);
  s.biome_border.colour = s.danger_border.colour = h(0xC8C2B0);
  s.region_border.colour = h(0xD8D2C0);
  s.realm_border.colour = h(0xF2E3B3);
  s.track.colour = s.way.colour = s.trail.colour = h(0xC9A06A);
  s.contested.colour = h(0xE0D8E8);
  s.reach.colour = h(0xB8C8E8);
  s.realm_border.casing = s.track.casing = s.way.casing = s.reach.casing = h(0x10151A);
  s.danger = h(0xFF4A3D);
  s.light = h(0x15191D);
  s.river = h(0x62B0D8);
  s.river_edge = h(0x2F7FA8);
  s.lake = h(0x2F7FA8);
  s.lake_edge = h(0x62B0D8);
  s.fall = h(0xBFE4F4);
  s.road.colour = h(0xE0B36A);
  s.road.casing = h(0x15191D);
  s.bridge = h(0xF0DDB8);
  s.town = h(0xE07A6A);
  s.town_ground = h(0x5A4A42);
  s.fort = h(0xD8C8B8);
  s.cliff = h(0xC8B8A0);
  s.sand = h(0xD8B878);
  s.marsh = h(0x78B8A0);
  s.symbols = 1.15;
  s.text = h(0xF6F1E2);
  s.soft = h(0xA8AEA8);
  s.halo = h(0x10151A);
  s.halo_alpha = 0.85;
  s.region_text = h(0xD8D2C4);
  s.water_text = h(0x9FD4EE);
  s.number_text = h(0xE8D0A0);
  s.spot_text = h(0xF6F1E2);
  s.place_text = h(0xD0C8B8);
  s.realm_text = h(0xF6F1E2);
  return s;
}

/// A map that a traveller might carry: ink on brown paper, drawn hills.
MapStyle parchment() {
  MapStyle s = survey();
  s.slug = "parchment";
  s.title = "Parchment";
  s.land = h(0xEAD8AE);
  s.beach = h(0xEAD8AE);
  s.islet = h(0xE2D0A4);
  s.beyond = h(0xEFE2C0);
  s.sea_near = h(0xDCCB9E);
  s.sea_far = h(0xCDB988);
  s.wave = h(0x8A6A3C);
  s.waves.clear();
  double alpha = 0.62;  // of the first; each fainter by 0.78
  for (int k = 0; k < 7; ++k, alpha *= 0.78) s.waves.push_back({22.0 + 26 * k + 3 * k * k, alpha});
  s.wave_m = 0.5;
  s.fill_saturation = 0.35;
  s.fill_lightness = 0.8;
  s.relief = 0.34 / 0.42;
  s.grain = 2.5;
  s.beaches = false;
  s.hills = true;
  s.relief_shadow = h(0x8A6A4A);
  s.relief_light = h(0xFFF2CC);
  s.tints = {h(0xDCCFA0), h(0xE2D2A2), h(0xE8D6A8), h(0xE6CE9E),
             h(0xDEC092), h(0xD4B288), h(0xDCC4A0), h(0xF2E4C4)};
  s.hatch = h(0x5A3A1C);
  s.coast = {.colour = h(0x5A3A1C), .width_mm = 0.34};
  s.depth.colour = h(0x8A7A58);
  s.contour.colour = s.index_contour.colour = h(0x8A5E34);
  s.biome_border.colour = s.danger_border.colour = h(0x7A5A38);
  s.region_border.colour = h(0x6E5234);
  s.realm_border = {.colour = h(0x7A2F22),
                    .width_mm = 0.30,
                    .alpha = 0.95,
                    .casing = h(0xF0E2BF),
                    .casing_mm = 0.80,
                    .casing_alpha = 0.50,
                    .dash_mm = {1.6, 0.7, 0.3, 0.7}};
  s.road = {.colour = h(0x7A4A22), .width_mm = 0.22, .dash_mm = {1.0, 0.5}};
  s.track.colour = s.way.colour = s.trail.colour = h(0x7A5A38);
  s.track.casing = s.way.casing = s.reach.casing = h(0xF0E2BF);
  s.danger = h(0x8C1F16);
  s.light = h(0xF0E2BF);
  s.river = h(0x8E8A74);
  s.river_edge = h(0x6E6A58);
  s.lake = h(0xBFB58C);
  s.lake_edge = h(0x6E6A58);
  s.fall = h(0x5A5644);
  s.bridge = h(0x4A2E16);
  s.town = h(0x7A2F22);
  s.town_ground = h(0xE2CC9C);
  s.fort = h(0x4A3420);
  s.sand = h(0x9A7A44);
  s.marsh = h(0x7A7A4E);
  s.hill = h(0xF0E0B8);
  s.hill_ink = h(0x5A3A1C);
  s.tree = h(0xB9B07A);
  s.text = h(0x3A2412);
  s.soft = h(0x75593A);
  s.halo = h(0xF0E2BF);
  s.halo_alpha = 0.85;
  s.region_text = h(0x5A3E24);
  s.water_text = h(0x4E4A38);
  s.number_text = h(0x6B4420);
  s.spot_text = h(0x3A2412);
  s.place_text = h(0x63482C);
  s.realm_text = h(0x3A2412);
  return s;
}

const std::array<MapStyle, kMapStyleSlugs.size()>& styles() {
  static const std::array<MapStyle, kMapStyleSlugs.size()> rows{survey(), game(), parchment()};
  return rows;
}

}  // namespace

bool is_map_style(std::string_view slug) {
  return std::find(kMapStyleSlugs.begin(), kMapStyleSlugs.end(), slug) != kMapStyleSlugs.end();
}

const MapStyle& map_style(std::string_view slug) {
  const auto at = std::find(kMapStyleSlugs.begin(), kMapStyleSlugs.end(), slug);
  return styles()[at == kMapStyleSlugs.end() ? 0 : static_cast<size_t>(at - kMapStyleSlugs.begin())];
}

Rgb styled_fill(const MapStyle& style, Rgb fill) {
  constexpr Rgb kPaper = colour::kWashPaper;  // what the rows' colours are made for
  if (style.fill_saturation == 1 && style.fill_lightness == 1 && style.land == kPaper) return fill;
  constexpr double kLeast = 0.1;
  const double light = std::max((fill.r + fill.g + fill.b) / (kPaper.r + kPaper.g + kPaper.b), 1e-3);
  const double power = exact::pow(light, style.fill_lightness);
  const auto part = [&](double of_fill, double of_paper, double of_land) {
    const double hue = of_fill / of_paper / light;
    return std::clamp(of_land * power * std::max(kLeast, 1 + (hue - 1) * style.fill_saturation), 0.0, 1.0);
  };
  return {part(fill.r, kPaper.r, style.land.r), part(fill.g, kPaper.g, style.land.g),
          part(fill.b, kPaper.b, style.land.b)};
}

MapStyle with_colours(MapStyle style, const std::optional<Rgb>& sea, const std::optional<Rgb>& islet) {
  constexpr Rgb kBlack{}, kWhite = colour::kWhite;
  if (islet) style.islet = styled_fill(style, *islet);
  if (!sea) return style;
  const auto sum = [](Rgb c) { return c.r + c.g + c.b; };
  Rgb near = styled_fill(style, *sea);
  if (style.dark) near = mix(kBlack, near, std::min(1.0, sum(style.sea_near) / std::max(sum(near), 1e-3)));
  style.sea_near = near;
  style.sea_far = mix(near, kBlack, style.dark ? 0.45 : 0.16);
  constexpr double kDeepTone = 1.5;  // of three: white lines on such water would be all that is seen
  if (style.dark || sum(near) < kDeepTone) style.wave = mix(near, kWhite, 0.35);
  style.depth.colour = style.dark ? mix(near, kWhite, 0.25) : mix(near, kBlack, 0.45);
  // Seen from the side water is deeper in colour than on paper.
  LandscapeLook& side = style.landscape;
  side.sea_near = mix(near, kBlack, 0.20);
  side.sea_far = mix(near, kBlack, 0.55);
  side.sea_top = mix(near, kBlack, 0.30);
  side.sea_foot = mix(near, kBlack, 0.60);
  return style;
}

PageInks page_inks(const MapStyle& style) {
  return {style.beyond, style.text, style.soft, style.halo};
}

Palette styled(Palette palette, const MapStyle& style) {
  for (std::vector<Rgb>* fills : {&palette.biome, &palette.danger, &palette.faction})
    for (Rgb& fill : *fills) fill = styled_fill(style, fill);
  return palette;
}

}  // namespace fw
