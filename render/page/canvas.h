#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "render/page/large_array.h"
#include "render/page/page.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;

namespace fw {

/// A rectangle of pixels to write, 0x00RRGGBB each, `stride` words from row to row.
struct PixelTarget {
  uint32_t* words = nullptr;
  int width = 0;
  int height = 0;
  size_t stride = 0;

  uint32_t* row(size_t y) const { return words + y * stride; }
};

/// Pixels that page after page is drawn in: fresh memory costs as much as painting it. Not while a canvas
/// draws in it.
class PageMemory {
 public:
  /// At least so many words, of any value; throws std::bad_alloc.
  uint32_t* words(size_t count);

 private:
  LargeArray<uint32_t> words_;
  size_t count_ = 0;
};

/// One page that becomes a PNG, an SVG or a PDF. Whatever the format, the context draws in page pixels.
class Canvas {
 public:
  /// A PNG is drawn in `memory` if there is one, which outlives the canvas; paint such a page first.
  static Result<Canvas> create(PageSize page, int dpi, PageFormat format, PageMemory* memory = nullptr);
  Canvas(Canvas&&) noexcept;
  Canvas(const Canvas&) = delete;
  ~Canvas();

  cairo_t* context() const { return context_; }
  /// Lets `fill` write every pixel of a rectangle that lies on the page, one to one, with the top left corner
  /// at whole page pixels, whatever the context is transformed to. A PNG's pixels are written in place.
  Result<Done> place(int width, int height, int left_px, int top_px,
                     const std::function<void(const PixelTarget&)>& fill);
  /// The error state of the context, named after the layer just drawn.
  Result<Done> check(const char* layer) const;
  /// From here on a PDF keeps pixels as JPEG of that quality, 1 to 100, a tenth of their size.
  void keep_pixels_as_jpeg(int quality) { jpeg_quality_ = quality; }
  /// Ends the page and begins another of a PDF.
  void next_page();
  /// An entry of a PDF's table of contents that leads to the page which is being drawn.
  void add_bookmark(const std::string& title);
  /// What readers of a PDF show as its title.
  void set_title(const std::string& title);
  /// Ends the page; the canvas is spent.
  Result<std::string> finish();

 private:
  Canvas() = default;

  PageFormat format_ = PageFormat::png;
  int dpi_ = 300;
  int page_ = 1;          ///< of a PDF
  int jpeg_quality_ = 0;  ///< 0: exact
  double unit_ = 1;       ///< surface units per page pixel
  cairo_surface_t* surface_ = nullptr;
  cairo_t* context_ = nullptr;
  std::unique_ptr<std::string> stream_;
};

}  // namespace fw
