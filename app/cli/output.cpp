#include "app/cli/output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/console.h"

namespace fw::cli {
namespace {

Error cannot_write(const std::string& path, const std::string& why) {
  return {ErrorKind::io, path + ": could not be written: " + why};
}

Result<Done> write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".part";
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  std::error_code problem;
  if (!out) {
    const std::string why = std::strerror(errno);
    std::filesystem::remove(temporary, problem);
    return cannot_write(path, why);
  }
  std::filesystem::rename(temporary, path, problem);
  if (!problem) return Done{};
  const std::string why = problem.message();
  std::filesystem::remove(temporary, problem);
  return cannot_write(path, why);
}

}  // namespace

int deliver(const std::string& text, const Options& options) {
  if (options.output.empty() || options.output == "-")
    return print(text) ? 0 : static_cast<int>(ErrorKind::io);
  std::error_code problem;
  if (std::filesystem::exists(options.output, problem) && !options.force)
    return fail({ErrorKind::io, options.output + ": exists already; --force overwrites it"});
  if (const auto written = write_file(options.output, text); !written) return fail(written.error());
  return 0;
}

std::string findings_json(const Findings& findings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    const char* severity = finding.severity == Severity::error     ? "error"
                           : finding.severity == Severity::warning ? "warning"
                                                                   : "info";
    list.push_back({{"severity", severity},
                    {"code", finding.code},
                    {"where", finding.where},
                    {"message", finding.message}});
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

int strict_code(bool clean, const Options& options) {
  return options.strict && !clean ? static_cast<int>(ErrorKind::mismatch) : 0;
}

}  // namespace fw::cli
