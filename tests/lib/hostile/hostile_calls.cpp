#include "hostile_calls.h"

#include <algorithm>
#include <array>
#include <cfenv>
#include <chrono>
#include <cmath>
#include <functional>
#include <string_view>
#include <thread>

#include "hostile_memory.h"

namespace fw::test {
namespace {

const char* calling = "no call";

constexpr size_t kMost = 48;  ///< agents of a round
constexpr fw_type kIdTypes[] = {FW_U32}, kPlaceTypes[] = {FW_F64, FW_F32}, kFloatTypes[] = {FW_F32, FW_F64};
constexpr fw_type kAllTypes[] = {FW_F64, FW_F32, FW_U8, FW_U16, FW_U32, FW_I32, FW_I64};

size_t bytes_of(fw_type type) {
  constexpr size_t kBytes[] = {0, 4, 8, 1, 2, 4, 4, 8};
  return type < 8 ? kBytes[type] : 0;
}

/// A host that runs pieces backwards on the calling thread, or on three.
void backwards(void*, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
  for (uint32_t i = pieces; i-- > 0;) body(arg, i);
}
void on_three_threads(void*, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 3; ++t)
    threads.emplace_back([=] {
      for (uint32_t i = t; i < pieces; i += 3) body(arg, i);
    });
  for (std::thread& thread : threads) thread.join();
}

/// The digest at the end of a saved state, as docs/library.md, 7 has it: a forger can compute it.
void seal(std::vector<uint8_t>& block) {
  if (block.size() < 16) return;
  const auto mix = [](uint64_t word, uint64_t next) {
    word = (word ^ next) * 0x9E3779B97F4A7C15u;
    return word ^ (word >> 32);
  };
  const size_t count = block.size() - 16;
  uint64_t sum[2] = {0x243F6A8885A308D3u ^ count, 0x13198A2E03707344u};
  for (size_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, block.data() + i, std::min<size_t>(8, count - i));
    sum[0] = mix(sum[0], word);
    sum[1] = mix((sum[1] << 23) | (sum[1] >> 41), word + 0x452821E638D01377u);
  }
  std::memcpy(block.data() + count, sum, sizeof sum);
}

/// Handles of one kind, closed at the end.
template <typename T, void (*kClose)(T*)>
struct Handles {
  std::vector<T*> all;
  ~Handles() {
    for (T* handle : all) kClose(handle);
  }
  /// One of them; NULL where there is none, or to be odd.
  T* pick(Draws& d) const { return all.empty() || d.odd() ? nullptr : all[d.below(all.size())]; }
  void add(T* handle, size_t most) {
    if (handle == nullptr) return;
    all.push_back(handle);
    if (all.size() > most) kClose(all.front()), all.erase(all.begin());
  }
  void close_one(Draws& d) {
    if (all.empty()) return kClose(nullptr);
    const size_t at = d.below(all.size());
    kClose(all[at]), all.erase(all.begin() + static_cast<ptrdiff_t>(at));
  }
};

/// What schedule and spawning were told, so that most calls go on where the last one ended.
struct Schedule {
  std::vector<uint32_t> ids;
  int64_t tick = 0;
};

/// A world of few cells, made once: every round reads it.
struct SharedWorld {
  fw_context* context = nullptr;
  fw_world* world = nullptr;
  SharedWorld() {
    const fw_seeds seeds{42, 42, 42};
    fw_generate how{};
    how.size = sizeof how, how.resolution = 48;
    if (fw_open(FW_ABI, nullptr, &context, nullptr) == FW_OK)
      fw_world_generate(context, "Tiny", 4, &seeds, &how, &world, nullptr);
  }
  ~SharedWorld() { fw_world_close(world), fw_close(context); }
};

const fw_world* shared_world() {
  static const SharedWorld shared;
  return shared.world;
}

class Round {
 public:
  Round(uint64_t seed, uint64_t round, HostileReport& report)
      : d_(seed * 0x9E3779B97F4A7C15u + round), round_(round), report_(report) {}
  bool run();

 private:
  Draws d_;
  uint64_t round_;
  HostileReport& report_;
  CallMemory memory_;
  Handles<fw_context, fw_close> contexts_;
  Handles<fw_params, fw_params_close> params_;
  Handles<fw_field, fw_field_close> fields_;
  Handles<fw_moment, fw_moment_close> moments_;
  Handles<fw_cache, fw_cache_close> caches_;
  Handles<fw_world, fw_world_close> worlds_;
  Handles<fw_crowd, fw_crowd_close> crowds_;
  Handles<fw_steer, fw_steer_close> steers_;
  Handles<fw_tokens, fw_tokens_close> tokens_;
  Handles<fw_ways, fw_ways_close> ways_;
  Handles<fw_scratch, fw_scratch_close> scratches_;
  Handles<fw_action, fw_action_close> actions_;
  Handles<fw_spawn, fw_spawn_close> spawns_;
  std::vector<std::pair<fw_action*, Schedule>> schedules_;
  std::vector<std::pair<fw_spawn*, Schedule>> livings_;
  std::vector<std::pair<fw_tokens*, Schedule>> targets_;
  std::vector<std::vector<uint8_t>> blocks_;

  // ---- Calls and what must hold after each of them ----

  void fail(const std::string& what) {
    if (report_.failure.empty())
      report_.failure = "round " + std::to_string(round_) + ": " + calling + ": " + what;
  }

  template <typename Call>
  auto timed(const char* name, const Call& call) {
    calling = name;
    report_.names.insert(name);
    ++report_.calls;
    const int rounding = d_.one_in(8) ? FE_TOWARDZERO : FE_TONEAREST;
    std::fesetround(rounding);
    const auto begin = std::chrono::steady_clock::now();
    struct After {
      Round& r;
      int rounding;
      std::chrono::steady_clock::time_point begin;
      ~After() {
        if (std::fegetround() != rounding)
          r.fail("the rounding of floating-point numbers was not given back");
        std::fesetround(FE_TONEAREST);
        const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (s > r.report_.slowest_s)
          r.report_.slowest_s = s, r.report_.slowest = "round " + std::to_string(r.round_) + ": " + calling;
      }
    } const after{*this, rounding, begin};
    return call();
  }

  /// Calls call(error) -> fw_status and checks status, sentence and memory.
  template <typename Call>
  fw_status status_of(const char* name, const Call& call) {
    fw_error error;
    std::memset(&error, 0x5A, sizeof error);
    fw_error* to = d_.one_in(10) ? nullptr : &error;
    memory_.keep();
    const fw_status status = timed(name, [&] { return call(to); });
    report_.succeeded += status == FW_OK;
    const bool known = status == FW_OK || status == FW_E_USAGE || status == FW_E_TEMPLATE ||
                       status == FW_E_LIMIT || status == FW_E_MISMATCH || status == FW_E_VERSION ||
                       status == FW_E_SPACE || status == FW_E_CANCELLED;
    if (to != nullptr) {
      const size_t length = strnlen(error.message, sizeof error.message);
      const std::string_view message(error.message, length);
      if (!known) fail("status " + std::to_string(status) + ": " + std::string(message));
      if (error.status != status) fail("the error's status is not the call's");
      if (length == sizeof error.message) fail("a sentence without an end");
      if ((status == FW_OK) != message.empty()) fail("a status without its sentence, or the other way round");
      if (message.find('\n') != std::string_view::npos) fail("a sentence of two lines");
    } else if (!known) {
      fail("status " + std::to_string(status));
    }
    if (memory_.spoiled(status != FW_OK))
      fail(status == FW_OK ? "wrote outside what it was given" : "failed and wrote all the same");
    return status;
  }

  /// The same for a call that makes a handle.
  template <typename T, typename Call>
  T* made(const char* name, const Call& call) {
    T* const nothing = reinterpret_cast<T*>(&report_);
    T* out = nothing;
    T** const place = d_.odd() ? nullptr : &out;
    const fw_status status = status_of(name, [&](fw_error* e) { return call(place, e); });
    if (status == FW_OK && (out == nothing || out == nullptr)) fail("made no handle");
    if (status != FW_OK && out != nothing) fail("failed and wrote a handle");
    return status == FW_OK ? out : nullptr;
  }

  // ---- Arguments ----

  /// A column of `count` entries that begin as value(i); packed or not, maybe broken.
  template <typename Value>
  fw_column column(std::initializer_list<fw_type> types, size_t count, bool written, const Value& value) {
    const fw_type natural = *types.begin();
    const fw_type type = d_.one_in(3) ? d_.one_of(types) : natural;
    const size_t bytes = bytes_of(type);
    const bool packed = d_.one_in(2);
    const size_t step = packed ? bytes : bytes + d_.below(d_.one_in(2) ? 4 : 40);
    uint8_t* first = memory_.take(count == 0 ? 1 : step * (count - 1) + bytes);
    ptrdiff_t stride = static_cast<ptrdiff_t>(step);
    if (!packed && d_.one_in(4) && count > 0) first += step * (count - 1), stride = -stride;
    for (size_t i = 0; i < count; ++i) {
      uint8_t* at = first + static_cast<ptrdiff_t>(i) * stride;
      const double v = value(i);
      const auto narrow = static_cast<float>(v);
      const auto whole = v >= 0 && v < 4294967296.0 ? static_cast<uint32_t>(v) : 0u;
      if (type == FW_F64)
        std::memcpy(at, &v, bytes);
      else if (type == FW_F32)
        std::memcpy(at, &narrow, bytes);
      else if (bytes <= sizeof whole)
        std::memcpy(at, &whole, bytes);
    }
    if (written) memory_.writable(first, stride, bytes, count);
    fw_column out{first, packed && d_.one_in(2) ? 0 : stride,
                  type == natural && d_.one_in(2) ? fw_type{0} : type};
    if (!d_.odd()) return out;
    switch (d_.below(3)) {
      case 0:
        out.data = nullptr;
        break;
      case 1:
        out.type = natural == FW_U32 ? d_.one_of<fw_type>({FW_F32, FW_U8, FW_I32, 8, 99, UINT32_MAX})
                                     : d_.one_of<fw_type>({FW_U8, FW_U16, FW_U32, FW_I64, 8, 99, UINT32_MAX});
        break;
      default:
        if (count > 1)
          out.stride = d_.one_of<ptrdiff_t>(
              {1, -1, 3, -3, PTRDIFF_MAX, PTRDIFF_MIN, PTRDIFF_MIN + 1, (ptrdiff_t{1} << 30) + 1});
    }
    return out;
  }
  /// Places, now and then one that is none.
  fw_column places(size_t count, bool written = false) {
    const double side = d_.one_of({100.0, 1000.0, 3000.0});
    return column({FW_F64, FW_F32}, count, written, [&](size_t) {
      if (d_.one_in(60) && d_.odd()) return d_.number();
      return d_.one_in(40) ? d_.one_of({0.0, side, -5.0, 1e7, -1e7}) : side * d_.uniform();
    });
  }
  const fw_column* or_null(const fw_column& given) { return d_.odd() ? nullptr : &given; }

  template <typename T>
  T* room(size_t count) {
    T* out = reinterpret_cast<T*>(memory_.take(std::max<size_t>(1, count) * sizeof(T)));
    if (count == 0) return d_.odd() ? nullptr : out;
    if (d_.odd()) return nullptr;
    memory_.writable(out, sizeof(T), sizeof(T), count);
    return out;
  }

  int64_t tick() {
    return d_.odd() ? d_.any_tick() : static_cast<int64_t>(d_.below(50)) * (d_.one_in(2) ? 1 : 64);
  }
  double time() { return d_.odd() ? d_.number() : 100 * d_.uniform(); }

  std::string word(std::initializer_list<const char*> right) {
    std::string out = d_.one_of(right);
    if (!d_.odd()) return out;
    switch (d_.below(4)) {
      case 0:
        return "";
      case 1:
        return std::string(d_.below(2000), static_cast<char>(1 + d_.below(255)));
      case 2:
        return out + d_.one_of({" ", ".", "\n", "\xC3", "%s%n", "x"});
      default:
        if (!out.empty()) out[d_.below(out.size())] = static_cast<char>(1 + d_.below(255));
        return out;
    }
  }
  const char* text_or_null(const std::string& text) { return d_.odd() ? nullptr : text.c_str(); }

  fw_seeds seeds() {
    const auto one = [this] {
      return d_.odd() ? d_.one_of<uint64_t>({0, (uint64_t{1} << 53) - 1, uint64_t{1} << 53, UINT64_MAX})
                      : d_.below(1000);
    };
    return {one(), one(), one()};
  }

  fw_ground ground(std::vector<uint8_t>& cells) {
    fw_ground g{};
    g.size = d_.odd() ? d_.any_word() : static_cast<uint32_t>(sizeof g);
    // A caller of a later version: what it has beyond ours is not read, but its struct would be longer.
    if (g.size > sizeof g) g.size = 3;
    g.kind = d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(4));
    g.width_m = g.height_m = d_.one_of({100.0, 400.0, 1000.0, 3000.0});
    if (d_.odd()) g.width_m = d_.number();
    if (d_.odd()) g.height_m = d_.number();
    if (g.kind == FW_WALLS && d_.one_in(2)) g.height_m = 0.5 * g.width_m;
    const fw_world* own = worlds_.pick(d_);
    g.world = d_.odd() ? nullptr : own != nullptr && d_.one_in(2) ? own : shared_world();
    const uint32_t side = static_cast<uint32_t>(1 + d_.below(24));
    g.columns = g.rows = side;
    cells.assign(size_t{side} * side, 0);
    for (uint8_t& cell : cells) cell = d_.one_in(3) ? 0 : static_cast<uint8_t>(1 + d_.below(255));
    if (d_.odd()) std::fill(cells.begin(), cells.end(), uint8_t{0});
    g.mask = d_.odd() ? nullptr : cells.data();
    if (d_.odd()) g.columns = d_.one_of<uint32_t>({0, 16385, UINT32_MAX});
    if (d_.odd()) g.rows = d_.one_of<uint32_t>({0, 16385, UINT32_MAX});
    return g;
  }

  fw_context* context() { return contexts_.pick(d_); }

  /// Parameters of a kind, most often; their last numbers are often the ends of their ranges.
  fw_params* of_kind(const char* kind) {
    if (d_.odd()) return params_.pick(d_);
    fw_params* p = nullptr;
    const std::string method = method_of(kind);
    fw_params_open(contexts_.all.front(), kind, method.empty() ? nullptr : method.c_str(), &p, nullptr);
    if (p == nullptr) return nullptr;
    for (uint64_t k = d_.one_in(2) ? 0 : d_.below(4); k-- > 0;) set_some(p);
    if (std::strcmp(kind, "stack") == 0)
      for (uint64_t k = d_.below(3); k-- > 0;)
        fw_params_add_state(p, "s", d_.uniform(), 1, 0, d_.uniform(), nullptr);
    params_.add(p, 8);
    return p;
  }
  std::string method_of(const std::string& kind) {
    if (kind == "stack" || d_.one_in(8)) return "";
    std::array<char, 1000> names{};
    fw_text(("methods:" + kind).c_str(), names.data(), names.size());
    std::vector<std::string> all;
    for (std::string_view left = names.data(); left.find('\n') != std::string_view::npos;) {
      all.emplace_back(left.substr(0, left.find('\n')));
      left.remove_prefix(left.find('\n') + 1);
    }
    return all.empty() ? "" : all[d_.below(all.size())];
  }
  void set_some(fw_params* p) {
    fw_row row;
    const uint32_t rows = fw_params_count(p);
    if (rows == 0 || fw_params_row(p, static_cast<uint32_t>(d_.below(rows)), &row, nullptr) != FW_OK) return;
    // Counts that a game chooses make memory and time: their largest values are not what is tested here.
    const bool large = row.whole != 0 && row.choices == 0 && row.max > 100;
    const double top = large ? 60 : row.max;
    double value = d_.one_of({row.min, top, row.min + (top - row.min) * d_.uniform()});
    if (row.whole != 0) value = std::floor(value);
    fw_params_set(p, row.path, value, nullptr);
  }

  // ---- The functions, part by part ----

  void open_context() {
    fw_host host{};
    host.size = sizeof host, host.threads = 1;
    if (d_.odd()) host.size = d_.one_of<uint32_t>({0, 4, 8, 31});
    if (d_.odd()) host.threads = d_.one_of<int32_t>({-1, INT32_MIN, -7});
    if (d_.one_in(3))
      host.parallel_for = d_.one_in(6) ? on_three_threads : backwards;
    else if (d_.one_in(20))
      host.threads = d_.one_of<int32_t>({0, 2});
    const uint32_t abi = d_.odd() ? d_.any_word() : FW_ABI;
    contexts_.add(made<fw_context>("fw_open",
                                   [&](fw_context** out, fw_error* e) {
                                     return fw_open(abi, d_.one_in(3) ? nullptr : &host, out, e);
                                   }),
                  2);
  }

  void about_the_library() {
    if (timed("fw_abi", [] { return fw_abi(); }) != FW_ABI) fail("another interface");
    if (std::strlen(timed("fw_version", [] { return fw_version(); })) < 5) fail("no version");
    fw_seeds s{};
    timed("fw_seeds_of", [&] { fw_seeds_of(d_.word(), d_.odd() ? nullptr : &s); });
    const std::string what = word({"templates", "template:Tiny", "schema", "version", "methods:crowd",
                                   "methods:action", "methods:spawn", "methods:", "template:", "?"});
    const size_t space = d_.one_of<size_t>({0, 1, 2, 17, 4000});
    char* to = space == 0 || d_.one_in(5) ? nullptr : reinterpret_cast<char*>(memory_.take(space));
    if (to != nullptr) memory_.writable(to, 1, 1, space);
    memory_.keep();
    timed("fw_text", [&] { fw_text(text_or_null(what), to, to == nullptr ? d_.any_count() : space); });
    if (memory_.spoiled(false)) fail("wrote outside its room");
    if (d_.one_in(60))
      timed("fw_close", [&] { contexts_.all.size() > 1 ? contexts_.close_one(d_) : fw_close(nullptr); });
  }

  void parameters() {
    const std::string kind = word({"stack", "crowd", "avoid", "action", "spawn"});
    const std::string method = d_.odd() ? word({"curl_dual", "clock", "a_full", "no"}) : method_of(kind);
    switch (d_.below(9)) {
      case 0:
        params_.add(made<fw_params>("fw_params_open",
                                    [&](fw_params** out, fw_error* e) {
                                      return fw_params_open(context(), text_or_null(kind),
                                                            method.empty() ? nullptr : method.c_str(), out,
                                                            e);
                                    }),
                    8);
        break;
      case 1: {
        fw_params* p = params_.pick(d_);
        std::string path =
            word({"crowd.beta", "stack.octaves", "action.cycle_s", "spawn.target", "crowd.method"});
        fw_row row{};
        if (p != nullptr && !d_.odd() &&
            fw_params_row(p, static_cast<uint32_t>(d_.below(fw_params_count(p))), &row, nullptr) == FW_OK)
          path = row.path;
        const double value = d_.odd() ? d_.number() : row.preset;
        status_of("fw_params_set",
                  [&](fw_error* e) { return fw_params_set(p, text_or_null(path), value, e); });
        double got = 0;
        status_of("fw_params_get", [&](fw_error* e) {
          return fw_params_get(p, text_or_null(path), d_.odd() ? nullptr : &got, e);
        });
        const std::string said = word({"0.5", "yes", "no", "drift", "1e999", "-0", "nan", "0x10", "1 2"});
        status_of("fw_params_set_text", [&](fw_error* e) {
          return fw_params_set_text(p, text_or_null(path), text_or_null(said), e);
        });
        break;
      }
      case 2: {
        fw_row* row = room<fw_row>(1);
        fw_params* p = params_.pick(d_);
        const uint32_t count = timed("fw_params_count", [&] { return fw_params_count(p); });
        const uint32_t index = d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(count + 1));
        status_of("fw_params_row", [&](fw_error* e) { return fw_params_row(p, index, row, e); });
        break;
      }
      case 3: {
        const double dt_s = d_.odd() ? d_.number() : d_.one_of({1e-3, 1.0 / 60, 1.0, 4.0, 60.0});
        status_of("fw_params_set_tick",
                  [&](fw_error* e) { return fw_params_set_tick(params_.pick(d_), dt_s, e); });
        break;
      }
      case 4: {
        const std::string name = word({"fear", "hunger"});
        std::array<double, 4> v{};
        for (double& x : v) x = d_.odd() ? d_.number() : d_.uniform();
        status_of("fw_params_add_state", [&](fw_error* e) {
          return fw_params_add_state(params_.pick(d_), text_or_null(name), v[0], v[1], v[2], v[3], e);
        });
        break;
      }
      case 5:
        if (d_.one_in(4)) timed("fw_params_close", [&] { params_.close_one(d_); });
        break;
      default:
        if (fw_params* p = params_.pick(d_)) set_some(p);
    }
  }

  void calendar() {
    fw_calendar asked{d_.odd() ? d_.any_word() : static_cast<uint32_t>(sizeof(fw_calendar)),
                      d_.odd() ? d_.any_word() : 12,
                      d_.odd() ? d_.number() : 1200,
                      d_.odd() ? d_.number() : 0.25,
                      d_.odd() ? d_.number() : 8,
                      d_.odd() ? d_.number() : 16};
    const fw_calendar* at = d_.one_in(8) ? nullptr : &asked;
    fw_date* date = room<fw_date>(1);
    double* share = room<double>(1);
    const double now = d_.odd() ? d_.number() : time();
    status_of("fw_calendar_at", [&](fw_error* e) { return fw_calendar_at(at, now, date, e); });
    const std::string curve = word({"always", "day", "night", "twilight"});
    status_of("fw_calendar_share",
              [&](fw_error* e) { return fw_calendar_share(at, text_or_null(curve), now, share, e); });
    const size_t count = d_.one_in(6) ? 0 : 1 + d_.below(kMost);
    uint32_t* id = d_.odd() ? nullptr : room<uint32_t>(count);
    float* score = room<float>(count);
    uint8_t* in = room<uint8_t>(count);
    for (size_t i = 0; i < count; ++i) {
      if (id != nullptr) id[i] = d_.odd() ? static_cast<uint32_t>(i) : d_.any_word();
      if (score != nullptr) score[i] = d_.odd() ? static_cast<float>(d_.number()) : static_cast<float>(i % 5);
      if (in != nullptr) in[i] = static_cast<uint8_t>(d_.below(3));
    }
    const auto hold = static_cast<float>(d_.odd() ? d_.number() : 0.3);
    const size_t k = d_.odd() ? d_.any_count() : d_.below(count + 1);
    status_of("fw_upper_set",
              [&](fw_error* e) { return fw_upper_set(context(), count, id, score, hold, k, in, e); });
  }

  void noise() {
    fw_field* field = fields_.pick(d_);
    const double now = time();
    const size_t count = d_.one_in(6) ? 0 : d_.one_in(30) ? 5000 : 1 + d_.below(kMost);
    const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 2, 0}) : count;
    const fw_column xs = places(count), ys = places(count);
    switch (d_.below(9)) {
      case 0: {
        if (!d_.one_in(3) && !fields_.all.empty()) break;
        const fw_params* stack = of_kind("stack");
        const std::string tag = word({"mood", "mood/fear", ""});
        const fw_seeds s = seeds();
        const double period_m = d_.odd() ? d_.number() : d_.one_of({0.0, 1000.0, 1e7});
        fields_.add(made<fw_field>("fw_field_open",
                                   [&](fw_field** out, fw_error* e) {
                                     return fw_field_open(context(), stack, text_or_null(tag),
                                                          d_.odd() ? nullptr : &s, period_m, out, e);
                                   }),
                    4);
        break;
      }
      case 1: {
        float *out = room<float>(count), *dx = d_.one_in(2) ? room<float>(count) : nullptr,
              *dy = d_.one_in(2) ? room<float>(count) : nullptr;
        status_of("fw_field_points", [&](fw_error* e) {
          return fw_field_points(field, now, said, or_null(xs), or_null(ys), out, dx, dy, e);
        });
        break;
      }
      case 2: {
        float *x = room<float>(count), *y = room<float>(count);
        status_of("fw_field_curl", [&](fw_error* e) {
          return fw_field_curl(field, now, said, or_null(xs), or_null(ys), x, y, e);
        });
        break;
      }
      case 3: {
        const auto states = static_cast<uint32_t>(d_.below(3));
        std::array<fw_column, 16> state{};
        for (uint32_t i = 0; i < states; ++i)
          state[i] = column({FW_F32}, count, false,
                            [&](size_t) { return d_.odd() && d_.one_in(9) ? d_.number() : d_.uniform(); });
        float* out = room<float>(count);
        status_of("fw_field_context", [&](fw_error* e) {
          return fw_field_context(field, now, said, or_null(xs), or_null(ys),
                                  d_.odd() ? nullptr : state.data(), d_.odd() ? d_.any_word() : states, out,
                                  e);
        });
        break;
      }
      case 4: {
        uint32_t columns = static_cast<uint32_t>(d_.below(30)), rows = static_cast<uint32_t>(d_.below(30));
        float* out = room<float>(size_t{columns} * rows);
        const double west = d_.odd() ? d_.number() : d_.one_of({0.0, -500.0, 9.9e6}),
                     south = d_.odd() ? d_.number() : 0.0;
        const double cell = d_.odd() ? d_.number() : d_.one_of({1.0, 0.25, 1000.0});
        if (d_.odd()) columns = d_.one_of<uint32_t>({65537, UINT32_MAX, 0});
        if (d_.odd()) rows = d_.one_of<uint32_t>({65537, UINT32_MAX, 0});
        status_of("fw_field_grid", [&](fw_error* e) {
          return fw_field_grid(field, now, west, south, cell, columns, rows, out, e);
        });
        break;
      }
      case 5: {
        const double x = d_.odd() ? d_.number() : 9, y = d_.odd() ? d_.number() : 1e3 * d_.uniform();
        const float n = timed("fw_field_value", [&] { return fw_field_value(field, now, x, y); });
        if (std::abs(n) > 1) fail("noise beyond 1");
        break;
      }
      case 6: {
        double w = 0, s = 0, e_m = d_.one_of({0.0, 1000.0, 1e7}), n = 800;
        for (double* side : {&w, &s, &e_m, &n})
          if (d_.odd()) *side = d_.number();
        moments_.add(made<fw_moment>("fw_moment_open",
                                     [&](fw_moment** out, fw_error* e) {
                                       return fw_moment_open(field, w, s, e_m, n, out, e);
                                     }),
                     3);
        break;
      }
      case 7: {
        fw_moment* moment = moments_.pick(d_);
        status_of("fw_moment_set", [&](fw_error* e) { return fw_moment_set(moment, now, e); });
        const double x = d_.odd() ? d_.number() : 9, y = d_.odd() ? d_.number() : 1e3 * d_.uniform();
        const float v = timed("fw_moment_value", [&] { return fw_moment_value(moment, x, y); });
        if (std::abs(v) > 1) fail("noise beyond 1");
        break;
      }
      default:
        if (d_.one_in(10)) timed("fw_moment_close", [&] { moments_.close_one(d_); });
        if (d_.one_in(20)) timed("fw_field_close", [&] { fields_.close_one(d_); });
    }
  }

  /// A template's text with a few bytes or pieces changed.
  std::string changed_template() {
    static const std::string kTiny = [] {
      std::string text(fw_text("template:Tiny", nullptr, 0), ' ');
      fw_text("template:Tiny", text.data(), text.size());
      text.pop_back();
      return text;
    }();
    std::string text = kTiny;
    for (uint64_t k = 1 + d_.below(3); k-- > 0 && !text.empty();) {
      const size_t at = d_.below(text.size()), length = std::min(text.size() - at, d_.below(40));
      switch (d_.below(6)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text[at] = static_cast<char>(d_.below(256));
          break;
        case 2:
          text.insert(at, text.substr(at, length));
          break;
        case 3:
          text.insert(at, d_.one_of({"[", "{", "null", "1e999", "-1", "\"", "\\u0000", "0.5", ",", "true"}));
          break;
        case 4:
          if (d_.one_in(9)) text.insert(at, std::string(d_.below(30000), d_.one_of({'[', '{', '9', '"'})));
          break;
        default: {  // another digit
          const size_t digit = text.find_first_of("0123456789", at);
          if (digit != std::string::npos) text[digit] = static_cast<char>('0' + d_.below(10));
        }
      }
    }
    return text;
  }

  void worlds() {
    const fw_world* world = d_.odd() ? nullptr : shared_world();
    if (const fw_world* own = worlds_.pick(d_); own != nullptr && d_.one_in(2)) world = own;
    switch (d_.below(12)) {
      case 0:
        caches_.add(made<fw_cache>("fw_cache_open",
                                   [&](fw_cache** out, fw_error* e) {
                                     const uint32_t kept =
                                         d_.odd() ? d_.any_word() : static_cast<uint32_t>(1 + d_.below(3));
                                     return fw_cache_open(context(), kept, out, e);
                                   }),
                    1);
        if (d_.one_in(10)) timed("fw_cache_close", [&] { caches_.close_one(d_); });
        break;
      case 1:
        if (d_.one_in(6)) generate();
        break;
      case 2: {
        fw_raster* out = room<fw_raster>(1);
        const std::string name = word({"land", "danger", "height_m", "type", "feature", "intensity_enemy"});
        status_of("fw_world_raster",
                  [&](fw_error* e) { return fw_world_raster(world, text_or_null(name), out, e); });
        const char* listed = timed("fw_world_raster_name", [&] {
          return fw_world_raster_name(world, d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(20)));
        });
        if (listed != nullptr && *listed == 0) fail("a raster without a name");
        timed("fw_world_code", [&] {
          return fw_world_code(world, text_or_null(name),
                               d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(6)));
        });
        break;
      }
      case 3: {
        fw_point* out = room<fw_point>(1);
        if (out != nullptr) out->size = d_.odd() ? d_.any_word() : static_cast<uint32_t>(sizeof *out);
        const size_t points = timed("fw_world_points", [&] { return fw_world_points(world); });
        const size_t index = d_.odd() ? d_.any_count() : d_.below(points + 1);
        status_of("fw_world_point", [&](fw_error* e) { return fw_world_point(world, index, out, e); });
        break;
      }
      case 4: {
        const std::string property = word({"x_m", "class_index", "danger", "level", "intensity"});
        const size_t points = fw_world_points(world);
        const fw_type type = kAllTypes[d_.below(7)];
        const size_t bytes = bytes_of(type), step = bytes + (d_.one_in(2) ? 0 : d_.below(30));
        uint8_t* first = memory_.take(std::max<size_t>(1, step * points));
        memory_.writable(first, static_cast<ptrdiff_t>(step), bytes, points);
        fw_column out{first, static_cast<ptrdiff_t>(step), type};
        if (d_.odd()) out.data = nullptr;
        if (d_.odd()) out.type = d_.one_of<fw_type>({8, 99, UINT32_MAX});
        if (d_.odd() && points > 1)
          out.stride = d_.one_of<ptrdiff_t>({PTRDIFF_MIN, PTRDIFF_MAX, (ptrdiff_t{1} << 30) + 1});
        status_of("fw_world_point_column", [&](fw_error* e) {
          return fw_world_point_column(world, text_or_null(property), or_null(out), e);
        });
        break;
      }
      case 5: {
        fw_region* out = room<fw_region>(1);
        if (out != nullptr) out->size = d_.odd() ? d_.any_word() : static_cast<uint32_t>(sizeof *out);
        const uint32_t regions = timed("fw_world_regions", [&] { return fw_world_regions(world); });
        const uint32_t index = d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(regions + 1));
        status_of("fw_world_region", [&](fw_error* e) { return fw_world_region(world, index, out, e); });
        fw_place* place = room<fw_place>(1);
        if (place != nullptr)
          place->size = d_.odd() ? d_.any_word() : static_cast<uint32_t>(sizeof(fw_place));
        const size_t places = timed("fw_world_places", [&] { return fw_world_places(world); });
        const size_t at = d_.odd() ? d_.any_word() : d_.below(places + 1);
        status_of("fw_world_place", [&](fw_error* e) { return fw_world_place(world, at, place, e); });
        const std::string raster = word({"danger", "biome", "faction", "land"});
        timed("fw_world_share", [&] {
          return fw_world_share(world, index, text_or_null(raster),
                                d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(6)));
        });
        break;
      }
      case 6: {
        if (!d_.one_in(3)) break;
        const std::string what = word({"explain", "explain", "findings", "template", "digests", "audit"});
        if (what == "audit" && !d_.one_in(10)) break;
        const size_t space = d_.one_of<size_t>({0, 1, 33, 5000});
        char* to = space == 0 ? nullptr : reinterpret_cast<char*>(memory_.take(space));
        if (to != nullptr) memory_.writable(to, 1, 1, space);
        memory_.keep();
        const double x = d_.odd() ? d_.number() : 1000 * d_.uniform(),
                     y = d_.odd() ? d_.number() : 1000 * d_.uniform();
        timed("fw_world_text", [&] { return fw_world_text(world, text_or_null(what), x, y, to, space); });
        if (memory_.spoiled(false)) fail("wrote outside its room");
        break;
      }
      case 7:
        if (d_.one_in(30)) timed("fw_world_close", [&] { worlds_.close_one(d_); });
        break;
      default:
        break;
    }
  }

  void generate() {
    const std::string text = d_.one_in(4) ? word({"Tiny", "Tiny", "Nowhere"}) : changed_template();
    fw_generate how{};
    static uint32_t reports = 0;
    static const volatile int32_t stop = 1;
    how.size = d_.odd() ? d_.one_of<uint32_t>({0, 4, 40}) : static_cast<uint32_t>(sizeof how);
    how.resolution =
        d_.odd() ? d_.one_of<uint32_t>({1, 31, 16385, UINT32_MAX}) : static_cast<uint32_t>(32 + d_.below(17));
    how.layers_only = d_.one_in(2) ? 1 : 0;
    how.cache = caches_.pick(d_);
    how.cancel = d_.one_in(8) ? &stop : nullptr;
    if (d_.one_in(2)) how.progress = [](void* user, const char*, double) { ++*static_cast<uint32_t*>(user); };
    how.user = &reports;
    const fw_seeds s = seeds();
    // Exactly its bytes, without a 0 after them.
    uint8_t* given = memory_.take(std::max<size_t>(1, text.size()));
    std::memcpy(given, text.data(), text.size());
    const size_t bytes = d_.odd() ? d_.one_of<size_t>({0, SIZE_MAX, (size_t{64} << 20) + 1}) : text.size();
    worlds_.add(made<fw_world>("fw_world_generate",
                               [&](fw_world** out, fw_error* e) {
                                 return fw_world_generate(
                                     context(), d_.odd() ? nullptr : reinterpret_cast<const char*>(given),
                                     bytes, d_.odd() ? nullptr : &s, &how, out, e);
                               }),
                1);
  }

  fw_agents agents(size_t count, bool written) {
    fw_agents a{};
    a.size = d_.odd() ? d_.one_of<uint32_t>({0, 8, 200}) : static_cast<uint32_t>(sizeof a);
    a.count = count;
    const uint32_t first = d_.one_in(8) ? UINT32_MAX - 60 : 0;
    const bool twice = d_.one_in(15);
    a.id = column({FW_U32}, count, written,
                  [&](size_t i) { return static_cast<double>(first + (twice ? i / 2 : i)); });
    a.x_m = places(count, written), a.y_m = places(count, written);
    const auto floats = [&] {
      return column({FW_F32, FW_F64}, count, written,
                    [&](size_t) { return d_.one_in(30) && d_.odd() ? d_.number() : 2 * d_.uniform() - 1; });
    };
    a.heading_x = floats(), a.heading_y = floats(), a.speed_mps = floats();
    for (fw_column& memory : a.memory)
      if (!d_.one_in(6)) memory = floats();
    if (d_.odd()) a.y_m = a.x_m;
    if (d_.odd() && count > 0) a.count = d_.one_of<size_t>({0, SIZE_MAX, UINT32_MAX, size_t{1} << 33});
    return a;
  }

  fw_bodies bodies(size_t count) {
    fw_bodies b{};
    b.size = d_.odd() ? d_.one_of<uint32_t>({0, 8, 400}) : static_cast<uint32_t>(sizeof b);
    b.count = count;
    b.id = column({FW_U32}, count, true, [](size_t i) { return static_cast<double>(i); });
    b.x_m = places(count, true), b.y_m = places(count, true);
    for (fw_column* c : {&b.vx_mps, &b.vy_mps, &b.want_x_mps, &b.want_y_mps})
      *c = column({FW_F32, FW_F64}, count, true,
                  [&](size_t) { return d_.one_in(30) && d_.odd() ? d_.number() : 2 * d_.uniform() - 1; });
    for (fw_column* c : {&b.speed_mps, &b.radius_m, &b.priority})
      if (c == &b.speed_mps || d_.odd())
        *c = column({FW_F32, FW_F64}, count, true, [&](size_t) {
          return d_.one_in(30) && d_.odd() ? d_.number() : 0.15 + 0.1 * d_.uniform();
        });
    if (d_.odd()) b.y_m = b.x_m;
    if (d_.odd() && count > 0) b.count = d_.one_of<size_t>({0, SIZE_MAX, UINT32_MAX, size_t{1} << 33});
    return b;
  }

  void steering() {
    fw_steer* steer = steers_.pick(d_);
    switch (d_.below(5)) {
      case 0: {
        const fw_params* p = of_kind("avoid");
        std::vector<uint8_t> cells;
        const fw_ground g = ground(cells);
        steers_.add(made<fw_steer>("fw_steer_open",
                                   [&](fw_steer** out, fw_error* e) {
                                     return fw_steer_open(context(), p, d_.odd() ? nullptr : &g, out, e);
                                   }),
                    3);
        if (d_.one_in(20)) timed("fw_steer_close", [&] { steers_.close_one(d_); });
        break;
      }
      case 1: {
        const size_t most = d_.odd() ? d_.one_of<size_t>({0, size_t{1} << 32, SIZE_MAX}) : kMost;
        scratches_.add(made<fw_scratch>("fw_steer_scratch",
                                        [&](fw_scratch** out, fw_error* e) {
                                          return fw_steer_scratch(steer, most, out, e);
                                        }),
                       3);
        break;
      }
      default: {
        const fw_bodies b = bodies(d_.one_in(8) ? 0 : 1 + d_.below(kMost));
        fw_scratch* scratch = scratches_.pick(d_);
        status_of("fw_steer_step",
                  [&](fw_error* e) { return fw_steer_step(steer, scratch, d_.odd() ? nullptr : &b, e); });
      }
    }
  }

  void tokens() {
    if (tokens_.all.empty() || d_.one_in(40)) {
      const fw_params* p = of_kind("tokens");
      const fw_seeds s = seeds();
      const size_t most = d_.odd() ? d_.one_of<size_t>({0, 65537, SIZE_MAX}) : kMost;
      fw_tokens* opened = made<fw_tokens>("fw_tokens_open", [&](fw_tokens** out, fw_error* e) {
        return fw_tokens_open(context(), p, d_.odd() ? nullptr : &s, most, out, e);
      });
      tokens_.add(opened, 3);
      if (opened != nullptr) schedule_of(targets_, opened, true);
    }
    fw_tokens* tokens = tokens_.pick(d_);
    Schedule none;
    Schedule& s = tokens == nullptr ? none : schedule_of(targets_, tokens, false);
    fw_digest before{}, after{};
    fw_tokens_digest(tokens, &before);
    fw_status status = FW_OK;
    switch (d_.below(8)) {
      case 0:
        save("fw_tokens_save",
             [&](void* to, size_t* bytes, fw_error* e) { return fw_tokens_save(tokens, to, bytes, e); });
        break;
      case 1: {
        const Bytes saved = block();
        status = status_of("fw_tokens_load",
                           [&](fw_error* e) { return fw_tokens_load(tokens, saved.from, saved.count, e); });
        if (status == FW_OK && saved.count >= 40)
          std::memcpy(&s.tick, static_cast<const uint8_t*>(saved.from) + 24, 8);
        break;
      }
      case 2:
        timed("fw_tokens_digest", [&] { fw_tokens_digest(tokens, d_.odd() ? nullptr : &after); });
        if (d_.one_in(40)) timed("fw_tokens_close", [&] { fw_tokens_close(nullptr); });
        break;
      default: {
        const size_t count = d_.one_in(6) ? 0 : 1 + d_.below(kMost);
        fw_tokens_io io{};
        io.size = d_.odd() ? d_.one_of<uint32_t>({0, 8, 100}) : static_cast<uint32_t>(sizeof io);
        io.count = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 2, 0}) : count;
        const size_t same_id = d_.odd() ? 2 : 1;
        io.id = column({FW_U32}, count, false, [&](size_t i) { return static_cast<double>(i / same_id); });
        io.x_m = places(count), io.y_m = places(count);
        io.may = column({FW_U8}, count, false, [&](size_t) { return static_cast<double>(d_.below(2)); });
        for (double* number : {&io.target_x_m, &io.target_y_m, &io.facing_x, &io.facing_y})
          *number = d_.odd() ? d_.number() : 100 * d_.uniform();
        io.started = room<uint32_t>(count);
        const int64_t at = d_.odd() ? d_.any_tick() : s.tick;
        status = status_of("fw_tokens_tick", [&](fw_error* e) {
          return fw_tokens_tick(tokens, at, d_.odd() ? nullptr : &io, e);
        });
        if (status == FW_OK) s.tick = at + 1;
        if (status == FW_OK && io.starts > count) fail("more starts than members");
      }
    }
    fw_tokens_digest(tokens, &after);
    if (status != FW_OK && !same(before, after)) fail("failed and changed the tokens");
  }

  void ways() {
    if (ways_.all.empty() || d_.one_in(20)) {
      std::vector<uint8_t> cells;
      const fw_ground g = ground(cells);
      std::vector<float> pace(cells.size());
      for (float& p : pace) p = static_cast<float>(d_.odd() ? d_.number() : 0.5 + d_.uniform());
      const bool has_pace = g.kind == FW_MASK && g.columns * g.rows == cells.size() && d_.one_in(2);
      const size_t count = 1 + d_.below(5);
      double *x = room<double>(count), *y = room<double>(count);
      for (size_t i = 0; i < count; ++i) {
        if (x != nullptr) x[i] = d_.odd() ? d_.number() : 400 * d_.uniform();
        if (y != nullptr) y[i] = d_.odd() ? d_.number() : 400 * d_.uniform();
      }
      const size_t said = d_.odd() ? d_.one_of<size_t>({0, SIZE_MAX, 100001}) : count;
      const double radius_m = d_.odd() ? d_.number() : d_.one_of({0.0, 5.0, 1e7});
      ways_.add(made<fw_ways>("fw_ways_open",
                              [&](fw_ways** out, fw_error* e) {
                                return fw_ways_open(context(), d_.odd() ? nullptr : &g,
                                                    has_pace ? pace.data() : nullptr, said, x, y, radius_m,
                                                    out, e);
                              }),
                3);
      if (d_.one_in(20)) timed("fw_ways_close", [&] { ways_.close_one(d_); });
    }
    const size_t count = d_.one_in(6) ? 0 : 1 + d_.below(kMost);
    const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 2, 0}) : count;
    const fw_column xs = places(count), ys = places(count);
    float *to_x = room<float>(count), *to_y = room<float>(count), *left = room<float>(count);
    const fw_ways* asked = ways_.pick(d_);
    status_of("fw_ways_ask", [&](fw_error* e) {
      return fw_ways_ask(asked, said, or_null(xs), or_null(ys), to_x, to_y, left, e);
    });
  }

  void crowds() {
    fw_crowd* crowd = crowds_.pick(d_);
    fw_scratch* scratch = scratches_.pick(d_);
    const size_t count = d_.one_in(8) ? 0 : d_.one_in(6) ? kMost + 1 : 1 + d_.below(kMost);
    const int64_t now = tick();
    switch (d_.below(12)) {
      case 0: {
        if (!d_.one_in(4) && !crowds_.all.empty()) break;
        const fw_params* p = of_kind("crowd");
        std::vector<uint8_t> cells;
        const fw_ground g = ground(cells);
        const fw_seeds s = seeds();
        crowds_.add(made<fw_crowd>("fw_crowd_open",
                                   [&](fw_crowd** out, fw_error* e) {
                                     return fw_crowd_open(context(), p, d_.odd() ? nullptr : &g,
                                                          d_.odd() ? nullptr : &s, out, e);
                                   }),
                    3);
        if (timed("fw_crowd_memory", [&] { return fw_crowd_memory(crowds_.pick(d_)); }) > 3)
          fail("more memory than columns");
        break;
      }
      case 1: {
        const size_t most = d_.odd() ? d_.one_of<size_t>({0, size_t{1} << 32, SIZE_MAX}) : kMost;
        scratches_.add(made<fw_scratch>("fw_scratch_open",
                                        [&](fw_scratch** out, fw_error* e) {
                                          return fw_scratch_open(crowd, most, out, e);
                                        }),
                       3);
        if (d_.one_in(10)) timed("fw_scratch_close", [&] { scratches_.close_one(d_); });
        if (d_.one_in(20)) timed("fw_crowd_close", [&] { crowds_.close_one(d_); });
        break;
      }
      case 2: {
        const fw_agents a = agents(count, true);
        const uint32_t keep = d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(8));
        status_of("fw_crowd_begin", [&](fw_error* e) {
          return fw_crowd_begin(crowd, scratch, now, d_.odd() ? nullptr : &a, keep, e);
        });
        break;
      }
      case 3:
      case 4: {
        const fw_agents a = agents(count, true);
        status_of("fw_crowd_step", [&](fw_error* e) {
          return fw_crowd_step(crowd, scratch, now, d_.odd() ? nullptr : &a, e);
        });
        break;
      }
      case 5: {
        const fw_agents a = agents(count, true);
        const uint32_t ticks = d_.odd() ? d_.any_word() : uint32_t{1} << d_.below(7);
        const size_t listed = d_.below(count + 1);
        auto* entries = reinterpret_cast<uint32_t*>(memory_.take(4 * listed + 4));
        for (size_t i = 0; i < listed; ++i)
          entries[i] = d_.one_in(30) ? d_.any_word() : static_cast<uint32_t>(i);
        // A count beyond the agents repeats an entry or names one that is not there: that is found before the
        // list ends.
        const bool all = d_.one_in(5);
        status_of("fw_crowd_step_some", [&](fw_error* e) {
          return fw_crowd_step_some(crowd, scratch, now, ticks, all ? nullptr : entries,
                                    all && d_.odd() ? d_.any_count() : listed, &a, e);
        });
        break;
      }
      case 6: {
        const fw_column xs = places(count), ys = places(count);
        float *hx = room<float>(count), *hy = room<float>(count), *v = room<float>(count);
        const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, size_t{1} << 33, 0}) : count;
        status_of("fw_crowd_targets", [&](fw_error* e) {
          return fw_crowd_targets(crowd, scratch, now, said, or_null(xs), or_null(ys), hx, hy, v, e);
        });
        break;
      }
      case 7: {
        fw_agents a = agents(count, false);
        if (a.count > count) a.count = SIZE_MAX;
        fw_digest* out = room<fw_digest>(1);
        memory_.keep();
        timed("fw_agents_digest", [&] { fw_agents_digest(d_.odd() ? nullptr : &a, now, out); });
        const uint32_t first = d_.any_word(), last = d_.any_word();
        timed("fw_agents_digest_of", [&] { fw_agents_digest_of(&a, now, first, last, out); });
        if (memory_.spoiled(false)) fail("wrote outside its digest");
        break;
      }
      case 8: {
        fw_agents a = agents(count, false);
        if (a.count > count) a.count = SIZE_MAX;
        save("fw_agents_save", [&](void* to, size_t* bytes, fw_error* e) {
          return fw_agents_save(crowd, &a, now, to, bytes, e);
        });
        break;
      }
      case 9: {
        const fw_agents a = agents(count, true);
        const Bytes saved = block();
        size_t loaded = 0;
        int64_t at = 0;
        status_of("fw_agents_load", [&](fw_error* e) {
          return fw_agents_load(crowd, saved.from, saved.count, &a, d_.odd() ? nullptr : &loaded,
                                d_.odd() ? nullptr : &at, e);
        });
        break;
      }
      default: {
        const fw_agents a = agents(count, false);
        uint32_t* order = room<uint32_t>(count);
        status_of("fw_crowd_order",
                  [&](fw_error* e) { return fw_crowd_order(crowd, scratch, &a, order, e); });
      }
    }
  }

  // ---- Saved states ----

  template <typename Save>
  void save(const char* name, const Save& call) {
    size_t needed = d_.one_of<size_t>({0, 1, 40});
    status_of(name, [&](fw_error* e) { return call(nullptr, d_.odd() ? nullptr : &needed, e); });
    if (needed < 56 || needed > (size_t{1} << 24)) return;
    const size_t given = d_.odd() ? needed - 1 - d_.below(50) : needed;
    uint8_t* to = memory_.take(given);
    memory_.writable(to, 1, 1, given);
    size_t bytes = given;
    const fw_status status = status_of(name, [&](fw_error* e) { return call(to, &bytes, e); });
    if (status != FW_OK) return;
    if (bytes > given) return fail("more bytes than there was room for");
    if (blocks_.size() < 12)
      blocks_.emplace_back(to, to + bytes);
    else
      blocks_[d_.below(12)].assign(to, to + bytes);
  }

  struct Bytes {
    const void* from;
    size_t count;
  };
  /// A saved state as it was, or changed, cut, lengthened, and then maybe sealed again.
  Bytes block() {
    std::vector<uint8_t> b =
        blocks_.empty() ? std::vector<uint8_t>(80, 7) : blocks_[d_.below(blocks_.size())];
    if (!d_.one_in(5)) {
      for (uint64_t k = 1 + d_.below(3); k-- > 0 && !b.empty();) {
        const size_t at = d_.one_in(3) ? d_.below(std::min<size_t>(48, b.size())) : d_.below(b.size());
        switch (d_.below(5)) {
          case 0:
            b[at] = static_cast<uint8_t>(d_.below(256));
            break;
          case 1:
            b[at] ^= static_cast<uint8_t>(1u << d_.below(8));
            break;
          case 2:
            b.resize(d_.below(b.size() + 30));
            break;
          case 3: {  // a whole word, as counts, ids and places are
            const uint64_t word =
                d_.one_of<uint64_t>({0, 1, 47, 255, UINT32_MAX, UINT64_MAX, uint64_t{1} << 61,
                                     0x7FF8000000000000u, 0x7FF0000000000000u});
            const size_t where = at / 4 * 4,
                         length = std::min<size_t>(d_.one_in(2) ? 8 : 4, b.size() - where);
            std::memcpy(b.data() + where, &word, length);
            break;
          }
          default: {
            const auto& other = blocks_.empty() ? b : blocks_[d_.below(blocks_.size())];
            const size_t length = std::min({d_.below(64), b.size() - at, other.size()});
            const std::vector<uint8_t> piece(other.begin(), other.begin() + static_cast<ptrdiff_t>(length));
            std::copy(piece.begin(), piece.end(), b.begin() + static_cast<ptrdiff_t>(at));
          }
        }
      }
      if (!d_.one_in(4)) seal(b);
    }
    if (d_.odd()) return {nullptr, d_.any_count()};
    uint8_t* from = memory_.take(std::max<size_t>(1, b.size()));
    if (!b.empty()) std::memcpy(from, b.data(), b.size());
    return {from, b.size()};
  }

  // ---- Schedules ----

  template <typename T>
  static Schedule& schedule_of(std::vector<std::pair<T*, Schedule>>& all, T* handle, bool fresh) {
    for (auto& [it, schedule] : all)
      if (it == handle) {
        if (fresh) schedule = {};
        return schedule;
      }
    return all.emplace_back(handle, Schedule{}).second;
  }
  static bool same(const fw_digest& a, const fw_digest& b) {
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
  }

  void schedules() {
    if (actions_.all.empty() || d_.one_in(60)) {
      const fw_params* p = of_kind("action");
      std::vector<uint8_t> cells;
      const fw_ground g = ground(cells);
      const fw_seeds s = seeds();
      const size_t most = d_.odd() ? d_.one_of<size_t>({0, 1, (size_t{1} << 26) + 1, SIZE_MAX}) : kMost;
      fw_action* opened = made<fw_action>("fw_action_open", [&](fw_action** out, fw_error* e) {
        return fw_action_open(context(), p, d_.odd() ? nullptr : &g, d_.odd() ? nullptr : &s, most, out, e);
      });
      actions_.add(opened, 3);
      if (opened != nullptr) schedule_of(schedules_, opened, true);
    }
    fw_action* action = actions_.pick(d_);
    Schedule none;
    Schedule& s = action == nullptr ? none : schedule_of(schedules_, action, false);
    fw_digest before{}, after{};
    fw_action_digest(action, &before);
    fw_status status = FW_OK;
    switch (d_.below(12)) {
      case 0:
      case 1: {
        const size_t count = d_.below(12);
        auto* ids = reinterpret_cast<uint32_t*>(memory_.take(4 * count + 4));
        uint8_t* classes = memory_.take(count + 1);
        for (size_t i = 0; i < count; ++i)
          ids[i] = d_.one_in(20) ? d_.any_word() : static_cast<uint32_t>(d_.below(90)),
          classes[i] = d_.odd() ? 255 : 0;
        const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 4, 1000, 0}) : count;
        status = status_of("fw_action_join", [&](fw_error* e) {
          return fw_action_join(action, said, d_.odd() ? nullptr : ids, d_.one_in(2) ? nullptr : classes, e);
        });
        if (status == FW_OK) s.ids.insert(s.ids.end(), ids, ids + said);
        break;
      }
      case 2: {
        const size_t count = std::min<size_t>(d_.below(5), s.ids.size());
        auto* ids = reinterpret_cast<uint32_t*>(memory_.take(4 * count + 4));
        for (size_t i = 0; i < count; ++i)
          ids[i] = d_.one_in(9) ? d_.any_word() : s.ids[d_.below(s.ids.size())];
        const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 4, 1000, 0}) : count;
        status = status_of("fw_action_leave", [&](fw_error* e) {
          return fw_action_leave(action, said, d_.odd() ? nullptr : ids, e);
        });
        if (status == FW_OK)
          for (size_t i = 0; i < said; ++i) std::erase(s.ids, ids[i]);
        break;
      }
      case 3: {
        const Bytes saved = block();
        status = status_of("fw_action_load",
                           [&](fw_error* e) { return fw_action_load(action, saved.from, saved.count, e); });
        if (status == FW_OK) learn(action, s);
        break;
      }
      case 4:
        save("fw_action_save",
             [&](void* to, size_t* bytes, fw_error* e) { return fw_action_save(action, to, bytes, e); });
        break;
      case 5: {
        const int64_t at = tick();
        status = status_of("fw_action_at", [&](fw_error* e) { return fw_action_at(action, at, e); });
        break;
      }
      case 6: {
        fw_ask ask{9, 10, 11, 12, tick(), d_.any_word(), 0};
        for (double* place : {&ask.x_m, &ask.y_m, &ask.to_x_m, &ask.to_y_m})
          *place = d_.odd() ? d_.number() : 1000 * d_.uniform();
        if (d_.odd()) ask.phase_class = d_.any_word();
        fw_turn* turn = room<fw_turn>(1);
        status = status_of("fw_action_ask", [&](fw_error* e) {
          return fw_action_ask(action, d_.odd() ? nullptr : &ask, turn, e);
        });
        break;
      }
      case 7: {
        fw_turn* turn = room<fw_turn>(1);
        const uint32_t id = s.ids.empty() || d_.odd() ? d_.any_word() : s.ids[d_.below(s.ids.size())];
        status =
            status_of("fw_action_state", [&](fw_error* e) { return fw_action_state(action, id, turn, e); });
        break;
      }
      case 8:
        timed("fw_action_digest", [&] { fw_action_digest(action, d_.odd() ? nullptr : &after); });
        if (d_.one_in(40)) {
          timed("fw_action_close", [&] { fw_action_close(nullptr); });
          break;
        }
        break;
      default: {
        const size_t count = s.ids.size();
        std::vector<uint32_t> ids = s.ids;
        for (size_t i = count; i > 1; --i) std::swap(ids[i - 1], ids[d_.below(i)]);
        if (count > 0 && d_.odd()) ids[0] = d_.any_word();
        const fw_column id =
            column({FW_U32}, count, false, [&](size_t i) { return static_cast<double>(ids[i]); });
        const fw_column xs = places(count), ys = places(count);
        uint32_t* started = room<uint32_t>(count);
        size_t starts = 0;
        const int64_t at = d_.odd() ? d_.any_tick() : s.tick;
        const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 2, 0}) : count;
        status = status_of("fw_action_tick", [&](fw_error* e) {
          return fw_action_tick(action, at, said, or_null(id), or_null(xs), or_null(ys), started,
                                d_.odd() ? nullptr : &starts, e);
        });
        if (status == FW_OK) s.tick = at + 1;
        if (status == FW_OK && starts > count) fail("more starts than agents");
      }
    }
    fw_action_digest(action, &after);
    if (status != FW_OK && !same(before, after)) fail("failed and changed the schedule");
  }
  /// Who has joined after a load: asked one by one.
  void learn(fw_action* action, Schedule& s) {
    s.ids.clear();
    fw_turn turn;
    for (uint32_t id = 0; id < 100; ++id)
      if (fw_action_state(action, id, &turn, nullptr) == FW_OK) s.ids.push_back(id), s.tick = turn.tick + 1;
    for (const uint32_t id : {127u, 255u, 256u, 65535u, 0x7FFFFFFFu, 0x80000000u, UINT32_MAX})
      if (fw_action_state(action, id, &turn, nullptr) == FW_OK) s.ids.push_back(id), s.tick = turn.tick + 1;
  }

  // ---- Spawning ----

  void spawning() {
    if (spawns_.all.empty() || d_.one_in(60)) {
      const fw_params* p = of_kind("spawn");
      const bool of_world = d_.one_in(6);
      std::vector<uint8_t> cells;
      fw_ground g = ground(cells);
      if (!d_.odd()) g.width_m = g.height_m = std::min(g.width_m, 400.0);
      const fw_seeds s = seeds();
      const std::string tag = word({"enemy.wolf", "", "t"});
      fw_spawn* opened =
          of_world ? made<fw_spawn>("fw_spawn_open_world",
                                    [&](fw_spawn** out, fw_error* e) {
                                      return fw_spawn_open_world(context(), p,
                                                                 d_.odd() ? nullptr : shared_world(), out, e);
                                    })
                   : made<fw_spawn>("fw_spawn_open", [&](fw_spawn** out, fw_error* e) {
                       return fw_spawn_open(context(), p, d_.odd() ? nullptr : &g, text_or_null(tag),
                                            d_.odd() ? nullptr : &s, out, e);
                     });
      spawns_.add(opened, 3);
      if (opened != nullptr) schedule_of(livings_, opened, true);
    }
    fw_spawn* spawn = spawns_.pick(d_);
    Schedule none;
    Schedule& s = spawn == nullptr ? none : schedule_of(livings_, spawn, false);
    fw_digest before{}, after{};
    fw_spawn_digest(spawn, &before);
    fw_status status = FW_OK;
    switch (d_.below(10)) {
      case 0: {
        const size_t count = std::min<size_t>(d_.below(4), s.ids.size());
        auto* ids = reinterpret_cast<uint32_t*>(memory_.take(4 * count + 4));
        for (size_t i = 0; i < count; ++i)
          ids[i] = d_.one_in(6) ? d_.any_word() : s.ids[d_.below(s.ids.size())];
        const int64_t at = d_.odd() ? d_.any_tick() : s.tick - 1;
        const size_t said = d_.odd() ? d_.one_of<size_t>({SIZE_MAX, SIZE_MAX / 4, 0}) : count;
        status = status_of("fw_spawn_remove", [&](fw_error* e) {
          return fw_spawn_remove(spawn, at, said, d_.odd() ? nullptr : ids, e);
        });
        if (status == FW_OK)
          for (size_t i = 0; i < said; ++i) std::erase(s.ids, ids[i]);
        break;
      }
      case 1:
        if (d_.odd()) {
          const auto limit = [&] {
            return d_.odd() ? d_.one_of<uint32_t>({100001, 1u << 31, UINT32_MAX})
                            : static_cast<uint32_t>(d_.below(200));
          };
          const uint32_t pool = d_.odd() ? d_.any_word() : 0, target = limit(), quota = limit();
          status = status_of("fw_spawn_limit",
                             [&](fw_error* e) { return fw_spawn_limit(spawn, pool, target, quota, e); });
        } else if (d_.one_in(3)) {
          const int64_t at = tick();
          status = status_of("fw_spawn_prepare", [&](fw_error* e) { return fw_spawn_prepare(spawn, at, e); });
        }
        break;
      case 2:
        save("fw_spawn_save",
             [&](void* to, size_t* bytes, fw_error* e) { return fw_spawn_save(spawn, to, bytes, e); });
        break;
      case 3: {
        const Bytes saved = block();
        status = status_of("fw_spawn_load",
                           [&](fw_error* e) { return fw_spawn_load(spawn, saved.from, saved.count, e); });
        if (status == FW_OK && saved.count >= 40)
          std::memcpy(&s.tick, static_cast<const uint8_t*>(saved.from) + 24, 8), s.ids.clear();
        break;
      }
      case 4: {
        fw_pool* out = room<fw_pool>(1);
        const uint32_t pools = timed("fw_spawn_pools", [&] { return fw_spawn_pools(spawn); });
        status = status_of("fw_spawn_pool", [&](fw_error* e) {
          return fw_spawn_pool(spawn, d_.odd() ? d_.any_word() : static_cast<uint32_t>(d_.below(pools + 1)),
                               out, e);
        });
        break;
      }
      case 5:
        timed("fw_spawn_digest", [&] { fw_spawn_digest(spawn, d_.odd() ? nullptr : &after); });
        if (d_.one_in(40)) timed("fw_spawn_close", [&] { fw_spawn_close(nullptr); });
        break;
      default: {
        const size_t most = timed("fw_spawn_most_events", [&] { return fw_spawn_most_events(spawn); });
        fw_spawn_tick io{};
        io.size = d_.odd() ? d_.one_of<uint32_t>({0, 8, 100}) : static_cast<uint32_t>(sizeof io);
        io.want_refused = d_.one_in(2) ? 0 : d_.any_word();
        io.players = d_.below(4), io.living = std::min<size_t>(d_.below(4), s.ids.size());
        io.player_x_m = places(io.players), io.player_y_m = places(io.players);
        io.living_x_m = places(io.living), io.living_y_m = places(io.living);
        io.living_id = column({FW_U32}, io.living, false, [&](size_t) {
          return static_cast<double>(d_.one_in(9) ? d_.any_word() : s.ids[d_.below(s.ids.size())]);
        });
        io.space = d_.odd() ? d_.one_of<size_t>({0, 1, most == 0 ? 0 : most - 1}) : most;
        io.events = room<fw_event>(std::max<size_t>(1, io.space));
        const size_t room_given = io.space;
        if (d_.odd()) io.players = SIZE_MAX;
        if (d_.odd()) io.living = SIZE_MAX / 2;
        const int64_t at = d_.odd() ? d_.any_tick() : s.tick;
        status = status_of("fw_spawn_step", [&](fw_error* e) {
          return fw_spawn_step(spawn, at, d_.odd() ? nullptr : &io, e);
        });
        if (status == FW_OK) {
          s.tick = at + 1;
          if (io.count > room_given) fail("more events than there was room for");
          for (size_t k = 0; k < std::min(io.count, room_given); ++k) {
            if (io.events[k].kind == FW_SPAWNED && s.ids.size() < 500) s.ids.push_back(io.events[k].id);
            if (io.events[k].kind == FW_VANISHED) std::erase(s.ids, io.events[k].id);
          }
        }
      }
    }
    fw_spawn_digest(spawn, &after);
    if (status != FW_OK && !same(before, after)) fail("failed and changed what lives");
  }
};

bool Round::run() {
  fw_context* first = nullptr;
  fw_host host{};
  host.size = sizeof host, host.threads = 1;
  if (d_.one_in(3)) host.parallel_for = backwards;
  if (fw_open(FW_ABI, &host, &first, nullptr) != FW_OK) {
    report_.failure = "no context";
    return false;
  }
  contexts_.add(first, 2);
  using Part = void (Round::*)();
  constexpr Part kParts[] = {&Round::parameters, &Round::calendar, &Round::noise,     &Round::worlds,
                             &Round::steering,   &Round::tokens,   &Round::ways,      &Round::crowds,
                             &Round::crowds,     &Round::crowds,   &Round::schedules, &Round::schedules,
                             &Round::schedules,  &Round::spawning, &Round::spawning,  &Round::spawning};
  for (int step = 0; step < 300 && report_.failure.empty(); ++step) {
    d_.choose_hostility();
    memory_.clear();
    (this->*kParts[d_.below(std::size(kParts))])();
    if (d_.one_in(40)) memory_.clear(), open_context();
    if (d_.one_in(20)) memory_.clear(), about_the_library();
  }
  calling = "closing what is left";
  return report_.failure.empty();
}

}  // namespace

bool hostile_round(uint64_t seed, uint64_t round, HostileReport& report) {
  return Round(seed, round, report).run();
}

const char* hostile_call_now() {
  return calling;
}

}  // namespace fw::test
