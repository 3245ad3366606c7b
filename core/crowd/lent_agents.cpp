#include "core/crowd/lent_agents.h"

#include <algorithm>
#include <cstring>

#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd_internal.h"

namespace fw {

using namespace crowd;

namespace {

/// Entries begin .. of a population, or those that a list names.
struct Entries {
  const uint32_t* listed;  ///< null: all
  size_t begin;
  size_t count;

  size_t operator[](size_t i) const { return listed == nullptr ? begin + i : listed[begin + i]; }
};

char* entry_of(const LentColumn& column, size_t i) {
  return static_cast<char*>(column.data) + static_cast<ptrdiff_t>(i) * column.stride;
}

/// Calls visit(i, memory of entry i) for all of them.
template <typename Visit>
void visit_entries(const LentColumn& column, const Entries& entries, const Visit& visit) {
  if (entries.listed != nullptr) {
    for (size_t i = 0; i < entries.count; ++i) visit(i, entry_of(column, entries[i]));
    return;
  }
  char* at = entry_of(column, entries.begin);
  const ptrdiff_t stride = column.stride;
  // Eight a turn: counting would take as long as the copies.
  size_t i = 0;
  for (; i + 8 <= entries.count; i += 8, at += 8 * stride)
    [&]<ptrdiff_t... k>(std::integer_sequence<ptrdiff_t, k...>) {
      (visit(i + k, at + k * stride), ...);
    }
  (std::make_integer_sequence<ptrdiff_t, 8>{});
  for (; i < entries.count; ++i, at += stride) visit(i, at);
}

template <typename Stored, typename T>
void load(const LentColumn& column, const Entries& entries, T* out) {
  visit_entries(column, entries, [out](size_t i, const char* from) {
    if constexpr (std::is_same_v<Stored, T>) {
      std::memcpy(out + i, from, sizeof(T));
    } else {
      Stored value;
      std::memcpy(&value, from, sizeof value);
      out[i] = static_cast<T>(value);
    }
  });
}
template <typename Stored, typename T>
void store(const LentColumn& column, const Entries& entries, const T* in) {
  visit_entries(column, entries, [in](size_t i, char* to) {
    if constexpr (std::is_same_v<Stored, T>) {
      std::memcpy(to, in + i, sizeof(T));
    } else {
      const Stored value = static_cast<Stored>(in[i]);
      std::memcpy(to, &value, sizeof value);
    }
  });
}

template <typename T>
constexpr LentType natural_type() {
  if constexpr (std::is_same_v<T, uint8_t>) return LentType::u8;
  if constexpr (std::is_same_v<T, uint32_t>) return LentType::u32;
  return std::is_same_v<T, double> ? LentType::f64 : LentType::f32;
}

template <typename T>
void load_any(const LentColumn& column, const Entries& entries, T* out) {
  if constexpr (std::is_integral_v<T>) return load<T>(column, entries, out);
  return column.type == LentType::f64 ? load<double>(column, entries, out)
                                      : load<float>(column, entries, out);
}

/// A piece of a column as an array: the memory itself, or a copy that put_back() writes.
template <typename T>
class Staged {
 public:
  Staged(const LentColumn& column, const Entries& entries) : column_(column), entries_(entries) {
    if (column.data == nullptr) return;
    char* first = entry_of(column, entries.listed == nullptr ? entries.begin : 0);
    const bool packed = column.type == natural_type<T>() && column.stride == sizeof(T) &&
                        reinterpret_cast<uintptr_t>(first) % alignof(T) == 0;
    in_place_ = packed && entries.listed == nullptr;
    values_ = in_place_ ? reinterpret_cast<T*>(first) : room_.data();
    if (!in_place_) load_any(column, entries, values_);
  }

  T* values() const { return values_; }
  void put_back() const {
    if (values_ == nullptr || in_place_) return;
    if (column_.type == LentType::f64)
      store<double>(column_, entries_, values_);
    else
      store<float>(column_, entries_, values_);
  }

 private:
  LentColumn column_;
  const Entries& entries_;
  T* values_ = nullptr;
  bool in_place_ = false;
  std::array<T, kChunk> room_;
};

/// One piece of all columns; ids only where random numbers are drawn by them.
class StagedPiece {
 public:
  StagedPiece(const Crowd& crowd, const LentAgents& a, const Entries& entries, bool draws)
      : count_(entries.count),
        memory_columns_(crowd_memory(crowd)),
        id_(draws ? a.id : LentColumn{}, entries),
        x_(a.x_m, entries),
        y_(a.y_m, entries),
        heading_x_(a.heading_x, entries),
        heading_y_(a.heading_y, entries),
        speed_(a.speed_mps, entries),
        course_x_(a.memory[0], entries),
        course_y_(a.memory[1], entries),
        deviation_(a.memory[2], entries),
        group_(a.group, entries),
        state_(a.state, entries) {}

  AgentColumns columns() const {
    const auto remembered = [this](int columns, const Staged<float>& column) {
      return memory_columns_ >= columns ? column.values() : nullptr;
    };
    return {count_,
            id_.values(),
            x_.values(),
            y_.values(),
            heading_x_.values(),
            heading_y_.values(),
            speed_.values(),
            remembered(2, course_x_),
            remembered(2, course_y_),
            remembered(3, deviation_),
            group_.values(),
            state_.values()};
  }
  void put_back() const {
    x_.put_back(), y_.put_back();
    for (const Staged<float>* column : {&heading_x_, &heading_y_, &speed_}) column->put_back();
    if (memory_columns_ >= 2) course_x_.put_back(), course_y_.put_back();
    if (memory_columns_ >= 3) deviation_.put_back();
  }

 private:
  size_t count_;
  int memory_columns_;
  Staged<uint32_t> id_;
  Staged<double> x_, y_;
  Staged<float> heading_x_, heading_y_, speed_, course_x_, course_y_, deviation_;
  Staged<uint32_t> group_;
  Staged<uint8_t> state_;
};

PointExtent frame_of(const Crowd& crowd) {
  return {0, crowd.arena.side_m, 0, crowd.arena.side_m};
}

/// Everybody's places (brought inside) and headings, for those who look at their neighbours.
AgentColumns gather(const Crowd& crowd, const LentAgents& agents, CrowdScratch& s) {
  const size_t n = agents.count;
  s.all_x_m.resize(n), s.all_y_m.resize(n), s.all_heading_x.resize(n), s.all_heading_y.resize(n);
  AgentColumns all;
  all.count = n;
  all.x_m = s.all_x_m.data(), all.y_m = s.all_y_m.data();
  all.heading_x = s.all_heading_x.data(), all.heading_y = s.all_heading_y.data();
  const auto piece = [&](size_t begin, size_t end) {
    const Entries entries{nullptr, begin, end - begin};
    load_any(agents.x_m, entries, all.x_m + begin);
    load_any(agents.y_m, entries, all.y_m + begin);
    load_any(agents.heading_x, entries, all.heading_x + begin);
    load_any(agents.heading_y, entries, all.heading_y + begin);
    bring_inside(crowd, all.part(begin, end - begin));
  };
  in_pieces(n, std::cref(piece));
  return all;
}

}  // namespace

void reserve_scratch(const Crowd& crowd, size_t agents, CrowdScratch& s) {
  cut_layers(crowd, 0, frame_of(crowd), agents, s.layers);
  reserve_tile_order(agents, s.tiles);
  s.all_x_m.reserve(agents), s.all_y_m.reserve(agents);
  if (crowd.params.method != CrowdMethod::vicsek) return;
  s.all_heading_x.reserve(agents), s.all_heading_y.reserve(agents);
  reserve_cells(agents, s.cells);
  s.x_m.reserve(agents), s.y_m.reserve(agents);
  s.fixed_x.reserve(agents), s.fixed_y.reserve(agents);
  s.heading_x.reserve(agents), s.heading_y.reserve(agents);
}

void begin_lent(const Crowd& crowd, int64_t tick, AgentsKept kept, const LentAgents& agents,
                CrowdScratch& scratch) {
  cut_layers(crowd, tick, frame_of(crowd), agents.count, scratch.layers);
  const auto begin_entries = [&](size_t begin, size_t end) {
    const Entries entries{nullptr, begin, end - begin};
    const StagedPiece piece(crowd, agents, entries, true);
    begin_piece(crowd, scratch.layers, kept, piece.columns());
    piece.put_back();
  };
  in_pieces(agents.count, std::cref(begin_entries));
}

void step_lent(const Crowd& crowd, int64_t tick, const uint32_t* entries, size_t count,
               const LentAgents& agents, CrowdScratch& scratch) {
  const CrowdTick shared = crowd_tick(crowd, tick, agents.count, scratch);
  const bool neighbours = crowd.params.method == CrowdMethod::vicsek;
  if (neighbours) neighbour_headings(crowd, gather(crowd, agents, scratch), scratch);
  const bool draws = draws_by_id(crowd.params);
  const auto step = [&](size_t begin, size_t end) {
    const Entries listed{entries, begin, end - begin};
    const StagedPiece piece(crowd, agents, listed, draws);
    const AgentColumns columns = piece.columns();
    bring_inside(crowd, columns);
    for (size_t i = 0; neighbours && i < columns.count; ++i) {
      columns.heading_x[i] = scratch.heading_x[listed[i]];
      columns.heading_y[i] = scratch.heading_y[listed[i]];
    }
    want_velocities(shared, columns);
    move_agents(crowd, columns);  // in the same piece: the columns' copies are on the stack
    piece.put_back();
  };
  in_pieces(entries == nullptr ? agents.count : count, std::cref(step));
}

void targets_of_lent(const Crowd& crowd, int64_t tick, size_t count, const LentColumn& x_m,
                     const LentColumn& y_m, float* heading_x, float* heading_y, float* speed_mps,
                     CrowdScratch& scratch) {
  cut_layers(crowd, tick, frame_of(crowd), count, scratch.layers);
  const auto read = [&](size_t begin, size_t end) {
    const Entries entries{nullptr, begin, end - begin};
    Doubles x, y;
    load_any(x_m, entries, x.data()), load_any(y_m, entries, y.data());
    AgentColumns places;
    places.count = entries.count, places.x_m = x.data(), places.y_m = y.data();
    bring_inside(crowd, places);
    PieceScratch work;
    Targets targets;
    read_targets(crowd, scratch.layers, {x.data(), entries.count}, {y.data(), entries.count}, nullptr, work,
                 targets);
    std::copy_n(targets.x.begin(), entries.count, heading_x + begin);
    std::copy_n(targets.y.begin(), entries.count, heading_y + begin);
    std::copy_n(targets.speed.begin(), entries.count, speed_mps + begin);
  };
  in_pieces(count, std::cref(read));
}

void order_of_lent(const Crowd& crowd, const LentAgents& agents, uint32_t* order, CrowdScratch& s) {
  s.all_x_m.resize(agents.count), s.all_y_m.resize(agents.count);
  const Entries all{nullptr, 0, agents.count};
  load_any(agents.x_m, all, s.all_x_m.data()), load_any(agents.y_m, all, s.all_y_m.data());
  AgentColumns places;
  places.count = agents.count, places.x_m = s.all_x_m.data(), places.y_m = s.all_y_m.data();
  bring_inside(crowd, places);
  tile_order(s.all_x_m, s.all_y_m, s.tiles);
  std::copy(s.tiles.order.begin(), s.tiles.order.end(), order);
}

}  // namespace fw
