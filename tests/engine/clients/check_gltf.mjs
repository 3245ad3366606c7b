// Opens world.glb in the Khronos validator and in three.js: check_gltf.mjs FILE EXPECTED. Rays fall on the terrain at every
// point; what they hit is the point's own ground_m. So at the places of EXPECTED (check_ground.py), whose heights come
// from the formula. Says "ok POINTS STRIPS".
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
const require = createRequire(process.env.FIELDWRIGHT_NODE_MODULES + '/.');
const validator = require('gltf-validator');
const THREE = await import(require.resolve('three').replace('.cjs', '.module.js'));
const {GLTFLoader} = await import(require.resolve('three').replace('build/three.cjs', 'examples/jsm/loaders/GLTFLoader.js'));

function fail(text) {
  console.log('failed: ' + text);
  process.exit(1);
}

const bytes = readFileSync(process.argv[2]);
const report = await validator.validateBytes(new Uint8Array(bytes), {ignoredIssues: ['UNUSED_OBJECT']});
if (report.issues.numErrors + report.issues.numWarnings > 0) fail(JSON.stringify(report.issues.messages.slice(0, 5)));

// Pictures need a browser: the terrain goes without its colours.
const jsonLength = bytes.readUInt32LE(12);
const json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString('utf8'));
for (const material of json.materials) delete material.pbrMetallicRoughness.baseColorTexture;
for (const key of ['textures', 'images', 'samplers']) delete json[key];
let text = Buffer.from(JSON.stringify(json));
text = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, ' ')]);
const head = Buffer.alloc(20), rest = bytes.subarray(20 + jsonLength);
head.write('glTF');
head.writeUInt32LE(2, 4);
head.writeUInt32LE(20 + text.length + rest.length, 8);
head.writeUInt32LE(text.length, 12);
head.write('JSON', 16);
const small = Buffer.concat([head, text, rest]);
globalThis.self = globalThis;
const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(
  small.buffer.slice(small.byteOffset, small.byteOffset + small.length), '', resolve, reject));
gltf.scene.updateMatrixWorld(true);

const ground = [], points = [];
let strips = 0;
gltf.scene.traverse((node) => {
  if (node.isMesh && node.name.startsWith('terrain_x')) ground.push(node);
  if (node.userData.category !== undefined) points.push(node);
  if (node.isLine) ++strips;
});
const caster = new THREE.Raycaster(), down = new THREE.Vector3(0, -1, 0);
function groundUnder(x, z) {
  caster.set(new THREE.Vector3(x, 5000, z), down);
  const hits = caster.intersectObjects(ground, false);
  return hits.length > 0 ? hits[0].point.y : NaN;
}
const bounds = new THREE.Box3().setFromObject(ground[0]);
for (const node of ground) bounds.expandByObject(node);
let worst = 0, mirrored = 0;
for (const node of points) {
  const {x, y, z} = node.position;
  worst = Math.max(worst, Math.abs(groundUnder(x, z) - node.userData.ground_m), Math.abs(y - node.userData.ground_m));
  if (Math.abs(groundUnder(bounds.max.x - x, z) - y) > 0.1) ++mirrored;
}
if (!(worst <= 0.002)) fail('a point stands ' + worst + ' m off its ground');
if (mirrored < points.length / 2) fail('a mirrored ground must not pass');
const expected = JSON.parse(readFileSync(process.argv[3]));
for (const [x, y, h] of expected.gltf) {
  if (!(Math.abs(groundUnder(x, -y) - h) <= expected.quantum))
    fail('the ground at ' + x + ', ' + y + ' is ' + groundUnder(x, -y) + ' m, not ' + h);
}
console.log('ok ' + points.length + ' ' + strips);
