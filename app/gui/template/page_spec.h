#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/template/parameters/parameters.h"

namespace fw {

/// The share of the land within a biome's limits, by id.
using RoomOfBiomes = std::map<std::string, double>;

/// A part of a page that shows some of the template's values.
class PagePart : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Updates the part from the document; unchanged widgets are not touched, so that focus, cursor and scroll
  /// position stay.
  virtual void refresh() = 0;
  /// Whether it shows the findings of this path next to the value.
  virtual bool covers(const std::string& where) const = 0;
  /// Makes the place of a path visible inside the part; returns the widget to focus, or nullptr if the path
  /// is not in this part.
  virtual QWidget* reveal(const std::string& path) = 0;
  /// Where biomes with limits may be in the world on show. Most parts have no use for it.
  virtual void show_room(const RoomOfBiomes&) {}
};

/// Contents of one page of the editor; derived from the parameter table, so that a new row appears
/// automatically.
struct PageSpec {
  std::string key;                          ///< "land", "noise.danger", "resources", "mixes"
  QString title;                            ///< "Land", without a template's own words
  size_t group = 0;                         ///< place of its heading in page_groups()
  std::vector<const Parameter*> fields;     ///< scalars outside mixes and lists
  std::vector<std::string> mixes;           ///< tables whose rows' shares sum to 1: "danger"
  std::vector<const ParameterList*> lists;  ///< tables
  std::vector<std::string> stacks;          ///< noise stacks with a sketch: "danger"
};

/// The page of a template path, with or without row numbers: "resources[3].quota" -> "resources";
/// frame, land and relief share one.
std::string page_key(std::string_view path);
QString page_title(const std::string& key);
/// The same with the template's words for sorts of points.
QString page_title(const std::string& key, const Template& tmpl);

/// The headings under which pages stand.
QStringList page_groups();

/// All pages by heading, in canonical order under each; "mixes" holds the shares of every table whose rows
/// share the land.
std::vector<PageSpec> page_specs();

}  // namespace fw
