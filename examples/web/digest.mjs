// The digest of the page, or of examples/cmake, without a page: node digest.mjs fieldwright.wasm island|torus TICKS
import { readFile } from 'node:fs/promises';
import { Crowd, Fieldwright, LAND, TORUS } from './fieldwright.mjs';

const [module, kind, ticks] = process.argv.slice(2);
const library = await Fieldwright.load(await readFile(module));
const ground = kind === 'island' ? { kind: LAND, world: library.world('Tiny', 42, 128) } : { kind: TORUS, side_m: 1000 };
const crowd = new Crowd(library, { method: 'curl_dual', seed: 42, agents: 2000, ground, tick_s: 1 / 60 });
const start = performance.now();
for (let tick = 0; tick < Number(ticks); ++tick) crowd.step();
const took = (performance.now() - start) / Number(ticks);
console.log(crowd.digest());
console.error(`${took.toFixed(3)} ms a step of 2,000 agents`);
