#include <mutex>
#include <optional>

#include "app/job/search/report/gallery.h"
#include "core/base/parallel/one_thread.h"
#include "core/base/parallel/parallel.h"
#include "core/world/generate.h"
#include "render/map/map_picture.h"
#include "render/map/scene/atlas.h"
#include "render/page/webp.h"

namespace fw {
namespace {

/// Cells of a thumbnail's world: enough for its pixels, a tenth of the work of a whole one.
constexpr int kThumbnailResolution = 128;

/// "" where the map cannot be drawn: a symbol that is missing, no fonts.
Result<std::string> thumbnail(const SearchPlan& plan, uint64_t seed, const Progress& quiet) {
  const Template& tmpl = plan.tmpl;
  const auto world =
      generate(tmpl, seeds_of(plan, seed), kThumbnailResolution, quiet, nullptr, GenerateScope::layers);
  if (!world) return world.error();
  PlateStyle style;
  const Palette palette = make_palette(tmpl.vocabulary, style.palette);
  const Atlas atlas = prepare_atlas(*world.value(), tmpl, {}, palette, style, quiet);
  if (quiet.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  const MapWindow window = fit_window(atlas.frame_m(), kThumbnail_px, kThumbnail_px, 1, 0);
  const Result<MapImage> map = draw_map(atlas, map_look(View::overview), window, MapDetail::quick, quiet);
  if (!map) return quiet.cancelled() ? Result<std::string>(map.error()) : std::string();
  const MapImage& image = map.value();
  const Result<std::string> webp =
      webp_still({image.argb.data(), image.width_px, image.height_px, static_cast<size_t>(image.width_px)});
  return webp ? webp.value() : std::string();
}

}  // namespace

Result<std::vector<std::string>> thumbnails(const SearchPlan& plan, const std::vector<Pass>& passes,
                                            const std::vector<size_t>& kept, const Progress& progress) {
  Progress quiet;
  quiet.cancel = progress.cancel;
  std::vector<std::string> maps(kept.size());
  std::mutex guard;
  std::optional<Error> problem;
  parallel_for(kept.size(), 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      Result<std::string> map = std::string();
      on_one_thread([&] { map = thumbnail(plan, passes[kept[k]].seed, quiet); });
      if (map) {
        maps[k] = std::move(map).value();
        continue;
      }
      const std::lock_guard lock(guard);
      problem = map.error();
    }
  });
  if (problem) return *problem;
  return maps;
}

}  // namespace fw
