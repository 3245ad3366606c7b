#pragma once

#include <QStringList>

#include "app/gui/template/page_spec.h"

class QLabel;

namespace fw {

class Document;
struct Template;

/// Names that a culture (a row of `names`) forms, drawn as a world's regions draw theirs; fewer than `count`
/// where it has no more without numbers. Empty for a row that is not there.
QStringList sample_names(const Template& tmpl, size_t culture, size_t count);

/// Ten sample names of the culture that is edited, at once.
class NameSamples : public PagePart {
  Q_OBJECT

 public:
  explicit NameSamples(Document& document, QWidget* parent = nullptr);

  void set_row(size_t row);
  void refresh() override;
  bool covers(const std::string&) const override { return false; }
  QWidget* reveal(const std::string&) override { return nullptr; }

 private:
  Document& document_;
  size_t row_ = 0;
  QLabel* names_ = nullptr;
};

}  // namespace fw
