#include "app/gui/window/edit_summary.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPointer>
#include <QStringList>
#include <QThreadPool>
#include <algorithm>
#include <string_view>
#include <utility>

namespace fw {

EditSummary::EditSummary(QWidget* parent) : QToolButton(parent) {
  setObjectName(QStringLiteral("edit_summary"));
  setAutoRaise(true);
  setToolTip(tr("Compare with the world before this edit"));
  setMinimumWidth(1);  // long lines are cut instead of widening the window
  hide();
  connect(this, &QToolButton::clicked, this, [this] {
    if (before_) emit compare_requested(before_);
  });
}

void EditSummary::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse || picture == last_) return;
  const uint64_t number = ++number_;
  hide();
  before_ = std::exchange(last_, picture);
  if (!before_ || !(before_->world->seeds == picture->world->seeds) ||
      before_->world->grid != picture->world->grid)
    return;
  const QPointer<EditSummary> self(this);
  QThreadPool::globalInstance()->start([self, number, before = before_, after = picture] {
    const QString text = describe_edit(*before->world, diff_worlds(*before->world, *after->world));
    QMetaObject::invokeMethod(
        qApp,
        [self, number, text] {
          if (!self || self->number_ != number) return;
          self->setText(text);
          self->setAccessibleName(text);
          self->setVisible(!text.isEmpty());
        },
        Qt::QueuedConnection);
  });
}

void EditSummary::forget() {
  ++number_;
  last_.reset();
  before_.reset();
  hide();
}

QString describe_edit(const World& before, const WorldDiff& diff) {
  if (diff.same()) return {};
  const QLocale locale;
  QStringList parts;
  const auto add_share = [&](const QString& what, double share) {
    if (share > 0) parts << what.arg(locale.toString(100 * share, 'f', share < 0.1 ? 1 : 0));
  };
  const auto ground =
      static_cast<double>(std::ranges::count_if(before.region.cells, [](uint8_t r) { return r != 0; }));
  const auto share_of = [&](std::string_view name) {
    const auto layer = std::ranges::find(diff.layers, name, &WorldDiff::Layer::name);
    return layer == diff.layers.end() ? 0.0 : static_cast<double>(layer->cells) / std::max(ground, 1.0);
  };
  add_share(EditSummary::tr("land %1 %"), share_of("land"));
  add_share(EditSummary::tr("regions %1 %"), diff.region_share);
  add_share(EditSummary::tr("factions %1 %"), share_of("faction"));
  const std::string_view landmark = kCategorySlugs[static_cast<size_t>(Category::landmark)];
  size_t moved = 0;
  for (const WorldDiff::Class& cls : diff.classes)
    if (cls.category == landmark) moved += cls.moved.size() + cls.gone.size();
  const auto all = std::ranges::count_if(before.points.points, [&](const Point& p) {
    return before.points.class_of(p).category == Category::landmark;
  });
  if (moved > 0)
    parts << EditSummary::tr("%1 of %2 landmarks moved")
                 .arg(locale.toString(static_cast<qulonglong>(moved)),
                      locale.toString(static_cast<qlonglong>(all)));
  if (parts.isEmpty()) return EditSummary::tr("This edit moved no land, faction or landmark");
  return EditSummary::tr("This edit: %1").arg(parts.join(EditSummary::tr(", ")));
}

}  // namespace fw
