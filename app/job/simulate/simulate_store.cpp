#include "app/job/simulate/simulate_store.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int kPartFormat = 1;
constexpr uint64_t kMostPartBytes = uint64_t{256} << 20;
constexpr uint64_t kMostStateBytes = uint64_t{1} << 30;
constexpr std::string_view kSealBegin = "  \"sha256\": \"";
constexpr std::string_view kSealEnd = "\"\n}\n";
constexpr std::string_view kStateHead = "fieldwright simulation state 1\n";
constexpr size_t kHashDigits = 64;

using Json = nlohmann::ordered_json;

/// Columns of a day's row, in the order in which parts hold them.
constexpr std::array kDayNumbers{
    &DayRow::target,       &DayRow::stock,    &DayRow::shown,         &DayRow::born,
    &DayRow::eaten,        &DayRow::starved,  &DayRow::hunted,        &DayRow::seeded,
    &DayRow::wiped,        &DayRow::opened,   &DayRow::harvested,     &DayRow::worn,
    &DayRow::unmet,        &DayRow::closure,  &DayRow::closure_worst, &DayRow::rest_short,
    &DayRow::player_short, &DayRow::over_cap, &DayRow::moved_unlike};

std::string row_json(const DayRow& row) {
  std::vector<std::string> values{std::to_string(row.day), std::to_string(row.cls)};
  for (const auto member : kDayNumbers) values.push_back(number_text(row.*member));
  return json_array(values);
}

std::string rows_json(const std::vector<DayRow>& rows) {
  std::vector<std::string> lines;
  lines.reserve(rows.size());
  for (const DayRow& row : rows) lines.push_back(row_json(row));
  return json_lines(lines, 2);
}

std::string watched_json(const std::vector<WatchRow>& rows) {
  std::vector<std::string> lines;
  for (const WatchRow& row : rows)
    lines.push_back(json_array({std::to_string(row.day), std::to_string(row.event), std::to_string(row.cls),
                                number_text(row.with), number_text(row.without)}));
  return json_lines(lines, 2);
}

std::string happenings_json(const std::vector<Happening>& rows) {
  std::vector<std::string> lines;
  for (const Happening& row : rows)
    lines.push_back(json_array({std::to_string(row.day), number_text(row.hour),
                                std::to_string(static_cast<int>(row.kind)), std::to_string(row.cls),
                                std::to_string(row.region), number_text(row.at_m.x), number_text(row.at_m.y),
                                number_text(row.amount)}));
  return json_lines(lines, 2);
}

/// These throw nlohmann's exceptions on a shape that part_text does not write.
std::vector<DayRow> rows_of(const Json& rows) {
  std::vector<DayRow> out;
  for (const Json& values : rows) {
    DayRow row;
    row.day = values.at(0), row.cls = values.at(1);
    for (size_t k = 0; k < kDayNumbers.size(); ++k) row.*kDayNumbers[k] = values.at(k + 2).get<double>();
    out.push_back(row);
  }
  return out;
}

std::vector<WatchRow> watched_of(const Json& rows) {
  std::vector<WatchRow> out;
  for (const Json& v : rows) out.push_back({v.at(0), v.at(1), v.at(2), v.at(3), v.at(4)});
  return out;
}

std::vector<Happening> happenings_of(const Json& rows) {
  std::vector<Happening> out;
  for (const Json& v : rows) {
    const int kind = v.at(2);
    if (kind < 0 || kind >= static_cast<int>(kHappeningSlugs.size())) continue;
    out.push_back({v.at(0), v.at(1), static_cast<HappeningKind>(kind), v.at(3), v.at(4),
                   Vec2{v.at(5), v.at(6)}, v.at(7)});
  }
  return out;
}

std::string five_digits(int64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

fs::path part_path(const RunParts& parts, int64_t number) {
  return parts.folder / "parts" / (five_digits(number) + ".json");
}

std::string number_line(uint64_t number) {
  return std::to_string(number) + "\n";
}

/// A line of a state's head, taken off the text; nothing at its end.
std::optional<std::string_view> take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::optional<uint64_t> take_number(std::string_view& text) {
  const auto line = take_line(text);
  uint64_t number = 0;
  if (!line ||
      std::from_chars(line->data(), line->data() + line->size(), number).ptr != line->data() + line->size())
    return std::nullopt;
  return number;
}

}  // namespace

Result<RunParts> open_run_parts(const fs::path& folder, const std::string& plan_digest) {
  if (Result<Done> free = check_sub_folder(folder, "parts"); !free) return free.error();
  std::error_code problem;
  fs::create_directory(folder / "parts", problem);
  if (problem) return system_error("create the folder", folder / "parts", problem.value());
  return RunParts{folder, plan_digest};
}

Result<Done> clear_run_parts(const fs::path& folder) {
  if (Result<Done> free = check_sub_folder(folder, "parts"); !free) return free;
  std::error_code problem;
  fs::remove(folder / kCheckpointName, problem);
  fs::remove(folder / kStateName, problem);
  std::vector<fs::path> old;
  for (fs::directory_iterator at(folder / "parts", problem), end; !problem && at != end;
       at.increment(problem))
    if (at->path().extension() == ".json" || at->path().extension() == ".tif") old.push_back(at->path());
  for (const fs::path& path : old)
    if (!fs::remove(path, problem) && problem) return system_error("remove", path, problem.value());
  return Done{};
}

std::string part_text(const RunParts& parts, const RunPart& part) {
  std::string text = json_document({{"format", std::to_string(kPartFormat)},
                                    {"plan", json_string(parts.plan)},
                                    {"from", std::to_string(part.from)},
                                    {"to", std::to_string(part.to)},
                                    {"map", part.map ? files_json({*part.map}) : "[]"},
                                    {"rows", rows_json(part.history.rows)},
                                    {"without", rows_json(part.history.without)},
                                    {"watched", watched_json(part.history.watched)},
                                    {"happenings", happenings_json(part.history.happenings)}});
  text.resize(text.size() - 3);  // "\n}\n" makes room for the seal
  text += ",\n";
  const std::string seal = sha256_hex(text);
  return text + std::string(kSealBegin) + seal + std::string(kSealEnd);
}

Result<Done> store_part(const RunParts& parts, const RunPart& part) {
  return write_file_atomically(part_path(parts, part.from / kPartDays), part_text(parts, part), true);
}

std::optional<RunPart> stored_part(const RunParts& parts, int64_t number) {
  const Result<std::string> text = read_file(part_path(parts, number), kMostPartBytes);
  if (!text) return std::nullopt;
  const std::string_view bytes = text.value();
  const size_t seal = bytes.rfind(kSealBegin);
  if (seal == std::string_view::npos || bytes.substr(seal) != std::string(kSealBegin) +
                                                                  sha256_hex(bytes.substr(0, seal)) +
                                                                  std::string(kSealEnd))
    return std::nullopt;
  const Json root = Json::parse(bytes, nullptr, false);
  try {
    RunPart part;
    part.from = root.at("from"), part.to = root.at("to");
    if (root.at("format") != kPartFormat || root.at("plan") != parts.plan ||
        part.from != number * kPartDays || part.to <= part.from || part.to > part.from + kPartDays)
      return std::nullopt;
    const auto maps = parse_files(bytes, "map", "parts");
    if (!maps) return std::nullopt;
    if (!maps.value().empty()) part.map = maps.value().front();
    if (part.map) {
      const auto there = digest_file(map_path(parts, part.from));
      if (!there || there.value().size != part.map->size || there.value().sha256 != part.map->sha256)
        return std::nullopt;
    }
    part.history = {rows_of(root.at("rows")), rows_of(root.at("without")), watched_of(root.at("watched")),
                    happenings_of(root.at("happenings"))};
    return part;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

fs::path map_path(const RunParts& parts, int64_t day) {
  return parts.folder / "parts" / ("day_" + five_digits(day) + ".tif");
}

std::string state_text(const RunParts& parts, const Ecology& ecology, const RunState& state) {
  const std::string with = state_bytes(ecology, state.with);
  const std::string without = state.without ? state_bytes(ecology, *state.without) : std::string();
  std::string text = std::string(kStateHead) + parts.plan + "\n" +
                     number_line(static_cast<uint64_t>(state.day)) + number_line(with.size()) +
                     number_line(without.size()) + with + without;
  return text + sha256_hex(text);
}

std::optional<RunState> stored_state(const RunParts& parts, const Ecology& ecology, std::string_view name) {
  const Result<std::string> bytes = read_file(parts.folder / name, kMostStateBytes);
  if (!bytes || bytes.value().size() < kHashDigits) return std::nullopt;
  std::string_view text = bytes.value();
  const std::string_view seal = text.substr(text.size() - kHashDigits);
  text.remove_suffix(kHashDigits);
  if (sha256_hex(text) != seal || !text.starts_with(kStateHead)) return std::nullopt;
  text.remove_prefix(kStateHead.size());
  if (take_line(text) != parts.plan) return std::nullopt;
  const auto day = take_number(text), with = take_number(text), without = take_number(text);
  if (!day || !with || !without || *with > text.size() || *without != text.size() - *with)
    return std::nullopt;
  RunState state;
  state.day = static_cast<int64_t>(*day);
  Result<EcologyState> first = read_state(ecology, text.substr(0, *with));
  if (!first) return std::nullopt;
  state.with = std::move(first).value();
  if (*without > 0) {
    Result<EcologyState> second = read_state(ecology, text.substr(*with));
    if (!second) return std::nullopt;
    state.without = std::move(second).value();
  }
  return state;
}

Result<Done> store_checkpoint(const RunParts& parts, const Ecology& ecology, const RunState& state) {
  return write_file_atomically(parts.folder / kCheckpointName, state_text(parts, ecology, state), true);
}

}  // namespace fw
