// A stand-in of the editor's types: what the importer may use, and a scene that it can fill. Main imports a folder
// twice and checks what came of it: UnityCheck.exe FOLDER SCRATCH.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Json;

namespace UnityEngine
{
    public class Object
    {
        public string name = "";
        public bool gone;
        public static void DestroyImmediate(Object thing)
        {
            thing.gone = true;
            var made = thing as GameObject;
            if (made == null) return;
            GameObject.All.Remove(made);
            if (made.transform.parent != null) made.transform.parent.children.Remove(made.transform);
        }
    }
    public struct Vector2 { public float x, y; public Vector2(float x, float y) { this.x = x; this.y = y; } }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
    }
    public struct Quaternion { public float yaw; public static Quaternion Euler(float x, float y, float z) { return new Quaternion { yaw = y }; } }
    public struct Color { public float r, g, b; public Color(float r, float g, float b) { this.r = r; this.g = g; this.b = b; } }
    public class Component : Object
    {
        public GameObject gameObject;
        public Transform transform { get { return gameObject.transform; } }
        public T GetComponent<T>() where T : Component { return gameObject.GetComponent<T>(); }
    }
    public class MonoBehaviour : Component { }
    public class Transform : Component
    {
        public Transform parent;
        public List<Transform> children = new List<Transform>();
        public Vector3 localPosition, localScale;
        public Vector3 position
        {
            get { return parent == null ? localPosition : localPosition + parent.position; }
            set { localPosition = parent == null ? value : value - parent.position; }
        }
        public Quaternion rotation;
        public void SetParent(Transform to, bool stays) { parent = to; to.children.Add(this); }
        public Transform Find(string wanted) { return children.FirstOrDefault(c => c.gameObject.name == wanted); }
    }
    public class GameObject : Object
    {
        public static List<GameObject> All = new List<GameObject>();
        public Transform transform;
        public List<Component> parts = new List<Component>();
        public GameObject() : this("") { }
        public GameObject(string name) { this.name = name; transform = new Transform { gameObject = this }; All.Add(this); }
        public static GameObject Find(string wanted) { return All.FirstOrDefault(o => o.name == wanted); }
        public T AddComponent<T>() where T : Component, new() { var part = new T { gameObject = this }; parts.Add(part); return part; }
        public T GetComponent<T>() where T : Component { return parts.OfType<T>().FirstOrDefault(); }
        public T[] GetComponentsInChildren<T>(bool hidden) where T : Component
        {
            return parts.OfType<T>().Concat(transform.children.SelectMany(c => c.gameObject.GetComponentsInChildren<T>(hidden))).ToArray();
        }
    }
    public class LineRenderer : Component
    {
        public Vector3[] places = new Vector3[0];
        public int positionCount { get { return places.Length; } set { places = new Vector3[value]; } }
        public void SetPosition(int i, Vector3 place) { places[i] = place; }
    }
    public class Texture2D : Object { public Texture2D(int w, int h) { } public void SetPixel(int x, int y, Color c) { } public void Apply() { } }
    public class TerrainLayer : Object { public Texture2D diffuseTexture; public Vector2 tileSize; }
    public class TerrainData : Object
    {
        int side;
        public int heightmapResolution { get { return side; } set { side = value; size = new Vector3(side, 600, side); } }
        public Vector3 size;
        public int alphamapResolution;
        public TerrainLayer[] terrainLayers;
        public float[,] heights;
        public float[,,] weights;
        public void SetHeights(int x, int y, float[,] values)
        {
            if (values.GetLength(0) != side || values.GetLength(1) != side) throw new ArgumentException("heights");
            heights = values;
        }
        public void SetAlphamaps(int x, int y, float[,,] values)
        {
            if (values.GetLength(0) != alphamapResolution || values.GetLength(2) != terrainLayers.Length) throw new ArgumentException("weights");
            weights = values;
        }
    }
    public class Terrain : Component
    {
        public TerrainData terrainData;
        public static GameObject CreateTerrainGameObject(TerrainData data)
        {
            var made = new GameObject("Terrain");
            made.AddComponent<Terrain>().terrainData = data;
            return made;
        }
        public void SetNeighbors(Terrain left, Terrain top, Terrain right, Terrain bottom) { }
        public float SampleHeight(Vector3 place)
        {
            Vector3 origin = transform.position, s = terrainData.size;
            int n = terrainData.heightmapResolution;
            float u = (place.x - origin.x) / s.x * (n - 1), v = (place.z - origin.z) / s.z * (n - 1);
            int i = Math.Min((int)u, n - 2), j = Math.Min((int)v, n - 2);
            float e = u - i, f = v - j;
            float[,] h = terrainData.heights;
            float south = h[j, i] * (1 - e) + h[j, i + 1] * e, north = h[j + 1, i] * (1 - e) + h[j + 1, i + 1] * e;
            return (south * (1 - f) + north * f) * s.y;
        }
    }
    public static class Debug { public static void Log(object text) { } public static void LogWarning(object text) { Console.WriteLine(text); } }
    public static class JsonUtility
    {
        public static T FromJson<T>(string text)
        {
            var reader = new DataContractJsonSerializer(typeof(T));
            return (T)reader.ReadObject(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(text)));
        }
    }
}

namespace UnityEditor
{
    using UnityEngine;
    public class MenuItem : Attribute { public MenuItem(string path) { } }
    public static class EditorUtility { public static string OpenFilePanel(string title, string folder, string end) { return ""; } }
    public static class AssetDatabase
    {
        static readonly Dictionary<string, UnityEngine.Object> assets = new Dictionary<string, UnityEngine.Object>();
        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object
        {
            UnityEngine.Object found;
            return assets.TryGetValue(path, out found) ? found as T : null;
        }
        public static void CreateAsset(UnityEngine.Object thing, string path) { assets[path] = thing; }
    }
    public static class PrefabUtility { public static UnityEngine.Object InstantiatePrefab(UnityEngine.Object prefab) { return new GameObject(prefab.name); } }
}

public static class UnityCheck
{
    static void Check(bool holds, string what)
    {
        if (holds) return;
        Console.WriteLine("failed: " + what);
        Environment.Exit(1);
    }

    static Fieldwright.FieldwrightThing[] Own()
    {
        return UnityEngine.GameObject.Find("Fieldwright").GetComponentsInChildren<Fieldwright.FieldwrightThing>(true);
    }

    public static void Main(string[] words)
    {
        string file = Path.Combine(Path.GetFullPath(words[0]), "fieldwright.json");
        Directory.SetCurrentDirectory(words[1]);
        var foreign = new UnityEngine.GameObject("Mine");
        Fieldwright.Import.Run(file);
        var world = UnityEngine.JsonUtility.FromJson<Fieldwright.World>(File.ReadAllText(file));
        var first = Own().ToDictionary(t => t.uid);
        Check(first.Count == world.things.Length + world.lines.Length, "a thing for every point and line");
        int mirrored = 0;
        foreach (var row in world.things)
        {
            var at = first[row.uid].transform.position;
            Check(at.x == row.x && at.z == row.z, "place of " + row.uid);
            Check(Math.Abs(at.y - row.y - row.lift) <= 0.002, "ground under " + row.uid + ": " + at.y + ", " + row.y);
            if (Math.Abs(world.across * world.side - at.x - row.x) > 1) ++mirrored;
        }
        Check(mirrored > world.things.Length / 2, "a mirrored scene must not pass");
        var data = UnityEngine.GameObject.Find("ground_x0_z0").GetComponent<UnityEngine.Terrain>().terrainData;
        Check(data.size.y == world.height, "the size after the resolution");
        for (int k = 0; k < data.alphamapResolution; k += 7)
            Check(Math.Abs(Enumerable.Range(0, world.layers.Length).Sum(l => data.weights[k, k, l]) - 1) < 1e-4, "weights sum to 1");

        var gone = new UnityEngine.GameObject("gone-00000000");
        gone.transform.SetParent(UnityEngine.GameObject.Find("Fieldwright").transform, false);
        gone.AddComponent<Fieldwright.FieldwrightThing>().uid = "gone-00000000";
        gone.GetComponent<Fieldwright.FieldwrightThing>().asset = "";
        Fieldwright.Import.Run(file);
        var second = Own().ToDictionary(t => t.uid);
        Check(second.Count == first.Count && second.Keys.All(u => second[u] == first[u]), "the same things again");
        Check(gone.gone && !foreign.gone, "only its own");
        Console.WriteLine("ok " + world.things.Length);
    }
}
