#include "app/gui/map/search/find_bar.h"

#include <QCompleter>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPointer>
#include <QStringListModel>
#include <QThreadPool>
#include <QToolButton>

#include "app/gui/icons/icons.h"
#include "app/gui/map/map_view.h"

namespace fw {

FindBar::FindBar(MapView& map, QWidget* parent)
    : QWidget(parent),
      map_(map),
      field_(new QLineEdit),
      count_(new QLabel),
      previous_(new QToolButton),
      next_(new QToolButton),
      words_(new QStringListModel(this)),
      completer_(new QCompleter(words_, this)) {
  auto* label = new QLabel(tr("Find on the map:"));
  label->setBuddy(field_);
  field_->setAccessibleName(tr("Find on the map"));
  field_->setPlaceholderText(tr("Name, id, class, rarity, family, owner, region, or 4100, 4300"));
  field_->setClearButtonEnabled(true);
  field_->setMinimumWidth(220);
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  completer_->setFilterMode(Qt::MatchContains);
  completer_->setMaxVisibleItems(12);
  field_->setCompleter(completer_);
  field_->installEventFilter(this);
  count_->setTextFormat(Qt::PlainText);
  count_->setMinimumWidth(160);
  auto* close = new QToolButton;
  const auto set_up = [](QToolButton* button, Glyph glyph, const QString& does) {
    button->setIcon(glyph_icon(glyph));
    button->setAutoRaise(true);
    button->setToolTip(does);
    button->setAccessibleName(does);
  };
  set_up(previous_, Glyph::previous, tr("Previous place (Shift+F3)"));
  set_up(next_, Glyph::next, tr("Next place (F3)"));
  set_up(close, Glyph::remove, tr("Close the find bar (Esc)"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->addWidget(label);
  row->addWidget(field_, 1);
  row->addWidget(previous_);
  row->addWidget(next_);
  row->addWidget(count_, 1);
  row->addWidget(close);
  connect(previous_, &QToolButton::clicked, this, &FindBar::previous);
  connect(next_, &QToolButton::clicked, this, &FindBar::next);
  connect(close, &QToolButton::clicked, this, &FindBar::close_bar);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FindBar::search,
          Qt::QueuedConnection);
  connect(field_, &QLineEdit::returnPressed, this, [this] {
    if (found_ && searched_ == field_->text())
      next();
    else
      search(field_->text());
  });
  say();
}

FindBar::~FindBar() = default;

void FindBar::open() {
  show();
  field_->setFocus(Qt::ShortcutFocusReason);
  field_->selectAll();
}

void FindBar::close_bar() {
  hide();
  map_.clear_highlight();
  map_.setFocus();
}

void FindBar::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse || picture == picture_) return;
  picture_ = picture;
  if (isVisible()) find_words();
  if (!found_) return;
  // The same search on the new world, without leaving where the reader is.
  found_ = search_map(*picture_->world, searched_);
  at_ = -1;
  if (isVisible() && found_) map_.highlight(found_->highlight);
  say();
}

void FindBar::showEvent(QShowEvent*) {
  find_words();
}

/// On a worker: a large world has many thousand ids.
void FindBar::find_words() {
  if (!picture_ || words_of_ == picture_) return;
  words_of_ = picture_;
  const QPointer<FindBar> self(this);
  QThreadPool::globalInstance()->start([self, picture = picture_] {
    QStringList words = searchable(*picture->world);
    QMetaObject::invokeMethod(
        qApp,
        [self, picture, words = std::move(words)] {
          if (self && self->words_of_ == picture) self->words_->setStringList(words);
        },
        Qt::QueuedConnection);
  });
}

void FindBar::search(const QString& text) {
  searched_ = text;
  at_ = -1;
  found_ = picture_ ? search_map(*picture_->world, text) : std::nullopt;
  say();
  if (!found_) return map_.clear_highlight();
  map_.highlight(found_->highlight);
  if (found_->places_m.size() == 1) at_ = 0;
  show_found();
}

void FindBar::next() {
  step(1);
}
void FindBar::previous() {
  step(-1);
}

void FindBar::step(int by) {
  if (!found_) return search(field_->text());
  const int count = static_cast<int>(found_->places_m.size());
  at_ = at_ < 0 ? (by > 0 ? 0 : count - 1) : (at_ + by + count) % count;
  show_found();
}

void FindBar::show_found() {
  if (at_ < 0) {
    map_.show_places(found_->places_m, found_->least_m);
  } else {
    const auto at = static_cast<size_t>(at_);
    map_.show_places({found_->places_m[at]}, found_->least_m);
    if (at < found_->points.size()) map_.select(MapPick{found_->places_m[at], found_->points[at]});
  }
  say();
}

void FindBar::say() {
  const QLocale locale;
  const bool many = found_ && found_->places_m.size() > 1;
  previous_->setEnabled(many);
  next_->setEnabled(many);
  if (!found_)
    count_->setText(searched_.isEmpty() ? QString() : tr("Nothing found"));
  else if (at_ < 0)
    count_->setText(
        tr("%1: %2 places").arg(found_->title, locale.toString(static_cast<int>(found_->places_m.size()))));
  else if (!many)
    count_->setText(found_->title);
  else
    count_->setText(tr("%1: %2 of %3")
                        .arg(found_->title, locale.toString(at_ + 1),
                             locale.toString(static_cast<int>(found_->places_m.size()))));
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      if (event->type() == QEvent::ShortcutOverride)
        event->accept();  // the window's own Escape does not cancel anything now
      else
        close_bar();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fw
