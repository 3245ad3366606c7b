// Every target read back by code that shares nothing with the writers: each point at its place, each height
// on the target's own ground, each class where the raster has it. A mirrored or transposed copy fails.
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <functional>

#include "core/model/template/classes.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// A place in the world's frame, metres; z NaN where the target has none.
struct Place {
  double x = 0, y = 0, z = std::nan("");
};
using Places = QMap<QString, Place>;

QJsonDocument jsonOf(const QByteArray& bytes) {
  return QJsonDocument::fromJson(bytes);
}

/// The fields of a line of CSV.
QStringList fieldsOf(const QString& line) {
  QStringList fields{QString()};
  bool quoted = false;
  for (const QChar c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields << QString();
    else
      fields.last() += c;
  }
  return fields;
}

/// The heights of a file of 16-bit samples, north row first, in metres.
struct Heights {
  int side = 0;
  double spacing_m = 0;
  std::vector<double> h;

  double at(int i, int j) const { return h[static_cast<size_t>(j * side + i)]; }
  double top() const { return (side - 1) * spacing_m; }
  /// By the quad's four corners; or by its two triangles, cut from north-east to south-west.
  double under(double x, double y, bool triangles) const {
    const double u = x / spacing_m, v = (top() - y) / spacing_m;
    const int i = std::min(static_cast<int>(u), side - 2), j = std::min(static_cast<int>(v), side - 2);
    const double e = u - i, s = v - j;
    const double nw = at(i, j), ne = at(i + 1, j), sw = at(i, j + 1), se = at(i + 1, j + 1);
    if (!triangles) return (nw * (1 - e) + ne * e) * (1 - s) + (sw * (1 - e) + se * e) * s;
    return e + s <= 1 ? nw + e * (ne - nw) + s * (sw - nw) : se + (1 - e) * (sw - se) + (1 - s) * (ne - se);
  }
};

Heights heightsOf(const QByteArray& bytes, double side_m, const std::function<double(unsigned)>& metres,
                  bool southFirst = false) {
  Heights out;
  out.side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(bytes.size()) / 2)));
  out.spacing_m = side_m / (out.side - 1);
  for (int j = 0; j < out.side; ++j)
    for (int i = 0; i < out.side; ++i) {
      const int row = southFirst ? out.side - 1 - j : j;
      const auto* b = reinterpret_cast<const uchar*>(bytes.constData()) + 2 * (row * out.side + i);
      out.h.push_back(metres(static_cast<unsigned>(b[0] | b[1] << 8)));
    }
  return out;
}

/// The largest distance between the places of two readings, in the plane.
double apart(const Places& a, const Places& b) {
  if (a.keys() != b.keys()) return 1e9;
  double worst = 0;
  for (const QString& uid : a.keys())
    worst = std::max(worst, std::hypot(a[uid].x - b[uid].x, a[uid].y - b[uid].y));
  return worst;
}

}  // namespace

class TestEnginePlaces : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QJsonObject facts_;
  double side_ = 0, quantum_ = 0;
  Places wanted_;  ///< by uid, from the render's own file

  QString path(const QString& name) const { return dir_.filePath("out/" + name); }
  QByteArray read(const QString& name) const { return contents(path(name)); }

  Places unreal() const {
    Places out;
    for (const QJsonValue& row : jsonOf(read("unreal/points.json")).array())
      out[row["Name"].toString()] = {row["X"].toDouble() / 100, -row["Y"].toDouble() / 100,
                                     row["Z"].toDouble() / 100};
    return out;
  }
  Places unity() const {
    Places out;
    for (const QJsonValue& row : jsonOf(read("unity/fieldwright.json"))["things"].toArray())
      out[row["uid"].toString()] = {row["x"].toDouble(), row["z"].toDouble(), row["y"].toDouble()};
    return out;
  }
  Places tiled() const {
    Places out;
    const double px = 16 / (side_ / 64);
    QXmlStreamReader xml(read("tiled/world.tmx"));
    QString uid;
    Place at;
    bool of_points = false;  // crossings and named places are points, too
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      if (xml.name() == QLatin1String("objectgroup"))
        of_points = fw::from_slug<fw::Category>(fw::kCategorySlugs,
                                                xml.attributes().value("name").toString().toStdString())
                        .has_value();
      if (xml.name() == QLatin1String("object")) {
        uid = xml.attributes().value("name").toString();
        at = {xml.attributes().value("x").toDouble() / px,
              side_ - xml.attributes().value("y").toDouble() / px};
      }
      if (of_points && xml.name() == QLatin1String("point")) out[uid] = at;
    }
    return xml.hasError() ? Places() : out;
  }
  Places csv() const {
    Places out;
    const QStringList lines = QString::fromUtf8(read("csv/points.csv")).split('\n', Qt::SkipEmptyParts);
    const QStringList head = fieldsOf(lines.first());
    for (const QString& line : lines.mid(1)) {
      const QStringList f = fieldsOf(line);
      out[f[0]] = {f[head.indexOf("x_m")].toDouble(), f[head.indexOf("y_m")].toDouble(),
                   f[head.indexOf("ground_m")].toDouble()};
    }
    return out;
  }
  QJsonObject glb(const QString& name) const {
    const QByteArray bytes = read(name);
    if (bytes.size() < 20 || bytes.left(4) != "glTF") return {};
    quint32 length = 0;
    std::memcpy(&length, bytes.constData() + 12, 4);
    return jsonOf(bytes.mid(20, static_cast<qsizetype>(length))).object();
  }
  Places gltf() const {
    Places out;
    for (const QJsonValue& node : glb("gltf/world.glb")["nodes"].toArray()) {
      if (!node["extras"]["category"].isString()) continue;
      const QJsonArray t = node["translation"].toArray();
      out[node["name"].toString()] = {t[0].toDouble(), -t[2].toDouble(), t[1].toDouble()};
    }
    return out;
  }
  Places godot() const {
    Places out;
    static const QRegularExpression node(
        "\\[node name=\"([^\"]+)\" type=\"Marker3D\" parent=\"\\.\"\\]\\ntransform = Transform3D\\( ([^)]*) "
        "\\)");
    for (const char* category : {"resource", "wildlife", "enemy", "landmark"}) {
      const QString text = QString::fromUtf8(read(QString("godot/points_%1.tscn").arg(category)));
      for (auto all = node.globalMatch(text); all.hasNext();) {
        const auto found = all.next();
        const QStringList n = found.captured(2).split(", ");
        out[found.captured(1)] = {n[9].toDouble(), -n[11].toDouble(), n[10].toDouble()};
      }
    }
    return out;
  }
  Places web() const {
    Places out;
    QByteArray text = read("web/data/points.js");
    text = text.mid(text.indexOf("= {") + 2);
    text.chop(2);
    for (const QJsonValue& feature : jsonOf(text)["features"].toArray()) {
      const QJsonArray at = feature["geometry"]["coordinates"].toArray();
      const double r = 6378137, radians = M_PI / 180;
      out[feature["properties"]["uid"].toString()] = {
          at[0].toDouble() * radians * r + side_ / 2,
          std::log(std::tan(M_PI / 4 + at[1].toDouble() * radians / 2)) * r + side_ / 2,
          feature["properties"]["ground_m"].toDouble()};
    }
    return out;
  }
  Places luanti() const {
    Places out;
    static const QRegularExpression row(
        "\\{pos = \\{x = ([^,]+), y = ([^,]+), z = ([^}]+)\\}.*\\[\"uid\"\\] = \"([^\"]+)\"");
    for (auto all = row.globalMatch(QString::fromUtf8(read("luanti/fieldwright/points.lua")));
         all.hasNext();) {
      const auto found = all.next();
      out[found.captured(4)] = {found.captured(1).toDouble(), found.captured(3).toDouble()};
    }
    return out;
  }

  Heights ground(const QString& target) const {
    const double q = quantum_;
    if (target == "unity")
      return heightsOf(
          read("unity/ground_x0_z0.raw"), side_, [q](unsigned v) { return v * q - 64; }, true);
    if (target == "godot")
      return heightsOf(read("godot/height.r16"), side_, [q](unsigned v) { return v * q - 64; });
    return heightsOf(read("unreal/tiny_height.r16"), side_,
                     [q](unsigned v) { return (double(v) - 32768) * q; });
  }

  /// Where shapes lie, vertex by vertex, by layer and id; a closed ring without its last vertex.
  using Shapes = QMap<QString, QList<Place>>;

  static void addShape(Shapes& out, const QString& layer, const QString& id, QList<Place> places) {
    const bool closed = places.size() > 3 && std::hypot(places.first().x - places.last().x,
                                                        places.first().y - places.last().y) < 1e-3;
    if (closed && (layer == "lakes" || layer == "footprints")) places.removeLast();
    out[layer + "/" + id] += places;
  }
  /// The render's own files.
  Shapes renderShapes() const {
    Shapes out;
    for (const char* name :
         {"tracks", "rivers", "lakes", "roads", "crossings", "footprints", "places", "coast"})
      for (const QJsonValue& f :
           jsonOf(contents(dir_.filePath(QString("rivers/%1.geojson").arg(name))))["features"].toArray())
        addFeature(out, name == QByteArray("coast") ? "shore" : name, f, [](const QJsonArray& at) {
          return Place{at[0].toDouble(), at[1].toDouble()};
        });
    return out;
  }
  static void addFeature(Shapes& out, const QString& layer, const QJsonValue& feature,
                         const std::function<Place(const QJsonArray&)>& place) {
    const QJsonArray at = feature["geometry"]["coordinates"].toArray();
    const QString id = feature["properties"]["id"].toString(), kind = feature["geometry"]["type"].toString();
    const auto line = [&](const QJsonArray& places) {
      QList<Place> list;
      for (const QJsonValue& p : places) list << place(p.toArray());
      addShape(out, layer, id, list);
    };
    if (kind == "Point") return addShape(out, layer, id, {place(at)});
    if (kind == "LineString") return line(at);
    for (const QJsonValue& ring : at) line(ring.toArray());
  }
  Shapes unrealShapes() const {
    Shapes out;
    for (const QJsonValue& row : jsonOf(read("rivers/unreal/splines.json")).array()) {
      QList<Place> places;
      for (const QJsonValue& p : row["Points"].toArray())
        places << Place{p[0].toDouble() / 100, -p[1].toDouble() / 100, p[2].toDouble() / 100};
      addShape(out, row["Layer"].toString(), row["Properties"]["id"].toString(), places);
    }
    return out;
  }
  Shapes unityShapes() const {
    Shapes out;
    for (const QJsonValue& row : jsonOf(read("rivers/unity/fieldwright.json"))["lines"].toArray()) {
      const QJsonArray p = row["points"].toArray();
      QList<Place> places;
      for (int k = 0; k + 2 < p.size(); k += 3)
        places << Place{p[k].toDouble(), p[k + 2].toDouble(), p[k + 1].toDouble()};
      const QStringList keys = row["keys"].toVariant().toStringList();
      addShape(out, row["layer"].toString(), row["values"][keys.indexOf("id")].toString(), places);
    }
    return out;
  }
  Shapes webShapes() const {
    Shapes out;
    for (const char* name :
         {"tracks", "rivers", "lakes", "roads", "crossings", "footprints", "places", "shore", "waterfalls"}) {
      QByteArray text = read(QString("rivers/web/data/%1.js").arg(name));
      text = text.mid(text.indexOf("= {") + 2);
      text.chop(2);
      for (const QJsonValue& feature : jsonOf(text)["features"].toArray())
        addFeature(out, name, feature, [this](const QJsonArray& at) {
          const double r = 6378137, radians = M_PI / 180;
          return Place{at[0].toDouble() * radians * r + side_ / 2,
                       std::log(std::tan(M_PI / 4 + at[1].toDouble() * radians / 2)) * r + side_ / 2};
        });
    }
    return out;
  }
  Shapes tiledShapes() const {
    Shapes out;
    const double px = 16 / (side_ / 64);
    QXmlStreamReader xml(read("rivers/tiled/world.tmx"));
    QString layer, id;
    Place at;
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      const auto words = xml.attributes();
      if (xml.name() == QLatin1String("objectgroup")) layer = words.value("name").toString();
      if (xml.name() == QLatin1String("property") && words.value("name") == QLatin1String("id"))
        id = words.value("value").toString();
      if (xml.name() == QLatin1String("object"))
        at = {words.value("x").toDouble(), words.value("y").toDouble()};
      if (layer == "regions") continue;
      const bool point = xml.name() == QLatin1String("point");
      if (!point && xml.name() != QLatin1String("polyline") && xml.name() != QLatin1String("polygon"))
        continue;
      QList<Place> places;
      const QString text = point ? QString("0,0") : words.value("points").toString();
      for (const QString& pair : text.split(' ')) {
        const QStringList d = pair.split(',');
        places << Place{(at.x + d[0].toDouble()) / px, side_ - (at.y + d[1].toDouble()) / px};
      }
      addShape(out, layer, id, places);
    }
    return out;
  }
  Shapes gltfShapes() const {
    Shapes out;
    const QByteArray bytes = read("rivers/gltf/world.glb");
    const QJsonObject root = glb("rivers/gltf/world.glb");
    const QJsonArray nodes = root["nodes"].toArray(), views = root["bufferViews"].toArray(),
                     accessors = root["accessors"].toArray();
    quint32 json = 0;
    std::memcpy(&json, bytes.constData() + 12, 4);
    for (const QJsonValue& group : nodes)
      for (const QJsonValue& child : group["children"].toArray()) {
        const QJsonValue node = nodes[child.toInt()];
        // Points and pieces of terrain are no shapes.
        if (!node["extras"].isObject() || node["extras"]["category"].isString()) continue;
        const QJsonArray t = node["translation"].toArray();
        const QJsonValue primitive = root["meshes"][node["mesh"].toInt()]["primitives"][0];
        QList<Place> places;
        if (primitive["mode"].toInt(4) == 3) {
          const QJsonValue accessor = accessors[primitive["attributes"]["POSITION"].toInt()];
          const auto offset = views[accessor["bufferView"].toInt()]["byteOffset"].toInteger();
          for (int k = 0; k < accessor["count"].toInt(); ++k) {
            float p[3];
            std::memcpy(p, bytes.constData() + 28 + json + offset + 12 * k, 12);
            places << Place{t[0].toDouble() + p[0], -(t[2].toDouble() + p[2]), t[1].toDouble() + p[1]};
          }
        } else {
          places << Place{t[0].toDouble(), -t[2].toDouble(), t[1].toDouble()};
        }
        addShape(out, group["name"].toString(), node["extras"]["id"].toString(), places);
      }
    return out;
  }

 private slots:
  void initTestCase() {
    // Without crossings and waterfalls, which are points of their own.
    QStringList world{"Tiny", "--seed", "3", "--resolution", "64"};
    for (const char* setting : {"relief.erosion=none", "water.rivers=none", "coast.types=none"})
      world << "--set" << setting;
    const Outcome render =
        run(QStringList{"render"} + world +
            QStringList{"--views", "none", "--formats", "geojson,geotiff", "-o", dir_.filePath("render")});
    QVERIFY2(render.code == 0, render.err);
    const Outcome made =
        run({"export", dir_.filePath("render"), "--target", "all", "-o", dir_.filePath("out")});
    QVERIFY2(made.code == 0, made.err);
    facts_ = jsonOf(read("unreal/export.json")).object();
    quantum_ = facts_.value("surface").toObject().value("quantum_m").toDouble();
    side_ = facts_.value("world").toObject().value("grid").toObject().value("cell_m").toDouble() * 64;
    // The uid of each point, from its class and place alone.
    for (const QJsonValue& f :
         jsonOf(contents(dir_.filePath("render/points.geojson")))["features"].toArray()) {
      const QJsonObject p = f["properties"].toObject();
      const QByteArray text = QStringLiteral("%1|%2|%3")
                                  .arg(p["class"].toString())
                                  .arg(std::llround(p["x_m"].toDouble() * 1000))
                                  .arg(std::llround(p["y_m"].toDouble() * 1000))
                                  .toUtf8();
      quint64 h = 0xCBF29CE484222325u;
      for (const char c : text) h = (h ^ static_cast<uchar>(c)) * 0x100000001B3u;
      QString uid = p["class"].toString() + "-";
      for (int k = 7; k >= 0; --k) uid += "0123456789abcdefghjkmnpqrstvwxyz"[(h >> (5 * k)) & 31];
      wanted_[uid] = {p["x_m"].toDouble(), p["y_m"].toDouble()};
    }
    QVERIFY(wanted_.size() > 100);
  }

  void everyPointStandsAtItsPlace_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<double>("most_m");
    for (const char* target : {"csv", "tiled", "unreal", "unity"}) QTest::newRow(target) << target << 2e-6;
    for (const char* target : {"gltf", "godot", "web"}) QTest::newRow(target) << target << 1e-3;
    QTest::newRow("luanti") << "luanti" << 1e-3;
  }
  void everyPointStandsAtItsPlace() {
    QFETCH(QString, target);
    QFETCH(double, most_m);
    const std::map<QString, Places (TestEnginePlaces::*)() const> readers{
        {"csv", &TestEnginePlaces::csv},       {"tiled", &TestEnginePlaces::tiled},
        {"unreal", &TestEnginePlaces::unreal}, {"unity", &TestEnginePlaces::unity},
        {"gltf", &TestEnginePlaces::gltf},     {"godot", &TestEnginePlaces::godot},
        {"web", &TestEnginePlaces::web},       {"luanti", &TestEnginePlaces::luanti}};
    const Places found = (this->*readers.at(target))();
    QCOMPARE(found.size(), wanted_.size());
    QVERIFY2(apart(wanted_, found) <= most_m, qPrintable(QString::number(apart(wanted_, found))));
    Places mirrored = found, transposed = found;
    for (Place& p : mirrored) p.x = side_ - p.x;
    for (Place& p : transposed) std::swap(p.x, p.y);
    QVERIFY(apart(wanted_, mirrored) > 10);
    QVERIFY(apart(wanted_, transposed) > 10);
  }

  void everyThingStandsOnItsTargetsGround() {
    const std::vector<std::tuple<QString, Places, bool>> all{
        {"unreal", unreal(), false}, {"unity", unity(), false}, {"godot", godot(), true}};
    for (const auto& [target, places, triangles] : all) {
      const Heights g = ground(target);
      for (const Place& p : places)
        QVERIFY2(std::fabs(p.z - g.under(p.x, p.y, triangles)) <= 0.0006, qPrintable(target));
      double worst = 0;
      for (const Place& p : places)
        worst = std::max(worst, std::fabs(p.z - g.under(side_ - p.x, p.y, triangles)));
      QVERIFY2(worst > 5, qPrintable(target + ": a mirrored ground must not pass"));
    }
  }

  void everyTargetHasTheSameGround() {
    const Heights unity_ground = ground("unity"), godot_ground = ground("godot"),
                  unreal_ground = ground("unreal");
    QCOMPARE(unity_ground.side, godot_ground.side);
    QVERIFY(unity_ground.h == godot_ground.h);
    // Another number of vertices: the same places within what two quanta and the curve allow.
    for (const auto& [x, y] : {std::pair{0.31, 0.62}, {0.55, 0.47}, {0.72, 0.33}})
      QVERIFY(std::fabs(unity_ground.under(x * side_, y * side_, false) -
                        unreal_ground.under(x * side_, y * side_, false)) < 6);
    const QImage png(path("unreal/tiny_height.png"));
    QCOMPARE(png.format(), QImage::Format_Grayscale16);
    for (const auto& [i, j] : {std::pair{40, 90}, {77, 31}, {100, 5}})
      QCOMPARE(reinterpret_cast<const quint16*>(png.constScanLine(j))[i],
               static_cast<quint16>(std::lround(unreal_ground.at(i, j) / quantum_) + 32768));
  }

  void tilesAreCutsOfOneSurface() {
    for (const char* tiles : {"1", "2"}) {
      const Outcome made =
          run({"export", dir_.filePath("render"), "--target", "unreal", "--vertices",
               tiles[0] == '1' ? "253" : "127", "--tiles", tiles, "-o", path(QString("cut") + tiles)});
      QVERIFY2(made.code == 0, made.err);
    }
    const QByteArray whole = read("cut1/unreal/tiny_height.r16");
    QCOMPARE(whole.size(), 2 * 253 * 253);
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x) {
        const QByteArray tile = read(QString("cut2/unreal/tiny_height_x%1_y%2.r16").arg(x).arg(y));
        QCOMPARE(tile.size(), 2 * 127 * 127);
        for (int j = 0; j < 127; ++j)
          QCOMPARE(tile.mid(2 * 127 * j, 2 * 127), whole.mid(2 * (253 * (126 * y + j) + 126 * x), 2 * 127));
      }
    const auto surface = [&](const char* folder) {
      return jsonOf(read(QString(folder) + "/unreal/export.json")).object()["surface"].toObject();
    };
    QCOMPARE(surface("cut1"), surface("cut2"));
    QCOMPARE(read("cut1/unreal/points.json"), read("cut2/unreal/points.json"));
  }

  void classesAreTheRastersOwn() {
    const QImage biome(path("unreal/classes/biome.png"));
    QCOMPARE(biome.width(), 64);
    const QByteArray tmx = read("tiled/world.tmx");
    static const QRegularExpression set("firstgid=\"(\\d+)\" source=\"biome\\.tsx\"");
    const int first = set.match(QString::fromUtf8(tmx)).captured(1).toInt();
    const qsizetype at = tmx.indexOf("<data encoding=\"csv\">", tmx.indexOf("name=\"biome\""));
    const QList<QByteArray> rows = tmx.mid(at, tmx.indexOf("</data>", at) - at).split('\n');
    int mirrored = 0;
    for (int r = 0; r < 64; ++r) {
      const QList<QByteArray> gids = rows[r + 1].split(',');
      for (int c = 0; c < 64; ++c) {
        const int code = biome.constScanLine(r)[c], gid = gids[c].toInt();
        QCOMPARE(gid, code == 0 ? 0 : first + code - 1);
        mirrored += biome.constScanLine(r)[63 - c] != code;
      }
    }
    QVERIFY(mirrored > 200);
  }

  void weightsOfASampleSumTo255() {
    std::vector<QImage> layers;
    for (const QString& name : files_in(path("unreal/weights")))
      if (name.startsWith("biome_")) layers.emplace_back(path("unreal/weights/" + name));
    QVERIFY(layers.size() > 4);
    for (int j = 0; j < layers[0].height(); ++j)
      for (int i = 0; i < layers[0].width(); ++i) {
        int sum = 0;
        for (const QImage& layer : layers) sum += layer.constScanLine(j)[i];
        QCOMPARE(sum, 255);
      }
  }

  void propertiesAreThePointsOwn() {
    QMap<QString, QJsonObject> own;
    for (const QJsonValue& f : jsonOf(contents(dir_.filePath("render/points.geojson")))["features"].toArray())
      own[f["properties"]["id"].toString()] = f["properties"].toObject();
    int checked = 0;
    for (const QJsonValue& node : glb("gltf/world.glb")["nodes"].toArray()) {
      const QJsonObject extras = node["extras"].toObject();
      if (!extras.contains("class")) continue;
      const QJsonObject& point = own[extras["id"].toString()];
      for (auto p = point.begin(); p != point.end(); ++p)
        QVERIFY2(extras[p.key()] == p.value(), qPrintable(p.key()));
      ++checked;
    }
    QCOMPARE(checked, own.size());
  }

  void everyFaceOfTheTerrainLooksUp() {
    const QByteArray bytes = read("gltf/world.glb");
    const QJsonObject root = glb("gltf/world.glb");
    quint32 json = 0;
    std::memcpy(&json, bytes.constData() + 12, 4);
    const char* binary = bytes.constData() + 28 + json;
    const auto start = [&](int accessor) {
      const QJsonObject view =
          root["bufferViews"][root["accessors"][accessor]["bufferView"].toInt()].toObject();
      return binary + view["byteOffset"].toInt();
    };
    int faces = 0;
    for (const QJsonValue& mesh : root["meshes"].toArray()) {
      if (!mesh["name"].toString().startsWith("terrain")) continue;
      const QJsonValue part = mesh["primitives"][0];
      const auto* p = reinterpret_cast<const float*>(start(part["attributes"]["POSITION"].toInt()));
      const auto* k = reinterpret_cast<const quint16*>(start(part["indices"].toInt()));
      const int count = root["accessors"][part["indices"].toInt()]["count"].toInt();
      for (int i = 0; i < count; i += 3, ++faces) {
        const float *a = p + 3 * k[i], *b = p + 3 * k[i + 1], *c = p + 3 * k[i + 2];
        QVERIFY((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) > 0);
      }
    }
    QCOMPARE(faces, 2 * 128 * 128);
  }

  void oneMoreOfAClassIsOneNewThing() {
    const auto uids = [&](const QString& folder, const QStringList& more) {
      const Outcome made = run(QStringList{"export", "Tiny", "--seed", "3", "--resolution", "64", "--target",
                                           "csv,unity", "-o", dir_.filePath(folder)} +
                               more);
      QStringList out;
      if (made.code != 0) return out;
      for (const QString& line : QString::fromUtf8(contents(dir_.filePath(folder + "/csv/points.csv")))
                                     .split('\n', Qt::SkipEmptyParts)
                                     .mid(1))
        out << fieldsOf(line)[0];
      return out;
    };
    const QStringList before = uids("edit", {"--set", "resources[0].quota=24"});
    const QByteArray heights = contents(dir_.filePath("edit/unity/ground_x0_z0.raw"));
    const QStringList after = uids("edit", {"--set", "resources[0].quota=25"});
    QVERIFY(before.size() > 50 && heights.size() > 1000);
    const QSet<QString> old(before.begin(), before.end()), now(after.begin(), after.end());
    QCOMPARE((now - old).size(), 1);
    QCOMPARE((old - now).size(), 0);
    QCOMPARE(contents(dir_.filePath("edit/unity/ground_x0_z0.raw")), heights);
  }

  void everyShapeLiesAtItsPlace_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"unreal", "unity", "tiled", "web", "gltf"}) QTest::newRow(target) << target;
  }
  void everyShapeLiesAtItsPlace() {
    QFETCH(QString, target);
    if (!QFile::exists(dir_.filePath("rivers/rivers.geojson"))) {
      // Steeper than as shipped: eight waterfalls.
      QStringList world{"Tiny", "--seed", "7", "--resolution", "64"};
      for (const char* setting : {"relief.height_max_m=300", "footprints.settlement_ha=2"})
        world << "--set" << setting;
      const Outcome render =
          run(QStringList{"render"} + world +
              QStringList{"--views", "none", "--formats", "geojson,geotiff", "-o", dir_.filePath("rivers")});
      QVERIFY2(render.code == 0, render.err);
      const Outcome made = run({"export", dir_.filePath("rivers"), "--target", "unreal,unity,tiled,web,gltf",
                                "-o", path("rivers")});
      QVERIFY2(made.code == 0, made.err);
    }
    const std::map<QString, Shapes (TestEnginePlaces::*)() const> readers{
        {"unreal", &TestEnginePlaces::unrealShapes},
        {"unity", &TestEnginePlaces::unityShapes},
        {"tiled", &TestEnginePlaces::tiledShapes},
        {"web", &TestEnginePlaces::webShapes},
        {"gltf", &TestEnginePlaces::gltfShapes}};
    const Shapes wanted = renderShapes(), found = (this->*readers.at(target))();
    QVERIFY(wanted.size() > 150);
    double worst = 0, mirrored = 0;
    for (auto shape = wanted.begin(); shape != wanted.end(); ++shape) {
      const QList<Place>& places = found[shape.key()];
      QVERIFY2(places.size() == shape->size(), qPrintable(shape.key()));
      for (int k = 0; k < places.size(); ++k) {
        const Place &a = (*shape)[k], &b = places[k];
        worst = std::max(worst, std::hypot(a.x - b.x, a.y - b.y));
        mirrored = std::max(mirrored, std::hypot(side_ - a.x - b.x, a.y - b.y));
      }
    }
    QVERIFY2(worst <= (target == "gltf" || target == "web" ? 1e-3 : 2e-6),
             qPrintable(QString::number(worst)));
    QVERIFY(mirrored > 100);
    // Waterfalls are no file of the render: each lies on its reach.
    int falls = 0;
    for (auto shape = found.begin(); shape != found.end(); ++shape)
      falls += shape.key().startsWith("waterfalls/");
    QVERIFY(falls > 5);
  }
};

FW_TEST(TestEnginePlaces)
#include "test_engine_places.moc"
