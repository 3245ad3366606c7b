#pragma once

#include <QAbstractListModel>
#include <optional>
#include <vector>

#include "core/model/template/view.h"

namespace fw {

class Document;

/// The document's map layers as rows of a list, the topmost layer first. What it changes, it changes by
/// edits of the document.
class LayerList : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kOpacity = Qt::UserRole, kShown, kLayer };

  explicit LayerList(Document& document, QObject* parent = nullptr);

  /// A layer as people read it.
  QString name_of(MapLayer layer) const;
  /// A view (kViewSlugs) as people read it.
  static QString name_of_view(int view);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

  const ViewLayer& at(int row) const { return layers_[static_cast<size_t>(row)]; }
  int row_of(MapLayer layer) const;
  /// Whether this row alone is shown.
  bool is_alone(int row) const;

  void move(int from, int to);
  void set_shown(int row, bool shown);
  /// Steps of one drag become one step of the history; end_drag() ends it.
  void set_opacity(int row, double opacity);
  void end_drag();
  /// Hides every other layer; if that is so already, shows what was shown before.
  void solo(int row);
  /// One of the five views, order included.
  void apply_preset(int view);
  /// The view that the layers are now, nothing if they are none of the five.
  std::optional<int> preset() const;

 signals:
  /// A row came to a place of its own choosing: the list should follow it.
  void moved(int row);

 private:
  void read();
  void write(const QString& what, std::vector<ViewLayer> rows, const QString& merge = {});

  Document& document_;
  std::vector<ViewLayer> layers_;       ///< top to bottom
  std::vector<ViewLayer> before_solo_;  ///< what solo() hid; empty: nothing
  QString names_;                       ///< of the categories, as last shown
};

}  // namespace fw
