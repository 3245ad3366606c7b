#include "app/gui/document/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/gui/document/row_check.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/folder/file_io.h"
#include "app/job/folder/file_lock.h"
#include "app/job/hand/hand_write.h"
#include "app/job/project/load.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_edit.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kStepId = 1;
constexpr std::chrono::seconds kLongestWait{3};  // for a command that changes the file

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

/// Writes a text alone; a link is followed. `unchanged`: asked just before the file is replaced.
Result<Done> write_beside(const std::filesystem::path& path, std::string_view text,
                          const BeforeReplace& unchanged) {
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::canonical(path, ignored);
  return write_file_atomically(file.empty() ? path : file, text, true, unchanged);
}

/// Everything to be said of a template that check_edited() was asked about.
Findings findings_of(CheckedTemplate&& checked) {
  Findings findings = std::move(checked.refusals);
  if (findings.empty()) findings = check_feasibility(checked.tmpl);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

/// The rows of imports and where their files lie: what decides which pixels are at hand.
std::string key_of_imports(const Template& tmpl, const QString& path) {
  std::string key;
  for (const ImportRow& row : tmpl.hand.imports)
    if (row.on) key += row.what + " " + row.file + " " + row.sha256 + "\n";
  return key.empty() ? key : path.toStdString() + "\n" + key;
}

Findings with_problems(Findings findings, const std::vector<ImportProblem>& problems) {
  for (const ImportProblem& problem : problems)
    findings.push_back({Severity::warning, "import_file",
                        "hand.imports[" + std::to_string(problem.row) + "].file", problem.error.message});
  return findings;
}

/// A step of the history shares the hand's rows that its edit left alone: `checked` is `edited` after the
/// file format, which `before` has behind it.
void share_rows(Hand& checked, const Hand& edited, const Hand& before) {
  std::set<const void*> kept;
  visit_hand(before, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) kept.insert(&row);
  });
  visit_hand(checked, [&](std::string_view list, auto& rows) {
    visit_hand(edited, [&](std::string_view other, const auto& from) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(rows)>,
                                   std::remove_cvref_t<decltype(from)>>) {
        if (list != other || rows.size() != from.size()) return;
        auto shared = from;
        for (size_t k = 0; k < shared.size(); ++k)
          if (!kept.contains(&from[k])) shared.edit(k) = rows[k];
        rows = std::move(shared);
      }
    });
  });
}

std::shared_ptr<const Template> with_layers(const std::shared_ptr<const Template>& tmpl,
                                            const std::vector<ViewLayer>& layers) {
  if (tmpl->view.layers == layers) return tmpl;
  Template other = *tmpl;
  other.view.layers = layers;
  return std::make_shared<const Template>(std::move(other));
}

}  // namespace

Findings check_template(const Template& tmpl) {
  return findings_of(check_edited(tmpl));
}

/// Undo command: the states before and after one edit.
class Document::Step : public QUndoCommand {
 public:
  Step(Document& document, StepText what, State after, QString merge)
      : document_(document),
        what_(std::move(what)),
        before_(document.current_),
        after_(std::move(after)),
        merge_(std::move(merge)) {
    setText(what_(*before_.tmpl, *after_.tmpl));
  }

  void undo() override { document_.go_to(before_); }
  void redo() override { document_.go_to(after_); }
  int id() const override { return merge_.isEmpty() ? -1 : kStepId; }
  bool mergeWith(const QUndoCommand* next) override {
    const auto& step = static_cast<const Step&>(*next);
    if (step.merge_ != merge_) return false;
    what_ = step.what_;
    after_ = step.after_;
    setText(what_(*before_.tmpl, *after_.tmpl));
    setObsolete(have_one_text(before_, after_));
    return true;
  }

 private:
  Document& document_;
  StepText what_;
  State before_;
  State after_;
  QString merge_;
};

Document::Document(QObject* parent) : QObject(parent) {
  const BuiltinTemplate& first = builtin_templates().front();
  current_ = checked_state(parse_template(first.text, first.name).value());
  findings_ = current_.findings;
  settle();
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
  Template edited = tmpl();
  change(edited);
  if (edited.view.layers != tmpl().view.layers) look(edited.view.layers);
  keep_comments_with_rows(tmpl(), edited);
  State after;
  after.bare_text = current_.bare_text;
  std::string bare_text = text_without_rows(edited);
  const bool rows_alone = bare_text == *current_.bare_text;
  auto rows = rows_alone && current_.formed ? checked_rows(edited, tmpl()) : std::nullopt;
  CheckedTemplate checked = rows ? CheckedTemplate{std::move(*rows), {}} : check_edited(edited);
  after.formed = checked.refusals.empty();
  if (after.formed && !rows && current_.formed) share_rows(checked.tmpl.hand, edited.hand, tmpl().hand);
  if (!rows) bare_text = text_without_rows(checked.tmpl);
  if (bare_text != *current_.bare_text)
    after.bare_text = std::make_shared<const std::string>(std::move(bare_text));
  after.tmpl = std::make_shared<const Template>(checked.tmpl);
  if (have_one_text(after, current_)) return;
  after.findings = findings_of(std::move(checked));
  const QString key = merge.isEmpty() ? QString() : merge + QLatin1Char('#') + QString::number(gesture_);
  history_.push(new Step(*this, what, std::move(after), key));
}

void Document::end_gesture() {
  ++gesture_;
}

bool Document::have_one_text(const State& a, const State& b) {
  return *a.bare_text == *b.bare_text && have_rows_of_one_text(*a.tmpl, *b.tmpl);
}

Document::State Document::checked_state(Template tmpl) {
  State state;
  state.tmpl = std::make_shared<const Template>(std::move(tmpl));
  state.bare_text = std::make_shared<const std::string>(text_without_rows(*state.tmpl));
  CheckedTemplate checked = check_edited(*state.tmpl);
  state.formed = checked.refusals.empty() && write_template(checked.tmpl) == write_template(*state.tmpl);
  state.findings = findings_of(std::move(checked));
  return state;
}

const std::string& Document::digest() const {
  if (digest_.empty()) digest_ = template_digest(tmpl());
  return digest_;
}

void Document::show(State state) {
  current_ = std::move(state);
  digest_.clear();
  load_pixels();
  findings_ = with_problems(current_.findings, import_problems_);
  findings_.insert(findings_.end(), told_.begin(), told_.end());
  valid_ = std::none_of(findings().begin(), findings().end(),
                        [](const Finding& f) { return f.severity == Severity::error; });
  emit changed();
}

void Document::go_to(State state) {
  state.tmpl = with_layers(state.tmpl, tmpl().view.layers);
  show(std::move(state));
}

void Document::look(const std::vector<ViewLayer>& layers) {
  current_.tmpl = with_layers(current_.tmpl, layers);
  emit looked();
  emit changed();
}

void Document::take_imports(const ImportSet& fresh) {
  known_.insert(fresh.begin(), fresh.end());
}

FilesOf Document::files() const {
  if (path_.isEmpty()) return unpacked_.files;
  return {template_folder(path_.toStdString()), QFileInfo(path_).completeBaseName().toStdString()};
}

/// Pixels follow the rows; files are read when a row comes that names new ones.
void Document::load_pixels() {
  std::string key = key_of_imports(tmpl(), path_);
  if (key == imports_key_) return;
  imports_key_ = std::move(key);
  LoadedImports loaded = load_imports(tmpl(), files(), known_);
  imports_ = std::move(loaded.pixels);
  import_problems_ = std::move(loaded.problems);
  known_.insert(imports_.begin(), imports_.end());
}

void Document::take_base() {
  base_.reset();
  if (text_.empty()) return;
  if (auto base = base_of(text_, path_.toStdString())) base_ = std::move(base).value();
}

QString Document::title() const {
  return path_.isEmpty() ? QString::fromStdString(tmpl().name) : QFileInfo(path_).completeBaseName();
}

void Document::replace(Template state, const QString& path, bool clean) {
  history_.clear();
  if (!clean) history_.resetClean();
  path_ = path;
  imports_key_.clear();  // the files may be others now
  take_base();
  end_gesture();
  show(checked_state(std::move(state)));
  settle();
  emit file_changed();
  emit replaced();
}

void Document::start(const Template& tmpl) {
  start(tmpl, {});
}

void Document::start(const Template& tmpl, TemplateHome unpacked) {
  on_disk_.clear();
  told_.clear();
  text_.clear();
  known_.clear();
  unpacked_ = std::move(unpacked);
  replace(tmpl, {}, true);
}

Result<Template> Document::read(const QString& path) {
  const Result<std::string> text = read_file(path.toStdString(), kMaxTemplateBytes);
  if (!text) return text.error();
  Result<Template> read = parse_unfinished(text.value(), path.toStdString());
  if (!read) return read.error();
  on_disk_ = digest_of(text.value());
  text_ = text.value();
  told_ = changed_defaults(text_, path.toStdString());
  return read;
}

Result<Done> Document::open(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (is_packed_file(absolute.toStdString())) return open_packed(absolute.toStdString());
  auto state = read(absolute);
  if (!state) return state.error();
  known_.clear();
  unpacked_ = {};
  replace(std::move(state).value(), absolute, true);
  return Done{};
}

Result<Done> Document::open_packed(const std::string& path) {
  const Result<TemplateText> text = read_template_text(path);
  if (!text) return text.error();
  Result<Template> read = parse_unfinished(text.value().text, path);
  if (!read) return read.error();
  Result<TemplateHome> home = template_home(path);
  if (!home) return home.error();
  start(read.value(), std::move(home).value());
  return Done{};
}

Result<Done> Document::read_again() {
  auto state = read(path_);
  if (!state) return state.error();
  end_gesture();
  imports_key_.clear();
  take_base();
  State fresh = checked_state(std::move(state).value());
  look(fresh.tmpl->view.layers);
  if (!have_one_text(fresh, current_))
    history_.push(new Step(*this, [](const Template&, const Template&) { return tr("Read the file again"); },
                           std::move(fresh), {}));
  settle();
  history_.setClean();
  emit file_changed();
  return Done{};
}

std::string Document::text_to_save() const {
  if (!text_.empty())
    if (Result<TemplateEdit> edit = edit_template_text(text_, path_.toStdString(), tmpl()))
      return std::move(edit).value().text;
  return write_template(tmpl());
}

Result<Done> Document::save_as(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const std::string file = absolute.toStdString();
  const FilesOf from = files();
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  const Result<Descriptor> lock =
      lock_file(file, [until] { return std::chrono::steady_clock::now() < until; });
  if (!lock) return lock.error();
  const bool own = absolute == path_ && QFileInfo::exists(path_);
  const auto unchanged = [&](const std::filesystem::path&) -> Result<Done> {
    if (own && changed_on_disk())
      return refuse(absolute, tr("another program changed it; nothing was written"));
    return Done{};
  };
  if (const Result<Done> same = unchanged(file); !same) return same;
  const std::string text = text_to_save();
  const bool alone =
      tmpl().hand.imports.empty() && (from.folder.empty() || from.folder == template_folder(file));
  const Result<Done> written = alone ? write_beside(file, text, unchanged)
                                     : write_with_files(tmpl(), text, from, known_, {file, true, {}, {}});
  if (!written) return written;
  on_disk_ = digest_of(text);
  text_ = text;
  path_ = absolute;
  const bool had_base = base_.has_value();
  take_base();
  end_gesture();
  history_.setClean();
  if (had_base != base_.has_value()) emit changed();  // what is the template's own is other now
  emit saved();
  emit file_changed();
  return Done{};
}

void Document::recover(const Template& tmpl, const QString& path, const ImportSet& imports) {
  known_ = imports;
  const Result<std::string> text =
      path.isEmpty() ? Error{ErrorKind::io, {}} : read_file(path.toStdString(), kMaxTemplateBytes);
  on_disk_ = text ? digest_of(text.value()) : QByteArray();
  text_ = text ? text.value() : std::string();
  unpacked_ = {};
  told_.clear();
  replace(tmpl, path, false);
}

bool Document::changed_on_disk() const {
  return !path_.isEmpty() && digest_on_disk(path_) != on_disk_;
}

void Document::keep_mine() {
  on_disk_ = digest_on_disk(path_);
  history_.resetClean();
}

}  // namespace fw
