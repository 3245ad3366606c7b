#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/manual.h"
#include "core/base/parallel/freed_memory.h"
#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise.h"
#include "core/model/suggest.h"

namespace {

using fw::cli::Options;

struct Command {
  CLI::App* app;
  int (*run)(const Options&);
};

Command render_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("render", "Five plates, layers, points, audit, manifest");
  fw::cli::add_world(*c, o);
  fw::cli::add_plates(*c, o);
  fw::cli::add_common(*c, o);
  c->add_option("-o,--output", o.output, "Folder to write")->required();
  return {c, fw::cli::run_render};
}

Command audit_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand(
      "audit", "What was asked against what came out; of a template or a stored render");
  fw::cli::add_world(*c, o);
  fw::cli::add_common(*c, o);
  c->add_option("--seeds", o.seeds, "A..B: one row of figures per seed, and the worst");
  CLI::Option* csv = c->add_flag("--csv", o.csv, "Comma-separated values");
  CLI::Option* html = c->add_flag("--html", o.html, "One page for a browser, of one world")->excludes(csv);
  html->excludes("--json")->excludes("--seeds");
  c->add_option("-o,--output", o.output, "File to write instead of stdout");
  return {c, fw::cli::run_audit};
}

Command check_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("check", "Schema, ranges and feasibility before generating");
  fw::cli::add_world(*c, o);
  fw::cli::add_common(*c, o);
  return {c, fw::cli::run_check};
}

Command explain_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("explain", "Why a place is what it is");
  fw::cli::add_world(*c, o);
  fw::cli::add_common(*c, o);
  c->add_option("--at", o.at, "X,Y in metres from the south-west corner")->required();
  return {c, fw::cli::run_explain};
}

Command diff_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("diff", "What changed between two renders");
  c->add_option("DIR", o.target, "A render's folder")->required();
  c->add_option("OTHER", o.second, "Another render's folder")->required();
  fw::cli::add_common(*c, o);
  return {c, fw::cli::run_diff};
}

Command templates_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("templates", "Lists the built-in templates, or prints one");
  c->add_option("NAME", o.target, "The template to print");
  c->add_flag("--schema", o.schema, "Print the JSON Schema of templates");
  c->add_flag("--reference", o.reference, "Print the reference page of every parameter (Markdown)");
  c->add_option("-o,--output", o.output, "File to write instead of stdout");
  fw::cli::add_common(*c, o);
  return {c, fw::cli::run_templates};
}

Command verify_command(CLI::App& program, Options& o) {
  CLI::App* c =
      program.add_subcommand("verify", "Re-generates a render from its folder and proves every digest");
  c->add_option("DIR", o.target, "A render's folder")->required();
  fw::cli::add_common(*c, o);
  return {c, fw::cli::run_verify};
}

Command experiment_command(CLI::App& program, Options& o) {
  CLI::App* c =
      program.add_subcommand("experiment", "The paper's studies: methods, scales and seeds as tables");
  c->add_option("STUDY", o.target, "crowd, action or spawn");
  c->add_option("--scale", o.scales, "small,medium,large, comma-separated (medium)");
  c->add_option("--seeds", o.seeds, "N: seeds 1..N; or A..B (20)");
  c->add_option("--methods", o.methods, "Methods, comma-separated; default: all of the preset");
  c->add_option("--preset", o.preset, "published, better or all (all)");
  c->add_option("--sweep", o.sweep, "none, field or agents (none)");
  c->add_option("--set", o.settings, "path=value for every method's parameters, repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  c->add_flag("--timing", o.timing, "Also time every method on one thread (runtime.csv)");
  c->add_flag("--reference", o.reference, "Print the page of every parameter that --set reaches (Markdown)");
  c->add_option("-o,--output", o.output, "Folder to write; finished runs in it are used again");
  fw::cli::add_common(*c, o);
  o.seeds = "20";
  return {c, fw::cli::run_experiment};
}

Command animate_command(CLI::App& program, Options& o) {
  CLI::App* c = program.add_subcommand("animate", "A simulation over the map, as animated WebP or frames");
  fw::cli::add_world(*c, o);
  c->add_option("--overlay", o.overlay, "crowd, action or spawn")->required();
  c->add_option("--method", o.methods, "A method, or two side by side: a,b");
  c->add_option("--agents", o.agents, "Agents on the island, crowd and action (4000)");
  c->add_option("--classes", o.classes, "spawn: classes or categories, comma-separated; default: all");
  c->add_option("--size", o.size_px, "Side of a map in pixels (720)");
  c->add_option("--fps", o.fps, "Frames per second (15)");
  c->add_option("--duration", o.duration_s, "Seconds of film (10)");
  c->add_option("--speed", o.speed, "Simulated seconds per second of film (60; action 15)");
  c->add_option("--start", o.start_s, "Simulated seconds before the first frame (0)");
  c->add_option(
      "--view", o.view,
      "The plate whose map lies beneath, without its symbols; default: the template's view, else overview");
  c->add_option("--layers", o.layers, "The map's layers instead, bottom to top, comma-separated");
  c->add_option("--palette", o.palette, "atlas or colour_blind_safe; default: the template's, else atlas");
  fw::cli::add_common(*c, o);
  c->add_option("-o,--output", o.output, "FILE.webp, or a folder for PNG frames")->required();
  return {c, fw::cli::run_animate};
}

Command fields_command(CLI::App& program, Options& o) {
  CLI::App* c =
      program.add_subcommand("fields", "The plain noise fields as one GeoTIFF of any size, strip by strip");
  fw::cli::add_world(*c, o);
  c->add_option("--layers", o.layers,
                "type,feature,danger,height,biome,faction; biome and faction have a band per class "
                "(type,feature,danger)");
  fw::cli::add_common(*c, o);
  c->add_option("-o,--output", o.output, "FILE.tif to write")->required();
  return {c, fw::cli::run_fields};
}

int choose_simd(const Options& options) {
  if (options.simd.empty() || fw::set_simd_level(options.simd)) return 0;
  std::string known;
  for (const std::string& level : fw::simd_levels()) known += (known.empty() ? "" : ", ") + level;
  return fw::cli::fail(
      {fw::ErrorKind::usage, "--simd " + options.simd + ": this machine does not have it; it has " + known});
}

int run(int argc, char** argv) {
  CLI::App program("Fieldwright: from a template and a seed to a world, its plates, its data and its audit");
  program.name("fieldwright");
  program.set_version_flag("--version", std::string("fieldwright ") + FIELDWRIGHT_VERSION);
  program.add_flag_callback("--man", [&] { throw CLI::CallForVersion(fw::cli::manual(program), 0); })
      ->group("");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);

  // A set of options per command, so that one command's words never leak into another.
  Options options[10];
  const Command commands[] = {render_command(program, options[0]),  audit_command(program, options[1]),
                              check_command(program, options[2]),   explain_command(program, options[3]),
                              diff_command(program, options[4]),    templates_command(program, options[5]),
                              verify_command(program, options[6]),  experiment_command(program, options[7]),
                              animate_command(program, options[8]), fields_command(program, options[9])};

  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.app->get_name());
  if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end())
    return fw::cli::fail({fw::ErrorKind::usage, std::string(argv[1]) + ": no such command" +
                                                    fw::did_you_mean(argv[1], names) +
                                                    "; see 'fieldwright --help'"});
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) {  // --help, --version, --man
      std::ostringstream text;
      program.exit(problem, text, text);
      return fw::cli::print(text.str()) ? 0 : static_cast<int>(fw::ErrorKind::io);
    }
    std::fprintf(stderr, "fieldwright: %s\nRun 'fieldwright --help' or 'fieldwright COMMAND --help'.\n",
                 problem.what());
    return 2;
  }
  for (size_t i = 0; i < std::size(commands); ++i) {
    if (!commands[i].app->parsed()) continue;
    if (const int code = choose_simd(options[i])) return code;
    const fw::ThreadLimit limit(options[i].threads);
    return commands[i].run(options[i]);
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  fw::keep_freed_memory();
  fw::cli::install_signal_handlers();
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
  std::_Exit(code);  // all is written: taking a hundred libraries down in order is of use to nobody
#endif
}
