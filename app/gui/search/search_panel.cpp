#include "app/gui/search/search_panel.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/export/export_choices.h"
#include "app/gui/search/condition_row.h"
#include "app/gui/search/search_runner.h"
#include "app/job/audit/audit_summary.h"
#include "app/job/usual/usual_table.h"
#include "core/base/file_name.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

const QString kLast = QStringLiteral("search/folder");
constexpr int kDigestDigits = 12;

/// Equal for templates whose worlds have equal figures, whatever the seed.
std::string figures_key(const Template& tmpl, const std::string& digest) {
  return digest + play_of_figures(tmpl);
}

QString count_text(size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

SearchPanel::~SearchPanel() = default;

QSize SearchPanel::sizeHint() const {
  return {380, 820};
}

int SearchPanel::resolution() const {
  return picture_ ? picture_->resolution() : BuildRequest{}.resolution;
}

void SearchPanel::document_changed() {
  const bool was = outdated_;
  outdated_ = plan_ && figures_key(document_.tmpl(), document_.digest()) != plan_key_;
  if (outdated_ && searching_ && runner_.running()) runner_.stop();
  if (outdated_ && !was && searching_) emit said(tr("The search stopped: the template was edited."));
  rest_.start();
  refresh();
}

void SearchPanel::look_again() {
  read_favourites_again();
  const std::string key = usual_key(document_.tmpl(), resolution(), document_.digest());
  if (key != shown_key_) {
    shown_key_ = key;
    form_->forget_usual();
  }
  if (usual_ && usual_->key == key) return form_->show_usual(usual_->table, usual_);
  form_->show_usual(search_figures(document_.tmpl(), resolution()), nullptr);
  if (isVisible() && document_.valid())
    usual_worlds_.request(document_.snapshot(), resolution(), document_.digest());
}

void SearchPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  rest_.start();
  if (picture_) emit figures_asked(picture_);
  if (begun_) return;
  begun_ = true;
  const QString last = settings_.value(kLast).toString();
  if (!last.isEmpty() && !running() && QFileInfo(QDir(last), QStringLiteral("plan.json")).exists())
    open(last);
}

void SearchPanel::show_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  const int before = resolution();
  picture_ = picture;
  form_->show_present({});
  if (resolution() != before) {
    form_->forget_usual();
    rest_.start();
  }
  if (isVisible()) emit figures_asked(picture_);
}

void SearchPanel::show_figures(const std::shared_ptr<const PictureFigures>& figures) {
  if (!figures || figures->picture != picture_) return;
  std::map<std::string, double> values;
  for (const AuditReport::KpiRow& row : figures->kpi) values[row.name] = row.value;
  for (const AuditFigure& row : summarise_audit(picture_->audit, picture_->world->vocabulary))
    values["audit." + row.name] = row.value;
  form_->show_present(values);
}

void SearchPanel::set_busy(bool busy) {
  busy_ = busy;
  runner_.set_busy(busy);
  gallery_->set_paused(busy);
  usual_worlds_.set_paused(busy || (searching_ && running()));
}

void SearchPanel::read_favourites_again() {
  std::set<uint64_t> seeds;
  if (plan_)
    for (const FavouriteSeed& favourite : read_favourites(settings_, document_.tmpl().name))
      if (favourite.choice == choice_of(favourite.choice.seed)) seeds.insert(favourite.choice.seed);
  gallery_->passes().set_favourites(std::move(seeds));
}

void SearchPanel::show_plan(std::shared_ptr<const SearchPlan> plan, const QString& folder) {
  plan_ = std::move(plan);
  plan_key_ = figures_key(plan_->tmpl, template_digest(plan_->tmpl));
  plan_choices_ = choices_of(*plan_);
  plan_table_ = search_figures(plan_->tmpl, plan_->resolution);
  folder_ = folder;
  complete_ = false;
  done_ = 0;
  settings_.setValue(kLast, folder_);
  gallery_->passes().set_plan(plan_);
  outdated_ = figures_key(document_.tmpl(), document_.digest()) != plan_key_;
  read_favourites_again();
  fill_orders();
}

QString SearchPanel::new_folder(const SearchPlan& plan) const {
  QString name;
  for (const QChar c : QString::fromStdString(plan.tmpl.name))
    name += (c.unicode() < 128 && c.isLetterOrNumber()) ? c : QLatin1Char('_');
  const std::string digest = plan_digest(plan_json(plan)).substr(0, kDigestDigits);
  return QDir(searches_).filePath(name.left(40) + QLatin1Char('-') + QString::fromStdString(digest));
}

bool SearchPanel::is_same_search() const {
  // A finished one can be made again at another resolution; one that is not goes on at its own.
  return plan_ && !outdated_ && plan_choices_ == form_->choices() &&
         (!complete_ || plan_->resolution == resolution());
}

void SearchPanel::start() {
  if (running() || !document_.valid()) return;
  const bool same = is_same_search();
  if (!same) {
    Result<SearchPlan> made = search_plan(form_->choices(), document_.tmpl(), resolution());
    if (!made) return show_end(QString::fromStdString(made.error().message));
    auto plan = std::make_shared<SearchPlan>(std::move(made).value());
    const QString folder = new_folder(*plan);
    show_plan(std::move(plan), folder);
  }
  SearchJob job;
  job.plan = *plan_;
  job.folder = folder_.toStdString();
  searching_ = true;
  state_->clear();
  bar_->setValue(0);
  runner_.start(std::move(job));
  set_busy(busy_);
  refresh();
}

void SearchPanel::pause(bool on) {
  runner_.set_paused(on);
  refresh();
}

void SearchPanel::stop() {
  runner_.stop();
}

void SearchPanel::open(const QString& folder) {
  searching_ = false;
  opening_ = folder;
  runner_.read(folder.toStdString());
  refresh();
}

void SearchPanel::open_asking() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open the folder of a search"),
                                                           folder_.isEmpty() ? searches_ : folder_);
  if (!folder.isEmpty()) open(folder);
}

void SearchPanel::show_all(const std::shared_ptr<const FoundSearch>& found, bool complete) {
  if (!searching_) {
    show_plan(std::make_shared<const SearchPlan>(found->plan), opening_);
    form_->set_choices(plan_choices_);
    fill_orders();
  }
  complete_ = complete;
  gallery_->passes().add(found->tally.passes);
  gallery_->passes().set_kept(found->kept);
  done_ = found->tally.seeds();
  bar_->setValue(complete ? bar_->maximum() : done_permille(done_, found->plan.seeds.size()));
  state_->setText(result_text(found->tally, found->plan, complete));
  refresh();
}

void SearchPanel::show_state(const SearchState& state) {
  done_ = state.done;
  bar_->setValue(done_permille(state.done, state.all));
  state_->setText(state_text(state));
}

void SearchPanel::show_end(const QString& problem) {
  if (!problem.isEmpty()) {
    state_->setText(problem);
    emit said(problem);
  }
  searching_ = false;
  set_busy(busy_);
  refresh();
}

std::shared_ptr<const Template> SearchPanel::found_template(uint64_t seed) const {
  auto tmpl = std::make_shared<Template>(template_of(*plan_, seed));
  tmpl->view = document_.tmpl().view;
  return tmpl;
}

SeedChoice SearchPanel::choice_of(uint64_t seed) const {
  return SeedChoice::of(template_of(*plan_, seed));
}

void SearchPanel::take(uint64_t seed) {
  if (!plan_) return;
  if (!outdated_) return emit seed_taken(choice_of(seed));
  document_.end_gesture();
  document_.edit(tr("World %1 of a search").arg(seed),
                 [world = found_template(seed)](Template& tmpl) { tmpl = *world; });
}

void SearchPanel::fill_orders() {
  const PassOrder now = orders_.empty() ? PassOrder() : orders_[static_cast<size_t>(order_->currentIndex())];
  orders_ = {{}, {PassOrder::By::kept}, {PassOrder::By::seed}};
  order_->clear();
  order_->addItems({tr("Best first"), tr("Chosen first"), tr("By seed")});
  for (const FigureRange& range : form_->choices().ranges) {
    const std::optional<size_t> figure = plan_table_.find(range.figure);
    if (!figure) continue;
    orders_.push_back(
        {PassOrder::By::figure, *figure, plan_table_.figures[*figure].better != KpiBetter::more});
    order_->addItem(QString::fromStdString(range.figure));
  }
  const auto same = std::find(orders_.begin(), orders_.end(), now);
  order_->setCurrentIndex(same == orders_.end() ? 0 : static_cast<int>(same - orders_.begin()));
  gallery_->passes().set_order(orders_[static_cast<size_t>(order_->currentIndex())]);
}

void SearchPanel::refresh() {
  const bool goes_on = searching_ && running();
  const bool same = is_same_search();
  const bool resumes = same && !complete_ && done_ > 0;
  start_->setText(resumes && !running() ? tr("&Go on") : tr("&Start"));
  start_->setEnabled(!running() && document_.valid() && form_->problem().isEmpty() && !(same && complete_));
  start_->setToolTip(
      !document_.valid() ? tr("The template has errors.")
      : same && complete_
          ? tr("This search is finished. Change a condition, the seeds or the goal for another.")
          : tr("Search the seeds for worlds that pass"));
  pause_->setEnabled(goes_on);
  pause_->setChecked(goes_on && runner_.paused());
  stop_->setEnabled(goes_on);
  share_height();
  const size_t passed = gallery_->passes().passed();
  count_->setText(
      !plan_ ? QString()
      : passed > PassList::kShown
          ? tr("%1 worlds, the first %2 shown").arg(count_text(passed), count_text(PassList::kShown))
      : passed == 1 ? tr("1 world")
                    : tr("%1 worlds").arg(count_text(passed)));
  age_->setVisible(outdated_);
  age_->setText(plan_ ? tr("Worlds of another state of the template (%1). Taking one takes that template, "
                           "too; undo brings yours back.")
                            .arg(QString::fromStdString(plan_->tmpl.name))
                      : QString());
}

Result<QString> SearchPanel::command_line() const {
  const SearchChoices& choices = form_->choices();
  const Result<SearchPlan> plan = search_plan(choices, document_.tmpl(), resolution());
  if (!plan) return plan.error();
  Result<QStringList> world = template_arguments(document_.tmpl(), document_.path());
  if (!world) return world.error();
  QStringList words = QStringList{QStringLiteral("search")} + world.value();
  const auto option = [&words](const char* key, const std::string& value) {
    words << QString::fromLatin1(key) << QString::fromStdString(value);
  };
  if (plan.value().resolution != BuildRequest{}.resolution)
    option("--resolution", std::to_string(plan.value().resolution));
  option("--seeds", search_seeds_text({plan.value().seeds, plan.value().streams}));
  for (const std::string& where : plan.value().where) option("--where", where);
  if (!plan.value().score.empty())
    option(plan.value().maximise ? "--maximise" : "--minimise", plan.value().score);
  option("--keep", std::to_string(plan.value().keep));
  option("-o", portable_file_name(document_.title().toStdString() + "-search"));
  return shell_line(words);
}

void SearchPanel::copy_command() {
  const Result<QString> line = command_line();
  if (!line) return emit said(QString::fromStdString(line.error().message));
  QGuiApplication::clipboard()->setText(line.value());
  emit said(tr("Copied: %1").arg(line.value()));
}

}  // namespace fw
