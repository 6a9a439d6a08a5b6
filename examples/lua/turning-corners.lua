-- Turning corners: coins on the plane; a move turns the four corners of a rectangle, and the corner farthest from the
-- origin from heads to tails. The value of a coin on (x,y) is the nim-product of x and y. Conway, On Numbers and Games,
-- ch. 6.

-- The coins that show heads, each once: two at the same place turn each other back.
local function tidy(coins)
  local heads, seen = {}, {}
  for _, c in ipairs(coins) do
    local key = c[1] .. "," .. c[2]
    seen[key] = not seen[key] and c or nil
  end
  for _, c in pairs(seen) do heads[#heads + 1] = c end
  table.sort(heads, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return heads
end

return {
  name = "turning corners",
  rules = "Turn the corners (a,b), (a,y), (x,b) and (x,y) of a rectangle, a < x and b < y, where the\n" ..
          "coin on (x,y) shows heads. A position is the list of heads: {{2,3},{1,4}}.",
  example = "{{2,3},{1,4}}",

  check = function(coins)
    if type(coins) ~= "table" then return false, "a position is a list of coins, as in {{2,3},{1,4}}" end
    for _, c in ipairs(coins) do
      if type(c) ~= "table" or #c ~= 2 or math.type(c[1]) ~= "integer" or math.type(c[2]) ~= "integer" or
         c[1] < 0 or c[2] < 0 then
        return false, "a coin lies on {x,y}, integers from 0 on"
      end
    end
    return true
  end,

  canonical = tidy,

  split = function(coins)
    local alone = {}
    for i, c in ipairs(tidy(coins)) do alone[i] = { c } end
    return alone
  end,

  options = function(coins)
    local moves = {}
    for _, c in ipairs(coins) do
      local x, y = c[1], c[2]
      for a = 0, x - 1 do
        for b = 0, y - 1 do
          local after = { table.unpack(coins) }
          for _, turned in ipairs { { a, b }, { a, y }, { x, b }, { x, y } } do after[#after + 1] = turned end
          moves[#moves + 1] = tidy(after)
        end
      end
    end
    return moves
  end,
}
