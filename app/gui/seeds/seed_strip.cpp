#include "app/gui/seeds/seed_strip.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QRandomGenerator>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/seeds/seed_thumbnails.h"
#include "core/base/seed.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kSide = 90;  // of a thumbnail, device-independent pixels
constexpr int kGap = 6;
constexpr int kNeighbours = 3;  // on each side
constexpr size_t kRandom = 5;
constexpr int kKept = 300;
constexpr int kRest_ms = 150;

enum Role { kImage = Qt::UserRole, kKey, kFresh, kNow, kByChance };

class ThumbnailDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {kSide + kGap, kSide + option.fontMetrics.height() + kGap + 4};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QRect cell = option.rect;
    const QRectF box(cell.left() + (cell.width() - kSide) / 2.0, cell.top() + 2, kSide, kSide);
    painter->save();
    painter->setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath rounded;
    rounded.addRoundedRect(box, 5, 5);
    painter->fillPath(rounded, option.palette.color(QPalette::AlternateBase));
    const QImage image = index.data(kImage).value<QImage>();
    if (!image.isNull()) {
      painter->setClipPath(rounded);
      painter->setOpacity(index.data(kFresh).toBool() ? 1 : 0.35);
      painter->drawImage(box, image);
      painter->setOpacity(1);
      painter->setClipping(false);
    }
    const bool now = index.data(kNow).toBool();
    const bool focused = (option.state & QStyle::State_HasFocus) || (option.state & QStyle::State_MouseOver);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(
        QPen(option.palette.color(now || focused ? QPalette::Highlight : QPalette::Mid), now       ? 3
                                                                                         : focused ? 2
                                                                                                   : 1));
    painter->drawPath(rounded);
    QFont font = option.font;
    font.setBold(now);
    painter->setFont(font);
    painter->setPen(option.palette.color(now ? QPalette::Text : QPalette::PlaceholderText));
    const QRect label(cell.left(), static_cast<int>(box.bottom()) + 2, cell.width(),
                      option.fontMetrics.height());
    painter->drawText(
        label, Qt::AlignCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, cell.width() - 4));
    painter->restore();
  }
};

}  // namespace

SeedStrip::SeedStrip(Document& document, ThumbnailEffort effort, QWidget* parent)
    : QListView(parent),
      document_(document),
      items_(std::make_unique<QStandardItemModel>()),
      images_(kKept),
      thumbnails_(std::make_unique<SeedThumbnails>(effort)) {
  setModel(items_.get());
  setItemDelegate(new ThumbnailDelegate(this));
  setViewMode(IconMode);
  setFlow(LeftToRight);
  setWrapping(true);
  setMovement(Static);
  setResizeMode(Adjust);
  setUniformItemSizes(true);
  setSelectionMode(NoSelection);
  setMouseTracking(true);
  setFrameShape(NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setAccessibleName(tr("Worlds of other seeds"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  viewport()->setAutoFillBackground(false);

  rest_.setSingleShot(true);
  rest_.setInterval(kRest_ms);
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (stale_) list_choices();
    ask();
  });
  connect(thumbnails_.get(), &SeedThumbnails::made, this, &SeedStrip::take);
  connect(&document, &Document::changed, this, [this] {
    if (!isVisible()) return;
    // The template's digest takes longer than an edit may: it is made once the document has been left alone.
    if (SeedChoice::of(document_.tmpl()) == now_) return wait();
    list_choices();
  });
  const auto choose = [this](const QModelIndex& index) {
    const SeedChoice choice = choices_[static_cast<size_t>(index.row())];  // a copy: the edit rebuilds the
                                                                           // list
    emit chosen(choice);
  };
  connect(this, &QListView::clicked, this, choose);
  connect(this, &QListView::activated, this, choose);
  connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    const QModelIndex index = indexAt(at);
    if (!index.isValid()) return;
    const SeedChoice choice = choices_[static_cast<size_t>(index.row())];
    emit menu_wanted(choice, viewport()->mapToGlobal(at));
  });
  reroll();
}

SeedStrip::~SeedStrip() = default;

QSize SeedStrip::sizeHint() const {
  return {300, heightForWidth(300)};
}

int SeedStrip::heightForWidth(int width) const {
  const QSize cell = sizeHintForIndex(items_->index(0, 0));
  const int columns = std::max(1, (width - 2) / std::max(1, cell.width()));
  const int rows = (items_->rowCount() + columns - 1) / columns;
  return rows * cell.height() + 4;
}

void SeedStrip::reroll() {
  random_.clear();
  while (random_.size() < kRandom) random_.push_back(QRandomGenerator::global()->bounded(kRandomSeeds));
  list_choices();
}

void SeedStrip::set_paused(bool paused) {
  thumbnails_->set_paused(paused);
}

QString SeedStrip::key_of_all() const {
  const Template& tmpl = document_.tmpl();
  return QString::fromStdString(document_.digest() + template_part(tmpl, {"view."})) +
         QString::number(side_px());
}

int SeedStrip::side_px() const {
  return static_cast<int>(kSide * devicePixelRatioF());
}

void SeedStrip::wait() {
  stale_ = true;
  for (int row = 0; row < items_->rowCount(); ++row) items_->setData(items_->index(row, 0), false, kFresh);
  thumbnails_->request({}, side_px());
  rest_.start();
}

void SeedStrip::list_choices() {
  stale_ = false;
  const SeedChoice now = now_ = SeedChoice::of(document_.tmpl());
  choices_.clear();
  for (int64_t step = -kNeighbours; step <= kNeighbours; ++step) {
    const int64_t seed = static_cast<int64_t>(now.seed) + step;
    if (seed >= 0 && seed <= static_cast<int64_t>(kMaxSeed))
      choices_.push_back({static_cast<uint64_t>(seed), now.streams});
  }
  const size_t near = choices_.size();
  const QString rest_of_key = key_of_all();  // one digest for all: the templates differ only by their seeds
  for (const uint64_t seed : random_) choices_.push_back({seed, now.streams});
  items_->setRowCount(static_cast<int>(choices_.size()));
  items_->setColumnCount(1);
  for (size_t i = 0; i < choices_.size(); ++i) {
    const QModelIndex at = items_->index(static_cast<int>(i), 0);
    const SeedBundle seeds = choices_[i].bundle();
    const QString key =
        QStringLiteral("%1 %2 %3 ").arg(seeds.layout).arg(seeds.noise).arg(seeds.place) + rest_of_key;
    const QImage* image = images_.object(key);
    const bool is_now = i < near && choices_[i] == now;
    const QString number = QString::number(choices_[i].seed);
    items_->setData(at, number, Qt::DisplayRole);
    items_->setData(at, is_now ? tr("Seed %1 (current)").arg(number) : tr("Use seed %1").arg(number),
                    Qt::ToolTipRole);
    items_->setData(at, items_->data(at, Qt::ToolTipRole), Qt::AccessibleTextRole);
    items_->setData(at, is_now, kNow);
    items_->setData(at, i >= near, kByChance);
    items_->setData(at, key, kKey);
    items_->setData(at, image != nullptr, kFresh);
    if (image) items_->setData(at, *image, kImage);
  }
  updateGeometry();
  thumbnails_->request({}, side_px());
  if (isVisible()) rest_.start();
}

void SeedStrip::ask() {
  if (!document_.valid() || !isVisible()) return;
  // From the present seed outwards, then the random ones.
  std::vector<int> order;
  for (int row = 0; row < items_->rowCount(); ++row)
    if (!items_->index(row, 0).data(kFresh).toBool()) order.push_back(row);
  const auto distance = [this](int row) {
    const auto& choice = choices_[static_cast<size_t>(row)];
    if (items_->index(row, 0).data(kByChance).toBool()) return int64_t{100} + row;
    return std::abs(static_cast<int64_t>(choice.seed) - static_cast<int64_t>(document_.tmpl().seed));
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance(a) < distance(b); });
  std::vector<SeedThumbnails::Wish> wishes;
  for (const int row : order)
    wishes.push_back(
        {items_->index(row, 0).data(kKey).toString(),
         std::make_shared<const Template>(choices_[static_cast<size_t>(row)].applied_to(document_.tmpl())),
         document_.imports()});
  thumbnails_->request(std::move(wishes), side_px());
}

void SeedStrip::take(const QString& key, const QImage& image) {
  images_.insert(key, new QImage(image));
  if (stale_) return;  // the rows have keys of an older template
  for (int row = 0; row < items_->rowCount(); ++row) {
    const QModelIndex at = items_->index(row, 0);
    if (at.data(kKey).toString() != key) continue;
    items_->setData(at, image, kImage);
    items_->setData(at, true, kFresh);
  }
}

bool SeedStrip::settled() const {
  for (int row = 0; row < items_->rowCount(); ++row)
    if (!items_->index(row, 0).data(kFresh).toBool()) return false;
  return true;
}

QImage SeedStrip::image(int row) const {
  return items_->index(row, 0).data(kImage).value<QImage>();
}

void SeedStrip::showEvent(QShowEvent* event) {
  QListView::showEvent(event);
  list_choices();  // the list is empty while hidden
}

void SeedStrip::hideEvent(QHideEvent* event) {
  rest_.stop();
  thumbnails_->request({}, side_px());
  QListView::hideEvent(event);
}

void SeedStrip::changeEvent(QEvent* event) {
  QListView::changeEvent(event);
  if (event->type() == QEvent::FontChange) updateGeometry();
}

void SeedStrip::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  updateGeometry();
}

}  // namespace fw
