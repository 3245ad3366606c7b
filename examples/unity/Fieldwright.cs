// Fieldwright for C#: every function of fieldwright.h (ABI 2). app/lib/bindings/csharp.py makes this file of the header, and
// a test compares; change the header or that program. C# 7.2; needs /unsafe ("Allow 'unsafe' code").
//
// Names, values and manners are those of the header and of docs/library.md, so that what stands there in C reads the same
// here. Texts are UTF-8 bytes that end with 0: Native.Bytes makes them, Native.Text reads them. Arrays that the library writes
// between calls are pinned (Pinned<T>). A managed method that the library calls stands behind a *_callback of this file.
using System;
using System.Runtime.InteropServices;
using System.Text;
#if UNITY_5_3_OR_NEWER
using AOT;
#endif

namespace Fieldwright
{
#if !UNITY_5_3_OR_NEWER
    /// <summary>Marks what native code calls, for compilers ahead of time; Unity has its own.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute { public MonoPInvokeCallbackAttribute(Type type) { } }
#endif

    /// <summary>What a call refused: the sentence of its fw_error.</summary>
    public sealed class FieldwrightException : Exception
    {
        public readonly fw_status Status;
        public FieldwrightException(fw_status status, string message) : base(message) { Status = status; }
    }

    /// <summary>An array that stays where it is until it is disposed of, so that the library may write into it.</summary>
    public sealed unsafe class Pinned<T> : IDisposable where T : struct
    {
        public readonly T[] Array;
        GCHandle handle;

        public Pinned(int count) : this(new T[count]) { }
        public Pinned(T[] array)
        {
            Array = array;
            handle = GCHandle.Alloc(array, GCHandleType.Pinned);
        }
        public void* Data { get { return (void*)handle.AddrOfPinnedObject(); } }
        /// <summary>All of it as a packed column of the column's natural type, or of `type`.</summary>
        public fw_column Column(fw_type type = 0) { return new fw_column { data = Data, type = type }; }
        public void Dispose() { if (handle.IsAllocated) handle.Free(); }
    }

    /// <summary>the numbers of the command line's exit codes, where it has them</summary>
    public enum fw_status : int
    {
        FW_OK = 0,
        /// <summary>our bug</summary>
        FW_E_INTERNAL = 1,
        /// <summary>a wrong argument, unknown name, value out of range</summary>
        FW_E_USAGE = 2,
        /// <summary>invalid template text</summary>
        FW_E_TEMPLATE = 3,
        /// <summary>more than a stated maximum</summary>
        FW_E_LIMIT = 5,
        /// <summary>saved state of other parameters, seeds or format</summary>
        FW_E_MISMATCH = 6,
        /// <summary>header and library do not fit</summary>
        FW_E_VERSION = 7,
        FW_E_MEMORY = 8,
        /// <summary>the caller's buffer is too small; nothing was done, the size needed is returned</summary>
        FW_E_SPACE = 9,
        FW_E_CANCELLED = 130,
    }

    public enum fw_type : uint
    {
        FW_F32 = 1,
        FW_F64 = 2,
        FW_U8 = 3,
        FW_U16 = 4,
        FW_U32 = 5,
        FW_I32 = 6,
        FW_I64 = 7,
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_error
    {
        public fw_status status;
        /// <summary>UTF-8, one line, ends with 0; what was found, where, what was expected</summary>
        public fixed byte message[508];
    }

    public struct fw_context { }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_host
    {
        /// <summary>sizeof(fw_host): members that an older caller does not know take their default</summary>
        public uint size;
        /// <summary>1 = the calling thread alone (the default), n, or 0 = every core</summary>
        public int threads;
        /// <summary>the engine's own job system; NULL = the library's threads</summary>
        public IntPtr parallel_for;
        public void* user;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_seeds
    {
        /// <summary>0 .. 2^53 - 1 each</summary>
        public ulong layout;
        public ulong noise;
        public ulong place;
    }

    /// <summary>A column of the caller's memory: entry i lies at (char*)data + i * stride. So an array of structs, an
    /// ECS component or a vertex buffer serves as it is. Packed columns of the natural type are used in place; others
    /// pass through small pieces.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_column
    {
        public void* data;
        /// <summary>bytes from an entry to the next; 0 = packed</summary>
        public IntPtr stride;
        /// <summary>0 = the column's natural type</summary>
        public fw_type type;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_digest
    {
        /// <summary>a sum over entries: the order of the arrays does not matter</summary>
        public fixed ulong word[2];
    }

    public struct fw_params { }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_row
    {
        /// <summary>kept as long as the library is loaded</summary>
        public byte* path;
        public byte* unit;
        public byte* help;
        /// <summary>value: of these parameters; preset: of the method</summary>
        public double min;
        public double max;
        public double value;
        public double preset;
        /// <summary>1 = whole numbers only</summary>
        public uint whole;
        /// <summary>&gt; 0: the value is the index of a word</summary>
        public uint choices;
        public byte** words;
    }

    /// <summary>a stack bound to seeds; immutable</summary>
    public struct fw_field { }

    /// <summary>A field cut at one time over a rectangle, for many small reads: what they share is found
    /// once.</summary>
    public struct fw_moment { }

    /// <summary>A day of day_s seconds (60..604800), a year of year_d days (4..4000); second 0 is start_d days
    /// (0..year_d) after midwinter's midnight; daylight in midwinter and midsummer, 1..23 h, low &lt;= high.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_calendar
    {
        public uint size;
        public uint year_d;
        public double day_s;
        public double start_d;
        public double daylight_low_h;
        public double daylight_high_h;
    }

    /// <summary>day: whole days since that midnight. hour in [0, 24); turn of the year in [0, 1), 0 = midwinter; season
    /// -1 in midwinter, 1 in midsummer; hours of daylight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_date
    {
        public long day;
        public double hour;
        public double turn;
        public double season;
        public double daylight_h;
    }

    /// <summary>finished stages, so that an edited template makes only what depends on the edit</summary>
    public struct fw_cache { }

    /// <summary>immutable</summary>
    public struct fw_world { }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_generate
    {
        public uint size;
        /// <summary>cells a side; 0 = 512</summary>
        public uint resolution;
        /// <summary>1 = ground and layers, no points</summary>
        public uint layers_only;
        /// <summary>or NULL</summary>
        public fw_cache* cache;
        /// <summary>looked at some ten milliseconds apart; not 0 = stop. Or NULL</summary>
        public int* cancel;
        /// <summary>on one thread at a time: the calling one, or with fw_host.threads of the library's own one of
        /// those. Or NULL</summary>
        public IntPtr progress;
        public void* user;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_raster
    {
        /// <summary>kept as long as the world; row-major, north row first</summary>
        public void* cells;
        /// <summary>FW_U8 or FW_F32</summary>
        public fw_type type;
        public uint columns;
        public uint rows;
        public double cell_m;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_point
    {
        /// <summary>sizeof(fw_point): later members are not written</summary>
        public uint size;
        public uint class_index;
        public uint number;
        public uint level;
        public double x_m;
        public double y_m;
        public double height_m;
        public double intensity;
        public double hp_mult;
        public double dps_mult;
        public double loot;
        public double respawn_s;
        /// <summary>"" where it does not apply; kept with the world</summary>
        public byte* id;
        public byte* category;
        public byte* class_slug;
        public byte* label;
        public byte* name;
        public byte* family;
        public byte* tier;
        public byte* rarity;
        /// <summary>of seats, in the template's words: "capital", "city", ...</summary>
        public byte* standing;
        /// <summary>of seats among all of the world, 1 = the first; 0 = no seat</summary>
        public uint rank;
        /// <summary>codes of the rasters</summary>
        public byte region;
        public byte faction;
        public byte biome;
        public byte danger;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_region
    {
        /// <summary>sizeof(fw_region): later members are not written</summary>
        public uint size;
        public uint neutral;
        public byte* name;
        public byte* owner;
        public double area_m2;
        public double centre_x_m;
        public double centre_y_m;
        public double tier;
        /// <summary>of the first seat in it; "" without one</summary>
        public byte* standing;
        /// <summary>of that seat among all of the world; 0 without one</summary>
        public uint rank;
        public uint reserved;
    }

    /// <summary>A named place of the land or the sea: a summit, a bay, a wood; lakes and rivers have rasters. size_m:
    /// the length of lines, the root of the area of areas, the prominence of summits.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_place
    {
        public uint size;
        /// <summary>kept with the world</summary>
        public byte* kind;
        public byte* name;
        public double x_m;
        public double y_m;
        public double size_m;
        public double height_m;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_ground
    {
        public uint size;
        /// <summary>FW_TORUS: wraps; FW_WALLS: reflects; FW_LAND: a world's land with content; FW_MASK: open cells of a
        /// raster</summary>
        public uint kind;
        /// <summary>of the frame from (0, 0); equal for FW_TORUS; FW_LAND takes them from the world</summary>
        public double width_m;
        public double height_m;
        /// <summary>read while the call lasts</summary>
        public fw_world* world;
        /// <summary>columns x rows square cells, north row first, not 0 = open</summary>
        public byte* mask;
        public uint columns;
        public uint rows;
    }

    /// <summary>rules bound to seeds and ground; immutable: the agents are the caller's</summary>
    public struct fw_crowd { }

    /// <summary>Entry i of every column is one agent. The order means nothing: draws are addressed by id, so that
    /// agents may come, go and be sorted between ticks, and a step of some is the same step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_agents
    {
        public uint size;
        public uint reserved;
        public UIntPtr count;
        /// <summary>U32, unique among the living; filled in before fw_crowd_begin</summary>
        public fw_column id;
        /// <summary>F64; F32 is rounded once per tick</summary>
        public fw_column x_m;
        public fw_column y_m;
        /// <summary>F32, a unit vector</summary>
        public fw_column heading_x;
        public fw_column heading_y;
        /// <summary>F32</summary>
        public fw_column speed_mps;
        /// <summary>F32: as many as fw_crowd_memory() says, kept by the caller with the rest; the others stay NULL
        /// (digests take every column that is given)</summary>
        public fw_column memory_0, memory_1, memory_2;
    }

    /// <summary>Working memory of a thread that steps crowds, for at most `agents` at a time.</summary>
    public struct fw_scratch { }

    /// <summary>avoidance bound to a ground and its walls; immutable</summary>
    public struct fw_steer { }

    /// <summary>Entry i of every column is one body. The order means nothing. Velocity goes in as the step before left
    /// it and comes out as the body moved; the wanted velocity is what it would have alone, from fw_crowd_targets or
    /// from the game.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_bodies
    {
        public uint size;
        public UIntPtr count;
        /// <summary>U32, distinct: parts bodies that stand at one place</summary>
        public fw_column id;
        /// <summary>F64 or F32</summary>
        public fw_column x_m;
        public fw_column y_m;
        /// <summary>F32 or F64</summary>
        public fw_column vx_mps;
        public fw_column vy_mps;
        /// <summary>F32 or F64; only read, like all that follow</summary>
        public fw_column want_x_mps;
        public fw_column want_y_mps;
        /// <summary>own speed: nobody moves at more than 1.3 of it</summary>
        public fw_column speed_mps;
        /// <summary>NULL: avoid.radius_m; largest to smallest at most 4 to 1</summary>
        public fw_column radius_m;
        /// <summary>NULL: avoid.priority; the heavier gives way less</summary>
        public fw_column priority;
    }

    /// <summary>a population's schedule: changes with every tick</summary>
    public struct fw_action { }

    /// <summary>[T] What the last tick left of one agent; those that have joined since have not started.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_turn
    {
        /// <summary>asked about</summary>
        public long tick;
        /// <summary>first tick idle again; fw_action_ask: as if a start at `tick` happened</summary>
        public long busy_until;
        /// <summary>of starts, here and now</summary>
        public double rate_per_s;
        /// <summary>of a start in this tick, of an idle agent</summary>
        public double probability;
        /// <summary>share of the cycle at which this place has its turn, [0, 1)</summary>
        public double phase;
        /// <summary>stateless schedules: fw_action_state: the next tick after `tick` at which it would start, standing
        /// still; fw_action_ask: `tick` if it starts then; -1 = unknown</summary>
        public long next_tick;
        /// <summary>1 = starts at `tick`</summary>
        public uint starts;
        /// <summary>1 = method "clock": `starts` needs no state</summary>
        public uint stateless;
    }

    /// <summary>[T] "Should this agent start now?", of an agent that need not have joined, at any place and tick: from
    /// seeds and parameters alone. Exact (starts = what the tick decides) for the method "clock"; else rate and phase,
    /// and starts = 0. Ticks other than the one made ready are answered too, in more time.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_ask
    {
        /// <summary>at the tick's beginning</summary>
        public double x_m;
        public double y_m;
        /// <summary>at its end; the same for one that stands</summary>
        public double to_x_m;
        public double to_y_m;
        public long tick;
        public uint id;
        public uint phase_class;
    }

    /// <summary>of one target: changes with every tick</summary>
    public struct fw_tokens { }

    /// <summary>Members round the target at a tick, in any order; those that are not listed are forgotten once their
    /// attack is over. The columns are only read.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_tokens_io
    {
        /// <summary>sizeof(fw_tokens_io)</summary>
        public uint size;
        public UIntPtr count;
        /// <summary>U32; F64 or F32</summary>
        public fw_column id;
        public fw_column x_m;
        public fw_column y_m;
        /// <summary>U8: 1 = idle and at a post from which it attacks</summary>
        public fw_column may;
        public double target_x_m;
        public double target_y_m;
        /// <summary>the target's, of any length above 0</summary>
        public double facing_x;
        public double facing_y;
        /// <summary>room for `count` ids; written: those that start, in order</summary>
        public uint* started;
        /// <summary>written</summary>
        public UIntPtr starts;
    }

    public struct fw_spawn { }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_pool
    {
        /// <summary>"" for fw_spawn_open</summary>
        public byte* category;
        public byte* class_slug;
        /// <summary>in force: living at most; spawns per cycle at most</summary>
        public uint target;
        public uint quota;
        public uint living;
        public uint cycle_count;
        public double respawn_s;
        public double spacing_m;
        public double area_m2;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_event
    {
        public double x_m;
        public double y_m;
        public long tick;
        /// <summary>of the living thing, unique in this fw_spawn; 0 for FW_REFUSED</summary>
        public uint id;
        public ushort pool;
        public byte kind;
        /// <summary>FW_REFUSED: 1 cap, 2 quota, 3 cooldown, 4 spacing, 5 block, 6 player near, 7 refill</summary>
        public byte reason;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct fw_spawn_tick
    {
        public uint size;
        /// <summary>1 = report refusals too</summary>
        public uint want_refused;
        /// <summary>counts of the columns</summary>
        public UIntPtr players;
        public UIntPtr living;
        public fw_column player_x_m;
        public fw_column player_y_m;
        /// <summary>where the game has moved them; ids not listed stand where they were</summary>
        public fw_column living_id;
        public fw_column living_x_m;
        public fw_column living_y_m;
        public fw_event* events;
        /// <summary>space &gt;= fw_spawn_most_events(); count is set</summary>
        public UIntPtr space;
        public UIntPtr count;
    }

    /// <summary>From everywhere to the nearest of some goals: one field that all who walk there read.
    /// Immutable.</summary>
    public struct fw_ways { }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void fw_parallel_fn_body(void* arg, uint piece);

    /// <summary>Runs body(arg, i) for every i &lt; pieces, in any order, on any threads, and returns when all have
    /// ended.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void fw_parallel_fn(void* user, uint pieces, IntPtr body, void* arg);

    /// <summary>A managed method as fw_parallel_fn: `Function` and `User` are what the library is given. It must not be disposed of
    /// while the library may call it. An exception cannot pass through native code: the last one is kept in `Thrown`.</summary>
    public sealed unsafe class fw_parallel_fn_callback : IDisposable
    {
        static readonly fw_parallel_fn Kept = Enter;
        public static readonly IntPtr Function = Marshal.GetFunctionPointerForDelegate(Kept);
        public Exception Thrown;
        readonly fw_parallel_fn method;
        GCHandle self;

        public fw_parallel_fn_callback(fw_parallel_fn method)
        {
            this.method = method;
            self = GCHandle.Alloc(this);
        }
        public void* User { get { return (void*)GCHandle.ToIntPtr(self); } }
        public void Dispose() { if (self.IsAllocated) self.Free(); }

        [MonoPInvokeCallback(typeof(fw_parallel_fn))]
        static void Enter(void* user, uint pieces, IntPtr body, void* arg)
        {
            var to = (fw_parallel_fn_callback)GCHandle.FromIntPtr((IntPtr)user).Target;
            try { to.method(user, pieces, body, arg); }
            catch (Exception thrown) { to.Thrown = thrown; }
        }
    }

    /// <summary>on one thread at a time: the calling one, or with fw_host.threads of the library's own one of those. Or
    /// NULL</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void fw_generate_progress(void* user, byte* stage, double fraction);

    /// <summary>A managed method as fw_generate_progress: `Function` and `User` are what the library is given. It must not be disposed of
    /// while the library may call it. An exception cannot pass through native code: the last one is kept in `Thrown`.</summary>
    public sealed unsafe class fw_generate_progress_callback : IDisposable
    {
        static readonly fw_generate_progress Kept = Enter;
        public static readonly IntPtr Function = Marshal.GetFunctionPointerForDelegate(Kept);
        public Exception Thrown;
        readonly fw_generate_progress method;
        GCHandle self;

        public fw_generate_progress_callback(fw_generate_progress method)
        {
            this.method = method;
            self = GCHandle.Alloc(this);
        }
        public void* User { get { return (void*)GCHandle.ToIntPtr(self); } }
        public void Dispose() { if (self.IsAllocated) self.Free(); }

        [MonoPInvokeCallback(typeof(fw_generate_progress))]
        static void Enter(void* user, byte* stage, double fraction)
        {
            var to = (fw_generate_progress_callback)GCHandle.FromIntPtr((IntPtr)user).Target;
            try { to.method(user, stage, fraction); }
            catch (Exception thrown) { to.Thrown = thrown; }
        }
    }

    /// <summary>The functions of fieldwright.h.</summary>
    public static unsafe class Native
    {
        /// <summary>fieldwright.dll, libfieldwright.so.</summary>
        const string Library = "fieldwright";

        public const uint FW_ABI = 2;
        public const uint FW_VERSION_MAJOR = 0;
        public const uint FW_VERSION_MINOR = 4;
        public const uint FW_VERSION_PATCH = 0;
        public const uint FW_TORUS = 0;
        public const uint FW_WALLS = 1;
        public const uint FW_LAND = 2;
        public const uint FW_MASK = 3;
        public const uint FW_KEEP_PLACE = 1;
        public const uint FW_KEEP_HEADING = 2;
        public const uint FW_KEEP_SPEED = 4;
        public const uint FW_SPAWNED = 1;
        public const uint FW_VANISHED = 2;
        public const uint FW_REFUSED = 3;

        /// <summary>A text as the library takes it: UTF-8, 0 at its end. null stays null.</summary>
        public static byte[] Bytes(string text)
        {
            if (text == null) return null;
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        /// <summary>A text of the library; null for NULL.</summary>
        public static string Text(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) ++length;
            return Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Throws what a call refused.</summary>
        public static void Check(fw_status status, ref fw_error error)
        {
            if (status == fw_status.FW_OK) return;
            fixed (byte* message = error.message) throw new FieldwrightException(status, Text(message));
        }

        /// <summary>of the library</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_abi();

        /// <summary>"0.3.0"</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* fw_version();

        /// <summary>abi: FW_ABI of the caller's header. FW_E_VERSION, with both numbers in words, if this library does
        /// not speak it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_open(uint abi, fw_host* host, fw_context** @out, fw_error* error);

        /// <summary>Handles made from a context keep it alive; their destruction may come later. NULL is allowed in
        /// every *_close.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_close(fw_context* context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_seeds_of(ulong master, fw_seeds* @out);

        /// <summary>kind: "stack", "crowd", "action", "spawn", "tokens", "avoid"; method: a slug such as "curl_dual",
        /// or NULL = the recommended one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_open(fw_context* context, byte* kind, byte* method, fw_params** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_params_close(fw_params* @params);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_set(fw_params* @params, byte* path, double value, fw_error* error);

        /// <summary>"yes", "drift", "0.5"</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_set_text(fw_params* @params, byte* path, byte* value, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_get(fw_params* @params, byte* path, double* value, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_params_count(fw_params* @params);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_row(fw_params* @params, uint index, fw_row* @out, fw_error* error);

        /// <summary>Re-states every number that is "per tick" for ticks of dt_s, so that motion and timing in seconds
        /// stay as they were. What is set after it is taken as it is. A fresh set of parameters is stated for ticks of
        /// one second. dt_s: 0.001 to 60 for a crowd, 0.01 to 60 for an action.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_set_tick(fw_params* @params, double dt_s, fw_error* error);

        /// <summary>tag: salts the noise stream ("mood/fear"); period_m &gt; 0 closes the field over a torus of that
        /// side.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_field_open(fw_context* context, fw_params* stack, byte* tag, fw_seeds* seeds, double period_m, fw_field** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_field_close(fw_field* field);

        /// <summary>A named state feature s in [0, 1]: shifts coordinates by s (x, y) wavelengths and s t in phase,
        /// scales by 1 + gain (s - 0.5).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_params_add_state(fw_params* stack, byte* name, double x, double y, double t, double gain, fw_error* error);

        /// <summary>[T] n in [-1, 1] at points and a time; x_m, y_m F64 or F32, out F32. dx, dy (per metre) may be
        /// NULL. Drift and resample as the stack says. Any number of threads may ask one field at once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_field_points(fw_field* field, double time_s, UIntPtr count, fw_column* x_m, fw_column* y_m, float* @out, float* dx, float* dy, fw_error* error);

        /// <summary>[T] The unit vector (d/dy, -d/dx): a flow without sources.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_field_curl(fw_field* field, double time_s, UIntPtr count, fw_column* x_m, fw_column* y_m, float* out_x, float* out_y, fw_error* error);

        /// <summary>[T] With the stack's state features, one F32 column each, in the order they were added.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_field_context(fw_field* field, double time_s, UIntPtr count, fw_column* x_m, fw_column* y_m, fw_column* state, uint states, float* @out, fw_error* error);

        /// <summary>[T] Cell centres of a grid, north row first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_field_grid(fw_field* field, double time_s, double west_m, double south_m, double cell_m, uint columns, uint rows, float* @out, fw_error* error);

        /// <summary>[T] One point; NaN for a place that is no place.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float fw_field_value(fw_field* field, double time_s, double x_m, double y_m);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_moment_open(fw_field* field, double west_m, double south_m, double east_m, double north_m, fw_moment** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_moment_close(fw_moment* moment);

        /// <summary>[T]</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_moment_set(fw_moment* moment, double time_s, fw_error* error);

        /// <summary>[T] The bits of fw_field_value at that time; any number of threads between two
        /// fw_moment_set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float fw_moment_value(fw_moment* moment, double x_m, double y_m);

        /// <summary>[T] The date at a second of the caller's clock, |time_s| &lt;= 1e12; every year has the bits of the
        /// first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_calendar_at(fw_calendar* calendar, double time_s, fw_date* @out, fw_error* error);

        /// <summary>[T] A curve's share in [0, 1]: "always", "day" (1 at noon, 1/2 at sunrise and sunset, 0 at
        /// midnight), "night", "twilight" (1 at dawn and dusk).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_calendar_share(fw_calendar* calendar, byte* curve, double time_s, double* @out, fw_error* error);

        /// <summary>[T] The k of the highest scores, ties by id: in[i] = 1 for them, else 0. Of an entry that is in
        /// already the score counts `hold` more. id NULL: 0, 1, 2, ...; ids differ. k beyond count takes all.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_upper_set(fw_context* context, UIntPtr count, uint* id, float* score, float hold, UIntPtr k, byte* @in, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_cache_open(fw_context* context, uint kept, fw_cache** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_cache_close(fw_cache* cache);

        /// <summary>text: a template (JSON, UTF-8) or the name of a built-in one. Blocks; call it on a thread of your
        /// own.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_generate(fw_context* context, byte* text, UIntPtr bytes, fw_seeds* seeds, fw_generate* generate, fw_world** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_world_close(fw_world* world);

        /// <summary>name: land region faction biome danger type height_m coast_m sea_m feature type_field danger_field
        /// biome_field faction_field intensity_resource intensity_wildlife intensity_enemy, and what later versions
        /// add: rasters are listed. Heights (height_m, bed_m, surface_m, fw_point.height_m) have the detail below the
        /// plan grid in them; detail_m is how much.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_raster(fw_world* world, byte* name, fw_raster* @out, fw_error* error);

        /// <summary>NULL beyond the last</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* fw_world_raster_name(fw_world* world, uint index);

        /// <summary>The slug behind a code of a discrete raster; NULL beyond the last. Code 0 is sea or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* fw_world_code(fw_world* world, byte* raster, uint code);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr fw_world_points(fw_world* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_point(fw_world* world, UIntPtr index, fw_point* @out, fw_error* error);

        /// <summary>One property of all points into a column: "x_m", "class_index", "danger", ... any number of
        /// fw_point.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_point_column(fw_world* world, byte* property, fw_column* @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_world_regions(fw_world* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_region(fw_world* world, uint index, fw_region* @out, fw_error* error);

        /// <summary>A region's actual share of a class: raster "danger", "biome" or "faction", code as in it; NaN for
        /// what is not there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double fw_world_share(fw_world* world, uint region, byte* raster, uint code);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr fw_world_places(fw_world* world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_world_place(fw_world* world, UIntPtr index, fw_place* @out, fw_error* error);

        /// <summary>Texts: return the bytes needed with the final 0, and write at most `space`, 0-ended. what:
        /// "explain" (of the cell at x, y, JSON rows), "audit" (audit.json; not of layers alone), "findings",
        /// "template", "digests" (JSON). 0 = unknown.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr fw_world_text(fw_world* world, byte* what, double x_m, double y_m, byte* text, UIntPtr space);

        /// <summary>Of the library: "templates", "template:NAME", "schema", "version", "methods:KIND" (crowd, action or
        /// spawn; one a line).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr fw_text(byte* what, byte* text, UIntPtr space);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_open(fw_context* context, fw_params* crowd, fw_ground* ground, fw_seeds* seeds, fw_crowd** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_crowd_close(fw_crowd* crowd);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_crowd_memory(fw_crowd* crowd);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_scratch_open(fw_crowd* crowd, UIntPtr agents, fw_scratch** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_scratch_close(fw_scratch* scratch);

        /// <summary>[T] Agents as they begin at a tick: where id and seed put them, or, with FW_KEEP_*, where the
        /// caller's columns say.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_begin(fw_crowd* crowd, fw_scratch* scratch, long tick, fw_agents* agents, uint keep, fw_error* error);

        /// <summary>[T] From tick to tick + 1, everybody.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_step(fw_crowd* crowd, fw_scratch* scratch, long tick, fw_agents* agents, fw_error* error);

        /// <summary>[T] Level of detail: from tick to tick + ticks in one step, for the entries listed (NULL = all).
        /// `ticks` a power of two up to 64 that divides tick. The path is another one than that of single ticks, and as
        /// reproducible. FW_E_USAGE where the fastest agent would pass a quarter of the ground in that step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_step_some(fw_crowd* crowd, fw_scratch* scratch, long tick, uint ticks, uint* entries, UIntPtr count, fw_agents* agents, fw_error* error);

        /// <summary>[T] Steering alone, for engines that move bodies themselves: what the fields ask at each place; (0,
        /// 0) = no say.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_targets(fw_crowd* crowd, fw_scratch* scratch, long tick, UIntPtr count, fw_column* x_m, fw_column* y_m, float* heading_x, float* heading_y, float* speed_mps, fw_error* error);

        /// <summary>[T] Everything an agent is, by id; `tick` is that of the next step. And of ids in [first, last)
        /// alone, to find who differs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_agents_digest(fw_agents* agents, long tick, fw_digest* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_agents_digest_of(fw_agents* agents, long tick, uint first, uint last, fw_digest* @out);

        /// <summary>A portable block of bytes. Save returns FW_E_SPACE and the size if `bytes` is too small: ask with 0
        /// first. Load checks the crowd (parameters, ground, seeds) and fills columns of at least the saved count;
        /// *count and tick are set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_agents_save(fw_crowd* crowd, fw_agents* agents, long tick, void* to, UIntPtr* bytes, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_agents_load(fw_crowd* crowd, void* from, UIntPtr bytes, fw_agents* into, UIntPtr* count, long* tick, fw_error* error);

        /// <summary>[T] An order that makes steps of large crowds quicker, for those who sort their own arrays now and
        /// then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_crowd_order(fw_crowd* crowd, fw_scratch* scratch, fw_agents* agents, uint* order, fw_error* error);

        /// <summary>avoid: of fw_params_open with "avoid". Walls: what the ground closes (FW_LAND: sea, lakes, ground
        /// steeper than .9, the template's zones that are walls; FW_MASK: its closed cells), and the rim of all but
        /// FW_TORUS.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_steer_open(fw_context* context, fw_params* avoid, fw_ground* ground, fw_steer** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_steer_close(fw_steer* steer);

        /// <summary>Working memory for at most `bodies` at a time; closed with fw_scratch_close.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_steer_scratch(fw_steer* steer, UIntPtr bodies, fw_scratch** @out, fw_error* error);

        /// <summary>[T] One local step of avoid.step_s, of everybody: neighbours matter. Places outside the ground are
        /// wrapped or brought inside. FW_E_USAGE, with the step that fits, where the fastest would go more than 1.2 of
        /// the smallest radius.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_steer_step(fw_steer* steer, fw_scratch* scratch, fw_bodies* bodies, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_open(fw_context* context, fw_params* action, fw_ground* ground, fw_seeds* seeds, UIntPtr most_agents, fw_action** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_action_close(fw_action* action);

        /// <summary>[T] Agents join idle and leave at once. `phase_class`: NULL = id modulo the classes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_join(fw_action* action, UIntPtr count, uint* ids, byte* phase_class, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_leave(fw_action* action, UIntPtr count, uint* ids, fw_error* error);

        /// <summary>[T] One tick: who starts, by ascending id. `started` has room for every agent joined. Columns: id
        /// U32 of all that have joined, x_m, y_m: where they stand at the tick's end; in any order. Where they stood at
        /// its beginning is what the tick before was told; one that has just joined stood where it stands.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_tick(fw_action* action, long tick, UIntPtr count, fw_column* id, fw_column* x_m, fw_column* y_m, uint* started, UIntPtr* starts, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_state(fw_action* action, uint id, fw_turn* @out, fw_error* error);

        /// <summary>[T] Makes ready for questions about a tick; until the next fw_action_at or fw_action_tick any
        /// number of threads may ask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_at(fw_action* action, long tick, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_ask(fw_action* action, fw_ask* ask, fw_turn* @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_action_digest(fw_action* action, fw_digest* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_save(fw_action* action, void* to, UIntPtr* bytes, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_action_load(fw_action* action, void* from, UIntPtr bytes, fw_error* error);

        /// <summary>tokens: of fw_params_open with "tokens". most: members at once, at most.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_tokens_open(fw_context* context, fw_params* tokens, fw_seeds* seeds, UIntPtr most, fw_tokens** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_tokens_close(fw_tokens* tokens);

        /// <summary>[T] One tick; ticks follow each other by one. A member that starts holds a token until its attack
        /// ends, so that never more than tokens.count attack at once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_tokens_tick(fw_tokens* tokens, long tick, fw_tokens_io* tokens_io, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_tokens_digest(fw_tokens* tokens, fw_digest* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_tokens_save(fw_tokens* tokens, void* to, UIntPtr* bytes, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_tokens_load(fw_tokens* tokens, void* from, UIntPtr bytes, fw_error* error);

        /// <summary>One pool on a ground of its own; tag salts it ("enemy.wolf"). Or every class of a world that has a
        /// quota.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_open(fw_context* context, fw_params* spawn, fw_ground* ground, byte* tag, fw_seeds* seeds, fw_spawn** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_open_world(fw_context* context, fw_params* spawn, fw_world* world, fw_spawn** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_spawn_close(fw_spawn* spawn);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_spawn_pools(fw_spawn* spawn);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_pool(fw_spawn* spawn, uint index, fw_pool* @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr fw_spawn_most_events(fw_spawn* spawn);

        /// <summary>[T] One tick of one second: proposals, caps, cooldown, spacing. The game owns motion, fights and
        /// deaths. At the beginning of a cycle it takes the plan that fw_spawn_prepare made, or makes it there and
        /// then: the one [T] call that may take long, and that takes a lock, of this handle, for that second.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_step(fw_spawn* spawn, long tick, fw_spawn_tick* io, fw_error* error);

        /// <summary>[T] These have died or been taken away: their slots are free from the next tick on, the block of
        /// spawn.block_s begins.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_remove(fw_spawn* spawn, long tick, UIntPtr count, uint* ids, fw_error* error);

        /// <summary>[T] From the next tick on a pool has these limits in place of its own: at most `target` alive, at
        /// most `quota` spawns in a cycle, the one that goes on included; each at most 100000, 0 = none. So a game
        /// applies its day, its seasons, its stocks. What is alive above the target stays until the game removes it. A
        /// cycle that goes on keeps the plan that it began with. Numbers above the pool's own take memory; ask
        /// fw_spawn_most_events again.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_limit(fw_spawn* spawn, uint pool, uint target, uint quota, fw_error* error);

        /// <summary>The plan of the next cycle, ahead of time, on any one other thread: a tick at a cycle's beginning
        /// then only takes it over. tick: one of the cycle that goes on, or of the next.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_prepare(fw_spawn* spawn, long tick, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_spawn_digest(fw_spawn* spawn, fw_digest* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_save(fw_spawn* spawn, void* to, UIntPtr* bytes, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_spawn_load(fw_spawn* spawn, void* from, UIntPtr bytes, fw_error* error);

        /// <summary>Ground: FW_LAND, FW_MASK, or FW_WALLS, which has no cells to close. `pace`: level metres per metre
        /// by cell of the mask or the world's rasters, 0 = closed; NULL: a world's own (slopes, roads, rivers without a
        /// bridge; docs/coordinators.md, 7), else 1. Who is within radius_m of a goal has arrived. Goals off the open
        /// ground count from the nearest open cell, at most 4 cells away.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_ways_open(fw_context* context, fw_ground* ground, float* pace, UIntPtr goals, double* x_m, double* y_m, double radius_m, fw_ways** @out, fw_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void fw_ways_close(fw_ways* ways);

        /// <summary>[T] By place: the direction to walk (a unit vector; 0, 0 for who has arrived), and the level metres
        /// that are left (0: arrived; infinite: no way leads, or outside the frame); left_m may be NULL. An agent of s
        /// m/s on level ground is left_m / s seconds away.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern fw_status fw_ways_ask(fw_ways* ways, UIntPtr count, fw_column* x_m, fw_column* y_m, float* to_x, float* to_y, float* left_m, fw_error* error);
    }
}
