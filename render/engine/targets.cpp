#include "render/engine/targets.h"

namespace fw {

const std::array<EngineTarget, kExportTargetSlugs.size()> kEngineTargets{{
    {"unreal", "Unreal", write_unreal},
    {"unity", "Unity", write_unity},
    {"godot", "Godot", write_godot},
    {"tiled", "Tiled", write_tiled},
    {"gltf", "glTF", write_gltf},
    {"web", "Web page", write_web},
    {"csv", "Spreadsheets", write_csv},
    {"postgis", "PostGIS", write_postgis, true},
    {"luanti", "Luanti", write_luanti},
    {"server", "Game server", write_server, true},
}};

}  // namespace fw
