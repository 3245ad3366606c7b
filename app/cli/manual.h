#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fw::cli {

/// A command that runs: of `hand` its parts, "hand list", "hand import", ...
struct LeafCommand {
  std::string name;
  const CLI::App* app = nullptr;
};
std::vector<LeafCommand> leaf_commands(const CLI::App& program);

/// The manual page of the program: every command and option that its tables hold, in the language of man(7).
std::string manual(const CLI::App& program);

}  // namespace fw::cli
