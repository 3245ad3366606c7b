#include "app/gui/map/inspect/inspect_panel.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPointer>
#include <QStyledItemDelegate>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/icons/icons.h"
#include "app/gui/words/words.h"
#include "core/model/world/world_layers.h"

namespace fw {
namespace {

QString from(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Whether a class may live at the place, as the reasons begin.
std::optional<Signal> verdict(const QString& value) {
  if (value.startsWith(QLatin1String("allowed"))) return Signal::good;
  if (value.startsWith(QLatin1String("taken"))) return Signal::warning;
  if (value.startsWith(QLatin1String("refused"))) return Signal::error;
  return std::nullopt;
}

/// Long values go on in the next line.
class WrapDelegate : public QStyledItemDelegate {
 public:
  explicit WrapDelegate(QTreeView* view) : QStyledItemDelegate(view), view_(view) {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() != 1) return size;
    const int width = std::max(40, view_->columnWidth(1) - 8);
    const QRect box =
        option.fontMetrics.boundingRect(QRect(0, 0, width, 4000), Qt::TextWordWrap, index.data().toString());
    return {width, std::max(option.fontMetrics.height(), box.height()) + 3};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->decorationAlignment = Qt::AlignTop | Qt::AlignHCenter;
    option->displayAlignment = Qt::AlignTop | Qt::AlignLeft;
  }

 private:
  QTreeView* view_;
};

QToolButton* text_button(Glyph glyph, const QString& text, const QString& does) {
  auto* button = new QToolButton;
  button->setIcon(glyph_icon(glyph));
  button->setText(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setToolTip(does);
  button->setAccessibleName(does);
  return button;
}

/// In the form of explain(): at most one decimal, no group separators.
QString metres_text(double value_m) {
  return QString::number(std::round(10 * value_m) / 10, 'g', 12);
}

}  // namespace

std::vector<std::pair<QString, QString>> point_rows(const World& world, size_t point) {
  const auto say = [](const char* text) { return QCoreApplication::translate("fw::InspectPanel", text); };
  const QLocale locale = QLocale::c();  // as explain() writes numbers: one form in the whole panel
  const Point& p = world.points.points[point];
  const PointClassInfo& c = world.points.class_of(p);
  const Vocabulary& words = world.vocabulary;
  std::vector<std::pair<QString, QString>> rows;
  const std::string& label = world.points.label_of(p);
  rows.emplace_back(say("class"), from(label.empty() ? c.slug : label));
  if (!c.family.empty() && c.family != c.slug)
    rows.emplace_back(say("family"), row_label(words.families, c.family));
  if (c.tier != Tier::none)
    rows.emplace_back(say("tier"), slug_title(kTierSlugs[static_cast<size_t>(c.tier)]));
  if (p.rarity != Rarity::none)
    rows.emplace_back(say("rarity"), row_label(words.rarities, words.id_of(p.rarity)));
  if (!p.name.empty()) rows.emplace_back(say("name"), from(p.name));
  if (p.rank > 0)
    rows.emplace_back(say("standing"), say("%1, rank %2").arg(from(p.standing), locale.toString(p.rank)));
  if (!p.hand.empty()) rows.emplace_back(say("pinned by"), from(p.hand));
  if (p.region > 0) {
    rows.emplace_back(say("biome"), row_label(words.biomes, words.id_of(p.biome)));
    rows.emplace_back(say("danger"), row_label(words.danger, words.id_of(p.danger)));
    rows.emplace_back(say("owner"), row_label(words.factions, words.id_of(p.faction)));
  } else {
    rows.emplace_back(say("ground"), say("none: off the ground"));
  }
  rows.emplace_back(say("intensity"), locale.toString(p.intensity, 'f', 3));
  if (c.category == Category::enemy) {
    rows.emplace_back(say("level"), locale.toString(p.level));
    rows.emplace_back(say("health"), say("× %1").arg(locale.toString(p.hp_mult, 'f', 2)));
    rows.emplace_back(say("damage"), say("× %1").arg(locale.toString(p.dps_mult, 'f', 2)));
    rows.emplace_back(say("loot"), locale.toString(p.loot, 'f', 2));
  }
  if (p.respawn_s > 0)
    rows.emplace_back(say("respawn"), say("%1 s").arg(locale.toString(p.respawn_s, 'f', 0)));
  rows.emplace_back(say("height"), say("%1 m").arg(locale.toString(told_height_m(world, p), 'f', 1)));
  return rows;
}

InspectPanel::InspectPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      subtitle_(new QLabel),
      filter_(new QLineEdit),
      table_(new QTreeWidget),
      go_(text_button(Glyph::find, tr("Go there"), tr("Show this place in the middle of the map"))),
      copy_(text_button(Glyph::copy, tr("Copy"), tr("Copy everything shown as text"))) {
  for (QLabel* label : {title_, subtitle_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  QFont strong = font();
  strong.setBold(true);
  strong.setPointSizeF(strong.pointSizeF() * 1.15);
  title_->setFont(strong);
  subtitle_->setForegroundRole(QPalette::PlaceholderText);
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Show only rows with this text"));
  filter_->setClearButtonEnabled(true);
  table_->setAccessibleName(tr("Reasons for the place"));
  table_->setColumnCount(2);
  table_->setHeaderHidden(true);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setUniformRowHeights(false);
  table_->setWordWrap(true);
  table_->setTextElideMode(Qt::ElideNone);
  table_->setIndentation(12);
  table_->setItemDelegate(new WrapDelegate(table_));
  connect(table_->header(), &QHeaderView::sectionResized, table_, [this] { table_->doItemsLayout(); });
  table_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table_->header()->setStretchLastSection(true);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* bar = new QHBoxLayout;
  bar->addWidget(filter_, 1);
  bar->addWidget(go_);
  bar->addWidget(copy_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 0);
  column->setSpacing(4);
  column->addWidget(title_);
  column->addWidget(subtitle_);
  column->addLayout(bar);
  column->addWidget(table_, 1);
  connect(filter_, &QLineEdit::textChanged, this, &InspectPanel::filter);
  connect(copy_, &QToolButton::clicked, this, &InspectPanel::copy);
  connect(go_, &QToolButton::clicked, this, [this] {
    if (pick_) emit centre_wanted(pick_->place_m);
  });
  show_nothing();
}

void InspectPanel::show_nothing() {
  title_->setText(tr("Nothing looked at yet"));
  subtitle_->setText(tr("Click the map, or press Enter on it, to learn why a place is what it is."));
  table_->clear();
  go_->setEnabled(false);
  copy_->setEnabled(false);
}

void InspectPanel::clear() {
  picture_.reset();
  pick_.reset();
  ++number_;  // an answer that is under way is of no use
  waiting_ = false;
  show_nothing();
}

InspectPanel::~InspectPanel() = default;

QSize InspectPanel::sizeHint() const {
  return {340, 460};
}

void InspectPanel::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse || picture == picture_) return;
  if (pick_ && pick_->point && picture_ && picture_->world != picture->world) {
    // The point may have gone or moved: its id says.
    const PointSet &before = picture_->world->points, &now = picture->world->points;
    const std::string id = before.id_of(before.points[*pick_->point]);
    pick_->point.reset();
    for (size_t i = 0; i < now.points.size() && !pick_->point; ++i)
      if (now.id_of(now.points[i]) == id) pick_ = MapPick{now.points[i].position_m, i};
  }
  picture_ = picture;
  explain_again();
}

void InspectPanel::show_pick(const MapPick& pick) {
  pick_ = pick;
  if (picture_ && pick_->point) {
    if (*pick_->point < picture_->world->points.points.size())
      pick_->place_m = picture_->world->points.points[*pick_->point].position_m;
    else
      pick_->point.reset();
  }
  explain_again();
}

void InspectPanel::explain_again() {
  if (!picture_ || !pick_) return;
  const QString place =
      tr("%1 m east, %2 m north").arg(metres_text(pick_->place_m.x), metres_text(pick_->place_m.y));
  const PointSet& set = picture_->world->points;
  if (pick_->point) {
    const Point& point = set.points[*pick_->point];
    const QString id = from(set.id_of(point));
    title_->setText(point.name.empty() ? id : from(point.name));
    subtitle_->setText(point.name.empty() ? place : tr("%1, %2").arg(id, place));
  } else {
    title_->setText(tr("Cell"));
    subtitle_->setText(place);
  }
  const Vec2 frame = picture_->atlas->frame_m();
  const bool inside = pick_->place_m.x >= 0 && pick_->place_m.y >= 0 && pick_->place_m.x < frame.x &&
                      pick_->place_m.y < frame.y;
  go_->setEnabled(true);
  if (!inside) {
    table_->clear();
    subtitle_->setText(tr("%1: outside the frame").arg(place));
    copy_->setEnabled(false);
    return;
  }
  waiting_ = true;
  const QPointer<InspectPanel> self(this);
  QThreadPool::globalInstance()->start([self, picture = picture_, at = pick_->place_m, number = ++number_] {
    auto rows = explain(*picture->world, *picture->tmpl, at);
    QMetaObject::invokeMethod(
        qApp,
        [self, number, rows = std::move(rows)] {
          if (self && self->number_ == number) self->take(rows);
        },
        Qt::QueuedConnection);
  });
}

void InspectPanel::add_point_rows() {
  auto* topic = new QTreeWidgetItem(table_, {tr("Point")});
  for (const auto& [name, value] : point_rows(*picture_->world, *pick_->point))
    new QTreeWidgetItem(topic, {name, value});
}

void InspectPanel::take(const std::vector<ExplainRow>& rows) {
  waiting_ = false;
  table_->setUpdatesEnabled(false);
  table_->clear();
  if (pick_->point) add_point_rows();
  QTreeWidgetItem* topic = nullptr;
  std::string last;
  for (const ExplainRow& row : rows) {
    if (topic == nullptr || row.topic != last) topic = new QTreeWidgetItem(table_, {slug_title(row.topic)});
    last = row.topic;
    auto* item = new QTreeWidgetItem(topic, {table_text(row.name), from(row.value)});
    item->setToolTip(1, from(row.value));
    if (const auto signal = verdict(item->text(1)))
      item->setIcon(0, glyph_icon(*signal == Signal::good      ? Glyph::passed
                                  : *signal == Signal::warning ? Glyph::warning
                                                               : Glyph::remove));
  }
  QFont strong = table_->font();
  strong.setBold(true);
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = table_->topLevelItem(i);
    item->setFont(0, strong);
    item->setFirstColumnSpanned(true);
    item->setExpanded(true);
  }
  copy_->setEnabled(true);
  filter();
  table_->setUpdatesEnabled(true);
}

void InspectPanel::filter() {
  const QString text = filter_->text();
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* topic = table_->topLevelItem(i);
    bool any = false;
    for (int k = 0; k < topic->childCount(); ++k) {
      QTreeWidgetItem* item = topic->child(k);
      const bool here = item->text(0).contains(text, Qt::CaseInsensitive) ||
                        item->text(1).contains(text, Qt::CaseInsensitive);
      item->setHidden(!here);
      any = any || here;
    }
    topic->setHidden(!any);
  }
}

QString InspectPanel::text() const {
  QString out = title_->text() + QLatin1Char('\n') + subtitle_->text() + QLatin1Char('\n');
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* topic = table_->topLevelItem(i);
    if (topic->isHidden()) continue;
    out += QLatin1Char('\n') + topic->text(0) + QLatin1Char('\n');
    for (int k = 0; k < topic->childCount(); ++k)
      if (const QTreeWidgetItem* item = topic->child(k); !item->isHidden())
        out += QStringLiteral("  %1\t%2\n").arg(item->text(0), item->text(1));
  }
  return out;
}

void InspectPanel::copy() const {
  QGuiApplication::clipboard()->setText(text());
}

}  // namespace fw
