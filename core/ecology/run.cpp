#include "core/ecology/run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "core/model/template/hand_words.h"

namespace fw {
namespace {

constexpr double kShortage = 0.05;  ///< of the target: what counts as a shortage of nodes

std::string region_names(const World& world) {
  std::string names;
  for (size_t r = 0; r < world.regions.size(); ++r)
    names += (names.empty() ? "" : ", ") + std::to_string(r + 1) + " " + world.regions[r].name;
  return names;
}

/// The code of a number or a name; 0 = there is none.
int region_code(const World& world, const std::string& text) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc() && end == text.data() + text.size())
    return number >= 1 && number <= static_cast<int>(world.regions.size()) ? number : 0;
  for (size_t r = 0; r < world.regions.size(); ++r)
    if (world.regions[r].name == text) return static_cast<int>(r + 1);
  return 0;
}

std::vector<double> share_by_block(const Blocks& blocks, const Mask& inside) {
  std::vector<double> cells(blocks.size()), hit(blocks.size());
  for (size_t cell = 0; cell < inside.size(); ++cell) {
    cells[blocks.of_cell[cell]] += 1;
    hit[blocks.of_cell[cell]] += inside[cell] != 0 ? 1 : 0;
  }
  for (size_t block = 0; block < hit.size(); ++block) hit[block] /= std::max(1.0, cells[block]);
  return hit;
}

Result<Done> bind_classes(const Template& tmpl, const Ecology& ecology, BoundEvent& out) {
  const Result<HandWords> words =
      read_hand_words(out.event.classes.empty() ? "all" : out.event.classes, tmpl);
  if (!words) return Error{ErrorKind::usage, "--event: class: " + words.error().message};
  for (uint32_t c = 0; c < ecology.stocks.web.classes.size(); ++c)
    if (words.value().wildlife[static_cast<size_t>(ecology.stocks.web.classes[c].wildlife)])
      out.animals.push_back(c);
  for (uint32_t c = 0; c < ecology.spots.classes.size(); ++c)
    for (size_t row = 0; row < tmpl.resources.size(); ++row)
      if (tmpl.resources[row].slug == ecology.spots.classes[c].slug && words.value().resources[row])
        out.nodes.push_back(c);
  if (out.animals.empty() && out.nodes.empty())
    return Error{ErrorKind::usage,
                 "--event: class=" + out.event.classes + " names neither resources nor wildlife"};
  return Done{};
}

/// Removes what a wipe takes; by animal class, then by class of nodes.
std::vector<std::pair<int, double>> wipe(const RunPlan& plan, const BoundEvent& event, EcologyState& state) {
  const Ecology& ecology = *plan.ecology;
  std::vector<std::pair<int, double>> lost;
  const std::vector<double> heads =
      wipe_animals(ecology, state, event.inside, event.event.share, event.animals);
  for (const uint32_t c : event.animals) lost.emplace_back(plan.animal_classes[c], heads[c]);
  for (const uint32_t c : event.nodes) {
    const SpotClass& cls = ecology.spots.classes[c];
    std::vector<uint8_t> inside(cls.size());
    for (size_t s = 0; s < cls.size(); ++s) inside[s] = event.inside[event.inside.grid.cell_at(cls.at_m[s])];
    lost.emplace_back(cls.class_index, static_cast<double>(wipe_spots(cls, state.spots[c], inside,
                                                                      event.event.share, state.part())));
  }
  return lost;
}

/// Of the day, 24 at its end.
double hour_of(int64_t part, int64_t day) {
  return 24.0 * static_cast<double>(part - day * kPartsADay) / kPartsADay;
}

/// What players did not find, dealt by targets.
void deal(double unmet, std::vector<DayRow>& rows) {
  double all = 0;
  for (const DayRow& row : rows) all += row.target;
  for (DayRow& row : rows) row.unmet += all > 0 ? unmet * row.target / all : 0;
}

void add_wiped(const std::vector<std::pair<int, double>>& lost, RunDay& day) {
  for (const auto& [cls, amount] : lost)
    for (std::vector<DayRow>* rows : {&day.animals, &day.nodes})
      for (DayRow& row : *rows)
        if (row.cls == cls) row.wiped += amount;
}

/// The four quarters of a day that has begun; its rows go into `rows`.
void step_day(const RunPlan& plan, double players, EcologyState& state, RunDay& day,
              std::vector<Happening>* happenings, std::vector<DayRow>& rows) {
  for (int quarter = 0; quarter < kQuartersADay; ++quarter)
    add_quarter(plan, step_ecology(*plan.ecology, state, players), day, happenings);
  end_run_day(plan, state, day);
  rows.insert(rows.end(), day.nodes.begin(), day.nodes.end());
  rows.insert(rows.end(), day.animals.begin(), day.animals.end());
}

/// Nodes that begin to be short on a day.
void tell_shortages(const std::vector<DayRow>& rows, int64_t day, std::vector<Happening>& happenings) {
  const auto is_short = [](const DayRow& row) {
    return row.rest_short + row.player_short > kShortage * row.target;
  };
  for (auto row = rows.rbegin(); row != rows.rend() && row->day == day; ++row) {
    if (!is_short(*row)) continue;
    bool before = false;
    for (auto old = row; old != rows.rend() && old->day + 1 >= day; ++old)
      if (old->day + 1 == day && old->cls == row->cls) before = is_short(*old);
    if (!before)
      happenings.push_back(
          {day, 0, HappeningKind::shortage, row->cls, 0, Vec2{}, row->rest_short + row->player_short});
  }
}

/// Heads or nodes of a class that a wipe named, inside its region.
double inside_of(const RunPlan& plan, const BoundEvent& event, bool animal, uint32_t c,
                 const EcologyState& state) {
  if (animal) {
    const BlockGround& ground = plan.ecology->stocks.classes[c].ground;
    double heads = 0;
    for (size_t p = 0; p < ground.size(); ++p)
      heads += event.block_share[ground.block[p]] * state.stocks.heads[c][p];
    return heads;
  }
  const SpotClass& cls = plan.ecology->spots.classes[c];
  double nodes = 0;
  for (size_t s = 0; s < cls.size(); ++s)
    if (state.spots[c].open[s] != 0 && event.inside[event.inside.grid.cell_at(cls.at_m[s])] != 0) nodes += 1;
  return nodes;
}

void watch(const RunPlan& plan, int64_t day, const RunState& state, History& history) {
  if (!state.without) return;
  for (size_t e = 0; e < plan.events.size(); ++e) {
    const BoundEvent& event = plan.events[e];
    if (event.event.kind != HappeningKind::wipe || day < event.event.day ||
        day >= event.event.day + kWatchDays)
      continue;
    const auto add = [&](bool animal, uint32_t c, int cls) {
      history.watched.push_back({day, static_cast<int>(e), cls, inside_of(plan, event, animal, c, state.with),
                                 inside_of(plan, event, animal, c, *state.without)});
    };
    for (const uint32_t c : event.animals) add(true, c, plan.animal_classes[c]);
    for (const uint32_t c : event.nodes) add(false, c, plan.ecology->spots.classes[c].class_index);
  }
}

}  // namespace

std::vector<std::string> ecology_paths() {
  return {"ecology.", "calendar.", "noise.season.", "noise.front.", "play.", "resources[", "wildlife["};
}

Result<std::vector<BoundEvent>> bind_events(const Template& tmpl, const World& world, const Ecology& ecology,
                                            std::span<const RunEvent> events) {
  std::vector<BoundEvent> out;
  for (const RunEvent& event : events) {
    BoundEvent bound{event, 0, {0.5 * tmpl.frame.width_m, 0.5 * tmpl.frame.height_m}, {}, {}, {}, {}};
    if (event.kind == HappeningKind::wipe) {
      if (!event.region.empty()) {
        bound.region = region_code(world, event.region);
        if (bound.region == 0)
          return Error{ErrorKind::usage,
                       "--event: region=" + event.region +
                           ": there is no such region; expected a number or a name: " + region_names(world)};
        bound.at_m = world.regions[static_cast<size_t>(bound.region - 1)].centre_m;
      }
      bound.inside = Mask(world.grid);
      for (size_t cell = 0; cell < bound.inside.size(); ++cell)
        bound.inside[cell] = bound.region == 0 || world.region[cell] == bound.region ? 1 : 0;
      bound.block_share = share_by_block(ecology.blocks, bound.inside);
      if (const Result<Done> classes = bind_classes(tmpl, ecology, bound); !classes) return classes.error();
    }
    out.push_back(std::move(bound));
  }
  return out;
}

int64_t RunPlan::first_event() const {
  int64_t first = std::numeric_limits<int64_t>::max();
  for (const BoundEvent& event : events) first = std::min(first, event.event.day);
  return first;
}

RunPlan plan_run(const World& world, EcologyPtr ecology, std::vector<BoundEvent> events, double players) {
  RunPlan plan{std::move(ecology), std::move(events), {}, players, {}};
  for (const BoundEvent& event : plan.events) plan.asked.push_back(event.event);
  for (const WebClass& cls : plan.ecology->stocks.web.classes) {
    int index = -1;
    for (size_t c = 0; c < world.points.classes.size(); ++c)
      if (world.points.classes[c].category == Category::wildlife && world.points.classes[c].slug == cls.slug)
        index = static_cast<int>(c);
    plan.animal_classes.push_back(index);
  }
  return plan;
}

RunState start_run(const RunPlan& plan) {
  return {0, start_ecology(*plan.ecology), {}};
}

double players_on(const RunPlan& plan, int64_t day) {
  return plan.players * load_on(plan.asked, day);
}

RunDay begin_run_day(const RunPlan& plan, int64_t day, bool with_events, EcologyState& state,
                     std::vector<Happening>* happenings) {
  const Ecology& ecology = *plan.ecology;
  RunDay out;
  out.day = day;
  for (size_t c = 0; c < ecology.stocks.web.classes.size(); ++c) {
    DayRow row;
    row.day = day, row.cls = plan.animal_classes[c];
    row.target = ecology.stocks.web.classes[c].quota;
    out.animals.push_back(row);
    out.stocks_before.push_back(state.stocks.total(c));
  }
  out.raw_born.resize(out.animals.size());
  for (const SpotClass& cls : ecology.spots.classes) {
    DayRow row;
    row.day = day, row.cls = cls.class_index;
    out.nodes.push_back(row);
  }
  for (const BoundEvent& event : plan.events) {
    if (event.event.day != day || !with_events) continue;
    Happening happening{day, 0, event.event.kind, -1, event.region, event.at_m, event.event.times};
    if (event.event.kind == HappeningKind::wipe) {
      const auto lost = wipe(plan, event, state);
      add_wiped(lost, out);
      for (const auto& [cls, amount] : lost) {
        happening.cls = cls, happening.amount = amount;
        if (happenings != nullptr) happenings->push_back(happening);
      }
    } else {
      happening.amount = event.event.kind == HappeningKind::load ? event.event.times : 0;
      if (happenings != nullptr) happenings->push_back(happening);
    }
  }
  return out;
}

void add_quarter(const RunPlan& plan, const EcologyStep& step, RunDay& day,
                 std::vector<Happening>* happenings) {
  const Ecology& ecology = *plan.ecology;
  for (size_t c = 0; c < day.animals.size(); ++c) {
    DayRow& row = day.animals[c];
    const AnimalRow& of = step.animals[c];
    row.born += of.flow.born, row.eaten += of.flow.eaten, row.starved += of.flow.starved;
    row.hunted += of.flow.hunted, row.seeded += of.flow.seeded;
    row.stock = of.stock;
    row.shown += of.shown / kQuartersADay;
    row.harvested += static_cast<double>(of.kills);
    row.over_cap += of.shown > static_cast<double>(ecology.shown[c].cap) ? 1 : 0;
    day.raw_born[c] += of.flow.raw_born;
    if (ecology.stocks.web.classes[c].eaten && of.flow.raw_born > 0)
      row.closure_worst = std::max(row.closure_worst, of.flow.born / of.flow.raw_born);
  }
  for (size_t c = 0; c < day.nodes.size(); ++c) {
    DayRow& row = day.nodes[c];
    const NodeRow& of = step.nodes[c];
    row.target += of.target / kQuartersADay, row.shown += of.standing / kQuartersADay;
    row.opened += static_cast<double>(of.opened), row.harvested += static_cast<double>(of.harvested);
    row.rest_short += of.rest_short / kQuartersADay, row.player_short += of.player_short / kQuartersADay;
    row.over_cap += static_cast<double>(of.over_cap);
  }
  deal(step.unmet[static_cast<size_t>(Want::kill)], day.animals);
  deal(step.unmet[static_cast<size_t>(Want::harvest)], day.nodes);
  if (happenings == nullptr) return;
  for (const EcologyEvent& event : step.events)
    happenings->push_back(
        {day.day, hour_of(event.part, day.day),
         event.kind == EcologyEventKind::extinct ? HappeningKind::extinct : HappeningKind::reseed,
         plan.animal_classes[event.cls], 0, Vec2{}, event.amount});
}

void end_run_day(const RunPlan& plan, const EcologyState& state, RunDay& day) {
  for (size_t c = 0; c < day.animals.size(); ++c) {
    DayRow& row = day.animals[c];
    if (plan.ecology->stocks.web.classes[c].eaten && day.raw_born[c] > 0)
      row.closure = row.born / day.raw_born[c];
    row.moved_unlike = (row.stock - day.stocks_before[c]) -
                       (row.born + row.seeded - row.eaten - row.starved - row.hunted - row.wiped);
  }
  for (size_t c = 0; c < day.nodes.size(); ++c)
    day.nodes[c].worn = worn_soil(plan.ecology->spots.classes[c], state.spots[c]);
}

void run_day(const RunPlan& plan, RunState& state, History& history) {
  const int64_t day = state.day;
  if (day == plan.first_event()) state.without = state.with;
  RunDay with = begin_run_day(plan, day, true, state.with, &history.happenings);
  step_day(plan, players_on(plan, day), state.with, with, &history.happenings, history.rows);
  if (plan.first_event() < std::numeric_limits<int64_t>::max()) {
    if (state.without) {
      RunDay without = begin_run_day(plan, day, false, *state.without, nullptr);
      step_day(plan, plan.players, *state.without, without, nullptr, history.without);
    } else {
      history.without.insert(history.without.end(), with.nodes.begin(), with.nodes.end());
      history.without.insert(history.without.end(), with.animals.begin(), with.animals.end());
    }
  }
  tell_shortages(history.rows, day, history.happenings);
  watch(plan, day, state, history);
  ++state.day;
}

}  // namespace fw
