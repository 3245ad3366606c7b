#include "render/page/little_memory.h"

#include <glib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <string>
#include <string_view>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

// GLib calls these without a place for a value of ours.
int g_exit_code = 0;

bool is_fatal(GLogLevelFlags level) {
  return (level & (G_LOG_FLAG_FATAL | G_LOG_LEVEL_ERROR)) != 0;
}

[[noreturn]] void end() {
  constexpr std::string_view kText =
      "fieldwright: out of memory: text cannot be set; allow the process more memory, or use a smaller "
      "--resolution "
      "or --map-px\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(g_exit_code);
}

void on_message(const gchar* domain, GLogLevelFlags level, const gchar* text, gpointer data) {
  if (is_fatal(level)) end();
  g_log_default_handler(domain, level, text, data);
}

GLogWriterOutput on_fields(GLogLevelFlags level, const GLogField* fields, gsize count, gpointer data) {
  if (is_fatal(level)) end();
  return g_log_writer_default(level, fields, count, data);
}

constexpr double kMiB = 1 << 20;
// Measured with limits of 128 to 1024 MiB. A thread reserves a stack and an arena.
constexpr double kTextAddresses = 320 * kMiB, kGisAddresses = 320 * kMiB, kThreadAddresses = 72 * kMiB;

std::string mib_text(double bytes) {
  return std::to_string(std::llround(bytes / kMiB)) + " MiB";
}

}  // namespace

Result<Done> check_addresses(Uses uses) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return Done{};
  const auto allowed = static_cast<double>(limit.rlim_cur);
  const double needed =
      kTextAddresses + (uses == Uses::text_and_gis ? kGisAddresses : 0) + kThreadAddresses * worker_threads();
  if (allowed >= needed) return Done{};
  return Error{ErrorKind::limit, "too little memory: the process may use " + mib_text(allowed) +
                                     " of addresses (ulimit -v), expected at least " + mib_text(needed) +
                                     " with " + std::to_string(worker_threads()) +
                                     " threads; allow it more, or use fewer --threads"};
}

void end_where_text_has_no_memory(int exit_code) {
  g_exit_code = exit_code;
  g_log_set_default_handler(on_message, nullptr);
  g_log_set_writer_func(on_fields, nullptr, nullptr);
}

}  // namespace fw
