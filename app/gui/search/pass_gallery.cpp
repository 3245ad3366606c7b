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

#include "app/gui/icons/icons.h"

namespace fw {
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
