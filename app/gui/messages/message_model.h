#pragma once

#include <QAbstractTableModel>
#include <QDateTime>
#include <QSortFilterProxyModel>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/template.h"

namespace fw {

/// Source of a message.
enum class MessageSource {
  tmpl,   ///< findings of the current template
  world,  ///< findings of the shown world
  log     ///< events
};

struct Message {
  MessageSource source = MessageSource::log;
  Finding finding;
  QDateTime time;  ///< log only
};

/// A path in words: "resources[3].quota" -> "Resources 4, quota".
QString place_words(const std::string& where);

/// Messages, one per row: the template's, the world's, then the log, newest first.
class MessageModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kMessage, kWhere, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// The template whose rows and keys messages name in the window's words.
  void speak_of(std::shared_ptr<const Template> tmpl) { tmpl_ = std::move(tmpl); }
  const Message& at(int row) const { return rows_[static_cast<size_t>(row)]; }
  /// Replaces all messages of one source; false if they are the same.
  bool set(MessageSource source, const Findings& findings);
  void log(Severity severity, const QString& text);
  void clear_log();
  int count(Severity severity) const;

 private:
  bool holds(MessageSource source, const Findings& findings) const;

  QString words_of(const Message& message) const;
  QString place_of(const Message& message) const;

  std::shared_ptr<const Template> tmpl_;
  std::vector<Message> rows_;
};

/// The rows of chosen severities, worst first.
class MessageFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit MessageFilter(QObject* parent = nullptr);
  void show(Severity severity, bool shown);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

 private:
  std::array<bool, 3> shown_{true, true, true};
};

/// A message as one line of text: time or place, severity, words.
QString message_line(const Message& message);

}  // namespace fw
