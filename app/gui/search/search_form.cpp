#include "app/gui/search/search_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/icons/icons.h"
#include "app/gui/search/condition_row.h"
#include "app/gui/search/figure_chooser.h"
#include "core/search/seed_list.h"

namespace fw {
namespace {

constexpr int kMostKept = 1000;

QLabel* wrapped_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace

SearchForm::SearchForm(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 4);
  column->setSpacing(4);
  column->addWidget(build_head());
  rows_column_ = new QVBoxLayout;
  rows_column_->setSpacing(0);
  column->addLayout(rows_column_);
  more_ = new QLineEdit;
  more_->setPlaceholderText(tr("Further conditions, such as pacing.goal_s < 2 * pacing.dull_s"));
  more_->setAccessibleName(tr("Further conditions"));
  more_->setToolTip(
      tr("Sums of figures compared by <=, >=, <, >, =, joined by and, or, not; NAME.pct is the rank "
         "among usual worlds, 100 = best"));
  column->addWidget(more_);
  problem_ = wrapped_label();
  problem_->setObjectName(QStringLiteral("search_problem"));
  QPalette alarm = palette();
  alarm.setColor(QPalette::WindowText, signal_colour(alarm, Signal::error));
  problem_->setPalette(alarm);
  problem_->hide();
  column->addWidget(problem_);
  share_ = wrapped_label();
  share_->setObjectName(QStringLiteral("search_share"));
  column->addWidget(share_);
  column->addWidget(build_goal());
  column->addStretch(1);
  chooser_ = new FigureChooser(this);
  connect(chooser_, &FigureChooser::chosen, this, &SearchForm::add_condition);
  connect(more_, &QLineEdit::textEdited, this, [this](const QString& text) {
    choices_.more = text.toStdString();
    judge();
    emit edited();
  });
  judge();
}

QWidget* SearchForm::build_head() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  auto* title = new QLabel(tr("Conditions"));
  QFont bold = font();
  bold.setBold(true);
  title->setFont(bold);
  usual_label_ = new QLabel;
  usual_label_->setTextFormat(Qt::PlainText);
  usual_label_->setForegroundRole(QPalette::PlaceholderText);
  usual_label_->setToolTip(
      tr("Histograms show the template's worlds of the seeds 1 to %1; the tick is the world "
         "on the map")
          .arg(QLocale().toString(static_cast<qulonglong>(kUsualWorlds))));
  add_ = new QPushButton(glyph_icon(Glyph::plus), tr("Add…"));
  add_->setObjectName(QStringLiteral("add_condition"));
  add_->setAccessibleName(tr("Add a condition"));
  row->addWidget(title);
  row->addWidget(usual_label_, 1);
  row->addWidget(add_);
  connect(add_, &QPushButton::clicked, this, &SearchForm::open_chooser);
  return bar;
}

QWidget* SearchForm::build_goal() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 4, 0, 0);
  form->setVerticalSpacing(4);
  better_ = new QComboBox;
  better_->setObjectName(QStringLiteral("better"));
  better_->addItems({tr("No order"), tr("Least"), tr("Greatest")});
  better_->setAccessibleName(tr("Which worlds come first"));
  score_ = new QComboBox;
  score_->setObjectName(QStringLiteral("score"));
  score_->setEditable(true);
  score_->setInsertPolicy(QComboBox::NoInsert);
  score_->setAccessibleName(tr("The figure, or sum of figures, that orders the worlds"));
  score_->lineEdit()->setAccessibleName(score_->accessibleName());
  score_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* first = new QHBoxLayout;
  first->addWidget(better_);
  first->addWidget(score_, 1);
  keep_ = new QSpinBox;
  keep_->setObjectName(QStringLiteral("keep"));
  keep_->setRange(1, kMostKept);
  keep_->setToolTip(tr("So many are chosen at the end: good ones that differ from each other"));
  seeds_ = new QLineEdit;
  seeds_->setObjectName(QStringLiteral("seeds"));
  seeds_->setToolTip(
      tr("Ranges of seeds: 1..10000, or 1..100,500..600; or of one stream: layout=1..1000,noise=7,place=7"));
  auto* second = new QHBoxLayout;
  auto* keep_label = new QLabel(tr("&Keep"));
  keep_label->setBuddy(keep_);
  second->setSpacing(8);
  second->addWidget(seeds_, 1);
  second->addWidget(keep_label);
  second->addWidget(keep_);
  form->addRow(tr("&Best first"), first);
  form->addRow(tr("S&eeds"), second);
  if (auto* label = qobject_cast<QLabel*>(form->labelForField(first))) label->setBuddy(better_);
  if (auto* label = qobject_cast<QLabel*>(form->labelForField(second))) label->setBuddy(seeds_);
  connect(better_, &QComboBox::activated, this, &SearchForm::take_goal);
  connect(score_, &QComboBox::activated, this, &SearchForm::take_goal);
  connect(score_->lineEdit(), &QLineEdit::editingFinished, this, &SearchForm::take_goal);
  connect(keep_, &QSpinBox::valueChanged, this, &SearchForm::take_goal);
  connect(seeds_, &QLineEdit::textEdited, this, &SearchForm::take_goal);
  return box;
}

void SearchForm::take_goal() {
  SearchChoices next = choices_;
  const bool none = better_->currentIndex() == 0;
  score_->setEnabled(!none);
  next.score = none ? std::string() : score_->currentText().trimmed().toStdString();
  next.maximise = better_->currentIndex() == 2;
  next.keep = static_cast<size_t>(keep_->value());
  next.seeds = seeds_->text().trimmed().toStdString();
  if (next == choices_) return;
  choices_ = std::move(next);
  judge();
  emit edited();
}

void SearchForm::set_choices(const SearchChoices& choices) {
  choices_ = choices;
  const QSignalBlocker quiet[]{QSignalBlocker(better_), QSignalBlocker(score_), QSignalBlocker(keep_)};
  more_->setText(QString::fromStdString(choices.more));
  better_->setCurrentIndex(choices.score.empty() ? 0 : choices.maximise ? 2 : 1);
  score_->setEnabled(!choices.score.empty());
  if (!choices.score.empty()) score_->setEditText(QString::fromStdString(choices.score));
  keep_->setValue(static_cast<int>(std::min<size_t>(choices.keep, kMostKept)));
  seeds_->setText(QString::fromStdString(choices.seeds));
  remake_rows();
  judge();
}

void SearchForm::show_usual(const FigureTable& table, const std::shared_ptr<const UsualFigures>& usual) {
  const bool same = table.names() == table_.names();
  table_ = table;
  usual_ = usual;
  if (usual_) table_.usual = usual_->table.usual;
  if (!same) {
    fill_score_box();
    remake_rows();
  }
  show_known();
}

void SearchForm::forget_usual() {
  if (!usual_) return;
  usual_ = nullptr;
  table_.usual.assign(table_.figures.size(), {});
  show_known();
}

void SearchForm::show_known() {
  for (ConditionRow* row : rows_) fill_row(*row);
  const size_t count = usual_ ? usual_->count : 0;
  usual_label_->setText(
      count == 0 ? QString()
      : count < kUsualWorlds
          ? tr("%1 of %2 usual worlds")
                .arg(QLocale().toString(static_cast<qulonglong>(count)),
                     QLocale().toString(static_cast<qulonglong>(kUsualWorlds)))
          : tr("over %1 usual worlds").arg(QLocale().toString(static_cast<qulonglong>(count))));
  judge();
}

void SearchForm::show_present(const std::map<std::string, double>& figures) {
  present_ = figures;
  for (ConditionRow* row : rows_) fill_row(*row);
}

void SearchForm::fill_row(ConditionRow& row) {
  const std::optional<size_t> figure = table_.find(row.range().figure);
  if (!figure) return;
  const bool known = usual_ && *figure < table_.usual.size();
  row.show_usual(known ? table_.usual[*figure] : std::vector<double>(), usual_ ? usual_->count : 0);
  const auto value = present_.find(row.range().figure);
  row.show_present(value == present_.end() ? std::nullopt : std::optional(value->second));
}

void SearchForm::fill_score_box() {
  const QSignalBlocker quiet(score_);
  const QString text = score_->currentText();
  score_->clear();
  for (const SearchFigure& figure : table_.figures) score_->addItem(QString::fromStdString(figure.name));
  score_->setEditText(text.isEmpty() ? QStringLiteral("fairness.resources") : text);
}

void SearchForm::remake_rows() {
  for (ConditionRow* row : rows_) row->deleteLater();
  rows_.clear();
  for (size_t k = 0; k < choices_.ranges.size(); ++k) {
    const std::optional<size_t> figure = table_.find(choices_.ranges[k].figure);
    SearchFigure unknown;
    unknown.name = choices_.ranges[k].figure;
    auto* row = new ConditionRow(figure ? table_.figures[*figure] : unknown, choices_.ranges[k]);
    fill_row(*row);
    rows_column_->addWidget(row);
    rows_.push_back(row);
    const auto at = [this, row] {
      return static_cast<size_t>(std::find(rows_.begin(), rows_.end(), row) - rows_.begin());
    };
    connect(row, &ConditionRow::edited, this, [this, row, at] {
      choices_.ranges[at()] = row->range();
      judge();
      emit edited();
    });
    connect(row, &ConditionRow::removed, this, [this, at] {
      choices_.ranges.erase(choices_.ranges.begin() + static_cast<std::ptrdiff_t>(at()));
      remake_rows();
      judge();
      add_->setFocus();
      emit edited();
    });
  }
}

void SearchForm::add_condition(const std::string& name) {
  const std::optional<size_t> figure = table_.find(name);
  if (!figure) return;
  const bool known = *figure < table_.usual.size();
  choices_.ranges.push_back(
      first_range(table_.figures[*figure], known ? table_.usual[*figure] : std::vector<double>()));
  remake_rows();
  judge();
  rows_.back()->setFocus();
  emit edited();
}

void SearchForm::open_chooser() {
  std::set<std::string> taken;
  for (const FigureRange& range : choices_.ranges) taken.insert(range.figure);
  chooser_->set_figures(table_, taken);
  chooser_->open_below(*add_);
}

void SearchForm::judge() {
  problem_text_.clear();
  std::vector<ConditionPart> parts;
  const auto read = [&](const std::string& text) {
    if (text.find_first_not_of(' ') == std::string::npos) return;
    Result<std::vector<ConditionPart>> more = parse_condition(text, table_);
    if (!more) {
      problem_text_ = QString::fromStdString(more.error().message);
      return;
    }
    for (ConditionPart& part : more.value()) parts.push_back(std::move(part));
  };
  for (const FigureRange& range : choices_.ranges)
    if (table_.find(range.figure))
      read(condition_text(range));
    else
      problem_text_ = tr("%1 is no figure of this template").arg(QString::fromStdString(range.figure));
  read(choices_.more);
  if (!choices_.score.empty() && !table_.figures.empty())
    if (const Result<Formula> score = parse_sum(choices_.score, table_); !score)
      problem_text_ = QString::fromStdString(score.error().message);
  if (const Result<SearchSeeds> seeds = parse_search_seeds(choices_.seeds, {}); !seeds)
    problem_text_ = QString::fromStdString(seeds.error().message);
  problem_->setText(problem_text_);
  problem_->setVisible(!problem_text_.isEmpty());

  const PassShares shares =
      pass_shares(parts, table_, usual_ ? usual_->worlds : std::vector<std::vector<double>>());
  share_->setVisible(problem_text_.isEmpty());
  share_->setText(
      parts.empty() ? tr("Without a condition every world passes.")
      : shares.worlds == 0
          ? tr("What share passes is not known yet.")
          : tr("%1 of %2 usual worlds pass all conditions.")
                .arg(share_text(shares.all), QLocale().toString(static_cast<qulonglong>(shares.worlds))));
}

}  // namespace fw
