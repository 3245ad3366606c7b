#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/template/template_io.h"

/// The text of a template whose hand has a row of every list, with nearly every column; most lie on Tiny's
/// land.
inline std::string hand_of_every_list(const fw::Template& tmpl) {
  using nlohmann::ordered_json;
  const std::string cls = tmpl.resources[0].slug, biome = tmpl.vocabulary.biomes[0].id,
                    band = tmpl.vocabulary.danger[1].id, faction = tmpl.vocabulary.factions[0].id;
  const std::string sha256(64, 'a');
  ordered_json hand{{"mix", "follow"}, {"belt_m", 80}};
  const auto add = [&](const char* list, const ordered_json& row) { hand[list].push_back(row); };
  add("pins", {{"id", "p1"},
               {"class", cls},
               {"x_m", 1100.12345},
               {"y_m", 1200},
               {"name", "\u00dcber"},
               {"level", 3},
               {"counts", "no"},
               {"from_x_m", 1105},
               {"from_y_m", 1206.5}});
  add("bans", {{"id", "x1"}, {"of", "all, -" + cls}, {"x_m", 1500}, {"y_m", 1600}, {"radius_m", 33}});
  add("areas", {{"id", "a1"},
                {"of", "all"},
                {"shape", "POLYGON ((900 900, 1900 900, 1900 1900), (1000 950, 1500 950, 1500 1400))"},
                {"density", 0.5}});
  add("biome", {{"id", "b1"},
                {"class", biome},
                {"shape", "LINESTRING (1200 1200, 1600.5 1700)"},
                {"radius_m", 150},
                {"feather_m", 0}});
  add("biome", {{"id", "b2"},
                {"cells", {"30a 2 1b", "12a"}},
                {"key", "a " + biome + ", b none"},
                {"top", 240},
                {"left", 250}});
  add("danger", {{"id", "d1"},
                 {"class", band},
                 {"shape", "POINT (1500 1900)"},
                 {"radius_m", 190},
                 {"force", "bias"},
                 {"strength", 2}});
  add("faction",
      {{"id", "f1"}, {"class", faction}, {"shape", "POINT (1400 1900)"}, {"radius_m", 170}, {"group", "g"}});
  add("regions", {{"id", "r1"}, {"x_m", 1500}, {"y_m", 1500}, {"name", "Here"}, {"biomes", {{biome, 1}}}});
  add("regions", {{"id", "r2"}, {"shape", "POINT (1900 1200)"}, {"radius_m", 300}, {"is", "exactly"}});
  add("land",
      {{"id", "s1"},
       {"shape", "MULTIPOLYGON (((600 600, 800 800, 800 600, 600 800)), ((500 500, 600 500, 600 600)))"},
       {"is", "sea"},
       {"on", "no"},
       {"note", "drawn across"}});
  add("land", {{"id", "s2"}, {"shape", "POINT (700 1500)"}, {"radius_m", 120}, {"is", "land"}});
  add("terrain",
      {{"id", "t1"}, {"do", "raise"}, {"shape", "POINT (1500 1500)"}, {"radius_m", 90}, {"amount_m", 40}});
  add("waters", {{"id", "w1"}, {"shape", "POINT (1700 1300)"}, {"radius_m", 80}, {"level_m", 12.5}});
  add("waters",
      {{"id", "w2"}, {"kind", "river"}, {"shape", "LINESTRING (1700 1300, 1800 900)"}, {"name", "Lea"}});
  add("lines", {{"id", "n1"}, {"shape", "LINESTRING (1100 1200, 1600 1600)"}, {"from", "p1"}});
  add("views",
      {{"id", "v1"}, {"x_m", 1200.5}, {"y_m", 1300}, {"to_x_m", 1800}, {"to_y_m", 1700}, {"clear", "all"}});
  add("rerolls", {{"id", "q1"},
                  {"of", "points, danger"},
                  {"shape", "POINT (1700 1700)"},
                  {"radius_m", 200},
                  {"seed", 7}});
  add("imports",
      {{"id", "m1"}, {"what", "land"}, {"file", "a.png"}, {"columns", 64}, {"rows", 64}, {"sha256", sha256}});
  add("zones",
      {{"id", "z1"}, {"shape", "LINESTRING (1200 1200, 1500 1250)"}, {"radius_m", 20}, {"is", "wall"}});
  add("zones",
      {{"id", "z2"}, {"shape", "POLYGON ((1300 1300, 1600 1300, 1600 1600))"}, {"note", "the yard"}});
  add("notes", {{"id", "o1"}, {"x_m", 1500.5}, {"y_m", 1400}, {"note", "Look – here, \"twice\""}});
  ordered_json text = ordered_json::parse(fw::write_template(tmpl));
  text["hand"] = hand;
  return text.dump(1);
}
