// Runs a program made for WebAssembly: node run_wasm.mjs PROGRAM.wasm ARGUMENT ...
// The program gets its arguments, standard output and standard error, and no files. node:wasi is not used:
// that of node 20 and 22 damages node's own memory, so that node crashes after the program's last line.
import { readFileSync, writeSync } from 'node:fs';

const kSuccess = 0, kBadDescriptor = 8, kNotSupported = 52;  // wasi_snapshot_preview1: errno
const program_arguments = process.argv.slice(2).map((text) => new TextEncoder().encode(text + '\0'));

class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

let memory;
const view = () => new DataView(memory.buffer);  // made anew: memory that has grown is another buffer

const system = {
  args_sizes_get(count, bytes) {
    view().setUint32(count, program_arguments.length, true);
    view().setUint32(bytes, program_arguments.reduce((sum, text) => sum + text.length, 0), true);
    return kSuccess;
  },
  args_get(pointers, at) {
    for (const text of program_arguments) {
      view().setUint32(pointers, at, true);
      new Uint8Array(memory.buffer).set(text, at);
      pointers += 4;
      at += text.length;
    }
    return kSuccess;
  },
  environ_sizes_get(count, bytes) {
    view().setUint32(count, 0, true);
    view().setUint32(bytes, 0, true);
    return kSuccess;
  },
  environ_get: () => kSuccess,
  fd_write(descriptor, pieces, count, written) {
    if (descriptor !== 1 && descriptor !== 2) return kBadDescriptor;
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      let at = view().getUint32(pieces + 8 * i, true);
      const end = at + view().getUint32(pieces + 8 * i + 4, true);
      sum += end - at;
      while (at < end) at += writeSync(descriptor, new Uint8Array(memory.buffer, at, end - at));
    }
    view().setUint32(written, sum, true);
    return kSuccess;
  },
  fd_fdstat_get(descriptor, at) {
    if (descriptor !== 1 && descriptor !== 2) return kBadDescriptor;
    new Uint8Array(memory.buffer, at, 24).fill(0);
    view().setUint8(at, 2);  // a character device: lines are written as they end
    view().setBigUint64(at + 8, 1n << 6n, true);  // it may be written
    return kSuccess;
  },
  fd_prestat_get: () => kBadDescriptor,  // no folder is open
  proc_exit(code) { throw new Exit(code); },
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = {};
for (const { name } of WebAssembly.Module.imports(module)) imports[name] = system[name] ?? (() => kNotSupported);
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
memory = exports.memory;
try {
  exports._start();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
