#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/terminal/options.h"
#include "app/job/folder/file_io.h"
#include "app/job/hand/hand_write.h"

namespace fw::cli {

/// A template that a command writes: where, from which text, and what it may replace.
class TemplateOutput {
 public:
  /// `sources`: the names of templates that the command reads. Where one of them is the file to write, that
  /// file is locked until this ends: to be called before they are read. Waits for other commands, which is
  /// told; a signal ends the waiting (ErrorKind::cancelled).
  static Result<TemplateOutput> open(const std::string& file, const std::vector<std::string>& sources,
                                     const Options& options);

  bool to_stdout() const { return file_ == kStandardInput; }
  const std::string& file() const { return file_; }
  /// Whether the file to write is the one of that name.
  bool is(const std::string& source) const;
  /// Where write_with_files() writes, and what must lie there: the text that was read, if the file is
  /// `source`.
  TemplateWrite place(const TemplateText& source) const;
  /// Tells what an edit could not keep, and other names of the file that is replaced. Nothing with --quiet.
  void tell(const TemplateEdit& edit, const Options& options) const;

 private:
  std::string file_;
  bool overwrite_ = false;
  Descriptor lock_;
};

/// Writes the text that was read, edited to say what `tmpl` is, with its other files; then prints the
/// summary. To standard output goes the text alone. Returns the exit code.
int write_template_of(const TemplateText& source, const Template& tmpl, const FilesOf& files,
                      const ImportSet& fresh, const TemplateOutput& output, const Options& options,
                      const std::string& summary);

/// A template's text for standard output, where the vocabulary's file is that of the working folder or
/// stated.
Result<TemplateEdit> text_for_stdout(const TemplateText& source, const TemplateEdit& edit);

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
