#pragma once

#include <vector>

#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"
#include "core/model/template/mix_shares.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace fw {

class Document;
class FieldLabel;
class MixBar;
class NumberSpin;

/// The shares of a table's rows, or of a group keyed by them, which sum to 1: a bar, and below it each part
/// with its share in per cent and a lock. A group of a list's row can also be derived instead of stated.
class MixEditor : public PagePart {
  Q_OBJECT

 public:
  enum class Extent { bar, whole };  ///< bar: without the parts below
  /// `group` is "danger" or "region_mixes[].danger".
  MixEditor(Document& document, const std::string& group, Extent extent, QWidget* parent = nullptr);

  void set_row(size_t row);

  void refresh() override;
  bool covers(const std::string& where) const override;
  QWidget* reveal(const std::string& path) override;
  /// Of the biomes' table: which share of the land lies within each one's limits.
  void show_room(const RoomOfBiomes& room) override;

 private:
  struct Part {
    QString name;
    QColor colour;
    FieldLabel* label = nullptr;
    NumberSpin* spin = nullptr;
    QToolButton* lock = nullptr;
  };
  void build_head();
  void follow_rows();
  void build_part(size_t k);
  void apply(const Shares& shares, const QString& merge_with);
  void fix(bool fixed);
  void show_messages();
  void tell_room();
  std::string path() const;
  std::vector<Place> places() const;
  bool there() const;
  /// The model's shares; empty while they are derived.
  Shares shares() const;
  Shares fallback() const;

  Document& document_;
  std::string group_;
  Extent extent_;
  const Parameter* parameter_ = nullptr;  ///< of a part
  bool keyed_ = false;                    ///< a group of a list's row
  size_t row_ = 0;
  Locks locks_;
  std::vector<Part> parts_;
  MixBar* bar_ = nullptr;
  QWidget* body_ = nullptr;
  QGridLayout* rows_ = nullptr;
  QCheckBox* fixed_ = nullptr;  ///< null for tables
  QLabel* message_ = nullptr;
  RoomOfBiomes room_;
  QLabel* room_note_ = nullptr;
};

}  // namespace fw
