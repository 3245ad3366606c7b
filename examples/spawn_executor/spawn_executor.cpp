// Runs the spawn tables of `fieldwright export --target server` as a game server would: from spawn.sqlite,
// with SQLite and the standard library alone. README.md says how to build it and what it prints.
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "spawn_executor: %s\n", message.c_str());
  std::exit(2);
}

// ---- the tables; rows name each other by place in these lists ----

// clang-format off
struct Class { int cap, cycle_quota; double refill_s, spacing_m; };
struct Pool { int cls, cap; };
struct Point { std::string uid; int pool; double x_m, y_m; };
struct Period { int pool; double from_d, to_d, from_h, to_h; int cap; };
struct Living { int cls, pool; double x_m, y_m; };
struct Place { double x_m, y_m; };
// clang-format on
struct Tables {
  int cycle_s = 0, rounds = 0, budget_per_s = 0;
  double day_s = 0, year_d = 0, start_d = 0, width_m = 0, height_m = 0;
  std::vector<Class> classes;
  std::vector<Pool> pools;
  std::vector<Point> points;
  std::vector<std::vector<std::vector<int>>> due;  // [round][second]: points in the order of their turns
  std::vector<Period> periods;
  std::vector<Living> start;
};

using Row = sqlite3_stmt*;
constexpr auto whole = sqlite3_column_int;
constexpr auto real = sqlite3_column_double;
std::string text(Row row, int column) {
  const unsigned char* found = sqlite3_column_text(row, column);  // nothing where it is NULL
  return found ? reinterpret_cast<const char*>(found) : "";
}

void each(sqlite3* db, const char* sql, const std::function<void(Row)>& take) {
  Row row = nullptr;
  int step = sqlite3_prepare_v2(db, sql, -1, &row, nullptr);
  if (step == SQLITE_OK)
    while ((step = sqlite3_step(row)) == SQLITE_ROW) take(row);
  if (step != SQLITE_DONE) fail(sqlite3_errmsg(db));
  sqlite3_finalize(row);
}

Tables read_tables(const std::string& file) {
  sqlite3* db = nullptr;
  if (sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
    fail(file + ": " + sqlite3_errmsg(db));
  Tables t;
  std::map<std::string, std::string> meta;
  each(db, "select key, value from spawn_meta", [&](Row r) { meta[text(r, 0)] = text(r, 1); });
  if (meta["format"] != "1") fail(file + ": found format '" + meta["format"] + "', expected 1");
  const auto number = [&](const char* key) {
    const double value = std::atof(meta[key].c_str());
    return value > -1e9 && value < 1e9 ? value : 0;
  };
  t.cycle_s = int(number("cycle_s")), t.rounds = int(number("rounds"));
  t.budget_per_s = int(number("budget_per_s"));
  t.day_s = number("day_s"), t.year_d = number("year_d"), t.start_d = number("start_d");
  std::sscanf(meta["frame"].c_str(), "%lf %lf", &t.width_m, &t.height_m);
  if (t.cycle_s < 1 || t.rounds < 1 || !(t.day_s > 0 && t.year_d > 0) ||
      !(t.width_m >= 0 && t.width_m <= 1e6 && t.height_m >= 0 && t.height_m <= 1e6))
    fail(file + ": spawn_meta lacks rows, or holds numbers that no world has");

  std::map<int, int> class_of, pool_of;
  std::map<std::string, int> point_of;
  each(db, "select class_id, cap, cycle_quota, refill_s, spacing_m from spawn_class order by class_id",
       [&](Row r) {
         class_of[whole(r, 0)] = int(t.classes.size());
         t.classes.push_back({whole(r, 1), whole(r, 2), real(r, 3), real(r, 4)});
       });
  each(db, "select pool_id, class_id, cap from spawn_pool order by pool_id", [&](Row r) {
    pool_of[whole(r, 0)] = int(t.pools.size());
    t.pools.push_back({class_of.at(whole(r, 1)), whole(r, 2)});
  });
  each(db, "select uid, pool_id, x_m, y_m from spawn_point order by uid", [&](Row r) {
    point_of[text(r, 0)] = int(t.points.size());
    t.points.push_back({text(r, 0), pool_of.at(whole(r, 1)), real(r, 2), real(r, 3)});
  });
  t.due.assign(size_t(t.rounds), std::vector<std::vector<int>>(size_t(t.cycle_s)));
  each(db,
       "select d.round, d.at_s, d.uid from spawn_due d join spawn_point p on p.uid = d.uid"
       " join spawn_pool o on o.pool_id = p.pool_id order by d.round, d.at_s, o.class_id, d.uid",
       [&](Row r) { t.due.at(whole(r, 0)).at(whole(r, 1)).push_back(point_of.at(text(r, 2))); });
  each(db, "select pool_id, from_d, to_d, from_h, to_h, cap from spawn_period", [&](Row r) {
    t.periods.push_back(
        {pool_of.at(whole(r, 0)), real(r, 1), real(r, 2), real(r, 3), real(r, 4), whole(r, 5)});
  });
  each(db, "select uid, class_id, x_m, y_m from spawn_start order by class_id, x_m, y_m", [&](Row r) {
    Living one{class_of.at(whole(r, 1)), 0, real(r, 2), real(r, 3)};
    const auto at = point_of.find(text(r, 0));
    double best = std::numeric_limits<double>::infinity();
    for (const Point& p : t.points) {  // at no spawn point: it counts where the nearest of its class does
      const double d = std::hypot(p.x_m - one.x_m, p.y_m - one.y_m);
      if (t.pools[p.pool].cls == one.cls && d < best) best = d, one.pool = p.pool;
    }
    if (at != point_of.end()) one.pool = t.points[at->second].pool;
    t.start.push_back(one);
  });
  sqlite3_close(db);
  return t;
}

/// Of a trace: rows "t_s,player,x_m,y_m" in the order of time; a player stands where its last row put it.
/// Without a trace players wander where spawn points are near.
class Players {
 public:
  Players(const Tables& t, const std::string& trace, int wanderers, uint64_t seed) : random_(seed) {
    if (!trace.empty()) {
      file_.open(trace);
      if (!file_) fail(trace + ": cannot be read");
      return;
    }
    for (const Point& p : t.points)
      for (int k = 0; k < 9; ++k) ground_.insert({square(p.x_m) + k % 3 - 1, square(p.y_m) + k / 3 - 1});
    for (int i = 0; i < wanderers && !t.points.empty(); ++i) {
      const auto& [x, y] = *std::next(ground_.begin(), std::ptrdiff_t(random_() % ground_.size()));
      at.push_back({250 * (x + uniform()), 250 * (y + uniform())});
      heading_.push_back(2 * kPi * uniform());
    }
  }

  void step(int64_t second) {
    for (size_t i = 0; i < heading_.size(); ++i) {
      heading_[i] += 0.3 * std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * kPi * uniform());
      const Place to{at[i].x_m + 2.4 * std::cos(heading_[i]), at[i].y_m + 2.4 * std::sin(heading_[i])};
      if (ground_.count({square(to.x_m), square(to.y_m)}))
        at[i] = to;
      else
        heading_[i] += kPi;
    }
    std::string line;
    while (file_.is_open() && next_s_ <= second) {
      if (next_s_ >= 0) {
        if (at.size() <= next_player_) at.resize(next_player_ + 1, {-1e9, -1e9});
        at[next_player_] = next_;
      }
      next_s_ = std::numeric_limits<long long>::max();  // where no row follows
      while (std::getline(file_, line))
        if (std::sscanf(line.c_str(), "%lld,%zu,%lf,%lf", &next_s_, &next_player_, &next_.x_m, &next_.y_m) ==
                4 &&
            std::isfinite(next_.x_m) && std::isfinite(next_.y_m))
          break;
    }
  }

  std::vector<Place> at;

 private:
  static constexpr double kPi = 3.14159265358979323846;
  static int square(double m) { return int(std::clamp(std::floor(m / 250), -1e6, 1e6)); }
  double uniform() { return double(random_() >> 11) * 0x1p-53; }

  std::mt19937_64 random_;
  std::set<std::pair<int, int>> ground_;
  std::vector<double> heading_;
  std::ifstream file_;
  long long next_s_ = -1;
  size_t next_player_ = 0;
  Place next_{};
};

class Server {
 public:
  Server(const Tables& tables, double refill_s)
      : t_(tables),
        living_(t_.classes.size()),
        in_pool_(t_.pools.size()),
        cycle_count_(living_.size()),
        tokens_(living_.size()),
        pool_cap_(in_pool_.size()),
        cap_(living_.size()),
        waiting_(t_.points.size()) {
    for (const Class& c : t_.classes) refill_s_.push_back(refill_s >= 0 ? refill_s : c.refill_s);
    for (const Pool& p : t_.pools) most_.push_back(p.cap);
    for (const Period& p : t_.periods) most_[p.pool] = std::max(most_[p.pool], p.cap);
    for (const Living& one : t_.start) add(one);
  }

  /// One second; the points at which something appeared.
  std::vector<int> step(int64_t second) {
    const auto at_s = size_t(second % t_.cycle_s), round = size_t(second / t_.cycle_s % t_.rounds);
    if (second % 60 == 0) read_calendar(second);
    if (at_s == 0) std::fill(cycle_count_.begin(), cycle_count_.end(), 0);
    for (size_t c = 0; c < living_.size(); ++c)
      if (const double lack = cap_[c] - double(living_[c].size()); refill_s_[c] > 0 && lack > 0)
        tokens_[c] = std::min(2.0, tokens_[c] + lack / refill_s_[c]);
    for (const int p : t_.due[round][at_s])
      if (!waiting_[p]) queue_.push_back(p), waiting_[p] = true;
    std::vector<int> admitted, later;
    for (const int p : queue_) {
      const bool fits = allowed(t_.points[p]);
      waiting_[p] = fits && int(admitted.size()) == t_.budget_per_s;
      if (waiting_[p]) later.push_back(p);  // what the budget alone refuses waits, the rest lapses
      if (!fits || waiting_[p]) continue;
      const int pool = t_.points[p].pool, c = t_.pools[pool].cls;
      add({c, pool, t_.points[p].x_m, t_.points[p].y_m});
      ++cycle_count_[c];
      if (refill_s_[c] > 0) tokens_[c] -= 1;
      admitted.push_back(p);
    }
    queue_ = std::move(later);
    return admitted;
  }

  /// Removes what stands within reach of a player; how many. Cells near players are marked first: most of
  /// what lives is far from all of them.
  int kill(const std::vector<Place>& players, double reach_m) {
    const double cell_m = std::max(reach_m, 20.0);
    const int columns = int(t_.width_m / cell_m) + 3, rows = int(t_.height_m / cell_m) + 3;
    const auto cell = [&](double x, double y) {
      return (int(std::clamp(y / cell_m, 0.0, rows - 3.0)) + 1) * columns +
             int(std::clamp(x / cell_m, 0.0, columns - 3.0)) + 1;
    };
    marked_.assign(size_t(columns) * size_t(rows), 0);
    for (const Place& p : players)
      for (int k = 0; k < 9; ++k) marked_[cell(p.x_m, p.y_m) + (k / 3 - 1) * columns + k % 3 - 1] = 1;
    int killed = 0;
    for (std::vector<Living>& of_class : living_)
      for (size_t i = of_class.size(); i-- > 0;) {
        const Living one = of_class[i];
        const auto near = [&](const Place& p) {
          return std::hypot(p.x_m - one.x_m, p.y_m - one.y_m) <= reach_m;
        };
        if (!marked_[cell(one.x_m, one.y_m)] || std::none_of(players.begin(), players.end(), near)) continue;
        --in_pool_[one.pool], ++killed;
        of_class.erase(of_class.begin() + std::ptrdiff_t(i));
      }
    return killed;
  }

  int alive() const { return std::accumulate(in_pool_.begin(), in_pool_.end(), 0); }
  /// Classes over their cap, and pools over the greatest that they ever have.
  int breaches() const {
    int found = 0;
    for (size_t c = 0; c < living_.size(); ++c) found += int(living_[c].size()) > t_.classes[c].cap;
    for (size_t p = 0; p < in_pool_.size(); ++p) found += in_pool_[p] > most_[p];
    return found;
  }

 private:
  void add(const Living& one) {
    living_[one.cls].push_back(one);
    ++in_pool_[one.pool];
  }

  /// The caps in force: a class's is at most the sum of its pools'.
  void read_calendar(int64_t second) {
    const double days = t_.start_d + double(second) / t_.day_s;
    const double day = std::fmod(days, t_.year_d), hour = 24 * (days - std::floor(days));
    for (size_t i = 0; i < t_.pools.size(); ++i) pool_cap_[i] = t_.pools[i].cap;
    for (const Period& p : t_.periods)
      if (p.from_d <= day && day < p.to_d && p.from_h <= hour && hour < p.to_h) pool_cap_[p.pool] = p.cap;
    std::fill(cap_.begin(), cap_.end(), 0);
    for (size_t i = 0; i < t_.pools.size(); ++i) cap_[t_.pools[i].cls] += pool_cap_[i];
    for (size_t c = 0; c < cap_.size(); ++c) cap_[c] = std::min(cap_[c], t_.classes[c].cap);
  }

  bool allowed(const Point& point) const {
    const int c = t_.pools[point.pool].cls;
    if (refill_s_[c] > 0 && tokens_[c] < 1) return false;
    if (int(living_[c].size()) >= cap_[c] || cycle_count_[c] >= t_.classes[c].cycle_quota) return false;
    if (in_pool_[point.pool] >= pool_cap_[point.pool]) return false;
    return std::none_of(living_[c].begin(), living_[c].end(), [&](const Living& one) {
      return std::hypot(one.x_m - point.x_m, one.y_m - point.y_m) < t_.classes[c].spacing_m;
    });
  }

  const Tables& t_;
  std::vector<std::vector<Living>> living_;  // by class
  std::vector<int> in_pool_, cycle_count_;
  std::vector<double> tokens_, refill_s_;
  std::vector<int> pool_cap_, cap_, most_, queue_;
  std::vector<bool> waiting_;
  std::vector<char> marked_;
};

/// Mean and variance.
std::pair<double, double> moments(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double v : values) sum += v, squares += v * v;
  const double n = std::max<double>(1, double(values.size())), mean = sum / n;
  return {mean, std::max(0.0, squares / n - mean * mean)};
}

int run(int count, char** words) {
  std::map<std::string, std::string> options{{"--hours", "24"}, {"--trace", ""},     {"--refill", "-1"},
                                             {"--reach", "80"}, {"--players", "24"}, {"--seed", "1"},
                                             {"--events", ""}};
  std::string database;
  for (int i = 1; i < count; ++i)
    if (const auto option = options.find(words[i]); option != options.end() && i + 1 < count)
      option->second = words[++i];
    else if (words[i][0] == '-' || !database.empty())
      fail(std::string(words[i]) +
           ": expected FILE and --hours H, --trace FILE, --refill S, --reach M, "
           "--players N, --seed N, --events FILE, each with a value");
    else
      database = words[i];
  if (database.empty()) fail("no spawn.sqlite given");
  const auto number = [&](const char* option) {
    const double value = std::atof(options[option].c_str());
    return std::isnan(value) ? 0 : value;
  };
  const Tables tables = read_tables(database);
  Server server(tables, number("--refill"));
  const auto within = [&](const char* option, double most) { return std::clamp(number(option), 0.0, most); };
  Players players(tables, options["--trace"], int(within("--players", 1e6)),
                  uint64_t(within("--seed", 1e15)));
  const auto seconds = std::max<int64_t>(1, int64_t(within("--hours", 1e5) * 3600));
  std::vector<double> windows(size_t(seconds / 60)), intervals;
  std::ofstream events(options["--events"]);
  int64_t spawns = 0, killed = 0, breaches = server.breaches(), last_s = -1;
  size_t most = 0;
  double alive = 0;
  for (int64_t s = 0; s < seconds; ++s) {
    const std::vector<int> now = server.step(s);
    for (const int p : now) {
      if (last_s >= 0) intervals.push_back(double(s - last_s));
      last_s = s;
      events << s << ',' << tables.points[size_t(p)].uid << '\n';
    }
    breaches += server.breaches();
    players.step(s);
    killed += server.kill(players.at, number("--reach"));
    alive += double(server.alive());
    spawns += int64_t(now.size()), most = std::max(most, now.size());
    if (size_t(s / 60) < windows.size()) windows[size_t(s / 60)] += double(now.size());
  }
  const auto [per_window, window_variance] = moments(windows);
  const auto [interval_s, interval_variance] = moments(intervals);
  std::printf("spawns %ld\nkilled %ld\nmean_alive %.3f\n", long(spawns), long(killed),
              alive / double(seconds));
  std::printf("fano_60s %.4f\nmost_per_s %zu\nbudget_per_s %d\nisi_cv %.4f\ncap_breaches %ld\n",
              per_window > 0 ? window_variance / per_window : 0, most, tables.budget_per_s,
              interval_s > 0 ? std::sqrt(interval_variance) / interval_s : 0, long(breaches));
  return breaches == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count, words);
  } catch (const std::exception& problem) {  // such as rows that name a class or pool that is not there
    fail(problem.what());
  }
}
