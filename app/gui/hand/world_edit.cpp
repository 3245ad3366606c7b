#include "app/gui/hand/world_edit.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

#include "app/gui/document/document.h"
#include "core/world/generate.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

/// The world of the picture, if it is that of the template on the plan's grid.
std::shared_ptr<const World> world_at_hand(const std::shared_ptr<const Picture>& picture,
                                           const Template& tmpl) {
  if (!picture || picture->coarse || !(picture->world->grid == plan_grid(tmpl))) return nullptr;
  const bool same = picture->tmpl.get() == &tmpl || world_key(*picture->tmpl) == world_key(tmpl);
  return same ? picture->world : nullptr;
}

}  // namespace

WorldEdit::WorldEdit(Document& document, QObject* parent) : QObject(parent), document_(document) {}

void WorldEdit::start(const QString& what, const Change& change,
                      const std::shared_ptr<const Picture>& at_hand) {
  if (busy_ || !document_.valid()) return;
  busy_ = true;
  emit busy_changed(true);
  const QPointer<WorldEdit> self(this);
  const auto from = document_.snapshot();
  QThreadPool::globalInstance()->start([self, what, change, from, imports = document_.imports(),
                                        world = world_at_hand(at_hand, document_.tmpl())] {
    Result<Template> made = [&]() -> Result<Template> {
      if (world) return change(*from, *world);
      const auto fresh =
          generate(*from, from->seeds(), kPlanResolution, {}, nullptr, GenerateScope::whole, imports);
      if (!fresh) return fresh.error();
      return change(*from, *fresh.value());
    }();
    QMetaObject::invokeMethod(
        qApp,
        [self, what, from, made = std::move(made)] {
          if (self) self->take(what, from, made);
        },
        Qt::QueuedConnection);
  });
}

void WorldEdit::take(const QString& what, const std::shared_ptr<const Template>& from,
                     const Result<Template>& made) {
  busy_ = false;
  if (!made)
    emit failed(QString::fromStdString(made.error().message));
  else if (document_.snapshot() != from)
    emit failed(tr("%1: the template changed meanwhile; nothing was done.").arg(what));
  else {
    document_.end_gesture();
    document_.edit(what, [&](Template& t) { t = made.value(); });
  }
  emit busy_changed(false);
}

}  // namespace fw
