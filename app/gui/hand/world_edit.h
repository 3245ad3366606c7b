#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "app/gui/preview/picture.h"
#include "core/base/result.h"
#include "core/model/template/template.h"

namespace fw {

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
