#include "app/gui/hand/panel/locks_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/hand/locks.h"
#include "app/gui/icons/icons.h"
#include "app/gui/template/look.h"

namespace fw {
namespace {

constexpr int kRows = 11;  ///< of the tree in sight

}  // namespace

LocksView::LocksView(Document& document, WorldEdit& job, QWidget* parent)
    : QWidget(parent), document_(document), job_(job) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  tree_ = new QTreeWidget;
  tree_->setAccessibleName(tr("Locks"));
  tree_->setHeaderLabels({tr("What"), tr("When the seed changes")});
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setAllColumnsShowFocus(true);
  tree_->setUniformRowHeights(true);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  tree_->setMinimumHeight(kRows * (fontMetrics().height() + 6));
  connect(tree_, &QTreeWidget::itemSelectionChanged, this, &LocksView::show_buttons);
  auto* row = new QHBoxLayout;
  const std::array<QString, 3> words{tr("Free"), tr("Keep the dice"), tr("Keep as it is")};
  for (size_t k = 0; k < words.size(); ++k) {
    buttons_[k] = new QPushButton(words[k]);
    buttons_[k]->setAutoDefault(false);
    connect(buttons_[k], &QPushButton::clicked, this, [this, k] { lock(static_cast<HandLock>(k)); });
    row->addWidget(buttons_[k]);
  }
  row->addStretch(1);
  column->addLayout(row);
  column->addWidget(tree_, 1);
  state_ = new QLabel;
  state_->setWordWrap(true);
  state_->setTextFormat(Qt::PlainText);
  state_->setFont(small_font(font()));
  state_->hide();
  column->addWidget(state_);
  connect(&job_, &WorldEdit::busy_changed, this, [this](bool busy) {
    if (busy) why_not_.clear();
    state_->setText(busy ? tr("Making the world that is kept\u2026") : why_not_);
    state_->setVisible(!state_->text().isEmpty());
    show_buttons();
  });
  connect(&job_, &WorldEdit::failed, this, [this](const QString& why) { why_not_ = why; });
  refresh();
}

void LocksView::refresh() {
  const World* world = picture_ ? picture_->world.get() : nullptr;
  std::vector<LockTarget> targets = lock_targets(document_.tmpl(), world);
  const bool same = std::equal(targets.begin(), targets.end(), targets_.begin(), targets_.end(),
                               [](const LockTarget& a, const LockTarget& b) {
                                 return a.kind == b.kind && a.id == b.id && a.title == b.title;
                               });
  if (!same) {
    targets_ = std::move(targets);
    fill();
  }
  show_states();
  show_buttons();
}

void LocksView::show_picture(const std::shared_ptr<const Picture>& picture) {
  picture_ = picture;
  refresh();
}

void LocksView::fill() {
  const QSignalBlocker quiet(tree_);
  tree_->clear();
  items_.clear();
  const std::array<QString, 3> titles{tr("Parts"), tr("Regions"), tr("Classes")};
  std::array<QTreeWidgetItem*, 3> nodes{};
  for (const LockTarget& target : targets_) {
    QTreeWidgetItem*& node = nodes[static_cast<size_t>(target.kind)];
    if (!node) {
      node = new QTreeWidgetItem(tree_, {titles[static_cast<size_t>(target.kind)]});
      node->setFlags(Qt::ItemIsEnabled);
      node->setExpanded(true);
      node->setFirstColumnSpanned(true);
    }
    items_.push_back(new QTreeWidgetItem(node, {target.title}));
  }
}

void LocksView::show_states() {
  const std::set<std::string> groups = groups_in_use(document_.tmpl().hand);
  for (size_t k = 0; k < targets_.size(); ++k) {
    const HandLock lock = lock_of(document_.tmpl(), targets_[k], groups);
    const QString word = lock == HandLock::free ? QString() : lock_word(lock);
    if (items_[k]->text(1) == word && !items_[k]->toolTip(0).isEmpty()) continue;
    items_[k]->setText(1, word);
    items_[k]->setIcon(1, lock == HandLock::free   ? QIcon()
                          : lock == HandLock::dice ? glyph_icon(Glyph::dice)
                                                   : glyph_icon(Glyph::lock));
    items_[k]->setToolTip(0, QString::fromStdString(targets_[k].id));
  }
}

std::vector<LockTarget> LocksView::chosen() const {
  std::vector<LockTarget> chosen;
  for (size_t k = 0; k < targets_.size(); ++k)
    if (items_[k]->isSelected()) chosen.push_back(targets_[k]);
  return chosen;
}

/// A button is on where it would change something.
void LocksView::show_buttons() {
  const std::array<QString, 3> does{tr("Follows the seed again; rows that kept it go"),
                                    tr("Keeps its present seed when the seed changes"),
                                    tr("Rows of the hand hold every cell and point of it")};
  const std::vector<LockTarget> targets = chosen();
  const std::set<std::string> groups = groups_in_use(document_.tmpl().hand);
  for (size_t k = 0; k < buttons_.size(); ++k) {
    const auto lock = static_cast<HandLock>(k);
    bool any = false;
    QString refused;
    for (const LockTarget& target : targets) {
      const QString why = refused_lock(document_.tmpl(), target, lock);
      any = any || (why.isEmpty() && lock_of(document_.tmpl(), target, groups) != lock);
      if (!why.isEmpty()) refused = why;
    }
    buttons_[k]->setEnabled(any && !job_.busy() && document_.valid());
    buttons_[k]->setToolTip(any || refused.isEmpty() ? does[k] : refused);
  }
}

void LocksView::lock(HandLock lock) {
  const std::vector<LockTarget> targets = chosen();
  if (targets.empty()) return;
  const QString on = targets.size() == 1 ? targets.front().title : tr("%1 things").arg(targets.size());
  const QString what = lock == HandLock::free   ? tr("Free: %1").arg(on)
                       : lock == HandLock::dice ? tr("Keep the dice: %1").arg(on)
                                                : tr("Keep as it is: %1").arg(on);
  const bool world = std::any_of(targets.begin(), targets.end(),
                                 [lock](const LockTarget& target) { return needs_world(target, lock); });
  if (world)
    return job_.start(
        what,
        [targets, lock](const Template& tmpl, const World& made) {
          return with_locks(tmpl, &made, targets, lock);
        },
        picture_);
  const Result<Template> made = with_locks(document_.tmpl(), nullptr, targets, lock);
  if (!made) return;
  document_.end_gesture();
  document_.edit(what, [&](Template& t) { t = made.value(); });
}

}  // namespace fw
