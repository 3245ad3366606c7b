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
const EARTH_M = 6378137;
const byId = (id) => document.getElementById(id);

function drawsMaps() {
  try {
    return !!document.createElement('canvas').getContext('webgl2');
  } catch (problem) {
    return false;
  }
}

// Which of world.symbols a feature gets: the plates draw a class by its rarity, a landmark by its owner.
const SYMBOL_OF = ['concat', ['get', 'class'], '|', ['get', 'rarity'], '|',
  ['case', ['==', ['get', 'category'], 'landmark'], ['get', 'faction'], '']];
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

// How the places, lines or areas of a layer are drawn; widths in metres where the data has them.
function shapeLayers(shape) {
  const source = shape.name, colour = shape.colour;
  if (shape.kind === 'point')
    return [{id: source, type: 'circle', source, paint: {'circle-color': colour, 'circle-radius': 4,
      'circle-stroke-color': '#fff', 'circle-stroke-width': 1}}];
  const line = {id: source, type: 'line', source, layout: {'line-cap': 'round', 'line-join': 'round'},
    paint: {'line-color': colour, 'line-width': 1.8}};
  if (shape.kind === 'area') {
    line.id = source + '-outline';
    line.paint['line-width'] = 1.2;
    return [{id: source, type: 'fill', source, paint: {'fill-color': colour, 'fill-opacity': 0.55}}, line];
  }
  if (world[source].features.some((feature) => feature.properties.width_m > 0)) {
    const pixels = (zoom) => ['max', 1, ['*', ['coalesce', ['get', 'width_m'], 1],
      256 * 2 ** (zoom + 1) / (2 * Math.PI * EARTH_M)]];
    line.paint['line-width'] = ['interpolate', ['exponential', 2], ['zoom'],
      world.min_zoom, pixels(world.min_zoom), world.max_zoom + 4, pixels(world.max_zoom + 4)];
  }
  if (source === 'tracks') line.paint['line-dasharray'] = [3, 2];
  return [line];
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

async function start() {
  byId('name').textContent = document.title = world.name;
  if (!window.maplibregl || !drawsMaps()) {
    byId('without').hidden = false;
    return;
  }
  for (const name of ['symbols', 'points', 'regions', ...world.shapes.map((shape) => shape.name)])
    await loadScript('data/' + name + '.js');
  const pictures = await symbolPictures();

  maplibregl.addProtocol('fw', async (request) => {
    const [, layer, z, x, y] = /^fw:\/\/(\w+)\/(\d+)\/(\d+)\/(\d+)$/.exec(request.url);
    const tile = await window.FieldwrightTiles.get(z + '/' + x + '/' + y);
    return {data: bytesOf(tile[layer])};
  });

  const bounds = [...world.south_west, ...world.north_east];
  const sources = {
    height: {type: 'raster-dem', encoding: 'terrarium', tiles: ['fw://height/{z}/{x}/{y}'], tileSize: 256,
      minzoom: world.min_zoom, maxzoom: world.max_zoom, bounds},
    regions: {type: 'geojson', data: world.regions},
    // Many points come in tiles; world.points then holds what the search looks at, and nothing else.
    points: world.points_in_tiles ? {type: 'vector', tiles: ['fw://points/{z}/{x}/{y}'], minzoom: world.min_zoom,
      maxzoom: world.max_zoom, bounds} : {type: 'geojson', data: world.points},
  };
  const layers = [{id: 'sea', type: 'background', paint: {'background-color': '#cfe2e6'}}];
  const base = byId('base');
  for (const layer of world.layers) {
    sources[layer.name] = {type: 'raster', tiles: ['fw://' + layer.name + '/{z}/{x}/{y}'], tileSize: 256,
      minzoom: world.min_zoom, maxzoom: world.max_zoom, bounds};
    layers.push({id: 'ground-' + layer.name, type: 'raster', source: layer.name,
      layout: {visibility: layer.name === 'biome' ? 'visible' : 'none'},
      paint: {'raster-resampling': 'nearest', 'raster-fade-duration': 0}});
    const option = element('option', layer.name, base);
    option.value = layer.name;
    option.selected = layer.name === 'biome';
  }
  layers.push({id: 'relief', type: 'hillshade', source: 'height', paint: {'hillshade-exaggeration': 0.35}});
  layers.push({id: 'regions', type: 'line', source: 'regions', paint: {'line-color': '#4a6570', 'line-width': 1.2}});
  for (const shape of world.shapes.filter((row) => world[row.name].features.length > 0)) {
    sources[shape.name] = {type: 'geojson', data: world[shape.name]};
    layers.push(...shapeLayers(shape));
  }
  layers.push({id: 'points', type: 'symbol', source: 'points',
    ...(world.points_in_tiles ? {'source-layer': 'points'} : {}),
    layout: {'icon-image': SYMBOL_OF, 'icon-allow-overlap': true,
      'icon-size': ['interpolate', ['linear'], ['zoom'], world.max_zoom - 3, 0.4, world.max_zoom + 1, 1]}});

  // The whole world beside the panel, where there is room for both.
  const panel = byId('panel').offsetWidth + 30;
  const left = window.innerWidth > 2.5 * panel ? panel : 20;
  const map = new maplibregl.Map({container: 'map', style: {version: 8, sources, layers}, bounds, maxPitch: 80,
    fitBoundsOptions: {padding: {left, right: 20, top: 20, bottom: 20}}, renderWorldCopies: false, attributionControl: false});
  window.fieldwrightMap = map;
  map.addControl(new maplibregl.NavigationControl({visualizePitch: true}));
  map.addControl(new maplibregl.ScaleControl({maxWidth: 140}));
  map.on('styleimagemissing', (event) => {
    const picture = pictures.get(event.id);
    if (picture && !map.hasImage(event.id)) map.addImage(event.id, picture, {pixelRatio: SYMBOL_RATIO});
  });

  const hidden = new Set();
  const refresh = () => map.setFilter('points', ['!', ['in', ['get', 'class'], ['literal', [...hidden]]]]);
  for (const category of world.categories) {
    const own = world.classes.filter((cls) => cls.category === category.id);
    if (own.length === 0) continue;
    const part = element('details', undefined, byId('things'));
    const head = element('summary', undefined, part);
    const all = element('input', undefined, head);
    all.type = 'checkbox';
    all.checked = true;
    element('span', ' ' + category.label, head);
    const boxes = own.map((cls) => {
      const label = element('label', undefined, part);
      const box = element('input', undefined, label);
      box.type = 'checkbox';
      box.checked = true;
      const key = [...pictures.keys()].find((name) => name.startsWith(cls.id + '|'));
      const symbol = element('img', undefined, label);
      symbol.className = 'symbol';
      symbol.alt = '';
      symbol.src = pictures.get(key).src;
      element('span', cls.label, label);
      box.onchange = () => {
        box.checked ? hidden.delete(cls.id) : hidden.add(cls.id);
        refresh();
      };
      return box;
    });
    all.onchange = () => boxes.forEach((box) => {
      box.checked = all.checked;
      box.onchange();
    });
  }

  const drawn = world.shapes.filter((shape) => shape.name in sources);
  const part = element('details', undefined, byId('things'));
  element('summary', 'Lines and areas', part);
  for (const shape of drawn) {
    const label = element('label', undefined, part);
    const box = element('input', undefined, label);
    box.type = 'checkbox';
    box.checked = true;
    const swatch = element('span', undefined, label);
    swatch.className = 'swatch';
    swatch.style.background = shape.colour;
    element('span', shape.name, label);
    box.onchange = () => {
      for (const layer of layers)
        if (layer.source === shape.name) map.setLayoutProperty(layer.id, 'visibility', box.checked ? 'visible' : 'none');
    };
  }

  const legend = () => {
    byId('legend').replaceChildren();
    for (const cls of world.layers.find((layer) => layer.name === base.value).classes) {
      const row = element('li', undefined, byId('legend'));
      const swatch = element('span', undefined, row);
      swatch.className = 'swatch';
      swatch.style.background = cls.colour;
      element('span', cls.label, row);
    }
  };
  base.onchange = () => {
    for (const layer of world.layers)
      map.setLayoutProperty('ground-' + layer.name, 'visibility', layer.name === base.value ? 'visible' : 'none');
    legend();
  };
  legend();

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
  map.on('click', 'points', (event) => showPoint(event.features[0]));
  for (const shape of drawn)
    map.on('click', shape.name, (event) => {
      if (map.queryRenderedFeatures(event.point, {layers: ['points']}).length === 0)
        show(event.features[0], event.lngLat);
    });
  map.on('mousemove', (event) => {
    const [x, y] = metres(event.lngLat);
    byId('cursor').textContent = 'x ' + x.toFixed(1) + ' m, y ' + y.toFixed(1) + ' m';
  });

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
        show(feature, feature.geometry.coordinates);
        if (world.points_in_tiles)
          map.once('idle', () => map.querySourceFeatures('points', {sourceLayer: 'points',
            filter: ['==', ['get', 'uid'], feature.properties.uid]}).slice(0, 1).forEach(showPoint));
      };
    }
  };

  const terrain = () => map.setTerrain(byId('relief').checked ?
    {source: 'height', exaggeration: Number(byId('exaggeration').value)} : null);
  byId('relief').onchange = () => {
    terrain();
    map.easeTo({pitch: byId('relief').checked ? 55 : 0});
  };
  byId('exaggeration').oninput = terrain;
}

start().catch((problem) => {
  console.error(problem);
  element('p', problem.message, byId('panel'));
});
