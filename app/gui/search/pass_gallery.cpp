#include "app/gui/search/pass_gallery.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/icons/icons.h"
#include "app/gui/search/condition_row.h"

namespace fw {

int PassList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

QVariant PassList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Pass& pass = at(index.row());
  const QString seed = QString::number(pass.seed);
  const QString score = std::isnan(pass.score) ? QString() : figure_text(pass.score);
  switch (role) {
    case Qt::DisplayRole:
      return seed;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
      QString text = score.isEmpty() ? tr("Seed %1").arg(seed) : tr("Seed %1, score %2").arg(seed, score);
      if (data(index, kKept).toBool()) text += tr(", chosen by the search");
      if (data(index, kFavourite).toBool()) text += tr(", a favourite");
      return text;
    }
    case kSeed:
      return QVariant::fromValue<qulonglong>(pass.seed);
    case kImage: {
      const auto image = images_.find(pass.seed);
      return image == images_.end() ? QVariant() : image->second;
    }
    case kScore:
      return score;
    case kFavourite:
      return is_favourite(pass.seed);
    case kKept:
      return choice_of(pass.seed) < kept_.size();
    default:
      return {};
  }
}

void PassList::set_plan(std::shared_ptr<const SearchPlan> plan) {
  beginResetModel();
  plan_ = std::move(plan);
  passes_.clear();
  seeds_.clear();
  shown_.clear();
  kept_.clear();
  images_.clear();
  endResetModel();
  set_sorted(true);
}

void PassList::add(const std::vector<Pass>& passes) {
  if (!plan_) return;
  size_t added = 0;
  for (const Pass& pass : passes)
    if (seeds_.insert(pass.seed).second) {
      passes_.push_back(pass);
      ++added;
    }
  if (added == 0) return;
  std::vector<uint64_t> shown;  // passes_ is about to be in another order
  for (const size_t k : shown_) shown.push_back(passes_[k].seed);
  sort_passes(*plan_, passes_);
  std::map<uint64_t, size_t> places;
  for (size_t k = 0; k < passes_.size(); ++k) places[passes_[k].seed] = k;
  for (size_t k = 0; k < shown.size(); ++k) shown_[k] = places.at(shown[k]);
  place();
}

void PassList::set_kept(const std::vector<uint64_t>& seeds) {
  kept_ = seeds;
  place();
}

void PassList::set_sorted(bool sorted) {
  if (std::exchange(sorted_, sorted) != sorted) emit sorted_changed(sorted);
}

void PassList::place() {
  if (!held_ || shown_.empty()) return sort();
  const std::set<size_t> there(shown_.begin(), shown_.end());
  std::vector<size_t> fresh;
  for (size_t k = 0; k < passes_.size() && shown_.size() + fresh.size() < kShown; ++k)
    if (!there.contains(k)) fresh.push_back(k);
  if (!fresh.empty()) {
    const int end = rowCount();
    beginInsertRows({}, end, end + static_cast<int>(fresh.size()) - 1);
    shown_.insert(shown_.end(), fresh.begin(), fresh.end());
    endInsertRows();
  }
  set_sorted(false);
}

void PassList::set_order(const PassOrder& order) {
  if (order == order_) return;
  order_ = order;
  sort();
}

void PassList::set_favourites(std::set<uint64_t> seeds) {
  const std::set<uint64_t> before = std::exchange(favourites_, std::move(seeds));
  for (size_t k = 0; k < shown_.size(); ++k) {
    const uint64_t seed = passes_[shown_[k]].seed;
    if (before.count(seed) != favourites_.count(seed)) tell(seed);
  }
}

void PassList::set_image(uint64_t seed, const QImage& image) {
  images_[seed] = image;
  tell(seed);
}

int PassList::row_of(uint64_t seed) const {
  for (size_t k = 0; k < shown_.size(); ++k)
    if (passes_[shown_[k]].seed == seed) return static_cast<int>(k);
  return -1;
}

void PassList::tell(uint64_t seed) {
  const int row = row_of(seed);
  if (row >= 0) emit dataChanged(index(row), index(row));
}

size_t PassList::choice_of(uint64_t seed) const {
  return static_cast<size_t>(std::find(kept_.begin(), kept_.end(), seed) - kept_.begin());
}

void PassList::sort() {
  emit layoutAboutToBeChanged();
  const QModelIndexList from = persistentIndexList();
  std::vector<uint64_t> held;
  for (const QModelIndex& index : from) held.push_back(at(index.row()).seed);

  std::vector<size_t> order(passes_.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto key = [this](size_t k) -> double {
    const Pass& pass = passes_[k];
    switch (order_.by) {
      case PassOrder::By::score:
        break;
      case PassOrder::By::kept:
        return static_cast<double>(choice_of(pass.seed));
      case PassOrder::By::seed:
        return static_cast<double>(pass.seed);
      case PassOrder::By::figure: {
        const double value = order_.figure < pass.values.size() ? pass.values[order_.figure] : std::nan("");
        return std::isnan(value) ? HUGE_VAL : order_.rising ? value : -value;
      }
    }
    return static_cast<double>(k);
  };
  std::vector<double> keys;
  for (const size_t k : order) keys.push_back(key(k));
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  order.resize(std::min(order.size(), kShown));
  shown_ = std::move(order);

  QModelIndexList to;
  for (const uint64_t seed : held) {
    const int row = row_of(seed);
    to << (row < 0 ? QModelIndex() : index(row));
  }
  changePersistentIndexList(from, to);
  emit layoutChanged();
  set_sorted(true);
}

namespace {

constexpr int kSide = 104;  // of a map, device-independent pixels
constexpr int kGap = 8;
constexpr int kStar = 18;
constexpr size_t kAtATime = 6;
constexpr int kPatience_ms = 5000;  // a map that could not be drawn never comes

QRect map_box(const QRect& cell) {
  return {cell.left() + (cell.width() - kSide) / 2, cell.top() + 3, kSide, kSide};
}

QRect star_box(const QRect& cell) {
  const QRect map = map_box(cell);
  return {map.right() - kStar - 2, map.top() + 3, kStar, kStar};
}

class PassDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {kSide + kGap, kSide + 2 * option.fontMetrics.height() + kGap + 4};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QRectF box = map_box(option.rect);
    const bool enabled = option.state & QStyle::State_Enabled;
    painter->save();
    painter->setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath rounded;
    rounded.addRoundedRect(box, 5, 5);
    painter->fillPath(rounded, option.palette.color(QPalette::AlternateBase));
    if (const QImage image = index.data(PassList::kImage).value<QImage>(); !image.isNull()) {
      painter->setClipPath(rounded);
      painter->setOpacity(enabled ? 1 : 0.4);
      painter->drawImage(box, image);
      painter->setOpacity(1);
      painter->setClipping(false);
    }
    const bool chosen = index.data(PassList::kKept).toBool();
    const bool current = option.state & (QStyle::State_Selected | QStyle::State_HasFocus);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(
        QPen(option.palette.color(chosen || current ? QPalette::Highlight : QPalette::Mid), current  ? 3
                                                                                            : chosen ? 2
                                                                                                     : 1));
    painter->drawPath(rounded);
    paint_star(*painter, option, index);
    paint_words(*painter, option, index, box);
    painter->restore();
  }

 private:
  static void paint_star(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) {
    const bool on = index.data(PassList::kFavourite).toBool();
    if (!on && !(option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus))) return;
    const QRect box = star_box(option.rect);
    QColor ground = option.palette.color(QPalette::Base);
    ground.setAlphaF(0.85F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(box);
    glyph_icon(Glyph::star, option.palette.color(QPalette::Text))
        .paint(&painter, box.adjusted(2, 2, -2, -2), Qt::AlignCenter, QIcon::Normal,
               on ? QIcon::On : QIcon::Off);
  }

  static void paint_words(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                          const QRectF& box) {
    const int line = option.fontMetrics.height();
    QRect room(option.rect.left() + 2, static_cast<int>(box.bottom()) + 3, option.rect.width() - 4, line);
    painter.setPen(option.palette.color(QPalette::Text));
    painter.drawText(room, Qt::AlignCenter,
                     option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
    room.translate(0, line);
    painter.setPen(option.palette.color(QPalette::PlaceholderText));
    painter.drawText(room, Qt::AlignCenter, index.data(PassList::kScore).toString());
  }
};

}  // namespace

PassGallery::PassGallery(ThumbnailEffort effort, QWidget* parent)
    : QListView(parent), passes_(new PassList(this)), thumbnails_(std::make_unique<SeedThumbnails>(effort)) {
  setModel(passes_);
  setItemDelegate(new PassDelegate(this));
  setViewMode(IconMode);
  setFlow(LeftToRight);
  setResizeMode(Adjust);
  setMovement(Static);
  setUniformItemSizes(true);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setMouseTracking(true);
  setFrameShape(NoFrame);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setAccessibleName(tr("Worlds that passed"));
  setWhatsThis(tr("A double click takes a world, the star keeps its seed among the favourites."));
  connect(thumbnails_.get(), &SeedThumbnails::made, this, [this](const QString& key, const QImage& image) {
    const uint64_t seed = key.toULongLong();
    if (asked_.erase(seed) == 0) return;  // of an older search
    passes_->set_image(seed, image);
    if (asked_.empty()) ask();
  });
  connect(passes_, &QAbstractItemModel::layoutChanged, this, [this] { ask(); });
  connect(passes_, &QAbstractItemModel::rowsInserted, this, [this] { ask(); });
  connect(passes_, &QAbstractItemModel::modelReset, this, [this] {
    asked_.clear();
    thumbnails_->request({}, kSide);
  });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { ask(); });
  connect(this, &QWidget::customContextMenuRequested, this, &PassGallery::show_menu);
}

PassGallery::~PassGallery() = default;

uint64_t PassGallery::seed_at(const QModelIndex& index) const {
  return index.data(PassList::kSeed).toULongLong();
}

bool PassGallery::settled() const {
  for (int row = 0; row < passes_->rowCount(); ++row)
    if (visualRect(passes_->index(row)).intersects(viewport()->rect()) &&
        !passes_->has_image(passes_->at(row).seed))
      return false;
  return true;
}

void PassGallery::set_paused(bool paused) {
  thumbnails_->set_paused(paused);
  if (!paused) ask();
}

void PassGallery::ask() {
  if (!asked_.empty() && since_.isValid() && since_.elapsed() < kPatience_ms) return;
  if (!passes_->plan()) return;
  asked_.clear();
  std::vector<SeedThumbnails::Wish> wishes;
  for (int row = 0; row < passes_->rowCount() && wishes.size() < kAtATime; ++row) {
    const uint64_t seed = passes_->at(row).seed;
    if (passes_->has_image(seed)) continue;
    const QRect cell = visualRect(passes_->index(row));
    if (isVisible() && !cell.intersects(viewport()->rect())) continue;
    wishes.push_back(
        {QString::number(seed), std::make_shared<const Template>(template_of(*passes_->plan(), seed)), {}});
    asked_.insert(seed);
  }
  if (wishes.empty()) return;
  since_.start();
  thumbnails_->request(std::move(wishes), static_cast<int>(kSide * devicePixelRatioF()));
}

QModelIndex PassGallery::star_at(const QPoint& at) const {
  const QModelIndex index = indexAt(at);
  return index.isValid() && star_box(visualRect(index)).contains(at) ? index : QModelIndex();
}

void PassGallery::paintEvent(QPaintEvent* event) {
  QListView::paintEvent(event);
  if (passes_->rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("Worlds that pass appear here."));
}

void PassGallery::mouseReleaseEvent(QMouseEvent* event) {
  QListView::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (const QModelIndex index = star_at(event->position().toPoint()); index.isValid())
    emit favourite_asked(seed_at(index), !index.data(PassList::kFavourite).toBool());
}

void PassGallery::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  const QModelIndex index = indexAt(at);
  if (event->button() == Qt::LeftButton && index.isValid() && !star_at(at).isValid())
    emit taken(seed_at(index));
}

void PassGallery::keyPressEvent(QKeyEvent* event) {
  const QModelIndex index = currentIndex();
  if (!index.isValid()) return QListView::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return emit taken(seed_at(index));
    case Qt::Key_Space:
      return emit favourite_asked(seed_at(index), !index.data(PassList::kFavourite).toBool());
    default:
      QListView::keyPressEvent(event);
  }
}

bool PassGallery::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Enter) passes_->set_held(true);
  if (event->type() == QEvent::Leave) {
    passes_->set_held(false);
    if (!passes_->sorted()) passes_->sort();
  }
  return QListView::viewportEvent(event);
}

void PassGallery::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  ask();
}

void PassGallery::show_menu(const QPoint& at) {
  const QModelIndex index = indexAt(at);
  if (!index.isValid()) return;
  const uint64_t seed = seed_at(index);
  const bool favourite = index.data(PassList::kFavourite).toBool();
  QMenu menu(this);
  connect(menu.addAction(tr("&Use this seed")), &QAction::triggered, this, [&] { emit taken(seed); });
  connect(menu.addAction(tr("&Compare with the present world")), &QAction::triggered, this,
          [&] { emit compare_asked(seed); });
  connect(menu.addAction(favourite ? tr("Remove from the &favourites") : tr("Add to the &favourites")),
          &QAction::triggered, this, [&] { emit favourite_asked(seed, !favourite); });
  connect(menu.addAction(tr("C&opy the seed")), &QAction::triggered, this,
          [&] { QGuiApplication::clipboard()->setText(QString::number(seed)); });
  menu.exec(viewport()->mapToGlobal(at));
}

}  // namespace fw
