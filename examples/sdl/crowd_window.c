/* 100,000 agents at 60 steps a second in a window: those in its middle are stepped every tick, those farther
   off in strides of 8. Space lets players into the spawning below who clear what has spawned (red).

     crowd_window [FRAMES]      FRAMES: end by itself, and say the digest and what was drawn */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

#include "fieldwright.h"

enum { AGENTS = 100000, SIDE_PX = 800, STRIDE = 8, MOST_SPAWNED = 1024 };
static const double kSide_m = 2000;
static uint32_t id[AGENTS], near_ones[AGENTS], far_ones[AGENTS];
static double x[AGENTS], y[AGENTS];
static float hx[AGENTS], hy[AGENTS], speed[AGENTS];
static SDL_Point points[AGENTS];

typedef struct Monster {
  uint32_t id;
  double x, y;
} Monster;
static Monster monsters[MOST_SPAWNED];
static size_t living;
static fw_event events[8192];

static int fail(const fw_error* e) {
  fprintf(stderr, "%s\n", e->message);
  return (int)e->status;
}

/* Which agents are looked at closely: within a quarter of the window of its middle. Levels change on ticks
   that the stride divides, so that everybody stays at one time. */
static void choose_levels(size_t* closely, size_t* farther) {
  const double reach2 = 0.25 * kSide_m * 0.25 * kSide_m;
  size_t i;
  *closely = *farther = 0;
  for (i = 0; i < AGENTS; ++i) {
    const double dx = x[i] - kSide_m / 2, dy = y[i] - kSide_m / 2;
    if (dx * dx + dy * dy < reach2)
      near_ones[(*closely)++] = (uint32_t)i;
    else
      far_ones[(*farther)++] = (uint32_t)i;
  }
}

static SDL_Point pixel(double east, double north) {
  SDL_Point p;
  p.x = (int)(east / kSide_m * SIDE_PX), p.y = (int)((kSide_m - north) / kSide_m * SIDE_PX);
  return p;
}

/* One second of spawning on 120 m, shown over the whole window; players clear what is near them. */
static fw_status spawn_second(fw_spawn* spawn, int64_t second, int players, fw_error* e) {
  double px[3] = {30, 60, 90}, py[3] = {40, 80, 50};
  fw_spawn_tick io = {0};
  fw_status status;
  size_t k;
  uint32_t dead[MOST_SPAWNED];
  size_t deaths = 0, kept = 0;
  io.size = sizeof io, io.players = players ? 3 : 0;
  io.player_x_m.data = px, io.player_y_m.data = py;
  io.events = events, io.space = sizeof events / sizeof events[0];
  status = fw_spawn_step(spawn, second, &io, e);
  if (status) return status;
  for (k = 0; k < io.count; ++k)
    if (io.events[k].kind == FW_SPAWNED && living < MOST_SPAWNED) {
      Monster born = {io.events[k].id, io.events[k].x_m, io.events[k].y_m};
      monsters[living++] = born;
    }
  for (k = 0; k < living; ++k) {
    int near = 0, p;
    for (p = 0; players && p < 3; ++p)
      near |= (monsters[k].x - px[p]) * (monsters[k].x - px[p]) +
                  (monsters[k].y - py[p]) * (monsters[k].y - py[p]) <
              400;
    if (near)
      dead[deaths++] = monsters[k].id;
    else
      monsters[kept++] = monsters[k];
  }
  living = kept;
  return fw_spawn_remove(spawn, second, deaths, dead, e);
}

static size_t lit_pixels(SDL_Renderer* renderer) {
  static uint32_t seen[SIDE_PX * SIDE_PX];
  size_t lit = 0, i;
  if (SDL_RenderReadPixels(renderer, 0, SDL_PIXELFORMAT_ARGB8888, seen, SIDE_PX * 4) != 0) return 0;
  for (i = 0; i < SIDE_PX * SIDE_PX; ++i) lit += (seen[i] & 0xFFFFFF) > 0x202020;
  return lit;
}

int main(int argc, char** argv) {
  const long frames = argc > 1 ? atol(argv[1]) : -1;
  fw_context* c;
  fw_params *motion, *rules;
  fw_crowd* crowd;
  fw_scratch* s;
  fw_spawn* spawn;
  fw_error e;
  fw_seeds seeds;
  fw_digest digest;
  fw_host host = {sizeof host, 0, 0, 0}; /* every core */
  fw_ground torus = {sizeof torus, FW_TORUS, 2000.0, 2000.0, 0, 0, 0, 0};
  fw_ground walls = {sizeof walls, FW_WALLS, 120.0, 120.0, 0, 0, 0, 0};
  fw_agents a = {sizeof a,  0,          AGENTS,     {id, 0, 0},    {x, 0, 0},
                 {y, 0, 0}, {hx, 0, 0}, {hy, 0, 0}, {speed, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  SDL_Window* window;
  SDL_Renderer* renderer;
  size_t closely = 0, farther = 0, lit = 0;
  int64_t tick;
  int players = 0, running = 1;
  uint32_t i;
  for (i = 0; i < AGENTS; ++i) id[i] = i;
  fw_seeds_of(42, &seeds);
  if (fw_open(FW_ABI, &host, &c, &e) || fw_params_open(c, "crowd", "curl_dual", &motion, &e) ||
      fw_params_set_tick(motion, 1.0 / 60, &e) || fw_crowd_open(c, motion, &torus, &seeds, &crowd, &e) ||
      fw_scratch_open(crowd, AGENTS, &s, &e) || fw_crowd_begin(crowd, s, 0, &a, 0, &e) ||
      fw_params_open(c, "spawn", 0, &rules, &e) ||
      fw_spawn_open(c, rules, &walls, "monster", &seeds, &spawn, &e))
    return fail(&e);
  if (fw_spawn_most_events(spawn) > sizeof events / sizeof events[0]) return 1;
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  window = SDL_CreateWindow("Fieldwright: 100,000 agents", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                            SIDE_PX, SIDE_PX, 0);
  renderer =
      window ? SDL_CreateRenderer(window, -1, frames < 0 ? SDL_RENDERER_PRESENTVSYNC : SDL_RENDERER_SOFTWARE)
             : 0;
  if (renderer == 0) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  for (tick = 0; running && (frames < 0 || tick < frames); ++tick) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) running = 0;
      if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) players = !players;
    }
    if (tick % STRIDE == 0) {
      choose_levels(&closely, &farther);
      if (fw_crowd_step_some(crowd, s, tick, STRIDE, far_ones, farther, &a, &e)) return fail(&e);
    }
    if (fw_crowd_step_some(crowd, s, tick, 1, near_ones, closely, &a, &e)) return fail(&e);
    if (tick % 60 == 0 && spawn_second(spawn, tick / 60, players, &e)) return fail(&e);
    SDL_SetRenderDrawColor(renderer, 12, 14, 20, 255);
    SDL_RenderClear(renderer);
    for (i = 0; i < AGENTS; ++i) points[i] = pixel(x[i], y[i]);
    SDL_SetRenderDrawColor(renderer, 120, 190, 160, 255);
    SDL_RenderDrawPoints(renderer, points, AGENTS);
    SDL_SetRenderDrawColor(renderer, 235, 80, 60, 255);
    for (i = 0; i < living; ++i) {
      const SDL_Point at = pixel(monsters[i].x / 120 * kSide_m, monsters[i].y / 120 * kSide_m);
      const SDL_Rect box = {at.x - 3, at.y - 3, 6, 6};
      SDL_RenderFillRect(renderer, &box);
    }
    if (frames >= 0 && tick + 1 == frames) lit = lit_pixels(renderer);
    SDL_RenderPresent(renderer);
  }
  if (frames >= 0) {
    fw_agents_digest(&a, tick, &digest);
    printf("%ld frames, %u in the middle, %u living, %u pixels lit: %016llx%016llx\n", frames,
           (unsigned)closely, (unsigned)living, (unsigned)lit, (unsigned long long)digest.word[0],
           (unsigned long long)digest.word[1]);
  }
  fw_spawn_close(spawn);
  fw_params_close(rules);
  fw_scratch_close(s);
  fw_crowd_close(crowd);
  fw_params_close(motion);
  fw_close(c);
  SDL_Quit();
  return 0;
}
