#include "app/gui/search/figure_chooser.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/gui/words/words.h"

namespace fw {
namespace {

constexpr int kName = Qt::UserRole;
constexpr QSize kSize(340, 420);

}  // namespace

FigureChooser::FigureChooser(QWidget* parent) : QFrame(parent, Qt::Popup) {
  setFrameShape(QFrame::StyledPanel);
  search_ = new QLineEdit;
  search_->setPlaceholderText(tr("Find a figure"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  list_ = new QTreeWidget;
  list_->setHeaderHidden(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(tr("Figures"));
  list_->setUniformRowHeights(true);
  list_->setIndentation(14);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(6, 6, 6, 6);
  column->setSpacing(4);
  column->addWidget(search_);
  column->addWidget(list_, 1);
  resize(kSize);
  connect(search_, &QLineEdit::textChanged, this, &FigureChooser::find);
  connect(list_, &QTreeWidget::itemActivated, this, &FigureChooser::choose);
  connect(list_, &QTreeWidget::itemClicked, this, &FigureChooser::choose);
}

void FigureChooser::set_figures(const FigureTable& table, const std::set<std::string>& taken) {
  list_->clear();
  QTreeWidgetItem* group = nullptr;
  for (const SearchFigure& figure : table.figures) {
    const size_t dot = figure.name.find('.');
    const QString title = slug_title(std::string_view(figure.name).substr(0, dot));
    // Groups stand in the order of their first figures.
    group = nullptr;
    for (int k = 0; k < list_->topLevelItemCount(); ++k)
      if (list_->topLevelItem(k)->text(0) == title) group = list_->topLevelItem(k);
    if (!group) {
      group = new QTreeWidgetItem(list_, {title});
      group->setFlags(Qt::ItemIsEnabled);
      QFont bold = font();
      bold.setBold(true);
      group->setFont(0, bold);
    }
    auto* item = new QTreeWidgetItem(group, {QString::fromStdString(figure.name)});
    item->setData(0, kName, QString::fromStdString(figure.name));
    const QString help = table_text(figure.help);
    item->setToolTip(0, QStringLiteral("<p>%1</p>").arg(help.toHtmlEscaped()));
    item->setData(0, Qt::AccessibleDescriptionRole, help);
    item->setDisabled(taken.count(figure.name) > 0);
  }
  list_->expandAll();
  find(search_->text());
}

void FigureChooser::open_below(const QWidget& widget) {
  search_->clear();
  const QRect screen = widget.screen()->availableGeometry();
  QPoint at = widget.mapToGlobal(QPoint(0, widget.height()));
  at.setX(std::min(at.x(), screen.right() - width()));
  at.setY(std::min(at.y(), screen.bottom() - height()));
  move(at);
  show();
  search_->setFocus();
}

void FigureChooser::find(const QString& words) {
  const QStringList all = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  QTreeWidgetItem* first = nullptr;
  for (int g = 0; g < list_->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = list_->topLevelItem(g);
    int shown = 0;
    for (int k = 0; k < group->childCount(); ++k) {
      QTreeWidgetItem* item = group->child(k);
      const QString text =
          item->text(0) + QLatin1Char(' ') + item->data(0, Qt::AccessibleDescriptionRole).toString();
      bool fits = true;
      for (const QString& word : all) fits = fits && text.contains(word, Qt::CaseInsensitive);
      item->setHidden(!fits);
      shown += fits;
      if (fits && !first && !item->isDisabled()) first = item;
    }
    group->setHidden(shown == 0);
  }
  list_->setCurrentItem(first);
}

void FigureChooser::choose(const QTreeWidgetItem* item) {
  if (!item || item->isDisabled() || item->data(0, kName).isNull()) return;
  const std::string name = item->data(0, kName).toString().toStdString();
  hide();
  emit chosen(name);
}

/// Arrows and Enter in the field serve the list.
bool FigureChooser::eventFilter(QObject* watched, QEvent* event) {
  if (watched != search_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
      QTreeWidgetItem* item = list_->currentItem();
      do {
        item = !item ? nullptr : key->key() == Qt::Key_Down ? list_->itemBelow(item) : list_->itemAbove(item);
      } while (item && (item->isDisabled() || item->data(0, kName).isNull()));
      if (item) list_->setCurrentItem(item);
      return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose(list_->currentItem());
      return true;
    default:
      return false;
  }
}

}  // namespace fw
