#include "app/gui/template/page_look.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace fw {
namespace {

constexpr std::array kFills{MapLayer::biome, MapLayer::danger, MapLayer::faction};

struct PageLook {
  std::string_view page;
  std::optional<MapLayer> fill;     ///< none: the bare ground
  std::optional<MapLayer> symbols;  ///< shown besides
};

constexpr std::array kPages{PageLook{"land", {}, {}},
                            PageLook{"water", {}, {}},
                            PageLook{"coast", {}, {}},
                            PageLook{"noise.height", {}, {}},
                            PageLook{"regions", MapLayer::faction, {}},
                            PageLook{"factions", MapLayer::faction, {}},
                            PageLook{"names", MapLayer::faction, {}},
                            PageLook{"noise.faction", MapLayer::faction, {}},
                            PageLook{"biomes", MapLayer::biome, {}},
                            PageLook{"noise.biome", MapLayer::biome, {}},
                            PageLook{"noise.rain", MapLayer::biome, {}},
                            PageLook{"danger", MapLayer::danger, {}},
                            PageLook{"noise.danger", MapLayer::danger, {}},
                            PageLook{"resources", MapLayer::biome, MapLayer::resources},
                            PageLook{"families", MapLayer::biome, MapLayer::resources},
                            PageLook{"wildlife", MapLayer::biome, MapLayer::wildlife},
                            PageLook{"enemies", MapLayer::danger, MapLayer::enemies},
                            PageLook{"rarities", MapLayer::danger, MapLayer::enemies},
                            PageLook{"landmarks", MapLayer::faction, MapLayer::landmarks}};

}  // namespace

MapLook look_for_page(MapLook look, std::string_view page) {
  const auto of =
      std::find_if(kPages.begin(), kPages.end(), [&](const PageLook& p) { return p.page == page; });
  if (of == kPages.end()) return look;
  look = with_every_layer(std::move(look));
  for (ViewLayer& layer : look.layers) {
    const bool fill = std::find(kFills.begin(), kFills.end(), layer.layer) != kFills.end();
    const bool wanted = layer.layer == of->fill || layer.layer == of->symbols;
    if (wanted && !layer.shown) layer.opacity = 1;
    layer.shown = fill ? wanted : layer.shown || wanted;
  }
  return look;
}

}  // namespace fw
