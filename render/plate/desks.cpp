#include "render/plate/desks.h"

#include <algorithm>
#include <utility>

namespace fw {

Desk PlateDesks::Spare::take() {
  const std::scoped_lock lock(mutex_);
  if (spare_.empty()) return {};
  Desk desk = std::move(spare_.back());
  spare_.pop_back();
  return desk;
}

void PlateDesks::Spare::give(Desk desk) {
  const std::scoped_lock lock(mutex_);
  spare_.push_back(std::move(desk));
}

PlateDesks::PlateDesks() : spare_(std::make_unique<Spare>()) {}
PlateDesks::PlateDesks(PlateDesks&&) noexcept = default;
PlateDesks& PlateDesks::operator=(PlateDesks&&) noexcept = default;
PlateDesks::~PlateDesks() = default;

void PlateDesks::lay_out(const PlateStyle& style, int pages) {
  constexpr double kMostBytes = 256.0 * (1 << 20);  // more is not worth holding while something else is made
  const auto page = page_size(style);
  if (!page) return;
  const double page_words = static_cast<double>(page.value().width_px) * page.value().height_px;
  if (4 * page_words * (pages + 2) > kMostBytes) return;
  for (int i = 0; i < pages; ++i) {
    Desk desk;
    const auto words = static_cast<size_t>(page_words);
    touch_large(desk.memory.words(words), words * sizeof(uint32_t));
    if (auto type = Typesetter::open())
      desk.type = std::move(type).value();  // else the page says what is missing
    spare_->give(std::move(desk));
  }
  reserve_base(spare_->ground, style.map_px);
  const size_t pixels = spare_->ground.room;
  touch_large(spare_->ground.sea.get(), pixels * sizeof(uint32_t));
  touch_large(spare_->ground.light.get(), pixels * sizeof(uint16_t));
  touch_large(spare_->ground.beach.get(), pixels);
}

}  // namespace fw
