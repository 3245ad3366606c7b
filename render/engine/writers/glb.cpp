#include "render/engine/writers/glb.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"

namespace fw {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written without swapping");

constexpr uint32_t kMagic = 0x46546C67, kJson = 0x4E4F534A, kBinary = 0x004E4942;
constexpr int kVertices = 34962, kIndices = 34963;
constexpr int kFloat = 5126, kShort = 5123, kInt = 5125;

void append_word(std::string& out, uint32_t word) {
  out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

/// What the light of an sRGB component is, by the standard's curve; 4 decimals are finer than a byte.
double linear(double srgb) {
  const double value = srgb <= 0.04045 ? srgb / 12.92 : exact::pow((srgb + 0.055) / 1.055, 2.4);
  return std::round(value * 1e4) / 1e4;
}

}  // namespace

std::string float_text(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value + 0.0f);
  return {text, end.ptr};
}

std::string floats_text(std::span<const float> values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i ? "," : "") + float_text(values[i]);
  return out + "]";
}

std::string ints_text(std::span<const int> values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i ? "," : "") + std::to_string(values[i]);
  return out + "]";
}

int Glb::view(std::string_view bytes, int target) {
  while (binary_.size() % 4 != 0) binary_ += '\0';
  views_.push_back("{\"buffer\":0,\"byteOffset\":" + std::to_string(binary_.size()) +
                   ",\"byteLength\":" + std::to_string(bytes.size()) +
                   (target == 0 ? "" : ",\"target\":" + std::to_string(target)) + "}");
  binary_ += bytes;
  return static_cast<int>(views_.size()) - 1;
}

int Glb::floats(const Floats& data) {
  const auto width = static_cast<size_t>(data.width);
  const int at =
      view({reinterpret_cast<const char*>(data.values.data()), data.values.size_bytes()}, kVertices);
  std::string text = "{\"bufferView\":" + std::to_string(at) +
                     ",\"componentType\":" + std::to_string(kFloat) +
                     ",\"count\":" + std::to_string(data.values.size() / width) + ",\"type\":\"VEC" +
                     std::to_string(data.width) + "\"";
  if (data.bounds) {
    std::vector<float> low(data.values.begin(), data.values.begin() + data.width), high = low;
    for (size_t i = 0; i < data.values.size(); ++i) {
      low[i % width] = std::min(low[i % width], data.values[i]);
      high[i % width] = std::max(high[i % width], data.values[i]);
    }
    text += ",\"min\":" + floats_text(low) + ",\"max\":" + floats_text(high);
  }
  accessors_.push_back(text + "}");
  return static_cast<int>(accessors_.size()) - 1;
}

int Glb::indices(std::span<const uint32_t> values, size_t vertices) {
  const bool narrow = vertices < 65535;  // the last value restarts a strip
  std::string bytes;
  if (narrow) {
    const std::vector<uint16_t> short_values(values.begin(), values.end());
    bytes.assign(reinterpret_cast<const char*>(short_values.data()), short_values.size() * sizeof(uint16_t));
  } else {
    bytes.assign(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  accessors_.push_back("{\"bufferView\":" + std::to_string(view(bytes, kIndices)) +
                       ",\"componentType\":" + std::to_string(narrow ? kShort : kInt) +
                       ",\"count\":" + std::to_string(values.size()) + ",\"type\":\"SCALAR\"}");
  return static_cast<int>(accessors_.size()) - 1;
}

int Glb::material(std::string_view name, Rgb colour, double alpha, int texture) {
  const std::string factor = texture >= 0
                                 ? "\"baseColorTexture\":{\"index\":" + std::to_string(texture) + "}"
                                 : "\"baseColorFactor\":[" + number_text(linear(colour.r)) + "," +
                                       number_text(linear(colour.g)) + "," + number_text(linear(colour.b)) +
                                       "," + number_text(alpha) + "]";
  materials_.push_back("{\"name\":" + json_string(name) + ",\"pbrMetallicRoughness\":{" + factor +
                       ",\"metallicFactor\":0,\"roughnessFactor\":1}" +
                       (alpha < 1 ? ",\"alphaMode\":\"BLEND\"" : "") + "}");
  return static_cast<int>(materials_.size()) - 1;
}

int Glb::texture(std::string_view png) {
  images_.push_back("{\"bufferView\":" + std::to_string(view(png, 0)) + ",\"mimeType\":\"image/png\"}");
  textures_.push_back("{\"sampler\":0,\"source\":" + std::to_string(images_.size() - 1) + "}");
  return static_cast<int>(textures_.size()) - 1;
}

int Glb::mesh(std::string_view name, const Primitive& primitive) {
  const auto member = [](const char* key, int number) {
    return number < 0 ? std::string() : std::string(",\"") + key + "\":" + std::to_string(number);
  };
  meshes_.push_back("{\"name\":" + json_string(name) + ",\"primitives\":[{" +
                    (primitive.triangles < 0 ? "\"mode\":3," : "") +
                    "\"attributes\":{\"POSITION\":" + std::to_string(primitive.positions) +
                    member("NORMAL", primitive.normals) + member("TEXCOORD_0", primitive.uv) + "}" +
                    member("indices", primitive.triangles) + member("material", primitive.material) + "}]}");
  return static_cast<int>(meshes_.size()) - 1;
}

int Glb::node(std::string json) {
  nodes_.push_back(std::move(json));
  return static_cast<int>(nodes_.size()) - 1;
}

Result<Done> Glb::put(ExportSink& sink, const std::string& name) const {
  const std::string rest(-binary_.size() % 4, '\0');
  const auto binary_bytes = static_cast<uint32_t>(binary_.size() + rest.size());
  std::string json =
      "{\"asset\":{\"version\":\"2.0\",\"generator\":\"fieldwright\"},\n\"scene\":0,\"scenes\":[{";
  json += "\"nodes\":" + ints_text(tops_) + "}],\n\"nodes\":" + json_list(nodes_) +
          ",\n\"meshes\":" + json_list(meshes_) + ",\n\"materials\":" + json_list(materials_);
  if (!textures_.empty())
    // Nearest, clamped: a pixel is a cell, and its class is no mixture.
    json +=
        ",\n\"samplers\":[{\"magFilter\":9728,\"minFilter\":9728,\"wrapS\":33071,\"wrapT\":33071}],"
        "\"textures\":" +
        json_list(textures_) + ",\"images\":" + json_list(images_);
  json += ",\n\"accessors\":" + json_list(accessors_) + ",\n\"bufferViews\":" + json_list(views_) +
          ",\n\"buffers\":[{\"byteLength\":" + std::to_string(binary_bytes) + "}]";
  if (!extensions_.empty()) {
    std::vector<std::string> names;
    for (const std::string& extension : extensions_) names.push_back(json_string(extension));
    json += ",\n\"extensionsUsed\":" + json_list(names) + ",\"extensionsRequired\":" + json_list(names);
  }
  if (!extras_.empty()) json += ",\n\"extras\":" + extras_;
  json += "}";
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const auto json_bytes = static_cast<uint32_t>(json.size());
  std::string head;
  for (const uint32_t word : {kMagic, 2u, 12 + 8 + json_bytes + 8 + binary_bytes, json_bytes, kJson})
    append_word(head, word);
  head += json;
  append_word(head, binary_bytes);
  append_word(head, kBinary);
  PieceFile file(sink, name);
  file.add(head);
  file.add(binary_);
  file.add(rest);
  return file.finish();
}

}  // namespace fw
