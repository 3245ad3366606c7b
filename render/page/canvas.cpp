#include "render/page/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <string>
#include <utility>

#include "render/page/jpeg.h"
#include "render/page/png_writer.h"

namespace fw {
namespace {

cairo_status_t append(void* closure, const unsigned char* data, unsigned int count) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), count);
  return CAIRO_STATUS_SUCCESS;
}

Error cairo_error(cairo_status_t status, const char* what) {
  const ErrorKind kind = status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_INVALID_SIZE
                             ? ErrorKind::limit
                             : ErrorKind::internal;
  return {kind, std::string("page, ") + what + ": " + cairo_status_to_string(status)};
}

/// Cairo 1.16 numbers SVG images and groups by a counter of the whole process: two equal pages would differ.
/// Numbers them by first appearance instead.
std::string with_own_numbers(const std::string& svg) {
  constexpr std::array<std::string_view, 4> kMarks{"id=\"image", "#image", "id=\"surface", "#surface"};
  std::map<std::string, size_t> numbers;
  std::string out;
  out.reserve(svg.size());
  size_t at = 0;
  while (at < svg.size()) {
    const size_t next = svg.find_first_of("i#", at);
    if (next == std::string::npos) break;
    out.append(svg, at, next - at);
    at = next;
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                   [&](std::string_view m) { return svg.compare(at, m.size(), m) == 0; });
    if (mark == kMarks.end()) {
      out += svg[at++];
      continue;
    }
    out += *mark;
    at += mark->size();
    const size_t end = std::min(svg.find_first_not_of("0123456789", at), svg.size());
    out += std::to_string(numbers.emplace(svg.substr(at, end - at), numbers.size() + 1).first->second);
    at = end;
  }
  out.append(svg, at, std::string::npos);
  return out;
}

/// Lets a PDF keep a picture of 0xXXRRGGBB words as JPEG.
Result<Done> attach_jpeg(cairo_surface_t* picture, int quality) {
  Result<std::string> jpeg =
      encode_jpeg({reinterpret_cast<const uint32_t*>(cairo_image_surface_get_data(picture)),
                   cairo_image_surface_get_width(picture), cairo_image_surface_get_height(picture),
                   static_cast<size_t>(cairo_image_surface_get_stride(picture)) / sizeof(uint32_t)},
                  quality);
  if (!jpeg) return jpeg.error();
  auto* const kept = new std::string(std::move(jpeg).value());
  const auto drop = [](void* text) { delete static_cast<std::string*>(text); };
  const cairo_status_t status = cairo_surface_set_mime_data(
      picture, CAIRO_MIME_TYPE_JPEG, reinterpret_cast<unsigned char*>(kept->data()),
      static_cast<unsigned long>(kept->size()), drop, kept);
  if (status == CAIRO_STATUS_SUCCESS) return Done{};
  drop(kept);
  return cairo_error(status, "raster base as JPEG");
}

cairo_surface_t* pixels_of(PageSize page, PageMemory* memory) {
  if (memory == nullptr) return cairo_image_surface_create(CAIRO_FORMAT_RGB24, page.width_px, page.height_px);
  const auto width = static_cast<size_t>(page.width_px), height = static_cast<size_t>(page.height_px);
  uint32_t* const words = memory->words(width * height);
  return cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(words), CAIRO_FORMAT_RGB24,
                                             page.width_px, page.height_px, 4 * page.width_px);
}

}  // namespace

uint32_t* PageMemory::words(size_t count) {
  if (count > count_) {
    words_.reset();  // never both at once
    words_ = make_large<uint32_t>(count);
    count_ = count;
  }
  return words_.get();
}

Canvas::Canvas(Canvas&& other) noexcept
    : format_(other.format_),
      dpi_(other.dpi_),
      page_(other.page_),
      jpeg_quality_(other.jpeg_quality_),
      unit_(other.unit_),
      surface_(std::exchange(other.surface_, nullptr)),
      context_(std::exchange(other.context_, nullptr)),
      stream_(std::move(other.stream_)) {}

Canvas::~Canvas() {
  if (context_ != nullptr) cairo_destroy(context_);
  if (surface_ != nullptr) {
    cairo_surface_finish(surface_);
    cairo_surface_destroy(surface_);
  }
}

Result<Canvas> Canvas::create(PageSize page, int dpi, PageFormat format, PageMemory* memory) {
  Canvas canvas;
  canvas.format_ = format;
  canvas.dpi_ = dpi;
  canvas.stream_ = std::make_unique<std::string>();
  double unit = 1;  // surface units per page pixel
  switch (format) {
    case PageFormat::png:
      canvas.surface_ = pixels_of(page, memory);
      break;
    case PageFormat::svg:
      unit = 96.0 / dpi;  // CSS pixels
      canvas.surface_ = cairo_svg_surface_create_for_stream(append, canvas.stream_.get(),
                                                            page.width_px * unit, page.height_px * unit);
      cairo_svg_surface_set_document_unit(canvas.surface_, CAIRO_SVG_UNIT_PX);
      break;
    case PageFormat::pdf:
      unit = 72.0 / dpi;
      canvas.surface_ = cairo_pdf_surface_create_for_stream(append, canvas.stream_.get(),
                                                            page.width_px * unit, page.height_px * unit);
      // Cairo 1.16 would write the clock, and two runs would differ.
      cairo_pdf_surface_set_metadata(canvas.surface_, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
      break;
  }
  const cairo_status_t status = cairo_surface_status(canvas.surface_);
  if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status, "page");
  canvas.context_ = cairo_create(canvas.surface_);
  canvas.unit_ = unit;
  cairo_scale(canvas.context_, unit, unit);
  return canvas;
}

Result<Done> Canvas::place(int width, int height, int left_px, int top_px,
                           const std::function<void(const PixelTarget&)>& fill) {
  const auto target_at = [&](cairo_surface_t* surface, int x, int y) {
    const auto stride = static_cast<size_t>(cairo_image_surface_get_stride(surface)) / 4;
    auto* words = reinterpret_cast<uint32_t*>(cairo_image_surface_get_data(surface));
    return PixelTarget{words + static_cast<size_t>(y) * stride + x, width, height, stride};
  };
  if (format_ == PageFormat::png) {
    assert(left_px >= 0 && left_px + width <= cairo_image_surface_get_width(surface_));
    assert(top_px >= 0 && top_px + height <= cairo_image_surface_get_height(surface_));
    cairo_surface_flush(surface_);
    fill(target_at(surface_, left_px, top_px));
    cairo_surface_mark_dirty_rectangle(surface_, left_px, top_px, width, height);
    return Done{};
  }
  cairo_surface_t* raster = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status(raster) != CAIRO_STATUS_SUCCESS) {
    const Error error = cairo_error(cairo_surface_status(raster), "raster base");
    cairo_surface_destroy(raster);
    return error;
  }
  fill(target_at(raster, 0, 0));
  cairo_surface_mark_dirty(raster);
  if (jpeg_quality_ > 0 && format_ == PageFormat::pdf)
    if (auto kept = attach_jpeg(raster, jpeg_quality_); !kept) {
      cairo_surface_destroy(raster);
      return kept;
    }
  cairo_save(context_);
  cairo_identity_matrix(context_);
  cairo_scale(context_, unit_, unit_);
  cairo_translate(context_, left_px, top_px);
  cairo_set_source_surface(context_, raster, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context_), CAIRO_FILTER_BILINEAR);
  cairo_rectangle(context_, 0, 0, width, height);
  cairo_fill(context_);
  cairo_restore(context_);
  cairo_surface_destroy(raster);
  return check("raster base");
}

Result<Done> Canvas::check(const char* layer) const {
  const cairo_status_t status = cairo_status(context_);
  if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status, layer);
  return Done{};
}

void Canvas::next_page() {
  assert(format_ == PageFormat::pdf);
  cairo_show_page(context_);
  ++page_;
}

void Canvas::add_bookmark(const std::string& title) {
  if (format_ != PageFormat::pdf) return;
  const std::string page = "page=" + std::to_string(page_);
  cairo_pdf_surface_add_outline(surface_, CAIRO_PDF_OUTLINE_ROOT, title.c_str(), page.c_str(),
                                static_cast<cairo_pdf_outline_flags_t>(0));
}

void Canvas::set_title(const std::string& title) {
  if (format_ == PageFormat::pdf)
    cairo_pdf_surface_set_metadata(surface_, CAIRO_PDF_METADATA_TITLE, title.c_str());
}

Result<std::string> Canvas::finish() {
  if (auto ok = check("page"); !ok) return ok.error();
  if (format_ == PageFormat::png) {
    cairo_surface_flush(surface_);
    const PixelView pixels{reinterpret_cast<const uint32_t*>(cairo_image_surface_get_data(surface_)),
                           cairo_image_surface_get_width(surface_), cairo_image_surface_get_height(surface_),
                           static_cast<size_t>(cairo_image_surface_get_stride(surface_)) / 4};
    return encode_png(pixels, dpi_);
  }
  cairo_show_page(context_);
  cairo_destroy(std::exchange(context_, nullptr));
  cairo_surface_finish(surface_);
  const cairo_status_t status = cairo_surface_status(surface_);
  if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status, "page");
  if (format_ == PageFormat::svg) return with_own_numbers(*stream_);
  return std::move(*stream_);
}

}  // namespace fw
