#include "app/job/simulate/simulate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/file_io.h"
#include "app/job/search/search_folder.h"
#include "app/job/simulate/event_text.h"
#include "app/job/simulate/simulate_files.h"
#include "app/job/simulate/simulate_store.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/model/template/plan_grid.h"
#include "core/template/check/feasibility.h"
#include "core/world/generate.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int kManifestFormatOfRun = 1;
constexpr double kRowBytes = 512;     // a row and its text in the files, measured
constexpr double kWorldShare = 0.05;  // of the progress bar
constexpr double kFilesAt = 0.97;
constexpr std::chrono::seconds kBetweenCheckpoints{2};  // what a kill may cost

/// What a run reads of the template besides the world's own values.
std::string living_digest(const Template& tmpl) {
  return sha256_hex(template_part(tmpl, ecology_paths()));
}

double players_of(const SimulateJob& job) {
  return job.load * job.players.value_or(job.build.tmpl.ecology.players);
}

std::string events_json(const std::vector<RunEvent>& events) {
  std::vector<std::string> texts;
  for (const RunEvent& event : events) texts.push_back(json_string(event_text(event)));
  return json_array(texts);
}

/// What makes two runs the same but for their length.
std::vector<JsonMember> plan_members(const SimulateJob& job) {
  return {{"version", json_string(FIELDWRIGHT_VERSION)},
          {"template", json_string(job.build.tmpl.name)},
          {"template_digest", json_string(template_digest(job.build.tmpl))},
          {"ecology", json_string(living_digest(job.build.tmpl))},
          {"calendar", json_string(sha256_hex(template_part(job.build.tmpl, {"calendar."})))},
          {"seed", json_string(seed_text(job.build.seeds))},
          {"players", number_text(players_of(job))},
          {"events", events_json(job.events)}};
}

Result<Done> check_request(const SimulateJob& job) {
  const auto refuse = [](const std::string& text) { return Error{ErrorKind::usage, text}; };
  if (job.days < 1 || job.days > kMostRunDays)
    return refuse("--days " + std::to_string(job.days) + ": expected a whole number from 1 to " +
                  std::to_string(kMostRunDays));
  if (job.events.size() > kMostRunEvents)
    return refuse("--event: at most " + std::to_string(kMostRunEvents) + " of them");
  for (const RunEvent& event : job.events)
    if (event.day >= job.days)
      return refuse("--event " + event_text(event) + ": its day is not within --days " +
                    std::to_string(job.days));
  if (!(players_of(job) >= 0 && players_of(job) <= kMostPlayers))
    return refuse("--players, --load: " + number_text(players_of(job)) + " players; expected 0 to " +
                  number_text(kMostPlayers) + " of them");
  for (const RunEvent& event : job.events)
    for (const int64_t day : {event.day, event.day + event.days}) {  // loads change on these days alone
      const double players = players_of(job) * load_on(job.events, day);
      if (day < job.days && players > kMostPlayers)
        return refuse("--event " + event_text(event) + ": " + number_text(players) + " players on day " +
                      std::to_string(day) + "; expected at most " + number_text(kMostPlayers));
    }
  return Done{};
}

/// A row per day and class stays in memory until the end, two where a run without the events goes beside.
Result<Done> check_rows(const SimulateJob& job, const Ecology& ecology) {
  const auto classes = static_cast<int64_t>(ecology.stocks.classes.size() + ecology.spots.classes.size());
  const int64_t rows_a_day = std::max<int64_t>(1, classes * (job.events.empty() ? 1 : 2));
  const int64_t most_days = kMostRunRows / rows_a_day;
  if (job.days <= most_days) {
    const double bytes = build_bytes(job.build.tmpl, kPlanResolution) +
                         kRowBytes * static_cast<double>(rows_a_day) * static_cast<double>(job.days);
    if (bytes <= job.build.limits.max_bytes) return Done{};
    return Error{ErrorKind::limit, "--days " + std::to_string(job.days) + ": needs about " +
                                       mebibytes(bytes) + " with its rows by day and class; the limit is " +
                                       mebibytes(job.build.limits.max_bytes) +
                                       ". Use fewer days or a larger --max-memory"};
  }
  return Error{ErrorKind::limit, "--days " + std::to_string(job.days) + ": " + std::to_string(rows_a_day) +
                                     " rows a day for " + std::to_string(classes) +
                                     " classes; expected at most " + std::to_string(most_days) + " days"};
}

/// The parts, the history and the state that a folder already has.
struct Begun {
  History history;
  RunState state;
};

void append(const History& from, History& to) {
  const auto add = [](const auto& rows, auto& all) { all.insert(all.end(), rows.begin(), rows.end()); };
  add(from.rows, to.rows), add(from.without, to.without);
  add(from.watched, to.watched), add(from.happenings, to.happenings);
}

/// Without what comes from a day on.
void cut(History& history, int64_t day) {
  const auto off = [day](auto& rows) {
    std::erase_if(rows, [day](const auto& row) { return row.day >= day; });
  };
  off(history.rows), off(history.without), off(history.watched), off(history.happenings);
}

/// Whether all rows name classes, events and regions that the run has.
bool fits(const History& history, const RunPlan& plan, const World& world) {
  const auto classes = static_cast<int>(world.points.classes.size()),
             events = static_cast<int>(plan.events.size()), regions = static_cast<int>(world.regions.size());
  const auto within = [](int value, int least, int end) { return value >= least && value < end; };
  const auto all = [](const auto& rows, const auto& good) {
    return std::all_of(rows.begin(), rows.end(), good);
  };
  const auto day_fits = [&](const DayRow& row) { return within(row.cls, 0, classes); };
  return all(history.rows, day_fits) && all(history.without, day_fits) &&
         all(history.watched,
             [&](const WatchRow& row) {
               return within(row.cls, 0, classes) && within(row.event, 0, events);
             }) &&
         all(history.happenings, [&](const Happening& row) {
           return within(row.cls, -1, classes) && within(row.region, 0, regions + 1);
         });
}

/// Goes on from the latest state for whose days all parts are whole.
Begun begin_run(const RunParts& parts, const RunPlan& plan, const World& world) {
  Begun begun;
  int64_t days = 0;
  while (const auto part = stored_part(parts, days / kPartDays)) {
    if (!fits(part->history, plan, world)) break;
    append(part->history, begun.history);
    days = part->to;
    if (days % kPartDays != 0) break;
  }
  std::optional<RunState> state;
  for (const std::string_view name : {kCheckpointName, kStateName}) {
    std::optional<RunState> there = stored_state(parts, *plan.ecology, name);
    if (there && there->day <= days && (!state || there->day > state->day)) state = std::move(there);
  }
  begun.state = state ? std::move(*state) : start_run(plan);
  cut(begun.history, begun.state.day);
  return begun;
}

/// The rows of a part's days.
History part_of(const History& history, int64_t from) {
  History part;
  const auto take = [from](const auto& rows, auto& out) {
    for (auto row = rows.rbegin(); row != rows.rend() && row->day >= from; ++row) out.push_back(*row);
    std::reverse(out.begin(), out.end());
  };
  take(history.rows, part.rows), take(history.without, part.without);
  take(history.watched, part.watched), take(history.happenings, part.happenings);
  return part;
}

Result<Manifest::File> put_map(const RunParts& parts, const RunPlan& plan, const RunState& state) {
  const fs::path path = map_path(parts, state.day);
  const WriteFile write = [&](const fs::path& part) { return write_run_map(part, plan, state.with); };
  if (const Result<Done> written = write_file_atomically(path, write, true); !written) return written.error();
  const auto digest = digest_file(path);
  if (!digest) return digest.error();
  return Manifest::File{path.filename().string(), digest.value().size, digest.value().sha256};
}

/// Runs the days that are missing; parts and checkpoints come as they go.
Result<Done> run_days(const SimulateJob& job, const RunParts& parts, const RunPlan& plan, Begun& run,
                      const Progress& progress) {
  auto checked = std::chrono::steady_clock::now();
  while (run.state.day < job.days) {
    RunPart part;
    part.from = run.state.day / kPartDays * kPartDays;
    const int64_t to = std::min(part.from + kPartDays, job.days);
    if (part.from % kMapDays == 0) {
      if (run.state.day == part.from) {
        const Result<Manifest::File> map = put_map(parts, plan, run.state);
        if (!map) return map.error();
        part.map = map.value();
      } else if (const auto begun = stored_part(parts, part.from / kPartDays)) {
        part.map = begun->map;
      }
    }
    while (run.state.day < to) {
      if (progress.cancelled())
        return Error{ErrorKind::cancelled, "cancelled; the same command goes on where this one stopped"};
      run_day(plan, run.state, run.history);
      progress.at("day " + std::to_string(run.state.day),
                  kWorldShare + (kFilesAt - kWorldShare) * static_cast<double>(run.state.day) /
                                    static_cast<double>(job.days));
    }
    part.to = to;
    part.history = part_of(run.history, part.from);
    if (const Result<Done> stored = store_part(parts, part); !stored) return stored;
    if (std::chrono::steady_clock::now() - checked < kBetweenCheckpoints) continue;
    checked = std::chrono::steady_clock::now();
    if (const Result<Done> stored = store_checkpoint(parts, *plan.ecology, run.state); !stored) return stored;
  }
  return Done{};
}

Result<Done> put_maps(AtomicFolder& folder, const SimulateJob& job, const RunParts& parts,
                      const RunPlan& plan, const RunState& state) {
  constexpr uint64_t kMostMapBytes = uint64_t{256} << 20;
  if (job.days % kMapDays == 0)
    if (const auto last = put_map(parts, plan, state); !last) return last.error();
  for (int64_t day = 0; day <= job.days; day += kMapDays) {
    const fs::path map = map_path(parts, day);
    const Result<std::string> bytes = read_file(map, kMostMapBytes);
    if (!bytes) return bytes.error();
    const std::string name = "maps/" + map.filename().string();
    if (const Result<Done> put = folder.put(name, bytes.value()); !put) return put;
  }
  return Done{};
}

std::string manifest_text(const SimulateJob& job, const std::string& plan_digest, const SimulateDone& done,
                          const std::vector<Manifest::File>& files) {
  std::vector<JsonMember> members = plan_members(job);
  members.insert(members.begin() + 1, {{"format", std::to_string(kManifestFormatOfRun)},
                                       {std::string(kRunKey), json_string(plan_digest)}});
  members.push_back({"days", std::to_string(job.days)});
  members.push_back({"state", json_string(done.state_digest)});
  members.push_back({"passed", done.audit.passed ? "true" : "false"});
  members.push_back({"files", files_json(files)});
  return json_document(members);
}

Result<Done> write_run(const SimulateJob& job, const RunParts& parts, const World& world, const RunPlan& plan,
                       const Begun& run, const Progress& progress, SimulateDone& done) {
  Result<AtomicFolder> opened = AtomicFolder::open(job.folder, job.overwrite ? Replace::all : Replace::ours);
  if (!opened) return opened.error();
  AtomicFolder& folder = opened.value();
  const std::pair<std::string, std::string> files[] = {
      {"series.csv", series_csv(world, run.history.rows)},
      {"events.csv", events_csv(world, run.history.happenings)},
      {"audit_time.json", time_audit_json(world, done.audit, job.events)},
      {"audit_time.csv", time_audit_csv(world, done.audit, job.events)},
      {std::string(kStateName), state_text(parts, *plan.ecology, run.state)}};
  for (const auto& [name, text] : files)
    if (const Result<Done> put = folder.put(name, text); !put) return put;
  if (const Result<Done> put = put_maps(folder, job, parts, plan, run.state); !put) return put;
  const auto charts = draw_all(run_charts(world, run.history, job.events), progress);
  if (!charts) return charts.error();
  for (const NamedFile& chart : charts.value())
    if (const Result<Done> put = folder.put(chart.name, chart.bytes); !put) return put;
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  const std::vector<Manifest::File> listed = folder.files();
  for (const Manifest::File& file : listed) done.files.push_back(file.name);
  done.files.emplace_back(kManifestName);
  return folder.commit(manifest_text(job, parts.plan, done, listed));
}

Result<Done> claim(const SimulateJob& job, const std::string& plan) {
  const ReplacesPlan replaces = [&job](std::string_view) { return job.fresh; };
  const Result<Done> claimed = claim_folder(job.folder, kRunKey, plan, replaces, "give --fresh");
  if (!claimed) return claimed.error();
  return job.fresh ? clear_run_parts(job.folder) : Done{};
}

}  // namespace

Result<SimulateDone> run_simulate(const SimulateJob& job, const Progress& progress) {
  if (const Result<Done> good = check_request(job); !good) return good.error();
  BuildRequest request = job.build;
  request.resolution = kPlanResolution;
  SimulateDone done;
  done.findings = check_feasibility(request.tmpl);
  for (const Finding& finding : done.findings)
    if (finding.severity == Severity::error)
      return Error{ErrorKind::invalid_template, place_text(request, finding) + ": " + finding.message};
  if (const Result<Done> cost = check_cost(request.tmpl, request.resolution, request.limits); !cost)
    return cost.error();
  const auto imports = imports_of(request);
  if (!imports) return imports.error();
  progress.at("world", 0);
  const auto made = generate(request.tmpl, request.seeds, request.resolution, {{}, progress.cancel}, nullptr,
                             GenerateScope::whole, imports.value());
  if (!made) return made.error();
  const World& world = *made.value();
  progress.at("ecology", kWorldShare / 2);
  const EcologyPtr ecology = bind_ecology(request.tmpl, world, progress);
  if (ecology == nullptr) return Error{ErrorKind::cancelled, "cancelled before the first day"};
  if (const Result<Done> fit = check_rows(job, *ecology); !fit) return fit.error();
  for (const Finding& finding : world.findings)
    if (finding.code == "spots_shortfall") done.findings.push_back(finding);
  // What the template's own arithmetic told of a row is not told twice.
  const Findings of_template = done.findings;
  for (const Finding& finding : ecology->findings)
    if (std::ranges::none_of(of_template, [&](const Finding& told) {
          return told.code == finding.code && told.where == finding.where;
        }))
      done.findings.push_back(finding);
  if (!has_ecology(request.tmpl))
    done.findings.push_back({Severity::warning, "nothing_renews", "ecology",
                             "The template states nothing of the world over time: nodes come back where they "
                             "are, animals live without players and predators. State ecology.players, "
                             "resources[].renewal or wildlife[].prey (docs/ecology.md)."});
  auto events = bind_events(request.tmpl, world, *ecology, job.events);
  if (!events) return events.error();
  const RunPlan plan = plan_run(world, ecology, std::move(events).value(), players_of(job));

  const std::string text = json_document(plan_members(job));
  if (const Result<Done> claimed = claim(job, text); !claimed) return claimed.error();
  const Result<RunParts> parts = open_run_parts(job.folder, sha256_hex(text));
  if (!parts) return parts.error();
  Begun run = begin_run(parts.value(), plan, world);
  if (run.state.day > job.days)
    return Error{ErrorKind::usage, job.folder.string() + ": holds " + std::to_string(run.state.day) +
                                       " days of this run already; --days must be at least that, or give "
                                       "--fresh or another folder"};
  done.reused_days = run.state.day, done.made_days = job.days - run.state.day;
  if (const Result<Done> ran = run_days(job, parts.value(), plan, run, progress); !ran) return ran.error();
  done.audit = audit_time(request.tmpl, world, job.days, run.history);
  done.state_digest = state_digest(*ecology, run.state.with);
  if (const Result<Done> written = write_run(job, parts.value(), world, plan, run, progress, done); !written)
    return written.error();
  std::error_code ignored;
  fs::remove(job.folder / kCheckpointName, ignored);
  progress.at("done", 1);
  return done;
}

}  // namespace fw
