#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/suggest.h"
#include "core/ecology/run.h"
#include "core/simulation/simulation_internal.h"
#include "core/spawn/habitats.h"

// The world over time, a part of a day a tick. Its days are those of `simulate`: the same steps, and rows.
namespace fw {
namespace {

/// States that a playback keeps at first: one in two days.
constexpr int64_t kKeptDays = 2;
constexpr size_t kMostKeptStates = 240;
/// Share of the blocks that the colours of heads tell apart; few hold more than the others by far.
constexpr double kColoured = 0.98;

/// `load`: players of a run over those of the template.
struct EcologyRunParams {
  double load = 1;
};
constexpr std::array<TuningRow<EcologyRunParams>, 1> kEcologyTuning{
    {{{.path = "ecology.load", .min = 0, .max = 1000, .help = "Times the players that the template states"},
      [](const EcologyRunParams& p) { return p.load; },
      [](EcologyRunParams& p, double value) { p.load = value; }}}};
constexpr std::span<const TuningRow<EcologyRunParams>> ecology_tuning() {
  return kEcologyTuning;
}

std::string tag_of(Category category, std::string_view slug) {
  return std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + std::string(slug);
}

/// A class of nodes or animals, and where it is.
struct RunClass {
  Category category = Category::wildlife;
  std::string slug, label;
  size_t place = 0;  ///< into Spots::classes or Stocks::classes
  double quota = 0, swing = 0;
  double top_per_km2 = 1;                     ///< animals: a colour scale ends here
  std::shared_ptr<const Raster<float>> mask;  ///< its ground
};

/// What no step changes; and what copies share: the plan, to which events may be added, and the days that
/// are over, which are the same in every copy that comes to them.
struct EcologyBound {
  std::string method;
  Template tmpl;
  std::shared_ptr<const World> world;
  EcologyPtr ecology;
  double players = 0;
  RunPlan plan;
  std::vector<RunClass> classes;  ///< nodes, then animals
  size_t shown = 0;
  GridSpec picture;
  std::shared_ptr<EcologyDays> days = std::make_shared<EcologyDays>();
  FieldCache front;  ///< of the shown class of nodes

  RunPlan plan_of(std::vector<BoundEvent> events) const {
    return plan_run(*world, ecology, std::move(events), players);
  }
};

std::shared_ptr<const Raster<float>> mask_of(const SpawnArea& area) {
  const Raster<uint8_t>& open = area.mask->open;
  Raster<float> mask(open.grid);
  for (size_t i = 0; i < open.size(); ++i) mask[i] = open[i] != 0 ? 1.0f : 0.0f;
  return std::make_shared<const Raster<float>>(std::move(mask));
}

/// Square kilometres of a class's own ground in a block, by place.
double ground_km2(const Ecology& ecology, const BlockGround& ground, size_t place) {
  return (ground.first[place + 1] - ground.first[place]) * ecology.grid.cell_area_m2() / 1e6;
}

/// Animals of a class on a square kilometre, by place of its ground; 0 where it only passes.
std::vector<double> per_km2(const Ecology& ecology, size_t cls, const std::vector<double>& heads) {
  const BlockGround& ground = ecology.stocks.classes[cls].ground;
  std::vector<double> out(heads.size());
  for (size_t p = 0; p < heads.size(); ++p) {
    const double area = ground_km2(ecology, ground, p);
    out[p] = area > 0 ? heads[p] / area : 0;
  }
  return out;
}

/// Where the colours of heads end: what kColoured of the ground stays below at rest, in the season that
/// crowds it most. One number for the whole run, so that a year's pictures can be compared.
std::vector<double> tops_of(const Ecology& ecology) {
  std::vector<double> tops(ecology.stocks.classes.size(), 0);
  const int64_t year = int64_t{ecology.calendar.year_d} * kPartsADay;
  for (int season = 0; season < 4; ++season) {
    const std::vector<StockHome> homes =
        read_homes(ecology.stocks, ecology.calendar, field_part(season * year / 4));
    for (size_t c = 0; c < tops.size(); ++c) {
      std::vector<double> heads = homes[c].share;
      for (double& one : heads) one *= ecology.stocks.web.classes[c].quota;
      std::vector<double> dense = per_km2(ecology, c, heads);
      std::erase(dense, 0.0);
      if (dense.empty()) continue;
      std::ranges::sort(dense);
      tops[c] =
          std::max(tops[c], dense[static_cast<size_t>(kColoured * static_cast<double>(dense.size() - 1))]);
    }
  }
  for (double& top : tops) top = top > 0 ? top : 1;
  return tops;
}

std::vector<RunClass> classes_of(const EcologyBound& bound) {
  const Ecology& ecology = *bound.ecology;
  std::vector<RunClass> out;
  const std::vector<PointClassInfo>& infos = bound.world->points.classes;
  const std::vector<Habitat> habitats = world_habitats(bound.tmpl, *bound.world, Category::resource);
  const auto label = [](const PointClassInfo& info) { return info.label.empty() ? info.slug : info.label; };
  for (size_t c = 0; c < ecology.spots.classes.size(); ++c) {
    const PointClassInfo& info = infos[static_cast<size_t>(ecology.spots.classes[c].class_index)];
    RunClass one;
    one.category = Category::resource, one.slug = info.slug, one.label = label(info), one.place = c;
    one.quota = static_cast<double>(ecology.spots.classes[c].quota);
    const auto home = std::ranges::find(habitats, info.slug, &Habitat::slug);
    if (home != habitats.end()) one.mask = mask_of(home->area);
    out.push_back(std::move(one));
  }
  const std::vector<double> tops = tops_of(ecology);
  for (size_t c = 0; c < ecology.stocks.classes.size(); ++c) {
    const WebClass& web = ecology.stocks.web.classes[c];
    RunClass one;
    one.slug = one.label = web.slug, one.place = c;
    if (bound.plan.animal_classes[c] >= 0)
      one.label = label(infos[static_cast<size_t>(bound.plan.animal_classes[c])]);
    one.quota = web.quota, one.top_per_km2 = tops[c];
    if (web.predator) one.swing = web.swing;
    for (const WebLink& link : ecology.stocks.web.links)  // a predator's swing counts for its preys
      if (link.prey == c) one.swing = std::max(one.swing, ecology.stocks.web.classes[link.predator].swing);
    one.mask = mask_of(ecology.shown[c].area);
    out.push_back(std::move(one));
  }
  return out;
}

/// Animals first, ties to the first.
size_t largest_quota(const std::vector<RunClass>& classes) {
  const auto less = [](const RunClass& a, const RunClass& b) {
    const bool animal_a = a.category == Category::wildlife, animal_b = b.category == Category::wildlife;
    return animal_a != animal_b ? animal_b : a.quota < b.quota;
  };
  return static_cast<size_t>(std::ranges::max_element(classes, less) - classes.begin());
}

/// Blocks that a class has no ground in take the mean of their neighbours', so that a picture that is smooth
/// between blocks does not fade at a coast. `known` by block.
void spread_out(const GridSpec& grid, std::vector<uint8_t> known, Raster<float>& value) {
  for (int round = 0; round < 2; ++round) {
    const std::vector<uint8_t> before = known;
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const size_t here =
            static_cast<size_t>(row) * static_cast<size_t>(grid.columns) + static_cast<size_t>(column);
        if (before[here] != 0) continue;
        float sum = 0;
        int count = 0;
        for (int r = std::max(0, row - 1); r <= std::min(grid.rows - 1, row + 1); ++r)
          for (int c = std::max(0, column - 1); c <= std::min(grid.columns - 1, column + 1); ++c) {
            const size_t at =
                static_cast<size_t>(r) * static_cast<size_t>(grid.columns) + static_cast<size_t>(c);
            if (before[at] == 0) continue;
            sum += value[at];
            ++count;
          }
        if (count == 0) continue;
        value[here] = sum / static_cast<float>(count);
        known[here] = 1;
      }
  }
}

void add(const std::vector<double>& x_m, const std::vector<double>& y_m, Places& places) {
  for (size_t i = 0; i < x_m.size(); ++i) {
    places.x_m.push_back(static_cast<float>(x_m[i]));
    places.y_m.push_back(static_cast<float>(y_m[i]));
  }
}

template <typename... Vectors>
size_t bytes_of(const Vectors&... vectors) {
  return (0 + ... + (vectors.size() * sizeof(vectors[0])));
}

class EcologySimulation final : public Simulation {
 public:
  explicit EcologySimulation(std::shared_ptr<EcologyBound> bound)
      : bound_(std::move(bound)), state_(start_ecology(*bound_->ecology)) {}

  /// What follows from the date is read again.
  std::unique_ptr<Simulation> copy() const override {
    auto made = std::make_unique<EcologySimulation>(*this);
    made->state_.homes.reset(), made->state_.fronts.reset();
    if (tick_ % kPartsAQuarter != 0) made->state_.homes = state_.homes, made->state_.fronts = state_.fronts;
    return made;
  }

  void step() override {
    const RunPlan& plan = bound_->plan;
    const Ecology& ecology = *bound_->ecology;
    const int64_t day = tick_ / kPartsADay;
    if (tick_ % kPartsADay == 0) day_ = begin_run_day(plan, day, true, state_, nullptr);
    if (tick_ % kPartsAQuarter == 0) quarter_ = begin_quarter(ecology, state_);
    step_part(ecology, state_, tick_, players_on(plan, day), quarter_);
    ++tick_;
    if (tick_ % kPartsAQuarter == 0) {
      end_quarter(state_, quarter_);
      add_quarter(plan, quarter_, day_, nullptr);
    }
    if (tick_ % kPartsADay == 0) {
      end_run_day(plan, state_, day_);
      keep_day();
    }
  }

  int64_t tick() const override { return tick_; }
  OverlayClock clock() const override { return clock_at(tick_, bound_->tmpl.calendar.day_s / kPartsADay, 0); }
  KeptStates kept() const override { return {kKeptDays * kPartsADay, kMostKeptStates}; }
  Findings findings() const override { return bound_->ecology->findings; }

  std::vector<OverlayFigure> figures() const override {
    std::vector<OverlayFigure> out;
    for (const EcologyClass& one : classes_now())
      out.push_back({tag_of(one.category, one.slug), one.label, "",
                     one.target > 0 ? one.number / one.target : std::nan("")});
    std::ranges::rotate(out, out.begin() + static_cast<std::ptrdiff_t>(bound_->shown));
    out.push_back({"players", "players", "", static_cast<double>(players_now())});
    return out;
  }

  Overlay picture() const override {
    EcologyOverlay out;
    out.classes = classes_now();
    out.shown = bound_->shown;
    const RunClass& shown = bound_->classes[bound_->shown];
    for (size_t c = 0; c < state_.shown.size(); ++c) {
      const bool in_full = shown.category == Category::wildlife && shown.place == c;
      add(state_.shown[c].x_m, state_.shown[c].y_m, in_full ? out.of_shown : out.others);
    }
    if (shown.category == Category::wildlife) {
      out.field = heads_of(shown);
    } else {
      add_nodes(shown, out);
      out.field = front_of(shown);
    }
    for (size_t i = 0; i < players_now(); ++i) {
      out.players.x_m.push_back(static_cast<float>(state_.players.x_m[i]));
      out.players.y_m.push_back(static_cast<float>(state_.players.y_m[i]));
    }
    if (!copied_ || copied_days_ != days_over()) {
      copied_ = std::make_shared<const EcologyDays>(*bound_->days);
      copied_days_ = days_over();
    }
    out.days = copied_;
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.date = date_of_part(bound_->ecology->calendar, tick_);
    overlay.content = std::move(out);
    return overlay;
  }

  size_t bytes() const override {
    size_t sum = 0;
    for (const auto& heads : state_.stocks.heads) sum += bytes_of(heads);
    for (const Individuals& one : state_.shown)
      sum += bytes_of(one.x_m, one.y_m, one.serial, one.place, one.back_part);
    for (const SpotState& one : state_.spots)
      sum += bytes_of(one.open, one.rested, one.uses, one.clock, one.soil);
    const Players& p = state_.players;
    sum += bytes_of(p.x_m, p.y_m, p.to_x_m, p.to_y_m, p.free_s);
    for (size_t w = 0; w < kWants; ++w) sum += bytes_of(p.wants[w], p.found[w]);
    return sum + bytes_of(day_.animals, day_.nodes) + bytes_of(quarter_.animals, quarter_.nodes);
  }

  Result<int64_t> add_event(const RunEvent& event) override {
    auto bound = bind_events(bound_->tmpl, *bound_->world, *bound_->ecology, std::array{event});
    if (!bound) return bound.error();
    std::vector<BoundEvent> events = bound_->plan.events;
    events.push_back(std::move(bound.value().front()));
    bound_->plan = bound_->plan_of(std::move(events));
    EcologyDays& days = *bound_->days;
    ++days.run;
    const auto until = static_cast<size_t>(event.day);
    for (auto* table : {&days.number, &days.target})
      for (std::vector<double>& one : *table) one.resize(std::min(one.size(), until));
    for (std::vector<EcologyTurnover>& one : days.turnover) one.resize(std::min(one.size(), until));
    return event.day * kPartsADay;
  }

  bool show_class(std::string_view cls) override {
    for (size_t c = 0; c < bound_->classes.size(); ++c) {
      const RunClass& one = bound_->classes[c];
      if (cls != one.slug && cls != tag_of(one.category, one.slug)) continue;
      bound_->shown = c;
      bound_->front = {};
      return true;
    }
    return false;
  }

 private:
  size_t players_now() const {
    const double count = players_on(bound_->plan, std::max<int64_t>(0, tick_ - 1) / kPartsADay);
    return std::min(state_.players.size(), static_cast<size_t>(std::floor(count + 0.5)));
  }

  std::vector<EcologyClass> classes_now() const {
    const Ecology& ecology = *bound_->ecology;
    std::vector<EcologyClass> out;
    for (const RunClass& cls : bound_->classes) {
      EcologyClass one{cls.category, cls.slug, cls.label, 0, cls.quota, cls.swing};
      if (cls.category == Category::wildlife) {
        one.number = state_.stocks.total(cls.place);
      } else {
        one.number = static_cast<double>(state_.spots[cls.place].standing);
        one.target = quota_at(ecology.spots.classes[cls.place], ecology.calendar, tick_);
      }
      out.push_back(std::move(one));
    }
    return out;
  }

  std::pair<int64_t, size_t> days_over() const {
    const auto& number = bound_->days->number;
    return {bound_->days->run, number.empty() ? 0 : number.front().size()};
  }

  /// The day that is over; one that another copy has told is the same.
  void keep_day() {
    EcologyDays& days = *bound_->days;
    const size_t count = bound_->classes.size();
    days.number.resize(count), days.target.resize(count), days.turnover.resize(count);
    for (size_t c = 0; c < count; ++c) {
      const RunClass& cls = bound_->classes[c];
      const bool animal = cls.category == Category::wildlife;
      const DayRow& row = animal ? day_.animals[cls.place] : day_.nodes[cls.place];
      if (days.number[c].size() != static_cast<size_t>(row.day)) continue;
      days.number[c].push_back(animal ? row.stock : row.shown);
      days.target[c].push_back(row.target);
      days.turnover[c].push_back({row.born, row.eaten, row.starved, row.hunted});
    }
  }

  void add_nodes(const RunClass& cls, EcologyOverlay& out) const {
    const SpotClass& spots = bound_->ecology->spots.classes[cls.place];
    const SpotState& state = state_.spots[cls.place];
    for (size_t s = 0; s < spots.size(); ++s) {
      Places& to = state.open[s] != 0 ? out.of_shown : out.resting;
      to.x_m.push_back(static_cast<float>(spots.x_m[s]));
      to.y_m.push_back(static_cast<float>(spots.y_m[s]));
    }
  }

  OverlayField heads_of(const RunClass& cls) const {
    const Ecology& ecology = *bound_->ecology;
    const BlockGround& ground = ecology.stocks.classes[cls.place].ground;
    const std::vector<double> dense = per_km2(ecology, cls.place, state_.stocks.heads[cls.place]);
    Raster<float> value(ecology.blocks.grid);
    std::vector<uint8_t> known(value.size());
    for (size_t p = 0; p < dense.size(); ++p) {
      if (!(ground_km2(ecology, ground, p) > 0)) continue;
      value[ground.block[p]] = static_cast<float>(std::min(1.0, dense[p] / cls.top_per_km2));
      known[ground.block[p]] = 1;
    }
    spread_out(ecology.blocks.grid, std::move(known), value);
    OverlayField field;
    field.meaning = FieldMeaning::heads;
    field.level = cls.top_per_km2;
    field.value = std::make_shared<const Raster<float>>(std::move(value));
    field.mask = cls.mask;
    return field;
  }

  OverlayField front_of(const RunClass& cls) const {
    const Ecology& ecology = *bound_->ecology;
    const SpotClass& spots = ecology.spots.classes[cls.place];
    const int64_t part = field_part(tick_);
    FieldCache& cache = bound_->front;
    if (!cache.value || cache.key != part) {
      const auto [x_m, y_m] = centres_of(bound_->picture);
      Raster<float> value(bound_->picture);
      read_year_field(spots.front_field, ecology.calendar, part, x_m, y_m,
                      std::span<float>(value.cells.data(), value.size()));
      for (size_t i = 0; i < value.size(); ++i) value[i] = std::clamp(0.5f + 0.5f * value[i], 0.0f, 1.0f);
      cache.value = std::make_shared<const Raster<float>>(std::move(value));
      cache.key = part;
    }
    OverlayField field;
    field.meaning = FieldMeaning::rate;
    field.value = cache.value;
    field.mask = cls.mask;
    return field;
  }

  std::shared_ptr<EcologyBound> bound_;
  EcologyState state_;
  int64_t tick_ = 0;
  RunDay day_;                                         ///< under way
  EcologyStep quarter_;                                ///< under way
  mutable std::shared_ptr<const EcologyDays> copied_;  ///< the days as the last picture has them ...
  mutable std::pair<int64_t, size_t> copied_days_;     ///< ... and how many they were
};

Error nothing_over_time() {
  return {ErrorKind::limit,
          "the template states nothing of the world over time: state ecology.players, resources[].renewal or "
          "wildlife[].prey (docs/ecology.md), or see WindswardLiving"};
}

Error no_class(const std::string& found, const std::vector<std::string>& known) {
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  return {ErrorKind::usage, "class " + found + ": found no such class with a quota" +
                                did_you_mean(found, known) + "; expected one of " + names};
}

SimulationResult start_ecology_on_world(const SimulationRequest& request, const Template& tmpl,
                                        const SimulationIslandPtr& island, const Progress& progress) {
  EcologyRunParams params;
  if (auto tuned = tune_all(params, ecology_tuning(), request.settings, kMethodOption); !tuned)
    return tuned.error();
  if (!has_ecology(tmpl)) return nothing_over_time();
  auto bound = std::make_shared<EcologyBound>();
  bound->method = request.method;
  bound->tmpl = tmpl, bound->world = island->world;
  bound->ecology = bind_ecology(tmpl, *island->world, progress);
  if (bound->ecology == nullptr) return Error{ErrorKind::cancelled, "cancelled"};
  bound->players = params.load * tmpl.ecology.players;
  auto events = bind_events(tmpl, *island->world, *bound->ecology, request.events);
  if (!events) return events.error();
  bound->plan = bound->plan_of(std::move(events).value());
  bound->classes = classes_of(*bound);
  if (bound->classes.empty())
    return Error{ErrorKind::limit, "no animal and no resource of this world has a quota and a place to be"};
  bound->picture = picture_grid(*island);
  bound->shown = largest_quota(bound->classes);
  std::vector<std::string> known;
  for (const RunClass& cls : bound->classes) known.push_back(tag_of(cls.category, cls.slug));
  auto simulation = std::make_unique<EcologySimulation>(std::move(bound));
  for (const std::string& cls : request.classes)
    if (!simulation->show_class(cls)) return no_class(cls, known);
  return std::unique_ptr<Simulation>(std::move(simulation));
}

}  // namespace

SimulationRow ecology_simulation() {
  return {.preset = [](size_t) { return TunedParams(EcologyRunParams{}, ecology_tuning()); },
          .on_island = [](std::string_view, const Template& tmpl,
                          const SimulationIsland&) -> Result<TunedParams> {
            if (!has_ecology(tmpl)) return nothing_over_time();
            return TunedParams(EcologyRunParams{}, ecology_tuning());
          },
          .start = start_ecology_on_world};
}

}  // namespace fw
