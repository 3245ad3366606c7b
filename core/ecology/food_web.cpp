#include "core/ecology/food_web.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/ecology/blocks.h"
#include "core/ecology/sums_internal.h"
#include "core/model/cure.h"

namespace fw {
namespace {

constexpr double kTerritorySteps = 32;
constexpr double kPerHour = 1.0 / kHoursADay;  ///< days
/// The most that the land takes of a stock, per day: half of it in an hour, so that no step ends at 0.
constexpr double kMostDecline = 0.5 * kHoursADay;
/// The most that territories are tried for: classes times hours of mean field, about 20 s of one core.
constexpr double kMostTrials = 2e9;
constexpr double kMostSwing = 0.6;  ///< that a row may state

/// What the equations need of a web, in flat arrays.
struct WebRates {
  const FoodWeb& web;
  bool hunting = false;
  double season = 1;

  void flows(std::span<const double> x, std::span<double> grown, std::span<double> starved,
             std::span<double> hunted, std::span<double> eaten_by_link) const {
    for (size_t i = 0; i < x.size(); ++i) {
      const WebClass& c = web.classes[i];
      hunted[i] = hunting ? web.hunting * c.turnover * huntable(x[i], web.refuge) : 0;
      starved[i] = 0;
      if (c.predator) {
        starved[i] = c.growth * x[i] * (1 - c.sigma + c.sigma * x[i]);
        grown[i] = 0;
      } else if (c.eaten) {
        grown[i] = c.growth * x[i] *
                   std::max(1 - eighth_power(x[i] / (web.most * season)), -kMostDecline / c.growth);
      } else {
        grown[i] = c.growth * x[i] * (1 + web.hunting);
        starved[i] = c.growth * x[i] * std::min(x[i] / season, kMostDecline / c.growth);
      }
    }
    for (size_t l = 0; l < web.links.size();) {
      const uint32_t predator = web.links[l].predator;
      size_t end = l;
      double food = 0;
      for (; end < web.links.size() && web.links[end].predator == predator; ++end)
        food += web.links[end].diet * x[web.links[end].prey] * x[web.links[end].prey];
      const double per_food = (kHalfFull + 1) * x[predator] / (kHalfFull + food);
      grown[predator] = web.classes[predator].growth * (1 + web.hunting) * per_food * food;
      for (; l < end; ++l) {
        const double prey = x[web.links[l].prey];
        eaten_by_link[l] = web.links[l].mu * per_food * prey * prey;
      }
    }
  }
};

/// Scratch of step_web.
struct WebScratch {
  std::array<WebFlows, 2> at;
  std::vector<double> first, ahead, second;

  explicit WebScratch(const FoodWeb& web)
      : at{WebFlows(web), WebFlows(web)},
        first(web.classes.size()),
        ahead(first.size()),
        second(first.size()) {}
};

void add(const std::vector<double>& from, double factor, std::vector<double>& to) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

void step_hours(const FoodWeb& web, int64_t hour, int64_t hours, bool hunting, std::span<double> x,
                WebFlows* flows, WebScratch& scratch) {
  WebRates rates{web, hunting, 1};
  for (int64_t h = 0; h < hours; ++h) {
    rates.season = web.season_at(hour + h);
    size_t stage = 0;
    heun_step(x, kPerHour, scratch.first, scratch.ahead, scratch.second,
              [&](std::span<const double> at, std::span<double> out) {
                WebFlows& now = scratch.at[stage++];
                rates.flows(at, now.grown, now.starved, now.hunted, now.eaten);
                for (size_t i = 0; i < out.size(); ++i)
                  out[i] = now.grown[i] - now.starved[i] - now.hunted[i];
                for (size_t l = 0; l < web.links.size(); ++l) out[web.links[l].prey] -= now.eaten[l];
              });
    if (flows == nullptr) continue;
    for (const WebFlows& one : scratch.at) {
      add(one.grown, 0.5 * kPerHour, flows->grown), add(one.starved, 0.5 * kPerHour, flows->starved);
      add(one.hunted, 0.5 * kPerHour, flows->hunted), add(one.eaten, 0.5 * kPerHour, flows->eaten);
    }
  }
}

/// The diet shares of a predator over the preys that are there; empty where none is.
std::vector<std::pair<size_t, double>> diet_of(const FoodWeb& web, const PointClass& predator) {
  std::vector<std::pair<size_t, double>> diet;
  double stated = 0, quotas = 0;
  for (const PreyRow& row : predator.life.prey)
    for (size_t i = 0; i < web.classes.size(); ++i) {
      if (web.classes[i].slug != row.cls) continue;
      diet.emplace_back(i, row.share.value_or(-1));
      if (row.share)
        stated += *row.share;
      else
        quotas += web.classes[i].quota;
    }
  double sum = 0;
  for (auto& [prey, share] : diet) {
    if (share < 0) share = std::max(0.0, 1 - stated) * web.classes[prey].quota / quotas;
    sum += share;
  }
  if (!(sum > 0)) return {};
  for (auto& [prey, share] : diet) share /= sum;
  return diet;
}

/// The equations' rates of every class.
void set_rates(FoodWeb& web) {
  const auto speed = [](const WebClass& c) { return 2 * std::numbers::pi / c.cycle_d; };
  std::vector<double> weight(web.classes.size()), mu(web.classes.size());
  const auto weight_of = [&](const WebLink& link) { return web.classes[link.predator].quota * link.diet; };
  for (const WebLink& link : web.links) weight[link.prey] += weight_of(link);
  for (WebLink& link : web.links) {
    link.mu = 2 * speed(web.classes[link.predator]) * weight_of(link) / weight[link.prey];
    mu[link.prey] += link.mu;
  }
  for (size_t i = 0; i < web.classes.size(); ++i) {
    WebClass& c = web.classes[i];
    if (c.predator)
      c.turnover = c.growth = speed(c);
    else if (c.eaten)
      c.turnover = mu[i], c.growth = mu[i] * (1 + web.hunting) / (1 - 1 / eighth_power(web.most));
    else
      c.turnover = c.growth = 2 * speed(c);
  }
}

/// The classes that a class shares food with, itself included: a web of their own.
struct WebPart {
  FoodWeb web;
  std::vector<size_t> of;  ///< into the whole web
};

std::vector<WebPart> parts_of(const FoodWeb& web) {
  std::vector<size_t> root(web.classes.size());
  std::iota(root.begin(), root.end(), size_t{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (const WebLink& link : web.links) {
      const size_t low = std::min(root[link.predator], root[link.prey]);
      changed = changed || root[link.predator] != low || root[link.prey] != low;
      root[link.predator] = root[link.prey] = low;
    }
  }
  std::vector<WebPart> parts;
  for (size_t first = 0; first < root.size(); ++first) {
    if (root[first] != first) continue;
    WebPart part;
    part.web = web;
    part.web.classes.clear(), part.web.links.clear();
    std::vector<uint32_t> place(web.classes.size());
    for (size_t i = 0; i < root.size(); ++i)
      if (root[i] == first) {
        place[i] = static_cast<uint32_t>(part.of.size());
        part.of.push_back(i), part.web.classes.push_back(web.classes[i]);
      }
    for (WebLink link : web.links)
      if (root[link.predator] == first) {
        link.predator = place[link.predator], link.prey = place[link.prey];
        part.web.links.push_back(link);
      }
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Least, greatest and mean x of every class over an interval.
struct Extent {
  double low = INFINITY, high = 0, sum = 0;
  int64_t hours = 0;

  void add(double x) { low = std::min(low, x), high = std::max(high, x), sum += x, ++hours; }
  double mean() const { return sum / static_cast<double>(hours); }
  double swing() const { return mean() > 0 ? (high - low) / 2 / mean() : 0; }
};

/// Off the rest state, so that a cycle that is there shows without a season.
std::vector<double> before_start(const FoodWeb& web) {
  constexpr double kPush = 1.25;
  std::vector<double> x;
  for (const WebClass& c : web.classes) x.push_back(c.eaten ? kPush : 1.0);
  return x;
}

/// The second half of a number of hours of mean field.
std::vector<Extent> second_half(const FoodWeb& web, int64_t hours, bool hunting) {
  std::vector<double> x = before_start(web);
  WebScratch scratch(web);
  step_hours(web, 0, hours / 2, hunting, x, nullptr, scratch);
  std::vector<Extent> extents(x.size());
  for (int64_t h = hours / 2; h < hours; ++h) {
    step_hours(web, h, 1, hunting, x, nullptr, scratch);
    for (size_t i = 0; i < x.size(); ++i) extents[i].add(x[i]);
  }
  return extents;
}

/// Whole years, an even number of them, of at least so many years of 360 days and a dozen of the part's
/// longest cycles; hours.
int64_t run_hours(const FoodWeb& web, const Calendar& calendar, double years) {
  double cycle_d = 0;
  for (const WebClass& c : web.classes) cycle_d = std::max(cycle_d, c.cycle_d);
  const double days = std::max(years * 360, 12 * cycle_d);
  const double even = std::max(1.0, std::ceil(days / (2.0 * calendar.year_d)));
  return static_cast<int64_t>(even) * 2 * calendar.year_d * kHoursADay;
}

/// The worst swing of a predator's preys, without and with the design load.
double prey_swing(const FoodWeb& web, uint32_t predator, int64_t hours) {
  double worst = 0;
  for (const bool hunting : {false, true}) {
    if (hunting && web.hunting <= 0) continue;
    const std::vector<Extent> extents = second_half(web, hours, hunting);
    for (const WebLink& link : web.links)
      if (link.predator == predator) worst = std::max(worst, extents[link.prey].swing());
  }
  return worst;
}

void calibrate_predator(FoodWeb& web, uint32_t predator, int64_t hours, const Progress& progress) {
  WebClass& c = web.classes[predator];
  const double top = std::max(1.0, 1.3 * hopf_territory(web));
  c.sigma = top;
  c.swing_found = prey_swing(web, predator, hours);
  if (c.swing_found > c.swing) return;
  for (int step = 1; step <= static_cast<int>(kTerritorySteps) && !progress.cancelled(); ++step) {
    const double before = c.sigma;
    c.sigma = top * (1 - step / kTerritorySteps);
    const double swing = prey_swing(web, predator, hours);
    if (swing > c.swing) {
      c.sigma = before;
      return;
    }
    c.swing_found = swing;
  }
}

/// Classes times hours that calibrate_predator() may take for a part's predators.
double trials_of(const FoodWeb& web, const Calendar& calendar) {
  const auto predators = std::ranges::count_if(web.classes, [](const WebClass& c) { return c.predator; });
  const double loads = web.hunting > 0 ? 2 : 1;
  return static_cast<double>(predators) * (kTerritorySteps + 1) * loads *
         static_cast<double>(web.classes.size()) * static_cast<double>(run_hours(web, calendar, 6));
}

/// The worst swing of each predator's preys, of an interval that was run.
void take_swings(const std::vector<Extent>& extents, FoodWeb& web) {
  for (const WebLink& link : web.links) {
    double& found = web.classes[link.predator].swing_found;
    found = std::max(found, extents[link.prey].swing());
  }
}

/// `tries` = territories are tried; else they stay as strong as they get.
void calibrate_part(FoodWeb& web, const Calendar& calendar, int extra_years, bool tries,
                    const Progress& progress) {
  for (WebClass& c : web.classes)
    if (c.predator) c.sigma = std::max(1.0, 1.3 * hopf_territory(web));
  for (uint32_t i = 0; i < web.classes.size(); ++i)
    if (tries && web.classes[i].predator) calibrate_predator(web, i, run_hours(web, calendar, 6), progress);
  if (progress.cancelled()) return;
  const std::vector<Extent> extents = second_half(web, run_hours(web, calendar, 16), true);
  if (!tries) take_swings(extents, web);
  std::vector<double> x = before_start(web);
  WebScratch scratch(web);
  const int64_t before =
      run_hours(web, calendar, 4) + static_cast<int64_t>(extra_years) * calendar.year_d * kHoursADay;
  step_hours(web, 0, before, true, x, nullptr, scratch);
  for (size_t i = 0; i < x.size(); ++i) {
    WebClass& c = web.classes[i];
    const double mean = extents[i].mean();
    c.unit = mean > 0 ? c.quota / mean : c.quota;
    c.start = x[i];
    if (!c.predator) c.swing_found = extents[i].swing();
  }
}

Finding season_exceeds_swing(const WebClass& c) {
  const double enough = std::ceil(100 * c.swing_found) / 100;
  const std::string path = "wildlife." + c.slug + ".swing";
  std::vector<Cure> cures;
  if (enough <= kMostSwing) cures.push_back({raise_to(path, enough)});
  const std::string raise = cures.empty() ? "" : cure_words(cures[0]) + " or ";
  return {Severity::warning, "season_exceeds_swing", path,
          c.slug + ": with territory as strong as it gets its preys still swing by " +
              rounded_text(c.swing_found, 3) + " of their mean, more than the " + number_text(c.swing) +
              " asked: the seasons alone do that; " + raise + "lower ecology.winter.",
          std::move(cures)};
}

/// Where trying territories would take too long.
Finding food_web_long(const FoodWeb& web, double trials) {
  const auto longest = std::ranges::max_element(web.classes, {}, &WebClass::cycle_d);
  const std::string path = "wildlife." + longest->slug + ".cycle_d";
  return {Severity::warning,
          "food_web_long",
          path,
          "Predators and prey with cycles of up to " + rounded_text(longest->cycle_d) + " days would take " +
              rounded_text(trials / kMostTrials, 2) +
              " times as long to calibrate as there is time for: territories stay as strong as they get, so "
              "stocks hardly cycle. Lower " +
              path + ", or have fewer predators and preys.",
          {}};
}

}  // namespace

double huntable(double x, double refuge) {
  return x > refuge ? (x - refuge) / (1 - refuge) : 0;
}

double hopf_territory(const FoodWeb& web) {
  const double least = 1 / eighth_power(web.most);
  return 1 - 16 * (1 + web.hunting) * least / (1 - least);
}

FoodWeb make_food_web(const Template& tmpl, std::span<const int> wildlife, std::span<const double> quota) {
  FoodWeb web;
  const EcologyParams& params = tmpl.ecology;
  web.most = params.most, web.refuge = params.refuge;
  web.hunting = params.players > 0 ? params.hunting_share : 0;
  for (size_t i = 0; i < wildlife.size(); ++i) {
    const PointClass& cls = tmpl.wildlife[static_cast<size_t>(wildlife[i])];
    WebClass c;
    c.slug = cls.slug, c.wildlife = wildlife[i], c.quota = c.unit = quota[i];
    c.swing = cls.life.swing, c.cycle_d = cls.life.cycle_d;
    web.classes.push_back(std::move(c));
  }
  for (uint32_t i = 0; i < web.classes.size(); ++i)
    for (const auto& [prey, share] :
         diet_of(web, tmpl.wildlife[static_cast<size_t>(web.classes[i].wildlife)])) {
      web.links.push_back({i, static_cast<uint32_t>(prey), share, 0});
      web.classes[i].predator = true, web.classes[prey].eaten = true;
    }
  set_rates(web);
  const Calendar& calendar = tmpl.calendar;
  for (int64_t hour = 0; hour < int64_t{calendar.year_d} * kHoursADay; ++hour) {
    const Date date =
        date_since_start(calendar, hour / kHoursADay, static_cast<double>(hour % kHoursADay) / kHoursADay);
    web.season.push_back(1 + params.winter * date.season);
  }
  return web;
}

void step_web(const FoodWeb& web, int64_t hour, int hours, bool hunting, std::span<double> x,
              WebFlows* flows) {
  WebScratch scratch(web);
  step_hours(web, hour, hours, hunting, x, flows, scratch);
}

void calibrate(FoodWeb& web, const Calendar& calendar, int extra_years, Findings& findings,
               const Progress& progress) {
  std::vector<WebPart> parts = parts_of(web);
  double trials = 0;
  for (const WebPart& part : parts) trials += trials_of(part.web, calendar);
  const bool tries = trials <= kMostTrials;
  if (!tries) findings.push_back(food_web_long(web, trials));
  parallel_for(parts.size(), 1, [&](size_t begin, size_t end) {
    for (size_t p = begin; p < end; ++p) calibrate_part(parts[p].web, calendar, extra_years, tries, progress);
  });
  for (const WebPart& part : parts)
    for (size_t i = 0; i < part.of.size(); ++i) web.classes[part.of[i]] = part.web.classes[i];
  for (const WebClass& c : web.classes)
    if (c.predator && c.swing_found > c.swing) findings.push_back(season_exceeds_swing(c));
}

}  // namespace fw
