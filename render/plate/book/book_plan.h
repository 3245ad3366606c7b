#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/world/world.h"
#include "render/map/scene/plate_style.h"
#include "render/plate/map_grid.h"

namespace fw {

/// A book of more sheets is refused, and one without a stated scale has at most so many.
inline constexpr size_t kMostBookSheets = 400, kUsualBookSheets = 30;

/// Free beside, above and below a page's content.
inline constexpr double kBookBeside_mm = 15, kBookAbove_mm = 20, kBookBelow_mm = 15;

/// A sheet's map.
struct BookSheet {
  int number = 0;           ///< from 1, row by row from the north-west
  int column = 0, row = 0;  ///< of the regular lattice of sheets
  Vec2 south_west_m;

  friend bool operator==(const BookSheet&, const BookSheet&) = default;
};

/// How a world is cut into sheets.
struct BookPlan {
  int scale = 0;  ///< the N of 1:N
  Vec2 page_mm{};
  Vec2 content_mm{};  ///< of a page: a sheet's map takes all of it
  Vec2 sheet_m{};     ///< the ground that it shows
  MapGrid grid{};
  std::vector<BookSheet> sheets{};
};

/// Sheets at 1:`scale` side by side, neighbours sharing a twentieth at least; without those that show neither
/// ground nor a named place that no other one has. Scale 0: the largest round one of at most kUsualBookSheets
/// sheets. ErrorKind::limit, naming a scale, above kMostBookSheets.
Result<BookPlan> plan_book(const World& world, PaperSize paper, int scale);

/// The number of the sheet on which a place lies, of several the one with the nearest middle; 0 = none.
int sheet_at(const BookPlan& plan, Vec2 position_m);

/// A line of a book's list of places.
struct BookPlace {
  std::string name, kind;
  Vec2 position_m;
  std::string square = {};
  int sheet = 0;
};
/// Landmarks, regions, rivers at their mouths, lakes at their outlets, places of land and sea that have
/// names, by name, kind and place; without square and sheet.
std::vector<BookPlace> named_places(const World& world);
/// The same with square and sheet.
std::vector<BookPlace> book_places(const World& world, const BookPlan& plan);

}  // namespace fw
