// The order of the rooms, held by a test: who may include whom, and which room may know which third party.

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <map>
#include <set>

namespace {

using Rooms = std::set<QString>;

const std::map<QString, Rooms> kAllowedRooms = {
    {"core/base", {}},
    {"core/field", {"core/base"}},
    {"core/model", {"core/base", "core/field"}},
    {"core/world", {"core/base", "core/field", "core/model"}},
    {"core/crowd", {"core/base", "core/field", "core/model"}},
    {"core/action", {"core/base", "core/field", "core/model"}},
    {"core/spawn", {"core/base", "core/field", "core/model"}},
    {"core/measure", {"core/base", "core/field", "core/model"}},
    {"core/experiment",
     {"core/base", "core/field", "core/model", "core/world", "core/crowd", "core/action", "core/spawn",
      "core/measure"}},
    {"render/page", {"core/base"}},
    {"render/plate", {"core/base", "core/field", "core/model", "render/page"}},
    {"render/chart", {"core/base", "core/field", "core/model", "render/page"}},
    {"render/geo", {"core/base", "core/field", "core/model"}},
    {"app/job",
     {"core/base", "core/field", "core/model", "core/world", "core/crowd", "core/action", "core/spawn",
      "core/measure", "core/experiment", "render/page", "render/plate", "render/chart", "render/geo"}},
    {"app/cli",
     {"core/base", "core/field", "core/model", "core/world", "core/crowd", "core/action", "core/spawn",
      "core/measure", "core/experiment", "render/page", "render/plate", "render/chart", "render/geo",
      "app/job"}},
    {"app/gui",
     {"core/base", "core/field", "core/model", "core/world", "core/crowd", "core/action", "core/spawn",
      "core/measure", "core/experiment", "render/page", "render/plate", "render/chart", "render/geo",
      "app/job"}},
};

// Third parties by the pattern of their include; a room that is not named may not include it at all.
const std::vector<std::pair<QString, Rooms>> kThirdParties = {
    {"^openssl/", {"core/base"}},
    {"^(oneapi/)?tbb/", {"core/base"}},
    {"^hwy/", {"core/base", "core/field"}},
    {"^nlohmann/", {"core/model", "app/job", "app/cli"}},
    {"^(cairo|pango|fontconfig|ft2|glib)", {"render/page", "render/plate", "render/chart"}},
    {"^png\\.h$", {"render/page", "render/geo"}},
    {"^zlib\\.h$", {"render/page"}},
    {"^webp/", {"render/page"}},
    {"^(gdal|ogr|cpl)", {"render/geo"}},
    {"^CLI/", {"app/cli"}},
    {"^Q", {"app/gui"}},
};

// Headers of a room that other rooms never see may show a third party; public ones may not. The two faces
// are nobody's libraries, so their own headers are free.
bool mayShowThirdParty(const QString& path) {
  if (!path.endsWith(".h")) return true;
  if (path.startsWith("app/cli/") || path.startsWith("app/gui/")) return true;
  return false;
}

struct Include {
  QString file;
  QString room;
  int line;
  QString target;
  bool quoted;
};

std::vector<Include> allIncludes() {
  std::vector<Include> includes;
  const QDir root(FIELDWRIGHT_SOURCE_DIR);
  const QRegularExpression pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  for (const QString top : {"core", "render", "app"}) {
    QDirIterator files(root.filePath(top), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      if (!file.open(QIODevice::ReadOnly)) continue;
      const QString path = root.relativeFilePath(file.fileName());
      const QString room = path.section('/', 0, 1);
      int number = 0;
      while (!file.atEnd()) {
        ++number;
        const auto match = pattern.match(QString::fromUtf8(file.readLine()));
        if (match.hasMatch())
          includes.push_back(
              {path, room, number, match.captured(2), match.captured(1) == QStringLiteral("\"")});
      }
    }
  }
  return includes;
}

QString where(const Include& include) {
  return QStringLiteral("%1:%2 includes %3").arg(include.file).arg(include.line).arg(include.target);
}

}  // namespace

class TestIncludeBorders : public QObject {
  Q_OBJECT

 private slots:
  void everyRoomIsKnown() {
    QVERIFY(!allIncludes().empty());
    for (const Include& include : allIncludes())
      QVERIFY2(kAllowedRooms.count(include.room) == 1,
               qPrintable(include.file + ": a room that has no place in the order"));
  }

  void aRoomIncludesOnlyItselfAndLowerRooms() {
    for (const Include& include : allIncludes()) {
      if (!include.quoted) continue;
      const QString target = include.target.section('/', 0, 1);
      const bool allowed = target == include.room || kAllowedRooms.at(include.room).count(target) == 1 ||
                           include.target.startsWith("hwy/");
      QVERIFY2(allowed, qPrintable(where(include)));
    }
  }

  void eachThirdPartyStaysInItsRooms() {
    for (const Include& include : allIncludes())
      for (const auto& [pattern, rooms] : kThirdParties)
        if (QRegularExpression(pattern).match(include.target).hasMatch())
          QVERIFY2(rooms.count(include.room) == 1, qPrintable(where(include)));
  }

  void aHeaderSeenByOtherRoomsShowsNoThirdParty() {
    std::set<QString> seen;  // headers that some other room includes
    for (const Include& include : allIncludes())
      if (include.quoted && include.target.section('/', 0, 1) != include.room) seen.insert(include.target);
    for (const Include& include : allIncludes()) {
      if (mayShowThirdParty(include.file) || seen.count(include.file) == 0) continue;
      for (const auto& [pattern, rooms] : kThirdParties)
        QVERIFY2(!QRegularExpression(pattern).match(include.target).hasMatch(), qPrintable(where(include)));
    }
  }

  void headersThatChangeBetweenMachinesAreNotIncluded() {
    for (const Include& include : allIncludes())
      for (const QString banned : {"random", "execution", "unordered_map", "unordered_set"})
        QVERIFY2(include.target != banned, qPrintable(where(include)));
  }
};

QTEST_GUILESS_MAIN(TestIncludeBorders)
#include "test_include_borders.moc"
