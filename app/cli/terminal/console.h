#pragma once

#include <span>
#include <string>

#include "app/cli/terminal/options.h"
#include "core/base/parallel/progress.h"

namespace fw::cli {

/// Catches SIGINT, SIGTERM and SIGHUP (unless it is ignored): the first asks work to stop, the second ends
/// the process at once, and so does the end of a second: what is written is safe against a kill.
void install_signal_handlers();
/// The signal that asked to stop, or 0.
int stop_signal();

/// Progress to stderr as the options and the terminal allow: a bar, JSON lines, or nothing; cancelled by a
/// signal.
Progress console_progress(const Options& options);
/// Removes a bar that is still on the terminal.
void end_progress();

/// True if results may be coloured: stdout is a terminal, and neither NO_COLOR, TERM=dumb nor --no-color is
/// set.
bool use_colour(const Options& options);

/// The words of the command line: ends of lines in them are no lines of a message (fail()).
void keep_arguments(std::span<char* const> words);

/// Writes to stdout; false (and a message) if stdout is closed or full. Characters that act on a terminal are
/// written out, whatever name or text they come from.
bool print(const std::string& text);
/// The same as it is: files, and tables with colours.
bool print_as_is(const std::string& text);
/// "fieldwright: message" to stderr, every line; returns the kind's exit code.
int fail(const Error& error);
/// "about N MiB of memory" to stderr before work that needs a GiB or more.
void announce_memory(double bytes, const Options& options);
/// Findings to stderr, one line each, of a code with many the first five and how many more; with a request,
/// file, line and column of its template.
void print_findings(const Findings& findings, const Options& options, const BuildRequest* request = nullptr);

/// What the world finds and the template alone does not tell already.
Findings not_told(const Findings& of_template, const Findings& of_world);

/// Sends text to -o FILE (atomically; an existing file only with --force) or to stdout; returns the exit
/// code.
int deliver(const std::string& text, const Options& options);

/// Whether a summary is wanted: none with --quiet, but what --json asks for.
bool wants_summary(const Options& options);

/// Runs a command that writes one file for `-o -`: it makes the file under a temporary name with this ending,
/// and standard output gets its bytes instead of a summary. Returns the exit code.
int run_to_stdout(const Options& options, const std::string& ending, int (*run)(const Options&));
/// Whether -o names standard output.
bool is_stdout(const Options& options);

/// Findings on the request's template as a JSON array (docs/formats.md, 8).
std::string findings_json(const Findings& findings, const BuildRequest& request);

/// Whether nothing stands there but notes.
bool is_clean(const Findings& findings);
/// The same of the template and the audit of a world.
bool is_clean(const Build& made);
/// 0, or 6 under --strict when a warning or an error was found.
int strict_code(bool clean, const Options& options);

}  // namespace fw::cli
