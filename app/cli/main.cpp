#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands/command_hand.h"
#include "app/cli/commands/commands.h"
#include "app/cli/completion.h"
#include "app/cli/manual.h"
#include "app/cli/terminal/console.h"
#include "core/base/parallel/freed_memory.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/experiment/digest_list.h"
#include "core/experiment/studies.h"
#include "core/field/simd_level.h"
#include "core/model/colour/palette.h"
#include "core/model/coordinator.h"
#include "render/page/little_memory.h"

namespace {

using fw::cli::Options;

void add_render(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  fw::cli::add_plates(c, o);
  fw::cli::add_common(c, o);
  c.add_flag("--kpi", o.kpi, "Key figures in audit.json and audit.csv too (docs/kpi.md)");
  c.add_option("-o,--output", o.output, "Folder to write")->required();
}

void add_audit(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  fw::cli::add_common(c, o);
  add_seed_list(c, o,
                "A..B, or several seeds and ranges with commas: a row of figures a seed, and the worst");
  c.add_flag("--kpi", o.kpi, "Key figures too: fairness, travel, variety, pacing, dispersion (docs/kpi.md)");
  CLI::Option* csv = c.add_flag("--csv", o.csv, "Comma-separated values");
  CLI::Option* html = c.add_flag("--html", o.html, "One page for a browser, of one world")->excludes(csv);
  html->excludes("--json")->excludes("--seeds")->excludes("--seed-list");
  c.add_flag("--usual", o.usual, "The figures of seeds 1..256 as a table of usual worlds (docs/search.md, 3)")
      ->excludes(html)
      ->excludes(csv)
      ->excludes("--seed")
      ->excludes("--seeds")
      ->excludes("--seed-list")
      ->excludes("--json");
  c.add_option("-o,--output", o.output, "File to write instead of stdout");
}

void add_check(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.add_flag("--ground", o.ground,
             "Make the world of the seed and tell of every row of the hand that does not hold");
  fw::cli::add_common(c, o);
}

void add_explain(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  fw::cli::add_common(c, o);
  c.add_option("--at", o.at, "X,Y in metres from the south-west corner")->required();
}

void add_diff(CLI::App& c, Options& o) {
  c.add_option("DIR", o.target, "A render's folder")->required();
  c.add_option("OTHER", o.second, "Another render's folder")->required();
  fw::cli::add_without_hand(c, o);
  fw::cli::add_common(c, o);
}

void add_templates(CLI::App& c, Options& o) {
  c.add_option("NAME", o.target, "The template to print, or a vocabulary that templates name");
  c.add_flag(
      "--flat", o.flat,
      "Print the template NAME, a file or a built-in one, whole: with what its base and vocabulary state");
  c.add_flag("--schema", o.schema, "Print the JSON Schema of templates");
  c.add_flag("--reference", o.reference, "Print the reference page of every parameter (Markdown)");
  c.add_option("-o,--output", o.output, "File to write instead of stdout");
  fw::cli::add_common(c, o);
}

void add_verify(CLI::App& c, Options& o) {
  c.add_option("DIR", o.target, "A folder of render, export (DIR/TARGET) or simulate")->required();
  c.add_option("--against", o.against, "Of an export: the render whose world it must show");
  fw::cli::add_common(c, o);
}

void add_export(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.remove_option(c.get_option("TEMPLATE"));
  c.add_option("SOURCE", o.target, "A render's folder, or a template")->required();
  c.add_option("--target", o.export_targets,
               fw::cli::join(fw::kExportTargetSlugs, ",") +
                   " or all, comma-separated; default: the template's "
                   "export.targets");
  c.add_option("--mapping", o.mapping, "A file of the template's block export; its rows win");
  c.add_option("--vertices", o.vertices, "Vertices of the ground along the longer side; 0 = by itself")
      ->check(CLI::Range(0, 16257));
  c.add_option("--tiles", o.tiles, "Tiles of the ground per side; 0 = as few as the target allows")
      ->check(CLI::Range(0, 16));
  c.add_flag("--watch", o.watch, "Go on: export again whenever the template's file changes");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder that gets one folder per target")->required();
}

void add_atlas(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.remove_option(c.get_option("TEMPLATE"));
  c.add_option("SOURCE", o.target, "A render's folder, or a template")->required();
  fw::cli::add_paper(c, o, " (A3)", "; default: the largest round one of at most 30 sheets");
  c.add_option("--palette", o.palette, fw::cli::palette_help());
  fw::cli::add_map_style(c, o);
  c.add_flag("--danger-patterns", o.danger_patterns, "Pattern as well as colour for danger bands");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write")->required();
}

void add_experiment(CLI::App& c, Options& o) {
  c.add_option("STUDY", o.target, fw::cli::either(fw::study_slugs()));
  c.add_option(
      "--scenes", o.scenes,
      "tactics: scenes or groups of them (avoid, goals, mood, squad, day), comma-separated; default: all");
  c.add_option("--scale", o.scales, "small,medium,large, comma-separated (medium)");
  c.add_option("--seeds", o.seeds, "N: seeds 1..N; or A..B (20)");
  c.add_option("--methods", o.methods, "Methods, comma-separated; default: all of the preset");
  c.add_option("--preset", o.preset, "published, better or all (all)");
  c.add_option("--sweep", o.sweep, "none, field or agents (none)");
  c.add_option("--set", o.settings, "path=value for every method's parameters, repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  c.add_flag("--timing", o.timing, "Also time every method on one thread (runtime.csv)");
  c.add_flag("--reference", o.reference, "Print the page of every parameter that --set reaches (Markdown)");
  c.add_option("-o,--output", o.output, "Folder to write; finished runs in it are used again");
  fw::cli::add_common(c, o);
  o.seeds = "20";
}

void add_animate(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.add_option("--overlay", o.overlay, fw::cli::either(fw::kCoordinatorSlugs))->required();
  c.add_option("--method", o.methods, "A method, or two side by side: a,b");
  c.add_option("--agents", o.agents, "Agents on the island, where agents are played (4000)");
  c.add_option("--classes", o.classes,
               "Classes or categories that spawn, comma-separated; default: all. Of ecology: the class in full");
  c.add_option("--size", o.size_px, "Side of a map in pixels (720)");
  c.add_option("--fps", o.fps, "Frames per second (15)");
  c.add_option("--duration", o.duration_s, "Seconds of film (10)");
  c.add_option("--speed", o.speed,
               "Simulated seconds per second of film (60; action 15, mood 10, squad 2, ecology 2 days)");
  c.add_option("--start", o.start,
               "Simulated seconds before the first frame (0), or a date of the template's calendar: \"day 2 "
               "18:30\"");
  c.add_option("--window", o.film_window,
               "Part of the map: X,Y,SIDE, the square of SIDE metres round a place; default: all of it");
  c.add_option("--player", o.player, "Of mood and squad: X,Y in metres, or roam (squad: roam)");
  c.add_option(
      "--view", o.view,
      "The plate whose map lies beneath, without its symbols; default: the template's view, else overview");
  c.add_option("--layers", o.layers, "The map's layers instead, bottom to top, comma-separated");
  c.add_option("--palette", o.palette,
               fw::cli::join(fw::kPaletteSlugs, " or ") + "; default: the template's, else " +
                   std::string(fw::kPaletteSlugs[0]));
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "FILE.webp, or a folder for PNG frames")->required();
}

void add_simulate(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.remove_option(c.get_option("--resolution"));
  c.add_option("--days", o.days, "Days of the template's calendar")->required();
  c.add_option("--players", o.players, "Players on line on average; default: the template's ecology.players")
      ->check(CLI::Range(0.0, 100000.0));
  c.add_option("--load", o.load, "Times so many players (1)")->check(CLI::Range(0.0, 1000.0));
  c.add_option("--event", o.events,
               "wipe:day=120,region=5[,class=WORDS][,share=1], load:day=200,times=5,days=3 or stop:day=300; "
               "repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  c.add_flag("--fresh", o.fresh, "Begin anew in a folder that holds a run; it goes");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write; a run that stopped in it goes on")->required();
}

void add_fields(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.add_option("--layers", o.layers,
               "type,feature,danger,height,biome,faction; biome and faction have a band per class "
               "(type,feature,danger)");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "FILE.tif to write")->required();
}

void add_choice(CLI::App& c, Options& o) {
  c.add_option("--maximise", o.maximise, "A sum of key figures: the greatest first");
  c.add_option("--minimise", o.minimise, "A sum of key figures: the least first");
  c.add_option("--keep", o.keep, "How many worlds to keep (50)")->check(CLI::Range(1, 100000));
  c.add_option("--diverse", o.diverse,
               "Figures in which the kept differ, comma-separated; none: the best alone");
  o.formats = "csv,json";
  c.add_option("--formats", o.formats,
               "Tables of what passed, comma-separated: csv, json, sqlite, or none (csv,json)");
}

void add_search(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.remove_option(c.get_option("--seed"));
  c.remove_option(c.get_option("TEMPLATE"));
  c.add_option("TEMPLATE", o.target, "Built-in name, template file, or the folder of a search to go on with")
      ->required();
  add_seed_list(
      c, o,
      "A..B, or several ranges with commas; or of one stream, layout=1..1000,noise=7,place=7: place "
      "seeds cost a fifth of a world, but move little beside gaps, bosses and dispersion");
  c.add_option("--where", o.where,
               "A condition on key figures, repeatable; all must hold (docs/search.md, 2)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_choice(c, o);
  c.add_option(
       "--preview", o.preview,
       "Cells of a coarse world that is asked first, 128 say: conditions on ground, regions and layers "
       "(docs/search.md, 4)")
      ->check(CLI::Range(fw::kMinResolution, fw::kMaxResolution));
  c.add_option("--limit", o.limit, "Stop after so many worlds that pass");
  c.add_option("--time", o.time, "Stop after 90s, 30m, 2h");
  c.add_flag("--give-up", o.give_up, "Stop when no world out of 1000 has passed");
  c.add_option("--record", o.record, "known: what was asked for; all: every figure of every world")
      ->check(CLI::IsMember({"known", "all"}));
  c.add_option("--shard", o.shard, "i/n: a share of the seeds; auto: of a Slurm array");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write; finished seeds in it are used again");
}

void add_merge(CLI::App& c, Options& o) {
  c.add_option("DIR", o.folders, "Folders of shards; one alone: the folder that its shards share")
      ->required();
  c.add_flag("--partial", o.partial, "Accept and record seeds that no shard has finished");
  c.add_option("--and-where", o.where, "A further condition on what passed, repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_choice(c, o);
  c.add_option("--check-sample", o.check_sample, "Share of the seeds to make again and compare")
      ->check(CLI::Range(0.0, 1.0));
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write; of one folder: itself");
}

void add_vary(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  c.remove_option(c.get_option("--seed"));
  c.remove_option(c.get_option("TEMPLATE"));
  c.add_option("--vary", o.vary, "PATH=LOW..HIGH, PATH=LOW..HIGH/STEPS or PATH=a,b,c; repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_seed_list(c, o, "A..B, or several ranges with commas: the same seeds at every point");
}

void add_sweep(CLI::App& c, Options& o) {
  add_vary(c, o);
  c.add_option("TEMPLATE", o.target, "Built-in name, template file, or the folder of a sweep to go on with")
      ->required();
  c.add_option("--design", o.design, "grid, lhs, morris or sobol (grid)");
  c.add_option("--samples", o.samples,
               "Points of lhs (64), trajectories of morris (10), pairs of sobol (64)");
  c.add_option("--shard", o.shard, "i/n: a share of the worlds; auto: of a Slurm array");
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write; finished worlds in it are used again");
}

void add_tune(CLI::App& c, Options& o) {
  add_vary(c, o);
  c.add_option("TEMPLATE", o.target, "Built-in name or template file")->required();
  c.add_option("--goal", o.goals,
               "NAME=VALUE, NAME<=VALUE or NAME>=VALUE, of the mean over the seeds; repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  c.add_option("--weight", o.weights, "NAME=FACTOR on the goal's loss; repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  c.add_option("--evaluations", o.evaluations, "Templates to try (200)")->check(CLI::Range(10, 100000));
  fw::cli::add_common(c, o);
  c.add_option("-o,--output", o.output, "Folder to write");
}

void add_digests(CLI::App& c, Options& o) {
  o.rooms = fw::cli::join(fw::kDigestRooms, ",");
  c.add_option("--rooms", o.rooms, "Some of " + o.rooms + ", comma-separated; default: all");
  c.add_option("--seed", o.seed, "N (42)");
  c.add_option("-o,--output", o.output, "File to write instead of stdout");
  fw::cli::add_common(c, o);
}

void add_params(CLI::App& c, Options& o) {
  c.add_option("KIND", o.target,
               "The numbers of " + fw::cli::either(fw::kCoordinatorSlugs) + ", or " +
                   std::string(fw::cli::kTemplateParams) + ": all that --set reaches in a template")
      ->required();
  c.add_option("METHOD", o.second,
               "A method's slug (the recommended one); of a template its name or file (the defaults)");
  c.add_option("-o,--output", o.output, "File to write instead of stdout");
  fw::cli::add_common(c, o);
}

void add_completion(CLI::App& c, Options& o) {
  c.add_option("SHELL", o.target, fw::cli::either(fw::cli::kShells))->required();
  c.add_option("-o,--output", o.output, "File to write instead of stdout");
  fw::cli::add_common(c, o);
}

/// A command of the program; --help lists them in this order.
struct Command {
  const char* name;
  const char* help;
  void (*add_options)(CLI::App&, Options&);
  int (*run)(const Options&);  ///< null: prints the completion of the program's options
};

const Command kCommands[] = {
    {"render", "Five plates, layers, points, audit, manifest", add_render, fw::cli::run_render},
    {"audit", "What was asked against what came out; of a template or a stored render", add_audit,
     fw::cli::run_audit},
    {"check", "Schema, ranges and feasibility before generating", add_check, fw::cli::run_check},
    {"explain", "Why a place is what it is", add_explain, fw::cli::run_explain},
    {"diff", "What changed between two renders", add_diff, fw::cli::run_diff},
    {"templates", "Lists the built-in templates, or prints one", add_templates, fw::cli::run_templates},
    {"export", "A finished world for Unreal, Unity, Godot, Tiled, glTF, a browser, tables, PostGIS or Luanti",
     add_export, fw::cli::run_export},
    {"atlas", "A world as a book of map sheets of one scale, with an index and a list of places", add_atlas,
     fw::cli::run_atlas},
    {"verify", "Re-generates a render from its folder and proves every digest", add_verify,
     fw::cli::run_verify},
    {"search", "The seeds whose worlds fit conditions on key figures best; goes on where it stopped",
     add_search, fw::cli::run_search},
    {"merge", "The shards of a search as one result, checked", add_merge, fw::cli::run_merge},
    {"sweep", "What parameters of a template do to the key figures of its worlds", add_sweep,
     fw::cli::run_sweep},
    {"tune", "Parameters that bring the key figures of a template to goals", add_tune, fw::cli::run_tune},
    {"experiment", "The paper's studies: methods, scales and seeds as tables", add_experiment,
     fw::cli::run_experiment},
    {"animate", "A simulation over the map, as animated WebP or frames", add_animate, fw::cli::run_animate},
    {"simulate", "A world over time: stocks of animals, nodes and players, day by day", add_simulate,
     fw::cli::run_simulate},
    {"hand", "The designer's own pins, paint, imports: list, import, freeze, export, merge, pack",
     fw::cli::add_hand, fw::cli::run_hand},
    {"fields", "The plain noise fields as one GeoTIFF of any size, strip by strip", add_fields,
     fw::cli::run_fields},
    {"params", "What --set reaches: the numbers of a coordinator's method, or a template's values",
     add_params, fw::cli::run_params},
    {"digests", "What every room decides from a seed, as digests to compare machines by", add_digests,
     fw::cli::run_digests},
    {"completion", "A script that completes commands and options in bash or zsh", add_completion, nullptr},
};

int choose_simd(const Options& options) {
  if (options.simd.empty() || fw::set_simd_level(options.simd)) return 0;
  std::string known;
  for (const std::string& level : fw::simd_levels()) known += (known.empty() ? "" : ", ") + level;
  return fw::cli::fail(
      {fw::ErrorKind::usage, "--simd " + options.simd + ": this machine does not have it; it has " + known});
}

/// An option or argument that is given with an empty value, as a script does whose variable is not set; ""
/// where there is none.
std::string empty_option(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    for (const std::string& value : option->results())
      if (value.find_first_not_of(" \t\r\n") == std::string::npos) return option->get_name(false, false);
  for (const CLI::App* part : command.get_subcommands())
    if (std::string name = empty_option(*part); !name.empty()) return name;
  return "";
}

/// The same of the words themselves: "--seed=", whose value the parser would take from the next word.
std::string empty_option(std::span<char* const> words) {
  for (const std::string_view word : words)
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      return std::string(word.substr(0, word.size() - 1));
  return "";
}

int fail_empty(const std::string& name) {
  return fw::cli::fail({fw::ErrorKind::usage,
                        name +
                            ": found an empty value (a variable that is not set?), expected one; leave the " +
                            "option out for what it is without"});
}

/// Whether -o names standard output for a command that writes a folder.
bool folder_to_stdout(std::string_view command, const Options& options) {
  constexpr std::array<std::string_view, 9> kOfFolders{"render", "export", "atlas", "experiment", "simulate",
                                                       "search", "sweep",  "tune",  "merge"};
  return fw::cli::is_stdout(options) &&
         std::find(kOfFolders.begin(), kOfFolders.end(), command) != kOfFolders.end();
}

int print_completion(const CLI::App& program, const Options& options) {
  const auto script = fw::cli::completion(program, options.target);
  return script ? fw::cli::deliver(script.value(), options) : fw::cli::fail(script.error());
}

int run(int argc, char** argv) {
  const std::span<char* const> words(argv, static_cast<size_t>(argc));
  fw::cli::keep_arguments(words);
  CLI::App program("Fieldwright: from a template and a seed to a world, its plates, its data and its audit");
  program.name("fieldwright");
  program.set_version_flag("--version", std::string("fieldwright ") + FIELDWRIGHT_VERSION);
  program.add_flag_callback("--man", [&] { throw CLI::CallForVersion(fw::cli::manual(program), 0); })
      ->group("");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);

  // A set of options per command, so that one command's words never leak into another.
  std::array<Options, std::size(kCommands)> options;
  std::vector<CLI::App*> apps;
  std::vector<std::string> names;
  for (size_t i = 0; i < options.size(); ++i) {
    names.emplace_back(kCommands[i].name);
    apps.push_back(program.add_subcommand(kCommands[i].name, kCommands[i].help));
    kCommands[i].add_options(*apps.back(), options[i]);
  }

  if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end())
    return fw::cli::fail({fw::ErrorKind::usage, std::string(argv[1]) + ": no such command" +
                                                    fw::did_you_mean(argv[1], names) +
                                                    "; see 'fieldwright --help'"});
  if (const std::string name = empty_option(words); !name.empty()) return fail_empty(name);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) {  // --help, --version, --man
      std::ostringstream text;
      program.exit(problem, text, text);
      return fw::cli::print(text.str()) ? 0 : static_cast<int>(fw::ErrorKind::io);
    }
    std::fprintf(stderr, "fieldwright: %s\nRun 'fieldwright --help' or 'fieldwright COMMAND --help'.\n",
                 fw::plain_text(problem.what()).c_str());
    return 2;
  }
  for (size_t i = 0; i < apps.size(); ++i) {
    if (!apps[i]->parsed()) continue;
    if (const std::string name = empty_option(*apps[i]); !name.empty()) return fail_empty(name);
    if (folder_to_stdout(kCommands[i].name, options[i]))
      return fw::cli::fail(
          {fw::ErrorKind::usage, "-o -: " + std::string(kCommands[i].name) +
                                     " writes several files, expected the name of a folder"});
    if (const int code = choose_simd(options[i])) return code;
    const fw::ThreadLimit limit(options[i].threads);
    return kCommands[i].run ? kCommands[i].run(options[i]) : print_completion(program, options[i]);
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  fw::keep_freed_memory();
  fw::cli::install_signal_handlers();
  fw::end_where_text_has_no_memory(static_cast<int>(fw::ErrorKind::limit));
  int code = 0;
  try {
    code = run(argc, argv);
  } catch (const std::bad_alloc&) {
    code = fw::cli::fail({fw::ErrorKind::limit, "out of memory; use a smaller --resolution or --map-px"});
  } catch (const std::exception& problem) {
    code = fw::cli::fail({fw::ErrorKind::internal, std::string("internal failure: ") + problem.what()});
  }
  std::fflush(nullptr);
#ifdef __SANITIZE_ADDRESS__
  return code;  // the leak check comes after main
#else
  std::_Exit(code);  // skip static destructors: unloading the libraries takes 15 ms
#endif
}
