#include "render/plate/book/book_plan.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/model/template/place_kinds.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

constexpr double kShared = 0.05;  // of a sheet, with each neighbour

/// How many sheets of a length cover the frame's side, and where the i-th of them begins.
int sheets_along(double side_m, double sheet_m) {
  if (side_m <= sheet_m) return 1;
  return static_cast<int>(std::ceil((side_m - sheet_m) / (sheet_m * (1 - kShared)) - 1e-9)) + 1;
}
double begin_of(double side_m, double sheet_m, int count, int i) {
  return count == 1 ? (side_m - sheet_m) / 2 : i * (side_m - sheet_m) / (count - 1);
}

/// Cells [first, last) of a side within a stretch.
struct Cells {
  int first, last;
};
Cells cells_within(double from_m, double to_m, double cell_m, int count) {
  return {std::clamp(static_cast<int>(std::floor(from_m / cell_m)), 0, count),
          std::clamp(static_cast<int>(std::ceil(to_m / cell_m)), 0, count)};
}

bool shows_land(const World& world, Vec2 south_west_m, Vec2 size_m) {
  const GridSpec& grid = world.grid;
  const double north_m = grid.height_m() - south_west_m.y - size_m.y;
  const Cells x = cells_within(south_west_m.x, south_west_m.x + size_m.x, grid.cell_m, grid.columns);
  const Cells y = cells_within(north_m, north_m + size_m.y, grid.cell_m, grid.rows);
  for (int row = y.first; row < y.last; ++row)
    for (int column = x.first; column < x.last; ++column)
      if (world.land[static_cast<size_t>(row) * static_cast<size_t>(grid.columns) +
                     static_cast<size_t>(column)] != 0)
        return true;
  return false;
}

bool holds(const BookPlan& plan, const BookSheet& sheet, Vec2 p) {
  constexpr double kRounding_m = 1e-6;
  const Vec2 from = p - sheet.south_west_m;
  return from.x >= -kRounding_m && from.x <= plan.sheet_m.x + kRounding_m && from.y >= -kRounding_m &&
         from.y <= plan.sheet_m.y + kRounding_m;
}

/// All sheets of the lattice, row by row from the north-west.
std::vector<BookSheet> lattice(const BookPlan& plan, Vec2 frame_m) {
  const int columns = sheets_along(frame_m.x, plan.sheet_m.x), rows = sheets_along(frame_m.y, plan.sheet_m.y);
  std::vector<BookSheet> sheets;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double north_m = begin_of(frame_m.y, plan.sheet_m.y, rows, row);
      sheets.push_back(
          {0,
           column,
           row,
           {begin_of(frame_m.x, plan.sheet_m.x, columns, column), frame_m.y - north_m - plan.sheet_m.y}});
    }
  return sheets;
}

/// The sheets that have something to show.
void cut(BookPlan& plan, const World& world) {
  std::vector<BookSheet> all = lattice(plan, plan.grid.frame_m);
  std::vector<bool> kept;
  for (const BookSheet& sheet : all) kept.push_back(shows_land(world, sheet.south_west_m, plan.sheet_m));
  for (const BookPlace& place : named_places(world)) {
    size_t first = all.size();
    bool shown = false;
    for (size_t i = 0; i < all.size() && !shown; ++i)
      if (holds(plan, all[i], place.position_m)) {
        shown = kept[i];
        first = std::min(first, i);
      }
    if (!shown && first < all.size()) kept[first] = true;
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) kept.front() = true;  // sea alone
  for (size_t i = 0; i < all.size(); ++i) {
    if (!kept[i]) continue;
    all[i].number = static_cast<int>(plan.sheets.size()) + 1;
    plan.sheets.push_back(all[i]);
  }
}

BookPlan plan_at(const World& world, Vec2 page_mm, int scale) {
  BookPlan plan{.scale = scale, .page_mm = page_mm, .grid = map_grid(world.grid)};
  plan.content_mm = {page_mm.x - 2 * kBookBeside_mm, page_mm.y - kBookAbove_mm - kBookBelow_mm};
  plan.sheet_m = plan.content_mm * (scale / 1000.0);
  return plan;
}

/// Sheets of the lattice, before any is left out.
double lattice_size(const BookPlan& plan) {
  return static_cast<double>(sheets_along(plan.grid.frame_m.x, plan.sheet_m.x)) *
         sheets_along(plan.grid.frame_m.y, plan.sheet_m.y);
}

/// The largest round scale from 1:`from` on of at most so many sheets.
BookPlan largest_plan(const World& world, Vec2 page_mm, double from, size_t most) {
  constexpr double kMostLattice = 4000;  // beyond, so few of them show nothing that it is not worth a look
  for (double scale = round_scale(from);; scale = round_scale(scale * 1.01)) {
    BookPlan plan = plan_at(world, page_mm, static_cast<int>(scale));
    if (lattice_size(plan) > kMostLattice) continue;
    cut(plan, world);
    if (plan.sheets.size() <= most) return plan;
  }
}

}  // namespace

Result<BookPlan> plan_book(const World& world, PaperSize paper, int scale) {
  const Vec2 page_mm = paper_mm(paper);
  if (scale == 0) return largest_plan(world, page_mm, kLeastScale, kUsualBookSheets);
  if (scale < kLeastScale || scale > kMostScale)
    return Error{ErrorKind::usage, "scale " + std::to_string(scale) + ": expected " +
                                       std::to_string(kLeastScale) + " to " + std::to_string(kMostScale)};
  BookPlan plan = plan_at(world, page_mm, scale);
  constexpr double kMostLattice = 1e5;
  const bool far_too_many = lattice_size(plan) > kMostLattice;
  if (!far_too_many) cut(plan, world);
  if (!far_too_many && plan.sheets.size() <= kMostBookSheets) return plan;
  const BookPlan fits = largest_plan(world, page_mm, scale, kMostBookSheets);
  return Error{ErrorKind::limit,
               "1:" + std::to_string(scale) + " makes " +
                   (far_too_many ? "more than " + std::to_string(static_cast<int>(kMostLattice))
                                 : std::to_string(plan.sheets.size())) +
                   " sheets, at most " + std::to_string(kMostBookSheets) + " make an atlas; --scale " +
                   std::to_string(fits.scale) + " makes " + std::to_string(fits.sheets.size())};
}

int sheet_at(const BookPlan& plan, Vec2 p) {
  int best = 0;
  double nearest = 0;
  for (const BookSheet& sheet : plan.sheets) {
    if (!holds(plan, sheet, p)) continue;
    const double distance = squared_distance(p, sheet.south_west_m + plan.sheet_m * 0.5);
    if (best != 0 && distance >= nearest) continue;
    best = sheet.number;
    nearest = distance;
  }
  return best;
}

std::vector<BookPlace> named_places(const World& world) {
  std::vector<BookPlace> places;
  const auto add = [&](const std::string& name, std::string_view kind, Vec2 at_m) {
    if (!name.empty()) places.push_back({name, std::string(kind), at_m});
  };
  for (const Point& point : world.points.points)
    if (world.points.class_of(point).category == Category::landmark)
      add(point.name, world.points.label_of(point), point.position_m);
  for (const Region& region : world.regions) add(region.name, "Region", region.centre_m);
  const Water& water = world.water_network;
  for (const River& river : water.rivers)
    if (!river.reaches.empty())
      if (const auto& line = water.reaches[static_cast<size_t>(river.reaches.back())].vertices_m;
          !line.empty())
        add(river.name, "River", line.back());
  for (const Lake& lake : water.lakes) add(lake.name, "Lake", lake.outlet_m);
  for (const NamedPlace& place : world.places) {
    std::string kind(kPlaceKindSlugs[static_cast<size_t>(place.kind)]);
    kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
    add(place.name, kind, place.at_m);
  }
  std::stable_sort(places.begin(), places.end(), [](const BookPlace& a, const BookPlace& b) {
    return std::tie(a.name, a.kind, a.position_m.x, a.position_m.y) <
           std::tie(b.name, b.kind, b.position_m.x, b.position_m.y);
  });
  return places;
}

std::vector<BookPlace> book_places(const World& world, const BookPlan& plan) {
  std::vector<BookPlace> places = named_places(world);
  for (BookPlace& place : places) {
    place.square = square_at(plan.grid, place.position_m);
    place.sheet = sheet_at(plan, place.position_m);
  }
  return places;
}

}  // namespace fw
