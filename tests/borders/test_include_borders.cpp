// The order of the rooms and of the folders in them, held by a test: who may include whom, and which room may
// know which third party.

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <map>
#include <set>

#include "tests/support/test_main.h"

namespace {

using Rooms = std::set<QString>;

// What each room may include: the rooms of the list above it that are named here.
const Rooms kText = {"core/base", "core/field", "core/model"};

Rooms operator+(Rooms rooms, const Rooms& more) {
  rooms.insert(more.begin(), more.end());
  return rooms;
}

/// The rooms of FIELDWRIGHT_COORDINATOR_ROOMS in CMakeLists.txt: they never include each other.
Rooms coordinatorRooms() {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/CMakeLists.txt"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  static const QRegularExpression kList("set\\(FIELDWRIGHT_COORDINATOR_ROOMS ([a-z ]+)\\)");
  Rooms rooms;
  for (const QString& name : kList.match(QString::fromUtf8(file.readAll())).captured(1).split(' '))
    rooms.insert("core/" + name);
  return rooms;
}
const Rooms kCoordinators = coordinatorRooms();
const Rooms kPlaying =
    kText + kCoordinators + Rooms{"core/template", "core/steer", "core/tactics", "core/measure"};

const Rooms kCore =
    kPlaying + Rooms{"core/world", "core/ecology", "core/simulation", "core/experiment", "core/search"};
const Rooms kRender = {"render/page",  "render/map", "render/plate", "render/overlay",
                       "render/chart", "render/geo", "render/engine"};

const std::map<QString, Rooms> kFixedRooms = {
    {"core/base", {}},
    {"core/field", {"core/base"}},
    {"core/model", {"core/base", "core/field"}},
    {"core/template", kText},
    {"core/water", kText},
    {"core/world", kText + Rooms{"core/template", "core/water"}},
    {"core/steer", kText},
    {"core/tactics", kText + Rooms{"core/steer"}},
    {"core/measure", kText},
    {"core/ecology", kText + Rooms{"core/spawn"}},
    {"core/simulation", kPlaying + Rooms{"core/ecology"}},
    {"core/experiment", kPlaying + Rooms{"core/world"}},
    {"core/search", kText + Rooms{"core/measure"}},
    {"render/page", {"core/base"}},
    {"render/map", kText + Rooms{"render/page"}},
    {"render/plate", kText + Rooms{"render/page", "render/map"}},
    {"render/overlay", kText + Rooms{"render/page", "render/map"}},
    {"render/chart", kText + Rooms{"render/page"}},
    {"render/geo", kText},
    {"render/engine", kText + Rooms{"render/page", "render/geo"}},
    {"app/lib",
     {"core/base", "core/field", "core/model", "core/template", "core/world", "core/steer", "core/tactics",
      "core/crowd", "core/action", "core/spawn", "core/measure"}},
    {"app/job", kCore + kRender},
    {"app/cli", kCore + kRender + Rooms{"app/job"}},
    {"app/gui", kCore + kRender + Rooms{"app/job"}},
};

const std::map<QString, Rooms> kAllowedRooms = [] {
  std::map<QString, Rooms> all = kFixedRooms;
  for (const QString& room : kCoordinators) all[room] = kText;
  for (const char* room : {"core/crowd", "core/tactics"}) all[room].insert("core/steer");
  return all;
}();

// Third parties by the pattern of their include; a room that is not named may not include it at all.
const std::vector<std::pair<QString, Rooms>> kThirdParties = {
    {"^openssl/", {"core/base"}},
    {"^(oneapi/)?tbb/", {"core/base"}},
    {"^hwy/", {"core/base", "core/field"}},
    {"^nlohmann/", {"core/template", "render/geo", "app/job", "app/cli"}},
    {"^(cairo|pango|fontconfig|ft2|glib)",
     {"render/page", "render/map", "render/plate", "render/overlay", "render/chart"}},
    {"^librsvg/", {"render/map"}},
    {"^gdk-pixbuf/", {"render/page"}},
    {"^png\\.h$", {"render/page", "render/geo", "render/engine"}},
    {"^zlib\\.h$", {"render/page", "render/engine", "app/job"}},
    {"^webp/", {"render/page"}},
    {"^zip\\.h$", {"app/job"}},
    {"^(tao/pegtl|boost/random|nlopt)", {"core/search"}},
    {"^lemon/", {"core/tactics"}},
    {"^(gdal|ogr|cpl|sqlite3)", {"render/geo"}},
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

std::vector<Include> readIncludes() {
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

/// Of all sources of the product.
const std::vector<Include>& allIncludes() {
  static const std::vector<Include> includes = readIncludes();
  return includes;
}

/// The room of a file, or the part of the designer: what has an order of folders of its own.
QString houseOf(const QString& path) {
  return path.section('/', 0, path.startsWith("app/gui/") && path.count('/') > 2 ? 2 : 1);
}

/// The folder of a file in its house; "." = the house itself.
QString folderIn(const QString& house, const QString& path) {
  const QString folder = path.section('/', 0, -2);
  return folder == house ? QStringLiteral(".") : folder.mid(house.size() + 1);
}

/// Of every folder of a house how far up it stands; those of one rank do not know each other.
using FolderRanks = std::map<QString, int>;

/// The orders that a text states, by house: indented lines like "    core/world: plan < {dice, fit} < .".
std::map<QString, FolderRanks> readOrders(const QString& text) {
  static const QRegularExpression line(R"(^    ([a-z]+(?:/[a-z]+)+): ([^\n]+)$)",
                                       QRegularExpression::MultilineOption);
  std::map<QString, FolderRanks> orders;
  for (auto all = line.globalMatch(text); all.hasNext();) {
    const QRegularExpressionMatch found = all.next();
    FolderRanks& ranks = orders[found.captured(1)];
    int rank = 0;
    for (QString group : found.captured(2).split('<')) {
      group.remove('{').remove('}');
      for (const QString& folder : group.split(',')) ranks[folder.trimmed()] = rank;
      ++rank;
    }
  }
  return orders;
}

/// Those that ARCHITECTURE.md states.
std::map<QString, FolderRanks> statedOrders() {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/ARCHITECTURE.md"));
  return file.open(QIODevice::ReadOnly) ? readOrders(QString::fromUtf8(file.readAll()))
                                        : std::map<QString, FolderRanks>();
}

/// Whether an include leads to its own folder, to a lower one of its house, or out of the house.
bool runsDown(const Include& include, const std::map<QString, FolderRanks>& orders) {
  const QString house = houseOf(include.file);
  const QString from = folderIn(house, include.file);
  if (houseOf(include.target) != house) return true;
  const QString to = folderIn(house, include.target);
  if (from == to) return true;
  const auto order = orders.find(house);
  return order != orders.end() && order->second.contains(from) && order->second.contains(to) &&
         order->second.at(to) < order->second.at(from);
}

/// The folders of all sources, by house.
std::map<QString, std::set<QString>> allFolders() {
  std::map<QString, std::set<QString>> folders;
  for (const Include& include : allIncludes())
    folders[houseOf(include.file)].insert(folderIn(houseOf(include.file), include.file));
  return folders;
}

/// Folders that include each other in a circle: one circle as its folders in order, empty if there is none.
QStringList circleOf(const std::map<QString, std::set<QString>>& includes) {
  std::set<QString> done;
  QStringList way;
  const std::function<QStringList(const QString&)> walk = [&](const QString& folder) -> QStringList {
    if (const qsizetype at = way.indexOf(folder); at >= 0) return way.mid(at);
    if (done.contains(folder)) return {};
    way.push_back(folder);
    if (const auto targets = includes.find(folder); targets != includes.end())
      for (const QString& target : targets->second)
        if (QStringList circle = walk(target); !circle.isEmpty()) return circle;
    way.removeLast();
    done.insert(folder);
    return {};
  };
  for (const auto& [folder, targets] : includes)
    if (QStringList circle = walk(folder); !circle.isEmpty()) return circle;
  return {};
}

/// What app/gui/<part>/CMakeLists.txt names under PARTS.
QStringList partsOf(const QString& part) {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/app/gui/%1/CMakeLists.txt").arg(part));
  if (!file.open(QIODevice::ReadOnly)) return {};
  static const QRegularExpression kParts("\\sPARTS\\s([a-z\\s]+)");
  return kParts.match(QString::fromUtf8(file.readAll())).captured(1).simplified().split(' ');
}

struct Definition {
  QString file, scope, name;
};

/// The types and constants that a header defines at namespace scope. House format: such a line is not
/// indented.
std::vector<Definition> definitionsOf(const QString& path, const QStringList& lines) {
  static const QRegularExpression opens(R"(^(?:inline )?namespace ([\w:]+) \{$)");
  static const QRegularExpression closes(R"(^\}  // namespace)");
  static const QRegularExpression type(
      R"(^(?:struct|class|union|enum class|enum) (?:alignas\([^)]*\) )?(\w+)(?!\w|::)[^;{]*(?:\{.*)?$)");
  static const QRegularExpression constant(R"(^inline (?:constexpr|const) [^=({]*?(\w+)(?:\[\w*\])*\s*[={])");
  std::vector<Definition> found;
  QStringList scope;
  for (const QString& line : lines) {
    if (const auto match = opens.match(line); match.hasMatch()) scope << match.captured(1);
    if (closes.match(line).hasMatch() && !scope.isEmpty()) scope.removeLast();
    for (const QRegularExpression& pattern : {type, constant})
      if (const auto match = pattern.match(line); match.hasMatch())
        found.push_back({path, scope.join("::"), match.captured(1)});
  }
  return found;
}

std::vector<Definition> allDefinitions() {
  std::vector<Definition> found;
  const QDir root(FIELDWRIGHT_SOURCE_DIR);
  for (const QString top : {"core", "render", "app"}) {
    QDirIterator files(root.filePath(top), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      if (!file.open(QIODevice::ReadOnly)) continue;
      const QString path = root.relativeFilePath(file.fileName());
      for (const Definition& definition : definitionsOf(path, QString::fromUtf8(file.readAll()).split('\n')))
        found.push_back(definition);
    }
  }
  return found;
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

  // ARCHITECTURE.md states the order of the folders of every room that has some.
  void everyFolderStandsInTheOrderOfItsRoom() {
    const std::map<QString, FolderRanks> orders = statedOrders();
    QVERIFY(orders.size() > 10);
    for (const auto& [house, folders] : allFolders()) {
      if (folders.size() == 1) continue;
      QVERIFY2(orders.contains(house), qPrintable(house + ": ARCHITECTURE.md has no order of its folders"));
      for (const QString& folder : folders)
        QVERIFY2(orders.at(house).contains(folder),
                 qPrintable(house + ": " + folder + " has no place in the order of ARCHITECTURE.md"));
      for (const auto& [folder, rank] : orders.at(house))
        QVERIFY2(folders.contains(folder), qPrintable(house + ": there are no sources in " + folder));
    }
  }

  void aFolderIncludesOnlyItselfAndLowerOnesOfItsRoom() {
    const std::map<QString, FolderRanks> orders = statedOrders();
    for (const Include& include : allIncludes())
      if (include.quoted)
        QVERIFY2(runsDown(include, orders), qPrintable(where(include) + ", against the order of " +
                                                       houseOf(include.file) + " in ARCHITECTURE.md"));
  }

  void foldersIncludeEachOtherInNoCircle() {
    std::map<QString, std::set<QString>> includes;
    for (const Include& include : allIncludes())
      if (include.quoted && include.file.section('/', 0, -2) != include.target.section('/', 0, -2))
        includes[include.file.section('/', 0, -2)].insert(include.target.section('/', 0, -2));
    const QStringList circle = circleOf(includes);
    QVERIFY2(circle.isEmpty(), qPrintable(circle.join(" -> ")));
    QCOMPARE(circleOf({{"a", {"b"}}, {"b", {"c", "d"}}, {"d", {"b"}}}), QStringList({"b", "d"}));
  }

  void anIncludeAgainstTheStatedOrderIsFound() {
    const auto orders = readOrders("    core/a: low < {left, right} < .\n    app/gui/map: . < find\n");
    const auto runs = [&](const char* file, const char* target) {
      return runsDown({file, "", 1, target, true}, orders);
    };
    QVERIFY(runs("core/a/left/x.h", "core/a/low/y.h"));
    QVERIFY(runs("core/a/left/x.h", "core/a/left/y.h"));
    QVERIFY(runs("core/a/x.h", "core/a/right/y.h"));
    QVERIFY(runs("core/a/low/x.h", "core/b/high/y.h"));  // the order of rooms is another test's
    QVERIFY(runs("app/gui/map/find/x.h", "app/gui/map/y.h"));
    QVERIFY(!runs("core/a/low/x.h", "core/a/left/y.h"));
    QVERIFY(!runs("core/a/left/x.h", "core/a/right/y.h"));
    QVERIFY(!runs("core/a/right/x.h", "core/a/y.h"));
    QVERIFY(!runs("core/a/new/x.h", "core/a/low/y.h"));
    QVERIFY(!runs("app/gui/map/x.h", "app/gui/map/find/y.h"));
  }

  // A part of the designer knows what its CMakeLists.txt names under PARTS.
  void aPartOfTheDesignerIncludesOnlyTheNamedParts() {
    for (const Include& include : allIncludes()) {
      const QString part = include.file.section('/', 2, 2);
      const QString target = include.target.section('/', 2, 2);
      if (include.room != "app/gui" || part == "main.cpp" || !include.target.startsWith("app/gui/")) continue;
      QVERIFY2(target == part || partsOf(part).contains(target), qPrintable(where(include)));
    }
    QVERIFY(partsOf("window").size() > 5);
  }

  void eachThirdPartyStaysInItsRooms() {
    for (const Include& include : allIncludes())
      for (const auto& [pattern, rooms] : kThirdParties)
        if (QRegularExpression(pattern).match(include.target).hasMatch())
          QVERIFY2(rooms.count(include.room) == 1, qPrintable(where(include)));
  }

  void aHeaderShowsNoThirdPartyToARoomThatMayNotKnowIt() {
    std::map<QString, Rooms> readers;  // of a header: the other rooms that include it
    for (const Include& include : allIncludes())
      if (include.quoted && include.target.section('/', 0, 1) != include.room)
        readers[include.target].insert(include.room);
    for (const Include& include : allIncludes()) {
      if (mayShowThirdParty(include.file)) continue;
      for (const auto& [pattern, rooms] : kThirdParties) {
        if (!QRegularExpression(pattern).match(include.target).hasMatch()) continue;
        for (const QString& reader : readers[include.file])
          QVERIFY2(rooms.count(reader) == 1, qPrintable(where(include) + ", and " + reader + " includes it"));
      }
    }
  }

  // Every room lives in namespace fw: two types or constants of one name in two headers break the
  // one-definition rule without a diagnostic, and the linker keeps either one's functions.
  void aNameIsDefinedInOneHeaderOnly() {
    QMap<QString, QString> owner;
    for (const Definition& definition : allDefinitions()) {
      const QString name = definition.scope + "::" + definition.name;
      const bool elsewhere = owner.contains(name) && owner.value(name) != definition.file;
      QVERIFY2(
          !elsewhere,
          qPrintable(
              QStringLiteral("%1 is defined in %2 and in %3").arg(name, owner.value(name), definition.file)));
      owner.insert(name, definition.file);
    }
    QVERIFY(owner.contains("fw::World"));
    QVERIFY(owner.contains("fw::kRepairedSpeckArea_m2"));
  }

  void aDefinitionIsFoundInItsNamespaceAndAForwardDeclarationIsNone() {
    const std::vector<Definition> found = definitionsOf(
        "a.h", {"namespace fw {", "struct Ahead;", "struct Here {", "  struct Inner {", "  };", "};",
                "inline constexpr double kSide_m = 2;", "namespace lanes {", "enum class Here : int { a };",
                "}  // namespace lanes", "class Last final : public Here {", "};", "}  // namespace fw"});
    QStringList names;
    for (const Definition& definition : found) names << definition.scope + "::" + definition.name;
    QCOMPARE(names, QStringList({"fw::Here", "fw::kSide_m", "fw::lanes::Here", "fw::Last"}));
  }

  void headersThatChangeBetweenMachinesAreNotIncluded() {
    for (const Include& include : allIncludes())
      for (const QString banned : {"random", "execution", "unordered_map", "unordered_set"})
        QVERIFY2(include.target != banned, qPrintable(where(include)));
  }
};

FW_TEST(TestIncludeBorders)
#include "test_include_borders.moc"
