-- Nim with a pass: once in the game, while there are tokens left, a player may pass. The pass is written as a star:
-- 3,5* is two heaps and a pass to use, 3,5 is Nim. An argument d lets a player take at most a d-th of a heap:
-- lua("examples/lua/one-pass-nim.lua",2) is restricted Nim, OEIS A295041. Morrison, Friedman and Landsberg, Combinatorial
-- games with a pass (2012).

local divisor = ... or 1

-- A position is { heaps, 1 or 0 passes }; heaps of 0 are left out.
local function position(heaps, passes)
  local kept = {}
  for _, n in ipairs(heaps) do
    if n > 0 then kept[#kept + 1] = n end
  end
  table.sort(kept)
  return { kept, #kept > 0 and passes or 0 }
end

return {
  name = "Nim with a pass",
  rules = "Take tokens from a heap, or, once in the game, pass while there are tokens left.\n" ..
          "A position is the heaps, with a * behind them while the pass is to be had: 3,5*.",
  example = "3,5*",

  parse = function(text)
    local numbers, star = text:match("^([%d,]+)(%*?)$")
    if not numbers then return nil, "expected heaps, and a * for the pass: 3,5*" end
    local heaps = {}
    for digits in numbers:gmatch("%d+") do
      heaps[#heaps + 1] = math.tointeger(tonumber(digits))
      if not heaps[#heaps] then return nil, "a heap is too large" end
    end
    return position(heaps, #star)
  end,

  print = function(p)
    return (#p[1] == 0 and "0" or table.concat(p[1], ",")) .. ("*"):rep(p[2])
  end,

  options = function(p)
    local moves, heaps, passes = {}, p[1], p[2]
    for i, n in ipairs(heaps) do
      for taken = 1, n // divisor do
        heaps[i] = n - taken
        moves[#moves + 1] = position(heaps, passes)
      end
      heaps[i] = n
    end
    if passes > 0 then moves[#moves + 1] = { heaps, 0 } end
    return moves
  end,
}
