#pragma once

#include <vector>

#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"

namespace fw {

class Document;

/// Everything about one row of a list: forms, mixes and the lists inside it.
class ListDetails : public PagePart {
  Q_OBJECT

 public:
  ListDetails(Document& document, const ListPlace& list, QWidget* parent = nullptr);

  /// Shows the first row; its form edits all of them, what lies inside a row is edited one row at a time.
  void set_rows(const std::vector<size_t>& rows);
  /// For a list inside rows of another: which of these.
  void set_outer(size_t outer);
  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;

 private:
  ListPlace list_;
  class FieldForm* form_ = nullptr;
  class QLabel* several_ = nullptr;  ///< says what is not shown of several rows; null where rows hold no more
  class NameSamples* samples_ = nullptr;  ///< of a culture
  std::vector<QWidget*> inside_;          ///< mixes, inner lists and their headings
  std::vector<class MixEditor*> mixes_;
  std::vector<class ListEditor*> inner_;
};

}  // namespace fw
