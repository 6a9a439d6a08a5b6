-- Treblecross: one-dimensional noughts and crosses in which both sides write crosses; who makes three in a row wins.
-- Berlekamp, Conway and Guy, Winning Ways, ch. 4: the P-positions are those of the octal game 0.007 with two more tokens.

return {
  name = "Treblecross",
  rules = "Write a cross into an empty cell; three crosses in a row end the game.\n" ..
          "A position is the row of cells, . or X: ..X....",
  example = "..X....",

  check = function(row)
    return type(row) == "string" and row:find("^[.X]+$") ~= nil, "a row is written with . and X, as in ..X...."
  end,

  terminal = function(row) return row:find(("X"):rep(3), 1, true) ~= nil end,

  canonical = function(row) return row < row:reverse() and row or row:reverse() end,

  options = function(row)
    local moves = {}
    for i = 1, #row do
      if row:sub(i, i) == "." then moves[#moves + 1] = row:sub(1, i - 1) .. "X" .. row:sub(i + 1) end
    end
    return moves
  end,

  view = function(row) return (row:gsub(".", "[%0]"):gsub("%.", " ")) end,
}
