#pragma once

#include <sqlite3.h>

#include <QFile>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

// Rows of spawn tables, whatever file they come from.
namespace fw::test {

/// A table with its rows as text.
struct Table {
  QStringList columns;
  QList<QStringList> rows;
};
using Tables = QMap<QString, Table>;

/// A database on a file, closed with it.
class Database {
 public:
  explicit Database(const QString& file) {
    if (sqlite3_open(file.toUtf8().constData(), &db_) != SQLITE_OK) qFatal("%s", sqlite3_errmsg(db_));
  }
  ~Database() { sqlite3_close(db_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  QList<QStringList> ask(const QString& sql, const QStringList& values = {}) {
    sqlite3_stmt* s = nullptr;
    if (sqlite3_prepare_v2(db_, sql.toUtf8().constData(), -1, &s, nullptr) != SQLITE_OK)
      qFatal("%s: %s", qPrintable(sql), sqlite3_errmsg(db_));
    for (int i = 0; i < values.size(); ++i)
      sqlite3_bind_text(s, i + 1, values[i].toUtf8().constData(), -1, SQLITE_TRANSIENT);
    QList<QStringList> rows;
    while (sqlite3_step(s) == SQLITE_ROW) {
      rows.emplace_back();
      for (int c = 0; c < sqlite3_column_count(s); ++c)
        rows.back() << QString::fromUtf8(reinterpret_cast<const char*>(sqlite3_column_text(s, c)));
    }
    sqlite3_finalize(s);
    return rows;
  }

 private:
  sqlite3* db_ = nullptr;
};

/// A database of the rows, with numbers as numbers.
inline void write_sqlite(const Tables& tables, const QString& file) {
  QFile::remove(file);
  Database db(file);
  db.ask("begin");
  for (auto table = tables.begin(); table != tables.end(); ++table) {
    QStringList columns, marks;
    for (const QString& column : table->columns) {
      columns << column + (QStringList{"key", "value", "uid", "class", "category"}.contains(column)
                               ? " text"
                               : " numeric");
      marks << "?";
    }
    db.ask("create table " + table.key() + " (" + columns.join(", ") + ")");
    for (const QStringList& row : table->rows)
      db.ask("insert into " + table.key() + " values (" + marks.join(", ") + ")", row);
  }
  db.ask("commit");
}

}  // namespace fw::test
