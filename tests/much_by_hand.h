#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/field/shape.h"
#include "core/template/template_io.h"

/// A stroke of seven vertices from a place on, about 40 m apart.
inline std::vector<fw::Vec2> stroke_from(fw::Vec2 start, fw::RandomCursor& random) {
  std::vector<fw::Vec2> way{start};
  for (int n = 0; n < 6; ++n)
    way.push_back(way.back() + fw::Vec2{60 * (random.uniform() - 0.3), 60 * (random.uniform() - 0.3)});
  return way;
}

/// A template that was worked on for long: 1,000 strokes of biomes and 2,000 pins, 300 kB of text.
inline fw::Template with_much_by_hand(fw::Template t) {
  fw::RandomCursor random{fw::derive(5, "bench.hand"), 0};
  const auto place = [&] {
    return fw::Vec2{t.frame.width_m * random.uniform(), t.frame.height_m * random.uniform()};
  };
  for (int k = 0; k < 1000; ++k) {
    fw::PaintRow row;
    row.id = "b" + std::to_string(k) + "s";
    row.cls = t.vocabulary.biomes[static_cast<size_t>(k) % t.vocabulary.biomes.size()].id;
    row.place = {fw::write_shape({fw::Shape::Kind::lines, {stroke_from(place(), random)}}), 60, {}};
    t.hand.biome.push_back(std::move(row));
  }
  for (int k = 0; k < 2000; ++k) {
    fw::PinRow row;
    row.id = "p" + std::to_string(k) + "s";
    row.cls = t.resources[static_cast<size_t>(k) % t.resources.size()].slug;
    const fw::Vec2 at = place();
    row.x_m = std::round(at.x);
    row.y_m = std::round(at.y);
    t.hand.pins.push_back(std::move(row));
  }
  return fw::parse_template(fw::write_template(t), "bench").value();
}
