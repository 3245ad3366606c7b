#include "app/cli/commands/command_hand.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/hand/export_rows.h"
#include "app/job/hand/freeze.h"
#include "app/job/hand/hand_write.h"
#include "app/job/hand/row_columns.h"
#include "core/base/json_rows.h"
#include "core/base/plain_text.h"
#include "core/template/hand_rows.h"
#include "core/template/template_io.h"
#include "core/template/template_merge.h"
#include "core/world/land/island_outline.h"

namespace fw::cli {
namespace {

Result<FreezeRequest> freeze_request(const Options& options) {
  FreezeRequest request;
  request.region = options.region;
  request.shape = options.shape;
  request.cls = options.class_id;
  request.points = split(options.points);
  if (options.layers.empty()) return request;
  if (request.region.empty() && request.shape.empty())
    return usage("--layers is of a region or a shape; --class and --point freeze points and landmarks alone");
  request.parts.clear();
  for (const std::string& word : split(options.layers)) {
    const auto part = place_of("--layers", word, kFreezePartSlugs);
    if (!part) return part.error();
    request.parts.insert(static_cast<FreezePart>(part.value()));
  }
  return request;
}

std::string summary(const Frozen& frozen, const Options& options) {
  if (options.json)
    return nlohmann::ordered_json{
               {"rows", frozen.rows}, {"pins", frozen.pins}, {"kept_already", frozen.kept_already}}
               .dump(2) +
           "\n";
  return options.output + ": " + std::to_string(frozen.rows.size()) + " rows, " +
         std::to_string(frozen.pins) + " of them pins" +
         (frozen.kept_already > 0 ? "; " + std::to_string(frozen.kept_already) + " stood in the hand already"
                                  : "") +
         "\n";
}

void add_hand_freeze(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  fw::cli::add_common(c, o);
  c.add_option("--region", o.region, "Freeze a region by its name");
  c.add_option("--shape", o.shape, "Freeze all in a POLYGON or MULTIPOLYGON (WKT, metres of the frame)");
  c.add_option("--class", o.class_id, "Freeze all points of a class, or all landmarks of a kind");
  c.add_option("--point", o.points, "Freeze points by their ids, comma-separated");
  c.add_option("--layers", o.layers,
               "Of a region or shape: " + fw::cli::join(fw::kFreezePartSlugs, ",") + " (all)");
  c.add_option("-o,--output", o.output, "Template to write")->required();
}

int run_hand_freeze(const Options& options) {
  const Result<FreezeRequest> wish = freeze_request(options);
  if (!wish) return fail(wish.error());
  const Result<TemplateOutput> output = TemplateOutput::open(options.output, {options.target}, options);
  if (!output) return fail(output.error());
  Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  if (keeps_cells(wish.value()) && request.value().resolution != kPlanResolution)
    return fail({ErrorKind::usage,
                 "--resolution " + std::to_string(request.value().resolution) +
                     ": biomes, bands, factions and regions are kept by the cells of --resolution " +
                     std::to_string(kPlanResolution) + "; points and landmarks alone at any"});
  if (!output.value().to_stdout())
    if (const auto free = check_output_file(options.output, options.force); !free) return fail(free.error());
  const Result<Build> made = build(request.value(), console_progress(options));
  if (!made) return fail(made.error());
  const Result<Frozen> frozen = freeze(request.value().tmpl, *made.value().world, wish.value());
  if (!frozen) return fail(frozen.error());
  return write_template_of(request.value().source, frozen.value().tmpl, request.value().files(), {},
                           output.value(), options, summary(frozen.value(), options));
}

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
  const std::vector<std::string> names{options.target, options.second, options.third};
  const Result<TemplateOutput> output = TemplateOutput::open(options.output, names, options);
  if (!output) return fail(output.error());
  std::vector<Template> sides;
  std::vector<TemplateText> texts;
  std::vector<TemplateHome> homes;
  for (const std::string& name : names) {
    Result<TemplateText> text = read_template_text(name);
    if (!text) return fail(text.error());
    Result<Template> tmpl = parse_template(text.value().text, text.value().name);
    if (!tmpl) return fail(tmpl.error());
    Result<TemplateHome> home = template_home(name);
    if (!home) return fail(home.error());
    sides.push_back(std::move(tmpl).value());
    texts.push_back(std::move(text).value());
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
  const Result<Template> merged = parse_template(merge.text, "what they make together");
  if (!merged) return fail(merged.error());
  Result<TemplateEdit> edit = edited_text(texts[1], merged.value());
  if (!edit) return fail(edit.error());
  if (output.value().to_stdout()) {
    edit = text_for_stdout(texts[1], edit.value());
    if (!edit) return fail(edit.error());
    output.value().tell(edit.value(), options);
    return print_as_is(edit.value().text) ? 0 : code_of(ErrorKind::io);
  }
  std::vector<FilesOf> with_files;
  if (!options.without_files) with_files = {homes[1].files, homes[2].files, homes[0].files};
  TemplateWrite to = output.value().place(texts[1]);
  for (const TemplateText& side : texts)
    if (output.value().is(side.name)) to.unchanged = side.text;
  if (!options.without_files) to.vocabulary_from = homes[1].files.folder;
  output.value().tell(edit.value(), options);
  const auto missing = write_merged(merged.value(), edit.value().text, with_files, to);
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
  if (is_stdout(options)) return run_to_stdout(options, ".gpkg", run_export);
  const Result<Template> tmpl = load_template(options.target, options.settings);
  if (!tmpl) return fail(tmpl.error());
  if (hand_row_texts(tmpl.value()).empty())
    return fail({ErrorKind::usage, options.target + ": its hand has no rows"});
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
  if (is_stdout(options)) return print_as_is(bytes.value()) ? 0 : code_of(ErrorKind::io);
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
