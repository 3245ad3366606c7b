#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/template.h"

class QVBoxLayout;

namespace fw {

class Document;

/// Whether the template has all of its values.
bool is_of(const Cure& cure, const Template& tmpl);
/// "Lower black, share to 0.25 and raise green, share to 0.35": the edits in the words of the form.
QString cure_text(const Cure& cure, const Template& tmpl);
/// Why a cure that was found for `then` does nothing for `now` that it promised; empty if it still holds.
QString cure_obstacle(const Cure& cure, const Template& then, const Template& now);
/// States the values. A single share is made room for by the others, several have room already.
void apply_cure(const Cure& cure, Template& tmpl);

/// The cures of a finding as buttons, one undo step each; disabled, with the reason, where one no longer
/// holds. Hidden without cures.
class CureButtons : public QWidget {
  Q_OBJECT

 public:
  explicit CureButtons(Document& document, QWidget* parent = nullptr);

  /// `then`: the template that the cures were found for; null = the document's present one.
  void set_cures(const std::vector<Cure>& cures, const std::shared_ptr<const Template>& then);

 private:
  void refresh();

  Document& document_;
  QVBoxLayout* column_ = nullptr;
  std::vector<Cure> cures_;
  std::shared_ptr<const Template> then_;
};

}  // namespace fw
