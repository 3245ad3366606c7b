#pragma once

#include <span>

#include "app/cli/terminal/options.h"

namespace fw::cli {

/// A part of `fieldwright hand`; --help lists them in this order.
struct HandCommand {
  const char* name;
  const char* help;
  void (*add_options)(CLI::App&, Options&);
  int (*run)(const Options&);
};
std::span<const HandCommand> hand_commands();

// The part with a file of its own.
void add_hand_import(CLI::App& command, Options& options);
int run_hand_import(const Options& options);

/// Adds the parts as commands of `hand`.
void add_hand(CLI::App& command, Options& options);

}  // namespace fw::cli
