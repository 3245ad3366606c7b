/* 20,000 bodies at 60 steps a second in a window: they walk along a flow, every second one against it, and go
   round each other. A field chooses who is alert (amber) and who is angry (red) and walks faster.

     bodies_window [STEPS]      STEPS: end by itself, and say the counts, the digest and the pace */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fieldwright.h"

enum { BODIES = 20000, ALERT = BODIES / 5, ANGRY = BODIES / 25, SIDE_PX = 800, STEPS_PER_S = 60 };
static const double kSide_m = 160;
static uint32_t id[BODIES];
static double x[BODIES], y[BODIES];
static float vx[BODIES], vy[BODIES], want_x[BODIES], want_y[BODIES], speed[BODIES], score[BODIES];
static uint8_t alert[BODIES], angry[BODIES];
static SDL_FRect calm_box[BODIES], alert_box[BODIES], angry_box[BODIES];

static int fail(const fw_error* e) {
  fprintf(stderr, "%s\n", e->message);
  return (int)e->status;
}

/* A mood: exactly ALERT bodies where the field is highest, and of these exactly ANGRY. Who is in stays in a
   little longer, so that nobody flickers. */
static fw_status choose_moods(const fw_context* c, const fw_field* mood, double time_s, fw_error* e) {
  static const float kHold = 0.05f;
  const fw_column east = {x, 0, 0}, north = {y, 0, 0};
  fw_status status = fw_field_points(mood, time_s, BODIES, &east, &north, score, 0, 0, e);
  if (!status) status = fw_upper_set(c, BODIES, id, score, kHold, ALERT, alert, e);
  if (!status) {
    size_t i;
    for (i = 0; i < BODIES; ++i) score[i] -= alert[i] ? 0.0f : 10.0f; /* only the alert are angry */
    status = fw_upper_set(c, BODIES, id, score, kHold, ANGRY, angry, e);
  }
  return status;
}

/* What each body would do alone: with the flow or against it, and how fast by its mood. */
static fw_status choose_ways(const fw_crowd* flow, fw_scratch* s, int64_t step, fw_error* e) {
  const fw_column east = {x, 0, 0}, north = {y, 0, 0};
  size_t i;
  const fw_status status = fw_crowd_targets(flow, s, step, BODIES, &east, &north, want_x, want_y, speed, e);
  for (i = 0; !status && i < BODIES; ++i) {
    const float way = id[i] % 2 ? 1.0f : -1.0f;
    speed[i] *= angry[i] ? 1.3f : alert[i] ? 1.0f : 0.6f;
    want_x[i] *= way * speed[i], want_y[i] *= way * speed[i];
  }
  return status;
}

static void fill(SDL_Renderer* renderer, const SDL_FRect* box, int count, Uint8 r, Uint8 g, Uint8 b) {
  SDL_SetRenderDrawColor(renderer, r, g, b, 255);
  SDL_RenderFillRectsF(renderer, box, count);
}

static void draw(SDL_Renderer* renderer) {
  const float px_per_m = (float)(SIDE_PX / kSide_m), width = 0.4f * px_per_m; /* bodies to scale */
  int calm = 0, watching = 0, fighting = 0, i;
  SDL_SetRenderDrawColor(renderer, 12, 14, 20, 255);
  SDL_RenderClear(renderer);
  for (i = 0; i < BODIES; ++i) {
    const SDL_FRect box = {(float)x[i] * px_per_m - width / 2, (float)(kSide_m - y[i]) * px_per_m - width / 2,
                           width, width};
    if (angry[i])
      angry_box[fighting++] = box;
    else if (alert[i])
      alert_box[watching++] = box;
    else
      calm_box[calm++] = box;
  }
  fill(renderer, calm_box, calm, 120, 190, 160);
  fill(renderer, alert_box, watching, 235, 170, 60);
  fill(renderer, angry_box, fighting, 235, 80, 60);
  SDL_RenderPresent(renderer);
}

int main(int argc, char** argv) {
  const long steps = argc > 1 ? atol(argv[1]) : -1;
  fw_context* c;
  fw_params *motion, *apart, *stack;
  fw_crowd* flow;
  fw_steer* steer;
  fw_scratch *of_flow, *of_steer;
  fw_field* mood;
  fw_error e;
  fw_seeds seeds;
  fw_digest digest;
  fw_host host = {sizeof host, 0, 0, 0}; /* every core */
  fw_ground torus;
  fw_agents a;
  fw_bodies b;
  SDL_Window* window;
  SDL_Renderer* renderer;
  Uint64 begun, stepped = 0;
  int64_t step;
  int running = 1, red = 0;
  uint32_t i;
  for (i = 0; i < BODIES; ++i) id[i] = i;
  memset(&torus, 0, sizeof torus), memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
  torus.size = sizeof torus, torus.kind = FW_TORUS, torus.width_m = torus.height_m = kSide_m;
  a.size = sizeof a, a.count = BODIES, a.id.data = id, a.x_m.data = x, a.y_m.data = y;
  /* Begun as agents: places by id, and headings that serve as first velocities. */
  a.heading_x.data = vx, a.heading_y.data = vy, a.speed_mps.data = speed;
  b.size = sizeof b, b.count = BODIES, b.id.data = id, b.x_m.data = x, b.y_m.data = y;
  b.vx_mps.data = vx, b.vy_mps.data = vy, b.want_x_mps.data = want_x, b.want_y_mps.data = want_y;
  b.speed_mps.data = speed;
  fw_seeds_of(42, &seeds);
  if (fw_open(FW_ABI, &host, &c, &e) || fw_params_open(c, "crowd", "curl_dual", &motion, &e) ||
      fw_params_set_tick(motion, 1.0 / STEPS_PER_S, &e) ||
      fw_params_set(motion, "crowd.potential.wavelength_m", 40, &e) ||
      fw_crowd_open(c, motion, &torus, &seeds, &flow, &e) || fw_scratch_open(flow, BODIES, &of_flow, &e) ||
      fw_crowd_begin(flow, of_flow, 0, &a, 0, &e) || fw_params_open(c, "avoid", 0, &apart, &e) ||
      fw_params_set(apart, "avoid.step_s", 1.0 / STEPS_PER_S, &e) ||
      fw_steer_open(c, apart, &torus, &steer, &e) || fw_steer_scratch(steer, BODIES, &of_steer, &e) ||
      fw_params_open(c, "stack", 0, &stack, &e) || fw_params_set(stack, "stack.wavelength_m", 32, &e) ||
      fw_params_set(stack, "stack.drift_per_s", 0.05, &e) ||
      fw_field_open(c, stack, "mood", &seeds, kSide_m, &mood, &e))
    return fail(&e);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  window = SDL_CreateWindow("Fieldwright: 20,000 bodies", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                            SIDE_PX, SIDE_PX, 0);
  renderer =
      window ? SDL_CreateRenderer(window, -1, steps < 0 ? SDL_RENDERER_PRESENTVSYNC : SDL_RENDERER_SOFTWARE)
             : 0;
  if (renderer == 0) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  begun = SDL_GetPerformanceCounter();
  for (step = 0; running && (steps < 0 || step < steps); ++step) {
    const Uint64 from = SDL_GetPerformanceCounter();
    SDL_Event event;
    while (SDL_PollEvent(&event)) running &= event.type != SDL_QUIT;
    if (step % (STEPS_PER_S / 2) == 0 && choose_moods(c, mood, (double)step / STEPS_PER_S, &e))
      return fail(&e);
    if (choose_ways(flow, of_flow, step, &e) || fw_steer_step(steer, of_steer, &b, &e)) return fail(&e);
    stepped += SDL_GetPerformanceCounter() - from;
    draw(renderer);
  }
  if (steps > 0) {
    const double drawn_s =
        (double)(SDL_GetPerformanceCounter() - begun) / (double)SDL_GetPerformanceFrequency();
    const double stepped_s = (double)stepped / (double)SDL_GetPerformanceFrequency();
    for (i = 0; i < BODIES; ++i) red += angry[i];
    fw_agents_digest(&a, step, &digest);
    printf("%ld steps, %d angry: %016llx%016llx\n", steps, red, (unsigned long long)digest.word[0],
           (unsigned long long)digest.word[1]);
    fprintf(stderr, "%.0f steps a second, %.0f drawn\n", (double)steps / stepped_s, (double)steps / drawn_s);
  }
  fw_field_close(mood);
  fw_params_close(stack);
  fw_scratch_close(of_steer);
  fw_steer_close(steer);
  fw_params_close(apart);
  fw_scratch_close(of_flow);
  fw_crowd_close(flow);
  fw_params_close(motion);
  fw_close(c);
  SDL_Quit();
  return 0;
}
