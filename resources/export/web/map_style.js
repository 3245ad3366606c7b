// What the map draws: sources and layers of the world's data, from the ground up to the names.
'use strict';

const EARTH_M = 6378137;

// Which of world.symbols a feature gets: the plates draw a class by its rarity, a landmark by its owner.
const SYMBOL_OF = ['concat', ['get', 'class'], '|', ['get', 'rarity'], '|',
  ['case', ['==', ['get', 'category'], 'landmark'], ['get', 'faction'], '']];

// Fonts of the reader's machine: the page has none of its own.
const SERIF = ['Noto Serif', 'Georgia', 'serif'], SANS = ['Noto Sans', 'Arial', 'sans-serif'];

// Zoom levels beyond the first view from which on points are drawn, by map_rank: seats, guards and strong sites, other
// sites, rare, uncommon, common ones.
const POINTS_FROM = [0, 0, 0, 0.6, 1.6, 2.2];
const POINT_LAYERS = POINTS_FROM.map((from, rank) => 'points-' + rank);
const SITE_NAMES_FROM = 1.4;  // names of landmarks that are no seats
const LAKE_NAMES_FROM = 0.3;

// The same of named places; other kinds (capes, summits, passes) come from PLACES_FROM on.
const PLACES_FROM = 1.2;
const PLACE_GROUPS = [
  {id: 'places', kinds: ['sea', 'island', 'range'], from: 0},
  {id: 'places-areas', kinds: ['valley', 'wood', 'marsh'], from: 2},
];

// Where the picture of the ground shows lines and areas, their layers appear as it grows coarse: between these levels.
const LINES_FROM = 1, LINES_WHOLE = 2;

const DARK = {'text-color': '#2e3a40', 'text-halo-color': 'rgba(255,255,255,.92)', 'text-halo-width': 1.6};
const WATER = {'text-color': '#2f6a8c', 'text-halo-color': 'rgba(255,255,255,.8)', 'text-halo-width': 1.3};
const LAND = {'text-color': '#3a4046', 'text-halo-color': 'rgba(255,255,255,.75)', 'text-halo-width': 1.4};

const VIEW = {pitch: 52, bearing: -18, exaggeration: 1.6};
const SKY = {'sky-color': '#8fbfe0', 'horizon-color': '#dfeaf0', 'fog-color': '#dfe9ee', 'sky-horizon-blend': 0.6,
  'horizon-fog-blend': 0.6, 'fog-ground-blend': 0.85};

// Name of the choice "Ground" that shows the picture.
const PICTURE = 'map';

// All sources of the page; tiles are those of FieldwrightTiles.
function mapSources(world) {
  const bounds = [...world.south_west, ...world.north_east];
  const tiles = (name) => ({tiles: ['fw://' + name + '/{z}/{x}/{y}'], minzoom: world.min_zoom, maxzoom: world.max_zoom,
    bounds});
  const heights = {type: 'raster-dem', encoding: 'terrarium', tileSize: 256, ...tiles('height')};
  const sources = {
    height: heights,
    shade: heights,  // shadows need other tiles of them than the 3-D ground does
    regions: {type: 'geojson', data: world.regions},
    names: {type: 'geojson', data: world.names},
    // Many points come in tiles; world.points then holds what the search looks at, and nothing else.
    points: world.points_in_tiles ? {type: 'vector', ...tiles('points')} : {type: 'geojson', data: world.points},
  };
  if (world.picture)
    sources.picture = {type: 'image', url: 'data:image/jpeg;base64,' + world.ground.jpeg, coordinates: world.ground.corners};
  for (const layer of world.layers) sources[layer.name] = {type: 'raster', tileSize: 256, ...tiles(layer.name)};
  for (const shape of world.shapes)
    if (world[shape.name].features.length > 0) sources[shape.name] = {type: 'geojson', data: world[shape.name]};
  return sources;
}

// Sea, picture, classes and shadows. All are hidden: one ground is on show at a time (page.js, addGrounds).
function groundLayers(world) {
  const ground = (id, type, source, paint) => ({id, type, source, layout: {visibility: 'none'}, paint});
  const layers = [{id: 'sea', type: 'background', paint: {'background-color': world.picture ? world.sea : '#cfe2e6'}}];
  if (world.picture) layers.push(ground('ground-' + PICTURE, 'raster', 'picture', {'raster-fade-duration': 0}));
  for (const {name} of world.layers)
    layers.push(ground('ground-' + name, 'raster', name, {'raster-resampling': 'nearest', 'raster-fade-duration': 0}));
  layers.push(ground('relief', 'hillshade', 'shade', {'hillshade-exaggeration': 0.35}));
  return layers;
}

// How the places, lines or areas of a layer are drawn; widths in metres where the data has them.
function shapeLayers(world, shape) {
  const source = shape.name, colour = shape.colour;
  if (shape.kind === 'point')
    return [{id: source, type: 'circle', source, paint: {'circle-color': colour, 'circle-radius': 4,
      'circle-stroke-color': '#fff', 'circle-stroke-width': 1}}];
  const line = {id: source, type: 'line', source, layout: {'line-cap': 'round', 'line-join': 'round'},
    paint: {'line-color': colour, 'line-width': 1.8}};
  if (shape.kind === 'area') {
    line.id = source + '-outline';
    line.paint['line-width'] = 1.2;
    return [{id: source, type: 'fill', source, paint: {'fill-color': colour}}, line];
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

// Paint properties that hide a layer of lines or areas as long as the picture shows the same; invisible ones still
// answer clicks.
function shapeOpacity(layer, onPicture, fit) {
  const full = layer.type === 'fill' ? 0.55 : 1;
  const value = onPicture ? ['interpolate', ['linear'], ['zoom'], fit + LINES_FROM, 0, fit + LINES_WHOLE, full] : full;
  const names = layer.type === 'circle' ? ['circle-opacity', 'circle-stroke-opacity'] : [layer.type + '-opacity'];
  return names.map((name) => [name, value]);
}

function from(fit, levels) {
  return levels > 0 ? {minzoom: Math.max(0, fit + levels)} : {};
}

function placeLayer(id, filter, zoom) {
  return {id, type: 'symbol', source: 'places', ...zoom, filter,
    layout: {'text-field': ['get', 'name'], 'text-font': SERIF, 'text-size': 12, 'text-letter-spacing': 0.06,
      'text-max-width': 7, 'text-padding': 4, 'symbol-sort-key': ['-', 0, ['get', 'size_m']]},
    paint: {...LAND, 'text-color': ['match', ['get', 'kind'], ['sea', 'strait', 'bay'], '#2f6a8c', '#5a4632']}};
}

// Names of regions, water and places; the first are the first to go where there is no room.
function nameLayers(world, fit) {
  const layers = [], grouped = PLACE_GROUPS.flatMap((group) => group.kinds);
  const places = (id, filter, levels) =>
    world.places.features.length > 0 && layers.push(placeLayer(id, filter, from(fit, levels)));
  const [wide, areas] = PLACE_GROUPS;
  places(areas.id, ['in', ['get', 'kind'], ['literal', areas.kinds]], areas.from);
  places('places-points', ['!', ['in', ['get', 'kind'], ['literal', grouped]]], PLACES_FROM);
  layers.push({id: 'lake-names', type: 'symbol', source: 'names', ...from(fit, LAKE_NAMES_FROM),
    filter: ['==', ['get', 'kind'], 'lake'],
    layout: {'text-field': ['get', 'name'], 'text-font': SERIF, 'text-size': 11, 'text-max-width': 6,
      'symbol-sort-key': ['-', 0, ['get', 'size_m']]}, paint: WATER});
  if (world.rivers && world.rivers.features.length > 0)
    layers.push({id: 'river-names', type: 'symbol', source: 'rivers',
      layout: {'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-font': SERIF, 'text-size': 11,
        'text-letter-spacing': 0.08, 'symbol-spacing': 500, 'symbol-sort-key': ['-', 0, ['get', 'discharge_m3_s']]},
      paint: WATER});
  places(wide.id, ['in', ['get', 'kind'], ['literal', wide.kinds]], wide.from);
  layers.push({id: 'region-names', type: 'symbol', source: 'names', filter: ['==', ['get', 'kind'], 'region'],
    layout: {'text-field': ['upcase', ['get', 'name']], 'text-font': SANS, 'text-size': 11.5, 'text-letter-spacing': 0.25,
      'text-max-width': 9, 'text-padding': 4}, paint: LAND});
  return layers;
}

// The points of a rank but for the classes that are hidden.
function pointFilter(rank, hidden) {
  return ['all', ['==', ['get', 'map_rank'], rank], ['!', ['in', ['get', 'class'], ['literal', [...hidden]]]]];
}

function symbolSize(rank, fit) {
  const [first, near] = rank === 0 ? [0.75, 1.1] : rank < 3 ? [0.62, 1] : [0.5, 1];
  return ['interpolate', ['linear'], ['zoom'], fit, first, fit + 3, near];
}

// Points by rank: symbols give way to those of a better one, a seat without room for its name waits with it.
function pointLayer(world, rank, fit) {
  const seats = rank === 0;
  const names = seats ? ['get', 'name'] : rank < 3 ? ['step', ['zoom'], '', fit + SITE_NAMES_FROM, ['get', 'name']] : '';
  return {id: POINT_LAYERS[rank], type: 'symbol', source: 'points', ...from(fit, POINTS_FROM[rank]),
    ...(world.points_in_tiles ? {'source-layer': 'points'} : {}), filter: pointFilter(rank, []),
    layout: {'icon-image': SYMBOL_OF, 'icon-size': symbolSize(rank, fit), 'icon-padding': 3,
      'symbol-sort-key': seats ? ['get', 'rank'] : ['get', 'map_rank'],
      'text-field': names, 'text-font': seats ? SERIF : SANS, 'text-size': seats ? 14 : 11, 'text-optional': !seats,
      'text-variable-anchor': ['left', 'right', 'top', 'bottom', 'top-left', 'top-right', 'bottom-left', 'bottom-right'],
      'text-radial-offset': seats ? 1 : 0.9, 'text-justify': 'auto'}, paint: DARK};
}

// What the box "everything" changes of the layers of points: every symbol at every zoom, small where it is far.
function everythingOn(map, world, fit, on) {
  for (const [rank, id] of POINT_LAYERS.entries()) {
    map.setLayerZoomRange(id, on ? 0 : from(fit, POINTS_FROM[rank]).minzoom || 0, 24);
    map.setLayoutProperty(id, 'icon-allow-overlap', on);
    map.setLayoutProperty(id, 'text-optional', on || rank > 0);
    map.setLayoutProperty(id, 'icon-size', on ? ['interpolate', ['linear'], ['zoom'], world.max_zoom - 3, 0.25,
      world.max_zoom - 1, 0.55, world.max_zoom + 1, 1] : symbolSize(rank, fit));
  }
}

// The map's style. fit = the zoom of the first view.
function mapStyle(world, fit) {
  const layers = groundLayers(world);
  layers.push({id: 'regions', type: 'line', source: 'regions', paint: {'line-color': '#4a6570', 'line-width': 1.2}});
  for (const shape of world.shapes)
    if (shape.name !== 'places' && world[shape.name].features.length > 0) layers.push(...shapeLayers(world, shape));
  const names = nameLayers(world, fit);
  const regions = names.pop();
  layers.push(...[5, 4, 3, 2].map((rank) => pointLayer(world, rank, fit)), ...names, pointLayer(world, 1, fit), regions,
    pointLayer(world, 0, fit));
  return {version: 8, sources: mapSources(world), layers, sky: SKY,
    terrain: {source: 'height', exaggeration: VIEW.exaggeration}};
}
