-- NimHof: a queen on a board moves any number of steps towards the corner along the directions (1,0), (1,1), (1,2) and
-- (0,1). Directions of your own are arguments: lua("examples/lua/nimhof.lua",1,0,1,1,0,1) is Wythoff's game.
-- Friedman, Garrabrant, Landsberg, Larsson and Phipps-Morgan (2018).

local directions = {}
local given = { ... }
if #given == 0 then given = { 1, 0, 1, 1, 1, 2, 0, 1 } end
for i = 1, #given, 2 do
  local d = { given[i], given[i + 1] }
  if not d[2] or d[1] < 0 or d[2] < 0 or d[1] + d[2] == 0 then
    error("a direction is two integers from 0 on, not both 0", 0)
  end
  directions[#directions + 1] = d
end

return {
  name = "NimHof",
  rules = "Move a piece any number of steps along one of the directions, down to 0 at most.\n" ..
          "A position is where it stands: {3,5}.",
  example = "{3,5}",

  check = function(p)
    return type(p) == "table" and #p == 2 and math.type(p[1]) == "integer" and math.type(p[2]) == "integer" and
           p[1] >= 0 and p[2] >= 0, "a position is {x,y}, integers from 0 on"
  end,

  options = function(p)
    local moves = {}
    for _, d in ipairs(directions) do
      local x, y = p[1] - d[1], p[2] - d[2]
      while x >= 0 and y >= 0 do
        moves[#moves + 1] = { x, y }
        x, y = x - d[1], y - d[2]
      end
    end
    return moves
  end,
}
