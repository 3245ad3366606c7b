#include "core/world/names/draw_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include "core/base/exact/rng.h"

namespace fw {
namespace {

constexpr double kSquare_m = 500;  // in a frame of 8 km
constexpr double kFrame_m = 8000;

constexpr size_t kOpening = 3;  // letters by which people tell the names of a list apart
constexpr size_t kApart = 3;    // edits from one name to another, at least

// Candidates after which rules give way, one by one; a list always comes to its end.
constexpr int kDeckEnds = 150, kTwoEdits = 200, kOneEdit = 300, kNumbers = 400;
/// So many candidates of a valley have the stem of its river: more than it has patterns.
constexpr uint64_t kRiversStem = 32;
/// The same for the rest of a list once its culture has run dry.
constexpr int kDryNumbers = 8;

/// How much larger a deck of endings is than the names that are dealt from it: the tighter, the more names
/// change with one of them.
constexpr double kDeckRoom = 1.5;

constexpr uint64_t kDrawsPerTry = 4;  // middle, start, end or pattern, epithet

constexpr size_t kShortestWord = 3;  // of a pattern that counts as what the place is
constexpr std::array<std::string_view, 4> kNoGenerics{"the", "del", "von", "sur"};
/// Words for standing water: none of them stands in the name of another.
constexpr std::array<std::string_view, 5> kLakeWords{"lake", "loch", "water", "mere", "tarn"};

/// A name before it is taken.
struct Candidate {
  std::string name, stem;
  std::string body;   ///< without suffix and epithet, or the stem: what generics may not stand in
  std::string dealt;  ///< its ending or pattern
  size_t joint[2]{};  ///< places in `body` where parts meet
  bool drawn = true;  ///< false: a pattern of the height alone, which has no letters of its own
};

const std::string& pick(const std::vector<std::string>& parts, uint64_t stream, uint64_t counter) {
  static const std::string kNone;
  return parts.empty() ? kNone : parts[random_below(stream, counter, parts.size())];
}

std::string whole_metres(double height_m) {
  return std::to_string(std::llround(height_m));
}

bool is_water_or_hill(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::sea:
    case PlaceKind::bay:
    case PlaceKind::strait:
    case PlaceKind::lake:
    case PlaceKind::river:
    case PlaceKind::range:
    case PlaceKind::summit:
    case PlaceKind::pass:
      return true;
    default:
      return false;
  }
}

const std::vector<std::string>& forms_of(const NameRow& rules, PlaceKind kind) {
  return rules.forms[static_cast<size_t>(kind)];
}

/// Words of a text that say what a place is, folded.
void add_generics(std::string_view text, std::vector<std::string>& to) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find_first_of(" %#-'", begin), text.size());
    const std::string word = folded(text.substr(begin, end - begin));
    if (word.size() >= kShortestWord && std::ranges::find(kNoGenerics, word) == kNoGenerics.end())
      to.push_back(word);
    begin = end + 1;
  }
}

std::vector<std::string> generics_of(const NameList& list, const NameRow& rules) {
  std::vector<std::string> words;
  if (!list.forms) {
    add_generics(list.suffix, words);
    return words;
  }
  for (const std::string& pattern : forms_of(rules, *list.forms)) add_generics(pattern, words);
  if (list.forms == PlaceKind::lake || list.forms == PlaceKind::river)
    words.insert(words.end(), kLakeWords.begin(), kLakeWords.end());
  return words;
}

/// Three equal letters in a row, a pair that comes twice ("haha"), equal letters where parts meet.
bool reads_badly(const Candidate& candidate) {
  const std::string body = folded(candidate.body);
  for (size_t i = 2; i < body.size(); ++i) {
    if (body[i] == body[i - 1] && body[i] == body[i - 2]) return true;
    if (i >= 3 && body[i] == body[i - 2] && body[i - 1] == body[i - 3] && body[i] != ' ') return true;
  }
  // Joints are in bytes of the text: the letters on both sides of one.
  return std::ranges::any_of(candidate.joint, [&](size_t joint) {
    if (joint == 0 || joint >= candidate.body.size()) return false;
    const std::string left = folded(std::string_view(candidate.body).substr(0, joint)),
                      right = folded(std::string_view(candidate.body).substr(joint));
    return left.back() == right.front();
  });
}

std::string opening(std::string_view name) {
  return folded(name).substr(0, kOpening);
}

bool holds_any(const std::string& text, const std::vector<std::string>& words) {
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// How often a text stands in a list of parts.
size_t times_in(const std::vector<std::string>& parts, std::string_view part) {
  return static_cast<size_t>(std::ranges::count(parts, part));
}

/// A list as one culture names its places.
class ListOfCulture {
 public:
  ListOfCulture(const SeedBundle& seeds, const NameList& list, const NameRow& rules)
      : list_(list),
        rules_(rules),
        culture_(rules.id.empty() ? std::string(kFirstNames) : rules.id),
        stream_(derive(seeds.layout_stream(), "names." + list.word + "." + culture_)),
        generics_(generics_of(list, rules)) {}

  bool empty() const { return list_.forms && forms_of(rules_, *list_.forms).empty(); }
  const std::vector<std::string>& generics() const { return generics_; }
  const std::vector<std::string>& endings() const {
    return list_.forms ? forms_of(rules_, *list_.forms) : rules_.ends;
  }
  const std::string& culture() const { return culture_; }
  std::string deck_name() const {
    return list_.forms ? culture_ + "." + std::string(kPlaceKindSlugs[static_cast<size_t>(*list_.forms)])
                       : culture_;
  }

  Candidate candidate(const PlaceToName& place, uint64_t number) const {
    const uint64_t stream = splitmix64(stream_ ^ place.address), first = number * kDrawsPerTry;
    Candidate made;
    const std::string& middle = pick(rules_.middles, stream, first);
    const std::string& start = pick(rules_.starts, stream, first + 1);
    const bool own = place.stem.empty() || number >= kRiversStem;
    made.stem = own ? start + middle : place.stem;
    made.dealt = pick(endings(), stream, first + 2);
    if (own && !middle.empty()) made.joint[0] = start.size();
    return list_.forms ? by_pattern(place, std::move(made)) : whole(stream, first + 3, std::move(made));
  }

 private:
  Candidate by_pattern(const PlaceToName& place, Candidate made) const {
    made.name = made.dealt;
    const size_t height = made.name.find('#'), stem = made.name.find('%');
    if (height != std::string::npos) {
      made.name.replace(height, 1, whole_metres(place.height_m));
      made.stem.clear();
      made.drawn = false;
      return made;
    }
    made.name.replace(stem, 1, made.stem);
    made.body = made.stem;
    // What a pattern joins to the stem without a space is one word with it.
    const std::string_view after = std::string_view(made.dealt).substr(stem + 1);
    if (!after.empty() && after.front() != ' ') {
      made.joint[1] = made.body.size();
      made.body += after.substr(0, after.find(' '));
    }
    return made;
  }

  Candidate whole(uint64_t stream, uint64_t counter, Candidate made) const {
    made.body = made.name = made.stem + made.dealt;
    made.joint[1] = made.stem.size();
    const std::string& epithet = pick(rules_.epithets, stream, counter);
    if (!epithet.empty()) made.name += " " + epithet;
    if (!made.name.ends_with(list_.suffix)) made.name += list_.suffix;
    return made;
  }

  const NameList& list_;
  const NameRow& rules_;
  std::string culture_;
  uint64_t stream_;
  std::vector<std::string> generics_;
};

/// What a list has given so far, and what it refuses.
struct Turn {
  Naming& naming;
  std::set<std::string, std::less<>> openings{};  ///< of this list
};

/// Whether the words of the place stand in its stem or ending: "Lake Keletarn".
bool doubles_generic(const ListOfCulture& culture, const NameList& list, const Candidate& candidate) {
  if (!list.forms) {
    const std::string ending = folded(candidate.dealt);
    if (ending.size() >= kShortestWord && folded(candidate.stem).find(ending) != std::string::npos)
      return true;
  }
  return holds_any(folded(list.forms ? candidate.stem : candidate.body), culture.generics());
}

/// Whether an ending stands as often as the deck has it.
bool dealt_out(const ListOfCulture& culture, const NameList& list, const Candidate& candidate,
               NameSet& taken) {
  const std::vector<std::string>& all = culture.endings();
  if (all.size() < 2) return false;
  const NameSet::Deck& deck = taken.deck(culture.deck_name());
  const auto found = deck.times.find(candidate.dealt);
  const size_t times = found == deck.times.end() ? 0 : found->second;
  // Of patterns few lists have more than one round.
  const size_t rounds = 1 + deck.names / all.size();
  const double room =
      list.forms ? 0
                 : std::ceil(kDeckRoom * static_cast<double>(deck.names) / static_cast<double>(all.size()));
  return times >= times_in(all, candidate.dealt) * std::max(rounds, static_cast<size_t>(room));
}

bool takes_stem(const NameList& list, const PlaceToName& place) {
  return list.forms && is_water_or_hill(*list.forms) && place.stem.empty();
}

/// What the candidates of a list are told apart by: their beginning, or what stands in the pattern.
const std::string& opens(const NameList& list, const Candidate& candidate) {
  return list.forms ? candidate.stem : candidate.name;
}

/// Whether a place may take a candidate; `by_hand`: names by hand count too.
bool may_take(const ListOfCulture& culture, const NameList& list, const PlaceToName& place,
              const Candidate& candidate, int easing, bool by_hand, Turn& turn) {
  NameSet& taken = turn.naming.taken;
  if (!candidate.drawn) return !taken.holds(candidate.name);
  const std::string letters = folded(candidate.name);
  if (holds_any(letters, refused_texts()) || holds_any(letters, turn.naming.refused)) return false;
  if (easing < kOneEdit && (reads_badly(candidate) || doubles_generic(culture, list, candidate)))
    return false;
  if (easing < kDeckEnds) {
    if (turn.openings.contains(opening(opens(list, candidate)))) return false;
    if (takes_stem(list, place) && taken.holds_stem(candidate.stem)) return false;
    if (dealt_out(culture, list, candidate, taken)) return false;
  }
  const size_t apart = easing < kTwoEdits ? kApart : easing < kOneEdit ? kApart - 1 : 1;
  return !taken.near(candidate.name, apart) && !(by_hand && turn.naming.by_hand.near(candidate.name, apart));
}

NameEase ease_of(bool drawn, int easing, bool numbered) {
  if (numbered) return NameEase::number;
  if (!drawn || easing < kDeckEnds) return NameEase::none;
  return easing < kTwoEdits ? NameEase::deck : NameEase::distance;
}

/// The first candidate from `first` on that a place may take, and takes it. `by_hand`: in the place of a name
/// that is near to one by hand.
DrawnName draw_name(const ListOfCulture& culture, const NameList& list, const PlaceToName& place, int first,
                    bool by_hand, bool dry, Turn& turn) {
  NameSet& taken = turn.naming.taken;
  const int numbers = dry ? kDryNumbers : kNumbers;
  for (int tries = first;; ++tries) {
    const int easing = dry ? std::max(tries, kOneEdit) : tries;
    const bool numbered = tries >= numbers;
    Candidate candidate = culture.candidate(place, static_cast<uint64_t>(std::min(tries, numbers)));
    if (numbered) candidate.name += " " + std::to_string(tries - numbers + 2);
    const bool take = numbered ? !taken.holds(candidate.name) && !turn.naming.by_hand.holds(candidate.name)
                               : may_take(culture, list, place, candidate, easing, by_hand, turn);
    if (!take) continue;
    const std::string stem = takes_stem(list, place) ? candidate.stem : std::string();
    if (by_hand) {
      turn.naming.by_hand.add(candidate.name, stem);
    } else {
      if (candidate.drawn) {
        turn.openings.insert(opening(opens(list, candidate)));
        ++taken.deck(culture.deck_name()).times[candidate.dealt];
      }
      taken.add(candidate.name, stem);
    }
    return {std::move(candidate.name), std::move(candidate.stem), std::move(candidate.dealt), tries + 1,
            ease_of(candidate.drawn, easing, numbered)};
  }
}

}  // namespace

const NameRow& names_of(const Vocabulary& vocabulary, Faction faction) {
  static const NameRow kFirst;
  const std::vector<NameRow>& rows = vocabulary.names;
  const auto row = find_row(rows, vocabulary.factions.at(static_cast<size_t>(faction)).names);
  return row ? rows[*row] : kFirst;
}

uint64_t address_in(const FrameParams& frame, Vec2 at_m, uint64_t turn) {
  const double square_m = kSquare_m * std::min(frame.width_m, frame.height_m) / kFrame_m;
  const auto of = [square_m](double v) { return static_cast<uint64_t>(std::max(0.0, v) / square_m); };
  return splitmix64((of(at_m.x) << 32 | of(at_m.y)) + turn * 0x9E3779B97F4A7C15u);
}

std::vector<uint64_t> addresses_in(const FrameParams& frame, const std::vector<Vec2>& places_m) {
  std::map<uint64_t, uint64_t> turns;
  std::vector<uint64_t> out;
  for (const Vec2 at : places_m) out.push_back(address_in(frame, at, turns[address_in(frame, at, 0)]++));
  return out;
}

Naming begin_names(const Template& tmpl) {
  Naming naming;
  for (const RegionRow& row : tmpl.hand.regions)
    if (row.on && !row.name.empty()) naming.by_hand.add(row.name);
  for (const std::string& text : tmpl.names_refused)
    if (!text.empty()) naming.refused.push_back(folded(text));
  return naming;
}

std::vector<std::string> names_by_hand(const Template& tmpl) {
  std::vector<std::string> names;
  for (const PlaceRow& row : tmpl.hand.places)
    if (row.on && !row.name.empty()) names.push_back(row.name);
  for (const WaterRow& row : tmpl.hand.waters)
    if (row.on && !row.name.empty()) names.push_back(row.name);
  for (const PinRow& row : tmpl.hand.pins)
    if (row.on && !row.name.empty()) names.push_back(row.name);
  std::ranges::sort(names);
  return names;
}

std::vector<DrawnName> draw_names(const SeedBundle& seeds, const NameList& list,
                                  const std::vector<PlaceToName>& places, Naming& naming) {
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t k) { return places[k].address; });
  std::map<const NameRow*, ListOfCulture> cultures;
  std::set<const NameRow*> dry;
  Turn turn{naming};
  for (const PlaceToName& place : places) {
    const ListOfCulture& culture = cultures.try_emplace(place.rules, seeds, list, *place.rules).first->second;
    ++naming.taken.deck(culture.deck_name()).names;
  }
  std::vector<DrawnName> names(places.size());
  const auto draw = [&](size_t k, int first, bool by_hand) {
    const ListOfCulture& culture = cultures.at(places[k].rules);
    if (culture.empty()) return;
    names[k] = draw_name(culture, list, places[k], first, by_hand, dry.contains(places[k].rules), turn);
    if (names[k].ease == NameEase::number) dry.insert(places[k].rules);
  };
  for (const size_t k : order) draw(k, 0, false);
  // The drawn name stays taken and the new one is as one by hand: what others draw does not hang on the hand.
  for (const size_t k : order)
    if (!names[k].name.empty() && !places[k].stated && naming.by_hand.near(names[k].name, kApart))
      draw(k, names[k].tries, true);
  for (const size_t k : order)
    if (!names[k].name.empty())
      ++naming.eased[cultures.at(places[k].rules).culture()][static_cast<size_t>(names[k].ease)];
  return names;
}

std::optional<DrawnName> origin_of(const SeedBundle& seeds, const NameList& list, const PlaceToName& place,
                                   const std::string& name) {
  const ListOfCulture culture(seeds, list, *place.rules);
  if (culture.empty()) return std::nullopt;
  for (int tries = 0; tries <= kNumbers; ++tries) {
    Candidate candidate = culture.candidate(place, static_cast<uint64_t>(tries));
    if (candidate.name == name)
      return DrawnName{name, std::move(candidate.stem), std::move(candidate.dealt), tries + 1};
  }
  return std::nullopt;
}

Findings tell_eased_names(const Naming& naming) {
  Findings findings;
  for (const auto& [culture, eased] : naming.eased) {
    const size_t deck = eased[static_cast<size_t>(NameEase::deck)],
                 distance = eased[static_cast<size_t>(NameEase::distance)],
                 number = eased[static_cast<size_t>(NameEase::number)];
    if (deck + distance + number == 0) continue;
    std::string what;
    const auto add = [&what](size_t count, const char* text) {
      if (count > 0) what += (what.empty() ? "" : ", ") + std::to_string(count) + text;
    };
    add(deck, " with a beginning or an ending that is in use");
    add(distance, " within two letters of another");
    add(number, " with a number");
    size_t all = 0;
    for (const size_t count : eased) all += count;
    findings.push_back({Severity::info, "names_relaxed", "names." + culture,
                        "The culture " + culture + " ran short of names: of " + std::to_string(all) +
                            " are " + what + ". Give the row more starts, middles or ends."});
  }
  return findings;
}

const std::vector<std::string>& refused_texts() {
  static const std::vector<std::string> kTexts{
      "arsehol", "bastard", "bitch", "bollock", "cunt",  "fagg", "fuck",  "hitler", "nazi", "nigg",
      "penis",   "piss",    "shit",  "slut",    "titti", "twat", "vagin", "wank",   "whore"};
  return kTexts;
}

}  // namespace fw
