#include "render/overlay/overlay_internal.h"

// The world over time: how dense a class of animals is, or the front of one of nodes; what stands of it, the
// other animals, players.
namespace fw::overlay {

namespace {

const Rgb kRim = Rgb::hex(0x10161E);

}  // namespace

void paint_content(const EcologyOverlay& ecology, const OverlayClock&, const Painting& painting,
                   const Brushes& brushes) {
  paint_field(ecology.field, painting);
  const bool animals = ecology.classes[ecology.shown].category == Category::wildlife;
  const Pixels shown(ecology.of_shown, painting.window), resting(ecology.resting, painting.window);
  const Pixels others(ecology.others, painting.window), players(ecology.players, painting.window);
  const auto scale = static_cast<float>(painting.look.scale);
  const uint32_t other = ink(category_colour(Category::wildlife), animals ? 0.55 : 0.3);
  const uint32_t bright = ink(animals ? overlay_colour::kPlayer : category_colour(Category::resource));
  const uint32_t rim = ink(kRim, 0.9), free = ink(overlay_colour::kCandidate, 0.5);
  const uint32_t player = ink(overlay_colour::kPlayer, 0.6);
  const Sprite* const mark = brushes.marks->find(ecology.classes[ecology.shown]);
  in_strips(painting.target, [&](const Strip& strip) {
    for (size_t i = 0; i < others.x.size(); ++i) brushes.idle.put(strip, others.x[i], others.y[i], other);
    if (painting.look.candidates)
      for (size_t i = 0; i < resting.x.size(); ++i)
        put_ring(strip, resting.x[i], resting.y[i], 2.1f * scale, 0.8f * scale, free);
    for (size_t i = 0; i < players.x.size(); ++i)
      put_ring(strip, players.x[i], players.y[i], 3.4f * scale, 1.0f * scale, player);
    for (size_t i = 0; i < shown.x.size(); ++i) {
      if (mark != nullptr) {
        mark->put(strip, shown.x[i], shown.y[i]);
        continue;
      }
      put_ring(strip, shown.x[i], shown.y[i], 4.0f * scale, 1.6f * scale, rim);
      put_ring(strip, shown.x[i], shown.y[i], 1.7f * scale, 3.4f * scale, bright);
    }
  });
}

}  // namespace fw::overlay
