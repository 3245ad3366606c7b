#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/colour.h"
#include "core/base/result.h"
#include "render/engine/export_sink.h"

// A binary glTF 2.0 file, put together part by part. Private to this room.
namespace fw {

class Glb {
 public:
  /// What an accessor says of its numbers.
  struct Floats {
    std::span<const float> values;
    int width = 3;  ///< numbers an element: 2, 3
    bool bounds = false;
  };

  int floats(const Floats& data);
  /// Indices of triangles or lines; 16 bits each where they fit.
  int indices(std::span<const uint32_t> values, size_t vertices);
  /// Metallic 0, roughness 1; `texture` -1: none.
  int material(std::string_view name, Rgb colour, double alpha = 1, int texture = -1);
  /// A PNG as a texture that is not smoothed.
  int texture(std::string_view png);
  /// What a mesh draws, by the numbers of its accessors and of its material.
  struct Primitive {
    int positions = 0, material = 0;
    int normals = -1, uv = -1, triangles = -1;  ///< -1: none; without triangles a line from vertex to vertex
  };
  int mesh(std::string_view name, const Primitive& primitive);
  /// A node, an object of JSON; returns its number.
  int node(std::string json);
  /// Nodes at the top.
  void top(int node) { tops_.push_back(node); }
  void require(std::string_view extension) { extensions_.emplace_back(extension); }
  /// Members of the file's `extras`, JSON.
  void extras(std::string json) { extras_ = std::move(json); }

  /// Stages the file.
  Result<Done> put(ExportSink& sink, const std::string& name) const;

 private:
  int view(std::string_view bytes, int target);

  std::string binary_, extras_;
  std::vector<std::string> views_, accessors_, materials_, textures_, images_, meshes_, nodes_, extensions_;
  std::vector<int> tops_;
};

/// The shortest text of a single-precision number.
std::string float_text(float value);
/// "[1,2,3]" of single-precision numbers.
std::string floats_text(std::span<const float> values);
std::string ints_text(std::span<const int> values);

}  // namespace fw
