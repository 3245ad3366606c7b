// A crowd of Fieldwright as Transforms. Put it on an empty GameObject and give it a prefab: README.md.
using System;
using System.Threading;
using UnityEngine;
using static Fieldwright.Native;

namespace Fieldwright
{
    /// Agents that walk the land of a world, or a torus. Unity's x is east, z north, y up; metres.
    public sealed unsafe class FieldwrightCrowd : MonoBehaviour
    {
        [Tooltip("A template's JSON; without one, the built-in template below")]
        public TextAsset Template;
        [Tooltip("WindswardLike, Tiny, ...; with neither a torus of SideM metres")]
        public string BuiltIn = "Tiny";
        public long Seed = 42;
        [Tooltip("Cells of the world a side")]
        public int Resolution = 256;
        public double SideM = 1000;
        [Tooltip("A method of crowds, as fw_text(\"methods:crowd\") lists them")]
        public string Method = "curl_dual";
        public int Agents = 2000;
        [Tooltip("What stands for an agent; its forward is where the agent heads")]
        public GameObject Prefab;
        [Tooltip("What was wrong; also in the console")]
        public string Error = "";

        fw_context* context;
        fw_world* world;
        fw_crowd* crowd;
        fw_scratch* scratch;
        fw_raster height;  // of the world; cells NULL without one
        Pinned<uint> id;
        Pinned<double> x, y;
        Pinned<float> headingX, headingY, speed;
        Pinned<float>[] memory;
        Transform[] bodies;
        long tick;

        Thread maker;  // of the world, which takes seconds
        Pinned<int> cancel;
        volatile bool made;
        Exception refused;

        /// Agents stand at their places, and steps move them.
        public bool Playing { get { return bodies != null; } }

        void Start()
        {
            try
            {
                fw_error e;
                fixed (fw_context** to = &context) Check(fw_open(FW_ABI, null, to, &e), ref e);
                byte[] text = Template != null ? Template.bytes : BuiltIn.Length > 0 ? Bytes(BuiltIn) : null;
                if (text == null)
                {
                    Begin();
                    return;
                }
                cancel = new Pinned<int>(1);
                int bytes = text.Length - (Template != null ? 0 : 1);  // a name without its final 0
                maker = new Thread(() => MakeWorld(text, bytes));
                maker.Start();
            }
            catch (Exception thrown) { Fail(thrown); }
        }

        void MakeWorld(byte[] text, int bytes)
        {
            try
            {
                fw_error e;
                fw_seeds seeds;
                fw_seeds_of((ulong)Seed, &seeds);
                var generate = new fw_generate { size = (uint)sizeof(fw_generate), resolution = (uint)Resolution };
                generate.layers_only = 1;
                generate.cancel = (int*)cancel.Data;
                fixed (byte* begin = text)
                fixed (fw_world** to = &world)
                    Check(fw_world_generate(context, begin, (UIntPtr)bytes, &seeds, &generate, to, &e), ref e);
            }
            catch (Exception thrown) { refused = thrown; }  // none may leave a thread
            finally { made = true; }
        }

        void Begin()
        {
            fw_error e;
            fw_seeds seeds;
            fw_params* parameters = null;
            var ground = new fw_ground { size = (uint)sizeof(fw_ground), kind = FW_TORUS, width_m = SideM, height_m = SideM };
            if (world != null) ground = new fw_ground { size = (uint)sizeof(fw_ground), kind = FW_LAND, world = world };
            fw_seeds_of((ulong)Seed, &seeds);
            try
            {
                fixed (byte* kind = Bytes("crowd"), method = Bytes(Method))
                    Check(fw_params_open(context, kind, method, &parameters, &e), ref e);
                Check(fw_params_set_tick(parameters, Time.fixedDeltaTime, &e), ref e);
                fixed (fw_crowd** to = &crowd) Check(fw_crowd_open(context, parameters, &ground, &seeds, to, &e), ref e);
            }
            finally { fw_params_close(parameters); }
            fixed (fw_scratch** to = &scratch) Check(fw_scratch_open(crowd, (UIntPtr)Agents, to, &e), ref e);
            if (world != null)
                fixed (byte* name = Bytes("height_m"))
                fixed (fw_raster* to = &height) Check(fw_world_raster(world, name, to, &e), ref e);
            id = new Pinned<uint>(Agents);
            x = new Pinned<double>(Agents);
            y = new Pinned<double>(Agents);
            headingX = new Pinned<float>(Agents);
            headingY = new Pinned<float>(Agents);
            speed = new Pinned<float>(Agents);
            memory = new Pinned<float>[fw_crowd_memory(crowd)];
            for (int i = 0; i < memory.Length; ++i) memory[i] = new Pinned<float>(Agents);
            for (int i = 0; i < Agents; ++i) id.Array[i] = (uint)i;
            var agents = Columns();
            Check(fw_crowd_begin(crowd, scratch, 0, &agents, 0, &e), ref e);
            var all = new Transform[Agents];
            for (int i = 0; i < Agents; ++i) all[i] = Instantiate(Prefab, transform).transform;
            bodies = all;
        }

        fw_agents Columns()
        {
            var agents = new fw_agents
            {
                size = (uint)sizeof(fw_agents), count = (UIntPtr)Agents, id = id.Column(), x_m = x.Column(), y_m = y.Column(),
                heading_x = headingX.Column(), heading_y = headingY.Column(), speed_mps = speed.Column()
            };
            if (memory.Length > 0) agents.memory_0 = memory[0].Column();
            if (memory.Length > 1) agents.memory_1 = memory[1].Column();
            if (memory.Length > 2) agents.memory_2 = memory[2].Column();
            return agents;
        }

        void FixedUpdate()
        {
            if (!Playing) return;
            fw_error e;
            var agents = Columns();
            if (fw_crowd_step(crowd, scratch, tick, &agents, &e) == fw_status.FW_OK) ++tick;
            else Fail(new FieldwrightException(e.status, Text(e.message)));
        }

        void Update()
        {
            if (made && maker != null)
            {
                maker.Join();
                maker = null;
                try
                {
                    if (refused != null) Fail(refused);
                    else Begin();
                }
                catch (Exception thrown) { Fail(thrown); }
            }
            if (!Playing) return;
            for (int i = 0; i < bodies.Length; ++i)
            {
                bodies[i].localPosition = new Vector3((float)x.Array[i], HeightAt(x.Array[i], y.Array[i]), (float)y.Array[i]);
                bodies[i].localRotation = Quaternion.LookRotation(new Vector3(headingX.Array[i], 0, headingY.Array[i]));
            }
        }

        /// Of the cell; 0 on a torus.
        float HeightAt(double east, double north)
        {
            if (height.cells == null) return 0;
            long column = Math.Max(0, Math.Min(height.columns - 1, (long)(east / height.cell_m)));
            long row = Math.Max(0, Math.Min(height.rows - 1, height.rows - 1 - (long)(north / height.cell_m)));
            return ((float*)height.cells)[row * height.columns + column];
        }

        /// Of everything that the agents are: the same on every machine after as many steps.
        public string Digest()
        {
            fw_digest digest;
            var agents = Columns();
            fw_agents_digest(&agents, tick, &digest);
            return digest.word[0].ToString("x16") + digest.word[1].ToString("x16");
        }

        void Fail(Exception thrown)
        {
            Error = thrown.Message;
            Debug.LogError("Fieldwright: " + thrown.Message, this);
            enabled = false;
        }

        void OnDestroy()
        {
            if (maker != null)
            {
                cancel.Array[0] = 1;
                maker.Join();
            }
            foreach (IDisposable array in new IDisposable[] { id, x, y, headingX, headingY, speed, cancel })
                if (array != null) array.Dispose();
            foreach (var array in memory ?? new Pinned<float>[0])
                if (array != null) array.Dispose();
            // Without the library there is nothing to close, and no function to call.
            if (scratch != null) fw_scratch_close(scratch);
            if (crowd != null) fw_crowd_close(crowd);
            if (world != null) fw_world_close(world);
            if (context != null) fw_close(context);
        }
    }
}
