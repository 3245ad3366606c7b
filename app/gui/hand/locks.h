#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/gui/preview/picture.h"
#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// Locks on parts of the world, on regions and on classes: what keeps its dice or its very state when the seed
// changes.
namespace fw {

/// What a lock is on.
struct LockTarget {
  enum class Kind : uint8_t { part, region, cls };
  Kind kind = Kind::part;
  std::string id;    ///< of kSeedPartSlugs, the name of a region, or the id of a class or kind
  bool rows = true;  ///< classes: it may have a seed of its own; kinds of landmarks have none
  QString title;
};

/// How strongly something is locked.
enum class HandLock : uint8_t {
  free,  ///< follows the seed
  dice,  ///< keeps its own seed: changes with what lies round it alone
  kept   ///< rows of the hand keep it as it is
};
QString lock_word(HandLock lock);

/// All that can be locked: parts, the world's regions (none without a world), classes and kinds.
std::vector<LockTarget> lock_targets(const Template& tmpl, const World* world);
/// Groups that rows in use belong to: locks are groups of rows.
std::set<std::string> groups_in_use(const Hand& hand);
HandLock lock_of(const Template& tmpl, const LockTarget& target, const std::set<std::string>& groups);
/// Why it cannot be locked so; "" where it can.
QString refused_lock(const Template& tmpl, const LockTarget& target, HandLock lock);
/// Whether the lock is made from a world, on the plan's grid.
bool needs_world(const LockTarget& target, HandLock lock);
/// The template with these locks; what has them already stays. `world`: made from the template on the plan's
/// grid; null where no target needs it. Fails as freeze() does.
Result<Template> with_locks(const Template& tmpl, const World* world, const std::vector<LockTarget>& targets,
                            HandLock lock);

/// Another seed for all that is not locked.
void roll_rest(Template& tmpl, uint64_t seed);

/// How much of a world stands in the next one of the same frame.
struct Kept {
  double cells = 0;  ///< share of the ground whose biome, band and faction are equal
  size_t ground = 0;
  size_t points = 0, of_points = 0;
};
Kept kept_of(const World& before, const World& after);
/// "71 % of the ground (51,204 of 72,118 cells) and 120 of 1,640 points stood."
QString kept_text(const Kept& kept);

class Document;

/// Edits that need the document's world on the plan's grid, such as keeping a region as it is. World and edit
/// are made on another thread; then the edit is one step of the history, if the template is still the same.
class WorldEdit : public QObject {
  Q_OBJECT

 public:
  explicit WorldEdit(Document& document, QObject* parent = nullptr);

  using Change = std::function<Result<Template>(const Template&, const World&)>;
  /// `what`: the step's text. `at_hand`: the picture on show, whose world is taken where it is the one
  /// needed; may be null. One at a time: a second start while one is under way does nothing.
  void start(const QString& what, const Change& change, const std::shared_ptr<const Picture>& at_hand);
  bool busy() const { return busy_; }

 signals:
  void busy_changed(bool busy);
  /// Why there was no edit.
  void failed(const QString& why);

 private:
  void take(const QString& what, const std::shared_ptr<const Template>& from, const Result<Template>& made);

  Document& document_;
  bool busy_ = false;
};

}  // namespace fw
