#include <array>
#include <string>

#include "core/model/template/noise_tuning.h"
#include "core/spawn/spawn.h"

namespace fw {

namespace {

template <auto... Path>
constexpr TuningRow<SpawnParams> row(ValueRule rule) {
  return tuning_row<SpawnParams, Path...>(rule);
}

using P = SpawnParams;
using M = MonsterMotion;
using Script = PlayerScript;
using F = FrontParams;
using N = NoiseStack;
using Sites = PhaseSiteParams;
using B = IsoBandParams;
using Fr = FilteredParams;
using Pds = PoissonDiskParams;
using Mvn = MvnParams;
using Fac = FacilityParams;
using Sin = SinusoidParams;
constexpr std::array<std::string_view, 2> kLevellings{"min_max", "equalised"};
constexpr std::array<std::string_view, 2> kLevels{"sine", "linear"};
constexpr std::array<std::string_view, 2> kChoices{"random", "farthest"};

const TuningRow<SpawnParams> kRows[] = {
    row<&P::method>({"spawn.method", "", 0, 0, false, kSpawnMethodSlugs, "where and when things spawn"}),
    row<&P::cycle_s>({"spawn.cycle_s", "s", 10, 86400, true, {}, "length of a cycle"}),
    row<&P::target>({"spawn.target", "", 1, 100000, true, {}, "living population never exceeded"}),
    row<&P::quota>({"spawn.quota", "", 1, 100000, true, {}, "spawns per cycle never exceeded"}),
    row<&P::players>({"spawn.players", "", 0, 10000, true, {}, "scripted players"}),
    row<&P::cooldown_after>({"spawn.cooldown_after",
                             "",
                             0,
                             100000,
                             true,
                             {},
                             "spawns in a cycle after which the rest of it is cooldown; 0 = the quota"}),
    row<&P::cooldown_s>({"spawn.cooldown_s", "s", 0, 86400, true, {}, "least time between spawning ticks"}),
    row<&P::block_s>(
        {"spawn.block_s", "s", 0, 86400, true, {}, "no spawn near an elimination for this long; 0 = off"}),
    row<&P::block_radius_m>({"spawn.block_radius_m", "m", 0, 1e5, false, {}, "reach of that block"}),
    row<&P::spacing_m>({"spawn.spacing_m", "m", 0, 1e5, false, {}, "least distance to the living; 0 = none"}),
    row<&P::refill_s>({"spawn.refill_s",
                       "s",
                       0,
                       1e6,
                       false,
                       {},
                       "what is missing comes back within about this time, smoothly; 0 = at once"}),
    row<&P::despawn_per_s>(
        {"spawn.despawn_per_s", "1/s", 0, 1, false, {}, "chance of each living one to vanish per second"}),

    row<&P::monsters, &M::speed_mps>({"spawn.monsters.speed_mps", "m/s", 0, 1000, false, {}, "speed"}),
    row<&P::monsters, &M::persistence>(
        {"spawn.monsters.persistence", "", 0, 1, false, {}, "persistence of the heading"}),
    row<&P::monsters, &M::turn_noise_rad>(
        {"spawn.monsters.turn_noise_rad", "rad", 0, 6.3, false, {}, "turn noise before persistence"}),
    row<&P::monsters, &M::jitter_m>(
        {"spawn.monsters.jitter_m", "m", 0, 1000, false, {}, "sd of the jitter per axis and second"}),
    row<&P::player, &Script::speed_mps>({"spawn.player.speed_mps", "m/s", 0, 1000, false, {}, "speed"}),
    row<&P::player, &Script::turn_noise_rad>(
        {"spawn.player.turn_noise_rad", "rad", 0, 6.3, false, {}, "sd of the turn per second"}),
    row<&P::player, &Script::kill_radius_m>(
        {"spawn.player.kill_radius_m", "m", 0, 1e5, false, {}, "monsters this near are removed"}),

    noise_row<P, &N::wavelength_m, &P::front, &F::stack>("spawn.field.wavelength_m"),
    noise_row<P, &N::octaves, &P::front, &F::stack>("spawn.field.octaves"),
    noise_row<P, &N::persistence, &P::front, &F::stack>("spawn.field.persistence"),
    noise_row<P, &N::lacunarity, &P::front, &F::stack>("spawn.field.lacunarity"),
    noise_row<P, &N::update, &P::front, &F::stack>("spawn.field.update"),
    noise_row<P, &N::cells_t, &P::front, &F::stack>("spawn.field.cells_t"),
    row<&P::front, &F::density_frequency>(
        {"spawn.field.density_frequency",
         "",
         0,
         10,
         false,
         {},
         "g > 0: wavelength = L / (g sqrt(quota)), L = sqrt(eligible area); 0 = wavelength_m"}),
    row<&P::front, &F::phase_per_cycle>(
        {"spawn.field.phase_per_cycle", "", 0, 100, false, {}, "noise phase added per cycle"}),
    row<&P::front, &F::lattice_step_m>(
        {"spawn.field.lattice_step_m", "m", 0.05, 1e5, false, {}, "lattice that levels the field"}),
    row<&P::front, &F::levelling>(
        {"spawn.field.levelling", "", 0, 0, false, kLevellings, "from noise to levels in [0, 1)"}),

    row<&P::sites, &Sites::per_side>(
        {"spawn.sites.per_side", "", 1, 256, true, {}, "perlin_a: stratified candidates per side"}),
    row<&P::sites, &Sites::keep_share>(
        {"spawn.sites.keep_share", "", 0, 1, false, {}, "perlin_a: share of them that takes part"}),
    row<&P::sites, &Sites::slot_s>(
        {"spawn.sites.slot_s", "s", 1, 86400, true, {}, "perlin_a: one site per slot"}),
    row<&P::sites, &Sites::count>({"spawn.sites.count",
                                   "",
                                   0,
                                   100000,
                                   true,
                                   {},
                                   "a_full: sites per cycle, at most the quota; 0 = the quota"}),
    row<&P::sites, &Sites::best_of>(
        {"spawn.sites.best_of", "", 1, 1000, true, {}, "a_full: blue-noise candidates per site"}),
    row<&P::sites, &Sites::memory_cycles>(
        {"spawn.sites.memory_cycles", "", 0, 100, true, {}, "a_full: cycles whose sites new ones avoid"}),
    row<&P::sites, &Sites::follow>(
        {"spawn.sites.follow", "", 0, 0, false, kSiteFollowSlugs,
         "a_full on a world: sites evenly on the class's ground, or as its intensity has it"}),

    row<&P::band, &B::paced>({"spawn.band.paced", "", 0, 0, false, kNoYesSlugs,
                              "one spawn every cycle / quota instead of batches"}),
    row<&P::band, &B::spacing_s>({"spawn.band.spacing_s", "s", 1, 86400, true, {}, "between batches"}),
    row<&P::band, &B::jitter_s>(
        {"spawn.band.jitter_s", "s", 0, 86400, true, {}, "whole seconds, either way, of a batch"}),
    row<&P::band, &B::separation_s>(
        {"spawn.band.separation_s", "s", 0, 86400, true, {}, "least time from one batch to the next"}),
    row<&P::band, &B::batch_mean>(
        {"spawn.band.batch_mean", "", 0, 1000, false, {}, "mean of the Poisson count of a batch"}),
    row<&P::band, &B::batch_min>({"spawn.band.batch_min", "", 0, 1000, true, {}, "least count of a batch"}),
    row<&P::band, &B::batch_max>({"spawn.band.batch_max", "", 0, 1000, true, {}, "largest count of a batch"}),
    row<&P::band, &B::half_width>(
        {"spawn.band.half_width", "", 0, 1, false, {}, "the band is open where |n - level| is at most this"}),
    row<&P::band, &B::level>(
        {"spawn.band.level", "", 0, 0, false, kLevels, "how the level runs over the cycle"}),
    row<&P::band, &B::choice>({"spawn.band.choice", "", 0, 0, false, kChoices, "which point of the band"}),
    row<&P::band, &B::pool>({"spawn.band.pool", "", 1, 65536, true, {}, "draws in search of the band"}),
    row<&P::band, &B::memory_s>(
        {"spawn.band.memory_s", "s", 0, 86400, true, {}, "farthest: earlier spawns count like the living"}),

    row<&P::uniform_every_s>({"spawn.uniform.every_s", "s", 1, 86400, true, {}, "between proposals"}),
    row<&P::filtered, &Fr::every_s>({"spawn.filtered.every_s", "s", 1, 86400, true, {}, "between proposals"}),
    row<&P::filtered, &Fr::tries>({"spawn.filtered.tries", "", 1, 10000, true, {}, "draws per proposal"}),
    row<&P::filtered, &Fr::from_player_m>(
        {"spawn.filtered.from_player_m", "m", 0, 1e5, false, {}, "least distance to a player"}),
    row<&P::filtered, &Fr::from_monster_m>(
        {"spawn.filtered.from_monster_m", "m", 0, 1e5, false, {}, "least distance to a living one"}),
    row<&P::disk, &Pds::every_s>({"spawn.disk.every_s", "s", 1, 86400, true, {}, "between dart sets"}),
    row<&P::disk, &Pds::darts>({"spawn.disk.darts", "", 1, 10000, true, {}, "darts per set"}),
    row<&P::disk, &Pds::radius_m>(
        {"spawn.disk.radius_m", "m", 0, 1e5, false, {}, "least distance inside a set"}),
    row<&P::mvn, &Mvn::every_s>({"spawn.mvn.every_s", "s", 1, 86400, true, {}, "between batches"}),
    row<&P::mvn, &Mvn::components>({"spawn.mvn.components", "", 1, 1000, true, {}, "Gaussians"}),
    row<&P::mvn, &Mvn::margin_share>({"spawn.mvn.margin_share",
                                      "",
                                      0,
                                      0.5,
                                      false,
                                      {},
                                      "centres keep this share of the side from the border"}),
    row<&P::mvn, &Mvn::sigma_share>(
        {"spawn.mvn.sigma_share", "", 0, 10, false, {}, "sd over L = sqrt(eligible area)"}),
    row<&P::mvn, &Mvn::batch_mean>(
        {"spawn.mvn.batch_mean", "", 0, 1000, false, {}, "mean of the Poisson count of a batch"}),
    row<&P::facility, &Fac::every_s>(
        {"spawn.facility.every_s", "s", 1, 86400, true, {}, "between proposals"}),
    row<&P::facility, &Fac::candidates>(
        {"spawn.facility.candidates", "", 1, 10000, true, {}, "uniform candidates"}),
    row<&P::facility, &Fac::distance_cap>({"spawn.facility.distance_cap",
                                           "",
                                           0,
                                           1000,
                                           false,
                                           {},
                                           "largest distance score, in sqrt(area / target)"}),
    row<&P::facility, &Fac::field_weight>(
        {"spawn.facility.field_weight", "", 0, 1000, false, {}, "weight of the field in the score"}),
    row<&P::sinusoid, &Sin::rate_per_s>(
        {"spawn.sinusoid.rate_per_s", "1/s", 0, 1000, false, {}, "mean rate"}),
    row<&P::sinusoid, &Sin::depth>({"spawn.sinusoid.depth", "", 0, 1, false, {}, "depth of the modulation"}),
};

}  // namespace

std::span<const TuningRow<SpawnParams>> spawn_tuning() {
  return kRows;
}

Result<Done> check_spawn(const SpawnParams& params) {
  if (auto fits = check<SpawnParams>(params, kRows); !fits) return fits;
  if (params.band.batch_min > params.band.batch_max)
    return Error{ErrorKind::usage, "spawn.band.batch_min: found " + std::to_string(params.band.batch_min) +
                                       ", expected at most spawn.band.batch_max (" +
                                       std::to_string(params.band.batch_max) + ")"};
  return Done{};
}

SpawnParams spawn_preset(SpawnMethod method) {
  SpawnParams p;
  p.method = method;
  if (method == SpawnMethod::perlin_b_far) {
    p.band.spacing_s = 15;
    p.band.jitter_s = 5;
    p.band.choice = BandChoice::farthest;
  }
  // Desirability is a property of a place: one field for the whole run.
  if (method == SpawnMethod::facility) p.front.stack.update = FieldUpdate::drift;
  if (method == SpawnMethod::a_full || method == SpawnMethod::b_full) {
    p.front.stack.update = FieldUpdate::drift;
    p.front.phase_per_cycle = 0.25;
    p.front.density_frequency = 0.15;
    p.front.levelling = Levelling::equalised;
  }
  if (method == SpawnMethod::b_full) {
    p.band.paced = true;
    p.band.half_width = 0.04;
    p.band.level = LevelShape::linear;
    p.band.choice = BandChoice::farthest;
    p.band.memory_s = 1800;
  }
  return p;
}

SpawnParams scale_lengths(SpawnParams params, double factor) {
  for (double* length_m :
       {&params.block_radius_m, &params.spacing_m, &params.player.kill_radius_m,
        &params.front.stack.wavelength_m, &params.front.lattice_step_m, &params.filtered.from_player_m,
        &params.filtered.from_monster_m, &params.disk.radius_m})
    *length_m *= factor;
  return params;
}

}  // namespace fw
