#include "render/plate/plate_figures.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "render/map/list/chosen_points.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

// Limits of an overview.
constexpr double kMostNames_cm2 = 0.6, kMostSymbols_cm2 = 1.6, kMostOverLines = 0.055;
constexpr double kTouch = 0.1;  // units that two boxes may share

Box inner(const Box& box) {
  return box.grown(-kTouch);
}

Box box_of(const MapMark& mark, const MapWindow& window) {
  const double scale = window.device_scale;
  return Box::around(mark.at_px.x / scale, mark.at_px.y / scale, mark.radius_px / scale);
}

/// Names of a list by their kind.
struct Names {
  std::vector<Box> level;
  std::vector<std::vector<Box>> along;  ///< letters of each
  double least_size = 0;
};

Names names_of(const DisplayList& shown) {
  Names out;
  const auto sized = [&](const TextStyle& style) {
    out.least_size = out.least_size == 0 ? style.size : std::min(out.least_size, style.size);
  };
  for (const MapItem& item : shown.items) {
    for (const PlacedLabel& label : item.labels) {
      sized(label.style);
      // Numbers beside symbols and initials along borders are no names.
      if (item.marks.empty() && item.strokes.empty()) out.level.push_back(label.box);
    }
    for (const LineLabel& label : item.line_labels) {
      sized(label.style);
      std::vector<Box>& letters = out.along.emplace_back();
      for (const PlacedLetter& letter : label.letters)
        if (letter.text != " ") letters.push_back(letter_box(letter, label.style.size, 0.3));
    }
  }
  return out;
}

bool covers_any(const Box& box, const std::vector<Box>& others) {
  return std::ranges::any_of(others, [&](const Box& other) { return inner(box).intersects(inner(other)); });
}

void count_overlaps(const DisplayList& shown, const Names& names, PlateFigures& out) {
  for (size_t i = 0; i < names.level.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      out.overlaps += inner(names.level[i]).intersects(inner(names.level[j])) ? 1 : 0;
    for (size_t k = 0; k < names.along.size(); ++k)  // those of realms come first
      (k < static_cast<size_t>(out.realms.named) ? out.on_realms : out.overlaps) +=
          covers_any(names.level[i], names.along[k]) ? 1 : 0;
    const bool on_symbol = std::ranges::any_of(shown.items, [&](const MapItem& item) {
      return std::ranges::any_of(item.marks, [&](const MapMark& mark) {
        const MarkRow* row = row_of(mark_rows(), layer_of(shown.atlas.world, *mark.point));
        return row != nullptr && row->place_rank > 0 &&
               inner(names.level[i]).intersects(box_of(mark, shown.window));
      });
    });
    out.on_symbols += on_symbol ? 1 : 0;
  }
}

void count_points(const DisplayList& shown, PlateFigures& out) {
  const Atlas& atlas = shown.atlas;
  const auto on = [&](MapLayer layer) -> const StyledLayer* {
    const auto at = std::ranges::find(shown.content.layers, layer, &StyledLayer::layer);
    return at == shown.content.layers.end() ? nullptr : &*at;
  };
  if (const StyledLayer* layer = on(MapLayer::landmarks)) {
    const std::vector<LandmarkKind> kinds = chosen_kinds(atlas.words(), layer->kinds);
    const std::vector<ChosenPoint> seats = ranked_seats(atlas, kinds);
    out.seats.all = static_cast<int64_t>(seats.size());
    out.capitals.all = std::ranges::count(seats, SeatClass::capital, &ChosenPoint::seat);
    out.sites.all = static_cast<int64_t>(ranked_sites(atlas, kinds).size());
  }
  for (const MapLayer layer : {MapLayer::rare_resources, MapLayer::strong_enemies})
    if (on(layer) != nullptr)
      for (const Point& point : atlas.world.points.points) out.rare += layer_of(atlas.world, point) == layer;
  for (const MapItem& item : shown.items)
    for (const MapMark& mark : item.marks) {
      const MapLayer layer = layer_of(atlas.world, *mark.point);
      if (layer == MapLayer::landmarks) ++(is_seat(atlas, *mark.point) ? out.seats : out.sites).shown;
      if (layer != MapLayer::rare_resources && layer != MapLayer::strong_enemies) continue;
      out.rare_shown += mark.count;
      ++out.rare_symbols;
    }
  out.capitals.shown = std::min(out.capitals.all, out.seats.shown);  // they come first
  out.seats.named = shown.names.seats;
  out.capitals.named = shown.names.capitals;
  out.sites.named = shown.names.sites;
}

/// Ground that the window shows, m2.
double land_in(const World& world, const MapWindow& window) {
  double cells = 0;
  for (size_t cell = 0; cell < world.region.size(); ++cell) {
    const Vec2 px = window.to_px(world.grid.centre(cell));
    if (world.on_island(cell) && px.x >= 0 && px.y >= 0 && px.x < window.width_px && px.y < window.height_px)
      ++cells;
  }
  return cells * world.grid.cell_m * world.grid.cell_m;
}

std::string text_of(double value) {
  return short_decimal(value, 4);
}

std::string part_json(const PlateFigures::Part& part) {
  return "{\"all\": " + std::to_string(part.all) + ", \"shown\": " + std::to_string(part.shown) +
         ", \"named\": " + std::to_string(part.named) + "}";
}

std::string map_json(const PlateFigures& f) {
  std::string out =
      "    {\"map\": \"" + f.map + "\", \"scale\": " + text_of(std::round(f.denominator)) +
      ", \"land_cm2\": " + text_of(f.land_cm2) + ",\n     \"names\": " + std::to_string(f.names) +
      ", \"symbols\": " + std::to_string(f.symbols) + ", \"least_pt\": " + text_of(f.least_pt) +
      ",\n     \"overlaps\": " + std::to_string(f.overlaps) +
      ", \"on_symbols\": " + std::to_string(f.on_symbols) +
      ", \"on_realms\": " + std::to_string(f.on_realms) + ", \"over_lines\": " + text_of(f.over_lines);
  out += ",\n     \"seats\": " + part_json(f.seats) + ", \"capitals\": " + part_json(f.capitals) +
         ", \"sites\": " + part_json(f.sites);
  out += ",\n     \"rare\": {\"all\": " + std::to_string(f.rare) +
         ", \"shown\": " + std::to_string(f.rare_shown) + ", \"symbols\": " + std::to_string(f.rare_symbols) +
         "}";
  out += ",\n     \"realms\": {\"all\": " + std::to_string(f.realms.realms) +
         ", \"named\": " + std::to_string(f.realms.named) +
         ", \"least_span\": " + text_of(f.realms.least_span) +
         ", \"most_span\": " + text_of(f.realms.most_span) +
         ", \"letters\": " + std::to_string(f.realms.letters) +
         ", \"letters_over_lines\": " + std::to_string(f.realms.letters_over_lines) + "}}";
  return out;
}

}  // namespace

PlateFigures plate_figures(std::string map, const DisplayList& shown) {
  PlateFigures out;
  const MediumStyle& medium = medium_style(shown.content.medium);
  const double unit_m = shown.window.metres_per_px * shown.window.device_scale;
  out.map = std::move(map);
  out.denominator = shown.denominator;
  const double cm_m = unit_m / medium.unit_mm * 10;
  out.land_cm2 = land_in(shown.atlas.world, shown.window) / (cm_m * cm_m);
  out.realms = shown.names.realms;
  const Names names = names_of(shown);
  out.names = static_cast<int64_t>(names.level.size() + names.along.size());
  out.symbols = shown.mark_count();
  out.least_pt = names.least_size / medium.letters.at(unit_m);
  count_overlaps(shown, names, out);
  double length = 0, over = 0;
  for (const Box& box : names.level) {
    length += box.width();
    if (shown.ink != nullptr) over += box.width() * shown.ink->share(box);
  }
  out.over_lines = length > 0 ? over / length : 0;
  count_points(shown, out);
  return out;
}

Findings plate_findings(const std::vector<PlateFigures>& figures) {
  Findings findings;
  for (const PlateFigures& f : figures) {
    if (f.map != kViewSlugs[static_cast<size_t>(View::overview)] || f.land_cm2 <= 0) continue;
    std::string what;
    const auto above = [&](double value, double most, int digits, const std::string& unit) {
      if (value > most)
        what += (what.empty() ? "" : "; ") + decimal(value, digits) + " " + unit + ", at most " +
                decimal(most, digits) + " can be read";
    };
    above(static_cast<double>(f.names) / f.land_cm2, kMostNames_cm2, 2, "names a square centimetre");
    above(static_cast<double>(f.symbols) / f.land_cm2, kMostSymbols_cm2, 2, "symbols a square centimetre");
    above(100 * f.over_lines, 100 * kMostOverLines, 1, "% of the names' length over lines");
    above(static_cast<double>(f.overlaps + f.on_symbols + f.on_realms), 0, 0, "names over names or symbols");
    if (!what.empty()) findings.push_back({Severity::info, "plate_crowded", f.map, what});
  }
  return findings;
}

std::string plates_json(const std::vector<PlateFigures>& figures) {
  std::string out = "{\n  \"maps\": [\n";
  for (size_t k = 0; k < figures.size(); ++k)
    out += map_json(figures[k]) + (k + 1 < figures.size() ? ",\n" : "\n");
  out += "  ],\n  \"findings\": [";
  const Findings findings = plate_findings(figures);
  for (size_t k = 0; k < findings.size(); ++k)
    out += std::string(k > 0 ? ",\n    " : "\n    ") + "{\"severity\": \"info\", \"code\": \"" +
           findings[k].code + "\", \"where\": \"" + findings[k].where + "\", \"message\": \"" +
           findings[k].message + "\"}";
  return out + (findings.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace fw
