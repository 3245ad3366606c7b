#include "app/gui/document/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "app/job/build/load.h"
#include "app/job/folder/file_io.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kStepId = 1;

QByteArray digest_of(std::string_view bytes) {
  return QCryptographicHash::hash(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())),
                                  QCryptographicHash::Sha256);
}

/// Digest of a file's bytes; empty if it cannot be read.
QByteArray digest_on_disk(const QString& path) {
  const Result<std::string> text = read_file(path.toStdString(), kMaxTemplateBytes);
  return text ? digest_of(text.value()) : QByteArray();
}

Result<Done> refuse(const QString& path, const QString& why) {
  return Error{ErrorKind::io, (path + QStringLiteral(": ") + why).toStdString()};
}

Result<Done> write_beside(const QString& path, std::string_view bytes) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return refuse(path, file.errorString());
  file.write(bytes.data(), static_cast<qint64>(bytes.size()));
  if (!file.commit()) return refuse(path, file.errorString());
  return Done{};
}

}  // namespace

Findings check_template(const Template& tmpl) {
  CheckedTemplate checked = check_edited(tmpl);
  Findings findings = std::move(checked.refusals);
  if (findings.empty()) findings = check_feasibility(checked.tmpl);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

/// Undo command: the states before and after one edit.
class Document::Step : public QUndoCommand {
 public:
  Step(Document& document, StepText what, std::shared_ptr<const Template> after, QString merge)
      : document_(document),
        what_(std::move(what)),
        before_(document.current_),
        after_(std::move(after)),
        merge_(std::move(merge)) {
    setText(what_(*before_, *after_));
  }

  void undo() override { document_.show(before_); }
  void redo() override { document_.show(after_); }
  int id() const override { return merge_.isEmpty() ? -1 : kStepId; }
  bool mergeWith(const QUndoCommand* next) override {
    const auto& step = static_cast<const Step&>(*next);
    if (step.merge_ != merge_) return false;
    what_ = step.what_;
    after_ = step.after_;
    setText(what_(*before_, *after_));
    setObsolete(write_template(*before_) == write_template(*after_));
    return true;
  }

 private:
  Document& document_;
  StepText what_;
  std::shared_ptr<const Template> before_;
  std::shared_ptr<const Template> after_;
  QString merge_;
};

Document::Document(QObject* parent) : QObject(parent) {
  const BuiltinTemplate& first = builtin_templates().front();
  current_ = std::make_shared<const Template>(parse_template(first.text, first.name).value());
  findings_ = check_template(*current_);
  connect(&history_, &QUndoStack::cleanChanged, this, &Document::file_changed);
}

Document::~Document() {
  history_.disconnect(this);  // ~QUndoStack emits cleanChanged after our members are gone
}

void Document::edit(const QString& what, const std::function<void(Template&)>& change, const QString& merge) {
  edit([what](const Template&, const Template&) { return what; }, change, merge);
}

void Document::edit(const StepText& what, const std::function<void(Template&)>& change,
                    const QString& merge) {
  Template edited = *current_;
  change(edited);
  CheckedTemplate checked = check_edited(edited);
  if (write_template(checked.tmpl) == write_template(*current_)) return;
  const QString key = merge.isEmpty() ? QString() : merge + QLatin1Char('#') + QString::number(gesture_);
  history_.push(new Step(*this, what, std::make_shared<const Template>(std::move(checked.tmpl)), key));
}

void Document::end_gesture() {
  ++gesture_;
}

void Document::show(std::shared_ptr<const Template> state) {
  current_ = std::move(state);
  findings_ = check_template(*current_);
  valid_ = std::none_of(findings_.begin(), findings_.end(),
                        [](const Finding& f) { return f.severity == Severity::error; });
  emit changed();
}

QString Document::title() const {
  return path_.isEmpty() ? QString::fromStdString(current_->name) : QFileInfo(path_).completeBaseName();
}

void Document::replace(std::shared_ptr<const Template> state, const QString& path, bool clean) {
  history_.clear();
  if (!clean) history_.resetClean();
  path_ = path;
  end_gesture();
  show(std::move(state));
  emit file_changed();
  emit replaced();
}

void Document::start(const Template& tmpl) {
  on_disk_.clear();
  older_format_ = false;
  replace(std::make_shared<const Template>(tmpl), {}, true);
}

Result<std::shared_ptr<const Template>> Document::read(const QString& path) {
  const Result<std::string> text = read_file(path.toStdString(), kMaxTemplateBytes);
  if (!text) return text.error();
  Result<Template> read = parse_unfinished(text.value(), path.toStdString());
  if (!read) return read.error();
  on_disk_ = digest_of(text.value());
  older_format_ = has_older_format(text.value());
  return std::make_shared<const Template>(std::move(read).value());
}

Result<Done> Document::open(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  auto state = read(absolute);
  if (!state) return state.error();
  replace(std::move(state).value(), absolute, true);
  return Done{};
}

Result<Done> Document::read_again() {
  auto state = read(path_);
  if (!state) return state.error();
  end_gesture();
  if (write_template(*state.value()) != write_template(*current_))
    history_.push(new Step(*this, [](const Template&, const Template&) { return tr("Read the file again"); },
                           std::move(state).value(), {}));
  history_.setClean();
  emit file_changed();
  return Done{};
}

Result<Done> Document::save_as(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (older_format_ && absolute == path_) {
    const QString kept = absolute + QStringLiteral(".bak");
    if (!QFile::exists(kept) && !QFile::copy(absolute, kept))
      return refuse(kept, tr("the file of the older format could not be kept here"));
  }
  const std::string text = write_template(*current_);
  if (Result<Done> written = write_beside(absolute, text); !written) return written;
  on_disk_ = digest_of(text);
  older_format_ = false;
  path_ = absolute;
  end_gesture();
  history_.setClean();
  emit file_changed();
  return Done{};
}

void Document::recover(const Template& tmpl, const QString& path) {
  const Result<std::string> text =
      path.isEmpty() ? Error{ErrorKind::io, {}} : read_file(path.toStdString(), kMaxTemplateBytes);
  on_disk_ = text ? digest_of(text.value()) : QByteArray();
  older_format_ = text && has_older_format(text.value());
  replace(std::make_shared<const Template>(tmpl), path, false);
}

bool Document::changed_on_disk() const {
  return !path_.isEmpty() && digest_on_disk(path_) != on_disk_;
}

void Document::keep_mine() {
  on_disk_ = digest_on_disk(path_);
  history_.resetClean();
}

}  // namespace fw
