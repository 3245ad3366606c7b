// A stand-in of Unreal's build tool, and a program that asks a module's rules of every file that they name.
using System;
using System.Collections.Generic;

namespace UnrealBuildTool
{
    public enum UnrealTargetPlatform { Win64, Linux }
    public class ReadOnlyTargetRules { public UnrealTargetPlatform Platform; }
    public class Files : List<string> { public void Add(string to, string from) { Add(from); } }
    public class ModuleRules
    {
        public enum PCHUsageMode { UseExplicitOrSharedPCHs }
        public PCHUsageMode PCHUsage;
        public List<string> PublicDependencyModuleNames = new List<string>(), PublicSystemIncludePaths = new List<string>();
        public List<string> PublicAdditionalLibraries = new List<string>(), PublicDelayLoadDLLs = new List<string>();
        public Files RuntimeDependencies = new Files();
        public string ModuleDirectory = "module";
        public ModuleRules(ReadOnlyTargetRules target) { }
    }
}

static class Rules
{
    static void Main()
    {
        foreach (UnrealBuildTool.UnrealTargetPlatform platform in Enum.GetValues(typeof(UnrealBuildTool.UnrealTargetPlatform)))
        {
            var rules = new Fieldwright(new UnrealBuildTool.ReadOnlyTargetRules { Platform = platform });
            foreach (var list in new[] { rules.PublicSystemIncludePaths, rules.PublicAdditionalLibraries, rules.RuntimeDependencies })
                foreach (string file in list) Console.WriteLine(file.Replace('\\', '/'));
        }
    }
}
