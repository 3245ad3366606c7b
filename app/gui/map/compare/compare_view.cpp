#include "app/gui/map/compare/compare_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QRegularExpressionValidator>
#include <QSplitter>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/icons/icons.h"
#include "app/gui/map/compare/linked_maps.h"
#include "app/gui/map/compare/map_difference.h"
#include "app/gui/words/words.h"
#include "app/job/project/import_files.h"
#include "app/job/project/load.h"
#include "core/base/seed.h"

namespace fw {
namespace {

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

QString name_of(const Template& tmpl) {
  return CompareView::tr("%1, seed %2")
      .arg(QString::fromStdString(tmpl.name), QString::fromStdString(seed_text(tmpl.seeds())));
}

/// Two groups of controls side by side, or one below the other where the width does not hold both.
class FoldingBar : public QWidget {
 public:
  FoldingBar(QWidget* first, QWidget* second) : first_(first), second_(second) {
    column_ = new QBoxLayout(QBoxLayout::LeftToRight, this);
    column_->setContentsMargins(8, 6, 8, 6);
    column_->addWidget(first, 0, Qt::AlignLeft);
    column_->addStretch(1);
    column_->addWidget(second, 0, Qt::AlignLeft);
  }
  QSize minimumSizeHint() const override {
    const int widest = std::max(first_->minimumSizeHint().width(), second_->minimumSizeHint().width());
    return {widest + 16, QWidget::minimumSizeHint().height()};
  }

 protected:
  void resizeEvent(QResizeEvent*) override {
    const int both = first_->sizeHint().width() + second_->sizeHint().width() + 2 * column_->spacing() + 16;
    column_->setDirection(both <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  }

 private:
  QBoxLayout* column_;
  QWidget *first_, *second_;
};

/// A widget with its controls in a row.
QHBoxLayout* row_in(QWidget* group) {
  auto* row = new QHBoxLayout(group);
  row->setContentsMargins(0, 0, 0, 0);
  return row;
}

/// The next seed, or the one before the last.
uint64_t seed_beside(uint64_t seed) {
  return seed < kMaxSeed ? seed + 1 : kMaxSeed - 1;
}

}  // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent),
      left_(new MapView),
      right_(new MapView),
      left_title_(plain_label()),
      right_title_(plain_label()) {
  summary_ = plain_label();
  summary_->setContentsMargins(8, 4, 8, 6);
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  left_->setAccessibleName(tr("Map of this world"));
  right_->setAccessibleName(tr("Map of the other world"));
  right_->show_overview(false);
  auto* sides = new QSplitter;
  sides->setChildrenCollapsible(false);
  sides->addWidget(titled_map(left_title_, left_));
  right_side_ = titled_map(right_title_, right_);
  sides->addWidget(right_side_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_bar());
  column->addWidget(sides, 1);
  column->addWidget(summary_);
  link_maps(*left_, *right_);
  link_picks(left_, right_);
  link_picks(right_, left_);
  connect(&other_, &Preview::shown, this, [this](const std::shared_ptr<const Picture>& picture) {
    there_ = picture;
    show_other(picture);
    show_titles();
    ask_difference();
  });
  connect(&other_, &Preview::failed, this, [this](const QString& message) {
    summary_->setText(message);
    emit failed(message);
  });
  for (const MapView* view : {left_, right_}) connect(view, &MapView::failed, this, &CompareView::failed);
  setWindowTitle(tr("Compare worlds"));
}

CompareView::~CompareView() = default;

QSize CompareView::sizeHint() const {
  return {1280, 760};
}

QWidget* CompareView::build_bar() {
  auto* other = new QWidget;
  auto* shown = new QWidget;
  QHBoxLayout* row = row_in(other);
  seed_box_ = new QLineEdit;
  seed_box_->setValidator(
      new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,16}")), this));
  seed_box_->setAccessibleName(tr("Seed of the other world"));
  seed_box_->setToolTip(tr("The same template with this seed"));
  seed_box_->setMinimumWidth(60);
  seed_box_->setMaximumWidth(150);
  const auto step = [this](Glyph glyph, const QString& does, int by) {
    auto* button = new QToolButton;
    button->setIcon(glyph_icon(glyph));
    button->setAutoRaise(true);
    button->setToolTip(does);
    button->setAccessibleName(does);
    connect(button, &QToolButton::clicked, this, [this, by] {
      if (by > 0 ? seed_ < kMaxSeed : seed_ > 0) compare_seed(by > 0 ? seed_ + 1 : seed_ - 1);
    });
    return button;
  };
  auto* seed_label = new QLabel(tr("Compare with &seed:"));
  seed_label->setBuddy(seed_box_);
  auto* file = new QToolButton;
  file->setText(tr("&Template\u2026"));
  file->setIcon(glyph_icon(Glyph::folder));
  file->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  file->setToolTip(tr("Compare with the world of another template file"));
  file->setAccessibleName(tr("Compare with another template"));
  row->addWidget(seed_label);
  row->addWidget(seed_box_);
  row->addWidget(step(Glyph::previous, tr("Previous seed"), -1));
  row->addWidget(step(Glyph::next, tr("Next seed"), 1));
  row->addWidget(file);
  row = row_in(shown);
  mode_ = new QButtonGroup(this);
  for (const auto& [id, text] : {std::pair(0, tr("Side &by side")), {1, tr("&Differences")}}) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setChecked(id == 0);
    button->setAutoRaise(true);
    mode_->addButton(button, id);
    row->addWidget(button);
  }
  layers_ = new QComboBox;
  layers_->addItem(tr("All class layers"), -1);
  for (size_t i = 0; i < kWorldLayers.size(); ++i)
    if (kWorldLayers[i].codes != nullptr)
      layers_->addItem(table_text(kWorldLayers[i].title), static_cast<int>(i));
  layers_->setAccessibleName(tr("Layers whose differences are shown"));
  layers_->setEnabled(false);
  row->addWidget(layers_);
  connect(seed_box_, &QLineEdit::editingFinished, this, [this] {
    bool number = false;
    const quint64 seed = seed_box_->text().toULongLong(&number);
    if (number && seed <= kMaxSeed && (seed != seed_ || other_template_)) compare_seed(seed);
  });
  connect(file, &QToolButton::clicked, this, &CompareView::choose_file);
  connect(mode_, &QButtonGroup::idClicked, this, [this](int id) { show_difference(id == 1); });
  connect(layers_, &QComboBox::currentIndexChanged, this, &CompareView::ask_difference);
  return new FoldingBar(other, shown);
}

void CompareView::link_picks(MapView* from, MapView* to) {
  connect(from, &MapView::picked, this, [to](const MapPick& pick) {
    to->select(MapPick{pick.place_m, std::nullopt});
  });
}

bool CompareView::settled() const {
  return other_.settled() && left_->settled() && right_->settled() && !comparing_;
}

bool CompareView::shows_difference() const {
  return mode_->checkedId() == 1;
}

void CompareView::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture) return;
  here_ = picture;
  left_->set_picture(picture);
  show_titles();
  if (!seed_chosen_) seed_ = seed_beside(picture->tmpl->seed);
  ask_other();
  ask_difference();
}

void CompareView::set_look(const MapLook& look) {
  left_->set_look(look);
  right_->set_look(look);
}

void CompareView::compare_seed(quint64 seed) {
  other_template_.reset();
  seed_ = seed;
  seed_chosen_ = true;
  ask_other();
}

void CompareView::compare_template(const std::shared_ptr<const Template>& tmpl, const PictureFiles& files) {
  other_template_ = tmpl;
  other_files_ = files;
  ask_other();
}

void CompareView::choose_file() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Compare with a template"), {},
                                                    tr("Templates (*.json);;All files (*)"));
  if (path.isEmpty()) return;
  const auto refuse = [this](const QString& message) {
    summary_->setText(message);
    emit failed(message);
  };
  auto read = load_template(path.toStdString(), {});
  if (!read) return refuse(QString::fromStdString(read.error().message));
  const Findings findings = check_template(read.value());
  if (!findings.empty() && findings.front().severity == Severity::error)
    return refuse(tr("%1 contradicts itself: there is no world to compare").arg(QFileInfo(path).fileName()));
  const FilesOf files{template_folder(path.toStdString()), QFileInfo(path).completeBaseName().toStdString()};
  LoadedImports loaded = load_imports(read.value(), files);
  if (!loaded.problems.empty()) emit failed(QString::fromStdString(loaded.problems.front().error.message));
  compare_template(std::make_shared<const Template>(std::move(read).value()),
                   {files.folder, std::move(loaded.pixels)});
}

void CompareView::ask_other() {
  if (!here_) return;
  seed_box_->setText(other_template_ ? QString() : QString::number(seed_));
  seed_box_->setPlaceholderText(other_template_ ? tr("another template") : QString());
  if (other_template_) return other_.request(other_template_, other_files_);
  auto tmpl = std::make_shared<Template>(*here_->tmpl);
  tmpl->seed = seed_;
  other_.request(std::move(tmpl), here_->files);
}

void CompareView::show_difference(bool on) {
  mode_->button(on ? 1 : 0)->setChecked(true);
  right_side_->setVisible(!on);
  layers_->setEnabled(on);
  if (difference_) take(difference_);
}

void CompareView::ask_difference() {
  if (!here_ || !there_) return;
  const uint64_t number = ++number_;
  comparing_ = !here_->coarse && !there_->coarse;
  if (!comparing_) {  // what was compared is no longer on show
    difference_.reset();
    left_->set_decoration({});
    if (here_->coarse || !other_.settled()) summary_->setText(tr("Comparing\u2026"));  // else it says why not
    return;
  }
  const QPointer<CompareView> self(this);
  const int row = layers_->currentData().toInt();
  const WorldLayer* const only = row < 0 ? nullptr : &kWorldLayers[static_cast<size_t>(row)];
  QThreadPool::globalInstance()->start([self, here = here_, there = there_, number, only] {
    auto made = std::make_shared<const MapDifference>(map_difference(*here->world, *there->world, only));
    QMetaObject::invokeMethod(
        qApp,
        [self, number, made = std::move(made)] {
          if (!self || self->number_ != number) return;
          self->comparing_ = false;
          self->take(made);
        },
        Qt::QueuedConnection);
  });
}

void CompareView::take(const std::shared_ptr<const MapDifference>& difference) {
  difference_ = difference;
  summary_->setText(difference_text(*difference_));
  if (!shows_difference()) return left_->set_decoration({});
  left_->set_decoration(difference_decoration(difference));
}

/// Without moving this world's map, whatever the other one's size.
void CompareView::show_other(const std::shared_ptr<const Picture>& picture) {
  const QSignalBlocker quiet(right_);
  right_->set_picture(picture);
  if (left_->fitted())
    right_->fit();
  else
    right_->follow(left_->map_window());
}

void CompareView::show_titles() {
  if (here_) left_title_->setText(tr("This: %1").arg(name_of(*here_->tmpl)));
  if (there_) right_title_->setText(tr("Other: %1").arg(name_of(*there_->tmpl)));
}

}  // namespace fw
