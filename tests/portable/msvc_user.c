/* A program compiled for Microsoft's ABI (clang, target x86_64-pc-windows-msvc) and linked to fieldwright.lib by lld-link,
   without a C library: a crowd of 2,000 agents after 600 ticks. GOLDEN_0 and GOLDEN_1 are the words of its digest. */
#include "app/lib/fieldwright.h"

__declspec(dllimport) void ExitProcess(unsigned code);
int _fltused; /* which Microsoft's C library has for programs that calculate with floating point */

enum { AGENTS = 2000, TICKS = 600 };
static uint32_t id[AGENTS];
static double x_m[AGENTS], y_m[AGENTS];
static float heading_x[AGENTS], heading_y[AGENTS], speed_mps[AGENTS], memory[3][AGENTS];
static fw_agents columns;
static fw_ground ground;
static fw_seeds seeds;
static fw_digest digest;
static fw_error error;
static fw_context* context;
static fw_params* params;
static fw_crowd* crowd;
static fw_scratch* scratch;

/* Ends with the number of the first call that fails. */
static void need(fw_status status, unsigned call) {
  if (status != FW_OK) ExitProcess(call);
}

void start(void) {
  uint32_t i;
  int64_t tick;
  for (i = 0; i < AGENTS; ++i) id[i] = i;
  ground.size = sizeof ground, ground.kind = FW_TORUS, ground.width_m = ground.height_m = 1000;
  columns.size = sizeof columns, columns.count = AGENTS;
  columns.id.data = id, columns.x_m.data = x_m, columns.y_m.data = y_m;
  columns.heading_x.data = heading_x, columns.heading_y.data = heading_y, columns.speed_mps.data = speed_mps;
  fw_seeds_of(42, &seeds);
  need(fw_open(FW_ABI, 0, &context, &error), 2);
  need(fw_params_open(context, "crowd", "curl_dual", &params, &error), 3);
  need(fw_params_set_tick(params, 1.0 / 60, &error), 4);
  need(fw_crowd_open(context, params, &ground, &seeds, &crowd, &error), 5);
  for (i = 0; i < fw_crowd_memory(crowd); ++i) columns.memory[i].data = memory[i];
  need(fw_scratch_open(crowd, AGENTS, &scratch, &error), 6);
  need(fw_crowd_begin(crowd, scratch, 0, &columns, 0, &error), 7);
  for (tick = 0; tick < TICKS; ++tick) need(fw_crowd_step(crowd, scratch, tick, &columns, &error), 8);
  fw_agents_digest(&columns, TICKS, &digest);
  fw_scratch_close(scratch), fw_crowd_close(crowd), fw_params_close(params), fw_close(context);
  ExitProcess(digest.word[0] == GOLDEN_0 && digest.word[1] == GOLDEN_1 ? 0 : 1);
}
