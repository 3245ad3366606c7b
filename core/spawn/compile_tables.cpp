#include "core/spawn/compile_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/millimetres.h"
#include "core/base/parallel/parallel.h"
#include "core/model/world/enemy_features.h"
#include "core/spawn/table_periods_internal.h"
#include "core/spawn/world_spawn.h"

namespace fw {
namespace {

constexpr int kBestOf = 16;
/// More draws than this for one point only where the ground has no whole millimetre inside.
constexpr int kMostDraws = 64 * kBestOf;
/// Rounds per cell of the front field: a quarter of a cell apart, as a_full's cycles are.
constexpr int kRoundsPerCell = 4;
/// How much more than its share of a class's cap a pool may hold.
constexpr double kPoolSpare = 1.25;

/// Points of a frame that grow in number, with the distance to the nearest of them.
class GrowingPoints {
 public:
  GrowingPoints(const GridSpec& frame, double cell_m)
      : cell_m_(cell_m),
        columns_(static_cast<int>(frame.width_m() / cell_m) + 1),
        rows_(static_cast<int>(frame.height_m() / cell_m) + 1),
        last_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), kNone) {}

  void add(Vec2 at) {
    uint32_t& last =
        last_[static_cast<size_t>(row(at)) * static_cast<size_t>(columns_) + static_cast<size_t>(column(at))];
    before_.push_back(last);
    last = static_cast<uint32_t>(at_.size());
    at_.push_back(at);
  }

  /// Infinite while there is none.
  double nearest2(Vec2 at) const {
    double best2 = std::numeric_limits<double>::infinity();
    const int c = column(at), r = row(at), most = std::max(columns_, rows_);
    for (int ring = 0; ring <= most && !at_.empty(); ++ring) {
      // What lies in this ring is at least so far away.
      const double least_m = (ring - 1) * cell_m_;
      if (ring > 0 && least_m * least_m >= best2) break;
      for (int y = std::max(0, r - ring); y <= std::min(rows_ - 1, r + ring); ++y) {
        const bool edge = y == r - ring || y == r + ring;
        for (int x = c - ring; x <= c + ring; x += edge || ring == 0 ? 1 : 2 * ring)
          if (x >= 0 && x < columns_) look(at, x, y, best2);
      }
    }
    return best2;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  int column(Vec2 at) const { return std::clamp(static_cast<int>(at.x / cell_m_), 0, columns_ - 1); }
  int row(Vec2 at) const { return std::clamp(static_cast<int>(at.y / cell_m_), 0, rows_ - 1); }
  void look(Vec2 at, int x, int y, double& best2) const {
    const size_t cell = static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x);
    for (uint32_t i = last_[cell]; i != kNone; i = before_[i])
      best2 = std::min(best2, squared_distance(at_[i], at));
  }

  double cell_m_;
  int columns_, rows_;
  std::vector<uint32_t> last_,
      before_;  ///< the newest point of a cell; of each point the one before it there
  std::vector<Vec2> at_;
};

/// How strong enemies are that no world has placed: ranked among those that it has.
class EnemyRanks {
 public:
  EnemyRanks(const Template& tmpl, const World& world)
      : tmpl_(tmpl), world_(world), power_(tmpl.vocabulary.danger.size()) {
    std::vector<uint32_t> cells;
    std::vector<size_t> bands;
    for (const Point& p : world.points.points) {
      if (world.points.class_of(p).category != Category::enemy || p.region == 0) continue;
      cells.push_back(static_cast<uint32_t>(world.grid.cell_at(p.position_m)));
      bands.push_back(static_cast<size_t>(p.danger));
    }
    const std::vector<float> power = power_at(cells);
    for (size_t i = 0; i < power.size(); ++i) power_[bands[i]].push_back(power[i]);
    for (std::vector<float>& of_band : power_) std::sort(of_band.begin(), of_band.end());
  }

  std::vector<float> power_at(std::span<const uint32_t> cells) const {
    return enemy_power(tmpl_, salted_seeds(world_.seeds, tmpl_), world_.grid, cells);
  }
  EnemyFeatures features(float power, Danger danger) const {
    const std::vector<float>& all = power_[static_cast<size_t>(danger)];
    const auto below = static_cast<size_t>(std::lower_bound(all.begin(), all.end(), power) - all.begin());
    const double rank = all.empty() ? 0.5
                                    : (static_cast<double>(std::min(below, all.size() - 1)) + 0.5) /
                                          static_cast<double>(all.size());
    return enemy_features(tmpl_.vocabulary.danger[static_cast<size_t>(danger)],
                          tmpl_.vocabulary.rarities.empty() ? 1 : tmpl_.vocabulary.rarities[0].hp_factor,
                          rank);
  }

 private:
  const Template& tmpl_;
  const World& world_;
  std::vector<std::vector<float>> power_;  ///< of the world's enemies, by band, ascending
};

/// The tables of one class; pools and points count from 0.
struct ClassTables {
  SpawnTableClass cls;
  std::vector<SpawnTablePool> pools;
  std::vector<SpawnTablePoint> points;
  std::vector<int> due_s;
  std::vector<SpawnTablePeriod> periods;
  std::vector<SpawnTableStart> start;
};

/// A class with what all its tables read.
struct Compiling {
  const Template& tmpl;
  const World& world;
  const ExportParams& exports;
  const EnemyRanks& enemies;
  const ClassYear* year;  ///< null: it was not simulated
  ClassSpawner spawner;
  std::vector<double> intensity;  ///< by open cell
};

/// The world's own points of a class.
std::vector<size_t> own_points(const Compiling& c) {
  std::vector<size_t> own;
  const std::vector<Point>& points = c.world.points.points;
  for (size_t i = 0; i < points.size(); ++i)
    if (points[i].class_index == c.spawner.habitat.class_index && points[i].region > 0) own.push_back(i);
  return own;
}

/// Places for further points: of 16 draws by intensity the one farthest from all points so far.
std::vector<Vec2> further_places(const Compiling& c, const std::vector<size_t>& own, size_t count) {
  const SpawnArea& area = c.spawner.habitat.area;
  std::vector<double> upto(c.intensity.size());
  std::partial_sum(c.intensity.begin(), c.intensity.end(), upto.begin());
  const auto all = static_cast<double>(own.size() + count);
  GrowingPoints points(c.world.grid, std::max(c.world.grid.cell_m, std::sqrt(eligible_area_m2(area) / all)));
  for (const size_t i : own) points.add(c.world.points.points[i].position_m);
  const uint64_t draws = derive(c.spawner.spawner.plan_stream, "tables");
  std::vector<Vec2> places;
  for (size_t i = 0; i < count; ++i) {
    RandomCursor cursor{random_bits(draws, i)};
    Vec2 best = area.mask->open.grid.centre(area.mask->cells.front());
    double best2 = -1;
    for (int drawn = 0, met = 0; met < kBestOf && drawn < kMostDraws; ++drawn) {
      const Vec2 at = to_millimetres(settled(area, draw_point(area, upto, cursor)));
      if (!in_area(area, at)) continue;
      ++met;
      const double d2 = points.nearest2(at);
      if (d2 > best2) best = at, best2 = d2;
    }
    points.add(best);
    places.push_back(best);
  }
  return places;
}

/// How many points a class has at least.
size_t wanted_points(const SpawnTableClass& cls, const ExportParams& exports) {
  return static_cast<size_t>(std::max<double>(cls.cycle_quota, std::ceil(exports.server_points * cls.cap)));
}

/// Of every point the region that it belongs to.
std::vector<int> fill_points(const Compiling& c, ClassTables& out) {
  const Habitat& habitat = c.spawner.habitat;
  const std::vector<size_t> own = own_points(c);
  const size_t wanted = wanted_points(out.cls, c.exports);
  const std::vector<Vec2> places = further_places(c, own, wanted > own.size() ? wanted - own.size() : 0);
  Raster<float> intensity(c.world.grid);
  const std::vector<uint32_t>& open = habitat.area.mask->cells;
  for (size_t i = 0; i < open.size(); ++i) intensity[open[i]] = static_cast<float>(c.intensity[i]);
  const auto weight_at = [&](Vec2 at) { return static_cast<double>(intensity[c.world.grid.cell_at(at)]); };
  std::vector<int> regions;
  for (const size_t i : own) {
    const Point& p = c.world.points.points[i];
    out.start.push_back({0, static_cast<int>(out.points.size()), p.position_m});
    out.points.push_back({0, static_cast<int>(i), p.position_m, p.level, p.hp_mult, p.dps_mult, p.loot,
                          weight_at(p.position_m)});
    regions.push_back(p.region);
  }
  const std::vector<uint32_t> homes = home_cells(c.world, class_of(c.tmpl, habitat));
  std::vector<uint32_t> cells;
  for (const Vec2 at : places) cells.push_back(static_cast<uint32_t>(c.world.grid.cell_at(at)));
  const bool enemy = habitat.category == Category::enemy;
  const std::vector<float> power = enemy ? c.enemies.power_at(cells) : std::vector<float>{};
  for (size_t i = 0; i < places.size(); ++i) {
    const uint32_t home = homes[cells[i]];
    SpawnTablePoint point{0, -1, places[i], 0, 1, 1, 0, weight_at(places[i])};
    if (enemy) {
      const EnemyFeatures f = c.enemies.features(power[i], static_cast<Danger>(c.world.danger[home] - 1));
      point.level = f.level, point.hp_mult = f.hp_mult, point.dps_mult = f.dps_mult, point.loot = f.loot;
    }
    out.points.push_back(point);
    regions.push_back(c.world.region[home]);
  }
  return regions;
}

/// A pool for every region that has points. What the world begins with has room in it.
void fill_pools(const std::vector<int>& regions, ClassTables& out) {
  std::vector<size_t> count(static_cast<size_t>(UINT8_MAX) + 1), alive(count.size());
  for (const int region : regions) ++count[static_cast<size_t>(region)];
  for (size_t i = 0; i < out.start.size(); ++i) ++alive[static_cast<size_t>(regions[i])];
  std::vector<int> pool_of(count.size());
  for (size_t region = 0; region < count.size(); ++region) {
    if (count[region] == 0) continue;
    const double share = static_cast<double>(count[region]) / static_cast<double>(regions.size());
    pool_of[region] = static_cast<int>(out.pools.size());
    const int cap = static_cast<int>(std::ceil(kPoolSpare * out.cls.cap * share)) + 1;
    out.pools.push_back({0, static_cast<int>(region), std::max(cap, static_cast<int>(alive[region]))});
  }
  for (size_t i = 0; i < regions.size(); ++i) out.points[i].pool = pool_of[static_cast<size_t>(regions[i])];
}

/// Ranks of the front field as seconds. `offset` in [0, 1): of the class, so that classes do not
/// begin on one second.
void fill_due(const Compiling& c, double offset, int cycle_s, ClassTables& out) {
  const Spawner& spawner = c.spawner.spawner;
  const int rounds = c.exports.server_rounds;
  NoiseStack stack = spawner.params.front.stack;
  stack.wavelength_m = spawner.wavelength_m;
  stack.cells_t = rounds / kRoundsPerCell;
  const NoiseField front = bind_noise(stack, spawner.field_stream, 0);
  const size_t count = out.points.size();
  std::vector<double> x(count), y(count);
  for (size_t i = 0; i < count; ++i) x[i] = out.points[i].at_m.x, y[i] = out.points[i].at_m.y;
  std::vector<float> value(count);
  std::vector<uint32_t> order(count);
  out.due_s.resize(count * static_cast<size_t>(rounds));
  for (int round = 0; round < rounds; ++round) {
    sample_noise(front, x, y, static_cast<double>(round) / kRoundsPerCell, value);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return value[a] != value[b] ? value[a] < value[b] : a < b; });
    for (size_t k = 0; k < count; ++k)
      out.due_s[order[k] * static_cast<size_t>(rounds) + static_cast<size_t>(round)] =
          static_cast<int>((static_cast<double>(k) + offset) * cycle_s / static_cast<double>(count));
  }
}

/// A class's numbers of a simulated year; null where it was not simulated.
const ClassYear* year_of(std::span<const ClassYear> years, const Habitat& habitat) {
  if (habitat.category != Category::wildlife) return nullptr;
  for (const ClassYear& year : years)
    if (year.slug == habitat.slug) return &year;
  return nullptr;
}

/// Of every part of the calendar; empty where the class does not hang on the date.
std::vector<int> caps_of(const Template& tmpl, const Habitat& habitat, const ClassYear* year) {
  if (year != nullptr) return spawn::part_caps(*year);
  return spawn::part_caps(tmpl.calendar, habitat.category, class_of(tmpl, habitat).dates, habitat.target);
}

SpawnTableClass class_row(const Template& tmpl, const ClassSpawner& spawner, const ClassYear* year) {
  const Habitat& habitat = spawner.habitat;
  const bool stands = habitat.category == Category::resource;
  SpawnTableClass cls{habitat.slug,
                      habitat.category,
                      habitat.class_index,
                      habitat.target,
                      spawner.spawner.params.quota,
                      habitat.respawn_s,
                      habitat.spacing_m,
                      stands ? 0 : habitat.spacing_m / 2,
                      habitat.respawn_s};
  const std::vector<int> caps = caps_of(tmpl, habitat, year);
  if (!caps.empty()) {  // the hour with the most
    cls.cap = std::max(cls.cap, *std::max_element(caps.begin(), caps.end()));
    cls.cycle_quota = static_cast<int>(
        std::ceil(static_cast<double>(cls.cycle_quota) * cls.cap / std::max(1, habitat.target)));
  }
  cls.cap = std::max(cls.cap, static_cast<int>(habitat.start_m.size()));  // more by pins
  return cls;
}

/// How many rows the turns have, before anything is made of that size.
Result<Done> check_turns(const Template& tmpl, const std::vector<ClassSpawner>& spawners,
                         std::span<const ClassYear> years, const ExportParams& exports) {
  size_t points = 0;
  for (const ClassSpawner& spawner : spawners)
    points += wanted_points(class_row(tmpl, spawner, year_of(years, spawner.habitat)), exports);
  const size_t turns = points * static_cast<size_t>(exports.server_rounds);
  if (turns <= kMostSpawnTurns) return Done{};
  return Error{ErrorKind::limit, std::to_string(turns) + " turns of spawn points, expected at most " +
                                     std::to_string(kMostSpawnTurns) +
                                     ": lower export.server_points or export.server_rounds"};
}

/// What the pools' caps go by, [part of the year][pool]: heads of the simulated year in their regions, else
/// (and where none of them had any) the numbers of their points.
std::vector<std::vector<double>> pool_weights(const ClassYear* year, const ClassTables& tables) {
  std::vector<double> points(tables.pools.size());
  for (const SpawnTablePoint& p : tables.points) ++points[static_cast<size_t>(p.pool)];
  std::vector<std::vector<double>> weights(kYearParts, points);
  if (year == nullptr) return weights;
  for (size_t part = 0; part < weights.size(); ++part) {
    std::vector<double> heads;
    double sum = 0;
    for (const SpawnTablePool& pool : tables.pools) {
      heads.push_back(year->heads[part][static_cast<size_t>(pool.region)]);
      sum += heads.back();
    }
    if (sum > 0) weights[part] = std::move(heads);
  }
  return weights;
}

ClassTables compile_class(const Compiling& c, double offset, int cycle_s) {
  ClassTables out;
  out.cls = class_row(c.tmpl, c.spawner, c.year);
  const std::vector<int> caps = caps_of(c.tmpl, c.spawner.habitat, c.year);
  fill_pools(fill_points(c, out), out);
  if (!caps.empty()) out.periods = spawn::pool_periods(c.tmpl.calendar, caps, pool_weights(c.year, out));
  fill_due(c, offset, cycle_s, out);
  return out;
}

void append(const ClassTables& one, SpawnTables& all) {
  const auto cls = static_cast<int>(all.classes.size()), pool = static_cast<int>(all.pools.size()),
             point = static_cast<int>(all.points.size());
  all.classes.push_back(one.cls);
  for (SpawnTablePool row : one.pools) {
    row.cls = cls;
    all.pools.push_back(row);
  }
  for (SpawnTablePoint row : one.points) {
    row.pool += pool;
    all.points.push_back(row);
  }
  for (SpawnTablePeriod row : one.periods) {
    row.pool += pool;
    all.periods.push_back(row);
  }
  all.due_s.insert(all.due_s.end(), one.due_s.begin(), one.due_s.end());
  for (SpawnTableStart row : one.start) {
    row.cls = cls;
    row.point += point;
    all.start.push_back(row);
  }
}

}  // namespace

Result<SpawnTables> compile_tables(const Template& tmpl, const World& world, const ExportParams& exports,
                                   std::span<const ClassYear> year) {
  SpawnTables tables;
  const WorldSpawnOptions options;
  tables.cycle_s = options.cycle_s;
  tables.rounds = exports.server_rounds;
  tables.budget_per_s = exports.server_budget_per_s;
  std::vector<ClassSpawner> spawners;
  for (Habitat& habitat : world_habitats(tmpl, world))
    spawners.push_back(class_spawner(std::move(habitat), world.seeds, options));
  if (const Result<Done> fit = check_turns(tmpl, spawners, year, exports); !fit) return fit.error();
  const EnemyRanks enemies(tmpl, world);
  std::vector<ClassTables> classes(spawners.size());
  // The golden ratio's multiples keep apart however many there are.
  constexpr double kGoldenShare = 0.6180339887498949;
  parallel_for(spawners.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      std::vector<double> intensity = class_intensity(tmpl, world, spawners[i].habitat);
      const ClassYear* of_year = year_of(year, spawners[i].habitat);
      const Compiling c{tmpl, world, exports, enemies, of_year, std::move(spawners[i]), std::move(intensity)};
      const double turn = kGoldenShare * static_cast<double>(i + 1);
      classes[i] = compile_class(c, turn - std::floor(turn), tables.cycle_s);
    }
  });
  for (const ClassTables& one : classes) append(one, tables);
  return tables;
}

}  // namespace fw
