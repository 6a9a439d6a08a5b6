-- Node Kayles: take a vertex of a graph and all its neighbours. The arguments say which graph:
--
--   lua("examples/lua/node-kayles.lua","grid",3,5)      also "queens",n  "path",n  "cycle",n  "complete",n
--   lua("examples/lua/node-kayles.lua","1-2,2-3,3-1,3-4")
--
-- A position is the vertices that are left, {1,2,5}; the word all is all of them. Schaefer, On the complexity of some
-- two-person perfect-information games (1978).

local kind, m, n = ...
kind = kind or "path"
m = m or 6

local neighbours, all = {}, {}

local function add(a)
  if not neighbours[a] then
    neighbours[a] = {}
    all[#all + 1] = a
  end
end

local function join(a, b)
  add(a)
  add(b)
  if a ~= b then neighbours[a][b], neighbours[b][a] = true, true end
end

-- Join the cells of a board of rows x columns that a piece connects.
local function board(rows, columns, connected)
  for a = 0, rows * columns - 1 do
    add(a + 1)
    for b = 0, a - 1 do
      if connected(math.abs(a // columns - b // columns), math.abs(a % columns - b % columns)) then
        join(a + 1, b + 1)
      end
    end
  end
end

local graphs = {
  grid = function() board(m, n or m, function(dx, dy) return dx + dy == 1 end) end,
  queens = function() board(m, m, function(dx, dy) return dx == 0 or dy == 0 or dx == dy end) end,
  path = function() board(1, m, function(_, dy) return dy == 1 end) end,
  cycle = function() board(1, m, function(_, dy) return dy == 1 or dy == m - 1 end) end,
  complete = function() board(1, m, function() return true end) end,
}

if graphs[kind] then
  graphs[kind]()
else
  for a, b in kind:gmatch("(%d+)-(%d+)") do join(math.tointeger(tonumber(a)), math.tointeger(tonumber(b))) end
  if #all == 0 then error("no graph is called " .. kind, 0) end
end
table.sort(all)

local function vertices(p) return p == "all" and all or p end

-- The component of v among those that are left, which it is taken from.
local function component(left, v)
  local found, stack = {}, { v }
  left[v] = nil
  while #stack > 0 do
    local a = table.remove(stack)
    found[#found + 1] = a
    for b in pairs(neighbours[a]) do
      if left[b] then
        left[b] = nil
        stack[#stack + 1] = b
      end
    end
  end
  table.sort(found)
  return found
end

return {
  name = "Node Kayles on " .. kind .. (graphs[kind] and " " .. m .. (n and "," .. n or "") or ""),
  rules = "Take a vertex and all its neighbours. A position is the vertices that are left,\n" ..
          "{1,2,5}, or the word all.",
  example = "all",

  check = function(p)
    if p == "all" then return true end
    if type(p) ~= "table" then return false, "a position is a set of vertices, as in {1,2,5}, or all" end
    for i, v in ipairs(p) do
      if not neighbours[v] then return false, "there is no vertex " .. tostring(v) end
      if i > 1 and v <= p[i - 1] then return false, "vertices are written in ascending order, each once" end
    end
    return true
  end,

  canonical = vertices,

  split = function(p)
    local left, parts = {}, {}
    for _, v in ipairs(vertices(p)) do left[v] = true end
    for _, v in ipairs(vertices(p)) do
      if left[v] then parts[#parts + 1] = component(left, v) end
    end
    return parts
  end,

  options = function(p)
    local moves = {}
    for i, v in ipairs(vertices(p)) do
      local after = {}
      for _, w in ipairs(vertices(p)) do
        if w ~= v and not neighbours[v][w] then after[#after + 1] = w end
      end
      moves[i] = after
    end
    return moves
  end,
}
