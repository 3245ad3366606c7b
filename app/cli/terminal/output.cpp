#include "app/cli/terminal/output.h"

#include <nlohmann/json.hpp>

#include "app/cli/terminal/console.h"
#include "app/job/folder/atomic_file.h"

namespace fw::cli {
int deliver(const std::string& text, const Options& options) {
  if (options.output.empty() || options.output == "-")
    return print(text) ? 0 : static_cast<int>(ErrorKind::io);
  const Result<Done> written = write_file_atomically(options.output, text, options.force);
  if (!written) return fail(written.error());
  return 0;
}

namespace {

/// Keys without a value are null: a setting has no line, a text's value no setting.
nlohmann::ordered_json place_json(const TemplatePlace& place) {
  nlohmann::ordered_json out{
      {"file", place.source}, {"line", nullptr}, {"column", nullptr}, {"set", nullptr}, {"path", place.path}};
  if (place.line > 0) out["line"] = place.line, out["column"] = place.column;
  if (!place.setting.empty()) out["file"] = nullptr, out["set"] = place.setting;
  return out;
}

}  // namespace

std::string findings_json(const Findings& findings, const BuildRequest& request) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const std::vector<TemplatePlace> places = places_of(request, findings);
  for (size_t k = 0; k < findings.size(); ++k) {
    const Finding& finding = findings[k];
    const char* severity = finding.severity == Severity::error     ? "error"
                           : finding.severity == Severity::warning ? "warning"
                                                                   : "info";
    list.push_back({{"severity", severity},
                    {"code", finding.code},
                    {"where", finding.where},
                    {"place", place_json(places[k])},
                    {"message", finding.message}});
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

int strict_code(bool clean, const Options& options) {
  return options.strict && !clean ? static_cast<int>(ErrorKind::mismatch) : 0;
}

}  // namespace fw::cli
