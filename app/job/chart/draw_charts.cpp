#include "app/job/chart/draw_charts.h"

#include <atomic>
#include <string_view>
#include <utility>

#include "core/base/parallel/parallel.h"

namespace fw {

Result<std::vector<NamedFile>> draw_all(const std::vector<NamedChart>& charts, const Progress& progress) {
  constexpr std::pair<PageFormat, std::string_view> kFormats[] = {{PageFormat::svg, ".svg"},
                                                                  {PageFormat::png, ".png"}};
  std::vector<NamedFile> files(2 * charts.size());
  std::vector<Error> errors(files.size());
  std::atomic<bool> failed{false};
  parallel_for(files.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const auto& [format, ending] = kFormats[i % 2];
      files[i].name = "charts/" + charts[i / 2].name + std::string(ending);
      auto drawn = progress.cancelled()
                       ? Result<std::string>(Error{ErrorKind::cancelled, "charts: cancelled"})
                       : draw_chart(charts[i / 2].chart, {}, format);
      if (drawn) {
        files[i].bytes = std::move(drawn).value();
        continue;
      }
      errors[i] = drawn.error();
      errors[i].message = files[i].name + ": " + errors[i].message;
      failed = true;
    }
  });
  if (failed)
    for (const Error& error : errors)
      if (!error.message.empty()) return error;
  return files;
}

}  // namespace fw
