/* Lockstep: a server and two clients step the same crowd in three processes. Over loopback TCP travel inputs
   and digests alone, 32 bytes up and 32 down a tick and client.

     lockstep [--ticks N] [--flip TICK] [--late TICK]

   --flip: one client flips one bit of one heading at that tick; the server names the tick and the agent and
   exits 6.
   --late: a third client begins at that tick from a state that another one saved. */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fieldwright.h"

enum { FIRST_AGENTS = 2000, MOST = 3000, MOST_CLIENTS = 3, DIFFERENT = 6 };
enum { NOBODY = 0xFFFFFFF }; /* no agent has this id */

/* What a client sends after each tick, and what the server sends before the next. */
typedef struct Up {
  int64_t tick;
  fw_digest digest;
  uint32_t wants_join, wants_leave; /* 1, an agent's id or NOBODY */
} Up;
enum { GO_ON = 0, TELL_RANGE = 1, SAVE = 2, END = 3 };
typedef struct Down {
  int64_t tick;
  uint32_t what;
  uint32_t join, leave; /* ids or NOBODY */
  uint32_t first, last; /* TELL_RANGE: of these ids the digest alone */
  uint32_t reserved;
} Down;

static void give_up(const char* what) {
  perror(what);
  exit(1);
}

static void put(int to, const void* from, size_t bytes) {
  const char* at = from;
  while (bytes > 0) {
    const ssize_t sent = write(to, at, bytes);
    if (sent <= 0) give_up("write");
    at += sent, bytes -= (size_t)sent;
  }
}

static void get(int from, void* to, size_t bytes) {
  char* at = to;
  while (bytes > 0) {
    const ssize_t got = read(from, at, bytes);
    if (got <= 0) give_up("read");
    at += got, bytes -= (size_t)got;
  }
}

/* A crowd and its agents, in an order of this machine's own. */
typedef struct Game {
  fw_crowd* crowd;
  fw_scratch* scratch;
  fw_agents agents;
  uint32_t id[MOST], next_id;
  double x[MOST], y[MOST];
  float hx[MOST], hy[MOST], speed[MOST];
} Game;
static Game game;
static fw_error error;

static void check(fw_status status) {
  if (status == FW_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit((int)status);
}

static void open_game(void) {
  fw_context* c;
  fw_params* p;
  fw_seeds seeds;
  fw_ground ground = {sizeof ground, FW_TORUS, 1000.0, 1000.0, 0, 0, 0, 0};
  fw_agents a = {sizeof a,
                 0,
                 0,
                 {game.id, 0, 0},
                 {game.x, 0, 0},
                 {game.y, 0, 0},
                 {game.hx, 0, 0},
                 {game.hy, 0, 0},
                 {game.speed, 0, 0},
                 {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  game.agents = a;
  fw_seeds_of(42, &seeds);
  check(fw_open(FW_ABI, 0, &c, &error));
  check(fw_params_open(c, "crowd", "curl_dual", &p, &error));
  check(fw_params_set_tick(p, 1.0 / 20, &error));
  check(fw_crowd_open(c, p, &ground, &seeds, &game.crowd, &error));
  check(fw_scratch_open(game.crowd, MOST, &game.scratch, &error));
  fw_params_close(p);
  fw_close(c);
}

/* `backwards`: highest ids first, so that no two machines have one order. */
static void begin_game(int backwards) {
  uint32_t i;
  for (i = 0; i < FIRST_AGENTS; ++i) game.id[i] = backwards ? FIRST_AGENTS - 1 - i : i;
  game.agents.count = game.next_id = FIRST_AGENTS;
  check(fw_crowd_begin(game.crowd, game.scratch, 0, &game.agents, 0, &error));
}

static void copy_agent(size_t to, size_t from) {
  game.id[to] = game.id[from], game.x[to] = game.x[from], game.y[to] = game.y[from];
  game.hx[to] = game.hx[from], game.hy[to] = game.hy[from], game.speed[to] = game.speed[from];
}

/* One that joins begins where its id and seed put it. */
static void join(uint32_t id, int64_t tick) {
  const size_t at = game.agents.count;
  fw_agents one = game.agents;
  if (id == NOBODY || at == MOST) return;
  game.id[at] = id;
  one.count = 1;
  one.id.data = game.id + at, one.x_m.data = game.x + at, one.y_m.data = game.y + at;
  one.heading_x.data = game.hx + at, one.heading_y.data = game.hy + at, one.speed_mps.data = game.speed + at;
  check(fw_crowd_begin(game.crowd, game.scratch, tick, &one, 0, &error));
  ++game.agents.count;
}

static void leave(uint32_t id) {
  size_t i = 0;
  if (id == NOBODY) return;
  while (i < game.agents.count && game.id[i] != id) ++i;
  if (i == game.agents.count) return;
  copy_agent(i, --game.agents.count); /* the last one takes the place */
}

static void step(const Down* inputs) {
  leave(inputs->leave);
  join(inputs->join, inputs->tick);
  check(fw_crowd_step(game.crowd, game.scratch, inputs->tick, &game.agents, &error));
}

static int client(int port, int number, int64_t flip, int late) {
  struct sockaddr_in address;
  const int server = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET, address.sin_port = htons((uint16_t)port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(server, (struct sockaddr*)&address, sizeof address) != 0) give_up("connect");
  setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  put(server, &number, sizeof number);
  open_game();
  if (late) {
    uint64_t bytes;
    size_t count;
    int64_t tick;
    void* block;
    get(server, &bytes, sizeof bytes);
    block = malloc((size_t)bytes);
    if (block == 0) give_up("malloc");
    get(server, block, (size_t)bytes);
    game.agents.count = MOST;
    check(fw_agents_load(game.crowd, block, (size_t)bytes, &game.agents, &count, &tick, &error));
    game.agents.count = count;
    free(block);
  } else {
    begin_game(number % 2);
  }
  for (;;) {
    Down down;
    Up up;
    get(server, &down, sizeof down);
    if (down.what == END) break;
    if (down.what == SAVE) {
      size_t bytes = 0;
      uint64_t sent;
      void* block;
      fw_agents_save(game.crowd, &game.agents, down.tick, 0, &bytes, &error);
      block = malloc(bytes);
      if (block == 0) give_up("malloc");
      check(fw_agents_save(game.crowd, &game.agents, down.tick, block, &bytes, &error));
      sent = bytes;
      put(server, &sent, sizeof sent), put(server, block, bytes);
      free(block);
      continue;
    }
    memset(&up, 0, sizeof up);
    if (down.what == GO_ON) {
      step(&down);
      if (down.tick + 1 == flip && number == 1) { /* a fault of this machine's memory */
        uint32_t bits;
        memcpy(&bits, game.hx + 700, sizeof bits);
        bits ^= 1;
        memcpy(game.hx + 700, &bits, sizeof bits);
        fprintf(stderr, "client %d: flipped a bit of agent %u at tick %lld\n", number, game.id[700],
                (long long)flip);
      }
      up.tick = down.tick + 1;
      fw_agents_digest(&game.agents, up.tick, &up.digest);
      up.wants_join = number == 0 && up.tick % 7 == 0;
      up.wants_leave =
          number == 1 && up.tick % 9 == 0 ? game.id[(size_t)up.tick % game.agents.count] : NOBODY;
    } else {
      up.tick = down.tick;
      fw_agents_digest_of(&game.agents, up.tick, down.first, down.last, &up.digest);
    }
    put(server, &up, sizeof up);
  }
  close(server);
  return 0;
}

static int differs(const fw_digest* a, const fw_digest* b) {
  return memcmp(a, b, sizeof *a) != 0;
}

/* Halves the range of ids until one agent is left: log2 steps of 32 bytes. */
static uint32_t who_differs(int socket_of_client, int64_t tick) {
  Down down = {tick, TELL_RANGE, NOBODY, NOBODY, 0, 0, 0};
  uint32_t low = 0, high = game.next_id;
  while (high - low > 1) {
    fw_digest own;
    Up up;
    down.first = low, down.last = low + (high - low) / 2;
    put(socket_of_client, &down, sizeof down);
    get(socket_of_client, &up, sizeof up);
    fw_agents_digest_of(&game.agents, tick, down.first, down.last, &own);
    if (differs(&own, &up.digest))
      high = down.last;
    else
      low = down.last;
  }
  return low;
}

static void hand_over(int from, int to, int64_t tick) {
  Down down = {tick, SAVE, NOBODY, NOBODY, 0, 0, 0};
  uint64_t bytes;
  void* block;
  put(from, &down, sizeof down);
  get(from, &bytes, sizeof bytes);
  block = malloc((size_t)bytes);
  if (block == 0) give_up("malloc");
  get(from, block, (size_t)bytes);
  put(to, &bytes, sizeof bytes), put(to, block, (size_t)bytes);
  free(block);
}

static int serve(const int* clients, int count, int playing, int64_t ticks, int64_t late) {
  Down down = {0, GO_ON, NOBODY, NOBODY, 0, 0, 0};
  const Down end = {0, END, NOBODY, NOBODY, 0, 0, 0};
  int found = 0, i;
  fw_digest own;
  begin_game(0);
  for (down.tick = 0; down.tick < ticks && !found; ++down.tick) {
    uint32_t next_join = NOBODY, next_leave = NOBODY;
    if (down.tick == late) hand_over(clients[0], clients[playing++], late);
    for (i = 0; i < playing; ++i) put(clients[i], &down, sizeof down);
    step(&down);
    fw_agents_digest(&game.agents, down.tick + 1, &own);
    for (i = 0; i < playing; ++i) {
      Up up;
      get(clients[i], &up, sizeof up);
      if (up.wants_join && game.agents.count < MOST) next_join = game.next_id++;
      if (up.wants_leave != NOBODY) next_leave = up.wants_leave;
      if (!differs(&own, &up.digest)) continue;
      printf("tick %lld: client %d differs in agent %u\n", (long long)up.tick, i,
             who_differs(clients[i], up.tick));
      found = 1;
    }
    down.join = next_join, down.leave = next_leave;
  }
  for (i = 0; i < count; ++i) put(clients[i], &end, sizeof end);
  if (!found)
    printf("%lld ticks, %u agents at the end, %d clients: no difference; %016llx%016llx\n", (long long)ticks,
           (unsigned)game.agents.count, playing, (unsigned long long)own.word[0],
           (unsigned long long)own.word[1]);
  return found ? DIFFERENT : 0;
}

int main(int argc, char** argv) {
  int64_t ticks = 10000, flip = -1, late = -1;
  int i, count, listener, code, clients[MOST_CLIENTS];
  const int on = 1;
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  for (i = 1; i + 1 < argc; i += 2) {
    const int64_t value = atoll(argv[i + 1]);
    if (strcmp(argv[i], "--ticks") == 0) ticks = value;
    if (strcmp(argv[i], "--flip") == 0) flip = value;
    if (strcmp(argv[i], "--late") == 0) late = value;
  }
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET, address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 ||
      listen(listener, MOST_CLIENTS) != 0 || getsockname(listener, (struct sockaddr*)&address, &length) != 0)
    give_up("listen");
  count = late >= 0 ? 3 : 2;
  for (i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child < 0) give_up("fork");
    if (child == 0) return client(ntohs(address.sin_port), i, flip, i == 2);
  }
  for (i = 0; i < count; ++i) {
    int number;
    const int accepted = accept(listener, 0, 0);
    if (accepted < 0) give_up("accept");
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    get(accepted, &number, sizeof number);
    clients[number] = accepted;
  }
  open_game();
  code = serve(clients, count, 2, ticks, late);
  for (i = 0; i < count; ++i) {
    int status;
    wait(&status);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) code = 1;
  }
  return code;
}
