#include "core/ecology/living_year.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ecology/ecology.h"
#include "core/spawn/habitats.h"

namespace fw {
namespace {

constexpr double kBindShare = 0.1;  ///< of the progress

/// How the ground of a class in a block lies in regions.
struct RegionShare {
  int region = 0;
  double share = 0;  ///< of the block's place, together 1
};

/// By place in the class's ground: shares of its own cells; a block that the class only crosses counts for
/// the region at its centre.
std::vector<std::vector<RegionShare>> region_shares(const Ecology& ecology, const World& world,
                                                    const PointClass& cls, const BlockGround& ground) {
  const std::vector<uint32_t> homes = home_cells(world, cls);
  const auto region_at = [&](uint32_t cell) {
    const uint32_t home = homes[cell];
    return home == UINT32_MAX ? 0 : static_cast<int>(world.region[home]);
  };
  std::vector<std::vector<RegionShare>> out(ground.size());
  for (size_t p = 0; p < ground.size(); ++p) {
    const uint32_t first = ground.first[p], end = ground.first[p + 1], block = ground.block[p];
    std::vector<int> regions;
    for (uint32_t k = first; k < end; ++k) regions.push_back(region_at(ground.cells[k]));
    if (first == end)
      regions.push_back(region_at(static_cast<uint32_t>(
          world.grid.cell_at({ecology.blocks.centre_x_m[block], ecology.blocks.centre_y_m[block]}))));
    std::sort(regions.begin(), regions.end());
    for (const int region : regions) {
      if (out[p].empty() || out[p].back().region != region) out[p].push_back({region, 0});
      out[p].back().share += 1 / static_cast<double>(regions.size());
    }
  }
  return out;
}

}  // namespace

Result<std::vector<ClassYear>> living_year(const Template& tmpl, const World& world,
                                           const Progress& progress) {
  std::vector<ClassYear> years;
  if (!has_stocks(tmpl)) return years;
  const Error cancelled{ErrorKind::cancelled, "cancelled while two years of animals were simulated"};
  progress.at("animals", 0);
  const EcologyPtr ecology = bind_ecology(tmpl, world, progress);
  if (ecology == nullptr) return cancelled;
  const Stocks& stocks = ecology->stocks;
  const size_t classes = stocks.classes.size();
  if (classes == 0) return years;
  std::vector<std::vector<std::vector<RegionShare>>> shares;
  for (size_t c = 0; c < classes; ++c) {
    const WebClass& cls = stocks.web.classes[c];
    shares.push_back(region_shares(*ecology, world, tmpl.wildlife[static_cast<size_t>(cls.wildlife)],
                                   stocks.classes[c].ground));
    years.push_back({cls.slug, std::vector<std::vector<double>>(
                                   kYearParts, std::vector<double>(world.regions.size() + 1))});
  }
  const int64_t year = int64_t{tmpl.calendar.year_d} * kQuartersADay;
  std::vector<double> counted(kYearParts);
  std::vector<StockHome> homes = read_homes(stocks, tmpl.calendar, 0);
  StockState state = start_stocks(stocks, homes);
  for (int64_t quarter = 0; quarter < 2 * year; ++quarter) {
    if (progress.cancelled()) return cancelled;
    const int64_t part = quarter * kPartsAQuarter;
    if (quarter > 0 && field_part(part) == part) homes = read_homes(stocks, tmpl.calendar, part);
    if (quarter >= year) {
      const Date date = date_of_part(tmpl.calendar, part);
      const auto of_year =
          static_cast<size_t>(std::clamp(static_cast<int>(date.turn * kYearParts), 0, kYearParts - 1));
      counted[of_year] += 1;
      for (size_t c = 0; c < classes; ++c)
        for (size_t p = 0; p < shares[c].size(); ++p)
          for (const RegionShare& one : shares[c][p])
            years[c].heads[of_year][static_cast<size_t>(one.region)] += one.share * state.heads[c][p];
    }
    step_stocks(stocks, homes, quarter, state);
    progress.at("animals", kBindShare + (1 - kBindShare) * static_cast<double>(quarter + 1) /
                                            static_cast<double>(2 * year));
  }
  for (ClassYear& cls : years)
    for (size_t part = 0; part < cls.heads.size(); ++part)
      for (double& heads : cls.heads[part]) heads /= counted[part];  // a year has a quarter in every part
  return years;
}

}  // namespace fw
