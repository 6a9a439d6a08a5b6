-- Fibonacci Nim: the first move takes any number of tokens, but not all; later moves take at most twice what the move
-- before took. lua("examples/lua/fibonacci-nim.lua",k) has k times in place of twice. Whinihan, Fibonacci Nim (1963);
-- Schwenk, Take-away games (1970).

local times = ... or 2

return {
  name = "Fibonacci Nim",
  rules = "The first move takes any number of tokens but not all, each later one at most " .. times .. " times\n" ..
          "what the move before took. A position is n before the first move, then {n,most}.",
  example = "13",

  check = function(p)
    if math.type(p) == "integer" and p >= 0 then return true end
    return type(p) == "table" and #p == 2 and math.type(p[1]) == "integer" and math.type(p[2]) == "integer",
           "expected n, or {n,most}"
  end,

  -- More than all cannot be taken.
  canonical = function(p)
    return type(p) == "table" and { p[1], math.min(p[1], p[2]) } or p
  end,

  options = function(p)
    local moves = {}
    local n, most = p, nil
    if type(p) == "table" then n, most = p[1], math.min(p[1], p[2]) else most = n - 1 end
    for taken = 1, most do moves[taken] = { n - taken, times * taken } end
    return moves
  end,
}
