#include <algorithm>
#include <cmath>

#include "app/job/study/chart_internal.h"
#include "core/model/colour/palette.h"
#include "render/page/numbers.h"

// The explanatory figures as panels.
namespace fw {
namespace {

ChartAxis metres(const char* name, double length_m) {
  return {name, "m", AxisKind::linear, 0, length_m};
}
ChartAxis kilometres(const char* name, double length_m) {
  return {name, "km", AxisKind::linear, 0, length_m / 1000};
}

ChartPanel square_panel(std::string title, double side_m) {
  ChartPanel panel;
  panel.title = std::move(title);
  panel.x = metres("x", side_m);
  panel.y = metres("y", side_m);
  return panel;
}
ChartPanel island_panel(std::string title, Vec2 frame_m) {
  ChartPanel panel;
  panel.title = std::move(title);
  panel.x = kilometres("x", frame_m.x);
  panel.y = kilometres("y", frame_m.y);
  panel.aspect = frame_m.y / frame_m.x;
  return panel;
}

PanelField field_of(const Raster<float>& values, ColourMap map, std::string title, std::string unit = {}) {
  return {.values = values,
          .scale = {.map = map, .title = std::move(title), .unit = std::move(unit)},
          .contours = {}};
}

PanelMarks marks_of(std::string name, const std::vector<Vec2>& points, double unit_m = 1) {
  PanelMarks marks;
  marks.name = std::move(name);
  for (const Vec2& p : points) marks.x.push_back(p.x / unit_m), marks.y.push_back(p.y / unit_m);
  return marks;
}

template <typename Row>
PanelClasses classes_of(const Raster<uint8_t>& codes, const std::vector<Rgb>& colours,
                        const std::vector<Row>& rows) {
  PanelClasses classes{codes, {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto code = static_cast<uint8_t>(i + 1);
    const bool there = std::find(codes.cells.begin(), codes.cells.end(), code) != codes.cells.end();
    classes.classes.push_back({there ? rows[i].label : std::string(), colours[i]});
  }
  return classes;
}

}  // namespace

PanelFigure crowd_chart(const CrowdFigure& figure, const std::string& subtitle) {
  PanelFigure out;
  out.title = "Crowd fields and the crowd that follows them";
  out.subtitle = subtitle + ", after " + decimal(figure.time_s, 0) + " s";
  ChartPanel heading = square_panel("Heading asked", figure.side_m);
  heading.field = field_of(figure.heading_deg, ColourMap::cyclic, "Heading from east", "deg");
  heading.field->scale.low = 0, heading.field->scale.high = 360;
  ChartPanel speed = square_panel("Speed asked", figure.side_m);
  speed.field = field_of(figure.speed_mps, ColourMap::sequential, "Speed", "m/s");
  ChartPanel agents = square_panel("Agents", figure.side_m);
  PanelArrows arrows;
  const Agents& a = figure.agents;
  // An arrow per agent while they are few; a regular share of them otherwise.
  const size_t step = std::max<size_t>(1, a.size() / 900);
  const double length = 0.022 * figure.side_m;
  for (size_t i = 0; i < a.size(); i += step) {
    arrows.x.push_back(a.x_m[i]), arrows.y.push_back(a.y_m[i]);
    const double reach = length * std::min(2.0, static_cast<double>(a.speed_mps[i]));
    arrows.dx.push_back(reach * a.heading_x[i]), arrows.dy.push_back(reach * a.heading_y[i]);
    arrows.values.push_back(a.speed_mps[i]);
  }
  arrows.scale = {ColourMap::vivid, kAutomatic, kAutomatic, "Speed of the agents", "m/s"};
  agents.arrows = std::move(arrows);
  out.panels = {heading, speed, agents};
  return out;
}

PanelFigure hazard_chart(const HazardFigure& figure, const std::string& subtitle) {
  PanelFigure out;
  out.title = "When a place acts: hazard, phase and both";
  out.subtitle = subtitle + "; a line across the arena through one cycle";
  ChartPanel field;
  field.title = "Field along the line";
  field.x = {.title = "n", .unit = "0 to 1", .low = 0, .high = 1};
  field.y = metres("Place", figure.length_m);
  field.aspect = 1.25;
  field.curves.push_back({.name = "", .x = figure.n01, .y = figure.x_m});
  out.panels.push_back(field);
  const std::pair<const char*, const Raster<float>*> rates[] = {{"Hazard", &figure.hazard_per_s},
                                                                {"Phase", &figure.phase_per_s},
                                                                {"Half and half", &figure.hybrid_per_s}};
  double high = 0;
  for (const auto& [title, raster] : rates)
    for (const float v : raster->cells) high = std::max(high, static_cast<double>(v));
  for (const auto& [title, raster] : rates) {
    ChartPanel panel;
    panel.title = title;
    panel.x = {"Time in the cycle", "s", AxisKind::linear, 0, figure.cycle_s};
    panel.y = metres("Place", figure.length_m);
    panel.aspect = 1.25;
    panel.field = field_of(*raster, ColourMap::sequential, "Starts per agent", "1/s");
    panel.field->scale.low = 0, panel.field->scale.high = high;
    out.panels.push_back(panel);
  }
  return out;
}

PanelFigure spawn_chart(const SpawnFigure& figure, const std::string& subtitle) {
  PanelFigure out;
  out.title = "Two couplings of spawns to one kind of field";
  out.subtitle = subtitle;
  ChartPanel sites = square_panel("Perlin A: a place decides when", figure.side_m);
  sites.field = field_of(figure.phase_s, ColourMap::sequential, "Turn of the place in the cycle", "s");
  sites.field->scale.low = 0, sites.field->scale.high = figure.cycle_s;
  PanelMarks candidates = marks_of("candidate in the colour of its turn", figure.sites_m);
  candidates.values = figure.site_phase_s;
  candidates.scale = sites.field->scale;
  candidates.size = 8.5;
  sites.marks.push_back(std::move(candidates));
  ChartPanel band = square_panel("Perlin B\u2013Far: a moment decides where", figure.side_m);
  band.field = field_of(figure.value, ColourMap::sequential, "Field", "0 to 1");
  band.field->scale.low = 0, band.field->scale.high = 1;
  band.field->contours = {figure.level - figure.half_width, figure.level + figure.half_width};
  PanelMarks inside = marks_of("in the band open at " + decimal(figure.time_s, 0) + " s", figure.in_band_m);
  inside.colour = 1;
  inside.size = 4.5;
  PanelMarks living = marks_of("living", figure.monsters_m);
  living.marker = ChartMarker::cross;
  living.colour = 7;
  living.size = 9;
  PanelMarks picks = marks_of("picked, far from the living", figure.picks_m);
  picks.colour = 3;
  picks.size = 13;
  band.marks = {inside, living, picks};
  out.panels = {sites, band};
  return out;
}

PanelFigure sampling_chart(const SamplingFigure& figure, const std::string& subtitle) {
  PanelFigure out;
  out.title = "One class of points: " + figure.label;
  out.subtitle = subtitle;
  ChartPanel gate = island_panel("(a) Field and gate", figure.frame_m);
  gate.field = field_of(figure.feature, ColourMap::sequential,
                        "Field of the class; line: gate at rank " + decimal(figure.gate, 2));
  gate.field->contours = {figure.gate_value};
  ChartPanel mask = island_panel("(b) Where the class may live", figure.frame_m);
  mask.classes =
      PanelClasses{figure.mask, {{"elsewhere", Rgb::hex(0xD5D9DC)}, {"eligible", Rgb::hex(0x5E9F8C)}}};
  ChartPanel points = island_panel("(c) Density and points", figure.frame_m);
  points.field = field_of(figure.density, ColourMap::sequential, "Density, share of the largest");
  points.field->scale.low = 0;
  PanelMarks placed = marks_of(std::to_string(figure.points_m.size()) + " points", figure.points_m, 1000);
  placed.colour = 3;
  placed.size = 5.5;
  points.marks.push_back(std::move(placed));
  out.panels = {gate, mask, points};
  return out;
}

PanelFigure discrete_chart(const DiscreteFigure& figure, const std::string& subtitle) {
  PanelFigure out;
  out.title = "From fields to discrete layers";
  out.subtitle = subtitle;
  out.columns = 3;
  const Vocabulary& words = figure.vocabulary;
  const Palette palette = make_palette(words);
  const std::pair<const char*, const Raster<float>*> fields[] = {{"Faction field", &figure.faction_field},
                                                                 {"Biome field", &figure.biome_field},
                                                                 {"Danger field", &figure.danger_field}};
  const char* scales[] = {"Winner's score, standard deviations", "Winner's score, standard deviations",
                          "Calibrated danger"};
  for (size_t i = 0; i < 3; ++i) {
    ChartPanel panel = island_panel(fields[i].first, figure.frame_m);
    panel.axes = false;
    panel.field = field_of(*fields[i].second, ColourMap::sequential, scales[i]);
    out.panels.push_back(std::move(panel));
  }
  ChartPanel faction = island_panel("Factions", figure.frame_m),
             biome = island_panel("Biomes", figure.frame_m),
             danger = island_panel("Danger bands", figure.frame_m);
  for (ChartPanel* panel : {&faction, &biome, &danger}) panel->axes = false;
  faction.classes = classes_of(figure.faction, palette.faction, words.factions);
  biome.classes = classes_of(figure.biome, palette.biome, words.biomes);
  danger.classes = classes_of(figure.danger, palette.danger, words.danger);
  for (ChartPanel* panel : {&faction, &biome, &danger}) out.panels.push_back(std::move(*panel));
  return out;
}

}  // namespace fw
