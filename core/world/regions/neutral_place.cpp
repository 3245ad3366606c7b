#include "core/world/regions/neutral_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {

std::vector<Vec2> owner_homes(const Template& tmpl) {
  std::vector<Vec2> homes;
  for (const FactionRow& row : tmpl.vocabulary.factions)
    if (row.role == FactionRole::owner && row.share > 0 && row.home) {
      const Vec2 home{row.home->x * tmpl.frame.width_m, row.home->y * tmpl.frame.height_m};
      if (std::ranges::find(homes, home) == homes.end()) homes.push_back(home);
    }
  return homes;
}

std::vector<Vec2> border_homes(const Template& tmpl) {
  std::vector<Vec2> homes = owner_homes(tmpl);
  if (homes.size() >= 2) return homes;
  return {{0, tmpl.frame.height_m / 2}, {tmpl.frame.width_m, tmpl.frame.height_m / 2}};
}

size_t nearest_home(const std::vector<Vec2>& homes, Vec2 p) {
  size_t best = 0;
  for (size_t k = 1; k < homes.size(); ++k)
    if (squared_distance(p, homes[k]) < squared_distance(p, homes[best])) best = k;
  return best;
}

TowardsKey::TowardsKey(const Template& tmpl, const Towards& towards)
    : towards_(towards), half_{tmpl.frame.width_m / 2, tmpl.frame.height_m / 2}, homes_(border_homes(tmpl)) {}

double TowardsKey::operator()(Vec2 p) const {
  switch (towards_.kind) {
    case Towards::Kind::direction:
      return p.x * towards_.unit.x + p.y * towards_.unit.y;
    case Towards::Kind::centre:
    case Towards::Kind::rim: {
      const double u = p.x / half_.x - 1, v = p.y / half_.y - 1;
      const double out = std::sqrt(u * u + v * v) * std::min(half_.x, half_.y);
      return towards_.kind == Towards::Kind::rim ? out : -out;
    }
    case Towards::Kind::border: {
      // Minus the distance to the nearest line halfway between the nearest home and another.
      const Vec2 own = homes_[nearest_home(homes_, p)];
      double least = std::numeric_limits<double>::infinity();
      for (const Vec2 other : homes_)
        if (other != own)
          least = std::min(least, (squared_distance(p, other) - squared_distance(p, own)) /
                                      (2 * std::sqrt(squared_distance(own, other))));
      return -least;
    }
    case Towards::Kind::spread:
    case Towards::Kind::none:
      break;
  }
  return 0;
}

}  // namespace fw
