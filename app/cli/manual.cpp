#include "app/cli/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "app/job/manual/man_page.h"

namespace fw::cli {
namespace {

ManEntry entry_of(const CLI::Option& option) {
  const std::string value = option.get_positional() ? "" : option.get_type_name();
  return {option.get_name(true, true) + (value.empty() ? "" : " " + value), option.get_description()};
}

bool same(const ManEntry& a, const ManEntry& b) {
  return a.term == b.term && a.text == b.text;
}

bool has(const ManSection& section, const ManEntry& entry) {
  return std::any_of(section.entries.begin(), section.entries.end(),
                     [&](const ManEntry& other) { return same(entry, other); });
}

ManSection section_of(const std::string& name, const CLI::App& command) {
  ManSection section = {name, command.get_description() + ".", {}};
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty()) section.entries.push_back(entry_of(*option));
  return section;
}

/// Takes the options that every command has out of their sections.
ManSection take_common(std::vector<ManSection>& commands) {
  ManSection common = {"Options of every command", "", {}};
  for (const ManEntry& entry : commands.front().entries)
    if (std::all_of(commands.begin(), commands.end(),
                    [&](const ManSection& command) { return has(command, entry); }))
      common.entries.push_back(entry);
  for (ManSection& command : commands)
    std::erase_if(command.entries, [&](const ManEntry& entry) { return has(common, entry); });
  return common;
}

}  // namespace

std::vector<LeafCommand> leaf_commands(const CLI::App& program) {
  std::vector<LeafCommand> leaves;
  for (const CLI::App* command : program.get_subcommands({})) {
    const auto parts = command->get_subcommands({});
    if (parts.empty()) leaves.push_back({command->get_name(), command});
    for (const CLI::App* part : parts) leaves.push_back({command->get_name() + " " + part->get_name(), part});
  }
  return leaves;
}

std::string manual(const CLI::App& program) {
  std::vector<ManSection> commands;
  for (const LeafCommand& command : leaf_commands(program))
    commands.push_back(section_of(program.get_name() + " " + command.name, *command.app));
  ManSection common = take_common(commands);

  ManPage page = {program.get_name(), program.get_description(), {}};
  page.sections.push_back({"Synopsis", program.get_name() + " COMMAND [OPTIONS]", {}});
  page.sections.insert(page.sections.end(), commands.begin(), commands.end());
  page.sections.push_back(std::move(common));
  page.sections.push_back({"See also", program.get_name() + "-designer(1)", {}});
  return man_source(page);
}

}  // namespace fw::cli
