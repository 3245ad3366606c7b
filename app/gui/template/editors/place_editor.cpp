#include "app/gui/template/editors/place_editor.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/word_editors.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/row_look.h"
#include "core/base/number_text.h"
#include "core/model/template/towards.h"

namespace fw {
namespace {

constexpr int kSide = 76;
constexpr double kMargin = 6, kRadius = 4.5, kSnap = 5;
constexpr double kKeyStep = 0.05;

double rounded(double share) {
  return std::clamp(std::round(share * 100) / 100, 0.0, 1.0);
}

}  // namespace

PlacePad::PlacePad(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFixedSize(sizeHint());
  setCursor(Qt::CrossCursor);
}

void PlacePad::show_frame(double width_over_height, std::vector<Mark> others) {
  aspect_ = width_over_height;
  others_ = std::move(others);
  update();
}

void PlacePad::show_place(std::optional<Vec2> at, const QColor& colour) {
  at_ = at;
  colour_ = colour;
  update();
}

QSize PlacePad::sizeHint() const {
  return {kSide, kSide};
}

QRectF PlacePad::frame() const {
  const double longer = kSide - 2 * kMargin;
  const QSizeF size(longer * std::min(1.0, aspect_), longer / std::max(1.0, aspect_));
  return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

QPointF PlacePad::px(Vec2 at) const {
  const QRectF box = frame();
  return {box.left() + at.x * box.width(), box.bottom() - at.y * box.height()};
}

void PlacePad::move_to(Vec2 at) {
  at = {rounded(at.x), rounded(at.y)};
  if (at_ && at_->x == at.x && at_->y == at.y) return;
  at_ = at;
  update();
  emit moved(at);
}

void PlacePad::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  mouseMoveEvent(event);
}

void PlacePad::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QRectF box = frame();
  const QPointF pointer = event->position();
  for (const FramePlace& place : kFramePlaces)
    if (QLineF(px(place.at), pointer).length() < kSnap) return move_to(place.at);
  move_to({(pointer.x() - box.left()) / box.width(), (box.bottom() - pointer.y()) / box.height()});
}

void PlacePad::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit released();
}

void PlacePad::keyPressEvent(QKeyEvent* event) {
  const Vec2 at = at_.value_or(Vec2{0.5, 0.5});
  switch (event->key()) {
    case Qt::Key_Left:
      return move_to({at.x - kKeyStep, at.y});
    case Qt::Key_Right:
      return move_to({at.x + kKeyStep, at.y});
    case Qt::Key_Up:
      return move_to({at.x, at.y + kKeyStep});
    case Qt::Key_Down:
      return move_to({at.x, at.y - kKeyStep});
    default:
      return QWidget::keyPressEvent(event);
  }
}

void PlacePad::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
  emit released();
}

void PlacePad::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor line = palette().color(QPalette::WindowText);
  line.setAlphaF(0.35F);
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : line, hasFocus() ? 2 : 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRect(frame());
  painter.setPen(Qt::NoPen);
  painter.setBrush(line);
  for (const FramePlace& place : kFramePlaces) painter.drawEllipse(px(place.at), 1.2, 1.2);
  for (const Mark& other : others_) {
    painter.setBrush(other.colour);
    painter.drawEllipse(px(other.at), kRadius - 2, kRadius - 2);
  }
  if (!at_) return;
  painter.setPen(QPen(palette().color(QPalette::WindowText), 1.5));
  painter.setBrush(colour_);
  painter.drawEllipse(px(*at_), kRadius, kRadius);
}

namespace {

/// The other rows' places in their colours.
std::vector<PlacePad::Mark> other_places(const Parameter& parameter, const Template& tmpl,
                                         ParameterPlace at) {
  std::vector<PlacePad::Mark> marks;
  const ParameterList* list = list_of(parameter);
  for (size_t row = 0; list && row < list->size(tmpl, at); ++row) {
    const ParameterValue value = parameter.get(tmpl, row);
    const auto* place = std::get_if<std::array<double, 2>>(&value);
    if (place && row != at.row)
      marks.push_back({{(*place)[0], (*place)[1]}, row_colour(tmpl, list->path, row).value_or(Qt::gray)});
  }
  return marks;
}

}  // namespace

PlaceEditor::PlaceEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), parameter_(parameter) {
  build();
  connect(combo_, &QComboBox::activated, this, [this](int index) {
    const QVariant word = combo_->itemData(index);
    if (!word.isValid()) return;  // where it is
    const std::optional<Vec2> at = frame_place(word.toString().toStdString());
    give(at ? ParameterValue(std::array<double, 2>{at->x, at->y}) : ParameterValue());
    emit released();
  });
  connect(pad_, &PlacePad::moved, this, [this](Vec2 at) { give(std::array<double, 2>{at.x, at.y}); });
  connect(pad_, &PlacePad::released, this, &PlaceEditor::released);
  for (size_t k = 0; k < 2; ++k) {
    connect(spins_[k], &NumberSpin::edited, this, [this, k](std::optional<double> value) {
      if (value) held_[k] = *value;
      give(value ? ParameterValue(held_) : ParameterValue());
    });
    connect(spins_[k], &QAbstractSpinBox::editingFinished, this, &PlaceEditor::released);
    connect(spins_[k], &NumberSpin::judged, this,
            [this](bool) { emit judged(!spins_[0]->refuses() && !spins_[1]->refuses()); });
  }
}

void PlaceEditor::build() {
  QHBoxLayout* row = row_layout(this);
  pad_ = new PlacePad(this);
  row->addWidget(pad_);
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  combo_ = make_combo(this);
  if (parameter_.optional) combo_->addItem(tr("not stated"), QString());
  for (const FramePlace& place : kFramePlaces)
    combo_->addItem(word_shown(std::string(place.word)),
                    QString::fromUtf8(place.word.data(), static_cast<qsizetype>(place.word.size())));
  column->addWidget(combo_);
  for (size_t k = 0; k < 2; ++k) {
    spins_[k] = new NumberSpin(NumberScale::of(parameter_), this);
    spins_[k]->set_unit(k == 0 ? tr("east") : tr("north"));
    if (parameter_.optional) spins_[k]->set_optional(QString());
    column->addWidget(spins_[k]);
  }
  row->addLayout(column, 1);
  setFocusProxy(combo_);
}

/// The user's value; the fields follow when the document comes back.
void PlaceEditor::give(const ParameterValue& value) {
  if (const auto* at = std::get_if<std::array<double, 2>>(&value)) held_ = *at;
  emit edited(value);
}

void PlaceEditor::follow(const Document& document, ParameterPlace at) {
  const Template& t = document.tmpl();
  const ParameterList* list = list_of(parameter_);
  const auto colour = list ? row_colour(t, list->path, at.row) : std::nullopt;
  colour_ = colour.value_or(palette().color(QPalette::Highlight));
  pad_->show_frame(t.frame.width_m / t.frame.height_m, other_places(parameter_, t, at));
}

void PlaceEditor::show_value(const ParameterValue& value) {
  const auto* at = std::get_if<std::array<double, 2>>(&value);
  held_ = at ? *at : std::array<double, 2>{0.5, 0.5};
  const std::string_view word = at ? frame_place_word({held_[0], held_[1]}) : std::string_view();
  const QString stated = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
  // Places without a word have an entry only while one is shown.
  const QString own = tr("a place of its own");
  const int own_at = combo_->findText(own);
  const bool is_own = at && word.empty();
  if (is_own && own_at < 0) combo_->addItem(own);
  if (!is_own && own_at >= 0) combo_->removeItem(own_at);
  combo_->setCurrentIndex(is_own ? combo_->findText(own) : at ? combo_->findData(stated) : 0);
  pad_->show_place(at ? std::optional(Vec2{held_[0], held_[1]}) : std::nullopt, colour_);
  for (size_t k = 0; k < 2; ++k) spins_[k]->show_value(at ? std::optional(held_[k]) : std::nullopt);
}

void PlaceEditor::drop_typed() {
  for (NumberSpin* spin : spins_) spin->drop_typed();
}

QWidget* PlaceEditor::entry() const {
  return combo_;
}

void PlaceEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  pad_->setAccessibleName(tr("%1 on a map of the frame, moved by the arrow keys").arg(name));
  pad_->setToolTip(tr("Click or drag; the arrow keys move it too. Dots: the places of the others."));
  spins_[0]->setAccessibleName(tr("%1, share of the way east").arg(name));
  spins_[1]->setAccessibleName(tr("%1, share of the way north").arg(name));
  for (QWidget* control : {static_cast<QWidget*>(combo_), static_cast<QWidget*>(pad_),
                           static_cast<QWidget*>(spins_[0]), static_cast<QWidget*>(spins_[1])})
    control->setAccessibleDescription(help);
}

DirectionEditor::DirectionEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  QHBoxLayout* row = row_layout(this);
  combo_ = make_combo(this);
  fill_combo(*combo_, offers_of(parameter, Template{}, {}));
  combo_->addItem(tr("degrees"));
  spin_ = new NumberSpin(NumberScale::linear(parameter.min, parameter.max), this);
  spin_->set_unit(QString(QChar(0xB0)));
  row->addWidget(combo_, 1);
  row->addWidget(spin_);
  setFocusProxy(combo_);
  connect(combo_, &QComboBox::activated, this, [this](int index) {
    const QVariant word = combo_->itemData(index);
    emit edited(word.isValid() ? word.toString().toStdString() : number_text(spin_->value().value_or(0)));
    emit released();
  });
  connect(spin_, &NumberSpin::edited, this, [this](std::optional<double> degrees) {
    if (degrees) emit edited(number_text(*degrees));
  });
  connect(spin_, &QAbstractSpinBox::editingFinished, this, &DirectionEditor::released);
  connect(spin_, &NumberSpin::judged, this, &DirectionEditor::judged);
}

void DirectionEditor::show_value(const ParameterValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  const QString word = text ? QString::fromStdString(*text) : QString();
  const int at = combo_->findData(word);
  const auto degrees = at < 0 ? QLocale::c().toDouble(word) : 0.0;
  combo_->setCurrentIndex(at < 0 ? combo_->count() - 1 : at);
  spin_->setVisible(at < 0);
  if (at < 0) spin_->show_value(degrees);
}

void DirectionEditor::drop_typed() {
  spin_->drop_typed();
}

QWidget* DirectionEditor::entry() const {
  return combo_;
}

void DirectionEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  combo_->setAccessibleDescription(help);
  spin_->setAccessibleName(tr("%1, degrees clockwise from north").arg(name));
}

}  // namespace fw
