#pragma once

#include <string>
#include <vector>

#include "core/field/noise/noise.h"

namespace fw {

/// A curve of the studio's over the hours of a day (docs/coordinators.md): shares joined by smoothsteps,
/// round the clock.
struct CalendarCurve {
  std::string id;
  std::vector<double> hours;   ///< ascending, 0..24, at least 2
  std::vector<double> shares;  ///< as many, 0..1
};

/// The day and the year of a template (core/model/calendar.h reads them); outside the world's identity, like
/// play. A template that states none has no calendar.
struct Calendar {
  double day_s = 86400;         ///< seconds of the simulation's clock in a day
  int year_d = 360;             ///< days in a year
  double start_d = 0.25;        ///< date at second 0, days from midwinter's midnight
  double daylight_low_h = 8;    ///< hours of daylight in midwinter ...
  double daylight_high_h = 16;  ///< ... and in midsummer
  bool repeat = true;           ///< no: each year has other fields
  std::vector<CalendarCurve> curves;
  std::string crowd = "always";  ///< curve of the share of a simulated crowd that is awake

  // What comes and goes over the day, over the year, and fronts of stocks.
  NoiseStack day{.wavelength_m = 900, .octaves = 1, .cells_t = 3};
  NoiseStack season{.wavelength_m = 2500, .octaves = 2, .cells_t = 4};
  NoiseStack front{.wavelength_m = 1500, .octaves = 2, .cells_t = 12};
};

}  // namespace fw
