#pragma once

#include <QToolButton>
#include <cstdint>
#include <memory>

#include "app/gui/preview/picture.h"
#include "core/measure/world_diff.h"

namespace fw {

/// The status bar's line about the newest edit: how much of the world it changed. Hidden while there is
/// nothing to say: before the second full picture of a document, and of another seed or frame. A click asks
/// to compare with the world before the edit.
class EditSummary : public QToolButton {
  Q_OBJECT

 public:
  explicit EditSummary(QWidget* parent = nullptr);

 public slots:
  /// The document's picture: connect to Preview::shown. Full pictures are compared with the full one before.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// The next picture is the first of a document.
  void forget();

 signals:
  void compare_requested(const std::shared_ptr<const fw::Picture>& before);

 private:
  std::shared_ptr<const Picture> last_;    ///< the last full one
  std::shared_ptr<const Picture> before_;  ///< with which it was compared
  uint64_t number_ = 0;                    ///< of the newest comparison
};

/// One line in the user's language: shares of the ground, and landmarks that moved.
QString describe_edit(const World& before, const WorldDiff& diff);

}  // namespace fw
