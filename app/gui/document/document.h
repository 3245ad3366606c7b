#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/job/project/load.h"
#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/template/template_base.h"

namespace fw {

/// The edited template (with its seeds and view), its undo history and its file. Widgets never change a
/// template directly: they call edit() and react to changed().
class Document : public QObject {
  Q_OBJECT

 public:
  /// Starts as an untitled copy of the first built-in template.
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  const Template& tmpl() const { return *current_.tmpl; }
  /// The immutable state, for use by other threads.
  std::shared_ptr<const Template> snapshot() const { return current_.tmpl; }
  /// template_digest() of the state on show, made when it is first asked for.
  const std::string& digest() const;

  /// Applies a change as one undo step. `what` is the step's text ("Change land fraction"). Consecutive edits
  /// with the same `merge` key become one step until end of the drag. An edit without effect makes no step,
  /// nor does one that changes the layers of the view alone: to look is no edit. They stay through undo and
  /// redo, and the next save writes them.
  void edit(const QString& what, const std::function<void(Template&)>& change, const QString& merge = {});
  /// Text of an undo step, computed from the states before and after it (for a drag, those of the whole
  /// drag).
  using StepText = std::function<QString(const Template& before, const Template& after)>;
  void edit(const StepText& what, const std::function<void(Template&)>& change, const QString& merge = {});
  /// Holds pixels that have no file yet, for an edit that adds rows of imports: saving writes their files.
  void take_imports(const ImportSet& fresh);
  /// Ends a drag: the next edit with the same key starts a new step.
  void end_gesture();

  QUndoStack& history() { return history_; }

  /// The state whose rows others may know by their ids: as it was started, opened, read again or exported
  /// last. What was added since may still change its ids.
  const Template& settled() const { return *settled_; }
  /// The present state was exported.
  void settle() { settled_ = current_.tmpl; }

  /// Problems of the present state, worst first: everything that the file format refuses and everything
  /// proven contradictory (both `error`), then warnings and imports whose file cannot be read. Do not
  /// generate while valid() is false.
  const Findings& findings() const { return findings_; }
  bool valid() const { return valid_; }

  /// Path of the file; empty for an untitled document.
  const QString& path() const { return path_; }
  /// The template that the file names as its base; nothing where it names none.
  const std::optional<BaseTemplate>& base() const { return base_; }
  /// Where the document's other files lie: its symbols and imports.
  FilesOf files() const;
  /// Pixels of its rows of imports, as far as they are at hand.
  const ImportSet& imports() const { return imports_; }
  /// File name without folder and ending, or the template's name.
  QString title() const;
  bool modified() const { return !history_.isClean(); }

  /// Replaces the document by an untitled template.
  void start(const Template& tmpl);
  /// Reads a file; on failure nothing changes. Errors name file, path, line and column. A template with
  /// errors in its values is opened too; findings() lists them. A packed one is opened untitled, with its
  /// symbols and imports: saving writes them beside the new file.
  Result<Done> open(const QString& path);
  /// Reads the document's own file again, as one undo step; on failure nothing changes.
  Result<Done> read_again();
  /// Writes the text that was read, with what was edited in its place (edit_template_text()); of an untitled
  /// document the canonical form. To a temporary file, which is renamed. The files of imports go into the
  /// folder beside it first. Marks the state as clean. Refused where the document's own file is no longer the
  /// one that was read, or while a command changes it.
  Result<Done> save_as(const QString& path);
  /// Opens a recovered state that is not on disk; `path` is its original file ("" for untitled).
  void recover(const Template& tmpl, const QString& path, const ImportSet& imports = {});

  /// Whether the file on disk differs from what was last read or written here, or is gone.
  bool changed_on_disk() const;
  /// Accepts the file's present content as known: the next save replaces it without asking.
  void keep_mine();

 signals:
  void changed();       ///< template, seeds, view or findings
  void looked();        ///< the layers of the view; emitted before changed()
  void file_changed();  ///< path, title or clean mark
  void saved();         ///< to path(); emitted before file_changed()
  void replaced();      ///< another document was opened; emitted after changed()

 private:
  class Step;
  /// A template and what is to be said of it, which is found out once.
  struct State {
    std::shared_ptr<const Template> tmpl;
    std::shared_ptr<const std::string> bare_text;  ///< its text_without_rows(); steps of the hand share it
    Findings findings;
    bool formed = false;  ///< it has passed through the file format without a refusal
  };
  static bool have_one_text(const State& a, const State& b);
  static State checked_state(Template tmpl);
  void show(State state);
  /// The state with the layers that are looked at now.
  void go_to(State state);
  void look(const std::vector<ViewLayer>& layers);
  void load_pixels();
  /// Reads the base that the file's text names.
  void take_base();
  /// The text to save: the file's own with what was edited.
  std::string text_to_save() const;
  /// Reads a file and remembers its text and digest.
  Result<Template> read(const QString& path);
  void replace(Template state, const QString& path, bool clean);
  void start(const Template& tmpl, TemplateHome unpacked);
  Result<Done> open_packed(const std::string& path);

  State current_;
  std::shared_ptr<const Template> settled_;
  mutable std::string digest_;  ///< of current_; empty: not made yet
  Findings findings_;
  ImportSet imports_;
  ImportSet known_;  ///< all pixels seen: those of states that undo and redo come to, too
  Findings told_;    ///< what is to be said of the file as it was read: changed_defaults()
  std::vector<ImportProblem> import_problems_;
  std::string imports_key_;  ///< what the pixels at hand were looked for
  QUndoStack history_;
  bool valid_ = true;
  QString path_;
  TemplateHome unpacked_;             ///< of an untitled document that came out of a pack
  QByteArray on_disk_;                ///< digest of the file as last read or written; empty: none
  std::string text_;                  ///< of the file at path_ as last read or written; "" = none
  std::optional<BaseTemplate> base_;  ///< of that text
  int gesture_ = 0;
};

/// Errors of the format and contradictions of a template, worst first.
Findings check_template(const Template& tmpl);

}  // namespace fw
