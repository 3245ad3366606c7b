#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "render/page/page.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;

namespace fw {

/// A rectangle of finished pixels, 0x00RRGGBB each, row-major.
struct PixelImage {
  int width = 0;
  int height = 0;
  std::vector<uint32_t> words;

  PixelImage() = default;
  PixelImage(int w, int h) : width(w), height(h), words(static_cast<size_t>(w) * static_cast<size_t>(h)) {}
};

/// One page that becomes a PNG, an SVG or a PDF. Whatever the format, the context draws in page pixels.
class Canvas {
 public:
  static Result<Canvas> create(PageSize page, int dpi, PageFormat format);
  Canvas(Canvas&&) noexcept;
  Canvas(const Canvas&) = delete;
  ~Canvas();

  cairo_t* context() const { return context_; }
  /// Puts pixels on the page, one to one, with the top left corner at whole page pixels,
  /// whatever the context is transformed to.
  Result<Done> place(const PixelImage& image, int left_px, int top_px);
  /// The error state of the context, named after the layer just drawn.
  Result<Done> check(const char* layer) const;
  /// Ends the page; the canvas is spent.
  Result<std::string> finish();

 private:
  Canvas() = default;

  PageFormat format_ = PageFormat::png;
  int dpi_ = 300;
  double unit_ = 1;  ///< surface units per page pixel
  cairo_surface_t* surface_ = nullptr;
  cairo_t* context_ = nullptr;
  std::unique_ptr<std::string> stream_;
};

}  // namespace fw
