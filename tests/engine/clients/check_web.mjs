// Opens index.html of a folder in Chromium over file:// : check_web.mjs FOLDER [PICTURE]. No console errors, no request
// outside the folder, a point drawn where its coordinates project to and with its class's symbol, its popup with all
// properties, found again by its uid. Says "ok POINTS LAYERS".
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import path from 'node:path';
const require = createRequire(process.env.FIELDWRIGHT_NODE_MODULES + '/.');
const puppeteer = require('puppeteer-core');

function fail(text) {
  console.log('failed: ' + text);
  process.exit(1);
}

const folder = path.resolve(process.argv[2]), base = pathToFileURL(folder + '/').href;
const browser = await puppeteer.launch({executablePath: process.env.FIELDWRIGHT_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']});
const page = await browser.newPage();
await page.setViewport({width: 900, height: 600});
const errors = [], outside = [];
page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
page.on('pageerror', (problem) => errors.push(String(problem)));
page.on('request', (request) => {
  if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
});
await page.goto(base + 'index.html');
await page.waitForFunction(() => window.fieldwrightMap && window.fieldwrightMap.loaded(), {timeout: 90000});
const seen = await page.evaluate(async () => {
  const map = window.fieldwrightMap, world = window.FIELDWRIGHT;
  const features = world.points.features;
  const landmark = features.find((f) => f.properties.category === 'landmark') || features[0];
  map.jumpTo({center: landmark.geometry.coordinates, zoom: world.max_zoom});
  await new Promise((resolve) => map.once('idle', resolve));
  const at = map.project(landmark.geometry.coordinates);
  const drawn = map.queryRenderedFeatures([at.x, at.y], {layers: ['points']}).map((f) => f.properties.uid);
  const mirrored = [-landmark.geometry.coordinates[0], landmark.geometry.coordinates[1]];
  const off = map.project(mirrored);
  const wrong = map.queryRenderedFeatures([off.x, off.y], {layers: ['points']}).map((f) => f.properties.uid);
  const without = features.filter(({properties: p}) => p.category &&
    !world.symbols[[p.class, p.rarity, p.category === 'landmark' ? p.faction : ''].join('|')]).length;
  return {without, images: map.listImages().length, count: features.length, uid: landmark.properties.uid, drawn, wrong, keys: Object.keys(landmark.properties),
    layers: world.shapes.filter((s) => world[s.name].features.length > 0 && map.getSource(s.name)).length, at};
});
if (!seen.drawn.includes(seen.uid)) fail('the point is not drawn at its place: ' + seen.drawn);
if (seen.wrong.includes(seen.uid)) fail('a mirrored map must not pass');
if (seen.without > 0 || seen.images < 1) fail(seen.without + ' points without a symbol, ' + seen.images + ' drawn');
if (errors.length > 0) fail('console: ' + errors.slice(0, 3).join(' | '));
await page.mouse.click(seen.at.x, seen.at.y);
await page.waitForSelector('.popup td', {timeout: 10000});
const keys = await page.$$eval('.popup td:first-child', (cells) => cells.map((cell) => cell.textContent));
if (!seen.keys.every((key) => keys.includes(key))) fail('the popup lacks properties: ' + keys);
await page.click('.maplibregl-popup-close-button');
await page.type('#search', seen.uid);
await page.click('#found button');
await page.waitForFunction((uid) => {
  const cells = [...document.querySelectorAll('.popup td')].map((cell) => cell.textContent);
  return cells.includes(uid) && cells.includes('intensity');
}, {timeout: 30000}, seen.uid);
if (process.argv[3]) {
  await page.reload();
  await page.waitForFunction(() => window.fieldwrightMap && window.fieldwrightMap.loaded(), {timeout: 90000});
  await page.screenshot({path: process.argv[3]});
}
await browser.close();
if (errors.length > 0) fail('console: ' + errors.slice(0, 3).join(' | '));
if (outside.length > 0) fail('requests outside: ' + outside.slice(0, 3));
console.log('ok ' + seen.count + ' ' + seen.layers);
