#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// The tools that `fieldwright export` writes for (docs/export.md).
inline constexpr std::array<std::string_view, 9> kExportTargetSlugs{
    "unreal", "unity", "godot", "tiled", "gltf", "web", "csv", "postgis", "luanti"};
/// What a row of the export serves: every target, or one of them.
inline constexpr std::array<std::string_view, 10> kExportRowTargets{
    "any", "unreal", "unity", "godot", "tiled", "gltf", "web", "csv", "postgis", "luanti"};

enum class ExportYaw : uint8_t { none, seeded };
inline constexpr std::array<std::string_view, 2> kExportYawSlugs{"none", "seeded"};

/// What stands for the points of a class or a category in a target.
struct ExportThing {
  std::string cls;  ///< slug of a class or a kind of landmarks, or a category
  std::string target = "any";
  std::string asset;  ///< prefab, scene, model or node; "" = a plain marker
  ExportYaw yaw = ExportYaw::none;
  std::array<double, 2> scale{1, 1};  ///< drawn between them
  double lift_m = 0;                  ///< added to the ground
  bool leave_out = false;
};

/// What covers the ground of a class in a target.
struct ExportGround {
  std::string layer = "biome";  ///< biome or danger
  std::string cls;              ///< id of a row of the layer's table, or "sea"
  std::string target = "any";
  std::string asset;  ///< landscape layer, TerrainLayer, material or node
};
inline constexpr std::array<std::string_view, 2> kExportGroundLayers{"biome", "danger"};
inline constexpr std::string_view kExportSea = "sea";

/// How the world goes into other tools; outside its identity.
struct ExportParams {
  std::vector<std::string> targets;  ///< when the command names none
  int vertices = 0;                  ///< along the longer side; 0: by itself (docs/export.md, 2)
  int tiles = 0;                     ///< per side; 0: as few as the target allows
  int tile_px = 16;                  ///< Tiled: pixels of a tile
  int godot_version = 4;             ///< text format of scenes
  std::string root;                  ///< where the folder will lie in the studio's project
  std::vector<ExportThing> things;
  std::vector<ExportGround> grounds;
};

}  // namespace fw
