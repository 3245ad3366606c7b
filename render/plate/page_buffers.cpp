#include "render/plate/page_buffers.h"

#include <algorithm>
#include <utility>

namespace fw {

PageBuffer PageBuffers::Pool::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return {};
  PageBuffer buffer = std::move(free_.back());
  free_.pop_back();
  return buffer;
}

void PageBuffers::Pool::give_back(PageBuffer buffer) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(buffer));
}

PageBuffers::PageBuffers() : pool_(std::make_unique<Pool>()) {}
PageBuffers::PageBuffers(PageBuffers&&) noexcept = default;
PageBuffers& PageBuffers::operator=(PageBuffers&&) noexcept = default;
PageBuffers::~PageBuffers() = default;

void PageBuffers::reserve(const PlateStyle& style, int pages) {
  constexpr double kMostBytes = 256.0 * (1 << 20);  // more is not worth holding while something else is made
  const auto page = page_size(style);
  if (!page) return;
  const double page_words = static_cast<double>(page.value().width_px) * page.value().height_px;
  if (4 * page_words * (pages + 2) > kMostBytes) return;
  for (int i = 0; i < pages; ++i) {
    PageBuffer buffer;
    const auto words = static_cast<size_t>(page_words);
    touch_large(buffer.memory.words(words), words * sizeof(uint32_t));
    if (auto type = Typesetter::open())
      buffer.type = std::move(type).value();  // else the page says what is missing
    pool_->give_back(std::move(buffer));
  }
  reserve_ground(pool_->ground, static_cast<size_t>(style.map_px) * static_cast<size_t>(style.map_px));
  const size_t pixels = pool_->ground.room;
  touch_large(pool_->ground.sea.get(), pixels * sizeof(uint32_t));
  touch_large(pool_->ground.light.get(), pixels * sizeof(uint16_t));
  touch_large(pool_->ground.beach.get(), pixels);
}

}  // namespace fw
