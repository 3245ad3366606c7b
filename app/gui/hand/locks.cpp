#include "app/gui/hand/locks.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/hand/rows.h"
#include "app/gui/words/words.h"
#include "app/job/hand/freeze.h"
#include "core/field/shape.h"
#include "core/world/generate.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("fw::HandLocks", "Land and height"), QT_TRANSLATE_NOOP("fw::HandLocks", "Regions"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Owners"),          QT_TRANSLATE_NOOP("fw::HandLocks", "Danger"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Biomes"),          QT_TRANSLATE_NOOP("fw::HandLocks", "Factions"),
    QT_TRANSLATE_NOOP("fw::HandLocks", "Landmarks"),       QT_TRANSLATE_NOOP("fw::HandLocks", "Points")};
static_assert(std::size(kTitles) == kSeedPartSlugs.size());

/// What keeps the things of a part; land and owners are kept by no rows of their own.
struct KeptPart {
  SeedPart part;
  std::set<FreezePart> parts;
};
const KeptPart kKeptParts[] = {{SeedPart::danger, {FreezePart::danger}},
                               {SeedPart::biomes, {FreezePart::biome}},
                               {SeedPart::factions, {FreezePart::faction}},
                               {SeedPart::landmarks, {FreezePart::landmarks}},
                               {SeedPart::points, {FreezePart::points}}};

QString lock_text(const char* text) {
  return QCoreApplication::translate("fw::HandLocks", text);
}

SeedPart part_of(const LockTarget& target) {
  const auto found = std::find(kSeedPartSlugs.begin(), kSeedPartSlugs.end(), target.id);
  return static_cast<SeedPart>(found - kSeedPartSlugs.begin());
}

/// The class that a target means; null for kinds of landmarks.
template <typename AnyTemplate>
auto class_of(AnyTemplate& tmpl, const LockTarget& target) -> decltype(&tmpl.resources.front()) {
  for (auto* classes : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    for (auto& cls : *classes)
      if (cls.slug == target.id) return &cls;
  return nullptr;
}

/// The group of the rows that lock something: what stands in the file, and how a lock is known again.
std::string group_of(const LockTarget& target, HandLock lock) {
  return (lock == HandLock::kept ? "Kept: " : "Dice: ") + target.id;
}

}  // namespace

std::set<std::string> groups_in_use(const Hand& hand) {
  std::set<std::string> groups;
  visit_hand(hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows)
      if (row.on && !row.group.empty()) groups.insert(row.group);
  });
  return groups;
}

namespace {

void remove_group(Template& tmpl, const std::string& group) {
  std::set<std::string> ids;
  visit_hand(tmpl.hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows)
      if (row.group == group) ids.insert(row.id);
  });
  remove_hand_rows(tmpl, ids);
}

/// Whether the streams of a part have one seed between them: a lock states one number.
bool has_one_seed(const Template& tmpl, SeedPart part) {
  const SeedBundle seeds = tmpl.seeds().of(part);
  return seeds.layout == seeds.noise && seeds.noise == seeds.place;
}

void set_free(Template& tmpl, const LockTarget& target) {
  remove_group(tmpl, group_of(target, HandLock::kept));
  remove_group(tmpl, group_of(target, HandLock::dice));
  if (target.kind == LockTarget::Kind::part)
    tmpl.stream_seeds.parts[static_cast<size_t>(part_of(target))].reset();
  if (target.kind == LockTarget::Kind::cls)
    if (PointClass* cls = class_of(tmpl, target)) cls->seed.reset();
}

std::string whole_frame(const Template& tmpl) {
  const double w = tmpl.frame.width_m, h = tmpl.frame.height_m;
  return write_shape({Shape::Kind::polygons, {{{0, 0}, {w, 0}, {w, h}, {0, h}}}});
}

std::vector<FreezeRequest> kept_requests(const Template& tmpl, const World& world, const LockTarget& target) {
  FreezeRequest request;
  if (target.kind == LockTarget::Kind::region) {
    request.region = target.id;
    return {request};
  }
  if (target.kind == LockTarget::Kind::cls) {
    request.cls = target.id;
    return {request};
  }
  std::vector<FreezeRequest> requests;
  const SeedPart part = part_of(target);
  if (part == SeedPart::regions)
    for (const Region& region : world.regions) {
      request.region = region.name;
      request.parts.clear();  // its cells, name and owner alone
      requests.push_back(request);
    }
  for (const KeptPart& kept : kKeptParts)
    if (kept.part == part) {
      request.shape = whole_frame(tmpl);
      request.parts = kept.parts;
      requests.push_back(request);
    }
  return requests;
}

Result<Done> keep(Template& tmpl, const World& world, const LockTarget& target) {
  std::set<std::string> rows;
  for (const FreezeRequest& request : kept_requests(tmpl, world, target)) {
    Result<Frozen> frozen = freeze(tmpl, world, request);
    if (!frozen) return frozen.error();
    rows.insert(frozen.value().rows.begin(), frozen.value().rows.end());
    tmpl = std::move(frozen.value().tmpl);
  }
  group_hand_rows(tmpl, rows, group_of(target, HandLock::kept));
  return Done{};
}

/// A region's layers and points draw from the present seeds inside its cells.
Result<Done> keep_region_dice(Template& tmpl, const World& world, const LockTarget& target) {
  FreezeRequest request;
  request.region = target.id;
  request.parts = {FreezePart::biome, FreezePart::danger, FreezePart::faction};
  const Result<Frozen> frozen = freeze(tmpl, world, request);
  if (!frozen) return frozen.error();
  std::set<std::string> made;
  RerollRow points;
  for (const RerollRow& row : frozen.value().tmpl.hand.rerolls) {
    if (find_hand_row(tmpl.hand, row.id)) continue;
    points = row;
    made.insert(add_hand_row(tmpl, {"rerolls", row}));
  }
  if (!made.empty()) {
    points.id.clear();
    points.of = "points";
    points.seed = world.seeds.of(SeedPart::points).place;
    made.insert(add_hand_row(tmpl, {"rerolls", points}));
  }
  group_hand_rows(tmpl, made, group_of(target, HandLock::dice));
  return Done{};
}

Result<Done> keep_dice(Template& tmpl, const World* world, const LockTarget& target) {
  if (target.kind == LockTarget::Kind::region) return keep_region_dice(tmpl, *world, target);
  if (target.kind == LockTarget::Kind::part) {
    const SeedPart part = part_of(target);
    tmpl.stream_seeds.parts[static_cast<size_t>(part)] = tmpl.seeds().of(part).noise;
  } else if (PointClass* cls = class_of(tmpl, target)) {
    cls->seed = tmpl.seeds().of(SeedPart::points).place;
  }
  return Done{};
}

}  // namespace

QString lock_word(HandLock lock) {
  switch (lock) {
    case HandLock::free:
      return lock_text("free");
    case HandLock::dice:
      return lock_text("keeps its dice");
    case HandLock::kept:
      break;
  }
  return lock_text("kept as it is");
}

std::vector<LockTarget> lock_targets(const Template& tmpl, const World* world) {
  std::vector<LockTarget> targets;
  for (size_t k = 0; k < kSeedPartSlugs.size(); ++k)
    targets.push_back({LockTarget::Kind::part, std::string(kSeedPartSlugs[k]), true, lock_text(kTitles[k])});
  if (world)
    for (const Region& region : world->regions)
      targets.push_back({LockTarget::Kind::region, region.name, true, QString::fromStdString(region.name)});
  for (const LandmarkRow& kind : tmpl.vocabulary.landmarks)
    targets.push_back({LockTarget::Kind::cls, kind.id, false, row_label(kind)});
  for (const auto* classes : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    for (const PointClass& cls : *classes)
      targets.push_back({LockTarget::Kind::cls, cls.slug, true,
                         cls.label.empty() ? slug_title(cls.slug) : QString::fromStdString(cls.label)});
  return targets;
}

HandLock lock_of(const Template& tmpl, const LockTarget& target, const std::set<std::string>& groups) {
  if (groups.contains(group_of(target, HandLock::kept))) return HandLock::kept;
  if (target.kind == LockTarget::Kind::region)
    return groups.contains(group_of(target, HandLock::dice)) ? HandLock::dice : HandLock::free;
  if (target.kind == LockTarget::Kind::part)
    return tmpl.stream_seeds.parts[static_cast<size_t>(part_of(target))] ? HandLock::dice : HandLock::free;
  const PointClass* cls = class_of(tmpl, target);
  return cls && cls->seed ? HandLock::dice : HandLock::free;
}

QString refused_lock(const Template& tmpl, const LockTarget& target, HandLock lock) {
  const bool part = target.kind == LockTarget::Kind::part;
  if (lock == HandLock::kept && part && part_of(target) == SeedPart::land)
    return lock_text("Land is kept by its dice, or by importing it");
  if (lock == HandLock::kept && part && part_of(target) == SeedPart::owners)
    return lock_text("Regions kept as they are keep their owners");
  if (lock != HandLock::dice) return {};
  if (!target.rows) return lock_text("Kinds of landmarks have the dice of all landmarks");
  const bool region = target.kind == LockTarget::Kind::region;
  if (!region && !has_one_seed(tmpl, part ? part_of(target) : SeedPart::points))
    return lock_text("The streams have seeds of their own: see Seeds");
  return {};
}

bool needs_world(const LockTarget& target, HandLock lock) {
  return lock == HandLock::kept || (lock == HandLock::dice && target.kind == LockTarget::Kind::region);
}

Result<Template> with_locks(const Template& tmpl, const World* world, const std::vector<LockTarget>& targets,
                            HandLock lock) {
  Template out = tmpl;
  for (const LockTarget& target : targets) {
    const HandLock now = lock_of(out, target, groups_in_use(out.hand));
    if (now == lock || !refused_lock(out, target, lock).isEmpty()) continue;
    if (needs_world(target, lock) && !world) return Error{ErrorKind::internal, "locks need a world"};
    if (lock != HandLock::kept) set_free(out, target);
    if (lock == HandLock::free) continue;
    const Result<Done> done =
        lock == HandLock::kept ? keep(out, *world, target) : keep_dice(out, world, target);
    if (!done) return done.error();
  }
  return out;
}

void roll_rest(Template& tmpl, uint64_t seed) {
  tmpl.seed = seed;
}

Kept kept_of(const World& before, const World& after) {
  Kept kept;
  if (!(before.grid == after.grid)) return kept;
  size_t equal = 0;
  for (size_t cell = 0; cell < after.grid.cells(); ++cell) {
    if (!after.on_island(cell) && !before.on_island(cell)) continue;
    ++kept.ground;
    equal += after.on_island(cell) == before.on_island(cell) && after.biome[cell] == before.biome[cell] &&
             after.danger[cell] == before.danger[cell] && after.faction[cell] == before.faction[cell];
  }
  kept.cells = kept.ground > 0 ? static_cast<double>(equal) / static_cast<double>(kept.ground) : 0;
  std::set<std::tuple<std::string, double, double>> places;
  for (const Point& p : before.points.points)
    places.insert({before.points.class_of(p).slug, p.position_m.x, p.position_m.y});
  for (const Point& p : after.points.points)
    kept.points += places.count({after.points.class_of(p).slug, p.position_m.x, p.position_m.y});
  kept.of_points = before.points.points.size();
  return kept;
}

QString kept_text(const Kept& kept) {
  const QLocale locale;
  const auto count = [&locale](double n) { return locale.toString(n, 'f', 0); };
  const auto ground = static_cast<double>(kept.ground);
  return lock_text("%1 % of the ground (%2 of %3 cells) and %4 of %5 points stood.")
      .arg(count(std::floor(kept.cells * 100)), count(kept.cells * ground), count(ground),
           count(static_cast<double>(kept.points)), count(static_cast<double>(kept.of_points)));
}

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
