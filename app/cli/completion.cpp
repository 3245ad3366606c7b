#include "app/cli/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <vector>

#include "app/cli/manual.h"
#include "app/cli/terminal/words.h"
#include "app/job/hand/freeze.h"
#include "app/job/hand/import/hand_import.h"
#include "app/job/render/exporters.h"
#include "app/job/search/search_results.h"
#include "app/job/sweep/sweep_plan.h"
#include "core/experiment/digest_list.h"
#include "core/experiment/studies.h"
#include "core/field/simd_level.h"
#include "core/model/colour/palette.h"
#include "core/model/coordinator.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/map_layers.h"
#include "core/template/template_io.h"
#include "core/world/land/stacks.h"
#include "render/map/scene/plate_style.h"
#include "render/map/style/map_style.h"

namespace fw::cli {
namespace {

using Words = std::vector<std::string>;

Words words_of(const auto& slugs) {
  return Words(std::begin(slugs), std::end(slugs));
}

/// Words that an option takes, or a positional argument by its name in help.
struct Known {
  std::string command;  ///< of this command alone; "" = of all
  std::string name;     ///< "--views", "TEMPLATE"
  bool list = false;    ///< several, with commas
  Words words;
};

Words names_of_templates() {
  Words names;
  for (const BuiltinTemplate& builtin : builtin_templates()) names.emplace_back(builtin.name);
  return names;
}

Words with_none(Words words) {
  words.emplace_back(kNone);
  return words;
}

std::vector<Known> known_words() {
  Words targets = words_of(kExportTargetSlugs);
  targets.emplace_back("all");
  Words kinds = words_of(kCoordinatorSlugs);
  kinds.emplace_back(kTemplateParams);
  const Words tables = with_none(words_of(kResultFormatSlugs));
  const Words templates = names_of_templates();
  return {{"search", "--formats", true, tables},
          {"merge", "--formats", true, tables},
          {"fields", "--layers", true, words_of(kStackLayerSlugs)},
          {"hand freeze", "--layers", true, words_of(kFreezePartSlugs)},
          {"params", "METHOD", false, templates},
          {"templates", "NAME", false, templates},
          {"", "--views", true, with_none(words_of(kViewSlugs))},
          {"", "--formats", true, with_none(words_of(every_format()))},
          {"", "--layers", true, words_of(kMapLayerSlugs)},
          {"", "--view", false, words_of(kViewSlugs)},
          {"", "--palette", false, words_of(kPaletteSlugs)},
          {"", "--sheet", false, words_of(kPaperSlugs)},
          {"", "--style", false, words_of(kMapStyleSlugs)},
          {"", "--simd", false, {"scalar", "sse4", "avx2", "avx3"}},
          {"", "--progress", false, {"json"}},
          {"", "--target", true, std::move(targets)},
          {"", "--overlay", false, words_of(kCoordinatorSlugs)},
          {"", "--rooms", true, words_of(kDigestRooms)},
          {"", "--record", false, {"known", "all"}},
          {"", "--design", false, words_of(kSweepDesignSlugs)},
          {"experiment", "--scale", true, words_of(kScaleSlugs)},
          {"", "--preset", false, words_of(kPresetSlugs)},
          {"", "--sweep", false, words_of(kSweepSlugs)},
          {"", "--what", false, words_of(import_words())},
          {"", "--mode", false, words_of(kImportModeSlugs)},
          {"", "--paint", false, words_of(kPaintForceSlugs)},
          {"", "TEMPLATE", false, templates},
          {"", "SOURCE", false, templates},
          {"", "STUDY", false, words_of(study_slugs())},
          {"", "KIND", false, std::move(kinds)},
          {"", "SHELL", false, words_of(kShells)}};
}

/// The row of an option or argument of a command; null where the words are not known.
const Known* find_known(const std::vector<Known>& known, const std::string& command,
                        const std::string& name) {
  const auto row = std::find_if(known.begin(), known.end(), [&](const Known& k) {
    return k.name == name && (k.command.empty() || k.command == command);
  });
  return row == known.end() ? nullptr : &*row;
}

/// An option as a shell sees it.
struct Choice {
  Words names;  ///< "-o", "--output"; of an argument its name alone
  std::string help;
  bool argument = false, takes_value = false, repeatable = false;
  const Known* known = nullptr;
};

std::vector<Choice> choices_of(const LeafCommand& command, const std::vector<Known>& known) {
  std::vector<Choice> choices;
  for (const CLI::Option* option : command.app->get_options()) {
    if (option->get_group().empty()) continue;
    Choice choice;
    choice.help = option->get_description();
    choice.argument = option->get_positional();
    choice.takes_value = option->get_items_expected_max() > 0;
    choice.repeatable = option->get_items_expected_max() > 1;
    if (choice.argument) choice.names.push_back(option->get_name(true));
    for (const std::string& name : option->get_snames()) choice.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) choice.names.push_back("--" + name);
    choice.known = find_known(known, command.name, choice.names.back());
    choices.push_back(std::move(choice));
  }
  return choices;
}

/// Commands that have parts: "hand" with "list", "import", ...
std::vector<std::pair<std::string, Words>> groups_of(const std::vector<LeafCommand>& commands) {
  std::vector<std::pair<std::string, Words>> groups;
  for (const LeafCommand& command : commands) {
    const size_t blank = command.name.find(' ');
    if (blank == std::string::npos) continue;
    const std::string group = command.name.substr(0, blank);
    if (groups.empty() || groups.back().first != group) groups.push_back({group, {}});
    groups.back().second.push_back(command.name.substr(blank + 1));
  }
  return groups;
}

Words first_words(const std::vector<LeafCommand>& commands) {
  Words words;
  for (const LeafCommand& command : commands) {
    const std::string first = command.name.substr(0, command.name.find(' '));
    if (words.empty() || words.back() != first) words.push_back(first);
  }
  return words;
}

/// The variables of a command in the script of bash.
std::string bash_case(const LeafCommand& command, const std::vector<Choice>& choices) {
  Words options, values;
  std::string lists, words, arguments;
  for (const Choice& choice : choices) {
    if (choice.argument) {
      if (choice.known) arguments += (arguments.empty() ? "" : " ") + join(choice.known->words, " ");
      continue;
    }
    for (const std::string& name : choice.names) {
      options.push_back(name);
      if (!choice.takes_value) continue;
      values.push_back(name);
      if (choice.known)
        (choice.known->list ? lists : words) += "        " + name + ") " +
                                                (choice.known->list ? "list" : "words") + "=\"" +
                                                join(choice.known->words, " ") + "\" ;;\n";
    }
  }
  std::string text = "    '" + command.name + "')\n      options=\"" + join(options, " ") +
                     "\"\n      values=\" " + join(values, " ") + " \"\n";
  if (!arguments.empty()) text += "      arguments=\"" + arguments + "\"\n";
  if (!lists.empty() || !words.empty()) text += "      case $previous in\n" + lists + words + "      esac\n";
  return text + "      ;;\n";
}

std::string bash_script(const std::vector<LeafCommand>& commands, const std::vector<Known>& known) {
  std::string text =
      "# Completion of fieldwright for bash, made by: fieldwright completion bash\n"
      "_fieldwright() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
      "  local options= values= arguments= list= words= head=\n"
      "  # --views=a comes as three words.\n"
      "  if [[ $word == = ]]; then word=\n"
      "  elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
      "  COMPREPLY=()\n"
      "  if (( COMP_CWORD == 1 )); then\n"
      "    COMPREPLY=($(compgen -W \"" +
      join(first_words(commands), " ") +
      " --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n";
  for (const auto& [group, parts] : groups_of(commands))
    text += "  if [[ $command == " + group +
            " ]]; then\n"
            "    if (( COMP_CWORD == 2 )); then\n"
            "      COMPREPLY=($(compgen -W \"" +
            join(parts, " ") +
            "\" -- \"$word\"))\n"
            "      return\n"
            "    fi\n"
            "    command=\"" +
            group + " ${COMP_WORDS[2]}\"\n  fi\n";
  text += "  case $command in\n";
  for (const LeafCommand& command : commands) text += bash_case(command, choices_of(command, known));
  return text +
         "  esac\n"
         "  if [[ -n $list ]]; then\n"
         "    [[ $word == *,* ]] && head=${word%,*},\n"
         "    COMPREPLY=($(compgen -P \"$head\" -W \"$list\" -- \"${word##*,}\"))\n"
         "  elif [[ -n $words ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  elif [[ $values == *\" $previous \"* ]]; then\n"
         "    return  # a value without known words: files\n"
         "  elif [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -W \"$arguments\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _fieldwright fieldwright\n";
}

/// A text within '...' of a specification of _arguments.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

/// What follows the text of the option --views, which takes a value: ":views:(a b)".
std::string zsh_value(const std::string& option, const Known* known) {
  const std::string name = option.substr(option.find_first_not_of('-'));
  std::string text = ":" + name + ":";
  if (known == nullptr) return text + "_files";
  const std::string words = join(known->words, " ");
  if (known->list) return text + "_values -s , " + name + " " + words;
  return text + "(" + words + ")";
}

std::string zsh_case(const LeafCommand& command, const std::vector<Choice>& choices) {
  std::string text = "    '" + command.name + "')\n      _arguments";
  const auto add = [&](const std::string& specification) { text += " \\\n        '" + specification + "'"; };
  for (const Choice& choice : choices) {
    if (choice.argument) {
      const std::string name = zsh_text(choice.names.front());
      const std::string files = choice.known
                                    ? "{_alternative \"words\\:" + name + "\\:(" +
                                          join(choice.known->words, " ") + ")\" \"files\\:file\\:_files\"}"
                                    : "_files";
      add((choice.repeatable ? "*:" : ":") + name + ":" + files);
      continue;
    }
    for (const std::string& name : choice.names) {
      const bool word = name.starts_with("--");
      add((choice.repeatable ? "*" : "(" + join(choice.names, " ") + ")") + name +
          (choice.takes_value && word ? "=" : "") + "[" + zsh_text(choice.help) + "]" +
          (choice.takes_value ? zsh_value(choice.names.back(), choice.known) : ""));
    }
  }
  return text + "\n      ;;\n";
}

std::string zsh_script(const std::vector<LeafCommand>& commands, const std::vector<Known>& known) {
  std::string text =
      "#compdef fieldwright\n"
      "# Completion of fieldwright for zsh, made by: fieldwright completion zsh\n"
      "_fieldwright() {\n"
      "  local command=$words[2]\n"
      "  if (( CURRENT == 2 )); then\n"
      "    compadd -- " +
      join(first_words(commands), " ") +
      " --help --version\n"
      "    return\n"
      "  fi\n"
      "  local skipped=1\n";
  for (const auto& [group, parts] : groups_of(commands))
    text += "  if [[ $command == " + group +
            " ]]; then\n"
            "    if (( CURRENT == 3 )); then\n"
            "      compadd -- " +
            join(parts, " ") +
            "\n"
            "      return\n"
            "    fi\n"
            "    command=\"" +
            group +
            " $words[3]\"\n"
            "    skipped=2\n"
            "  fi\n";
  text +=
      "  shift $skipped words\n"
      "  (( CURRENT -= skipped ))\n"
      "  case $command in\n";
  for (const LeafCommand& command : commands) text += zsh_case(command, choices_of(command, known));
  return text +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _fieldwright ]]; then _fieldwright \"$@\"; else compdef _fieldwright "
         "fieldwright; fi\n";
}

}  // namespace

Result<std::string> completion(const CLI::App& program, const std::string& shell) {
  const Result<size_t> which = place_of("completion", shell, kShells);
  if (!which) return which.error();
  const std::vector<LeafCommand> commands = leaf_commands(program);
  const std::vector<Known> known = known_words();
  return kShells[which.value()] == "bash" ? bash_script(commands, known) : zsh_script(commands, known);
}

}  // namespace fw::cli
