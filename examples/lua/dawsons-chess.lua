-- Dawson's chess: three rows of n files, pawns of both sides in the outer ones, who can take must take. A move in a file
-- settles it and its neighbours, so that what is left is two separate boards. Dawson (1935); Guy and Smith, The
-- G-values of various games (1956), where it is the octal game 0.137.
--
-- split makes it fast: it says that boards side by side are a disjunctive sum. options serves them all the same, for
-- play and for the plain recursive definition.

local function boards(p) return type(p) == "table" and p or { p } end

return {
  name = "Dawson's chess",
  rules = "Choose a file: it and its neighbours are done with. A position is the number of files\n" ..
          "side by side, 9; after a move there may be several boards, {3,4}.",
  example = "9",

  check = function(p)
    for _, n in ipairs(boards(p)) do
      if math.type(n) ~= "integer" or n < 0 then return false, "a board is a number of files, 0 or more" end
    end
    return true
  end,

  options = function(p)
    local moves, all = {}, boards(p)
    for i, n in ipairs(all) do
      for file = 1, n do
        local after = {}
        for j, other in ipairs(all) do
          if j ~= i then after[#after + 1] = other end
        end
        if file > 2 then after[#after + 1] = file - 2 end
        if n - file > 1 then after[#after + 1] = n - file - 1 end
        moves[#moves + 1] = #after == 1 and after[1] or after
      end
    end
    return moves
  end,

  split = boards,
}
