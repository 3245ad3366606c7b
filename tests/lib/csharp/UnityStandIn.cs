// A stand-in of what the component uses of Unity, and a scene that plays it: Player.exe torus | land | refused |
// no_library | half_library (one without most functions).
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;
using System.Threading;

namespace UnityEngine
{
    [AttributeUsage(AttributeTargets.Field)]
    public class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }
    public class Object
    {
        public static GameObject Instantiate(GameObject original, Transform parent)
        {
            var made = new GameObject();
            parent.children.Add(made.transform);
            return made;
        }
    }
    public class Component : Object { public Transform transform = new Transform(); }
    public class MonoBehaviour : Component { public bool enabled = true; }
    public class GameObject : Object { public Transform transform = new Transform(); }
    public class Transform
    {
        public List<Transform> children = new List<Transform>();
        public Vector3 localPosition;
        public Quaternion localRotation;
    }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
    public struct Quaternion
    {
        public Vector3 forward;
        public static Quaternion LookRotation(Vector3 forward) { return new Quaternion { forward = forward }; }
    }
    public class TextAsset : Object { public byte[] bytes; }
    public static class Time { public static float fixedDeltaTime; }
    public static class Debug
    {
        public static string Last = "";
        public static void LogError(string message, Object context) { Last = message; }
    }
}

static class Player
{
    static void Send(Fieldwright.FieldwrightCrowd crowd, string message)
    {
        crowd.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(crowd, null);
    }

    static void Expect(bool holds, string what)
    {
        if (!holds) throw new Exception("not so: " + what);
    }

    static int Main(string[] arguments)
    {
        var crowd = new Fieldwright.FieldwrightCrowd { Prefab = new UnityEngine.GameObject() };
        UnityEngine.Time.fixedDeltaTime = (float)(1.0 / 60);
        if (arguments[0] == "torus") crowd.BuiltIn = "";
        else if (arguments[0] == "land") crowd.Agents = 200;
        else if (arguments[0] == "refused")
            crowd.Template = new UnityEngine.TextAsset { bytes = Encoding.UTF8.GetBytes("{\"format\": 3, \"nåme\": 1}") };
        crowd.Resolution = 128;
        Send(crowd, "Start");
        for (int wait = 0; wait < 6000 && !crowd.Playing && crowd.Error == ""; ++wait, Thread.Sleep(10)) Send(crowd, "Update");
        if (arguments[0] == "refused")
        {
            Expect(!crowd.Playing && !crowd.enabled, "a wrong template plays nothing");
            Expect(crowd.Error.Contains("nåme") && UnityEngine.Debug.Last.Contains(crowd.Error), "what was wrong is shown");
        }
        else if (arguments[0] == "no_library" || arguments[0] == "half_library")
        {
            // In Start, or on the thread that makes the world.
            string missing = arguments[0] == "no_library" ? "fieldwright" : "fw_seeds_of";
            Expect(!crowd.Playing && !crowd.enabled, "without its functions it plays nothing");
            Expect(crowd.Error.Contains(missing) && UnityEngine.Debug.Last.Contains(crowd.Error), "what is missing is shown: " + crowd.Error);
        }
        else
        {
            Expect(crowd.Playing, "it plays: " + crowd.Error);
            Send(crowd, "Update");
            var bodies = crowd.transform.children;
            var before = bodies.ConvertAll(body => body.localPosition);
            for (int tick = 0; tick < 600; ++tick) Send(crowd, "FixedUpdate");
            Send(crowd, "Update");
            Expect(bodies.Count == crowd.Agents && crowd.Error == "", "every agent has a body");
            int moved = 0, above = 0;
            for (int i = 0; i < bodies.Count; ++i)
            {
                var at = bodies[i].localPosition;
                if (at.x != before[i].x || at.z != before[i].z) ++moved;
                if (at.y > 0) ++above;
            }
            Expect(moved > bodies.Count / 2, "bodies move");
            Expect(arguments[0] == "torus" ? above == 0 : above > bodies.Count * 9 / 10, "bodies stand on the ground");
            Console.WriteLine(crowd.Digest());
        }
        Send(crowd, "OnDestroy");
        var left = new Fieldwright.FieldwrightCrowd { Prefab = crowd.Prefab };  // a scene that ends at once
        Send(left, "Start");
        Send(left, "OnDestroy");
        return 0;
    }
}
