// As much of fieldwright.h as a page needs, over the module fieldwright.wasm: structs are laid out as the header says,
// with pointers and size_t of four bytes; ticks and seeds are BigInt. Works in browsers and in node.

export const LAND = 2, TORUS = 0;

// The module asks for a system that a page has not: files are refused, its end is an error.
function system(module) {
  const calls = {};
  for (const { name } of WebAssembly.Module.imports(module))
    calls[name] = name === 'proc_exit' ? (status) => { throw new Error(`the library ended: ${status}`); } : () => 8;
  return calls;
}

export class Fieldwright {
  static async load(bytes) {
    const module = await WebAssembly.compile(bytes);
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system(module) });
    exports._initialize();
    return new Fieldwright(exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.error = this.room(512);
    this.context = this.opened((out) => exports.fw_open(exports.fw_abi(), 0, out, this.error));
  }

  // Zeroed memory that stays. Views of it are made anew after every call that may grow it.
  room(bytes) {
    const at = this.exports.malloc(bytes);
    if (at === 0) throw new Error('out of memory');
    this.bytes(at, bytes).fill(0);
    return at;
  }
  bytes(at, count) { return new Uint8Array(this.exports.memory.buffer, at, count); }
  floats(at, count) { return new Float32Array(this.exports.memory.buffer, at, count); }
  doubles(at, count) { return new Float64Array(this.exports.memory.buffer, at, count); }
  get view() { return new DataView(this.exports.memory.buffer); }

  text(at) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }
  given(text) {
    const bytes = new TextEncoder().encode(text + '\0'), at = this.room(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  check(status) {
    if (status !== 0) throw new Error(this.text(this.error + 4));
  }
  opened(open) {
    const out = this.room(4);
    this.check(open(out));
    const handle = this.view.getUint32(out, true);
    this.exports.free(out);
    return handle;
  }
  seeds(master) {
    const at = this.room(24);
    this.exports.fw_seeds_of(BigInt(master), at);
    return at;
  }

  params(kind, method) {
    return this.opened((out) => this.exports.fw_params_open(this.context, this.given(kind), this.given(method), out,
      this.error));
  }
  // A text of the library: 'version', 'methods:crowd', 'templates' ...
  words(what) {
    const name = this.given(what), bytes = this.exports.fw_text(name, 0, 0), at = this.room(bytes);
    this.exports.fw_text(name, at, bytes);
    return this.text(at);
  }

  // A world of a built-in template: { handle, side_m, cells, height_m }, heights north row first, below 0 = sea.
  world(template, seed, resolution) {
    const x = this.exports, how = this.room(28), name = this.given(template);
    this.view.setUint32(how, 28, true);
    this.view.setUint32(how + 4, resolution, true);
    const handle = this.opened((out) => x.fw_world_generate(this.context, name, template.length, this.seeds(seed), how,
      out, this.error));
    const raster = (slug) => {
      const at = this.room(24);
      this.check(x.fw_world_raster(handle, this.given(slug), at, this.error));
      const v = this.view, columns = v.getUint32(at + 8, true), rows = v.getUint32(at + 12, true);
      return { at: v.getUint32(at, true), columns, rows, cell_m: v.getFloat64(at + 16, true) };
    };
    const height = raster('height_m'), land = raster('land');
    return {
      handle, columns: height.columns, rows: height.rows, side_m: height.columns * height.cell_m,
      height_m: this.floats(height.at, height.columns * height.rows).slice(),
      land: this.bytes(land.at, land.columns * land.rows).slice(),
    };
  }
}

// Agents of one rule on a ground: { kind: TORUS, side_m } or { kind: LAND, world }.
export class Crowd {
  constructor(library, { method, seed, agents, ground, tick_s }) {
    const x = library.exports;
    this.library = library;
    this.count = agents;
    const params = library.params('crowd', method);
    library.check(x.fw_params_set_tick(params, tick_s, library.error));
    const place = library.room(40), side_m = ground.world ? ground.world.side_m : ground.side_m;
    library.view.setUint32(place, 40, true);
    library.view.setUint32(place + 4, ground.kind, true);
    library.view.setFloat64(place + 8, side_m, true);
    library.view.setFloat64(place + 16, side_m, true);
    library.view.setUint32(place + 24, ground.world ? ground.world.handle : 0, true);
    this.handle = library.opened((out) => x.fw_crowd_open(library.context, params, place, library.seeds(seed), out,
      library.error));
    x.fw_params_close(params);
    this.scratch = library.opened((out) => x.fw_scratch_open(this.handle, agents, out, library.error));
    // id, x, y, heading x and y, speed, and what the method remembers.
    const widths = [4, 8, 8, 4, 4, 4, 4, 4, 4].slice(0, 6 + x.fw_crowd_memory(this.handle));
    this.columns = widths.map((width) => library.room(width * agents));
    new Uint32Array(x.memory.buffer, this.columns[0], agents).forEach((_, i, ids) => { ids[i] = i; });
    this.agents = library.room(12 + 12 * 9);
    library.view.setUint32(this.agents, 12 + 12 * 9, true);
    library.view.setUint32(this.agents + 8, agents, true);
    this.columns.forEach((at, i) => library.view.setUint32(this.agents + 12 + 12 * i, at, true));
    library.check(x.fw_crowd_begin(this.handle, this.scratch, 0n, this.agents, 0, library.error));
    this.tick = 0;
  }

  step() {
    const { library } = this;
    library.check(library.exports.fw_crowd_step(this.handle, this.scratch, BigInt(this.tick), this.agents, library.error));
    this.tick += 1;
  }
  get x_m() { return this.library.doubles(this.columns[1], this.count); }
  get y_m() { return this.library.doubles(this.columns[2], this.count); }

  // 32 hexadecimal digits, as the example programs print them.
  digest() {
    const { library } = this, at = library.room(16);
    library.exports.fw_agents_digest(this.agents, BigInt(this.tick), at);
    const word = (k) => library.view.getBigUint64(at + 8 * k, true).toString(16).padStart(16, '0');
    const digest = word(0) + word(1);
    library.exports.free(at);
    return digest;
  }

  close() {
    const x = this.library.exports;
    x.fw_scratch_close(this.scratch);
    x.fw_crowd_close(this.handle);
    for (const at of [...this.columns, this.agents]) x.free(at);
  }
}
