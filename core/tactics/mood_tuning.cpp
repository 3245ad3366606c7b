#include <string>

#include "core/base/number_text.h"
#include "core/model/template/noise_tuning.h"
#include "core/tactics/mood.h"

namespace fw {

namespace {

using P = MoodParams;

template <auto... Path>
constexpr TuningRow<P> mood_row(ValueRule rule) {
  return tuning_row<P, Path...>(rule);
}

/// A row of one mood's number in an array of them.
template <auto Array, Mood M>
constexpr TuningRow<P> row_of_mood(ValueRule rule) {
  constexpr auto at = static_cast<size_t>(M);
  return {rule, [](const P& p) { return (p.*Array)[at]; },
          [](P& p, double value) { (p.*Array)[at] = value; }};
}

const TuningRow<P> kMoodRows[] = {
    mood_row<&P::method>({"mood.method", "", 0, 0, false, kMoodMethodSlugs, "how moods are given out"}),
    mood_row<&P::tick_s>({"mood.tick_s", "s", 0.05, 10, false, {}, "length of a tick"}),
    noise_row<P, &NoiseStack::wavelength_m, &P::field>("mood.wavelength_m"),
    noise_row<P, &NoiseStack::octaves, &P::field>("mood.octaves"),
    noise_row<P, &NoiseStack::persistence, &P::field>("mood.persistence"),
    noise_row<P, &NoiseStack::lacunarity, &P::field>("mood.lacunarity"),
    noise_row<P, &NoiseStack::drift_per_s, &P::field>("mood.drift_per_s"),
    mood_row<&P::trait>({"mood.trait", "", 0, 10, false, {}, "weight of an agent's own number"}),
    mood_row<&P::hold>({"mood.hold", "", 0, 3, false, {}, "bonus of who is in a mood"}),
    mood_row<&P::dwell_s>({"mood.dwell_s", "s", 0, 600, false, {}, "a new mood is kept this long"}),
    row_of_mood<&P::share, Mood::curious>(
        {"mood.share.curious", "", 0, 1, false, {}, "share of curious agents"}),
    row_of_mood<&P::share, Mood::alert>({"mood.share.alert", "", 0, 1, false, {}, "share of alert agents"}),
    row_of_mood<&P::share, Mood::combat>(
        {"mood.share.combat", "", 0, 1, false, {}, "share of fighting agents"}),
    row_of_mood<&P::share, Mood::flee>({"mood.share.flee", "", 0, 1, false, {}, "share of fleeing agents"}),
    mood_row<&P::counts>(
        {"mood.counts", "", 0, 0, false, kMoodCountsSlugs, "whether the alarmed change how many there are"}),
    row_of_mood<&P::most, Mood::alert>(
        {"mood.most.alert", "", 0, 1, false, {}, "ambient: most of all that are alert"}),
    row_of_mood<&P::most, Mood::combat>(
        {"mood.most.combat", "", 0, 1, false, {}, "ambient: most of all that fight"}),
    row_of_mood<&P::most, Mood::flee>(
        {"mood.most.flee", "", 0, 1, false, {}, "ambient: most of all that flee"}),
    mood_row<&P::shows_s>({"mood.shows_s", "s", 0, 60, false, {}, "a new mood shows after 0 to this"}),
    mood_row<&P::alarm, &AlarmParams::threshold>(
        {"mood.alarm.threshold", "", 0.01, 0.4, false, {}, "share of alarmed neighbours that alarms"}),
    mood_row<&P::alarm, &AlarmParams::speed_mps>(
        {"mood.alarm.speed_mps", "m/s", 0.1, 400, false, {}, "of an alarm's front"}),
    mood_row<&P::alarm, &AlarmParams::range_m>(
        {"mood.alarm.range_m", "m", 1, 1e5, false, {}, "how far an alarm runs"}),
    mood_row<&P::alarm, &AlarmParams::hear_m>(
        {"mood.alarm.hear_m", "m", 1, 1e4, false, {}, "how far agents hear each other"}),
    mood_row<&P::alarm, &AlarmParams::rest_s>(
        {"mood.alarm.rest_s", "s", 0, 3600, false, {}, "who was alarmed rests this long"}),
    mood_row<&P::alarm, &AlarmParams::rounds>(
        {"mood.alarm.rounds", "", 1, 100, true, {}, "rounds for which an alarm is passed on"}),
    row_of_mood<&P::pace, Mood::calm>({"mood.pace.calm", "", 0, 10, false, {}, "of the speed, calm"}),
    row_of_mood<&P::pace, Mood::curious>(
        {"mood.pace.curious", "", 0, 10, false, {}, "of the speed, curious"}),
    row_of_mood<&P::pace, Mood::alert>({"mood.pace.alert", "", 0, 10, false, {}, "of the speed, alert"}),
    row_of_mood<&P::pace, Mood::combat>({"mood.pace.combat", "", 0, 10, false, {}, "of the speed, fighting"}),
    row_of_mood<&P::pace, Mood::flee>({"mood.pace.flee", "", 0, 10, false, {}, "of the speed, fleeing"}),
    mood_row<&P::markov_s>({"mood.markov_s", "s", 0.1, 86400, false, {}, "markov: mean time between draws"}),
};

}  // namespace

MoodParams mood_preset(MoodMethod method) {
  MoodParams params;
  params.method = method;
  return params;
}

std::span<const TuningRow<MoodParams>> mood_tuning() {
  return kMoodRows;
}

Result<Done> check_mood(const MoodParams& params) {
  if (auto rows = check<MoodParams>(params, kMoodRows); !rows) return rows;
  double sum = 0;
  for (const double share : params.share) sum += share;
  if (sum <= 1 + 1e-9) return Done{};
  return Error{ErrorKind::usage,
               "mood.share: found " + number_text(sum) + " for all moods together, expected at most 1"};
}

}  // namespace fw
