#include <map>

#include "core/template/text/template_reader.h"

namespace fw {
namespace {

std::string at(const char* list, size_t row) {
  return std::string(list) + "[" + std::to_string(row) + "].class";
}

/// Two rows for one class and target would leave open which of them counts.
class Once {
 public:
  Once(const ReadTemplate& read, Problems& problems) : read_(read), problems_(problems) {}

  void see(const std::string& what, const std::string& path, const std::string& words) {
    const auto [first, fresh] = seen_.emplace(what, path);
    if (!fresh)
      problems_.add(
          read_.node_at(path), path,
          "found " + words + " again, first in " + first->second + "; expected one row per class and target");
  }

 private:
  const ReadTemplate& read_;
  Problems& problems_;
  std::map<std::string, std::string> seen_;
};

}  // namespace

void check_exports(const ReadTemplate& read, Problems& problems) {
  const ExportParams& exports = read.tmpl.exports;
  if (exports.server_rounds % 4 != 0)
    problems.add(read.node_at("export.server_rounds"), "export.server_rounds",
                 "found " + std::to_string(exports.server_rounds) + ", expected a multiple of 4, such as " +
                     std::to_string((exports.server_rounds + 2) / 4 * 4));
  Once things(read, problems), grounds(read, problems);
  for (size_t i = 0; i < exports.things.size(); ++i) {
    const ExportThing& row = exports.things[i];
    things.see(row.cls + "|" + row.target, at("export.things", i), row.cls + " for " + row.target);
  }
  for (size_t i = 0; i < exports.grounds.size(); ++i) {
    const ExportGround& row = exports.grounds[i];
    const std::string path = at("export.grounds", i);
    grounds.see(row.layer + "|" + row.cls + "|" + row.target, path, row.cls + " for " + row.target);
  }
}

}  // namespace fw
