#pragma once

#include <string>
#include <vector>

#include "render/plate/book/book_plan.h"
#include "render/plate/sheet.h"

// The pages of a book, one function each. They draw in units with the content's upper left corner at the
// origin.
namespace fw {

/// What all pages are drawn from.
struct BookPage {
  const Sheet& sheet;  ///< canvas, pen, atlas
  const BookPlan& plan;
  Vec2 content;  ///< in units
};

/// The first page: the frame with the sheets' outlines, the owners, and where the other pages are.
struct BookContents {
  int sheet_pages = 0, region_pages = 0, place_pages = 0;
};
Result<Done> draw_index_page(const BookPage& page, const BookContents& contents);

Result<Done> draw_sheet_page(const BookPage& page, const BookSheet& of);
/// The regions that cover most of a sheet, at most two: "Alder Reach, Stonefold"; "" at sea.
std::string sheet_title(const World& world, const BookPlan& plan, const BookSheet& sheet);

/// Regions on a page, and the page of those from `first` on.
size_t regions_per_page(const BookPlan& plan);
Result<Done> draw_region_page(const BookPage& page, size_t first);

/// Lines of the list of places, long names broken, and those that a page holds.
struct PlaceLine {
  std::vector<std::string> name;  ///< as many lines as it needs
  const BookPlace* place = nullptr;
};
std::vector<std::vector<PlaceLine>> place_columns(const BookPlan& plan, const std::vector<BookPlace>& places,
                                                  Typesetter& type);
size_t place_columns_per_page(const BookPlan& plan);
void draw_place_page(const BookPage& page, const std::vector<std::vector<PlaceLine>>& columns, size_t first);

}  // namespace fw
