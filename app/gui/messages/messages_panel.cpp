#include "app/gui/messages/messages_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/icons/buttons.h"
#include "app/gui/messages/message_model.h"
#include "app/gui/preview/picture.h"
#include "app/gui/template/editors/cures.h"

namespace fw {
namespace {

constexpr int kLeastWhere_px = 80;
constexpr int kIconRoom = 34, kMargin = 14;  ///< width of a cell that its text cannot use

/// Whether two findings state the same fact: one predicted from the template, one found in the world.
constexpr std::pair<std::string_view, std::string_view> kForeseen[] = {
    {"band_over_neutral", "band_outside_neutral"}};

/// The world's findings without those that the template's already state.
Findings news(const Findings& of_world, const Findings& of_template) {
  Findings left;
  for (const Finding& finding : of_world) {
    const auto foreseen = [&](const Finding& f) {
      return f.where == finding.where && std::find(std::begin(kForeseen), std::end(kForeseen),
                                                   std::pair<std::string_view, std::string_view>(
                                                       f.code, finding.code)) != std::end(kForeseen);
    };
    if (std::none_of(of_template.begin(), of_template.end(), foreseen)) left.push_back(finding);
  }
  return left;
}

/// Messages are wrapped over as many lines as they need.
class WrappedDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option(given);
    initStyleOption(&option, index);
    const auto* table = qobject_cast<const QTreeView*>(option.widget);
    if (!table) return {60, option.fontMetrics.height() + 8};
    const int beside = index.column() == MessageModel::kMessage ? kIconRoom : kMargin;
    const int room = table->columnWidth(index.column()) - beside;
    return {room, height_px(option, std::max(room, 60)) + 8};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->displayAlignment = Qt::AlignTop | Qt::AlignLeft;
    option->decorationAlignment = Qt::AlignTop;
    option->decorationPosition = QStyleOptionViewItem::Left;
    option->features |= QStyleOptionViewItem::WrapText;
    option->textElideMode = Qt::ElideRight;
    option->rect.adjust(4, 4, 0, -4);
    if (index.column() == MessageModel::kWhere)
      option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
  }

 private:
  /// Of the wrapped text. Most messages stay through an edit, and to lay hundreds of them out takes longer
  /// than an edit may.
  int height_px(const QStyleOptionViewItem& option, int room_px) const {
    constexpr qsizetype kMostKept = 8192;
    if (!(option.font == font_) || heights_px_.size() > kMostKept) heights_px_.clear();
    font_ = option.font;
    int& height = heights_px_[{room_px, option.text}];
    if (height == 0)
      height = option.fontMetrics.boundingRect(QRect(0, 0, room_px, 10000), Qt::TextWordWrap, option.text)
                   .height();
    return height;
  }

  mutable QFont font_;
  mutable QHash<std::pair<int, QString>, int> heights_px_;  ///< by room and text, in font_
};

}  // namespace

MessagesPanel::MessagesPanel(Document& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(std::make_unique<MessageModel>()),
      filter_(std::make_unique<MessageFilter>()) {
  filter_->setSourceModel(model_.get());
  build_table();
  empty_ = new QLabel(tr("No messages: the template has no errors."));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setForegroundRole(QPalette::PlaceholderText);
  empty_->setBackgroundRole(QPalette::Base);
  empty_->setAutoFillBackground(true);
  pages_ = new QStackedLayout;
  pages_->addWidget(table_);
  pages_->addWidget(empty_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_bar());
  column->addLayout(pages_, 1);
  column->addWidget(cures_ = new CureButtons(document));
  setFocusProxy(table_);

  connect(&document, &Document::changed, this, &MessagesPanel::take_findings);
  connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, &MessagesPanel::show_cures);
  connect(&document, &Document::replaced, this, [this] {
    world_.clear();
    world_tmpl_.reset();
    take_findings();
  });
  take_findings();
}

MessagesPanel::~MessagesPanel() {
  delete table_;  // delete before the models it uses
}

QSize MessagesPanel::sizeHint() const {
  return {420, 180};
}

QWidget* MessagesPanel::build_bar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(6, 4, 6, 4);
  row->setSpacing(2);
  const struct {
    Severity severity;
    Glyph glyph;
    QString name;
  } kinds[] = {{Severity::error, Glyph::error, tr("Show errors")},
               {Severity::warning, Glyph::warning, tr("Show warnings")},
               {Severity::info, Glyph::info, tr("Show notes")}};
  for (const auto& kind : kinds) {
    QToolButton* button = flat_button(kind.glyph, kind.name);
    button->setCheckable(true);
    button->setChecked(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(button, &QToolButton::toggled, this,
            [this, severity = kind.severity](bool shown) { show_severity(severity, shown); });
    shown_[static_cast<size_t>(kind.severity)] = button;
    row->addWidget(button);
  }
  row->addStretch();
  QToolButton* copies = flat_button(Glyph::copy, tr("Copy the selected messages, or all visible ones"));
  QToolButton* clears = flat_button(Glyph::remove, tr("Clear the event messages"));
  row->addWidget(copies);
  row->addWidget(clears);
  connect(copies, &QToolButton::clicked, this, &MessagesPanel::copy);
  connect(clears, &QToolButton::clicked, this, &MessagesPanel::clear_log);
  return bar;
}

void MessagesPanel::build_table() {
  table_ = new QTreeView;
  table_->setModel(filter_.get());
  table_->setItemDelegate(new WrappedDelegate(table_));
  table_->setRootIsDecorated(false);
  table_->setMinimumHeight(3 * fontMetrics().lineSpacing());
  table_->setFrameShape(QFrame::NoFrame);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setHeaderHidden(true);
  table_->setTextElideMode(Qt::ElideMiddle);
  table_->setAccessibleName(tr("Messages"));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(MessageModel::kMessage, QHeaderView::Stretch);
  table_->header()->setSectionResizeMode(MessageModel::kWhere, QHeaderView::Fixed);
  table_->header()->setMinimumSectionSize(40);
  connect(table_->header(), &QHeaderView::sectionResized, table_, &QTreeView::doItemsLayout);
  connect(table_, &QTreeView::activated, this, &MessagesPanel::activate);
  auto* copies = new QAction(tr("Copy"), table_);
  copies->setShortcut(QKeySequence::Copy);
  copies->setShortcutContext(Qt::WidgetShortcut);
  connect(copies, &QAction::triggered, this, &MessagesPanel::copy);
  table_->addAction(copies);
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QString MessagesPanel::title() const {
  const int count = model_->count(Severity::error) + model_->count(Severity::warning);
  return count == 0 ? tr("Messages") : tr("Messages (%1)").arg(QLocale().toString(count));
}

void MessagesPanel::refresh() {
  for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
    QToolButton* button = shown_[static_cast<size_t>(severity)];
    button->setText(QLocale().toString(model_->count(severity)));
  }
  empty_->setText(model_->rowCount() == 0 ? tr("No messages: the template has no errors.")
                                          : tr("The filter hides all messages."));
  pages_->setCurrentWidget(filter_->rowCount() == 0 ? static_cast<QWidget*>(empty_) : table_);
  fit_places();
  show_cures();
  emit title_changed(title());
}

void MessagesPanel::fit_places() {
  // The place of most characters stands for the widest: measuring thousands of texts takes longer than an
  // edit may.
  QString longest;
  for (int row = 0; row < filter_->rowCount(); ++row) {
    QString place = filter_->index(row, MessageModel::kWhere).data().toString();
    if (place.size() > longest.size()) longest = std::move(place);
  }
  const int widest = std::max(kLeastWhere_px, table_->fontMetrics().horizontalAdvance(longest) + kMargin);
  table_->setColumnWidth(MessageModel::kWhere, std::min(widest, std::max(kLeastWhere_px, width() / 3)));
}

void MessagesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_places();
}

void MessagesPanel::report_failure(const QString& text) {
  model_->log(Severity::error, text);
  refresh();
}

void MessagesPanel::report_note(const QString& text) {
  model_->log(Severity::info, text);
  refresh();
}

void MessagesPanel::show_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  world_ = picture->audit.findings;
  world_tmpl_ = picture->tmpl;
  world_.insert(world_.end(), picture->notes.begin(), picture->notes.end());
  take_findings();
}

void MessagesPanel::take_findings() {
  model_->speak_of(document_.snapshot());
  const bool of_template = model_->set(MessageSource::tmpl, document_.findings());
  const bool of_world = model_->set(MessageSource::world, news(world_, document_.findings()));
  if (of_template || of_world) refresh();
}

void MessagesPanel::show_severity(Severity severity, bool shown) {
  shown_[static_cast<size_t>(severity)]->setChecked(shown);
  filter_->show(severity, shown);
  refresh();
}

void MessagesPanel::clear_log() {
  model_->clear_log();
  refresh();
}

void MessagesPanel::copy() {
  QModelIndexList rows = table_->selectionModel()->selectedRows();
  if (rows.isEmpty())
    for (int row = 0; row < filter_->rowCount(); ++row) rows << filter_->index(row, 0);
  QStringList lines;
  for (const QModelIndex& row : rows) lines << message_line(model_->at(filter_->mapToSource(row).row()));
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void MessagesPanel::show_cures() {
  const QModelIndex index = table_->currentIndex();
  if (!index.isValid()) return cures_->set_cures({}, nullptr);
  const Message& message = model_->at(filter_->mapToSource(index).row());
  cures_->set_cures(message.finding.cures, message.source == MessageSource::world ? world_tmpl_ : nullptr);
}

void MessagesPanel::activate(const QModelIndex& index) {
  const Message message = model_->at(filter_->mapToSource(index).row());
  if (message.source == MessageSource::tmpl) emit jump(QString::fromStdString(message.finding.where));
  if (message.source == MessageSource::world) emit locate(message.finding);
}

}  // namespace fw
