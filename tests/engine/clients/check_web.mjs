// Opens index.html of a folder in Chromium over file:// and from a server: check_web.mjs FOLDER [PICTURE]. No console
// errors, no request outside the folder, a point drawn where its coordinates project to and with its class's symbol, its
// popup with all properties as text, found again by its uid, the 3-D ground as high as its points say; the first view
// shows few things, none over another, towns with their names; without WebGL one sentence and a picture. Says "ok POINTS
// LAYERS", then the figures of the first view.
import {createRequire} from 'node:module';
import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import path from 'node:path';
const require = createRequire(process.env.FIELDWRIGHT_NODE_MODULES + '/.');
const puppeteer = require('puppeteer-core');

function fail(text) {
  console.log('failed: ' + text);
  process.exit(1);
}

const folder = path.resolve(process.argv[2]);
const drawing = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const launch = (args) => puppeteer.launch({protocolTimeout: 600000, args: ['--no-sandbox', ...args],
  executablePath: process.env.FIELDWRIGHT_CHROMIUM || '/usr/bin/chromium'});

// What the first view draws. Its boxes of symbols and names are looked up on a grid of pixels, finer than any of them is
// high, in the map's own index of what it placed.
async function firstView() {
  const map = window.fieldwrightMap, step = 4, index = map.style.placement.collisionIndex, extents = new Map();
  const at = (x, y) => Object.entries(index.queryRenderedSymbols([{x, y}, {x: x + 0.1, y}, {x, y: y + 0.1}]))
    .flatMap(([bucket, features]) => [...new Set(features)].map((feature) => bucket + '|' + feature));
  const {width, height} = map.getContainer().getBoundingClientRect();
  let overlaps = 0;
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const here = at(x, y);
      if (here.length > 1) overlaps += 1;
      for (const key of here) {
        const box = extents.get(key) || {left: x, right: x, top: y, bottom: y};
        extents.set(key, {left: Math.min(box.left, x), right: Math.max(box.right, x), top: Math.min(box.top, y),
          bottom: Math.max(box.bottom, y)});
      }
    }
  // A seat with its name is much wider or higher than its symbol.
  const wide = 45, seats = new Map(map.queryRenderedFeatures({layers: [POINT_LAYERS[0]]}).map((seat) =>
    [seat.properties.uid, map.project(seat.geometry.coordinates)]));
  const named = [...seats.values()].filter(({x, y}) => at(x, y).some((key) => {
    const box = extents.get(key);
    return box && (box.right - box.left > wide || box.bottom - box.top > wide);
  })).length;
  const all = window.FIELDWRIGHT.points.features.filter((point) => point.properties.map_rank === 0).length;
  return {things: extents.size, overlaps, seats: seats.size, named, all, pitch: map.getPitch(), zoom: map.getZoom(),
    exaggeration: map.getTerrain() ? map.getTerrain().exaggeration : 0};
}

function checkFirstView(first) {
  if (first.things < 1 || first.things > 150) fail('the first view has ' + first.things + ' symbols and names');
  if (first.overlaps > 0) fail(first.overlaps + ' places of the first view lie under two symbols or names');
  if (first.named < 0.9 * first.seats) fail('of ' + first.seats + ' towns ' + first.named + ' have their names');
  if (Math.abs(first.pitch - 52) > 0.01 || first.exaggeration !== 1.6)
    fail('the first view is not the ground in 3-D: ' + JSON.stringify(first));
}

// "Everything" draws common points in the first view, too, and their classes' boxes take them out of every layer.
async function everything() {
  const map = window.fieldwrightMap, idle = () => new Promise((resolve) => map.once('idle', resolve));
  const count = () => new Set(map.queryRenderedFeatures({layers: POINT_LAYERS}).map((f) => f.properties.uid)).size;
  const few = count();
  document.getElementById('everything').click();
  await idle();
  const all = count();
  const boxes = [...document.querySelectorAll('#things details summary input')];
  boxes.forEach((box) => box.click());
  await idle();
  const none = count();
  boxes.forEach((box) => box.click());
  return {few, all, none, points: window.FIELDWRIGHT.points.features.length};
}

// What runs in the page.
async function look() {
  const map = window.fieldwrightMap, world = window.FIELDWRIGHT;
  const features = world.points.features;
  const landmark = features.find((f) => f.properties.category === 'landmark') || features[0];
  map.jumpTo({center: landmark.geometry.coordinates, zoom: world.max_zoom});
  await new Promise((resolve) => map.once('idle', resolve));
  const at = map.project(landmark.geometry.coordinates);
  const drawn = map.queryRenderedFeatures([at.x, at.y], {layers: POINT_LAYERS}).map((f) => f.properties.uid);
  const mirrored = [-landmark.geometry.coordinates[0], landmark.geometry.coordinates[1]];
  const off = map.project(mirrored);
  const wrong = map.queryRenderedFeatures([off.x, off.y], {layers: POINT_LAYERS}).map((f) => f.properties.uid);
  const without = features.filter(({properties: p}) => p.category &&
    !world.symbols[[p.class, p.rarity, p.category === 'landmark' ? p.faction : ''].join('|')]).length;
  return {without, images: map.listImages().length, count: features.length, uid: landmark.properties.uid, drawn, wrong,
    keys: Object.keys(landmark.properties), at,
    layers: world.shapes.filter((s) => world[s.name].features.length > 0 && map.getSource(s.name)).length};
}

// The 3-D ground at points and as far as a pixel of the heights' tiles round them.
async function relief() {
  const map = window.fieldwrightMap, world = window.FIELDWRIGHT, found = [];
  const known = world.points.features.filter((f) => f.properties.ground_m > 0);
  for (const share of [0.2, 0.7]) {
    const point = known.length ? known[Math.floor(known.length * share)] : null;
    if (!point) return null;  // in tiles: the page has no heights of points
    const [lon, lat] = point.geometry.coordinates, pixel = 360 / (256 * 2 ** (world.max_zoom - 1));
    map.jumpTo({center: [lon, lat], zoom: world.max_zoom, pitch: 0});
    await new Promise((resolve) => map.once('idle', resolve));
    const heights = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) heights.push(map.queryTerrainElevation([lon + dx * pixel, lat + dy * pixel]));
    found.push({ground: point.properties.ground_m, low: Math.min(...heights), high: Math.max(...heights)});
  }
  return found;
}

async function check(browser, base, whole, picture) {
  const page = await browser.newPage();
  await page.setViewport(whole ? {width: 1200, height: 860} : {width: 900, height: 600});
  const errors = [], outside = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (problem) => errors.push(String(problem)));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
  });
  await page.goto(base + 'index.html');
  const ready = () => page.waitForFunction(() => window.fieldwrightMap && window.fieldwrightMap.loaded(), {timeout: 180000});
  await ready();
  const first = whole ? await page.evaluate(firstView) : null;
  if (first) checkFirstView(first);
  if (whole) {
    const {few, all, none, points} = await page.evaluate(everything);
    if (!(few <= all && all >= 0.5 * points && none === 0))
      fail('everything: ' + few + ' points become ' + all + ' of ' + points + ', without classes ' + none);
  }
  const seen = await page.evaluate(look);
  seen.first = first;
  if (!seen.drawn.includes(seen.uid)) fail('the point is not drawn at its place: ' + seen.drawn);
  if (seen.wrong.includes(seen.uid)) fail('a mirrored map must not pass');
  if (seen.without > 0 || seen.images < 1) fail(seen.without + ' points without a symbol, ' + seen.images + ' drawn');
  if (whole) await use(page, seen);
  if (picture) {
    await page.reload();
    await ready();
    await page.screenshot({path: picture});
  }
  if (errors.length > 0) fail('console: ' + errors.slice(0, 3).join(' | '));
  if (outside.length > 0) fail('requests outside: ' + outside.slice(0, 3));
  await page.close();
  return seen;
}

async function use(page, seen) {
  await page.mouse.click(seen.at.x, seen.at.y);
  await page.waitForSelector('.popup td', {timeout: 60000});
  const keys = await page.$$eval('.popup td:first-child', (cells) => cells.map((cell) => cell.textContent));
  if (!seen.keys.every((key) => keys.includes(key))) fail('the popup lacks properties: ' + keys);
  await page.click('.maplibregl-popup-close-button');
  await page.type('#search', seen.uid);
  await page.click('#found button');
  await page.waitForFunction((uid) => {
    const cells = [...document.querySelectorAll('.popup td')].map((cell) => cell.textContent);
    return cells.includes(uid) && cells.includes('intensity');
  }, {timeout: 30000}, seen.uid);
  // Texts of the template are texts: nothing of them became an element or ran.
  const ran = await page.evaluate(() => window.hacked !== undefined ||
    [...document.querySelectorAll('#panel script, .popup script, #panel img, .popup img')].some(
      (made) => !/^(data|blob):/.test(made.src)));
  if (ran) fail('a text of the template ran in the page');
  await page.evaluate(() => window.fieldwrightMap.setTerrain({source: 'height', exaggeration: 1}));
  for (const {ground, low, high} of await page.evaluate(relief) || [])
    if (!(ground >= low - 0.5 && ground <= high + 0.5)) fail('the 3-D ground is ' + low + ' to ' + high + ' m, not ' + ground);
}

const server = createServer(async (request, response) => {
  const name = path.join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  const kinds = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png'};
  try {
    const bytes = await readFile(name);
    response.writeHead(200, {'Content-Type': kinds[path.extname(name)] || 'application/octet-stream'}).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const browser = await launch(drawing);
const seen = await check(browser, pathToFileURL(folder + '/').href, true, process.argv[3]);
await check(browser, 'http://127.0.0.1:' + server.address().port + '/', false);
await browser.close();
server.close();

const plain = await launch(['--disable-gpu', '--disable-3d-apis']);
const page = await plain.newPage();
await page.goto(pathToFileURL(folder + '/index.html').href);
const shown = await page.evaluate(() => {
  const instead = document.getElementById('without'), image = instead.querySelector('img');
  return !instead.hidden && image.naturalWidth > 0;
});
await plain.close();
if (!shown) fail('without WebGL the page does not show its picture');
console.log('ok ' + seen.count + ' ' + seen.layers);
console.log(JSON.stringify(seen.first));
