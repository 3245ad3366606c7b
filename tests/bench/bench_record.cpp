// The figures of a release in one file, and the table that docs/speed.md shows of them.
//   bench_record merge VERSION [NAME=NUMBER ...] SUITE.json ...   the record, to stdout
//   bench_record table RECORD.json ...                            one column per record, to stdout
// A record holds, per row, the least time of its repetitions; nothing of the host's name, paths or dates.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void stop(const std::string& message) {
  std::cerr << "bench_record: " << message << "\n";
  std::exit(2);
}

Json read(const std::string& path) {
  std::ifstream in(path);
  Json parsed = Json::parse(in, nullptr, false);
  if (!in || parsed.is_discarded()) stop(path + ": not a JSON file");
  return parsed;
}

/// The row's name without the library's suffixes for its time measurement.
std::string row_name(std::string name) {
  for (const std::string suffix : {"/manual_time", "/real_time", "/process_time", "/iterations:1"})
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

/// Times in ms and the counters of one run; everything else the library writes is about the run itself.
Json row_of(const std::string& suite, const Json& run) {
  constexpr std::array<const char*, 12> kAboutTheRun{
      "name",        "run_name", "run_type",         "family_index", "per_family_instance_index",
      "repetitions", "threads",  "repetition_index", "iterations",   "real_time",
      "cpu_time",    "time_unit"};
  const std::string unit = run.value("time_unit", "ns");
  const double ms = unit == "s" ? 1e3 : unit == "ms" ? 1 : unit == "us" ? 1e-3 : 1e-6;
  Json row{{"suite", suite},
           {"name", row_name(run.at("run_name"))},
           {"real_ms", run.at("real_time").get<double>() * ms},
           {"cpu_ms", run.at("cpu_time").get<double>() * ms}};
  for (const auto& [key, value] : run.items())
    if (value.is_number() && std::find(kAboutTheRun.begin(), kAboutTheRun.end(), key) == kAboutTheRun.end())
      row["counters"][key] = value;
  return row;
}

void add_rows(const std::string& path, Json& rows) {
  const std::string suite = std::filesystem::path(path).stem().string();
  const Json parsed = read(path);
  for (const Json& run : parsed.at("benchmarks")) {
    if (run.value("run_type", "iteration") != "iteration" || run.contains("error_occurred")) continue;
    Json row = row_of(suite, run);
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Json& r) {
      return r["suite"] == row["suite"] && r["name"] == row["name"];
    });
    if (same == rows.end())
      rows.push_back(std::move(row));
    else if (row["real_ms"] < (*same)["real_ms"])
      *same = std::move(row);
  }
}

/// The processor's name as the system gives it.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "";
}

Json merge(const std::vector<std::string>& words) {
  if (words.empty()) stop("merge: expected a version");
  Json record{{"version", words[0]}, {"context", {{"cpu", processor()}}}, {"process", Json::object()}};
  Json rows = Json::array();
  for (size_t i = 1; i < words.size(); ++i) {
    if (const size_t equals = words[i].find('='); equals != std::string::npos) {
      record["process"][words[i].substr(0, equals)] = std::strtod(words[i].c_str() + equals + 1, nullptr);
      continue;
    }
    add_rows(words[i], rows);
    const Json context = read(words[i]).value("context", Json::object());
    for (const char* key : {"num_cpus", "mhz_per_cpu"})
      if (context.contains(key)) record["context"][key] = context[key];
  }
  record["rows"] = std::move(rows);
  return record;
}

/// What the table shows: a row's time, or how many times longer `over` takes, or a figure of the process.
struct Figure {
  const char* label;
  const char* row;
  const char* over;  ///< nullptr: the row's own time, ms
  const char* wanted;
};
constexpr std::array kFigures{
    Figure{"1024^2, 5 octaves, AVX-512, times the textbook's speed", "raster/danger/avx3/one_thread",
           "raster/danger/textbook", "120, 170"},
    Figure{"the same at AVX2", "raster/danger/avx2/one_thread", "raster/danger/textbook", "80, 120"},
    Figure{"the same, two threads over one", "raster/danger/avx3/two_threads",
           "raster/danger/avx3/one_thread", ""},
    Figure{"1,000,000 scattered points, 4 octaves, times the textbook's", "points/heading/avx3/one_thread",
           "points/heading/textbook", ""},
    Figure{"regional quantile map, times sorting each", "quantile/avx3/one_thread", "quantile/std_sort",
           "25, 45"},
    Figure{"generate WindswardLike, 512^2, ms", "generate_world/resolution:512/threads:2", nullptr,
           "400, 200"},
    Figure{"the same, one thread over two", "generate_world/resolution:512/threads:2",
           "generate_world/resolution:512/threads:1", ""},
    Figure{"1024^2 over 512^2 (4 is linear in cells)", "generate_world/resolution:512/threads:1",
           "generate_world/resolution:1024/threads:1", "4"},
    Figure{"2048^2 over 1024^2 (4 is linear in cells)", "generate_world/resolution:1024/threads:1",
           "generate_world/resolution:2048/threads:1", "4"},
    Figure{"generate ContinentLike, 512 cells along the longer side, ms",
           "generate_continent/resolution:512/threads:2", nullptr, ""},
    Figure{"the same, 1024, ms", "generate_continent/resolution:1024/threads:2", nullptr, "3000"},
    Figure{"danger-mix edit with a warm cache, 512^2, ms", "edit_danger_mix_512/threads:2", nullptr,
           "150, 40"},
    Figure{"enemy-quota edit, ms", "edit_enemy_quota_512/threads:2", nullptr, ""},
    Figure{"20,000 weighted, spaced points, ms", "placement_scan", nullptr, "8, 3"},
    Figure{"the same, times the speed of plain darts", "placement_scan", "placement_plain_darts", ""},
    Figure{"five plates, two threads, ms", "five_plates/threads:2", nullptr, ""},
    Figure{"the same on one thread, times plain Cairo's speed", "five_plates/threads:1",
           "five_plates_plain_cairo", ""},
    Figure{"one plate as PNG, times libpng's speed", "png_encode/threads:1", "png_libpng_default", "10"},
    Figure{"1,000,000 agents a tick, perlin_dual, ms", "crowd_tick/perlin_dual/1000000/sorted/all_cores",
           nullptr, "8, 4.2"},
    Figure{"the same, curl_dual, ms", "crowd_tick/curl_dual/1000000/sorted/all_cores", nullptr, "8, 4.2"},
    Figure{"every crowd method, 3 scales, 20 seeds, simulation, ms", "study_simulation/study:0", nullptr, ""},
    Figure{"every action method likewise (together 240000, 120000), ms", "study_simulation/study:1", nullptr,
           ""},
    Figure{"whole render of WindswardLike, s", "process:render_s", nullptr, "1.5, 0.7"},
    Figure{"the same, one thread over two", "process:render_s", "process:render_one_thread_s", "1.6, 1.9"},
    Figure{"audit of ContinentLike, 1024 cells, s", "process:continent_1024_s", nullptr, "3"},
    Figure{"the same, memory at the peak, MiB", "process:continent_1024_mib", nullptr, "600"},
    Figure{"instructions of one render, 10^9", "process:render_instructions", nullptr, ""},
    Figure{"all nine targets of WindswardLike from its folder, s", "process:export_all_s", nullptr, "6, 2.5"},
    Figure{"the same again, nothing changed, s", "process:export_again_s", nullptr, "6, 0.3"},
    Figure{"Unreal, 2048 cells to 8129^2, s", "process:export_unreal_8129_s", nullptr, "20, 9"},
    Figure{"the same, memory at the peak, MiB (20 are the rasters)", "process:export_unreal_8129_mib",
           nullptr, "148, 84"},
    Figure{"Unreal, 2048 cells to 16257^2 in 2 x 2 tiles, s", "process:export_unreal_16257_s", nullptr,
           "75, 30"},
    Figure{"the same, memory at the peak, MiB (20 are the rasters)", "process:export_unreal_16257_mib",
           nullptr, "148, 84"},
    Figure{"Unreal from a folder of 8192 cells, s", "process:export_8192_s", nullptr, ""},
    Figure{"the same, memory at the peak, MiB", "process:export_8192_mib", nullptr, "700, 400"}};

std::optional<double> value_of(const Json& record, const std::string& name) {
  if (name.starts_with("process:")) {
    const std::string key = name.substr(8);
    if (!record["process"].contains(key)) return std::nullopt;
    return record["process"][key].get<double>() / (key == "render_instructions" ? 1e9 : 1);
  }
  for (const Json& row : record["rows"])
    if (row["name"] == name) return row["real_ms"].get<double>();
  return std::nullopt;
}

std::string cell(const Json& record, const Figure& figure) {
  const std::optional<double> own = value_of(record, figure.row);
  const std::optional<double> over = figure.over ? value_of(record, figure.over) : 1.0;
  if (!own || !over) return "-";
  const double value = figure.over ? *over / *own : *own;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
  return text.data();
}

void print_table(const std::vector<std::string>& files) {
  std::vector<Json> records;
  std::string head = "| figure |", rule = "|---|";
  for (const std::string& file : files) {
    records.push_back(read(file));
    head += " " + records.back().value("version", "?") + " |";
    rule += "---|";
  }
  std::cout << head << " floor, goal |\n" << rule << "---|\n";
  for (const Figure& figure : kFigures) {
    std::cout << "| " << figure.label << " |";
    for (const Json& record : records) std::cout << " " << cell(record, figure) << " |";
    std::cout << " " << figure.wanted << " |\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 2 && words[0] == "merge")
    std::cout << merge({words.begin() + 1, words.end()}).dump(1) << "\n";
  else if (words.size() >= 2 && words[0] == "table")
    print_table({words.begin() + 1, words.end()});
  else
    stop("expected: merge VERSION [NAME=NUMBER ...] SUITE.json ... | table RECORD.json ...");
  return std::cout.flush() ? 0 : 4;
}
