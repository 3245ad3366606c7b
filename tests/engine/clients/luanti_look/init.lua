-- Lets the server build the ground at a few things and looks at it: each has its node on the ground, the column there
-- is as high as ground_m says, rivers have water and roads their own node.
local path = minetest.get_modpath("fieldwright")
local points, lines = dofile(path .. "/points.lua"), dofile(path .. "/lines.lua")

local function fail(text)
  print("look failed: " .. text)
  minetest.request_shutdown("failed", false, 0)
end

local places = {}
for k = 1, #points, math.max(1, math.floor(#points / 8)) do
  table.insert(places, points[k])
end
local left = #places
local roads, waters = 0, 0

local function look(point)
  local x, z = math.floor(point.pos.x + 0.5), math.floor(point.pos.z + 0.5)
  local top
  for y = point.pos.y + 12, point.pos.y - 12, -1 do
    local name = minetest.get_node({x = x, y = y, z = z}).name
    if name == "fieldwright:marker" then
      top = y - 1
      break
    end
  end
  if not top then
    return fail(point.uid .. " has no marker at its place")
  end
  if math.abs(top - point.ground_m) > 1.5 then
    return fail(point.uid .. " stands on node " .. top .. ", its ground is " .. point.ground_m)
  end
  for y = top - 2, top + 2 do
    for dx = -40, 40 do
      for dz = -40, 40 do
        local name = minetest.get_node({x = x + dx, y = y, z = z + dz}).name
        roads = roads + (name == "fieldwright:road" and 1 or 0)
        waters = waters + (name == "fieldwright:water" and y > 0 and 1 or 0)
      end
    end
  end
end

minetest.register_on_mods_loaded(function()
  minetest.after(0, function()
    for _, point in ipairs(places) do
      local low = vector.subtract(point.pos, 40)
      minetest.emerge_area(low, vector.add(point.pos, 40), function(_, _, remaining)
        if remaining > 0 then
          return
        end
        look(point)
        left = left - 1
        if left == 0 then
          if #lines > 0 and roads == 0 then
            return fail("no road was seen")
          end
          print("look ok " .. #places .. " places, " .. roads .. " nodes of roads, " .. waters .. " of water")
          minetest.request_shutdown("done", false, 0)
        end
      end)
    end
  end)
end)
