#include "core/search/seed_list.h"

#include <algorithm>
#include <charconv>

namespace fw {
namespace {

constexpr uint64_t kMostShards = 1'000'000;

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<SeedSpan> parse_span(std::string_view text) {
  const size_t dots = text.find("..");
  const auto first = number(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : number(text.substr(dots + 2));
  if (!first || !last || *last < *first || *last > kMaxSeed) return std::nullopt;
  return SeedSpan{*first, *last, 0};
}

/// Ranges between separators; `where` begins a message.
Result<SeedList> parse_words(std::string_view text, std::string_view separators, const std::string& where) {
  std::vector<SeedSpan> spans;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(separators, at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(separators, begin), text.size());
    const std::string_view word = text.substr(begin, at - begin);
    const std::optional<SeedSpan> span = parse_span(word);
    if (!span)
      return Error{ErrorKind::usage, where + "found " + std::string(word.substr(0, 60)) +
                                         ", expected a seed or A..B with A <= B, from 0 to " +
                                         std::to_string(kMaxSeed)};
    spans.push_back(*span);
  }
  if (spans.empty()) return Error{ErrorKind::usage, where + "found no seed, expected A..B"};
  return seed_list_of(std::move(spans));
}

}  // namespace

uint64_t SeedList::size() const {
  return spans.empty() ? 0 : spans.back().place + (spans.back().last - spans.back().first + 1);
}

uint64_t SeedList::at(uint64_t place) const {
  const auto after = std::upper_bound(spans.begin(), spans.end(), place,
                                      [](uint64_t value, const SeedSpan& s) { return value < s.place; });
  const SeedSpan& span = *(after - 1);
  return span.first + (place - span.place);
}

uint64_t SeedList::place_of(uint64_t seed) const {
  const auto span = std::lower_bound(spans.begin(), spans.end(), seed,
                                     [](const SeedSpan& s, uint64_t value) { return s.last < value; });
  return span->place + (seed - span->first);
}

bool SeedList::contains(uint64_t seed) const {
  const auto span = std::lower_bound(spans.begin(), spans.end(), seed,
                                     [](const SeedSpan& s, uint64_t value) { return s.last < value; });
  return span != spans.end() && span->first <= seed;
}

SeedList seed_list_of(std::vector<SeedSpan> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const SeedSpan& a, const SeedSpan& b) { return a.first < b.first; });
  SeedList out;
  for (const SeedSpan& span : spans) {
    if (!out.spans.empty() && span.first <= out.spans.back().last + 1)
      out.spans.back().last = std::max(out.spans.back().last, span.last);
    else
      out.spans.push_back(span);
  }
  uint64_t place = 0;
  for (SeedSpan& span : out.spans) {
    span.place = place;
    place += span.last - span.first + 1;
  }
  return out;
}

Result<SeedList> parse_seed_list(std::string_view text) {
  return parse_words(text, ",", "--seeds: ");
}

Result<SeedList> parse_seed_file(std::string_view text, std::string_view name) {
  std::string plain;
  bool remark = false;
  for (const char c : text) {
    if (c == '#') remark = true;
    if (c == '\n') remark = false;
    plain += remark ? ' ' : c;
  }
  return parse_words(plain, ", \t\r\n", std::string(name) + ": ");
}

SeedList joined(const SeedList& one, const SeedList& other) {
  std::vector<SeedSpan> spans = one.spans;
  spans.insert(spans.end(), other.spans.begin(), other.spans.end());
  return seed_list_of(std::move(spans));
}

std::string seed_list_text(const SeedList& seeds) {
  std::string text;
  for (const SeedSpan& span : seeds.spans) {
    if (!text.empty()) text += ',';
    text += std::to_string(span.first);
    if (span.last != span.first) text += ".." + std::to_string(span.last);
  }
  return text;
}

SeedBundle SeedStreams::with(uint64_t seed) const {
  std::array<uint64_t, 3> all = fixed;
  all[varies] = seed;
  return {all[0], all[1], all[2], {}};
}

Result<SearchSeeds> parse_search_seeds(std::string_view text, const SeedBundle& others) {
  if (text.find('=') == std::string_view::npos) {
    Result<SeedList> seeds = parse_seed_list(text);
    if (!seeds) return seeds.error();
    return SearchSeeds{std::move(seeds).value()};
  }
  const auto refusal = [&](const std::string& what) {
    return Error{ErrorKind::usage, "--seeds " + std::string(text.substr(0, 60)) + ": " + what};
  };
  std::array<std::string, 3> lists;  // of every stream its ranges
  std::string* list = nullptr;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (const size_t equals = word.find('='); equals != std::string_view::npos) {
      const auto* const slug = std::find(kStreamSlugs.begin(), kStreamSlugs.end(), word.substr(0, equals));
      if (slug == kStreamSlugs.end())
        return refusal("found " + std::string(word.substr(0, equals)) + ", expected layout, noise or place");
      list = &lists[static_cast<size_t>(slug - kStreamSlugs.begin())];
      if (!list->empty()) return refusal(std::string(*slug) + " is there twice");
      word.remove_prefix(equals + 1);
    }
    if (list == nullptr) return refusal("expected a stream in front, such as layout=1..1000");
    if (word.empty()) return refusal("expected seeds after every = and comma");
    *list += (list->empty() ? "" : ",") + std::string(word);
  }
  SearchSeeds out{{}, SeedStreams{0, {others.layout, others.noise, others.place}}};
  for (size_t k = 0; k < lists.size(); ++k) {
    if (lists[k].empty()) continue;
    Result<SeedList> seeds = parse_seed_list(lists[k]);
    if (!seeds) return seeds.error();
    out.streams->fixed[k] = seeds.value().at(0);
    if (seeds.value().size() == 1 && !out.seeds.spans.empty()) continue;
    if (out.seeds.size() > 1) return refusal("only one stream may have several seeds");
    out.streams->varies = k;
    out.seeds = std::move(seeds).value();
  }
  out.streams->fixed[out.streams->varies] = 0;
  return out;
}

std::string search_seeds_text(const SearchSeeds& seeds) {
  if (!seeds.streams) return seed_list_text(seeds.seeds);
  std::string text;
  for (size_t k = 0; k < kStreamSlugs.size(); ++k)
    text +=
        (k == 0 ? "" : ",") + std::string(kStreamSlugs[k]) + "=" +
        (k == seeds.streams->varies ? seed_list_text(seeds.seeds) : std::to_string(seeds.streams->fixed[k]));
  return text;
}

uint64_t Shard::next(uint64_t place) const {
  if (holds(place)) return place;
  const uint64_t block = place / kBlock, own = number - 1, at = block % count;
  return (block + (own >= at ? own - at : count - at + own)) * kBlock;
}

uint64_t Shard::places_of(uint64_t all) const {
  const uint64_t blocks = all / kBlock, rest = all % kBlock;  // whole ones, and the places of the last
  const uint64_t whole = blocks / count + (blocks % count > number - 1 ? 1 : 0);
  return whole * kBlock + (rest > 0 && blocks % count == number - 1 ? rest : 0);
}

Result<Shard> parse_shard(std::string_view text) {
  const size_t slash = text.find('/');
  const auto i = number(text.substr(0, slash));
  const auto n = slash == std::string_view::npos ? std::nullopt : number(text.substr(slash + 1));
  if (!i || !n || *i < 1 || *i > *n || *n > kMostShards)
    return Error{ErrorKind::usage,
                 "--shard " + std::string(text.substr(0, 60)) + ": expected i/n with i from 1 to n, or auto"};
  return Shard{*i, *n};
}

}  // namespace fw
