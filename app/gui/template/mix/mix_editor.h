#pragma once

#include <vector>

#include "app/gui/template/mix/mix_shares.h"
#include "app/gui/template/page/page_part.h"
#include "app/gui/template/place.h"

class QCheckBox;
class QLabel;
class QToolButton;

namespace fw {

class Document;
class FieldLabel;
class MixBar;
class NumberSpin;

/// A group of shares that sum to 1: a bar, and below it each part with its share in per cent and a lock. The
/// mix of a list row can also be derived instead of stated.
class MixEditor : public PagePart {
  Q_OBJECT

 public:
  /// `group` is "danger" or "region_mixes[].danger".
  MixEditor(Document& document, const std::string& group, QWidget* parent = nullptr);

  void set_row(size_t row);

  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;

 private:
  struct Part {
    const Parameter* parameter = nullptr;
    FieldLabel* label = nullptr;
    NumberSpin* spin = nullptr;
    QToolButton* lock = nullptr;
  };
  void build_head();
  void build_part(size_t k);
  void apply(const Shares& shares, const QString& merge_with);
  void fix(bool fixed);
  void reset();
  void show_messages();
  std::string path() const;
  bool there() const;
  /// The model's shares; empty while they are derived.
  Shares shares() const;
  Shares fallback() const;

  Document& document_;
  std::string group_;
  const ParameterList* list_ = nullptr;
  size_t row_ = 0;
  Locks locks_;
  std::vector<Part> parts_;
  MixBar* bar_ = nullptr;
  QWidget* body_ = nullptr;
  QCheckBox* fixed_ = nullptr;  ///< null for the island's mixes
  QToolButton* reset_ = nullptr;
  QLabel* message_ = nullptr;
};

}  // namespace fw
