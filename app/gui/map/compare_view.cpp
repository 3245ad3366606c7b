#include "app/gui/map/compare_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QRegularExpressionValidator>
#include <QSplitter>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/icons/icons.h"
#include "app/gui/map/map_paint.h"
#include "app/job/load.h"

namespace fw {
namespace {

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

QString seed_text(const Template& tmpl) {
  const SeedBundle s = tmpl.seeds();
  if (s.layout == s.noise && s.noise == s.place)
    return CompareView::tr("%1, seed %2").arg(QString::fromStdString(tmpl.name)).arg(s.layout);
  return CompareView::tr("%1, seeds %2 / %3 / %4")
      .arg(QString::fromStdString(tmpl.name))
      .arg(s.layout)
      .arg(s.noise)
      .arg(s.place);
}

namespace ink {
const QColor kMoved(0x14, 0x5D, 0xA0), kAdded(0x1B, 0x7A, 0x3D), kGone(0xA3, 0x21, 0x2B),
    kCells(0xC8, 0x1E, 0x5B);
}  // namespace ink

/// A shift that one can follow; beyond it the point was placed anew.
constexpr double kLongestShift_m = 400;

void paint_sign(QPainter& p, QPointF at, const QColor& colour, bool plus) {
  p.setPen(QPen(Qt::white, 1.2));
  p.setBrush(colour);
  p.drawEllipse(at, 5.2, 5.2);
  p.setPen(QPen(Qt::white, 1.6, Qt::SolidLine, Qt::RoundCap));
  p.drawLine(at - QPointF(2.4, 0), at + QPointF(2.4, 0));
  if (plus) p.drawLine(at - QPointF(0, 2.4), at + QPointF(0, 2.4));
}

void paint_moved(QPainter& p, const MapDifference::Move& m, const ToWidget& to_widget, const QRectF& reach) {
  const QPointF a = to_widget(m.from_m), b = to_widget(m.to_m);
  const bool shifted = squared_distance(m.from_m, m.to_m) < kLongestShift_m * kLongestShift_m;
  if (!reach.contains(b) && !(shifted && reach.contains(a))) return;
  if (shifted) {
    p.setPen(QPen(map_ink::casing(), 3));
    p.drawLine(a, b);
    p.setPen(QPen(ink::kMoved, 1.4));
    p.drawLine(a, b);
  }
  p.setBrush(ink::kMoved);
  p.setPen(QPen(Qt::white, 1));
  p.drawEllipse(b, 3, 3);
}

void paint_legend(QPainter& p, const QRectF& in) {
  const QStringList texts{CompareView::tr("cells differ"), CompareView::tr("point moved"),
                          CompareView::tr("new"), CompareView::tr("gone")};
  const QFontMetricsF metrics(p.font());
  double width = 10;
  for (const QString& text : texts) width += 30 + metrics.horizontalAdvance(text);
  const double height = metrics.height() + 10;
  const QRectF box((in.width() - width) / 2, in.bottom() - height - 14, width, height);
  p.setPen(QPen(QColor(0, 0, 0, 40), 1));
  p.setBrush(map_ink::card());
  p.drawRoundedRect(box, 4, 4);
  double x = box.left() + 10;
  for (int i = 0; i < texts.size(); ++i) {
    const QPointF at(x + 6, box.center().y());
    if (i == 0) {
      p.fillRect(QRectF(at.x() - 5, at.y() - 5, 10, 10), ink::kCells);
    } else if (i == 1) {
      p.setPen(QPen(Qt::white, 1));
      p.setBrush(ink::kMoved);
      p.drawEllipse(at, 3.6, 3.6);
    } else {
      paint_sign(p, at, i == 2 ? ink::kAdded : ink::kGone, i == 2);
    }
    p.setPen(map_ink::ink());
    p.drawText(QRectF(x + 17, box.top(), 400, height), Qt::AlignVCenter | Qt::AlignLeft, texts[i]);
    x += 30 + metrics.horizontalAdvance(texts[i]);
  }
}

void paint_difference(QPainter& p, const MapDifference& d, const ToWidget& to_widget, const QRectF& in) {
  const QPointF nw = to_widget({d.window.west_m, d.window.north_m});
  const QPointF se =
      to_widget({d.window.west_m + d.window.width_m(), d.window.north_m - d.window.height_m()});
  p.save();
  p.fillRect(in, QColor(255, 255, 255, 120));
  p.setRenderHint(QPainter::SmoothPixmapTransform, false);
  if (!d.cells.isNull()) p.drawImage(QRectF(nw, se), d.cells);
  p.setRenderHint(QPainter::Antialiasing);
  const QRectF reach = in.adjusted(-10, -10, 10, 10);
  for (const MapDifference::Move& m : d.moved) paint_moved(p, m, to_widget, reach);
  for (const Vec2& v : d.gone_m)
    if (reach.contains(to_widget(v))) paint_sign(p, to_widget(v), ink::kGone, false);
  for (const Vec2& v : d.added_m)
    if (reach.contains(to_widget(v))) paint_sign(p, to_widget(v), ink::kAdded, true);
  paint_legend(p, in);
  p.restore();
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
  sides->addWidget(build_side(left_title_, left_));
  right_side_ = build_side(right_title_, right_);
  sides->addWidget(right_side_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_bar());
  column->addWidget(sides, 1);
  column->addWidget(summary_);
  link(left_, right_);
  link(right_, left_);
  connect(&other_, &Preview::shown, this, [this](const std::shared_ptr<const Picture>& picture) {
    there_ = picture;
    right_->set_picture(picture);
    right_->follow(left_->map_window());
    show_titles();
    ask_difference();
  });
  connect(&other_, &Preview::failed, this, [this](const QString& message) {
    summary_->setText(message);
    emit failed(message);
  });
  setWindowTitle(tr("Compare worlds"));
}

CompareView::~CompareView() = default;

QSize CompareView::sizeHint() const {
  return {1280, 760};
}

QWidget* CompareView::build_side(QLabel* title, MapView* view) {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  QFont strong = title->font();
  strong.setBold(true);
  title->setFont(strong);
  title->setContentsMargins(8, 4, 8, 4);
  column->addWidget(title);
  column->addWidget(view, 1);
  return side;
}

QWidget* CompareView::build_bar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 6, 8, 6);
  seed_box_ = new QLineEdit;
  seed_box_->setValidator(
      new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,16}")), this));
  seed_box_->setAccessibleName(tr("Seed of the other world"));
  seed_box_->setToolTip(tr("The same template with this seed"));
  seed_box_->setFixedWidth(150);
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
  row->addStretch(1);
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
  layers_->addItems(
      {tr("All class layers"), tr("Land"), tr("Regions"), tr("Factions"), tr("Biomes"), tr("Danger")});
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
  return bar;
}

void CompareView::link(MapView* from, MapView* to) {
  connect(from, &MapView::window_changed, this, [this, to](const MapWindow& window) {
    if (linking_) return;
    linking_ = true;
    to->follow(window);
    linking_ = false;
  });
  connect(from, &MapView::hovered, to, &MapView::set_foreign_cursor);
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
  if (!seed_chosen_) seed_ = picture->tmpl->seed + 1;
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

void CompareView::compare_template(const std::shared_ptr<const Template>& tmpl) {
  other_template_ = tmpl;
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
  compare_template(std::make_shared<const Template>(std::move(read).value()));
}

void CompareView::ask_other() {
  if (!here_) return;
  seed_box_->setText(QString::number(seed_));
  if (other_template_) return other_.request(other_template_);
  auto tmpl = std::make_shared<Template>(*here_->tmpl);
  tmpl->seed = seed_;
  other_.request(std::move(tmpl));
}

void CompareView::show_difference(bool on) {
  mode_->button(on ? 1 : 0)->setChecked(true);
  right_side_->setVisible(!on);
  layers_->setEnabled(on);
  if (difference_) take(difference_);
}

void CompareView::ask_difference() {
  if (!here_ || !there_ || here_->coarse || there_->coarse) return;
  comparing_ = true;
  const QPointer<CompareView> self(this);
  QThreadPool::globalInstance()->start([self, here = here_, there = there_, number = ++number_,
                                        of = static_cast<DifferenceOf>(layers_->currentIndex())] {
    auto made = std::make_shared<const MapDifference>(map_difference(*here->world, *there->world, of));
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
  left_->set_decoration([difference](QPainter& p, const ToWidget& to_widget, const QRectF& in) {
    paint_difference(p, *difference, to_widget, in);
  });
}

void CompareView::show_titles() {
  if (here_) left_title_->setText(tr("This: %1").arg(seed_text(*here_->tmpl)));
  if (there_) right_title_->setText(tr("Other: %1").arg(seed_text(*there_->tmpl)));
}

}  // namespace fw
