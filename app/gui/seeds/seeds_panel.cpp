#include "app/gui/seeds/seeds_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRandomGenerator>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/seeds/seed_strip.h"
#include "core/base/seed.h"

namespace fw {
namespace {

constexpr size_t kVisitedAtMost = 50;

std::optional<uint64_t>& stream_of(StreamSeeds& seeds, int stream) {
  return stream == 0 ? seeds.layout : stream == 1 ? seeds.noise : seeds.place;
}

uint64_t effective(const SeedBundle& seeds, int stream) {
  return stream == 0 ? seeds.layout : stream == 1 ? seeds.noise : seeds.place;
}

}  // namespace

SeedsPanel::~SeedsPanel() = default;

QSize SeedsPanel::sizeHint() const {
  return {320, 760};
}

void SeedsPanel::refresh() {
  const bool elsewhere = history_.empty() || !(history_.front() == SeedChoice::of(document_.tmpl()));
  const bool renamed = favourites_of_ != document_.tmpl().name;
  if (elsewhere) remember();
  if (renamed) read_favourites_again();
  lists_are_old_ = lists_are_old_ || elsewhere || renamed;
  if (isVisible()) show_seeds();
}

void SeedsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  show_seeds();
}

void SeedsPanel::show_seeds() {
  const Template& tmpl = document_.tmpl();
  seed_->setText(QString::number(tmpl.seed));
  problem_->hide();
  StreamSeeds own = tmpl.stream_seeds;
  for (int stream = 0; stream < kStreams; ++stream) {
    const bool locked = stream_of(own, stream).has_value();
    StreamRow& row = streams_[static_cast<size_t>(stream)];
    const QSignalBlocker quiet(row.lock);
    row.lock->setChecked(locked);
    row.number->setEnabled(locked);
    row.number->setText(QString::number(effective(tmpl.seeds(), stream)));
  }
  if (lists_are_old_) refresh_lists();
}

void SeedsPanel::remember() {
  const SeedChoice now = SeedChoice::of(document_.tmpl());
  std::erase(history_, now);
  history_.insert(history_.begin(), now);
  if (history_.size() > kVisitedAtMost) history_.pop_back();
}

void SeedsPanel::refresh_lists() {
  lists_are_old_ = false;
  const SeedChoice now = SeedChoice::of(document_.tmpl());
  QStringList texts;
  for (const SeedChoice& choice : history_) texts << choice.text();
  visited_->clear();
  visited_->addItems(texts);
  const auto mark = [](QListWidgetItem* item, bool on) {
    QFont font = item->font();
    font.setBold(on);
    item->setFont(font);
  };
  if (visited_->count() > 0) mark(visited_->item(0), true);

  const QSignalBlocker quiet(favourites_list_);
  favourites_list_->clear();
  for (const FavouriteSeed& favourite : favourites_) {
    auto* item = new QListWidgetItem(favourite.name);
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setToolTip(tr("Seed %1").arg(favourite.choice.text()));
    mark(item, favourite.choice == now);
    favourites_list_->addItem(item);
  }
  star_->setChecked(std::any_of(favourites_.begin(), favourites_.end(),
                                [&](const FavouriteSeed& f) { return f.choice == now; }));
}

void SeedsPanel::read_favourites_again() {
  favourites_of_ = document_.tmpl().name;
  favourites_ = read_favourites(settings_, favourites_of_);
}

void SeedsPanel::keep_favourites() {
  write_favourites(settings_, favourites_of_, favourites_);
  refresh_lists();
  emit favourites_changed();
}

void SeedsPanel::set_favourite(const SeedChoice& choice, bool on) {
  std::erase_if(favourites_, [&](const FavouriteSeed& f) { return f.choice == choice; });
  if (on) favourites_.push_back({choice.text(), choice});
  keep_favourites();
}

void SeedsPanel::take(const SeedChoice& choice) {
  document_.end_gesture();
  document_.edit(tr("Seed %1").arg(choice.text()),
                 [&choice](Template& t) { t = choice.applied_to(std::move(t)); });
  refresh();
}

void SeedsPanel::step(int by) {
  SeedChoice next = SeedChoice::of(document_.tmpl());
  if ((by < 0 && next.seed == 0) || (by > 0 && next.seed == kMaxSeed)) return;
  next.seed += static_cast<uint64_t>(by);  // -1 wraps around to a decrement
  take(next);
}

void SeedsPanel::take_random() {
  take({QRandomGenerator::global()->bounded(kRandomSeeds), document_.tmpl().stream_seeds});
}

void SeedsPanel::type_seed() {
  const auto typed = read_seed(seed_->text());
  problem_->setVisible(!typed);
  if (!typed) return problem_->setText(seed_range_text());
  if (*typed == document_.tmpl().seed) return refresh();
  take({*typed, document_.tmpl().stream_seeds});
}

void SeedsPanel::set_lock(int stream, bool locked) {
  SeedChoice choice = SeedChoice::of(document_.tmpl());
  std::optional<uint64_t>& own = stream_of(choice.streams, stream);
  if (own.has_value() == locked) return;
  own = locked ? std::optional(effective(document_.tmpl().seeds(), stream)) : std::nullopt;
  const QString names[] = {tr("layout"), tr("noise"), tr("placement")};
  document_.end_gesture();
  document_.edit((locked ? tr("Keep the %1's seed") : tr("Let the %1 follow the seed")).arg(names[stream]),
                 [&choice](Template& t) { t.stream_seeds = choice.streams; });
  refresh();
}

void SeedsPanel::type_stream(int stream) {
  const auto typed = read_seed(streams_[static_cast<size_t>(stream)].number->text());
  problem_->setVisible(!typed);
  if (!typed) return problem_->setText(seed_range_text());
  SeedChoice choice = SeedChoice::of(document_.tmpl());
  if (stream_of(choice.streams, stream) == typed) return refresh();
  stream_of(choice.streams, stream) = typed;
  take(choice);
}

void SeedsPanel::copy() {
  QGuiApplication::clipboard()->setText(QString::number(document_.tmpl().seed));
}

void SeedsPanel::paste() {
  const auto pasted = read_seed(QGuiApplication::clipboard()->text());
  if (pasted) return take({*pasted, document_.tmpl().stream_seeds});
  problem_->setText(tr("The clipboard does not contain a seed. %1").arg(seed_range_text()));
  problem_->show();
}

void SeedsPanel::set_busy(bool busy) {
  strip_->set_paused(busy);
}

void SeedsPanel::add_favourite() {
  const SeedChoice now = SeedChoice::of(document_.tmpl());
  const auto same = [&](const FavouriteSeed& f) { return f.choice == now; };
  if (std::none_of(favourites_.begin(), favourites_.end(), same)) favourites_.push_back({now.text(), now});
  keep_favourites();
  lists_->setCurrentWidget(favourites_list_);
  favourites_list_->setCurrentRow(favourites_list_->count() - 1);
}

void SeedsPanel::remove_favourite() {
  const int row = favourites_list_->currentRow();
  if (row < 0) return;
  favourites_.erase(favourites_.begin() + row);
  keep_favourites();
}

void SeedsPanel::rename_favourite(QListWidgetItem* item) {
  FavouriteSeed& favourite = favourites_[static_cast<size_t>(favourites_list_->row(item))];
  const QString name = item->text().simplified();
  favourite.name = name.isEmpty() ? favourite.choice.text() : name;
  // Deferred: the list's items must not be rebuilt inside its own signal.
  QMetaObject::invokeMethod(this, &SeedsPanel::keep_favourites, Qt::QueuedConnection);
}

void SeedsPanel::show_menu(SeedChoice choice, const QPoint& at) {
  QMenu menu(this);
  connect(menu.addAction(tr("&Use this seed")), &QAction::triggered, this, [&] { take(choice); });
  connect(menu.addAction(tr("&Compare with the present world")), &QAction::triggered, this, [&] {
    emit compare_requested(std::make_shared<const Template>(choice.applied_to(document_.tmpl())));
  });
  connect(menu.addAction(tr("C&opy the seed")), &QAction::triggered, this,
          [&] { QGuiApplication::clipboard()->setText(QString::number(choice.seed)); });
  menu.exec(at);
}

}  // namespace fw
