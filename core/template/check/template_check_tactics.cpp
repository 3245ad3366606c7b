#include <map>

#include "core/base/number_text.h"
#include "core/model/template/hand_words.h"
#include "core/template/text/template_reader.h"

// What rows of `tactics` may say; the ids that they name are checked with all others.
namespace fw {
namespace {

class TacticsCheck {
 public:
  TacticsCheck(const ReadTemplate& read, Problems& problems)
      : read_(read), t_(read.tmpl), tactics_(read.tmpl.tactics), problems_(problems) {}

  void run() {
    ids("goals", tactics_.goals);
    ids("stimuli", tactics_.stimuli);
    ids("squads", tactics_.squads);
    goals();
    for (size_t i = 0; i < tactics_.stimuli.size(); ++i) stimulus(tactics_.stimuli[i], at("stimuli", i));
    for (size_t i = 0; i < tactics_.squads.size(); ++i) squad(tactics_.squads[i], at("squads", i));
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }
  static std::string at(const char* list, size_t row) {
    return std::string("tactics.") + list + "[" + std::to_string(row) + "]";
  }

  template <typename Row>
  void ids(const char* list, const std::vector<Row>& rows) {
    std::map<std::string, std::string> seen;
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string path = at(list, i) + ".id";
      const auto [first, fresh] = seen.emplace(rows[i].id, path);
      if (!fresh)
        problem(path, "found the id " + rows[i].id + " again, first in " + first->second +
                          "; expected an id once in its list");
    }
  }

  void goals() {
    double sum = 0;
    for (size_t i = 0; i < tactics_.goals.size(); ++i) {
      const GoalRow& row = tactics_.goals[i];
      const std::string path = at("goals", i);
      for (const std::string_view word : kGoalNextSlugs)
        if (row.id == word)
          problem(path + ".id", "found " + row.id + ", a word of the column next; expected another id");
      if (row.id == kSquadTargetPlayer)
        problem(path + ".id", "found " + row.id + ", a word for targets of squads; expected another id");
      place(row.of, row.zone, path);
      const double before = sum;
      sum += row.share;
      if (before <= 1 + kSumTolerance && sum > 1 + kSumTolerance)
        problem(path + ".share", "found shares that sum to " + rounded_text(sum, 9) +
                                     " up to this row, expected at most 1: what is left wanders by noise");
    }
  }

  /// Words of classes, or a zone.
  void place(const std::string& of, const std::string& zone, const std::string& path) {
    if (of.empty() && zone.empty())
      return problem(path,
                     "found neither of nor zone, expected classes whose points are meant, or the id of "
                     "a row of hand.zones");
    if (!of.empty() && !zone.empty())
      return problem(path + ".zone", "found a zone beside of, expected one of them");
    if (!of.empty())
      if (const auto read = read_hand_words(of, t_); !read) problem(path + ".of", read.error().message);
    no_wall(zone, path + ".zone");
  }

  void no_wall(const std::string& zone, const std::string& path) {
    for (size_t k = 0; k < t_.hand.zones.size(); ++k)
      if (const ZoneRow& row = t_.hand.zones[k]; !zone.empty() && row.id == zone && row.is == ZoneIs::wall)
        problem(path, "found " + zone + ", which is a wall (hand.zones[" + std::to_string(k) +
                          "].is); expected a zone");
  }

  void stimulus(const StimulusRow& row, const std::string& path) {
    no_wall(row.zone, path + ".zone");
    if (row.every_s > 0 && row.every_s < row.for_s)
      problem(path + ".every_s", "found " + number_text(row.every_s) + ", expected 0 or at least for_s, " +
                                     number_text(row.for_s) + ": it has to end before it comes again");
  }

  void squad(const SquadRow& row, const std::string& path) {
    place(row.of, row.zone, path);
    double sum = 0;
    for (const auto& share : {row.rest_share, row.flank_share, row.support_share}) sum += share.value_or(0);
    if (sum > 1 + kSumTolerance)
      problem(path, "found shares of posts that sum to " + rounded_text(sum, 9) +
                        ", expected at most 1: what is left stands in front");
  }

  const ReadTemplate& read_;
  const Template& t_;
  const Tactics& tactics_;
  Problems& problems_;
};

}  // namespace

void check_tactics(const ReadTemplate& read, Problems& problems) {
  TacticsCheck(read, problems).run();
}

}  // namespace fw
