// The page: an island, 2,000 agents at 60 ticks a second, and what a step costs. ?ticks=60 steps so often first, then
// stands still with the digest as the page's title: for machines that compare.
import { Crowd, Fieldwright, LAND } from './fieldwright.mjs';

const AGENTS = 2000, CELLS = 128, TICK_S = 1 / 60;
const part = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

let library, island, picture, crowd, paused = false, stepMs = 0;

// Land by height with light from the north-west, the sea by depth: a picture of one pixel a cell.
function painted({ columns, rows, height_m, land }) {
  const image = new ImageData(columns, rows);
  const highest = Math.max(...height_m), deepest = Math.min(...height_m, -1);
  for (let i = 0; i < columns * rows; ++i) {
    const up = height_m[i - columns] ?? height_m[i], left = height_m[i - 1] ?? height_m[i];
    const light = 1 + Math.max(-0.35, Math.min(0.35, (2 * height_m[i] - up - left) / 60));
    const share = land[i] ? height_m[i] / highest : height_m[i] / deepest;
    const colour = land[i] ? [122 + 90 * share, 150 + 50 * share, 92 + 100 * share].map((c) => c * light)
      : [92 - 50 * share, 142 - 60 * share, 174 - 60 * share];
    image.data.set([...colour, 255], 4 * i);
  }
  const canvas = new OffscreenCanvas(columns, rows);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function begin() {
  crowd?.close();
  const seed = BigInt(part('seed').value);
  if (island?.seed !== seed) {
    if (island) library.exports.fw_world_close(island.handle);
    island = { seed, ...library.world('Tiny', seed, CELLS) };
    picture = painted(island);
  }
  crowd = new Crowd(library, {
    method: part('method').value, seed, agents: AGENTS, ground: { kind: LAND, world: island }, tick_s: TICK_S,
  });
  stepMs = 0;
}

function step() {
  const start = performance.now();
  crowd.step();
  const took = performance.now() - start;
  stepMs = stepMs === 0 ? took : stepMs + (took - stepMs) / 30;
}

function draw() {
  const canvas = part('map'), pen = canvas.getContext('2d'), scale = canvas.width / island.side_m;
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#2b1d12';
  const { x_m, y_m } = crowd;
  for (let i = 0; i < AGENTS; ++i) pen.fillRect(x_m[i] * scale - 1, canvas.height - y_m[i] * scale - 1, 2.5, 2.5);
  part('says').textContent =
    `tick ${crowd.tick} · ${AGENTS} agents · a step takes ${stepMs.toFixed(2)} ms · digest ${crowd.digest()}`;
}

function frame() {
  if (!paused) {
    step();
    draw();
  }
  requestAnimationFrame(frame);
}

function failed(error) {
  document.title = `failed: ${error.message}`;
  part('says').textContent = error.message;
  part('says').className = 'failed';
}

async function main() {
  const module = await fetch('fieldwright.wasm');
  if (!module.ok) throw new Error(`fieldwright.wasm: ${module.status} ${module.statusText}`);
  library = await Fieldwright.load(await module.arrayBuffer());
  for (const method of library.words('methods:crowd').trim().split('\n'))
    part('method').add(new Option(method, method, method === 'curl_dual', method === 'curl_dual'));
  if (query.has('seed')) part('seed').value = query.get('seed');
  if (query.has('method')) part('method').value = query.get('method');
  part('choice').addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      begin();
      draw();
    } catch (error) {
      failed(error);
    }
  });
  part('pause').addEventListener('click', () => {
    paused = !paused;
    part('pause').setAttribute('aria-pressed', String(paused));
    part('pause').textContent = paused ? 'Go on' : 'Pause';
  });
  begin();
  for (let tick = Number(query.get('ticks') ?? 0); tick > 0; --tick) step();
  draw();
  if (query.has('ticks')) document.title = crowd.digest();
  else requestAnimationFrame(frame);
}

main().catch(failed);
