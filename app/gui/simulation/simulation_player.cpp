#include "app/gui/simulation/simulation_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/simulation/simulation_words.h"
#include "render/map/scene/world_palette.h"

namespace fw {
namespace {

constexpr auto kFrame = std::chrono::milliseconds(25);
/// Longer pauses (a dragged window, a laptop's sleep) are skipped, not caught up with.
constexpr double kMostOwed_s = 0.1;
/// Time limit for the ticks of one frame; the rest is dropped, so that frames keep coming.
constexpr auto kStepTime = std::chrono::milliseconds(60);
/// A seek that takes longer shows where it has come to.
constexpr auto kSeekTime = std::chrono::milliseconds(120);

double milliseconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

bool same(const OverlayLook& a, const OverlayLook& b) {
  return a.scale == b.scale && a.trails == b.trails && a.field == b.field && a.candidates == b.candidates &&
         a.field_alpha == b.field_alpha && a.event_s == b.event_s && a.glow_s == b.glow_s;
}

QImage painted(const Overlay& overlay, const OverlayPainter& painter, const MapWindow& window) {
  QImage image(std::max(1, window.width_px), std::max(1, window.height_px),
               QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  const PixelTarget target{reinterpret_cast<uint32_t*>(image.bits()), image.width(), image.height(),
                           static_cast<size_t>(image.bytesPerLine()) / 4};
  if (window.width_px > 0 && window.height_px > 0) painter.paint(overlay, window, target);
  image.setDevicePixelRatio(window.device_scale);
  return image;
}

QImage legend_of(OverlayCard& card, const Overlay& overlay, const ClassMarks& marks, double device_scale) {
  const MapImage made = card.paint(overlay, device_scale, marks, legend_word);
  QImage image = QImage(reinterpret_cast<const uchar*>(made.argb.data()), made.width_px, made.height_px,
                        4 * made.width_px, QImage::Format_ARGB32_Premultiplied)
                     .copy();
  image.setDevicePixelRatio(device_scale);
  return image;
}

}  // namespace

SimulationPlayer::SimulationPlayer(QObject* parent) : QObject(parent), thread_([this] { work(); }) {}

SimulationPlayer::~SimulationPlayer() {
  order([this](Orders& o) {
    o.ends = true;
    give_up_.store(true), leave_.store(true);
  });
  thread_.join();
}

template <typename Change>
void SimulationPlayer::order(const Change& change) {
  {
    const std::lock_guard lock(mutex_);
    change(orders_);
  }
  wake_.notify_one();
}

void SimulationPlayer::open(PlayerRequest request) {
  order([&](Orders& o) {
    give_up_.store(true), leave_.store(true);
    o.seek.reset();
    if (request.tick > 0) o.seek = request.tick;
    o.open = std::move(request);
    o.close = o.playing = false;
    o.steps = 0;
    o.stimuli.clear(), o.events.clear(), o.shown_class.clear();
    ++o.number;
  });
}

void SimulationPlayer::close() {
  order([this](Orders& o) {
    give_up_.store(true), leave_.store(true);
    o.open.reset();
    o.close = true;
    o.playing = false;
    ++o.number;
  });
}

void SimulationPlayer::set_playing(bool playing) {
  order([&](Orders& o) {
    if (o.playing && !playing) {
      give_up_.store(true);
      o.seek.reset();
      ++o.pauses;
    }
    o.playing = playing;
  });
}
void SimulationPlayer::set_speed(double speed) {
  order([&](Orders& o) { o.speed = speed; });
}
void SimulationPlayer::step(int ticks) {
  order([ticks](Orders& o) { o.steps += ticks; });
}
void SimulationPlayer::seek(int64_t tick) {
  order([&](Orders& o) {
    give_up_.store(true);
    o.seek = tick;
  });
}
void SimulationPlayer::add_stimulus(Vec2 place_m) {
  order([&](Orders& o) {
    o.stimuli.push_back(place_m);
    o.repaint = true;
  });
}
void SimulationPlayer::add_event(const RunEvent& event) {
  order([&](Orders& o) {
    give_up_.store(true);
    o.events.push_back(event);
    o.repaint = true;
  });
}
void SimulationPlayer::show_class(const std::string& cls) {
  order([&](Orders& o) {
    o.shown_class = cls;
    o.repaint = true;
  });
}
void SimulationPlayer::set_windows(std::vector<MapWindow> windows) {
  order([&](Orders& o) {
    o.windows = std::move(windows);
    o.repaint = true;
  });
}
void SimulationPlayer::set_look(const OverlayLook& look, const std::string& palette) {
  order([&](Orders& o) {
    o.look = look, o.palette = palette;
    o.repaint = true;
  });
}

bool SimulationPlayer::has_work(const Orders& now) const {
  if (now.ends || now.open || now.close) return true;
  if (playbacks_.empty() || now.frame_under_way || now.windows.empty()) return false;
  return now.repaint || now.playing || now.seek || now.steps > 0;
}

void SimulationPlayer::work() {
  if (auto card = OverlayCard::open()) card_ = std::move(card).value();
  Clock::time_point due = Clock::now();
  bool was_playing = false;
  for (;;) {
    Orders now;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return has_work(orders_); });
      // Frames keep their interval, but user requests are handled at once.
      if (orders_.playing && !orders_.open && !orders_.close && !orders_.ends)
        wake_.wait_until(lock, due, [this] {
          return orders_.ends || orders_.open || orders_.close || orders_.seek || orders_.steps > 0;
        });
      give_up_.store(false), leave_.store(false);
      now = orders_;
      orders_.open.reset();
      orders_.close = false;
      if (!now.open) {  // requests wait until the simulation has started
        orders_.seek.reset();
        orders_.repaint = false;
        orders_.steps = 0;
        orders_.stimuli.clear(), orders_.events.clear(), orders_.shown_class.clear();
      }
    }
    if (now.ends) return;
    if (now.close) playbacks_.clear();
    number_ = now.number;
    if (now.open) {
      open_now(std::move(*now.open));
      was_playing = false;
      const std::lock_guard lock(mutex_);
      orders_.repaint = !playbacks_.empty();
      continue;
    }
    if (playbacks_.empty() || now.frame_under_way || now.windows.empty()) continue;
    const Clock::time_point begin = Clock::now();
    const int64_t before = playbacks_.front().tick();
    if (happen(now) && !now.seek) now.seek = before;  // what has changed is simulated again
    if (now.playing) {
      const double passed_s = was_playing ? std::chrono::duration<double>(begin - last_).count() : 0;
      owed_s_ = was_playing ? owed_s_ + std::min(passed_s, kMostOwed_s) * now.speed : 0;
    }
    last_ = begin;
    due = begin + kFrame;
    was_playing = now.playing;
    if (!advance(now) && !now.repaint) continue;
    paint(now, milliseconds(Clock::now() - begin));
  }
}

void SimulationPlayer::fail(const Error& error) {
  if (error.kind == ErrorKind::cancelled) return;
  const QString message = QString::fromStdString(error.message);
  QMetaObject::invokeMethod(
      this, [this, message] { emit failed(message); }, Qt::QueuedConnection);
}

void SimulationPlayer::refuse(const RunEvent& event, const Error& error) {
  const QString message = QString::fromStdString(error.message);
  QMetaObject::invokeMethod(
      this, [this, event, message] { emit refused(event, message); }, Qt::QueuedConnection);
}

/// plan_world(); an edit of what is played alone takes the last one again.
Result<std::shared_ptr<const World>> SimulationPlayer::plan_of(const Picture& picture,
                                                               const Progress& progress) {
  const std::string key = world_key(*picture.tmpl) + " " + files_key(*picture.tmpl, picture.files);
  if (plan_ == nullptr || key != plan_key_) {
    plan_.reset();
    auto made = plan_world(picture, progress);
    if (!made) return made.error();
    plan_ = std::move(made).value(), plan_key_ = key;
  }
  return plan_;
}

void SimulationPlayer::open_now(PlayerRequest request) {
  playbacks_.clear();
  owed_s_ = 0;
  const Picture& picture = *request.picture;
  const Template& tmpl = request.tmpl ? *request.tmpl : *picture.tmpl;
  Progress progress;
  progress.cancel = &leave_;
  // What cannot be played is reported before a world is made for it.
  auto parameters =
      simulation_parameters(request.simulation.coordinator, request.methods.front(), tmpl, *picture.world);
  if (!parameters) return fail(parameters.error());
  std::shared_ptr<const World> world = picture.world;
  if (row_of(request.simulation.coordinator).days) {
    auto plan = plan_of(picture, progress);
    if (!plan) return fail(plan.error());
    world = std::move(plan).value();
  }
  auto opened = std::make_shared<PlayerOpened>();
  std::vector<Playback> started;
  for (const std::string& method : request.methods) {
    SimulationRequest one = request.simulation;
    one.method = method;
    auto playback = Playback::start(one, tmpl, world, progress);
    if (!playback) return fail(playback.error());
    started.push_back(std::move(playback).value());
  }
  playbacks_ = std::move(started);
  picture_ = std::move(request.picture);
  painter_.clear();
  opened->dt_s = playbacks_.front().dt_s();
  opened->cycle_s = playbacks_.front().cycle_s();
  opened->parameters = std::move(parameters).value();
  opened->findings = playbacks_.front().findings();
  QMetaObject::invokeMethod(
      this, [this, opened = std::shared_ptr<const PlayerOpened>(opened)] { emit this->opened(opened); },
      Qt::QueuedConnection);
}

/// Whether something happened: what is simulated from then on is to be simulated again.
bool SimulationPlayer::happen(const Orders& now) {
  for (const Vec2 place : now.stimuli)
    for (Playback& one : playbacks_) {
      StimulusRow row;
      row.x_m = place.x, row.y_m = place.y;
      one.add_stimulus(row);
    }
  if (!now.shown_class.empty())
    for (Playback& one : playbacks_) one.show_class(now.shown_class);
  bool happened = false;
  for (const RunEvent& event : now.events)
    for (Playback& one : playbacks_) {
      const Result<Done> added = one.add_event(event);
      if (!added) {  // nor by any other method, on the same world
        refuse(event, added.error());
        break;
      }
      happened = true;
    }
  return happened;
}

/// As far as there is time for; the rest follows after a frame, unless a newer order replaces it.
void SimulationPlayer::go_towards(int64_t target, const Orders& now) {
  owed_s_ = 0;
  for (Playback& one : playbacks_) one.rewind(target);
  const Clock::time_point latest = Clock::now() + kSeekTime;
  Playback& first = playbacks_.front();
  while (first.tick() < target && !give_up_.load() && Clock::now() < latest)
    for (Playback& one : playbacks_)
      if (one.tick() < target) one.step();
  if (first.tick() == target) return;
  order([&](Orders& o) {
    if (!o.seek && o.number == now.number && o.pauses == now.pauses) o.seek = target;
  });
}

/// Moves all simulations to the required tick; false if no tick changed.
bool SimulationPlayer::advance(const Orders& now) {
  Playback& first = playbacks_.front();
  const int64_t before = first.tick();
  if (now.seek) {
    go_towards(std::max<int64_t>(0, *now.seek) + now.steps, now);
  } else {
    int64_t target = before + now.steps;
    if (now.playing) {
      const auto ticks = static_cast<int64_t>(owed_s_ / first.dt_s());
      owed_s_ -= static_cast<double>(ticks) * first.dt_s();
      target += ticks;
    }
    const Clock::time_point latest = Clock::now() + kStepTime;
    while (first.tick() < target && (now.steps > 0 || Clock::now() < latest))
      for (Playback& one : playbacks_) one.step();
  }
  // After a cancelled seek, or with methods of different tick lengths, they may be at different ticks.
  for (size_t i = 1; i < playbacks_.size(); ++i)
    if (playbacks_[i].tick() != first.tick()) playbacks_[i].seek(first.tick(), &give_up_);
  return first.tick() != before;
}

void SimulationPlayer::paint(const Orders& now, double step_ms) {
  const Clock::time_point begin = Clock::now();
  if (painter_.empty() || !same(painter_look_, now.look) || marks_palette_ != now.palette) {
    const World& world = *picture_->world;
    marks_ = class_marks(world, picture_->atlas->symbols, world_palette(world, now.palette));
    marks_palette_ = now.palette;
    painter_.clear();
    painter_.emplace_back(now.look, marks_);
    painter_look_ = now.look;
  }
  auto frame = std::make_shared<PlayerFrame>();
  for (size_t i = 0; i < playbacks_.size(); ++i) {
    Overlay overlay = playbacks_[i].overlay();
    const MapWindow& window = now.windows[std::min(i, now.windows.size() - 1)];
    if (i == 0) frame->clock = overlay.clock, frame->date = overlay.date;
    QImage legend = card_ ? legend_of(*card_, overlay, marks_, window.device_scale) : QImage();
    PlayerFrame::Panel panel{painted(overlay, painter_.front(), window),
                             window,
                             std::move(legend),
                             std::move(overlay.figures),
                             {}};
    if (auto* ecology = std::get_if<EcologyOverlay>(&overlay.content))
      panel.classes = std::move(ecology->classes), panel.days = std::move(ecology->days);
    frame->panels.push_back(std::move(panel));
  }
  frame->step_ms = step_ms;
  frame->paint_ms = milliseconds(Clock::now() - begin);
  {
    const std::lock_guard lock(mutex_);
    orders_.frame_under_way = true;
    const bool on_its_way = orders_.seek && orders_.number == now.number;
    frame->bound_for = on_its_way ? *orders_.seek : frame->clock.tick;
  }
  QMetaObject::invokeMethod(
      this,
      [this, number = now.number, frame = std::shared_ptr<const PlayerFrame>(std::move(frame))] {
        bool current = false;
        order([&](Orders& o) {
          o.frame_under_way = false;
          current = o.number == number && !o.close;
        });
        if (current) emit framed(frame);
      },
      Qt::QueuedConnection);
}

}  // namespace fw
