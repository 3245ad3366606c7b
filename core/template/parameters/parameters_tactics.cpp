#include "core/model/template/tactics_names.h"
#include "core/template/parameters/parameter_rows.h"

// Where simulated agents go, what they notice, which of them fight together. Outside the identity.
namespace fw::table {
namespace {

constexpr size_t kMostGoals = 64, kMostStimuli = 500, kMostSquads = 200;
constexpr double kFarOff_m = 100000, kMonth_s = 30 * 86400.0;

/// The columns of one of Tactics' lists. A column that says nothing is left out of the text.
template <typename Row>
class TacticsColumns {
 public:
  TacticsColumns(Builder& table, const char* name, std::vector<Row> Tactics::*rows, size_t most,
                 const char* help)
      : table_(table), path_(std::string("tactics.") + name), rows_(rows) {
    ParameterList list{path_, path_, "id", most, help};
    list.size = [rows](const Template& t, ParameterPlace) { return (t.tactics.*rows).size(); };
    list.resize = [rows](Template& t, size_t n, ParameterPlace) { (t.tactics.*rows).resize(n); };
    list.aside = true;
    list.omit_empty = true;
    list.one_line = true;
    table.lists.push_back(std::move(list));
  }

  Parameter& id(const char* help) const {
    return table_.add(
        outside_digest(required(row(ParameterType::slug, about("id", "", 1, 64, help), of(&Row::id)))));
  }
  template <typename Member>
  Parameter& add(ParameterType type, const char* key, Member member, const char* unit, double min, double max,
                 const char* help) const {
    Parameter& p = table_.add(outside_digest(row(type, about(key, unit, min, max, help), of(member))));
    p.omit_default = !p.optional;
    return p;
  }
  template <typename Member>
  Parameter& number(const char* key, Member member, const char* unit, double min, double max,
                    const char* help) const {
    return add(ParameterType::number, key, member, unit, min, max, help);
  }
  template <typename Member, typename Slugs>
  void choice(const char* key, Member member, const Slugs& slugs, const char* help) const {
    omit_default(table_.add(outside_digest(choice_row(about(key, "", 0, 0, help), slugs, 0, of(member)))));
  }
  template <typename Member>
  void words(const char* help, Member member) const {
    add(ParameterType::class_words, "of", member, "", 0, 2000, help);
  }
  template <typename Member>
  void id_of(const char* key, Member member, const char* rows, std::vector<std::string_view> beside,
             const char* help) const {
    Parameter& p = add(ParameterType::reference, key, member, "", 0, 0, help);
    p.refers_to = rows;
    p.choices = std::move(beside);
  }

 private:
  About about(const char* key, const char* unit, double min, double max, const char* help) const {
    return {path_ + "[]." + key, "", unit, min, max, help};
  }
  template <typename Member>
  auto of(Member member) const {
    return [ rows = rows_, member ](auto& t, ParameterPlace at) -> auto& {
      return (t.tactics.*rows)[at.row].*member;
    };
  }

  Builder& table_;
  std::string path_;
  std::vector<Row> Tactics::*rows_;
};

void add_goals(Builder& table) {
  const TacticsColumns<GoalRow> c(table, "goals", &Tactics::goals, kMostGoals,
                                  "Where shares of a crowd walk; what is left wanders by noise.");
  Parameter& id = c.id("Name of the row, unique in its list.");
  id.set = [](Template& t, ParameterPlace at, const ParameterValue& value) {
    std::string& held = t.tactics.goals[at.row].id;
    const std::string& text = std::get<std::string>(value);
    rename_goal(t.tactics, held, text);
    held = text;
  };
  c.words("Points of these classes, each of them a goal; or state a zone.", &GoalRow::of);
  c.id_of("zone", &GoalRow::zone, "hand.zones", {""}, "Instead of classes: the ground of this zone.");
  c.number("radius_m", &GoalRow::radius_m, "m", 0.1, 10000, "Who is as near as this has arrived.");
  c.number("share", &GoalRow::share, "", 0, 1, "Share of the agents that walk there; counts are exact.");
  c.add(ParameterType::range, "stay_s", &GoalRow::stay_s, "s", 0, kMonth_s,
        "How long who arrives stays, drawn between the two.");
  c.id_of("next", &GoalRow::next, "tactics.goals", {kGoalNextSlugs.begin(), kGoalNextSlugs.end()},
          "Where who stayed walks then: home, where its way began; same, to another place of this row; or a "
          "row.");
  c.choice("assign", &GoalRow::assign, kGoalAssignSlugs,
           "Who walks to which place: balanced, equal counts by the least way in all; nearest, without "
           "counts; field, equal counts in coherent bands of a noise field.");
}

void add_stimuli(Builder& table) {
  const TacticsColumns<StimulusRow> c(table, "stimuli", &Tactics::stimuli, kMostStimuli,
                                      "What agents with moods notice.");
  c.id("Name of the row, unique in its list.");
  c.choice("sort", &StimulusRow::sort, kStimulusSortSlugs, "noise, or damage, which weighs twice as much.");
  c.id_of("zone", &StimulusRow::zone, "hand.zones", {""}, "Round this zone; or state x_m and y_m.");
  c.number("x_m", &StimulusRow::x_m, "m", -kFarOff_m, kFarOff_m,
           "Where it is, from the frame's south-west corner.");
  c.number("y_m", &StimulusRow::y_m, "m", -kFarOff_m, kFarOff_m,
           "Where it is, from the frame's south-west corner.");
  c.number("radius_m", &StimulusRow::radius_m, "m", 0.1, 10000, "How far it is noticed.");
  c.number("strength", &StimulusRow::strength, "", 0, 100, "Factor on what it adds to the score of a mood.");
  c.number("at_s", &StimulusRow::at_s, "s", 0, kMonth_s, "When it begins.");
  c.number("for_s", &StimulusRow::for_s, "s", 0.001, kMonth_s, "How long it lasts.");
  c.number("every_s", &StimulusRow::every_s, "s", 0, kMonth_s, "After how long it comes again; 0: never.");
}

void add_squads(Builder& table) {
  const TacticsColumns<SquadRow> c(table, "squads", &Tactics::squads, kMostSquads,
                                   "Agents that fight as one, round a target.");
  c.id("Name of the row, unique in its list.");
  c.words("A squad at every point of these classes; or state a zone.", &SquadRow::of);
  c.id_of("zone", &SquadRow::zone, "hand.zones", {""}, "Instead of classes: one squad in this zone.");
  c.add(ParameterType::integer, "size", &SquadRow::size, "", 2, 100, "Members of a squad.");
  c.id_of("target", &SquadRow::target, "tactics.goals", {kSquadTargetPlayer},
          "Whom they fight: the player, or what stands at the nearest place of a row of goals.");
  c.number("radius_m", &SquadRow::radius_m, "m", 0.5, 10000, "How far from its place members begin.");
  c.number("speed_mps", &SquadRow::speed_mps, "m/s", 0.1, 20,
           "Speed of its members; absent: as the parameters of squads say.");
  c.number("rest_share", &SquadRow::rest_share, "", 0, 1,
           "Share of the members that rest; absent: as the parameters of squads say.");
  c.number("flank_share", &SquadRow::flank_share, "", 0, 1,
           "Share of the members at the target's flanks; absent: as the parameters of squads say.");
  c.number("support_share", &SquadRow::support_share, "", 0, 1,
           "Share of the members in support; absent: as the parameters of squads say.");
  c.add(ParameterType::integer, "tokens", &SquadRow::tokens, "", 1, 100,
        "How many attack at once; absent: as the parameters of squads say.");
}

}  // namespace

void add_tactics_rows(Builder& table) {
  add_goals(table);
  add_stimuli(table);
  add_squads(table);
}

}  // namespace fw::table
