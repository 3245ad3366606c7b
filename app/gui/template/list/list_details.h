#pragma once

#include <vector>

#include "app/gui/template/page/page_part.h"
#include "core/template/parameters.h"

namespace fw {

class Document;

/// Everything about one row of a list: forms and mixes in canonical order.
class ListDetails : public PagePart {
  Q_OBJECT

 public:
  ListDetails(Document& document, const ParameterList& list, QWidget* parent = nullptr);

  void set_row(size_t row);
  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;

 private:
  std::vector<class FieldForm*> forms_;
  std::vector<class MixEditor*> mixes_;
};

}  // namespace fw
