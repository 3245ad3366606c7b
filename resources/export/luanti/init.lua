-- Builds the ground of a fieldwright world with its rivers, lakes and roads, and sets its things on it. Data:
-- world.lua, points.lua, lines.lua, ground.raw, biome.raw, water.raw.
local path = minetest.get_modpath(minetest.get_current_modname())
local world = dofile(path .. "/world.lua")
local points = dofile(path .. "/points.lua")
local lines = dofile(path .. "/lines.lua")

local function read(name, size)
  local file = assert(io.open(path .. "/" .. name, "rb"))
  local bytes = file:read("*a")
  file:close()
  assert(#bytes == size, name .. " does not fit world.lua")
  return bytes
end
local ground = read("ground.raw", 2 * world.columns * world.rows)
local biome = read("biome.raw", world.cells_across * world.cells_down)
local water = world.water and read("water.raw", world.cells_across * world.cells_down)
local FIRST_FRESH = 2  -- codes of water: 0 dry, 1 sea, 2 lake, 3 river, 4 tidal
local HALF_ROAD = 1.5  -- nodes

minetest.set_mapgen_setting("mg_name", "singlenode", true)

local function level(i, j)
  local low, high = ground:byte(2 * (j * world.columns + i) + 1, 2 * (j * world.columns + i) + 2)
  return (low + 256 * high) * world.quantum + world.base
end

-- Top node, class code and whether fresh water stands in a column; outside the frame there is deep sea.
local function column(x, z)
  if x < 0 or z < 0 or x >= world.width or z >= world.height then
    return world.base + 4, 0, false
  end
  local i = math.min(math.floor(x / world.spacing), world.columns - 2)
  local j = math.min(math.floor(z / world.spacing), world.rows - 2)
  local e, n = x / world.spacing - i, z / world.spacing - j
  local south = level(i, j) * (1 - e) + level(i + 1, j) * e
  local north = level(i, j + 1) * (1 - e) + level(i + 1, j + 1) * e
  local c = math.min(math.floor(x / world.cell), world.cells_across - 1)
  local r = math.min(math.floor(z / world.cell), world.cells_down - 1)
  local cell = r * world.cells_across + c + 1
  return math.floor(south * (1 - n) + north * n + 0.5), biome:byte(cell),
    water and water:byte(cell) >= FIRST_FRESH
end

local function content(name, fallback)
  if minetest.registered_nodes[name] then
    return minetest.get_content_id(name)
  end
  return minetest.get_content_id(fallback)
end

local nodes = {}
minetest.register_node("fieldwright:ground", {description = "Ground", groups = {crumbly = 3}})
minetest.register_node("fieldwright:road", {description = "Road", groups = {crumbly = 3}})
minetest.register_node("fieldwright:marker", {description = "Marker", light_source = 8, groups = {oddly_breakable_by_hand = 3}})
minetest.register_node("fieldwright:water", {
  description = "Water", drawtype = "liquid", liquidtype = "none", walkable = false, pointable = false,
  paramtype = "light", groups = {not_in_creative_inventory = 1},
})
minetest.register_on_mods_loaded(function()
  for code, row in pairs(world.grounds) do
    nodes[code] = content(row.node, "fieldwright:ground")
  end
  nodes.stone = content("default:stone", "fieldwright:ground")
  nodes.water = content("default:water_source", "fieldwright:water")
  nodes.fresh = content("default:river_water_source", "fieldwright:water")
  for _, line in ipairs(lines) do
    line.content = content(line.node, "fieldwright:road")
  end
end)

-- Lines by column: the surface there has their node, over fresh water a bridge.
local roads = {}
for _, line in ipairs(lines) do
  local p = line.places
  for k = 1, #p - 3, 2 do
    local dx, dz = p[k + 2] - p[k], p[k + 3] - p[k + 1]
    local steps = math.max(1, math.ceil(math.sqrt(dx * dx + dz * dz)))
    for s = 0, steps do
      local cx, cz = p[k] + dx * s / steps, p[k + 1] + dz * s / steps
      for x = math.ceil(cx - HALF_ROAD), math.floor(cx + HALF_ROAD) do
        for z = math.ceil(cz - HALF_ROAD), math.floor(cz + HALF_ROAD) do
          roads[x * 65536 + z] = line
        end
      end
    end
  end
end

-- Things by the block of 16 nodes that they stand in.
local by_block, by_id = {}, {}
local function block_key(x, z)
  return math.floor(x / 16) .. "," .. math.floor(z / 16)
end
for _, point in ipairs(points) do
  local x, z = math.floor(point.pos.x + 0.5), math.floor(point.pos.z + 0.5)
  local key = block_key(x, z)
  by_block[key] = by_block[key] or {}
  table.insert(by_block[key], {x = x, y = (column(x, z)) + 1, z = z, point = point})
  by_id[point.uid] = point
  by_id[point.id] = point
end

minetest.register_on_generated(function(low, high)
  local manip, emin, emax = minetest.get_mapgen_object("voxelmanip")
  local area = VoxelArea:new({MinEdge = emin, MaxEdge = emax})
  local data = manip:get_data()
  for z = low.z, high.z do
    for x = low.x, high.x do
      local top, code, fresh = column(x, z)
      local road = roads[x * 65536 + z]
      local bridge = fresh and road
      for y = low.y, math.min(high.y, math.max(bridge and top + 1 or top, 0)) do
        local at = area:index(x, y, z)
        if bridge and y == top + 1 then
          data[at] = road.content
        elseif y > top then
          data[at] = nodes.water
        elseif y == top then
          data[at] = fresh and nodes.fresh or road and road.content or nodes[code]
        elseif fresh and y == top - 1 then
          data[at] = nodes[0]
        else
          data[at] = nodes.stone
        end
      end
    end
  end
  for bx = math.floor(low.x / 16), math.floor(high.x / 16) do
    for bz = math.floor(low.z / 16), math.floor(high.z / 16) do
      for _, thing in ipairs(by_block[bx .. "," .. bz] or {}) do
        if thing.y >= low.y and thing.y <= high.y and thing.x >= low.x and thing.x <= high.x
            and thing.z >= low.z and thing.z <= high.z then
          data[area:index(thing.x, thing.y, thing.z)] = content(thing.point.asset, "fieldwright:marker")
        end
      end
    end
  end
  manip:set_data(data)
  manip:calc_lighting()
  manip:write_to_map()
end)

minetest.register_chatcommand("fw", {
  params = "<id>",
  description = "Goes to the thing of that id or uid",
  func = function(name, id)
    local point = by_id[id]
    local player = minetest.get_player_by_name(name)
    if not point then
      return false, "No thing is called " .. id
    end
    if player then
      player:set_pos({x = point.pos.x, y = point.pos.y + 2, z = point.pos.z})
    end
    return true, (point.label or "") .. " at " .. minetest.pos_to_string(point.pos)
  end,
})
