#include "core/search/minimise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlopt.hpp>

namespace fw {
namespace {

constexpr double kVeryLarge = 1e300;
constexpr double kLeastMove = 1e-4;  // of a coordinate: what ends a descent

struct Descent {
  const std::function<bool(const std::vector<double>&, double&)>* value;
  Minimum* best;
  size_t most;
  bool stopped = false;
};

double evaluate(const std::vector<double>& at, std::vector<double>&, void* data) {
  auto& run = *static_cast<Descent*>(data);
  if (run.best->evaluations >= run.most) throw nlopt::forced_stop();
  double value = 0;
  if (!(*run.value)(at, value)) {
    run.stopped = true;
    throw nlopt::forced_stop();
  }
  ++run.best->evaluations;
  if (!std::isfinite(value)) value = kVeryLarge;
  if (value < run.best->value) {
    run.best->value = value;
    run.best->at = at;
  }
  return value;
}

}  // namespace

Minimum minimise(const std::vector<double>& start, double step, size_t evaluations,
                 const std::function<bool(const std::vector<double>&, double&)>& value) {
  Minimum best{start, std::numeric_limits<double>::infinity(), 0};
  Descent run{&value, &best, evaluations};
  while (best.evaluations < evaluations && !run.stopped) {
    const size_t before = best.evaluations;
    nlopt::opt descent(nlopt::LN_SBPLX, static_cast<unsigned>(start.size()));
    descent.set_lower_bounds(0.0);
    descent.set_upper_bounds(1.0);
    descent.set_min_objective(evaluate, &run);
    descent.set_initial_step(step);
    descent.set_xtol_abs(kLeastMove);
    std::vector<double> at = best.at;
    double ignored = 0;
    try {
      descent.optimize(at, ignored);
    } catch (const nlopt::forced_stop&) {
    } catch (const nlopt::roundoff_limited&) {
    }
    if (best.evaluations == before) break;
    step = std::max(step / 2, kLeastMove);
  }
  return best;
}

}  // namespace fw
