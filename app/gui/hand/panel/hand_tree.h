#pragma once

#include <QAbstractItemModel>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/gui/hand/rows.h"
#include "core/model/world/world.h"

namespace fw {

class Document;

/// All rows of the hand under their groups; rows without a group under their lists.
class HandTree : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kEye, kWhat, kWhere, kState, kColumns };
  /// The id of a row; empty for a group.
  static constexpr int kIdRole = Qt::UserRole;
  /// What a search looks through.
  static constexpr int kSearchRole = Qt::UserRole + 1;
  /// The group's name, or its list's: for remembering which are open.
  static constexpr int kKeyRole = Qt::UserRole + 2;
  /// Whether the row, or any of the group, is on.
  static constexpr int kOnRole = Qt::UserRole + 3;

  explicit HandTree(Document& document, QObject* parent = nullptr);

  /// What became of the rows; null for nothing known.
  void set_world(const World* world);
  void refresh();
  size_t rows() const;
  QModelIndex index_of(const std::string& id) const;
  const HandOutcome* outcome_of(const std::string& id) const;
  /// Shows or hides a row, or all rows of a group.
  void toggle(const QModelIndex& index);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 private:
  struct Leaf {
    HandSpot spot;
    std::string id;
    bool operator==(const Leaf& other) const { return id == other.id && spot.list == other.spot.list; }
  };
  struct Node {
    std::string group;  ///< "" for a list's own rows
    std::string list;   ///< "" for a group
    std::vector<Leaf> leaves;
    bool operator==(const Node&) const = default;
  };
  std::vector<Node> nodes() const;
  const Leaf* leaf_at(const QModelIndex& index) const;
  QVariant node_data(const Node& node, int column, int role) const;
  QVariant leaf_data(const Leaf& leaf, int column, int role) const;
  QVariant state_data(const Leaf& leaf, const HandRow& row, int role) const;

  Document& document_;
  std::vector<Node> nodes_;
  std::map<std::string, HandOutcome> outcomes_;
};

}  // namespace fw
