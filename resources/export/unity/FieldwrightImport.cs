// Brings an export of fieldwright into the open scene: terrains, layers, things, lines and outlines under one
// root; crossings and waterfalls are empty objects. A
// second run moves, adds and removes its own things and touches nothing else.
// By command: Unity -batchmode -executeMethod Fieldwright.Import.Batch -fieldwright path/to/fieldwright.json
using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace Fieldwright
{
    [Serializable] public class Colour { public float r, g, b; }
    [Serializable] public class GroundLayer { public string name, file, asset; public Colour colour; }
    [Serializable] public class Thing
    {
        public string uid, category, cls, asset;
        public float x, y, z, yaw, scale, lift;
        public string[] keys, values;
    }
    [Serializable] public class Line
    {
        public string uid, layer, kind;
        public float[] points;
        public string[] keys, values;
    }
    [Serializable] public class World
    {
        public string name, root;
        public int across, down, vertices, levels;
        public float side, height, sea;
        public GroundLayer[] layers;
        public Thing[] things;
        public Line[] lines;
    }

    public static class Import
    {
        const string RootName = "Fieldwright";

        [MenuItem("Tools/Fieldwright/Import...")]
        public static void FromMenu()
        {
            string file = EditorUtility.OpenFilePanel("An export of fieldwright", "Assets", "json");
            if (!string.IsNullOrEmpty(file)) Run(file);
        }

        public static void Batch()
        {
            string[] words = Environment.GetCommandLineArgs();
            int at = Array.IndexOf(words, "-fieldwright");
            if (at < 0 || at + 1 >= words.Length) throw new ArgumentException("-fieldwright FILE is missing");
            Run(words[at + 1]);
        }

        public static void Run(string file)
        {
            World world = JsonUtility.FromJson<World>(File.ReadAllText(file));
            string folder = Path.GetDirectoryName(file);
            GameObject root = GameObject.Find(RootName) ?? new GameObject(RootName);
            Terrain[] grounds = Grounds(world, folder, root.transform);
            Dictionary<string, FieldwrightThing> old = OldThings(root);
            foreach (Thing thing in world.things) Put(thing, root.transform, grounds, old);
            foreach (Line line in world.lines) Put(line, root.transform, old);
            foreach (FieldwrightThing gone in old.Values) UnityEngine.Object.DestroyImmediate(gone.gameObject);
            Debug.Log("fieldwright: " + world.things.Length + " things, " + world.lines.Length + " lines, "
                      + old.Count + " removed");
        }

        static Dictionary<string, FieldwrightThing> OldThings(GameObject root)
        {
            var old = new Dictionary<string, FieldwrightThing>();
            foreach (FieldwrightThing thing in root.GetComponentsInChildren<FieldwrightThing>(true)) old[thing.uid] = thing;
            return old;
        }

        static Transform Child(Transform parent, string name)
        {
            Transform found = parent.Find(name);
            if (found != null) return found;
            var made = new GameObject(name);
            made.transform.SetParent(parent, false);
            return made.transform;
        }

        static Terrain[] Grounds(World world, string folder, Transform root)
        {
            TerrainLayer[] layers = Layers(world);
            var grounds = new Terrain[world.across * world.down];
            for (int z = 0; z < world.down; ++z)
                for (int x = 0; x < world.across; ++x)
                    grounds[z * world.across + x] = Ground(world, folder, root, layers, x, z);
            for (int z = 0; z < world.down; ++z)
                for (int x = 0; x < world.across; ++x)
                    grounds[z * world.across + x].SetNeighbors(
                        At(grounds, world, x - 1, z), At(grounds, world, x, z + 1),
                        At(grounds, world, x + 1, z), At(grounds, world, x, z - 1));
            return grounds;
        }

        static Terrain At(Terrain[] grounds, World world, int x, int z)
        {
            bool there = x >= 0 && z >= 0 && x < world.across && z < world.down;
            return there ? grounds[z * world.across + x] : null;
        }

        static TerrainLayer[] Layers(World world)
        {
            var layers = new TerrainLayer[world.layers.Length];
            for (int k = 0; k < layers.Length; ++k)
            {
                GroundLayer row = world.layers[k];
                TerrainLayer layer = row.asset.Length > 0 ? AssetDatabase.LoadAssetAtPath<TerrainLayer>(row.asset) : null;
                string path = world.root + "/Layers/" + row.file + ".terrainlayer";
                if (layer == null) layer = AssetDatabase.LoadAssetAtPath<TerrainLayer>(path);
                if (layer == null)
                {
                    Directory.CreateDirectory(world.root + "/Layers");
                    var texture = new Texture2D(1, 1);
                    texture.SetPixel(0, 0, new Color(row.colour.r, row.colour.g, row.colour.b));
                    texture.Apply();
                    AssetDatabase.CreateAsset(texture, world.root + "/Layers/" + row.file + ".asset");
                    layer = new TerrainLayer { diffuseTexture = texture, tileSize = new Vector2(4, 4) };
                    AssetDatabase.CreateAsset(layer, path);
                }
                layers[k] = layer;
            }
            return layers;
        }

        static Terrain Ground(World world, string folder, Transform root, TerrainLayer[] layers, int x, int z)
        {
            string name = "ground_x" + x + "_z" + z;
            Transform old = root.Find(name);
            TerrainData data = old != null ? old.GetComponent<Terrain>().terrainData : new TerrainData();
            data.heightmapResolution = world.vertices;  // before the size, which it resets
            data.size = new Vector3(world.side, world.height, world.side);
            data.SetHeights(0, 0, Heights(world, Path.Combine(folder, name + ".raw")));
            data.alphamapResolution = world.vertices - 1;
            data.terrainLayers = layers;
            data.SetAlphamaps(0, 0, Weights(world, folder, x, z));
            if (old == null)
            {
                Directory.CreateDirectory(world.root + "/Ground");
                AssetDatabase.CreateAsset(data, world.root + "/Ground/" + name + ".asset");
                GameObject made = Terrain.CreateTerrainGameObject(data);
                made.name = name;
                made.transform.SetParent(root, false);
                old = made.transform;
            }
            old.localPosition = new Vector3(x * world.side, world.sea, z * world.side);
            return old.GetComponent<Terrain>();
        }

        static float[,] Heights(World world, string file)
        {
            byte[] bytes = File.ReadAllBytes(file);
            int n = world.vertices;
            if (bytes.Length != 2 * n * n) throw new InvalidDataException(file + ": not " + n + " x " + n + " heights");
            var heights = new float[n, n];
            for (int row = 0; row < n; ++row)
                for (int column = 0; column < n; ++column)
                {
                    int at = 2 * (row * n + column);
                    heights[row, column] = (bytes[at] + 256 * bytes[at + 1]) / (float)world.levels;
                }
            return heights;
        }

        static float[,,] Weights(World world, string folder, int x, int z)
        {
            int n = world.vertices - 1, count = world.layers.Length;
            var weights = new float[n, n, count];
            for (int first = 0; first < count; first += 4)
            {
                byte[] bytes = File.ReadAllBytes(Path.Combine(folder, "weights_" + first / 4 + "_x" + x + "_z" + z + ".raw"));
                for (int row = 0; row < n; ++row)
                    for (int column = 0; column < n; ++column)
                        for (int k = 0; k < 4 && first + k < count; ++k)
                            weights[row, column, first + k] = bytes[4 * (row * n + column) + k] / 255f;
            }
            return weights;
        }

        static float GroundAt(Terrain[] grounds, Vector3 place)
        {
            foreach (Terrain ground in grounds)
            {
                Vector3 from = place - ground.transform.position, size = ground.terrainData.size;
                if (from.x >= 0 && from.z >= 0 && from.x <= size.x && from.z <= size.z)
                    return ground.SampleHeight(place) + ground.transform.position.y;
            }
            return place.y;
        }

        static void Put(Thing row, Transform root, Terrain[] grounds, Dictionary<string, FieldwrightThing> old)
        {
            FieldwrightThing thing;
            if (old.TryGetValue(row.uid, out thing) && thing.asset != row.asset)
            {
                UnityEngine.Object.DestroyImmediate(thing.gameObject);
                thing = null;
            }
            old.Remove(row.uid);
            if (thing == null) thing = Make(row.uid, row.asset, Child(Child(root, row.category), row.cls));
            thing.keys = row.keys;
            thing.values = row.values;
            var place = new Vector3(row.x, row.y, row.z);
            place.y = GroundAt(grounds, place) + row.lift;
            thing.transform.position = place;
            thing.transform.rotation = Quaternion.Euler(0, row.yaw, 0);
            thing.transform.localScale = new Vector3(row.scale, row.scale, row.scale);
        }

        static FieldwrightThing Make(string uid, string asset, Transform parent)
        {
            GameObject prefab = asset.Length > 0 ? AssetDatabase.LoadAssetAtPath<GameObject>(asset) : null;
            if (asset.Length > 0 && prefab == null) Debug.LogWarning("fieldwright: no asset " + asset + " for " + uid);
            GameObject made = prefab != null ? (GameObject)PrefabUtility.InstantiatePrefab(prefab) : new GameObject();
            made.name = uid;
            made.transform.SetParent(parent, false);
            FieldwrightThing thing = made.AddComponent<FieldwrightThing>();
            thing.uid = uid;
            thing.asset = asset;
            return thing;
        }

        static void Put(Line row, Transform root, Dictionary<string, FieldwrightThing> old)
        {
            FieldwrightThing thing;
            old.TryGetValue(row.uid, out thing);
            old.Remove(row.uid);
            if (thing == null) thing = Make(row.uid, "", Child(root, row.layer));
            thing.keys = row.keys;
            thing.values = row.values;
            if (row.kind == "point")
            {
                thing.transform.position = new Vector3(row.points[0], row.points[1], row.points[2]);
                return;
            }
            LineRenderer line = thing.GetComponent<LineRenderer>();
            if (line == null) line = thing.gameObject.AddComponent<LineRenderer>();
            line.positionCount = row.points.Length / 3;
            for (int i = 0; i < line.positionCount; ++i)
                line.SetPosition(i, new Vector3(row.points[3 * i], row.points[3 * i + 1], row.points[3 * i + 2]));
        }
    }
}
