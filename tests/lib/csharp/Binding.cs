// The C# binding as a game uses it: Binding.exe layout | crowd | crowd-float | callbacks. Ends with 1 where something is not as it must be.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Fieldwright;
using static Fieldwright.Native;

static unsafe class Binding
{
    const int Agents = 2000, Ticks = 600;

    static void Expect(bool holds, string what)
    {
        if (!holds) throw new Exception("not so: " + what);
    }

    /// The crowd of examples/cmake, with ticks of dt_s; its digest.
    static string Crowd(double dt_s)
    {
        fw_error e;
        fw_context* context;
        fw_params* parameters;
        fw_crowd* crowd;
        fw_scratch* scratch;
        fw_seeds seeds;
        fw_digest digest;
        fw_seeds_of(42, &seeds);
        Check(fw_open(FW_ABI, null, &context, &e), ref e);
        fixed (byte* kind = Bytes("crowd"), method = Bytes("curl_dual"))
            Check(fw_params_open(context, kind, method, &parameters, &e), ref e);
        Check(fw_params_set_tick(parameters, dt_s, &e), ref e);
        var ground = new fw_ground { size = (uint)sizeof(fw_ground), kind = FW_TORUS, width_m = 1000, height_m = 1000 };
        Check(fw_crowd_open(context, parameters, &ground, &seeds, &crowd, &e), ref e);
        Check(fw_scratch_open(crowd, (UIntPtr)Agents, &scratch, &e), ref e);
        Expect(fw_crowd_memory(crowd) == 0, "curl_dual remembers nothing");
        using (var id = new Pinned<uint>(Agents))
        using (var x = new Pinned<double>(Agents))
        using (var y = new Pinned<double>(Agents))
        using (var heading_x = new Pinned<float>(Agents))
        using (var heading_y = new Pinned<float>(Agents))
        using (var speed = new Pinned<float>(Agents))
        {
            for (uint i = 0; i < Agents; ++i) id.Array[i] = i;
            var agents = new fw_agents
            {
                size = (uint)sizeof(fw_agents), count = (UIntPtr)Agents, id = id.Column(), x_m = x.Column(fw_type.FW_F64),
                y_m = y.Column(), heading_x = heading_x.Column(), heading_y = heading_y.Column(), speed_mps = speed.Column()
            };
            Check(fw_crowd_begin(crowd, scratch, 0, &agents, 0, &e), ref e);
            for (long tick = 0; tick < Ticks; ++tick)
            {
                if (tick == Ticks / 2) GC.Collect();  // what is pinned stays where it is
                Check(fw_crowd_step(crowd, scratch, tick, &agents, &e), ref e);
            }
            fw_agents_digest(&agents, Ticks, &digest);
        }
        fw_scratch_close(scratch);
        fw_crowd_close(crowd);
        fw_params_close(parameters);
        fw_close(context);
        return digest.word[0].ToString("x16") + digest.word[1].ToString("x16");
    }

    static int pieces_run;
    static void Loop(void* user, uint pieces, IntPtr body, void* arg)
    {
        var run = Marshal.GetDelegateForFunctionPointer<fw_parallel_fn_body>(body);
        for (uint i = pieces; i > 0; --i, ++pieces_run) run(arg, i - 1);
    }

    /// A world of a template's text or name; closed by the caller.
    static fw_world* World(fw_context* context, string template, fw_generate_progress_callback progress)
    {
        fw_error e;
        fw_world* world;
        fw_seeds seeds;
        fw_seeds_of(42, &seeds);
        var generate = new fw_generate { size = (uint)sizeof(fw_generate), resolution = 64, layers_only = 1 };
        generate.progress = fw_generate_progress_callback.Function;
        generate.user = progress.User;
        var text = Bytes(template);
        fixed (byte* begin = text)
            Check(fw_world_generate(context, begin, (UIntPtr)(text.Length - 1), &seeds, &generate, &world, &e), ref e);
        return world;
    }

    static string Digests(fw_world* world)
    {
        fixed (byte* what = Bytes("digests"))
        {
            var room = new byte[(int)fw_world_text(world, what, 0, 0, null, UIntPtr.Zero)];
            fixed (byte* text = room)
            {
                fw_world_text(world, what, 0, 0, text, (UIntPtr)room.Length);
                return Text(text);
            }
        }
    }

    static void Callbacks()
    {
        fw_error e;
        fw_context* context;
        Check(fw_open(FW_ABI, null, &context, &e), ref e);
        var stages = new List<string>();
        double last = -1;
        string digests;
        using (var progress = new fw_generate_progress_callback((user, stage, fraction) =>
            {
                stages.Add(Text(stage));
                last = fraction;
            }))
        {
            fw_world* world = World(context, "Tiny", progress);
            Expect(stages.Count > 3 && stages.TrueForAll(stage => stage.Length > 0) && last > 0.5, "stages are told");
            Expect(progress.Thrown == null, "nothing was thrown");
            fw_raster height;
            fixed (byte* name = Bytes("height_m")) Check(fw_world_raster(world, name, &height, &e), ref e);
            Expect(height.type == fw_type.FW_F32 && height.columns == 64 && height.rows == 64, "a raster of 64 cells");
            float highest = 0;
            for (uint i = 0; i < height.columns * height.rows; ++i) highest = Math.Max(highest, ((float*)height.cells)[i]);
            Expect(highest > 1, "heights are read in place");
            Expect(Text(fw_world_raster_name(world, 1000)) == null, "no raster beyond the last");
            digests = Digests(world);
            fw_world_close(world);
        }
        using (var throwing = new fw_generate_progress_callback((user, stage, fraction) => { throw new Exception("of the game"); }))
        {
            fw_world_close(World(context, "Tiny", throwing));
            Expect(throwing.Thrown.Message == "of the game", "an exception of the game is kept");
            try
            {
                World(context, "{\"format\": 3, \"name\": \"Wörld\", \"naïve\": 1}", throwing);
                Expect(false, "a wrong template is refused");
            }
            catch (FieldwrightException refused)
            {
                Expect(refused.Status == fw_status.FW_E_TEMPLATE && refused.Message.Contains("naïve"), refused.Message);
            }
        }
        fw_close(context);
        using (var loop = new fw_parallel_fn_callback(Loop))
        using (var quiet = new fw_generate_progress_callback((user, stage, fraction) => { }))
        {
            var host = new fw_host { size = (uint)sizeof(fw_host), threads = 0 };
            host.parallel_for = fw_parallel_fn_callback.Function;
            host.user = loop.User;
            Check(fw_open(FW_ABI, &host, &context, &e), ref e);
            GC.Collect();  // the delegate behind Function is kept
            fw_world* world = World(context, "Tiny", quiet);
            Expect(pieces_run > 100 && loop.Thrown == null, "the game's own loop ran: " + pieces_run + " " + loop.Thrown);
            Expect(Digests(world) == digests, "the same world");
            fw_world_close(world);
            fw_close(context);
        }
    }

    static int Main(string[] arguments)
    {
        try
        {
            Marshal.PrelinkAll(typeof(Native));  // every function is in the library
            if (arguments[0] == "layout") Layout.Print();
            else if (arguments[0] == "crowd") Console.WriteLine(Crowd(1.0 / 60));
            else if (arguments[0] == "crowd-float") Console.WriteLine(Crowd((float)(1.0 / 60)));
            else if (arguments[0] == "callbacks") Callbacks();
            else return 2;
            return 0;
        }
        catch (Exception thrown)
        {
            Console.WriteLine(thrown);
            return 1;
        }
    }
}
