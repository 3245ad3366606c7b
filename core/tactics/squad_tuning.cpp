#include <array>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/tactics/squad.h"
#include "core/tactics/tokens_rows_internal.h"

namespace fw {

namespace {

template <auto... Path>
constexpr TuningRow<SquadParams> squad_row(ValueRule rule) {
  return tuning_row<SquadParams, Path...>(rule);
}

const std::vector<TuningRow<SquadParams>>& squad_rows() {
  using P = SquadParams;
  static const auto rows = [] {
    const auto tokens = token_rows<P, &P::tokens>(kSquadTokenPaths);
    std::vector<TuningRow<P>> all(tokens.begin(), tokens.end());
    const TuningRow<P> own[] = {
        squad_row<&P::speed_mps>({"squad.speed_mps", "m/s", 0.1, 50, false, {}, "of members that walk"}),
        squad_row<&P::arrive_s>(
            {"squad.arrive_s", "s", 0.05, 10, false, {}, "so near its slot a member slows down"}),
        squad_row<&P::turn_share>({"squad.turn_share",
                                   "",
                                   0.001,
                                   1,
                                   false,
                                   {},
                                   "of the way to the target's facing that the ring turns in 0.1 s"}),
        squad_row<&P::notice_m>(
            {"squad.notice_m", "m", 1, 1e5, false, {}, "a target so near a squad's home is met"}),
        squad_row<&P::leave>(
            {"squad.leave", "", 1, 100, false, {}, "and left beyond so many times that distance"}),
        squad_row<&P::posts, &PostParams::shares, &PostShares::flank>(
            {"squad.share.flank", "", 0, 1, false, {}, "share of a squad at the target's sides"}),
        squad_row<&P::posts, &PostParams::shares, &PostShares::support>(
            {"squad.share.support", "", 0, 1, false, {}, "share that is ready behind them"}),
        squad_row<&P::posts, &PostParams::shares, &PostShares::rest>(
            {"squad.share.rest", "", 0, 1, false, {}, "share that rests"}),
        squad_row<&P::posts, &PostParams::every_s>(
            {"squad.posts_s", "s", 0.01, 3600, false, {}, "posts and slots are chosen this often"}),
        squad_row<&P::posts, &PostParams::rest_hold>(
            {"squad.rest_hold", "", 0, 3, false, {}, "bonus of who rests, in noise"}),
        squad_row<&P::posts, &PostParams::flank_hold_rad>(
            {"squad.flank_hold_rad", "rad", 0, 3, false, {}, "bonus of who flanks"}),
        squad_row<&P::posts, &PostParams::support_hold_s>({"squad.support_hold_s",
                                                           "s",
                                                           0,
                                                           600,
                                                           false,
                                                           {},
                                                           "bonus of who supports, in time since an attack"}),
        squad_row<&P::posts, &PostParams::flank_noise_rad>(
            {"squad.flank_noise_rad", "rad", 0, 3, false, {}, "noise that is added to bearings"}),
        squad_row<&P::posts, &PostParams::ring_m>(
            {"squad.ring_m", "m", 0.2, 1000, false, {}, "radius of the ring of those in front"}),
        squad_row<&P::posts, &PostParams::slot_hold_m2>(
            {"squad.slot_hold_m2", "m2", 0, 1e4, false, {}, "bonus of the slot that a member has"}),
    };
    all.insert(all.end(), std::begin(own), std::end(own));
    return all;
  }();
  return rows;
}

}  // namespace

SquadParams squad_preset(TokenMethod method) {
  SquadParams params;
  params.tokens = token_preset(method);
  return params;
}

std::span<const TuningRow<SquadParams>> squad_tuning() {
  return squad_rows();
}

Result<Done> check_squads(const SquadParams& params) {
  if (auto rows = check<SquadParams>(params, squad_tuning()); !rows) return rows;
  const PostShares& s = params.posts.shares;
  if (const double sum = s.flank + s.support + s.rest; !(sum <= 1 + 1e-9))
    return Error{ErrorKind::usage, "squad.share: found " + number_text(sum) +
                                       " for flank, support and rest together, expected at most 1"};
  return check_tokens(params.tokens, "squad.");
}

}  // namespace fw
