// The whole table of the spawn study, 20 seeds: not a test, run manually.
//   ninja spawn_table && tests/spawn/spawn_table [seeds]

#include <cstdio>
#include <cstdlib>
#include <string>

#include "spawn_run.h"

using namespace fw;
using namespace fw::test;

namespace {

/// What the reading of the paper gives at small, medium and large: ISI CV, coverage distance. 0 = not stated.
struct Expected {
  SpawnMethod method;
  double isi_cv[3];
  double coverage[3];
};
constexpr Expected kExpected[] = {
    {SpawnMethod::perlin_a, {2.84, 1.233, 1.687}, {0, 2.952, 4.299}},
    {SpawnMethod::perlin_b, {0, 1.419, 1.397}, {0, 3.538, 4.825}},
    {SpawnMethod::perlin_b_far, {0, 2.05, 1.50}, {0, 3.18, 3.87}},
    {SpawnMethod::uniform, {3.56, 0.359, 0.000}, {3.35, 2.540, 3.510}},
    {SpawnMethod::filtered, {2.3, 0.091, 0.048}, {0, 2.872, 4.073}},
    {SpawnMethod::poisson_disk, {0, 4.022, 4.658}, {0, 2.547, 2.518}},
    {SpawnMethod::mvn_poisson, {0, 5.585, 2.304}, {0, 16.7, 29.2}},
    {SpawnMethod::facility, {0, 0, 0}, {0, 4.27, 5.21}},
    {SpawnMethod::sinusoid, {0, 0.803, 0.801}, {0, 3.991, 5.582}},
    {SpawnMethod::a_full, {.04, .07, .11}, {2.69, 2.05, 2.14}},
    {SpawnMethod::b_full, {.04, .07, .11}, {2.75, 2.23, 2.40}},
};

/// Mean and seed sd; expected, deviation in percent and in standard errors of our mean.
std::string cell(const std::vector<double>& values, double expected) {
  const MeanSd m = mean_sd(values);
  const auto n = static_cast<double>(values.size());
  const double error = m.sd / std::sqrt(n - 1);
  char text[96];
  if (expected > 0)
    std::snprintf(text, sizeof text, "%7.3f sd %.3f (%6.3f %+5.1f %% %+5.1f se)", m.mean,
                  error * std::sqrt(n), expected, 100 * (m.mean / expected - 1),
                  error > 1e-9 ? (m.mean - expected) / error : 0.0);
  else
    std::snprintf(text, sizeof text, "%7.3f sd %.3f                         ", m.mean, error * std::sqrt(n));
  return text;
}

void print_row(const Expected& expected, size_t s, uint64_t seeds) {
  const Scale& scale = kScales[s];
  std::vector<double> cv, coverage, index, spawns, own, reference, eliminated;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const Spawner spawner = bind_at(scaled_preset(expected.method, scale), scale, seed);
    const Run run = run_spawn(spawner, int64_t{600} * scale.cycles, true);
    cv.push_back(isi_cv(run));
    coverage.push_back(coverage_distance(run, scale, seed));
    index.push_back(coverage_index(coverage.back(), run.ticks.size(), scale.side_m));
    spawns.push_back(static_cast<double>(run.ticks.size()) / scale.cycles);
    eliminated.push_back(static_cast<double>(run.eliminated) / scale.cycles);
    reference.push_back(pearson(run.reference, run.phase));
    if (!run.own.empty()) own.push_back(pearson(run.own, run.phase));
  }
  const auto slug = kSpawnMethodSlugs[static_cast<size_t>(expected.method)];
  std::printf("%-13s %-6s N %6.1f sd %.1f el %6.1f c %.3f | isi %s | cov %s | own %6.3f ref %6.3f sd %.3f\n",
              std::string(slug).c_str(), scale.name, mean_sd(spawns).mean, mean_sd(spawns).sd,
              mean_sd(eliminated).mean, mean_sd(index).mean, cell(cv, expected.isi_cv[s]).c_str(),
              cell(coverage, expected.coverage[s]).c_str(), own.empty() ? 0 : mean_sd(own).mean,
              mean_sd(reference).mean, mean_sd(reference).sd);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20;
  for (const Expected& expected : kExpected)
    for (size_t s = 0; s < std::size(kScales); ++s) print_row(expected, s, seeds);
}
