#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

// Power diagrams over many places (Aurenhammer 1987). Private to regions_plan.
namespace fw {

/// A centre of a power diagram.
struct PowerCentre {
  double x = 0;
  double y = 0;
  double weight = 0;  ///< m^2, subtracted from the squared distance
};

/// The places whose least power distance is to one centre: how many, and the sums of their coordinates.
struct PowerCell {
  double count = 0;
  double x = 0;
  double y = 0;
};

/// Places at x, y, of which successive ones lie near each other: those of a box together rule out most
/// centres. The arrays must outlive it.
class PowerPlaces {
 public:
  PowerPlaces(std::span<const double> x, std::span<const double> y);

  /// Every centre's cell; sums run over pieces of the places in order.
  std::vector<PowerCell> cells_of(std::span<const PowerCentre> centres) const;
  /// Calls visit(place, number of its centre) for every place, on all threads. Ties go to the lowest number.
  void for_each(std::span<const PowerCentre> centres,
                const std::function<void(size_t place, size_t centre)>& visit) const;

  /// The frame of successive places.
  struct Box {
    double x, y;            ///< its middle
    double half_x, half_y;  ///< half its sides
  };

 private:
  std::span<const double> x_, y_;
  std::vector<Box> boxes_;
};

}  // namespace fw
