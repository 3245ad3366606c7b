// Opens gallery.html of a search's folder in Chromium over file:// : check_gallery.mjs FOLDER [PICTURE]. No network and no
// console errors; cards show what results.csv holds, in four digits; every sorting is in order; filters, keys, dark and light, print, and
// the page without scripts. Says "ok CARDS FIGURES".
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import fs from 'node:fs';
import path from 'node:path';
const require = createRequire(process.env.FIELDWRIGHT_NODE_MODULES + '/.');
const puppeteer = require('puppeteer-core');

function demand(holds, text) {
  if (holds) return;
  console.log('failed: ' + text);
  process.exit(1);
}

const folder = path.resolve(process.argv[2]), file = path.join(folder, 'gallery.html');
const address = pathToFileURL(file).href;
demand(fs.statSync(file).size <= 3e6, 'the page is larger than 3 MB');
const [names, ...rows] = fs.readFileSync(path.join(folder, 'results.csv'), 'utf8').trim().split('\n').map((line) => line.split(','));
const results = new Map(rows.map((row) => [row[names.indexOf('seed')], Object.fromEntries(names.map((name, k) => [name, row[k]]))]));
const kept = fs.readdirSync(path.join(folder, 'kept')).map((name) => name.replace('.json', ''));

const browser = await puppeteer.launch({executablePath: process.env.FIELDWRIGHT_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox']});
const problems = [];
async function open(scripts) {
  const page = await browser.newPage();
  await page.setViewport({width: 1100, height: 800});
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (problem) => problems.push(String(problem)));
  page.on('request', (request) => request.url() !== address && !request.url().startsWith('data:') && problems.push(request.url()));
  await page.setJavaScriptEnabled(scripts);
  await page.goto(address);
  return page;
}

// What stands on the page: cards that are shown, in their order.
const shown = (page) => page.evaluate(() => [...document.querySelectorAll('article')].filter((card) => card.checkVisibility()).map((card) => ({
  seed: card.dataset.seed, rank: +card.dataset.rank, at: +card.dataset.at, picture: card.querySelector('img')?.naturalWidth,
  cells: [...card.querySelectorAll('tr')].map((row) => [row.cells[0].textContent, row.cells[1].textContent])})));
const ascending = (values) => values.every((value, k) => k === 0 || values[k - 1] <= value);

// Contrast of every piece of text with what lies behind it (WCAG 2), the least.
const least_contrast = (page) => page.evaluate(() => {
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, opaque = 1] = numbers(getComputedStyle(at).backgroundColor);
      if (opaque === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  let least = {ratio: 99};
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!element.checkVisibility() || !(text || element.matches('select, input, button'))) continue;
    const [a, b] = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least.ratio) least = {ratio, what: element.outerHTML.slice(0, 80)};
  }
  return least;
});

const page = await open(true);
const all = await shown(page);
demand(all.length === kept.length && all.every((card) => kept.includes(card.seed)), 'a card for each kept world');
demand(all.every((card) => card.picture === 192), 'every card has a map of 192 px');
demand(ascending(all.map((card) => card.rank)), 'the cards stand by rank');
for (const card of all)
  for (const [name, value] of card.cells) {
    const stored = results.get(card.seed)[name];
    demand(stored === '' ? value === 'not defined' : Math.abs(parseFloat(value) - stored) <= 5.1e-4 * Math.abs(stored),
      `seed ${card.seed}: ${name} is ${value} on the page and ${stored} in results.csv`);
  }

// Sorting by every figure, both ways; worlds without a value stand last.
const figures = await page.$$eval('select[name=by] option', (options) => options.map((option) => option.value));
demand(names.slice(names.indexOf('score') + 1).every((name) => figures.includes(name)), 'every figure can be sorted by');
for (const by of figures)
  for (const order of ['up', 'down']) {
    await page.select('select[name=by]', by);
    await page.select('select[name=order]', order);
    const values = (await shown(page)).map((card) => by === 'rank' ? card.rank : results.get(card.seed)[by]);
    const defined = values.filter((value) => value !== '').map((value) => +Number(value).toPrecision(6));  // as on the page
    demand(values.length === all.length && values.slice(defined.length).every((value) => value === ''), by + ': undefined last');
    demand(ascending(order === 'up' ? defined : defined.reverse()), `sorted by ${by}, ${order}`);
  }

// By keys alone: to the choice of what to sort by, to the filter, to the cards.
await page.reload();
const focus = () => page.evaluate(() => {
  const at = document.activeElement, style = getComputedStyle(at);
  return {what: at.name || at.id || at.tagName.toLowerCase() + (at.type || ''), seed: at.dataset.seed,
    seen: at.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2};
});
const reached = [];
for (let k = 0; k < 20 && reached.at(-1) !== 'article'; ++k) {
  await page.keyboard.press('Tab');
  const {what, seen} = await focus();
  demand(seen, 'the focus on ' + what + ' can be seen');
  reached.push(what);
  if (what === 'by') await page.keyboard.type('seed');
  if (what === 'order') await page.keyboard.press('ArrowDown');
}
demand(['by', 'order', 'more', 'article'].every((what) => reached.includes(what)), 'reached by Tab: ' + reached);
const order = (await shown(page)).map((card) => card.seed);
demand(ascending(order.map(Number).reverse()), 'sorted by seed, falling, by keys: ' + order);
const steps = [['ArrowRight', 1], ['End', order.length - 1], ['ArrowRight', order.length - 1], ['ArrowLeft', order.length - 2], ['Home', 0]];
for (const [key, at] of steps) {
  await page.keyboard.press(key);
  demand((await focus()).seed === order[at], key + ' goes to card ' + at);
}

// A range.
const name = all[0].cells[0][0], middle = Number(results.get(order[order.length >> 1])[name]);
await page.select('#filters select', name);
await page.type('#filters input', String(middle));
const left = (await shown(page)).map((card) => card.seed), wanted = kept.filter((seed) => Number(results.get(seed)[name]) >= middle - 1e-9);
demand(left.length > 0 && left.length < kept.length && Math.abs(left.length - wanted.length) <= 1, 'a range leaves ' + left);
demand(await page.$eval('#count', (count) => count.textContent) === `${left.length} of ${all.length}`, 'the count agrees');
await page.click('#more');
demand((await page.$$('#filters fieldset')).length === 2, 'a second range');

const still = await open(false);
for (const [view, scheme] of [[page, 'light'], [page, 'dark'], [still, 'light'], [still, 'dark']]) {
  await view.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  const {ratio, what} = await least_contrast(view);
  demand(ratio >= 4.5, `contrast ${ratio.toFixed(2)} in ${scheme}: ${what}`);
}
demand(!(await still.evaluate(() => document.querySelector('form').checkVisibility())), 'without scripts there is no form');
const quiet = await shown(still);
demand(JSON.stringify(quiet) === JSON.stringify(all), 'without scripts the cards stand by rank');
await page.emulateMediaType('print');
demand(!(await page.evaluate(() => document.querySelector('form').checkVisibility())), 'no form on paper');

if (process.argv[3]) {
  const picture = await open(true);
  await picture.screenshot({path: process.argv[3], fullPage: true});
  await picture.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
  await picture.screenshot({path: process.argv[3].replace('.png', '_dark.png'), fullPage: true});
}
await browser.close();
demand(problems.length === 0, problems.slice(0, 3).join(' | '));
console.log('ok ' + all.length + ' ' + figures.length);
