-- Chomp: a bar of chocolate, eaten from a cell to the right and downwards; the cell at the top left is poisoned.
-- A position is the lengths of the rows, longest first; {4,4,3} has three rows. Who must eat the poison has lost,
-- so that the bar {1} is terminal here.
--
-- Chomp is a game on a poset: the cells that are not yet eaten, ordered by their place; a move takes an element and
-- all above it. Gale, A curious Nim-type game (1974).

local function tidy(rows)
  while #rows > 1 and rows[#rows] == 0 do rows[#rows] = nil end
  return rows
end

return {
  name = "Chomp",
  rules = "Eat a cell of a bar and all that is right of it and below, but not the cell at the top\n" ..
          "left. A position is the lengths of the rows, longest first: {4,4,3}.",
  example = "{4,4,3}",

  check = function(rows)
    if type(rows) ~= "table" or #rows == 0 then return false, "a bar is the lengths of its rows, as in {4,4,3}" end
    for i, length in ipairs(rows) do
      if math.type(length) ~= "integer" or length < 1 then return false, "the length of a row is an integer above 0" end
      if i > 1 and length > rows[i - 1] then return false, "a row is longer than the one above it" end
    end
    return true
  end,

  options = function(rows)
    local moves = {}
    for i = 1, #rows do
      for length = 0, rows[i] - 1 do
        if i > 1 or length > 0 then
          local after = {}
          for j, old in ipairs(rows) do after[j] = j < i and old or math.min(old, length) end
          moves[#moves + 1] = tidy(after)
        end
      end
    end
    return moves
  end,

  -- A bar and its transpose play alike.
  canonical = function(rows)
    local columns = {}
    for j = 1, rows[1] do
      columns[j] = 0
      for _, length in ipairs(rows) do
        if length >= j then columns[j] = columns[j] + 1 end
      end
    end
    if #rows ~= #columns then return #rows < #columns and rows or columns end
    for i = 1, #rows do
      if rows[i] ~= columns[i] then return rows[i] < columns[i] and rows or columns end
    end
    return rows
  end,

  view = function(rows)
    local lines = {}
    for i, length in ipairs(rows) do lines[i] = ("#"):rep(length) end
    lines[1] = "!" .. lines[1]:sub(2)
    return table.concat(lines, "\n")
  end,
}
