#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/template.h"

namespace fw {

/// What a designer edits: one template (its seeds and its view included), the history of its edits and the
/// file it came from. Widgets never change a template themselves: they ask for an edit and hear of the result
/// by changed().
class Document : public QObject {
  Q_OBJECT

 public:
  /// Starts as an untitled copy of the first built-in template.
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  const Template& tmpl() const { return *current_; }
  /// The state itself, for workers: it never changes.
  std::shared_ptr<const Template> snapshot() const { return current_; }

  /// Applies a change as one step of the history. `what` is the step's text ("Change land fraction"). Steps
  /// with the same `merge` key that follow one another inside one gesture become one step: a drag. A change
  /// that changes nothing leaves no step.
  void edit(const QString& what, const std::function<void(Template&)>& change, const QString& merge = {});
  /// What a step is called, told from the states before and after it: of a drag, those of the whole drag.
  using StepText = std::function<QString(const Template& before, const Template& after)>;
  void edit(const StepText& what, const std::function<void(Template&)>& change, const QString& merge = {});
  /// Ends a drag: the next edit with the same key is a step of its own.
  void end_gesture();

  QUndoStack& history() { return history_; }

  /// What is wrong with the present state, worst first: everything the file format refuses and everything
  /// that arithmetic proves contradictory (both `error`), then warnings. Never generate while valid() is
  /// false.
  const Findings& findings() const { return findings_; }
  bool valid() const { return valid_; }

  /// Where it is kept; empty while it has no file.
  const QString& path() const { return path_; }
  /// File name without folder and ending, or the template's name.
  QString title() const;
  bool modified() const { return !history_.isClean(); }

  /// Replaces everything by an untitled template.
  void start(const Template& tmpl);
  /// Reads a file; on failure nothing changes. Refusals name file, path, line and column. Unfinished work is
  /// taken as it stands, and findings() say what is wrong with it.
  Result<Done> open(const QString& path);
  /// Reads the document's own file again, as one step of the history; on failure nothing changes.
  Result<Done> read_again();
  /// Writes the canonical form beside the place and renames it in; a file of an older format is kept as
  /// "<name>.bak". The state becomes the clean one.
  Result<Done> save_as(const QString& path);
  /// Takes a state that is not on disk: `path` is where it belongs ("" for untitled).
  void recover(const Template& tmpl, const QString& path);

  /// Whether the file on disk is no longer the one that was read or written here, or is gone.
  bool changed_on_disk() const;
  /// Takes the file on disk as known: the next save replaces it without another question.
  void keep_mine();

 signals:
  void changed();       ///< template, seeds, view or findings
  void file_changed();  ///< path, title or clean mark
  void replaced();      ///< another document altogether; after changed()

 private:
  class Step;
  void show(std::shared_ptr<const Template> state);
  /// A file's state, which is then known as what is on disk.
  Result<std::shared_ptr<const Template>> read(const QString& path);
  void replace(std::shared_ptr<const Template> state, const QString& path, bool clean);

  std::shared_ptr<const Template> current_;
  QUndoStack history_;
  Findings findings_;
  bool valid_ = true;
  QString path_;
  QByteArray on_disk_;  ///< digest of the file as last read or written; empty: none
  bool older_format_ = false;
  int gesture_ = 0;
};

/// What the format and arithmetic say of a template, worst first.
Findings check_template(const Template& tmpl);

}  // namespace fw
