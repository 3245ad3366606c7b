#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/calendar.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"

// The totals of a food web: one stock per class of wildlife, x = heads over the class's unit, per day
// (docs/ecology.md, 2). x = 1 is the rest state of every class, whatever the quotas.
//
//   prey      dx/dt = r x (1 - (x / (most s))^8) - sum over predators of mu x_j (beta + 1) x^2 / (beta + y_j)
//   alone     dx/dt = r x ((1 + h) - x / s)                              a class that nothing eats
//   predator  dx/dt = rho (1 + h) x (beta + 1) y / (beta + y) - rho x (1 - sigma + sigma x)
//   each less h * turnover * v(x) where players hunt; y_j = sum of diet * x^2 over j's preys; s = the
//   season's factor on what the land carries.
// Theta-logistic growth (Gilpin, Ayala 1973), switching predators (Holling III; Murdoch 1969), territory
// sigma.
namespace fw {

inline constexpr double kHalfFull = 1.0 / 3;  ///< beta: predators are 3/4 full at rest
inline constexpr int kHoursADay = 24;         ///< steps of the totals in a day

/// A predator and one of its preys.
struct WebLink {
  uint32_t predator = 0, prey = 0;  ///< into FoodWeb::classes
  double diet = 0;                  ///< share of the predator's food, [0, 1]
  double mu = 0;                    ///< what the predator takes of the prey at rest, per day
};

struct WebClass {
  std::string slug;
  int wildlife = 0;  ///< into Template::wildlife
  double quota = 0;  ///< heads: the mean that the class has
  double swing = 0;  ///< the most half-range over the mean; a predator's counts for its preys
  double cycle_d = 0;
  bool predator = false;
  bool eaten = false;      ///< has a predator
  double turnover = 0;     ///< at rest, per day: mu, rho or r
  double growth = 0;       ///< r, per day; predators: rho
  double sigma = 0;        ///< predators: territory
  double swing_found = 0;  ///< half-range over mean of the worst prey, by the mean field; prey: its own
  double unit = 1;         ///< heads at x = 1
  double start = 1;        ///< x where a run begins, on the attractor
};

struct FoodWeb {
  std::vector<WebClass> classes;
  std::vector<WebLink> links;  ///< by predator, then as its preys are stated
  double most = 1.6;
  double refuge = 0.2;
  double hunting = 0;          ///< h: of the turnover, at the design load; 0 without players
  std::vector<double> season;  ///< s by hour of the year, from the date of second 0

  double season_at(int64_t hour) const { return season[static_cast<size_t>(hour) % season.size()]; }
};

/// x in excess of the refuge, 1 at rest: what can be hunted.
double huntable(double x, double refuge);
/// The territory at which cycles begin: (mu/2 - 8 r most^-8) / rho with mu = 2 rho.
double hopf_territory(const FoodWeb& web);

/// The web of classes of wildlife with their quotas; preys that are not among them are left out, and a
/// predator without any prey lives alone. Not calibrated: sigma 0, unit = quota.
FoodWeb make_food_web(const Template& tmpl, std::span<const int> wildlife, std::span<const double> quota);

/// What an interval changes, in x: by class, eaten by link. grown of what is eaten is less than 0 where more
/// live than the land carries.
struct WebFlows {
  std::vector<double> grown, starved, hunted, eaten;

  explicit WebFlows(const FoodWeb& web)
      : grown(web.classes.size()), starved(grown), hunted(grown), eaten(web.links.size()) {}
};

/// One step of Heun's rule (second order): x += dt / 2 (f(x) + f(x + dt f(x))). rates(x, out) writes f.
/// `first` and `second` are scratch of x's length; x stays at or above 0.
template <typename Rates>
void heun_step(std::span<double> x, double dt, std::span<double> first, std::span<double> ahead,
               std::span<double> second, const Rates& rates) {
  rates(std::span<const double>(x), first);
  for (size_t i = 0; i < x.size(); ++i) {
    const double to = x[i] + dt * first[i];
    ahead[i] = to > 0 ? to : 0;
  }
  rates(std::span<const double>(ahead), second);
  for (size_t i = 0; i < x.size(); ++i) {
    const double to = x[i] + 0.5 * dt * (first[i] + second[i]);
    x[i] = to > 0 ? to : 0;
  }
}

/// The web over `hours` hours from an hour of the clock, x changed in place; `hunting` = the design load's
/// losses by hunting are taken. The flows are added to `flows` where it is not null.
void step_web(const FoodWeb& web, int64_t hour, int hours, bool hunting, std::span<double> x,
              WebFlows* flows = nullptr);

/// Territories, units and starts by the mean field, predators in order: per predator the least of 33
/// territories from max(1, 1.3 hopf_territory) down to 0 before the first at which a prey's half-range
/// exceeds `swing`, without and with the design load; then unit = quota / mean. Parallel over the parts of
/// the web that share no class. Findings: season_exceeds_swing where the largest territory does not do;
/// food_web_long where trying territories would take more than about 20 s of a core: then they stay the
/// largest.
/// `extra_years`: years of mean field before the start, besides 4. Where `progress` is cancelled the web is
/// not calibrated: drop it.
void calibrate(FoodWeb& web, const Calendar& calendar, int extra_years, Findings& findings,
               const Progress& progress = {});

}  // namespace fw
