-- Moebius: turn up to five coins in a row, the rightmost of them from heads to tails; an argument has another number in
-- place of five. Berlekamp, Conway and Guy, Winning Ways, ch. 14.

local most = ... or 5

-- Add all ways to turn up to `more` of the coins to the left of place i, after those that were turned already.
local function turn(heads, turned, i, more, moves)
  local after = {}
  for k, shown in pairs(heads) do after[k] = shown end
  for _, k in ipairs(turned) do after[k] = not after[k] or nil end
  local list = {}
  for k in pairs(after) do list[#list + 1] = k end
  table.sort(list)
  moves[#moves + 1] = list
  for k = 1, more > 0 and i - 1 or 0 do
    turned[#turned + 1] = k
    turn(heads, turned, k, more - 1, moves)
    turned[#turned] = nil
  end
end

return {
  name = "Moebius",
  rules = "Turn up to " .. most .. " coins, the rightmost of them from heads to tails.\n" ..
          "A position is the places of the heads, counted from 1: {2,7}.",
  example = "{2,7}",

  check = function(p)
    if type(p) ~= "table" then return false, "a position is the places of the heads, as in {2,7}" end
    for i, place in ipairs(p) do
      if math.type(place) ~= "integer" or place <= (p[i - 1] or 0) then
        return false, "places are integers from 1 on, in ascending order"
      end
    end
    return true
  end,

  split = function(p)
    local alone = {}
    for i, place in ipairs(p) do alone[i] = { place } end
    return alone
  end,

  options = function(p)
    local heads, moves = {}, {}
    for _, place in ipairs(p) do heads[place] = true end
    for _, place in ipairs(p) do turn(heads, { place }, place, most - 1, moves) end
    return moves
  end,
}
