#include "app/gui/messages/message_model.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

#include "app/gui/icons/buttons.h"
#include "app/gui/words/plain_words.h"
#include "app/gui/words/words.h"
#include "core/template/path.h"

namespace fw {
namespace {

constexpr size_t kLoggedAtMost = 200;

QString word_of(Severity severity) {
  return severity == Severity::error     ? MessageModel::tr("Error")
         : severity == Severity::warning ? MessageModel::tr("Warning")
                                         : MessageModel::tr("Note");
}

QString time_text(const Message& message) {
  return QLocale().toString(message.time.time(), "HH:mm:ss");
}

/// Path or time of a message, as written in files.
QString place_text(const Message& message) {
  return message.source == MessageSource::log ? time_text(message)
                                              : QString::fromStdString(message.finding.where);
}

/// "spacing_m" -> "spacing"
std::string_view without_unit(std::string_view member) {
  for (const std::string_view unit : {"_m", "_s", "_deg", "_mps"})
    if (member.ends_with(unit)) return member.substr(0, member.size() - unit.size());
  return member;
}

}  // namespace

QString place_words(const std::string& where) {
  const QString path = QString::fromStdString(where);
  static const QRegularExpression kPath(
      QStringLiteral("^[a-z0-9_]+(\\[\\d+\\])?(\\.[a-z0-9_]+(\\[\\d+\\])?)*$"));
  if (!kPath.match(path).hasMatch()) return path;  // not a path but a name
  QString words;
  for (const QString& part : path.split(QLatin1Char('.'))) {
    const std::string text = part.toStdString();
    QString one = slug_words(without_unit(first_step(text)));
    if (const std::optional<size_t> row = split_row(text).row) {
      // Regions are numbered from 1, rows of a list from 0.
      const size_t shown = *row + (first_step(text) == "regions" ? 0 : 1);
      one += QLatin1Char(' ') + QLocale().toString(static_cast<qulonglong>(shown));
    }
    words += (words.isEmpty() ? QString() : QStringLiteral(", ")) + one;
  }
  if (!words.isEmpty()) words[0] = words[0].toUpper();
  return words;
}

QString message_line(const Message& message) {
  return QStringLiteral("%1\t%2\t%3")
      .arg(place_text(message), word_of(message.finding.severity),
           QString::fromStdString(message.finding.message));
}

int MessageModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int MessageModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString MessageModel::words_of(const Message& message) const {
  const std::string& text = message.finding.message;
  const bool finding = message.source != MessageSource::log && tmpl_;
  return (finding ? plain_words(text, *tmpl_) : QString::fromStdString(text))
      .replace(QLatin1String(" km2"), QStringLiteral(" km²"));
}

QString MessageModel::place_of(const Message& message) const {
  if (message.source == MessageSource::log) return time_text(message);
  const QString words = tmpl_ ? path_in_words(message.finding.where, *tmpl_) : QString();
  return words.isEmpty() ? place_words(message.finding.where) : words;
}

QVariant MessageModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Message& message = at(index.row());
  const QString words = words_of(message);
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == kMessage) return words;
      return place_of(message);
    case Qt::DecorationRole:
      return index.column() == kMessage ? glyph_icon(glyph_of(message.finding.severity)) : QVariant();
    case Qt::ToolTipRole:  // escaped: names in templates are data, and tooltips may be rich text
      return QStringLiteral("<p>%1</p>")
          .arg((index.column() == kMessage ? words : place_text(message)).toHtmlEscaped());
    case Qt::AccessibleTextRole:
      return word_of(message.finding.severity) + QStringLiteral(": ") + words;
    default:
      return {};
  }
}

QVariant MessageModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kMessage ? tr("Message") : tr("Place or time");
}

bool MessageModel::set(MessageSource source, const Findings& findings) {
  if (holds(source, findings)) return false;  // unchanged: keeps selection and scroll position
  std::vector<Message> rows;
  for (const MessageSource each : {MessageSource::tmpl, MessageSource::world, MessageSource::log}) {
    if (each == source)
      for (const Finding& finding : findings) rows.push_back({source, finding, {}});
    else
      std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(rows),
                   [each](const Message& m) { return m.source == each; });
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
  return true;
}

bool MessageModel::holds(MessageSource source, const Findings& findings) const {
  const auto from =
      std::find_if(rows_.begin(), rows_.end(), [source](const Message& m) { return m.source == source; });
  const auto to = std::find_if(from, rows_.end(), [source](const Message& m) { return m.source != source; });
  return std::equal(from, to, findings.begin(), findings.end(), [](const Message& m, const Finding& f) {
    return m.finding.severity == f.severity && m.finding.where == f.where && m.finding.message == f.message;
  });
}

void MessageModel::log(Severity severity, const QString& text) {
  const auto first = std::find_if(rows_.begin(), rows_.end(),
                                  [](const Message& m) { return m.source == MessageSource::log; });
  const int row = static_cast<int>(first - rows_.begin());
  beginInsertRows({}, row, row);
  rows_.insert(first,
               {MessageSource::log, {severity, "log", "", text.toStdString()}, QDateTime::currentDateTime()});
  endInsertRows();
  if (rows_.size() - static_cast<size_t>(row) <= kLoggedAtMost) return;
  beginRemoveRows({}, rowCount() - 1, rowCount() - 1);
  rows_.pop_back();
  endRemoveRows();
}

void MessageModel::clear_log() {
  set(MessageSource::log, {});
}

int MessageModel::count(Severity severity) const {
  return static_cast<int>(std::count_if(
      rows_.begin(), rows_.end(), [severity](const Message& m) { return m.finding.severity == severity; }));
}

MessageFilter::MessageFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  sort(MessageModel::kMessage);
}

bool MessageFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
  const auto* messages = static_cast<const MessageModel*>(sourceModel());
  const Severity left = messages->at(a.row()).finding.severity,
                 right = messages->at(b.row()).finding.severity;
  return left != right ? left > right : a.row() < b.row();
}

void MessageFilter::show(Severity severity, bool shown) {
  shown_[static_cast<size_t>(severity)] = shown;
  invalidateFilter();
}

bool MessageFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  Q_UNUSED(parent);
  const auto* messages = static_cast<const MessageModel*>(sourceModel());
  return shown_[static_cast<size_t>(messages->at(row).finding.severity)];
}

}  // namespace fw
