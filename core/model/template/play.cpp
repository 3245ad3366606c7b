#include "core/model/template/play.h"

#include <algorithm>

namespace fw {

PlayParams play_of(const PlayParams& stated, const Vocabulary& vocabulary) {
  constexpr std::array<double, 4> kRisk{1, 1.1, 1.35, 1.8};
  PlayParams play = stated;
  const size_t bands = vocabulary.danger.size();
  play.risk.resize(bands, 0.0);
  for (size_t k = 0; k < bands; ++k) {
    if (play.risk[k] > 0) continue;
    const double at = bands < 2 ? 0 : 3.0 * static_cast<double>(k) / static_cast<double>(bands - 1);
    const size_t low = std::min(static_cast<size_t>(at), kRisk.size() - 2);
    play.risk[k] = kRisk[low] + (at - static_cast<double>(low)) * (kRisk[low + 1] - kRisk[low]);
  }
  return play;
}

}  // namespace fw
