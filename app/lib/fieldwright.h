/* fieldwright.h - the coordinators of Fieldwright for C99, C++ and everything that calls C.

   Manners, for every function below:
   - Lengths are metres, x east, y north; times are seconds; ticks are whole numbers that the caller counts:
   there is no clock.
   - Handles are opaque. An immutable one (field, world, crowd) may be read by any number of threads at once,
   a changing one (params, moment, scratch, action, spawn, cache: see there) by one thread at a time; no two
   handles share state.
   - What a call reads or writes belongs to the caller and is not kept after the call returns, except where
   "kept" is said. Only numbers and pointers are handed over, no structs by value.
   - A call marked [T] is made for a game's tick: it allocates nothing (what it needs was allocated when the
   handle was made, for the counts given there; docs/library.md, 13, says which calls fall short of it), takes
   no lock, does no I/O. No call throws, and none writes to stdout or stderr.
   - Every call that can fail returns an fw_status; `error` may be NULL. After a failure outputs are as they
   were.
   - Results are the same bits on every machine that the library supports, for any thread count and
   instruction set: calls run under the default floating-point environment, whatever the calling thread's is,
   and give the caller's back.
   - Structs that begin with `size` may grow in later versions: zero them, then set `size` to sizeof.
   - A place that is not finite, or farther than 1e7 m from the origin, is FW_E_USAGE; so is a tick below 0 or
   beyond 4,000,000,000. */
#ifndef FIELDWRIGHT_H
#define FIELDWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#define FW_ABI 2u
/* Of the whole product: its build and the packages take it from here. */
#define FW_VERSION_MAJOR 0
#define FW_VERSION_MINOR 4
#define FW_VERSION_PATCH 0

#ifndef FW_API
#if defined(_WIN32) && defined(FW_BUILD)
#define FW_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(FW_STATIC)
#define FW_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(FW_STATIC)
#define FW_API __attribute__((visibility("default")))
#else
#define FW_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors, versions, context
 * ------------------------------------------------------------------------------------- */

typedef int32_t fw_status; /* the numbers of the command line's exit codes, where it has them */
enum {
  FW_OK = 0,
  FW_E_INTERNAL = 1, /* our bug */
  FW_E_USAGE = 2,    /* a wrong argument, unknown name, value out of range */
  FW_E_TEMPLATE = 3, /* invalid template text */
  FW_E_LIMIT = 5,    /* more than a stated maximum */
  FW_E_MISMATCH = 6, /* saved state of other parameters, seeds or format */
  FW_E_VERSION = 7,  /* header and library do not fit */
  FW_E_MEMORY = 8,
  FW_E_SPACE = 9, /* the caller's buffer is too small; nothing was done, the size needed is returned */
  FW_E_CANCELLED = 130
};

typedef struct fw_error {
  fw_status status;
  char message[508]; /* UTF-8, one line, ends with 0; what was found, where, what was expected */
} fw_error;

typedef struct fw_context fw_context;

/* Runs body(arg, i) for every i < pieces, in any order, on any threads, and returns when all have ended. */
typedef void (*fw_parallel_fn)(void* user, uint32_t pieces, void (*body)(void* arg, uint32_t piece),
                               void* arg);

typedef struct fw_host {
  uint32_t size;   /* sizeof(fw_host): members that an older caller does not know take their default */
  int32_t threads; /* 1 = the calling thread alone (the default), n, or 0 = every core */
  fw_parallel_fn parallel_for; /* the engine's own job system; NULL = the library's threads */
  void* user;
} fw_host;

FW_API uint32_t fw_abi(void);        /* of the library */
FW_API const char* fw_version(void); /* "0.3.0" */
/* abi: FW_ABI of the caller's header. FW_E_VERSION, with both numbers in words, if this library does not
 * speak it. */
FW_API fw_status fw_open(uint32_t abi, const fw_host* host, fw_context** out, fw_error* error);
/* Handles made from a context keep it alive; their destruction may come later. NULL is allowed in every
 * *_close. */
FW_API void fw_close(fw_context* context);

/* ---- Values
 * ----------------------------------------------------------------------------------------------------------
 */

typedef struct fw_seeds {
  uint64_t layout, noise, place; /* 0 .. 2^53 - 1 each */
} fw_seeds;
FW_API void fw_seeds_of(uint64_t master, fw_seeds* out);

typedef uint32_t fw_type;
enum { FW_F32 = 1, FW_F64 = 2, FW_U8 = 3, FW_U16 = 4, FW_U32 = 5, FW_I32 = 6, FW_I64 = 7 };

/* A column of the caller's memory: entry i lies at (char*)data + i * stride. So an array of structs, an ECS
   component or a vertex buffer serves as it is. Packed columns of the natural type are used in place; others
   pass through small pieces. */
typedef struct fw_column {
  void* data;
  ptrdiff_t stride; /* bytes from an entry to the next; 0 = packed */
  fw_type type;     /* 0 = the column's natural type */
} fw_column;

typedef struct fw_digest {
  uint64_t word[2]; /* a sum over entries: the order of the arrays does not matter */
} fw_digest;

/* ---- Parameters by name: the rows of the product's own tables
 * --------------------------------------------------------- */

typedef struct fw_params fw_params;

typedef struct fw_row {
  const char *path, *unit, *help; /* kept as long as the library is loaded */
  double min, max, value, preset; /* value: of these parameters; preset: of the method */
  uint32_t whole;                 /* 1 = whole numbers only */
  uint32_t choices;               /* > 0: the value is the index of a word */
  const char* const* words;
} fw_row;

/* kind: "stack", "crowd", "action", "spawn", "tokens", "avoid"; method: a slug such as "curl_dual", or NULL = the
 * recommended one. */
FW_API fw_status fw_params_open(fw_context*, const char* kind, const char* method, fw_params** out,
                                fw_error*);
FW_API void fw_params_close(fw_params*);
FW_API fw_status fw_params_set(fw_params*, const char* path, double value, fw_error*);
FW_API fw_status fw_params_set_text(fw_params*, const char* path, const char* value,
                                    fw_error*); /* "yes", "drift", "0.5" */
FW_API fw_status fw_params_get(const fw_params*, const char* path, double* value, fw_error*);
FW_API uint32_t fw_params_count(const fw_params*);
FW_API fw_status fw_params_row(const fw_params*, uint32_t index, fw_row* out, fw_error*);
/* Re-states every number that is "per tick" for ticks of dt_s, so that motion and timing in seconds stay as
   they were. What is set after it is taken as it is. A fresh set of parameters is stated for ticks of one
   second. dt_s: 0.001 to 60 for a crowd, 0.01 to 60 for an action. */
FW_API fw_status fw_params_set_tick(fw_params*, double dt_s, fw_error*);

/* ---- Noise
 * ------------------------------------------------------------------------------------------------------------
 */

typedef struct fw_field fw_field; /* a stack bound to seeds; immutable */

/* tag: salts the noise stream ("mood/fear"); period_m > 0 closes the field over a torus of that side. */
FW_API fw_status fw_field_open(fw_context*, const fw_params* stack, const char* tag, const fw_seeds*,
                               double period_m, fw_field** out, fw_error*);
FW_API void fw_field_close(fw_field*);
/* A named state feature s in [0, 1]: shifts coordinates by s (x, y) wavelengths and s t in phase, scales by 1
 * + gain (s - 0.5). */
FW_API fw_status fw_params_add_state(fw_params* stack, const char* name, double x, double y, double t,
                                     double gain, fw_error*);

/* [T] n in [-1, 1] at points and a time; x_m, y_m F64 or F32, out F32. dx, dy (per metre) may be NULL. Drift
   and resample as the stack says. Any number of threads may ask one field at once. */
FW_API fw_status fw_field_points(const fw_field*, double time_s, size_t count, const fw_column* x_m,
                                 const fw_column* y_m, float* out, float* dx, float* dy, fw_error*);
/* [T] The unit vector (d/dy, -d/dx): a flow without sources. */
FW_API fw_status fw_field_curl(const fw_field*, double time_s, size_t count, const fw_column* x_m,
                               const fw_column* y_m, float* out_x, float* out_y, fw_error*);
/* [T] With the stack's state features, one F32 column each, in the order they were added. */
FW_API fw_status fw_field_context(const fw_field*, double time_s, size_t count, const fw_column* x_m,
                                  const fw_column* y_m, const fw_column* state, uint32_t states, float* out,
                                  fw_error*);
/* [T] Cell centres of a grid, north row first. */
FW_API fw_status fw_field_grid(const fw_field*, double time_s, double west_m, double south_m, double cell_m,
                               uint32_t columns, uint32_t rows, float* out, fw_error*);
/* [T] One point; NaN for a place that is no place. */
FW_API float fw_field_value(const fw_field*, double time_s, double x_m, double y_m);

/* A field cut at one time over a rectangle, for many small reads: what they share is found once. */
typedef struct fw_moment fw_moment;
FW_API fw_status fw_moment_open(const fw_field*, double west_m, double south_m, double east_m, double north_m,
                                fw_moment** out, fw_error*);
FW_API void fw_moment_close(fw_moment*);
FW_API fw_status fw_moment_set(fw_moment*, double time_s, fw_error*); /* [T] */
/* [T] The bits of fw_field_value at that time; any number of threads between two fw_moment_set. */
FW_API float fw_moment_value(const fw_moment*, double x_m, double y_m);

/* ---- The calendar, exact shares
 * -------------------------------------------------------------------------------------------
 */

/* A day of day_s seconds (60..604800), a year of year_d days (4..4000); second 0 is start_d days (0..year_d)
   after midwinter's midnight; daylight in midwinter and midsummer, 1..23 h, low <= high. */
typedef struct fw_calendar {
  uint32_t size;
  uint32_t year_d;
  double day_s, start_d, daylight_low_h, daylight_high_h;
} fw_calendar;

/* day: whole days since that midnight. hour in [0, 24); turn of the year in [0, 1), 0 = midwinter; season -1 in
   midwinter, 1 in midsummer; hours of daylight. */
typedef struct fw_date {
  int64_t day;
  double hour, turn, season, daylight_h;
} fw_date;

/* [T] The date at a second of the caller's clock, |time_s| <= 1e12; every year has the bits of the first. */
FW_API fw_status fw_calendar_at(const fw_calendar*, double time_s, fw_date* out, fw_error*);
/* [T] A curve's share in [0, 1]: "always", "day" (1 at noon, 1/2 at sunrise and sunset, 0 at midnight), "night",
   "twilight" (1 at dawn and dusk). */
FW_API fw_status fw_calendar_share(const fw_calendar*, const char* curve, double time_s, double* out,
                                   fw_error*);
/* [T] The k of the highest scores, ties by id: in[i] = 1 for them, else 0. Of an entry that is in already the
   score counts `hold` more. id NULL: 0, 1, 2, ...; ids differ. k beyond count takes all. */
FW_API fw_status fw_upper_set(const fw_context*, size_t count, const uint32_t* id, const float* score,
                              float hold, size_t k, uint8_t* in, fw_error*);

/* ---- Worlds
 * ------------------------------------------------------------------------------------------------------------
 */

typedef struct fw_cache
    fw_cache; /* finished stages, so that an edited template makes only what depends on the edit */
typedef struct fw_world fw_world; /* immutable */

typedef struct fw_generate {
  uint32_t size;
  uint32_t resolution;            /* cells a side; 0 = 512 */
  uint32_t layers_only;           /* 1 = ground and layers, no points */
  fw_cache* cache;                /* or NULL */
  const volatile int32_t* cancel; /* looked at some ten milliseconds apart; not 0 = stop. Or NULL */
  void (*progress)(void* user, const char* stage,
                   double fraction); /* on one thread at a time: the calling one, or with
                                        fw_host.threads of the library's own one of those. Or NULL */
  void* user;
} fw_generate;

FW_API fw_status fw_cache_open(fw_context*, uint32_t kept, fw_cache** out, fw_error*);
FW_API void fw_cache_close(fw_cache*);
/* text: a template (JSON, UTF-8) or the name of a built-in one. Blocks; call it on a thread of your own. */
FW_API fw_status fw_world_generate(fw_context*, const char* text, size_t bytes, const fw_seeds*,
                                   const fw_generate*, fw_world** out, fw_error*);
FW_API void fw_world_close(fw_world*);

typedef struct fw_raster {
  const void* cells; /* kept as long as the world; row-major, north row first */
  fw_type type;      /* FW_U8 or FW_F32 */
  uint32_t columns, rows;
  double cell_m;
} fw_raster;
/* name: land region faction biome danger type height_m coast_m sea_m feature type_field danger_field
   biome_field faction_field intensity_resource intensity_wildlife intensity_enemy, and what later versions
   add: rasters are listed. Heights (height_m, bed_m, surface_m, fw_point.height_m) have the detail below the
   plan grid in them; detail_m is how much. */
FW_API fw_status fw_world_raster(const fw_world*, const char* name, fw_raster* out, fw_error*);
FW_API const char* fw_world_raster_name(const fw_world*, uint32_t index); /* NULL beyond the last */
/* The slug behind a code of a discrete raster; NULL beyond the last. Code 0 is sea or none. */
FW_API const char* fw_world_code(const fw_world*, const char* raster, uint32_t code);

typedef struct fw_point {
  uint32_t size;                          /* sizeof(fw_point): later members are not written */
  uint32_t class_index, number, level;
  double x_m, y_m, height_m, intensity, hp_mult, dps_mult, loot, respawn_s;
  const char *id, *category, *class_slug, *label, *name, *family, *tier,
      *rarity;                            /* "" where it does not apply; kept with the world */
  const char* standing;                   /* of seats, in the template's words: "capital", "city", ... */
  uint32_t rank;                          /* of seats among all of the world, 1 = the first; 0 = no seat */
  uint8_t region, faction, biome, danger; /* codes of the rasters */
} fw_point;
FW_API size_t fw_world_points(const fw_world*);
FW_API fw_status fw_world_point(const fw_world*, size_t index, fw_point* out, fw_error*);
/* One property of all points into a column: "x_m", "class_index", "danger", ... any number of fw_point. */
FW_API fw_status fw_world_point_column(const fw_world*, const char* property, const fw_column* out,
                                       fw_error*);

typedef struct fw_region {
  uint32_t size;        /* sizeof(fw_region): later members are not written */
  uint32_t neutral;
  const char *name, *owner;
  double area_m2, centre_x_m, centre_y_m, tier;
  const char* standing; /* of the first seat in it; "" without one */
  uint32_t rank;        /* of that seat among all of the world; 0 without one */
  uint32_t reserved;
} fw_region;
FW_API uint32_t fw_world_regions(const fw_world*);
FW_API fw_status fw_world_region(const fw_world*, uint32_t index, fw_region* out, fw_error*);
/* A region's actual share of a class: raster "danger", "biome" or "faction", code as in it; NaN for what is
 * not there. */
FW_API double fw_world_share(const fw_world*, uint32_t region, const char* raster, uint32_t code);

/* A named place of the land or the sea: a summit, a bay, a wood; lakes and rivers have rasters. size_m: the
   length of lines, the root of the area of areas, the prominence of summits. */
typedef struct fw_place {
  uint32_t size;
  const char *kind, *name; /* kept with the world */
  double x_m, y_m, size_m, height_m;
} fw_place;
FW_API size_t fw_world_places(const fw_world*);
FW_API fw_status fw_world_place(const fw_world*, size_t index, fw_place* out, fw_error*);

/* Texts: return the bytes needed with the final 0, and write at most `space`, 0-ended. what: "explain" (of
   the cell at x, y, JSON rows), "audit" (audit.json; not of layers alone), "findings", "template", "digests"
   (JSON). 0 = unknown. */
FW_API size_t fw_world_text(const fw_world*, const char* what, double x_m, double y_m, char* text,
                            size_t space);
/* Of the library: "templates", "template:NAME", "schema", "version", "methods:KIND" (crowd, action or spawn;
 * one a line). */
FW_API size_t fw_text(const char* what, char* text, size_t space);

/* ---- Ground
 * ------------------------------------------------------------------------------------------------------------
 */

enum { FW_TORUS = 0, FW_WALLS = 1, FW_LAND = 2, FW_MASK = 3 };
typedef struct fw_ground {
  uint32_t size;
  uint32_t kind; /* FW_TORUS: wraps; FW_WALLS: reflects; FW_LAND: a world's land with content; FW_MASK: open
                    cells of a raster */
  double width_m,
      height_m;          /* of the frame from (0, 0); equal for FW_TORUS; FW_LAND takes them from the world */
  const fw_world* world; /* read while the call lasts */
  const uint8_t* mask;   /* columns x rows square cells, north row first, not 0 = open */
  uint32_t columns, rows;
} fw_ground;

/* ---- Crowds
 * ------------------------------------------------------------------------------------------------------------
 */

typedef struct fw_crowd
    fw_crowd; /* rules bound to seeds and ground; immutable: the agents are the caller's */

/* Entry i of every column is one agent. The order means nothing: draws are addressed by id, so that agents
   may come, go and be sorted between ticks, and a step of some is the same step. */
typedef struct fw_agents {
  uint32_t size;
  uint32_t reserved;
  size_t count;
  fw_column id;                   /* U32, unique among the living; filled in before fw_crowd_begin */
  fw_column x_m, y_m;             /* F64; F32 is rounded once per tick */
  fw_column heading_x, heading_y; /* F32, a unit vector */
  fw_column speed_mps;            /* F32 */
  fw_column memory[3]; /* F32: as many as fw_crowd_memory() says, kept by the caller with the rest; the others
                          stay NULL (digests take every column that is given) */
} fw_agents;

FW_API fw_status fw_crowd_open(fw_context*, const fw_params* crowd, const fw_ground*, const fw_seeds*,
                               fw_crowd** out, fw_error*);
FW_API void fw_crowd_close(fw_crowd*);
FW_API uint32_t fw_crowd_memory(const fw_crowd*);
/* Working memory of a thread that steps crowds, for at most `agents` at a time. */
typedef struct fw_scratch fw_scratch;
FW_API fw_status fw_scratch_open(const fw_crowd*, size_t agents, fw_scratch** out, fw_error*);
FW_API void fw_scratch_close(fw_scratch*);

enum { FW_KEEP_PLACE = 1, FW_KEEP_HEADING = 2, FW_KEEP_SPEED = 4 };
/* [T] Agents as they begin at a tick: where id and seed put them, or, with FW_KEEP_*, where the caller's
 * columns say. */
FW_API fw_status fw_crowd_begin(const fw_crowd*, fw_scratch*, int64_t tick, const fw_agents*, uint32_t keep,
                                fw_error*);
/* [T] From tick to tick + 1, everybody. */
FW_API fw_status fw_crowd_step(const fw_crowd*, fw_scratch*, int64_t tick, const fw_agents*, fw_error*);
/* [T] Level of detail: from tick to tick + ticks in one step, for the entries listed (NULL = all). `ticks` a
   power of two up to 64 that divides tick. The path is another one than that of single ticks, and as
   reproducible. FW_E_USAGE where the fastest agent would pass a quarter of the ground in that step. */
FW_API fw_status fw_crowd_step_some(const fw_crowd*, fw_scratch*, int64_t tick, uint32_t ticks,
                                    const uint32_t* entries, size_t count, const fw_agents*, fw_error*);
/* [T] Steering alone, for engines that move bodies themselves: what the fields ask at each place; (0, 0) = no
 * say. */
FW_API fw_status fw_crowd_targets(const fw_crowd*, fw_scratch*, int64_t tick, size_t count,
                                  const fw_column* x_m, const fw_column* y_m, float* heading_x,
                                  float* heading_y, float* speed_mps, fw_error*);
/* [T] Everything an agent is, by id; `tick` is that of the next step. And of ids in [first, last) alone, to
 * find who differs. */
FW_API void fw_agents_digest(const fw_agents*, int64_t tick, fw_digest* out);
FW_API void fw_agents_digest_of(const fw_agents*, int64_t tick, uint32_t first, uint32_t last,
                                fw_digest* out);
/* A portable block of bytes. Save returns FW_E_SPACE and the size if `bytes` is too small: ask with 0 first.
   Load checks the crowd (parameters, ground, seeds) and fills columns of at least the saved count; *count and
   *tick are set. */
FW_API fw_status fw_agents_save(const fw_crowd*, const fw_agents*, int64_t tick, void* to, size_t* bytes,
                                fw_error*);
FW_API fw_status fw_agents_load(const fw_crowd*, const void* from, size_t bytes, const fw_agents* into,
                                size_t* count, int64_t* tick, fw_error*);
/* [T] An order that makes steps of large crowds quicker, for those who sort their own arrays now and then. */
FW_API fw_status fw_crowd_order(const fw_crowd*, fw_scratch*, const fw_agents*, uint32_t* order, fw_error*);

/* ---- Bodies that keep apart
 * ------------------------------------------------------------------------------------------------------------
 */

typedef struct fw_steer fw_steer; /* avoidance bound to a ground and its walls; immutable */

/* Entry i of every column is one body. The order means nothing. Velocity goes in as the step before left it
   and comes out as the body moved; the wanted velocity is what it would have alone, from fw_crowd_targets or
   from the game. */
typedef struct fw_bodies {
  uint32_t size;
  size_t count;
  fw_column id;                     /* U32, distinct: parts bodies that stand at one place */
  fw_column x_m, y_m;               /* F64 or F32 */
  fw_column vx_mps, vy_mps;         /* F32 or F64 */
  fw_column want_x_mps, want_y_mps; /* F32 or F64; only read, like all that follow */
  fw_column speed_mps;              /* own speed: nobody moves at more than 1.3 of it */
  fw_column radius_m;               /* NULL: avoid.radius_m; largest to smallest at most 4 to 1 */
  fw_column priority;               /* NULL: avoid.priority; the heavier gives way less */
} fw_bodies;

/* avoid: of fw_params_open with "avoid". Walls: what the ground closes (FW_LAND: sea, lakes, ground steeper
   than .9, the template's zones that are walls; FW_MASK: its closed cells), and the rim of all but FW_TORUS. */
FW_API fw_status fw_steer_open(fw_context*, const fw_params* avoid, const fw_ground*, fw_steer** out,
                               fw_error*);
FW_API void fw_steer_close(fw_steer*);
/* Working memory for at most `bodies` at a time; closed with fw_scratch_close. */
FW_API fw_status fw_steer_scratch(const fw_steer*, size_t bodies, fw_scratch** out, fw_error*);
/* [T] One local step of avoid.step_s, of everybody: neighbours matter. Places outside the ground are wrapped
   or brought inside. FW_E_USAGE, with the step that fits, where the fastest would go more than 1.2 of the
   smallest radius. */
FW_API fw_status fw_steer_step(const fw_steer*, fw_scratch*, const fw_bodies*, fw_error*);

/* ---- Action timing
 * ----------------------------------------------------------------------------------------------------- */

typedef struct fw_action fw_action; /* a population's schedule: changes with every tick */

FW_API fw_status fw_action_open(fw_context*, const fw_params* action, const fw_ground*, const fw_seeds*,
                                size_t most_agents, fw_action** out, fw_error*);
FW_API void fw_action_close(fw_action*);
/* [T] Agents join idle and leave at once. `phase_class`: NULL = id modulo the classes. */
FW_API fw_status fw_action_join(fw_action*, size_t count, const uint32_t* ids, const uint8_t* phase_class,
                                fw_error*);
FW_API fw_status fw_action_leave(fw_action*, size_t count, const uint32_t* ids, fw_error*);
/* [T] One tick: who starts, by ascending id. `started` has room for every agent joined. Columns: id U32 of
   all that have joined, x_m, y_m: where they stand at the tick's end; in any order. Where they stood at its
   beginning is what the tick before was told; one that has just joined stood where it stands. */
FW_API fw_status fw_action_tick(fw_action*, int64_t tick, size_t count, const fw_column* id,
                                const fw_column* x_m, const fw_column* y_m, uint32_t* started, size_t* starts,
                                fw_error*);
/* [T] What the last tick left of one agent; those that have joined since have not started. */
typedef struct fw_turn {
  int64_t tick;       /* asked about */
  int64_t busy_until; /* first tick idle again; fw_action_ask: as if a start at `tick` happened */
  double rate_per_s;  /* of starts, here and now */
  double probability; /* of a start in this tick, of an idle agent */
  double phase;       /* share of the cycle at which this place has its turn, [0, 1) */
  int64_t next_tick;  /* stateless schedules: fw_action_state: the next tick after `tick` at which it would
                         start, standing  still; fw_action_ask: `tick` if it starts then; -1 = unknown */
  uint32_t starts;    /* 1 = starts at `tick` */
  uint32_t stateless; /* 1 = method "clock": `starts` needs no state */
} fw_turn;
FW_API fw_status fw_action_state(const fw_action*, uint32_t id, fw_turn* out, fw_error*);
/* [T] Makes ready for questions about a tick; until the next fw_action_at or fw_action_tick any number of
 * threads may ask. */
FW_API fw_status fw_action_at(fw_action*, int64_t tick, fw_error*);
/* [T] "Should this agent start now?", of an agent that need not have joined, at any place and tick: from
   seeds and parameters alone. Exact (starts = what the tick decides) for the method "clock"; else rate and
   phase, and starts = 0. Ticks other than the one made ready are answered too, in more time. */
typedef struct fw_ask {
  double x_m, y_m;       /* at the tick's beginning */
  double to_x_m, to_y_m; /* at its end; the same for one that stands */
  int64_t tick;
  uint32_t id;
  uint32_t phase_class;
} fw_ask;
FW_API fw_status fw_action_ask(const fw_action*, const fw_ask*, fw_turn* out, fw_error*);
FW_API void fw_action_digest(const fw_action*, fw_digest* out);
FW_API fw_status fw_action_save(const fw_action*, void* to, size_t* bytes, fw_error*);
FW_API fw_status fw_action_load(fw_action*, const void* from, size_t bytes, fw_error*);

/* -- attack tokens: who round one target may attack now (docs/library.md) ---------------------------- */

typedef struct fw_tokens fw_tokens; /* of one target: changes with every tick */

/* Members round the target at a tick, in any order; those that are not listed are forgotten once their attack
 * is over. The columns are only read. */
typedef struct fw_tokens_io {
  uint32_t size; /* sizeof(fw_tokens_io) */
  size_t count;
  fw_column id, x_m, y_m;            /* U32; F64 or F32 */
  fw_column may;                     /* U8: 1 = idle and at a post from which it attacks */
  double target_x_m, target_y_m;
  double facing_x, facing_y;         /* the target's, of any length above 0 */
  uint32_t* started;                 /* room for `count` ids; written: those that start, in order */
  size_t starts;                     /* written */
} fw_tokens_io;

/* tokens: of fw_params_open with "tokens". most: members at once, at most. */
FW_API fw_status fw_tokens_open(fw_context*, const fw_params* tokens, const fw_seeds*, size_t most,
                                fw_tokens** out, fw_error*);
FW_API void fw_tokens_close(fw_tokens*);
/* [T] One tick; ticks follow each other by one. A member that starts holds a token until its attack ends, so
 * that never more than tokens.count attack at once. */
FW_API fw_status fw_tokens_tick(fw_tokens*, int64_t tick, fw_tokens_io*, fw_error*);
FW_API void fw_tokens_digest(const fw_tokens*, fw_digest* out);
FW_API fw_status fw_tokens_save(const fw_tokens*, void* to, size_t* bytes, fw_error*);
FW_API fw_status fw_tokens_load(fw_tokens*, const void* from, size_t bytes, fw_error*);

/* ---- Spawning
 * ----------------------------------------------------------------------------------------------------------
 */

typedef struct fw_spawn fw_spawn;

/* One pool on a ground of its own; tag salts it ("enemy.wolf"). Or every class of a world that has a quota.
 */
FW_API fw_status fw_spawn_open(fw_context*, const fw_params* spawn, const fw_ground*, const char* tag,
                               const fw_seeds*, fw_spawn** out, fw_error*);
FW_API fw_status fw_spawn_open_world(fw_context*, const fw_params* spawn, const fw_world*, fw_spawn** out,
                                     fw_error*);
FW_API void fw_spawn_close(fw_spawn*);

typedef struct fw_pool {
  const char *category, *class_slug; /* "" for fw_spawn_open */
  uint32_t target, quota;            /* in force: living at most; spawns per cycle at most */
  uint32_t living, cycle_count;
  double respawn_s, spacing_m, area_m2;
} fw_pool;
FW_API uint32_t fw_spawn_pools(const fw_spawn*);
FW_API fw_status fw_spawn_pool(const fw_spawn*, uint32_t index, fw_pool* out, fw_error*);

enum { FW_SPAWNED = 1, FW_VANISHED = 2, FW_REFUSED = 3 };
typedef struct fw_event {
  double x_m, y_m;
  int64_t tick;
  uint32_t id; /* of the living thing, unique in this fw_spawn; 0 for FW_REFUSED */
  uint16_t pool;
  uint8_t kind;
  uint8_t reason; /* FW_REFUSED: 1 cap, 2 quota, 3 cooldown, 4 spacing, 5 block, 6 player near, 7 refill */
} fw_event;
typedef struct fw_spawn_tick {
  uint32_t size;
  uint32_t want_refused;  /* 1 = report refusals too */
  size_t players, living; /* counts of the columns */
  fw_column player_x_m, player_y_m;
  fw_column living_id, living_x_m,
      living_y_m; /* where the game has moved them; ids not listed stand where they were */
  fw_event* events;
  size_t space, count; /* space >= fw_spawn_most_events(); count is set */
} fw_spawn_tick;
FW_API size_t fw_spawn_most_events(const fw_spawn*);
/* [T] One tick of one second: proposals, caps, cooldown, spacing. The game owns motion, fights and deaths. At
   the beginning of a cycle it takes the plan that fw_spawn_prepare made, or makes it there and then: the one
   [T] call that may take long, and that takes a lock, of this handle, for that second. */
FW_API fw_status fw_spawn_step(fw_spawn*, int64_t tick, fw_spawn_tick* io, fw_error*);
/* [T] These have died or been taken away: their slots are free from the next tick on, the block of
 * spawn.block_s begins. */
FW_API fw_status fw_spawn_remove(fw_spawn*, int64_t tick, size_t count, const uint32_t* ids, fw_error*);
/* [T] From the next tick on a pool has these limits in place of its own: at most `target` alive, at most
   `quota` spawns in a cycle, the one that goes on included; each at most 100000, 0 = none. So a game applies
   its day, its seasons, its stocks. What is alive above the target stays until the game removes it. A cycle
   that goes on keeps the plan that it began with. Numbers above the pool's own take memory; ask
   fw_spawn_most_events again. */
FW_API fw_status fw_spawn_limit(fw_spawn*, uint32_t pool, uint32_t target, uint32_t quota, fw_error*);
/* The plan of the next cycle, ahead of time, on any one other thread: a tick at a cycle's beginning then only
   takes it over. tick: one of the cycle that goes on, or of the next. */
FW_API fw_status fw_spawn_prepare(fw_spawn*, int64_t tick, fw_error*);
FW_API void fw_spawn_digest(const fw_spawn*, fw_digest* out);
FW_API fw_status fw_spawn_save(const fw_spawn*, void* to, size_t* bytes, fw_error*);
FW_API fw_status fw_spawn_load(fw_spawn*, const void* from, size_t bytes, fw_error*);

/* ---- Ways
 * --------------------------------------------------------------------------------------------------------------
 */

/* From everywhere to the nearest of some goals: one field that all who walk there read. Immutable. */
typedef struct fw_ways fw_ways;
/* Ground: FW_LAND, FW_MASK, or FW_WALLS, which has no cells to close. `pace`: level metres per metre by cell of
   the mask or the world's rasters, 0 = closed; NULL: a world's own (slopes, roads, rivers without a bridge;
   docs/coordinators.md, 7), else 1. Who is within radius_m of a goal has arrived. Goals off the open ground count from
   the nearest open cell, at most 4 cells away. */
FW_API fw_status fw_ways_open(fw_context*, const fw_ground*, const float* pace, size_t goals,
                              const double* x_m, const double* y_m, double radius_m, fw_ways** out,
                              fw_error*);
FW_API void fw_ways_close(fw_ways*);
/* [T] By place: the direction to walk (a unit vector; 0, 0 for who has arrived), and the level metres that are
   left (0: arrived; infinite: no way leads, or outside the frame); left_m may be NULL. An agent of s m/s on level
   ground is left_m / s seconds away. */
FW_API fw_status fw_ways_ask(const fw_ways*, size_t count, const fw_column* x_m, const fw_column* y_m,
                             float* to_x, float* to_y, float* left_m, fw_error*);

#ifdef __cplusplus
}
#endif
#endif
