// The page of a world: all text comes from data and reaches the page as text alone.
'use strict';

// Tiles are scripts that call put(): a page of a folder may not fetch.
window.FieldwrightTiles = {
  waiting: new Map(),
  put(name, layers) {
    const entry = this.waiting.get(name);
    if (entry) entry.resolve(layers);
  },
  get(name) {
    let entry = this.waiting.get(name);
    if (!entry) {
      entry = {};
      entry.promise = new Promise((resolve, reject) => {
        entry.resolve = resolve;
        const script = document.createElement('script');
        script.src = 'tiles/' + name + '.js';
        script.onerror = () => reject(new Error('tile ' + name + ' is missing'));
        script.onload = () => script.remove();
        document.head.appendChild(script);
      });
      this.waiting.set(name, entry);
    }
    return entry.promise;
  },
};

function loadScript(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = resolve;
    script.onerror = () => reject(new Error(source + ' is missing'));
    document.head.appendChild(script);
  });
}

function element(kind, text, parent) {
  const made = document.createElement(kind);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

const world = window.FIELDWRIGHT;
const byId = (id) => document.getElementById(id);

function drawsMaps() {
  try {
    return !!document.createElement('canvas').getContext('webgl2');
  } catch (problem) {
    return false;
  }
}

const SYMBOL_RATIO = 2;

// The symbols as pictures, by their keys.
async function symbolPictures() {
  const pictures = new Map();
  for (const [key, png] of Object.entries(world.symbols)) {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + png;
    await picture.decode();
    pictures.set(key, picture);
  }
  return pictures;
}

function metres(lngLat) {
  const x = lngLat.lng * Math.PI / 180 * EARTH_M + world.width_m / 2;
  const y = Math.log(Math.tan(Math.PI / 4 + lngLat.lat * Math.PI / 360)) * EARTH_M + world.height_m / 2;
  return [x, y];
}

function properties(feature) {
  const box = element('div');
  box.className = 'popup';
  const table = element('table', undefined, box);
  for (const [key, value] of Object.entries(feature.properties)) {
    const row = element('tr', undefined, table);
    element('td', key, row);
    element('td', String(value), row);
  }
  return box;
}

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

// The outermost places of the ground in many directions; the frame's corners where there is no ground.
function outline() {
  const places = world.regions.features.flatMap((feature) => feature.geometry.coordinates.flat(2));
  if (places.length === 0) {
    const [[west, south], [east, north]] = [world.south_west, world.north_east];
    return [[west, north], [east, north], [east, south], [west, south]];
  }
  const found = [];
  for (let turn = 0; turn < 32; ++turn) {
    const x = Math.cos(turn * Math.PI / 16), y = Math.sin(turn * Math.PI / 16);
    found.push(places.reduce((best, at) => at[0] * x + at[1] * y > best[0] * x + best[1] * y ? at : best));
  }
  return found;
}

// Brings the ground as near as it has room in the window beside the panel, at the map's pitch and bearing.
function lookAtGround(map) {
  const ground = outline();
  const panel = byId('panel').offsetWidth + 30;
  const left = window.innerWidth > 2.5 * panel ? panel : 20;
  const room = {x: window.innerWidth - left - 40, y: window.innerHeight - 110};
  const middle = {x: left + room.x / 2, y: 70 + room.y / 2};
  for (let pass = 0; pass < 12; ++pass) {
    const seen = ground.map((at) => map.project(at));
    const [xs, ys] = [seen.map((at) => at.x), seen.map((at) => at.y)];
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const {width, height} = map.getContainer().getBoundingClientRect();
    map.jumpTo({center: map.unproject([width / 2 + (west + east) / 2 - middle.x, height / 2 + (north + south) / 2 - middle.y])});
    map.jumpTo({zoom: map.getZoom() + Math.log2(Math.min(room.x / (east - west), room.y / (south - north)))});
  }
}

function makeMap(pictures) {
  const bounds = [...world.south_west, ...world.north_east];
  const map = new maplibregl.Map({container: 'map', bounds, pitch: VIEW.pitch, bearing: VIEW.bearing, maxPitch: 80,
    renderWorldCopies: false, attributionControl: false});
  lookAtGround(map);
  const fit = map.getZoom();
  map.setStyle(mapStyle(world, fit), {diff: false});
  map.addControl(new maplibregl.NavigationControl({visualizePitch: true}));
  map.addControl(new maplibregl.ScaleControl({maxWidth: 140}));
  map.on('styleimagemissing', (event) => {
    const picture = pictures.get(event.id);
    if (picture && !map.hasImage(event.id)) map.addImage(event.id, picture, {pixelRatio: SYMBOL_RATIO});
  });
  window.fieldwrightMap = map;
  return {map, fit};
}

// The boxes of categories and their classes; hide(classes) is called with those that are off.
function addClassBoxes(pictures, hide) {
  const hidden = new Set();
  for (const category of world.categories) {
    const own = world.classes.filter((cls) => cls.category === category.id);
    if (own.length === 0) continue;
    const part = element('details', undefined, byId('things'));
    const head = element('summary', undefined, part);
    const all = checkedBox(head);
    element('span', ' ' + category.label, head);
    const boxes = own.map((cls) => {
      const label = element('label', undefined, part);
      const box = checkedBox(label);
      const key = [...pictures.keys()].find((name) => name.startsWith(cls.id + '|'));
      const symbol = element('img', undefined, label);
      symbol.className = 'symbol';
      symbol.alt = '';
      symbol.src = pictures.get(key).src;
      element('span', cls.label, label);
      box.onchange = () => {
        box.checked ? hidden.delete(cls.id) : hidden.add(cls.id);
        hide(hidden);
      };
      return box;
    });
    all.onchange = () => boxes.forEach((box) => {
      box.checked = all.checked;
      box.onchange();
    });
  }
}

function checkedBox(parent) {
  const box = element('input', undefined, parent);
  box.type = 'checkbox';
  box.checked = true;
  return box;
}

function swatch(colour, text, parent) {
  const made = element('span', undefined, parent);
  made.className = 'swatch';
  made.style.background = colour;
  element('span', text, parent);
}

// The boxes of roads, rivers, ...: their own layers, not what the picture of the ground shows of them.
function addShapeBoxes(map, layers) {
  const part = element('details', undefined, byId('things'));
  element('summary', 'Lines and areas', part);
  if (world.picture) element('p', 'On the map as drawn; their own layers appear from nearer, and on grounds of classes.', part);
  for (const shape of world.shapes) {
    const own = layers.filter((layer) => layer.source === shape.name);
    if (own.length === 0) continue;
    const label = element('label', undefined, part);
    const box = checkedBox(label);
    swatch(shape.colour, shape.name, label);
    box.onchange = () => {
      for (const layer of own) map.setLayoutProperty(layer.id, 'visibility', box.checked ? 'visible' : 'none');
    };
  }
}

// The choice of grounds with its legend; the picture is coloured by biome.
function addGrounds(map, layers, fit) {
  const base = byId('base');
  for (const name of [...(world.picture ? [PICTURE] : []), ...world.layers.map((layer) => layer.name)])
    element('option', name, base).value = name;
  base.value = world.picture ? PICTURE : world.layers.some((layer) => layer.name === 'biome') ? 'biome' : base.value;
  const lines = layers.filter((layer) => ['line', 'fill', 'circle'].includes(layer.type));
  base.onchange = () => {
    const onPicture = base.value === PICTURE;
    for (const layer of layers.filter((one) => one.id.startsWith('ground-')))
      map.setLayoutProperty(layer.id, 'visibility', layer.id === 'ground-' + base.value ? 'visible' : 'none');
    map.setLayoutProperty('relief', 'visibility', onPicture ? 'none' : 'visible');
    for (const layer of lines)
      for (const [name, value] of shapeOpacity(layer, onPicture, fit)) map.setPaintProperty(layer.id, name, value);
    const shown = world.layers.find((layer) => layer.name === (onPicture ? 'biome' : base.value));
    byId('legend').replaceChildren();
    for (const cls of shown ? shown.classes : []) swatch(cls.colour, cls.label, element('li', undefined, byId('legend')));
  };
  base.onchange();
}

// Popups of what is under the pointer: points before lines and areas. Returns what shows a point of world.points.
function addPopups(map, layers) {
  let popup = null;
  const show = (feature, at) => {
    if (popup) popup.remove();
    popup = new maplibregl.Popup({maxWidth: '340px'}).setLngLat(at).setDOMContent(properties(feature)).addTo(map);
  };
  // The map turns nested values of features to text; ours are flat, and come from the data itself.
  const original = new Map(world.points.features.map((feature) => [feature.properties.uid, feature]));
  const showPoint = (found) => {
    const feature = original.get(found.properties.uid);
    show(world.points_in_tiles ? found : feature, feature.geometry.coordinates);
  };
  const shapes = world.shapes.map((shape) => shape.name);
  const others = layers.filter((layer) => shapes.includes(layer.source)).map((layer) => layer.id);
  map.on('click', (event) => {
    const [point] = map.queryRenderedFeatures(event.point, {layers: POINT_LAYERS});
    if (point) return showPoint(point);
    const [other] = map.queryRenderedFeatures(event.point, {layers: others});
    if (other) show(other, event.lngLat);
  });
  return (feature) => {
    show(feature, feature.geometry.coordinates);
    if (world.points_in_tiles)
      map.once('idle', () => map.querySourceFeatures('points', {sourceLayer: 'points',
        filter: ['==', ['get', 'uid'], feature.properties.uid]}).slice(0, 1).forEach(showPoint));
  };
}

function addSearch(map, show) {
  byId('search').oninput = () => {
    const word = byId('search').value.trim().toLowerCase();
    byId('found').replaceChildren();
    if (!word) return;
    const keys = ['name', 'label', 'uid', 'id', 'class'];
    const found = world.points.features.filter((feature) =>
      keys.some((key) => String(feature.properties[key]).toLowerCase().includes(word))).slice(0, 20);
    for (const feature of found) {
      const button = element('button', undefined, element('li', undefined, byId('found')));
      button.textContent = (feature.properties.name || feature.properties.label) + ' · ' + feature.properties.uid;
      button.onclick = () => {
        map.jumpTo({center: feature.geometry.coordinates, zoom: world.max_zoom});
        show(feature);
      };
    }
  };
}

function addRelief(map) {
  const terrain = () => map.setTerrain(byId('relief').checked ?
    {source: 'height', exaggeration: Number(byId('exaggeration').value)} : null);
  byId('relief').onchange = () => {
    terrain();
    map.easeTo({pitch: byId('relief').checked ? VIEW.pitch : 0});
  };
  byId('exaggeration').value = VIEW.exaggeration;
  byId('exaggeration').oninput = terrain;
}

// One sentence and a picture for browsers that draw no maps.
async function showWithout() {
  byId('without').hidden = false;
  if (!world.picture) return;
  await loadScript('data/picture.js');
  const picture = new Image();
  picture.src = 'data:image/jpeg;base64,' + world.ground.jpeg;
  await picture.decode();
  picture.alt = byId('without').querySelector('img').alt;
  picture.className = 'drawn';
  byId('without').querySelector('img').replaceWith(picture);
}

async function start() {
  byId('name').textContent = document.title = world.name;
  if (!window.maplibregl || !drawsMaps()) return showWithout();
  const data = ['symbols', 'points', 'regions', 'names', ...world.shapes.map((shape) => shape.name)];
  for (const name of [...(world.picture ? ['picture'] : []), ...data]) await loadScript('data/' + name + '.js');
  const pictures = await symbolPictures();
  maplibregl.addProtocol('fw', async (request) => {
    const [, layer, z, x, y] = /^fw:\/\/(\w+)\/(\d+)\/(\d+)\/(\d+)$/.exec(request.url);
    const tile = await window.FieldwrightTiles.get(z + '/' + x + '/' + y);
    return {data: bytesOf(tile[layer])};
  });

  const {map, fit} = makeMap(pictures);
  await new Promise((resolve) => map.once('style.load', resolve));
  const layers = map.getStyle().layers;
  addGrounds(map, layers, fit);
  addClassBoxes(pictures, (hidden) => {
    for (const [rank, id] of POINT_LAYERS.entries()) map.setFilter(id, pointFilter(rank, hidden));
  });
  addShapeBoxes(map, layers);
  byId('everything').onchange = () => everythingOn(map, world, fit, byId('everything').checked);
  addSearch(map, addPopups(map, layers));
  addRelief(map);
  map.on('mousemove', (event) => {
    const [x, y] = metres(event.lngLat);
    byId('cursor').textContent = 'x ' + x.toFixed(1) + ' m, y ' + y.toFixed(1) + ' m';
  });
}

start().catch((problem) => {
  console.error(problem);
  element('p', problem.message, byId('panel'));
});
