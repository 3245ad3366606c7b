#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/cli/commands/command_hand.h"
#include "app/cli/terminal/console.h"
#include "app/job/folder/file_lock.h"
#include "core/base/plain_text.h"
#include "core/template/template_io.h"

// Templates that commands write: locked, read, edited, replaced.
namespace fw::cli {
namespace {

// For another command that changes the same template.
constexpr std::chrono::seconds kUnnoticedWait{2};
constexpr std::chrono::minutes kLongestWait{10};

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return find_builtin(a) == nullptr && a != kStandardInput && std::filesystem::equivalent(a, b, ignored);
}

}  // namespace

Result<TemplateOutput> TemplateOutput::open(const std::string& file, const std::vector<std::string>& sources,
                                            const Options& options) {
  TemplateOutput output;
  output.file_ = file;
  output.overwrite_ = options.force;
  bool in_place = false;
  for (const std::string& source : sources) in_place = in_place || output.is(source);
  if (!in_place) return output;
  const auto began = std::chrono::steady_clock::now();
  bool told = options.quiet;
  Result<Descriptor> lock = lock_file(file, [&] {
    const auto waited = std::chrono::steady_clock::now() - began;
    if (!told && waited > kUnnoticedWait) {
      told = true;
      std::fprintf(stderr, "%s: waiting for another command that changes it\n", plain_text(file).c_str());
    }
    return stop_signal() == 0 && waited < kLongestWait;
  });
  if (!lock && stop_signal() != 0) return Error{ErrorKind::cancelled, "cancelled; nothing was written"};
  if (!lock) return lock.error();
  output.lock_ = std::move(lock).value();
  return output;
}

bool TemplateOutput::is(const std::string& source) const {
  return !to_stdout() && same_file(source, file_);
}

TemplateWrite TemplateOutput::place(const TemplateText& source) const {
  TemplateWrite to{file_, overwrite_, {}, {}};
  if (is(source.name)) to.unchanged = source.text;
  return to;
}

void TemplateOutput::tell(const TemplateEdit& edit, const Options& options) const {
  if (options.quiet) return;
  end_progress();
  for (const std::string& note : edit.notes) std::fprintf(stderr, "note: %s\n", plain_text(note).c_str());
  const std::string links = to_stdout() ? "" : links_note(file_);
  if (!links.empty()) std::fprintf(stderr, "note: %s\n", plain_text(links).c_str());
}

Result<TemplateEdit> text_for_stdout(const TemplateText& source, const TemplateEdit& edit) {
  std::error_code ignored;
  const std::filesystem::path folder = template_folder(source.name);
  if (folder.empty() || std::filesystem::equivalent(folder, ".", ignored)) return edit;
  Result<TemplateEdit> stated = stand_alone_text(edit.text, source.name);
  if (stated) stated.value().notes.insert(stated.value().notes.begin(), edit.notes.begin(), edit.notes.end());
  return stated;
}

int write_template_of(const TemplateText& source, const Template& tmpl, const FilesOf& files,
                      const ImportSet& fresh, const TemplateOutput& output, const Options& options,
                      const std::string& summary) {
  Result<TemplateEdit> edit = edited_text(source, tmpl);
  if (edit && output.to_stdout()) edit = text_for_stdout(source, edit.value());
  if (!edit) return fail(edit.error());
  output.tell(edit.value(), options);
  if (output.to_stdout()) return print_as_is(edit.value().text) ? 0 : static_cast<int>(ErrorKind::io);
  const bool same = output.is(source.name) && edit.value().text == source.text && fresh.empty();
  if (!same)
    if (const auto written = write_with_files(tmpl, edit.value().text, files, fresh, output.place(source));
        !written)
      return fail(written.error());
  return !wants_summary(options) || print(summary) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
