// The module Fieldwright of a game: the library, and a component over it. README.md says where the library's files lie.
using System.IO;
using UnrealBuildTool;

public class Fieldwright : ModuleRules
{
    public Fieldwright(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
        PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine" });

        string Library = Path.Combine(ModuleDirectory, "ThirdParty");
        PublicSystemIncludePaths.Add(Path.Combine(Library, "include"));
        if (Target.Platform == UnrealTargetPlatform.Win64)
        {
            PublicAdditionalLibraries.Add(Path.Combine(Library, "Win64", "fieldwright.lib"));
            PublicDelayLoadDLLs.Add("fieldwright.dll");
            RuntimeDependencies.Add("$(BinaryOutputDir)/fieldwright.dll", Path.Combine(Library, "Win64", "fieldwright.dll"));
        }
        else if (Target.Platform == UnrealTargetPlatform.Linux)
        {
            PublicAdditionalLibraries.Add(Path.Combine(Library, "Linux", "libfieldwright.so"));
            RuntimeDependencies.Add("$(BinaryOutputDir)/libfieldwright.so.0", Path.Combine(Library, "Linux", "libfieldwright.so.0"));
        }
    }
}
