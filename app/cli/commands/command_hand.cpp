#include "app/cli/commands/command_hand.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/output.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/hand/export_rows.h"
#include "app/job/hand/hand_list.h"
#include "app/job/hand/hand_write.h"
#include "core/base/json_rows.h"
#include "core/base/plain_text.h"
#include "core/template/template_merge.h"

namespace fw::cli {
namespace {

int code_of(ErrorKind kind) {
  return static_cast<int>(kind);
}

void add_output(CLI::App& c, Options& o, const char* help) {
  c.add_option("-o,--output", o.output, help)->required();
}

void add_list(CLI::App& c, Options& o) {
  add_world(c, o);
  add_common(c, o);
}

int run_list(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const Template& tmpl = request.value().tmpl;
  std::shared_ptr<const World> world;
  if (!options.seed.empty()) {
    const Result<Build> made = build(request.value(), console_progress(options));
    if (!made) return fail(made.error());
    world = made.value().world;
  }
  const std::string text =
      options.json ? hand_list_json(tmpl, world.get()) : hand_list_text(tmpl, world.get());
  return print(text) ? 0 : code_of(ErrorKind::io);
}

void add_merge(CLI::App& c, Options& o) {
  c.add_option("BASE", o.target, "The template that both began with")->required();
  c.add_option("OURS", o.second, "One edit of it")->required();
  c.add_option("THEIRS", o.third, "The other edit")->required();
  c.add_flag("--without-files", o.without_files,
             "The template alone: its imports and symbols come another way, as git brings them");
  add_common(c, o);
  add_output(c, o, "File to write; OURS itself with --force");
}

int run_merge(const Options& options) {
  std::vector<Template> sides;
  std::vector<TemplateHome> homes;
  for (const std::string& name : {options.target, options.second, options.third}) {
    Result<Template> tmpl = load_template(name, {});
    if (!tmpl) return fail(tmpl.error());
    sides.push_back(std::move(tmpl).value());
    Result<TemplateHome> home = template_home(name);
    if (!home) return fail(home.error());
    homes.push_back(std::move(home).value());
  }
  const TemplateMerge merge = merge_templates(sides[0], sides[1], sides[2]);
  if (!merge.conflicts.empty()) {
    std::string text;
    if (options.json) {
      std::vector<std::string> lines;
      for (const std::string& conflict : merge.conflicts) lines.push_back(json_string(conflict));
      text = json_lines(lines, 0) + "\n";
    } else {
      for (const std::string& conflict : merge.conflicts) text += "conflict: " + plain_text(conflict) + "\n";
    }
    print(text);
    return code_of(ErrorKind::mismatch);
  }
  std::vector<FilesOf> with_files;
  if (!options.without_files) with_files = {homes[1].files, homes[2].files, homes[0].files};
  const auto missing = write_merged(merge.text, with_files, options.output, options.force);
  if (!missing) return fail(missing.error());
  for (const Error& file : missing.value())
    std::fprintf(stderr, "warning: %s\n", plain_text(file.message).c_str());
  return 0;
}

void add_export(CLI::App& c, Options& o) {
  add_template(c, o);
  add_common(c, o);
  add_output(c, o, "GeoPackage to write");
}

int run_export(const Options& options) {
  const Result<Template> tmpl = load_template(options.target, options.settings);
  if (!tmpl) return fail(tmpl.error());
  if (is_empty(tmpl.value().hand)) return fail({ErrorKind::usage, options.target + ": its hand has no rows"});
  const Result<Done> written = export_rows(tmpl.value(), options.output, options.force);
  return written ? 0 : fail(written.error());
}

void add_pack(CLI::App& c, Options& o) {
  add_template(c, o);
  add_without_hand(c, o);
  add_common(c, o);
  add_output(c, o, "FILE.fwt to write: the template with its symbols and imports");
}

int run_pack(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  if (const auto imports = imports_of(request.value()); !imports) return fail(imports.error());
  const Result<std::string> bytes = pack_template(request.value().tmpl, request.value().files());
  if (!bytes) return fail(bytes.error());
  const Result<Done> written = write_file_atomically(options.output, bytes.value(), options.force);
  return written ? 0 : fail(written.error());
}

const HandCommand kHandCommands[] = {
    {"list", "The rows of a template's hand; with --seed also what became of each", add_list, run_list},
    {"import", "Reads rasters and shapes of other programs into the hand", add_hand_import, run_hand_import},
    {"freeze", "Keeps what a world has, as rows of the hand", add_hand_freeze, run_hand_freeze},
    {"export", "Every row as one GeoPackage, which import reads back", add_export, run_export},
    {"merge", "Two edits of one template in one file; exit 6 where both changed a row", add_merge, run_merge},
    {"pack", "A template with its symbols and imports in one file", add_pack, run_pack},
};

}  // namespace

std::span<const HandCommand> hand_commands() {
  return kHandCommands;
}

void add_hand(CLI::App& command, Options& options) {
  command.require_subcommand(1);
  for (const HandCommand& part : kHandCommands) {
    CLI::App* const app = command.add_subcommand(part.name, part.help);
    part.add_options(*app, options);
    app->callback([&options, &part] { options.hand_part = &part; });
  }
}

int run_hand(const Options& options) {
  return options.hand_part->run(options);
}

}  // namespace fw::cli
